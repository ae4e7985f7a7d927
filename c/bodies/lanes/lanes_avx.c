/* lanes_avx.c - the sweeps for x86 processors with AVX, which lanes.c asks for          (RB.27) */
#include "bodies/lanes/lanes.h"

#if NSD_LANES_AVX
/* AVX for the functions of this file alone: the rest runs on every processor. Without FMA, which
 * would round differently. */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx"))), apply_to = function)
#else
#pragma GCC target("avx")
#endif
#define NSD_LANE_AVX
#include "bodies/lanes/lanes_sweep.h"

const nsd_lanes_kernels nsd_lanes_kernels_avx = NSD_LANES_KERNELS;
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
