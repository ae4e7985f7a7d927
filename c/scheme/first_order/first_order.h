/* first_order.h - first-order complementarity systems by time stepping.
 *
 *   x' = A x + B lambda + f(t),   y = C x + D lambda + a(t),                            (FO.1)
 *   -y in N_[lower,upper](lambda)     row by row                                        (FO.2)
 *
 * The state of the run loop has x in `q`, the pair (lambda, y) in `extra`, and no contacts. */
#ifndef NSD_FIRST_ORDER_H
#define NSD_FIRST_ORDER_H

#include "base/dense.h"
#include "base/force.h"
#include "solve/relay/relay.h"
#include "scheme/scheme.h"

typedef struct nsd_first_order {
    int           n, m;
    const double *A, *B, *C, *D;         /* n x n, n x m, m x n, m x m, column-major        */
    const double *lower, *upper;         /* m: [0, inf) complementarity, (-inf, inf) equality */
    nsd_force     f, a;                  /* inputs, n and m                                 */
    const double *transition, *integral; /* n x n each: exp(A h) and its integral over a step,
                                          or NULL for the theta scheme                    */
} nsd_first_order;

typedef struct nsd_first_order_options { /* no defaults in C: the caller sets every field */
    double          h, theta;            /* theta in [0, 1]                            (FO.3) */
    double          rho;                 /* where the relation holds: t_k + rho h      (FO.4) */
    nsd_lcp_options lcp;
} nsd_first_order_options;

typedef struct nsd_first_order_solver { /* of the relay problems of a stepper */
    nsd_tally        tally;             /* sizes for the run loop, counts     */
    nsd_lcp_options  options;
    nsd_relay_memory memory;
    nsd_scratch      scratch;
} nsd_first_order_solver;

typedef struct nsd_first_order_stepper {
    nsd_stepper             base; /* first: a stepper is an nsd_first_order_stepper */
    const nsd_first_order  *model;
    nsd_first_order_options options;
    nsd_first_order_solver  solver;
    double                 *Phi, *S;       /* n x n: x_free = Phi x + S f_theta    (FO.3)  */
    double                 *LU;            /* n x n: factors of I - theta h A              */
    nsd_int                *pivot;         /* n: pivots of LU                              */
    double                 *SB, *M;        /* n x m, m x m: columns in units of z          */
    double                 *unit;          /* m: lambda = unit z                           */
    double                 *lower, *upper; /* m: bounds of z                               */
    double                 *x;             /* n: the new x                                 */
    double                 *Sf, *f;        /* n: S f_theta; f at a time                    */
    double                 *a, *a1;        /* m: a at t_rho, at the start of the step      */
    double                 *q, *z;         /* m: right-hand side and unknown of the relay  */
    double                  theta, rho;    /* of the step under way                        */
    int inconsistent_start; /* 1: x_0 contradicts the relation. Then, for 0 < rho < 1, the first
                               step is implicit: theta = rho = 1                     (FO.6) */
} nsd_first_order_stepper;

/* Bytes of scratch that nsd_first_order_init takes. */
size_t nsd_first_order_scratch(const nsd_first_order *model);

/* NSD_ERR_SINGULAR when I - theta h A is singular, NSD_ERR_NOT_FINITE. The state gets lambda and y
 * of the relation at t_0 where the relation has a solution, else the lambda nearest to 0. */
nsd_status nsd_first_order_init(nsd_first_order_stepper *stepper, const nsd_first_order *model,
                                const nsd_first_order_options *options, nsd_scratch *scratch,
                                nsd_state *state);

/* Memory of the solver of `relay` (its n, lower and upper), for both steppers of this folder. */
size_t     nsd_first_order_solver_scratch(const nsd_relay *relay);
nsd_status nsd_first_order_solver_init(nsd_first_order_solver *solver, const nsd_relay *relay,
                                       const nsd_lcp_options *options, nsd_scratch *scratch);

/* Stepper without energies, whose system has n states. */
nsd_stepper nsd_first_order_base(nsd_status (*step)(nsd_stepper *, nsd_state *),
                                 nsd_first_order_solver *solver, int n);

/* Solves the relay problem for z, with counts in the tally. */
nsd_status nsd_first_order_solver_solve(nsd_first_order_solver *solver, const nsd_relay *relay,
                                        double *z);

#endif
