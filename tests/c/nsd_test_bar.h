/* nsd_test_bar.h - bars and states for the tests of the impacting bar. */
#ifndef NSD_TEST_BAR_H
#define NSD_TEST_BAR_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/builtin/bar.h"
#include "base/dense.h"

enum { MOST_SEGMENTS = 40, MOST_COORDINATES = 2 * MOST_SEGMENTS + 2 };

typedef struct bar_fixture {
    nsd_bar     bar;
    nsd_scratch scratch;
    nsd_status  status;
} bar_fixture;

static const nsd_bar_parameters steel_bar = { 1, 9, 0.2, 0.00635, 7876.74, 2.1e11, 9.81 };

static inline bar_fixture *new_bar(int model, int segments)
{
    bar_fixture       *f = malloc(sizeof *f);
    nsd_bar_parameters given = steel_bar;
    given.model = model;
    given.segments = segments;
    f->scratch.size = nsd_bar_scratch(segments) + nsd_bar_mode_scratch(segments);
    f->scratch.used = 0;
    f->scratch.base = malloc(f->scratch.size);
    f->status = nsd_bar_init(&f->bar, &given, &f->scratch);
    return f;
}

static inline void free_bar(bar_fixture *f)
{
    free(f->scratch.base);
    free(f);
}

/* repeatable numbers in (-1, 1) */
static inline double noise(int i)
{
    return sin(12.9898 * i + 0.5) * cos(78.233 * i);
}

/* a bent and stretched bar in motion; stretches of several percent of a segment */
static inline void bent_state(const nsd_bar *bar, double *q, double *v)
{
    const int n = bar->n;
    memset(q, 0, (size_t)bar->size * sizeof *q);
    memset(v, 0, (size_t)bar->size * sizeof *v);
    for (int i = 0; i < 2 * n + 2; i++) {
        q[i] = 0.1 * noise(i);
        v[i] = noise(i + 100);
    }
    for (int i = 0; i < n; i++) {
        q[2 + i] = 0.9 + 0.3 * noise(i + 30);
        q[2 + n + i] = (bar->given.model == 1 ? bar->L : 0.0) + 0.05 * bar->L * noise(i + 60);
        v[2 + i] *= 3.0;
        v[2 + n + i] *= 0.1;
    }
}

static inline void straight_state(const nsd_bar *bar, double angle, double *q)
{
    memset(q, 0, (size_t)bar->size * sizeof *q);
    for (int i = 0; i < bar->n; i++) {
        q[2 + i] = angle;
        q[2 + bar->n + i] = bar->given.model == 1 ? bar->L : 0.0;
    }
}

#endif
