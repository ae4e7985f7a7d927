/* test_sha256.c - the examples of FIPS 180-4, and lengths around the ends of blocks. */
#include <string.h>

#include "base/sha256.h"
#include "nsd_test.h"

static int hash_is(const char *bytes, const char *wanted)
{
    char text[65];
    nsd_sha256((const unsigned char *)bytes, strlen(bytes), text);
    return strcmp(text, wanted) == 0;
}

NSD_TEST(test_published_examples)
{
    NSD_CHECK(hash_is("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    NSD_CHECK(hash_is("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    NSD_CHECK(hash_is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
}

NSD_TEST(test_a_million_letters)
{
    static char letters[1000001];
    memset(letters, 'a', 1000000);
    NSD_CHECK(hash_is(letters, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
}

/* Every length up to three blocks gives another hash, and so does every other last letter. */
NSD_TEST(test_lengths_and_letters_are_told_apart)
{
    static char hashes[400][65];
    char        letters[201];
    memset(letters, 'x', sizeof letters);
    for (int n = 0; n < 200; n++) {
        nsd_sha256((const unsigned char *)letters, (size_t)n, hashes[2 * n]);
        letters[n] = 'y';
        nsd_sha256((const unsigned char *)letters, (size_t)n + 1, hashes[2 * n + 1]);
        letters[n] = 'x';
    }
    for (int i = 0; i < 400; i++) {
        for (int j = 0; j < i; j++) {
            NSD_CHECK(strcmp(hashes[i], hashes[j]) != 0);
        }
    }
}

NSD_TEST_MAIN(test_published_examples, test_a_million_letters,
              test_lengths_and_letters_are_told_apart)
