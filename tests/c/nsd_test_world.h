/* nsd_test_world.h - balls and cubes on a plane, as the tests of rigid bodies need them. */
#ifndef NSD_TEST_WORLD_H
#define NSD_TEST_WORLD_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/bodies_shape.h"

#define MOST 64

typedef struct world {
    nsd_body_set set;
    int          shape[MOST];
    double       size[3 * MOST], mass[MOST], inertia[3 * MOST], surface[NSD_SURFACE * MOST];
    double       plane[4], plane_surface[NSD_SURFACE];
    double       q[7 * MOST], v[7 * MOST], extra[MOST + NSD_BODIES_COLUMNS];
    nsd_state    state;
    nsd_ledger   ledger;
    nsd_bodies   bodies;
    nsd_scratch  scratch;
} world;

/* A ball (edge 0) or a cube at x; NaN: it names no surface. */
static void add(world *w, double edge, double radius, const double *x)
{
    const int    i = w->set.count++;
    const double half = edge > 0.0 ? 0.5 * edge : radius;
    double      *q = w->q + 7 * i;

    w->shape[i] = edge > 0.0 ? NSD_SHAPE_BOX : NSD_SHAPE_BALL;
    w->mass[i] = 1.0;
    for (int k = 0; k < 3; k++) {
        w->size[3 * i + k] = edge > 0.0 || k == 0 ? half : 0.0;
        w->inertia[3 * i + k] = edge > 0.0 ? edge * edge / 6.0 : 0.4 * radius * radius;
        q[k] = x[k];
    }
    for (int k = 0; k < NSD_SURFACE; k++) {
        w->surface[NSD_SURFACE * i + k] = NAN;
    }
    q[3] = 1.0;
}

static world *new_world(void)
{
    world       *w = calloc(1, sizeof *w);
    const double floor[4] = { 0.0, 0.0, 1.0, 0.0 };

    memcpy(w->plane, floor, sizeof floor);
    for (int k = 0; k < NSD_SURFACE; k++) {
        w->plane_surface[k] = NAN;
    }
    w->set.dimension = 3;
    w->set.planes = 1;
    w->set.shape = w->shape;
    w->set.size = w->size;
    w->set.mass = w->mass;
    w->set.inertia = w->inertia;
    w->set.surface = w->surface;
    w->set.plane = w->plane;
    w->set.plane_surface = w->plane_surface;
    w->set.default_surface[0] = 0.3;
    w->set.gravity[2] = -10.0;
    w->state.q = w->q;
    w->state.v = w->v;
    w->state.extra = w->extra;
    return w;
}

static nsd_status begin(world *w, double h)
{
    const nsd_bodies_options options = { h, 0.5, 1e-8, 2000, NSD_PROJECT_OFF, 1, NULL };
    const size_t             bytes = nsd_bodies_scratch(&w->set);

    w->scratch.base = malloc(bytes);
    w->scratch.size = bytes;
    w->bodies.resize = realloc;
    return nsd_bodies_init(&w->bodies, &w->set, &options, &w->scratch, &w->state, &w->ledger);
}

static void end(world *w)
{
    nsd_bodies_release(&w->bodies, free);
    free(w->scratch.base);
    free(w);
}

#endif
