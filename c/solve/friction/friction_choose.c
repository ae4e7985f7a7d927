/* friction_choose.c - of several solutions the one that changes velocities least  (FC.10) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"

/* A velocity change this many times larger than the approach of the free motion is a shock, which
 * other solutions may do without. Larger: shocks are taken where the motion could go on; smaller:
 * wedged contacts at rest, whose impulses exceed their load, are enumerated in every step. */
#define SHOCK_RATIO 10.0

/* Velocity change, as a part of max|q|, that is no shock whatever the approach is. Larger: small
 * shocks are missed; smaller: rounding of a free motion that just touches counts as a shock. */
#define SMALLEST_SHOCK 1e-8

/* The same in tolerances of the solver, where that is more. Smaller: what a coarse solver leaves
 * of zero impulses counts as a shock. */
#define SHOCK_TOLERANCES 10.0

/* Most solutions that are compared; redundant contacts have a continuum of them. Larger: no effect;
 * smaller: the one of least change may be missed. */
#define COMPARED_SOLUTIONS 32

/* Part by which the square of a velocity change must be smaller to be preferred. Smaller: rounding
 * decides between motions that mirror each other. */
#define LESS_CHANGE 1e-6

/* Difference of velocities, as a part of max|q|, below which two answers are the same motion with
 * other impulses. Smaller: rounding decides between impulses of redundant contacts; larger: motions
 * that differ are not reported as several. */
#define SAME_MOTION 1e-6

/* The same in tolerances of the solver, where that is more. Smaller: one motion, found twice by a
 * coarse solver, is reported as two. */
#define SAME_TOLERANCES 100.0

double nsd_friction_shock(double approach, double scale, double tolerance)
{
    return fmax(SHOCK_RATIO * approach, fmax(SMALLEST_SHOCK, SHOCK_TOLERANCES * tolerance) * scale);
}

int nsd_friction_is_shock(const nsd_friction *problem, double tolerance, const double *r, double *u)
{
    const int    d = nsd_friction_local_size(&problem->layout), n = d * problem->contacts;
    const double scale = nsd_dense_max_abs(n, problem->q);
    double       change = 0.0, approach = 0.0;

    nsd_friction_velocity(problem, r, u);
    for (int i = 0; i < n; i++) {
        change = fmax(change, fabs(u[i] - problem->q[i]));
        approach = i % d == 0 ? fmax(approach, -problem->q[i]) : approach;
    }
    return change > nsd_friction_shock(approach, scale, tolerance);
}

/* r'W r: square of the velocity change in the metric of the mass; u <- velocities after r
 *                                                                                      (FC.10) */
static double squared_change(const nsd_friction *problem, const double *r, double *u)
{
    const size_t n = nsd_friction_unknowns(problem);
    double       sum = 0.0;

    nsd_friction_velocity(problem, r, u);
    for (size_t i = 0; i < n; i++) {
        sum += r[i] * (u[i] - problem->q[i]);
    }
    return sum;
}

int nsd_friction_less_change(double change, double than)
{
    return change < (1.0 - LESS_CHANGE) * than;
}

/* 1 when the velocities a and b are the same motion */
static int same_motion(const nsd_friction *problem, double tolerance, const double *a,
                       const double *b)
{
    const int    n = (int)nsd_friction_unknowns(problem);
    const double part = fmax(SAME_MOTION, SAME_TOLERANCES * tolerance);
    double       difference = 0.0;
    for (int i = 0; i < n; i++) {
        difference = fmax(difference, fabs(a[i] - b[i]));
    }
    return difference <= part * nsd_dense_max_abs(n, problem->q);
}

int nsd_friction_take_least(const nsd_friction *problem, double tolerance, const double *R,
                            int found, double *r, double *work)
{
    const size_t n = nsd_friction_unknowns(problem);
    double      *u = work, *other = work + n, least = INFINITY;
    int          best = 0, several = 0;

    for (int k = 0; k < found; k++) {
        const double change = squared_change(problem, R + (size_t)k * n, other);
        if (nsd_friction_less_change(change, least)) {
            least = change;
            best = k;
        }
    }
    const double change = squared_change(problem, r, u);
    for (int k = 0; k < found; k++) {
        nsd_friction_velocity(problem, R + (size_t)k * n, other);
        const int same = same_motion(problem, tolerance, u, other);
        several |= !same;
        if (k == best && !same && !nsd_friction_less_change(change, least)) {
            memcpy(r, R + (size_t)k * n, n * sizeof *r);
        }
    }
    return several;
}

nsd_status nsd_friction_choose(const nsd_friction *problem, const nsd_friction_options *options,
                               nsd_scratch *scratch, double *r, int *several)
{
    enum { MOST = 3 * NSD_FRICTION_SEARCH_MAX };
    double       R[MOST * COMPARED_SOLUTIONS], work[2 * MOST];
    const size_t mark = scratch->used;
    const int    d = nsd_friction_local_size(&problem->layout);
    int          found = 0;

    *several = 0;
    if (problem->contacts > NSD_FRICTION_SEARCH_MAX || d > 3) {
        return NSD_ERR_TOO_LARGE;
    }
    const nsd_status status =
        d == 2 ? nsd_friction_enumerate(problem, options, scratch, COMPARED_SOLUTIONS, R, &found)
               : nsd_friction_search(problem, options, scratch, COMPARED_SOLUTIONS, R, &found);
    scratch->used = mark;
    *several = nsd_friction_take_least(problem, options->tolerance, R, found, r, work);
    return status == NSD_STOPPED ? status : NSD_OK;
}
