/* nsd_lagrangian_paoli.c - Schatzman-Paoli for nonlinear systems, metric frozen at q_n.
 *
 *   w+ = w + h M(q)^-1 F(t, q, (w + w+)/2) + M(q)^-1 (H P + J mu),   w = (q_n+1 - q_n)/h   (SP.7)
 *   0 <= y((q_n+1 + e q_n-1)/(1+e))  _|_  P >= 0,   g(q_n+1) = 0                          (SP.8)
 *
 * which is the projection of the weighted mean on the admissible set in the metric M(q_n). */
#include <math.h>
#include <string.h>

#include "nsd_lagrangian.h"

typedef struct paoli {
    nsd_stepper    base; /* first: a stepper is a paoli */
    nsd_lagrangian common;
    double        *q1;                 /* position one step ahead of the state                  */
    double        *w, *w1, *wf;        /* half-step velocities: before, after, after if free     */
    double        *mean;               /* the point at which a gap is looked at                  */
    double        *z;                  /* impulses of the iterate, m + p                         */
    double         kinetic, potential; /* energies of the half step           */
    double         force_work, impact_work, joint_work; /* since the last row */
    double contact_work; /* of the impulses as seen from the obstacles, since the last row */
    int    pushes;
    double gain;  /* of the impact under way, which takes a few steps */
    int    one_e; /* all contacts have the same restitution */
    int    stiff; /* the force depends strongly on the velocity: Fv is at hand */
} paoli;

/* y_a at (q_n+1 + e_a q_n-1)/(1 + e_a) for every contact, with q_n+1 = q1 + h w; t = t_n, and the
 * obstacle is where it stands at the same mean of the times */
static nsd_status weighted_gaps(paoli *s, const double *q_last, const double *w, double t)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const double     h = common->options.step.h;
    const int        rounds = s->one_e ? 1 : model->m;
    nsd_status       status = NSD_OK;

    for (int a = 0; a < rounds && status == NSD_OK; a++) {
        const double e = model->e[a], share = 1.0 / (1.0 + e);
        for (int i = 0; i < model->n; i++) {
            s->mean[i] = share * (s->q1[i] + h * w[i] + e * q_last[i]);
        }
        status = model->gap(model->context, t + (1.0 - e) * share * h, s->mean,
                            s->one_e ? common->y : common->u);
        if (!s->one_e) {
            common->y[a] = common->u[a];
        }
    }
    return status == NSD_OK && !nsd_all_finite((size_t)model->m, common->y) ? NSD_NOT_FINITE
                                                                            : status;
}

/* Right-hand sides of (SP.8), linearised at the iterate w with impulses z               (SP.9) */
static nsd_status relations(paoli *s, const nsd_state *state, const double *w, double t)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const double     h = common->options.step.h;
    nsd_status       status = NSD_OK;

    if (model->m > 0) {
        status = weighted_gaps(s, state->q, w, t);
    }
    for (int a = 0; a < model->m; a++) {
        common->u[a] = (1.0 + model->e[a]) / h * common->y[a];
    }
    if (status == NSD_OK && model->p > 0) {
        for (int i = 0; i < model->n; i++) {
            s->mean[i] = s->q1[i] + h * w[i];
        }
        status = model->joint(model->context, t + h, s->mean, common->u + model->m);
        for (int j = 0; j < model->p; j++) {
            common->u[model->m + j] /= h;
        }
    }
    return status;
}

static int something_closes(const paoli *s)
{
    const nsd_model *model = s->common.model;
    for (int a = 0; a < model->m; a++) {
        if (s->common.u[a] < 0.0 || s->z[a] > 0.0) {
            return 1;
        }
    }
    return model->p > 0;
}

static nsd_status normals(nsd_lagrangian *common, double t, const double *q)
{
    const nsd_model *model = common->model;
    nsd_status       status = NSD_OK;

    common->report.count = model->m;
    for (int a = 0; a < model->m; a++) {
        common->report.active[a] = a;
    }
    if (model->m > 0) {
        status = nsd_model_gap_jac(model, t, q, common->H, common->y_t, common->work);
    }
    if (status == NSD_OK && model->p > 0) {
        status = nsd_model_joint_jac(model, t, q, common->J, common->g_t, common->work);
    }
    nsd_lagrangian_gather(common);
    return status;
}

/* u <- u - W z, so that the local problem starts from z = 0: needs W of this step */
static void shift_by_iterate(paoli *s)
{
    nsd_lagrangian *common = &s->common;
    const int       size = common->model->m + common->model->p;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            common->u[i] -= common->local.W[i + (size_t)j * (size_t)size] * s->z[j];
        }
    }
}

/* w1 <- wf + M^-1 G z with z from (SP.8); have_W: W was made earlier in this step */
static nsd_status contact(paoli *s, const nsd_state *state, double t, int *have_W)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const size_t     n = (size_t)model->n, size = (size_t)model->m + (size_t)model->p;

    memcpy(s->w1, s->wf, n * sizeof(double)); /* the iterate: free motion, impulses so far */
    for (size_t j = 0; j < size && *have_W; j++) {
        for (size_t i = 0; i < n; i++) {
            s->w1[i] += common->local.X[i + j * n] * s->z[j];
        }
    }
    nsd_status status = relations(s, state, s->w1, t);
    if (status != NSD_OK || !something_closes(s)) {
        return status;
    }
    if (*have_W) {
        shift_by_iterate(s);
    } else {
        status = normals(common, t, s->q1);
    }
    memcpy(s->w1, s->wf, n * sizeof(double));
    memcpy(common->local.z, s->z, size * sizeof(double));
    const nsd_local_problem problem = {
        model->m, model->p, common->G, common->u, nsd_lagrangian_solve, common
    };
    if (status == NSD_OK) {
        status = nsd_local_solve(&common->local, &problem, s->w1);
        *have_W = 1;
    }
    memcpy(s->z, common->local.z, size * sizeof(double));
    return status;
}

/* A <- M - (h/2) Fv with Fv of this step or, unless fresh, of an earlier one            (SP.9) */
static nsd_status factor_damping(paoli *s, double t, int fresh)
{
    nsd_lagrangian       *common = &s->common;
    const nsd_model      *model = common->model;
    const size_t          size = (size_t)model->n * (size_t)model->n;
    const nsd_model_point point = { s->q1, common->v_mid, common->F };

    if (fresh) {
        const nsd_status status = nsd_model_force_jac(model, t, &point, common->Fq, common->Fv,
                                                      common->work);
        if (status != NSD_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < size; i++) {
        common->A[i] = common->M[i] - 0.5 * common->options.step.h * common->Fv[i];
    }
    common->holds = NSD_HOLDS_LU;
    return nsd_lu(model->n, common->A, model->n, common->pivot) == NSD_OK ? NSD_OK : NSD_NEWTON;
}

/* r <- h F - M (w1 - w), what is missing when A is not M */
static void newton_residual(paoli *s)
{
    nsd_lagrangian *common = &s->common;
    const int       n = common->model->n;
    const double    h = common->options.step.h;

    for (int i = 0; i < n; i++) {
        s->wf[i] = h * common->F[i];
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            s->wf[i] -= common->M[i + (size_t)j * (size_t)n] * (s->w1[j] - s->w[j]);
        }
    }
}

/* wf <- w + h M^-1 F(t, q1, (w + w1)/2), or a Newton step towards it                     (SP.7) */
static nsd_status free_motion(paoli *s, double t)
{
    nsd_lagrangian *common = &s->common;
    const int       n = common->model->n;

    for (int i = 0; i < n; i++) {
        common->v_mid[i] = 0.5 * (s->w[i] + s->w1[i]);
    }
    const nsd_status status = nsd_lagrangian_force(common, t, s->q1, common->v_mid, common->F);
    if (status != NSD_OK) {
        return status;
    }
    if (common->holds == NSD_HOLDS_LU) {
        newton_residual(s);
        nsd_lagrangian_solve(common, s->wf);
        for (int i = 0; i < n; i++) {
            s->wf[i] += s->w1[i];
        }
        return NSD_OK;
    }
    memcpy(s->wf, common->F, (size_t)n * sizeof(double));
    nsd_lagrangian_solve(common, s->wf);
    for (int i = 0; i < n; i++) {
        s->wf[i] = s->w[i] + common->options.step.h * s->wf[i];
    }
    return NSD_OK;
}

/* Fixed point on w1: its contraction is h |M^-1 dF/dv| / 2, tiny unless damping is stiff; then
 * Newton's iteration takes over, also in later steps */
static nsd_status solve_step(paoli *s, const nsd_state *state, double t)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const int        n = model->n;
    const size_t     size = (size_t)model->m + (size_t)model->p;
    int              have_W = 0, fresh = 0;
    double           previous = INFINITY;

    memset(s->z, 0, size * sizeof(double));
    nsd_status status = nsd_lagrangian_factor_mass(common, s->q1);
    if (status == NSD_OK && s->stiff) {
        status = factor_damping(s, t, 0);
    }
    for (int iter = 0; iter < common->options.newton_max_iter && status == NSD_OK; iter++) {
        double change = 0.0, scale = 0.0;
        memcpy(common->r, s->w1, (size_t)n * sizeof(double));
        status = free_motion(s, t);
        if (status == NSD_OK) {
            status = contact(s, state, t, &have_W);
        }
        for (int i = 0; i < n; i++) { /* F is finite, so no NaN gets here */
            const double moved = fabs(s->w1[i] - common->r[i]), size_i = fabs(s->w1[i]);
            change = moved > change ? moved : change;
            scale = size_i > scale ? size_i : scale;
        }
        change /= scale > 0.0 ? scale : 1.0;
        if (status != NSD_OK || nsd_lagrangian_converged(&common->options, change, previous) ||
            (!have_W && nsd_lagrangian_converges(&common->options, change, previous))) {
            return status;
        }
        if (iter > 1 && change > NSD_NEWTON_NOISE && change > 0.1 * previous && !fresh &&
            common->holds != NSD_HOLDS_MODEL) {
            s->stiff = fresh = 1;
            have_W = 0;
            status = factor_damping(s, t, 1);
        }
        previous = common->failed_residual = change;
    }
    return status == NSD_OK ? NSD_NEWTON : status;
}

/* Energies of the half step from q with velocity w: exact for quadratic potentials    (SP.10) */
static nsd_status half_step_energy(paoli *s, const double *q, const double *w)
{
    nsd_lagrangian *common = &s->common;
    const int       n = common->model->n;
    const double    h = common->options.step.h;
    double          U_mid = 0.0, U_start = 0.0, U_end = 0.0;

    for (int i = 0; i < n; i++) {
        common->q_mid[i] = q[i] + 0.5 * h * w[i];
        s->mean[i] = q[i] + h * w[i];
    }
    nsd_status status = nsd_lagrangian_kinetic(common, common->q_mid, w, &s->kinetic);
    if (status == NSD_OK) {
        status = nsd_lagrangian_potential(common, common->q_mid, &U_mid);
    }
    if (status == NSD_OK) {
        status = nsd_lagrangian_potential(common, q, &U_start);
    }
    if (status == NSD_OK) {
        status = nsd_lagrangian_potential(common, s->mean, &U_end);
    }
    s->potential = 2.0 * U_mid - 0.5 * (U_start + U_end);
    return status;
}

static nsd_status measure(nsd_stepper *stepper, const nsd_state *state)
{
    paoli *s = (paoli *)stepper;
    return half_step_energy(s, state->q, s->w);
}

static void book_works(paoli *s, nsd_state *state)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const int        n = model->n;

    s->force_work += common->options.step.h * nsd_dot(n, common->v_mid, common->F);
    for (int a = 0; a < model->m; a++) {
        const double *normal = common->H + (size_t)a * (size_t)n;
        state->P[a] = s->z[a];
        if (s->z[a] > 0.0) {
            state->U_before[a] = nsd_dot(n, normal, s->w) + common->y_t[a];
            state->U[a] = nsd_dot(n, normal, s->w1) + common->y_t[a];
            s->impact_work += s->z[a] * nsd_dot(n, normal, common->v_mid);
            s->contact_work += 0.5 * s->z[a] * (state->U_before[a] + state->U[a]);
            s->pushes++;
        }
    }
    for (int j = 0; j < model->p; j++) {
        state->mu[j] = s->z[model->m + j];
        s->joint_work += state->mu[j] *
                         nsd_dot(n, common->J + (size_t)j * (size_t)n, common->v_mid);
    }
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    paoli          *s = (paoli *)stepper;
    nsd_lagrangian *common = &s->common;
    const int       n = common->model->n;
    const double    h = common->options.step.h;

    for (int i = 0; i < n; i++) { /* guess: the acceleration of the step before */
        const double w = s->w[i];
        s->w1[i] = w + (w - s->w1[i]);
    }
    nsd_status status = solve_step(s, state, state->t + h);
    if (status != NSD_OK) {
        return status;
    }
    for (int i = 0; i < n; i++) {
        common->v_mid[i] = 0.5 * (s->w[i] + s->w1[i]);
    }
    status = nsd_lagrangian_released(common, state, s->z, s->w, s->w1);
    if (status != NSD_OK) {
        return status;
    }
    book_works(s, state);
    memcpy(state->q, s->q1, (size_t)n * sizeof(double));
    memcpy(state->v, common->v_mid, (size_t)n * sizeof(double)); /*                       (SP.4) */
    for (int i = 0; i < n; i++) {
        s->q1[i] += h * s->w1[i];
    }
    double *before = s->w;
    s->w = s->w1;
    s->w1 = before;
    common->report.problems = common->local.problems;
    common->report.iterations = common->local.iterations;
    common->report.worst = common->local.worst;
    state->k++;
    return NSD_OK;
}

/* The numerical work is the remainder of the balance of the half steps                   (EN.5) */
static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    paoli       *s = (paoli *)stepper;
    double      *value = ledger->value;
    const double gained = s->kinetic - value[NSD_KINETIC];
    const double stored = s->potential - value[NSD_POTENTIAL];
    const double numerical = gained - s->force_work - s->impact_work - s->joint_work;

    (void)state;
    value[NSD_KINETIC] = s->kinetic;
    value[NSD_POTENTIAL] = s->potential;
    value[NSD_EXTERNAL] += s->force_work + stored;
    value[NSD_IMPACT] += s->impact_work;
    value[NSD_JOINT] += s->joint_work;
    value[NSD_NUMERICAL] += numerical;
    s->gain = s->pushes > 0 ? s->gain + s->contact_work + numerical : 0.0;
    ledger->inner = s->gain;
    s->force_work = s->impact_work = s->joint_work = s->contact_work = 0.0;
    s->pushes = 0;
}

/* w_1/2 = v_0 + (h/2) M^-1 F_0, corrected until y(q_1) >= 0 and g(q_1) = 0               (SP.6) */
static nsd_status first_step(paoli *s, const nsd_state *state)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const int        n = model->n;
    const double     h = common->options.step.h;

    nsd_status status = nsd_lagrangian_factor_mass(common, state->q);
    if (status == NSD_OK) {
        status = nsd_lagrangian_force(common, state->t, state->q, state->v, common->F);
    }
    if (status != NSD_OK) {
        return status;
    }
    memcpy(s->w, common->F, (size_t)n * sizeof(double));
    nsd_lagrangian_solve(common, s->w);
    for (int i = 0; i < n; i++) {
        s->w[i] = state->v[i] + 0.5 * h * s->w[i];
        s->q1[i] = state->q[i] + h * s->w[i];
    }
    common->report.count = model->m;
    for (int a = 0; a < model->m; a++) {
        common->report.active[a] = a;
    }
    status = nsd_lagrangian_project(common, state->t + h, s->q1);
    for (int i = 0; i < n; i++) {
        s->w[i] = (s->q1[i] - state->q[i]) / h;
        s->w1[i] = s->w[i];
    }
    return status;
}

static size_t scratch_size(const nsd_model *model)
{
    const size_t n = (size_t)model->n, c = (size_t)model->m + (size_t)model->p;
    return nsd_scratch_need(1, sizeof(paoli)) + nsd_lagrangian_scratch(model) +
           nsd_scratch_need(5 * n + c, sizeof(double));
}

static nsd_status init(const nsd_model *model, const nsd_lagrangian_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    const size_t n = (size_t)model->n, c = (size_t)model->m + (size_t)model->p;
    paoli       *s = nsd_scratch_take(scratch, 1, sizeof *s);
    double      *room = nsd_scratch_take(scratch, 5 * n + c, sizeof *room);
    if (!s || !room) {
        return NSD_ERR_WORKSPACE;
    }
    memset(s, 0, sizeof *s);
    s->q1 = room;
    s->w = room + n;
    s->w1 = room + 2 * n;
    s->wf = room + 3 * n;
    s->mean = room + 4 * n;
    s->z = room + 5 * n;
    s->one_e = 1;
    for (int a = 1; a < model->m; a++) {
        s->one_e = s->one_e && model->e[a] == model->e[0];
    }
    s->base.step = step;
    s->base.energy = energy;
    s->base.measure = measure;
    s->base.contact = &s->common.report;
    *stepper = &s->base;
    nsd_status status = nsd_lagrangian_init(&s->common, model, options, scratch);
    if (status == NSD_OK) {
        status = nsd_lagrangian_start(&s->common, state, ledger);
    }
    if (status == NSD_OK) {
        status = first_step(s, state);
    }
    if (status == NSD_OK) { /* energies of the first half step */
        status = half_step_energy(s, state->q, s->w);
        ledger->value[NSD_KINETIC] = s->kinetic;
        ledger->value[NSD_POTENTIAL] = s->potential;
    }
    return status;
}

const nsd_lagrangian_scheme nsd_lagrangian_paoli = { "paoli", scratch_size, init };
