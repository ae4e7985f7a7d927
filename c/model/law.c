/* law.c - coefficients of friction and cohesion as functions of speed, gap and history. */
#include "model/law.h"

#include <math.h>

/* Part of the opening of a cohesive law up to which a gap is closed (LW.5). Larger: the pull begins
 * late; smaller: rounding of a closed gap damages the cohesion. */
#define CLOSED_PART 1e-6

/* x from which on asinh(exp(x)) = x + log(2) to rounding. Larger: exp(x) may overflow beyond 709;
 * smaller: the coefficient of friction has a visible step there. */
#define LARGE_EXPONENT 20.0

/* mu_k + (mu_s - mu_k) exp(-(s/v_s)^exponent) + viscous s                             (LW.1) */
static double stribeck_friction(const double *p, double speed)
{
    return p[1] + (p[0] - p[1]) * exp(-pow(speed / p[2], p[3])) + p[4] * speed;
}

/* Straight between the points, constant after the last                                (LW.2) */
static double curve_friction(const nsd_law *law, double speed)
{
    int low = 0, high = law->points - 1;
    if (speed >= law->curve[2 * high]) {
        return law->curve[2 * high + 1];
    }
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (law->curve[2 * middle] <= speed) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const double *a = law->curve + 2 * low, *b = law->curve + 2 * high;
    return a[1] + (b[1] - a[1]) * (speed - a[0]) / (b[0] - a[0]);
}

/* a asinh( s/(2 V_0) exp((mu_0 + b ln(V_0 Theta / L)) / a) )                          (LW.3) */
static double rate_state_friction(const double *p, double speed, double theta)
{
    const double strength = (p[0] + p[2] * log(p[3] * theta / p[4])) / p[1];
    const double x = log(0.5 * speed / p[3]) +
                     strength; /* log of the argument, which may overflow */
    return p[1] * (x > LARGE_EXPONENT ? x + log(2.0) : asinh(exp(x)));
}

double nsd_law_friction(const nsd_law *law, double speed, double theta)
{
    double mu = 0.0;
    switch (law->kind) {
    case NSD_LAW_CONSTANT:
        mu = law->p[0];
        break;
    case NSD_LAW_STRIBECK:
        mu = stribeck_friction(law->p, speed);
        break;
    case NSD_LAW_CURVE:
        mu = curve_friction(law, speed);
        break;
    case NSD_LAW_RATE_STATE:
        mu = speed > 0.0 ? rate_state_friction(law->p, speed, theta) : 0.0;
        break;
    }
    return mu > 0.0 ? mu : 0.0;
}

double nsd_law_age(const nsd_law *law, double speed, double theta, double h)
{
    if (law->kind != NSD_LAW_RATE_STATE) {
        return theta;
    }
    const double x = speed * h / law->p[4]; /* slip in units of L */
    return theta * exp(-x) + (x > 0.0 ? -expm1(-x) / x : 1.0) * h;
}

/* The gap, 0 where it is closed up to rounding */
static double opening_of(const nsd_law *law, double gap)
{
    return gap > CLOSED_PART * law->opening ? gap : 0.0;
}

double nsd_law_pull(const nsd_law *law, double gap, double beta)
{
    const double damaged = (1.0 - beta) *
                           law->opening; /* gap at which the damage beta was reached */
    if (!(law->strength > 0.0) || !(beta > 0.0)) {
        return 0.0;
    }
    const double d = opening_of(law, gap);
    return law->strength * beta * (d >= damaged ? 1.0 : d / damaged);
}

double nsd_law_damage(const nsd_law *law, double gap, double beta, double h)
{
    if (!(law->strength > 0.0)) {
        return beta;
    }
    const double rest = fmax(0.0, 1.0 - opening_of(law, gap) / law->opening);
    if (beta <= rest) {
        return beta;
    }
    return law->delay > 0.0 ? rest + (beta - rest) * exp(-h / law->delay) : rest;
}
