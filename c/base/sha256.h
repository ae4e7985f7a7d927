/* sha256.h - SHA-256 (FIPS 180-4): a name for content, which no other content has. */
#ifndef NSD_SHA256_H
#define NSD_SHA256_H

#include <stddef.h>

/* The hash of `count` bytes as 64 hexadecimal digits and a final zero */
void nsd_sha256(const unsigned char *bytes, size_t count, char text[65]);

#endif
