/* step_options.h - the options of the time-stepping schemes.
 *
 * Lists below the structs have an option in a line: the name that users write, the field, and the
 * default of the C library; NUMBER: the smallest value that is read, COUNT: the smallest and the
 * largest, WORD: the words for 0, 1, ... Gateways read the options, and nsd_default_options sets
 * them, by going over these lists. */
#ifndef NSD_STEP_OPTIONS_H
#define NSD_STEP_OPTIONS_H

#include "solve/lcp/lcp.h"

/* How the Newmark family holds joints beside positions: by the impulse of a step alone, or also by
 * a force that keeps velocities, or accelerations                                      (NMK.23) */
typedef enum nsd_joint_force {
    NSD_JOINT_IMPULSE,
    NSD_JOINT_FORCE_VELOCITY,
    NSD_JOINT_FORCE_ACCELERATION
} nsd_joint_force;

/* Options of the Newmark family; paoli uses memory, too. */
typedef struct nsd_newmark_options {
    double          gamma, beta;      /*                                         (NMK.2) */
    double          alpha_m, alpha_f; /* both zero for Newmark                   (NMK.3) */
    int             ggl;              /* 1: contacts and joints also by position (NMK.8) */
    nsd_joint_force joint_force;
    int             by_position; /* naive: contacts by gaps, not velocities (NMK.16) */
    int             plain_works; /* set by genalpha, not by the caller     (NMK.12) */
    const double   *memory;      /* nsd_stepper.memory of the run to continue, or NULL */
    size_t          memory_size;
} nsd_newmark_options;

/* Gamma to AlphaF: of newmark */
/* clang-format off */
#define NSD_LIST_NEWMARK_OPTIONS(NUMBER, WORD)                                                    \
    NUMBER(Gamma, gamma, 0.5, -DBL_MAX)                                                           \
    NUMBER(Beta, beta, 0.25, -DBL_MAX)                                                            \
    NUMBER(AlphaM, alpha_m, 0.0, -DBL_MAX)                                                        \
    NUMBER(AlphaF, alpha_f, 0.0, -DBL_MAX)                                                        \
    WORD(GGL, ggl, 0, "off", "on")                                                                \
    WORD(JointForce, joint_force, NSD_JOINT_IMPULSE, "none", "velocity", "acceleration")          \
    WORD(Constraint, by_position, 0, "velocity", "position")
/* clang-format on */

typedef struct nsd_step_options { /* no defaults in C: the caller sets every field */
    double          h;            /* > 0                                          */
    double          theta;        /* in [0, 1]                            (MJ.1)  */
    double          activation;   /* gamma of the predicted gap, in [0, 1] (MJ.3) */
    nsd_lcp_options lcp;
    double          s; /* Paoli's weight of K, >= 0 (SP.1) */

    nsd_newmark_options newmark;
} nsd_step_options;

/* clang-format off */
#define NSD_LIST_STEP_OPTIONS(NUMBER)                                                             \
    NUMBER(Theta, theta, 0.5, -DBL_MAX)                                                           \
    NUMBER(Activation, activation, 0.5, -DBL_MAX)                                                 \
    NUMBER(Weight, s, 0.0, -DBL_MAX)

#define NSD_LIST_SOLVER_OPTIONS(NUMBER, COUNT)                                                    \
    NUMBER(LcpTol, tolerance, 1e-10, 0.0)                                                         \
    COUNT(MaxIter, max_iter, 10000, 1, INT_MAX)
/* clang-format on */

/* Steps whose length follows their error; rel_tol of 0: steps of constant length        (AD.1) */
typedef struct nsd_adaptive_options {
    double    rel_tol, abs_tol; /* error of a step relative to the largest |q| so far, and beside */
    double    largest;          /* longest step; 0: a hundredth of the run                       */
    double    t_end;            /* end of the run, set by the family                             */
    long long max_steps;
} nsd_adaptive_options;

/* Whether positions are corrected after a step; auto: of rigid bodies those of contacts that would
 * stay closed, of other systems joints alone */
typedef enum nsd_project_choice {
    NSD_PROJECT_OFF,
    NSD_PROJECT_ON,
    NSD_PROJECT_AUTO
} nsd_project_choice;

/* Mass matrix of Paoli's projections: M(q_n); the geodesic distance (PR.3); M(q_n+1), with forces
 * at t_n + theta h                                                                     (SP.13) */
typedef enum nsd_metric { NSD_METRIC_FROZEN, NSD_METRIC_GEODESIC, NSD_METRIC_END } nsd_metric;

typedef struct nsd_nonlinear_options { /* no defaults in C: the caller sets every field */
    nsd_step_options     step;
    double               newton_tolerance; /* on the change of the velocity, relative        */
    int                  newton_max_iter;
    int                  halvings; /* how often a step that fails may be halved, 0: never    */
    nsd_project_choice   project;  /* gaps and joints are corrected by position            */
    nsd_metric           metric;   /* of paoli                                              */
    nsd_adaptive_options adaptive; /* moreau and the Newmark family */
} nsd_nonlinear_options;

/* clang-format off */
#define NSD_LIST_NONLINEAR_OPTIONS(NUMBER, COUNT, WORD)                                           \
    NUMBER(NewtonTol, newton_tolerance, 1e-13, -DBL_MAX)                                          \
    COUNT(NewtonMaxIter, newton_max_iter, 50, 1, INT_MAX)                                         \
    COUNT(StepHalving, halvings, 0, 0, 1000)                                                      \
    WORD(Project, project, NSD_PROJECT_AUTO, "off", "on", "auto")                                 \
    WORD(Metric, metric, NSD_METRIC_FROZEN, "frozen", "geodesic", "end")
/* clang-format on */

#endif
