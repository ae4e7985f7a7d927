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

/* The rows of column j inside the band: first to last */
typedef struct nsd_lcp_rows {
    int first, last;
} nsd_lcp_rows;
static inline nsd_lcp_rows nsd_lcp_rows_of(const nsd_lcp *lcp, int j)
{
    const int n = lcp->n, b = lcp->bandwidth;
    return (nsd_lcp_rows){ j > b ? j - b : 0, n - 1 - j > b ? j + b : n - 1 };
}

/* The problem with one unknown in closed form: z = max(0, -q/M), or no solution. */
nsd_status nsd_lcp_scalar(const nsd_lcp *lcp, double *z, nsd_lcp_info *info);

/* info->residual of z and w = M z + q; NSD_OK when every row passes (LCP.4), else NSD_STALLED. */
nsd_status nsd_lcp_residual_status(const nsd_lcp *lcp, const nsd_lcp_options *options,
                                   const double *z, const double *w, nsd_lcp_info *info);

/* The last call of every solver: w <- M z + q, then nsd_lcp_residual_status. */
nsd_status nsd_lcp_finish(const nsd_lcp *lcp, const nsd_lcp_options *options, const double *z,
                          double *w, nsd_lcp_info *info);

/* |q_i| + sum_j |M(i,j) z_j|: the terms of row i                                       (LCP.4) */
double nsd_lcp_terms(const nsd_lcp *lcp, int i, const double *z);

/* Sizes of q; those in units of rows are found when the first row asks for them */
typedef struct nsd_lcp_sizes {
    double largest;  /* max |q_j|                                            */
    double in_units; /* max |q_j| / sqrt(d_j) where d_j > 0; below 0: not known yet */
    double plain;    /* max |q_j| where d_j = 0                              */
} nsd_lcp_sizes;

/* The residual that row i may have beside its rounding; own: its terms. Rounding of q is allowed
 * in units of row i: the largest |q_j| sqrt(d_i / d_j), or |q_j| if less              (LCP.4) */
double nsd_lcp_allowed(const nsd_lcp *lcp, const nsd_lcp_options *options, int i, double own,
                       nsd_lcp_sizes *sizes);

int nsd_lcp_finite(const nsd_lcp *lcp); /* 1 when M and q hold no NaN and no infinity */

/* The factor d_i from units of z_i to units of w_i: |M(i,i)|, unless that is tiny beside the
 * largest entry of column i, which then takes its place; 1 where the column is zero   (LCP.4) */
double nsd_lcp_unit(const nsd_lcp *lcp, int i);

/* s with s_i M(i,j) s_j of order one: y = z / s has no units. */
void nsd_lcp_scaling(const nsd_lcp *lcp, double *s);

/* nsd_lcp_scaling, and A <- s M s, n x n */
void nsd_lcp_scaled(const nsd_lcp *lcp, double *s, double *A);

/* The linear systems (M + shift D)(S,S) x = b of the active-set methods. D is a multiple of the
 * identity, so that redundant contacts share loads evenly, or the diagonal of M when the entries of
 * the diagonal differ too much (mixed units). Factors of tridiagonal and band matrices keep the
 * band and cost O(count). */
typedef struct nsd_lcp_face {
    const nsd_lcp   *lcp;
    int              count;          /* size of S                                  */
    int             *index;          /* n: S, ascending                            */
    double           shift;          /* relative, 0 or the proximal weight         */
    double           unit;           /* largest |M(i,i)|, 1 if all are zero        */
    int              uniform_weight; /* 1: D = unit I; 0: D = diag(M), unit if zero */
    nsd_dense_system system;         /* room for n x n; band factors use less of it */
} nsd_lcp_face;

/* A face of the LCP with empty S and shift 0. Takes memory for lcp->n unknowns and reads nothing
 * else of the LCP, so that layouts count with it. */
void nsd_lcp_face_init(nsd_lcp_face *face, const nsd_lcp *lcp, nsd_scratch *scratch);

/* S <- the unknowns with mark 1 */
void nsd_lcp_face_mark(nsd_lcp_face *face, const unsigned char *mark);

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

/* z <- max(0, -M(S,S)^-1 q(S)) on S, zero elsewhere; x: n numbers of work. When M(S,S) is singular,
 * z stays as it is: NSD_ERR_SINGULAR. */
nsd_status nsd_lcp_face_values(nsd_lcp_face *face, double *x, double *z);

/* The supports of a small problem with p equalities before m complementarities, and f free unknowns
 * x before m unknowns z,                                                      (LCP.6) (MLCP.6)
 *     A (x, z) + b = (0, w),   z >= 0,  w >= 0,  z'w = 0,
 * scaled to entries of order one. An LCP has p = f = 0. */
typedef struct nsd_lcp_supports {
    int      p, f, m, rows; /* rows = p + m                                                 */
    unsigned tried;         /* supports tried; the last one has the bits of tried - 1       */
    double  *A, *b;         /* rows x (f + m) and rows: set by the caller                   */
    double  *unit;          /* f + m, set by the caller: units of x, z; (x, z) = unit y     */
    double  *v;             /* f + m: candidate (x, z) in the units given                   */
    int (*passes)(void *context, const double *v); /* 1 when v solves the problem as given  */
    void                   *context;
    const nsd_poll         *poll;    /* set by the caller, as passes and context            */
    double                 *pinv;    /* E^+, E the columns of x in A: max(rows, f) x rows   */
    double                 *columns; /* rows x 2m: P = I - E E^+ times those of z, then w   */
    double                 *c;       /* P b                                                 */
    double                 *G;       /* rows x (f + m), overwritten by least squares        */
    double                 *K, *k;   /* G'G and G'c; k has rows + f + m entries             */
    double                 *y;       /* rows + f + m entries: x and z, or z and w           */
    double                 *fit;     /* m: y of nonnegative least squares                   */
    int                    *chosen;  /* m: numbers of the columns in G                      */
    nsd_least_squares_space space;
    nsd_lcp                 block; /* A and b for the face, when p = f                      */
    nsd_lcp_face            face;
    nsd_scratch             scratch; /* for nonnegative least squares                       */
} nsd_lcp_supports;

/* Takes the arrays and writes none of them. */
void nsd_lcp_supports_init(nsd_lcp_supports *t, int p, int f, int m, nsd_scratch *scratch);

/* Before the first support, when the caller has set A, b, unit, passes and context */
void nsd_lcp_supports_begin(nsd_lcp_supports *t);

/* The next support with a solution: NSD_OK with the solution in v, NSD_RAY after the last, or
 * NSD_STOPPED. */
nsd_status nsd_lcp_supports_next(nsd_lcp_supports *t);

/* Scratch bytes of single solvers; nsd_lcp_scratch is enough for every solver. */
size_t nsd_lcp_active_scratch(int n);
size_t nsd_lcp_lemke_scratch(int n);
size_t nsd_lcp_newton_scratch(int n);

#endif
