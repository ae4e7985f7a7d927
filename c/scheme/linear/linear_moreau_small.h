/* linear_moreau_small.h - what step and flight of the theta schemes have in common, for up to
 * NSD_INVERSE_SIZE coordinates without joints.
 *
 * The free velocity of (MJ.2) is affine in the state, vf = c + Bv v + Bq q, with matrices Bv
 * and Bq that are computed once. The compiler knows n, so a step of a ball stays in registers. */
#ifndef NSD_LINEAR_MOREAU_SMALL_H
#define NSD_LINEAR_MOREAU_SMALL_H

#include "base/inline.h"
#include "scheme/linear/linear_moreau.h"

/* nsd_linear_moreau.small holds Bv, Bq (n x n each), c (n) and H (n x m). */
enum { NSD_MOREAU_BV, NSD_MOREAU_BQ, NSD_MOREAU_SQUARES };

NSD_INLINE const double *nsd_moreau_matrix(const nsd_linear_moreau *s, int which, int n)
{
    return s->small + which * n * n;
}

/* c = (M + h w C + h^2 theta w K)^-1 h F_theta */
NSD_INLINE double *nsd_moreau_free(const nsd_linear_moreau *s, int n)
{
    return s->small + NSD_MOREAU_SQUARES * n * n;
}

/* H as a full n x m matrix */
NSD_INLINE double *nsd_moreau_normals(const nsd_linear_moreau *s, int n)
{
    return nsd_moreau_free(s, n) + n;
}

NSD_INLINE double nsd_moreau_dot(const double *x, const double *y, int n)
{
    double sum = x[0] * y[0];
    for (int i = 1; i < n; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}

/* x'A y */
NSD_INLINE double nsd_moreau_form(const double *x, const double *A, const double *y, int n)
{
    double sum = nsd_moreau_dot(x, A, n) * y[0];
    for (int j = 1; j < n; j++) {
        sum += nsd_moreau_dot(x, A + j * n, n) * y[j];
    }
    return sum;
}

/* c <- A^-1 h F, by the inverse, which is the factor of so small a matrix */
NSD_INLINE void nsd_moreau_fill_free(const nsd_linear_moreau *s, const double *F, double *c, int n)
{
    const double *inverse = s->base.factor.values;
    double        hF[NSD_INVERSE_SIZE];
    for (int i = 0; i < n; i++) {
        hF[i] = s->base.h * F[i];
    }
    for (int i = 0; i < n; i++) {
        c[i] = 0.0;
        for (int j = 0; j < n; j++) {
            c[i] += inverse[i + j * n] * hF[j];
        }
    }
}

/* vf <- c + Bv v + Bq q                                                                (MJ.2) */
NSD_INLINE void nsd_moreau_velocity(const nsd_linear_moreau *s, const double *c, const double *q,
                                    const double *v, double *vf, int n)
{
    const double *Bv = nsd_moreau_matrix(s, NSD_MOREAU_BV, n),
                 *Bq = nsd_moreau_matrix(s, NSD_MOREAU_BQ, n);
    for (int i = 0; i < n; i++) {
        vf[i] = c[i];
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            vf[i] += Bv[i + j * n] * v[j] + Bq[i + j * n] * q[j];
        }
    }
}

/* (1/2-w) |dv|_M^2 + (1/2-theta) |dq|_K^2                                            (EN.2) */
NSD_INLINE double nsd_moreau_numerical_work(const nsd_linear_moreau *s, const double *dq,
                                            const double *dv, int n)
{
    return (0.5 - s->weight) * nsd_moreau_form(dv, s->base.model->M.values, dv, n) +
           (0.5 - s->theta) * nsd_moreau_form(dq, s->base.model->K.values, dq, n);
}

/* -dq'K_skew q_theta                                                                  (EN.4) */
NSD_INLINE double nsd_moreau_circulatory_work(const nsd_linear_moreau *s, const double *q0,
                                              const double *dq, int n)
{
    double q_theta[NSD_INVERSE_SIZE] = { 0.0 };
    for (int i = 0; i < n; i++) {
        q_theta[i] = q0[i] + s->theta * dq[i];
    }
    return -nsd_moreau_form(dq, s->base.model->K_skew.values, q_theta, n);
}

typedef struct nsd_moreau_ends { /* of a step: the state at its start and at its end, and F_theta */
    const double *q0, *v0, *q, *v, *F;
} nsd_moreau_ends;

/* Energies and works of a step without those of impulses; returns the work of the scheme  (EN.1) */
NSD_INLINE double nsd_moreau_works(const nsd_linear_moreau *s, const nsd_moreau_ends *step,
                                   double *value, int n)
{
    const nsd_linear *model = s->base.model;
    const double     *q = step->q, *v = step->v, *F = step->F;
    double            dq[NSD_INVERSE_SIZE], dv[NSD_INVERSE_SIZE], v_w[NSD_INVERSE_SIZE];
    double            numerical = 0.0;

    for (int i = 0; i < n; i++) {
        dq[i] = q[i] - step->q0[i];
        dv[i] = v[i] - step->v0[i];
        v_w[i] = step->v0[i] + s->weight * dv[i];
    }
    value[NSD_KINETIC] = 0.5 * nsd_moreau_form(v, model->M.values, v, n);
    value[NSD_EXTERNAL] += s->base.h * nsd_moreau_dot(v_w, F, n);
    if (s->damped) {
        value[NSD_DAMPING] -= s->base.h * nsd_moreau_form(v_w, model->C.values, v_w, n);
    }
    if (s->sprung) {
        value[NSD_POTENTIAL] = 0.5 * nsd_moreau_form(q, model->K.values, q, n);
    }
    if (s->inexact) {
        numerical = nsd_moreau_numerical_work(s, dq, dv, n);
        value[NSD_NUMERICAL] += numerical;
    }
    if (model->K_skew.storage != NSD_ZERO) {
        value[NSD_EXTERNAL] += nsd_moreau_circulatory_work(s, step->q0, dq, n);
    }
    return numerical;
}

/* The functions of linear_moreau_flight.c for this size: n, or 0 for n = m = 1 */
typedef long long (*nsd_moreau_fly)(nsd_stepper *, nsd_state *, nsd_ledger *, nsd_flight *);
nsd_moreau_fly nsd_linear_moreau_flight(int size);

#endif
