/* friction_parts.h - pieces shared by the friction solvers; other callers need only
 * solve/friction/friction.h. */
#ifndef NSD_FRICTION_PARTS_H
#define NSD_FRICTION_PARTS_H

#include "base/dense.h"
#include "solve/friction/friction.h"

/* x <- proj_C(x) for one contact; mu has one coefficient per group                   (FR.3) */
void nsd_friction_project(const nsd_friction_layout *layout, const double *mu, double *x);

typedef struct nsd_friction_scales {
    double rho;
    double blur; /* what rounding leaves of a velocity that is zero */
} nsd_friction_scales;

/* |r - proj_C(r - rho uhat)| of one contact; NaN when r or u is not finite. In a wide cone that
 * says little of the normal part, which is looked at by itself; a slip within rounding is none.
 *                                                                                      (FR.4) */
double nsd_friction_contact_residual(const nsd_friction_layout *layout, const double *mu,
                                     const nsd_friction_scales *scale, const double *r,
                                     const double *u);

/* The coefficients of contact a, group by group. */
void nsd_friction_coefficients(const nsd_friction *problem, int a, double *mu);

/* Where the blocks of column a are: `count` of them, block k in row row(k), entry (i,j) at
 * blocks[k * step + i + j * ld]. The same for dense and block storage. */
typedef struct nsd_friction_column {
    int           count, step, ld;
    const int    *row; /* NULL: k itself */
    const double *blocks;
} nsd_friction_column;
nsd_friction_column nsd_friction_column_of(const nsd_friction *problem, int a);

/* The block W(a,a), with its leading dimension; NULL when it is not stored. */
const double *nsd_friction_diagonal(const nsd_friction *problem, int a, int *ld);

/* u <- u + W(:,a) change */
void nsd_friction_add_column(const nsd_friction *problem, int a, const double *change, double *u);

/* One contact alone, exactly; returns 0 when W(N,N) <= 0 or sliding has no answer. W is d x d with
 * leading dimension ld, q the velocity without this contact; r holds the guess and the answer.
 *                                                                            (FR.7)-(FR.8) */
int nsd_friction_local_2d(const double *W, int ld, const double *q, double mu, double *r);
int nsd_friction_local_3d(const double *W, int ld, const double *q, double mu, double *r);

/* Common start of every solver: info filled, NSD_ERR_WORKSPACE unless the scratch has `bytes`
 * left, NSD_ERR_NOT_FINITE when q or mu is not finite or
 * lambda (and so W) is not; NSD_ERR_BAD_ARGUMENT when a mu is negative; a guess r that is not
 * finite becomes zero, as does any guess when q = 0. */
nsd_status nsd_friction_begin(const nsd_friction *problem, const nsd_scratch *scratch, size_t bytes,
                              double *r, nsd_friction_info *info);

/* The residual into info; NSD_OK when r passes (FR.5) and (FR.6), else NSD_STALLED. */
nsd_status nsd_friction_check(const nsd_friction *problem, double tolerance, const double *r,
                              const double *u, nsd_friction_info *info);

/* 1 when r solves the problem as far as rounding shows, whatever the tolerance; u: n numbers of
 * room                                                                               (FR.6) */
int nsd_friction_solved_to_rounding(const nsd_friction *problem, const double *r, double *u);

/* What rounding in W r may hide: impulses that grow without bound must not pass        (FR.5) */
double nsd_friction_rounding_error(const nsd_friction *problem, const double *r);

/* Common end of every solver: u from r, then the judgement. */
nsd_status nsd_friction_finish(const nsd_friction *problem, const nsd_friction_options *options,
                               const double *r, double *u, nsd_friction_info *info);

/* The two parts of nsd_friction_interior by themselves: interior points with the slip among the
 * unknowns (FR.19), and the fixed point on the slip (FR.17); its scratch serves both. */
nsd_friction_solve_fn nsd_friction_interior_slip;
nsd_friction_solve_fn nsd_friction_interior_fixed_point;

/* From an answer whose size keeps it from passing to a smaller one                     (FR.23) */
nsd_friction_solve_fn nsd_friction_reduce_impulses;

size_t nsd_friction_newton_scratch(const nsd_friction *problem);
size_t nsd_friction_interior_scratch(const nsd_friction *problem);
int    nsd_friction_lemke_size(const nsd_friction *problem); /* unknowns of its LCP */
size_t nsd_friction_lemke_scratch(const nsd_friction *problem);
size_t nsd_friction_nsgs_scratch(const nsd_friction *problem);
size_t nsd_friction_proximal_scratch(const nsd_friction *problem);

#endif
