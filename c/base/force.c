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

size_t nsd_force_waves_doubles(const nsd_force *force)
{
    return force->table ? 0 : 2 * (NSD_FORCE_BLOCK + 1) * (size_t)force->harmonics;
}

void nsd_force_waves_init(nsd_force_waves *waves, const nsd_force *force, double *room)
{
    waves->force = force;
    waves->first = room;
    waves->turn = room + 2 * force->harmonics;
    waves->h = 0.0;
    waves->turns = 0;
    nsd_force_waves_reset(waves);
}

void nsd_force_waves_reset(nsd_force_waves *waves)
{
    waves->k = -2 * NSD_FORCE_BLOCK; /* no step belongs to this block */
    waves->t = 0.0;
}

static void start_block(nsd_force_waves *waves, long long k, double t, double h)
{
    const nsd_force *force = waves->force;
    for (int j = 0; j < force->harmonics; j++) {
        waves->first[2 * j] = cos(force->omega[j] * t);
        waves->first[2 * j + 1] = sin(force->omega[j] * t);
    }
    if (h != waves->h) {
        waves->turns = 0;
    }
    waves->k = k;
    waves->t = t;
    waves->h = h;
}

/* The angles of the next step of a block, for all harmonics */
static void add_turn(nsd_force_waves *waves)
{
    const nsd_force *force = waves->force;
    const double     time = waves->h * (double)waves->turns;
    for (int j = 0; j < force->harmonics; j++) {
        double *turn = waves->turn + 2 * ((size_t)j * NSD_FORCE_BLOCK + (size_t)waves->turns);
        turn[0] = cos(force->omega[j] * time);
        turn[1] = sin(force->omega[j] * time);
    }
    waves->turns++;
}

size_t nsd_force_waves_find(nsd_force_waves *waves, long long k, double t, double h)
{
    const long long i = k - waves->k;
    const double    off = t - (waves->t + h * (double)i);
    const int       in_block = h == waves->h && i >= 0 && i < NSD_FORCE_BLOCK &&
                         fabs(off) <= NSD_FORCE_ROUNDING * (fabs(t) + fabs(waves->t));
    const size_t place = in_block ? (size_t)i : 0;
    if (!in_block) {
        start_block(waves, k, t, h);
    }
    while ((size_t)waves->turns <= place) {
        add_turn(waves);
    }
    return place;
}

void nsd_force_waves_at(nsd_force_waves *waves, long long k, double t, double h, double *F)
{
    const nsd_force *force = waves->force;
    if (force->table || force->harmonics == 0) {
        nsd_force_at(force, k, t, F);
    } else {
        nsd_force_waves_fill(waves, k, t, h, F, (size_t)force->n);
    }
}
