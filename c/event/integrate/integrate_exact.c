/* integrate_exact.c - exact flight of a linear system: exp(sA) x by its Taylor series.
 *
 * With the force constant and harmonic, (q, v) is entire in time, and the coefficients of its
 * series follow from each other by one multiplication with C and K each and one solve with M.
 *                                                                                     (ED.14) */
#include <math.h>
#include <string.h>

#include "event/flow/flow_friction.h"
#include "event/integrate/integrate.h"

enum { TERMS = NSD_EXACT_TAYLOR_TERMS, MIDDLE = NSD_EXACT_MIDDLE_TERM, NODES = NSD_EXACT_NODES };

/* Steps of exact flight from which on another integrator may take fewer. Larger: stiff systems run
 * longer; smaller: runs that are short anyway lose the exactness of their flights. */
#define MOST_EXACT_STEPS 2000.0

/* Times by which dampers must be faster than vibrations and forces, so that what they end is no
 * part of the motion. Smaller: vibrations are followed by an integrator that needs many steps for
 * them; larger: stiff systems stay slow. */
#define DEAD_RATE 50.0

/* Steps between two looks at what is ahead, where contacts may hold what the dampers end. Fewer: a
 * short stiff phase ends exact flight; more: stiff runs begin more slowly. */
enum { STEPS_BETWEEN_LOOKS = 200 };

/* Iterations for the fastest rates, which decide by their order only. */
#define RATE_ITERATIONS 30

static double *coefficient(const nsd_integrate_exact *self, int k)
{
    return self->c + (size_t)k * 2 * (size_t)self->linear->linear->n;
}

/* Taylor coefficients of the force at t; the k-th is stored where next_term makes the velocity
 * coefficient k + 1 of it. Of a constant force the first alone: next_term knows the others. Tables
 * are straight lines from t to the next of their times, where steps end.                (ED.33) */
static void force_terms(const nsd_integrate_exact *self, double t)
{
    const nsd_force *force = &self->linear->linear->F;
    const size_t     n = (size_t)force->n;

    for (int k = 0; k < TERMS && !nsd_force_is_constant(force); k++) {
        memset(coefficient(self, k + 1) + n, 0, n * sizeof(double));
    }
    if (force->table) {
        nsd_force_at(force, 0, t, coefficient(self, 1) + n);
        nsd_force_slope(force, t, coefficient(self, 2) + n);
        return;
    }
    memcpy(coefficient(self, 1) + n, force->constant, n * sizeof(double));
    for (int j = 0; j < force->harmonics; j++) {
        const double  omega = force->omega[j], c = cos(omega * t), s = sin(omega * t);
        const double  turn[4] = { c, -s, -c, s }; /* derivatives of cos; of sin one later */
        const double *cosine = force->cosine + n * (size_t)j, *sine = force->sine + n * (size_t)j;
        double        scale = 1.0;
        for (int k = 0; k < TERMS; k++) {
            double *F = coefficient(self, k + 1) + n;
            scale *= k > 0 ? omega / k : 1.0;
            for (size_t i = 0; i < n; i++) {
                F[i] += scale * (cosine[i] * turn[k % 4] + sine[i] * turn[(k + 3) % 4]);
            }
        }
    }
}

/* a <- a + M^-1 G z with G'a = 0 on sticking contacts and joints, for term k of the series */
static nsd_status add_contact_accelerations(nsd_integrate_exact *self, int k, double *a)
{
    nsd_mechanics *mechanics = &self->flow->mechanics;
    const int      n = mechanics->model->n, rows = mechanics->tally.count + mechanics->model->p;
    if (self->friction_force) {
        return nsd_flow_friction_series_term(self->flow->friction, a,
                                             self->friction_force + (size_t)k * (size_t)n);
    }
    if (rows == 0) { /* all sticking contacts are compliant */
        return NSD_OK;
    }
    for (int i = 0; i < rows; i++) {
        mechanics->u[i] = nsd_dense_dot(n, mechanics->G + (size_t)i * (size_t)n, a);
    }
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(mechanics, 0, rows);
    return nsd_held_equalities(&self->flow->held, &problem, a);
}

static void subtract_product(const nsd_matrix *A, const double *x, double *room, double *f)
{
    if (A) {
        nsd_matrix_times(A, x, room);
        nsd_dense_add(A->n, -1.0, room, f);
    }
}

/* F of term k <- F + H lambda of pressed linear contacts                         (CC.1), (ED.14) */
static void add_compliance(nsd_integrate_exact *self, int k, const double *now, double *F)
{
    const nsd_linear          *linear = self->linear->linear;
    const nsd_flow_compliance *c = &self->flow->compliance;
    for (int a = 0; a < linear->m && c->law; a++) {
        if (self->base.flow->sticks[a] && nsd_flow_compliance_has(c, a)) {
            const double depth = -nsd_columns_dot(&linear->H, a, now) -
                                 (k == 0 ? linear->b[a] : 0.0);
            const double rate = -nsd_columns_dot(&linear->H, a, now + linear->n);
            nsd_columns_add(&linear->H, a, nsd_compliance_force(&c->law[a], depth, rate), F);
        }
    }
}

/* Coefficient k + 1 from coefficient k; its second half holds the force on entry         (ED.14) */
static nsd_status next_term(nsd_integrate_exact *self, int k)
{
    const int     n = self->linear->linear->n;
    const double *now = coefficient(self, k);
    double       *next = coefficient(self, k + 1), *a = next + n;

    for (int i = 0; i < n && k > 0 && nsd_force_is_constant(&self->linear->linear->F); i++) {
        a[i] = 0.0;
    }
    subtract_product(self->C, now + n, self->room, a);
    subtract_product(self->K, now, self->room, a);
    add_compliance(self, k, now, a);
    nsd_factor_solve(&self->linear->mass, a);
    if (self->base.flow->stick_count + self->base.flow->joints > 0) {
        NSD_TRY(add_contact_accelerations(self, k, a));
    }
    for (int i = 0; i < n; i++) {
        next[i] = now[n + i] / (k + 1.0);
        a[i] /= k + 1.0;
    }
    return NSD_OK;
}

/* By the rate of growth of the series: |A| along this solution */
double nsd_integrate_exact_longest(const double middle[2], const double last[2])
{
    double rate = 0.0, ratio = 1.0;
    for (int k = MIDDLE + 1; k <= TERMS; k++) {
        ratio *= k;
    }
    for (int part = 0; part < 2; part++) {
        if (middle[part] > 0.0 && last[part] > 0.0) {
            rate = fmax(rate, pow(ratio * last[part] / middle[part], 1.0 / (TERMS - MIDDLE)));
        }
    }
    return rate > 0.0 ? NSD_EXACT_STEP_GROWTH / rate : INFINITY;
}

/* Columns of sticking contacts and joints, constant on the whole step */
static nsd_status fill_constraint_columns(nsd_integrate_exact *self, double t, const double *x0)
{
    const nsd_event_point point = { t, x0, x0 + self->linear->linear->n };
    if (self->friction_force) {
        return nsd_flow_friction_start_series(self->flow->friction, t, x0);
    }
    nsd_held_select(&self->flow->held,
                    nsd_flow_compliance_rigid(self->flow, self->base.flow->sticks));
    return nsd_held_normals(&self->flow->held, &point);
}

/* v'A v */
static double energy_of(const nsd_integrate_exact *self, const nsd_matrix *A, const double *v)
{
    if (A->n == 1 && A->storage == NSD_DENSE) {
        return v[0] * (A->values[0] * v[0]);
    }
    nsd_matrix_times(A, v, self->room);
    return nsd_dense_dot(A->n, v, self->room);
}

static nsd_status begin(nsd_integrate *base, double t, const double *x0, double *longest)
{
    nsd_integrate_exact *self = (nsd_integrate_exact *)base;
    const int            n = self->linear->linear->n;
    const int            pure = nsd_force_is_constant(&self->linear->linear->F);

    memcpy(coefficient(self, 0), x0, 2 * (size_t)n * sizeof(double));
    if (self->friction_force) {
        memset(self->friction_force, 0, (TERMS + 1) * (size_t)n * sizeof(double));
    }
    self->start_energy = energy_of(self, &self->linear->linear->M, x0 + n);
    self->terms = TERMS;
    *longest = INFINITY;
    if (base->flow->stick_count + base->flow->joints > 0) {
        NSD_TRY(fill_constraint_columns(self, t, x0));
    }
    force_terms(self, t);
    for (int k = 0; k < TERMS; k++) {
        NSD_TRY(next_term(self, k));
        if (pure && nsd_dense_max_abs(2 * n, coefficient(self, k + 1)) == 0.0) {
            self->terms = k; /* the motion is a polynomial, as in free fall */
            return NSD_OK;
        }
    }
    double middle[2], last[2];
    for (int part = 0; part < 2; part++) {
        middle[part] = nsd_dense_max_abs(n, coefficient(self, MIDDLE) + part * n);
        last[part] = nsd_dense_max_abs(n, coefficient(self, TERMS) + part * n);
    }
    *longest = nsd_integrate_exact_longest(middle, last);
    return NSD_OK;
}

/* x <- (q, v) at s. A coordinate and its velocity are summed together: two independent chains of
 * operations run faster than one */
static void series(const nsd_integrate_exact *self, double s, double *x)
{
    const size_t n = (size_t)self->linear->linear->n;
    for (size_t i = 0; i < n; i++) {
        const double *c = self->c + (size_t)self->terms * 2 * n + i;
        double        q = 0.0, v = 0.0;
        for (int k = self->terms; k >= 0; k--, c -= 2 * n) {
            q = q * s + c[0];
            v = v * s + c[n];
        }
        x[i] = q;
        x[n + i] = v;
    }
}

/* x <- (q, v) at s, f <- its derivative */
static void series_and_slope(const nsd_integrate_exact *self, double s, double *x, double *f)
{
    const int size = 2 * self->linear->linear->n;
    for (int i = 0; i < size; i++) {
        double value = 0.0, slope = 0.0;
        for (int k = self->terms; k >= 0; k--) {
            slope = slope * s + value;
            value = value * s + self->c[(size_t)k * (size_t)size + (size_t)i];
        }
        x[i] = value;
        f[i] = slope;
    }
}

/* Power of friction at s, where the velocity is v */
static double friction_power(const nsd_integrate_exact *self, double s, const double *v)
{
    const int n = self->linear->linear->n;
    double    power = 0.0;
    for (int i = 0; i < n; i++) {
        double force = 0.0;
        for (int k = self->terms; k >= 0; k--) {
            force = force * s + self->friction_force[(size_t)k * (size_t)n + (size_t)i];
        }
        power += force * v[i];
    }
    return power;
}

/* Gauss's rule with eight nodes, symmetric */
static const double node[NODES / 2] = { 0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                        0.9602898564975363 };
static const double weight[NODES / 2] = { 0.3626837833783620, 0.3137066458778873,
                                          0.2223810344533745, 0.1012285362903763 };

double nsd_integrate_exact_node(int k, double s, double *part)
{
    *part = weight[k / 2];
    return 0.5 * s * (1.0 + (k % 2 == 0 ? node[k / 2] : -node[k / 2]));
}

/* Power of pressed contacts at the state x */
static double compliance_power(const nsd_integrate_exact *self, const double *x)
{
    const nsd_linear          *linear = self->linear->linear;
    const nsd_flow_compliance *c = &self->flow->compliance;
    double                     power = 0.0;
    for (int a = 0; a < linear->m; a++) {
        if (self->base.flow->sticks[a] && nsd_flow_compliance_has(c, a)) {
            const double depth = -nsd_columns_dot(&linear->H, a, x) - linear->b[a];
            const double rate = -nsd_columns_dot(&linear->H, a, x + linear->n);
            power -= nsd_compliance_force(&c->law[a], depth, rate) * rate;
        }
    }
    return power;
}

enum { OF_DAMPING, OF_FRICTION, OF_COMPLIANCE };

/* Work over s of the damping, of friction, or of compliant contacts */
static double work_of(const nsd_integrate_exact *self, double s, int which)
{
    const nsd_linear *linear = self->linear->linear;
    double           *v = self->sample + linear->n, sum = 0.0;
    for (int k = 0; k < NODES; k++) {
        double       part = 0.0;
        const double place = nsd_integrate_exact_node(k, s, &part);
        series(self, place, self->sample);
        sum += part * (which == OF_FRICTION  ? friction_power(self, place, v)
                       : which == OF_DAMPING ? -energy_of(self, &linear->C, v)
                                             : compliance_power(self, self->sample));
    }
    return 0.5 * s * sum;
}

/* Works in x at s. The work of the force is the change of kinetic energy without that of friction;
 * constraint forces do no work                                                          (ED.14) */
static void fill_works(nsd_integrate_exact *self, const double *x0, double s, double *x)
{
    const nsd_linear *linear = self->linear->linear;
    const int         n = linear->n;
    const double      energy = energy_of(self, &linear->M, x + n);

    memcpy(x + 2 * n, x0 + 2 * n, (size_t)(self->base.flow->size - 2 * n) * sizeof(double));
    x[2 * n + NSD_WORK_FORCE] += 0.5 * (energy - self->start_energy);
    self->kinetic = 0.5 * energy;
    if (self->C) {
        x[2 * n + NSD_WORK_DAMPING] += work_of(self, s, OF_DAMPING);
    }
    if (self->flow->compliance.law) {
        const double work = work_of(self, s, OF_COMPLIANCE);
        x[2 * n + NSD_WORK_CONTACT] += work;
        x[2 * n + NSD_WORK_FORCE] -= work;
    }
    if (self->friction_force) {
        const double work = work_of(self, s, OF_FRICTION);
        x[2 * n + NSD_WORK_FRICTION] += work;
        x[2 * n + NSD_WORK_FORCE] -= work;
    }
}

static nsd_status step(nsd_integrate *base, double t, const double *x0, double h, double *x1,
                       double *error)
{
    nsd_integrate_exact *self = (nsd_integrate_exact *)base;
    const int            n = self->linear->linear->n;
    (void)t;
    if (error) {
        series_and_slope(self, h, x1, base->f1);
    } else {
        series(self, h, x1);
    }
    fill_works(self, x0, h, x1);
    if (error) {
        *error = 0.0;
        memset(base->f1 + 2 * n, 0, (size_t)(base->flow->size - 2 * n) * sizeof(double));
    }
    return nsd_dense_all_finite(2 * (size_t)n, x1) ? NSD_OK : NSD_DIVERGED;
}

static void between(nsd_integrate *base, const nsd_integrate_step *last, double theta, int count,
                    double *x)
{
    nsd_integrate_exact *self = (nsd_integrate_exact *)base;
    series(self, theta * last->h, x);
    if (count > 2 * self->linear->linear->n) {
        fill_works(self, last->x0, theta * last->h, x);
    }
}

/* The derivative of the series of v                                                     (ED.14) */
static void accelerations(nsd_integrate *base, const nsd_integrate_step *last, double theta,
                          double *a)
{
    const nsd_integrate_exact *self = (const nsd_integrate_exact *)base;
    const size_t               n = (size_t)self->linear->linear->n;
    const double               s = theta * last->h;
    for (size_t i = 0; i < n; i++) {
        const double *c = self->c + (size_t)self->terms * 2 * n + n + i;
        double        slope = 0.0;
        for (int k = self->terms; k > 0; k--, c -= 2 * n) {
            slope = slope * s + k * c[0];
        }
        a[i] = slope;
    }
}

static size_t lay_out(nsd_integrate_exact *s, const nsd_model *model, nsd_scratch *scratch)
{
    const size_t n = (size_t)model->n, size = 2 * n + (size_t)nsd_flow_mechanical_work_count(model);
    s->c = nsd_scratch_doubles(scratch, (TERMS + 1) * 2 * n);
    s->base.f0 = nsd_scratch_doubles(scratch, size);
    s->base.f1 = nsd_scratch_doubles(scratch, size);
    s->sample = nsd_scratch_doubles(scratch, size);
    s->room = nsd_scratch_doubles(scratch, n);
    s->friction_force = model->surface.d > 0 ? nsd_scratch_doubles(scratch, (TERMS + 1) * n) : NULL;
    return nsd_scratch_counted(scratch);
}

size_t nsd_integrate_exact_scratch(const nsd_model *model)
{
    return lay_out(&(nsd_integrate_exact){ 0 }, model, NSD_SCRATCH_COUNTER);
}

static int is_slow(nsd_integrate *base, long long steps, double left)
{
    return steps % STEPS_BETWEEN_LOOKS == 0 &&
           nsd_integrate_exact_is_slow((nsd_integrate_exact *)base, left);
}

nsd_status nsd_integrate_exact_init(nsd_integrate_exact *self, nsd_flow_mechanical *flow,
                                    const nsd_linear_model *linear, nsd_scratch *scratch)
{
    const nsd_integrate functions = { .flow = &flow->base,
                                      .begin = begin,
                                      .step = step,
                                      .between = between,
                                      .accelerations = accelerations,
                                      .carry = nsd_integrate_swap,
                                      .is_slow = is_slow };
    const size_t        from = scratch->used;

    self->base = functions;
    self->base.kinetic = &self->kinetic;
    self->flow = flow;
    self->linear = linear;
    self->C = linear->C;
    self->K = linear->K;
    lay_out(self, flow->mechanics.model, scratch);
    return nsd_scratch_clear(scratch, from);
}

/* Largest eigenvalue of M^-1 A for a symmetric A, by iteration: a lower bound, close enough */
static double fastest_rate(const nsd_integrate_exact *self, const nsd_matrix *A)
{
    const int n = self->linear->linear->n;
    double   *x = self->sample, *y = self->room, rate = 0.0;
    for (int i = 0; i < n; i++) {
        x[i] = 1.0 / (1.0 + i) - (i % 2) * 1.5; /* not an eigenvector of usual matrices */
    }
    for (int k = 0; A && k < RATE_ITERATIONS; k++) {
        nsd_matrix_times(A, x, y);
        nsd_factor_solve(&self->linear->mass, y);
        const double size = nsd_dense_max_abs(n, x);
        rate = nsd_dense_max_abs(n, y) / size;
        if (!(rate > 0.0) || !isfinite(rate)) {
            return 0.0;
        }
        for (int i = 0; i < n; i++) {
            x[i] = y[i] / (rate * size);
        }
    }
    return rate;
}

/* The rate that fastest_rate found for C, if its motion is damped: not gyroscopic, not growing */
static double damped_rate(const nsd_integrate_exact *self)
{
    const nsd_linear *linear = self->linear->linear;
    const double      rate = fastest_rate(self, self->C), *x = self->sample;
    if (rate == 0.0) {
        return 0.0;
    }
    nsd_matrix_times(&linear->C, x, self->room);
    const double power = nsd_dense_dot(linear->n, x, self->room);
    nsd_matrix_times(&linear->M, x, self->room);
    return power > 0.5 * rate * nsd_dense_dot(linear->n, x, self->room) ? rate : 0.0;
}

/* The largest h'M^-1 h of compliant contacts times their damping, or times their stiffness */
static double contact_rate(const nsd_integrate_exact *self, int of_damping)
{
    const nsd_linear          *linear = self->linear->linear;
    const nsd_flow_compliance *c = &self->flow->compliance;
    double                     rate = 0.0;
    for (int a = 0; a < linear->m; a++) {
        if (nsd_flow_compliance_has(c, a)) {
            memset(self->room, 0, (size_t)linear->n * sizeof(double));
            nsd_columns_add(&linear->H, a, 1.0, self->room);
            nsd_factor_solve(&self->linear->mass, self->room);
            rate = fmax(rate, nsd_columns_dot(&linear->H, a, self->room) *
                                  (of_damping ? c->law[a].c : c->law[a].k));
        }
    }
    return rate;
}

int nsd_integrate_exact_is_slow(const nsd_integrate_exact *self, double span)
{
    const nsd_force *force = &self->linear->linear->F;
    const double     dead = fmax(damped_rate(self), contact_rate(self, 1));
    if (!(span * dead > NSD_EXACT_STEP_GROWTH * MOST_EXACT_STEPS)) {
        return 0;
    }
    double alive = sqrt(fmax(fastest_rate(self, self->K), contact_rate(self, 0)));
    for (int j = 0; j < force->harmonics; j++) {
        alive = fmax(alive, fabs(force->omega[j]));
    }
    return dead > DEAD_RATE * alive;
}
