/* event_newmark.h - Newmark's scheme between located impacts, for nonlinear systems.
 *
 *   q+ = q + h v + h^2/4 (a + a+),   v+ = v + h/2 (a + a+)                               (NM.1)
 *   M(q+) a+ = F(t+,q+,v+) + H lambda + J mu                                             (NM.2)
 *
 * lambda acts on the held contacts, which stay closed until their force turns negative. */
#ifndef NSD_EVENT_NEWMARK_H
#define NSD_EVENT_NEWMARK_H

#include "contact/held.h"
#include "run/run.h"

typedef struct nsd_event_newmark_options { /* no defaults in C: the caller sets every field */
    nsd_nonlinear_options nonlinear;
    int exact; /* 0: root of the step's own parabola (NM.6); 1: the step is solved again (NM.7) */
} nsd_event_newmark_options;

typedef struct nsd_event_newmark_newton {
    double   *K; /* Newton matrix (NM.3): LU factors, or the inverse over M */
    nsd_int  *pivot;
    int       factored; /* 1: K can be used                               */
    int       age;      /* steps since `rate` was measured                */
    double    rate;     /* ratio of successive changes in Newton's method */
    long long factorisations;
} nsd_event_newmark_newton;

typedef struct nsd_event_newmark_works {
    double force, impact, joint;
    double power_contact, power_joint; /* of moving surfaces and joints, start of the arc */
} nsd_event_newmark_works;

typedef struct nsd_event_newmark_last { /* start of the arc before */
    double *a, *y;                      /* n, m                                            */
    double  h;                          /* its length, 0: no such arc since the last event */
} nsd_event_newmark_last;

typedef struct nsd_event_newmark {
    nsd_stepper   base; /* only its contact counts are used */
    nsd_mechanics mechanics;
    nsd_held      held;
    double        h;     /* the full step     */
    int           exact; /* as in the options */

    /* Start of the arc */
    double *a0, *F0;       /* n: acceleration, force                 */
    double *lambda0, *mu0; /* m, p: forces of contacts and joints    */
    double *y0, *U0;       /* m: gaps and gap velocities             */
    int     rates_known;   /* 1: U0 belongs to the start of this arc */

    /* End of the arc */
    double *q1, *v1, *a1, *F1; /* n                                */
    double *lambda1, *mu1;     /* m, p                             */
    double *y1;                /* m                                */
    double  arc;               /* length to which a1 and F1 belong */

    int *is_held;    /* m: 1 when the contact is held                               */
    int *touching;   /* m: bit 0: closed at the event; bit 1: held before the event */
    int  held_count; /* contacts held                                               */

    nsd_event_newmark_last   last;
    nsd_event_newmark_newton newton;
    nsd_event_newmark_works  work;

    double     *e;     /* m: restitution of the impact at hand */
    double     *v_try; /* n                                    */
    nsd_scratch keep;  /* of mechanics and held                */
    long long   evaluations;
} nsd_event_newmark;

size_t nsd_event_newmark_scratch(const nsd_model *model);

/* Builds the solver for a state at t_0, and writes the energies of the start into the ledger. */
nsd_status nsd_event_newmark_init(const nsd_model *model, const nsd_event_newmark_options *options,
                                  nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                  nsd_event_newmark **solver);

/* The whole trajectory: rows at steps and on both sides of jumps, or at plan->times. plan->before
 * must be a second state; both states need R. */
nsd_status nsd_run_event_newmark(const nsd_run_plan *plan, nsd_event_newmark *solver,
                                 nsd_state *state, nsd_ledger *ledger, nsd_sink *sink,
                                 nsd_run_report *report);

#endif
