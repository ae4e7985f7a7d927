/* integrate.h - one-step integrators of a flow: a table of functions each. */
#ifndef NSD_INTEGRATE_H
#define NSD_INTEGRATE_H

#include "event/integrate/dp54.h"
#include "event/flow/flow_mechanical.h"
#include "model/linear_model.h"

#define NSD_FIRST_TEST_THETA \
    0.29 /* where curves over a step are compared with what they stand for (ED.5) */
#define NSD_SECOND_TEST_THETA 0.67

typedef struct nsd_integrate_step { /* where the last step began, and how long it was */
    const double *x0;
    double        h;
} nsd_integrate_step;

typedef struct nsd_integrate nsd_integrate;
struct nsd_integrate {
    nsd_flow *flow;
    double   *f0, *f1; /* the field at both ends of a step; f0 is the caller's at the start */
    double    order;   /* of the error estimate, plus one; 0: steps are exact               */
    /* Prepares steps from (t, x0), f0 filled; `longest`: what a step may be at most. */
    nsd_status (*begin)(nsd_integrate *self, double t, const double *x0, double *longest);
    /* x1 <- the state h later. With `error`: f1, and the error relative to the tolerances. */
    nsd_status (*step)(nsd_integrate *self, double t, const double *x0, double h, double *x1,
                       double *error);
    /* x <- the state at theta of the last step that had its error; its first `count` entries are
     * enough */
    void (*between)(const nsd_integrate *self, const nsd_integrate_step *step, double theta,
                    int count, double *x);
    /* The end of the last step becomes the start of the next: f0 <- f1 */
    void (*carry)(nsd_integrate *self);
};

typedef struct nsd_integrate_dp54 {
    nsd_integrate base; /* first */
    nsd_dp54      pair;
    double        test[2][NSD_DP54_STAGES]; /* weights at the two test places */
} nsd_integrate_dp54;

size_t     nsd_integrate_dp54_scratch(int size);
nsd_status nsd_integrate_dp54_init(nsd_integrate_dp54 *self, nsd_flow *flow, double rel_tol,
                                   double abs_tol, nsd_scratch *scratch);

enum { NSD_EXACT_TAYLOR_TERMS = 22 };

typedef struct nsd_integrate_exact { /* linear systems whose force is constant and harmonic, with
                                        constant coefficients of friction */
    nsd_integrate           base;    /* first */
    nsd_flow_mechanical    *flow;
    const nsd_linear_model *linear;
    const nsd_matrix       *C, *K; /* of the system, NULL where zero */
    double                 *c;     /* 2n each: Taylor coefficients of (q, v) at the start */
    double                 *room, *sample;
    double                 *friction_force; /* n each: those of the force of friction, or NULL  */
    int                     terms;          /* the last coefficient that is not zero */
} nsd_integrate_exact;

size_t     nsd_integrate_exact_scratch(const nsd_model *model);
nsd_status nsd_integrate_exact_init(nsd_integrate_exact *self, nsd_flow_mechanical *flow,
                                    const nsd_linear_model *linear, nsd_scratch *scratch);

typedef struct nsd_integrate_rosenbrock { /* stiff flows */
    nsd_integrate base;                   /* first */
    double        rel_tol, abs_tol, least;
    double       *J, *E; /* size x size: Jacobian at the start, factored matrix of the stages */
    double       *u;     /* the stages                                                       */
    double       *x, *f_t, *end, *dense;
    nsd_int      *pivot;
} nsd_integrate_rosenbrock;

size_t     nsd_integrate_rosenbrock_scratch(int size);
nsd_status nsd_integrate_rosenbrock_init(nsd_integrate_rosenbrock *self, nsd_flow *flow,
                                         double rel_tol, double abs_tol, nsd_scratch *scratch);

#endif
