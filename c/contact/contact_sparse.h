/* contact_sparse.h - contacts of a linear system with a sparse iteration matrix S where impulses do
 * not act through S^-1 alone, or S is not symmetric, or contacts rub: velocities and
 * impulses of all contacts are the unknowns of one sparse matrix, and no Delassus matrix is made.
 *
 *   S dv - B r = 0,   0 <= u + H'dv  _|_  r >= 0 on the active contacts,  r = 0 on the others
 *                                                                                       (MJ.11)
 * With friction in the plane a contact has a normal and a tangent, and the tangent a relay between
 * -mu r_N and mu r_N, with r_N of the relay before, until r_N stays                     (FC.12).
 * In space, and with rolling, directions hold rows of A, and Newton's method solves     (FC.13) */
#ifndef NSD_CONTACT_SPARSE_H
#define NSD_CONTACT_SPARSE_H

#include "contact/coulomb.h"
#include "model/linear.h"
#include "run/stepper.h"
#include "solve/friction/friction_sparse.h"
#include "solve/relay/relay_sparse.h"

typedef struct nsd_contact_sparse {
    int                 n, m;   /* coordinates; directions of all contacts                   */
    int                 block;  /* directions of a contact: 1 + d                            */
    nsd_friction_sparse newton; /* takes the place of the relay where friction has model->A */
    int                 uses_newton;
    nsd_relay_sparse    relay;
    double             *q, *lower, *upper, *z; /* n + m: of the relay, whose unknowns are (dv, r) */
    nsd_scratch         room;
    nsd_solver_info     info; /* of the last problem                                       */
} nsd_contact_sparse;

/* 1 when the model has the matrix [S -B; H' 0] and its plan, and no contact is compliant */
static inline int nsd_contact_sparse_fits(const nsd_linear *model)
{
    return model->relay_plan && !model->surface.compliance;
}

/* Takes memory; counts it when the scratch is a counter. */
void nsd_contact_sparse_lay_out(nsd_contact_sparse *contact, const nsd_linear *model,
                                nsd_scratch *scratch);

/* After the layout: nothing is closed. */
nsd_status nsd_contact_sparse_init(nsd_contact_sparse *contact, const nsd_linear *model);

/* Another run begins. */
void nsd_contact_sparse_reset(nsd_contact_sparse *contact);

/* What nsd_contact_sparse_solve is asked */
typedef struct nsd_contact_sparse_problem {
    const nsd_lcp_options *options;
    const nsd_tally       *tally;    /* the active contacts                                      */
    const double          *u;        /* velocities of the directions without impulses            */
    nsd_coulomb           *friction; /* coefficients; gets r, u and scale of the answer. Or NULL */
} nsd_contact_sparse_problem;

/* r (one number per direction: the guess on entry, zero where a contact is not active on exit) and
 * dv. NSD_STALLED where friction does not settle.                      (MJ.11), (FC.12), (FC.13) */
nsd_status nsd_contact_sparse_solve(nsd_contact_sparse               *contact,
                                    const nsd_contact_sparse_problem *problem, double *r,
                                    double *dv);

#endif
