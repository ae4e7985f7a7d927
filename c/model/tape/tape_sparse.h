/* tape_sparse.h - which entries of the matrices of recorded functions may differ from zero, and the
 * tapes that fill these entries only.
 *
 * The places that a tape writes are the pattern of its matrix. M, dF/dq and dF/dv share one
 * pattern, the union of the three with its mirror image and its diagonal                  (TP.8) */
#ifndef NSD_TAPE_SPARSE_H
#define NSD_TAPE_SPARSE_H

#include "model/tape/tape_model.h"

struct nsd_tape_sparse {
    nsd_model_sparse model;
    nsd_ldl_plan     plan;
    nsd_tape tape[NSD_TAPE_FUNCTIONS]; /* of M, force_jac, gap_jac, joint_jac, tangent: results are
                                          the numbers on the patterns, then y_t or g_t            */
    const double *M, *H, *J, *T;       /* numbers of constant matrices, or NULL                   */
};

/* 1 when the pattern is known and few enough entries are in it that its order is looked for */
int nsd_tape_sparse_fits(const nsd_tape_set *set);

/* The patterns: bytes of scratch, and after nsd_tape_sparse_fits. */
size_t     nsd_tape_sparse_scratch(const nsd_tape_set *set);
nsd_status nsd_tape_sparse_init(nsd_tape_sparse *sparse, const nsd_tape_set *set,
                                nsd_scratch *scratch);

/* Then the order of elimination; *cheaper <- 1 when factors of the pattern cost less than full
 * ones, and set->sparse may point here. */
size_t     nsd_tape_sparse_plan_scratch(const nsd_tape_sparse *sparse);
nsd_status nsd_tape_sparse_plan(nsd_tape_sparse *sparse, nsd_scratch *scratch, int *cheaper);

#endif
