/* project_frozen.h - projection on the admissible set in the kinetic metric.
 *
 * x = argmin |x - q|_M  subject to  H'x + b >= 0:
 * x = q + M^-1 H lambda,  0 <= H'M^-1 H lambda + H'q + b  _|_  lambda >= 0             (PR.1) */
#ifndef NSD_PROJECT_FROZEN_H
#define NSD_PROJECT_FROZEN_H

#include "contact/contact_fixed.h"
#include "model/linear.h"

size_t nsd_project_frozen_scratch(const nsd_linear *model, const nsd_lcp_options *options);

/* x holds q on entry and the projection on exit; lambda (m) the multipliers. Uses M, H and b of
 * the model. NSD_RAY when the constraints contradict each other: x is then unchanged. */
nsd_status nsd_project_frozen(const nsd_linear *model, const nsd_lcp_options *options,
                              nsd_scratch *scratch, double *x, double *lambda, nsd_lcp_info *info);

#endif
