/* sha256.c - SHA-256, in the names of FIPS 180-4. */
#include "base/sha256.h"

#include <stdint.h>
#include <string.h>

/* Section 4.2.2: fractional parts of the cube roots of the first 64 primes */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

static uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

/* One block of 64 bytes into the hash H (section 6.2.2) */
static void add_block(uint32_t H[8], const unsigned char *M)
{
    uint32_t W[64], h[8];
    for (int t = 0; t < 16; t++) {
        W[t] = (uint32_t)M[4 * t] << 24 | (uint32_t)M[4 * t + 1] << 16 |
               (uint32_t)M[4 * t + 2] << 8 | M[4 * t + 3];
    }
    for (int t = 16; t < 64; t++) {
        const uint32_t s0 = rotate(W[t - 15], 7) ^ rotate(W[t - 15], 18) ^ W[t - 15] >> 3;
        const uint32_t s1 = rotate(W[t - 2], 17) ^ rotate(W[t - 2], 19) ^ W[t - 2] >> 10;
        W[t] = s1 + W[t - 7] + s0 + W[t - 16];
    }
    memcpy(h, H, sizeof h);
    for (int t = 0; t < 64; t++) {
        const uint32_t a = h[0], e = h[4];
        const uint32_t choice = (e & h[5]) ^ (~e & h[6]);
        const uint32_t majority = (a & h[1]) ^ (a & h[2]) ^ (h[1] & h[2]);
        const uint32_t T1 = h[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + K[t] +
                            W[t];
        const uint32_t T2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
        memmove(h + 1, h, 7 * sizeof *h);
        h[4] += T1;
        h[0] = T1 + T2;
    }
    for (int i = 0; i < 8; i++) {
        H[i] += h[i];
    }
}

void nsd_sha256(const unsigned char *bytes, size_t count, char text[65])
{
    /* section 5.3.3: fractional parts of the square roots of the first eight primes */
    uint32_t      H[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    const size_t  rest = count % 64, tail = rest < 56 ? 64 : 128;
    unsigned char last[128] = { 0 };

    for (size_t i = 0; i + 64 <= count; i += 64) {
        add_block(H, bytes + i);
    }
    if (rest > 0) {
        memcpy(last, bytes + (count - rest), rest);
    }
    last[rest] = 0x80; /* section 5.1.1: a one, zeros, the number of bits */
    for (int i = 0; i < 8; i++) {
        last[tail - 1 - (size_t)i] = (unsigned char)((uint64_t)count * 8 >> (8 * i));
    }
    for (size_t i = 0; i < tail; i += 64) {
        add_block(H, last + i);
    }
    for (int i = 0; i < 64; i++) {
        text[i] = "0123456789abcdef"[H[i / 8] >> (28 - 4 * (i % 8)) & 15];
    }
    text[64] = '\0';
}
