/* ggl.h - contacts and joints at position and velocity level in one step (Gear-Gupta-Leimkuhler).
 *
 * Unknowns z = (nu', La) per contact and zJ = (nu'J, LaJ) per joint, nu = h nu'; with
 * w = r + A z + ... the gaps over h and the velocities plus restitution at the end:    (NMK.8)
 *   0 <= w_p _|_ nu' >= 0;   where the gap is closed 0 <= w_v _|_ La >= 0, elsewhere La = 0;
 *   joints: both rows are zero. Joints are eliminated once, as in (MJ.7).
 *
 * With friction a contact has a block of directions at velocity level, normal first. A tangential
 * impulse La moves positions by (h/2) La, and closed contacts obey (FC.1) at velocity level. */
#ifndef NSD_GGL_H
#define NSD_GGL_H

#include "contact/condense.h"
#include "contact/contact_solver.h"

/* A gap up to this part of the largest free gap counts as closed although no impulse acts there.
 * Larger: the velocity law acts on open contacts; smaller: contacts that rest without an impulse
 * are missed, and their velocity may point into the obstacle. */
#define NSD_GGL_TOUCHING_GAP 1e-12

typedef struct nsd_ggl {
    int            m, p;
    int            block;     /* directions of a contact, 1 without friction                */
    double        *A;         /* c x c, c = m + m block, positions first; then condensed    */
    double        *AcJ, *AJc; /* c x 2p, 2p x c                                             */
    nsd_condense   joints;    /* AJJ, 2p x 2p: joints.inverse, then its pseudo-inverse      */
    double        *r, *rJ;    /* c, 2p: right-hand sides, filled by the caller              */
    double        *z, *zJ;    /* c, 2p: the answer                                          */
    double        *w, *u;     /* c: w of (NMK.8); temporary                                 */
    double        *submatrix; /* c x c: A on the unknowns of ggl->index                     */
    double        *fit_work;  /* temporaries of least squares and condition numbers         */
    double        *speed;     /* m: sliding speeds before the step, filled by the caller    */
    int           *id;        /* m: numbers of the contacts in the model, whose laws hold   */
    nsd_int       *pivot, *int_work;
    int           *index;     /* c: unknowns or contacts of the problem under way           */
    unsigned char *closed;    /* m: set A of (NMK.9): gap zero at the end of the step       */
    unsigned char *acting;    /* m: set B of (NMK.9); with friction: nu' > 0                */
    unsigned char *held;      /* m: contacts whose normal joints hold fixed                 */
    long long      fallbacks; /* steps that needed (NMK.10)                                 */
} nsd_ggl;

typedef enum nsd_ggl_level { NSD_POSITION, NSD_VELOCITY } nsd_ggl_level;

static inline int nsd_ggl_size(const nsd_ggl *ggl)
{
    return ggl->m * (1 + ggl->block);
}

size_t     nsd_ggl_scratch(int m, int block, int p);
nsd_status nsd_ggl_init(nsd_ggl *ggl, int m, int block, int p, nsd_scratch *scratch);

/* Sets the number of contacts to m, at most the m of nsd_ggl_init. The caller then fills every
 * entry anew. */
void nsd_ggl_resize(nsd_ggl *ggl, int m);

/* Gap over h and velocity of direction i after an impulse along direction j: qv is the change of
 * the gap by an impulse La at velocity level, and so on. Directions of contacts come first, joints
 * follow.                                                                              (NMK.8) */
typedef struct nsd_ggl_response {
    double qq, qv, vq, vv;
} nsd_ggl_response;
void nsd_ggl_fill_entry(nsd_ggl *ggl, int i, int j, const nsd_ggl_response *response);

/* Eliminates the joints from the matrix; to be called once when all entries are filled. */
nsd_status nsd_ggl_condense(nsd_ggl *ggl);

/* z and zJ from r and rJ (r is overwritten): active sets (NMK.9), with friction (FC.9); if these
 * fail, sweeps over both levels (NMK.10). z holds a guess of the impulses with friction. On exit
 * ggl->closed marks the closed contacts; with friction they are those of the last problem of
 * solver->friction. */
nsd_status nsd_ggl_solve(nsd_ggl *ggl, nsd_contact_solver *solver);

/* z by (NMK.10) alone; r already includes the joints. */
nsd_status nsd_ggl_solve_by_sweeps(nsd_ggl *ggl, nsd_contact_solver *solver);

/* w <- r + A z; returns max|min(z, w)| over both levels (with friction: over the positions)
 * divided by max(1, max|r|)                                                            (NMK.8) */
double nsd_ggl_residual(nsd_ggl *ggl);

#endif
