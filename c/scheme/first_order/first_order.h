/* first_order.h - first-order complementarity systems by time stepping.
 *
 *   x' = A x + B lambda + f(t),   y = C x + D lambda + a(t),                            (FO.1)
 *   -y in N_[lower,upper](lambda)     row by row                                        (FO.2)
 *
 * The state of the run loop has x in `q`, (lambda, y, h lambda) in `extra`, and no contacts. */
#ifndef NSD_FIRST_ORDER_H
#define NSD_FIRST_ORDER_H

#include "base/dense.h"
#include "base/force.h"
#include "scheme/first_order/first_order_sparse.h"
#include "scheme/scheme.h"
#include "solve/relay/relay.h"

typedef struct nsd_first_order {
    int           n, m;
    const double *A, *B, *C, *D;          /* n x n, n x m, m x n, m x m, column-major        */
    const double *lower, *upper;          /* m: [0, inf) complementarity, (-inf, inf) equality */
    nsd_force     f, a;                   /* inputs, n and m                                 */
    const double *transition, *integral;  /* n x n each: exp(A h) and its integral over a step,
                                          or NULL for the theta scheme                    */
    const nsd_first_order_sparse *sparse; /* takes the place of A, B, C, D where these are sparse
                                             and the scheme is theta's; else NULL         */
} nsd_first_order;

typedef struct nsd_first_order_options { /* no defaults in C: the caller sets every field */
    double          h, theta;            /* theta in [0, 1]                            (FO.3) */
    double          rho;                 /* where the relation holds: t_k + rho h      (FO.4) */
    nsd_lcp_options lcp;
} nsd_first_order_options;

typedef struct nsd_first_order_base { /* of the steppers of linear and nonlinear systems */
    nsd_stepper             stepper;  /* first: a stepper is an nsd_first_order_base        */
    nsd_first_order_options options;
    nsd_tally               tally;      /* sizes for the run loop, counts of relay problems   */
    nsd_relay_memory        memory;     /* of the relay problems                              */
    nsd_scratch             scratch;    /* of their solver                                    */
    double                  theta, rho; /* of the step under way                              */
    int inconsistent_start; /* 1: x_0 contradicts the relation. Then, for 0 < rho < 1, the first
                               step is implicit: theta = rho = 1                     (FO.6) */
} nsd_first_order_base;

/* Bytes of scratch that nsd_first_order_init takes. */
size_t nsd_first_order_scratch(const nsd_first_order *model);

/* The stepper, in the scratch. NSD_ERR_SINGULAR when I - theta h A is singular, NSD_ERR_NOT_FINITE.
 * The state gets lambda and y of the relation at t_0 where the relation has a solution, else the
 * lambda nearest to 0. */
nsd_status nsd_first_order_init(const nsd_first_order         *model,
                                const nsd_first_order_options *options, nsd_scratch *scratch,
                                nsd_state *state, nsd_first_order_base **stepper);

/* The same for models with `sparse`, which the two functions above call */
size_t     nsd_first_order_sparse_scratch(const nsd_first_order *model);
nsd_status nsd_first_order_sparse_init(const nsd_first_order         *model,
                                       const nsd_first_order_options *options, nsd_scratch *scratch,
                                       nsd_state *state, nsd_first_order_base **stepper);

/* Bytes of nsd_first_order_base_init; `relay` has n, lower and upper of the relay problems. */
size_t nsd_first_order_base_scratch(const nsd_relay *relay);
/* A stepper without energies, whose system has n states. */
nsd_status nsd_first_order_base_init(nsd_first_order_base *base, int n, const nsd_relay *relay,
                                     const nsd_first_order_options *options, nsd_scratch *scratch);
/* theta and rho of the first step, once inconsistent_start is known; lambda (m) <- the nearest to 0
 * if the start is inconsistent */
void nsd_first_order_base_start(nsd_first_order_base *base, const nsd_relay *relay, double *lambda);

/* Ends a step of a linear system: the state gets lambda = unit z, y = w and h lambda, m numbers
 * each. 1 when theta and rho have changed, as the implicit first step is done: then the matrices of
 * a step are made anew. */
int nsd_first_order_base_end(nsd_first_order_base *base, int m, const double *unit, const double *z,
                             const double *w, nsd_state *state);
/* Solves the relay problem for z, with counts in the tally. */
nsd_status nsd_first_order_base_solve(nsd_first_order_base *base, const nsd_relay *relay,
                                      double *z);
/* y <- y + factor A x; loops of our own: the sizes are small, a call of BLAS takes a sixth of a
 * step of one state, and the order of sums is fixed. */
void nsd_first_order_add_product(int rows, int cols, double factor, const double *A,
                                 const double *x, double *y);

#endif
