/* tridiagonal.c - LDL' of block and scalar chains. */
#include "base/tridiagonal.h"

nsd_status nsd_tridiagonal_block_factor(nsd_block_chain *chain)
{
    nsd_block pivot = chain->diagonal[0];
    for (int i = 0;; i++) {
        const double determinant = pivot.xx * pivot.yy - pivot.xy * pivot.xy;
        if (!(determinant > 0.0) || !(pivot.xx > 0.0)) {
            return NSD_ERR_NOT_DEFINITE;
        }
        const double inverse = 1.0 / determinant;
        chain->diagonal[i] = (nsd_block){ pivot.yy * inverse, -pivot.xy * inverse,
                                          pivot.xx * inverse };
        if (i == chain->count - 1) {
            return NSD_OK;
        }
        /* the products with the adjugate of the pivot need not wait for the division above */
        const nsd_block E = chain->next[i], D = chain->diagonal[i + 1];
        const double    axx = pivot.yy * E.xx - pivot.xy * E.xy;
        const double    axy = pivot.yy * E.xy - pivot.xy * E.yy;
        const double    ayx = pivot.xx * E.xy - pivot.xy * E.xx;
        const double    ayy = pivot.xx * E.yy - pivot.xy * E.xy;
        chain->ratio[i] = (nsd_full_block){ axx * inverse, axy * inverse, ayx * inverse,
                                            ayy * inverse };
        pivot.xx = D.xx - (E.xx * axx + E.xy * ayx) * inverse;
        pivot.xy = D.xy - (E.xx * axy + E.xy * ayy) * inverse;
        pivot.yy = D.yy - (E.xy * axy + E.yy * ayy) * inverse;
    }
}

void nsd_tridiagonal_block_solve(const nsd_block_chain *chain, double *x)
{
    const int last = chain->count - 1;

    double forward_x = x[0], forward_y = x[1];
    for (int i = 0; i < last; i++) {
        const nsd_full_block W = chain->ratio[i];
        const nsd_block      P = chain->diagonal[i];
        const double         next_x = x[2 * i + 2] - W.xx * forward_x - W.yx * forward_y;
        const double         next_y = x[2 * i + 3] - W.xy * forward_x - W.yy * forward_y;
        x[2 * i] = P.xx * forward_x + P.xy * forward_y;
        x[2 * i + 1] = P.xy * forward_x + P.yy * forward_y;
        forward_x = next_x;
        forward_y = next_y;
    }
    const nsd_block P = chain->diagonal[last];
    double          back_x = P.xx * forward_x + P.xy * forward_y;
    double          back_y = P.xy * forward_x + P.yy * forward_y;
    x[2 * last] = back_x;
    x[2 * last + 1] = back_y;
    for (int i = last - 1; i >= 0; i--) {
        const nsd_full_block W = chain->ratio[i];
        const double         next_x = x[2 * i] - W.xx * back_x - W.xy * back_y;
        const double         next_y = x[2 * i + 1] - W.yx * back_x - W.yy * back_y;
        x[2 * i] = back_x = next_x;
        x[2 * i + 1] = back_y = next_y;
    }
}

nsd_status nsd_tridiagonal_factor(nsd_chain *chain)
{
    double pivot = chain->diagonal[0];
    for (int i = 0;; i++) {
        if (!(pivot > 0.0)) {
            return NSD_ERR_NOT_DEFINITE;
        }
        const double inverse = 1.0 / pivot;
        chain->diagonal[i] = inverse;
        if (i == chain->count - 1) {
            return NSD_OK;
        }
        const double next = chain->next[i];
        chain->ratio[i] = next * inverse;
        pivot = chain->diagonal[i + 1] - next * next * inverse;
    }
}

void nsd_tridiagonal_solve(const nsd_chain *chain, double *x)
{
    const int last = chain->count - 1;

    double forward = x[0];
    for (int i = 0; i < last; i++) {
        const double next = x[i + 1] - chain->ratio[i] * forward;
        x[i] = chain->diagonal[i] * forward;
        forward = next;
    }
    double back = chain->diagonal[last] * forward;
    x[last] = back;
    for (int i = last - 1; i >= 0; i--) {
        x[i] = back = x[i] - chain->ratio[i] * back;
    }
}
