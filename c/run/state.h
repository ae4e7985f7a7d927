/* state.h - the state of a run after a step, and its ledger of energies. */
#ifndef NSD_STATE_H
#define NSD_STATE_H

#include "base/scratch.h"
#include "base/status.h"

/* What a contact with friction did in a step */
typedef enum nsd_mode { NSD_OPEN, NSD_STICK, NSD_SLIP } nsd_mode;

/* Sizes of a state */
typedef struct nsd_sizes {
    int n, m, p;       /* coordinates, contacts, joints                                         */
    int d, sliding;    /* tangential directions of a contact, 0 without friction; sliding ones  */
    int laws;          /* 1: laws of friction with coefficient, state and intensity             */
    int forces;        /* 1: contact forces are recorded too (event methods)                    */
    int accelerations; /* 1: accelerations are recorded too                                     */
    int extra;         /* further numbers of a row                                              */
} nsd_sizes;

/* The tangential part of a state; the arrays belong to the caller. */
typedef struct nsd_tangential {
    int     d, sliding;        /* directions of a contact; the first `sliding` of them slide    */
    double *T;                 /* d m: tangential impulses of the step that ended at t          */
    double *force;             /* d m: friction forces at t; event methods only                 */
    double *mu, *theta, *beta; /* m: with laws, coefficient, state and intensity                */
    double *V, *V_before;      /* d m: tangential velocities at t and at the start of the step  */
    int    *mode;              /* m: an nsd_mode for the step                                   */
    int    *mode_before;       /* m: nsd_mode for the step before; set by the run loop          */
} nsd_tangential;

/* The state after step k; the arrays belong to the caller. */
typedef struct nsd_state {
    long long       k;
    double          t;
    double         *q, *v;        /* n                                                    */
    double         *P, *joint;    /* m, p: impulses of the step that ended at t           */
    double         *U, *U_before; /* m: gap velocities at t and at the start of the step  */
    double         *R;            /* m: contact forces at t; event methods only           */
    nsd_tangential *tangential;   /* the tangential part, NULL without friction           */
    double         *A;            /* n where they are recorded: accelerations             */
    double         *extra;        /* further numbers that the family records              */
} nsd_state;

/* Bytes of a state and of its tangential part. */
size_t nsd_state_scratch(const nsd_sizes *sizes);

/* A state of zeros at t in scratch memory, or counted; `tangential` is used with friction only. */
nsd_status nsd_state_init(nsd_state *state, nsd_tangential *tangential, const nsd_sizes *sizes,
                          double t, nsd_scratch *scratch);

/* Energies at t and works done on the system since the start; columns of sol.energy. */
typedef enum nsd_energy {
    NSD_KINETIC,
    NSD_POTENTIAL,
    NSD_EXTERNAL,
    NSD_DAMPING,
    NSD_IMPACT,
    NSD_DRIVEN, /* of moving obstacles, by the normal forces of contacts */
    NSD_FRICTION,
    NSD_JOINT,
    NSD_NUMERICAL,
    NSD_ALGORITHMIC,
    NSD_ENERGIES
} nsd_energy;

extern const char *const nsd_energy_names[NSD_ENERGIES]; /* as sol.energy has them */

typedef struct nsd_ledger {
    double value[NSD_ENERGIES];
    double inner; /* work of impacts, friction and the scheme itself in the last step */
} nsd_ledger;

#endif
