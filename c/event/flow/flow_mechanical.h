/* flow_mechanical.h - an nsd_model as a flow: x = (q, v, works).
 *
 * The works are integrated with the state: work of the force (and of the changing mass matrix), of
 * its damping, of sticking contacts, of joints, of friction (flow_friction.h).           (ED.15) */
#ifndef NSD_FLOW_MECHANICAL_H
#define NSD_FLOW_MECHANICAL_H

#include "event/flow/flow.h"
#include "event/flow/flow_compliance.h"
#include "base/factor.h"
#include "contact/held/held.h"

enum {
    NSD_WORK_FORCE,
    NSD_WORK_DAMPING,
    NSD_WORK_CONTACT, /* of compliant contacts, relative to their obstacles */
    NSD_WORK_DRIVEN,  /* of moving obstacles                                */
    NSD_WORK_JOINT,
    NSD_WORK_FRICTION,
    NSD_WORKS
};

struct nsd_flow_friction;

typedef void nsd_solve_fn(void *context, double *x); /* x <- A^-1 x */

typedef struct nsd_flow_mechanical {
    nsd_flow      base; /* first: it is a flow */
    nsd_mechanics mechanics;
    nsd_held      held;
    double        attract; /* D of (ED.13), attraction to sticking surfaces; 0: projection */
    int           rates_by_jacobian; /* 1: gap velocities by Jacobians, also differenced ones;
                                        0: those are differenced along the motion            */
    double       *room;      /* n                                                            */
    double        largest_q; /* largest |q| so far                                           */
    double
        mass_inverse[NSD_INVERSE_SIZE * NSD_INVERSE_SIZE]; /* of a small constant M              */
    int has_mass_inverse;                                  /* 1: mass_inverse is filled          */
    int force_only; /* 1: has_mass_inverse, no joints, only the force does work    */
    struct nsd_flow_friction *friction; /* NULL without friction                             */
    nsd_flow_compliance       compliance;
    double                   *compliance_field; /* a field: room for choosing pressed contacts   */
    nsd_scratch               keep; /* of mechanics and held                             */
} nsd_flow_mechanical;

/* How many works a model needs: the first ones of the enum above. */
int nsd_flow_mechanical_work_count(const nsd_model *model);

size_t     nsd_flow_mechanical_scratch(const nsd_model *model);
nsd_status nsd_flow_mechanical_init(nsd_flow_mechanical *flow, const nsd_model *model,
                                    const nsd_lcp_options *lcp, nsd_scratch *scratch);

/* f <- (v, M^-1 F); the force is left in mechanics.F, and M factored. */
nsd_status nsd_flow_mechanical_free_field(nsd_flow_mechanical *flow, double t, const double *x,
                                          double *f);
/* The equations G'a + kappa = 0 of sticking contacts and joints at x: mechanics.G, u */
nsd_status nsd_flow_mechanical_constraints(nsd_flow_mechanical *flow, double t, const double *x,
                                           const double *a);
/* a <- a + A^-1 G z that meets these equations, `solve` with A; forces of the flow <- z
 *                                                                                (ED.1), (ED.2) */
nsd_status nsd_flow_mechanical_constrain(nsd_flow_mechanical *flow, nsd_solve_fn *solve,
                                         void *context, double *a);
/* Rates of all works but that of friction                                                (ED.15) */
nsd_status nsd_flow_mechanical_powers(nsd_flow_mechanical *flow, const double *x, double *rate);

/* M(q), factored in mechanics. */
nsd_status nsd_flow_mechanical_factor_mass(nsd_flow_mechanical *flow, const double *q);
/* The state x at t as functions of contact/held/held.h take it. */
nsd_event_point nsd_flow_mechanical_point(nsd_flow_mechanical *flow, double t, const double *x);
/* Active set <- members and sticking contacts. */
void nsd_flow_mechanical_select(nsd_flow_mechanical *flow, const int *members);
/* Before a jump: M(q), H, y_t, gap velocities (jump->before), and joints at x. */
nsd_status nsd_flow_mechanical_prepare_jump(nsd_flow_mechanical *flow, const nsd_flow_jump *jump,
                                            const double *x);
/* Rounding of direction'v where that is zero: its terms may be large. */
double nsd_flow_mechanical_velocity_noise(int n, const double *direction, const double *v);
/* What gap a may be wrong by after a step from q0 to q1 whose positions are right to abs_tol +
 * rel_tol of themselves; normals are those of the last motion                           (ED.30) */
double nsd_flow_mechanical_gap_error(const nsd_flow_mechanical *flow, int a, const double *q0,
                                     const double *q1, double rel_tol, double abs_tol);
/* The largest rounding of the gap velocities at v, with the normals of mechanics.H. */
double nsd_flow_mechanical_gap_velocity_noise(const nsd_flow_mechanical *flow, const double *v);

#endif
