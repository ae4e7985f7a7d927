/* model.h - a nonlinear mechanical system as a table of functions.
 *
 *   M(q) v' = F(t,q,v) + H(t,q) P + J(t,q) mu,   q' = v                                 (SYS.2)
 *   0 <= y(t,q) _|_ P >= 0,   g(t,q) = 0,   H = (dy/dq)', J = (dg/dq)'
 *
 * F holds internal, quadratic and external terms. Every function returns an nsd_status; anything
 * but NSD_OK ends the run. A NULL derivative is replaced by differences (model/model_jacobians.c).
 * Matrices are column-major: M, Fq, Fv n x n; H n x m; J n x p. The context belongs to one run:
 * functions may keep work space in it, so each thread needs its own. */
#ifndef NSD_MODEL_H
#define NSD_MODEL_H

#include <stddef.h>

#include "base/status.h"
#include "model/surface.h"

typedef struct nsd_model {
    int           n, m, p;       /* coordinates, contacts, joints    */
    const double *e;             /* restitution, m                   */
    int           constant_mass; /* M does not depend on q           */
    int           moving;        /* y or g depends on t              */
    void         *context;

    nsd_status (*mass)(void *context, const double *q, double *M);
    nsd_status (*force)(void *context, double t, const double *q, const double *v, double *F);
    nsd_status (*gap)(void *context, double t, const double *q, double *y);
    nsd_status (*joint)(void *context, double t, const double *q, double *g);

    /* derivatives, each may be NULL */
    nsd_status (*force_jac)(void *context, double t, const double *q, const double *v, double *Fq,
                            double *Fv);
    nsd_status (*gap_jac)(void *context, double t, const double *q, double *H, double *y_t);
    nsd_status (*joint_jac)(void *context, double t, const double *q, double *J, double *g_t);
    /* kappa of y'' = H'a + kappa (g'' = J'a + kappa): second derivative along the straight line
     * (t + s, q + s v) */
    nsd_status (*gap_bias)(void *context, double t, const double *q, const double *v,
                           double *kappa);
    nsd_status (*joint_bias)(void *context, double t, const double *q, const double *v,
                             double *kappa);

    /* D = d(M(q) w)/dq, n x n, may be NULL; then Newton does without it */
    nsd_status (*mass_jac)(void *context, const double *q, const double *w, double *D);
    int exact; /* derivatives are exact and cheap: small systems take them in every iteration */

    /* energy of conservative forces; v'M(q)v/2 where there is a faster way; both may be NULL */
    nsd_status (*potential)(void *context, const double *q, double *U);
    nsd_status (*kinetic)(void *context, const double *q, const double *v, double *T);
    /* power of the damping that F contains, <= 0, kept apart in the ledger; may be NULL */
    nsd_status (*damping)(void *context, const double *v, double *power);

    /* a faster way to M(q)^-1 x than factoring M, both NULL or both given: factor at q, then
     * x <- M^-1 x as often as wanted */
    nsd_status (*mass_factor)(void *context, const double *q);
    void (*mass_solve)(void *context, double *x);

    /* friction: T is n x (surface.d m), the tangents of contact a side by side; NULL without */
    nsd_surface surface;
    nsd_status (*tangent)(void *context, double t, const double *q, double *T);
} nsd_model;

typedef struct nsd_model_point { /* a state with the force there */
    const double *q, *v, *F;
} nsd_model_point;

/* Work space of the differences below, in doubles. */
size_t nsd_model_work(const nsd_model *model);

/* Derivatives that are not finite end in NSD_NOT_FINITE.
 * Fq, Fv: the model's own, or forward differences around the force F at (t,q,v). */
nsd_status nsd_model_force_jac(const nsd_model *model, double t, const nsd_model_point *point,
                               double *Fq, double *Fv, double *work);

/* H and y_t (J and g_t): the model's own, or central differences. */
nsd_status nsd_model_gap_jac(const nsd_model *model, double t, const double *q, double *H,
                             double *y_t, double *work);
nsd_status nsd_model_joint_jac(const nsd_model *model, double t, const double *q, double *J,
                               double *g_t, double *work);

typedef struct nsd_model_motion { /* a motion (t + s, q + s v + s^2 a/2) near s = 0 */
    double        t;
    const double *q, *v, *a; /* a may be NULL: a straight line                              */
    double d; /* a time over which differences are taken; made shorter where it is too long */
} nsd_model_motion;

/* Bias of the gaps (joints) at t, q, v of the motion: the model's own, or differences along the
 * line. work: nsd_model_work. */
nsd_status nsd_model_gap_bias(const nsd_model *model, nsd_model_motion *at, double *kappa,
                              double *work);
nsd_status nsd_model_joint_bias(const nsd_model *model, nsd_model_motion *at, double *kappa,
                                double *work);

/* The same for the tangents: kappa of (T'v)' = T'a + kappa, surface.d m numbers, by differences. */
nsd_status nsd_model_tangent_bias(const nsd_model *model, nsd_model_motion *at, double *kappa,
                                  double *work);

/* U = y' and A = y'' of the gaps along the motion. H (n x m) and y_t are filled when the model has
 * its own Jacobian; otherwise a few gaps along the motion tell both. */
nsd_status nsd_model_gap_motion(const nsd_model *model, nsd_model_motion *at, double *U, double *A,
                                double *H, double *work);

/* y_t alone; H (n x m) is room that the model's own Jacobian may fill. */
nsd_status nsd_model_gap_rate(const nsd_model *model, double t, const double *q, double *H,
                              double *y_t, double *work);

#endif
