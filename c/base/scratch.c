/* scratch.c - bump allocator over memory the caller owns. */
#include "base/scratch.h"

void *nsd_scratch_take(nsd_scratch *scratch, size_t count, size_t item_size)
{
    const size_t align = NSD_SCRATCH_ALIGN;
    const size_t start = (scratch->used + align - 1) / align * align;

    if (start > scratch->size || (item_size && count > (scratch->size - start) / item_size)) {
        return NULL;
    }
    scratch->used = start + count * item_size;
    return scratch->base + start;
}

size_t nsd_scratch_need(size_t count, size_t item_size)
{
    return count * item_size + NSD_SCRATCH_ALIGN;
}
