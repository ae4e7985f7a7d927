/* contact_fixed.h - contact problems of linear systems, whose normals and tangents do not change.
 * Every scheme for linear systems solves its contacts here.
 *
 * G holds the directions of the contacts, a block of 1 + d for each: the normal, and with friction
 * the tangents. With A the factored iteration matrix, the Delassus matrix W = G'A^-1 G (MJ.4) and
 * the joints eliminated (MJ.7): find impulses r of the directions and mu (`joint`) of the joints
 *     0 <= u + W r + G'A^-1 J mu  _|_  r >= 0 on the active contacts (d = 0; else (FC.2)),
 *     uJ + J'A^-1 (G r + J mu) = 0                                                     (MJ.5) */
#ifndef NSD_CONTACT_FIXED_H
#define NSD_CONTACT_FIXED_H

#include "base/factor.h"
#include "contact/condense.h"
#include "contact/contact_bounded.h"
#include "contact/contact_solver.h"
#include "contact/contact_sparse.h"
#include "model/linear.h"

typedef struct nsd_contact_fixed {
    nsd_tally          tally; /* sizes, active set, counts of the solver */
    int                block; /* 1 + d                                   */
    const nsd_columns *G, *J;
    const nsd_factor  *A;

    double *W; /* condensed Delassus matrix: W(i,j) = W[i + j*ld], |i-j| <= bandwidth; a zero
                  W(i,i) marks a direction that the joints hold */
    int     ld, bandwidth, symmetric;
    double  inverse_W; /* 1 / W for a system with one direction and no joint, else 0    */
    double *columns;   /* A^-1 [G J], n x (G->m + p); NULL: not kept, solve with A instead */

    nsd_condense joints;
    double      *W_JG, *W_GJ; /* p x G->m: J'A^-1 G, G->m x p: G'A^-1 J                 */

    int          *gathered, gathered_count; /* the contacts whose part of W is in `gathered_W`   */
    double       *gathered_W;
    int          *rows;    /* the directions of the active contacts                             */
    double       *rhs, *z; /* G->m each: right-hand side and answer for these directions        */
    const double *added;   /* G->m: what compliant contacts add to the diagonal of W, new in each
                            problem; or NULL                                       (CC.6) */
    double       *work;    /* n                                                                 */

    double *u, *uJ; /* for the scheme: velocities without impulses of directions and joints */
    double *r;      /* for the scheme: impulses of all directions                        */

    nsd_contact_solver  solver;
    nsd_contact_bounded bounded; /* model->plan: takes the place of W and solver         */
    int                 uses_bounded;
    nsd_contact_sparse  sparse; /* model->relay_plan: does so too                        */
    int                 uses_sparse;
} nsd_contact_fixed;

/* The velocity that a unit impulse causes, for schemes where that is not A^-1 times its column. */
typedef struct nsd_response {
    void (*respond)(const void *context, double *x); /* x: column of G or J, then the velocity */
    const void *context;
    int         symmetric; /* 1: the Delassus matrix is symmetric */
} nsd_response;

typedef struct nsd_contact_fixed_setup {
    const nsd_linear      *model;
    const nsd_factor_sum  *sum; /* the matrix A */
    const nsd_lcp_options *options;
    const nsd_response    *response; /* NULL: A^-1. Schemes with a response apply their impulses
                                        themselves: nsd_contact_fixed_apply needs A */
} nsd_contact_fixed_setup;

/* Directions of impulses of a model: normals; with friction normal and tangents of each contact */
static inline const nsd_columns *nsd_contact_fixed_directions(const nsd_linear *model)
{
    return model->surface.d > 0 ? &model->G : &model->H;
}

/* 1 when it is cheaper to keep a matrix of n x (directions + joints) than to solve in each step:
 * its columns cost n multiply-adds each. */
int nsd_contact_fixed_keeps_columns(const nsd_linear *model, const nsd_factor_sum *sum);

size_t     nsd_contact_fixed_scratch(const nsd_contact_fixed_setup *setup);
nsd_status nsd_contact_fixed_init(nsd_contact_fixed *contact, const nsd_contact_fixed_setup *setup,
                                  const nsd_factor *A, nsd_scratch *scratch);

/* Counts and active contacts as nsd_contact_fixed_init leaves them, for another run */
void nsd_contact_fixed_reset(nsd_contact_fixed *contact);

/* nsd_contact_fixed_solve for any number of contacts and joints.                       (MJ.5) */
nsd_status nsd_contact_fixed_solve_many(nsd_contact_fixed *contact, double *u, const double *uJ,
                                        double *r, double *joint);

/* Solves for r (one number per direction: the guess on entry; on exit zero where a contact is not
 * active) and joint (p). u and uJ (p) are the velocities without impulses; u is overwritten on the
 * active contacts. r is valid only when NSD_OK is returned.                            (MJ.5) */
static inline nsd_status nsd_contact_fixed_solve(nsd_contact_fixed *contact, double *u,
                                                 const double *uJ, double *r, double *joint)
{
    if (contact->tally.count == 1 && contact->inverse_W > 0.0 && !contact->added) {
        const double free = u[0]; /* one contact in closed form, where it costs nothing */
        r[0] = free < 0.0 ? -free * contact->inverse_W : 0.0;
        return r[0] * 0.0 == 0.0 ? NSD_OK : NSD_STALLED; /* finite */
    }
    return nsd_contact_fixed_solve_many(contact, u, uJ, r, joint);
}

/* v <- v + A^-1 (G r + J joint)                                                        (MJ.6) */
void nsd_contact_fixed_apply(const nsd_contact_fixed *contact, const double *r, const double *joint,
                             double *v);

#endif
