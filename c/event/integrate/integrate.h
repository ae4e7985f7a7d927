/* integrate.h - one-step integrators of a flow: a table of functions each. */
#ifndef NSD_INTEGRATE_H
#define NSD_INTEGRATE_H

#include "solve/ode/dp54.h"
#include "event/flow/flow_mechanical.h"
#include "model/linear_model.h"

/* Places theta of a step where curves over the step are compared with the flow (ED.5). None of
 * them is a place of the quartics, where the difference is zero by construction; there are two, so
 * that a zero of the difference at one place does not hide it. */
#define NSD_FIRST_TEST_THETA  0.29
#define NSD_SECOND_TEST_THETA 0.67

/* Least and largest factor from one step to the next. Smaller least: one odd error estimate makes a
 * tiny step; larger: a step that is much too long is refused several times. Larger largest: the
 * next step is often refused; smaller: more steps until a short first step has grown. */
#define NSD_LEAST_STEP_FACTOR   0.2
#define NSD_LARGEST_STEP_FACTOR 5.0

typedef struct nsd_integrate_step { /* the last step */
    const double *x0;               /* its start     */
    double        h;                /* its length    */
} nsd_integrate_step;

typedef struct nsd_integrate nsd_integrate;
struct nsd_integrate {
    nsd_flow *flow;
    double   *f0, *f1;  /* the field at both ends of a step; the caller fills f0 of the first */
    double    order;    /* of the error estimate, plus one; 0: steps are exact                */
    int       fixed;    /* 1: steps have one length                                           */
    int       halvings; /* how often a fixed step may be halved where it fails               */
    double   *kinetic;  /* energy of the state that `between` made last; NULL: not known      */
    double    before;   /* length of the step before, 0: none since the last event            */
    /* Prepares steps from (t, x0), where f0 is filled; `longest` <- bound of their length. */
    nsd_status (*begin)(nsd_integrate *self, double t, const double *x0, double *longest);
    /* x1 <- the state h later. With `error` not NULL: also f1, and the error relative to the
     * tolerances. */
    nsd_status (*step)(nsd_integrate *self, double t, const double *x0, double h, double *x1,
                       double *error);
    /* First `count` entries of x <- the state at theta of the last step with `error` */
    void (*between)(nsd_integrate *self, const nsd_integrate_step *step, double theta, int count,
                    double *x);
    /* a <- accelerations there, of a flow without sticking guards and joints; NULL: its field */
    void (*accelerations)(nsd_integrate *self, const nsd_integrate_step *step, double theta,
                          double *a);
    /* The end of the last step becomes the start of the next: f0 <- f1 */
    nsd_status (*carry)(nsd_integrate *self);
    /* 1 when motions that are dead make the steps short for the time that is left; NULL: never.
     * Asked after each step, with the number of steps of the run       (ED.26), (ED.34) */
    int (*is_slow)(nsd_integrate *self, long long steps, double left);
};

/* carry of an integrator that keeps nothing else of a step */
static inline nsd_status nsd_integrate_swap(nsd_integrate *self)
{
    double *first = self->f0;
    self->f0 = self->f1;
    self->f1 = first;
    return NSD_OK;
}

typedef struct nsd_integrate_dp54 {
    nsd_integrate base; /* first */
    nsd_dp54      pair;
    double        test[2][NSD_DP54_STAGES]; /* weights at the two test thetas */
    double        h;                        /* length and end of the last step with `error` */
    const double *x1;
    int           watches;       /* 1: steps that stability limits are counted                */
    int           limited, free; /* steps that it limits; steps since then that it does not   */
} nsd_integrate_dp54;

nsd_status nsd_integrate_dp54_init(nsd_integrate_dp54 *self, nsd_flow *flow, double rel_tol,
                                   double abs_tol, nsd_scratch *scratch);

/* Degree of the Taylor series of exact flight, twice an odd number (integrate_exact.c). Lower: the
 * longest step must shrink, or flight is not exact; higher: each step costs more. */
enum { NSD_EXACT_TAYLOR_TERMS = 22 };

/* The coefficient that is compared with the last one for the growth of the series; both are even,
 * since motions from rest have only every other coefficient */
enum { NSD_EXACT_MIDDLE_TERM = NSD_EXACT_TAYLOR_TERMS / 2 - 1 };

/* Length of a step times the rate of growth of the series: the rest of the series is round-off up
 * to this. Larger: flight is no longer exact; smaller: more steps. */
#define NSD_EXACT_STEP_GROWTH 1.7

/* Nodes of Gauss's rule for works, round-off up to the longest step of exact flight */
enum { NSD_EXACT_NODES = 8 };

/* The longest step for a series whose middle and last coefficients have these sizes, of positions
 * and of velocities                                                                      (ED.14) */
double nsd_integrate_exact_longest(const double middle[2], const double last[2]);

/* Node k of Gauss's rule on (0, s), and its weight */
double nsd_integrate_exact_node(int k, double s, double *weight);

/* Linear systems whose force is constant and harmonic, with constant coefficients of friction */
typedef struct nsd_integrate_exact {
    nsd_integrate           base; /* first */
    nsd_flow_mechanical    *flow;
    const nsd_linear_model *linear;
    const nsd_matrix       *C, *K;        /* of the system, NULL where zero                      */
    double                  start_energy; /* v'M v at the start of the step               */
    double                  kinetic;      /* base.kinetic                                 */
    double                 *c;            /* 2n each: Taylor coefficients of (q, v) at the start */
    double                 *room, *sample;
    double                 *friction_force; /* n each: Taylor coefficients, NULL without friction */
    int                     terms;          /* the last coefficient that is not zero              */
} nsd_integrate_exact;

size_t     nsd_integrate_exact_scratch(const nsd_model *model);
nsd_status nsd_integrate_exact_init(nsd_integrate_exact *self, nsd_flow_mechanical *flow,
                                    const nsd_linear_model *linear, nsd_scratch *scratch);

/* 1 where exact flight over `span` takes many steps because of motions that dampers end at once
 *                                                                                       (ED.26) */
int nsd_integrate_exact_is_slow(const nsd_integrate_exact *self, double span);

typedef struct nsd_integrate_newmark { /* steps of one length          */
    nsd_integrate         base;        /* first                               */
    nsd_flow_mechanical  *flow;
    nsd_nonlinear_options options;
    int                   exact;    /* 0: shorter steps lie on the parabola of the last one (NM.6);
                                       1: they are solved (NM.7)                            */
    double               *f_before; /* the field at the start of the step before            */
    double               *state;    /* room for a state                                     */
    double               *F0, *F1;  /* n: forces at both ends of the step                   */
    double                arc;      /* length of the step to which f1 and F1 belong         */
    double               *K;        /* Newton matrix (NM.3): LU factors, or an inverse over M */
    nsd_int              *pivot;
    int                   factored; /* 1: K can be used                                     */
    int                   age;      /* steps since `rate` was measured                      */
    double                rate;     /* ratio of successive changes in Newton's method       */
} nsd_integrate_newmark;

size_t     nsd_integrate_newmark_scratch(const nsd_model *model);
nsd_status nsd_integrate_newmark_init(nsd_integrate_newmark *self, nsd_flow_mechanical *flow,
                                      const nsd_nonlinear_options *options, int exact,
                                      nsd_scratch *scratch);

typedef struct nsd_integrate_rosenbrock { /* stiff flows */
    nsd_integrate base;                   /* first       */
    double        rel_tol, abs_tol;
    double        least;       /* least size of a state for differences: abs_tol / rel_tol */
    double       *J, *E;       /* size x size: Jacobian at the start; factors for stages   */
    double       *u;           /* 6 x size: the stages                                     */
    double       *x, *f_t;     /* a state that is tried; derivative of the field by t      */
    double       *end, *dense; /* end of the last step; 2 x size: continuous extension     */
    nsd_int      *pivot;
} nsd_integrate_rosenbrock;

size_t     nsd_integrate_rosenbrock_scratch(int size);
nsd_status nsd_integrate_rosenbrock_init(nsd_integrate_rosenbrock *self, nsd_flow *flow,
                                         double rel_tol, double abs_tol, nsd_scratch *scratch);

#endif
