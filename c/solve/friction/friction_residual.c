/* friction_residual.c - velocity, projection, residual and acceptance      (FR.1)-(FR.6) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"

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

void nsd_friction_project(const nsd_friction_layout *layout, const double *mu, double *x)
{
    double  s[NSD_FRICTION_GROUPS];
    double *part = x + 1;

    if (layout->groups == 1) {
        nsd_friction_project_cone(layout->size[0], mu[0], x);
        return;
    }
    for (int g = 0; g < layout->groups; part += layout->size[g], g++) {
        s[g] = nsd_friction_length(layout->size[g], part);
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

double nsd_friction_contact_residual(const nsd_friction_layout *layout, const double *mu,
                                     const nsd_friction_scales *scale, const double *r,
                                     const double *u)
{
    const double  rho = scale->rho;
    double        x[NSD_FRICTION_LOCAL] = { 0.0 }, uhat = u[0];
    const double *part = u + 1;
    int           d = 1;

    if (layout->groups == 1) {
        return nsd_friction_cone_residual(layout->size[0], mu[0], scale, r, u);
    }
    for (int g = 0; g < layout->groups; part += layout->size[g], g++) {
        const double slip = nsd_friction_length(layout->size[g], part);
        uhat += nsd_friction_counted_slip(mu[g], slip, scale);
        d += layout->size[g];
    }
    x[0] = r[0] - rho * uhat;
    for (int i = 1; i < d; i++) {
        x[i] = r[i] - rho * u[i];
    }
    nsd_friction_project(layout, mu, x);
    return nsd_friction_distance(d, rho, r, u, x);
}

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
    return exponent > NSD_FRICTION_MODERATE_EXPONENT || exponent < -NSD_FRICTION_MODERATE_EXPONENT
               ? exponent
               : 0;
}

/* x 2^exponent, where 2^exponent itself may be out of range */
static double times_power(double x, int exponent)
{
    return exponent == 0 ? x : x * ldexp(1.0, exponent / 2) * ldexp(1.0, exponent - exponent / 2);
}

/* Where W or q is extreme, impulses are taken in units of 1/lambda and velocities in units of
 * max|q|, both up to factors of two, which change no bit. */
static nsd_friction_natural natural_map(const nsd_friction *problem, const double *r,
                                        const double *u)
{
    const int            d = nsd_friction_local_size(&problem->layout), n = d * problem->contacts;
    const double         lambda = scale_of(problem);
    nsd_friction_natural map = { 0.0, nsd_friction_rounding_error(problem, r),
                                 nsd_dense_max_abs(n, problem->q) };
    const int            stiff = extreme_exponent(lambda), fast = extreme_exponent(map.q);

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

double nsd_friction_residual(const nsd_friction *problem, const double *r, const double *u)
{
    const nsd_friction_natural map = natural_map(problem, r, u);
    nsd_friction_info          info;
    nsd_friction_judge(&map, 0.0, &info);
    return info.residual;
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
    const nsd_friction_natural map = natural_map(problem, r, u);
    return nsd_friction_judge(&map, tolerance, info);
}

int nsd_friction_solved_to_rounding(const nsd_friction *problem, const double *r, double *u)
{
    nsd_friction_velocity(problem, r, u);
    const nsd_friction_natural map = natural_map(problem, r, u);
    return map.natural <= map.rounding &&
           map.rounding <= NSD_FRICTION_LOST_VELOCITY * map.q; /* (FR.6) */
}

nsd_status nsd_friction_finish(const nsd_friction *problem, const nsd_friction_options *options,
                               const double *r, double *u, nsd_friction_info *info)
{
    nsd_friction_velocity(problem, r, u);
    return nsd_friction_check(problem, options->tolerance, r, u, info);
}
