/* [z, status, iterations, residual, solver] = nsd_kernel('lcp', name, M, q, z0, options)
 * - for nsd_lcp.m. With name 'enum', z has a column per solution. */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "host/mex_solver.h"
#include "solve/lcp/lcp.h"

/* Factor by which the room for solutions grows, whose first value is the square of this factor.
 * Smaller: more problems are enumerated twice. Larger: memory. */
#define SOLUTIONS_FACTOR 16

/* *answer <- all solutions, info.residual <- the largest of their residuals, NaN without any */
static nsd_status enumerate(const nsd_lcp *lcp, const nsd_lcp_options *options,
                            nsd_mex_solver *solver, mxArray **answer)
{
    const size_t n = (size_t)lcp->n;
    double      *Z = NULL, *w = mxMalloc((n + 1) * sizeof *w);
    int          found = 0, capacity = SOLUTIONS_FACTOR;
    nsd_status   status = NSD_ERR_TOO_LARGE;
    while (status == NSD_ERR_TOO_LARGE && capacity <= 1 << NSD_LCP_ENUMERATE_MAX) {
        capacity *= SOLUTIONS_FACTOR; /* few problems have more than 256 solutions */
        mxFree(Z);
        Z = mxMalloc((n + 1) * (size_t)capacity * sizeof *Z);
        status = nsd_lcp_enumerate(lcp, options, &solver->scratch, capacity, Z, &found);
    }
    *answer = nsd_mex_zeros(n, (size_t)found);
    solver->info.residual = found > 0 ? 0.0 : mxGetNaN();
    for (int k = 0; k < found; k++) {
        const double *z = Z + (size_t)k * n;
        nsd_lcp_slack(lcp, z, w);
        const double residual = nsd_lcp_residual(lcp, z, w);
        solver->info.residual = residual > solver->info.residual ? residual : solver->info.residual;
    }
    if (n > 0 && found > 0) {
        memcpy(mxGetPr(*answer), Z, n * (size_t)found * sizeof *Z);
    }
    return status;
}

/* 1 when every column of Z passes the tolerance; residual <- the largest of their residuals */
static int all_pass(const nsd_lcp *lcp, const nsd_lcp_options *options, const double *Z,
                    size_t columns, double *residual)
{
    double *w = mxMalloc(((size_t)lcp->n + 1) * sizeof *w), largest = 0.0;
    int     pass = 1;
    for (size_t k = 0; k < columns; k++) {
        const double *z = Z + k * (size_t)lcp->n;
        nsd_lcp_slack(lcp, z, w);
        const double of_column = nsd_lcp_residual(lcp, z, w);
        largest = of_column < largest ? largest : of_column;
        pass &= nsd_lcp_residual_passes(lcp, z, w, options);
    }
    mxFree(w);
    *residual = columns > 0 ? largest : *residual;
    return pass;
}

/* The problem with rows and columns multiplied by powers of two                       (LCP.13) */
static nsd_lcp balanced(const nsd_lcp *lcp, const int *exponents)
{
    const size_t n = (size_t)lcp->n;
    const int   *row = exponents, *column = exponents + n;
    double      *M = mxMalloc((n * n + 1) * sizeof *M), *q = mxMalloc((n + 1) * sizeof *q);
    nsd_lcp      other = *lcp;

    for (size_t i = 0; i < n; i++) {
        q[i] = ldexp(lcp->q[i], row[i]);
        for (size_t j = 0; j < n; j++) {
            M[i + j * n] = ldexp(lcp->M[i + j * n], row[i] + column[j]);
        }
    }
    other.M = M;
    other.q = q;
    return other;
}

/* Solves the problem, balanced where its units differ much. *answer holds the guess, then z. */
static nsd_status solve_balanced(const nsd_lcp *lcp, const nsd_lcp_options *options,
                                 nsd_lcp_solve_fn *solve, nsd_mex_solver *solver, mxArray **answer)
{
    const size_t n = (size_t)lcp->n;
    int         *exponents = mxMalloc((2 * n + 1) * sizeof *exponents), *column = exponents + n;
    double      *work = mxMalloc((2 * n + 1) * sizeof *work);
    const int    differ = nsd_lcp_balance(lcp, exponents, work);
    nsd_lcp      problem = differ ? balanced(lcp, exponents) : *lcp;
    double      *z = mxGetPr(*answer);

    for (size_t j = 0; j < n && differ; j++) {
        z[j] = ldexp(z[j], -column[j]);
    }
    nsd_status status = solve ? solve(&problem, options, &solver->scratch, z, &solver->info)
                              : enumerate(&problem, options, solver, answer);
    z = mxGetPr(*answer);
    for (size_t k = 0; differ && k < n * mxGetN(*answer); k++) {
        z[k] = ldexp(z[k], column[k % n]);
    }
    if (differ && status >= NSD_OK &&
        !all_pass(lcp, options, z, mxGetN(*answer), &solver->info.residual)) {
        status = status == NSD_OK ? NSD_STALLED : status;
    }
    return status;
}

void nsd_gateway_lcp(mxArray *plhs[], const mxArray *prhs[])
{
    char name[16];
    nsd_mex_word(prhs[0], "name", name, sizeof name);
    nsd_lcp_solve_fn *solve = nsd_lcp_find(name);
    const int         all = strcmp(name, "enum") == 0;
    if (!solve && !all) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "there is no solver called %s", name);
    }
    const size_t n = mxGetNumberOfElements(prhs[2]);
    nsd_lcp      lcp = { nsd_mex_count(n, "q"), (int)n, 0, 0, NULL, NULL };
    lcp.M = nsd_mex_matrix(prhs[1], "M", n, n);
    lcp.q = nsd_mex_matrix(prhs[2], "q", n, 1);
    if (all && n > NSD_LCP_ENUMERATE_MAX) {
        nsd_mex_require(NSD_ERR_TOO_LARGE, "lcp"); /* before memory is asked for */
    }
    if (!nsd_dense_all_finite(n * n, lcp.M) || !nsd_dense_all_finite(n, lcp.q)) {
        mexErrMsgIdAndTxt("nsd:lcp:notFinite", "M and q must not contain NaN or Inf");
    }
    nsd_lcp_detect(&lcp);
    const nsd_mex_units units = nsd_mex_units_of(lcp.M, n * n, lcp.q, n);
    lcp.M = nsd_mex_scaled(lcp.M, n * n, units.matrix);
    lcp.q = nsd_mex_scaled(lcp.q, n, units.vector);
    const nsd_lcp_options options = nsd_mex_solver_options(prhs[4]);
    double               *z = nsd_mex_solver_start(prhs[3], "z0", n, &plhs[0]);
    nsd_mex_scale(z, n, units.vector - units.matrix);
    nsd_mex_solver solver = nsd_mex_solver_begin(all ? nsd_lcp_enumerate_scratch(lcp.n)
                                                     : nsd_lcp_scratch(lcp.n));
    solver.info.solver = name;
    nsd_status    status = solve_balanced(&lcp, &options, solve, &solver, &plhs[0]);
    const size_t  columns = mxGetN(plhs[0]);
    const double *again = nsd_mex_unscale(mxGetPr(plhs[0]), n * columns, units);
    if (again && status == NSD_OK && !all_pass(&lcp, &options, again, columns, &(double){ 0.0 })) {
        status = NSD_STALLED; /* the answer is beyond the range of numbers */
    }
    nsd_mex_solver_end(&solver, status, "lcp", plhs + 1);
}
