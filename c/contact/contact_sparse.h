/* contact_sparse.h - contacts of a linear system with a sparse iteration matrix S where impulses do
 * not act through S^-1 alone, or S is not symmetric: velocities and impulses of all contacts are
 * the unknowns of one sparse relay, and no Delassus matrix is made.                     (MJ.11)
 *
 *   S dv - B r = 0,   0 <= u + H'dv  _|_  r >= 0 on the active contacts,  r = 0 on the others */
#ifndef NSD_CONTACT_SPARSE_H
#define NSD_CONTACT_SPARSE_H

#include "model/linear.h"
#include "run/stepper.h"
#include "solve/relay/relay_sparse.h"

typedef struct nsd_contact_sparse {
    int              n, m;
    nsd_relay_sparse relay;
    double          *q, *lower, *upper, *z; /* n + m: of the relay, whose unknowns are (dv, r) */
    nsd_scratch      room;
    nsd_solver_info  info; /* of the last problem                                       */
} nsd_contact_sparse;

/* 1 when the model has the matrix [S -B; H' 0] and its plan */
static inline int nsd_contact_sparse_fits(const nsd_linear *model)
{
    return model->relay_plan != NULL;
}

/* Takes memory; counts it when the scratch is a counter. */
void nsd_contact_sparse_lay_out(nsd_contact_sparse *contact, const nsd_linear *model,
                                nsd_scratch *scratch);

/* After the layout: nothing is closed. */
nsd_status nsd_contact_sparse_init(nsd_contact_sparse *contact, const nsd_linear *model);

/* r (one number per contact: the guess on entry, zero where a contact is not active on exit) and dv
 * for the active contacts of the tally, whose velocities without impulses are u         (MJ.11) */
nsd_status nsd_contact_sparse_solve(nsd_contact_sparse *contact, const nsd_lcp_options *options,
                                    const nsd_tally *tally, const double *u, double *r, double *dv);

#endif
