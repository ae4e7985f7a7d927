/* integrate_newmark.c - steps of fixed length by Newmark's scheme, by Newton with a kept matrix.
 *
 *   q+ = q + h v + h^2/4 (a + a+),   v+ = v + h/2 (a + a+)                               (NM.1)
 *   M(q+) a+ = F(t+,q+,v+) + H lambda + J mu                                             (NM.2) */
#include <math.h>
#include <string.h>

#include "base/dense_small.h"
#include "event/integrate/integrate.h"

/* Ratio of successive changes above which K is made anew. Larger: more iterations with an old K;
 * smaller: more factorisations. */
#define NEW_MATRIX_RATE 0.2

/* Steps for which a measured ratio of changes replaces a second iteration. More: an old ratio may
 * accept an iterate that has not converged; fewer: more steps need a second iteration. */
#define TRUSTED_RATE_STEPS 8

/* Largest ratio of changes that is used to bound the error of the iterate. Larger: iterations that
 * hardly converge are accepted. */
#define LARGEST_TRUSTED_RATE 0.5

/* Coordinates up to which the mass matrix is factored without LAPACK, whose call would cost more
 * than the arithmetic. Larger or smaller: slower; results may differ by rounding. */
#define MOST_SMALL_COORDINATES 16

typedef struct arc { /* a step under way */
    nsd_integrate_newmark *s;
    double                 t, h;
    const double          *x0;
    double                *x1;
} arc;

static double *accelerations(const nsd_integrate_newmark *s, double *f)
{
    return f + s->flow->mechanics.model->n;
}

/* x1 <- positions and velocities d after x0 with the present accelerations of both ends   (NM.1) */
static void fill_end(const nsd_integrate_newmark *s, const double *x0, double d, double *x1)
{
    const int     n = s->flow->mechanics.model->n;
    const double *a0 = accelerations(s, s->base.f0), *a1 = accelerations(s, s->base.f1);
    for (int i = 0; i < n; i++) {
        const double sum = a0[i] + a1[i];
        x1[i] = x0[i] + d * (x0[n + i] + 0.25 * d * sum);
        x1[n + i] = x0[n + i] + 0.5 * d * sum;
    }
}

/* K of a model that solves with M itself: the inverse of I - M^-1 C. C is destroyed. */
static nsd_status invert_over_mass(nsd_integrate_newmark *s, const double *q, double *C)
{
    const nsd_model *model = s->flow->mechanics.model;
    const size_t     n = (size_t)model->n;

    NSD_TRY(model->mass_factor(model->context, q)); /* C may have left M at another q */
    for (size_t j = 0; j < n; j++) {
        model->mass_solve(model->context, C + j * n);
        for (size_t i = 0; i < n; i++) {
            s->K[i + j * n] = (i == j ? 1.0 : 0.0) - C[i + j * n];
            C[i + j * n] = i == j ? 1.0 : 0.0;
        }
    }
    if (nsd_dense_lu(model->n, s->K, model->n, s->pivot) != NSD_OK) {
        return NSD_NEWTON;
    }
    nsd_dense_lu_solve(model->n, model->n, s->K, model->n, s->pivot, C, model->n);
    memcpy(s->K, C, n * n * sizeof *C);
    return NSD_OK;
}

/* K <- M - (h/2) Fv - (h^2/4) Fq at the iterate                                         (NM.3) */
static nsd_status factor_newton_matrix(const arc *step)
{
    nsd_integrate_newmark *s = step->s;
    nsd_mechanics         *mechanics = &s->flow->mechanics;
    const nsd_model       *model = mechanics->model;
    const size_t           size = (size_t)model->n * (size_t)model->n;
    const nsd_model_point  point = { step->x1, step->x1 + model->n, s->F1 };
    const double           h = step->h;

    NSD_TRY(nsd_model_force_jac(model, step->t + h, &point, mechanics->Fq, mechanics->Fv,
                                mechanics->work));
    s->factored = 1;
    s->age = TRUSTED_RATE_STEPS;
    for (size_t i = 0; i < size; i++) {
        mechanics->Fq[i] = 0.5 * h * mechanics->Fv[i] + 0.25 * h * h * mechanics->Fq[i];
    }
    if (model->mass_factor) {
        return invert_over_mass(s, step->x1, mechanics->Fq);
    }
    nsd_dense_sum(size, mechanics->M, -1.0, mechanics->Fq, s->K);
    return nsd_dense_lu(model->n, s->K, model->n, s->pivot) == NSD_OK ? NSD_OK : NSD_NEWTON;
}

/* y <- A x, A n x n */
static void times(int n, const double *A, const double *x, double *y)
{
    memset(y, 0, (size_t)n * sizeof *y);
    for (int j = 0; j < n; j++) {
        const double *column = A + (size_t)j * (size_t)n;
        for (int i = 0; i < n; i++) {
            y[i] += column[i] * x[j];
        }
    }
}

/* x <- K^-1 r over M: K holds an inverse where the model solves with M itself */
static void newton_solve(void *context, double *x)
{
    nsd_integrate_newmark *s = context;
    nsd_mechanics         *mechanics = &s->flow->mechanics;
    const nsd_model       *model = mechanics->model;
    if (model->mass_factor) {
        model->mass_solve(model->context, x);
        times(model->n, s->K, x, mechanics->v_mid);
        memcpy(x, mechanics->v_mid, (size_t)model->n * sizeof *x);
    } else {
        nsd_dense_lu_solve(model->n, 1, s->K, model->n, s->pivot, x, model->n);
    }
}

static nsd_status mass_and_force(const arc *step)
{
    nsd_integrate_newmark *s = step->s;
    nsd_mechanics         *mechanics = &s->flow->mechanics;
    const nsd_model       *model = mechanics->model;
    const double          *q = step->x1, *v = step->x1 + model->n;

    s->base.flow->evaluations++;
    if (model->mass_factor) {
        NSD_TRY(model->mass_factor(model->context, q));
    } else if (!model->constant_mass) {
        NSD_TRY(nsd_mechanics_mass(mechanics, q));
    }
    return nsd_mechanics_force(mechanics, step->t + step->h, q, v, s->F1);
}

/* a_new <- a1 - K^-1 (M a1 - F1)                                                        (NM.3) */
static void newton_update(nsd_integrate_newmark *s, double *a_new)
{
    nsd_mechanics   *mechanics = &s->flow->mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n;
    const double    *a1 = accelerations(s, s->base.f1);

    if (model->mass_factor) {
        memcpy(a_new, s->F1, (size_t)n * sizeof *a_new);
        model->mass_solve(model->context, a_new);
        nsd_dense_sum(n, a1, -1.0, a_new, a_new);
        times(n, s->K, a_new, mechanics->v_mid);
        memcpy(a_new, mechanics->v_mid, (size_t)n * sizeof *a_new);
    } else {
        times(n, mechanics->M, a1, a_new);
        nsd_dense_add(n, -1.0, s->F1, a_new);
        nsd_dense_lu_solve(n, 1, s->K, n, s->pivot, a_new, n);
    }
    nsd_dense_sum(n, a1, -1.0, a_new, a_new);
}

/* Held contacts and joints: G'a + kappa = 0 at the end of the step                      (NM.4) */
static nsd_status constrain_accelerations(const arc *step, double *a_new)
{
    nsd_integrate_newmark *s = step->s;
    nsd_mechanics         *mechanics = &s->flow->mechanics;
    const nsd_model       *model = mechanics->model;

    NSD_TRY(nsd_flow_mechanical_constraints(s->flow, step->t + step->h, step->x1, a_new));
    if (model->mass_factor) {
        NSD_TRY(model->mass_factor(model->context, step->x1));
    }
    return nsd_flow_mechanical_constrain(s->flow, newton_solve, s, a_new);
}

/* One iteration; `change` <- relative change of the velocity */
static nsd_status iterate(const arc *step, double *change)
{
    nsd_integrate_newmark *s = step->s;
    const int              n = s->flow->mechanics.model->n;
    const double          *v0 = step->x0 + n, *v1 = step->x1 + n;
    double                *a1 = accelerations(s, s->base.f1), *a_new = s->flow->mechanics.r;
    double                 size = 0.0, largest = 0.0;

    fill_end(s, step->x0, step->h, step->x1);
    NSD_TRY(mass_and_force(step));
    if (!s->factored) {
        NSD_TRY(factor_newton_matrix(step));
    }
    newton_update(s, a_new);
    if (s->base.flow->stick_count + s->base.flow->joints > 0) {
        NSD_TRY(constrain_accelerations(step, a_new));
    }
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(a_new[i] - a1[i]));
        size = fmax(size, fmax(fabs(v1[i]), fabs(v0[i])) + step->h * fabs(a_new[i]));
        a1[i] = a_new[i];
    }
    *change = 0.5 * step->h * largest / (size > 0.0 ? size : 1.0);
    return nsd_dense_all_finite((size_t)n, a1) ? NSD_OK : NSD_NEWTON;
}

static nsd_status newton(const arc *step)
{
    nsd_integrate_newmark       *s = step->s;
    const nsd_nonlinear_options *options = &s->options;
    double                       change = INFINITY, previous = INFINITY;

    for (int i = 0; i < options->newton_max_iter; i++) {
        NSD_TRY(iterate(step, &change));
        double rate = 1.0; /* unknown */
        if (i > 0) {
            rate = s->rate = change / previous;
            s->age = 0;
        } else if (s->age < TRUSTED_RATE_STEPS) {
            rate = s->rate;
            s->age++;
        }
        if (nsd_mechanics_converged(options, change, previous) ||
            (rate < LARGEST_TRUSTED_RATE && change * rate <= options->newton_tolerance)) {
            return NSD_OK;
        }
        if (i > 0 && rate > NEW_MATRIX_RATE) {
            s->factored = 0;
        }
        previous = change;
    }
    s->flow->mechanics.failed_residual = change;
    return NSD_NEWTON;
}

/* F1 <- M a1 - H lambda - J mu: the force that belongs to the last correction, while F1 was
 * evaluated at the iterate before. F1 stays for a model that solves with M itself. */
static void force_of_last_correction(nsd_integrate_newmark *s)
{
    const nsd_mechanics *mechanics = &s->flow->mechanics;
    const int            n = mechanics->model->n;
    const int            rows = s->base.flow->stick_count + s->base.flow->joints;

    if (mechanics->model->mass_factor) {
        return;
    }
    times(n, mechanics->M, accelerations(s, s->base.f1), s->F1);
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < n; i++) {
            s->F1[i] -= mechanics->G[i + (size_t)j * (size_t)n] * s->flow->held.rows.z[j];
        }
    }
}

/* NSD_LOST_DEFINITE unless M at the end of the step is positive definite; Newton's method does not
 * notice, since K may be regular with any M */
static nsd_status check_mass(nsd_mechanics *mechanics)
{
    const nsd_model *model = mechanics->model;
    const size_t     n = (size_t)model->n;

    if (model->constant_mass || model->mass_factor) { /* checked at the start, or in every call */
        return NSD_OK;
    }
    memcpy(mechanics->A, mechanics->M, n * n * sizeof(double));
    mechanics->newton_h = 0.0;
    mechanics->holds = NSD_HOLDS_CHOLESKY;
    const nsd_status status = n <= MOST_SMALL_COORDINATES
                                  ? nsd_dense_cholesky_small(model->n, mechanics->A, model->n)
                                  : nsd_dense_cholesky(model->n, mechanics->A, model->n);
    return status == NSD_OK ? NSD_OK : NSD_LOST_DEFINITE;
}

/* Works of x1, which is d after x0: force times way, and T(q1, v) - T(q0, v) at the mean velocity v
 * of the changing mass matrix; others by the trapezoidal rule                            (NM.12) */
static nsd_status fill_works(const nsd_integrate_newmark *s, const double *x0, double d, double *x1)
{
    nsd_mechanics *mechanics = &s->flow->mechanics;
    const int      n = mechanics->model->n;
    double        *v = mechanics->v_mid, before = 0.0, after = 0.0, work = 0.0;

    for (int i = 0; i < n; i++) { /* the force is linear between the ends of the step */
        work += (s->F0[i] + 0.5 * (d / s->arc) * (s->F1[i] - s->F0[i])) * (x1[i] - x0[i]);
        v[i] = (x1[i] - x0[i]) / d;
    }
    if (!mechanics->model->constant_mass && d > 0.0) {
        NSD_TRY(nsd_mechanics_kinetic(mechanics, x0, v, &before));
        NSD_TRY(nsd_mechanics_kinetic(mechanics, x1, v, &after));
    }
    x1[2 * n] = x0[2 * n] + work + after - before;
    for (int i = 2 * n + 1; i < s->base.flow->size; i++) {
        const double start = s->base.f0[i], end = s->base.f1[i];
        x1[i] = x0[i] + d * (start + 0.5 * (d / s->arc) * (end - start));
    }
    return NSD_OK;
}

static void between(nsd_integrate *base, const nsd_integrate_step *last, double theta, int count,
                    double *x)
{
    const nsd_integrate_newmark *s = (const nsd_integrate_newmark *)base;
    fill_end(s, last->x0, theta * last->h, s->state);
    fill_works(s, last->x0, theta * last->h, s->state);
    memcpy(x, s->state, (size_t)count * sizeof *x);
}

static nsd_status begin(nsd_integrate *base, double t, const double *x0, double *longest)
{
    nsd_integrate_newmark *s = (nsd_integrate_newmark *)base;
    const int              n = s->flow->mechanics.model->n;

    *longest = s->options.step.h;
    base->flow->difference_time = fmin(s->options.step.h, base->flow->longest_difference_time);
    return base->before > 0.0 ? NSD_OK
                              : nsd_mechanics_force(&s->flow->mechanics, t, x0, x0 + n, s->F0);
}

static nsd_status step(nsd_integrate *base, double t, const double *x0, double h, double *x1,
                       double *error)
{
    nsd_integrate_newmark *s = (nsd_integrate_newmark *)base;
    const int              n = s->flow->mechanics.model->n;
    const double           ratio = base->before > 0.0 ? h / base->before : 0.0;
    const double          *a0 = accelerations(s, base->f0), *before = accelerations(s, s->f_before);
    double                *a1 = accelerations(s, base->f1);
    const arc              here = { s, t, h, x0, x1 };

    if (!error && !s->exact) { /* on the parabola of the whole step                     (NM.6) */
        fill_end(s, x0, h, x1);
        return fill_works(s, x0, h, x1);
    }
    if (error) {
        *error = 0.0;
    }
    for (int i = 0; i < n; i++) {
        a1[i] = ratio > 0.0 ? a0[i] + ratio * (a0[i] - before[i]) : a0[i];
    }
    nsd_status status = newton(&here);
    if (status == NSD_NEWTON) { /* once more, from the start of the step with a new matrix */
        memcpy(a1, a0, (size_t)n * sizeof(double));
        s->factored = 0;
        status = newton(&here);
        s->factored = s->factored && status == NSD_OK;
    }
    s->arc = h;
    if (status != NSD_OK) {
        return status;
    }
    force_of_last_correction(s);
    fill_end(s, x0, h, x1);
    memcpy(base->f1, x1 + n, (size_t)n * sizeof(double));
    if (status == NSD_OK && base->flow->size > 2 * n + 1) {
        status = nsd_flow_mechanical_powers(s->flow, x1, base->f1 + 2 * n);
    }
    return status == NSD_OK ? fill_works(s, x0, h, x1) : status;
}

static nsd_status carry(nsd_integrate *base)
{
    nsd_integrate_newmark *s = (nsd_integrate_newmark *)base;
    double                *f = s->f_before, *F = s->F0;
    s->f_before = base->f0;
    base->f0 = base->f1;
    base->f1 = f;
    s->F0 = s->F1;
    s->F1 = F;
    return check_mass(&s->flow->mechanics); /* not before: an event may lie in front of the end */
}

static size_t lay_out(nsd_integrate_newmark *s, const nsd_model *model, nsd_scratch *scratch)
{
    const size_t n = (size_t)model->n;
    const size_t size = 2 * n + (size_t)nsd_flow_mechanical_work_count(model);

    NSD_SCRATCH_EACH(scratch, size, &s->base.f0, &s->base.f1, &s->f_before, &s->state);
    NSD_SCRATCH_EACH(scratch, n, &s->F0, &s->F1);
    s->K = nsd_scratch_doubles(scratch, n * n);
    s->pivot = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    return nsd_scratch_counted(scratch);
}

size_t nsd_integrate_newmark_scratch(const nsd_model *model)
{
    return lay_out(&(nsd_integrate_newmark){ 0 }, model, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_integrate_newmark_init(nsd_integrate_newmark *s, nsd_flow_mechanical *flow,
                                      const nsd_nonlinear_options *options, int exact,
                                      nsd_scratch *scratch)
{
    const nsd_integrate functions = { .flow = &flow->base,
                                      .begin = begin,
                                      .step = step,
                                      .between = between,
                                      .carry = carry,
                                      .fixed = 1,
                                      .halvings = options->halvings };
    const size_t        from = scratch->used;

    memset(s, 0, sizeof *s);
    s->base = functions;
    s->flow = flow;
    flow->rates_by_jacobian = 1;
    s->options = *options;
    s->exact = exact;
    lay_out(s, flow->mechanics.model, scratch);
    return nsd_scratch_clear(scratch, from);
}
