/* friction_primal_dual.h - a primal-dual interior point method, for given slip s:
 * min x'W x/2 + f'x over the cones, or with the slip among the unknowns
 *                                                          (FR.14), (FR.15), (FR.16), (FR.19) */
#ifndef NSD_FRICTION_PRIMAL_DUAL_H
#define NSD_FRICTION_PRIMAL_DUAL_H

#include "solve/friction/friction.h"
#include "solve/friction/interior/friction_cone.h"
#include "solve/friction/friction_system.h"

/* A direction and its right-hand side, kept while a better one is looked for, and the mean of z'y
 * of the last step                                                                      (FR.28) */
typedef struct nsd_friction_last {
    double *side, *step, *dz, *dy, *lag; /* as those of nsd_friction_primal_dual */
    double  gap;
} nsd_friction_last;

typedef struct nsd_friction_primal_dual {
    const nsd_friction *problem;
    int                 d, n;       /* entries of a contact, of all contacts                      */
    int                 cones;      /* one for each group with mu > 0, or N >= 0 alone            */
    double              unit;       /* max|q|, the size of a velocity                             */
    int               slip_unknown; /* 1: the slip s is among the unknowns (FR.19); 0: s is given */
    double           *f;            /* n: q + s n; set by the caller when s is given              */
    double           *x, *step;     /* n: the answer, and its Newton step                         */
    double           *gradient;     /* n: W x + f - G'y                                           */
    double           *z, *y;        /* 3 for each cone: G x, multiplier                           */
    double           *dz, *dy;      /* their Newton steps                                         */
    double           *side;         /* 3 for each cone: right-hand side of complementarity        */
    double           *slope;        /* 3 for each cone: mu kappa ds/dy                            */
    double           *slip, *lag;   /* of each cone: s, without mu, and slip of y less s          */
    nsd_friction_last last;         /* work of (FR.28)                                            */
    nsd_friction_cone  *cone;
    int                *contact; /* of a cone: its contact                                     */
    int                *first, *size; /* of a cone: first tangential entry in x, how many */
    double             *mu;           /* of a cone; 1 for N >= 0 alone                    */
    double             *ordered;      /* n: step in the order of the system               */
    nsd_friction_system system;
    int                 follows;     /* 1: the slip follows that of y (FR.28)            */
    double              pace, kappa; /* of (FR.28)                                       */
    int                 steps_left;  /* until the method ends                            */
} nsd_friction_primal_dual;

/* Takes the arrays, all but those of `system`. */
void nsd_friction_primal_dual_lay_out(nsd_friction_primal_dual *s, const nsd_friction *problem,
                                      nsd_scratch *scratch);
/* Sizes and the list of cones, into the arrays */
void nsd_friction_primal_dual_init(nsd_friction_primal_dual *s, const nsd_friction *problem);

/* x and y inside their cones, whatever x is; at most `most` steps of (FR.28) are to follow */
void nsd_friction_primal_dual_start(nsd_friction_primal_dual *s, int most);

/* Steps until the mean z'y of a cone is at most `level` unit^2 / lambda; may be called again with a
 * lower level. NSD_OK, or NSD_STALLED when rounding, an indefinite W or an unbounded problem stops
 * the method: x is then the last iterate. With slip_unknown the problem is not convex, and the
 * last iterate may be far from a solution. Adds its steps to *iterations. */
nsd_status nsd_friction_primal_dual_solve(nsd_friction_primal_dual *s, double level,
                                          const nsd_poll *poll, int *iterations);

/* For the step of (FR.28): step, dz, dy for the right-hand side s->side of complementarity, with
 * the factors of the present scaling                                          (FR.16), (FR.19) */
void nsd_friction_primal_dual_direction(nsd_friction_primal_dual *s);
/* Largest part of this direction that stays in all cones, at most 1 */
double nsd_friction_primal_dual_longest_step(const nsd_friction_primal_dual *s);
/* side <- Mehrotra's right-hand side: towards z o y = target e, where `second_order` is set with
 * the second order of the present direction */
void nsd_friction_primal_dual_side(nsd_friction_primal_dual *s, double target, int second_order);

/* The direction of a step in which the slip follows, with a new pace and the slip after the step;
 * returns how far to go. `miss`: the largest of gradient and lag                       (FR.28) */
double nsd_friction_follow_correct(nsd_friction_primal_dual *s, double gap, double miss);

#endif
