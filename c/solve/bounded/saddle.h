/* saddle.h - contacts and joints of a system with a sparse matrix A: velocities and impulses as
 * unknowns of one sparse matrix.
 *
 *   A x - G z = 0,   w = u + G'x,   0 <= w _|_ z >= 0 for contacts, w = 0 for joints,
 *   z = 0 for columns of G that take no part                                            (SPC.7)
 *
 * The symmetric part of A is positive definite, or near that. Impulses come after the coordinates
 * that they act on in the order of elimination, so that their pivots, zero at first, are those of
 * G'A^-1 G when their turn comes. */
#ifndef NSD_SADDLE_H
#define NSD_SADDLE_H

#include "base/solver.h"
#include "sparse/ldu.h"

typedef struct nsd_saddle_plan {
    int          n, columns;       /* unknowns of A, columns of G                              */
    nsd_columns  matrix;           /* pattern of [A -G; G' 0], with its diagonal               */
    nsd_ldl_plan plan;             /* of it                                                    */
    ptrdiff_t    in_A, in_H, in_G; /* entries                                                  */
    int         *of_A;             /* entries of A: their places in the matrix                 */
    int         *of_G, *of_G_row;  /* entries of G: their places, and those of their mirrors   */
} nsd_saddle_plan;

/* G is given in two parts side by side, H and J. Rows ascend in each column; the pattern of A is
 * symmetric with its diagonal. */
size_t nsd_saddle_plan_scratch(const nsd_columns *A, const nsd_columns *H, const nsd_columns *J);
nsd_status nsd_saddle_plan_init(nsd_saddle_plan *plan, const nsd_columns *A, const nsd_columns *H,
                                const nsd_columns *J, nsd_scratch *scratch);

typedef struct nsd_saddle {
    const nsd_saddle_plan *plan;
    double                *values; /* of the matrix                            */
    nsd_columns            matrix; /* the pattern with these values            */
    nsd_ldu                ldu;
    unsigned char         *off; /* n + columns: columns of G with z = 0     */
    double                *x;   /* n + columns: x and z of the last solve   */
} nsd_saddle;

size_t     nsd_saddle_scratch(const nsd_saddle_plan *plan);
nsd_status nsd_saddle_init(nsd_saddle *saddle, const nsd_saddle_plan *plan, nsd_scratch *scratch);

/* The numbers of A, and of H and J. */
void nsd_saddle_fill(nsd_saddle *saddle, const double *A, const double *H, const double *J);

typedef struct nsd_saddle_problem {
    int              count, first_joint, joints; /* contacts: columns active[0] ... ; joints:
                                                    columns first_joint ...               */
    const int       *active;
    const double    *u;         /* count + joints                                          */
    double           tolerance; /* on the natural residual of w and z, in parts of max|u|  */
    nsd_solver_info *info;
} nsd_saddle_problem;

/* z (count + joints: the guess on entry) and saddle->x, by active sets. NSD_OK only when the
 * residual, recomputed, passes; NSD_STALLED where sets repeat or a set is singular: another solver
 * is asked then.                                                                      (SPC.8) */
nsd_status nsd_saddle_solve(nsd_saddle *saddle, const nsd_saddle_problem *problem, double *z);

#endif
