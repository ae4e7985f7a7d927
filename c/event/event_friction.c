/* event_friction.c - when contacts begin and cease to slide: guards of friction along a step, modes
 * at an instant, events and rows.                                                        (EF.6) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "event/event_parts.h"

/* Two guards per contact, in lanes 2a and 2a + 1: the sliding velocity and nothing for a contact
 * that slides, both sides of the cone for one that sticks; in space the cone, and nothing */
enum { LANES = 2 };

/* Part of the cone by which a sticking contact may exceed its limit (EF.6). Smaller: a body exactly
 * at its limit slides by rounding; larger: contacts slide late. */
#define CONE_SLACK_PART 1e-10

/* Tolerances of a step: a contact in space that has lost its velocity along its way up to this is
 * at rest. Smaller: the last steps before a stop are repeated with ever shorter ones; larger: slow
 * sliding that turns ends. */
#define STOP_TOLERANCES 10.0

/* Steps in a row below the speed of a stop after which sliding in space is at rest (EF.18); a stop
 * takes a few. Fewer: stops are not located any more; more: runs creep for longer. */
#define LINGERING_STEPS 100

/* Part of the speed of (EF.15) from which on friction is along U_T alone. Smaller: many short steps
 * where a force that grows and turns overcomes friction; larger: sliding lags behind it. */
#define START_SPEED_PART 0.1

/* Part of flow->longest_difference_time: the least time after which modes are decided where forces
 * are not unique (EF.10). Smaller: rounding of the forces decides. */
#define NONUNIQUE_AHEAD_PART 1e-4

/* Part of the largest force: forces that are outside their cones by more belong to a mode that ends
 * at once. Smaller: rows are left out because of rounding; larger: such modes get a row. */
#define PASSING_FORCE_PART 1e-8

/* Times that are tried where forces are not unique, each ten times the one before. Fewer: no mode
 * is found whose forces lie within their cones; more: modes of a distant state are taken. */
#define NONUNIQUE_TRIALS 3

void nsd_event_friction_lay_out(nsd_event_tangential *tangential, int guards, nsd_scratch *scratch)
{
    const size_t m = (size_t)guards;
    tangential->sample = nsd_scratch_doubles(scratch, m * LANES * NSD_EVENT_PLACES);
    tangential->curve = nsd_scratch_take(scratch, m * LANES, sizeof *tangential->curve);
    NSD_SCRATCH_EACH_INT(scratch, m, &tangential->deflation, &tangential->starts_sliding,
                         &tangential->direction_before);
}

/* 1 when a lane has a guard in the present mode */
static int has_guard(const nsd_event_driven *s, int lane)
{
    const int a = lane / LANES;
    return s->flow->sticks[a] && s->friction->limit[a] > 0.0 &&
           (lane % LANES == 0 || (s->friction->d == 1 && s->friction->direction[a] == 0));
}

/* Relative noise of forces: larger for a model with differenced derivatives */
static double force_noise(const nsd_event_driven *s)
{
    const nsd_model *model = s->mechanical->mechanics.model;
    return model->gap_jac && model->gap_bias ? CONE_SLACK_PART : NSD_EVENT_FORCE_NOISE;
}

/* The velocity along the way at the start of the step, or the distance to the cone      (EF.14) */
static double value_in_space(const nsd_flow_friction *friction, int a, double limit)
{
    const double *first = friction->turn.first_way + 2 * a, *U = friction->slip + 2 * a;
    if (friction->direction[a] != 0) {
        return first[0] * U[0] + first[1] * U[1];
    }
    return limit - nsd_flow_friction_length(friction, friction->lambda, a);
}

double nsd_event_friction_value(const nsd_event_driven *s, int lane)
{
    const nsd_flow_friction *friction = s->friction;
    const int                a = lane / LANES;
    const double limit = (1.0 + force_noise(s)) * friction->limit[a] * s->flow->lambda[a];

    if (friction->d == 2) {
        return value_in_space(friction, a, limit);
    }
    if (friction->direction[a] != 0) {
        return friction->direction[a] * friction->slip[a];
    }
    return lane % LANES == 0 ? limit - friction->lambda[a] : limit + friction->lambda[a];
}

void nsd_event_friction_sample(nsd_event_driven *s, int k)
{
    const int count = LANES * s->flow->guards;
    for (int lane = 0; lane < count; lane++) {
        s->tangential.sample[lane + k * count] = has_guard(s, lane)
                                                     ? nsd_event_friction_value(s, lane)
                                                     : 1.0;
    }
}

/* Roots at the start of the step, which are divided out of the curve of a lane: of a contact that
 * sticks those of the normal force of a compliant contact that has just closed */
static int deflation_of(const nsd_event_driven *s, int lane)
{
    const int a = lane / LANES;
    return s->friction->direction[a] != 0 ? s->tangential.deflation[a]
           : s->flow->roots               ? s->flow->roots[a]
                                          : 0;
}

void nsd_event_friction_curves(nsd_event_driven *s, int *resolved)
{
    const int    count = LANES * s->flow->guards;
    const double relative = fmax(s->options.rel_tol, force_noise(s));

    for (int lane = 0; lane < count; lane++) {
        const int               slides = s->friction->direction[lane / LANES] != 0;
        const nsd_event_samples samples = { s->tangential.sample + lane,
                                            count,
                                            deflation_of(s, lane),
                                            0,
                                            slides ? s->options.rel_tol : relative,
                                            slides ? s->options.abs_tol : DBL_MIN };
        if (has_guard(s, lane)) {
            nsd_event_quartic(&samples, &s->tangential.curve[lane], resolved);
        }
    }
}

void nsd_event_friction_search(nsd_event_driven *s, nsd_event_where *where)
{
    for (int lane = 0; lane < LANES * s->flow->guards && s->flow->stick_count > 0; lane++) {
        const nsd_guard_curve *curve = &s->tangential.curve[lane];
        nsd_guard_curve        divided = *curve;
        if (has_guard(s, lane)) {
            nsd_guard_deflate(&divided, deflation_of(s, lane));
            nsd_event_take_earlier(where, NSD_FINDS_FRICTION, lane, &divided, curve);
        }
    }
}

void nsd_event_friction_carry(nsd_event_driven *s)
{
    const int m = s->flow->guards;
    memset(s->tangential.deflation, 0, (size_t)m * sizeof(int));
    memset(s->tangential.starts_sliding, 0, (size_t)m * sizeof(int));
    for (int a = 0; a < m; a++) {
        if (s->flow->sticks[a]) {
            s->friction->speed = fmax(s->friction->speed,
                                      nsd_flow_friction_length(s->friction, s->friction->slip, a));
        }
    }
}

/* A body at rest has neither energy nor speed to compare rounding with: both are taken from the
 * field at the start */
nsd_status nsd_event_friction_start_scales(nsd_event_run *r)
{
    nsd_event_driven *s = r->s;
    nsd_mechanics    *mechanics = &s->mechanical->mechanics;
    const int         n = mechanics->model->n;
    const double      d = s->flow->longest_difference_time;

    s->friction->speed = fmax(s->friction->speed, nsd_event_small_speed(s));
    NSD_TRY(nsd_flow_mechanical_free_field(s->mechanical, r->state->t, s->x, s->f_try));
    const double gain = 0.5 * d * d * nsd_dense_dot(n, mechanics->F, s->f_try + n);
    r->report->largest = fmax(r->report->largest, gain);

    return NSD_OK;
}

/* 1 when contact a, which has no velocity along its way at the start of the step, stops: always in
 * the plane; in space where its velocity is as small as the tolerances, else it has turned
 *                                                                                       (EF.14) */
static int stops(const nsd_event_driven *s, int a)
{
    const nsd_flow_friction *friction = s->friction;
    const double             tolerance = s->options.abs_tol + s->options.rel_tol * friction->speed;
    return friction->d == 1 ||
           nsd_flow_friction_length(friction, friction->slip, a) <=
               fmax(nsd_flow_friction_rest_speed(friction), STOP_TOLERANCES * tolerance);
}

int nsd_event_friction_lingers(nsd_event_driven *s, nsd_event_where *where)
{
    const nsd_flow_friction *friction = s->friction;
    int                      slow = -1;
    for (int a = 0; a < s->flow->guards; a++) {
        if (friction->d == 2 && s->flow->sticks[a] && friction->direction[a] != 0 &&
            !friction->turn.starts[a] && stops(s, a)) {
            slow = a;
        }
    }
    s->tangential.lingers = slow >= 0 ? s->tangential.lingers + 1 : 0;
    if (s->tangential.lingers < LINGERING_STEPS) {
        return 0;
    }
    where->kind = NSD_FINDS_FRICTION;
    where->index = LANES * slow;
    return 1;
}

/* In space: contact a at its limit would begin to slide against its force               (EF.14) */
static void face_against_force(nsd_flow_friction *friction, int a)
{
    const double length = nsd_flow_friction_length(friction, friction->lambda, a);
    for (int k = 2 * a; k < 2 * a + 2 && friction->d == 2 && length > 0.0; k++) {
        friction->turn.start_way[k] = -friction->lambda[k] / length;
        friction->turn.starts[a] = 1;
    }
}

/* In space: the speed from which on friction of a contact that begins to slide is along U_T alone.
 * Below, U_T would turn ever faster the slower the contact is                           (EF.15) */
static double start_speed(const nsd_event_driven *s)
{
    const double acceleration = fmax(s->scale.largest_hdd, s->flow->largest_hdd);
    const double speed = fmax(s->friction->speed, acceleration * s->flow->longest_difference_time);
    const double tolerance = s->options.abs_tol + s->options.rel_tol * speed;
    return START_SPEED_PART * sqrt(speed * tolerance);
}

/* The contact of an event of friction either stops sliding, or has reached its limit of friction
 * and will slide against the force                                                       (EF.6) */
void nsd_event_friction_start_instant(nsd_event_driven *s, const nsd_event_where *where)
{
    nsd_flow_friction *friction = s->friction;
    const size_t       m = (size_t)s->flow->guards, tangents = (size_t)friction->d * m;

    memset(friction->impulse, 0, tangents * sizeof(double));
    memcpy(s->tangential.direction_before, friction->direction, m * sizeof(int));
    memcpy(friction->before, friction->slip, tangents * sizeof(double));
    memcpy(friction->after, friction->slip, tangents * sizeof(double));
    friction->work = friction->loss = 0.0;
    friction->change.stopping = friction->change.yielding = -1;
    s->tangential.lingers = 0;
    friction->turn.in_step = 0;
    friction->turn.start_speed = start_speed(s);
    if (where->kind == NSD_FINDS_FRICTION) {
        const int a = where->index / LANES;
        if (friction->direction[a] != 0) {
            friction->change.stopping = stops(s, a) ? a : -1;
        } else {
            friction->change.yielding = a;
            friction->change.yielding_direction = where->index % LANES == 0 && friction->d == 1 ? -1
                                                                                                : 1;
            face_against_force(friction, a);
        }
    }
}

void nsd_event_friction_add_works(nsd_event_driven *s)
{
    s->work.friction += s->friction->work;
    s->work.slip += s->friction->loss;
    s->work.impact -= s->friction->work;
}

/* Sliding velocities that start at zero have a root there, two if accelerations are zero (EF.6) */
void nsd_event_friction_deflate(nsd_event_driven *s)
{
    const nsd_flow_friction *friction = s->friction;
    for (int a = 0; a < s->flow->guards; a++) {
        const int still = nsd_flow_friction_length(friction, friction->slip, a) <=
                          nsd_flow_friction_rest_speed(friction);
        s->tangential.starts_sliding[a] = s->tangential.starts_sliding[a] &&
                                          friction->direction[a] != 0 && s->flow->sticks[a];
        s->tangential.deflation[a] = s->tangential.starts_sliding[a] ? 2 : still ? 1 : 0;
    }
}

/* Modes at a time d later, where forces of sticking would be beyond their limit: contacts that
 * carry a body together begin to slide together                                          (EF.9) */
static nsd_status choose_modes_ahead(nsd_event_run *r, double d)
{
    nsd_event_driven  *s = r->s;
    nsd_flow_friction *friction = s->friction;
    const int          a = friction->change.yielding;
    const double       t = r->state->t;

    friction->change.yielding = -1;
    nsd_status status = s->flow->field(s->flow, t, s->x, s->f_try);
    nsd_event_try_ahead(s, s->f_try, d);
    if (status == NSD_OK) {
        status = s->flow->project_velocities(s->flow, t + d, s->flow->sticks, s->x_try);
    }
    if (status == NSD_OK) {
        status = s->flow->choose_sticking(s->flow, t + d, s->x_try, s->flags.candidates, s->f_try);
    }
    friction->change.yielding = a;
    return status;
}

/* Modes <- those before the event */
static void restore_modes(nsd_event_driven *s)
{
    memcpy(s->friction->direction, s->tangential.direction_before,
           (size_t)s->flow->guards * sizeof(int));
    nsd_flow_set_mode(s->flow, s->flags.stuck_before);
}

static int modes_changed(const nsd_event_driven *s)
{
    int found = 0;
    for (int i = 0; i < s->flow->guards; i++) {
        const int slides = s->flow->sticks[i] &&
                           s->friction->direction[i] != s->tangential.direction_before[i];
        found |= s->flow->sticks[i] != s->flags.stuck_before[i] || slides;
    }
    return found;
}

/* starts_sliding <- 1 for contacts that stuck before and slide now                       (EF.6) */
static void mark_starts_of_sliding(nsd_event_driven *s)
{
    for (int i = 0; i < s->flow->guards; i++) {
        s->tangential.starts_sliding[i] |= s->flags.stuck_before[i] &&
                                           s->tangential.direction_before[i] == 0 &&
                                           s->friction->direction[i] != 0;
    }
}

nsd_event_choice nsd_event_friction_choose_nonunique(nsd_event_run *r, nsd_status *status)
{
    nsd_event_driven  *s = r->s;
    nsd_flow_friction *friction = s->friction;
    const double       t = r->state->t;

    *status = s->flow->field(s->flow, t, s->x, s->f_try);
    if (*status != NSD_OK || !friction->shares.nonunique) {
        return NSD_CHOOSES_NOTHING;
    }
    if (nsd_flow_friction_find_middle(friction)) {
        friction->change.yielding = -1;
        *status = s->flow->field(s->flow, t, s->x, s->integrate->f0);
        return NSD_CHOOSES_FORCES;
    }
    const double longest = s->flow->longest_difference_time; /* the last step may be tiny */
    double       d = fmax(NSD_EVENT_DECISION_STEPS * s->control.last_step,
                          NONUNIQUE_AHEAD_PART * longest);
    nsd_status   paradox = NSD_OK; /* what all trials say: several motions, or none      (EF.4) */
    for (int k = 0; k < NONUNIQUE_TRIALS; k++) {
        const nsd_status found = choose_modes_ahead(r, d);
        if (found == NSD_OK && modes_changed(s) && !nsd_flow_friction_outside_cones(friction)) {
            const nsd_flow_point ahead = { t + d, s->x_try, s->f_try };
            friction->change.yielding = -1;
            mark_starts_of_sliding(s);
            *status = nsd_event_mark_leaving(s, &ahead);
            *status = *status == NSD_OK ? s->flow->field(s->flow, t, s->x, s->integrate->f0)
                                        : *status;
            return NSD_CHOOSES_MODES;
        }
        restore_modes(s);
        paradox = k == 0 || found == paradox ? found : NSD_OK;
        d *= 10.0;
    }
    *status = paradox == NSD_AMBIGUOUS || paradox == NSD_NO_FORCES ? paradox : *status;
    return NSD_CHOOSES_NOTHING;
}

nsd_status nsd_event_friction_choose_sliding(nsd_event_run *r)
{
    nsd_event_driven  *s = r->s;
    nsd_flow_friction *friction = s->friction;
    const int          a = friction->change.yielding, d = friction->d;
    double way[2] = { friction->turn.start_way[d * a], friction->turn.start_way[d * (a + 1) - 1] };

    const nsd_status status = choose_modes_ahead(r,
                                                 NSD_EVENT_DECISION_STEPS * s->control.last_step);
    memcpy(friction->turn.start_way + d * a, way,
           (size_t)d * sizeof(double)); /* against its force  (EF.14) */
    if (status != NSD_OK || !s->flow->sticks[a] ||
        friction->direction[a] != friction->change.yielding_direction) {
        restore_modes(s); /* contact a alone changes: its force is at the limit */
        s->tangential.starts_sliding[a] = 1;
        return s->flow->choose_sticking(s->flow, r->state->t, s->x, s->flags.candidates,
                                        s->integrate->f0);
    }
    friction->change.yielding = -1;
    mark_starts_of_sliding(s);
    return s->flow->field(s->flow, r->state->t, s->x, s->integrate->f0);
}

/* A tangential quantity as one number: with its sign in the plane, its length in space */
static double signed_or_length(const nsd_flow_friction *friction, const double *x, int a)
{
    return friction->d == 1 ? x[a] : nsd_flow_friction_length(friction, x, a);
}

/* Stick after slip, slip after stick, slip in the other direction                        (FC.6) */
nsd_status nsd_event_friction_log(nsd_event_run *r, int i)
{
    nsd_event_driven        *s = r->s;
    const nsd_flow_friction *friction = s->friction;
    if (friction->direction[i] == s->tangential.direction_before[i] ||
        !(friction->limit[i] > 0.0)) {
        return NSD_OK;
    }
    const int d = friction->d;
    double    loss = 0.0;
    for (int k = d * i; k < d * (i + 1); k++) {
        loss -= 0.5 * friction->impulse[k] * (friction->before[k] + friction->after[k]);
    }
    const nsd_event event = {
        .t = r->state->t,
        .contact = i,
        .kind = friction->direction[i] == 0 ? NSD_EVENT_STICK : NSD_EVENT_SLIP,
        .before = signed_or_length(friction, friction->before, i),
        .after = signed_or_length(friction, friction->after, i),
        .impulse = signed_or_length(friction, friction->impulse, i),
        .loss = fmax(0.0, loss),
        .direction = d == 1 ? friction->direction[i] : 0.0,
    };
    s->events++;
    return r->sink->event(r->sink, &event, r->state);
}

/* A mode that was decided for a little later may begin with forces outside their cones; the next
 * event is at the same time, and the row belongs to the mode behind it                   (EF.9) */
int nsd_event_friction_passing(const nsd_event_run *r)
{
    const nsd_event_driven  *s = r->s;
    const nsd_flow_friction *friction = s->friction;
    const nsd_flow          *flow = s->flow;

    if (s->flow->field(s->flow, r->state->t, s->x, s->f_try) != NSD_OK) {
        return 0;
    }
    const double slack = PASSING_FORCE_PART * nsd_dense_max_abs(flow->guards, flow->lambda);
    int          found = 0;
    for (int a = 0; a < flow->guards; a++) {
        const double N = flow->lambda[a];
        const double T = nsd_flow_friction_length(friction, friction->lambda, a);
        const int    slips = friction->direction[a] == 0 && T > friction->limit[a] * N + slack;
        found |= flow->sticks[a] && (N < -slack || slips);
    }
    return found;
}

/* Behind the impulses T: coefficients, states and intensities of laws if there are laws, then the
 * tangential forces */
void nsd_event_friction_row(const nsd_event_driven *s, nsd_tangential *tangential)
{
    const size_t m = (size_t)s->flow->guards;
    if (s->friction->problem.surface->law) {
        memcpy(tangential->mu, s->friction->coefficient, m * sizeof(double));
        memset(tangential->theta, 0, m * sizeof(double));
        for (size_t a = 0; a < m; a++) {
            tangential->beta[a] = 1.0;
        }
    }
    memcpy(tangential->force, s->friction->lambda, (size_t)s->friction->d * m * sizeof(double));
}
