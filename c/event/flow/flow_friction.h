/* flow_friction.h - Coulomb friction in the plane and in space for the flow of a mechanical system.
 *
 * A held contact sticks, or slides along the unit vector s = U_T/|U_T|, U_T = T'v - w. In the plane
 * (d = 1) s is its direction 1 or -1; in space (d = 2) the direction is 1, and s follows U_T.
 *   sticking  T'a + kappa_T = 0,  |lambda_T| <= mu lambda_N
 *   sliding   lambda_T = -s mu(|U_T|) lambda_N                                  (EF.1), (EF.12)
 * Forces of a mode solve a linear system (EF.2). Modes come from a friction problem at the level of
 * accelerations (EF.3), impacts from the same problem for velocities (EF.5). Functions of this file
 * replace project_velocities, jump and choose_sticking of the mechanical flow. */
#ifndef NSD_FLOW_FRICTION_H
#define NSD_FLOW_FRICTION_H

#include <math.h>

#include "event/flow/flow_mechanical.h"

/* Use of the tangent of a held contact in the system of forces (EF.2): an unknown of its own
 * (stick), absent (none), or, with a direction 1 or -1, a force in the column of the normal */
enum { NSD_USE_STICK = 0, NSD_USE_NONE = 2 };

/* Contacts up to which all modes are enumerated, to notice problems with no or several solutions
 * (EF.4). More: 4^contacts modes are tried at every instant; fewer: paradoxes go unnoticed. */
#define NSD_FLOW_FRICTION_ENUMERATED_CONTACTS NSD_FRICTION_SEARCH_MAX

/* Solutions kept of an enumeration, 4^4: each contact is open, sticks, or slides in one of two
 * directions. Fewer: solutions are lost that say 'ambiguous'. */
#define NSD_FLOW_FRICTION_MOST_SOLUTIONS 256

/* Ratio of scaled forces, or impulses, to the scaled load from which on a run that cannot go on is
 * jammed (EF.4). Larger: such a run says 'stalled'; smaller: runs that stall for another reason say
 * 'jammed'. */
#define NSD_FLOW_FRICTION_JAMMED_RATIO 1e5

/* The system A z + u = 0 of `rows` unknowns: normals, `sticking` tangents, joints         (EF.2) */
typedef struct nsd_flow_friction_system {
    int      rows, sticking;
    double  *X, *A, *LU, *z, *u; /* X = M^-1 (columns of forces); LU: room for factors */
    double  *size;               /* scale of each row and column                       */
    double  *part; /* units of the shares per F: mu of a sticking contact, else 1    (EF.10) */
    double  *weight, *room;
    nsd_int *pivot, *index;
} nsd_flow_friction_system;

/* Forces that are not unique: shares y of the cones                                      (EF.10) */
typedef struct nsd_flow_friction_shares {
    int     nonunique;            /* 1: the last forces are not unique                          */
    double *middle;               /* shares of a point inside all cones                         */
    int     middle_known;         /* 1: `middle` has been found in this mode                    */
    int     use_middle;           /* 1: the next forces are those nearest to `middle`   (EF.11) */
    double  unit;                 /* F of (EF.10)                                               */
    double  largest_unit;         /* largest `unit` of the run                                  */
    double *step, *slope, *trial; /* room for Newton's method                                   */
} nsd_flow_friction_shares;

/* Ways of sliding in space, which turn with U_T                                 (EF.13), (EF.15) */
typedef struct nsd_flow_friction_turn {
    int    *starts;        /* m: 1 from the start of sliding up to start_speed               */
    double *first_way;     /* 2 m: s at the start of the step                                */
    double *start_way;     /* 2 m: s when sliding began, later the last one that is known    */
    double *accelerations; /* n: room for a trial way                                      */
    double  start_speed;   /* from which on friction is along U_T alone                      */
    int     in_step;       /* 1: U_T beyond a stop is taken back through zero                */
} nsd_flow_friction_turn;

typedef struct nsd_flow_friction_change { /* of a contact, for the next choice of modes; or -1 */
    int  stopping;                        /* contact whose U_T is zero                         */
    int  yielding;                        /* contact that alone begins to slide                */
    int  yielding_direction;              /* of that sliding                                   */
    int *members;                         /* m: contacts of the choice of modes                */
} nsd_flow_friction_change;

typedef struct nsd_flow_friction {
    nsd_flow_mechanical *flow;
    nsd_coulomb          problem;
    nsd_surface          rest_surface; /* the surface with coefficients at rest           (EF.3) */

    int d; /* tangents of a contact: 1 in the plane, 2 in space */
    /* m each */
    int    *direction;   /* of the sliding of a held contact, 0: sticks             */
    int    *use;         /* of the tangents: NSD_USE_STICK, NSD_USE_NONE, 1 or -1   */
    int    *slip_sign;   /* of U_T when modes are chosen, 0: no tangential velocity */
    double *limit;       /* coefficients at rest, 0 for contacts without friction   */
    double *coefficient; /* coefficients at the present sliding velocity            */
    /* d m each */
    double *lambda;         /* tangential forces of the last field                     */
    double *slip;           /* U_T at the last field, on held contacts                 */
    double *way;            /* s of sliding contacts at the last field                 */
    double *kappa;          /* (T'v)' = T'a + kappa                                    */
    double *impulse;        /* tangential impulses of the last jump                    */
    double *before, *after; /* U_T around the last jump                                */

    double work;             /* of tangential impulses of the last jump on the system           */
    double loss;             /* of tangential impulses of the last jump at the contacts         */
    double speed;            /* largest |U_T| so far, and |U_N| of impacts                      */
    double noise;            /* rounding of U_T at the last field                               */
    double determinant_sign; /* of A in this mode, 0: not known                          (EF.4) */
    int    held_count;       /* contacts held in this mode                                      */
    int    wedged;           /* 1: the last choice could have had several answers        (EF.4) */

    nsd_flow_friction_turn   turn;
    nsd_flow_friction_change change;
    nsd_flow_friction_system system;
    nsd_flow_friction_shares shares;

    double     *solutions;   /* all solutions of a small problem */
    nsd_scratch enumeration; /* room to find the solutions       */
    nsd_scratch keep;        /* of `problem`                     */
} nsd_flow_friction;

size_t     nsd_flow_friction_scratch(const nsd_model *model);
nsd_status nsd_flow_friction_init(nsd_flow_friction *friction, nsd_flow_mechanical *flow,
                                  const nsd_lcp_options *lcp, nsd_scratch *scratch);

/* Length of a tangential quantity of contact a */
static inline double nsd_flow_friction_length(const nsd_flow_friction *friction, const double *x,
                                              int a)
{
    return friction->d == 1 ? fabs(x[a]) : hypot(x[2 * a], x[2 * a + 1]);
}

/* A step begins at a state: the ways of sliding contacts there                           (EF.13) */
nsd_status nsd_flow_friction_start_step(nsd_flow_friction *friction, double t, const double *x);

/* Sliding velocities below this count as zero. */
double nsd_flow_friction_rest_speed(const nsd_flow_friction *friction);

/* slip and coefficients of the active contacts at a state; mechanics.T is filled. */
nsd_status nsd_flow_friction_fill_slips(nsd_flow_friction *friction, double t, const double *x);
/* kappa of all tangents. */
nsd_status nsd_flow_friction_fill_bias(nsd_flow_friction *friction, const nsd_event_point *point);

/* A and X of the active contacts with their `use`                                        (EF.2) */
void nsd_flow_friction_assemble(nsd_flow_friction *friction);
/* z with A z + u = 0, then x <- x + X z; the caller fills u: normals, sticking tangents, joints.
 * NSD_JAMMED when the sign of det A is not that of the mode                      (EF.2), (EF.4) */
nsd_status nsd_flow_friction_solve(nsd_flow_friction *friction, double *x);
/* 1 when the last forces are so much larger than the load that A is nearly singular: they grow
 * without bound, and no step is short enough to reach the change of sign.                 (EF.4) */
int nsd_flow_friction_jams(const nsd_flow_friction *friction);
/* 1 when the last forces, which are not unique, have a point inside all cones: from now on fields
 * take the forces nearest to that point                                        (EF.10), (EF.11) */
int nsd_flow_friction_find_middle(nsd_flow_friction *friction);
/* 1 when in the last field a held contact pulls, or a sticking contact is beyond its cone. */
int nsd_flow_friction_outside_cones(const nsd_flow_friction *friction);

/* a <- a + M^-1 (H lambda_N + T lambda_T + J mu) in the mode of the flow at a state       (EF.2) */
nsd_status nsd_flow_friction_add_accelerations(nsd_flow_friction *friction, double t,
                                               const double *x, double *a);
/* Power of the tangential forces of the last field                                       (EF.8) */
double nsd_flow_friction_power(const nsd_flow_friction *friction);

/* For Taylor series of linear systems: the system of forces of the mode at a state. */
nsd_status nsd_flow_friction_start_series(nsd_flow_friction *friction, double t, const double *x);
/* For one term of the series: a <- a + M^-1 (forces), without biases, and the forces of friction in
 * it added to friction_force. */
nsd_status nsd_flow_friction_series_term(nsd_flow_friction *friction, double *a,
                                         double *friction_force);

/* choose_sticking of nsd_flow: which candidates are held, and their directions   (EF.3), (EF.4) */
nsd_status nsd_flow_friction_choose(nsd_flow *flow, double t, const double *x,
                                    const int *candidates, double *f);
/* Counts into problem.several a state at which the held contacts could also move in another way, as
 * one that is wedged and could let go; looked for only where the last choice was wedged. f: room
 * for a field                                                                            (EF.4) */
void nsd_flow_friction_count_alternatives(nsd_flow_friction *friction, double t, const double *x,
                                          double *f);
/* The problem in f, joints eliminated, as solvers of friction know it. */
nsd_friction nsd_flow_friction_problem(const nsd_coulomb *f);
/* jump of nsd_flow: the impact law                                                       (EF.5) */
nsd_status nsd_flow_friction_jump(nsd_flow *flow, const nsd_flow_jump *jump, double *x);

#endif
