/* prediction.h - which contacts of a linear system a step will find closed. */
#ifndef NSD_PREDICTION_H
#define NSD_PREDICTION_H

#include "contact/closed.h"
#include "model/linear.h"
#include "run/stepper.h"

typedef struct nsd_prediction { /* where and how a scheme looks for closed contacts */
    const double *q, *U;        /* position; gap velocities U before the step             */
    double        reach;        /* contact when H'q + b + reach U <= 0                     */
    const double *P;            /* impulses of the step before: what pushed may rest      */
    double        h;
    double       *vf;     /* free velocity                                          */
    double       *u, *uJ; /* out: H'vf + e U of the closed contacts, J'vf           */
} nsd_prediction;

/* 1 where the predicted gap of contact a is zero to rounding and neither opens nor closes: bodies
 * that touch                                                                            (MJ.3) */
int nsd_prediction_touches(const nsd_linear *model, const nsd_prediction *prediction, int a,
                           double gap);

/* Fills the active set of the tally and the right-hand sides u and uJ. */
void nsd_prediction_find_active(const nsd_linear *model, const nsd_prediction *prediction,
                                nsd_tally *tally);

#endif
