/* force.h - the applied force F(t) of a linear system.
 *
 * F(t) = constant + sum_j cosine_j cos(omega_j t) + sine_j sin(omega_j t), or a table: its
 * columns are F at the time steps, or F at given times, with straight lines between them. */
#ifndef NSD_FORCE_H
#define NSD_FORCE_H

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "base/inline.h"

typedef struct nsd_force {
    int           n, harmonics;
    const double *constant;      /* n                            */
    const double *cosine, *sine; /* n x harmonics                */
    const double *omega;         /* harmonics                    */
    const double *table;         /* n x (steps + 1) or n x knots, or NULL             */
    int           knots;         /* given times of the table                          */
    const double *times;         /* increasing; NULL: the table has the time steps    */
} nsd_force;

/* 1 when F does not change with time. */
int nsd_force_is_constant(const nsd_force *force);

/* Steps for which the angles of the waves are turned from one cosine and sine. Larger: more memory,
 * and more steps before turning pays; smaller: cosines are computed more often. */
#define NSD_FORCE_BLOCK 32

/* Part of the time by which rounding may move a step */
#define NSD_FORCE_ROUNDING (4.0 * DBL_EPSILON)

/* Cosines and sines of all omega_j t on steps of constant length, without calling cos and sin in
 * each step: those at the first step of a block are computed and turned by the angles omega_j h i,
 * i = 0, 1, ..., which all blocks share. Each value is one turn away from computed ones, so
 * that rounding does not add up.                                                        (MJ.13) */
typedef struct nsd_force_waves {
    const nsd_force *force;
    double          *turn;  /* 2 x NSD_FORCE_BLOCK x harmonics: cos, sin of omega_j h i     */
    double          *first; /* 2 x harmonics: cos, sin of omega_j t at the start of a block */
    double           t, h;  /* start of the block, length of the steps                      */
    long long        k;     /* number of its step                                           */
    int              turns; /* angles of `turn` that are computed yet                       */
} nsd_force_waves;

/* Doubles of work space of the waves of a force */
size_t nsd_force_waves_doubles(const nsd_force *force);
void   nsd_force_waves_init(nsd_force_waves *waves, const nsd_force *force, double *room);

/* For another run with steps of the same length: the angles of a block stay */
void nsd_force_waves_reset(nsd_force_waves *waves);

/* F <- F(t), as nsd_force_at, at the steps k of length h one after the other; other times are
 * computed afresh. */
void nsd_force_waves_at(nsd_force_waves *waves, long long k, double t, double h, double *F);

/* The place of step k in its block, after what has to be computed for it */
size_t nsd_force_waves_find(nsd_force_waves *waves, long long k, double t, double h);

/* 1 where step k at t is one of the block, its time on the steps but for rounding */
NSD_INLINE int nsd_force_waves_hold(const nsd_force_waves *waves, long long k, double t, double h)
{
    const long long i = k - waves->k;
    return h == waves->h && i >= 0 && i < NSD_FORCE_BLOCK &&
           fabs(t - (waves->t + h * (double)i)) <= NSD_FORCE_ROUNDING * (fabs(t) + fabs(waves->t));
}

/* F <- F of the step in this place of the block, whose angles are computed; the compiler may know
 * n                                                                                    (MJ.13) */
NSD_INLINE void nsd_force_waves_sum(const nsd_force_waves *waves, size_t place, double *F, size_t n)
{
    const nsd_force *force = waves->force;
    for (size_t a = 0; a < n; a++) {
        F[a] = force->constant[a];
    }
    for (int j = 0; j < force->harmonics; j++) {
        const double *turn = waves->turn + 2 * ((size_t)j * NSD_FORCE_BLOCK + place);
        const double *first = waves->first + 2 * j;
        const double  c = first[0] * turn[0] - first[1] * turn[1];
        const double  s = first[1] * turn[0] + first[0] * turn[1];
        for (size_t a = 0; a < n; a++) {
            F[a] += force->cosine[n * (size_t)j + a] * c + force->sine[n * (size_t)j + a] * s;
        }
    }
}

/* F <- F(t) of a force with harmonics, n of whose entries the compiler may know */
NSD_INLINE void nsd_force_waves_fill(nsd_force_waves *waves, long long k, double t, double h,
                                     double *F, size_t n)
{
    const long long i = k - waves->k;
    const int       usual = i < waves->turns && nsd_force_waves_hold(waves, k, t, h);
    nsd_force_waves_sum(waves, usual ? (size_t)i : nsd_force_waves_find(waves, k, t, h), F, n);
}

/* F <- F(t); k is the number of the time step, which a table without times needs */
void nsd_force_at(const nsd_force *force, long long k, double t, double *F);

/* The first given time of a table that is later than t by more than rounding, where the slope of F
 * changes; infinite without one. Methods with steps of their own end a step there.     (ED.33) */
double nsd_force_next_knot(const nsd_force *force, double t);

/* slope <- dF/dt of a table with given times, from t to the next of them. */
void nsd_force_slope(const nsd_force *force, double t, double *slope);

#endif
