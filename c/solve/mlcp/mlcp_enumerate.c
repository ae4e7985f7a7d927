/* mlcp_enumerate.c - the supports of a small mixed problem until one has a solution   (MLCP.6)
 *
 * Rows are scaled to entries of order one, then the columns of z. Free unknowns keep their units,
 * so that the shortest x is the shortest of the problem as given. */
#include <math.h>
#include <string.h>

#include "solve/lcp/lcp_parts.h"
#include "solve/mlcp/mlcp_parts.h"

typedef struct enumeration {
    nsd_lcp_supports       supports;
    const nsd_mlcp_blocks *b;
    const nsd_lcp_options *options;  /* on the residual                           */
    double                *v;        /* the candidate in the order of the columns */
    double                *work;     /* rows: work of the residual                */
    double                 residual; /* of the candidate                          */
} enumeration;

static size_t lay_out(enumeration *t, int p, int f, int m, nsd_scratch *scratch)
{
    t->work = nsd_scratch_doubles(scratch, (size_t)(p + m));
    nsd_lcp_supports_init(&t->supports, p, f, m, scratch);
    return nsd_scratch_counted(scratch);
}

size_t nsd_mlcp_enumerate_scratch(int p, int f, int m)
{
    return lay_out(&(enumeration){ 0 }, p, f, m, NSD_SCRATCH_COUNTER);
}

static int passes(void *context, const double *candidate)
{
    enumeration           *t = context;
    const nsd_mlcp_blocks *b = t->b;
    int                    accepted = 0;

    for (int j = 0; j < b->f + b->m; j++) {
        t->v[j < b->f ? b->free_col[j] : b->col[j - b->f]] = candidate[j];
    }
    t->residual = nsd_mlcp_residual(b->mlcp, t->v, t->options, t->work, &accepted);
    return accepted;
}

static void scale_problem(nsd_lcp_supports *supports, const nsd_mlcp_blocks *b)
{
    const int rows = b->p + b->m;

    for (int i = 0; i < rows; i++) {
        const int row = i < b->p ? b->equality[i] : b->row[i - b->p];
        for (int j = 0; j < b->f + b->m; j++) {
            const int col = j < b->f ? b->free_col[j] : b->col[j - b->f];
            supports->A[i + j * rows] = b->scale[row] * nsd_mlcp_entry(b->mlcp, row, col);
        }
        supports->b[i] = b->scale[row] * b->mlcp->q[row];
    }
    for (int j = 0; j < b->f + b->m; j++) {
        double      *column = supports->A + (size_t)j * (size_t)rows;
        const double size = j < b->f ? 1.0 : nsd_dense_max_abs(rows, column);
        supports->unit[j] = size > 0.0 ? 1.0 / size : 1.0;
        nsd_dense_scale(rows, supports->unit[j], column, column);
    }
    nsd_lcp_supports_begin(supports);
}

nsd_status nsd_mlcp_enumerate(const nsd_mlcp_blocks *blocks, const nsd_lcp_options *options,
                              nsd_scratch *scratch, double *v, nsd_lcp_info *info)
{
    nsd_scratch space = *scratch;
    enumeration t = { .b = blocks, .options = options };

    t.v = v;
    info->solver = "enum";
    lay_out(&t, blocks->p, blocks->f, blocks->m, &space);
    NSD_TRY(nsd_scratch_status(&space));
    t.supports.passes = passes;
    t.supports.context = &t;
    t.supports.poll = options->poll;
    scale_problem(&t.supports, blocks);
    const nsd_status status = nsd_lcp_supports_next(&t.supports);
    info->iterations = (int)t.supports.tried;
    info->residual = t.residual;
    return status;
}
