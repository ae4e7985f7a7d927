/* flow_hybrid.h - x' = f(t,x) with guards h(t,x) >= 0 and resets, as a flow.        (ED.21)
 *
 * A reset that changes h' along a direction D of the state also defines a sticking flow:
 * x' = f + D lambda with h'' = 0. D is measured from the reset itself. */
#ifndef NSD_FLOW_HYBRID_H
#define NSD_FLOW_HYBRID_H

#include "event/flow/flow_first_order.h"
#include "model/hybrid_model.h"
#include "solve/lcp/lcp.h"

typedef struct nsd_flow_hybrid {
    nsd_flow_first_order    first; /* first: it is a flow */
    const nsd_hybrid_model *model;
    nsd_lcp_options         lcp;
    double                 *e;       /* m: restitution of the last reset                        */
    double                 *speed;   /* m: |h'| before the last reset, 0: no reset yet          */
    double                 *fastest; /* m: largest `speed` so far                               */
    double                 *D;       /* n x m: change of x by a reset per unit of h'            */
    double                 *G;       /* m x m: h'_i along D_j                                   */
    double                 *M;       /* n x n                                                   */
    double                 *near, *far;     /* n: states on both sides of a reset or difference */
    double                 *f_near, *f_far; /* n: fields there                                  */
    double                 *bend;           /* n: x'' of the free field                         */
    double                 *displaced;      /* 3n: room for differences of the free field       */
    double                 *hd_near;        /* m: h' at another state                           */
    double                 *z;              /* m: room                                          */
    nsd_int                *pivot;          /* n + m                                            */
    int                    *set;            /* m: members of a problem                          */
    nsd_scratch             scratch;
} nsd_flow_hybrid;

size_t     nsd_flow_hybrid_scratch(const nsd_hybrid_model *model);
nsd_status nsd_flow_hybrid_init(nsd_flow_hybrid *flow, const nsd_hybrid_model *model,
                                const nsd_lcp_options *lcp, nsd_scratch *scratch);

#endif
