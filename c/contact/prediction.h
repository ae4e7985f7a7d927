/* prediction.h - which contacts of a linear system a step will find closed. */
#ifndef NSD_PREDICTION_H
#define NSD_PREDICTION_H

#include "contact/closed_gap.h"
#include "model/linear.h"
#include "run/stepper.h"

typedef struct nsd_prediction { /* positions and velocities from which a scheme predicts gaps    */
    const double *q;            /* n: positions                                          */
    const double *U;            /* m: gap velocities before the step                     */
    double        reach;        /* time: a contact is closed when H'q + b + reach U <= 0 */
    const double *P;  /* m: impulses of the step before; contacts that pushed have NSD_REST_SLACK */
    double        h;  /* time step                                                                */
    double       *vf; /* n: velocity without impulses                                             */
    double       *u;  /* m, out: H'vf + e U of the closed contacts                                */
    double       *uJ; /* p, out: J'vf                                                             */
} nsd_prediction;

/* 1 when the bodies of contact a touch: the predicted gap is zero to rounding and stays so for the
 * whole step                                                                            (MJ.3) */
int nsd_prediction_touches(const nsd_linear *model, const nsd_prediction *prediction, int a,
                           double gap);

/* Puts the closed contacts into tally->active (MJ.3) and fills prediction->u and uJ, the right-hand
 * sides of (MJ.5). */
void nsd_prediction_find_active(const nsd_linear *model, const nsd_prediction *prediction,
                                nsd_tally *tally);

#endif
