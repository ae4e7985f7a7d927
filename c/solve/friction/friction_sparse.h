/* friction_sparse.h - contacts with friction on a large sparse matrix A: no matrix of all contacts
 * is made. Each direction j of a contact holds a row i_j of A of its own, with a factor c_j.
 *
 *   (A x)_i = c_j r_j on the rows of active contacts, 0 on all others,   u_j = q_j + c_j x_i,
 *   F_a(r_a, u_a) = 0 for every active contact a                                        (FC.13)
 *
 * F are the equations of Alart and Curnier (FR.10), with any layout of friction. In Newton's method
 * the rows of A of a closed contact give way to those of F, as r is known from x. */
#ifndef NSD_FRICTION_SPARSE_H
#define NSD_FRICTION_SPARSE_H

#include "base/matrix.h"
#include "solve/friction/friction.h"
#include "solve/friction/friction_parts.h"
#include "sparse/lu.h"

/* What stays the same from problem to problem, all borrowed */
typedef struct nsd_friction_sparse_setup {
    const nsd_columns *A;
    const nsd_columns
        *pattern; /* of A, where all rows of a contact have the union of their entries;
                                   the diagonal is stored                                       */
    const nsd_lu_plan         *plan; /* of pattern                                              */
    const nsd_columns         *H;    /* m directions, contact by contact, an entry in each      */
    int                        own_rows; /* first row of the contacts: direction j holds row
                                            own_rows + j; 0: the row of its entry       (MJ.12) */
    const nsd_friction_layout *layout;
} nsd_friction_sparse_setup;

typedef struct nsd_friction_sparse {
    nsd_friction_sparse_setup setup;
    int                       n, m, d; /* rows of A; directions of all contacts, of one         */
    nsd_columns               matrix;  /* of a Newton step: the pattern with its values         */
    double                   *values;
    double                   *parts; /* d for each entry in a row of a contact: A(i_k, j)/c_k    */
    int                      *row;   /* m: i_j                                                   */
    int                 *direction;  /* n: the direction that holds the row, or -1               */
    double              *c;          /* m                                                        */
    double              *unit;       /* of each contact: what a unit impulse moves, about        */
    nsd_friction_slopes *slopes;     /* of each contact                                          */
    double              *x, *best, *trial, *step; /* n                                          */
    double              *product, *terms;         /* n: A x, and sums of |A(i,j) x(j)|          */
    double              *diagonal;                /* n: of A                                    */
    double              *r, *u, *F;               /* m: of x; r is zero where a contact is open */
    unsigned char       *on;                      /* n: 1, for the factor                       */
    unsigned char       *state;                   /* contacts: 1 active, 2 and closed           */
    nsd_lu               lu;
} nsd_friction_sparse;

size_t     nsd_friction_sparse_scratch(const nsd_friction_sparse_setup *setup);
nsd_status nsd_friction_sparse_init(nsd_friction_sparse             *sparse,
                                    const nsd_friction_sparse_setup *setup, nsd_scratch *scratch);

/* The next problem starts from zero, with new pivots. */
void nsd_friction_sparse_forget(nsd_friction_sparse *sparse);

typedef struct nsd_friction_sparse_problem {
    const nsd_friction_options *options;
    int                         count;
    const int                  *active;                  /* count: numbers of the contacts      */
    const double               *mu[NSD_FRICTION_GROUPS]; /* count each                          */
    const double               *q;                       /* m; read where contacts are active   */
} nsd_friction_sparse_problem;

/* sparse->x, r and u, from the answer of the problem before. NSD_OK only when the recomputed
 * residual passes; NSD_STALLED where Newton's method comes to no answer, neither from there nor
 * from zero.                                                                           (FC.13) */
nsd_status nsd_friction_sparse_solve(nsd_friction_sparse               *sparse,
                                     const nsd_friction_sparse_problem *problem,
                                     nsd_friction_info                 *info);

#endif
