/* flow_mechanical.h - an nsd_model as a flow: x = (q, v, works).
 *
 * The works follow the state: of the force (and of the changing mass matrix), of the damping in it,
 * of the contacts that stick, of the joints, of friction (flow_friction.h).              (ED.15) */
#ifndef NSD_FLOW_MECHANICAL_H
#define NSD_FLOW_MECHANICAL_H

#include "event/flow/flow.h"
#include "base/factor.h"
#include "contact/held.h"

enum {
    NSD_WORK_FORCE,
    NSD_WORK_DAMPING,
    NSD_WORK_CONTACT,
    NSD_WORK_JOINT,
    NSD_WORK_FRICTION,
    NSD_WORKS
};

struct nsd_flow_friction;

typedef struct nsd_flow_mechanical {
    nsd_flow      base; /* first: it is a flow */
    nsd_mechanics mechanics;
    nsd_held      held;
    double        attract; /* of surfaces that stick, 0: they are projected on           (ED.13) */
    double       *room;    /* n                                                                 */
    double        widest;  /* largest |q| so far                                                */
    double        inverse[NSD_INVERSE_SIZE * NSD_INVERSE_SIZE]; /* of a small constant M        */
    int inverted, light; /* it is known; and the force is all that works, without joints */
    struct nsd_flow_friction *friction; /* NULL without friction */
} nsd_flow_mechanical;

/* How many of the works a model needs: the first so many stand in x. */
int nsd_flow_works(const nsd_model *model);

size_t     nsd_flow_mechanical_scratch(const nsd_model *model);
nsd_status nsd_flow_mechanical_init(nsd_flow_mechanical *flow, const nsd_model *model,
                                    const nsd_lcp_options *lcp, nsd_scratch *scratch);

/* The field: of any flow, and with a short way for flows that are light. */
nsd_status nsd_flow_mechanical_any(nsd_flow_mechanical *flow, double t, const double *x, double *f);
nsd_status nsd_flow_mechanical_field(void *flow, double t, const double *x, double *f);

/* Parts of the field, for flows that add to it: (v, M^-1 F) with the force in mechanics.F and M
 * factored; q' <- q' - D H y on what sticks (ED.13); rates of all works but that of friction. */
nsd_status nsd_flow_mechanical_free(nsd_flow_mechanical *flow, double t, const double *x,
                                    double *f);
nsd_status nsd_flow_mechanical_attract(nsd_flow_mechanical *flow, double t, const double *q,
                                       double *rate);
nsd_status nsd_flow_mechanical_powers(nsd_flow_mechanical *flow, const double *x, double *rate);

/* M(q) factored in mechanics; the instant as nsd_held takes it; the active set: members and what
 * sticks; M(q), H, y_t, gap velocities `before` and joints of a state that is about to jump. */
nsd_status      nsd_flow_mechanical_mass(nsd_flow_mechanical *flow, const double *q);
nsd_event_point nsd_flow_mechanical_point(nsd_flow_mechanical *flow, double t, const double *x);
void            nsd_flow_mechanical_select(nsd_flow_mechanical *flow, const int *members);
nsd_status      nsd_flow_mechanical_meet(nsd_flow_mechanical *flow, const nsd_flow_jump *jump,
                                         const double *x);
/* What rounding may leave of direction'v where that is zero: its terms may be large. */
double nsd_flow_mechanical_noise(int n, const double *direction, const double *v);

#endif
