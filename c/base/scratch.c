/* scratch.c - bump allocator over memory the caller owns. */
#include "base/scratch.h"

#include <string.h>

#include "base/inline.h"

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

/* nsd_scratch_take, in line: a short step takes many arrays */
NSD_INLINE void *take(nsd_scratch *scratch, size_t count, size_t item_size)
{
    const size_t used = scratch->used, pad = padding(used);
    const size_t left = used <= scratch->size ? scratch->size - used : 0;
    /* no division where the product cannot overflow: short runs of a sweep take memory often */
    const int plain = (count | item_size) <= MOST_PLAIN;
    const int fits = pad <= left && (plain ? count * item_size <= left - pad
                                           : item_size == 0 || count <= (left - pad) / item_size);

    if (used > scratch->size || !fits) {
        scratch->used = SIZE_MAX;
        return NULL;
    }
    scratch->used = used + pad + count * item_size;
    return scratch->base ? scratch->base + used + pad : NULL;
}

void *nsd_scratch_take(nsd_scratch *scratch, size_t count, size_t item_size)
{
    return take(scratch, count, item_size);
}

double *nsd_scratch_doubles(nsd_scratch *scratch, size_t count)
{
    return take(scratch, count, sizeof(double));
}

double *nsd_scratch_zeros(nsd_scratch *scratch, size_t count)
{
    double *zeros = take(scratch, count, sizeof *zeros);
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
    return take(scratch, count, sizeof(int));
}

void nsd_scratch_each(nsd_scratch *scratch, size_t count, double **const list[])
{
    for (; *list; list++) {
        **list = take(scratch, count, sizeof(double));
    }
}

void nsd_scratch_each_int(nsd_scratch *scratch, size_t count, int **const list[])
{
    for (; *list; list++) {
        **list = take(scratch, count, sizeof(int));
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
