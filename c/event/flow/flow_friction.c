/* flow_friction.c - the field of a mechanical flow with contacts that stick and slide. */
#include "event/flow/flow_friction.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Part of the largest velocity at a contact so far: smaller sliding velocities are zero. Smaller:
 * rounding decides the direction of sliding; larger: slow sliding sticks. */
#define REST_SLIP_PART 1e-9

/* Tolerances of the friction solver, relative to the largest velocity at a contact: smaller sliding
 * velocities are solver errors of an impact, and zero. Smaller: such errors start sliding; larger:
 * slow sliding sticks. */
#define REST_SLIP_TOLERANCES 10.0

/* Most trials for the way in which a contact begins to slide, and the angle to which it is found.
 * Fewer, or larger: friction is not along the sliding velocity at the end of the start. */
#define START_WAY_TRIALS 8
#define START_WAY_ANGLE  1e-12

double nsd_flow_friction_rest_speed(const nsd_flow_friction *s)
{
    return fmax(fmax(REST_SLIP_PART, REST_SLIP_TOLERANCES * s->problem.options.tolerance) *
                    s->speed,
                s->noise);
}

/* The coefficient of contact a at a sliding speed */
static double coefficient_at(const nsd_flow_friction *s, int a, double speed)
{
    const nsd_surface *surface = &s->flow->mechanics.model->surface;
    return surface->law ? nsd_law_friction(&surface->law[a], speed, 0.0) : surface->mu[0][a];
}

/* 1 while contact a has begun to slide and its friction does not yet follow U_T          (EF.15) */
static int starts_to_slide(const nsd_flow_friction *s, int a)
{
    return s->turn.starts[a] && nsd_flow_friction_length(s, s->slip, a) <= s->turn.start_speed;
}

/* Way of a contact that begins to slide <- from start_way, at rest, to U_T/|U_T|         (EF.15) */
static void follow_start(nsd_flow_friction *s, int a)
{
    const double part = nsd_flow_friction_length(s, s->slip, a) / s->turn.start_speed;
    double      *way = s->way + 2 * a;

    for (int k = 0; k < 2; k++) {
        way[k] = (1.0 - part) * s->turn.start_way[2 * a + k] +
                 s->slip[2 * a + k] / s->turn.start_speed;
    }
    const double length = hypot(way[0], way[1]);
    for (int k = 0; k < 2; k++) {
        way[k] = length > 0.5 ? way[k] / length : s->turn.start_way[2 * a + k];
    }
}

/* In space: way of contact a <- U_T/|U_T|, or the last known one where there is hardly any motion.
 * Within a step U_T beyond a stop is taken back through zero, so that friction
 * does not jump                                                                 (EF.13), (EF.15) */
static void follow_slip(nsd_flow_friction *s, int a)
{
    const double *U = s->slip + 2 * a, *first = s->turn.first_way + 2 * a;
    const double  speed = hypot(U[0], U[1]);
    const int     beyond = s->turn.in_step && U[0] * first[0] + U[1] * first[1] < 0.0;
    const int     still = speed <= nsd_flow_friction_rest_speed(s);

    if (starts_to_slide(s, a)) {
        follow_start(s, a);
        return;
    }
    for (int k = 0; k < 2; k++) {
        s->way[2 * a + k] = still && !s->turn.in_step ? s->turn.start_way[2 * a + k]
                            : still                   ? first[k]
                            : beyond                  ? -U[k] / speed
                                                      : U[k] / speed;
    }
}

nsd_status nsd_flow_friction_fill_slips(nsd_flow_friction *s, double t, const double *x)
{
    nsd_mechanics *mechanics = &s->flow->mechanics;
    const int      n = mechanics->model->n, d = s->d;

    s->noise = 0.0;
    NSD_TRY(nsd_mechanics_tangents(mechanics, t, x));
    for (int i = 0; i < mechanics->tally.count; i++) {
        const int a = mechanics->tally.active[i];
        for (int k = d * a; k < d * (a + 1); k++) {
            const double *T = mechanics->T + (size_t)k * (size_t)n;
            s->slip[k] = nsd_dense_dot(n, T, x + n) - mechanics->model->surface.w[k];
            s->noise = fmax(s->noise, nsd_flow_mechanical_velocity_noise(
                                          n, T, x + n)); /* includes rounding of w */
        }
        s->coefficient[a] = coefficient_at(s, a, nsd_flow_friction_length(s, s->slip, a));
    }
    for (int i = 0; i < mechanics->tally.count && d == 2; i++) {
        follow_slip(s, mechanics->tally.active[i]);
    }
    return NSD_OK;
}

nsd_status nsd_flow_friction_start_step(nsd_flow_friction *s, double t, const double *x)
{
    if (s->d == 1) {
        return NSD_OK;
    }
    s->turn.in_step = 0;
    nsd_held_select(&s->flow->held, s->flow->base.sticks);
    NSD_TRY(nsd_flow_friction_fill_slips(s, t, x));
    for (int a = 0; a < s->flow->base.guards; a++) {
        s->turn.starts[a] = s->turn.starts[a] &&
                            nsd_flow_friction_length(s, s->slip, a) <= s->turn.start_speed;
        if (s->direction[a] != 0 && !s->turn.starts[a]) { /* kept when it is hardly moving */
            memcpy(s->turn.start_way + 2 * a, s->way + 2 * a, 2 * sizeof(double));
        }
    }
    memcpy(s->turn.first_way, s->way, 2 * (size_t)s->flow->base.guards * sizeof(double));
    s->turn.in_step = 1;
    return NSD_OK;
}

nsd_status nsd_flow_friction_fill_bias(nsd_flow_friction *s, const nsd_event_point *point)
{
    nsd_model_motion line = { point->t, point->q, point->v, NULL, s->flow->base.difference_time };
    return nsd_model_tangent_bias(s->flow->mechanics.model, &line, s->kappa,
                                  s->flow->mechanics.work);
}

/* u <- G'a */
static void fill_rows(nsd_flow_friction *s, const double *a)
{
    const nsd_mechanics *mechanics = &s->flow->mechanics;
    const int            n = mechanics->model->n;
    for (int i = 0; i < s->system.rows; i++) {
        s->system.u[i] = nsd_dense_dot(n, mechanics->G + (size_t)i * (size_t)n, a);
    }
}

/* u <- u + numbers of normals and joints (m + p) and of sticking tangents (d m) */
static void add_to_rows(nsd_flow_friction *s, const double *normals, const double *tangents)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    int              row = set->count;
    for (int i = 0; i < set->count; i++) {
        const int a = set->active[i];
        s->system.u[i] += normals[a];
        for (int k = s->d * a; k < s->d * (a + 1) && s->use[a] == NSD_USE_STICK; k++) {
            s->system.u[row++] += tangents[k];
        }
    }
    for (int j = 0; j < set->p; j++) {
        s->system.u[row + j] += normals[set->m + j];
    }
}

/* u <- the forces of pressed compliant contacts, which their laws give                   (EF.16) */
static void add_given_forces(nsd_flow_friction *s)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    for (int i = 0; i < set->count; i++) {
        const int a = set->active[i];
        if (nsd_flow_compliance_has(&s->flow->compliance, a)) {
            s->system.u[i] = -s->system.size[i] * s->system.size[i] * s->flow->base.lambda[a];
        }
    }
}

/* Forces of the flow <- z                                                                (EF.1) */
static void forces_to_flow(nsd_flow_friction *s)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    nsd_flow        *base = &s->flow->base;
    int              row = set->count;

    memset(base->lambda, 0, (size_t)set->m * sizeof(double));
    memset(s->lambda, 0, (size_t)(s->d * set->m) * sizeof(double));
    for (int i = 0; i < set->count; i++) {
        const int a = set->active[i];
        base->lambda[a] = s->system.z[i];
        if (s->flow->compliance.law && !nsd_flow_compliance_has(&s->flow->compliance, a)) {
            s->flow->compliance.pressure[a] = s->system.z[i];
        }
        for (int k = s->d * a; k < s->d * (a + 1); k++) {
            if (s->use[a] == NSD_USE_STICK) {
                s->lambda[k] = s->system.z[row++];
            } else if (s->use[a] != NSD_USE_NONE) {
                s->lambda[k] = -s->way[k] * s->coefficient[a] * s->system.z[i];
            }
        }
    }
    memcpy(base->joint, s->system.z + row, (size_t)set->p * sizeof(double));
}

/* In the plane the way of contact a is the sign that its tangent is used with */
static void set_plane_way(nsd_flow_friction *s, int a)
{
    if (s->d == 1) {
        s->way[a] = s->use[a];
    }
}

/* s->use <- what the tangents of the held contacts do in this mode; returns how many stick */
static int set_uses(nsd_flow_friction *s)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    int              sticking = 0;
    for (int i = 0; i < set->count; i++) {
        const int b = set->active[i];
        s->use[b] = !(s->limit[b] > 0.0) ? NSD_USE_NONE : s->direction[b];
        set_plane_way(s, b);
        sticking += s->use[b] == NSD_USE_STICK;
    }
    return sticking;
}

/* The system of forces in the mode of the flow at a state; held.kappa and kappa with `bias` 1 */
static nsd_status start_system(nsd_flow_friction *s, double t, const double *x, int bias)
{
    nsd_flow_mechanical  *flow = s->flow;
    const nsd_event_point point = nsd_flow_mechanical_point(flow, t, x);

    nsd_held_select(&flow->held, flow->base.sticks);
    NSD_TRY(nsd_flow_friction_fill_slips(s, t, x));
    if (set_uses(s) > 0 && bias) {
        NSD_TRY(nsd_flow_friction_fill_bias(s, &point));
    }
    NSD_TRY(bias ? nsd_held_bias(&flow->held, &point, flow->base.difference_time)
                 : nsd_held_normals(&flow->held, &point));
    nsd_flow_friction_assemble(s);
    return NSD_OK;
}

/* *across <- U_T' of contact b across its way at an angle, with accelerations a without forces */
static nsd_status find_across(nsd_flow_friction *s, int b, const double *a, double angle,
                              double *across)
{
    const int     n = s->flow->mechanics.model->n;
    const double *T = s->flow->mechanics.T + (size_t)(2 * b) * (size_t)n;
    double       *trial = s->turn.accelerations, *way = s->way + 2 * b;

    way[0] = cos(angle);
    way[1] = sin(angle);
    nsd_flow_friction_assemble(s);
    memcpy(trial, a, (size_t)n * sizeof(double));
    fill_rows(s, trial);
    add_to_rows(s, s->flow->held.kappa, s->kappa);
    add_given_forces(s);
    NSD_TRY(nsd_flow_friction_solve(s, trial));
    *across = way[0] * (nsd_dense_dot(n, T + n, trial) + s->kappa[2 * b + 1]) -
              way[1] * (nsd_dense_dot(n, T, trial) + s->kappa[2 * b]);
    return NSD_OK;
}

/* start_way of contact b <- the way along which its sliding velocity grows: s x U_T' = 0, by the
 * rule of secants                                                                        (EF.15) */
static nsd_status find_start_way(nsd_flow_friction *s, int b, const double *a)
{
    double *start = s->turn.start_way + 2 * b, angle[2], across[2];

    angle[0] = atan2(start[1], start[0]);
    angle[1] = angle[0] + 1e-4;
    for (int k = 0; k < 2; k++) {
        NSD_TRY(find_across(s, b, a, angle[k], &across[k]));
    }
    for (int k = 0; k < START_WAY_TRIALS && across[1] != across[0]; k++) {
        const double turn = -across[1] * (angle[1] - angle[0]) / (across[1] - across[0]);
        if (!(fabs(turn) < 0.5)) {
            return NSD_OK; /* friction does not decide this way: the last one stays */
        }
        angle[0] = angle[1];
        across[0] = across[1];
        angle[1] += turn;
        if (fabs(turn) <= START_WAY_ANGLE) {
            break;
        }
        NSD_TRY(find_across(s, b, a, angle[1], &across[1]));
    }
    start[0] = cos(angle[1]);
    start[1] = sin(angle[1]);
    return NSD_OK;
}

/* In space: ways of contacts that begin to slide, and the system with them               (EF.15) */
static nsd_status turn_starts(nsd_flow_friction *s, const nsd_event_point *point, const double *a)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    int              count = 0;

    for (int i = 0; i < set->count && s->d == 2; i++) {
        const int b = set->active[i];
        if (s->use[b] != 1 || !starts_to_slide(s, b)) {
            continue;
        }
        if (count++ == 0) {
            NSD_TRY(nsd_flow_friction_fill_bias(s, point));
        }
        NSD_TRY(find_start_way(s, b, a));
        follow_start(s, b);
    }
    if (count > 0) {
        nsd_flow_friction_assemble(s);
    }
    return NSD_OK;
}

nsd_status nsd_flow_friction_add_accelerations(nsd_flow_friction *s, double t, const double *x,
                                               double *a)
{
    const nsd_event_point point = nsd_flow_mechanical_point(s->flow, t, x);
    NSD_TRY(start_system(s, t, x, 1));
    NSD_TRY(turn_starts(s, &point, a));
    fill_rows(s, a);
    add_to_rows(s, s->flow->held.kappa, s->kappa);
    add_given_forces(s);
    s->shares.use_middle = s->shares.middle_known;
    const nsd_status status = nsd_flow_friction_solve(s, a);
    s->shares.use_middle = 0;
    if (status == NSD_OK) {
        forces_to_flow(s);
    }
    return status;
}

nsd_status nsd_flow_friction_start_series(nsd_flow_friction *s, double t, const double *x)
{
    return start_system(s, t, x, 0);
}

nsd_status nsd_flow_friction_series_term(nsd_flow_friction *s, double *a, double *friction_force)
{
    const nsd_mechanics *mechanics = &s->flow->mechanics;
    const int            n = mechanics->model->n;

    fill_rows(s, a);
    NSD_TRY(nsd_flow_friction_solve(s, a));
    forces_to_flow(s);
    for (int i = 0; i < mechanics->tally.count; i++) {
        const int     b = mechanics->tally.active[i];
        const double *T = mechanics->T + (size_t)b * (size_t)n;
        nsd_dense_add(n, s->lambda[b], T, friction_force);
    }
    return NSD_OK;
}

double nsd_flow_friction_power(const nsd_flow_friction *s)
{
    const nsd_model *model = s->flow->mechanics.model;
    double           power = 0.0;
    for (int k = 0; k < s->d * model->m; k++) {
        power += s->flow->base.sticks[k / s->d] ? s->lambda[k] * (s->slip[k] + model->surface.w[k])
                                                : 0.0;
    }
    return power;
}

/* Normal velocities and velocities along sticking tangents become zero. Members that were not held
 * before end their bouncing: the impulse that stops their normal velocity has a tangential part
 *                                                                              (ED.12), (EF.7) */
static nsd_status project_velocities(nsd_flow *base, double t, const int *members, double *x)
{
    nsd_flow_mechanical  *flow = (nsd_flow_mechanical *)base;
    nsd_flow_friction    *s = flow->friction;
    nsd_mechanics        *mechanics = &flow->mechanics;
    const nsd_tally      *set = &mechanics->tally;
    const nsd_event_point point = nsd_flow_mechanical_point(flow, t, x);
    double               *v = x + mechanics->model->n;

    nsd_flow_mechanical_select(flow, members);
    NSD_TRY(nsd_flow_friction_fill_slips(s, t, x));
    NSD_TRY(nsd_held_normals(&flow->held, &point));
    NSD_TRY(nsd_flow_mechanical_factor_mass(flow, x));
    for (int i = 0; i < set->count; i++) {
        const int a = set->active[i];
        const int still = nsd_flow_friction_length(s, s->slip, a) <=
                          nsd_flow_friction_rest_speed(s);
        const int forward = s->d == 2 || s->slip[a] > 0.0 ? 1 : -1;
        const int slides = base->sticks[a] ? NSD_USE_NONE : forward;
        const int sticks = base->sticks[a] ? s->direction[a] == 0 : still;
        s->use[a] = !(s->limit[a] > 0.0) ? NSD_USE_NONE : sticks ? NSD_USE_STICK : slides;
        set_plane_way(s, a);
    }
    nsd_flow_friction_assemble(s);
    memset(s->system.u, 0, (size_t)s->system.rows * sizeof(double));
    add_to_rows(s, flow->held.rates, s->slip);
    if (nsd_dense_max_abs(s->system.rows, s->system.u) <=
        4.0 * DBL_EPSILON * nsd_dense_max_abs(set->n, v)) {
        return NSD_OK;
    }
    const int held = s->held_count;
    s->held_count = -1; /* not the system of the mode: no check of its determinant */
    const nsd_status status = nsd_flow_friction_solve(s, v);
    s->held_count = held;
    return status;
}

static size_t lay_out(nsd_flow_friction *s, const nsd_model *model, nsd_scratch *scratch)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, d = (size_t)model->surface.d;
    const size_t c = (1 + d) * m + (size_t)model->p;
    const size_t fit = (size_t)nsd_dense_least_squares_work((int)c, (int)c);
    const size_t solutions = 2 * NSD_FLOW_FRICTION_ENUMERATED_CONTACTS *
                             (size_t)NSD_FLOW_FRICTION_MOST_SOLUTIONS;

    NSD_SCRATCH_EACH_INT(scratch, m, &s->direction, &s->use, &s->slip_sign, &s->turn.starts,
                         &s->change.members);
    NSD_SCRATCH_EACH(scratch, m, &s->limit, &s->coefficient);
    NSD_SCRATCH_EACH(scratch, d * m, &s->lambda, &s->slip, &s->way, &s->turn.first_way,
                     &s->turn.start_way, &s->kappa, &s->impulse, &s->before, &s->after);
    NSD_SCRATCH_EACH(scratch, c, &s->system.z, &s->system.size, &s->system.part, &s->system.u,
                     &s->system.weight, &s->shares.middle, &s->shares.step, &s->shares.slope);
    NSD_SCRATCH_EACH(scratch, c * c, &s->system.A, &s->system.LU);
    s->system.X = nsd_scratch_doubles(scratch, n * c);
    s->turn.accelerations = nsd_scratch_doubles(scratch, n);
    s->shares.trial = nsd_scratch_doubles(scratch, 2 * c);
    s->solutions = nsd_scratch_doubles(scratch, solutions);
    s->system.room = nsd_scratch_doubles(scratch,
                                         nsd_scratch_larger(fit, nsd_scratch_larger(4 * c, n)));
    s->system.pivot = nsd_scratch_take(scratch, c, sizeof(nsd_int));
    s->system.index = nsd_scratch_take(scratch, c, sizeof(nsd_int));
    s->enumeration = nsd_scratch_part(
        scratch, nsd_friction_enumerate_scratch(NSD_FLOW_FRICTION_ENUMERATED_CONTACTS));
    s->keep = nsd_scratch_part(scratch, nsd_coulomb_scratch(&model->surface, model->m));
    return nsd_scratch_counted(scratch);
}

size_t nsd_flow_friction_scratch(const nsd_model *model)
{
    return model->surface.d == 0 ? 0
                                 : lay_out(&(nsd_flow_friction){ 0 }, model, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_flow_friction_init(nsd_flow_friction *s, nsd_flow_mechanical *flow,
                                  const nsd_lcp_options *lcp, nsd_scratch *scratch)
{
    const nsd_model *model = flow->mechanics.model;
    const size_t     from = scratch->used;

    if (model->surface.d == 0) {
        return NSD_OK;
    }
    if (model->surface.d > 2 || model->surface.layout.groups != 1 || !model->tangent) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    memset(s, 0, sizeof *s);
    s->d = model->surface.d;
    lay_out(s, model, scratch);
    NSD_TRY(nsd_scratch_clear(scratch, from));
    s->flow = flow;
    s->change.stopping = s->change.yielding = -1;
    for (int a = 0; a < model->m; a++) {
        const int constant = !model->surface.law || model->surface.law[a].kind == NSD_LAW_CONSTANT;
        s->limit[a] = coefficient_at(s, a, 0.0);
        s->limit[a] = !constant && s->limit[a] == 0.0
                          ? DBL_MIN
                          : s->limit[a]; /* friction at rest is zero, but not absent */
    }
    s->rest_surface = model->surface;
    s->rest_surface.law = NULL;
    flow->friction = s;
    flow->base.project_velocities = project_velocities;
    flow->base.jump = nsd_flow_friction_jump;
    flow->base.choose_sticking = nsd_flow_friction_choose;
    const nsd_status status = nsd_coulomb_init(&s->problem, &model->surface, model->m, lcp,
                                               &s->keep);
    s->problem.continuous = 1;
    return status;
}
