/* nsd_force.c - constant, harmonic and tabulated forces. */
#include "nsd_force.h"

#include <math.h>
#include <string.h>

int nsd_force_is_constant(const nsd_force *force)
{
    return force->table == 0 && force->harmonics == 0;
}

void nsd_force_at(const nsd_force *force, long k, double t, double *F)
{
    const size_t n = (size_t)force->n;
    if (force->table) {
        memcpy(F, force->table + n * (size_t)k, n * sizeof *F);
        return;
    }
    memcpy(F, force->constant, n * sizeof *F);
    for (int j = 0; j < force->harmonics; j++) {
        const double c = cos(force->omega[j] * t), s = sin(force->omega[j] * t);
        for (size_t i = 0; i < n; i++) {
            F[i] += force->cosine[i + n * (size_t)j] * c + force->sine[i + n * (size_t)j] * s;
        }
    }
}
