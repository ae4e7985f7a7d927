/* nonlinear_rattle.h - RATTLE with unilateral contacts, impacts and friction: two half steps.
 *
 *   M(q)(w - v) = (h/2) F(t, q, w) + G(q) P1,     q+ = q + h w,   y(q+) >= 0, g(q+) = 0    (RT.1)
 *   M(q+)(v+ - w) = (h/2) F(t+, q+, w) + G(q+) P2,   impact law and friction on v+        (RT.2) */
#ifndef NSD_NONLINEAR_RATTLE_H
#define NSD_NONLINEAR_RATTLE_H

#include "scheme/nonlinear/nonlinear_base.h"

typedef struct nsd_nonlinear_rattle_law { /* arrays of impacts by other laws than Newton's  */
    double *U, *P, *e;                    /* m: gap velocities, impulses, restitution       */
    double *T;                            /* d m: tangential impulses                       */
    double *room;                         /* nsd_impact_law_room                            */
    int    *touching, *active;            /* m: 1 for closed contacts; these, in a list     */
} nsd_nonlinear_rattle_law;

typedef struct nsd_nonlinear_rattle {
    nsd_nonlinear_base base;         /* first: a stepper is an nsd_nonlinear_rattle            */
    int                block;        /* 1 + d: directions of a contact                         */
    double             h;            /* length of the (sub)step                                */
    double            *q0, *v0;      /* n: its start                                           */
    double            *w;            /* n: the velocity of its middle                          */
    double            *wf, *kick;    /* n: w without impulses, and what impulses add           */
    double            *last;         /* n: the iterate before                                  */
    double            *F0;           /* n: the force of the first half                         */
    double            *P1;           /* block m: impulses of the first half                    */
    double            *y0, *U0;      /* m: gaps and their velocities at the start              */
    double            *lift;         /* m: gap at which a contact that pushed before is closed */
    double            *V0;           /* d m: sliding velocities at the start                   */
    double            *speed;        /* m: sliding speeds for the laws of friction             */
    double            *slide;        /* d m: sliding velocities of the middle of the step      */
    double            *turn;         /* d m: what they owe to turning tangents                 */
    double            *T1;           /* n x d m: tangents at the end of the step               */
    unsigned char     *closed;       /* m: 1: in the contact problem of the first half         */
    unsigned char     *frozen;       /* m: 1: slides along `slide` in the second half          */
    double            *saved;        /* d m + p: impulses of the steps before, for one that fails */
    double             share;        /* part of the step before the impact                     */
    int                shock;        /* 1: a contact was hit in the step                       */
    int                have_start;   /* 1: y0, U0, V0 and the normals of the start are known   */
    int                have_factors; /* 1: mechanics.A holds the factors of M at the state     */
    int                use_newton;   /* 1: the fixed point was slow: Newton's iteration        */
    nsd_nonlinear_rattle_law law;
} nsd_nonlinear_rattle;

/* w, P1 and the position of the end from the start; state->q is set                     (RT.1) */
nsd_status nsd_nonlinear_rattle_first(nsd_nonlinear_rattle *s, nsd_state *state, double t);

/* The velocity of the end from w; state->v is set                                       (RT.2) */
nsd_status nsd_nonlinear_rattle_second(nsd_nonlinear_rattle *s, nsd_state *state, double t);

/* Takes the arrays for impacts by other laws than Newton's. */
void nsd_nonlinear_rattle_law_lay_out(nsd_nonlinear_rattle *s, const nsd_model *model,
                                      nsd_scratch *scratch);

/* v, the velocity without impulses, <- that after the impact by the laws of the model; impulses are
 * left in mechanics.contact.z. *approaching <- 1 when the impacts have no end          (RT.11) */
nsd_status nsd_nonlinear_rattle_law_solve(nsd_nonlinear_rattle *s, double *v, int *approaching);

/* mechanics.A <- factors of M(q), unless a constant mass is factored there. */
nsd_status nsd_nonlinear_rattle_factor(nsd_nonlinear_rattle *s, const double *q);

/* Sliding velocity k < d m for the tangents of mechanics.T and the velocity v */
static inline double nsd_nonlinear_rattle_slide(const nsd_nonlinear_rattle *s, int k,
                                                const double *v)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    return nsd_mechanics_dot(mechanics, &mechanics->columns.T, mechanics->T, k, v) -
           mechanics->model->surface.w[k];
}

/* Speed of sliding of contact a; V: sliding velocities of all contacts, d m */
double nsd_nonlinear_rattle_speed(const nsd_nonlinear_rattle *s, const double *V, int a);

/* Adds works of `impulse` (block entries for each active contact, then joints), which acts while
 * the velocity goes from `from` to `to`, and what friction reports of the contacts. */
void nsd_nonlinear_rattle_add_works(nsd_nonlinear_rattle *s, nsd_state *state,
                                    const double *impulse, const double *from, const double *to);

#endif
