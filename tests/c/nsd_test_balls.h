/* nsd_test_balls.h - balls above a floor as an nsd_model, and their events. */
#ifndef NSD_TEST_BALLS_H
#define NSD_TEST_BALLS_H

#include <math.h>

#include "nsd_test_events.h"

static inline int count_events(const nsd_test_record *r, nsd_event_kind kind)
{
    int found = 0;
    for (int i = 0; i < r->events; i++) {
        found += r->event[i].kind == kind;
    }
    return found;
}

/* The k-th event of a kind, from 1 */
static inline const nsd_event *nth_event(const nsd_test_record *r, nsd_event_kind kind, int k)
{
    static const nsd_event none = { -1.0, -1, NSD_EVENT_USER, 0.0, 0.0, 0.0, 0.0, 0.0, 0 };
    for (int i = 0; i < r->events; i++) {
        if (r->event[i].kind == kind && --k == 0) {
            return &r->event[i];
        }
    }
    return &none;
}

/* ---- balls above a floor that may move, one above the other or side by side ---- */

typedef struct balls {
    int    n, stacked; /* stacked: y_i = q_i - q_(i-1), else y_i = q_i */
    double g, amplitude, omega;
    double wind;        /* forces towards the wall q = 0, instead of gravity: F = -wind t */
    int    differenced; /* 1: the model has no Jacobian of the gaps */
} balls;

static nsd_status balls_mass(void *context, const double *q, double *M)
{
    const balls *b = context;
    (void)q;
    memset(M, 0, (size_t)(b->n * b->n) * sizeof *M);
    for (int i = 0; i < b->n; i++) {
        M[i + i * b->n] = 1.0;
    }
    return NSD_OK;
}

static nsd_status balls_force(void *context, double t, const double *q, const double *v, double *F)
{
    const balls *b = context;
    (void)q;
    (void)v;
    for (int i = 0; i < b->n; i++) {
        F[i] = -b->g - b->wind * t;
    }
    return NSD_OK;
}

static nsd_status balls_gap(void *context, double t, const double *q, double *y)
{
    const balls *b = context;
    for (int i = 0; i < b->n; i++) {
        const double below = b->stacked && i > 0 ? q[i - 1] : b->amplitude * sin(b->omega * t);
        y[i] = q[i] - below;
    }
    return NSD_OK;
}

static nsd_status balls_gap_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    const balls *b = context;
    (void)q;
    memset(H, 0, (size_t)(b->n * b->n) * sizeof *H);
    for (int i = 0; i < b->n; i++) {
        const int on_floor = !b->stacked || i == 0;
        H[i + i * b->n] = 1.0;
        y_t[i] = on_floor ? -b->amplitude * b->omega * cos(b->omega * t) : 0.0;
        if (!on_floor) {
            H[i - 1 + i * b->n] = -1.0;
        }
    }
    return NSD_OK;
}

static inline nsd_test_record *drop_balls(balls *b, double e, const nsd_test_start *from,
                                          const nsd_event_options *options)
{
    double    restitution[NSD_TEST_SIZE];
    nsd_model model;
    memset(&model, 0, sizeof model);
    for (int i = 0; i < NSD_TEST_SIZE; i++) {
        restitution[i] = e;
    }
    model.n = model.m = b->n;
    model.e = restitution;
    model.constant_mass = 1;
    model.moving = b->amplitude != 0.0;
    model.context = b;
    model.mass = balls_mass;
    model.force = balls_force;
    model.gap = balls_gap;
    model.gap_jac = b->differenced ? NULL : balls_gap_jac;
    const nsd_event_options usual = nsd_test_event_options(from);
    return nsd_test_run_event_driven(&model, from, options ? options : &usual, NULL, 0);
}

#endif
