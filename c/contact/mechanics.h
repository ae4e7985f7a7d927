/* mechanics.h - a nonlinear model evaluated for a step: mass, forces, normals, joints, factors. The
 * schemes of nonlinear systems and the event methods share it. */
#ifndef NSD_MECHANICS_H
#define NSD_MECHANICS_H

#include "contact/closed_gap.h"
#include "contact/contact_varying.h"
#include "contact/step_friction.h"
#include "model/model_matrices.h"
#include "run/step_options.h"
#include "run/stepper.h"

/* Relative change of a Newton iteration that differenced derivatives may leave. Larger: steps with
 * slow convergence are accepted too early; smaller: with differenced Jacobians the iteration runs
 * to its limit although it has converged as far as it can. */
#define NSD_NEWTON_NOISE 1e-8

/* Part of max|q| below which a change of position is rounding: iterations that no longer converge
 * may end there. Larger: slow convergence is taken for rounding; smaller: noise of gaps or of
 * differenced derivatives at rest uses up all iterations. */
#define NSD_POSITION_ROUNDING 1e-11

/* 1 when Newton's iteration has converged: the relative change passes the tolerance, or is below
 * NSD_NEWTON_NOISE and no longer halves. */
static inline int nsd_mechanics_converged(const nsd_nonlinear_options *options, double change,
                                          double previous)
{
    return change <= options->newton_tolerance ||
           (change <= NSD_NEWTON_NOISE && change >= 0.5 * previous);
}

/* 1 when Newton's iteration need not go on: at the rate of the last two changes the next change
 * would be far below the tolerance. */
static inline int nsd_mechanics_will_converge(const nsd_nonlinear_options *options, double change,
                                              double previous)
{
    const double ratio = change / previous; /* 0 at the first iteration */
    return ratio > 0.0 && ratio < 0.1 && ratio * change <= 1e-3 * options->newton_tolerance;
}

typedef struct nsd_mechanics_columns { /* of a sparse model: patterns with the numbers in H, ...  */
    nsd_columns H, J, T;
    nsd_columns G; /* gathered from them: the arrays below and mechanics->G        */
    ptrdiff_t  *start, *row;
} nsd_mechanics_columns;

/* Matrices and vectors of a step. Where the model has sparse matrices, and the caller can use them,
 * M, A, Fq, Fv, H, J, T and G are the numbers on their patterns; else they are full. */
typedef struct nsd_mechanics {
    const nsd_model      *model;
    nsd_nonlinear_options options;
    nsd_contact_varying   contact;
    nsd_model_matrices    matrices; /* products and factors of M and A                    */
    nsd_mechanics_columns columns;
    nsd_saddle            saddle;  /* where the model has a plan of it                     */
    nsd_tally             tally;   /* n, m, p, active set and counts, for the run loop   */
    double               *M, *A;   /* n x n: mass; factors of M or of the Newton matrix  */
    double               *Fq, *Fv; /* n x n: Jacobians of the force                      */
    double               *H, *J;   /* n x m, n x p: normals of contacts, of joints       */
    double               *G;       /* columns of the active contacts, then of the joints */
    double               *T;       /* n x (d m): tangents of all contacts                */
    double               *y, *y_t; /* m: gaps, dy/dt at fixed q                          */
    double               *g_t;     /* p: dg/dt of the joints at fixed q                  */
    double               *u;       /* right-hand side for the columns of G               */
    double               *F;       /* n: force                                           */
    double               *q_mid, *v_mid, *r; /* n: for the schemes           */
    double               *work;              /* nsd_model_work, 4 n at least */
    enum { NSD_HOLDS_LU, NSD_HOLDS_CHOLESKY, NSD_HOLDS_MODEL } holds; /* how A^-1 is applied  */
    double newton_h;        /* time step whose Newton matrix is factored in A; 0: none */
    int    have_jacobians;  /* 1: Fq and Fv are those of an earlier step               */
    int    have_normals;    /* 1: H and y_t hold the constant normals of the model     */
    double failed_residual; /* relative change at which Newton's iteration gave up     */
} nsd_mechanics;

/* sparse: model->sparse of callers that go through the functions of this page and of
 * model/model_matrices.h; NULL: full matrices. */
size_t     nsd_mechanics_scratch(const nsd_model *model, const nsd_model_sparse *sparse);
nsd_status nsd_mechanics_init(nsd_mechanics *mechanics, const nsd_model *model,
                              const nsd_model_sparse *sparse, const nsd_nonlinear_options *options,
                              nsd_scratch *scratch);

/* The model's functions; NSD_NOT_FINITE when an entry is not finite: M(q) into mechanics->M, */
nsd_status nsd_mechanics_mass(nsd_mechanics *mechanics, const double *q);
/* F(t,q,v) into F, */
nsd_status nsd_mechanics_force(nsd_mechanics *mechanics, double t, const double *q, const double *v,
                               double *F);
/* the gaps into y (m), the joints into g (p), */
nsd_status nsd_mechanics_gaps(const nsd_mechanics *mechanics, double t, const double *q, double *y);
nsd_status nsd_mechanics_joints(const nsd_mechanics *mechanics, double t, const double *q,
                                double *g);
/* the Jacobians of the force into Fq and Fv; mechanics->F is F there, */
nsd_status nsd_mechanics_force_jac(nsd_mechanics *mechanics, double t, const double *q,
                                   const double *v);
/* the tangents into mechanics->T. */
nsd_status nsd_mechanics_tangents(nsd_mechanics *mechanics, double t, const double *q);
/* Normals at (t, q) with their rates at fixed q: of the contacts into H and y_t, */
nsd_status nsd_mechanics_contact_normals(nsd_mechanics *mechanics, double t, const double *q);
/* of the joints into J and g_t. */
nsd_status nsd_mechanics_joint_normals(nsd_mechanics *mechanics, double t, const double *q);
/* J and g_t into arrays of the caller. */
nsd_status nsd_mechanics_joint_jac(nsd_mechanics *mechanics, double t, const double *q, double *J,
                                   double *g_t);
/* y_t alone, into an array of the caller; H is overwritten. */
nsd_status nsd_mechanics_gap_rates(nsd_mechanics *mechanics, double t, const double *q,
                                   double *y_t);

/* D_j'v for column j of numbers D of the normals of contacts, of joints, or of tangents */
static inline double nsd_mechanics_dot(const nsd_mechanics *mechanics, const nsd_columns *pattern,
                                       const double *D, int j, const double *v)
{
    const int n = mechanics->model->n;
    if (!mechanics->matrices.sparse) {
        return nsd_dense_dot(n, D + (size_t)j * (size_t)n, v);
    }
    const nsd_columns columns = { n, pattern->m, pattern->start, pattern->row, D };
    return nsd_columns_dot(&columns, j, v);
}

/* full <- the first `count` columns of such numbers, n x count */
void nsd_mechanics_expand(const nsd_mechanics *mechanics, const nsd_columns *pattern,
                          const double *D, int count, double *full);

/* Numbers of J */
static inline size_t nsd_mechanics_joint_numbers(const nsd_mechanics *mechanics)
{
    const size_t p = (size_t)mechanics->model->p;
    return mechanics->matrices.sparse ? (size_t)mechanics->columns.J.start[p]
                                      : (size_t)mechanics->model->n * p;
}

/* H_a'v */
static inline double nsd_mechanics_normal(const nsd_mechanics *mechanics, int a, const double *v)
{
    return nsd_mechanics_dot(mechanics, &mechanics->columns.H, mechanics->H, a, v);
}
/* J_j'v */
static inline double nsd_mechanics_joint(const nsd_mechanics *mechanics, int j, const double *v)
{
    return nsd_mechanics_dot(mechanics, &mechanics->columns.J, mechanics->J, j, v);
}
/* x <- x + scale H_a */
void nsd_mechanics_add_normal(const nsd_mechanics *mechanics, int a, double scale, double *x);

/* Velocity of gap a, of joint j, for these normals and the velocity v */
static inline double nsd_mechanics_gap_rate(const nsd_mechanics *mechanics, int a, const double *v)
{
    const nsd_columns *normals = mechanics->model->normals;
    return (normals ? nsd_columns_dot(normals, a, v) : nsd_mechanics_normal(mechanics, a, v)) +
           mechanics->y_t[a];
}
static inline double nsd_mechanics_joint_rate(const nsd_mechanics *mechanics, int j,
                                              const double *v)
{
    return nsd_mechanics_joint(mechanics, j, v) + mechanics->g_t[j];
}

/* L <- Cholesky factor of mechanics->M; NSD_LOST_DEFINITE */
nsd_status nsd_mechanics_cholesky(nsd_mechanics *mechanics, double *L);
/* mechanics->A <- Cholesky factor of M(q), or model->mass_factor where the model has one;
 * NSD_LOST_DEFINITE when M(q) is not positive definite. */
nsd_status nsd_mechanics_factor_mass(nsd_mechanics *mechanics, const double *q);
/* x <- A^-1 x with the factors that mechanics->holds names; the context is an nsd_mechanics. */
void nsd_mechanics_solve(void *context, double *x);
/* Kinetic energy; mechanics->M is overwritten unless the mass is constant. */
nsd_status nsd_mechanics_kinetic(nsd_mechanics *mechanics, const double *q, const double *v,
                                 double *kinetic);
/* Potential energy; 0 for a model without one. */
nsd_status nsd_mechanics_potential(nsd_mechanics *mechanics, const double *q, double *potential);
/* The state at the start of a run: zero impulses, gap velocities, energies. Factors M, so that a
 * mass that is not definite is found here. */
nsd_status nsd_mechanics_start(nsd_mechanics *mechanics, nsd_state *state, nsd_ledger *ledger);
/* mechanics->G <- normals of the active contacts, then of all joints */
void nsd_mechanics_gather(nsd_mechanics *mechanics);
/* mechanics->G <- normal and tangents of each active contact, then normals of all joints */
void nsd_mechanics_gather_blocks(nsd_mechanics *mechanics);
/* The problem of mechanics->G and u with A^-1 of mechanics->holds: `count` directions, p joints */
static inline nsd_contact_varying_problem nsd_mechanics_problem(nsd_mechanics *mechanics, int count,
                                                                int p)
{
    const nsd_contact_varying_problem problem = { count,
                                                  p,
                                                  mechanics->G,
                                                  mechanics->u,
                                                  nsd_mechanics_solve,
                                                  mechanics,
                                                  mechanics->matrices.sparse ? &mechanics->columns.G
                                                                             : NULL };
    return problem;
}
/* v <- v + A^-1 G z for a problem of nsd_mechanics_problem, as nsd_contact_varying_solve; without
 * G'A^-1 G where contacts and joints are many and the matrices sparse                   (NL.8) */
nsd_status nsd_mechanics_solve_problem(nsd_mechanics                     *mechanics,
                                       const nsd_contact_varying_problem *problem, double *v);
/* x <- x + A^-1 G z for the problem of the active contacts without friction and of all joints,
 * solved from the guess zero */
nsd_status nsd_mechanics_solve_contacts(nsd_mechanics *mechanics, double *x);

/* nsd_step_friction_init with the tangents and gaps of the model, at the start of a run. */
nsd_status nsd_mechanics_friction_init(nsd_mechanics *mechanics, nsd_step_friction *friction,
                                       nsd_state *state, nsd_scratch *scratch);

/* x <- x + scale H cohesion, with the normals of mechanics->H */
void nsd_mechanics_add_cohesion(const nsd_mechanics *mechanics, const nsd_step_friction *friction,
                                double scale, double *x);

typedef struct nsd_gap_velocities { /* of a substep                                    */
    const double *v0, *v_mid, *v1;  /* n: velocities at its start, of the works, at its end */
    const double *y_t0, *y_t1;      /* m: dy/dt of the gaps at start and end                */
} nsd_gap_velocities;

/* P <- P + cohesion, since cohesion counts as part of the contacts' impulses; U_before and U of
 * these contacts into the state. Returns the work of cohesion relative to the obstacles and adds
 * that of moving obstacles to `driven`; the system gets both. */
double nsd_mechanics_cohesion_to_state(const nsd_mechanics      *mechanics,
                                       const nsd_step_friction  *friction,
                                       const nsd_gap_velocities *ends, double *P, nsd_state *state,
                                       double *driven);

/* U_before and U of the contacts that pushed in the step before (state->P) and do not push in this
 * one (P), for the velocities v0 and v1: the scheme fills U only of contacts that push. */
nsd_status nsd_mechanics_released_velocities(nsd_mechanics *mechanics, nsd_state *state,
                                             const double *P, const double *v0, const double *v1);

typedef struct nsd_gap_start { /* the start of a motion that ends with the gaps mechanics->y      */
    double        t;
    const double *q;
    double        rounding; /* of gaps there                                              */
    int           known;    /* 1: mechanics->u holds the gaps there, -1: there are none   */
} nsd_gap_start;

nsd_gap_start nsd_mechanics_gap_start(const nsd_mechanics *mechanics, double t, const double *q);

/* 1 when the bodies of contact a touch: its gap is zero to rounding at the start and the end of the
 * motion. mechanics->u belongs to these questions while they are asked.                  (MJ.3) */
int nsd_mechanics_touches(nsd_mechanics *mechanics, nsd_gap_start *start, int a);

/* Projects q so that joints are zero and active contacts do not penetrate; the change is least in
 * |.|_M. below, m entries or NULL: the penetration that each contact may keep.           (NL.5) */
nsd_status nsd_mechanics_project(nsd_mechanics *mechanics, double t, const double *below,
                                 double *q);

#endif
