/* friction_parts.h - functions that the friction solvers share: columns of W, residual, the problem
 * of a single contact. c/bodies uses some for its own sweeps; other rooms need only friction.h. */
#ifndef NSD_FRICTION_PARTS_H
#define NSD_FRICTION_PARTS_H

#include "base/dense.h"
#include "solve/friction/friction.h"
#include "solve/friction/friction_local.h"

/* Entries of r, q and u */
static inline size_t nsd_friction_unknowns(const nsd_friction *problem)
{
    return (size_t)nsd_friction_local_size(&problem->layout) * (size_t)problem->contacts;
}

/* sum_g mu_g |u_Tg| of one contact */
double nsd_friction_slip(const nsd_friction *problem, int a, const double *u);

/* x <- proj_C(x) for one contact; mu has one coefficient per group                   (FR.3) */
void nsd_friction_project(const nsd_friction_layout *layout, const double *mu, double *x);

/* The residual |r - proj_C(r - rho uhat)| of one contact; NaN when r or u is not finite. For wide
 * cones it is at least a part of |min(r_N, rho u_N)|, and slip within rounding counts as none.
 *                                                                                      (FR.4) */
double nsd_friction_contact_residual(const nsd_friction_layout *layout, const double *mu,
                                     const nsd_friction_scales *scale, const double *r,
                                     const double *u);

/* The equations of Alart and Curnier for one contact, with derivatives */
typedef struct nsd_friction_slopes {
    double K[NSD_FRICTION_LOCAL * NSD_FRICTION_LOCAL]; /* d x d: dF/du */
    double L[NSD_FRICTION_LOCAL * NSD_FRICTION_LOCAL]; /* d x d: dF/dr */
} nsd_friction_slopes;

/* F(r, u) of one contact, in the unit of u. Returns 0 when the contact opens (then F = r / rho), 1
 * otherwise                                                                           (FR.10) */
int nsd_friction_map(const nsd_friction_layout *layout, const double *mu, double rho,
                     const double *r, const double *u, double *F);
/* The derivatives of F: dF = K du + L dr                                              (FR.10) */
void nsd_friction_map_slopes(const nsd_friction_layout *layout, const double *mu, double rho,
                             const double *r, const double *u, nsd_friction_slopes *slopes);

/* The coefficients of contact a, group by group. */
void nsd_friction_coefficients(const nsd_friction *problem, int a, double *mu);

/* The blocks of a column of W, in dense or block storage: block k couples contact row[k] to the
 * contact of the column, its entry (i,j) is blocks[k * step + i + j * ld]. */
typedef struct nsd_friction_column {
    int           count;    /* blocks                                             */
    int           step, ld; /* numbers from block to block, from column to column */
    const int    *row;      /* NULL: block k couples contact k                    */
    const double *blocks;
} nsd_friction_column;
nsd_friction_column nsd_friction_column_of(const nsd_friction *problem, int a);

/* The block W(a,a), with its leading dimension; NULL when the block is not stored. */
const double *nsd_friction_diagonal(const nsd_friction *problem, int a, int *ld);

/* 1 when the blocks W(a,a) are so much alike that one lambda serves all contacts         (FR.29) */
int nsd_friction_blocks_alike(const nsd_friction *problem);

/* u <- u + W(:,a) change */
void nsd_friction_add_column(const nsd_friction *problem, int a, const double *change, double *u);

/* Common start of every solver: its name, zero iterations and residual NaN in info. A guess r that
 * is not finite becomes zero, as does any guess when q = 0. NSD_ERR_WORKSPACE when the layout of
 * the solver has filled the scratch, NSD_ERR_NOT_FINITE when q, mu or lambda is not finite (an
 * infinite W makes lambda infinite), NSD_ERR_BAD_ARGUMENT when a mu is negative. */
nsd_status nsd_friction_begin(const char *solver, const nsd_friction *problem,
                              const nsd_scratch *scratch, double *r, nsd_friction_info *info);

/* Residual, as a part of max|q|, above which a guess that passes is swept once all the same.
 * Larger: time steps that repeat each other add up the error of their guess; smaller: a sweep for
 * nothing. */
#define NSD_FRICTION_GUESS_RESIDUAL 1e-13

/* Gauss-Seidel sweeps of the first round of nsd_friction_auto, for problems of a few contacts.
 * Larger: easy problems, which Newton would solve, take longer; smaller: Newton starts from
 * contacts whose modes are wrong and fails more often. */
#define NSD_FRICTION_FIRST_SWEEPS 5

/* Rounding error of W r, as a part of max|q|, above which no r is accepted (FR.6). Larger: impulses
 * that grow without bound, of problems without a solution, pass; smaller: heavy bodies on light
 * ones stay unsolved. */
#define NSD_FRICTION_LOST_VELOCITY 1e-6

/* Exponent of 2 up to which lambda and max|q| count as moderate: squares of max|q|, lambda and
 * their quotient are then far from overflow and underflow. Larger: squares are lost. Smaller: only
 * time. */
#define NSD_FRICTION_MODERATE_EXPONENT 200

/* Largest residual of a contact in velocities, what rounding may hide of it, and max|q| */
typedef struct nsd_friction_natural {
    double natural;  /* max_a of (FR.4) over rho; NaN when r or u is not finite */
    double rounding; /* nsd_friction_rounding_error                             */
    double q;        /* max |q|                                                 */
} nsd_friction_natural;

/* The residual of the map into info; NSD_OK when it passes, else NSD_STALLED    (FR.5), (FR.6) */
static inline nsd_status nsd_friction_judge(const nsd_friction_natural *map, double tolerance,
                                            nsd_friction_info *info)
{
    const double least = tolerance * map->q > map->rounding ? tolerance * map->q : map->rounding;

    info->residual = (map->natural + map->rounding) / (map->q > 1.0 ? map->q : 1.0); /* (FR.5) */
    return info->residual <= tolerance && map->natural <= least &&
                   map->rounding <= NSD_FRICTION_LOST_VELOCITY * map->q
               ? NSD_OK
               : NSD_STALLED; /* (FR.6) */
}

/* The residual into info; NSD_OK when r passes (FR.5) and (FR.6), else NSD_STALLED. */
nsd_status nsd_friction_check(const nsd_friction *problem, double tolerance, const double *r,
                              const double *u, nsd_friction_info *info);

/* Velocity that rounding in W r may hide: 4 eps lambda max|r|                          (FR.5) */
double nsd_friction_rounding_error(const nsd_friction *problem, const double *r);

/* Common end of every solver: u <- W r + q, then nsd_friction_check. */
nsd_status nsd_friction_finish(const nsd_friction *problem, const nsd_friction_options *options,
                               const double *r, double *u, nsd_friction_info *info);

/* 1 when the impulses r are one of the `found` columns of R. */
int nsd_friction_is_known(const nsd_friction *problem, const double *R, int found, const double *r);

/* The two parts of nsd_friction_interior; both need nsd_friction_interior_scratch. Interior points
 * with the slip among the unknowns:                                                   (FR.19) */
nsd_friction_solve_fn nsd_friction_interior_slip;
/* Fixed point on the slip:                                                             (FR.17) */
nsd_friction_solve_fn nsd_friction_interior_fixed_point;

/* From an answer that fails only by the size of its impulses to smaller impulses; needs
 * nsd_friction_proximal_scratch.                                                       (FR.23) */
nsd_friction_solve_fn nsd_friction_reduce_impulses;

size_t nsd_friction_newton_scratch(const nsd_friction *problem);
size_t nsd_friction_interior_scratch(const nsd_friction *problem);
int    nsd_friction_lemke_size(const nsd_friction *problem); /* unknowns of Lemke's LCP */
size_t nsd_friction_lemke_scratch(const nsd_friction *problem);
size_t nsd_friction_nsgs_scratch(const nsd_friction *problem);
size_t nsd_friction_anderson_scratch(const nsd_friction *problem);
size_t nsd_friction_proximal_scratch(const nsd_friction *problem);
/* Proximal points whose stages are solved far below the tolerance, from zero: loads that move from
 * contact to contact along directions in which W is nearly singular. Scratch as before   (FR.30) */
nsd_friction_solve_fn nsd_friction_proximal_exact;

#endif
