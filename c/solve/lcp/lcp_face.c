/* lcp_face.c - factor and solve the principal block M(S,S) of an LCP in its own storage. */
#include "solve/lcp/lcp_parts.h"

#include <math.h>
#include <string.h>

/* Part of the diagonal entry (of the largest pivot for LU) below which a pivot counts as zero, and
 * M(S,S) as singular. Smaller: singular blocks are solved with pivots that are only rounding.
 * Larger: badly conditioned but regular blocks go through proximal points, which solve fewer
 * problems (at 1e-6 one in ten of singular random problems is lost). */
#define LOST_PIVOT 1e-13

/* Ratio of the least to the largest diagonal entry of M above which the proximal shift is a
 * multiple of the identity. Larger: redundant contacts with different masses share loads unevenly.
 * Smaller: the shift drowns small diagonal entries of problems in mixed units. */
#define UNIFORM_DIAGONAL 1e-3

typedef enum face_kind {
    FACE_TRIDIAGONAL,
    FACE_BAND,
    FACE_BAND_LU,
    FACE_CHOLESKY,
    FACE_LU
} face_kind;

/* M(S,S) has at most the bandwidth of M, because leaving out indices moves entries closer together.
 * Band factors are used where they cost less than full ones: below b = n/4, and for LU, which needs
 * three times the band, below b = n/6. */
static face_kind factor_kind(const nsd_lcp *lcp)
{
    const int b = lcp->bandwidth, n = lcp->n;
    if (lcp->symmetric) {
        return b <= 1 ? FACE_TRIDIAGONAL : 4 * b < n ? FACE_BAND : FACE_CHOLESKY;
    }
    return 3 * b + 1 < n / 2 ? FACE_BAND_LU : FACE_LU;
}

void nsd_lcp_face_init(nsd_lcp_face *face, const nsd_lcp *lcp, nsd_scratch *scratch)
{
    const size_t n = (size_t)lcp->n;
    face->lcp = lcp;
    face->count = 0;
    face->shift = 0.0;
    face->unit = 1.0;
    face->uniform_weight = 1;
    face->index = nsd_scratch_ints(scratch, n);
    face->pivot = nsd_scratch_take(scratch, n, sizeof *face->pivot);
    face->factor = nsd_scratch_doubles(scratch, n * n + 2 * n);
}

void nsd_lcp_face_shift(nsd_lcp_face *face, double shift)
{
    double largest = 0.0, smallest = HUGE_VAL;
    for (int i = 0; i < face->lcp->n; i++) {
        const double size = fabs(nsd_lcp_entry(face->lcp, i, i));
        largest = fmax(largest, size);
        smallest = fmin(smallest, size);
    }
    face->unit = largest > 0.0 ? largest : 1.0;
    face->uniform_weight = smallest > UNIFORM_DIAGONAL * largest;
    face->shift = shift;
}

static inline double shifted_diagonal(const nsd_lcp_face *face, int i)
{
    const double diagonal = nsd_lcp_entry(face->lcp, i, i);
    return face->shift > 0.0 ? diagonal + face->shift * nsd_lcp_face_weight(face, i) : diagonal;
}

static void gather_tridiagonal(const nsd_lcp_face *face)
{
    const nsd_lcp *lcp = face->lcp;
    const int     *index = face->index;
    double        *d = face->factor, *e = face->factor + lcp->n;

    for (int k = 0; k < face->count; k++) {
        const int i = index[k];
        d[k] = shifted_diagonal(face, i);
        e[k] = k + 1 < face->count && index[k + 1] == i + 1 && lcp->bandwidth > 0
                   ? nsd_lcp_entry(lcp, i + 1, i)
                   : 0.0;
    }
}

/* Band storage with `above` extra rows over the lower band: LAPACK's layout for band Cholesky
 * (above = 0, first_offset = 0) and for band LU (above = 2 b, first_offset = -b). */
static void gather_band(const nsd_lcp_face *face, int above, int first_offset)
{
    const nsd_lcp *lcp = face->lcp;
    const int     *index = face->index;
    const int      b = lcp->bandwidth, rows = above + b + 1;

    for (int k = 0; k < face->count; k++) {
        double *column = face->factor + (size_t)k * (size_t)rows + above;
        for (int l = k + first_offset; l <= k + b; l++) {
            const int inside = l >= 0 && l < face->count && index[l] - index[k] <= b &&
                               index[k] - index[l] <= b;
            column[l - k] = inside ? nsd_lcp_entry(lcp, index[l], index[k]) : 0.0;
        }
        column[0] = shifted_diagonal(face, index[k]);
    }
}

/* Full storage; a symmetric block needs its lower triangle only. */
static void gather_full(const nsd_lcp_face *face, int lower)
{
    const nsd_lcp *lcp = face->lcp;
    const int     *index = face->index, count = face->count, b = lcp->bandwidth;
    const int      full = b >= lcp->n - 1;

    for (int k = 0; k < count; k++) {
        const double *from = lcp->M + (size_t)index[k] * (size_t)lcp->ld;
        double       *to = face->factor + (size_t)k * (size_t)count;
        for (int l = lower ? k : 0; full && l < count; l++) {
            to[l] = from[index[l]];
        }
        for (int l = lower ? k : 0; !full && l < count; l++) {
            const int distance = index[l] > index[k] ? index[l] - index[k] : index[k] - index[l];
            to[l] = distance <= b ? from[index[l]] : 0.0;
        }
        to[k] = shifted_diagonal(face, index[k]);
    }
}

/* 0 when a pivot of L D L' (squared = 0), or the square of a pivot of L L' (squared = 1), is
 * lost. */
static int pivots_kept(const nsd_lcp_face *face, int stride, int squared)
{
    for (int k = 0; k < face->count; k++) {
        const double entry = face->factor[(size_t)k * (size_t)stride];
        const double pivot = squared ? entry * entry : entry;
        if (!(pivot > LOST_PIVOT * shifted_diagonal(face, face->index[k]))) {
            return 0;
        }
    }
    return 1;
}

/* 0 when a pivot of LU is lost against the largest pivot. */
static int lu_pivots_kept(const nsd_lcp_face *face, size_t offset, int stride)
{
    double smallest = HUGE_VAL, largest = 0.0;
    for (int k = 0; k < face->count; k++) {
        const double pivot = fabs(face->factor[offset + (size_t)k * (size_t)stride]);
        smallest = fmin(smallest, pivot);
        largest = fmax(largest, pivot);
    }
    return smallest > LOST_PIVOT * largest;
}

nsd_status nsd_lcp_face_factor(nsd_lcp_face *face)
{
    const int  count = face->count, b = face->lcp->bandwidth;
    nsd_status status = NSD_OK;
    int        kept = 1;

    if (count == 0) {
        return NSD_OK;
    }
    switch (factor_kind(face->lcp)) {
    case FACE_TRIDIAGONAL:
        gather_tridiagonal(face);
        status = nsd_dense_tridiagonal(count, face->factor, face->factor + face->lcp->n);
        kept = status == NSD_OK && pivots_kept(face, 1, 0);
        break;
    case FACE_BAND:
        gather_band(face, 0, 0);
        status = nsd_dense_band_cholesky(count, b, face->factor);
        kept = status == NSD_OK && pivots_kept(face, b + 1, 1);
        break;
    case FACE_BAND_LU:
        gather_band(face, 2 * b, -b);
        status = nsd_dense_band_lu(count, b, face->factor, face->pivot);
        kept = status == NSD_OK && lu_pivots_kept(face, 2 * (size_t)b, 3 * b + 1);
        break;
    case FACE_CHOLESKY:
        gather_full(face, 1);
        status = nsd_dense_cholesky(count, face->factor, count);
        kept = status == NSD_OK && pivots_kept(face, count + 1, 1);
        break;
    case FACE_LU:
        gather_full(face, 0);
        status = nsd_dense_lu(count, face->factor, count, face->pivot);
        kept = status == NSD_OK && lu_pivots_kept(face, 0, count + 1);
        break;
    }
    return kept ? NSD_OK : NSD_ERR_SINGULAR;
}

void nsd_lcp_face_solve(const nsd_lcp_face *face, double *x)
{
    const int count = face->count, b = face->lcp->bandwidth;
    if (count == 0) {
        return;
    }
    switch (factor_kind(face->lcp)) {
    case FACE_TRIDIAGONAL:
        nsd_dense_tridiagonal_solve(count, face->factor, face->factor + face->lcp->n, x);
        break;
    case FACE_BAND:
        nsd_dense_band_cholesky_solve(count, b, face->factor, x);
        break;
    case FACE_BAND_LU:
        nsd_dense_band_lu_solve(count, b, face->factor, face->pivot, x);
        break;
    case FACE_CHOLESKY:
        nsd_dense_cholesky_solve_one(count, face->factor, count, x);
        break;
    case FACE_LU:
        nsd_dense_lu_solve(count, 1, face->factor, count, face->pivot, x, count);
        break;
    }
}

nsd_status nsd_lcp_face_values(nsd_lcp_face *face, double *x, double *z)
{
    if (nsd_lcp_face_factor(face) != NSD_OK) {
        return NSD_ERR_SINGULAR;
    }
    for (int k = 0; k < face->count; k++) {
        x[k] = -face->lcp->q[face->index[k]];
    }
    nsd_lcp_face_solve(face, x);
    memset(z, 0, (size_t)face->lcp->n * sizeof *z);
    for (int k = 0; k < face->count; k++) {
        z[face->index[k]] = fmax(x[k], 0.0);
    }
    return NSD_OK;
}
