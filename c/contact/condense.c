/* condense.c - joints eliminated from a contact problem. */
#include "contact/condense.h"

#include <math.h>
#include <string.h>

/* W(a,a) with the joints eliminated, as a part of W(a,a) before, up to which the joints hold
 * direction a, and the direction takes no impulse. Larger: contacts that can still move a little
 * penetrate; smaller: rounding counts as motion, and the impulse is huge. */
#define HELD_TOLERANCE 1e-12

static size_t square(int p)
{
    return (size_t)p * (size_t)p;
}

void nsd_condense_lay_out(nsd_condense *condense, int p, nsd_scratch *scratch)
{
    const size_t fit = (size_t)nsd_dense_least_squares_work(p, p);

    condense->p = p;
    condense->inverse = nsd_scratch_doubles(scratch, square(p));
    condense->work = nsd_scratch_doubles(scratch, square(p) + fit);
    condense->pivot = nsd_scratch_take(scratch, (size_t)p, sizeof(nsd_int));
}

nsd_status nsd_condense_invert(nsd_condense *condense)
{
    const int p = condense->p;
    for (int j = 0; j < p; j++) {
        memcpy(condense->work + (ptrdiff_t)j * p, condense->W_JJ + (ptrdiff_t)j * condense->ld_J,
               (size_t)p * sizeof(double));
    }
    return nsd_dense_pseudo_inverse(p, condense->work, NSD_RANK_TOLERANCE, condense->pivot,
                                    condense->work + square(p), condense->inverse);
}

void nsd_condense_matrix(const nsd_condense *condense, double *W, int ld)
{
    const int c = condense->c, p = condense->p;
    for (int a = 0; a < c; a++) {
        double      *column = W + (ptrdiff_t)a * ld;
        const double before = column[a];
        nsd_dense_gemv(NSD_PLAIN, p, p, 1.0, condense->inverse, p,
                       condense->W_Jc + (ptrdiff_t)a * condense->ld_J, 0.0, condense->work);
        nsd_dense_gemv(NSD_PLAIN, c, p, -1.0, condense->W_cJ, condense->ld_c, condense->work, 1.0,
                       column);
        if (fabs(column[a]) <= HELD_TOLERANCE * fabs(before)) {
            column[a] = 0.0;
        }
    }
}

void nsd_condense_joints(const nsd_condense *condense, const double *qJ, double *zJ)
{
    const int p = condense->p;
    nsd_dense_gemv(NSD_PLAIN, p, p, -1.0, condense->inverse, p, qJ, 0.0, zJ);
}

void nsd_condense_recover(const nsd_condense *condense, const double *z, double *zJ)
{
    const int p = condense->p;
    if (condense->c > 0) {
        nsd_dense_gemv(NSD_PLAIN, p, condense->c, 1.0, condense->W_Jc, condense->ld_J, z, 0.0,
                       condense->work);
        nsd_dense_gemv(NSD_PLAIN, p, p, -1.0, condense->inverse, p, condense->work, 1.0, zJ);
    }
}

void nsd_condense_leave_out(double *W, int n, int i, double diagonal)
{
    for (int j = 0; j < n; j++) {
        W[i + (ptrdiff_t)j * n] = W[j + (ptrdiff_t)i * n] = 0.0;
    }
    W[i + (ptrdiff_t)i * n] = diagonal;
}
