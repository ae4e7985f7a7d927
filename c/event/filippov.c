/* filippov.c - fields, sliding, and the loop: steps, events at surfaces, rows. */
#include "event/filippov.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

/* Part of the time span: a shorter step ends the run with NSD_STALLED. Smaller: t does not change
 * by such a step; larger: runs with a singular field end earlier. */
#define SHORTEST_STEP_PART 1e-14

/* Part of the time span: events closer in time count as crowded. Larger: fast but regular switching
 * ends a run; smaller: an accumulation is not noticed. */
#define CROWDED_EVENTS_PART 1e-6

/* Crowded events in a row after which the run ends with NSD_STALLED. Fewer: ends runs with a few
 * quick crossings; more: an accumulation is noticed later. */
#define MOST_CROWDED_EVENTS 200

/* Displacement of a state for gradients of surfaces, relative to the larger of 1 and |x_j|: about
 * the cube root of the machine precision. Smaller: rounding; larger: truncation. */
#define GRADIENT_DISPLACEMENT 6e-6

/* Part of the largest step: displacement in time for derivatives of moving surfaces. Smaller:
 * rounding; larger: truncation. */
#define TIME_DISPLACEMENT_PART 1e-5

/* Factor on the step that the error estimate allows. Larger: more steps are refused; smaller: more
 * steps are taken. */
#define SAFETY_FACTOR 0.9

/* Least factor from one step to the next. Smaller: one odd error estimate makes a tiny step;
 * larger: a step that is much too long is refused several times. */
#define LEAST_STEP_FACTOR 0.2

/* Largest factor from one step to the next. Larger: the next step is often refused; smaller: more
 * steps until a short first step has grown. */
#define LARGEST_STEP_FACTOR 5.0

/* Steps tried to locate one event; bisection alone needs about 50. Fewer: events are located less
 * accurately. */
#define MOST_TRIES 100

typedef struct filippov_run {
    nsd_filippov       *s;
    const nsd_run_plan *plan;
    nsd_state          *state;
    nsd_sink           *sink;
    nsd_run_report     *report;
    nsd_ledger          ledger; /* of zeros; rows need one */
    double              h;      /* length proposed for the next step */
    size_t              next_time;
    int                 crowded_events; /* events in a row */
} filippov_run;

size_t nsd_filippov_scratch(const nsd_filippov_model *model)
{
    const size_t n = (size_t)model->n, p = (size_t)model->p;
    return nsd_dp54_scratch(model->n) + 3 * nsd_scratch_need(n, sizeof(double)) +
           4 * nsd_scratch_need(p, sizeof(double)) + 2 * nsd_scratch_need(p + 2, sizeof(double)) +
           nsd_scratch_need(n * p, sizeof(double));
}

/* S at (t, x), by central differences where the model has no Jacobian */
static nsd_status gradient(nsd_filippov *s, double t, const double *x)
{
    const nsd_filippov_model *model = s->model;
    const int                 n = model->n, p = model->p;
    nsd_status status = model->surface_jac ? model->surface_jac(model->context, t, x, s->S)
                                           : NSD_NOT_FINITE;

    if (status != NSD_NOT_FINITE) {
        return status;
    }
    status = NSD_OK;
    double *moved = s->minus; /* not in use here */
    memcpy(moved, x, (size_t)n * sizeof(double));
    for (int j = 0; j < n && status == NSD_OK; j++) {
        const double shift = GRADIENT_DISPLACEMENT * fmax(1.0, fabs(x[j]));
        double      *column = s->S + (size_t)j * (size_t)p;
        moved[j] = x[j] + shift;
        const double high = moved[j];
        status = model->surface(model->context, t, moved, column);
        moved[j] = x[j] - shift;
        const double width = high - moved[j];
        if (status == NSD_OK) {
            status = model->surface(model->context, t, moved, s->shifted);
        }
        moved[j] = x[j];
        for (int i = 0; i < p; i++) {
            column[i] = (column[i] - s->shifted[i]) / width;
        }
    }
    return status;
}

/* S_t of moving surfaces, by central differences */
static nsd_status time_derivative(nsd_filippov *s, double t, const double *x)
{
    const nsd_filippov_model *model = s->model;
    const double              shift = TIME_DISPLACEMENT_PART * s->options.largest_step;
    const double              late = t + shift, early = t - shift;

    if (!model->moving) {
        return NSD_OK;
    }
    nsd_status status = model->surface(model->context, late, x, s->S_t);
    if (status == NSD_OK) {
        status = model->surface(model->context, early, x, s->shifted);
    }
    for (int i = 0; i < model->p; i++) {
        s->S_t[i] = (s->S_t[i] - s->shifted[i]) / (late - early);
    }
    return status;
}

static nsd_status derivatives(nsd_filippov *s, double t, const double *x)
{
    const nsd_status status = gradient(s, t, x);
    return status == NSD_OK ? time_derivative(s, t, x) : status;
}

/* ds_i/dt along a field f */
static double surface_rate(const nsd_filippov *s, int i, const double *f)
{
    double sum = s->S_t[i];
    for (int j = 0; j < s->model->n; j++) {
        sum += s->S[i + (size_t)j * (size_t)s->model->p] * f[j];
    }
    return sum;
}

static nsd_status plain_field(nsd_filippov *s, double t, const double *x, double *f)
{
    s->tally.problems++;
    const nsd_status status = s->model->rate(s->model->context, t, x, s->side, f);
    return status == NSD_OK && !nsd_dense_all_finite((size_t)s->model->n, f) ? NSD_NOT_FINITE
                                                                             : status;
}

static nsd_status field_of_side(nsd_filippov *s, double t, const double *x, int i, double side,
                                double *f)
{
    const double kept = s->side[i];
    s->side[i] = side;
    const nsd_status status = plain_field(s, t, x, f);
    s->side[i] = kept;
    return status;
}

/* rate <- ds_i/dt along the field of one side of surface i; sides of other surfaces stay */
static nsd_status side_rate(nsd_filippov *s, double t, const double *x, int i, double side,
                            double *rate)
{
    nsd_status status = derivatives(s, t, x);
    if (status == NSD_OK) {
        status = field_of_side(s, t, x, i, side, s->plus);
    }
    *rate = surface_rate(s, i, s->plus);
    return status;
}

/* f <- the field at (t, x) in this mode; while sliding, weight and both rates are set    (FI.2) */
static nsd_status field(void *context, double t, const double *x, double *f)
{
    nsd_filippov *s = context;
    if (s->slide < 0) {
        return plain_field(s, t, x, f);
    }
    nsd_status status = derivatives(s, t, x);
    if (status == NSD_OK) {
        status = field_of_side(s, t, x, s->slide, -1.0, s->minus);
    }
    if (status == NSD_OK) {
        status = field_of_side(s, t, x, s->slide, 1.0, s->plus);
    }
    if (status != NSD_OK) {
        return status;
    }
    s->rate_minus = surface_rate(s, s->slide, s->minus);
    s->rate_plus = surface_rate(s, s->slide, s->plus);
    const double sum = s->rate_minus - s->rate_plus;
    s->weight = sum > 0.0 ? s->rate_minus / sum : 0.5; /*                              (FI.2) */
    for (int i = 0; i < s->model->n; i++) {
        f[i] = s->minus[i] + s->weight * (s->plus[i] - s->minus[i]);
    }
    return NSD_OK;
}

/* g <- side_i s_i of each surface not slid on, and both rates on the surface slid on     (FI.3) */
static nsd_status conditions(nsd_filippov *s, double t, const double *x, double *g)
{
    const int  p = s->model->p;
    nsd_status status = s->model->surface(s->model->context, t, x, s->s);
    for (int i = 0; i < p; i++) {
        g[i] = i == s->slide ? 1.0 : s->side[i] * s->s[i];
    }
    g[p] = g[p + 1] = 1.0;
    if (status == NSD_OK && s->slide >= 0) {
        status = field(s, t, x, s->pair.trial);
        g[p] = s->rate_minus; /*                                                      (FI.3) */
        g[p + 1] = -s->rate_plus;
    }
    return status;
}

static nsd_status take_arrays(nsd_filippov *s, nsd_scratch *scratch)
{
    const size_t n = (size_t)s->model->n, p = (size_t)s->model->p;
    const struct {
        double **array;
        size_t   count;
    } parts[] = { { &s->x, n },     { &s->minus, n },   { &s->plus, n },  { &s->side, p },
                  { &s->s, p },     { &s->shifted, p }, { &s->g, p + 2 }, { &s->g0, p + 2 },
                  { &s->S, n * p }, { &s->S_t, p } };
    int complete = 1;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        *parts[i].array = nsd_scratch_take(scratch, parts[i].count, sizeof(double));
        complete &= *parts[i].array != NULL;
    }
    s->pair.rel_tol = s->options.rel_tol;
    s->pair.abs_tol = s->options.abs_tol;
    s->pair.field = field;
    s->pair.context = s;
    return complete ? nsd_dp54_init(&s->pair, s->model->n, scratch) : NSD_ERR_WORKSPACE;
}

/* lambda and s into the state */
static void sides_to_state(const nsd_filippov *s, nsd_state *state)
{
    const int p = s->model->p;
    for (int i = 0; i < p; i++) {
        state->extra[i] = i == s->slide ? 2.0 * s->weight - 1.0 : s->side[i];
        state->extra[p + i] = s->s[i];
    }
}

/* At a state on surface i, reached from side `from` (0: at the start): cross or slide?   (FI.4) */
static nsd_status choose_side(nsd_filippov *s, double t, const double *x, int i, double from,
                              nsd_event_kind *kind)
{
    double     minus = 0.0, plus = 0.0;
    nsd_status status = side_rate(s, t, x, i, -1.0, &minus);
    if (status == NSD_OK) {
        status = side_rate(s, t, x, i, 1.0, &plus);
    }
    if (status != NSD_OK) {
        return status;
    }
    *kind = NSD_EVENT_USER;
    if (minus > 0.0 && plus < 0.0) {
        if (s->slide >= 0) {
            return NSD_STALLED; /* sliding on two surfaces at once */
        }
        s->slide = i;
        *kind = NSD_EVENT_STICK;
    } else if (from * (from < 0.0 ? minus : plus) >= 0.0 && from != 0.0) {
        *kind = NSD_EVENT_GRAZE; /* the motion touches the surface and turns back */
    } else if (from != 0.0) {
        s->side[i] = -from;
    } else {
        s->side[i] = plus >= 0.0 ? 1.0 : -1.0;
    }
    return NSD_OK;
}

nsd_status nsd_filippov_init(nsd_filippov *solver, const nsd_filippov_model *model,
                             const nsd_filippov_options *options, nsd_scratch *scratch,
                             nsd_state *state)
{
    memset(solver, 0, sizeof *solver);
    solver->base.tally = &solver->tally;
    solver->tally.n = model->n;
    solver->tally.p = 2 * model->p;
    solver->model = model;
    solver->options = *options;
    solver->slide = -1;
    nsd_status status = take_arrays(solver, scratch);
    if (status == NSD_OK) {
        memset(solver->S_t, 0, (size_t)model->p * sizeof(double));
        status = model->surface(model->context, state->t, state->q, solver->s);
    }
    for (int i = 0; i < model->p && status == NSD_OK; i++) {
        solver->side[i] = solver->s[i] > 0.0 ? 1.0 : -1.0;
    }
    for (int i = 0; i < model->p && status == NSD_OK; i++) {
        nsd_event_kind kind;
        if (solver->s[i] == 0.0) {
            status = choose_side(solver, state->t, state->q, i, 0.0, &kind);
        }
    }
    if (status == NSD_OK) {
        status = field(solver, state->t, state->q, solver->pair.k[0]);
        sides_to_state(solver, state);
    }
    return status;
}

/* The condition that is violated most, -1: none. A condition that was not positive at the start of
 * the step counts only when it has become worse. */
static int worst_condition(const nsd_filippov *s)
{
    int    worst = -1;
    double least = 0.0;
    for (int i = 0; i < s->model->p + 2; i++) {
        if (s->g[i] < least && (s->g0[i] > 0.0 || s->g[i] < 2.0 * s->g0[i] - 1e-14)) {
            least = s->g[i];
            worst = i;
        }
    }
    return worst;
}

/* Step of length h from the state; `worst`: its most violated condition */
static nsd_status try_step(filippov_run *d, double h, int *worst)
{
    nsd_filippov *s = d->s;
    nsd_status    status = nsd_dp54_step(&s->pair, d->state->t, d->state->q, h, s->x, NULL);
    if (status == NSD_OK) {
        status = conditions(s, d->state->t + h, s->x, s->g);
    }
    *worst = worst_condition(s);
    return status;
}

/* `at` <- the first time in (low, high] at which a condition is violated, by regula falsi with the
 * Illinois rule and bisection; at `low` all hold. s->x <- the state just past that time. */
static nsd_status locate(filippov_run *d, double low, double high, int *which, double *at)
{
    nsd_filippov *s = d->s;
    double        g_high = s->g[*which], g_low = fmax(s->g0[*which], 0.0);
    nsd_status    status = NSD_OK;
    int           kept = 0;

    for (int k = 0; k < MOST_TRIES && high - low > 4e-16 * fabs(d->state->t + high); k++) {
        int    worst = -1;
        double middle = low + (high - low) * (g_low / (g_low - g_high));
        if (!(middle > low && middle < high) || k % 4 == 3) {
            middle = 0.5 * (low + high);
        }
        if (middle <= low || middle >= high) {
            break;
        }
        status = try_step(d, middle, &worst);
        if (status != NSD_OK) {
            return status;
        }
        if (worst >= 0) {
            high = middle;
            g_low = worst == *which && kept > 0 ? 0.5 * g_low : g_low;
            g_low = worst == *which ? g_low : fmax(s->g0[worst], 1e-300);
            *which = worst;
            g_high = s->g[worst];
            kept = 1;
        } else {
            low = middle;
            g_high = kept < 0 ? 0.5 * g_high : g_high;
            g_low = fmax(s->g[*which], 1e-300);
            kept = -1;
        }
    }
    *at = high;
    int last = *which;
    status = try_step(d, high, &last);
    return status;
}

/* Row, change of mode and log at the end of a step where condition `which` failed        (FI.4) */
static nsd_status handle_event(filippov_run *d, int which)
{
    nsd_filippov  *s = d->s;
    const int      p = s->model->p, i = which < p ? which : s->slide;
    nsd_event_kind kind = NSD_EVENT_SLIP;
    nsd_status     status = NSD_OK;

    sides_to_state(s, d->state);
    if (!d->plan->times) {
        status = d->sink->row(d->sink, d->state, &d->ledger);
    }
    if (status != NSD_OK) {
        return status;
    }
    if (which < p) {
        status = choose_side(s, d->state->t, d->state->q, i, s->side[i], &kind);
    } else { /* the field of one side no longer leads to the surface: leave to that side */
        s->side[s->slide] = which == p ? -1.0 : 1.0;
        s->slide = -1;
    }
    if (status == NSD_OK) {
        status = field(s, d->state->t, d->state->q, s->pair.k[0]);
    }
    sides_to_state(s, d->state);
    const nsd_event event = { d->state->t, i, kind, 0.0, 0.0, 0.0, 0.0, 0.0 };
    return status == NSD_OK ? d->sink->event(d->sink, &event, d->state) : status;
}

/* x <- back to the surface slid on, by one Newton step along the gradient */
static void back_to_surface(const nsd_filippov *s, double *x)
{
    const int    n = s->model->n, p = s->model->p, i = s->slide;
    double       square = 0.0;
    const double miss = s->s[i];
    for (int j = 0; j < n; j++) {
        const double slope = s->S[i + (size_t)j * (size_t)p];
        square += slope * slope;
    }
    for (int j = 0; j < n && square > 0.0; j++) {
        x[j] -= s->S[i + (size_t)j * (size_t)p] * (miss / square);
    }
}

/* A step whose error passes: its length in `h`, the proposal for the next step in d->h. */
static nsd_status smooth_step(filippov_run *d, double *h)
{
    nsd_filippov *s = d->s;
    const double  shortest = SHORTEST_STEP_PART * (s->options.t_end - d->plan->t0);
    double        error = 0.0;

    for (;;) {
        const nsd_status status = nsd_dp54_step(&s->pair, d->state->t, d->state->q, *h, s->x,
                                                &error);
        if (status != NSD_OK && status != NSD_DIVERGED) {
            return status;
        }
        if (status == NSD_OK && error <= 1.0) {
            break;
        }
        *h *= status == NSD_OK ? fmax(LEAST_STEP_FACTOR, SAFETY_FACTOR * pow(error, -0.2))
                               : LEAST_STEP_FACTOR;
        s->tally.iterations++;
        if (*h < shortest) {
            return status == NSD_OK ? NSD_STALLED : status;
        }
    }
    const double factor = SAFETY_FACTOR * pow(fmax(error, 1e-10), -0.2);
    d->h = fmin(s->options.largest_step, *h * fmin(LARGEST_STEP_FACTOR, factor));
    return NSD_OK;
}

/* x <- the state at a fraction of the step, on the cubic through both ends and their slopes */
static void between(const filippov_run *d, double h, double part, double *x)
{
    const nsd_filippov *s = d->s;
    const double        rest = 1.0 - part;
    const double       *slope0 = s->pair.k[0], *slope1 = s->pair.k[NSD_DP54_STAGES - 1];
    for (int i = 0; i < s->model->n; i++) {
        const double start = d->state->q[i], chord = s->x[i] - start;
        const double bend = rest * (h * slope0[i] - chord) - part * (h * slope1[i] - chord);
        x[i] = start + part * (chord + rest * bend);
    }
}

/* `which` <- a condition that is violated inside the step, at `end`; -1: none */
static nsd_status search_inside(filippov_run *d, double h, int *which, double *end)
{
    nsd_filippov *s = d->s;
    nsd_status    status = NSD_OK;
    for (int part = 1; part < 4 && *which < 0 && status == NSD_OK; part++) {
        between(d, h, 0.25 * part, s->pair.k[1]);
        status = conditions(s, d->state->t + 0.25 * part * h, s->pair.k[1], s->g);
        if (status == NSD_OK && worst_condition(s) >= 0) {
            *end = 0.25 * part * h;
            status = try_step(d, *end, which); /* the cubic is only approximate: a true step */
            if (status == NSD_OK && *which < 0) {
                double unused = 0.0;
                status = nsd_dp54_step(&s->pair, d->state->t, d->state->q, h, s->x, &unused);
            }
        }
    }
    return status;
}

/* A step of at most `limit`, cut at the first event; `which`: its condition, -1 without event */
static nsd_status advance(filippov_run *d, double limit, int *which)
{
    nsd_filippov *s = d->s;
    double        h = fmin(d->h, limit), end = 0.0;
    nsd_status    status = conditions(s, d->state->t, d->state->q, s->g0);

    if (status == NSD_OK) {
        status = smooth_step(d, &h);
    }
    if (status == NSD_OK) {
        status = search_inside(d, h, which, &end);
    }
    if (status == NSD_OK && *which < 0) {
        end = h;
        status = conditions(s, d->state->t + h, s->x, s->g);
        *which = worst_condition(s);
    }
    if (status == NSD_OK && *which >= 0) {
        status = locate(d, 0.0, end, which, &end);
    }
    if (status == NSD_OK) {
        memcpy(d->state->q, s->x, (size_t)s->model->n * sizeof(double));
        d->state->t += end;
    }
    return status;
}

static nsd_status one_step(filippov_run *d)
{
    nsd_filippov       *s = d->s;
    const nsd_run_plan *plan = d->plan;
    const double        end = plan->times && d->next_time < plan->time_count
                                  ? fmin(plan->times[d->next_time], s->options.t_end)
                                  : s->options.t_end;
    const double        from = d->state->t;
    int                 which = -1;
    nsd_status          status = advance(d, end - from, &which);

    if (d->state->t - from > CROWDED_EVENTS_PART * (s->options.t_end - plan->t0)) {
        d->crowded_events = 0;
    }
    d->crowded_events += which >= 0;
    status = status == NSD_OK && d->crowded_events > MOST_CROWDED_EVENTS ? NSD_STALLED : status;
    if (status == NSD_OK && which >= 0) {
        status = handle_event(d, which);
    } else if (status == NSD_OK) {
        if (s->slide >= 0) {
            back_to_surface(s, d->state->q);
        }
        status = field(s, d->state->t, d->state->q, s->pair.k[0]);
        sides_to_state(s, d->state);
    }
    if (status != NSD_OK) {
        return status;
    }
    d->report->steps++;
    d->state->k++;
    const int reached = fabs(d->state->t - end) <= 1e-14 * fmax(fabs(end), 1.0);
    if (plan->times && reached && d->next_time < plan->time_count) {
        d->next_time++;
        return d->sink->row(d->sink, d->state, &d->ledger);
    }
    const int due = d->report->steps % plan->every == 0 || reached || which >= 0;
    return !plan->times && due ? d->sink->row(d->sink, d->state, &d->ledger) : NSD_OK;
}

nsd_status nsd_filippov_run(const nsd_run_plan *plan, nsd_filippov *solver, nsd_state *state,
                            nsd_sink *sink, nsd_run_report *report)
{
    filippov_run d = { solver, plan, state, sink, report, { { 0.0 }, 0.0 }, 0.0, 0, 0 };
    long         until_poll = sink->patience;

    memset(report, 0, sizeof *report);
    d.h = solver->options.first_step;
    nsd_status status = sink->row(sink, state, &d.ledger); /* given times begin with the start */
    d.next_time = 1;
    while (status == NSD_OK &&
           solver->options.t_end - state->t > 1e-14 * fmax(fabs(solver->options.t_end), 1.0)) {
        status = one_step(&d);
        if (status == NSD_OK && --until_poll <= 0) {
            const double span = solver->options.t_end - plan->t0;
            status = sink->poll(sink, (state->t - plan->t0) / span);
            until_poll = sink->patience;
        }
    }
    return status;
}
