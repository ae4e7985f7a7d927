/* lane.h - four numbers of single precision that are computed side by side
 *
 * With SSE, which every 64-bit x86 processor has, one instruction each; elsewhere loops of four. */
#ifndef NSD_LANE_H
#define NSD_LANE_H

#include <math.h>

/* Numbers in a lane */
#define NSD_LANES 4

#if defined(__SSE__) && !defined(NSD_NO_SSE)
#include <xmmintrin.h>
typedef __m128 nsd_lane;

static inline nsd_lane nsd_lane_load(const float *x)
{
    return _mm_loadu_ps(x);
}
static inline void nsd_lane_store(float *x, nsd_lane a)
{
    _mm_storeu_ps(x, a);
}
static inline nsd_lane nsd_lane_all(float x)
{
    return _mm_set1_ps(x);
}
static inline nsd_lane nsd_lane_add(nsd_lane a, nsd_lane b)
{
    return _mm_add_ps(a, b);
}
static inline nsd_lane nsd_lane_minus(nsd_lane a, nsd_lane b)
{
    return _mm_sub_ps(a, b);
}
static inline nsd_lane nsd_lane_times(nsd_lane a, nsd_lane b)
{
    return _mm_mul_ps(a, b);
}
static inline nsd_lane nsd_lane_over(nsd_lane a, nsd_lane b)
{
    return _mm_div_ps(a, b);
}
static inline nsd_lane nsd_lane_root(nsd_lane a)
{
    return _mm_sqrt_ps(a);
}
static inline nsd_lane nsd_lane_larger(nsd_lane a, nsd_lane b)
{
    return _mm_max_ps(a, b);
}
/* a where x > y, else 0 */
static inline nsd_lane nsd_lane_where(nsd_lane x, nsd_lane y, nsd_lane a)
{
    return _mm_and_ps(_mm_cmpgt_ps(x, y), a);
}
/* Number of lanes with x > y */
static inline int nsd_lane_count(nsd_lane x, nsd_lane y)
{
    const int bits = _mm_movemask_ps(_mm_cmpgt_ps(x, y));
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3);
}
/* Rows and columns of a, b, c, d are exchanged. */
static inline void nsd_lane_transpose(nsd_lane *a, nsd_lane *b, nsd_lane *c, nsd_lane *d)
{
    _MM_TRANSPOSE4_PS(*a, *b, *c, *d);
}
#else
typedef struct nsd_lane {
    float x[NSD_LANES];
} nsd_lane;

#define NSD_LANE_EACH(expression)             \
    do {                                      \
        nsd_lane result;                      \
        for (int l = 0; l < NSD_LANES; l++) { \
            result.x[l] = (expression);       \
        }                                     \
        return result;                        \
    } while (0)

static inline nsd_lane nsd_lane_load(const float *x)
{
    NSD_LANE_EACH(x[l]);
}
static inline void nsd_lane_store(float *x, nsd_lane a)
{
    for (int l = 0; l < NSD_LANES; l++) {
        x[l] = a.x[l];
    }
}
static inline nsd_lane nsd_lane_all(float x)
{
    NSD_LANE_EACH(x);
}
static inline nsd_lane nsd_lane_add(nsd_lane a, nsd_lane b)
{
    NSD_LANE_EACH(a.x[l] + b.x[l]);
}
static inline nsd_lane nsd_lane_minus(nsd_lane a, nsd_lane b)
{
    NSD_LANE_EACH(a.x[l] - b.x[l]);
}
static inline nsd_lane nsd_lane_times(nsd_lane a, nsd_lane b)
{
    NSD_LANE_EACH(a.x[l] * b.x[l]);
}
static inline nsd_lane nsd_lane_over(nsd_lane a, nsd_lane b)
{
    NSD_LANE_EACH(a.x[l] / b.x[l]);
}
static inline nsd_lane nsd_lane_root(nsd_lane a)
{
    NSD_LANE_EACH(sqrtf(a.x[l]));
}
static inline nsd_lane nsd_lane_larger(nsd_lane a, nsd_lane b)
{
    NSD_LANE_EACH(a.x[l] > b.x[l] ? a.x[l] : b.x[l]);
}
static inline nsd_lane nsd_lane_where(nsd_lane x, nsd_lane y, nsd_lane a)
{
    NSD_LANE_EACH(x.x[l] > y.x[l] ? a.x[l] : 0.0f);
}
static inline int nsd_lane_count(nsd_lane x, nsd_lane y)
{
    int count = 0;
    for (int l = 0; l < NSD_LANES; l++) {
        count += x.x[l] > y.x[l];
    }
    return count;
}
static inline void nsd_lane_transpose(nsd_lane *a, nsd_lane *b, nsd_lane *c, nsd_lane *d)
{
    nsd_lane *row[NSD_LANES] = { a, b, c, d };
    for (int i = 0; i < NSD_LANES; i++) {
        for (int k = 0; k < i; k++) {
            const float kept = row[i]->x[k];
            row[i]->x[k] = row[k]->x[i];
            row[k]->x[i] = kept;
        }
    }
}
#endif

/* a + b c */
static inline nsd_lane nsd_lane_sum(nsd_lane a, nsd_lane b, nsd_lane c)
{
    return nsd_lane_add(a, nsd_lane_times(b, c));
}

#endif
