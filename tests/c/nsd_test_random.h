/* nsd_test_random.h - random numbers for tests. */
#ifndef NSD_TEST_RANDOM_H
#define NSD_TEST_RANDOM_H

/* A fixed sequence, the same everywhere: xorshift */
static double uniform(unsigned long long *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static double signed_uniform(unsigned long long *state)
{
    return 2.0 * uniform(state) - 1.0;
}

#endif
