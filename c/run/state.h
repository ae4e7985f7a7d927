/* state.h - the state of a run after a step, and its ledger of energies. */
#ifndef NSD_STATE_H
#define NSD_STATE_H

/* What a contact with friction did in a step */
typedef enum nsd_mode { NSD_OPEN, NSD_STICK, NSD_SLIP } nsd_mode;

/* The tangential part of a state; the arrays belong to the caller. */
typedef struct nsd_tangential {
    int     d, sliding;   /* directions of a contact; the first `sliding` of them slide    */
    int     columns;      /* numbers in T: nsd_surface_columns of model/surface.h         */
    double *T;            /* d m: tangential impulses of the step that ended at t; with laws
                             then m coefficients of friction, m states, m intensities      */
    double *V, *V_before; /* d m: tangential velocities at t and at the start of the step  */
    int    *mode;         /* m: an nsd_mode for the step                                   */
    int    *mode_before;  /* m: nsd_mode for the step before; set by the run loop          */
} nsd_tangential;

/* The state after step k; the arrays belong to the caller. */
typedef struct nsd_state {
    long            k;
    double          t;
    double         *q, *v;        /* n                                                    */
    double         *P, *joint;    /* m, p: impulses of the step that ended at t           */
    double         *U, *U_before; /* m: gap velocities at t and at the start of the step  */
    double         *R;            /* m: contact forces at t; event methods only           */
    nsd_tangential *tangential;   /* the tangential part, NULL without friction           */
} nsd_state;

/* Energies at t and works done on the system since the start; columns of sol.energy. */
typedef enum nsd_energy {
    NSD_KINETIC,
    NSD_POTENTIAL,
    NSD_EXTERNAL,
    NSD_DAMPING,
    NSD_IMPACT,
    NSD_FRICTION,
    NSD_JOINT,
    NSD_NUMERICAL,
    NSD_ALGORITHMIC,
    NSD_ENERGIES
} nsd_energy;

typedef struct nsd_ledger {
    double value[NSD_ENERGIES];
    double inner; /* work of impacts, friction and the scheme itself in the last step */
} nsd_ledger;

#endif
