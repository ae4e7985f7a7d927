/* mex_quiet.c - whether a run has anything to warn of. */
#include "family/mex_quiet.h"

#include <math.h>

#include "host/mex_run.h"
#include "model/model.h"

/* Gaps H'q + b of a linear system, or of functions: then by its model */
typedef struct gaps {
    nsd_columns      H;
    const double    *b;
    const nsd_model *model; /* NULL: linear */
    int              count;
} gaps;

static gaps gaps_of(const mxArray *arrays, const nsd_family *family, const nsd_trajectory *run)
{
    const mxArray *matrix = mxGetField(arrays, 0, "H");
    gaps           g = { .count = family->sizes.m };
    if (matrix) {
        g.H = nsd_mex_columns(matrix, "H", (size_t)family->sizes.n, (size_t)g.count);
        g.b = nsd_mex_numbers(arrays, "b", (size_t)g.count, 1);
    } else {
        g.model = nsd_family_find_model(family, run);
    }
    return g;
}

/* y <- all gaps; 0 where a function fails */
static int find_gaps(const gaps *g, double t, const double *q, double *y)
{
    for (int j = 0; g->b && j < g->count; j++) {
        y[j] = g->b[j] + nsd_columns_dot(&g->H, j, q);
    }
    return !g->model || g->count == 0 || g->model->gap(g->model->context, t, q, y) >= 0;
}

int nsd_mex_quiet_start(const mxArray *arrays, const nsd_family *family, const nsd_trajectory *run)
{
    const gaps g = gaps_of(arrays, family, run);
    double    *y = mxMalloc(((size_t)g.count + 1) * sizeof *y);
    int        open = find_gaps(&g, run->plan.t0, run->state.q, y);
    for (int j = 0; open && j < g.count; j++) {
        open = y[j] > 0.0;
    }
    mxFree(y);
    return open;
}

/* Widens the pair range[0] <= range[1] by y. */
static void widen(double *range, double y)
{
    range[0] = y < range[0] ? y : range[0];
    range[1] = y > range[1] ? y : range[1];
}

/* Least and largest values of all gaps of a linear system over the rows q, contact by contact */
static void find_linear_range(const gaps *g, const mxArray *rows, double *range)
{
    const size_t  count = mxGetM(rows);
    const double *q = mxGetPr(rows);
    for (int j = 0; j < g->count; j++) {
        for (size_t i = 0; i < count; i++) {
            double y = g->b[j];
            for (ptrdiff_t k = g->H.start[j]; k < g->H.start[j + 1]; k++) {
                y += g->H.values[k] * q[i + (size_t)g->H.row[k] * count];
            }
            widen(range + 2 * j, y);
        }
    }
}

/* Least and largest values of all gaps over the rows q; 0 where a function fails. The numbers of
 * `range` are pairs, which begin as zeros. */
static int find_range(const gaps *g, const nsd_run_plan *plan, const mxArray *rows, double *range)
{
    const size_t  n = mxGetN(rows), count = mxGetM(rows);
    const double *q = mxGetPr(rows);
    if (g->b) {
        find_linear_range(g, rows, range);
        return 1;
    }
    double *y = mxMalloc(((size_t)g->count + n + 1) * sizeof *y), *at = y + g->count;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < n; k++) {
            at[k] = q[i + k * count];
        }
        if (!find_gaps(g, plan->t0 + (double)i * plan->h, at, y)) {
            return 0;
        }
        for (int j = 0; j < g->count; j++) {
            widen(range + 2 * j, y[j]);
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

/* 1 where no step gained energy; or where the steps of a linear system, whose scheme knows the work
 * of each, gained in all less than is worth a warning */
static int gains_little(const double *numbers, const mxArray *asked, const mxArray *limits,
                        int linear)
{
    const double largest = numbers[NSD_MEX_LARGEST];
    const int    by_scheme = linear && nsd_mex_field(asked, "ownSteps") == 0.0;
    return numbers[NSD_MEX_GAIN] <= nsd_mex_field(asked, "gainSlack") * largest ||
           (by_scheme && numbers[NSD_MEX_RISE] <= nsd_mex_field(limits, "gain") * largest);
}

int nsd_mex_quiet_run(const mxArray *const *arguments, const nsd_family *family,
                      const nsd_trajectory *run, const mxArray *result)
{
    const mxArray      *arrays = arguments[1], *asked = arguments[2], *limits = arguments[4];
    const nsd_run_plan *plan = &run->plan;
    const mxArray      *compliance = mxGetField(arrays, 0, "compliance");
    const double       *numbers = mxGetPr(mxGetField(result, 0, "numbers"));
    const gaps          g = gaps_of(arrays, family, run);
    if (!nsd_mex_field_is(result, "status", nsd_status_id(NSD_OK)) ||
        !gains_little(numbers, asked, limits, g.model == NULL) || numbers[NSD_MEX_SEVERAL] != 0.0 ||
        !compliance || !mxIsEmpty(compliance) || mxGetField(result, 0, "sensitivity")) {
        return 0;
    }
    if (nsd_mex_field(asked, "ownSteps") != 0.0) {
        return is_explained(result,
                            nsd_mex_field(limits, "drift") * nsd_mex_field(arguments[3], "AbsTol"));
    }
    return plan->every == 1 && !plan->times && nsd_mex_field(asked, "located") == 0.0 &&
           nsd_mex_field(asked, "adaptive") == 0.0 &&
           is_shallow(&g, plan, mxGetField(result, 0, "q"), nsd_mex_field(limits, "deep"));
}
