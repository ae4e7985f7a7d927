/* friction_residual.c - velocity, projection, residual and acceptance      (FR.1)-(FR.6) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"

/* Least residual of a contact, as a part of |min(r_N, rho u_N)| (FR.4). Larger than 1/sqrt(2):
 * residuals of mu <= 1 change too; smaller: penetration in wide cones counts less. */
#define NORMAL_PART 0.7

/* Coefficient of friction above which a slip within rounding counts as none (FR.4). Larger: more
 * contacts that stick fail, because rounding is multiplied by mu; smaller: the residual of ordinary
 * contacts changes. */
#define WIDE_COEFFICIENT 1e3

/* Rounding error of W r, as a part of max|q|, above which no r is accepted (FR.6). Larger: impulses
 * that grow without bound, of problems without a solution, pass; smaller: heavy bodies on light
 * ones stay unsolved. */
#define LOST_VELOCITY 1e-6

/* Exponent of 2 up to which lambda and max|q| count as moderate: squares of max|q|, lambda and
 * their quotient are then far from overflow and underflow. Larger: squares are lost. Smaller: only
 * time. */
#define MODERATE_EXPONENT 200

void nsd_friction_velocity(const nsd_friction *problem, const double *r, double *u)
{
    const int d = nsd_friction_local_size(&problem->layout);

    memcpy(u, problem->q, (size_t)d * (size_t)problem->contacts * sizeof *u);
    for (int a = 0; a < problem->contacts; a++) {
        const double *ra = r + (size_t)a * (size_t)d;
        int           moving = 0;
        for (int i = 0; i < d; i++) {
            moving |= ra[i] != 0.0; /* also true for NaN, which must reach u */
        }
        if (moving) {
            nsd_friction_add_column(problem, a, ra, u);
        }
    }
}

static double length(int size, const double *x)
{
    return size == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]);
}

/* The root n of n - N = sum_g mu_g max(0, s_g - mu_g n): groups enter the sum by falling s_g / mu_g
 * as long as s_g / mu_g > n; n grows with each group.                                 (FR.3) */
static double projected_normal(int groups, double N, const double *mu, const double *s)
{
    int    in[NSD_FRICTION_GROUPS] = { 0 };
    double n = N, above = N, below = 1.0;

    for (int k = 0; k < groups; k++) {
        int best = -1;
        for (int g = 0; g < groups; g++) {
            const int candidate = !in[g] && mu[g] > 0.0 && s[g] > mu[g] * n;
            if (candidate && (best < 0 || s[g] * mu[best] > s[best] * mu[g])) {
                best = g;
            }
        }
        if (best < 0) {
            break;
        }
        in[best] = 1;
        above += mu[best] * s[best];
        below += mu[best] * mu[best];
        n = above / below;
    }
    return n;
}

/* nsd_friction_project for the cone of one group, which nearly all contacts have */
static void project_one_group(int size, double mu, double *x)
{
    const double s = length(size, x + 1);
    if (x[0] >= 0.0 && s <= mu * x[0]) {
        return;
    }
    const double n = (x[0] + mu * s) / (1.0 + mu * mu);
    x[0] = n > 0.0 ? n : 0.0;
    const double scale = s > 0.0 ? mu * x[0] / s : 0.0;
    for (int i = 1; i <= size; i++) {
        x[i] *= scale;
    }
}

void nsd_friction_project(const nsd_friction_layout *layout, const double *mu, double *x)
{
    double  s[NSD_FRICTION_GROUPS];
    double *part = x + 1;

    if (layout->groups == 1) {
        project_one_group(layout->size[0], mu[0], x);
        return;
    }
    for (int g = 0; g < layout->groups; part += layout->size[g], g++) {
        s[g] = length(layout->size[g], part);
    }
    const double n = fmax(0.0, projected_normal(layout->groups, x[0], mu, s));
    x[0] = n;
    part = x + 1;
    for (int g = 0; g < layout->groups; part += layout->size[g], g++) {
        const double scale = s[g] > mu[g] * n ? mu[g] * n / s[g] : 1.0;
        for (int i = 0; i < layout->size[g]; i++) {
            part[i] *= scale;
        }
    }
}

/* mu |u_T| of one group; in a wide cone slip below the rounding error counts as none   (FR.4) */
static double counted_slip(double mu, double slip, const nsd_friction_scales *scale)
{
    const double seen = mu > WIDE_COEFFICIENT ? slip - scale->rounding : slip;
    return seen > 0.0 ? mu * seen : 0.0;
}

double nsd_friction_contact_residual(const nsd_friction_layout *layout, const double *mu,
                                     const nsd_friction_scales *scale, const double *r,
                                     const double *u)
{
    const double  rho = scale->rho;
    double        x[NSD_FRICTION_LOCAL] = { 0.0 }, sum = 0.0, uhat = u[0];
    const double *part = u + 1;
    int           d = 1;

    for (int g = 0; g < layout->groups; part += layout->size[g], g++) {
        uhat += counted_slip(mu[g], length(layout->size[g], part), scale);
        d += layout->size[g];
    }
    x[0] = r[0] - rho * uhat;
    for (int i = 1; i < d; i++) {
        x[i] = r[i] - rho * u[i];
    }
    nsd_friction_project(layout, mu, x);
    for (int i = 0; i < d; i++) {
        if (!(fabs(r[i]) <= DBL_MAX && fabs(u[i]) <= DBL_MAX)) {
            return NAN;
        }
        sum += (r[i] - x[i]) * (r[i] - x[i]);
    }
    return fmax(sqrt(sum), NORMAL_PART * fabs(fmin(r[0], rho * u[0])));
}

typedef struct natural_map {
    double natural;  /* max_a of (FR.4) over rho; NaN when r or u is not finite */
    double rounding; /* nsd_friction_rounding_error                             */
    double q;        /* max |q|                                                 */
} natural_map;

static double scale_of(const nsd_friction *problem)
{
    return problem->lambda > 0.0 ? problem->lambda : 1.0;
}

double nsd_friction_rounding_error(const nsd_friction *problem, const double *r)
{
    const int n = nsd_friction_local_size(&problem->layout) * problem->contacts;
    return 4.0 * DBL_EPSILON * scale_of(problem) * nsd_dense_max_abs(n, r);
}

/* The exponent of 2 in x when x is so small or large that squares of such numbers, or of their
 * quotients, would be lost; else 0 */
static int extreme_exponent(double x)
{
    int exponent = 0;
    frexp(x, &exponent);
    return exponent > MODERATE_EXPONENT || exponent < -MODERATE_EXPONENT ? exponent : 0;
}

/* x 2^exponent, where 2^exponent itself may be out of range */
static double times_power(double x, int exponent)
{
    return x * ldexp(1.0, exponent / 2) * ldexp(1.0, exponent - exponent / 2);
}

/* Where W or q is extreme, impulses are taken in units of 1/lambda and velocities in units of
 * max|q|, both up to factors of two, which change no bit. */
static natural_map natural_map_of(const nsd_friction *problem, const double *r, const double *u)
{
    const int    d = nsd_friction_local_size(&problem->layout), n = d * problem->contacts;
    const double lambda = scale_of(problem);
    natural_map  map = { 0.0, nsd_friction_rounding_error(problem, r),
                         nsd_dense_max_abs(n, problem->q) };
    const int    stiff = extreme_exponent(lambda), fast = extreme_exponent(map.q);

    const nsd_friction_scales scale = { 1.0 / times_power(lambda, -stiff),
                                        times_power(map.rounding, -fast) };

    for (int a = 0; a < problem->contacts; a++) {
        double        mu[NSD_FRICTION_GROUPS], scaled[2 * NSD_FRICTION_LOCAL];
        const size_t  at = (size_t)a * (size_t)d;
        const double *ra = r + at, *ua = u + at;
        nsd_friction_coefficients(problem, a, mu);
        for (int i = 0; (stiff || fast) && i < d; i++) {
            scaled[i] = times_power(r[at + (size_t)i], stiff - fast);
            scaled[d + i] = times_power(u[at + (size_t)i], -fast);
        }
        if (stiff || fast) {
            ra = scaled;
            ua = scaled + d;
        }
        const double one = times_power(lambda, -stiff) *
                           nsd_friction_contact_residual(&problem->layout, mu, &scale, ra, ua);
        if (isnan(one)) {
            map.natural = NAN;
            return map;
        }
        map.natural = one > map.natural ? one : map.natural;
    }
    map.natural = times_power(map.natural, fast);
    return map;
}

static double relative_residual(const natural_map *map)
{
    return (map->natural + map->rounding) / (map->q > 1.0 ? map->q : 1.0); /* (FR.5) */
}

double nsd_friction_residual(const nsd_friction *problem, const double *r, const double *u)
{
    const natural_map map = natural_map_of(problem, r, u);
    return relative_residual(&map);
}

nsd_status nsd_friction_begin(const char *solver, const nsd_friction *problem,
                              const nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    const size_t m = (size_t)problem->contacts;
    const size_t n = m * (size_t)nsd_friction_local_size(&problem->layout);

    *info = (nsd_friction_info){ 0, NAN, solver };
    NSD_TRY(nsd_scratch_status(scratch));
    if (!isfinite(problem->lambda) || !nsd_dense_all_finite(n, problem->q)) {
        return NSD_ERR_NOT_FINITE;
    }
    for (int g = 0; g < problem->layout.groups; g++) {
        for (size_t a = 0; a < m; a++) {
            if (!(problem->mu[g][a] >= 0.0 && problem->mu[g][a] <= DBL_MAX)) {
                return isfinite(problem->mu[g][a]) ? NSD_ERR_BAD_ARGUMENT : NSD_ERR_NOT_FINITE;
            }
        }
    }
    if (!nsd_dense_all_finite(n, r) || !(nsd_dense_max_abs((int)n, problem->q) > 0.0)) {
        memset(r, 0, n * sizeof *r); /* q = 0 has the solution r = 0 */
    }
    return NSD_OK;
}

nsd_status nsd_friction_check(const nsd_friction *problem, double tolerance, const double *r,
                              const double *u, nsd_friction_info *info)
{
    const natural_map map = natural_map_of(problem, r, u);
    const double      least = tolerance * map.q > map.rounding ? tolerance * map.q : map.rounding;

    info->residual = relative_residual(&map);
    return info->residual <= tolerance && map.natural <= least &&
                   map.rounding <= LOST_VELOCITY * map.q
               ? NSD_OK
               : NSD_STALLED; /* (FR.6) */
}

int nsd_friction_solved_to_rounding(const nsd_friction *problem, const double *r, double *u)
{
    nsd_friction_velocity(problem, r, u);
    const natural_map map = natural_map_of(problem, r, u);
    return map.natural <= map.rounding && map.rounding <= LOST_VELOCITY * map.q; /* (FR.6) */
}

nsd_status nsd_friction_finish(const nsd_friction *problem, const nsd_friction_options *options,
                               const double *r, double *u, nsd_friction_info *info)
{
    nsd_friction_velocity(problem, r, u);
    return nsd_friction_check(problem, options->tolerance, r, u, info);
}
