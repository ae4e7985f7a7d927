/* stepper.h - what the run loop needs of a scheme: a step, its energies, a tally of contacts. */
#ifndef NSD_STEPPER_H
#define NSD_STEPPER_H

#include <stddef.h>

#include "base/status.h"
#include "run/sink.h"

/* Sizes of a row, contacts of the last problem, and work of the solver so far. */
typedef struct nsd_tally {
    int       n, m, p;       /* coordinates, contacts, joints: columns of a row                 */
    int      *active, count; /* the contacts of the last problem, ascending                     */
    long long problems;      /* contact problems of two or more contacts solved so far          */
    long long iterations;    /* of the solver in all these problems                             */
    double    worst;         /* largest residual so far                                         */
    double    rest;          /* largest velocity of the last active set                  (FC.3) */
    long long several;       /* friction problems found with several solutions          (FC.10) */
    long long unchecked;     /* friction problems with a shock, too large to enumerate  (FC.10) */
} nsd_tally;

/* Steps of a stepper that chooses their lengths: the loop sets `until`, the step `reached` */
typedef struct nsd_own_steps {
    double    t_end;            /* of the run                                                  */
    double    until;            /* the step ends here or before: the next output time, or t_end */
    double    reached;          /* where the step ended                                        */
    long long most;             /* steps that are kept at most                                 */
    long long solves, rejected; /* steps that were solved for; tries that were not kept        */
} nsd_own_steps;

/* Steps in which no contact has an impulse, taken by a stepper in a loop of its own */
typedef struct nsd_flight {
    long long  most;    /* steps                                                      */
    double     t0, h;   /* t_k = t0 + k h                                             */
    double     largest; /* |kinetic + potential energy|: of the run so far, then with the flight */
    nsd_status status;  /* NSD_DIVERGED: after the last step the energy is not finite */
    const nsd_sink_rows *rows; /* every step is a row, which the stepper writes; or NULL          */
} nsd_flight;

typedef struct nsd_stepper nsd_stepper;
struct nsd_stepper {
    /* From t_k to t_k+1. On any status but NSD_OK the state is that of t_k. */
    nsd_status (*step)(nsd_stepper *stepper, nsd_state *state);
    /* Energies of the state; adds the works of the last step. Called after every step, or with
     * `measure` before every row. */
    void (*energy)(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger);
    /* Begins another run of the same model, with steps of the same length and the same options,
     * from `state`: as a stepper that has just been made. NULL: another stepper must be made. */
    void (*restart)(nsd_stepper *stepper, nsd_state *state, nsd_ledger *ledger);
    /* Takes steps, with their energies, until a contact closes or flight->most is reached, from a
     * step without impulses. Returns how many were taken, without one that diverged. Same bits as
     * `step` and `energy`. Or NULL. */
    long long (*fly)(nsd_stepper *stepper, nsd_state *state, nsd_ledger *ledger,
                     nsd_flight *flight);
    nsd_tally *tally;           /* active set of the last step, counts of the solver */
    double     newton_residual; /* last relative change of a Newton iteration that failed, or 0 */
    /* For schemes whose energies need evaluations of the model: evaluates them before a row is
     * written; works are summed up in the steps, and `energy` is called for rows only. Or NULL. */
    nsd_status (*measure)(nsd_stepper *stepper, const nsd_state *state);
    nsd_own_steps *own;    /* NULL: all steps have the length of the plan */
    double        *memory; /* data of the scheme besides the state, to continue a run, or NULL */
    size_t         memory_size;
};

/* stepper->energy of first-order systems, which have no energies. */
static inline void nsd_stepper_no_energy(nsd_stepper *stepper, const nsd_state *state,
                                         nsd_ledger *ledger)
{
    (void)stepper;
    (void)state;
    (void)ledger;
}

#endif
