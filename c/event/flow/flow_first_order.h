/* flow_first_order.h - what flows of x' = f(t,x) share whose guards have no derivatives of their
 * own: values, two derivatives along the field by differences, projection on the guards. */
#ifndef NSD_FLOW_FIRST_ORDER_H
#define NSD_FLOW_FIRST_ORDER_H

#include "base/dense.h"
#include "event/flow/flow.h"
#include "model/model.h"

typedef struct nsd_flow_first_order {
    nsd_flow  base;      /* first: it is a flow                                  */
    nsd_model guards;    /* the guards as gaps of a model                        */
    double   *H;         /* n x m: gradients of the guards, if the model has them */
    double   *slope;     /* n: x'' along the field; gradient of a guard          */
    double   *hd, *hdd;  /* m: h', h''                                           */
    double   *u, *kept;  /* m: room                                              */
    double   *displaced; /* 3n: room for a state and two fields of a difference  */
    double   *work;      /* nsd_model_work(&guards)                              */
} nsd_flow_first_order;

/* Takes the arrays of a flow. `guards`: n states, m gaps that may move, their derivatives or NULL.
 * The caller sets the arrays to zero, and adds field, project_velocities, jump, choose_sticking and
 * multipliers to the table of functions. */
void nsd_flow_first_order_init(nsd_flow_first_order *flow, const nsd_model *guards,
                               nsd_scratch *scratch);

typedef nsd_status nsd_flow_values_fn(nsd_flow *flow, double t, const double *x, double *values);

/* Gradient of the i-th of m values by central differences; x is displaced and restored */
nsd_status nsd_flow_first_order_gradient(nsd_flow_first_order *flow, nsd_flow_values_fn *of,
                                         double t, int i, double *x, double *gradient);

typedef nsd_status nsd_flow_field_fn(void *flow, double t, const double *x, double *f);

/* bend <- df/dt along a field by a central difference over the difference time; room: 3n numbers */
nsd_status nsd_flow_first_order_bend(nsd_flow_first_order *flow, nsd_flow_field_fn *field,
                                     const nsd_flow_point *at, double *bend, double *room);

#endif
