/* bar.h - a slender bar above a rigid floor, as a chain of rigid segments.    (BAR.1)-(BAR.14)
 *
 * Coordinates q = (x0, y0, theta_1..n, s_1..n): centre of the hemisphere at the lower end, angles
 * of the segments with the horizontal, and lengths:
 *   model 1, spiral springs:   s_i = xi_i, half the length of segment i with its two springs
 *   model 2, pairs of springs: s_i = lambda_i, half the stretch of the pair before segment i
 * The one contact is y = y0 - R >= 0. All functions cost O(n) operations, except mass, force_jac
 * (both O(n^2)) and the mode (O(n^3)). */
#ifndef NSD_BAR_H
#define NSD_BAR_H

#include "base/tridiagonal.h"
#include "model/model.h"
#include "base/scratch.h"

typedef struct nsd_bar_parameters {
    int    model;    /* 1: spiral springs, 2: pairs of springs                */
    int    segments; /* n >= 2                                                */
    double length;   /* whole bar with its hemisphere, > radius               */
    double radius;   /* R > 0                                                 */
    double density;  /* > 0                                                   */
    double young;    /* Young's modulus, > 0                                  */
    double gravity;  /* acceleration downwards                                */
} nsd_bar_parameters;

/* Derivatives by the 2n inner coordinates, plane vectors: of the centre of the coordinate's own
 * segment (h) and of every later segment (u); g = h + (number of later segments) u. */
typedef struct nsd_bar_columns {
    double *hx, *hy, *ux, *uy, *gx, *gy;
} nsd_bar_columns;

typedef struct nsd_bar {
    nsd_bar_parameters given;
    int                n;     /* segments                                      */
    int                size;  /* coordinates, 2n + 2                           */
    double             L;     /* half a segment at rest                        */
    double             k;     /* stiffness of a linear spring                  */
    double             Gamma; /* stiffness of a spiral spring, model 1        */
    double             a;     /* distance of the two springs of a pair, model 2 */
    double             m, I;  /* a segment: mass, moment about its centre      */
    double             mu, J; /* hemisphere: mass, moment (BAR.4)             */
    double             d;     /* from the centre of the hemisphere to its centre of gravity */

    /* work space, n each unless said */
    double         *theta, *c, *s;       /* angles of the last call, cosines, sines          */
    double         *fx, *fy;             /* force on each segment                            */
    nsd_bar_columns position;            /* derivatives of the centres                       */
    nsd_bar_columns acceleration;        /* derivatives of the quadratic accelerations       */
    nsd_block_chain chain;               /* model 1, n + 1 blocks                            */
    nsd_chain       schur;               /* model 2, n rows                                  */
    double         *c_factor, *s_factor; /* cosines and sines at which M was factored        */
    double         *arm;                 /* model 1: 1 / (2 xi_i); model 2: L + lambda_i     */
    double         *px, *py, *lever;     /* model 2: constraint i, (BAR.11)                  */
    double         *bx, *by;             /* model 2: (e_{i-1} + e_i) / |e_{i-1} + e_i|^2     */
    double         *x;                   /* 2n + 2                                           */
} nsd_bar;

/* Bytes that nsd_bar_init takes from its scratch. */
size_t nsd_bar_scratch(int segments);

/* NSD_ERR_BAD_ARGUMENT when a parameter is out of range. The bar keeps pointers into scratch. */
nsd_status nsd_bar_init(nsd_bar *bar, const nsd_bar_parameters *parameters, nsd_scratch *scratch);

/* The table of functions for the steppers, whose context is the bar; e: the one restitution. */
nsd_model nsd_bar_model(nsd_bar *bar, const double *e);

/* Functions of the table; context is the nsd_bar. */
nsd_status nsd_bar_mass(void *context, const double *q, double *M);
nsd_status nsd_bar_force(void *context, double t, const double *q, const double *v, double *F);
nsd_status nsd_bar_force_jac(void *context, double t, const double *q, const double *v, double *Fq,
                             double *Fv);
nsd_status nsd_bar_potential(void *context, const double *q, double *U);
nsd_status nsd_bar_kinetic(void *context, const double *q, const double *v, double *T);
nsd_status nsd_bar_mass_factor(void *context, const double *q);
void       nsd_bar_mass_solve(void *context, double *x);

/* Small vibrations of the free straight bar at an angle: frequencies in rad/s. */
typedef struct nsd_bar_mode {
    double  bending; /* first bending frequency                                      */
    double  highest; /* highest of all; an explicit step must stay below 2 / highest */
    double *shape;   /* 2n + 2: the bending mode, shape'M shape = 1, first angle > 0 */
} nsd_bar_mode;

/* Bytes of scratch for nsd_bar_first_mode and nsd_bar_perturb. */
size_t nsd_bar_mode_scratch(int segments);

/* mode <- the first bending mode; NSD_STALLED when no mode is one of bending.          (BAR.13) */
nsd_status nsd_bar_first_mode(nsd_bar *bar, double angle, nsd_scratch *scratch, nsd_bar_mode *mode);

/* A straight falling bar, excited along its first bending mode. */
typedef struct nsd_bar_start {
    double angle;    /* with the horizontal, rad                                     */
    double height;   /* y0                                                           */
    double speed;    /* downwards                                                    */
    double fraction; /* energy of the vibration / kinetic energy of the fall, >= 0   */
    double phase;    /* the mode starts as cos(omega t + phase), rad                 */
} nsd_bar_start;

/* q, v <- the start of a falling and vibrating bar.                                    (BAR.14) */
nsd_status nsd_bar_perturb(nsd_bar *bar, const nsd_bar_start *start, nsd_scratch *scratch,
                           double *q, double *v);

#endif
