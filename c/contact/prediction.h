/* prediction.h - which contacts of a linear system a step will find closed; friction of the linear
 * schemes. */
#ifndef NSD_PREDICTION_H
#define NSD_PREDICTION_H

#include "contact/step_friction.h"
#include "model/linear.h"
#include "run/step_options.h"
#include "run/stepper.h"

typedef struct nsd_prediction { /* positions and velocities from which a scheme predicts gaps    */
    const double *q;            /* n: positions                                          */
    const double *U;            /* m: gap velocities before the step                     */
    double        reach;        /* time: a contact is closed when H'q + b + reach U <= 0 */
    const double *P;  /* m: impulses of the step before; contacts that pushed have NSD_REST_SLACK */
    double        h;  /* time step                                                                */
    const double *vf; /* n: velocity without impulses                                             */
    double       *u;  /* out: velocities without impulses plus restitution, for all directions of
                         the closed contacts: H'vf + e U, then tangents                           */
    double       *uJ; /* p, out: J'vf                                                             */
} nsd_prediction;

/* Puts the closed contacts into tally->active (MJ.3), (FC.3) and fills prediction->u and uJ, the
 * right-hand sides of (MJ.5) and (FC.2). */
void nsd_prediction_find_active(const nsd_linear *model, const nsd_prediction *prediction,
                                nsd_step_friction *friction, nsd_tally *tally);

/* nsd_step_friction_init with the constant tangents of a linear model. */
nsd_status nsd_prediction_friction_init(nsd_step_friction *friction, const nsd_linear *model,
                                        const nsd_step_options *options, nsd_state *state,
                                        nsd_scratch *scratch);

/* A step of a linear scheme begins: r <- impulses of cohesion for every direction. Returns how many
 * are not zero.                                                                         (LW.5) */
int nsd_prediction_cohesion(nsd_step_friction *friction, const nsd_state *state, double h,
                            double *r);

/* A step of a linear scheme ends: impulses r of all directions and cohesion go into P and T of the
 * state, sliding velocities into V, works with v_w = v0 + weight (v - v0) into friction->works; the
 * laws advance by h. U and U_before of the state are those of the step.                 (FC.5) */
void nsd_prediction_end_step(nsd_step_friction *friction, const double *r, double weight, double h,
                             nsd_state *state);

#endif
