/* nonlinear_adaptive.h - steps whose length follows their error, for moreau and the Newmark family.
 *
 * A step is solved once as a whole and once in two halves. Their difference estimates the error;
 * where contacts did not change, both are extrapolated to the next order       (AD.1)-(AD.5)
 */
#ifndef NSD_NONLINEAR_ADAPTIVE_H
#define NSD_NONLINEAR_ADAPTIVE_H

#include "contact/step_friction.h"
#include "model/model.h"
#include "run/step_options.h"
#include "run/stepper.h"

typedef struct nsd_nonlinear_works { /* done on the system since the last row */
    double force, mass; /* of the force, of a changing mass matrix                              */
    double scheme;      /* numerical work                                                       */
    double projection;  /* of option Project                                                    */
    double impact, friction, joint;
    double driven;  /* of moving obstacles, by impulses of contacts                             */
    double pressed; /* of compliant contacts, without what they store                           */
    double damping; /* of the damping in F, where the model tells its power                     */
    double contact; /* impulses relative to moving obstacles, and corrections of positions      */
    int    pushes;  /* contacts with an impulse, summed over the (sub)steps                     */
} nsd_nonlinear_works;

struct nsd_nonlinear_base;

/* When a scheme is of order 2: never; while no normal turns and friction has a constant direction;
 * in every step in which contacts do not change                                         (AD.2) */
typedef enum nsd_second_order {
    NSD_NEVER_SECOND,
    NSD_FLAT_SECOND,
    NSD_ALWAYS_SECOND
} nsd_second_order;

typedef struct nsd_nonlinear_part { /* the whole of a step, its first half, or both halves */
    double             *record;     /* q, v, impulses, memory of the scheme at the end     */
    double             *normals; /* a number of every column of G, which tells whether it turned */
    int                *mode;    /* m: 0 without impulse, else 1 + nsd_mode               */
    int                 columns; /* of G                                               */
    nsd_nonlinear_works works;
    nsd_step_friction_works friction;
} nsd_nonlinear_part;

typedef struct nsd_nonlinear_adaptive {
    nsd_own_steps        own; /* for the run loop                                               */
    nsd_adaptive_options given;
    double               h;     /* length of the next try                                 */
    double               usual; /* length to go on with after an event                    */
    double h_start, h_memory;   /* length to which the memory belongs: at the start, now          */
    double event_end;           /* an event lies before this time; -INFINITY: none known  */
    double event_error;         /* estimated error per length of a step with this event   */
    double hit; /* length of a step with it, if it is an impact; else 0            (AD.10) */
    size_t linear, size; /* numbers of a record that are extrapolated; all of them */
    nsd_nonlinear_part start, whole, first, halves;
    double            *largest_q, *largest_v; /* n: largest |q_i|, |v_i| so far               */
    double            *y, *y_end;             /* m: gaps at the start and the end of the step */
    double            *pull;                  /* n: mean acceleration of the last step, if smooth */
    double            *ahead, *y_ahead; /* n, m: a place of the flight, and its gaps      (AD.9) */
    const double      *P;               /* m: impulses of the part of a step before              */
    double             rest;            /* contacts that push and are slower rest                */
    int                forced;       /* shortest steps in a row with too large an error          */
    nsd_second_order   second_order; /* when the scheme is of order 2                         */
    int                by_position;  /* 1: a step with an impact ends on the surface          */
} nsd_nonlinear_adaptive;

/* Takes the arrays for a scheme with memory_size numbers of memory. */
void nsd_nonlinear_adaptive_lay_out(nsd_nonlinear_adaptive *adaptive, const nsd_model *model,
                                    size_t memory_size, nsd_scratch *scratch);

/* Start of a run at (t, q, v) with a first step of length h */
nsd_status nsd_nonlinear_adaptive_init(struct nsd_nonlinear_base *base, const nsd_state *state);

/* Moves the state from state->t to own.reached, by one step whose error passes the tolerances. */
nsd_status nsd_nonlinear_adaptive_advance(struct nsd_nonlinear_base *base, nsd_state *state);

/* AbsTol + RelTol largest */
double nsd_nonlinear_tolerance(const nsd_nonlinear_adaptive *adaptive, double largest);

/* Length of a step with the impact that the step of length h has had, with this error over the
 * tolerance                                                                     (AD.10) */
double nsd_nonlinear_hit_length(const struct nsd_nonlinear_base *base, double h, double error);

/* Change of velocities, over their tolerance, in a step in which sliding begins, turns back, or
 * ends in the second half and may turn back; 0 where nothing of this happens    (AD.12) */
double nsd_nonlinear_slip_error(const struct nsd_nonlinear_base *base);

/* *h <- length of the next step towards the impact before t + longest, from the start of the step:
 * that of the flight before it, or of the step with the impact; 0 where no flight ends  (AD.10) */
nsd_status nsd_nonlinear_approach(struct nsd_nonlinear_base *base, double t, double longest,
                                  double *h);

#endif
