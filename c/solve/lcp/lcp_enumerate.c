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

/* Exchanges or pivots and residual of the nonnegative least squares; no relaxation. The residual is
 * far below usual tolerances, because the columns that are kept are solved for once more. */
static const nsd_lcp_options least_squares_options = { 1000, 1e-12, 1.0 };

typedef struct enumeration {
    nsd_lcp                scaled; /* A and b, unsymmetric storage                  */
    const nsd_lcp         *lcp;    /* as given: its residual decides                */
    const nsd_lcp_options *options;
    nsd_scratch           *scratch;   /* for nonnegative least squares                 */
    nsd_lcp_face           face;      /* the block A(S,S)                              */
    double                *s, *A, *b; /* scaling, s M s, s q                           */
    double                *G;         /* complementary matrix of a support, n x n      */
    double                *K, *k;     /* G'G and G'b                                   */
    double                *x;         /* y on some columns                             */
    double                *z, *w;     /* candidate and its slack, in the units given   */
    double                *work;      /* for least squares                             */
    nsd_int               *pivot;
} enumeration;

size_t nsd_lcp_enumerate_scratch(int n)
{
    const size_t size = (size_t)n;
    const size_t active = nsd_lcp_active_scratch(n), lemke = nsd_lcp_lemke_scratch(n);
    return 3 * nsd_scratch_need(size * size, sizeof(double)) +
           6 * nsd_scratch_need(size, sizeof(double)) + nsd_scratch_need(size, sizeof(nsd_int)) +
           nsd_scratch_need((size_t)nsd_dense_least_squares_work(n, n), sizeof(double)) +
           nsd_lcp_face_scratch(n) + (active > lemke ? active : lemke);
}

static nsd_status take_arrays(enumeration *t, nsd_scratch *scratch)
{
    const int    n = t->lcp->n;
    const size_t size = (size_t)n;
    double     **vectors[] = { &t->s, &t->b, &t->x, &t->z, &t->w, &t->k };
    double     **matrices[] = { &t->A, &t->G, &t->K };
    int          missing = 0;

    for (size_t k = 0; k < 6; k++) {
        *vectors[k] = nsd_scratch_take(scratch, size, sizeof(double));
        missing |= !*vectors[k];
    }
    for (size_t k = 0; k < 3; k++) {
        *matrices[k] = nsd_scratch_take(scratch, size * size, sizeof(double));
        missing |= !*matrices[k];
    }
    t->work = nsd_scratch_take(scratch, (size_t)nsd_dense_least_squares_work(n, n),
                               sizeof *t->work);
    t->pivot = nsd_scratch_take(scratch, size, sizeof *t->pivot);
    t->scratch = scratch;
    missing |= !t->work || !t->pivot;
    return missing ? NSD_ERR_WORKSPACE : nsd_lcp_face_init(&t->face, &t->scaled, scratch);
}

static void scale_problem(enumeration *t)
{
    const nsd_lcp *lcp = t->lcp;
    const int      n = lcp->n, b = lcp->bandwidth;

    nsd_lcp_scaling(lcp, t->s);
    memset(t->A, 0, (size_t)n * (size_t)n * sizeof *t->A);
    for (int j = 0; j < n; j++) {
        const int first = j > b ? j - b : 0, last = n - 1 - j > b ? j + b : n - 1;
        for (int i = first; i <= last; i++) {
            t->A[i + j * n] = t->s[i] * nsd_lcp_entry(lcp, i, j) * t->s[j];
        }
        t->b[j] = t->s[j] * lcp->q[j];
    }
    t->scaled = (nsd_lcp){ n, n, n > 0 ? n - 1 : 0, 0, t->A, t->b };
}

/* z <- s max(y, 0) on the indices, zero elsewhere; 1 when z solves the problem as given */
static int is_solution(enumeration *t, const int *index, int count, const double *y)
{
    memset(t->z, 0, (size_t)t->lcp->n * sizeof *t->z);
    for (int k = 0; k < count; k++) {
        t->z[index[k]] = y[k] > 0.0 ? y[k] * t->s[index[k]] : 0.0;
    }
    nsd_lcp_slack(t->lcp, t->z, t->w);
    return nsd_lcp_residual_passes(t->lcp, t->z, t->w, t->options->tolerance);
}

/* G: columns A(:,i) for i in S, -e_i outside S; y >= 0 with G y + b = 0 is a solution (LCP.2) */
static void complementary_matrix(enumeration *t, unsigned mask)
{
    const int n = t->lcp->n;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            t->G[i + j * n] = mask >> j & 1u ? t->A[i + j * n] : -(double)(i == j);
        }
    }
}

/* x <- the shortest y with G(:,columns) y = -b in the least-squares sense; overwrites K */
static nsd_status shortest_solution(enumeration *t, const int *columns, int count)
{
    const int n = t->lcp->n;
    int       rank = 0;
    for (int k = 0; k < count; k++) {
        memcpy(t->K + k * n, t->G + columns[k] * n, (size_t)n * sizeof *t->K);
    }
    for (int i = 0; i < n; i++) {
        t->x[i] = -t->b[i];
    }
    return nsd_dense_least_squares(n, count, t->K, n, t->x, RANK_TOLERANCE, t->pivot, t->work,
                                   &rank);
}

/* min |G y + b| over y >= 0, which is the LCP of G'G and G'b and always solvable     (LCP.6) */
static nsd_status nonnegative_least_squares(enumeration *t)
{
    const int    n = t->lcp->n;
    nsd_lcp_info info = { 0, 0.0, "" };
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            t->K[i + j * n] = nsd_dense_dot(n, t->G + i * n, t->G + j * n);
        }
        t->k[j] = nsd_dense_dot(n, t->G + j * n, t->b);
        t->x[j] = 0.0;
    }
    const nsd_lcp          lcp = { n, n, n - 1, 1, t->K, t->k };
    const nsd_lcp_options *options = &least_squares_options;
    nsd_status             status = nsd_lcp_active(&lcp, options, t->scratch, t->x, &info);
    if (status != NSD_OK) {
        status = nsd_lcp_lemke(&lcp, options, t->scratch, t->x, &info);
    }
    return status;
}

/* A support with a singular block: 1 when it has a solution, which is then in z. */
static int solve_singular(enumeration *t, unsigned mask)
{
    const int n = t->lcp->n, count = t->face.count;
    int       kept = 0;

    /* the shortest solution of the rows of S alone: w outside S is free */
    complementary_matrix(t, mask);
    int rank = 0;
    for (int k = 0; k < count; k++) {
        for (int l = 0; l < count; l++) {
            t->K[l + k * count] = t->A[t->face.index[l] + t->face.index[k] * n];
        }
        t->x[k] = -t->b[t->face.index[k]];
    }
    if (nsd_dense_least_squares(count, count, t->K, count, t->x, RANK_TOLERANCE, t->pivot, t->work,
                                &rank) == NSD_OK &&
        is_solution(t, t->face.index, count, t->x)) {
        return 1;
    }
    if (nonnegative_least_squares(t) < 0) {
        return 0;
    }
    int *columns = t->face.index; /* solve_support fills it anew for the next support */
    for (int i = 0; i < n; i++) {
        columns[kept] = i;
        kept += t->x[i] > 0.0;
    }
    if (kept == 0) {
        return is_solution(t, columns, 0, t->x);
    }
    if (shortest_solution(t, columns, kept) != NSD_OK) {
        return 0;
    }
    for (int k = 0; k < kept; k++) { /* y outside S is a slack, not part of z */
        t->x[k] = mask >> columns[k] & 1u ? t->x[k] : 0.0;
    }
    return is_solution(t, columns, kept, t->x);
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
        t->x[k] = -t->b[face->index[k]];
    }
    nsd_lcp_face_solve(face, t->x);
    return is_solution(t, face->index, face->count, t->x);
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
