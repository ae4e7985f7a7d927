/* test_event_trials.c - random trials of the event-driven solver: no graze missed, nothing falls
 * through, every run ends. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/builtin/pendulum.h"
#include "nsd_test.h"
#include "nsd_test_events.h"

typedef struct dice {
    uint64_t state;
} dice;

/* Uniform in (low, high): a linear congruential generator, the same numbers everywhere */
static double between(dice *d, double low, double high)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * ((double)(d->state >> 11) / 9007199254740992.0);
}

/* ---- grazes -------------------------------------------------------------------- */

typedef struct swing { /* a free swing down to its first lowest point */
    nsd_pendulum pendulum;
    double       q, v;                   /* start, v <= 0    */
    double       t_low, q_low, push_low; /* the lowest point */
} swing;

static double push(const swing *w, double t, double q, double v)
{
    double F = 0.0;
    nsd_pendulum_force((void *)&w->pendulum, t, &q, &v, &F);
    return F;
}

/* One step of the classic method of Runge and Kutta, which shares nothing with what is tested */
static void runge_kutta(const swing *w, double t, double h, double *q, double *v)
{
    const double k1 = *v, l1 = push(w, t, *q, *v);
    const double k2 = *v + 0.5 * h * l1, l2 = push(w, t + 0.5 * h, *q + 0.5 * h * k1, k2);
    const double k3 = *v + 0.5 * h * l2, l3 = push(w, t + 0.5 * h, *q + 0.5 * h * k2, k3);
    const double k4 = *v + h * l3, l4 = push(w, t + h, *q + h * k3, k4);
    *q += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    *v += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4);
}

/* 0 when the swing does not turn within one period of the forcing. RK4 errs by 1e-11 */
static int find_lowest(swing *w)
{
    const double h = 5e-3;
    double       t = 0.0, q = w->q, v = w->v;
    do {
        runge_kutta(w, t, h, &q, &v);
        t += h;
    } while (v < 0.0 && t < 6.3);
    for (int k = 0; k < 5 && t < 6.3; k++) { /* Newton on v = 0 */
        const double d = -v / push(w, t, q, v);
        runge_kutta(w, t, d, &q, &v);
        t += d;
    }
    w->t_low = t;
    w->q_low = q;
    w->push_low = push(w, t, q, v);
    return t > 0.05 && t < 6.3 && w->push_low > 0.01 && w->q - q > 1e-2;
}

static swing random_swing(dice *d)
{
    swing w;
    do {
        const nsd_pendulum pendulum = { between(d, 0.0, 1.0), between(d, 0.0, 0.1),
                                        between(d, 0.3, 1.0), -10.0 };
        w.pendulum = pendulum;
        w.q = between(d, -0.5, 1.0);
        w.v = -between(d, 1e-3, 0.5);
    } while (!find_lowest(&w));
    return w;
}

NSD_TEST(test_no_graze_is_missed)
{
    enum { TRIALS = 10000 };
    dice         d = { 20031 };
    const double r = 0.7;
    int          missed = 0, elsewhere = 0, failed = 0;
    for (int k = 0; k < TRIALS; k++) {
        swing          w = random_swing(&d);
        const double   tolerance = pow(10.0, between(&d, -10.0, -6.0));
        const double   depth = tolerance * pow(10.0, between(&d, 1.0, 4.0));
        nsd_test_start from = { { w.q }, { w.v }, 0.0, tolerance };
        nsd_model      model;
        w.pendulum.stop = w.q_low + depth;
        nsd_pendulum_model(&w.pendulum, &r, &model);
        const double early = sqrt(2.0 * depth / w.push_low); /* before the lowest point */
        from.t_end = w.t_low + between(&d, 0.0, 1.0);
        const nsd_event_options options = nsd_test_options(&from);
        nsd_test_record        *run = nsd_test_drive(&model, &from, &options, NULL, 0);
        const int               hit = run->events > 0 && run->event[0].kind == NSD_EVENT_IMPACT;
        failed += run->status != NSD_OK;
        missed += !hit;
        /* an error of the tolerance moves the depth by up to a tenth or two */
        elsewhere += hit && fabs(run->event[0].t - (w.t_low - early)) > 0.3 * early + 1e-6;
        free(run);
    }
    NSD_CHECK(missed == 0);
    NSD_CHECK(elsewhere == 0);
    NSD_CHECK(failed == 0);
}

/* ---- columns of balls ---------------------------------------------------------- */

typedef struct column {
    int    balls;
    double mass[5], size, amplitude, omega; /* of a table that shakes below them */
} column;

static nsd_status column_mass(void *context, const double *q, double *M)
{
    const column *c = context;
    (void)q;
    memset(M, 0, (size_t)(c->balls * c->balls) * sizeof *M);
    for (int i = 0; i < c->balls; i++) {
        M[i * (c->balls + 1)] = c->mass[i];
    }
    return NSD_OK;
}

static nsd_status column_force(void *context, double t, const double *q, const double *v, double *F)
{
    const column *c = context;
    (void)t;
    (void)q;
    (void)v;
    for (int i = 0; i < c->balls; i++) {
        F[i] = -9.81 * c->mass[i];
    }
    return NSD_OK;
}

static nsd_status column_gap(void *context, double t, const double *q, double *y)
{
    const column *c = context;
    y[0] = q[0] - c->amplitude * sin(c->omega * t);
    for (int i = 1; i < c->balls; i++) {
        y[i] = q[i] - q[i - 1] - c->size;
    }
    return NSD_OK;
}

static nsd_status column_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    const column *c = context;
    (void)q;
    memset(H, 0, (size_t)(c->balls * c->balls) * sizeof *H);
    memset(y_t, 0, (size_t)c->balls * sizeof *y_t);
    y_t[0] = -c->amplitude * c->omega * cos(c->omega * t);
    for (int i = 0; i < c->balls; i++) {
        H[i * (c->balls + 1)] = 1.0;
        if (i > 0) {
            H[i * c->balls + i - 1] = -1.0;
        }
    }
    return NSD_OK;
}

static nsd_model column_model(column *c, const double *e)
{
    nsd_model model;
    memset(&model, 0, sizeof model);
    model.n = model.m = c->balls;
    model.e = e;
    model.constant_mass = 1;
    model.moving = c->amplitude > 0.0;
    model.context = c;
    model.mass = column_mass;
    model.force = column_force;
    model.gap = column_gap;
    model.gap_jac = column_jac;
    return model;
}

static column random_column(dice *d, double *e, nsd_test_start *from)
{
    column c = { 1 + (int)between(d, 0.0, 5.0), { 0.0 }, between(d, 0.05, 0.2), 0.0, 0.0 };
    double floor_level = 0.0;
    if (between(d, 0.0, 1.0) < 0.3) {
        c.amplitude = between(d, 0.001, 0.05);
        c.omega = between(d, 5.0, 30.0);
    }
    for (int i = 0; i < c.balls; i++) {
        const double kind = between(d, 0.0, 1.0); /* at rest on the one below, or above it */
        c.mass[i] = pow(10.0, between(d, -1.0, 1.0));
        e[i] = kind < 0.2 ? 0.0 : between(d, 0.0, 0.95);
        floor_level += kind > 0.8 ? 0.0 : between(d, 0.0, 0.5);
        from->q[i] = floor_level;
        from->v[i] = between(d, -2.0, 2.0);
        floor_level += c.size;
    }
    return c;
}

NSD_TEST(test_no_ball_falls_through)
{
    enum { RUNS = 1000 };
    dice   d = { 77 };
    double deep = 0.0;
    int    unfinished = 0, gained = 0;
    for (int k = 0; k < RUNS; k++) {
        double                  e[5];
        nsd_test_start          from = { { 0.0 }, { 0.0 }, 3.0, 1e-8 };
        column                  c = random_column(&d, e, &from);
        const nsd_model         model = column_model(&c, e);
        const nsd_event_options options = nsd_test_options(&from);
        double                  y[5];
        nsd_test_record        *run = nsd_test_drive(&model, &from, &options, NULL, 0);
        column_gap(&c, run->t, run->q, y);
        for (int i = 0; i < c.balls; i++) {
            deep = fmax(deep, -y[i]);
        }
        unfinished += run->status != NSD_OK || run->t != 3.0;
        gained += c.amplitude == 0.0 && run->energy[NSD_IMPACT] > 1e-9;
        free(run);
    }
    NSD_CHECK_NEAR(deep, 0.0, 1e-9);
    NSD_CHECK(unfinished == 0);
    NSD_CHECK(gained == 0);
}

NSD_TEST_MAIN(test_no_graze_is_missed, test_no_ball_falls_through)
