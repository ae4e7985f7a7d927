/* nsd_test_events.h - a sink that keeps events and the last row, and a run of the event-driven
 * solver into it. */
#ifndef NSD_TEST_EVENTS_H
#define NSD_TEST_EVENTS_H

#include <stdlib.h>
#include <string.h>

#include "event/event_driven.h"
#include "nsd.h"

enum { NSD_TEST_SIZE = 8, NSD_TEST_EVENTS = 4000 };

typedef struct nsd_test_record {
    nsd_sink   sink; /* first: a record is a sink */
    long long  rows, backwards;
    double     t, q[NSD_TEST_SIZE], v[NSD_TEST_SIZE], R[NSD_TEST_SIZE], P; /* last row; sum of P */
    double     energy[NSD_ENERGIES];
    nsd_event  event[NSD_TEST_EVENTS];
    int        events;
    int        n, m;
    nsd_status status;
    long long  steps, evaluations;
    const double *times; /* output times of nsd_test_run_event_driven, or NULL */
    size_t        time_count;
    double        kept[NSD_TEST_SIZE * 64]; /* q of the first rows */
} nsd_test_record;

static nsd_status nsd_test_row(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger)
{
    nsd_test_record *r = (nsd_test_record *)sink;
    r->backwards += r->rows > 0 && state->t < r->t;
    r->t = state->t;
    memcpy(r->q, state->q, (size_t)r->n * sizeof(double));
    memcpy(r->v, state->v, (size_t)r->n * sizeof(double));
    memcpy(r->R, state->R, (size_t)r->m * sizeof(double));
    memcpy(r->energy, ledger->value, sizeof r->energy);
    if (r->rows < 64) {
        memcpy(r->kept + r->rows * NSD_TEST_SIZE, state->q, (size_t)r->n * sizeof(double));
    }
    for (int i = 0; i < r->m; i++) {
        r->P += state->P[i];
    }
    r->rows++;
    return NSD_OK;
}

static nsd_status nsd_test_event(nsd_sink *sink, const nsd_event *event, const nsd_state *state)
{
    nsd_test_record *r = (nsd_test_record *)sink;
    (void)state;
    if (r->events < NSD_TEST_EVENTS) {
        r->event[r->events++] = *event;
    }
    return NSD_OK;
}

static nsd_status nsd_test_poll(nsd_sink *sink, double done)
{
    (void)sink;
    (void)done;
    return NSD_OK;
}

typedef struct nsd_test_start {
    double q[NSD_TEST_SIZE], v[NSD_TEST_SIZE], t_end, tolerance;
} nsd_test_start;

static nsd_event_options nsd_test_event_options(const nsd_test_start *from)
{
    nsd_event_options options = nsd_default_options("event").event;
    options.t_end = from->t_end;
    options.largest_step = INFINITY;
    options.rel_tol = from->tolerance;
    options.abs_tol = from->tolerance;
    options.lcp.max_iter = 1000;
    return options;
}

typedef struct nsd_test_arrays {
    double q[NSD_TEST_SIZE], v[NSD_TEST_SIZE], P[NSD_TEST_SIZE], mu[NSD_TEST_SIZE],
        U[NSD_TEST_SIZE], U_before[NSD_TEST_SIZE], R[NSD_TEST_SIZE];
    double extra[2 * NSD_TEST_SIZE];
    double T[NSD_TEST_SIZE], force[NSD_TEST_SIZE], V[NSD_TEST_SIZE], V_before[NSD_TEST_SIZE];
    double mu_T[NSD_TEST_SIZE], theta[NSD_TEST_SIZE], beta[NSD_TEST_SIZE];
    int    mode[NSD_TEST_SIZE], mode_before[NSD_TEST_SIZE];
    nsd_tangential tangential;
} nsd_test_arrays;

static nsd_state nsd_test_state(nsd_test_arrays *a)
{
    const nsd_state state = { .q = a->q,
                              .v = a->v,
                              .P = a->P,
                              .joint = a->mu,
                              .U = a->U,
                              .U_before = a->U_before,
                              .R = a->R,
                              .extra = a->extra };
    memset(a, 0, sizeof *a);
    const nsd_tangential tangential = { .d = 1,
                                        .sliding = 1,
                                        .T = a->T,
                                        .force = a->force,
                                        .mu = a->mu_T,
                                        .theta = a->theta,
                                        .beta = a->beta,
                                        .V = a->V,
                                        .V_before = a->V_before,
                                        .mode = a->mode,
                                        .mode_before = a->mode_before };
    a->tangential = tangential;
    return state;
}

/* A run of the event-driven solver from `from`; the caller frees the record. */
static nsd_test_record *nsd_test_run_event_driven(const nsd_model         *model,
                                                  const nsd_test_start    *from,
                                                  const nsd_event_options *options,
                                                  const double *times, size_t time_count)
{
    nsd_test_record       *r = calloc(1, sizeof *r);
    nsd_test_arrays        now, other;
    nsd_state              state = nsd_test_state(&now), before = nsd_test_state(&other);
    nsd_ledger             ledger;
    nsd_run_report         report;
    nsd_event_driven      *solver = NULL;
    const nsd_event_system system = { .mechanical = model };
    const size_t           room = nsd_event_driven_scratch(&system, options->user.count);
    nsd_scratch            scratch = { malloc(room), room, 0 };
    const nsd_run_plan     plan = {
            .every = 1, .times = times, .time_count = time_count, .before = &before
    };

    r->sink.row = nsd_test_row;
    r->sink.event = nsd_test_event;
    r->sink.poll = nsd_test_poll;
    r->sink.patience = 10;
    r->n = model->n;
    r->m = model->m;
    state.tangential = model->surface.d > 0 ? &now.tangential : NULL;
    before.tangential = model->surface.d > 0 ? &other.tangential : NULL;
    memcpy(now.q, from->q, sizeof now.q);
    memcpy(now.v, from->v, sizeof now.v);
    r->status = nsd_event_driven_init(&system, options, &scratch, &state, &ledger, &solver);
    if (r->status == NSD_OK) {
        r->status = nsd_run_event_driven(&plan, solver, &state, &ledger, &r->sink, &report);
        r->steps = report.steps;
        r->evaluations = solver->flow->evaluations;
    }
    free(scratch.base);
    return r;
}

#endif
