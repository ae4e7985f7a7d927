/* contact_fixed.h - the one door through which every linear contact problem is solved.
 *
 * With A the factored iteration matrix, W = H'A^-1 H (Delassus) and the joints eliminated
 * (MJ.7): find the impulses P of the contacts and mu (`joint`) of the joints with
 *     u + W P + H'A^-1 J mu  _|_  P >= 0 on the active contacts,  uJ + J'A^-1 (H P + J mu) = 0. */
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
    double  alone;   /* 1 / W for a system with one contact and no joint, else 0        */
    double *columns; /* A^-1 [H J], n x (m + p), or NULL: solve instead  */
    double *W_JJ, *W_JH, *W_HJ; /* pseudo-inverse p x p; p x m; m x p               */

    int    *known, known_count; /* the set that `block` was gathered for            */
    double *block;              /* W on that set                                    */
    double *rhs, *z, *work;     /* m; m; max(n, p)                                  */

    nsd_lcp_options options;
    nsd_scratch     lcp_scratch;
    nsd_lcp_info    info; /* of the last problem */
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

/* The same for schemes whose velocity answers an impulse by something else than A^-1: x <- what
 * column x of H or J does to the velocity. No columns are kept: such schemes apply impulses
 * themselves, not by nsd_contact_fixed_apply. */
typedef struct nsd_response {
    void (*respond)(const void *context, double *x);
    const void *context;
    int         symmetric; /* the Delassus matrix is */
} nsd_response;
nsd_status nsd_contact_fixed_init_response(nsd_contact_fixed             *contact,
                                           const nsd_contact_fixed_setup *setup,
                                           const nsd_response *response, nsd_scratch *scratch);

/* The general case of nsd_contact_fixed_solve. */
nsd_status nsd_contact_fixed_solve_many(nsd_contact_fixed *contact, double *u, const double *uJ,
                                        double *P, double *joint);

/* Solves for P (m, guess on entry, zero off the active set on exit) and joint (p). u (m, used up on
 * the active set) and uJ (p) are the free velocities. On any status but NSD_OK, P is not to be
 * used. */
static inline nsd_status nsd_contact_fixed_solve(nsd_contact_fixed *contact, double *u,
                                                 const double *uJ, double *P, double *joint)
{
    if (contact->tally.count == 1 && contact->alone > 0.0) {
        const double free = u[0]; /* one contact in closed form, where it costs nothing */
        P[0] = free < 0.0 ? -free * contact->alone : 0.0;
        return P[0] * 0.0 == 0.0 ? NSD_OK : NSD_STALLED; /* finite */
    }
    return nsd_contact_fixed_solve_many(contact, u, uJ, P, joint);
}

/* The joints' part, for schemes that solve the contacts themselves: u_active <- u_active + W_HJ mu
 * with mu = -W_JJ^+ uJ, the joints' answer to the free motion; and mu <- mu - W_JJ^+ W_JH P once P
 * is known.                                                                          (MJ.7) */
void nsd_contact_fixed_joints_without_contacts(const nsd_contact_fixed *contact, const double *uJ,
                                               double *u, double *joint);
void nsd_contact_fixed_joints_with_contacts(const nsd_contact_fixed *contact, const double *P,
                                            double *joint);

/* v <- v + A^-1 (H P + J joint) */
void nsd_contact_fixed_apply(const nsd_contact_fixed *contact, const double *P, const double *joint,
                             double *v);

#endif
