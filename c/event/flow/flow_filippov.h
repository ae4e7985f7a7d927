/* flow_filippov.h - x' = f(t, x, side), side_i = sign of s_i(x), as a flow.             (FI.1)
 *
 * The guards are side_i s_i >= 0. Where one of them comes to zero, the motion crosses the surface,
 * and its side changes, or slides on it: a surface slid on is a guard that sticks, with a
 * multiplier lambda_i in [-1, 1] instead of a side (FI.2). Any number of surfaces can be slid on at
 * once. lambda of the flow is 1 - lambda_i^2, which comes to zero where sliding ends    (FI.3). */
#ifndef NSD_FLOW_FILIPPOV_H
#define NSD_FLOW_FILIPPOV_H

#include "event/flow/flow_first_order.h"
#include "model/filippov_model.h"
#include "solve/relay/relay.h"

typedef struct nsd_flow_filippov {
    nsd_flow_first_order      first; /* first: it is a flow */
    const nsd_filippov_model *model;
    nsd_lcp_options           lcp;

    /* p each */
    double        *side, *side_before; /* -1 or 1; before a choice of sticking                  */
    double        *lambda;             /* 2 p: multipliers of the surfaces slid on, then those of
                                          the last choice: Newton starts from these, so that a row
                                          more changes no bits                                  */
    double        *corner;             /* sides, all members of `set` at a corner               */
    double        *shifted;            /* surfaces at another time                              */
    int           *set, *members;      /* surfaces that slide, or that the problem at hand asks */
    int           *stuck_before;       /* 1: slid on before a choice of sticking                */
    nsd_guard_end *ends;

    double *S;   /* p x n: gradients of the surfaces                     */
    double *S_t; /* p: partial derivatives of the surfaces by t          */

    /* Fields at corners: sides -1 or 1 of all members of `set` */
    int     affine;  /* 1: f depends linearly on the sides, and each has one corner */
    int     corners; /* number of them                                              */
    double *F;       /* n x corners: the fields                                     */
    double *R;       /* members x corners: rates of the members along the fields    */
    double *trial;   /* n: a field                                                  */

    /* Problems for the multipliers, members each */
    double          *z, *rate; /* multipliers; rates of the surfaces with them */
    double          *J;        /* members x members: derivatives of `rate`     */
    double          *q, *lower, *upper;
    double          *fit; /* work space of least squares */
    nsd_int         *pivot;
    nsd_relay_memory memory;
    nsd_scratch      scratch, keep; /* of relay problems, and of their memory */
} nsd_flow_filippov;

size_t nsd_flow_filippov_scratch(const nsd_filippov_model *model);

/* All sides are 1 until nsd_flow_filippov_start. */
nsd_status nsd_flow_filippov_init(nsd_flow_filippov *flow, const nsd_filippov_model *model,
                                  const nsd_lcp_options *lcp, nsd_scratch *scratch);

/* Sides <- the signs of the surfaces at (t, x); 1 where a surface is zero */
nsd_status nsd_flow_filippov_start(nsd_flow_filippov *flow, double t, const double *x);

#endif
