/* threads.h - the same work for many parts of a problem, on one thread or several
 *
 * Parts are those of the problem, not of the threads: what is computed does not depend on how many
 * threads there are, nor on which of them takes a part. Built without OpenMP all runs on one. */
#ifndef NSD_THREADS_H
#define NSD_THREADS_H

#ifdef _OPENMP
#include <omp.h>
#endif

/* One part of some work. Parts run at once: they write to different places, and allocate nothing. */
typedef void nsd_part_fn(void *work, int part);

/* Calls make(work, 0), ..., make(work, parts - 1), in any order, on up to `threads` threads. */
static inline void nsd_threads_each(int threads, int parts, nsd_part_fn *make, void *work)
{
    if (threads <= 1 || parts <= 1) {
        for (int part = 0; part < parts; part++) {
            make(work, part);
        }
        return;
    }
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
#endif
    for (int part = 0; part < parts; part++) {
        make(work, part);
    }
}

/* The number of threads that this machine runs at once */
static inline int nsd_threads_most(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

/* Items of a list in blocks of this many, the parts of work that is the same for each item. Larger:
 * threads wait for the last block; smaller: time to hand out blocks. */
#define NSD_BLOCK 512

/* Blocks of `count` items */
static inline int nsd_blocks(int count)
{
    return (count + NSD_BLOCK - 1) / NSD_BLOCK;
}

/* Item behind the last one of a block */
static inline int nsd_block_end(int block, int count)
{
    return count - NSD_BLOCK * block > NSD_BLOCK ? NSD_BLOCK * (block + 1) : count;
}

#endif
