/* lcp_parts.h - pieces shared by the LCP solvers; other callers need only solve/lcp/lcp.h. */
#ifndef NSD_LCP_PARTS_H
#define NSD_LCP_PARTS_H

#include "base/dense.h"
#include "solve/lcp/lcp.h"

/* M(i,j); only for |i - j| <= bandwidth. */
static inline double nsd_lcp_entry(const nsd_lcp *lcp, int i, int j)
{
    return lcp->M[(size_t)i + (size_t)j * (size_t)lcp->ld];
}

/* The problem with one unknown in closed form: z = max(0, -q/M), or no solution. */
nsd_status nsd_lcp_scalar(const nsd_lcp *lcp, double *z, nsd_lcp_info *info);

/* info->residual of z and w = M z + q; NSD_OK when (LCP.3) and (LCP.4) pass, else NSD_STALLED. */
nsd_status nsd_lcp_residual_status(const nsd_lcp *lcp, double tolerance, const double *z,
                                   const double *w, nsd_lcp_info *info);

/* The last call of every solver: w <- M z + q, then nsd_lcp_residual_status. */
nsd_status nsd_lcp_finish(const nsd_lcp *lcp, const nsd_lcp_options *options, const double *z,
                          double *w, nsd_lcp_info *info);

int nsd_lcp_finite(const nsd_lcp *lcp); /* 1 when M and q hold no NaN and no infinity */

/* s with s_i M(i,j) s_j of order one: y = z / s has no units. */
void nsd_lcp_scaling(const nsd_lcp *lcp, double *s);

/* nsd_lcp_scaling, and A <- s M s, n x n */
void nsd_lcp_scaled(const nsd_lcp *lcp, double *s, double *A);

/* The linear systems (M + shift D)(S,S) x = b of the active-set methods. D is a multiple of the
 * identity, so that redundant contacts share loads evenly, or the diagonal of M when the entries of
 * the diagonal differ too much (mixed units). Factors of tridiagonal and band matrices keep the
 * band and cost O(count). */
typedef struct nsd_lcp_face {
    const nsd_lcp *lcp;
    int            count;          /* size of S                                  */
    int           *index;          /* n: S, ascending                            */
    double         shift;          /* relative, 0 or the proximal weight         */
    double         unit;           /* largest |M(i,i)|, 1 if all are zero        */
    int            uniform_weight; /* 1: D = unit I; 0: D = diag(M), unit if zero */
    double        *factor;         /* n x n at most; band factors use less of it */
    nsd_int       *pivot;          /* n                                          */
} nsd_lcp_face;

/* Scratch bytes of nsd_lcp_face_init */
size_t nsd_lcp_face_scratch(int n);

/* A face of the LCP with empty S and shift 0 */
nsd_status nsd_lcp_face_init(nsd_lcp_face *face, const nsd_lcp *lcp, nsd_scratch *scratch);

/* D(i,i) of the shift */
static inline double nsd_lcp_face_weight(const nsd_lcp_face *face, int i)
{
    const double diagonal = nsd_lcp_entry(face->lcp, i, i);
    return diagonal > 0.0 && !face->uniform_weight ? diagonal : face->unit;
}

/* Sets the shift, and unit and uniform_weight for it. */
void nsd_lcp_face_shift(nsd_lcp_face *face, double shift);

/* Factors (M + shift D)(S,S): NSD_OK, or NSD_ERR_SINGULAR when a pivot is lost in rounding. */
nsd_status nsd_lcp_face_factor(nsd_lcp_face *face);

/* x <- (M + shift D)(S,S)^-1 x with the factor */
void nsd_lcp_face_solve(const nsd_lcp_face *face, double *x);

/* The 2m columns of z and w of an LCP, or of a mixed problem, of which a support chooses m: G. It
 * has a solution when min |G y + c| over y >= 0 leaves no residual            (LCP.6) (MLCP.6) */
typedef struct nsd_lcp_support {
    int                     rows, m;
    double                 *columns; /* rows x 2m: of z, then of w                            */
    double                 *c;       /* rows                                                  */
    double                 *G;       /* rows x m, overwritten by least squares                */
    double                 *K, *k;   /* G'G and G'c; k has rows + m entries                   */
    double                 *y;       /* rows + m entries: z or w on the chosen columns        */
    int                    *chosen;  /* m: numbers of the chosen columns                      */
    nsd_least_squares_space space;   /* for f or m columns and `rows` right-hand sides        */
    nsd_scratch            *scratch; /* for nonnegative least squares                         */
} nsd_lcp_support;

/* Scratch bytes of nsd_lcp_support_init and of nonnegative least squares */
size_t nsd_lcp_support_scratch(int rows, int f, int m);

/* Takes the arrays. `f` is the number of free unknowns, rcond that of nsd_least_squares_space. */
nsd_status nsd_lcp_support_init(nsd_lcp_support *support, int rows, int f, int m, double rcond,
                                nsd_scratch *scratch);

/* Column k of z where bit k of the mask is set, else column k of w */
void nsd_lcp_support_choose(nsd_lcp_support *support, unsigned mask);

/* y <- the shortest least-squares solution on the first `count` chosen columns */
nsd_status nsd_lcp_support_shortest(nsd_lcp_support *support, int count);

/* min |G y + c| over y >= 0, the LCP of G'G and G'c, which is always solvable; `chosen` keeps the
 * columns with y > 0, whose number is returned. */
int nsd_lcp_support_nonnegative(nsd_lcp_support *support);

/* Scratch bytes of single solvers; nsd_lcp_scratch is enough for every solver. */
size_t nsd_lcp_active_scratch(int n);
size_t nsd_lcp_lemke_scratch(int n);
size_t nsd_lcp_newton_scratch(int n);

#endif
