/* contact_bounded.h - contacts that each hold one coordinate of a linear system with a sparse
 * iteration matrix A: a stop at every node of a mesh. The coordinates of closed contacts are
 * switched off in a sparse factor; no Delassus matrix is made.                         (MJ.10)
 * Where A has n + m rows, row n + j is the velocity at contact j, joined to its coordinate by a
 * spring; contacts hold these rows                                                     (MJ.12) */
#ifndef NSD_CONTACT_BOUNDED_H
#define NSD_CONTACT_BOUNDED_H

#include "model/linear.h"
#include "run/stepper.h"
#include "solve/bounded/bounded.h"
#include "solve/lcp/lcp.h"

typedef struct nsd_contact_bounded {
    const nsd_columns *H;
    int                n; /* coordinates; arrays below have A->n numbers                       */
    nsd_bounded        problem;
    signed char       *side;  /* sign of the direction of an active contact, else 0             */
    double            *b, *y; /* load, and velocity that closes the active contacts exactly    */
    double            *x;     /* velocity beyond y                                             */
    nsd_scratch        room;  /* of the problem                                                */
    nsd_solver_info    info;  /* of the last problem                                           */
} nsd_contact_bounded;

/* 1 when the model has a plan for such contacts; the scheme's iteration matrix is model->A then */
static inline int nsd_contact_bounded_fits(const nsd_linear *model)
{
    return model->plan && !model->surface.compliance;
}

/* Takes memory; counts it when the scratch is a counter. */
void nsd_contact_bounded_lay_out(nsd_contact_bounded *contact, const nsd_linear *model,
                                 nsd_scratch *scratch);

/* After the layout: nothing is closed. */
nsd_status nsd_contact_bounded_init(nsd_contact_bounded *contact, const nsd_linear *model);

/* r (one number per contact: the guess on entry, zero where a contact is not active on exit) and
 * dv = A^-1 H r for the active contacts of the tally, whose velocities without impulses are u
 *                                                                                       (MJ.10) */
nsd_status nsd_contact_bounded_solve(nsd_contact_bounded *contact, const nsd_lcp_options *options,
                                     const nsd_tally *tally, const double *u, double *r,
                                     double *dv);

#endif
