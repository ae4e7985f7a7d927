/* friction.h - contact with Coulomb friction, in two and three dimensions.
 *
 * Per contact a, local impulse r and velocity u = W r + q hold a normal part N and one or more
 * groups T_g (sliding; also rolling, spinning), each with a coefficient mu_g. Find r with
 *     uhat in C*,  r in C,  uhat'r = 0,   uhat = u + (sum_g mu_g |u_Tg|) n              (FR.1)
 *     C = { r_N >= 0, |r_Tg| <= mu_g r_N for every group g }.            doc/theory (FR.2)
 *
 * mu = 0 is allowed, contact by contact: then r_T = 0. W is dense, or has blocks in compressed
 * columns, in which only contacts that share a body are stored. It need not be symmetric.
 *
 * No kernel allocates, prints, or keeps state. Every solver recomputes its residual from the
 * r it returns, and reports NSD_OK only if that residual passes. */
#ifndef NSD_FRICTION_H
#define NSD_FRICTION_H

#include "base/scratch.h"
#include "base/solver.h"
#include "base/status.h"
#include "sparse/fronts.h"

#define NSD_FRICTION_GROUPS 3 /* most groups of a contact         */
#define NSD_FRICTION_LOCAL  6 /* most entries of a contact: 1 + sizes */

/* The entries of one contact: N, then the groups one after the other. */
typedef struct nsd_friction_layout {
    int groups;                    /* 1: Coulomb; 2: with rolling; 3: with spinning too */
    int size[NSD_FRICTION_GROUPS]; /* 1 or 2 each: {1} plane, {2} space, {2,2} rolling,
                                      {2,2,1} spinning, {1,1} a rolling disc             */
} nsd_friction_layout;

/* Block columns: the blocks of contact a are k with start[a] <= k < start[a+1]; block k couples
 * contact row[k] to a, d x d column-major. Rows ascend and include a itself. */
typedef struct nsd_friction {
    int                 contacts;
    nsd_friction_layout layout;
    const double       *mu[NSD_FRICTION_GROUPS]; /* contacts each, >= 0                      */
    const double       *q;                       /* n = contacts * d                         */
    const double       *W;                       /* dense: n x n, column-major; or           */
    const int          *start;                   /* block columns: contacts + 1; NULL: dense */
    const int          *row;
    const double       *blocks;
    double              lambda; /* largest eigenvalue of W, or nsd_friction_lambda_bound: scales the
                            residual                                                          */
    const int *position;        /* of each contact in an order with coupled contacts near each other
                            (nsd_friction_order): linear systems are then bands. NULL: dense  */
    int        reach; /* largest distance between the positions of coupled contacts        */
    const nsd_fronts_plan *plan; /* of block columns with a symmetric pattern: linear systems are
                            then sparse, and position is not used. NULL: bands or dense  (FR.27) */
} nsd_friction;

typedef struct nsd_friction_options { /* no defaults in C: the caller sets every field */
    int             max_iter;         /* sweeps or steps of each solver, > 0 */
    double          tolerance;        /* on (FR.5) and (FR.6), > 0           */
    const nsd_poll *poll;             /* asked in every iteration; NULL: never */
} nsd_friction_options;

typedef nsd_solver_info nsd_friction_info; /* residual: (FR.5) */

/* A solver: r holds the guess on entry, the answer on exit. */
typedef nsd_status nsd_friction_solve_fn(const nsd_friction         *problem,
                                         const nsd_friction_options *options, nsd_scratch *scratch,
                                         double *r, nsd_friction_info *info);

nsd_friction_solve_fn nsd_friction_nsgs;     /* Gauss-Seidel, exact contact by contact  (FR.9) */
nsd_friction_solve_fn nsd_friction_anderson; /* the same with extrapolation           (FR.26) */
nsd_friction_solve_fn nsd_friction_newton;   /* semismooth Newton, line search         (FR.10) */
nsd_friction_solve_fn nsd_friction_lemke;    /* the cone as a pyramid, exact in 2D     (FR.13) */
nsd_friction_solve_fn nsd_friction_interior; /* interior points (FR.19), then fixed point (FR.17) */
nsd_friction_solve_fn nsd_friction_proximal; /* W + alpha I, alpha to 0, then Newton   (FR.22) */
nsd_friction_solve_fn nsd_friction_auto;     /* solvers in turn until one answer passes (FR.20) */

/* The solver called `name` ("auto", "nsgs", ...), or NULL. */
nsd_friction_solve_fn *nsd_friction_find(const char *name);

/* Scratch bytes for nsd_friction_auto and nsd_friction_nsgs. They depend on contacts and layout
 * only; with block columns also on the number of blocks and on reach. They grow with contacts: ask
 * for the most contacts to come. */
size_t nsd_friction_scratch(const nsd_friction *problem);
/* Scratch bytes for the solver called `name`; 0 when no solver has this name. */
size_t nsd_friction_solver_scratch(const char *name, const nsd_friction *problem);

/* Most contacts of nsd_friction_enumerate, which solves 4^contacts linear systems. Larger: four
 * times the time for each contact more; smaller: fewer problems can be enumerated. */
#define NSD_FRICTION_ENUMERATE_MAX 8
size_t nsd_friction_enumerate_scratch(int contacts);

/* All solutions of up to NSD_FRICTION_ENUMERATE_MAX contacts in the plane, one for each combination
 * of modes (open, stick, slide) that has a solution (FR.18): columns of R (n x capacity).
 * NSD_ERR_TOO_LARGE for other layouts, more contacts, or more solutions than the capacity; NSD_RAY
 * when no combination has a solution, which proves that there is none. */
nsd_status nsd_friction_enumerate(const nsd_friction *problem, const nsd_friction_options *options,
                                  nsd_scratch *scratch, int capacity, double *R, int *found);

/* Most contacts of the two functions below. Larger: systems of more than 12 unknowns, and many
 * times the starts; smaller: more problems are not known completely. */
#define NSD_FRICTION_SEARCH_MAX 4

/* 0 when a problem with this W and these coefficients has one motion at most, whatever q is; 1 when
 * it may have several. Also 1, as nothing is known, with more than NSD_FRICTION_SEARCH_MAX
 * contacts, or more than one in space. W is dense. `change`: as long as W stays semidefinite and
 * its entries change by no more, a 0 stays 0                                           (FR.24) */
int nsd_friction_several_possible(const nsd_friction *problem, double *change);

/* Solutions of up to NSD_FRICTION_SEARCH_MAX contacts in space, W dense: those that Newton's method
 * finds from the impulses of every combination of modes, with a few directions of sliding. No proof
 * that there are no others. Columns of R (n x capacity); NSD_STALLED when none is found; needs
 * nsd_friction_scratch.                                                                (FR.25) */
nsd_status nsd_friction_search(const nsd_friction *problem, const nsd_friction_options *options,
                               nsd_scratch *scratch, int capacity, double *R, int *found);

/* Largest velocity change that is no shock where the free motion approaches contacts with
 * `approach` and has velocities up to `scale`, for a solver with this tolerance.       (FC.10) */
double nsd_friction_shock(double approach, double scale, double tolerance);

/* 1 when the impulses r are a shock: they change velocities by much more than the free motion
 * approaches; u <- the velocities after r                                              (FC.10) */
int nsd_friction_is_shock(const nsd_friction *problem, double tolerance, const double *r,
                          double *u);

/* 1 when the square of a velocity change is less than another by more than rounding. */
int nsd_friction_less_change(double change, double than);

/* r <- of r and the `found` solutions in the columns of R the one of least r'W r, the first of
 * those that are alike; r stays where the best of R is the same motion. Returns 1 when some column
 * is another motion than r was. work: 2 n                                              (FC.10) */
int nsd_friction_take_least(const nsd_friction *problem, double tolerance, const double *R,
                            int found, double *r, double *work);

/* r, a solution, <- the solution of least velocity change: of all in the plane, of those that the
 * search finds in space; several <- 1 when another motion was found. NSD_ERR_TOO_LARGE for more
 * than NSD_FRICTION_SEARCH_MAX contacts and for contacts with torques, NSD_STOPPED by the poll.
 * Needs the larger of nsd_friction_scratch and nsd_friction_enumerate_scratch.         (FC.10) */
nsd_status nsd_friction_choose(const nsd_friction *problem, const nsd_friction_options *options,
                               nsd_scratch *scratch, double *r, int *several);

/* Entries of one contact: 2 in the plane, 3 in space, 5 with rolling, 6 with spinning. */
int nsd_friction_local_size(const nsd_friction_layout *layout);

/* A cheap bound above the largest eigenvalue of W: the largest sum of |W(i,j)| of a column */
double nsd_friction_lambda_bound(const nsd_friction *problem);

/* Size of the block W(a,a): its largest sum of a column, at most lambda; lambda where the block is
 * zero or not stored */
double nsd_friction_block_size(const nsd_friction *problem, int a);

/* The largest eigenvalue of W by the power method, up to 300 products with W; work: 2 n. The bound
 * above when the poll stops it. */
double nsd_friction_lambda(const nsd_friction *problem, const nsd_poll *poll, double *work);

/* 1 when no eigenvalue of (W + W')/2 is clearly negative */
int    nsd_friction_semidefinite(const nsd_friction *problem, nsd_scratch *scratch);
size_t nsd_friction_semidefinite_scratch(const nsd_friction *problem);

size_t nsd_friction_order_scratch(const nsd_friction *problem);
/* position <- position of each contact in an order with a narrow band; the pattern of W need not be
 * symmetric. Returns the reach. Keeps the given order when the scratch is too small.  (FR.21) */
int nsd_friction_order(const nsd_friction *problem, nsd_scratch *scratch, int *position);

/* u <- W r + q                                                                       (FR.1) */
void nsd_friction_velocity(const nsd_friction *problem, const double *r, double *u);

/* ( max_a |r - proj_C(r - rho uhat)| + 4 eps max|r| ) / rho / max(1, max|q|), rho = 1/lambda, with
 * the changes of (FR.4) for wide cones; NaN when r or u is not finite        (FR.4), (FR.5) */
double nsd_friction_residual(const nsd_friction *problem, const double *r, const double *u);

/* 1 when the residual of r is within the rounding error of W r, whatever the tolerance; u: n
 * numbers of work                                                                    (FR.6) */
int nsd_friction_solved_to_rounding(const nsd_friction *problem, const double *r, double *u);

#endif
