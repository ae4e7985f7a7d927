/* nonlinear_paoli.h - data of Schatzman-Paoli for nonlinear systems, shared by its files. */
#ifndef NSD_NONLINEAR_PAOLI_H
#define NSD_NONLINEAR_PAOLI_H

#include "scheme/nonlinear/geodesic.h"
#include "scheme/nonlinear/nonlinear_base.h"

typedef struct nsd_nonlinear_paoli {
    nsd_nonlinear_base base;  /* first: a stepper is a paoli; energies are those of half steps */
    double            *q1;    /* position one step ahead of the state                          */
    double      *w, *w1, *wf; /* half-step velocities: before, after, after if free            */
    double      *mean;        /* temporary: (q_n+1 + e q_n-1)/(1+e), or q_n+1                  */
    double      *z;           /* m + p: impulses of the iterate                                */
    double       impact_gain; /* work of the impact under way; an impact takes a few steps     */
    nsd_geodesic geodesic;    /* work space of (PR.3), with option geodesic                    */
    double      *normals;     /* n x m: temporary, normals of contacts with different e        */
    int          same_restitution; /* all contacts have the same e                               */
    int          use_newton;       /* the fixed point was slow: Newton's iteration with Fv       */
} nsd_nonlinear_paoli;

typedef struct nsd_nonlinear_paoli_change { /* of an iteration */
    double relative; /* max|w1 - r| relative to w1 or to the free velocity wf: where impulses cancel
                        wf, w1 is the rounding of wf                                             */
    int    rounding; /* the change moves q_n+1 by no more than rounding. At rest w1 is the rounding
                        of a gap divided by h, and changes by its own size in every iteration    */
} nsd_nonlinear_paoli_change;

/* mechanics->u <- right-hand sides of (SP.8) for q_n+1 = q1 + h w; t = t_n               (SP.9) */
nsd_status nsd_nonlinear_paoli_fill_right_sides(nsd_nonlinear_paoli *s, const nsd_state *state,
                                                const double *w, double t);
/* s->mean and the time for contact a: (q_n+1 + e q_n-1)/(1 + e) with q_n+1 = q1 + h w    (SP.8) */
double nsd_nonlinear_paoli_mean(nsd_nonlinear_paoli *s, const double *q_last, const double *w,
                                double t, int a);
/* 1 when there is a contact problem to solve: a contact closes or has an impulse, or joints */
int  nsd_nonlinear_paoli_closes(const nsd_nonlinear_paoli *s);
void nsd_nonlinear_paoli_select_all(nsd_tally *tally);
/* w1 <- w1 + A^-1 G z for the problem of all contacts and joints, from the guess z       (SP.8) */
nsd_status nsd_nonlinear_paoli_add_impulses(nsd_nonlinear_paoli *s);

/* How far w1 moved from the last iterate mechanics->r */
nsd_nonlinear_paoli_change nsd_nonlinear_paoli_change_of(const nsd_nonlinear_paoli *s);
/* 1 when the iteration may end; contacts: contacts take part in it */
int nsd_nonlinear_paoli_converged(const nsd_nonlinear_paoli        *s,
                                  const nsd_nonlinear_paoli_change *now, double previous,
                                  int contacts);

/* w1 and z of the equation centred at t; `state` is the state of the step before. */
nsd_status nsd_nonlinear_paoli_solve(nsd_nonlinear_paoli *s, const nsd_state *state, double t);
/* The same with M(q_n+1), forces at t + theta h and normals at the mean                (SP.13) */
nsd_status nsd_nonlinear_paoli_solve_end(nsd_nonlinear_paoli *s, const nsd_state *state, double t);

#endif
