/* force.c - constant, harmonic and tabulated forces. */
#include "base/force.h"

#include <math.h>
#include <string.h>

#include "base/inline.h"

int nsd_force_is_constant(const nsd_force *force)
{
    return force->table == 0 && force->harmonics == 0;
}

static int is_zero(const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (x[i] != 0.0) {
            return 0;
        }
    }
    return 1;
}

/* A function of its own: in nsd_force_at compilers would compute sine and cosine of every angle,
 * also of those that need the cosine only. */
NSD_RARE void add_wave(const double *cosine, const double *sine, double angle, size_t n, double *F)
{
    const double c = cos(angle), s = sin(angle);
    for (size_t i = 0; i < n; i++) {
        F[i] += cosine[i] * c + sine[i] * s;
    }
}

void nsd_force_at(const nsd_force *force, long long k, double t, double *F)
{
    const size_t n = (size_t)force->n;
    if (force->table) {
        memcpy(F, force->table + n * (size_t)k, n * sizeof *F);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        F[i] = force->constant[i];
    }
    for (int j = 0; j < force->harmonics; j++) {
        const double *cosine = force->cosine + n * (size_t)j, *sine = force->sine + n * (size_t)j;
        const double  angle = force->omega[j] * t;
        if (!is_zero(sine, n)) {
            add_wave(cosine, sine, angle, n, F);
            continue;
        }
        const double c = cos(angle); /* forces without a sine are the usual case */
        for (size_t i = 0; i < n; i++) {
            F[i] += cosine[i] * c;
        }
    }
}
