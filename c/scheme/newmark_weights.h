/* newmark_weights.h - numbers of the Newmark family, computed from its parameters once. */
#ifndef NSD_NEWMARK_WEIGHTS_H
#define NSD_NEWMARK_WEIGHTS_H

#include "run/step_options.h"

typedef struct nsd_newmark_weights {
    double to_q, to_v;       /* dq+/dvd+ = h^2 beta', dv+/dvd+ = h gamma'                 (NMK.5) */
    double w_vd1, w_vd, w_a; /* a+ = w_vd1 vd+ + w_vd vd - w_a a                          (NMK.3) */
    double lag;              /* d+ = lag dq - w_a d                                      (NMK.13) */
    double store_a;          /* weight of h^2 |a|_M^2 in the algorithmic energy          (NMK.13) */
    double store_d;          /* weight of |d|_K^2                                        (NMK.13) */
} nsd_newmark_weights;

/* to_q and to_v for a step of length h */
static inline void nsd_newmark_weights_set_step(nsd_newmark_weights       *weights,
                                                const nsd_newmark_options *given, double h)
{
    weights->to_q = h * h * given->beta * weights->w_vd1;
    weights->to_v = h * given->gamma * weights->w_vd1;
}

/* All numbers but to_q and to_v */
static inline nsd_newmark_weights nsd_newmark_weights_of(const nsd_newmark_options *given)
{
    const double        lag = given->alpha_f - given->alpha_m;
    nsd_newmark_weights weights = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };

    weights.w_vd1 = (1.0 - given->alpha_f) / (1.0 - given->alpha_m);
    weights.w_vd = given->alpha_f / (1.0 - given->alpha_m);
    weights.w_a = given->alpha_m / (1.0 - given->alpha_m);
    weights.lag = lag / (1.0 - given->alpha_m);
    weights.store_a = 0.25 * (2.0 * given->beta - given->gamma);
    weights.store_d = lag > 0.0 ? 0.5 * (1.0 - given->gamma - given->alpha_m) / lag : 0.0;
    return weights;
}

/* The average at t_k+1 after the average `old`, from the values after and before the step: a+ from
 * vd+, vd and a                                                                         (NMK.3) */
static inline double nsd_newmark_weights_average(const nsd_newmark_weights *weights, double after,
                                                 double before, double old)
{
    return weights->w_vd1 * after + weights->w_vd * before - weights->w_a * old;
}

#endif
