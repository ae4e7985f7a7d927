/* bar_force.c - generalised forces of the bar in O(n). */
#include "model/builtin/bar_parts.h"

/* -m (acceleration of segment i at zero q'' + gravity), stored in fx, fy               (BAR.8) */
NSD_INLINE void segment_forces(const nsd_bar *bar, int model, const double *q, const double *v)
{
    const int     n = bar->n;
    const double *lengths = q + 2 + n, *rates = v + 2 + n, *omega = v + 2;
    const double  m = bar->m;

    double ax = 0.0, ay = bar->given.gravity; /* of the joint before segment i */
    for (int i = 0; i < n; i++) {
        const double c = bar->c[i], s = bar->s[i], w = omega[i];
        const double across = 2.0 * rates[i] * w; /* Coriolis */
        const double along = nsd_bar_half(model, bar->L, lengths, i) * w * w;
        const double link_across = 2.0 * nsd_bar_link(model, 0.0, rates, i, n) * w;
        const double link_along = nsd_bar_link(model, bar->L, lengths, i, n) * w * w;
        bar->fx[i] = -m * (ax - across * s - along * c);
        bar->fy[i] = -m * (ay + across * c - along * s);
        ax -= link_across * s + link_along * c;
        ay += link_across * c - link_along * s;
    }
}

/* F <- forces on the coordinates from the forces on the segments, last segment first   (BAR.8) */
NSD_INLINE void forces_on_coordinates(const nsd_bar *bar, int model, const double *q,
                                      const double *v, double *F)
{
    const int     n = bar->n;
    const double *lengths = q + 2 + n;
    double       *torque = F + 2, *tension = F + 2 + n;

    double Sx = 0.0, Sy = 0.0; /* sum over the segments after i */
    for (int i = n - 1; i >= 0; i--) {
        const double c = bar->c[i], s = bar->s[i], fx = bar->fx[i], fy = bar->fy[i];
        const double half = nsd_bar_half(model, bar->L, lengths, i);
        const double link = nsd_bar_link(model, bar->L, lengths, i, n);
        torque[i] = half * (c * fy - s * fx) + link * (c * Sy - s * Sx);
        if (model == 1) {
            tension[i] = c * (fx + 2.0 * Sx) + s * (fy + 2.0 * Sy);
        } else {
            const double bx = i > 0 ? c + bar->c[i - 1] : c, by = i > 0 ? s + bar->s[i - 1] : s;
            tension[i] = bx * (fx + Sx) + by * (fy + Sy);
        }
        Sx += fx;
        Sy += fy;
    }
    const double pull = bar->mu * bar->d * v[2] * v[2], g = bar->given.gravity;
    F[0] = Sx - pull * bar->c[0];
    F[1] = Sy - pull * bar->s[0] - bar->mu * g;
    torque[0] += bar->mu * bar->d * g * bar->c[0];
}

static void add_spiral_springs(const nsd_bar *bar, const double *q, double *F)
{
    const int     n = bar->n;
    const double *theta = q + 2, *xi = q + 2 + n;
    double       *torque = F + 2, *tension = F + 2 + n;

    double before = 0.0; /* moment of the spring before segment i */
    for (int i = 0; i < n - 1; i++) {
        const double after = bar->Gamma * (theta[i + 1] - theta[i]);
        torque[i] += after - before;
        tension[i] -= 2.0 * bar->k * (xi[i] - bar->L);
        before = after;
    }
    torque[n - 1] -= before;
    tension[n - 1] -= bar->k * (xi[n - 1] - bar->L);
}

static void add_spring_pairs(const nsd_bar *bar, const double *q, double *F)
{
    const int     n = bar->n;
    const double *lambda = q + 2 + n;
    double       *torque = F + 2, *tension = F + 2 + n;
    const double  offset = 0.25 * bar->a * bar->a;

    tension[0] -= bar->k * lambda[0];
    for (int i = 1; i < n; i++) {
        const double cosine = bar->c[i] * bar->c[i - 1] + bar->s[i] * bar->s[i - 1];
        const double sine = bar->s[i] * bar->c[i - 1] - bar->c[i] * bar->s[i - 1];
        const double moment = 2.0 * bar->k * sine * (lambda[i] * lambda[i] - offset);
        torque[i] += moment;
        torque[i - 1] -= moment;
        tension[i] -= 4.0 * bar->k * lambda[i] * (1.0 + cosine);
    }
}

nsd_status nsd_bar_force(void *context, double t, const double *q, const double *v, double *F)
{
    nsd_bar *bar = context;
    (void)t;
    nsd_bar_directions(bar, q);
    if (bar->given.model == 1) {
        segment_forces(bar, 1, q, v);
        forces_on_coordinates(bar, 1, q, v, F);
        add_spiral_springs(bar, q, F);
    } else {
        segment_forces(bar, 2, q, v);
        forces_on_coordinates(bar, 2, q, v, F);
        add_spring_pairs(bar, q, F);
    }
    return NSD_OK;
}
