/* test_scratch.c - the bump allocator: alignment, exhaustion, overflow, release. */
#include <stdint.h>

#include "base/scratch.h"
#include "nsd_test.h"

/* 16-byte aligned, as mxMalloc and malloc give it */
typedef union aligned_block {
    long double align;
    char        bytes[256];
} aligned_block;

static nsd_scratch scratch_over(aligned_block *block, size_t size)
{
    nsd_scratch scratch = { block->bytes, size, 0 };
    return scratch;
}

NSD_TEST(test_takes_are_aligned_and_disjoint)
{
    aligned_block block;
    nsd_scratch   scratch = scratch_over(&block, sizeof block.bytes);
    char *const   first = nsd_scratch_take(&scratch, 3, 1);
    char *const   second = nsd_scratch_take(&scratch, 2, sizeof(double));
    NSD_CHECK(first == block.bytes);
    NSD_CHECK(second >= first + 3);
    NSD_CHECK((uintptr_t)second % NSD_SCRATCH_ALIGN == (uintptr_t)block.bytes % NSD_SCRATCH_ALIGN);
    NSD_CHECK(scratch.used == (size_t)(second - block.bytes) + 2 * sizeof(double));
}

NSD_TEST(test_a_full_scratch_gives_null_until_memory_is_released)
{
    aligned_block block;
    nsd_scratch   scratch = scratch_over(&block, 64);
    NSD_CHECK(nsd_scratch_take(&scratch, 8, 8) != NULL);
    NSD_CHECK(scratch.used == 64 && !nsd_scratch_is_full(&scratch));
    NSD_CHECK(nsd_scratch_take(&scratch, 0, 8) != NULL);
    NSD_CHECK(nsd_scratch_take(&scratch, 1, 1) == NULL);
    NSD_CHECK(nsd_scratch_is_full(&scratch));
    NSD_CHECK(nsd_scratch_take(&scratch, 0, 1) == NULL);
    scratch.used = 48;
    NSD_CHECK(!nsd_scratch_is_full(&scratch));
    NSD_CHECK(nsd_scratch_take(&scratch, 1, 16) == block.bytes + 48);
}

NSD_TEST(test_a_counter_counts_what_the_same_takes_use)
{
    aligned_block block;
    nsd_scratch   scratch = scratch_over(&block, sizeof block.bytes);
    nsd_scratch   counter = nsd_scratch_counter();
    const size_t  counts[] = { 3, 0, 1, 17 };
    for (int k = 0; k < 4; k++) {
        NSD_CHECK(nsd_scratch_take(&scratch, counts[k], 3) != NULL);
        NSD_CHECK(nsd_scratch_take(&counter, counts[k], 3) == NULL);
    }
    NSD_CHECK(counter.used == scratch.used && !nsd_scratch_is_full(&counter));
    NSD_CHECK(nsd_scratch_counted(&counter) % NSD_SCRATCH_ALIGN == 0);
    scratch = scratch_over(&block, nsd_scratch_counted(&counter));
    NSD_CHECK(nsd_scratch_part(&scratch, counter.used).base == block.bytes);
    NSD_CHECK(!nsd_scratch_is_full(&scratch));
}

NSD_TEST(test_a_count_beyond_the_range_asks_for_all_memory_there_is)
{
    nsd_scratch counter = nsd_scratch_counter();
    nsd_scratch_doubles(&counter, SIZE_MAX / 16);
    nsd_scratch_doubles(&counter, SIZE_MAX / 8);
    NSD_CHECK(nsd_scratch_counted(&counter) == SIZE_MAX);
    nsd_scratch_ints(&counter, 1);
    NSD_CHECK(nsd_scratch_counted(&counter) == SIZE_MAX);
}

NSD_TEST(test_a_count_that_overflows_gives_null)
{
    aligned_block block;
    nsd_scratch   scratch = scratch_over(&block, sizeof block.bytes);
    NSD_CHECK(nsd_scratch_take(&scratch, SIZE_MAX / 4, 8) == NULL);
    scratch.used = 0;
    NSD_CHECK(nsd_scratch_take(&scratch, SIZE_MAX, 1) == NULL);
}

NSD_TEST(test_restoring_used_releases)
{
    aligned_block block;
    nsd_scratch   scratch = scratch_over(&block, 64);
    const size_t  mark = scratch.used;
    void *const   first = nsd_scratch_take(&scratch, 64, 1);
    scratch.used = mark;
    NSD_CHECK(nsd_scratch_take(&scratch, 64, 1) == first);
}

NSD_TEST_MAIN(test_takes_are_aligned_and_disjoint,
              test_a_full_scratch_gives_null_until_memory_is_released,
              test_a_counter_counts_what_the_same_takes_use,
              test_a_count_beyond_the_range_asks_for_all_memory_there_is,
              test_a_count_that_overflows_gives_null, test_restoring_used_releases)
