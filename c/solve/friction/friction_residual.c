/* friction_residual.c - velocity, projection, residual and acceptance      (FR.1)-(FR.6) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"

/* Ratio of the largest to the smallest block of W above which each contact is measured in its own
 * numbers (FR.29). Larger: light bodies beside heavy ones fail by the rounding of the others;
 * smaller: |W| |r| is summed for every residual of ordinary problems too. */
#define UNLIKE_BLOCKS 1e3

/* Contacts whose |W| |r| is summed in one pass over W: memory on the stack. More: no effect;
 * fewer: more passes. */
#define CONTACTS_AT_ONCE 256

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

double nsd_friction_block_size(const nsd_friction *problem, int a)
{
    const int     d = nsd_friction_local_size(&problem->layout);
    int           ld = 0;
    const double *W = nsd_friction_diagonal(problem, a, &ld);
    double        largest = 0.0;

    for (int j = 0; W && j < d; j++) {
        double sum = 0.0;
        for (int i = 0; i < d; i++) {
            sum += fabs(W[i + (size_t)j * (size_t)ld]);
        }
        largest = fmax(largest, sum);
    }
    return largest > 0.0 && largest < scale_of(problem) ? largest : scale_of(problem);
}

int nsd_friction_blocks_alike(const nsd_friction *problem)
{
    double least = INFINITY, largest = 0.0;
    for (int a = 0; a < problem->contacts; a++) {
        const double size = nsd_friction_block_size(problem, a);
        least = fmin(least, size);
        largest = fmax(largest, size);
    }
    return !(largest > UNLIKE_BLOCKS * least);
}

/* What the residual of a contact is measured with, in its own numbers */
typedef struct own_scales {
    double lambda;   /* of its block of W                       */
    double rounding; /* velocity that rounding in W r may hide  */
    double q;        /* velocity that the data can bring there  */
} own_scales;

/* |f_a|/rho of contact a (FR.4). Where W or q is extreme, impulses are taken in units of 1/lambda
 * and velocities in units of max|q|, both up to factors of two, which change no bit. */
static double contact_natural(const nsd_friction *problem, int a, const own_scales *own,
                              const double *r, const double *u)
{
    const int    d = nsd_friction_local_size(&problem->layout);
    const int    stiff = extreme_exponent(own->lambda), fast = extreme_exponent(own->q);
    const size_t at = (size_t)a * (size_t)d;

    const nsd_friction_scales scale = { 1.0 / times_power(own->lambda, -stiff),
                                        times_power(own->rounding, -fast) };
    const double             *ra = r + at, *ua = u + at;
    double                    mu[NSD_FRICTION_GROUPS], scaled[2 * NSD_FRICTION_LOCAL];

    nsd_friction_coefficients(problem, a, mu);
    for (int i = 0; (stiff || fast) && i < d; i++) {
        scaled[i] = times_power(r[at + (size_t)i], stiff - fast);
        scaled[d + i] = times_power(u[at + (size_t)i], -fast);
    }
    if (stiff || fast) {
        ra = scaled;
        ua = scaled + d;
    }
    const double one = times_power(own->lambda, -stiff) *
                       nsd_friction_contact_residual(&problem->layout, mu, &scale, ra, ua);
    return times_power(one, fast);
}

/* sum <- |W| |r| of `count` contacts from `first` on, the largest of each contact's rows */
static void add_sizes(const nsd_friction *problem, const double *r, int first, int count,
                      double *sum)
{
    const int d = nsd_friction_local_size(&problem->layout);

    memset(sum, 0, (size_t)count * sizeof *sum);
    for (int b = 0; b < problem->contacts; b++) {
        const nsd_friction_column column = nsd_friction_column_of(problem, b);
        const double             *rb = r + (size_t)b * (size_t)d;
        int                       k = column.row ? 0 : first;
        while (column.row && k < column.count && column.row[k] < first) {
            k++;
        }
        for (; k < column.count; k++) {
            const int a = column.row ? column.row[k] : k;
            double    largest = 0.0;
            if (a >= first + count) {
                break;
            }
            for (int i = 0; i < d; i++) {
                const double *W = column.blocks + (size_t)k * (size_t)column.step + i;
                double        row = 0.0;
                for (int j = 0; j < d; j++) {
                    row += fabs(W[(size_t)j * (size_t)column.ld] * rb[j]);
                }
                largest = fmax(largest, row);
            }
            sum[a - first] += largest;
        }
    }
}

/* max_b |q_b|/sqrt(lambda_b): times sqrt(lambda_a) what the data can bring to contact a  (FR.29) */
static double largest_root_energy(const nsd_friction *problem)
{
    const int d = nsd_friction_local_size(&problem->layout);
    double    largest = 0.0;
    for (int b = 0; b < problem->contacts; b++) {
        const double q = nsd_dense_max_abs(d, problem->q + (size_t)b * (size_t)d);
        largest = fmax(largest, q / sqrt(nsd_friction_block_size(problem, b)));
    }
    return largest;
}

/* The residual where blocks of W differ: each contact in its own numbers, as a part of what the
 * data can bring there, times max|q|                                                     (FR.29) */
static nsd_friction_natural own_map(const nsd_friction *problem, const double *r, const double *u)
{
    const int            d = nsd_friction_local_size(&problem->layout), n = d * problem->contacts;
    const double         all = nsd_friction_rounding_error(problem, r);
    const double         energy = largest_root_energy(problem);
    nsd_friction_natural map = { 0.0, 0.0, nsd_dense_max_abs(n, problem->q) };
    double               sum[CONTACTS_AT_ONCE];

    for (int a = 0; a < problem->contacts && map.q > 0.0; a++) {
        if (a % CONTACTS_AT_ONCE == 0) {
            const int left = problem->contacts - a;
            add_sizes(problem, r, a, left < CONTACTS_AT_ONCE ? left : CONTACTS_AT_ONCE, sum);
        }
        const double     size = sum[a % CONTACTS_AT_ONCE];
        const own_scales own = { nsd_friction_block_size(problem, a),
                                 fmin(all, 4.0 * DBL_EPSILON * size), map.q };
        const double     q = fmin(map.q, fmax(sqrt(own.lambda) * energy, size));
        const double     one = contact_natural(problem, a, &own, r, u);
        if (isnan(one) || isnan(size)) {
            map.natural = NAN;
            return map;
        }
        map.natural = fmax(map.natural, one / q * map.q);
        map.rounding = fmax(map.rounding, own.rounding / q * map.q);
    }
    return map;
}

static nsd_friction_natural natural_map(const nsd_friction *problem, const double *r,
                                        const double *u)
{
    const int            n = nsd_friction_local_size(&problem->layout) * problem->contacts;
    nsd_friction_natural map = { 0.0, nsd_friction_rounding_error(problem, r),
                                 nsd_dense_max_abs(n, problem->q) };
    const own_scales     same = { scale_of(problem), map.rounding, map.q };

    if (!nsd_friction_blocks_alike(problem)) {
        return own_map(problem, r, u);
    }
    for (int a = 0; a < problem->contacts; a++) {
        const double one = contact_natural(problem, a, &same, r, u);
        if (isnan(one)) {
            map.natural = NAN;
            return map;
        }
        map.natural = one > map.natural ? one : map.natural;
    }
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
