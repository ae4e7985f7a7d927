/* friction_follow.c - steps of interior points for heaps: the slip of the cones follows the slip of
 * the velocities at a pace that keeps steps long                                      (FR.28) */
#include <math.h>

#include "base/dense.h"
#include "solve/friction/interior/friction_primal_dual.h"

/* Part of the longest step inside the cones that is taken, and what a predictor of full length
 * adds: one of thousand contacts is always close to its boundary. Larger: iterates come too close
 * to the boundary; smaller: more steps. */
#define BOUNDARY_PART  0.9
#define PREDICTOR_PART 0.09

/* The target of z'y is at least this part of what gradient and lag still miss, up to so many times
 * the present z'y. Larger: more steps before z'y is small; smaller: contacts are decided with a
 * slip that is still wrong, and a slip that moved far away is followed by short steps alone. */
#define MISS_PART   0.05
#define TARGET_RISE 10.0

/* Lengths of steps below which the pace falls, and above which it grows. Larger: good steps are
 * held back; smaller: the method stands still where its path turns back. */
#define SHORT_STEP 0.2
#define LONG_STEP  0.5

/* Largest pace after a short step, its factor then, its factor after a long step, the smallest one,
 * and the one above which the slip is as good as that of y. Larger: short steps follow each other;
 * smaller: many steps until Newton's convergence is back. */
#define FALLEN_PACE   10.0
#define PACE_FALL     0.25
#define PACE_GROWTH   2.0
#define SMALLEST_PACE 1e-3
#define LARGEST_PACE  1e5

/* Most corrections of the products z o y with one factor, the part of the step that each is to win,
 * the least part that pays for it, and the factor around the target within which products may stay.
 * More: solves that win little; fewer: more factors. */
#define CORRECTIONS    3
#define WANTED_LENGTH  0.3
#define LEAST_GAIN     0.03
#define PRODUCT_FACTOR 10.0

/* Length below which the direction goes to the centre alone. Larger: steps that would help are
 * lost; smaller: steps along the boundary follow each other. */
#define CENTRE_LENGTH 0.1

/* Length of a step with the bend of the slip below which one without it is tried, too. Larger:
 * solves that win little; smaller: bends that shorten steps are kept. */
#define BENT_LENGTH 0.5

/* What an eigenvalue of z o y needs to be within PRODUCT_FACTOR of the target, in steps that do not
 * exceed the factor times the target */
static double missing_product(double value, double target)
{
    const double low = target / PRODUCT_FACTOR, high = target * PRODUCT_FACTOR;
    return value < low ? fmin(low - value, high) : value > high ? fmax(high - value, -high) : 0.0;
}

/* side <- last.side and what brings the products z o y back that a step of length t would leave
 * far from the target                                                  (Gondzio 1996), (FR.28) */
static void centre_products(nsd_friction_primal_dual *s, double target, double t)
{
    for (int k = 0; k < s->cones; k++) {
        const double *lambda = s->cone[k].lambda;
        double        a[3], b[3], product[3], wanted[3], change[3];
        nsd_friction_cone_apply_inverse(s->cone + k, s->dz + 3 * k, a);
        nsd_friction_cone_apply_scaling(s->cone + k, s->dy + 3 * k, b);
        for (int i = 0; i < 3; i++) {
            a[i] = lambda[i] + t * a[i];
            b[i] = lambda[i] + t * b[i];
        }
        nsd_friction_cone_product(a, b, product);
        const double size = hypot(product[1], product[2]);
        const double large = missing_product(product[0] + size, target);
        const double small = missing_product(product[0] - size, target);
        const double turn = size > 0.0 ? 0.5 * (large - small) / size : 0.0;
        wanted[0] = 0.5 * (large + small);
        wanted[1] = turn * product[1];
        wanted[2] = turn * product[2];
        nsd_friction_cone_divide(lambda, wanted, change);
        for (int i = 0; i < 3; i++) {
            s->side[3 * k + i] = s->last.side[3 * k + i] + change[i];
        }
    }
}

static void swap(double **a, double **b)
{
    double *const kept = *a;
    *a = *b;
    *b = kept;
}

/* The direction before becomes the present one, and the present one that before. */
static void swap_directions(nsd_friction_primal_dual *s)
{
    swap(&s->step, &s->last.step);
    swap(&s->dz, &s->last.dz);
    swap(&s->dy, &s->last.dy);
}

/* Corrections as long as they make the step longer; returns its length */
static double correct_products(nsd_friction_primal_dual *s, double target, double length)
{
    for (int i = 0; i < CORRECTIONS && length < 1.0 - LEAST_GAIN; i++) {
        swap(&s->side, &s->last.side);
        centre_products(s, target, fmin(1.0, length + WANTED_LENGTH));
        swap_directions(s);
        nsd_friction_primal_dual_direction(s);
        const double next = nsd_friction_primal_dual_longest_step(s);
        if (next < length + LEAST_GAIN) {
            swap_directions(s);
            return length;
        }
        length = next;
    }
    return length;
}

/* pace and kappa of the next step, after one of length t                                (FR.28) */
static void adapt_pace(nsd_friction_primal_dual *s, double t)
{
    if (t < SHORT_STEP) {
        s->pace = fmax(SMALLEST_PACE, PACE_FALL * fmin(FALLEN_PACE, s->pace));
    } else if (t > LONG_STEP) {
        s->pace = s->pace > LARGEST_PACE ? INFINITY : PACE_GROWTH * s->pace;
    }
    s->kappa = s->pace < INFINITY ? s->pace / (1.0 + s->pace) : 1.0;
}

/* lag <- lag and the second order of the slip along the present direction             (FR.28) */
static void bend_slip(nsd_friction_primal_dual *s)
{
    for (int k = 0; k < s->cones; k++) {
        const double *y = s->y + 3 * k, *dy = s->dy + 3 * k, part = dy[0] / y[0];
        const double  a = dy[1] - y[1] * part, b = dy[2] - y[2] * part;
        s->last.lag[k] = s->lag[k];
        s->lag[k] += s->size[k] > 0 ? 0.5 * (a * a + b * b) / y[0] : 0.0;
    }
}

/* The direction for s->side with the bend of the slip along the predictor, or without it where that
 * makes a longer step; returns the length of the step */
static double bent_direction(nsd_friction_primal_dual *s)
{
    bend_slip(s);
    nsd_friction_primal_dual_direction(s);
    const double bent = nsd_friction_primal_dual_longest_step(s);
    if (bent >= BENT_LENGTH) {
        return bent;
    }
    swap_directions(s);
    swap(&s->lag, &s->last.lag);
    nsd_friction_primal_dual_direction(s);
    const double straight = nsd_friction_primal_dual_longest_step(s);
    if (straight >= bent) {
        return straight;
    }
    swap_directions(s);
    swap(&s->lag, &s->last.lag);
    return bent;
}

double nsd_friction_follow_correct(nsd_friction_primal_dual *s, double gap, double miss)
{
    const double predictor = nsd_friction_primal_dual_longest_step(s), left = 1.0 - predictor;
    const double least = fmin(TARGET_RISE * gap, MISS_PART * miss * s->unit / s->problem->lambda);
    const double target = fmax(left * left * left * gap, least);
    double       part = BOUNDARY_PART + PREDICTOR_PART * predictor;

    nsd_friction_primal_dual_side(s, target, 1);
    double length = correct_products(s, target, bent_direction(s));
    if (length < CENTRE_LENGTH) {
        nsd_friction_primal_dual_side(s, gap, 0);
        nsd_friction_primal_dual_direction(s);
        length = nsd_friction_primal_dual_longest_step(s);
        part = BOUNDARY_PART;
    }
    for (int k = 0; k < s->cones; k++) {
        const double along = nsd_dense_dot(3, s->slope + 3 * k, s->dy + 3 * k);
        s->slip[k] += part * length * (s->kappa * s->lag[k] + along / s->mu[k]);
    }
    adapt_pace(s, part * length);
    return part * length;
}
