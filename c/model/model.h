/* model.h - a nonlinear mechanical system as a table of functions.
 *
 *   M(q) v' = F(t,q,v) + H(t,q) P + J(t,q) mu,   q' = v                                 (SYS.2)
 *   0 <= y(t,q) _|_ P >= 0,   g(t,q) = 0,   H = (dy/dq)', J = (dg/dq)'
 *
 * F holds internal, quadratic and external terms. Every function returns an nsd_status; a status
 * other than NSD_OK ends the run. Differences replace a NULL derivative (model/model_jacobians.c).
 * Matrices are column-major: M, Fq, Fv n x n; H n x m; J n x p. The context belongs to one run:
 * functions may keep work space in it, so each thread needs its own. */
#ifndef NSD_MODEL_H
#define NSD_MODEL_H

#include <stddef.h>

#include "base/matrix.h"
#include "base/status.h"
#include "model/surface.h"
#include "solve/bounded/saddle.h"

/* The matrices of a model whose entries are mostly zero. M, Fq and Fv are numbers for the entries
 * of one pattern, symmetric and with its diagonal; H, J and T numbers for those of their own
 * patterns (values of the nsd_columns here are NULL). Functions as in nsd_model.          (TP.8) */
typedef struct nsd_model_sparse {
    nsd_columns            matrix; /* n x n                                        */
    const nsd_ldl_plan    *plan;   /* of `matrix`                                  */
    nsd_columns            H, J;   /* n x m, n x p                                 */
    nsd_columns            T;      /* n x (surface.d m)                            */
    const nsd_saddle_plan *saddle; /* of `matrix`, H and J; or NULL               */
    nsd_status (*mass)(void *context, const double *q, double *M);
    nsd_status (*force_jac)(void *context, double t, const double *q, const double *v, double *Fq,
                            double *Fv);
    nsd_status (*gap_jac)(void *context, double t, const double *q, double *H, double *y_t);
    nsd_status (*joint_jac)(void *context, double t, const double *q, double *J, double *g_t);
    nsd_status (*tangent)(void *context, double t, const double *q, double *T);
} nsd_model_sparse;

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
    /* kappa of y'' = H'a + kappa: second derivative along the straight line (t + s, q + s v) */
    nsd_status (*gap_bias)(void *context, double t, const double *q, const double *v,
                           double *kappa);
    /* kappa of g'' = J'a + kappa */
    nsd_status (*joint_bias)(void *context, double t, const double *q, const double *v,
                             double *kappa);

    /* D = d(M(q) w)/dq, n x n; NULL: left out of Newton's matrix */
    nsd_status (*mass_jac)(void *context, const double *q, const double *w, double *D);
    int exact; /* 1: derivatives are cheap and exact: small systems update them in each iteration */

    /* energy of conservative forces, or NULL */
    nsd_status (*potential)(void *context, const double *q, double *U);
    /* v'M(q)v/2 faster than by `mass`, or NULL */
    nsd_status (*kinetic)(void *context, const double *q, const double *v, double *T);
    /* power of the damping in F, <= 0, a column of its own in the ledger; or NULL */
    nsd_status (*damping)(void *context, const double *v, double *power);

    /* M(q)^-1 x faster than by factors of M, both functions or none: mass_factor at q, then any
     * number of x <- M^-1 x */
    nsd_status (*mass_factor)(void *context, const double *q);
    void (*mass_solve)(void *context, double *x);

    /* H where the normals are constant, or NULL: gap_jac and gap_bias need not be called then */
    const nsd_columns *normals;

    /* T, n x (surface.d m): the tangents of each contact side by side; NULL without friction */
    nsd_surface surface;
    nsd_status (*tangent)(void *context, double t, const double *q, double *T);

    const nsd_model_sparse *sparse; /* its matrices without their zeros; NULL: full is cheaper */
} nsd_model;

typedef struct nsd_model_point { /* a state with the force there */
    const double *q, *v, *F;
} nsd_model_point;

/* Doubles of work space for the functions below. */
size_t nsd_model_work(const nsd_model *model);

/* Fq, Fv: by the model, or forward differences around the force F at (t,q,v). NSD_NOT_FINITE,
 * here and below, when a derivative is not finite. */
nsd_status nsd_model_force_jac(const nsd_model *model, double t, const nsd_model_point *point,
                               double *Fq, double *Fv, double *work);

/* Numbers of nsd_model_sparse by differences, where those of the model are not finite: Fq, Fv; */
nsd_status nsd_model_sparse_force(const nsd_model *model, double t, const nsd_model_point *point,
                                  double *Fq, double *Fv, double *work);
/* H and y_t, */
nsd_status nsd_model_sparse_gap(const nsd_model *model, double t, const double *q, double *H,
                                double *y_t, double *work);
/* J and g_t. */
nsd_status nsd_model_sparse_joint(const nsd_model *model, double t, const double *q, double *J,
                                  double *g_t, double *work);

/* H and y_t: by the model, or central differences. */
nsd_status nsd_model_gap_jac(const nsd_model *model, double t, const double *q, double *H,
                             double *y_t, double *work);
/* J and g_t: by the model, or central differences. */
nsd_status nsd_model_joint_jac(const nsd_model *model, double t, const double *q, double *J,
                               double *g_t, double *work);

typedef struct nsd_model_motion { /* a motion (t + s, q + s v + s^2 a/2) near s = 0 */
    double        t;
    const double *q, *v, *a; /* a may be NULL: a straight line                              */
    double        d; /* time over which differences are taken; functions below may shorten it */
} nsd_model_motion;

/* kappa of the gaps at t, q, v of the motion: by the model, or by differences along the line. */
nsd_status nsd_model_gap_bias(const nsd_model *model, nsd_model_motion *at, double *kappa,
                              double *work);
/* kappa of the joints at t, q, v of the motion, likewise. */
nsd_status nsd_model_joint_bias(const nsd_model *model, nsd_model_motion *at, double *kappa,
                                double *work);

/* kappa of the tangents, (T'v)' = T'a + kappa, surface.d m numbers, by differences. */
nsd_status nsd_model_tangent_bias(const nsd_model *model, nsd_model_motion *at, double *kappa,
                                  double *work);

/* U = y' and A = y'' of the gaps along the motion, by constant normals, by the Jacobian of the
 * model, which is left in H (n x m), or by differences of the gaps along the motion. */
nsd_status nsd_model_gap_motion(const nsd_model *model, nsd_model_motion *at, double *U, double *A,
                                double *H, double *work);

/* y_t alone; H (n x m) is work space for the Jacobian of the model. */
nsd_status nsd_model_gap_rate(const nsd_model *model, double t, const double *q, double *H,
                              double *y_t, double *work);

#endif
