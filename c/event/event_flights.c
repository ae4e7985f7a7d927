/* event_flights.c - flights of blocks: the Taylor series of their coordinates, gaps and forces of
 * contacts along them.                                                         (ED.14), (ED.28) */
#include <math.h>
#include <string.h>

#include "event/event_blocks.h"

enum { LARGEST = NSD_EVENT_LARGEST_BLOCK, COEFFICIENTS = NSD_EVENT_COEFFICIENTS };

enum { GROUP = NSD_EVENT_GROUP };

/* Part of the largest coefficient: smaller rests of a series are left out. Larger: flight is no
 * longer exact; smaller: more terms than rounding shows. */
#define SERIES_ROUNDING 1e-17

/* Coefficient k of all coordinates */
static double *term(const nsd_event_blocks *b, int k)
{
    return b->c + (size_t)k * b->stride;
}

/* Coordinate i at t, and two derivatives */
static nsd_guard_end value_of(const nsd_event_blocks *b, int i, double t)
{
    const int    degree = b->degree[b->of[i]];
    const double s = t - b->t0[i];
    double       value = term(b, degree)[i], slope = 0.0, bend = 0.0;
    for (int k = degree - 1; k >= 0; k--) {
        bend = bend * s + slope;
        slope = slope * s + value;
        value = value * s + term(b, k)[i];
    }
    const nsd_guard_end end = { value, slope, 2.0 * bend };
    return end;
}

/* Cosines and sines of the force at t; blocks that start together share them */
static void fill_waves(nsd_event_blocks *b, double t)
{
    const nsd_force *force = &b->linear->F;
    for (int j = 0; j < force->harmonics && b->wave_t != t; j++) {
        b->wave[2 * j] = cos(force->omega[j] * t);
        b->wave[2 * j + 1] = sin(force->omega[j] * t);
    }
    b->wave_t = t;
}

/* f <- coefficient k of the force on the coordinates of a block, expanded at t */
static void force_term(nsd_event_blocks *b, int block, double t, int k, double *f)
{
    const nsd_force *force = &b->linear->F;
    const int        first = b->start[block], size = b->start[block + 1] - first;

    for (int i = 0; i < size; i++) {
        f[i] = k == 0 ? force->constant[b->member[first + i]] : 0.0;
    }
    fill_waves(b, t);
    for (int j = 0; j < force->harmonics; j++) {
        const double c = b->wave[2 * j], s = b->wave[2 * j + 1];
        const double turn[4] = { c, -s, -c, s }; /* derivatives of cos; of sin one later */
        double       scale = 1.0;
        for (int p = 1; p <= k; p++) {
            scale *= force->omega[j] / p;
        }
        for (int i = 0; i < size; i++) {
            const size_t at = (size_t)b->member[first + i] + (size_t)force->n * (size_t)j;
            f[i] += scale * (force->cosine[at] * turn[k % 4] + force->sine[at] * turn[(k + 3) % 4]);
        }
    }
}

/* f <- f - A x for a matrix of a block */
static void subtract_product(int size, const double *A, const double *x, double *f)
{
    for (int j = 0; j < size; j++) {
        for (int i = 0; i < size; i++) {
            f[i] -= A[i + j * size] * x[j];
        }
    }
}

/* Coefficient k + 2 of the coordinates of a block from the two before                    (ED.28) */
static void next_term(nsd_event_blocks *b, int block, double t, int k)
{
    const int    first = b->start[block], size = b->start[block + 1] - first;
    const size_t square = b->square[block];
    double       f[LARGEST], x[LARGEST];

    force_term(b, block, t, k, f);
    if (b->springs) {
        for (int i = 0; i < size; i++) {
            x[i] = term(b, k)[b->member[first + i]];
        }
        subtract_product(size, b->K + square, x, f);
    }
    if (b->damped) {
        for (int i = 0; i < size; i++) {
            x[i] = (k + 1.0) * term(b, k + 1)[b->member[first + i]];
        }
        subtract_product(size, b->C + square, x, f);
    }
    for (int i = 0; i < size; i++) {
        double sum = 0.0;
        for (int j = 0; j < size; j++) {
            sum += b->inverse[square + (size_t)(i + j * size)] * f[j];
        }
        term(b, k + 2)[b->member[first + i]] = sum / ((k + 1.0) * (k + 2.0));
    }
}

static double largest_term(const nsd_event_blocks *b, int block, int k)
{
    double largest = 0.0;
    for (int p = b->start[block]; p < b->start[block + 1]; p++) {
        largest = fmax(largest, fabs(term(b, k)[b->member[p]]));
    }
    return largest;
}

/* Coefficients of a block from k on are zero */
static void clear_terms(nsd_event_blocks *b, int block, int k)
{
    for (; k < COEFFICIENTS; k++) {
        for (int p = b->start[block]; p < b->start[block + 1]; p++) {
            term(b, k)[b->member[p]] = 0.0;
        }
    }
}

/* How long the series of a block, all of whose coefficients are filled, is valid         (ED.14) */
static double longest_time(const nsd_event_blocks *b, int block)
{
    double middle[2] = { 0.0, 0.0 }, last[2] = { 0.0, 0.0 };
    for (int part = 0; part < 2; part++) { /* positions, and velocities as their derivatives */
        middle[part] = largest_term(b, block, NSD_EXACT_MIDDLE_TERM + part);
        last[part] = largest_term(b, block, NSD_EXACT_TAYLOR_TERMS + part);
        middle[part] *= part ? NSD_EXACT_MIDDLE_TERM + 1.0 : 1.0;
        last[part] *= part ? NSD_EXACT_TAYLOR_TERMS + 1.0 : 1.0;
    }
    return nsd_integrate_exact_longest(middle, last);
}

/* Coefficients of a block whose first two are filled, and how far they are valid */
static void expand(nsd_event_blocks *b, int block, double t)
{
    const int pure = b->linear->F.harmonics == 0;
    int       degree = largest_term(b, block, 1) > 0.0, k = 0;

    for (int p = b->start[block]; p < b->start[block + 1]; p++) {
        b->t0[b->member[p]] = t;
    }
    for (; k + 2 < COEFFICIENTS && (k == 0 || !pure || degree >= k); k++) {
        next_term(b, block, t, k);
        degree = largest_term(b, block, k + 2) > 0.0 ? k + 2 : degree;
    }
    clear_terms(b, block, k + 2); /* the motion is a polynomial, as in free fall */
    b->degree[block] = degree;
    b->highest = degree > b->highest ? degree : b->highest;
    b->until[block] = k + 2 < COEFFICIENTS ? INFINITY : t + longest_time(b, block);
    b->soonest = fmin(b->soonest, b->until[block]);
    b->too_short |= !(b->until[block] > t);
}

void nsd_event_blocks_start(nsd_event_blocks *b, int block, double t, const double *q,
                            const double *v)
{
    for (int p = b->start[block]; p < b->start[block + 1]; p++) {
        const int i = b->member[p];
        term(b, 0)[i] = q[i];
        term(b, 1)[i] = v[i];
    }
    b->work[block] = 0.0;
    expand(b, block, t);
}

/* Work of damping from t0 of a block to t                                                (ED.14) */
static double damping_work(const nsd_event_blocks *b, int block, double t)
{
    const int    first = b->start[block], size = b->start[block + 1] - first;
    const double t0 = b->t0[b->member[first]], s = t - t0;
    double       v[LARGEST], f[LARGEST], sum = 0.0;

    for (int k = 0; k < NSD_EXACT_NODES; k++) {
        double       weight = 0.0;
        const double place = nsd_integrate_exact_node(k, s, &weight);
        memset(f, 0, sizeof f);
        for (int i = 0; i < size; i++) {
            v[i] = value_of(b, b->member[first + i], t0 + place).hd;
        }
        subtract_product(size, b->C + b->square[block], v, f);
        sum += weight * nsd_dense_dot(size, f, v);
    }
    return 0.5 * s * sum;
}

void nsd_event_blocks_advance(nsd_event_blocks *b, int block, double t)
{
    while (t >= b->until[block] && !b->too_short) {
        const double now = b->until[block];
        if (b->damped) {
            b->work[block] += damping_work(b, block, now);
        }
        for (int p = b->start[block]; p < b->start[block + 1]; p++) {
            const int           i = b->member[p];
            const nsd_guard_end end = value_of(b, i, now);
            term(b, 0)[i] = end.h;
            term(b, 1)[i] = end.hd;
        }
        expand(b, block, now);
    }
}

void nsd_event_blocks_restart(nsd_event_blocks *b, int block, double t, const double *q,
                              const double *v)
{
    const double work = b->damped ? b->work[block] + damping_work(b, block, t) : 0.0;
    nsd_event_blocks_start(b, block, t, q, v);
    b->work[block] = work;
}

void nsd_event_blocks_accelerations(const nsd_event_blocks *b, int block, double *a)
{
    for (int p = b->start[block]; p < b->start[block + 1]; p++) {
        const int i = b->member[p];
        a[i] = 2.0 * term(b, 2)[i];
    }
}

/* All series are valid at t */
static void advance_all(nsd_event_blocks *b, double t)
{
    if (t < b->soonest) {
        return;
    }
    b->soonest = INFINITY;
    for (int block = 0; block < b->count; block++) {
        nsd_event_blocks_advance(b, block, t);
        b->soonest = fmin(b->soonest, b->until[block]);
    }
}

/* q, v, a <- parabolas at t, as in free fall */
static void fly_parabolas(const nsd_event_blocks *b, double t, double *q, double *v, double *a)
{
    const double *c0 = term(b, 0), *c1 = term(b, 1), *c2 = term(b, 2);
    for (int i = 0; i < b->linear->n; i++) {
        const double s = t - b->t0[i], bend = c2[i];
        a[i] = 2.0 * bend;
        v[i] = (bend * s) + (bend * s + c1[i]);
        q[i] = (bend * s + c1[i]) * s + c0[i];
    }
}

/* Coefficients that a place needs, as a part of the time for which the series is valid: the rest is
 * below the rounding of the largest one, by the growth that (ED.14) allows. Two more for the
 * derivatives. */
static int needed_degree(double part)
{
    const double x = NSD_EXACT_STEP_GROWTH * part;
    double       rest = x;
    int          k = 1;
    while (k + 2 < COEFFICIENTS - 1 && rest > SERIES_ROUNDING) {
        k++;
        rest *= x / k;
    }
    return k + 2;
}

/* The last coefficient that coordinates i .. i + count - 1 need at t */
static int degree_of_group(const nsd_event_blocks *b, double t, int i, int count)
{
    double part = 0.0;
    int    degree = 2, polynomial = 1;
    for (int k = i; k < i + count; k++) {
        const int block = b->of[k];
        if (b->degree[block] > 2) {
            const double valid = b->until[block] - b->t0[k];
            polynomial &= !(valid < INFINITY);
            part = fmax(part, fabs(t - b->t0[k]) / valid);
            degree = b->degree[block] > degree ? b->degree[block] : degree;
        }
    }
    const int needed = polynomial ? degree : needed_degree(part);
    return needed < degree ? needed : degree;
}

/* Loops of constant length over numbers side by side are fast; rows of b->c are so long that the
 * last group may read as many numbers as the others. */
static void fly_series(const nsd_event_blocks *b, double t, double *q, double *v, double *a)
{
    const int n = b->linear->n;
    for (int i = 0; i < n; i += GROUP) {
        const int count = n - i < GROUP ? n - i : GROUP;
        double    s[GROUP], value[GROUP], slope[GROUP] = { 0.0 }, bend[GROUP] = { 0.0 };
        int       k = degree_of_group(b, t, i, count);
        for (int l = 0; l < GROUP; l++) {
            s[l] = t - b->t0[i + l];
            value[l] = term(b, k)[i + l];
        }
        while (k-- > 0) {
            const double *c = term(b, k) + i;
            for (int l = 0; l < GROUP; l++) {
                bend[l] = bend[l] * s[l] + slope[l];
                slope[l] = slope[l] * s[l] + value[l];
                value[l] = value[l] * s[l] + c[l];
            }
        }
        for (int l = 0; l < count; l++) {
            q[i + l] = value[l];
            v[i + l] = slope[l];
            a[i + l] = 2.0 * bend[l];
        }
    }
}

double nsd_event_blocks_fly(nsd_event_blocks *b, double t, double *q, double *v, double *a)
{
    double work = 0.0;

    advance_all(b, t);
    if (b->highest <= 2) {
        fly_parabolas(b, t, q, v, a);
    } else {
        fly_series(b, t, q, v, a);
    }
    for (int block = 0; block < b->count && b->damped; block++) {
        work += b->work[block] + damping_work(b, block, t);
    }
    return work;
}

nsd_guard_end nsd_event_blocks_gap(const nsd_event_blocks *b, int contact, double t)
{
    const nsd_columns *H = &b->linear->H;
    nsd_guard_end      gap = { b->linear->b[contact], 0.0, 0.0 };
    for (ptrdiff_t k = H->start[contact]; k < H->start[contact + 1]; k++) {
        const nsd_guard_end end = value_of(b, (int)H->row[k], t);
        gap.h += H->values[k] * end.h;
        gap.hd += H->values[k] * end.hd;
        gap.hdd += H->values[k] * end.hdd;
    }
    return gap;
}

double nsd_event_blocks_force(nsd_event_blocks *b, int contact, double t)
{
    const nsd_columns *H = &b->linear->H;
    const int          block = b->of[H->row[H->start[contact]]];
    const int          first = b->start[block], size = b->start[block + 1] - first;
    double             f[LARGEST], q[LARGEST], v[LARGEST];

    force_term(b, block, t, 0, f);
    for (int i = 0; i < size; i++) {
        const nsd_guard_end end = value_of(b, b->member[first + i], t);
        q[i] = end.h;
        v[i] = end.hd;
    }
    if (b->springs) {
        subtract_product(size, b->K + b->square[block], q, f);
    }
    if (b->damped) {
        subtract_product(size, b->C + b->square[block], v, f);
    }
    return nsd_dense_dot(size, b->share + (size_t)contact * LARGEST, f);
}
