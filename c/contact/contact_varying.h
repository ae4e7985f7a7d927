/* contact_varying.h - the contact problem of one Newton iteration of a nonlinear scheme.
 *
 * With G = [H_active J], n x (count + p), and a function that applies A^-1: find z = (P, mu) with
 *     0 <= u + H'A^-1 G z  _|_  P >= 0   and   uJ + J'A^-1 G z = 0                     (NL.3) */
#ifndef NSD_CONTACT_VARYING_H
#define NSD_CONTACT_VARYING_H

#include "base/matrix.h"
#include "contact/condense.h"
#include "contact/contact_solver.h"

typedef struct nsd_contact_varying {
    int                n, capacity; /* coordinates; most columns of G                */
    double            *X, *W;       /* A^-1 G and G'A^-1 G                           */
    double            *z;           /* the answer, kept as the next guess            */
    double            *S, *r;       /* joints eliminated: matrix and right-hand side */
    nsd_condense       joints;
    nsd_contact_solver solver;
    nsd_coulomb       *friction; /* NULL: no friction. Else `count` of a problem counts directions,
                                    contact by contact; the caller sets friction->id and speed  */
    const double      *added;    /* what compliant contacts add to the diagonal of W, one number for
                                 each direction of the problem; or NULL                  (CC.6) */
} nsd_contact_varying;

typedef struct nsd_contact_varying_problem {
    int           count, p;                  /* contacts first, then joints */
    const double *G;                         /* n x (count + p)             */
    const double *u;                         /* count + p                   */
    void (*solve)(void *context, double *x); /* x <- A^-1 x                 */
    void              *context;
    const nsd_columns *columns; /* G without its zeros; NULL: G is full */
} nsd_contact_varying_problem;

size_t     nsd_contact_varying_scratch(int n, int contacts, int joints);
nsd_status nsd_contact_varying_init(nsd_contact_varying *contact, int n, int contacts, int joints,
                                    const nsd_lcp_options *options, nsd_scratch *scratch);

/* contact->z holds the guess on entry; on NSD_OK it is the answer and v <- v + A^-1 G z. */
nsd_status nsd_contact_varying_solve(nsd_contact_varying               *contact,
                                     const nsd_contact_varying_problem *problem, double *v);

/* The part of nsd_contact_varying_solve that finds z from W and u, for callers that fill contact->W
 * themselves. */
nsd_status nsd_contact_varying_solve_delassus(nsd_contact_varying *contact, int count, int p,
                                              const double *u);

/* W of `count` contacts with the joints eliminated, count x count, into *W: what they answer to
 * impulses; z of the joints for the right-hand side u                                    (MJ.7) */
nsd_status nsd_contact_varying_reduce(nsd_contact_varying               *contact,
                                      const nsd_contact_varying_problem *problem, const double **W);
/* After that, with impulses of the contacts in z: z of the joints, and v <- v + A^-1 G z. */
nsd_status nsd_contact_varying_apply(nsd_contact_varying               *contact,
                                     const nsd_contact_varying_problem *problem, double *v);

/* W <- G'X of a problem, X n x (count + p) */
void nsd_contact_varying_fill(nsd_contact_varying               *contact,
                              const nsd_contact_varying_problem *problem, const double *X);

/* NSD_NO_NORMAL when an approaching contact of the problem has a zero normal. A contact has `block`
 * columns, its normal first; u has a number for every `stride`-th column. */
nsd_status nsd_contact_varying_check_normals(const nsd_contact_varying         *contact,
                                             const nsd_contact_varying_problem *problem, int block,
                                             int stride, const double *u);

#endif
