/* bar_kinematics.c - directions of the segments, and the energies. */
#include <math.h>

#include "model/builtin/bar_parts.h"

/* Angle, in rad, up to which multiples of the 33 bits of pi/2 are exact, so that they may be
 * subtracted. Larger: sines lose digits; smaller: more calls of the C library. */
#define LARGEST_REDUCED_ANGLE 1e5

/* Taylor polynomials on |r| <= pi/4, where the next terms are below 3e-18 and 1e-19. Even and odd
 * powers of z = r^2 are summed apart: half the latency of Horner's rule. */
NSD_INLINE void direction_near_zero(double r, double *c, double *s)
{
    const double z = r * r, y = z * z;
    const double even = 1.0 / 24 +
                        y * (1.0 / 40320 + y * (1.0 / 479001600 + y * (1.0 / 20922789888000.0)));
    const double odd = -0.5 + y * (-1.0 / 720 + y * (-1.0 / 3628800 - y * (1.0 / 87178291200.0)));
    const double even_s = 1.0 / 120 + y * (1.0 / 362880 + y * (1.0 / 6227020800.0 +
                                                               y * (1.0 / 355687428096000.0)));
    const double odd_s = -1.0 / 6 +
                         y * (-1.0 / 5040 + y * (-1.0 / 39916800 - y * (1.0 / 1307674368000.0)));
    *c = 1.0 + (z * odd + y * even);
    *s = r + r * (z * odd_s + y * even_s);
}

/* c, s <- cos and sin to a unit in the last place. Those of the C library take nearly twice as
 * long, a quarter of a step, and their bits depend on the machine. */
NSD_INLINE void direction(double angle, double *c, double *s)
{
    /* pi/2 in two parts; the first has 33 bits, so that its multiples below are exact */
    const double high = 0x1.921fb544p+0, low = 0x1.0b4611a626331p-34;
    if (!(fabs(angle) < LARGEST_REDUCED_ANGLE)) {
        *c = cos(angle);
        *s = sin(angle);
        return;
    }
    const int    quarter = (int)(angle * 0.63661977236758134 + (angle < 0.0 ? -0.5 : 0.5));
    const double r = (angle - quarter * high) - quarter * low;
    double       cosine, sine;
    direction_near_zero(r, &cosine, &sine);
    const double c_even = quarter & 1 ? -sine : cosine, s_even = quarter & 1 ? cosine : sine;
    *c = quarter & 2 ? -c_even : c_even;
    *s = quarter & 2 ? -s_even : s_even;
}

void nsd_bar_directions(nsd_bar *bar, const double *q)
{
    const double *theta = q + 2;
    int           same = 1;
    for (int i = 0; i < bar->n; i++) {
        same &= bar->theta[i] == theta[i];
    }
    if (same) {
        return;
    }
    for (int i = 0; i < bar->n; i++) {
        bar->theta[i] = theta[i];
        direction(theta[i], &bar->c[i], &bar->s[i]);
    }
}

/* T <- kinetic energy                                                                    (BAR.2) */
nsd_status nsd_bar_kinetic(void *context, const double *q, const double *v, double *T)
{
    nsd_bar      *bar = context;
    const int     n = bar->n, model = bar->given.model;
    const double *lengths = q + 2 + n, *rates = v + 2 + n, *omega = v + 2;

    nsd_bar_directions(bar, q);
    const double Gx = v[0] + bar->d * omega[0] * bar->s[0];
    const double Gy = v[1] - bar->d * omega[0] * bar->c[0];
    double       twice = bar->mu * (Gx * Gx + Gy * Gy) + bar->J * omega[0] * omega[0];
    double       jx = v[0], jy = v[1]; /* velocity of the joint before segment i */
    for (int i = 0; i < n; i++) {
        const double c = bar->c[i], s = bar->s[i];
        const double half = nsd_bar_half(model, bar->L, lengths, i) * omega[i], out = rates[i];
        const double link = nsd_bar_link(model, bar->L, lengths, i, n) * omega[i];
        const double link_out = nsd_bar_link(model, 0.0, rates, i, n);
        const double x = jx + out * c - half * s, y = jy + out * s + half * c;
        twice += bar->m * (x * x + y * y) + bar->I * omega[i] * omega[i];
        jx += link_out * c - link * s;
        jy += link_out * s + link * c;
    }
    *T = 0.5 * twice;
    return NSD_OK;
}

/* Elastic energy of model 1                                                             (BAR.5) */
static double energy_of_spiral_springs(const nsd_bar *bar, const double *theta, const double *xi)
{
    double U = 0.0;
    for (int i = 0; i < bar->n; i++) {
        const double stretch = xi[i] - bar->L;
        U += (i < bar->n - 1 ? 1.0 : 0.5) * bar->k * stretch * stretch;
        if (i > 0) {
            const double bend = theta[i] - theta[i - 1];
            U += 0.5 * bar->Gamma * bend * bend;
        }
    }
    return U;
}

/* Elastic energy of model 2 (BAR.6), with 1 - cos as 2 sin^2 to keep the digits of small bends */
static double energy_of_pairs(const nsd_bar *bar, const double *theta, const double *lambda)
{
    double U = 0.5 * bar->k * lambda[0] * lambda[0];
    for (int i = 1; i < bar->n; i++) {
        const double half_sine = sin(0.5 * (theta[i] - theta[i - 1]));
        const double bend = half_sine * half_sine, square = lambda[i] * lambda[i];
        U += 4.0 * bar->k * (square * (1.0 - bend) + 0.25 * bar->a * bar->a * bend);
    }
    return U;
}

nsd_status nsd_bar_potential(void *context, const double *q, double *U)
{
    nsd_bar      *bar = context;
    const int     n = bar->n, model = bar->given.model;
    const double *theta = q + 2, *lengths = q + 2 + n;

    nsd_bar_directions(bar, q);
    double moment = bar->mu * (q[1] - bar->d * bar->s[0]), joint = q[1];
    for (int i = 0; i < n; i++) {
        moment += bar->m * (joint + nsd_bar_half(model, bar->L, lengths, i) * bar->s[i]);
        joint += nsd_bar_link(model, bar->L, lengths, i, n) * bar->s[i];
    }
    *U = bar->given.gravity * moment + (model == 1 ? energy_of_spiral_springs(bar, theta, lengths)
                                                   : energy_of_pairs(bar, theta, lengths));
    return NSD_OK;
}
