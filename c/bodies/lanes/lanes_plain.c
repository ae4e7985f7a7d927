/* lanes_plain.c - the sweeps for any processor                                          (RB.27) */
#include "bodies/lanes/lanes_sweep.h"

const nsd_lanes_kernels nsd_lanes_kernels_plain = NSD_LANES_KERNELS;
