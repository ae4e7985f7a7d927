/* flow_friction.h - Coulomb friction in the plane for the flow of a mechanical system.
 *
 * A contact that is held sticks, or slides one way: way 0, 1, -1 is the sign of U_T = T'v - w.
 *   sticking  T'a + kappa_T = 0,  |lambda_T| <= mu lambda_N
 *   sliding   lambda_T = -way mu(|U_T|) lambda_N                                       (EF.1)
 * Forces of a mode are a linear system; which mode it is comes from a problem with friction at the
 * level of accelerations (EF.3), impacts from the same problem for velocities (EF.5). It replaces
 * field, stop, jump and settle of the flow it is made for. */
#ifndef NSD_FLOW_FRICTION_H
#define NSD_FLOW_FRICTION_H

#include "event/flow/flow_mechanical.h"

enum { NSD_USE_STICK = 0, NSD_USE_NONE = 2 }; /* and 1, -1: the share of a sliding contact */

typedef struct nsd_flow_friction {
    nsd_flow_mechanical *flow;
    nsd_coulomb          problem;
    nsd_surface
            acceleration_surface; /* the surface with the coefficients of (EF.3)                  */
    int    *direction;            /* m: how a held contact slides, 0: it sticks                   */
    int    *use;                  /* m: what the tangents do in the system of forces              */
    int    *slip_sign;            /* m: the active contacts of a choice of modes slide this way   */
    double *limit;                /* m: coefficients at rest, 0 for contacts without friction     */
    double *coefficient;          /* m: those in use                                      */
    double *lambda;               /* m: tangential forces of the last field               */
    double *slip;                 /* m: U_T at the last field, on held contacts           */
    double *kappa;                /* m: (T'v)' = T'a + kappa                              */
    double *impulse;              /* m: tangential impulses of the last jump              */
    double *before, *after;       /* m: U_T around it                                    */
    double  work, loss;           /* of these impulses: on the system, as the contacts see it */
    double  speed;                /* largest |U_T| so far, and |U_N| of impacts              */
    double  noise;                /* what rounding may leave of U_T at the last field        */
    int     stopping;             /* the next choice of modes: this contact has U_T = 0; -1  */
    int     yielding, yielding_direction; /* only this contact changes: it slides that way; -1 */
    double  determinant_sign; /* sign of the determinant in this mode, 0: not known           */
    int     held_count;       /* contacts held in this mode                                   */

    int      rows, sticking; /* the system of forces: normals, sticking tangents, joints        */
    double  *X, *A, *LU, *z, *size, *u, *weight, *room;
    int      nonunique;    /* the last forces are not unique                                   */
    int      middle_known; /* they are shared from the middle of the cones, found in this mode */
    int      use_middle;   /* the next solution is                                             */
    double   largest_unit; /* the largest of the units below                                   */
    double  *middle, unit; /* the shares there, and a force that they are compared with        */
    double  *step, *slope, *trial; /* room for them */
    nsd_int *pivot, *index;
    double  *solutions;      /* of small problems, all of them */
    nsd_scratch enumeration; /* where they are found           */
} nsd_flow_friction;

#define NSD_FLOW_FRICTION_ENUMERATED_CONTACTS 3 /* contacts of which all modes are tried (EF.4)   */
#define NSD_FLOW_FRICTION_MOST_SOLUTIONS      64 /* most of them                                   */

size_t     nsd_flow_friction_scratch(const nsd_model *model);
nsd_status nsd_flow_friction_init(nsd_flow_friction *friction, nsd_flow_mechanical *flow,
                                  const nsd_lcp_options *lcp, nsd_scratch *scratch);

/* Sliding velocities below this are none. */
double nsd_flow_friction_rest_speed(const nsd_flow_friction *friction);

/* slip and coefficients of the active contacts at a state; mechanics.T is filled. */
nsd_status nsd_flow_friction_fill_slips(nsd_flow_friction *friction, double t, const double *x);
/* kappa of all tangents */
nsd_status nsd_flow_friction_fill_bias(nsd_flow_friction *friction, const nsd_event_point *point);

/* The system of the active contacts with `use`; z with A z + u = 0, x <- x + X z, where u has the
 * order normals, sticking tangents, joints. NSD_JAMMED when the sign of its determinant is not
 * that of the mode                                                                   (EF.2) */
void       nsd_flow_friction_assemble(nsd_flow_friction *friction);
nsd_status nsd_flow_friction_solve(nsd_flow_friction *friction, double *x);
/* 1 when forces that are not unique, those of the last field, can be shared out with all contacts
 * within their cones: fields do so from now on                                        (EF.10) */
int nsd_flow_friction_find_middle(nsd_flow_friction *friction);
/* 1 when a held contact pulls in the last field, or one that sticks is beyond its cone. */
int nsd_flow_friction_outside_cones(const nsd_flow_friction *friction);

/* For series of linear systems: the system of the mode at a state; a <- a + M^-1 (forces) for one
 * term, without biases, and drag <- the forces of friction in it. */
nsd_status nsd_flow_friction_start_series(nsd_flow_friction *friction, double t, const double *x);
nsd_status nsd_flow_friction_series_term(nsd_flow_friction *friction, double *a, double *drag);

/* For nsd_flow: which of the candidates are held, and how; the impact law. */
nsd_status nsd_flow_friction_choose(nsd_flow *flow, double t, const double *x,
                                    const int *candidates, double *f);
nsd_status nsd_flow_friction_jump(nsd_flow *flow, const nsd_flow_jump *jump, double *x);

#endif
