/* test_event_newmark.c - Newmark between located impacts: closed forms, held contacts, the bar. */
#include "event/event_driven.h"
#include "nsd_test.h"
#include "nsd_test_bar.h"

#define REBOUND_SECONDS 2.5e-3 /* after the last event, for the apparent restitution */

enum { COORDINATES = MOST_COORDINATES, MOST_EVENTS = 4000 };

/* A sink that keeps events and sums up rows. */
typedef struct record {
    nsd_sink  sink; /* first: a record is a sink */
    long long rows, later_rows;
    double    t, q[4], v[4], R, P;     /* of the last row                        */
    double    least, most, sum;        /* energy of the rows from the first event */
    double    first_energy, backwards; /* of the first row; steps back in time    */
    double    height, height_after;    /* q_2 at the last event, and after it    */
    nsd_event event[MOST_EVENTS];
    int       events;
    long long stop_after;
} record;

static nsd_status keep_row(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger)
{
    record      *r = (record *)sink;
    const double energy = ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL];
    if (r->rows == 0) {
        r->first_energy = energy;
        r->least = INFINITY;
    }
    r->backwards += r->rows > 0 && state->t < r->t;
    r->t = state->t;
    r->q[0] = state->q[0];
    r->v[0] = state->v[0];
    r->R = state->R[0];
    r->P += state->P[0];
    r->rows++;
    if (r->events > 0) {
        if (state->t <= r->event[r->events - 1].t + REBOUND_SECONDS) {
            r->height_after = state->q[1];
        }
        r->later_rows++;
        r->sum += energy;
        r->least = fmin(r->least, energy);
        r->most = fmax(r->most, energy);
    }
    return NSD_OK;
}

static nsd_status keep_event(nsd_sink *sink, const nsd_event *event, const nsd_state *state)
{
    record *r = (record *)sink;
    r->height = r->height_after = state->q[1];
    if (r->events < MOST_EVENTS) {
        r->event[r->events++] = *event;
    }
    return NSD_OK;
}

static nsd_status keep_poll(nsd_sink *sink, double done)
{
    record *r = (record *)sink;
    (void)done;
    return r->stop_after > 0 && r->rows > r->stop_after ? NSD_STOPPED : NSD_OK;
}

static record *new_record(void)
{
    record *r = calloc(1, sizeof *r);
    r->sink.row = keep_row;
    r->sink.event = keep_event;
    r->sink.poll = keep_poll;
    r->sink.patience = 10;
    return r;
}

static int count_events(const record *r, nsd_event_kind kind)
{
    int found = 0;
    for (int i = 0; i < r->events; i++) {
        found += r->event[i].kind == kind;
    }
    return found;
}

typedef struct start {
    double    q[COORDINATES], v[COORDINATES];
    double    h;
    long long steps;
    int       exact;
} start;

static nsd_status run_newmark(const nsd_model *model, const start *from, record *r)
{
    const nsd_lcp_options  lcp = { 1000, 1e-10, 1.0, NULL, 1e-10 };
    nsd_nonlinear_options  options;
    const nsd_sizes        sizes = { .n = model->n, .m = model->m, .p = model->p, .forces = 1 };
    nsd_state              state, other;
    nsd_ledger             ledger;
    nsd_run_report         report;
    nsd_event_driven      *solver = NULL;
    const nsd_event_system system = { .mechanical = model };
    const size_t           room = nsd_event_driven_scratch(&system, 0),
                 states = 2 * nsd_state_scratch(&sizes);
    nsd_scratch        scratch = { malloc(room), room, 0 }, both = { malloc(states), states, 0 };
    const nsd_run_plan plan = { .h = from->h, .steps = from->steps, .every = 1, .before = &other };

    memset(&options, 0, sizeof options); /* options of other schemes are not read */
    options.step.lcp = lcp;
    options.newton_tolerance = 1e-12;
    options.newton_max_iter = 50;
    nsd_state_init(&state, NULL, &sizes, 0.0, &both);
    nsd_state_init(&other, NULL, &sizes, 0.0, &both);
    memcpy(state.q, from->q, (size_t)model->n * sizeof(double));
    memcpy(state.v, from->v, (size_t)model->n * sizeof(double));
    nsd_event_options run = nsd_event_driven_newmark(&options, from->exact);
    run.t_end = from->h * (double)from->steps;
    run.first_step = run.largest_step = from->h;
    nsd_status status = nsd_event_driven_init(&system, &run, &scratch, &state, &ledger, &solver);
    if (status == NSD_OK) {
        status = nsd_run_event_driven(&plan, solver, &state, &ledger, &r->sink, &report);
    }
    free(scratch.base);
    free(both.base);
    return status;
}

/* ---- a point mass above a plane: q'' = -g - k q, y = q + b ---- */

typedef struct point {
    double g, k, b;
} point;

static nsd_status point_mass(void *context, const double *q, double *M)
{
    (void)context;
    (void)q;
    M[0] = 1.0;
    return NSD_OK;
}

static nsd_status point_force(void *context, double t, const double *q, const double *v, double *F)
{
    const point *p = context;
    (void)t;
    (void)v;
    F[0] = -p->g - p->k * q[0];
    return NSD_OK;
}

static nsd_status point_gap(void *context, double t, const double *q, double *y)
{
    const point *p = context;
    (void)t;
    y[0] = q[0] + p->b;
    return NSD_OK;
}

static nsd_status point_potential(void *context, const double *q, double *U)
{
    const point *p = context;
    *U = p->g * q[0] + 0.5 * p->k * q[0] * q[0];
    return NSD_OK;
}

static nsd_model point_model(point *p, const double *e)
{
    nsd_model model;
    memset(&model, 0, sizeof model);
    model.n = model.m = 1;
    model.e = e;
    model.constant_mass = 1;
    model.context = p;
    model.mass = point_mass;
    model.force = point_force;
    model.gap = point_gap;
    model.potential = point_potential;
    return model;
}

NSD_TEST(test_bouncing_ball_hits_at_the_exact_times)
{
    for (int exact = 0; exact < 2; exact++) {
        const double    e = 0.9;
        point           ball = { 9.8, 0.0, 0.0 };
        const nsd_model model = point_model(&ball, &e);
        const start     from = { .v = { 20.0 }, .h = 0.05, .steps = 400, .exact = exact };
        record         *r = new_record();
        double          t = 40.0 / 9.8, flight = t;
        NSD_CHECK(run_newmark(&model, &from, r) == NSD_OK);
        NSD_CHECK(r->events == 6 && r->rows == 400 + 4 + 7 && r->backwards == 0);
        for (int i = 0; i < r->events; i++) {
            NSD_CHECK(r->event[i].kind == NSD_EVENT_IMPACT);
            NSD_CHECK_NEAR(r->event[i].t, t, 1e-12 * t); /* Newmark is exact on parabolas */
            flight *= e;
            t += flight;
        }
        free(r);
    }
}

NSD_TEST(test_chatter_ends_in_a_held_contact)
{
    const double    e = 0.5;
    point           ball = { 9.8, 0.0, 0.0 };
    const nsd_model model = point_model(&ball, &e);
    const start     from = { .v = { 20.0 }, .h = 0.05, .steps = 400 };
    record         *r = new_record();
    NSD_CHECK(run_newmark(&model, &from, r) == NSD_OK);
    NSD_CHECK(r->event[r->events - 1].kind == NSD_EVENT_ACCUMULATION);
    NSD_CHECK(count_events(r, NSD_EVENT_ACCUMULATION) == 1);
    NSD_CHECK_NEAR(r->event[r->events - 1].t, 80.0 / 9.8, 1e-4 * 0.05); /* hops that are skipped */
    NSD_CHECK(r->t == 20.0 && r->q[0] == 0.0 && r->v[0] == 0.0);
    NSD_CHECK_NEAR(r->R, 9.8, 1e-13);
    NSD_CHECK_NEAR(r->P, 80.0 - 20.0, 1e-4); /* impulse of the weight less m v0 */
    free(r);
}

NSD_TEST(test_energy_of_an_elastic_oscillator_is_kept_by_the_exact_root)
{
    const double    e = 1.0;
    point           spring = { 0.0, 4.0, 0.25 };
    const nsd_model model = point_model(&spring, &e);
    start           from = { .q = { 1.0 }, .h = 0.01, .steps = 6000, .exact = 1 };
    record         *r = new_record();
    NSD_CHECK(run_newmark(&model, &from, r) == NSD_OK);
    NSD_CHECK(r->events > 20);
    NSD_CHECK_NEAR(r->least, 2.0, 1e-8);
    NSD_CHECK_NEAR(r->most, 2.0, 1e-8);
    free(r);
}

NSD_TEST(test_a_poll_that_says_stop_ends_the_run)
{
    const double    e = 0.9;
    point           ball = { 9.8, 0.0, 0.0 };
    const nsd_model model = point_model(&ball, &e);
    const start     from = { .v = { 20.0 }, .h = 0.05, .steps = 400 };
    record         *r = new_record();
    r->stop_after = 30;
    NSD_CHECK(run_newmark(&model, &from, r) == NSD_STOPPED);
    NSD_CHECK(r->rows < 45);
    free(r);
}

/* ---- the bar ---- */

typedef struct drop_case {
    double angle, e, time;
    int    exact, dense;
    int    model;
} drop_case;

/* Nine segments */
static void drop_bar(const drop_case *given, record *r)
{
    bar_fixture *f = new_bar(given->model, 9);
    nsd_model    table = nsd_bar_model(&f->bar, &given->e);
    start        from = { .h = 1e-7, .steps = lround(given->time / 1e-7), .exact = given->exact };
    if (given->dense) {
        table.mass_factor = NULL;
        table.mass_solve = NULL;
    }
    straight_state(&f->bar, given->angle * 3.14159265358979323846 / 180.0, from.q);
    from.q[1] = 0.01;
    from.v[1] = -1.0;
    if (run_newmark(&table, &from, r) != NSD_OK) {
        r->events = -1;
    }
    free_bar(f);
}

NSD_TEST(test_upright_bar_bounces_as_in_the_tables)
{
    for (int dense = 0; dense < 2; dense++) {
        const drop_case upright = { 90.0, 1.0, 0.005, 0, dense, 2 };
        const double    W = 0.301529617;
        record         *r = new_record();
        drop_bar(&upright, r);
        NSD_CHECK_NEAR(r->first_energy, W, 2e-9);
        NSD_CHECK(r->events == 27 && count_events(r, NSD_EVENT_IMPACT) == 27);
        NSD_CHECK_NEAR(r->event[0].t, 3.5868932e-3, 1e-9);
        NSD_CHECK_NEAR(-r->event[0].before, 1.0351874226, 1e-9);
        NSD_CHECK_NEAR(r->least, 0.3014752, 2e-7);
        NSD_CHECK_NEAR((W - r->sum / (double)r->later_rows) / W, 1.738e-4, 1e-6);
        free(r);
    }
}

NSD_TEST(test_exact_root_conserves_the_energy_of_the_bar)
{
    const drop_case upright = { 90.0, 1.0, 0.005, 1, 0, 2 };
    record         *r = new_record();
    drop_bar(&upright, r);
    NSD_CHECK(r->events > 10);
    NSD_CHECK_NEAR(r->least / r->first_energy, 1.0, 1e-7);
    NSD_CHECK_NEAR(r->most / r->first_energy, 1.0, 1e-7);
    free(r);
}

/* mean velocity of the tip over REBOUND_SECONDS after the last contact, divided by its velocity at
 * the first impact */
NSD_TEST(test_apparent_restitution_of_a_slanted_bar)
{
    const drop_case given[] = { { 60.0, 0.0, 0.007, 0, 0, 2 }, { 70.0, 0.0, 0.007, 0, 0, 2 } };
    const double    wanted[] = { 0.5733, 0.2089 };
    for (int i = 0; i < 2; i++) {
        record *r = new_record();
        drop_bar(&given[i], r);
        const double mean = (r->height_after - r->height) / REBOUND_SECONDS;
        NSD_CHECK_NEAR(mean / -r->event[0].before, wanted[i], 1e-3);
        NSD_CHECK(r->event[r->events - 1].kind == NSD_EVENT_DETACH);
        free(r);
    }
}

/* A contact released where its force is zero may be below the surface one step later, without a
 * velocity: it is held. It was released again at once, a hundred times, and the run ended. */
NSD_TEST(test_contact_that_touches_without_impulse_is_held)
{
    const drop_case given = { 60.0, 0.0, 0.005, 0, 0, 1 };
    record         *r = new_record();
    drop_bar(&given, r);
    NSD_CHECK(r->events == 112 && count_events(r, NSD_EVENT_GRAZE) == 0);
    NSD_CHECK(r->event[r->events - 1].kind == NSD_EVENT_DETACH);
    free(r);
}

NSD_TEST_MAIN(test_bouncing_ball_hits_at_the_exact_times, test_chatter_ends_in_a_held_contact,
              test_energy_of_an_elastic_oscillator_is_kept_by_the_exact_root,
              test_a_poll_that_says_stop_ends_the_run, test_upright_bar_bounces_as_in_the_tables,
              test_exact_root_conserves_the_energy_of_the_bar,
              test_apparent_restitution_of_a_slanted_bar,
              test_contact_that_touches_without_impulse_is_held)
