/* scratch.c - bump allocator over memory the caller owns. */
#include "base/scratch.h"

#include <string.h>

/* Items, and bytes of an item, whose product is within the range of size_t */
#define MOST_PLAIN (SIZE_MAX >> (sizeof(size_t) * 4))

/* Bytes from `used` to the next multiple of the alignment */
static size_t padding(size_t used)
{
    return (NSD_SCRATCH_ALIGN - used % NSD_SCRATCH_ALIGN) % NSD_SCRATCH_ALIGN;
}

nsd_scratch nsd_scratch_counter(void)
{
    return *NSD_SCRATCH_COUNTER;
}

size_t nsd_scratch_counted(const nsd_scratch *counter)
{
    const size_t pad = padding(counter->used);
    return pad > SIZE_MAX - counter->used ? SIZE_MAX : counter->used + pad;
}

void *nsd_scratch_take(nsd_scratch *scratch, size_t count, size_t item_size)
{
    const size_t pad = padding(scratch->used);
    const size_t left = scratch->used <= scratch->size ? scratch->size - scratch->used : 0;
    /* no division where the product cannot overflow: short runs of a sweep take memory often */
    const int plain = count <= MOST_PLAIN && item_size <= MOST_PLAIN;
    const int fits = pad <= left && (plain ? count * item_size <= left - pad
                                           : item_size == 0 || count <= (left - pad) / item_size);

    if (scratch->used > scratch->size || !fits) {
        scratch->used = SIZE_MAX;
        return NULL;
    }
    const size_t start = scratch->used + pad;
    scratch->used = start + count * item_size;
    return scratch->base ? scratch->base + start : NULL;
}

double *nsd_scratch_doubles(nsd_scratch *scratch, size_t count)
{
    return nsd_scratch_take(scratch, count, sizeof(double));
}

double *nsd_scratch_zeros(nsd_scratch *scratch, size_t count)
{
    double *zeros = nsd_scratch_doubles(scratch, count);
    return zeros ? memset(zeros, 0, count * sizeof *zeros) : NULL;
}

void nsd_scratch_each_zero(nsd_scratch *scratch, size_t count, double **const *arrays)
{
    for (; *arrays; arrays++) {
        **arrays = nsd_scratch_zeros(scratch, count);
    }
}

int *nsd_scratch_ints(nsd_scratch *scratch, size_t count)
{
    return nsd_scratch_take(scratch, count, sizeof(int));
}

void nsd_scratch_each(nsd_scratch *scratch, size_t count, double **const list[])
{
    for (; *list; list++) {
        **list = nsd_scratch_doubles(scratch, count);
    }
}

void nsd_scratch_each_int(nsd_scratch *scratch, size_t count, int **const list[])
{
    for (; *list; list++) {
        **list = nsd_scratch_ints(scratch, count);
    }
}

void *nsd_scratch_struct(nsd_scratch *scratch, void *blank, size_t size)
{
    void *taken = nsd_scratch_take(scratch, 1, size);
    return memset(taken ? taken : blank, 0, size);
}

nsd_scratch nsd_scratch_part(nsd_scratch *scratch, size_t bytes)
{
    const nsd_scratch part = { nsd_scratch_take(scratch, bytes, 1), bytes, 0 };
    return part;
}

int nsd_scratch_is_full(const nsd_scratch *scratch)
{
    return scratch->used > scratch->size;
}

nsd_status nsd_scratch_status(const nsd_scratch *scratch)
{
    return nsd_scratch_is_full(scratch) ? NSD_ERR_WORKSPACE : NSD_OK;
}

nsd_status nsd_scratch_clear(const nsd_scratch *scratch, size_t from)
{
    NSD_TRY(nsd_scratch_status(scratch));
    memset(scratch->base + from, 0, scratch->used - from);
    return NSD_OK;
}
