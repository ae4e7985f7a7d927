/* ggl.h - contacts and joints at position and velocity level in one step.
 *
 * Unknowns z = (nu', La) per contact and zJ = (nu'J, LaJ) per joint, nu = h nu'; with
 * w = r + A z + ... the gaps over h and the velocities plus restitution at the end:    (NMK.8)
 *   0 <= w_p _|_ nu' >= 0;   where the gap is closed 0 <= w_v _|_ La >= 0, elsewhere La = 0;
 *   joints: both rows are zero. Joints are eliminated once, as in (MJ.7).
 *
 * With friction a contact has a block of directions at the level of velocities, normal first; its
 * tangents move positions by half of their impulse, and closed contacts obey (FC.1) there. */
#ifndef NSD_GGL_H
#define NSD_GGL_H

#include "contact/contact_fixed.h"
#include "contact/coulomb.h"

typedef struct nsd_ggl {
    int      m, p;
    int      block;                /* directions of a contact, 1 without friction                */
    double  *A;                    /* c x c, c = m + m block, positions first; then condensed    */
    double  *AcJ, *AJc;            /* c x 2p, 2p x c                                             */
    double  *AJJ;                  /* 2p x 2p, then its pseudo-inverse                           */
    double  *r, *rJ;               /* c, 2p: right-hand sides, the caller's                      */
    double  *z, *zJ;               /* c, 2p: the answer                                          */
    double  *w, *u, *uJ;           /* c, c, 2p                                                   */
    double  *submatrix, *fit_work; /* c x c; room for least squares and condition numbers        */
    double  *speed;                /* m: sliding speeds before the step, the caller's            */
    int     *id;                   /* m: which contacts they are for the laws, the caller's      */
    nsd_int *pivot, *int_work;
    int     *index;                 /* c: unknowns of the current part                            */
    unsigned char *closed, *acting; /* m: the sets A and B of (NMK.9)                         */
    unsigned char *held;            /* m: contacts that joints hold                           */
    long           fallbacks;       /* steps that needed (NMK.10)                             */
} nsd_ggl;

typedef enum nsd_ggl_level { NSD_POSITION, NSD_VELOCITY } nsd_ggl_level;

static inline int nsd_ggl_size(const nsd_ggl *ggl)
{
    return ggl->m * (1 + ggl->block);
}

size_t     nsd_ggl_scratch(int m, int block, int p);
nsd_status nsd_ggl_init(nsd_ggl *ggl, int m, int block, int p, nsd_scratch *scratch);

/* The same for m contacts, at most as many as it was made for; all entries are to be set anew. */
void nsd_ggl_resize(nsd_ggl *ggl, int m);

/* How direction i (those of contacts, then joints) answers a push along j: gaps over h and
 * velocities to an impulse nu' on the position and La on the velocity.                 (NMK.8) */
typedef struct nsd_ggl_response {
    double qq, qv, vq, vv; /* of position or velocity to an impulse on position or velocity */
} nsd_ggl_response;
void nsd_ggl_fill_entry(nsd_ggl *ggl, int i, int j, const nsd_ggl_response *answer);

/* Joints out of the matrix; call once when all entries are set. */
nsd_status nsd_ggl_condense(nsd_ggl *ggl);

/* z and zJ from r and rJ (r is used up): active sets (NMK.9), then sweeps of complementarity
 * problems (NMK.10). `contact` lends options and scratch of its solver and keeps its counts. */
nsd_status nsd_ggl_solve(nsd_ggl *ggl, nsd_contact_fixed *contact);

/* The same with friction: z from the last impulses in z; the closed contacts are the problem that
 * `frictional` solved last.                                                             (FC.9) */
nsd_status nsd_ggl_friction_solve(nsd_ggl *ggl, nsd_coulomb *coulomb, nsd_contact_fixed *contact);

/* Parts of both: what joints make of r, their zJ afterwards; the set of contacts that the motion
 * without impulses closes, and how many; one level alone with the other given, for `count`
 * contacts of ggl->index; contacts that touch are closed. */
void       nsd_ggl_joints_before_contacts(nsd_ggl *ggl);
void       nsd_ggl_joints_after_contacts(nsd_ggl *ggl);
int        nsd_ggl_find_closing(nsd_ggl *ggl);
nsd_status nsd_ggl_solve_level(nsd_ggl *ggl, nsd_contact_fixed *contact, nsd_ggl_level level,
                               int count);
int        nsd_ggl_list_contacts(nsd_ggl *ggl, const unsigned char *set, int wanted);
void       nsd_ggl_find_touching(nsd_ggl *ggl);

/* (NMK.10) alone, for z with r final; status of the solver. */
nsd_status nsd_ggl_solve_by_sweeps(nsd_ggl *ggl, nsd_contact_fixed *contact);

/* max of |min| over both levels (with friction: positions), against max(1, max|r|);
 * w <- r + A z                                                                         (NMK.8) */
double nsd_ggl_residual(nsd_ggl *ggl);

#endif
