/* friction_primal_dual.c - primal-dual interior point method  (FR.14), (FR.15), (FR.16), (FR.19) */
#include "solve/friction/interior/friction_primal_dual.h"

#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"

/* Most steps of a convex problem, with the slip given. Smaller: badly scaled problems end before
 * they converge; larger: problems without a solution take longer. */
#define CONVEX_STEPS 60

/* Most steps with the slip among the unknowns. Smaller: large problems end before they converge;
 * larger: problems whose path ends before the solution take longer. */
#define SLIP_STEPS 200

/* The same for heaps, whose systems are sparse, if the caller allows as many. Smaller: hard heaps
 * end before they converge; larger: heaps that stay unsolved take longer. */
#define HEAP_STEPS 400

/* Gradient at which the method ends, as a part of max|q|. Larger: a worse start for Newton;
 * smaller: rounding keeps a badly scaled problem from ending. */
#define GRADIENT_RESIDUAL 1e-6

/* Part of the longest step inside the cones that is taken. Larger, towards 1: iterates come too
 * close to the boundary; smaller: more steps. */
#define BOUNDARY_PART 0.99

/* Impulse at the start of heaps, in max|q| / lambda: the load of a pile on its lowest contacts.
 * Larger and smaller: more steps before the method is near its path. */
#define HEAP_START_IMPULSE 10.0

/* One cone per group with mu > 0; a contact without any has the cone N >= 0. */
static void list_cones(nsd_friction_primal_dual *s)
{
    const nsd_friction *p = s->problem;

    s->cones = 0;
    for (int a = 0; a < p->contacts; a++) {
        int at = a * s->d + 1, any = 0;
        for (int g = 0; g < p->layout.groups; at += p->layout.size[g], g++) {
            const double mu = p->mu[g][a];
            if (mu > 0.0 || (!any && g == p->layout.groups - 1)) {
                s->contact[s->cones] = a;
                s->first[s->cones] = at;
                s->size[s->cones] = mu > 0.0 ? p->layout.size[g] : 0;
                s->mu[s->cones++] = mu > 0.0 ? mu : 1.0;
                any = 1;
            }
        }
    }
}

void nsd_friction_primal_dual_lay_out(nsd_friction_primal_dual *s, const nsd_friction *problem,
                                      nsd_scratch *scratch)
{
    const size_t n = nsd_friction_unknowns(problem);
    const size_t cones = (size_t)problem->contacts * (size_t)problem->layout.groups;

    NSD_SCRATCH_EACH(scratch, n, &s->f, &s->x, &s->step, &s->gradient, &s->ordered, &s->last.step);
    NSD_SCRATCH_EACH(scratch, 3 * cones, &s->z, &s->y, &s->dz, &s->dy, &s->side, &s->slope,
                     &s->last.side, &s->last.dz, &s->last.dy);
    NSD_SCRATCH_EACH(scratch, cones, &s->slip, &s->lag, &s->last.lag);
    NSD_SCRATCH_EACH_INT(scratch, cones, &s->contact, &s->first, &s->size);
    s->cone = nsd_scratch_take(scratch, cones, sizeof *s->cone);
    s->mu = nsd_scratch_doubles(scratch, cones);
}

void nsd_friction_primal_dual_init(nsd_friction_primal_dual *s, const nsd_friction *problem)
{
    s->slip_unknown = 0;
    s->problem = problem;
    s->d = nsd_friction_local_size(&problem->layout);
    s->n = s->d * problem->contacts;
    s->unit = nsd_dense_max_abs(s->n, problem->q);
    list_cones(s);
}

/* out <- G x for cone k: (mu x_N, x_T) */
static void cone_from_x(const nsd_friction_primal_dual *s, int k, const double *x, double *out)
{
    out[0] = s->mu[k] * x[s->contact[k] * s->d];
    out[1] = s->size[k] > 0 ? x[s->first[k]] : 0.0;
    out[2] = s->size[k] > 1 ? x[s->first[k] + 1] : 0.0;
}

/* x <- x + factor G'y for cone k */
static void add_cone_to_x(const nsd_friction_primal_dual *s, int k, double factor, const double *y,
                          double *x)
{
    x[s->contact[k] * s->d] += factor * s->mu[k] * y[0];
    for (int i = 0; i < s->size[k]; i++) {
        x[s->first[k] + i] += factor * y[1 + i];
    }
}

/* The slip of cone k into f_N and, times mu kappa, its derivative by y into slope: that of y, or in
 * heaps the slip that follows it, which lags behind                          (FR.19), (FR.28) */
static void add_slip(nsd_friction_primal_dual *s, int k)
{
    const double *y = s->y + 3 * k;
    const double  half = 0.5 * (y[1] * y[1] + y[2] * y[2]) / y[0];
    const double  slip = 0.5 * y[0] + half, part = s->mu[k] * s->kappa / y[0];

    s->slip[k] = s->size[k] == 0 ? 0.0 : s->follows ? s->slip[k] : slip;
    s->lag[k] = s->size[k] == 0 ? 0.0 : slip - s->slip[k];
    s->slope[3 * k] = s->size[k] > 0 ? part * (0.5 * y[0] - half) : 0.0;
    s->slope[3 * k + 1] = part * y[1];
    s->slope[3 * k + 2] = part * y[2];
    s->f[s->contact[k] * s->d] += s->mu[k] * s->slip[k];
}

/* Row of the system that belongs to entry i of x */
static int row_of(const nsd_friction_primal_dual *s, int i)
{
    return nsd_friction_position(s->problem, i / s->d) * s->d + i % s->d;
}

/* Entries of groups with mu = 0 are no unknowns: x <- 0 there, or identity rows when x is NULL */
static void fix_frictionless(nsd_friction_primal_dual *s, double *x)
{
    const nsd_friction *p = s->problem;

    for (int a = 0; a < p->contacts; a++) {
        int at = a * s->d + 1;
        for (int g = 0; g < p->layout.groups; at += p->layout.size[g], g++) {
            for (int i = at; p->mu[g][a] == 0.0 && i < at + p->layout.size[g]; i++) {
                if (x) {
                    x[i] = 0.0;
                } else {
                    nsd_friction_system_identity(&s->system, row_of(s, i));
                }
            }
        }
    }
}

/* Adds the term of cone k to the system: G'V^-2 G, or (G - n s')'V^-2 G with the slip unknown
 *                                                                            (FR.16), (FR.19) */
static void add_cone(nsd_friction_primal_dual *s, int k)
{
    const double *slope = s->slope + 3 * k;
    const int     full = s->slip_unknown || s->system.sparse; /* both triangles */
    double        T[9];

    nsd_friction_cone_inverse_square(s->cone + k, T);
    for (int j = 0; j <= s->size[k]; j++) {
        const double right = j ? 1.0 : s->mu[k];
        const int    col = row_of(s, j ? s->first[k] + j - 1 : s->contact[k] * s->d);
        for (int i = full ? 0 : j; i <= s->size[k]; i++) {
            const int row = row_of(s, i ? s->first[k] + i - 1 : s->contact[k] * s->d);
            double    value = (i ? 1.0 : s->mu[k]) * right * T[i + 3 * j];
            if (s->slip_unknown && i == 0) {
                value -= right * nsd_dense_dot(3, slope, T + 3 * j);
            }
            *nsd_friction_system_at(&s->system, row, col) += value;
        }
    }
}

/* A <- W + G'V^-2 G and its factors                                          (FR.16), (FR.19) */
static nsd_status factor_matrix(nsd_friction_primal_dual *s, const nsd_poll *poll)
{
    nsd_friction_system_clear(&s->system, s->problem, s->n, !s->slip_unknown);
    nsd_friction_system_add(&s->system, s->problem);
    for (int k = 0; k < s->cones; k++) {
        add_cone(s, k);
    }
    fix_frictionless(s, NULL);
    return nsd_friction_system_factor(&s->system, poll);
}

/* step <- A^-1 step */
static void solve_ordered(nsd_friction_primal_dual *s)
{
    for (int i = 0; i < s->n; i++) {
        s->ordered[row_of(s, i)] = s->step[i];
    }
    nsd_friction_system_solve(&s->system, s->ordered);
    for (int i = 0; i < s->n; i++) {
        s->step[i] = s->ordered[row_of(s, i)];
    }
}

void nsd_friction_primal_dual_direction(nsd_friction_primal_dual *s)
{
    for (int i = 0; i < s->n; i++) {
        s->step[i] = -s->gradient[i];
    }
    for (int k = 0; k < s->cones; k++) {
        const double *slope = s->slope + 3 * k;
        double        back[3];
        nsd_friction_cone_apply_inverse(s->cone + k, s->side + 3 * k, back);
        add_cone_to_x(s, k, 1.0, back, s->step);
        if (s->slip_unknown && s->size[k] > 0) {
            s->step[s->contact[k] * s->d] -= nsd_dense_dot(3, slope, back) +
                                             s->mu[k] * s->kappa * s->lag[k];
        }
    }
    fix_frictionless(s, s->step);
    solve_ordered(s);
    for (int k = 0; k < s->cones; k++) {
        double scaled[3];
        cone_from_x(s, k, s->step, s->dz + 3 * k);
        nsd_friction_cone_apply_inverse(s->cone + k, s->dz + 3 * k, scaled);
        for (int i = 0; i < 3; i++) {
            scaled[i] = s->side[3 * k + i] - scaled[i];
        }
        nsd_friction_cone_apply_inverse(s->cone + k, scaled, s->dy + 3 * k);
    }
}

double nsd_friction_primal_dual_longest_step(const nsd_friction_primal_dual *s)
{
    double t = 1.0;
    for (int k = 0; k < 3 * s->cones; k += 3) {
        t = fmin(t, nsd_friction_cone_longest_step(s->z + k, s->dz + k));
        t = fmin(t, nsd_friction_cone_longest_step(s->y + k, s->dy + k));
    }
    return t;
}

void nsd_friction_primal_dual_start(nsd_friction_primal_dual *s, int most)
{
    s->pace = INFINITY;
    s->kappa = 1.0;
    s->follows = s->slip_unknown && s->problem->plan;
    s->steps_left = s->slip_unknown ? SLIP_STEPS : CONVEX_STEPS;
    if (s->follows) {
        s->steps_left = most < HEAP_STEPS ? most : HEAP_STEPS;
    }
    const double unit = s->unit / s->problem->lambda;
    const double impulse = s->problem->plan ? HEAP_START_IMPULSE * unit : unit;
    memset(s->x, 0, (size_t)s->n * sizeof *s->x);
    for (int a = 0; a < s->problem->contacts; a++) {
        s->x[a * s->d] = impulse;
    }
    for (int k = 0; k < s->cones; k++) {
        cone_from_x(s, k, s->x, s->z + 3 * k);
        s->y[3 * k] = s->unit;
        s->y[3 * k + 1] = s->y[3 * k + 2] = 0.0;
        s->slip[k] = 0.5 * s->unit; /* that of y */
    }
}

/* gradient <- W x + f - G'y; returns the mean of z'y over the cones                   (FR.15) */
static double gradient_and_gap(nsd_friction_primal_dual *s)
{
    double sum = 0.0;

    if (s->slip_unknown) {
        memcpy(s->f, s->problem->q, (size_t)s->n * sizeof *s->f);
    }
    for (int k = 0; s->slip_unknown && k < s->cones; k++) {
        add_slip(s, k);
    }
    nsd_friction_velocity(s->problem, s->x, s->gradient);
    for (int i = 0; i < s->n; i++) {
        s->gradient[i] += s->f[i] - s->problem->q[i];
    }
    for (int k = 0; k < s->cones; k++) {
        add_cone_to_x(s, k, -1.0, s->y + 3 * k, s->gradient);
    }
    fix_frictionless(s, s->gradient);
    for (int i = 0; i < 3 * s->cones; i++) {
        sum += s->z[i] * s->y[i];
    }
    return sum / s->cones;
}

void nsd_friction_primal_dual_side(nsd_friction_primal_dual *s, double target, int second_order)
{
    for (int k = 0; k < s->cones; k++) {
        const double *lambda = s->cone[k].lambda;
        double        a[3], b[3], second[3] = { 0.0 }, square[3];
        if (second_order) {
            nsd_friction_cone_apply_inverse(s->cone + k, s->dz + 3 * k, a);
            nsd_friction_cone_apply_scaling(s->cone + k, s->dy + 3 * k, b);
            nsd_friction_cone_product(a, b, second);
        }
        nsd_friction_cone_product(lambda, lambda, square);
        for (int i = 0; i < 3; i++) {
            square[i] = (i == 0 ? target : 0.0) - square[i] - second[i];
        }
        nsd_friction_cone_divide(lambda, square, s->side + 3 * k);
    }
}

/* The scaling of all cones, the factors, and the predictor: the direction to z o y = 0; 0 when
 * rounding or an indefinite W makes them fail. */
static int predict(nsd_friction_primal_dual *s, const nsd_poll *poll)
{
    for (int k = 0; k < s->cones; k++) {
        if (!nsd_friction_cone_find_scaling(s->cone + k, s->z + 3 * k, s->y + 3 * k)) {
            return 0;
        }
        for (int i = 0; i < 3; i++) {
            s->side[3 * k + i] = -s->cone[k].lambda[i];
        }
    }
    if (factor_matrix(s, poll) != NSD_OK) {
        return 0;
    }
    nsd_friction_primal_dual_direction(s);
    return 1;
}

/* The direction by Mehrotra's corrector; returns how far to go. */
static double correct(nsd_friction_primal_dual *s, double gap)
{
    const double left = 1.0 - nsd_friction_primal_dual_longest_step(s);

    nsd_friction_primal_dual_side(s, left * left * left * gap, 1);
    nsd_friction_primal_dual_direction(s);
    return BOUNDARY_PART * nsd_friction_primal_dual_longest_step(s);
}

/* The iterate moves by t times the direction. */
static void move(nsd_friction_primal_dual *s, double t)
{
    for (int i = 0; i < s->n; i++) {
        s->x[i] += t * s->step[i];
    }
    for (int i = 0; i < 3 * s->cones; i++) {
        s->y[i] += t * s->dy[i];
    }
    for (int k = 0; k < s->cones; k++) {
        cone_from_x(s, k, s->x, s->z + 3 * k);
    }
}

nsd_status nsd_friction_primal_dual_solve(nsd_friction_primal_dual *s, double level,
                                          const nsd_poll *poll, int *iterations)
{
    const double largest_gap = level * s->unit * s->unit / s->problem->lambda;
    const double largest_miss = fmax(GRADIENT_RESIDUAL, level) * s->unit;

    for (; s->steps_left > 0; s->steps_left--) {
        const double gap = s->last.gap = gradient_and_gap(s);
        const double miss = fmax(nsd_dense_max_abs(s->n, s->gradient),
                                 s->follows ? nsd_dense_max_abs(s->cones, s->lag) : 0.0);
        if (miss <= largest_miss && gap <= largest_gap) {
            return NSD_OK;
        }
        if (!(miss <= 1e300) || nsd_poll_stopped(poll) || !predict(s, poll)) {
            break;
        }
        move(s, s->follows ? nsd_friction_follow_correct(s, gap, miss) : correct(s, gap));
        ++*iterations;
    }
    return NSD_STALLED;
}
