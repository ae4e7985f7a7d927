/* flow_compliance.h - compliant contacts of a mechanical flow: a pressed surface pushes with the
 * force of its law, a released one comes back by itself.                        (CC.1), (CC.2)
 *
 * A pressed contact is a guard that sticks: its force is part of the field, and is watched for the
 * zero at which the contact is released. The guard of an open contact is y + delta, where delta is
 * the depth that the surface still has. */
#ifndef NSD_FLOW_COMPLIANCE_H
#define NSD_FLOW_COMPLIANCE_H

#include "event/flow/flow.h"
#include "model/model.h"

struct nsd_flow_mechanical;

typedef struct nsd_flow_compliance {
    const nsd_compliance *law;      /* m, or NULL: all contacts are rigid                     */
    int                  *pressed;  /* m: 1 where pressed since the last instant              */
    int                  *rigid;    /* m: 1 where a rigid contact sticks                      */
    int                  *roots;    /* m: roots of the pressure at the last instant           */
    double               *depth;    /* m: of surfaces when they were released,                */
    double               *time;     /* m: and when that was                                   */
    double               *speed;    /* m: of the approach that closed the contact      (CC.3) */
    double               *slope;    /* m: stiffness, pressure per depth; 0 where rigid        */
    double               *pressure; /* m: nsd_compliance_pressure of pressed contacts         */
} nsd_flow_compliance;

/* 1 when contact a is compliant */
static inline int nsd_flow_compliance_has(const nsd_flow_compliance *compliance, int a)
{
    return compliance->law && compliance->law[a].k > 0.0;
}

void nsd_flow_compliance_lay_out(nsd_flow_compliance *compliance, const nsd_model *model,
                                 nsd_scratch *scratch);
void nsd_flow_compliance_init(struct nsd_flow_mechanical *flow);

/* 1 for the sticking contacts that are rigid, m of them */
const int *nsd_flow_compliance_rigid(struct nsd_flow_mechanical *flow, const int *members);

/* mechanics.F <- F + H lambda of pressed contacts at x; lambda and pressures of the flow  (CC.1) */
nsd_status nsd_flow_compliance_add_forces(struct nsd_flow_mechanical *flow, double t,
                                          const double *x);

/* Power of the forces of pressed contacts on the system at the velocity v */
double nsd_flow_compliance_power(const struct nsd_flow_mechanical *flow, const double *v);

/* Guards of open compliant contacts, whose surfaces have a depth: end <- end + delta      (CC.2) */
void nsd_flow_compliance_add_depth(const struct nsd_flow_mechanical *flow, int a, double t,
                                   nsd_guard_end *end);

/* sticks of the flow <- which compliant contacts are pressed at x; others are left 0     (CC.2) */
nsd_status nsd_flow_compliance_choose(struct nsd_flow_mechanical *flow, double t, const double *x,
                                      const int *candidates);

/* nsd_flow.settle */
nsd_status nsd_flow_compliance_settle(nsd_flow *flow, double t, const double *x);

/* Energy stored in all surfaces at (t, q); 0 without compliant contacts                  (CC.4) */
nsd_status nsd_flow_compliance_energy(struct nsd_flow_mechanical *flow, double t, const double *q,
                                      double *energy);

#endif
