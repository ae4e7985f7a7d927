/* contact_fixed.h - contact problems of linear systems, whose normals H do not change. Every
 * scheme for linear systems solves its contacts here.
 *
 * With A the factored iteration matrix, the Delassus matrix W = H'A^-1 H (MJ.4) and the joints
 * eliminated (MJ.7): find the impulses P of the contacts and mu (`joint`) of the joints with
 *     0 <= u + W P + H'A^-1 J mu  _|_  P >= 0 on the active contacts,
 *     uJ + J'A^-1 (H P + J mu) = 0                                                     (MJ.5) */
#ifndef NSD_CONTACT_FIXED_H
#define NSD_CONTACT_FIXED_H

#include "base/factor.h"
#include "solve/lcp/lcp.h"
#include "base/matrix.h"
#include "run/stepper.h"

typedef struct nsd_contact_fixed {
    nsd_tally          tally; /* sizes, active set, counts of the solver */
    const nsd_columns *H, *J;
    const nsd_factor  *A;

    double *W; /* condensed Delassus matrix: W(i,j) = W[i + j*ld], |i-j| <= bandwidth; a zero
                  W(i,i) marks a contact that the joints hold */
    int     ld, bandwidth, symmetric;
    double  inverse_W; /* 1 / W for a system with one contact and no joint, else 0      */
    double *columns;   /* A^-1 [H J], n x (m + p); NULL: not kept, solve with A instead */
    double *W_JJ;      /* p x p: pseudo-inverse of J'A^-1 J                             */
    double *W_JH;      /* p x m: J'A^-1 H                                               */
    double *W_HJ;      /* m x p: H'A^-1 J                                               */

    int    *gathered, gathered_count; /* the contacts whose part of W is in `block`    */
    double *block;                    /* W of the gathered contacts                    */
    double *rhs, *z;                  /* m each: right-hand side and answer of the LCP */
    double *work;                     /* n + p                                         */

    nsd_lcp_options options;
    nsd_scratch     lcp_scratch;
    nsd_lcp_info    info; /* of the last LCP */
} nsd_contact_fixed;

typedef struct nsd_contact_fixed_setup {
    const nsd_columns     *H, *J;
    const nsd_factor_sum  *sum;
    const nsd_lcp_options *options;
    int                    coupling; /* contacts a, b with |a - b| > coupling share no coordinate */
} nsd_contact_fixed_setup;

size_t     nsd_contact_fixed_scratch(const nsd_contact_fixed_setup *setup);
nsd_status nsd_contact_fixed_init(nsd_contact_fixed *contact, const nsd_contact_fixed_setup *setup,
                                  const nsd_factor *A, nsd_scratch *scratch);

/* The velocity that a unit impulse causes, for schemes where that is not A^-1 times its column. */
typedef struct nsd_response {
    void (*respond)(const void *context, double *x); /* x: column of H or J, then the velocity */
    const void *context;
    int         symmetric; /* 1: the Delassus matrix is symmetric */
} nsd_response;

/* nsd_contact_fixed_init with a response instead of A. Such schemes apply their impulses
 * themselves: nsd_contact_fixed_apply needs A. */
nsd_status nsd_contact_fixed_init_response(nsd_contact_fixed             *contact,
                                           const nsd_contact_fixed_setup *setup,
                                           const nsd_response *response, nsd_scratch *scratch);

/* nsd_contact_fixed_solve for any number of contacts and joints.                       (MJ.5) */
nsd_status nsd_contact_fixed_solve_many(nsd_contact_fixed *contact, double *u, const double *uJ,
                                        double *P, double *joint);

/* Solves for P (m: the guess on entry; on exit zero where a contact is not active) and joint (p).
 * u (m) and uJ (p) are the velocities without impulses; u is overwritten on the active contacts.
 * P is valid only when NSD_OK is returned.                                             (MJ.5) */
static inline nsd_status nsd_contact_fixed_solve(nsd_contact_fixed *contact, double *u,
                                                 const double *uJ, double *P, double *joint)
{
    if (contact->tally.count == 1 && contact->inverse_W > 0.0) {
        const double free = u[0]; /* one contact in closed form, where it costs nothing */
        P[0] = free < 0.0 ? -free * contact->inverse_W : 0.0;
        return P[0] * 0.0 == 0.0 ? NSD_OK : NSD_STALLED; /* finite */
    }
    return nsd_contact_fixed_solve_many(contact, u, uJ, P, joint);
}

/* For schemes that solve the contacts themselves, before the contacts: joint <- -W_JJ^+ uJ, the
 * impulses of the joints if no contact pushes, and u <- u + W_HJ joint on the active contacts.
 *                                                                                      (MJ.7) */
void nsd_contact_fixed_joints_without_contacts(const nsd_contact_fixed *contact, const double *uJ,
                                               double *u, double *joint);
/* For schemes that solve the contacts themselves, after the contacts:
 * joint <- joint - W_JJ^+ W_JH P                                                       (MJ.7) */
void nsd_contact_fixed_joints_with_contacts(const nsd_contact_fixed *contact, const double *P,
                                            double *joint);

/* v <- v + A^-1 (H P + J joint)                                                        (MJ.6) */
void nsd_contact_fixed_apply(const nsd_contact_fixed *contact, const double *P, const double *joint,
                             double *v);

#endif
