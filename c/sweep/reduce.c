/* reduce.c - extrema, impacts and samples of a run from its rows and events. */
#include "sweep/reduce.h"

#include <math.h>
#include <string.h>

#include "run/run.h"

static size_t state_size(const nsd_reducer *r) /* t, q, v */
{
    return 1 + 2 * (size_t)r->wanted.n;
}

static size_t sample_size(const nsd_reducer *r)
{
    return 1 + (size_t)r->wanted.entry_count;
}

size_t nsd_reducer_doubles(int n)
{
    return 2 * (1 + 2 * (size_t)n) + 4 * (size_t)n;
}

void nsd_reducer_copy_state(size_t n, double t, const nsd_state *state, double *to)
{
    to[0] = t;
    memcpy(to + 1, state->q, n * sizeof(double));
    memcpy(to + 1 + n, state->v, n * sizeof(double));
}

static int is_counted(const nsd_reducer *r, double t)
{
    return t >= r->wanted.after - NSD_RUN_TIME_ROUNDING * r->wanted.h;
}

static void add_sample(nsd_reducer *r, const double *state)
{
    const size_t capacity = r->wanted.capacity;
    if (!is_counted(r, state[0])) {
        return;
    }
    if (capacity > 0 && (r->sample_count < capacity || r->wanted.latest)) {
        double *sample = r->out.samples + r->sample_count % capacity * sample_size(r);
        sample[0] = state[0];
        for (int j = 0; j < r->wanted.entry_count; j++) {
            sample[1 + j] = state[1 + r->wanted.entries[j]];
        }
    }
    r->sample_count++;
}

static void widen_extrema(const nsd_reducer *r, const nsd_state *state)
{
    const int n = r->wanted.n;
    for (int i = 0; i < 2 * n; i++) {
        const double x = i < n ? state->q[i] : state->v[i - n];
        r->low[i] = x < r->low[i] ? x : r->low[i];
        r->high[i] = x > r->high[i] ? x : r->high[i];
    }
}

/* Adds the samples at times of the period up to the new row. At a row the sample is the row;
 * between two rows q is on the line and v that of the row before, as in rows at given times. */
static void sample_periods(nsd_reducer *r)
{
    const nsd_reduction *wanted = &r->wanted;
    const int            n = wanted->n;
    const double         slack = NSD_RUN_TIME_ROUNDING * wanted->h, end = r->now[0];

    while (wanted->t0 + (double)r->next_period * wanted->period <= end + slack) {
        const double t = wanted->t0 + (double)r->next_period * wanted->period;
        r->next_period++;
        if (t > end - slack) {
            r->now[0] = t;
            add_sample(r, r->now);
            r->now[0] = end;
            continue;
        }
        const double start = r->before[0], fraction = (t - start) / (end - start);
        for (int i = 1; i <= n; i++) {
            r->before[i] += fraction * (r->now[i] - r->before[i]);
        }
        r->before[0] = t;
        add_sample(r, r->before);
    }
}

/* Adds the sample where the line between two rows passes the level. */
static void sample_section(nsd_reducer *r)
{
    const nsd_reduction *wanted = &r->wanted;
    const int            i = 1 + wanted->column;
    const double         from = r->before[i] - wanted->level, to = r->now[i] - wanted->level;
    const int            rising = from < 0.0 && to >= 0.0, falling = from > 0.0 && to <= 0.0;

    if (!(rising && wanted->direction >= 0) && !(falling && wanted->direction <= 0)) {
        return;
    }
    const double fraction = from / (from - to);
    for (size_t j = 0; j < state_size(r); j++) {
        r->before[j] += fraction * (r->now[j] - r->before[j]);
    }
    add_sample(r, r->before);
}

static nsd_status reduce_row(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger)
{
    nsd_reducer       *r = (nsd_reducer *)sink;
    const nsd_sampling sampling = r->wanted.sampling;

    if (r->out.low && is_counted(r, state->t)) {
        widen_extrema(r, state);
    }
    if (sampling == NSD_SAMPLE_ROWS && r->rows % r->wanted.stride == 0) {
        nsd_reducer_copy_state((size_t)r->wanted.n, state->t, state, r->now);
        add_sample(r, r->now);
    } else if (sampling == NSD_SAMPLE_PERIOD || sampling == NSD_SAMPLE_SECTION) {
        nsd_reducer_copy_state((size_t)r->wanted.n, state->t, state, r->now);
        if (sampling == NSD_SAMPLE_PERIOD) {
            sample_periods(r);
        } else if (r->rows > 0) {
            sample_section(r);
        }
        double *spare = r->before;
        r->before = r->now;
        r->now = spare;
    }
    r->rows++;
    return r->copy_sink ? r->copy_sink->row(r->copy_sink, state, ledger) : NSD_OK;
}

static void count_impact(nsd_reducer *r, const nsd_event *event, const nsd_state *state)
{
    const nsd_reduction *wanted = &r->wanted;

    if (r->out.impacts && event->contact < wanted->m) {
        double *impact = r->out.impacts + (size_t)event->contact * NSD_IMPACT_FIELDS;
        if (impact[NSD_IMPACT_COUNT] == 0.0) {
            impact[NSD_IMPACT_FIRST] = event->t;
        }
        impact[NSD_IMPACT_COUNT] += 1.0;
        impact[NSD_IMPACT_LAST] = event->t;
        impact[NSD_IMPACT_SPEED] = fmax(impact[NSD_IMPACT_SPEED], -event->before);
    }
    if (wanted->sampling == NSD_SAMPLE_IMPACT &&
        (wanted->contact < 0 || wanted->contact == event->contact)) {
        nsd_reducer_copy_state((size_t)wanted->n, event->t, state, r->now);
        add_sample(r, r->now);
    }
}

static nsd_status reduce_event(nsd_sink *sink, const nsd_event *event, const nsd_state *state)
{
    nsd_reducer *r = (nsd_reducer *)sink;

    const int first_stop = r->wanted.m, behind = first_stop + r->wanted.stops;
    const int at_stop = event->contact >= first_stop && event->contact < behind;

    if (event->kind == NSD_EVENT_IMPACT && is_counted(r, event->t) && !at_stop) {
        count_impact(r, event, state);
    }
    return r->copy_sink ? r->copy_sink->event(r->copy_sink, event, state) : NSD_OK;
}

void nsd_reducer_init(nsd_reducer *reducer, const nsd_reduction *wanted, const nsd_reduced *out,
                      double *room)
{
    memset(reducer, 0, sizeof *reducer);
    reducer->wanted = *wanted;
    reducer->out = *out;
    reducer->sink.row = reduce_row;
    reducer->sink.event = reduce_event;
    reducer->before = room;
    reducer->now = room + state_size(reducer);
    reducer->low = reducer->now + state_size(reducer);
    reducer->high = reducer->low + 2 * wanted->n;
    for (int i = 0; i < 2 * wanted->n; i++) {
        reducer->low[i] = INFINITY;
        reducer->high[i] = -INFINITY;
    }
    for (int a = 0; a < wanted->m && out->impacts; a++) {
        double *impact = out->impacts + (size_t)a * NSD_IMPACT_FIELDS;
        impact[NSD_IMPACT_COUNT] = impact[NSD_IMPACT_SPEED] = 0.0;
        impact[NSD_IMPACT_FIRST] = impact[NSD_IMPACT_LAST] = NAN;
    }
}

static void reverse(double *columns, size_t width, size_t first, size_t last)
{
    for (; first < last; first++) {
        last--;
        for (size_t i = 0; i < width; i++) {
            const double x = columns[i + first * width];
            columns[i + first * width] = columns[i + last * width];
            columns[i + last * width] = x;
        }
    }
}

void nsd_reducer_finish(nsd_reducer *reducer)
{
    const size_t capacity = reducer->wanted.capacity, size = sample_size(reducer);
    double      *samples = reducer->out.samples;

    for (int i = 0; i < 2 * reducer->wanted.n && reducer->out.low; i++) {
        const int none = reducer->low[i] > reducer->high[i]; /* no row counted */
        reducer->out.low[i] = none ? NAN : reducer->low[i];
        reducer->out.high[i] = none ? NAN : reducer->high[i];
    }
    if (reducer->out.count) {
        *reducer->out.count = (double)reducer->sample_count;
    }
    if (capacity == 0 || !samples) {
        return;
    }
    for (size_t j = reducer->sample_count * size; j < capacity * size; j++) {
        samples[j] = NAN;
    }
    if (reducer->wanted.latest &&
        reducer->sample_count > capacity) { /* a ring: begin with the oldest */
        const size_t oldest = reducer->sample_count % capacity;
        reverse(samples, size, 0, oldest);
        reverse(samples, size, oldest, capacity);
        reverse(samples, size, 0, capacity);
    }
}
