/* force.c - constant, harmonic and tabulated forces. */
#include "base/force.h"

#include <math.h>
#include <string.h>

#include "base/inline.h"

int nsd_force_is_constant(const nsd_force *force)
{
    return force->table == 0 && force->harmonics == 0;
}

/* Part of the times of a table: times that are closer are the same, since t is a sum of steps.
 * Smaller: a step of rounding is taken before a knot; larger: short intervals are passed over. */
#define SAME_TIME (16.0 * DBL_EPSILON)

/* The interval of a table with given times that holds t, or begins at t up to rounding */
static int interval_of(const nsd_force *force, double t)
{
    const double *times = force->times;
    const double  first = fabs(times[0]), last = fabs(times[force->knots - 1]);
    const double  late = t + SAME_TIME * (first > last ? first : last);
    int           low = 0, high = force->knots - 1;

    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (times[middle] <= late) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

double nsd_force_next_knot(const nsd_force *force, double t)
{
    if (!force->times) {
        return INFINITY;
    }
    const int next = interval_of(force, t) + 1;
    return next < force->knots - 1 ? force->times[next] : INFINITY;
}

void nsd_force_slope(const nsd_force *force, double t, double *slope)
{
    const int     i = interval_of(force, t), n = force->n;
    const double *F = force->table + (size_t)n * (size_t)i;
    const double  length = force->times[i + 1] - force->times[i];
    for (int a = 0; a < n; a++) {
        slope[a] = (F[n + a] - F[a]) / length;
    }
}

/* F <- the straight line between the two given times around t; constant before and after all */
static void interpolate(const nsd_force *force, double t, double *F)
{
    const int     i = interval_of(force, t), n = force->n;
    const double *table = force->table + (size_t)n * (size_t)i, *times = force->times + i;
    const double  part = fmin(1.0, fmax(0.0, (t - times[0]) / (times[1] - times[0])));
    for (int a = 0; a < n; a++) {
        F[a] = table[a] + part * (table[n + a] - table[a]);
    }
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
    if (force->times) {
        interpolate(force, t, F);
        return;
    }
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
    const int    in_block = nsd_force_waves_hold(waves, k, t, h);
    const size_t place = in_block ? (size_t)(k - waves->k) : 0;
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
