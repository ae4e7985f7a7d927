/* [r, status, iterations, residual, solver, semidefinite] =
 *     nsd_kernel('friction', name, W, q, mu, r0, options) - for nsd_friction.m
 *
 * W is full or sparse; mu has a column per group, options.Sizes the sizes of the groups. With name
 * 'enum', r has a column per solution. semidefinite is false when W has a negative eigenvalue. */
#include <stdbool.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "solve/friction/friction_system.h"
#include "host/mex_solver.h"

/* Unknowns of a dense W up to which its definiteness is tested; a band of W may be longer. Larger:
 * the test takes more time and memory than the solver. Smaller: fewer users learn that W is
 * indefinite. */
#define MOST_TESTED_UNKNOWNS 3000

/* Multiply-adds of a factorisation from which fronts are looked for. Larger: sparse problems of
 * medium size are solved as bands; smaller: the search takes longer than it saves. */
#define LEAST_PLANNED_WORK 1e7

/* Part of the work of bands that fronts may take. Larger: fronts, whose matrices are smaller, where
 * a band would be faster. */
#define PLANNED_PART 0.5

/* Solutions for which enumerate has room at first. Smaller: more problems are enumerated twice.
 * Larger: memory. */
#define FIRST_SOLUTIONS 64

/* Factor by which the room for solutions grows when there are more. Smaller: problems with many
 * solutions are enumerated more often. Larger: memory. */
#define SOLUTIONS_FACTOR 8

/* The number of nonzero blocks in block column a of a full W; rows, if given, gets their contacts,
 * ascending. */
static int full_rows(const nsd_friction *p, int d, const double *W, int a, int *rows)
{
    const size_t n = (size_t)d * (size_t)p->contacts;
    int          count = 0;
    for (int b = 0; b < p->contacts; b++) {
        int used = a == b;
        for (int k = 0; k < d * d && !used; k++) {
            used = W[(size_t)(b * d + k % d) + (size_t)(a * d + k / d) * n] != 0.0;
        }
        if (used) {
            if (rows) rows[count] = b;
            count++;
        }
    }
    return count;
}

/* As full_rows for a sparse W; mark has an entry for each contact, at first 0. */
static int sparse_rows(const nsd_friction *p, int d, const mxArray *W, int a, int *mark, int *rows)
{
    const mwIndex *start = mxGetJc(W), *row = mxGetIr(W);
    int            count = 0;
    mark[a] = a + 1;
    for (mwIndex k = start[a * d]; k < start[(a + 1) * d]; k++) {
        mark[row[k] / (mwIndex)d] = a + 1;
    }
    for (int b = 0; b < p->contacts; b++) {
        if (mark[b] == a + 1) {
            if (rows) rows[count] = b;
            count++;
        }
    }
    return count;
}

/* block <- the d x d block of W in block row b and block column a */
static void fill_block(const mxArray *W, int d, int b, int a, double *block)
{
    memset(block, 0, (size_t)(d * d) * sizeof *block);
    for (int j = 0; j < d; j++) {
        const size_t column = (size_t)(a * d + j);
        if (!mxIsSparse(W)) {
            memcpy(block + j * d, mxGetPr(W) + (size_t)(b * d) + column * mxGetM(W),
                   (size_t)d * sizeof *block);
            continue;
        }
        const mwIndex *start = mxGetJc(W), *row = mxGetIr(W);
        for (mwIndex k = start[column]; k < start[column + 1]; k++) {
            const int i = (int)row[k] - b * d;
            if (i >= 0 && i < d) {
                block[i + j * d] = mxGetPr(W)[k];
            }
        }
    }
}

/* start <- where each block column begins; row, if given, gets the contacts of the blocks. */
static void list_blocks(const mxArray *W, const nsd_friction *p, int *start, int *row)
{
    const int d = nsd_friction_local_size(&p->layout);
    int      *mark = mxCalloc((size_t)p->contacts + 1, sizeof *mark);
    start[0] = 0;
    for (int a = 0; a < p->contacts; a++) {
        int *rows = row ? row + start[a] : NULL;
        start[a + 1] = start[a] + (mxIsSparse(W) ? sparse_rows(p, d, W, a, mark, rows)
                                                 : full_rows(p, d, mxGetPr(W), a, rows));
    }
    mxFree(mark);
}

/* W as block columns, in memory that the host reclaims */
static void blocks_of_matrix(const mxArray *W, nsd_friction *p)
{
    const int d = nsd_friction_local_size(&p->layout), m = p->contacts;
    int      *start = mxMalloc(((size_t)m + 1) * sizeof *start);
    list_blocks(W, p, start, NULL);
    int *row = mxMalloc(((size_t)start[m] + 1) * sizeof *row);
    list_blocks(W, p, start, row);
    double *blocks = mxMalloc(((size_t)start[m] * (size_t)(d * d) + 1) * sizeof *blocks);
    for (int a = 0; a < m; a++) {
        for (int k = start[a]; k < start[a + 1]; k++) {
            fill_block(W, d, row[k], a, blocks + (size_t)k * (size_t)(d * d));
        }
    }
    p->start = start;
    p->row = row;
    p->blocks = blocks;
}

/* p->position <- an order of the contacts in which W is a band, if there is one */
static void find_order(nsd_friction *p)
{
    int        *position = mxMalloc(((size_t)p->contacts + 1) * sizeof *position);
    nsd_scratch scratch = nsd_mex_scratch(nsd_friction_order_scratch(p));
    p->reach = nsd_friction_order(p, &scratch, position);
    p->position = position;
    mxFree(scratch.base);
}

/* p->plan <- fronts of W, where their factors take clearly less work than those of a band or of a
 * full matrix; needs a pattern with both W(a,b) and W(b,a)                             (FR.27) */
static void find_plan(nsd_friction *p)
{
    const nsd_fronts_graph graph = { p->contacts, p->start, p->row };
    const double           work = nsd_friction_system_work(p);
    if (work < LEAST_PLANNED_WORK || !nsd_fronts_graph_is_symmetric(&graph)) {
        return;
    }
    nsd_fronts_plan *plan = mxCalloc(1, sizeof *plan);
    nsd_scratch      order = nsd_mex_scratch(nsd_fronts_order_scratch(p->contacts));
    nsd_mex_require(nsd_fronts_plan_order(plan, &graph, &order), "friction");
    nsd_scratch borders = nsd_mex_scratch(nsd_fronts_plan_scratch(plan));
    nsd_mex_require(nsd_fronts_plan_fill(plan, &borders), "friction");
    p->plan = plan;
    if (!(nsd_friction_system_work(p) < PLANNED_PART * work)) {
        p->plan = NULL;
    }
}

/* W and q in units in which their largest entries are moderate */
static nsd_mex_units scale_problem(nsd_friction *p, size_t n)
{
    const size_t        d = (size_t)nsd_friction_local_size(&p->layout);
    const size_t        entries = (size_t)p->start[p->contacts] * d * d;
    const nsd_mex_units units = nsd_mex_units_of(p->blocks, entries, p->q, n);
    p->blocks = nsd_mex_scaled(p->blocks, entries, units.matrix);
    p->q = nsd_mex_scaled(p->q, n, units.vector);
    return units;
}

static nsd_friction read_problem(const mxArray *W, const mxArray *q, const mxArray *mu,
                                 const mxArray *sizes)
{
    nsd_friction p = { .contacts = nsd_mex_count(mxGetM(mu), "mu") };
    p.layout.groups = (int)mxGetN(mu);
    if (p.contacts < 1 || mxGetN(mu) < 1 || mxGetN(mu) > NSD_FRICTION_GROUPS) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_friction instead of gateway 'friction'");
    }
    const double *coefficients = nsd_mex_matrix(mu, "mu", mxGetM(mu), mxGetN(mu));
    const double *size = nsd_mex_matrix(sizes, "Sizes", 1, mxGetN(mu));
    for (int g = 0; g < p.layout.groups; g++) {
        NSD_MEX_REFUSE(size[g] != 1.0 && size[g] != 2.0, "Sizes must be 1 or 2");
        p.layout.size[g] = (int)size[g];
        p.mu[g] = coefficients + (size_t)g * mxGetM(mu);
    }
    NSD_MEX_REFUSE(nsd_friction_local_size(&p.layout) > NSD_FRICTION_LOCAL,
                   "a contact has at most %d entries", NSD_FRICTION_LOCAL);
    const size_t n = mxGetM(mu) * (size_t)nsd_friction_local_size(&p.layout);
    p.q = nsd_mex_matrix(q, "q", n, 1);
    NSD_MEX_REFUSE(!mxIsDouble(W) || mxIsComplex(W) || mxGetM(W) != n || mxGetN(W) != n,
                   "W must be a real %d-by-%d double matrix", (int)n, (int)n);
    blocks_of_matrix(W, &p);
    find_order(&p);
    find_plan(&p);
    return p;
}

/* *R <- all solutions, info.residual <- the largest of their residuals */
static nsd_status enumerate(const nsd_friction *p, const nsd_friction_options *options,
                            nsd_mex_solver *solver, mxArray **R)
{
    const int    most = 1 << 2 * NSD_FRICTION_ENUMERATE_MAX;
    const size_t n = 2 * (size_t)p->contacts;
    double      *found = NULL, *u = mxMalloc((n + 1) * sizeof *u);
    int          count = 0;
    nsd_status   status = NSD_ERR_TOO_LARGE;
    for (int room = FIRST_SOLUTIONS; status == NSD_ERR_TOO_LARGE && room <= most;
         room *= SOLUTIONS_FACTOR) {
        mxFree(found);
        found = mxMalloc((n + 1) * (size_t)room * sizeof *found);
        status = nsd_friction_enumerate(p, options, &solver->scratch, room, found, &count);
    }
    *R = nsd_mex_zeros(n, (size_t)count);
    solver->info.residual = count > 0 ? 0.0 : mxGetNaN();
    for (int k = 0; k < count; k++) {
        const double *r = found + (size_t)k * n;
        memcpy(mxGetPr(*R) + (size_t)k * n, r, n * sizeof *r);
        nsd_friction_velocity(p, r, u);
        const double residual = nsd_friction_residual(p, r, u);
        solver->info.residual = residual > solver->info.residual ? residual : solver->info.residual;
    }
    return status;
}

static bool is_semidefinite(const nsd_friction *p)
{
    const size_t most = (size_t)MOST_TESTED_UNKNOWNS * MOST_TESTED_UNKNOWNS;
    if (nsd_friction_system_entries(p, 1) > most) {
        return true;
    }
    nsd_scratch scratch = nsd_mex_scratch(nsd_friction_semidefinite_scratch(p));
    const bool  yes = nsd_friction_semidefinite(p, &scratch) != 0;
    mxFree(scratch.base);
    return yes;
}

static double largest_eigenvalue(const nsd_friction *p, size_t n, const nsd_poll *poll)
{
    double      *work = mxMalloc((2 * n + 1) * sizeof *work);
    const double lambda = nsd_friction_lambda(p, poll, work);
    mxFree(work);
    return lambda;
}

/* 1 when every column of R passes the tolerance */
static int all_pass(const nsd_friction *p, const nsd_friction_options *options, const double *R,
                    size_t n, size_t columns)
{
    double           *u = mxMalloc((n + 1) * sizeof *u);
    nsd_friction_info info;
    int               pass = 1;
    for (size_t k = 0; k < columns; k++) {
        pass &= nsd_friction_finish(p, options, R + k * n, u, &info) == NSD_OK;
    }
    mxFree(u);
    return pass;
}

void nsd_gateway_friction(mxArray *plhs[], const mxArray *prhs[])
{
    char name[16];
    nsd_mex_word(prhs[0], "name", name, sizeof name);
    nsd_friction_solve_fn *solve = nsd_friction_find(name);
    const int              all = strcmp(name, "enum") == 0;
    if (!solve && !all) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "there is no solver called %s", name);
    }
    const nsd_lcp_options      common = nsd_mex_solver_options(prhs[5]);
    const nsd_friction_options options = { common.max_iter, common.tolerance, common.poll };
    nsd_friction p = read_problem(prhs[1], prhs[2], prhs[3], nsd_mex_member(prhs[5], "Sizes"));
    const size_t n = mxGetNumberOfElements(prhs[2]);
    if (all && p.contacts > NSD_FRICTION_ENUMERATE_MAX) {
        nsd_mex_require(NSD_ERR_TOO_LARGE, "friction"); /* before memory is asked for */
    }
    const nsd_mex_units units = scale_problem(&p, n);
    p.lambda = largest_eigenvalue(&p, n, common.poll);
    double *r = nsd_mex_solver_start(prhs[4], "r0", n, &plhs[0]);
    nsd_mex_scale(r, n, units.vector - units.matrix);
    nsd_mex_solver solver = nsd_mex_solver_begin(all ? nsd_friction_enumerate_scratch(p.contacts)
                                                     : nsd_friction_solver_scratch(name, &p));
    solver.info.solver = name;
    nsd_status    status = all ? enumerate(&p, &options, &solver, &plhs[0])
                               : solve(&p, &options, &solver.scratch, r, &solver.info);
    const size_t  columns = mxGetN(plhs[0]);
    const double *again = nsd_mex_unscale(mxGetPr(plhs[0]), n * columns, units);
    if (again && status == NSD_OK && !all_pass(&p, &options, again, n, columns)) {
        status = NSD_STALLED; /* the answer is beyond the range of numbers */
    }
    nsd_mex_solver_end(&solver, status, "friction", plhs + 1);
    plhs[5] = mxCreateLogicalScalar(is_semidefinite(&p));
}
