/* mex_quiet.c - whether a run has anything to warn of. */
#include "family/mex_quiet.h"

#include <math.h>

#include "host/mex_run.h"
#include "model/model.h"

/* The columns H and the numbers b of the gaps H'q + b of a linear system; systems of functions have
 * no matrix H: then there are no columns. */
static nsd_columns linear_gaps(const mxArray *arrays, size_t n, const double **b)
{
    const mxArray *matrix = mxGetField(arrays, 0, "H");
    nsd_columns    H = { 0, 0, NULL, NULL, NULL };
    if (matrix) {
        H = nsd_mex_columns(matrix, "H", n, 0);
        *b = nsd_mex_numbers(arrays, "b", (size_t)H.m, 1);
    }
    return H;
}

int nsd_mex_quiet_start(const mxArray *arrays, const double *q, size_t n)
{
    const double     *b = NULL;
    const nsd_columns H = linear_gaps(arrays, n, &b);
    int               open = 1;
    for (int j = 0; open && j < H.m; j++) {
        open = b[j] + nsd_columns_dot(&H, j, q) > 0.0;
    }
    return open;
}

/* Gaps of a linear system, or of functions: then by its model */
typedef struct gaps {
    nsd_columns      H;
    const double    *b;
    const nsd_model *model; /* NULL: linear */
    int              count;
} gaps;

/* Least and largest values of all gaps over the rows q; 0 where a function fails. The numbers of
 * `range` are pairs, which begin as zeros. */
static int find_range(const gaps *g, const nsd_run_plan *plan, const mxArray *rows, double *range)
{
    const size_t  n = mxGetN(rows), count = mxGetM(rows);
    const double *q = mxGetPr(rows);
    double       *y = mxMalloc(((size_t)g->count + n + 1) * sizeof *y), *at = y + g->count;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < n; k++) {
            at[k] = q[i + k * count];
        }
        if (g->model &&
            g->model->gap(g->model->context, plan->t0 + (double)i * plan->h, at, y) < 0) {
            return 0;
        }
        for (int j = 0; j < g->count; j++) {
            const double gap_j = g->model ? y[j] : g->b[j] + nsd_columns_dot(&g->H, j, at);
            range[2 * j] = gap_j < range[2 * j] ? gap_j : range[2 * j];
            range[2 * j + 1] = gap_j > range[2 * j + 1] ? gap_j : range[2 * j + 1];
        }
    }
    mxFree(y);
    return 1;
}

/* 1 where no gap is passed deeper than the part `deep` of its largest value: a bound, cheap to see,
 * for what nsd_report.m warns of, which compares with the motion */
static int is_shallow(const gaps *g, const nsd_run_plan *plan, const mxArray *rows, double deep)
{
    double *range = mxCalloc(2 * (size_t)g->count + 1, sizeof *range);
    int     shallow = find_range(g, plan, rows, range);
    for (int j = 0; shallow && j < g->count; j++) {
        shallow = -range[2 * j] <= deep * range[2 * j + 1];
    }
    mxFree(range);
    return shallow;
}

/* 1 where the works of a run by 'event' explain its energy but for `most` */
static int is_explained(const mxArray *result, double most)
{
    const mxArray *numerical = mxGetField(mxGetField(result, 0, "works"), 0, "numerical");
    const size_t   count = numerical ? mxGetNumberOfElements(numerical) : 0;
    int            explained = 1;
    for (size_t i = 0; explained && i < count; i++) {
        explained = fabs(mxGetPr(numerical)[i]) <= most;
    }
    return explained;
}

int nsd_mex_quiet_run(const mxArray *const *arguments, const nsd_mex_family *reader,
                      const nsd_run_plan *plan, const mxArray *result)
{
    const mxArray *arrays = arguments[1], *run = arguments[2], *limits = arguments[4];
    const mxArray *compliance = mxGetField(arrays, 0, "compliance");
    const double  *numbers = mxGetPr(mxGetField(result, 0, "numbers"));
    gaps           g = { .count = reader->family.sizes.m };
    if (!nsd_mex_field_is(result, "status", nsd_status_id(NSD_OK)) ||
        !(numbers[NSD_MEX_GAIN] <= nsd_mex_field(run, "gainSlack") * numbers[NSD_MEX_LARGEST]) ||
        numbers[NSD_MEX_SEVERAL] != 0.0 || !compliance || !mxIsEmpty(compliance) ||
        mxGetField(result, 0, "sensitivity")) {
        return 0;
    }
    if (nsd_mex_field(run, "ownSteps") != 0.0) {
        return is_explained(result,
                            nsd_mex_field(limits, "drift") * nsd_mex_field(arguments[3], "AbsTol"));
    }
    if (mxGetField(arrays, 0, "H")) {
        g.H = linear_gaps(arrays, (size_t)reader->family.sizes.n, &g.b);
    } else {
        g.model = reader->family.models.model[0];
    }
    return plan->every == 1 && !plan->times && nsd_mex_field(run, "located") == 0.0 &&
           nsd_mex_field(run, "adaptive") == 0.0 &&
           is_shallow(&g, plan, mxGetField(result, 0, "q"), nsd_mex_field(limits, "deep"));
}
