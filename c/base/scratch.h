/* scratch.h - bump allocator over memory the caller owns.
 *
 * A kernel that needs temporaries has a function nsd_<kernel>_scratch(...) that returns the bytes
 * of its temporaries; kernels that call kernels add the bytes up. */
#ifndef NSD_SCRATCH_H
#define NSD_SCRATCH_H

#include <stddef.h>

/* Bytes: every take begins at a multiple of this number, as memory from malloc does. Below 8, the
 * alignment of double, kernels would read misaligned numbers. Larger: only more memory. */
#define NSD_SCRATCH_ALIGN 16

typedef struct nsd_scratch {
    char  *base;
    size_t size, used; /* bytes */
} nsd_scratch;

/* Memory for count items, or NULL when the scratch is full. To release it, restore an earlier value
 * of `used`. */
void *nsd_scratch_take(nsd_scratch *scratch, size_t count, size_t item_size);

/* Bytes that one nsd_scratch_take of count items uses at most, alignment included */
size_t nsd_scratch_need(size_t count, size_t item_size);

/* The larger of two sizes: kernels that run one after the other share memory. */
static inline size_t nsd_scratch_larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

#endif
