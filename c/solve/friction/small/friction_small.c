/* friction_small.c - Gauss-Seidel for up to four contacts, unrolled                      (FR.9) */
#include "solve/friction/small/friction_small.h"

#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "solve/friction/friction_parts.h"

enum { ROWS = NSD_FRICTION_SMALL_UNKNOWNS };

/* A problem that is being solved; entries of absent contacts are zero */
typedef struct sweeper {
    const nsd_friction_small *small;
    const double             *mu;
    double                    q[ROWS], r[ROWS], u[ROWS]; /* u = W r + q */
    double                    largest;                   /* max|q|      */
} sweeper;

/* 1 when squares of x, and of quotients of such numbers, neither overflow nor underflow */
static int is_moderate(double x)
{
    return x >= ldexp(1.0, -NSD_FRICTION_MODERATE_EXPONENT) &&
           x < ldexp(1.0, NSD_FRICTION_MODERATE_EXPONENT);
}

static int fits(const nsd_friction *problem)
{
    return problem->layout.groups == 1 && problem->W && !problem->start && problem->contacts > 0 &&
           problem->contacts <= NSD_FRICTION_SMALL_CONTACTS && is_moderate(problem->lambda) &&
           nsd_friction_blocks_alike(problem);
}

void nsd_friction_small_init(nsd_friction_small *small, const nsd_friction *problem)
{
    const int d = 1 + problem->layout.size[0], n = problem->contacts * d;

    memset(small, 0, sizeof *small);
    if (!fits(problem)) {
        return;
    }
    for (int j = 0; j < n; j++) {
        memcpy(small->W + j * ROWS, problem->W + j * n, (size_t)n * sizeof(double));
    }
    for (int a = 0; a < problem->contacts; a++) {
        const double *W = small->W + a * d * (ROWS + 1);
        if (!(W[0] > 0.0)) {
            return;
        }
        if (d == 3) {
            nsd_friction_reduce(W, ROWS, &small->contact[a]);
        }
    }
    small->contacts = problem->contacts;
    small->d = d;
    small->lambda = problem->lambda;
}

/* u <- u + W(:,a) change, for all contacts that there may be */
NSD_INLINE void add_column(const nsd_friction_small *small, int a, int d,
                           const double *NSD_RESTRICT change, double *NSD_RESTRICT u)
{
    const double *W = small->W + a * d * ROWS;
    for (int i = 0; i < NSD_FRICTION_SMALL_CONTACTS * d; i++) {
        const double two = W[i] * change[0] + W[i + ROWS] * change[1];
        u[i] += d == 2 ? two : two + W[i + 2 * ROWS] * change[2];
    }
}

/* s->u <- W r + q */
NSD_INLINE void velocity(sweeper *s, int d)
{
    for (int i = 0; i < NSD_FRICTION_SMALL_CONTACTS * d; i++) {
        s->u[i] = s->q[i];
    }
    for (int a = 0; a < s->small->contacts; a++) {
        const double *r = s->r + a * d;
        if (r[0] != 0.0 || r[1] != 0.0 || (d == 3 && r[2] != 0.0)) {
            add_column(s->small, a, d, r, s->u);
        }
    }
}

/* The residual of r and u into info                                       (FR.4), (FR.5), (FR.6) */
NSD_INLINE nsd_status check(const sweeper *s, int d, double tolerance, nsd_friction_info *info)
{
    const double lambda = s->small->lambda;
    const double rounding = 4.0 * DBL_EPSILON * lambda * nsd_dense_max_abs(ROWS, s->r);

    const nsd_friction_scales scale = { 1.0 / lambda, rounding };
    nsd_friction_natural      map = { 0.0, rounding, s->largest };
    for (int a = 0; a < s->small->contacts && !isnan(map.natural); a++) {
        const double one = lambda * nsd_friction_cone_residual(d - 1, s->mu[a], &scale,
                                                               s->r + a * d, s->u + a * d);
        map.natural = one <= map.natural ? map.natural : one; /* also where `one` is NaN */
    }
    return nsd_friction_judge(&map, tolerance, info);
}

/* One sweep; the largest change of an impulse, or NaN where the problem of a contact has no closed
 * form                                                                                  (FR.9) */
NSD_INLINE double sweep(sweeper *s, int d)
{
    double largest = 0.0;

    for (int a = 0; a < s->small->contacts; a++) {
        const double *W = s->small->W + a * d * (ROWS + 1);
        double       *r = s->r + a * d, *u = s->u + a * d, q[3], next[3], change[3], size = 0.0;
        if (r[0] == 0.0 && u[0] >= 0.0) {
            continue; /* the contact is open and stays open */
        }
        for (int i = 0; i < d; i++) {
            next[i] = r[i];
            q[i] = u[i] - W[i] * r[0] - W[i + ROWS] * r[1];
            q[i] = d == 2 ? q[i] : q[i] - W[i + 2 * ROWS] * r[2];
        }
        if (d == 3 && q[0] >= 0.0) {
            next[0] = next[1] = next[2] = 0.0;
        } else if (!(d == 3
                         ? nsd_friction_approach(&s->small->contact[a], W, ROWS, q, s->mu[a], next)
                         : nsd_friction_local_2d(W, ROWS, q, s->mu[a], next))) {
            return NAN;
        }
        for (int i = 0; i < d; i++) {
            change[i] = next[i] - r[i];
            size = fabs(change[i]) > size ? fabs(change[i]) : size;
            r[i] = next[i];
        }
        if (size != 0.0) {
            add_column(s->small, a, d, change, s->u);
            largest = size > largest ? size : largest;
        }
    }
    return largest;
}

/* One sweep from a guess that passes, kept if its residual is not larger, as in nsd_friction_nsgs;
 * 0 where the sweep has no closed form */
NSD_INLINE int sweep_good_guess(sweeper *s, int d, double tolerance, nsd_friction_info *info)
{
    const double before = info->residual, unit = s->largest > 1.0 ? s->largest : 1.0;
    double       guess[ROWS];

    if (!(before * unit > NSD_FRICTION_GUESS_RESIDUAL * s->largest)) {
        return 1;
    }
    memcpy(guess, s->r, sizeof guess);
    if (isnan(sweep(s, d))) {
        return 0;
    }
    info->iterations++;
    velocity(s, d); /* without the rounding of the sweep */
    if (check(s, d, tolerance, info) != NSD_OK || !(info->residual <= before)) {
        memcpy(s->r, guess, sizeof guess);
        velocity(s, d);
        info->residual = before;
    }
    return 1;
}

/* Sweeps from a guess r with its velocities u                                           (FR.20) */
NSD_INLINE nsd_status sweep_until_solved(sweeper *s, int d, const nsd_friction_options *options,
                                         nsd_friction_info *info)
{
    const int    most = options->max_iter < NSD_FRICTION_FIRST_SWEEPS ? options->max_iter
                                                                      : NSD_FRICTION_FIRST_SWEEPS;
    const double small = options->tolerance * s->largest;

    *info = (nsd_friction_info){ 0, NAN, "nsgs" };
    nsd_status status = check(s, d, options->tolerance, info);
    if (status == NSD_OK) {
        return sweep_good_guess(s, d, options->tolerance, info) ? NSD_OK : NSD_STALLED;
    }
    while (status != NSD_OK && info->iterations < most && info->residual <= DBL_MAX &&
           !nsd_poll_stopped(options->poll)) {
        const double change = sweep(s, d) * s->small->lambda;
        info->iterations++;
        if (isnan(change)) {
            return NSD_STALLED;
        }
        if (change <= small || info->iterations == most) {
            velocity(s, d); /* without the rounding of the sweeps */
            status = check(s, d, options->tolerance, info);
        }
    }
    return status;
}

/* 1 when the impulses that lead to u change velocities by much more than the free motion approaches
 *                                                                                       (FC.10) */
NSD_INLINE int is_shock(const sweeper *s, int d, double tolerance)
{
    double change = 0.0, approach = 0.0;
    for (int i = 0; i < NSD_FRICTION_SMALL_CONTACTS * d; i++) {
        const double size = fabs(s->u[i] - s->q[i]);
        change = size > change ? size : change;
    }
    for (int i = 0; i < NSD_FRICTION_SMALL_CONTACTS * d; i += d) {
        approach = -s->q[i] > approach ? -s->q[i] : approach;
    }
    return change > nsd_friction_shock(approach, s->largest, tolerance);
}

NSD_INLINE nsd_status solve(sweeper *s, int d, const nsd_friction_options *options,
                            nsd_friction_small_outcome *outcome)
{
    velocity(s, d);
    if (outcome->continuous && is_shock(s, d, options->tolerance)) {
        memset(s->r, 0, sizeof s->r);
        memcpy(s->u, s->q, sizeof s->u);
    }
    const nsd_status status = sweep_until_solved(s, d, options, &outcome->info);
    outcome->shock = is_shock(s, d, options->tolerance);
    return status;
}

/* The start of nsd_friction_auto; 0 when the problem is not one to be solved here */
static int begin(sweeper *s, const nsd_friction *problem, const double *r)
{
    const int n = s->small->contacts * s->small->d;
    int       valid = 1;

    for (int a = 0; a < s->small->contacts; a++) {
        valid &= s->mu[a] >= 0.0 && s->mu[a] <= DBL_MAX;
    }
    for (int i = 0; i < n; i++) {
        s->q[i] = problem->q[i];
        s->r[i] = r[i];
        valid &= r[i] * 0.0 == 0.0; /* finite */
    }
    s->largest = nsd_dense_max_abs(n, s->q);
    return valid && is_moderate(s->largest);
}

nsd_status nsd_friction_small_solve(const nsd_friction_small *small, const nsd_friction *problem,
                                    const nsd_friction_options *options, double *r, double *u,
                                    nsd_friction_small_outcome *outcome)
{
    const size_t bytes = (size_t)(small->contacts * small->d) * sizeof(double);
    sweeper      s = { .small = small, .mu = problem->mu[0] };

    if (small->contacts == 0 || !begin(&s, problem, r)) {
        return NSD_STALLED;
    }
    const nsd_status status = small->d == 3 ? solve(&s, 3, options, outcome)
                                            : solve(&s, 2, options, outcome);
    memcpy(r, s.r, bytes);
    memcpy(u, s.u, bytes);
    return status;
}
