/* first_order_newton.h - nonlinear first-order systems: Newton with a relay problem inside.
 *
 *   x' = f(t,x) + g(x,lambda,t),   y = h(x,lambda,t),   -y in N_[lower,upper](lambda)   (FO.8)
 *
 * The state of the run loop has x in `q`, the pair (lambda, y) in `extra`, and no contacts. */
#ifndef NSD_FIRST_ORDER_NEWTON_H
#define NSD_FIRST_ORDER_NEWTON_H

#include "base/dense.h"
#include "model/first_order_model.h"
#include "scheme/first_order/first_order.h"

typedef struct nsd_first_order_newton {
    nsd_stepper                  base; /* first: a stepper is an nsd_first_order_newton */
    const nsd_first_order_model *model;
    nsd_first_order_options      options;
    double                       newton_tolerance; /* on the residual of (FO.9), relative   */
    int                          newton_max_iter;
    nsd_first_order_solver       solver;
    double                      *x, *xr;      /* n: the new x; x at t_rho                     */
    double                      *f0, *f;      /* n: f at the start and at the end of the step */
    double                      *r, *R;       /* n: action g; residual of (FO.9)              */
    double                      *lambda, *y;  /* m: the iterate                               */
    double                      *z, *q;       /* m: unknown and right-hand side of the relay  */
    double                      *fx, *rx, *J; /* n x n; J the matrix of (FO.10), factored    */
    double                      *yx;          /* m x n                                       */
    double                      *rl, *X;      /* n x m; X = J^-1 R_lambda                    */
    double                      *yl, *M;      /* m x m; M the matrix of the relay (FO.10)    */
    double                      *shift;       /* n + m: the shifted point of differences     */
    nsd_int                     *pivot;       /* n                                           */
    double                       theta, rho;  /* of the step under way                       */
    int                          inconsistent_start; /* as in nsd_first_order_stepper         */
} nsd_first_order_newton;

typedef struct nsd_first_order_newton_options {
    nsd_first_order_options step;
    double                  newton_tolerance;
    int                     newton_max_iter;
} nsd_first_order_newton_options;

/* Bytes of scratch that nsd_first_order_newton_init takes. */
size_t nsd_first_order_newton_scratch(const nsd_first_order_model *model);

/* The stepper, and lambda and y of the first row as in nsd_first_order_init. */
nsd_status nsd_first_order_newton_init(nsd_first_order_newton               *stepper,
                                       const nsd_first_order_model          *model,
                                       const nsd_first_order_newton_options *options,
                                       nsd_scratch *scratch, nsd_state *state);

#endif
