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

/* M(S,S) has at most the bandwidth of M, because leaving out indices moves entries closer together.
 * Band factors are used where they cost less than full ones: below b = n/4, and for LU, which needs
 * three times the band, below b = n/6. */
static nsd_system_kind factor_kind(const nsd_lcp *lcp)
{
    const int b = lcp->bandwidth, n = lcp->n;
    if (!lcp->symmetric) {
        return 3 * b + 1 < n / 2 ? NSD_SYSTEM_BAND_LU : NSD_SYSTEM_LU;
    }
    return b <= 1      ? NSD_SYSTEM_TRIDIAGONAL
           : 4 * b < n ? NSD_SYSTEM_BAND_CHOLESKY
                       : NSD_SYSTEM_CHOLESKY;
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
    face->system.pivot = nsd_scratch_take(scratch, n, sizeof *face->system.pivot);
    face->system.A = nsd_scratch_doubles(scratch, n * n + n);
    face->system.next = nsd_scratch_doubles(scratch, n);
}

void nsd_lcp_face_mark(nsd_lcp_face *face, const unsigned char *mark)
{
    face->count = 0;
    for (int i = 0; i < face->lcp->n; i++) {
        face->index[face->count] = i;
        face->count += mark[i];
    }
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

    for (int k = 0; k < face->count; k++) {
        const int i = index[k];
        face->system.A[k] = shifted_diagonal(face, i);
        face->system.next[k] = k + 1 < face->count && index[k + 1] == i + 1 && lcp->bandwidth > 0
                                   ? nsd_lcp_entry(lcp, i + 1, i)
                                   : 0.0;
    }
}

/* Column by column, the lower triangle only where that is enough; entries of M outside its band are
 * not stored. */
static void gather_columns(const nsd_lcp_face *face, int lower)
{
    const nsd_lcp *lcp = face->lcp;
    const int     *index = face->index, count = face->count, b = lcp->bandwidth;
    const int      full = b >= lcp->n - 1, width = face->system.width;

    for (int k = 0; k < count; k++) {
        const double *from = lcp->M + (size_t)index[k] * (size_t)lcp->ld;
        double       *to = nsd_dense_system_at(&face->system, 0, k);
        const int     first = lower ? k : k > width ? k - width : 0;
        const int     last = count - 1 - k > width ? k + width : count - 1;
        for (int l = first; full && l <= last; l++) {
            to[l] = from[index[l]];
        }
        for (int l = first; !full && l <= last; l++) {
            const int distance = index[l] > index[k] ? index[l] - index[k] : index[k] - index[l];
            to[l] = distance <= b ? from[index[l]] : 0.0;
        }
        to[k] = shifted_diagonal(face, index[k]);
    }
}

/* 0 when a pivot of L D L', or the square of a pivot of L L', is lost beside its diagonal entry, or
 * a pivot of LU beside the largest pivot. */
static int pivots_kept(const nsd_lcp_face *face)
{
    const nsd_system_kind kind = face->system.kind;
    const int             lu = kind == NSD_SYSTEM_LU || kind == NSD_SYSTEM_BAND_LU;
    double                smallest = HUGE_VAL, largest = 0.0;

    for (int k = 0; k < face->count; k++) {
        const double entry = *nsd_dense_system_at(&face->system, k, k);
        const double pivot = kind == NSD_SYSTEM_TRIDIAGONAL ? entry : entry * entry;
        if (lu) {
            smallest = fmin(smallest, fabs(entry));
            largest = fmax(largest, fabs(entry));
        } else if (!(pivot > LOST_PIVOT * shifted_diagonal(face, face->index[k]))) {
            return 0;
        }
    }
    return smallest > LOST_PIVOT * largest;
}

nsd_status nsd_lcp_face_factor(nsd_lcp_face *face)
{
    const nsd_system_kind kind = factor_kind(face->lcp);

    if (face->count == 0) {
        return NSD_OK;
    }
    nsd_dense_system_set(&face->system, kind, face->count, face->lcp->bandwidth);
    if (kind == NSD_SYSTEM_TRIDIAGONAL) {
        gather_tridiagonal(face);
    } else {
        gather_columns(face, face->lcp->symmetric);
    }
    return nsd_dense_system_factor(&face->system) == NSD_OK && pivots_kept(face) ? NSD_OK
                                                                                 : NSD_ERR_SINGULAR;
}

void nsd_lcp_face_solve(const nsd_lcp_face *face, double *x)
{
    if (face->count > 0) {
        nsd_dense_system_solve(&face->system, x);
    }
}

nsd_status nsd_lcp_face_values(nsd_lcp_face *face, double *x, double *z)
{
    NSD_TRY(nsd_lcp_face_factor(face));
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
