/* condense.h - joints eliminated from a contact problem, for all contact problems of the library.
 *
 *   w = W_cc z + W_cJ zJ + q,   0 = W_Jc z + W_JJ zJ + qJ
 * With the pseudo-inverse W_JJ^+, so that redundant joints share the load:
 *   zJ = -W_JJ^+ (qJ + W_Jc z),   w = (W_cc - W_cJ W_JJ^+ W_Jc) z + q - W_cJ W_JJ^+ qJ  (MJ.7) */
#ifndef NSD_CONDENSE_H
#define NSD_CONDENSE_H

#include "base/dense.h"
#include "base/scratch.h"

/* Reciprocal condition number below which joints or contacts are redundant and the shortest
 * impulses are taken. Larger: independent joints of very different masses are no longer enforced;
 * smaller: redundant joints get huge impulses that cancel each other. */
#define NSD_RANK_TOLERANCE 1e-12

typedef struct nsd_condense {
    int           c, p;        /* rows of the contacts, of the joints; the caller sets the blocks */
    const double *W_cJ;        /* c x p, leading dimension ld_c    */
    const double *W_Jc, *W_JJ; /* p x c, p x p, leading dimension ld_J */
    int           ld_c, ld_J;
    double       *inverse; /* p x p: W_JJ^+    */
    double       *work;    /* of the pseudo-inverse, p numbers at least */
    nsd_int      *pivot;   /* p                */
} nsd_condense;

/* Takes the arrays for up to p joints. */
void nsd_condense_lay_out(nsd_condense *condense, int p, nsd_scratch *scratch);

/* inverse <- W_JJ^+ */
nsd_status nsd_condense_invert(nsd_condense *condense);

/* W, which holds W_cc, <- W_cc - W_cJ W_JJ^+ W_Jc. A direction that the joints hold gets an exact
 * zero on the diagonal: no impulse moves it. */
void nsd_condense_matrix(const nsd_condense *condense, double *W, int ld);

/* Joints without contacts: zJ <- -W_JJ^+ qJ */
void nsd_condense_joints(const nsd_condense *condense, const double *qJ, double *zJ);

/* Row i of w with these zJ and without contacts: q_i + (W_cJ zJ)_i */
static inline double nsd_condense_row(const nsd_condense *condense, int i, double q,
                                      const double *zJ)
{
    for (int j = 0; j < condense->p; j++) {
        q += condense->W_cJ[i + (ptrdiff_t)j * condense->ld_c] * zJ[j];
    }
    return q;
}

/* Joints after the contacts: zJ <- zJ - W_JJ^+ W_Jc z */
void nsd_condense_recover(const nsd_condense *condense, const double *z, double *zJ);

/* Leaves direction i, which no impulse moves, out of an n x n problem: row and column of W <- 0, so
 * that no other direction feels it. */
void nsd_condense_leave_out(double *W, int n, int i, double diagonal);

#endif
