/* lane.h - eight numbers of single precision that are computed side by side
 *
 * With NSD_LANE_AVX, which the including file defines, one instruction each; else with SSE, which
 * every 64-bit x86 processor has, two instructions of four; elsewhere loops of eight. All three
 * give the same bits. */
#ifndef NSD_LANE_H
#define NSD_LANE_H

#include <math.h>

#include "bodies/lanes/lanes.h"

#if defined(NSD_LANE_AVX)
#include <immintrin.h>
typedef __m256 nsd_lane;

static inline nsd_lane nsd_lane_load(const float *x)
{
    return _mm256_loadu_ps(x);
}
static inline void nsd_lane_store(float *x, nsd_lane a)
{
    _mm256_storeu_ps(x, a);
}
static inline nsd_lane nsd_lane_all(float x)
{
    return _mm256_set1_ps(x);
}
static inline nsd_lane nsd_lane_add(nsd_lane a, nsd_lane b)
{
    return _mm256_add_ps(a, b);
}
static inline nsd_lane nsd_lane_minus(nsd_lane a, nsd_lane b)
{
    return _mm256_sub_ps(a, b);
}
static inline nsd_lane nsd_lane_times(nsd_lane a, nsd_lane b)
{
    return _mm256_mul_ps(a, b);
}
static inline nsd_lane nsd_lane_over(nsd_lane a, nsd_lane b)
{
    return _mm256_div_ps(a, b);
}
static inline nsd_lane nsd_lane_root(nsd_lane a)
{
    return _mm256_sqrt_ps(a);
}
static inline nsd_lane nsd_lane_larger(nsd_lane a, nsd_lane b)
{
    return _mm256_max_ps(a, b);
}
/* a where x > y, else 0 */
static inline nsd_lane nsd_lane_where(nsd_lane x, nsd_lane y, nsd_lane a)
{
    return _mm256_and_ps(_mm256_cmp_ps(x, y, _CMP_GT_OQ), a);
}
/* A bit for each lane with x > y */
static inline int nsd_lane_bits(nsd_lane x, nsd_lane y)
{
    return _mm256_movemask_ps(_mm256_cmp_ps(x, y, _CMP_GT_OQ));
}
/* Rows and columns of x[0] to x[7] are exchanged. */
static inline void nsd_lane_transpose(nsd_lane *x)
{
    /* no loops: arrays of registers would go through memory */
    const nsd_lane p0 = _mm256_unpacklo_ps(x[0], x[1]), p1 = _mm256_unpackhi_ps(x[0], x[1]);
    const nsd_lane p2 = _mm256_unpacklo_ps(x[2], x[3]), p3 = _mm256_unpackhi_ps(x[2], x[3]);
    const nsd_lane p4 = _mm256_unpacklo_ps(x[4], x[5]), p5 = _mm256_unpackhi_ps(x[4], x[5]);
    const nsd_lane p6 = _mm256_unpacklo_ps(x[6], x[7]), p7 = _mm256_unpackhi_ps(x[6], x[7]);
    const nsd_lane f0 = _mm256_shuffle_ps(p0, p2, 0x44), f1 = _mm256_shuffle_ps(p0, p2, 0xEE);
    const nsd_lane f2 = _mm256_shuffle_ps(p1, p3, 0x44), f3 = _mm256_shuffle_ps(p1, p3, 0xEE);
    const nsd_lane f4 = _mm256_shuffle_ps(p4, p6, 0x44), f5 = _mm256_shuffle_ps(p4, p6, 0xEE);
    const nsd_lane f6 = _mm256_shuffle_ps(p5, p7, 0x44), f7 = _mm256_shuffle_ps(p5, p7, 0xEE);
    x[0] = _mm256_permute2f128_ps(f0, f4, 0x20);
    x[1] = _mm256_permute2f128_ps(f1, f5, 0x20);
    x[2] = _mm256_permute2f128_ps(f2, f6, 0x20);
    x[3] = _mm256_permute2f128_ps(f3, f7, 0x20);
    x[4] = _mm256_permute2f128_ps(f0, f4, 0x31);
    x[5] = _mm256_permute2f128_ps(f1, f5, 0x31);
    x[6] = _mm256_permute2f128_ps(f2, f6, 0x31);
    x[7] = _mm256_permute2f128_ps(f3, f7, 0x31);
}
#elif defined(__SSE__) && !defined(NSD_NO_SSE)
#include <xmmintrin.h>
typedef struct nsd_lane {
    __m128 low, high;
} nsd_lane;

static inline nsd_lane nsd_lane_load(const float *x)
{
    return (nsd_lane){ _mm_loadu_ps(x), _mm_loadu_ps(x + 4) };
}
static inline void nsd_lane_store(float *x, nsd_lane a)
{
    _mm_storeu_ps(x, a.low);
    _mm_storeu_ps(x + 4, a.high);
}
static inline nsd_lane nsd_lane_all(float x)
{
    return (nsd_lane){ _mm_set1_ps(x), _mm_set1_ps(x) };
}
static inline nsd_lane nsd_lane_add(nsd_lane a, nsd_lane b)
{
    return (nsd_lane){ _mm_add_ps(a.low, b.low), _mm_add_ps(a.high, b.high) };
}
static inline nsd_lane nsd_lane_minus(nsd_lane a, nsd_lane b)
{
    return (nsd_lane){ _mm_sub_ps(a.low, b.low), _mm_sub_ps(a.high, b.high) };
}
static inline nsd_lane nsd_lane_times(nsd_lane a, nsd_lane b)
{
    return (nsd_lane){ _mm_mul_ps(a.low, b.low), _mm_mul_ps(a.high, b.high) };
}
static inline nsd_lane nsd_lane_over(nsd_lane a, nsd_lane b)
{
    return (nsd_lane){ _mm_div_ps(a.low, b.low), _mm_div_ps(a.high, b.high) };
}
static inline nsd_lane nsd_lane_root(nsd_lane a)
{
    return (nsd_lane){ _mm_sqrt_ps(a.low), _mm_sqrt_ps(a.high) };
}
static inline nsd_lane nsd_lane_larger(nsd_lane a, nsd_lane b)
{
    return (nsd_lane){ _mm_max_ps(a.low, b.low), _mm_max_ps(a.high, b.high) };
}
static inline nsd_lane nsd_lane_where(nsd_lane x, nsd_lane y, nsd_lane a)
{
    return (nsd_lane){ _mm_and_ps(_mm_cmpgt_ps(x.low, y.low), a.low),
                       _mm_and_ps(_mm_cmpgt_ps(x.high, y.high), a.high) };
}
static inline int nsd_lane_bits(nsd_lane x, nsd_lane y)
{
    return _mm_movemask_ps(_mm_cmpgt_ps(x.low, y.low)) |
           _mm_movemask_ps(_mm_cmpgt_ps(x.high, y.high)) << 4;
}
/* The upper half of a and the lower half of b change places. */
static inline void nsd_lane_exchange(nsd_lane *a, nsd_lane *b)
{
    const __m128 kept = a->high;
    a->high = b->low;
    b->low = kept;
}
static inline void nsd_lane_transpose(nsd_lane *x)
{
    _MM_TRANSPOSE4_PS(x[0].low, x[1].low, x[2].low, x[3].low);
    _MM_TRANSPOSE4_PS(x[0].high, x[1].high, x[2].high, x[3].high);
    _MM_TRANSPOSE4_PS(x[4].low, x[5].low, x[6].low, x[7].low);
    _MM_TRANSPOSE4_PS(x[4].high, x[5].high, x[6].high, x[7].high);
    nsd_lane_exchange(x, x + 4);
    nsd_lane_exchange(x + 1, x + 5);
    nsd_lane_exchange(x + 2, x + 6);
    nsd_lane_exchange(x + 3, x + 7);
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
static inline int nsd_lane_bits(nsd_lane x, nsd_lane y)
{
    int bits = 0;
    for (int l = 0; l < NSD_LANES; l++) {
        bits |= (x.x[l] > y.x[l]) << l;
    }
    return bits;
}
static inline void nsd_lane_transpose(nsd_lane *x)
{
    for (int i = 0; i < NSD_LANES; i++) {
        for (int k = 0; k < i; k++) {
            const float kept = x[i].x[k];
            x[i].x[k] = x[k].x[i];
            x[k].x[i] = kept;
        }
    }
}
#endif

/* a + b c */
static inline nsd_lane nsd_lane_sum(nsd_lane a, nsd_lane b, nsd_lane c)
{
    return nsd_lane_add(a, nsd_lane_times(b, c));
}

/* Number of lanes with x > y */
static inline int nsd_lane_count(nsd_lane x, nsd_lane y)
{
    unsigned bits = (unsigned)nsd_lane_bits(x, y);
    bits -= bits >> 1 & 0x55u; /* of pairs of bits, then of fours, then of all eight */
    bits = (bits & 0x33u) + (bits >> 2 & 0x33u);
    return (int)((bits & 0xFu) + (bits >> 4));
}

#endif
