/* scratch.h - bump allocator over memory the caller owns.
 *
 * A kernel that needs temporaries has a nsd_<kernel>_scratch(...) that returns the bytes it
 * takes; composites add them up. NSD_SCRATCH_ALIGN bytes per take cover the alignment. */
#ifndef NSD_SCRATCH_H
#define NSD_SCRATCH_H

#include <stddef.h>

#define NSD_SCRATCH_ALIGN 16

typedef struct nsd_scratch {
    char  *base;
    size_t size, used;
} nsd_scratch;

/* Room for count items, or NULL when full. Release by restoring an earlier `used`. */
void *nsd_scratch_take(nsd_scratch *scratch, size_t count, size_t item_size);

/* Bytes that one take of count items may use. */
size_t nsd_scratch_need(size_t count, size_t item_size);

#endif
