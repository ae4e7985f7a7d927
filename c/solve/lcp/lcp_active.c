/* lcp_active.c - active sets: Newton on the min map with a warm start            (LCP.9)
 *
 * Solve M(S,S) z(S) = -q(S), move every index with a wrong sign to the other side, repeat. A
 * good first guess of S, which a time step has from the step before, costs one factorisation.
 * Single exchanges (Judice and Pires) stop cycles; a proximal term carries singular M(S,S). */
#include <math.h>
#include <string.h>

#include "solve/lcp/lcp_parts.h"

typedef struct active {
    const nsd_lcp *lcp;
    nsd_lcp_face   face;
    double        *z, *w;
    double        *center;   /* proximal centre, used when face.shift > 0        */
    double        *x;        /* z(S) while solving                               */
    unsigned char *in;       /* 1 for members of S                               */
    double         tau;      /* signs of numbers below this are rounding         */
    int            factored; /* 1 when the factor belongs to the present S       */
    int            iterations;
} active;

size_t nsd_lcp_active_scratch(int n)
{
    const size_t size = (size_t)n;
    return nsd_lcp_face_scratch(n) + 3 * nsd_scratch_need(size, sizeof(double)) +
           nsd_scratch_need(size, 1);
}

static nsd_status take(active *a, const nsd_lcp *lcp, nsd_scratch *scratch)
{
    const size_t n = (size_t)lcp->n;
    a->lcp = lcp;
    a->w = nsd_scratch_take(scratch, n, sizeof *a->w);
    a->center = nsd_scratch_take(scratch, n, sizeof *a->center);
    a->x = nsd_scratch_take(scratch, n, sizeof *a->x);
    a->in = nsd_scratch_take(scratch, n, sizeof *a->in);
    if (!a->w || !a->center || !a->x || !a->in) {
        return NSD_ERR_WORKSPACE;
    }
    return nsd_lcp_face_init(&a->face, lcp, scratch);
}

/* z(S) from the rows of S, zero elsewhere, and its slack w                          (LCP.9) */
static nsd_status solve_on_support(active *a)
{
    nsd_lcp_face *face = &a->face;
    const double *q = a->lcp->q;

    if (!a->factored) {
        face->count = 0;
        for (int i = 0; i < a->lcp->n; i++) {
            face->index[face->count] = i;
            face->count += a->in[i];
        }
        if (nsd_lcp_face_factor(face) != NSD_OK) {
            return NSD_ERR_SINGULAR;
        }
        a->factored = 1;
    }
    for (int k = 0; k < face->count; k++) {
        const int    i = face->index[k];
        const double pull = face->shift > 0.0
                                ? face->shift * nsd_lcp_face_weight(face, i) * a->center[i]
                                : 0.0;
        a->x[k] = pull - q[i];
    }
    nsd_lcp_face_solve(face, a->x);
    memset(a->z, 0, (size_t)a->lcp->n * sizeof *a->z);
    for (int k = 0; k < face->count; k++) {
        a->z[face->index[k]] = a->x[k];
    }
    nsd_lcp_slack(a->lcp, a->z, a->w);
    return NSD_OK;
}

/* 1 when i sits on the wrong side: z_i < 0 in S, or w_i < 0 outside (of the shifted problem) */
static inline int violated(const active *a, int i)
{
    if (a->in[i]) {
        const double diagonal = fabs(nsd_lcp_entry(a->lcp, i, i));
        return !((diagonal > 0.0 ? diagonal : 1.0) * a->z[i] >= -a->tau);
    }
    if (a->face.shift > 0.0) {
        return a->w[i] - a->face.shift * nsd_lcp_face_weight(&a->face, i) * a->center[i] < -a->tau;
    }
    return a->w[i] < -a->tau;
}

/* Block exchanges while they reduce the number of violations, ten more without, then single
 * exchanges of the last index until the record is beaten: finite for P-matrices.    (LCP.9) */
static nsd_status exchange(active *a, int limit)
{
    const int n = a->lcp->n;
    int       best = n + 1, patience = 10;

    for (;;) {
        int count = 0, last = 0;
        a->iterations++;
        if (solve_on_support(a) != NSD_OK) {
            return NSD_ERR_SINGULAR;
        }
        for (int i = 0; i < n; i++) {
            if (violated(a, i)) {
                count++;
                last = i;
            }
        }
        if (count == 0) {
            return NSD_OK;
        }
        if (a->iterations >= limit) {
            return NSD_MAX_ITER;
        }
        if (count < best) {
            best = count;
            patience = 10;
        } else {
            patience--;
        }
        for (int i = patience >= 0 ? 0 : last; i <= last; i++) {
            a->in[i] ^= (unsigned char)violated(a, i);
        }
        a->factored = 0;
    }
}

/* Rounding may leave z_i = -1e-17 in S: such entries are zero. */
static nsd_status clip_and_check(active *a, const nsd_lcp_options *options, nsd_lcp_info *info)
{
    int clipped = 0;
    for (int i = 0; i < a->lcp->n; i++) {
        if (a->z[i] < 0.0) {
            a->z[i] = 0.0;
            clipped = 1;
        }
    }
    if (clipped) {
        nsd_lcp_slack(a->lcp, a->z, a->w);
    }
    return nsd_lcp_residual_status(a->lcp, options->tolerance, a->z, a->w, info);
}

/* Proximal point: solve with M + shift D around the last answer. Once S has settled each round
 * costs one back-substitution; starting from zero picks nearly the shortest answer. (LCP.11) */
static nsd_status proximal(active *a, double shift, const nsd_lcp_options *options,
                           nsd_lcp_info *info)
{
    const size_t bytes = (size_t)a->lcp->n * sizeof *a->z;
    const int    limit = a->iterations + 60;
    double       before = HUGE_VAL;
    nsd_status   status = NSD_STALLED;

    memset(a->center, 0, bytes);
    nsd_lcp_face_shift(&a->face, shift);
    a->factored = 0;
    for (int round = 0; round < 20; round++) {
        if (exchange(a, limit < options->max_iter ? limit : options->max_iter) != NSD_OK) {
            return NSD_STALLED;
        }
        memcpy(a->center, a->z, bytes);
        status = clip_and_check(a, options, info);
        if (!(info->residual < 0.5 * before) ||
            nsd_lcp_residual_passes(a->lcp, a->z, a->w, 1e-3 * options->tolerance)) {
            break;
        }
        before = info->residual;
    }
    return status;
}

/* The size of the numbers in q, without the NaN care of nsd_dense_max_abs (z is judged later) */
static double largest(int n, const double *q)
{
    double size = 0.0;
    for (int i = 0; i < n; i++) {
        size = fabs(q[i]) > size ? fabs(q[i]) : size;
    }
    return size;
}

static nsd_status solve(const nsd_lcp *lcp, const nsd_lcp_options *options, nsd_scratch *scratch,
                        double *z, nsd_lcp_info *info)
{
    static const double shifts[] = { 1e-8, 1e-3, 1e-11 }; /* fast, robust, for tiny eigenvalues */
    const int           n = lcp->n, limit = 40 + n < options->max_iter ? 40 + n : options->max_iter;
    active              a;

    if (take(&a, lcp, scratch) != NSD_OK) {
        return NSD_ERR_WORKSPACE;
    }
    a.z = z;
    a.iterations = 0;
    a.factored = 0;
    a.tau = 1e-3 * options->tolerance * largest(n, lcp->q);
    for (int i = 0; i < n; i++) {
        a.in[i] = z[i] > 0.0;
    }
    nsd_status status = exchange(&a, limit);
    if (status == NSD_OK) {
        status = clip_and_check(&a, options, info);
    }
    for (int k = 0; k < 3 && status != NSD_OK; k++) {
        status = proximal(&a, shifts[k], options, info);
    }
    if (status != NSD_OK) {
        status = nsd_lcp_finish(lcp, options, z, a.w, info);
    }
    info->iterations = a.iterations;
    return status;
}

nsd_status nsd_lcp_active(const nsd_lcp *lcp, const nsd_lcp_options *options, nsd_scratch *scratch,
                          double *z, nsd_lcp_info *info)
{
    if (lcp->n == 1) {
        return nsd_lcp_scalar(lcp, z, info);
    }
    const size_t     mark = scratch->used;
    const nsd_status status = solve(lcp, options, scratch, z, info);
    info->solver = "active";
    scratch->used = mark;
    return status;
}
