/* step_friction.h - friction of the time-stepping schemes: sliding velocities, tangential impulses,
 * cohesion and works of a step, for linear and nonlinear schemes. These differ in two functions,
 * which form T'v and the gaps.                                                  (FC.4), (FC.5)
 *
 * Without friction (d = 0) the functions that a step calls do nothing. */
#ifndef NSD_STEP_FRICTION_H
#define NSD_STEP_FRICTION_H

#include "base/dense.h"
#include "contact/closed_gap.h"
#include "contact/coulomb.h"

typedef struct nsd_step_friction_setup {
    const nsd_surface     *surface;
    int                    m; /* contacts */
    const nsd_lcp_options *options;
    void (*rates)(const void *context, int a, const double *v, double *V); /* V <- T_a'v, d each */
    nsd_status (*gaps)(const void *context, double t, const double *q, double *y);
    const void *context;
} nsd_step_friction_setup;

typedef struct nsd_step_friction_works { /* of the impulses of a step */
    double friction; /* on the system, with the work of moving obstacles       */
    double contact;  /* relative to the obstacles, less the slack of tolerance */
} nsd_step_friction_works;

typedef struct nsd_step_friction {
    nsd_step_friction_setup setup;
    int                     d; /* tangential directions of a contact, 0: no friction            */
    nsd_coulomb             coulomb;
    double                 *T;        /* d m: tangential impulses of the step, over its substeps */
    double                 *V0;       /* d m: sliding velocities before the substep              */
    double                 *cohesion; /* m: impulses of cohesion in the substep, <= 0            */
    double                 *y;        /* m: gaps                                                 */
    int                     has_cohesion;      /* 1: a law of some contact has cohesion          */
    int                     cohesive_contacts; /* how many impulses of cohesion are not zero     */
    nsd_step_friction_works works;             /* of the step                                    */
} nsd_step_friction;

typedef struct nsd_step_friction_velocities { /* of a substep from v0 to v1 */
    const double *v_mid; /* velocity with which impulses do work: v0 + weight (v1 - v0); NULL
                             where tangents do not change */
    const double *v1;    /* velocity at the end */
    double        weight;
} nsd_step_friction_velocities;

/* Bytes for nsd_step_friction_init; 0 without friction. */
size_t nsd_step_friction_scratch(const nsd_surface *surface, int m);
/* Start of a run with steps of length h: arrays, sliding velocities of the state, laws. */
nsd_status nsd_step_friction_init(nsd_step_friction *friction, const nsd_step_friction_setup *setup,
                                  double h, nsd_state *state, nsd_scratch *scratch);

/* Sets impulses and works of the step to zero. */
void nsd_step_friction_begin_step(nsd_step_friction *friction);

/* A substep of length h from (t, q) begins: no contact is closed yet; friction->cohesion and
 * cohesive_contacts by the gaps there                                                   (LW.5) */
nsd_status nsd_step_friction_begin_substep(nsd_step_friction *friction, double t, const double *q,
                                           double h);

/* friction->V0 of contact a from the velocity v0 before the substep */
void nsd_step_friction_velocities_before(nsd_step_friction *friction, int a, const double *v0);

/* u <- sliding velocities of contact a, the i-th active one, at v_free, plus tangential
 * restitution; sets id and speed of friction->coulomb                                   (FC.2) */
void nsd_step_friction_free_velocities(nsd_step_friction *friction, int i, int a,
                                       const double *v_free, double *u);

/* Adds the tangential impulses of contact a (impulse: normal, then tangents) to friction->T and
 * their works to friction->works; its sliding velocities go into the state. */
void nsd_step_friction_add_impulses(nsd_step_friction *friction, int a, const double *impulse,
                                    const nsd_step_friction_velocities *end, nsd_state *state);

/* Advances states and damage of the laws by a substep of length h that ended at (t, q).
 *                                                                               (LW.4), (LW.6) */
nsd_status nsd_step_friction_advance_laws(nsd_step_friction *friction, double t, const double *q,
                                          double h);

/* Copies impulses, modes and laws of the step into the state. */
void nsd_step_friction_end_step(nsd_step_friction *friction, nsd_state *state);

#endif
