/* event_newmark.h - Newmark's scheme between located impacts, for nonlinear systems.
 *
 *   q+ = q + h v + h^2/4 (a + a+),   v+ = v + h/2 (a + a+)                               (NM.1)
 *   M(q+) a+ = F(t+,q+,v+) + H lambda + J mu                                             (NM.2)
 *
 * lambda belongs to the held contacts: those that stay closed until their force turns negative. */
#ifndef NSD_EVENT_NEWMARK_H
#define NSD_EVENT_NEWMARK_H

#include "contact/held.h"
#include "run/run.h"

typedef struct nsd_event_newmark_options { /* no defaults in C: the caller sets every field */
    nsd_nonlinear_options nonlinear;
    int exact; /* 0: root of the step's own parabola (NM.6); 1: the step is solved again (NM.7) */
} nsd_event_newmark_options;

typedef struct nsd_event_newmark {
    nsd_stepper   base; /* only its contact counts are used */
    nsd_mechanics mechanics;
    nsd_held      held;
    double        h; /* the full step                         */
    int           exact;

    /* Start of the arc: acceleration, force, contact and joint forces, gaps and their rates; the
     * same at its end; the arc before (h_before = 0: there is none, or an event lies between). */
    double *a0, *F0, *lambda0, *mu0, *y0, *U0;
    double *q1, *v1, *a1, *F1, *lambda1, *mu1, *y1;
    double *a_before, *y_before, h_before;
    double  arc; /* length to which a1 and F1 belong */

    int *is_held, *touching; /* m each: 1 when it is                                     */
    int  held_count;
    int  rates_known; /* U0 belongs to the start of this arc                      */

    double  *K; /* Newton matrix (NM.3): LU factors, or the inverse over M     */
    nsd_int *pivot;
    int      factored, age; /* 1: K can be used; steps since the rate was measured     */
    double   rate;          /* of Newton's changes                                     */

    double *e;     /* m: restitution of the impact at hand          */
    double *v_try; /* n                                             */
    double  work_force, work_impact, work_joint;
    double  power_contact, power_joint; /* of moving surfaces and joints, start of the arc */
    long    evaluations, factorisations;
} nsd_event_newmark;

size_t nsd_event_newmark_scratch(const nsd_model *model);

/* Builds the solver in scratch for a state at t_0; energies of the start into the ledger. */
nsd_status nsd_event_newmark_init(const nsd_model *model, const nsd_event_newmark_options *options,
                                  nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                  nsd_event_newmark **solver);

/* The whole trajectory: rows at steps and on both sides of jumps, or at plan->times. plan->before
 * must be a second state; both states need R. */
nsd_status nsd_run_event_newmark(const nsd_run_plan *plan, nsd_event_newmark *solver,
                                 nsd_state *state, nsd_ledger *ledger, nsd_sink *sink,
                                 nsd_run_report *report);

#endif
