/* compliance.c - forces, energies and recovery of compliant surfaces. */
#include "model/compliance.h"

#include <math.h>

/* Way between two depths, as a part of them, up to which their mean force is taken by Gauss's rule.
 * Larger: its error is seen in the energy; smaller: rounding of the difference of energies is. */
#define SHORT_WAY 1e-2

nsd_compliance nsd_compliance_at_speed(const nsd_compliance *law, double speed)
{
    nsd_compliance own = *law;
    if (law->e > 0.0) {
        own.d = speed > 0.0 ? 8.0 * (1.0 - law->e) / (5.0 * law->e * speed) : 0.0;
    }
    return own;
}

/* delta^n, odd; n = 1 and 3/2 without a call of pow */
static double power(double depth, double n)
{
    if (n == 1.0) {
        return depth;
    }
    const double size = fabs(depth);
    return copysign(n == 1.5 ? size * sqrt(size) : pow(size, n), depth);
}

double nsd_compliance_force(const nsd_compliance *law, double depth, double rate)
{
    return law->k * power(depth, law->n) * (1.0 + law->d * rate) + law->c * rate;
}

double nsd_compliance_pressure(const nsd_compliance *law, double depth, double rate)
{
    return law->k * depth * (1.0 + law->d * rate) + law->c * rate;
}

double nsd_compliance_energy(const nsd_compliance *law, double depth)
{
    return depth > 0.0 ? law->k * power(depth, law->n) * depth / (law->n + 1.0) : 0.0;
}

double nsd_compliance_relaxed(const nsd_compliance *law, double depth, double time, double *rate)
{
    double now = 0.0;

    *rate = 0.0;
    if (law->c > 0.0) {
        now = depth * exp(-law->k / law->c * time);
        *rate = -law->k / law->c * now;
    } else if (law->d > 0.0 && depth > time / law->d) {
        now = depth - time / law->d;
        *rate = -1.0 / law->d;
    }
    return now;
}

/* Elastic force at a depth, odd, and its derivative */
static double spring(const nsd_compliance *law, double depth, double *slope)
{
    const double force = law->k * power(depth, law->n);
    *slope = law->n == 1.0 ? law->k : depth != 0.0 ? law->n * force / depth : 0.0;
    return force;
}

/* Mean elastic force over the way between two depths: work over way, by Gauss's rule where the way
 * is short                                                                               (CC.5) */
static double mean_spring(const nsd_compliance *law, double from, double to, double *slope)
{
    const double way = to - from, middle = 0.5 * (from + to);
    double       stiffness = 0.0;

    if (law->n == 1.0) {
        *slope = 0.5 * law->k;
        return law->k * middle;
    }
    if (fabs(way) <= SHORT_WAY * fabs(middle)) {
        const double node = 0.5 * sqrt(0.6) * way;
        const double force = (8.0 * spring(law, middle, &stiffness) +
                              5.0 * spring(law, middle - node, slope) +
                              5.0 * spring(law, middle + node, slope)) /
                             18.0;
        *slope = 0.5 * stiffness;
        return force;
    }
    const double force =
        (nsd_compliance_energy(law, fabs(to)) - nsd_compliance_energy(law, fabs(from))) / way;
    *slope = (spring(law, to, &stiffness) - force) / way;
    return force;
}

double nsd_compliance_impulse(const nsd_compliance *law, nsd_compliance_rule rule, double h,
                              double from, double to, double *slope)
{
    double       stiffness = 0.0;
    const double force = rule == NSD_COMPLIANCE_MEAN ? mean_spring(law, from, to, &stiffness)
                                                     : spring(law, fmax(0.0, to), &stiffness);
    const double damped = h + law->d * (to - from);

    *slope = stiffness * damped + force * law->d + law->c;
    return force * damped + law->c * (to - from);
}

double nsd_compliance_free_depth(const nsd_compliance *law, nsd_compliance_rule rule, double h,
                                 double from)
{
    const double by_damping = law->d > 0.0 ? from - h / law->d : -from, hk = h * law->k;

    if (rule == NSD_COMPLIANCE_MEAN) {
        return law->c > 0.0 ? from * (law->c - 0.5 * hk) / (law->c + 0.5 * hk)
                            : fmax(-from, by_damping);
    }
    return law->c > 0.0 ? law->c * from / (hk + law->c) : fmax(0.0, by_damping);
}
