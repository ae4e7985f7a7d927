/* nsd_lagrangian_moreau.c - Moreau-Jean for nonlinear systems: Newton with the contact problem
 * inside, active set frozen over the step.
 *
 *   M(q_th)(v+ - v) = h F(t_th, q_th, v_th) + H(q_th) P + J(q_th) mu,  q+ = q + h v_th   (NL.1) */
#include <math.h>
#include <string.h>

#include "nsd_lagrangian.h"

/* H and J are taken anew when the middle of the step has moved by this much, relatively: below
 * it their change drowns in the noise of differences */
#define NORMALS_SLACK 1e-10
#define SLOW          1e-2 /* ratio of two Newton changes that asks for new force Jacobians */

typedef struct works { /* done on the system since the last row */
    double force, impact, joint;
    double contact; /* of the impulses as seen from the obstacles */
    int    pushes;
} works;

typedef struct moreau {
    nsd_stepper    base; /* first: a stepper is a moreau */
    nsd_lagrangian common;
    double        *q0, *v0, *v1;     /* start of a (sub)step, velocity at its end        */
    double        *P, *mu;           /* impulses so far of the parts of a halved step    */
    double        *q_safe, *v_safe;  /* start of the whole step                          */
    double        *y_t0, *y_t1, *U0; /* dy/dt at both ends, gap velocity before: m      */
    double        *q_normals;        /* where H and J were taken                         */
    int            have_normals;
    double        *dv, dv_h;   /* increment of the velocity in the last (sub)step, its length */
    int            pushing[2]; /* contacts with an impulse in the last two              */
    works          works;
    double         kinetic, potential; /* at the end of the step                        */
} moreau;

/* A <- M - h theta Fv - h^2 theta^2 Fq at the middle of the step                        (NL.2)
 * The answer of Newton's iteration does not depend on A, its speed hardly on Fq and Fv, which are
 * expensive: those of earlier steps serve until convergence slows down. */
static nsd_status factor_newton(nsd_lagrangian *common, double t, double h, int fresh)
{
    const nsd_model      *model = common->model;
    const double          a = h * common->options.step.theta, b = a * a;
    const size_t          size = (size_t)model->n * (size_t)model->n;
    const nsd_model_point point = { common->q_mid, common->v_mid, common->F };

    if (fresh || !common->have_jacobians) {
        const nsd_status status = nsd_model_force_jac(model, t, &point, common->Fq, common->Fv,
                                                      common->work);
        if (status != NSD_OK) {
            return status;
        }
        common->have_jacobians = 1;
    } else if (model->constant_mass && common->newton_h == h) {
        return NSD_OK;
    }
    for (size_t i = 0; i < size; i++) {
        common->A[i] = common->M[i] - a * common->Fv[i] - b * common->Fq[i];
    }
    common->newton_h = h;
    common->holds = NSD_HOLDS_LU;
    return nsd_lu(model->n, common->A, model->n, common->pivot) == NSD_OK ? NSD_OK : NSD_NEWTON;
}

/* Middle of the step for the velocity v+, with M and F there; r <- M (v+ - v) - h F */
static nsd_status residual(moreau *s, const double *v_plus, double t, double h)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const double     theta = common->options.step.theta;
    const int        n = model->n;

    for (int i = 0; i < n; i++) {
        common->v_mid[i] = s->v0[i] + theta * (v_plus[i] - s->v0[i]);
        common->q_mid[i] = s->q0[i] + theta * h * common->v_mid[i];
    }
    nsd_status status = model->constant_mass ? NSD_OK : nsd_lagrangian_mass(common, common->q_mid);
    if (status == NSD_OK) {
        status = nsd_lagrangian_force(common, t, common->q_mid, common->v_mid, common->F);
    }
    for (int i = 0; i < n && status == NSD_OK; i++) {
        common->r[i] = -h * common->F[i];
        for (int j = 0; j < n; j++) {
            common->r[i] += common->M[i + (size_t)j * (size_t)n] * (v_plus[j] - s->v0[j]);
        }
    }
    return status;
}

typedef struct clock {
    double start, middle, end;
} clock;

/* 1 when q_mid has left the point at which H and J were taken */
static int normals_are_old(moreau *s)
{
    const double *q = s->common.q_mid;
    const int     n = s->common.model->n;
    const double  slack = NORMALS_SLACK * fmax(1.0, nsd_max_abs(n, q));
    int           old = !s->have_normals;

    for (int i = 0; i < n; i++) {
        old = old || !(fabs(q[i] - s->q_normals[i]) <= slack);
        s->q_normals[i] = old ? q[i] : s->q_normals[i];
    }
    if (old) {
        memcpy(s->q_normals, q, (size_t)n * sizeof(double));
    }
    return old;
}

/* H and J at the middle of the step; the obstacle's own velocity at both its ends */
static nsd_status normals(moreau *s, const clock *t)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const double    *q = common->q_mid;
    nsd_status       status = NSD_OK;

    if (!normals_are_old(s)) {
        return NSD_OK;
    }
    if (common->report.count > 0) {
        if (model->moving) {
            status = nsd_model_gap_rate(model, t->start, q, common->H, s->y_t0, common->work);
            if (status == NSD_OK) {
                status = nsd_model_gap_rate(model, t->end, q, common->H, s->y_t1, common->work);
            }
        }
        if (status == NSD_OK) {
            status = nsd_model_gap_jac(model, t->middle, q, common->H, common->y_t, common->work);
        }
    }
    if (model->p > 0 && status == NSD_OK) {
        status = nsd_model_joint_jac(model, t->end, q, common->J, common->g_t, common->work);
    }
    s->have_normals = status == NSD_OK;
    nsd_lagrangian_gather(common);
    return status;
}

/* u = H'v_free + y_t(end) + e (H'v + y_t(start)), uJ = J'v_free + g_t                   (NL.3) */
static void relations(moreau *s, const double *v_free)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const int        n = model->n, count = common->report.count;

    for (int i = 0; i < count; i++) { /* both velocities on the normals of the middle */
        const int     a = common->report.active[i];
        const double *normal = common->H + (size_t)a * (size_t)n;
        s->U0[a] = nsd_dot(n, normal, s->v0) + s->y_t0[a];
        common->u[i] = nsd_dot(n, normal, v_free) + s->y_t1[a] + model->e[a] * s->U0[a];
    }
    for (int j = 0; j < model->p; j++) {
        common->u[count + j] = nsd_dot(n, common->J + (size_t)j * (size_t)n, v_free) +
                               common->g_t[j];
    }
}

/* One Newton iteration on v+; change <- |dv| relative to the velocities at hand       (NL.2)-(NL.4) */
static nsd_status iterate(moreau *s, double *v_plus, const clock *t, int fresh, double *change)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const int        n = model->n;
    const double     h = t->end - t->start;
    double           size = 0.0;

    nsd_status status = residual(s, v_plus, t->middle, h);
    if (status == NSD_OK) {
        status = factor_newton(common, t->middle, h, fresh);
    }
    if (status != NSD_OK) {
        return status;
    }
    nsd_lagrangian_solve(common, common->r);
    double *v_new = common->r; /* v_free, then the new v+ */
    for (int i = 0; i < n; i++) {
        v_new[i] = v_plus[i] - common->r[i];
    }
    if (common->report.count + model->p > 0) {
        status = normals(s, t);
        relations(s, v_new);
        const nsd_local_problem problem = { common->report.count, model->p, common->G, common->u,
                                            nsd_lagrangian_solve, common };
        status = status == NSD_OK ? nsd_local_solve(&common->local, &problem, v_new) : status;
    }
    *change = 0.0;
    for (int i = 0; i < n; i++) {
        *change = fmax(*change, fabs(v_new[i] - v_plus[i]));
        size = fmax(size, fmax(fabs(v_new[i]), fabs(s->v0[i])));
        v_plus[i] = v_new[i];
    }
    *change = nsd_all_finite((size_t)n, v_plus) ? *change / (size > 0.0 ? size : 1.0) : INFINITY;
    return status;
}

static nsd_status newton(moreau *s, double *v_plus, const clock *t)
{
    const nsd_lagrangian_options *options = &s->common.options;
    double                        change = INFINITY, previous = INFINITY;
    int                           fresh = 0;

    s->have_normals = 0;
    for (int i = 0; i < options->newton_max_iter; i++) {
        const nsd_status status = iterate(s, v_plus, t, fresh, &change);
        if (status != NSD_OK) {
            return status;
        }
        if (nsd_lagrangian_converged(options, change, previous) ||
            nsd_lagrangian_converges(options, change, previous)) {
            return NSD_OK;
        }
        fresh = i > 0 && change > SLOW * previous;
        previous = change;
    }
    s->common.failed_residual = change;
    return NSD_NEWTON;
}

/* The contacts whose gap is closed at the predicted position q + gamma h v              (MJ.3) */
static nsd_status find_active(moreau *s, const clock *t)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const double     reach = common->options.step.activation * (t->end - t->start);
    int              count = 0;

    common->report.count = 0;
    if (model->m == 0) {
        return NSD_OK;
    }
    for (int i = 0; i < model->n; i++) {
        common->q_mid[i] = s->q0[i] + reach * s->v0[i];
    }
    const nsd_status status = model->gap(model->context, t->start + reach, common->q_mid,
                                         common->y);
    if (status != NSD_OK) {
        return status;
    }
    if (!nsd_all_finite((size_t)model->m, common->y)) {
        return NSD_NOT_FINITE;
    }
    for (int a = 0; a < model->m; a++) {
        if (common->y[a] <= 0.0) {
            common->report.active[count++] = a;
        }
    }
    common->report.count = count;
    return NSD_OK;
}

/* Impulses of the substep into the sums, and their works with v_theta */
static void add_impulses(moreau *s, nsd_state *state, double h)
{
    nsd_lagrangian  *common = &s->common;
    const nsd_model *model = common->model;
    const int        n = model->n, count = common->report.count;

    int pushing = 0;

    s->works.force += h * nsd_dot(n, common->v_mid, common->F);
    for (int i = 0; i < count; i++) {
        const int     a = common->report.active[i];
        const double *normal = common->H + (size_t)a * (size_t)n;
        const double  P = common->local.z[i], after = nsd_dot(n, normal, s->v1) + s->y_t1[a];
        s->P[a] += P;
        pushing += P > 0.0;
        s->works.impact += P * nsd_dot(n, normal, common->v_mid);
        s->works.contact += P * (nsd_dot(n, normal, common->v_mid) + common->y_t[a]);
        state->U_before[a] = s->U0[a];
        state->U[a] = after;
    }
    for (int j = 0; j < model->p; j++) {
        const double mu = common->local.z[count + j];
        s->mu[j] += mu;
        s->works.joint += mu * nsd_dot(n, common->J + (size_t)j * (size_t)n, common->v_mid);
    }
    s->pushing[1] = s->pushing[0];
    s->pushing[0] = pushing;
    s->works.pushes += pushing;
}

/* v+ from the increment of the step before, if the same contacts pushed in the last two */
static void guess(moreau *s, double h)
{
    const int n = s->common.model->n;
    const int smooth = s->dv_h == h && s->pushing[0] == s->pushing[1] &&
                       s->pushing[0] == s->common.report.count;
    for (int i = 0; i < n; i++) {
        s->v1[i] = s->v0[i] + (smooth ? s->dv[i] : 0.0);
    }
    s->dv_h = h;
}

/* From (q, v) of the state over [t, t + h], halved where Newton fails */
static nsd_status advance(moreau *s, nsd_state *state, double t0, double h, int depth)
{
    nsd_lagrangian *common = &s->common;
    const int       n = common->model->n;
    const double    theta = common->options.step.theta;
    const clock     t = { t0, t0 + theta * h, t0 + h };

    memcpy(s->q0, state->q, (size_t)n * sizeof(double));
    memcpy(s->v0, state->v, (size_t)n * sizeof(double));
    nsd_status status = find_active(s, &t);
    guess(s, h);
    if (status == NSD_OK) {
        status = newton(s, s->v1, &t);
    }
    if (status == NSD_NEWTON && depth < common->options.halvings) {
        status = advance(s, state, t0, 0.5 * h, depth + 1);
        return status == NSD_OK ? advance(s, state, t0 + 0.5 * h, 0.5 * h, depth + 1) : status;
    }
    if (status != NSD_OK) {
        return status;
    }
    for (int i = 0; i < n; i++) {
        common->v_mid[i] = s->v0[i] + theta * (s->v1[i] - s->v0[i]);
        s->dv[i] = s->v1[i] - s->v0[i];
        state->q[i] = s->q0[i] + h * common->v_mid[i];
        state->v[i] = s->v1[i];
    }
    add_impulses(s, state, h);
    return NSD_OK;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    moreau         *s = (moreau *)stepper;
    nsd_lagrangian *common = &s->common;
    const size_t    n = (size_t)common->model->n, m = (size_t)common->model->m;
    const size_t    p = (size_t)common->model->p;
    const double    h = common->options.step.h;
    memcpy(s->q_safe, state->q, n * sizeof(double));
    memcpy(s->v_safe, state->v, n * sizeof(double));
    const works before = s->works;
    memset(s->P, 0, m * sizeof(double));
    memset(s->mu, 0, p * sizeof(double));
    nsd_status status = advance(s, state, state->t, h, 0);
    if (status == NSD_OK && common->options.project) {
        status = nsd_lagrangian_project(common, state->t + h, state->q);
    }
    if (status == NSD_OK) {
        status = nsd_lagrangian_released(common, state, s->P, s->v_safe, state->v);
    }
    if (status != NSD_OK) { /* nothing happened */
        memcpy(state->q, s->q_safe, n * sizeof(double));
        memcpy(state->v, s->v_safe, n * sizeof(double));
        s->works = before;
        return status;
    }
    memcpy(state->P, s->P, m * sizeof(double));
    memcpy(state->mu, s->mu, p * sizeof(double));
    common->report.problems = common->local.problems;
    common->report.iterations = common->local.iterations;
    common->report.worst = common->local.worst;
    state->k++;
    return NSD_OK;
}

static nsd_status measure(nsd_stepper *stepper, const nsd_state *state)
{
    moreau          *s = (moreau *)stepper;
    const nsd_status status = nsd_lagrangian_kinetic(&s->common, state->q, state->v, &s->kinetic);
    return status == NSD_OK ? nsd_lagrangian_potential(&s->common, state->q, &s->potential)
                            : status;
}

/* The numerical work is the remainder of the balance                                   (EN.5) */
static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    moreau      *s = (moreau *)stepper;
    const works  none = { 0.0, 0.0, 0.0, 0.0, 0 };
    double      *value = ledger->value;
    const double gained = s->kinetic - value[NSD_KINETIC];
    const double stored = s->potential - value[NSD_POTENTIAL];

    (void)state;
    value[NSD_KINETIC] = s->kinetic;
    value[NSD_POTENTIAL] = s->potential;
    value[NSD_EXTERNAL] += s->works.force + stored;
    value[NSD_IMPACT] += s->works.impact;
    value[NSD_JOINT] += s->works.joint;
    const double numerical = gained - s->works.force - s->works.impact - s->works.joint;
    value[NSD_NUMERICAL] += numerical;
    ledger->inner = s->works.pushes > 0 ? s->works.contact + numerical : 0.0;
    s->works = none;
}

static size_t scratch_size(const nsd_model *model)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    return nsd_scratch_need(1, sizeof(moreau)) + nsd_lagrangian_scratch(model) +
           nsd_scratch_need(7 * n + 4 * m + p, sizeof(double));
}

static nsd_status init(const nsd_model *model, const nsd_lagrangian_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, size = 7 * n + 4 * m;
    moreau      *s = nsd_scratch_take(scratch, 1, sizeof *s);
    double      *room = nsd_scratch_take(scratch, size + (size_t)model->p, sizeof *room);
    if (!s || !room) {
        return NSD_ERR_WORKSPACE;
    }
    memset(s, 0, sizeof *s);
    s->q0 = room;
    s->v0 = room + n;
    s->v1 = room + 2 * n;
    s->q_safe = room + 3 * n;
    s->v_safe = room + 4 * n;
    s->q_normals = room + 5 * n;
    s->dv = room + 6 * n;
    s->y_t0 = room + 7 * n;
    s->y_t1 = s->y_t0 + m;
    s->U0 = s->y_t1 + m;
    s->P = s->U0 + m;
    s->mu = s->P + m;
    memset(room, 0, size * sizeof *room);
    s->base.step = step;
    s->base.energy = energy;
    s->base.measure = measure;
    s->base.contact = &s->common.report;
    *stepper = &s->base;
    nsd_status status = nsd_lagrangian_init(&s->common, model, options, scratch);
    if (status == NSD_OK) {
        status = nsd_lagrangian_start(&s->common, state, ledger);
    }
    return status;
}

const nsd_lagrangian_scheme nsd_lagrangian_moreau = { "moreau", scratch_size, init };
