/* test_small_friction.c - whole runs of a body on its corners: contacts close and open, so that the
 * unrolled solver sees W of one to three contacts in turn, against the general solver. */
#include <stdlib.h>
#include <string.h>

#include "nsd.h"
#include "nsd_test.h"

enum { STEPS = 1500, MOST = 6 };

/* A unit block on two corners in the plane (n = 3), a stool on three legs in space (n = 6), small
 * rotations. On four legs the loads of the legs, and with them the motion, would not be unique.
 * With `general` contacts have a second group of tangents without friction: rolling, for which
 * there are no unrolled loops. */
typedef struct body {
    int             n, m, sliding, d;
    double          M[36], H[24], G[6 * 20], b[4], mu[4], none[36], force[MOST];
    double          q0[MOST], v0[MOST];
    ptrdiff_t       H_index[40], G_index[160], J_index[8];
    nsd_linear      model;
    double          rows[(STEPS + 1) * 2 * MOST];
    size_t          count;
    int             closed[5]; /* steps with so many contacts that push */
    nsd_run_outcome outcome;
} body;

typedef struct body_sink {
    nsd_sink sink; /* first */
    body    *to;
} body_sink;

static nsd_status add_row(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger)
{
    body   *to = ((body_sink *)sink)->to;
    double *row = to->rows + 2 * MOST * to->count++;
    int     closed = 0;
    (void)ledger;
    memcpy(row, state->q, (size_t)to->n * sizeof *row);
    memcpy(row + MOST, state->v, (size_t)to->n * sizeof *row);
    for (int a = 0; a < to->m; a++) {
        closed += state->P[a] > 0.0;
    }
    to->closed[closed]++;
    return NSD_OK;
}

static nsd_status no_event(nsd_sink *sink, const nsd_event *event, const nsd_state *state)
{
    (void)sink;
    (void)event;
    (void)state;
    return NSD_OK;
}

static nsd_status no_poll(nsd_sink *sink, double done)
{
    (void)done;
    sink->patience = STEPS;
    return NSD_OK;
}

/* Column of the direction `e` at the corner x: in space force and torque x cross e */
static void fill_direction(const body *s, const double *x, int axis, double *column)
{
    const double e[3] = { axis == 0, axis == 1, axis == 2 };
    if (s->n == 3) {
        column[0] = e[0];
        column[1] = e[1];
        column[2] = x[0] * e[1] - x[1] * e[0];
        return;
    }
    memcpy(column, e, sizeof e);
    column[3] = x[1] * e[2] - x[2] * e[1];
    column[4] = x[2] * e[0] - x[0] * e[2];
    column[5] = x[0] * e[1] - x[1] * e[0];
}

static void fill_directions(body *s)
{
    const int up = s->n == 3 ? 1 : 2;
    for (int a = 0; a < s->m; a++) {
        const double plane[3] = { a ? 0.5 : -0.5, -0.5, 0.0 };
        const double space[3] = { a == 2 ? 0.0 : a - 0.5, a == 2 ? 0.5 : -0.5, -0.5 };
        double      *N = s->G + (size_t)(a * (1 + s->d) * s->n);
        fill_direction(s, s->n == 3 ? plane : space, up, N);
        memcpy(s->H + a * s->n, N, (size_t)s->n * sizeof *N);
        for (int k = 0; k < s->sliding; k++) {
            fill_direction(s, s->n == 3 ? plane : space, k, N + (1 + k) * s->n);
        }
        for (int k = s->sliding; k < s->d; k++) { /* rolling about an axis */
            N[(1 + k) * s->n + (s->n == 3 ? 2 : 3 + k - s->sliding)] = 1.0;
        }
        s->b[a] = -0.5;
        s->mu[a] = 0.4;
    }
}

static body *new_body(int n, int general)
{
    body *s = calloc(1, sizeof *s);
    s->n = n;
    s->m = n == 3 ? 2 : 3;
    s->sliding = n == 3 ? 1 : 2;
    s->d = (1 + general) * s->sliding;
    for (int i = 0; i < n; i++) {
        s->M[i * (n + 1)] = i < (n == 3 ? 2 : 3) ? 1.0 : 1.0 / 6.0;
    }
    fill_directions(s);
    s->force[n == 3 ? 1 : 2] = -9.81;
    nsd_linear *model = &s->model;
    model->n = n;
    model->m = s->m;
    model->M = nsd_matrix_dense(n, s->M);
    model->C = model->K = nsd_matrix_dense(n, n == 3 ? s->none : NULL);
    model->K_skew = nsd_matrix_dense(n, NULL);
    model->symmetric = 1;
    model->H = nsd_columns_dense(n, s->m, s->H, s->H_index);
    model->G = nsd_columns_dense(n, s->m * (1 + s->d), s->G, s->G_index);
    model->J = nsd_columns_dense(n, 0, NULL, s->J_index);
    model->coupling = s->m - 1;
    model->b = s->b;
    model->e = s->none;
    model->F.n = n;
    model->F.constant = s->force;
    model->surface.d = s->d;
    model->surface.layout = (nsd_friction_layout){ 1 + general, { s->sliding, s->sliding } };
    model->surface.mu[0] = s->mu;
    model->surface.mu[1] = s->none;
    model->surface.e = model->surface.w = s->none;
    return s;
}

static nsd_status run(body *s)
{
    const double h = 2e-3;
    body_sink rows = { { .row = add_row, .event = no_event, .poll = no_poll, .patience = 1 }, s };
    nsd_simulation simulation = { .linear = &s->model, .q0 = s->q0, .v0 = s->v0, .t1 = STEPS * h };
    simulation.options = nsd_default_options("moreau");
    simulation.options.h = h;
    const size_t     bytes = nsd_run_memory(&simulation);
    void            *memory = malloc(bytes);
    const nsd_status status = nsd_run(&simulation, memory, bytes, &rows.sink, &s->outcome);
    free(memory);
    return status;
}

/* Starts tilted and turning, with a push to the side; the body rocks, slides and comes to rest */
static void start(body *s, int trial)
{
    const int turn = s->n == 3 ? 2 : 3;
    s->q0[turn - 1] = 0.7;
    s->q0[turn] = 0.05 + 0.02 * trial;
    s->v0[0] = 1.0 + 0.3 * trial;
    if (s->n == 6) {
        s->q0[4] = -0.03 + 0.02 * trial;
        s->v0[5] = 0.5;
    }
    s->force[0] = trial % 3 == 2 ? 3.0 : 0.0;
}

static void compare(int n, int *nsd_failures)
{
    int closed[5] = { 0 };
    for (int trial = 0; trial < 4; trial++) {
        body  *small = new_body(n, 0), *general = new_body(n, 1);
        double largest = 0.0;
        start(small, trial);
        start(general, trial);
        NSD_CHECK(run(small) == NSD_OK);
        NSD_CHECK(run(general) == NSD_OK);
        NSD_CHECK(small->count == STEPS + 1 && general->count == STEPS + 1);
        for (size_t i = 0; i < small->count * 2 * MOST; i++) {
            largest = fmax(largest, fabs(small->rows[i] - general->rows[i]));
        }
        NSD_CHECK_NEAR(largest, 0.0, 1e-7); /* tolerances of 1500 steps, 1e-10 each */
        NSD_CHECK(small->outcome.several == general->outcome.several);
        for (int k = 0; k < 5; k++) {
            closed[k] += small->closed[k];
        }
        free(small);
        free(general);
    }
    for (int k = 0; k <= (n == 3 ? 2 : 3); k++) {
        NSD_CHECK(closed[k] > 0); /* every number of contacts had its turn */
    }
}

NSD_TEST(a_block_in_the_plane_moves_as_by_the_general_solver)
{
    compare(3, nsd_failures);
}

NSD_TEST(a_stool_in_space_moves_as_by_the_general_solver)
{
    compare(6, nsd_failures);
}

NSD_TEST_MAIN(a_block_in_the_plane_moves_as_by_the_general_solver,
              a_stool_in_space_moves_as_by_the_general_solver)
