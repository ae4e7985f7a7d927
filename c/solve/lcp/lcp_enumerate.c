/* lcp_enumerate.c - every solution of a small LCP, one per support               (LCP.6)
 *
 * Works on A = s M s, b = s q, z = s y (nsd_lcp_scaling). A support whose block A(S,S) is singular
 * may have a continuum of solutions or none: the shortest one is tried, then nonnegative least
 * squares decides. */
#include <math.h>
#include <string.h>

#include "solve/lcp/lcp_parts.h"

/* Reciprocal condition number below which a least-squares solve drops columns. A has entries of
 * order one. Larger: small but real columns are dropped. Smaller: rounding counts as rank. */
#define RANK_TOLERANCE 1e-12

/* Part of max y within which y_i counts as zero and two solutions count as the same. Larger:
 * different solutions are merged. Smaller: one solution is found again on a larger support. */
#define SAME_SOLUTION 1e-9

/* The columns of the supports are A and -I, and c = b: y >= 0 with G y + b = 0 solves (LCP.2) */
typedef struct enumeration {
    nsd_lcp                scaled; /* A and b, unsymmetric storage                  */
    const nsd_lcp         *lcp;    /* as given: its residual decides                */
    const nsd_lcp_options *options;
    nsd_lcp_face           face; /* the block A(S,S)                              */
    nsd_lcp_support        support;
    double                *s;     /* scaling                                       */
    double                *z, *w; /* candidate and its slack, in the units given   */
} enumeration;

size_t nsd_lcp_enumerate_scratch(int n)
{
    return 3 * nsd_scratch_need((size_t)n, sizeof(double)) + nsd_lcp_support_scratch(n, 0, n) +
           nsd_lcp_face_scratch(n);
}

static nsd_status take_arrays(enumeration *t, nsd_scratch *scratch)
{
    const int n = t->lcp->n;
    t->s = nsd_scratch_take(scratch, (size_t)n, sizeof *t->s);
    t->z = nsd_scratch_take(scratch, (size_t)n, sizeof *t->z);
    t->w = nsd_scratch_take(scratch, (size_t)n, sizeof *t->w);
    if (!t->s || !t->z || !t->w ||
        nsd_lcp_support_init(&t->support, n, 0, n, RANK_TOLERANCE, scratch) != NSD_OK) {
        return NSD_ERR_WORKSPACE;
    }
    return nsd_lcp_face_init(&t->face, &t->scaled, scratch);
}

static void scale_problem(enumeration *t)
{
    const nsd_lcp *lcp = t->lcp;
    const int      n = lcp->n;
    double        *A = t->support.columns, *R = A + n * n;

    nsd_lcp_scaled(lcp, t->s, A);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            R[i + j * n] = -(double)(i == j);
        }
        t->support.c[j] = t->s[j] * lcp->q[j];
    }
    t->scaled = (nsd_lcp){ n, n, n > 0 ? n - 1 : 0, 0, A, t->support.c };
}

/* z <- s max(y, 0) on the columns of z, zero elsewhere; 1 when z solves the problem as given */
static int is_solution(enumeration *t, const int *column, int count)
{
    const double *y = t->support.y;
    memset(t->z, 0, (size_t)t->lcp->n * sizeof *t->z);
    for (int k = 0; k < count; k++) {
        if (column[k] < t->lcp->n) {
            t->z[column[k]] = y[k] > 0.0 ? y[k] * t->s[column[k]] : 0.0;
        }
    }
    nsd_lcp_slack(t->lcp, t->z, t->w);
    return nsd_lcp_residual_passes(t->lcp, t->z, t->w, t->options->tolerance);
}

/* A support with a singular block: 1 when it has a solution, which is then in z. */
static int solve_singular(enumeration *t, unsigned mask)
{
    nsd_lcp_support *support = &t->support;
    const int        n = t->lcp->n, count = t->face.count, *index = t->face.index;

    /* the shortest solution of the rows of S alone: w outside S is free */
    for (int k = 0; k < count; k++) {
        for (int l = 0; l < count; l++) {
            support->G[l + k * count] = support->columns[index[l] + index[k] * n];
        }
        support->y[k] = -support->c[index[k]];
    }
    if (nsd_dense_least_squares_many(count, count, 1, support->G, support->y, &support->space) ==
            NSD_OK &&
        is_solution(t, index, count)) {
        return 1;
    }
    nsd_lcp_support_choose(support, mask);
    const int kept = nsd_lcp_support_nonnegative(support);
    if (kept > 0 && nsd_lcp_support_shortest(support, kept) != NSD_OK) {
        return 0;
    }
    return is_solution(t, support->chosen, kept);
}

static int solve_support(enumeration *t, unsigned mask)
{
    nsd_lcp_face *face = &t->face;
    face->count = 0;
    for (int i = 0; i < t->lcp->n; i++) {
        face->index[face->count] = i;
        face->count += (int)(mask >> i & 1u);
    }
    if (nsd_lcp_face_factor(face) != NSD_OK) {
        return solve_singular(t, mask);
    }
    for (int k = 0; k < face->count; k++) {
        t->support.y[k] = -t->support.c[face->index[k]];
    }
    nsd_lcp_face_solve(face, t->support.y);
    return is_solution(t, face->index, face->count);
}

/* 0 when z is among the solutions in Z: one with z_i = 0 for some i of its support has perhaps been
 * found on a smaller support. */
static int is_new(const enumeration *t, unsigned mask, const double *Z, int found)
{
    const int n = t->lcp->n;
    double    scale = 0.0;
    int       full = 1;

    for (int i = 0; i < n; i++) {
        scale = fmax(scale, t->z[i] / t->s[i]);
    }
    const double same = SAME_SOLUTION * scale;
    for (int i = 0; i < n; i++) {
        full &= !(mask >> i & 1u) || t->z[i] / t->s[i] > same;
    }
    for (int k = 0; k < found && !full; k++) {
        int differs = 0;
        for (int i = 0; i < n && !differs; i++) {
            differs = fabs(Z[i + (size_t)k * (size_t)n] - t->z[i]) > same * t->s[i];
        }
        if (!differs) {
            return 0;
        }
    }
    return 1;
}

nsd_status nsd_lcp_enumerate(const nsd_lcp *lcp, const nsd_lcp_options *options,
                             nsd_scratch *scratch, int capacity, double *Z, int *found)
{
    const size_t mark = scratch->used;
    enumeration  t = { 0 };

    *found = 0;
    t.lcp = lcp;
    t.options = options;
    if (lcp->n > NSD_LCP_ENUMERATE_MAX) {
        return NSD_ERR_TOO_LARGE;
    }
    if (!nsd_lcp_finite(lcp)) {
        return NSD_ERR_NOT_FINITE;
    }
    t.scaled.n = lcp->n;
    if (take_arrays(&t, scratch) != NSD_OK) {
        return NSD_ERR_WORKSPACE;
    }
    scale_problem(&t);
    nsd_status status = NSD_OK;
    for (unsigned mask = 0; mask < 1u << lcp->n && status == NSD_OK; mask++) {
        if (!solve_support(&t, mask) || !is_new(&t, mask, Z, *found)) {
            continue;
        }
        if (*found == capacity) {
            status = NSD_ERR_TOO_LARGE;
        } else {
            memcpy(Z + (size_t)*found * (size_t)lcp->n, t.z, (size_t)lcp->n * sizeof *Z);
            ++*found;
        }
    }
    scratch->used = mark;
    return status == NSD_OK && *found == 0 ? NSD_RAY : status;
}
