/* nonlinear_paoli.c - Schatzman-Paoli for nonlinear systems, metric frozen at q_n: fixed point or
 * Newton's iteration on the half-step velocity, with the contact problem inside.
 *
 *   w+ = w + h M(q)^-1 F(t, q, (w + w+)/2) + M(q)^-1 (H P + J mu),   w = (q_n+1 - q_n)/h   (SP.7)
 *   0 <= y((q_n+1 + e q_n-1)/(1+e))  _|_  P >= 0,   g(q_n+1) = 0                          (SP.8)
 *
 * which is the projection of the weighted mean on the admissible set in the metric M(q_n). */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/geodesic.h"
#include "scheme/nonlinear/nonlinear_base.h"

/* Ratio of two changes above which the fixed point is too slow and Newton's iteration takes over.
 * Smaller: dF/dv is evaluated where the fixed point would do; larger: stiff damping needs many
 * iterations, or fails. */
#define SLOW_FIXED_POINT_RATIO 0.1

typedef struct paoli {
    nsd_nonlinear_base base;  /* first: a stepper is a paoli; energies are those of half steps */
    double            *q1;    /* position one step ahead of the state                          */
    double      *w, *w1, *wf; /* half-step velocities: before, after, after if free            */
    double      *mean;        /* temporary: (q_n+1 + e q_n-1)/(1+e), or q_n+1                  */
    double      *z;           /* m + p: impulses of the iterate                                */
    double       impact_gain; /* work of the impact under way; an impact takes a few steps     */
    nsd_geodesic geodesic;    /* work space of (PR.3), with option geodesic                    */
    int          same_restitution; /* all contacts have the same e                               */
    int          use_newton;       /* the fixed point was slow: Newton's iteration with Fv       */
} paoli;

/* y_a at (q_n+1 + e_a q_n-1)/(1 + e_a) for every contact, with q_n+1 = q1 + h w; t = t_n. Moving
 * obstacles are evaluated at the same mean of the times t_n+1 and t_n-1 */
static nsd_status weighted_gaps(paoli *s, const double *q_last, const double *w, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     h = mechanics->options.step.h;
    const int        rounds = s->same_restitution ? 1 : model->m;

    for (int a = 0; a < rounds; a++) {
        const double e = model->e[a], share = 1.0 / (1.0 + e);
        for (int i = 0; i < model->n; i++) {
            s->mean[i] = share * (s->q1[i] + h * w[i] + e * q_last[i]);
        }
        NSD_TRY(model->gap(model->context, t + (1.0 - e) * share * h, s->mean,
                           s->same_restitution ? mechanics->y : mechanics->u));
        if (!s->same_restitution) {
            mechanics->y[a] = mechanics->u[a];
        }
    }
    return nsd_dense_all_finite((size_t)model->m, mechanics->y) ? NSD_OK : NSD_NOT_FINITE;
}

/* Right-hand sides of (SP.8), linearised at the iterate w with impulses z               (SP.9) */
static nsd_status fill_right_sides(paoli *s, const nsd_state *state, const double *w, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     h = mechanics->options.step.h;

    if (model->m > 0) {
        NSD_TRY(weighted_gaps(s, state->q, w, t));
    }
    for (int a = 0; a < model->m; a++) {
        mechanics->u[a] = (1.0 + model->e[a]) / h * mechanics->y[a];
    }
    if (model->p > 0) {
        nsd_dense_sum(model->n, s->q1, h, w, s->mean);
        NSD_TRY(nsd_mechanics_joints(mechanics, t + h, s->mean, mechanics->u + model->m));
        for (int j = 0; j < model->p; j++) {
            mechanics->u[model->m + j] /= h;
        }
    }
    return NSD_OK;
}

/* 1 when there is a contact problem to solve: a contact closes or has an impulse, or joints */
static int something_closes(const paoli *s)
{
    const nsd_model *model = s->base.mechanics.model;
    for (int a = 0; a < model->m; a++) {
        if (s->base.mechanics.u[a] < 0.0 || s->z[a] > 0.0) {
            return 1;
        }
    }
    return model->p > 0;
}

static void select_all(nsd_tally *tally)
{
    tally->count = tally->m;
    for (int a = 0; a < tally->m; a++) {
        tally->active[a] = a;
    }
}

static nsd_status fill_normals(nsd_mechanics *mechanics, double t, const double *q)
{
    select_all(&mechanics->tally);
    NSD_TRY(nsd_mechanics_contact_normals(mechanics, t, q));
    NSD_TRY(nsd_mechanics_joint_normals(mechanics, t, q));
    nsd_mechanics_gather(mechanics);
    return NSD_OK;
}

/* u <- u - W z, the right-hand sides for z = 0; needs W of this step */
static void shift_by_iterate(paoli *s)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      size = mechanics->model->m + mechanics->model->p;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            mechanics->u[i] -= mechanics->contact.W[i + (size_t)j * (size_t)size] * s->z[j];
        }
    }
}

/* w1 from the projection of the weighted mean in the geodesic distance                (PR.3) */
static nsd_status solve_geodesic_contacts(paoli *s, const nsd_state *state, double t, int *have_H)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     h = mechanics->options.step.h, e = model->e[0], share = 1.0 / (1.0 + e);

    memcpy(s->w1, s->wf, (size_t)model->n * sizeof(double));
    memset(s->z, 0, (size_t)model->m * sizeof(double));
    NSD_TRY(fill_right_sides(s, state, s->wf, t));
    if (!something_closes(s)) {
        return NSD_OK;
    }
    for (int i = 0; i < model->n; i++) {
        s->mean[i] = share * (s->q1[i] + h * s->wf[i] + e * state->q[i]);
    }
    NSD_TRY(nsd_geodesic_project(&s->geodesic, t + (1.0 - e) * share * h, s->mean, s->z));
    for (int i = 0; i < model->n; i++) {
        s->w1[i] = ((1.0 + e) * s->mean[i] - e * state->q[i] - s->q1[i]) / h;
    }
    nsd_dense_scale(model->m, (1.0 + e) / h, s->z, s->z);
    *have_H = 1;
    NSD_TRY(nsd_mechanics_factor_mass(mechanics, s->q1)); /* and normals, for the works */
    return fill_normals(mechanics, t, s->q1);
}

/* w1 <- wf + M^-1 G z with z from (SP.8); have_W: W was computed earlier in this step */
static nsd_status solve_linearised_contacts(paoli *s, const nsd_state *state, double t, int *have_W)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     n = (size_t)model->n, size = (size_t)model->m + (size_t)model->p;

    memcpy(s->w1, s->wf, n * sizeof(double)); /* the iterate: free motion, impulses so far */
    for (size_t j = 0; j < size && *have_W; j++) {
        for (size_t i = 0; i < n; i++) {
            s->w1[i] += mechanics->contact.X[i + j * n] * s->z[j];
        }
    }
    NSD_TRY(fill_right_sides(s, state, s->w1, t));
    if (!something_closes(s)) {
        return NSD_OK;
    }
    if (*have_W) {
        shift_by_iterate(s);
    } else {
        NSD_TRY(fill_normals(mechanics, t, s->q1));
    }
    memcpy(s->w1, s->wf, n * sizeof(double));
    memcpy(mechanics->contact.z, s->z, size * sizeof(double));
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(mechanics, model->m,
                                                                      model->p);
    const nsd_status status = nsd_contact_varying_solve(&mechanics->contact, &problem, s->w1);
    *have_W = 1;
    memcpy(s->z, mechanics->contact.z, size * sizeof(double));
    return status;
}

static nsd_status solve_contacts(paoli *s, const nsd_state *state, double t, int *have_W)
{
    const int geodesic = s->base.mechanics.options.geodesic && s->base.mechanics.model->m > 0;
    return geodesic ? solve_geodesic_contacts(s, state, t, have_W)
                    : solve_linearised_contacts(s, state, t, have_W);
}

/* A <- M - (h/2) Fv with Fv of this step or, unless fresh, of an earlier one            (SP.9) */
static nsd_status factor_damping(paoli *s, double t, int fresh)
{
    nsd_mechanics        *mechanics = &s->base.mechanics;
    const nsd_model      *model = mechanics->model;
    const size_t          size = (size_t)model->n * (size_t)model->n;
    const nsd_model_point point = { s->q1, mechanics->v_mid, mechanics->F };

    if (fresh) {
        NSD_TRY(
            nsd_model_force_jac(model, t, &point, mechanics->Fq, mechanics->Fv, mechanics->work));
    }
    nsd_dense_sum(size, mechanics->M, -0.5 * mechanics->options.step.h, mechanics->Fv,
                  mechanics->A);
    mechanics->holds = NSD_HOLDS_LU;
    return nsd_model_matrices_factor_newton(&mechanics->matrices, mechanics->A) == NSD_OK
               ? NSD_OK
               : NSD_NEWTON;
}

/* wf <- h F - M (w1 - w), the residual of Newton's iteration                             (SP.7) */
static void newton_residual(paoli *s)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;
    const double   h = mechanics->options.step.h;

    nsd_dense_scale(n, h, mechanics->F, s->wf);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            s->wf[i] -= mechanics->M[i + (size_t)j * (size_t)n] * (s->w1[j] - s->w[j]);
        }
    }
}

/* wf <- w + h M^-1 F(t, q1, (w + w1)/2), or a Newton step towards it                     (SP.7) */
static nsd_status free_motion(paoli *s, double t)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;

    for (int i = 0; i < n; i++) {
        mechanics->v_mid[i] = 0.5 * (s->w[i] + s->w1[i]);
    }
    NSD_TRY(nsd_mechanics_force(mechanics, t, s->q1, mechanics->v_mid, mechanics->F));
    if (mechanics->holds == NSD_HOLDS_LU) {
        newton_residual(s);
        nsd_mechanics_solve(mechanics, s->wf);
        nsd_dense_add(n, 1.0, s->w1, s->wf);
        return NSD_OK;
    }
    memcpy(s->wf, mechanics->F, (size_t)n * sizeof(double));
    nsd_mechanics_solve(mechanics, s->wf);
    nsd_dense_sum(n, s->w, mechanics->options.step.h, s->wf, s->wf);
    return NSD_OK;
}

typedef struct change {
    double relative; /* max|w1 - r| relative to w1 or to the free velocity wf: where impulses cancel
                        wf, w1 is the rounding of wf                                             */
    int    rounding; /* the change moves q_n+1 by no more than rounding. At rest w1 is the rounding
                        of a gap divided by h, and changes by its own size in every iteration    */
} change;

/* How far w1 moved from the last iterate r. F is finite, so w1 has no NaN. */
static change change_of(const paoli *s)
{
    const int n = s->base.mechanics.model->n;
    double    moved = 0.0, scale = 0.0;
    for (int i = 0; i < n; i++) {
        moved = fmax(moved, fabs(s->w1[i] - s->base.mechanics.r[i]));
        scale = fmax(scale, fmax(fabs(s->w1[i]), fabs(s->wf[i])));
    }
    const double far = NSD_POSITION_ROUNDING * nsd_dense_max_abs(n, s->q1);
    const change change = { moved / (scale > 0.0 ? scale : 1.0),
                            s->base.mechanics.options.step.h * moved <= far };
    return change;
}

/* 1 when the iteration may end; have_W: contacts take part in it */
static int converged(const paoli *s, const change *now, double previous, int have_W)
{
    const nsd_nonlinear_options *options = &s->base.mechanics.options;
    return nsd_mechanics_converged(options, now->relative, previous) ||
           (!have_W && nsd_mechanics_will_converge(options, now->relative, previous)) ||
           (now->rounding && now->relative >= 0.5 * previous);
}

/* w1 and z of the equation centred at t; `state` is the state of the step before. The fixed point
 * on w1 contracts by h |M^-1 dF/dv| / 2, which is tiny unless damping is stiff; then Newton's
 * iteration takes over, also in later steps. Gaps are evaluated once the free motion has converged,
 * and in every iteration if a contact closes. */
static nsd_status solve_step(paoli *s, const nsd_state *state, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     bytes = (size_t)model->n * sizeof(double);
    const int        geodesic = mechanics->options.geodesic && model->m > 0;
    int              have_W = 0, free = model->p == 0;
    double           previous = INFINITY;

    memset(s->z, 0, (size_t)(model->m + model->p) * sizeof(double));
    nsd_status status = nsd_mechanics_factor_mass(mechanics, s->q1);
    int fresh = geodesic || mechanics->holds == NSD_HOLDS_MODEL; /* A stays M, or Fv is new */
    if (status == NSD_OK && s->use_newton) {
        status = factor_damping(s, t, 0);
    }
    for (int iter = 0; iter < mechanics->options.newton_max_iter && status == NSD_OK; iter++) {
        memcpy(mechanics->r, s->w1, bytes);
        status = free_motion(s, t);
        if (status == NSD_OK && free) {
            memcpy(s->w1, s->wf, bytes);
        } else if (status == NSD_OK) {
            status = solve_contacts(s, state, t, &have_W);
        }
        const change change = change_of(s);
        int          done = converged(s, &change, previous, have_W);
        if (status == NSD_OK && done && free) {
            status = solve_contacts(s, state, t, &have_W);
            free = 0;
            done = !have_W;
        }
        if (status != NSD_OK || done) {
            s->use_newton = s->use_newton &&
                            !(fresh && have_W); /* perhaps the contact was slow, not the force */
            return status;
        }
        if (iter > 1 && change.relative > NSD_NEWTON_NOISE &&
            change.relative > SLOW_FIXED_POINT_RATIO * previous && !fresh) {
            fresh = s->use_newton = 1; /* from now on Newton's iteration */
            have_W = 0;
            status = factor_damping(s, t, 1);
        }
        previous = s->base.stepper.newton_residual = change.relative;
    }
    return status == NSD_OK ? NSD_NEWTON : status;
}

/* Energies of the half step from q with velocity w: exact for quadratic potentials    (SP.10) */
static nsd_status half_step_energy(paoli *s, const double *q, const double *w)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;
    const double   h = mechanics->options.step.h;
    double         U_mid = 0.0, U_start = 0.0, U_end = 0.0;

    for (int i = 0; i < n; i++) {
        mechanics->q_mid[i] = q[i] + 0.5 * h * w[i];
        s->mean[i] = q[i] + h * w[i];
    }
    NSD_TRY(nsd_mechanics_kinetic(mechanics, mechanics->q_mid, w, &s->base.kinetic));
    NSD_TRY(nsd_mechanics_potential(mechanics, mechanics->q_mid, &U_mid));
    NSD_TRY(nsd_mechanics_potential(mechanics, q, &U_start));
    NSD_TRY(nsd_mechanics_potential(mechanics, s->mean, &U_end));
    s->base.potential = 2.0 * U_mid - 0.5 * (U_start + U_end);
    return NSD_OK;
}

static nsd_status measure(nsd_stepper *stepper, const nsd_state *state)
{
    paoli *s = (paoli *)stepper;
    return half_step_energy(s, state->q, s->w);
}

/* Impulses of the step into the state, and their works */
static void add_works(paoli *s, nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n;

    for (int a = 0; a < model->m; a++) {
        const double *normal = mechanics->H + (size_t)a * (size_t)n;
        state->P[a] = s->z[a];
        if (s->z[a] > 0.0) {
            state->U_before[a] = nsd_mechanics_gap_rate(mechanics, a, s->w);
            state->U[a] = nsd_mechanics_gap_rate(mechanics, a, s->w1);
            s->base.works.impact += s->z[a] * nsd_dense_dot(n, normal, mechanics->v_mid);
            s->base.works.contact += 0.5 * s->z[a] * (state->U_before[a] + state->U[a]);
            s->base.works.pushes++;
        }
    }
    for (int j = 0; j < model->p; j++) {
        state->joint[j] = s->z[model->m + j];
        s->base.works.joint += state->joint[j] * nsd_dense_dot(n,
                                                               mechanics->J + (size_t)j * (size_t)n,
                                                               mechanics->v_mid);
    }
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    paoli         *s = (paoli *)stepper;
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;
    const double   h = mechanics->options.step.h;

    for (int i = 0; i < n; i++) { /* guess: the acceleration of the step before */
        const double w = s->w[i];
        s->w1[i] = w + (w - s->w1[i]);
    }
    NSD_TRY(solve_step(s, state, state->t + h));
    for (int i = 0; i < n; i++) {
        mechanics->v_mid[i] = 0.5 * (s->w[i] + s->w1[i]);
    }
    NSD_TRY(nsd_mechanics_released_velocities(mechanics, state, s->z, s->w, s->w1));
    add_works(s, state);
    memcpy(state->q, s->q1, (size_t)n * sizeof(double));
    memcpy(state->v, mechanics->v_mid, (size_t)n * sizeof(double)); /*                (SP.4) */
    for (int i = 0; i < n; i++) {
        const double before = s->w[i];
        s->q1[i] += h * s->w1[i];
        s->w[i] = s->w1[i];
        s->w1[i] = before;
    }
    nsd_contact_solver_report(&mechanics->contact.solver, &mechanics->tally);
    state->k++;
    return NSD_OK;
}

/* In the metric frozen at q_n impulses and force do all the work. The work of the force is the
 * rest, and includes the work of a changing M                                            (EN.5) */
static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    paoli       *s = (paoli *)stepper;
    double       stored = 0.0;
    const double gained = nsd_nonlinear_base_to_ledger(&s->base, ledger, &stored);

    (void)state;
    ledger->value[NSD_EXTERNAL] += gained + stored - s->base.works.impact - s->base.works.joint;
    s->impact_gain = s->base.works.pushes > 0 ? s->impact_gain + s->base.works.contact : 0.0;
    ledger->inner = s->impact_gain;
    memset(&s->base.works, 0, sizeof s->base.works);
}

/* z <- depth below its surface at which each contact may end the first step            (SP.11) */
static nsd_status first_depths(paoli *s, const nsd_state *state)
{
    const nsd_model *model = s->base.mechanics.model;
    const double     h = s->base.mechanics.options.step.h;

    if (model->m > 0) {
        NSD_TRY(model->gap(model->context, state->t, state->q, s->z));
    }
    for (int a = 0; a < model->m; a++) {
        s->z[a] = model->e[a] * fmax(s->z[a] - h * state->U[a], 0.0);
    }
    return NSD_OK;
}

/* Work of the impulses M (w - w1) of the first half step, with w1 the velocity without them, on the
 * mean of v_0 and w: a product in the metric of M as half a difference of two squares    (SP.12) */
static nsd_status first_works(paoli *s, const nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    double           sum = 0.0, difference = 0.0;

    for (int i = 0; i < model->n; i++) {
        s->mean[i] = (s->w[i] - s->w1[i]) + 0.5 * (state->v[i] + s->w[i]);
    }
    NSD_TRY(nsd_mechanics_kinetic(mechanics, state->q, s->mean, &sum));
    for (int i = 0; i < model->n; i++) {
        s->mean[i] = (s->w[i] - s->w1[i]) - 0.5 * (state->v[i] + s->w[i]);
    }
    NSD_TRY(nsd_mechanics_kinetic(mechanics, state->q, s->mean, &difference));
    *(model->m > 0 ? &s->base.works.impact : &s->base.works.joint) = 0.5 * (sum - difference);
    return NSD_OK;
}

/* w_1/2 = v_0 + (h/2) M^-1 F_0, then q_1 projected: impact law and g(q_1) = 0           (SP.6) */
static nsd_status first_step(paoli *s, const nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n;
    const double     h = mechanics->options.step.h;

    NSD_TRY(nsd_mechanics_factor_mass(mechanics, state->q));
    NSD_TRY(nsd_mechanics_force(mechanics, state->t, state->q, state->v, mechanics->F));
    memcpy(s->w, mechanics->F, (size_t)n * sizeof(double));
    nsd_mechanics_solve(mechanics, s->w);
    for (int i = 0; i < n; i++) {
        s->w[i] = state->v[i] + 0.5 * h * s->w[i];
        s->q1[i] = state->q[i] + h * s->w[i];
        s->w1[i] = s->w[i];
    }
    select_all(&mechanics->tally);
    NSD_TRY(first_depths(s, state));
    const nsd_status status = nsd_mechanics_project(mechanics, state->t + h, s->z, s->q1);
    for (int i = 0; i < n; i++) {
        s->w[i] = (s->q1[i] - state->q[i]) / h;
    }
    NSD_TRY(first_works(s, state));
    memcpy(s->w1, s->w, (size_t)n * sizeof(double));
    return status;
}

static paoli *lay_out(const nsd_model *model, paoli *blank, nsd_scratch *scratch)
{
    paoli         *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t   n = (size_t)model->n;
    double **const memory[] = { &s->q1, &s->w, &s->w1 };

    nsd_nonlinear_base_lay_out(&s->base, model, 3 * n, scratch);
    for (size_t i = 0; i < 3 && s->base.stepper.memory; i++) {
        *memory[i] = s->base.stepper.memory + i * n;
    }
    NSD_SCRATCH_ZEROS(scratch, n, &s->wf, &s->mean);
    NSD_SCRATCH_ZEROS(scratch, (size_t)model->m + (size_t)model->p, &s->z);
    return s;
}

static size_t scratch_size(const nsd_model *model)
{
    nsd_scratch *counter = NSD_SCRATCH_COUNTER;
    lay_out(model, &(paoli){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_nonlinear_base_scratch(model, NULL) +
           nsd_geodesic_scratch(model);
}

/* Position one step ahead and energies of the first half step */
static nsd_status start(paoli *s, const double *memory, nsd_state *state, nsd_ledger *ledger)
{
    NSD_TRY(nsd_mechanics_start(&s->base.mechanics, state, ledger));
    if (!memory) { /* the row of t_0 has the energy of q_0 and v_0 */
        return first_step(s, state);
    }
    memcpy(s->base.stepper.memory, memory, s->base.stepper.memory_size * sizeof *memory);
    NSD_TRY(half_step_energy(s, state->q, s->w));
    ledger->value[NSD_KINETIC] = s->base.kinetic;
    ledger->value[NSD_POTENTIAL] = s->base.potential;
    return NSD_OK;
}

static nsd_status init(const nsd_model *model, const nsd_nonlinear_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    paoli blank, *s = lay_out(model, &blank, scratch);

    NSD_TRY(nsd_nonlinear_base_init(&s->base, model, NULL, options, scratch));
    NSD_TRY(nsd_geodesic_init(&s->geodesic, &s->base.mechanics, scratch));
    s->same_restitution = 1;
    for (int a = 1; a < model->m; a++) {
        s->same_restitution = s->same_restitution && model->e[a] == model->e[0];
    }
    s->base.stepper.step = step;
    s->base.stepper.energy = energy;
    s->base.stepper.measure = measure;
    *stepper = &s->base.stepper;
    if (options->geodesic && (!s->same_restitution || model->p > 0)) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    return start(s, options->step.newmark.memory, state, ledger);
}

const nsd_nonlinear_scheme nsd_nonlinear_scheme_paoli = { "paoli", scratch_size, init, 0 };
