/* [x, status, iterations, residual, solver] = nsd_kernel('bounded', A, b, side, x0, options)
 * - for nsd_lcp.m and nsd_mlcp.m with sparse matrices. A is symmetric with a positive diagonal,
 * side(i) 1 where x(i) >= 0 and 0 where it is free. Where no way leads to an answer, the status is
 * 'stalled', and the caller may try others. */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "host/mex_solver.h"
#include "solve/bounded/bounded_multigrid.h"

/* Unknowns from which coarser levels are tried before factors. Larger: problems from nothing take
 * one factor for each layer of nodes that a set grows. Smaller: the few factors of a small problem
 * are faster than its levels. */
#define MULTIGRID_UNKNOWNS 500

typedef struct problem {
    nsd_columns  A;
    double      *b;
    signed char *side;
} problem;

static problem read_problem(const mxArray *prhs[])
{
    const size_t  n = mxGetNumberOfElements(prhs[1]);
    problem       p = { nsd_mex_columns(prhs[0], "A", n, n), NULL, NULL };
    const double *side = nsd_mex_integers(prhs[2], "side", n, 1, 0, 1);
    const double *b = nsd_mex_finite(prhs[1], "b", n, 1);
    ptrdiff_t    *cursor = mxMalloc((n + 1) * sizeof *cursor);

    NSD_MEX_REFUSE(!nsd_bounded_fits(&p.A, cursor),
                   "A must be symmetric and finite with a positive diagonal");
    mxFree(cursor);
    p.side = mxMalloc(n + 1);
    p.b = mxMalloc((n + 1) * sizeof *p.b);
    for (size_t i = 0; i < n; i++) {
        p.side[i] = side[i] != 0.0;
        p.b[i] = b[i];
    }
    return p;
}

/* Active sets with sparse factors, in memory of their own */
static nsd_status solve_by_factors(nsd_bounded *bounded, const nsd_bounded_options *options,
                                   double *x, nsd_solver_info *info)
{
    nsd_scratch room = nsd_mex_scratch(
        nsd_ldl_plan_scratch(bounded->A->n, bounded->A->start[bounded->A->n]));
    nsd_ldl_plan plan;
    NSD_TRY(nsd_ldl_plan_init(&plan, bounded->A, &room));
    nsd_scratch factors = nsd_mex_scratch(nsd_bounded_plan_scratch(&plan));
    NSD_TRY(nsd_bounded_plan(bounded, &plan, &factors));
    const nsd_status status = nsd_bounded_solve(bounded, options, x, info);
    mxFree(factors.base);
    mxFree(room.base);
    return status;
}

static nsd_status solve(nsd_bounded *bounded, const nsd_bounded_options *options, double *x,
                        nsd_solver_info *info)
{
    const int  n = bounded->A->n;
    nsd_status status = NSD_STALLED;
    int        cycles = 0;

    if (n >= MULTIGRID_UNKNOWNS && nsd_bounded_multigrid_fits(bounded->A, bounded->side)) {
        nsd_scratch levels = nsd_mex_scratch(
            nsd_bounded_multigrid_scratch(n, bounded->A->start[n]));
        status = nsd_bounded_multigrid(bounded, options, &levels, x, info);
        mxFree(levels.base);
        cycles = info->iterations;
    }
    if (status == NSD_STALLED) {
        status = solve_by_factors(bounded, options, x, info);
        info->iterations += cycles;
    }
    if (status == NSD_ERR_NOT_DEFINITE) { /* a matrix that is not definite: no answer from here */
        memset(x, 0, (size_t)n * sizeof *x);
        nsd_bounded_check(bounded, options, x, info);
        status = NSD_STALLED;
    }
    return status;
}

void nsd_gateway_bounded(mxArray *plhs[], const mxArray *prhs[])
{
    problem               p = read_problem(prhs);
    const size_t          n = (size_t)p.A.n, entries = (size_t)p.A.start[n];
    const nsd_lcp_options all = nsd_mex_solver_options(prhs[4]);
    const nsd_mex_units   units = nsd_mex_units_of(p.A.values, entries, p.b, n);
    double               *x = nsd_mex_solver_start(prhs[3], "x0", n, &plhs[0]);
    nsd_bounded_options   options = { all.max_iter, all.tolerance, all.poll, all.rounding };
    nsd_mex_solver        solver = nsd_mex_solver_begin(nsd_bounded_scratch(p.A.n));
    nsd_bounded           bounded;

    p.A.values = nsd_mex_scaled(p.A.values, entries, units.matrix);
    nsd_mex_scale(p.b, n, units.vector);
    nsd_mex_scale(x, n, units.vector - units.matrix);
    nsd_mex_require(nsd_bounded_init(&bounded, &p.A, &solver.scratch), "lcp");
    bounded.b = p.b;
    bounded.side = p.side;
    for (size_t i = 0; i < n; i++) {
        bounded.moves[i] = x[i] > 0.0;
    }
    nsd_status    status = solve(&bounded, &options, x, &solver.info);
    const double *again = nsd_mex_unscale(x, n, units);
    if (again && status == NSD_OK) { /* NSD_STALLED: the answer is beyond the range of numbers */
        status = nsd_bounded_check(&bounded, &options, again, &solver.info);
    }
    nsd_mex_solver_end(&solver, status, "lcp", plhs + 1);
}
