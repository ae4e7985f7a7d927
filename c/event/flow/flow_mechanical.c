/* flow_mechanical.c - field, guards, projection, impacts and sticking of an nsd_model. */
#include "event/flow/flow_mechanical.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "event/flow/flow_friction.h"

/* Part of the largest |q|: how far q moves for differences of the kinetic energy (ED.15). Smaller:
 * rounding in the work of a changing mass matrix; larger: truncation. */
#define INERTIA_DISPLACEMENT_PART 1e-5

nsd_event_point nsd_flow_mechanical_point(nsd_flow_mechanical *s, double t, const double *x)
{
    s->held.short_time = s->rates_by_jacobian ? 0.0 : s->base.difference_time;
    const nsd_event_point point = { t, x, x + s->mechanics.model->n };
    return point;
}

nsd_status nsd_flow_mechanical_factor_mass(nsd_flow_mechanical *s, const double *q)
{
    const int known = s->mechanics.model->constant_mass && s->mechanics.holds != NSD_HOLDS_LU;
    return known ? NSD_OK : nsd_mechanics_factor_mass(&s->mechanics, q);
}

/* mass_inverse <- M^-1 of a small system with constant mass */
static nsd_status invert_mass(nsd_flow_mechanical *s, const double *q)
{
    const int n = s->mechanics.model->n;
    NSD_TRY(nsd_flow_mechanical_factor_mass(s, q));
    for (int j = 0; j < n; j++) {
        double *column = s->mass_inverse + j * n;
        memset(column, 0, (size_t)n * sizeof *column);
        column[j] = 1.0;
        nsd_mechanics_solve(&s->mechanics, column);
    }
    s->has_mass_inverse = 1;
    s->force_only = s->base.joints == 0 && s->base.size == 2 * n + NSD_WORK_FORCE + 1;
    return NSD_OK;
}

/* f <- (v, M^-1 F) */
NSD_INLINE void times_inverse(const nsd_flow_mechanical *s, int n, const double *v, double *f)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++) {
            sum += s->mass_inverse[i + j * n] * s->mechanics.F[j];
        }
        f[i] = v[i];
        f[n + i] = sum;
    }
}

/* mechanics->F <- the force at x; for small n a sum of zeros finds NaN and Inf without a call */
NSD_INLINE nsd_status force_at(nsd_mechanics *mechanics, int n, double t, const double *x)
{
    const nsd_model *model = mechanics->model;
    if (n > NSD_INVERSE_SIZE) {
        return nsd_mechanics_force(mechanics, t, x, x + n, mechanics->F);
    }
    NSD_TRY(model->force(model->context, t, x, x + n, mechanics->F));
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += 0.0 * mechanics->F[i];
    }
    return sum != 0.0 ? NSD_NOT_FINITE : NSD_OK;
}

nsd_status nsd_flow_mechanical_free_field(nsd_flow_mechanical *s, double t, const double *x,
                                          double *f)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const size_t   n = (size_t)mechanics->model->n;
    const int      once = mechanics->model->constant_mass && n <= NSD_INVERSE_SIZE;

    s->base.evaluations++;
    if (!s->has_mass_inverse) {
        NSD_TRY(once ? invert_mass(s, x) : nsd_flow_mechanical_factor_mass(s, x));
    }
    NSD_TRY(force_at(mechanics, (int)n, t, x));
    NSD_TRY(nsd_flow_compliance_add_forces(s, t, x));
    if (once) {
        times_inverse(s, (int)n, x + n, f);
    } else {
        memcpy(f, x + n, n * sizeof(double));
        memcpy(f + n, mechanics->F, n * sizeof(double));
        nsd_mechanics_solve(mechanics, f + n);
    }
    return NSD_OK;
}

static void forces_to_flow(nsd_flow_mechanical *s, const double *z)
{
    const nsd_tally *set = &s->mechanics.tally;
    for (int a = 0; a < set->m; a++) {
        s->base.lambda[a] = nsd_flow_compliance_has(&s->compliance, a) ? s->base.lambda[a] : 0.0;
    }
    for (int i = 0; i < set->count; i++) {
        s->base.lambda[set->active[i]] = z[i];
    }
    for (int i = 0; i < set->count && s->compliance.law; i++) {
        s->compliance.pressure[set->active[i]] = z[i];
    }
    memcpy(s->base.joint, z + set->count, (size_t)set->p * sizeof(double));
}

nsd_status nsd_flow_mechanical_constraints(nsd_flow_mechanical *s, double t, const double *x,
                                           const double *a)
{
    const nsd_event_point point = nsd_flow_mechanical_point(s, t, x);

    nsd_held_select(&s->held, nsd_flow_compliance_rigid(s, s->base.sticks));
    NSD_TRY(nsd_held_bias(&s->held, &point, s->base.difference_time));
    nsd_held_fill_accelerations(&s->held, a);
    return NSD_OK;
}

nsd_status nsd_flow_mechanical_constrain(nsd_flow_mechanical *s, nsd_solve_fn *solve, void *context,
                                         double *a)
{
    nsd_mechanics                    *mechanics = &s->mechanics;
    const int                         rows = mechanics->tally.count + mechanics->model->p;
    const nsd_contact_varying_problem problem = { 0,     rows,    mechanics->G, mechanics->u,
                                                  solve, context, NULL };
    if (rows > 0) { /* all sticking contacts may be compliant */
        NSD_TRY(nsd_held_equalities(&s->held, &problem, a));
    }
    forces_to_flow(s, s->held.rows.z);
    return NSD_OK;
}

/* v'M_t v/2 by a central difference of the kinetic energy along the motion              (ED.15) */
static nsd_status inertial_power(nsd_flow_mechanical *s, const double *q, const double *v,
                                 double *power)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const int      n = mechanics->model->n;
    const double   speed = nsd_dense_max_abs(n, v);
    double         energy[2] = { 0.0, 0.0 };
    nsd_status     status = NSD_OK;

    *power = 0.0;
    if (mechanics->model->constant_mass || !(speed > 0.0)) {
        return NSD_OK;
    }
    s->largest_q = fmax(s->largest_q, nsd_dense_max_abs(n, q));
    const double d = fmin(INERTIA_DISPLACEMENT_PART * s->largest_q / speed,
                          s->base.longest_difference_time);
    for (int side = 0; side < 2 && status == NSD_OK && d > 0.0; side++) {
        for (int i = 0; i < n; i++) {
            s->room[i] = q[i] + (side ? d : -d) * v[i];
        }
        status = nsd_mechanics_kinetic(mechanics, s->room, v, &energy[side]);
    }
    *power = d > 0.0 ? (energy[1] - energy[0]) / (2.0 * d) : 0.0;
    return status;
}

int nsd_flow_mechanical_work_count(const nsd_model *model)
{
    if (model->surface.d > 0) {
        return NSD_WORKS;
    }
    return model->moving || model->surface.compliance ? NSD_WORK_JOINT + 1
           : model->damping                           ? NSD_WORK_DAMPING + 1
                                                      : NSD_WORK_FORCE + 1;
}

/* G'v = -y_t on surfaces that are held                                                  (ED.15) */
nsd_status nsd_flow_mechanical_powers(nsd_flow_mechanical *s, const double *x, double *rate)
{
    const nsd_mechanics *mechanics = &s->mechanics;
    const nsd_model     *model = mechanics->model;
    const double        *v = x + model->n;

    NSD_TRY(inertial_power(s, x, v, &rate[NSD_WORK_FORCE]));
    const double pressed = nsd_flow_compliance_power(s, v); /* its force is part of F */
    rate[NSD_WORK_FORCE] += nsd_dense_dot(model->n, mechanics->F, v) - pressed;
    if (model->damping) {
        NSD_TRY(model->damping(model->context, v, &rate[NSD_WORK_DAMPING]));
    }
    if (!model->moving && model->surface.d == 0 && !s->compliance.law) {
        return NSD_OK;
    }
    rate[NSD_WORK_DAMPING] = model->damping ? rate[NSD_WORK_DAMPING] : 0.0;
    rate[NSD_WORK_CONTACT] = pressed;
    rate[NSD_WORK_DRIVEN] = rate[NSD_WORK_JOINT] = 0.0;
    for (int a = 0; a < model->m; a++) {
        const int    soft = nsd_flow_compliance_has(&s->compliance, a);
        const double driven = s->base.sticks[a] && (model->moving || !soft)
                                  ? -s->base.lambda[a] * mechanics->y_t[a]
                                  : 0.0;
        rate[NSD_WORK_DRIVEN] += driven;
        rate[NSD_WORK_CONTACT] -= soft ? driven : 0.0;
    }
    for (int j = 0; j < model->p; j++) {
        rate[NSD_WORK_JOINT] -= s->base.joint[j] * mechanics->g_t[j];
    }
    return NSD_OK;
}

/* q' <- q' - D H y on sticking surfaces                                                 (ED.13) */
static nsd_status add_attraction(nsd_flow_mechanical *s, double t, const double *q, double *rate)
{
    nsd_mechanics   *mechanics = &s->mechanics;
    const nsd_model *model = mechanics->model;

    NSD_TRY(model->gap(model->context, t, q, mechanics->y));
    for (int a = 0; a < model->m; a++) {
        const int    held = s->base.sticks[a] && !nsd_flow_compliance_has(&s->compliance, a);
        const double pull = held ? s->attract * mechanics->y[a] : 0.0;
        for (int i = 0; i < model->n && pull != 0.0; i++) {
            rate[i] -= pull * mechanics->H[i + (size_t)a * (size_t)model->n];
        }
    }
    return NSD_OK;
}

static nsd_status general_field(nsd_flow_mechanical *s, double t, const double *x, double *f)
{
    const int n = s->mechanics.model->n;

    NSD_TRY(nsd_flow_mechanical_free_field(s, t, x, f));
    if (s->base.stick_count + s->base.joints > 0) {
        if (s->friction) {
            NSD_TRY(nsd_flow_friction_add_accelerations(s->friction, t, x, f + n));
        } else {
            NSD_TRY(nsd_flow_mechanical_constraints(s, t, x, f + n));
            NSD_TRY(nsd_flow_mechanical_constrain(s, nsd_mechanics_solve, &s->mechanics, f + n));
        }
    }
    if (s->base.stick_count > 0 && s->attract > 0.0) {
        NSD_TRY(add_attraction(s, t, x, f));
    }
    if (s->friction) {
        f[2 * n + NSD_WORK_FRICTION] = nsd_flow_friction_power(s->friction);
    }
    return nsd_flow_mechanical_powers(s, x, f + 2 * n);
}

/* The field in free flight when only the force does work; inlined with n = 1, since small runs
 * spend their time here */
NSD_INLINE nsd_status force_only_field(nsd_flow_mechanical *s, int n, double t, const double *x,
                                       double *f)
{
    NSD_TRY(force_at(&s->mechanics, n, t, x));
    double power = 0.0;
    for (int i = 0; i < n; i++) {
        power += s->mechanics.F[i] * x[n + i];
    }
    s->base.evaluations++;
    times_inverse(s, n, x + n, f);
    f[2 * n] = power;
    return NSD_OK;
}

static nsd_status field(void *flow, double t, const double *x, double *f)
{
    nsd_flow_mechanical *s = flow;
    const int            n = s->mechanics.model->n;
    if (!s->force_only || s->base.stick_count > 0) {
        return general_field(s, t, x, f);
    }
    return n == 1 ? force_only_field(s, 1, t, x, f) : force_only_field(s, n, t, x, f);
}

static nsd_status values(nsd_flow *base, double t, const double *x, double *h)
{
    const nsd_flow_mechanical *s = (nsd_flow_mechanical *)base;
    const nsd_model           *model = s->mechanics.model;
    if (model->m == 0) {
        return NSD_OK;
    }
    NSD_TRY(model->gap(model->context, t, x, h));
    for (int a = 0; a < model->m && s->compliance.law; a++) {
        nsd_guard_end end = { h[a], 0.0, 0.0 };
        nsd_flow_compliance_add_depth(s, a, t, &end);
        h[a] = end.h;
    }
    return !nsd_dense_all_finite((size_t)model->m, h) ? NSD_NOT_FINITE : NSD_OK;
}

static nsd_status motion(nsd_flow *base, const nsd_flow_point *at, nsd_guard_end *ends)
{
    nsd_flow_mechanical *s = (nsd_flow_mechanical *)base;
    nsd_mechanics       *mechanics = &s->mechanics;
    const nsd_model     *model = mechanics->model;
    const int            n = model->n;
    nsd_model_motion     motion = { at->t, at->x, at->x + n, at->f + n, base->difference_time };
    double              *U = s->held.rates, *A = s->held.kappa;

    if (model->m > 0) {
        NSD_TRY(nsd_mechanics_gaps(mechanics, at->t, at->x, mechanics->y));
        const nsd_status status = nsd_model_gap_motion(model, &motion, U, A, mechanics->H,
                                                       mechanics->work);
        nsd_flow_adapt_difference_time(base, motion.d);
        NSD_TRY(status);
    }
    for (int a = 0; a < model->m; a++) {
        const nsd_guard_end end = { mechanics->y[a], U[a], A[a] };
        ends[a] = end;
        nsd_flow_compliance_add_depth(s, a, at->t, &ends[a]);
    }
    return NSD_OK;
}

double nsd_flow_mechanical_velocity_noise(int n, const double *direction, const double *v)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += fabs(direction[i] * v[i]);
    }
    return 8.0 * DBL_EPSILON * sum;
}

double nsd_flow_mechanical_gap_error(const nsd_flow_mechanical *s, int a, const double *q0,
                                     const double *q1, double rel_tol, double abs_tol)
{
    const nsd_model   *model = s->mechanics.model;
    const nsd_columns *H = model->normals;
    const double      *normal = s->mechanics.H + (size_t)a * (size_t)model->n;
    double             sum = 0.0;
    for (int i = 0; i < model->n && !H; i++) {
        sum += fabs(normal[i]) * (abs_tol + rel_tol * fmax(fabs(q0[i]), fabs(q1[i])));
    }
    for (ptrdiff_t k = H ? H->start[a] : 0; H && k < H->start[a + 1]; k++) {
        const double size = fmax(fabs(q0[H->row[k]]), fabs(q1[H->row[k]]));
        sum += fabs(H->values[k]) * (abs_tol + rel_tol * size);
    }
    return sum;
}

double nsd_flow_mechanical_gap_velocity_noise(const nsd_flow_mechanical *s, const double *v)
{
    const nsd_model   *model = s->mechanics.model;
    const nsd_columns *H = model->normals;
    double             largest = 0.0;
    for (int a = 0; a < model->m && !H; a++) {
        const double *normal = s->mechanics.H + (size_t)a * (size_t)model->n;
        largest = fmax(largest, nsd_flow_mechanical_velocity_noise(model->n, normal, v));
    }
    for (int a = 0; a < model->m && H; a++) {
        double sum = 0.0;
        for (ptrdiff_t k = H->start[a]; k < H->start[a + 1]; k++) {
            sum += fabs(H->values[k] * v[H->row[k]]);
        }
        largest = fmax(largest, 8.0 * DBL_EPSILON * sum);
    }
    return largest;
}

void nsd_flow_mechanical_select(nsd_flow_mechanical *s, const int *members)
{
    nsd_tally *set = &s->mechanics.tally;
    set->count = 0;
    for (int a = 0; a < set->m; a++) {
        if ((members[a] || s->base.sticks[a]) && !nsd_flow_compliance_has(&s->compliance, a)) {
            set->active[set->count++] = a;
        }
    }
}

static nsd_status project_positions(nsd_flow *base, double t, const int *members, double *x)
{
    nsd_flow_mechanical  *s = (nsd_flow_mechanical *)base;
    const nsd_event_point point = nsd_flow_mechanical_point(s, t, x);
    const double          noise = 4.0 * DBL_EPSILON * nsd_dense_max_abs(s->mechanics.model->n, x);
    nsd_flow_mechanical_select(s, members);
    return nsd_held_project_positions(&s->held, &point, noise, x);
}

static nsd_status project_velocities(nsd_flow *base, double t, const int *members, double *x)
{
    nsd_flow_mechanical  *s = (nsd_flow_mechanical *)base;
    const nsd_event_point point = nsd_flow_mechanical_point(s, t, x);
    nsd_flow_mechanical_select(s, members);
    return nsd_held_project_velocities(&s->held, &point, x + s->mechanics.model->n);
}

nsd_status nsd_flow_mechanical_prepare_jump(nsd_flow_mechanical *s, const nsd_flow_jump *j,
                                            const double *x)
{
    nsd_mechanics        *mechanics = &s->mechanics;
    const nsd_model      *model = mechanics->model;
    const nsd_event_point point = nsd_flow_mechanical_point(s, j->t, x);

    NSD_TRY(nsd_flow_mechanical_factor_mass(s, x));
    NSD_TRY(nsd_held_rates(&s->held, &point, j->before));
    if (model->p > 0) {
        NSD_TRY(nsd_model_joint_jac(model, j->t, x, mechanics->J, mechanics->g_t, mechanics->work));
    }
    return NSD_OK;
}

static nsd_status jump(nsd_flow *base, const nsd_flow_jump *j, double *x)
{
    nsd_flow_mechanical *s = (nsd_flow_mechanical *)base;
    const nsd_impact     law = { nsd_flow_compliance_rigid(s, j->closed), j->e, j->rest };
    nsd_state            state = { .t = j->t, .q = x, .v = x + s->mechanics.model->n };

    state.P = j->impulse;
    state.U = j->after;
    state.U_before = j->before;
    NSD_TRY(nsd_flow_mechanical_prepare_jump(s, j, x));
    NSD_TRY(nsd_held_impact(&s->held, &law, &state));
    base->endless = s->held.endless;
    return NSD_OK;
}

static nsd_status choose_sticking(nsd_flow *base, double t, const double *x, const int *candidates,
                                  double *f)
{
    nsd_flow_mechanical  *s = (nsd_flow_mechanical *)base;
    const nsd_tally      *set = &s->mechanics.tally;
    const nsd_event_point point = nsd_flow_mechanical_point(s, t, x);

    memset(base->lambda, 0, (size_t)set->m * sizeof(double));
    NSD_TRY(nsd_flow_compliance_choose(s, t, x, candidates));
    base->largest_hdd = 0.0;
    base->stick_count = 0;
    NSD_TRY(nsd_flow_mechanical_free_field(s, t, x, f));
    candidates = nsd_flow_compliance_rigid(s, candidates);
    nsd_held_select(&s->held, candidates);
    if (set->count + set->p > 0) {
        NSD_TRY(nsd_held_bias(&s->held, &point, base->difference_time));
        NSD_TRY(nsd_held_choose(&s->held, candidates, s->room, f + set->n));
        forces_to_flow(s, s->held.forces);
        base->largest_hdd = s->held.largest_push;
    }
    for (int i = 0; i < set->count; i++) {
        base->sticks[set->active[i]] = 1;
    }
    nsd_flow_set_mode(base, base->sticks);
    return nsd_flow_mechanical_powers(s, x, f + 2 * set->n);
}

static size_t lay_out(nsd_flow_mechanical *s, const nsd_model *model, nsd_scratch *scratch)
{
    const size_t m = (size_t)model->m;
    s->room = nsd_scratch_doubles(scratch, (size_t)model->n);
    s->base.lambda = nsd_scratch_doubles(scratch, m);
    s->base.joint = nsd_scratch_doubles(scratch, (size_t)model->p);
    s->base.sticks = nsd_scratch_ints(scratch, m);
    nsd_flow_compliance_lay_out(&s->compliance, model, scratch);
    s->compliance_field = nsd_scratch_doubles(
        scratch, model->surface.compliance
                     ? (size_t)(2 * model->n + nsd_flow_mechanical_work_count(model))
                     : 0);
    s->keep = nsd_scratch_part(scratch,
                               nsd_mechanics_scratch(model, NULL) + nsd_held_scratch(model));
    return nsd_scratch_counted(scratch);
}

size_t nsd_flow_mechanical_scratch(const nsd_model *model)
{
    return lay_out(&(nsd_flow_mechanical){ 0 }, model, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_flow_mechanical_init(nsd_flow_mechanical *s, const nsd_model *model,
                                    const nsd_lcp_options *lcp, nsd_scratch *scratch)
{
    const size_t          from = scratch->used;
    nsd_nonlinear_options options;
    const nsd_flow        functions = {
               .size = 2 * model->n + nsd_flow_mechanical_work_count(model),
               .controlled = 2 * model->n,
               .order = 2,
               .guard_states = model->n,
               .guards = model->m,
               .joints = model->p,
               .e = model->e,
               .field = field,
               .values = values,
               .motion = motion,
               .project_positions = project_positions,
               .project_velocities = project_velocities,
               .jump = jump,
               .choose_sticking = choose_sticking,
    };

    memset(s, 0, sizeof *s);
    memset(&options, 0, sizeof options);
    options.step.lcp = *lcp;
    s->base = functions;
    lay_out(s, model, scratch);
    NSD_TRY(nsd_scratch_clear(scratch, from));
    NSD_TRY(nsd_mechanics_init(&s->mechanics, model, NULL, &options, &s->keep));
    nsd_flow_compliance_init(s);
    if (model->normals) { /* constant: they are there from the start */
        NSD_TRY(nsd_mechanics_contact_normals(&s->mechanics, 0.0, s->room));
    }
    return nsd_held_init(&s->held, &s->mechanics, &s->keep);
}
