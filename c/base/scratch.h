/* scratch.h - bump allocator over memory the caller owns.
 *
 * A kernel names its arrays once, in a function lay_out(x, sizes, scratch) that only takes memory
 * and writes none of it but zeros, and returns nsd_scratch_counted(scratch). The same function
 * counts and takes:
 *     size_t nsd_x_scratch(sizes):  return lay_out(&(nsd_x){ 0 }, sizes, NSD_SCRATCH_COUNTER);
 *     nsd_x_init(x, ...):           lay_out(x, sizes, scratch);
 *                                   NSD_TRY(nsd_scratch_status(scratch));
 * so that the two sizes cannot disagree. A kernel that holds other kernels calls their layouts, or
 * gives them a part. */
#ifndef NSD_SCRATCH_H
#define NSD_SCRATCH_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Bytes: every take begins at a multiple of this number, as memory from malloc does. Below 8, the
 * alignment of double, kernels would read misaligned numbers. Larger: only more memory. */
#define NSD_SCRATCH_ALIGN 16

typedef struct nsd_scratch {
    char  *base; /* NULL: a counter                     */
    size_t size; /* bytes                               */
    size_t used; /* bytes; more than size: a take failed */
} nsd_scratch;

/* A scratch without memory: takes return NULL and are added up. */
#define NSD_SCRATCH_COUNTER (&(nsd_scratch){ NULL, SIZE_MAX, 0 })
nsd_scratch nsd_scratch_counter(void);

/* Bytes that the takes of a counter need together; SIZE_MAX when they exceed the range of size_t */
size_t nsd_scratch_counted(const nsd_scratch *counter);

/* Memory for count items. NULL from a counter, and NULL when the scratch is full, as all later
 * takes. To release memory, restore an earlier value of `used`, also after a failed take. */
void   *nsd_scratch_take(nsd_scratch *scratch, size_t count, size_t item_size);
double *nsd_scratch_doubles(nsd_scratch *scratch, size_t count);
double *nsd_scratch_zeros(nsd_scratch *scratch, size_t count); /* doubles, set to zero */
int    *nsd_scratch_ints(nsd_scratch *scratch, size_t count);

/* Arrays of `count` numbers each: NSD_SCRATCH_EACH(scratch, n, &t->u, &t->v); the same set to zero;
 * and for integers */
#define NSD_SCRATCH_EACH(scratch, count, ...) \
    nsd_scratch_each(scratch, count, (double **const[]){ __VA_ARGS__, NULL })
#define NSD_SCRATCH_ZEROS(scratch, count, ...) \
    nsd_scratch_each_zero(scratch, count, (double **const[]){ __VA_ARGS__, NULL })
#define NSD_SCRATCH_EACH_INT(scratch, count, ...) \
    nsd_scratch_each_int(scratch, count, (int **const[]){ __VA_ARGS__, NULL })
void nsd_scratch_each(nsd_scratch *scratch, size_t count, double **const list[]);
void nsd_scratch_each_zero(nsd_scratch *scratch, size_t count, double **const list[]);
void nsd_scratch_each_int(nsd_scratch *scratch, size_t count, int **const list[]);

/* A struct of `size` bytes, all zero; `blank`, which the caller has, when there is no memory */
void *nsd_scratch_struct(nsd_scratch *scratch, void *blank, size_t size);

/* A scratch over the next bytes, for a kernel that is called later */
nsd_scratch nsd_scratch_part(nsd_scratch *scratch, size_t bytes);

/* 1, and as a status NSD_ERR_WORKSPACE, after a take that found too little memory */
int        nsd_scratch_is_full(const nsd_scratch *scratch);
nsd_status nsd_scratch_status(const nsd_scratch *scratch);
/* Zeros in all that was taken behind the first `from` bytes; the status as above */
nsd_status nsd_scratch_clear(const nsd_scratch *scratch, size_t from);

/* The larger of two sizes: kernels that run one after the other share memory. */
static inline size_t nsd_scratch_larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

#endif
