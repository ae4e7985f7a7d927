/* linear.h - linear systems with linear contacts and joints.
 *
 * M v' + C v + K q = F(t) + H P + J mu,   0 <= H'q + b  _|_  P >= 0,   J'q + bJ = 0
 * U+ = -e U- at impacts, contact by contact.                            doc/theory (SYS.1) */
#ifndef NSD_LINEAR_H
#define NSD_LINEAR_H

#include "base/factor.h"
#include "base/force.h"
#include "base/matrix.h"
#include "model/surface.h"
#include "sparse/ldl.h"
#include "sparse/lu.h"

typedef struct nsd_linear {
    int                      n, m, p;   /* coordinates, contacts, joints         */
    nsd_matrix               M, C, K;   /* one storage for all three, or NSD_ZERO */
    nsd_matrix               K_skew;    /* (K - K')/2, zero for ordinary springs */
    int                      symmetric; /* 1: the iteration matrix is symmetric  */
    nsd_columns              H, J;
    int                      coupling; /* bandwidth of H'H                   */
    const double            *b, *e;    /* gap offset and restitution, m each */
    nsd_force                F;
    const nsd_sparse_factor *sparse; /* factors of the iteration matrix by the host, or NULL */
    const double            *bJ;     /* offset of the joints, p                         */
    const nsd_sparse_factor
                       *sparse_mass; /* factors of M + s h^2 K by the host, or NULL               */
    nsd_surface         surface;     /* friction; surface.d = 0 without                           */
    nsd_columns         G;           /* with friction: normal and tangents, contact by contact    */
    nsd_columns         A;           /* with `plan`: the iteration matrix of the scheme           */
    const nsd_ldl_plan *plan;   /* of A, where each contact holds one coordinate of its own and A is
                                 symmetric and definite: no Delassus matrix is made; or NULL */
    nsd_columns         second; /* with `second_plan`: another matrix of the scheme */
    const nsd_ldl_plan *second_plan; /* of `second`; NULL: none, or that is A            */
    nsd_columns         relay; /* with `relay_plan`: [S -B; H' 0], S the iteration matrix, B r the
                                 impulses that move it, its diagonal stored              (MJ.11) */
    const nsd_lu_plan  *relay_plan; /* of `relay`, where that takes the place of `plan`; or NULL */
} nsd_linear;

/* The system with its second matrix in the place of A */
static inline nsd_linear nsd_linear_with_second(const nsd_linear *model)
{
    nsd_linear other = *model;
    if (model->second_plan) {
        other.A = model->second;
        other.plan = model->second_plan;
    }
    return other;
}

/* 1 when the storage is valid: small systems have dense matrices, zero matrices included; in larger
 * systems C and K have the storage of M or are NSD_ZERO. */
static inline int nsd_linear_is_valid(const nsd_linear *model)
{
    const nsd_storage M = model->M.storage, C = model->C.storage, K = model->K.storage;
    if (model->n < 1 || M == NSD_ZERO) {
        return 0;
    }
    if (model->n <= NSD_INVERSE_SIZE) {
        return M == NSD_DENSE && C == NSD_DENSE && K == NSD_DENSE;
    }
    return (C == M || C == NSD_ZERO) && (K == M || K == NSD_ZERO);
}

#endif
