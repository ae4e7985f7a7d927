/* contact_varying.c - Delassus matrix of the moment, then LCP or MLCP. */
#include "contact/contact_varying.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"

#define RANK_TOLERANCE 1e-12 /* redundant joints: relative to the largest direction of W_JJ */
#define HELD_TOLERANCE 1e-12 /* contacts held by joints: S(a,a) against W(a,a) */
#define NO_NORMAL      1e-12 /* a gap that changes less does not depend on q */
#define NOTHING        (DBL_MIN / DBL_EPSILON) /* smaller numbers have lost digits */

static size_t fit_size(size_t p)
{
    return p * p + (size_t)nsd_least_squares_work((int)p, (int)p);
}

size_t nsd_local_scratch(int n, int contacts, int joints)
{
    const size_t m = (size_t)contacts, p = (size_t)joints, c = m + p;
    return nsd_scratch_need((size_t)n * c, sizeof(double)) +
           nsd_scratch_need(c * c, sizeof(double)) + 2 * nsd_scratch_need(c, sizeof(double)) +
           nsd_scratch_need(m * m, sizeof(double)) + nsd_scratch_need(p * p, sizeof(double)) +
           nsd_scratch_need(fit_size(p), sizeof(double)) + nsd_scratch_need(p, sizeof(nsd_int)) +
           nsd_scratch_need(nsd_lcp_scratch(contacts), 1);
}

nsd_status nsd_local_init(nsd_local *local, int n, int contacts, int joints,
                          const nsd_lcp_options *options, nsd_scratch *scratch)
{
    const size_t m = (size_t)contacts, p = (size_t)joints, c = m + p;

    memset(local, 0, sizeof *local);
    local->n = n;
    local->capacity = (int)c;
    local->options = *options;
    local->X = nsd_scratch_take(scratch, (size_t)n * c, sizeof(double));
    local->W = nsd_scratch_take(scratch, c * c, sizeof(double));
    local->z = nsd_scratch_take(scratch, c, sizeof(double));
    local->r = nsd_scratch_take(scratch, c, sizeof(double));
    local->S = nsd_scratch_take(scratch, m * m, sizeof(double));
    local->inverse = nsd_scratch_take(scratch, p * p, sizeof(double));
    local->fit = nsd_scratch_take(scratch, fit_size(p), sizeof(double));
    local->pivot = nsd_scratch_take(scratch, p, sizeof(nsd_int));
    local->scratch.size = nsd_lcp_scratch(contacts);
    local->scratch.base = nsd_scratch_take(scratch, local->scratch.size, 1);
    if (!local->X || !local->W || !local->z || !local->r || !local->S || !local->inverse ||
        !local->fit || !local->pivot || !local->scratch.base) {
        return NSD_ERR_WORKSPACE;
    }
    memset(local->z, 0, c * sizeof(double));
    return NSD_OK;
}

static void fill(nsd_local *local, const nsd_local_problem *problem)
{
    const int    n = local->n, size = problem->count + problem->p;
    const size_t bytes = (size_t)n * (size_t)size * sizeof(double);

    memcpy(local->X, problem->G, bytes);
    for (int j = 0; j < size; j++) {
        problem->solve(problem->context, local->X + (size_t)j * (size_t)n);
    }
    if (size == 1) {
        local->W[0] = nsd_dot(n, problem->G, local->X);
    } else {
        nsd_gemm(NSD_TRANSPOSED, size, size, n, 1.0, problem->G, n, local->X, n, 0.0, local->W,
                 size);
    }
}

static nsd_status solve_one(nsd_local *local, double W, double u)
{
    local->z[0] = u < 0.0 ? -u / W : 0.0;
    local->info.iterations = 0;
    local->info.residual = 0.0;
    return isfinite(local->z[0]) && !(local->z[0] < 0.0) ? NSD_OK : NSD_RAY;
}

/* count directions of contacts with friction                                            (FC.4) */
static nsd_status solve_friction(nsd_local *local, int count, const double *W, const double *u)
{
    nsd_coulomb *f = local->friction;
    const size_t size = (size_t)count;
    const long   before = f->iterations;

    memcpy(f->W, W, size * size * sizeof(double));
    memcpy(f->q, u, size * sizeof(double));
    memcpy(f->r, local->z, size * sizeof(double));
    const nsd_status status = nsd_coulomb_solve(f, count / f->block);
    memcpy(local->z, f->r, size * sizeof(double));
    local->iterations += f->iterations - before;
    local->worst = fmax(local->worst, f->worst);
    return status;
}

static nsd_status solve_contacts(nsd_local *local, int count, const double *W, const double *u)
{
    if (count == 0) {
        return NSD_OK;
    }
    if (local->friction) {
        return solve_friction(local, count, W, u);
    }
    if (count == 1) {
        return solve_one(local, W[0], u[0]);
    }
    const nsd_lcp    lcp = { count, count, count - 1, 0, W, u };
    const size_t     mark = local->scratch.used;
    const nsd_status status = nsd_lcp_auto(&lcp, &local->options, &local->scratch, local->z,
                                           &local->info);
    local->scratch.used = mark;
    local->iterations += local->info.iterations;
    local->worst = fmax(local->worst, local->info.residual);
    return status;
}

/* A contact along the joints cannot move: what is left of S(a,a) and r(a) is rounding that no
 * impulse must answer. The rows and columns of such contacts become W(a,a) z = 0. */
static void leave_out_held(nsd_local *local, int count, int size)
{
    for (int a = 0; a < count; a++) {
        const double W = local->W[a + (size_t)a * (size_t)size];
        if (fabs(local->S[a + (size_t)a * (size_t)count]) <= HELD_TOLERANCE * fabs(W)) {
            for (int i = 0; i < count; i++) {
                local->S[i + (size_t)a * (size_t)count] = 0.0;
                local->S[a + (size_t)i * (size_t)count] = 0.0;
            }
            if (!local->friction) { /* which takes it from here: it may slide */
                local->S[a + (size_t)a * (size_t)count] = W > 0.0 ? W : 1.0;
                local->r[a] = 0.0;
            }
        }
    }
}

/* S = W_HH - W_HJ W_JJ^+ W_JH and r = u - W_HJ W_JJ^+ uJ                               (MJ.7) */
static nsd_status eliminate(nsd_local *local, int count, int p, const double *u)
{
    const int     size = count + p;
    const double *W = local->W, *W_HJ = W + (size_t)count * (size_t)size;
    double       *response = local->fit; /* p numbers, once the inverse is made */

    for (int j = 0; j < p; j++) {
        memcpy(local->fit + (size_t)j * (size_t)p, W_HJ + count + (size_t)j * (size_t)size,
               (size_t)p * sizeof(double));
    }
    const nsd_status status = nsd_pseudo_inverse(p, local->fit, RANK_TOLERANCE, local->pivot,
                                                 local->fit + (size_t)p * (size_t)p,
                                                 local->inverse);
    memcpy(local->r, u, (size_t)count * sizeof(double));
    nsd_gemv(NSD_PLAIN, p, p, 1.0, local->inverse, p, u + count, 0.0, response);
    if (count > 0) {
        nsd_gemv(NSD_PLAIN, count, p, -1.0, W_HJ, size, response, 1.0, local->r);
    }
    for (int j = 0; j < count; j++) {
        double *column = local->S + (size_t)j * (size_t)count;
        memcpy(column, W + (size_t)j * (size_t)size, (size_t)count * sizeof(double));
        nsd_gemv(NSD_PLAIN, p, p, 1.0, local->inverse, p, W + count + (size_t)j * (size_t)size, 0.0,
                 response);
        nsd_gemv(NSD_PLAIN, count, p, -1.0, W_HJ, size, response, 1.0, column);
    }
    leave_out_held(local, count, size);
    return status;
}

/* mu = -W_JJ^+ (uJ + W_JH P); NSD_RAY when the joints contradict each other */
static nsd_status recover_joints(nsd_local *local, int count, int p, const double *u)
{
    const int size = count + p;
    double   *mu = local->z + count, *miss = local->r;
    double    scale = 0.0;

    memcpy(miss, u + count, (size_t)p * sizeof(double));
    if (count > 0) {
        nsd_gemv(NSD_PLAIN, p, count, 1.0, local->W + count, size, local->z, 1.0, miss);
    }
    scale = nsd_max_abs(p, miss);
    nsd_gemv(NSD_PLAIN, p, p, -1.0, local->inverse, p, miss, 0.0, mu);
    nsd_gemv(NSD_PLAIN, p, p, 1.0, local->W + (size_t)count * (size_t)size + count, size, mu, 1.0,
             miss);
    return nsd_max_abs(p, miss) <= 1e-6 * scale + NOTHING ? NSD_OK : NSD_RAY;
}

nsd_status nsd_local_answer(nsd_local *local, int count, int p, const double *u)
{
    local->problems++;
    if (p == 0) {
        return solve_contacts(local, count, local->W, u);
    }
    nsd_status status = eliminate(local, count, p, u);
    if (status == NSD_OK) {
        status = solve_contacts(local, count, local->S, local->r);
    }
    return status == NSD_OK ? recover_joints(local, count, p, u) : status;
}

nsd_status nsd_local_normals(int n, int count, int block, const double *G, const double *u)
{
    for (int i = 0; i < count; i += block) {
        if (u[i] < 0.0 && nsd_max_abs(n, G + (size_t)i * (size_t)n) <= NO_NORMAL) {
            return NSD_NO_NORMAL;
        }
    }
    return NSD_OK;
}

nsd_status nsd_local_solve(nsd_local *local, const nsd_local_problem *problem, double *v)
{
    const int  n = local->n, count = problem->count, p = problem->p;
    nsd_status status = nsd_local_normals(n, count, local->friction ? local->friction->block : 1,
                                          problem->G, problem->u);

    if (status == NSD_OK) {
        fill(local, problem);
        status = nsd_local_answer(local, count, p, problem->u);
    }
    for (int j = 0; j < count + p && status == NSD_OK; j++) {
        for (int i = 0; i < n; i++) {
            v[i] += local->X[i + (size_t)j * (size_t)n] * local->z[j];
        }
    }
    return status;
}
