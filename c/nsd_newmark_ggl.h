/* nsd_newmark_ggl.h - contacts and joints at position and velocity level in one step.
 *
 * Unknowns z = (nu', La) per contact and zJ = (nu'J, LaJ) per joint, nu = h nu'; with
 * w = r + A z + ... the gaps over h and the velocities plus restitution at the end:    (NMK.8)
 *   0 <= w_p _|_ nu' >= 0;   where the gap is closed 0 <= w_v _|_ La >= 0, elsewhere La = 0;
 *   joints: both rows are zero. Joints are eliminated once, as in (MJ.7). */
#ifndef NSD_NEWMARK_GGL_H
#define NSD_NEWMARK_GGL_H

#include "nsd_contact.h"

typedef struct nsd_ggl {
    int            m, p;
    double        *A;           /* 2m x 2m, positions first; joints eliminated by condense    */
    double        *AcJ, *AJc;   /* 2m x 2p, 2p x 2m                                           */
    double        *AJJ;         /* 2p x 2p, then its pseudo-inverse                           */
    double        *r, *rJ;      /* 2m, 2p: right-hand sides, the caller's                     */
    double        *z, *zJ;      /* 2m, 2p: the answer                                         */
    double        *w, *u, *uJ;  /* 2m, 2m, 2p                                                 */
    double        *block, *fit; /* 2m x 2m; room for least squares and condition numbers      */
    nsd_int       *pivot, *numbers;
    int           *index;           /* 2m: unknowns of the current block                          */
    unsigned char *closed, *acting; /* m: the sets A and B of (NMK.9)                         */
    unsigned char *held;            /* m: contacts that joints hold                           */
    long           fallbacks;       /* steps that needed (NMK.10)                             */
} nsd_ggl;

typedef enum nsd_level { NSD_POSITION, NSD_VELOCITY } nsd_level;

size_t     nsd_ggl_scratch(int m, int p);
nsd_status nsd_ggl_init(nsd_ggl *ggl, int m, int p, nsd_scratch *scratch);

/* The same for m contacts, at most as many as it was made for; all entries are to be set anew. */
void nsd_ggl_resize(nsd_ggl *ggl, int m);

/* Entry of the uncondensed matrix: row i (contacts, then joints) at a level, column j at one. */
double *nsd_ggl_entry(nsd_ggl *ggl, int i, nsd_level row, int j, nsd_level column);

/* Joints out of the matrix; call once when all entries are set. */
nsd_status nsd_ggl_condense(nsd_ggl *ggl);

/* z and zJ from r and rJ (r is used up): active sets (NMK.9), then sweeps of complementarity
 * problems (NMK.10). `contact` lends options and scratch of its solver and keeps its counts. */
nsd_status nsd_ggl_solve(nsd_ggl *ggl, nsd_contact *contact);

/* (NMK.10) alone, for z with r final; status of the solver. */
nsd_status nsd_ggl_sweeps(nsd_ggl *ggl, nsd_contact *contact);

/* max of |min| over both levels, against max(1, max|r|); w <- r + A z                  (NMK.8) */
double nsd_ggl_residual(nsd_ggl *ggl);

#endif
