/* sensitivity_mechanical.c - the Jacobian of a mechanical flow in flight. */
#include <string.h>

#include "event/flow/flow_mechanical.h"
#include "event/sensitivity/sensitivity.h"

/* (0 I; M^-1 Fq M^-1 Fv) with the model's own derivatives, for a constant M and free motion; the
 * caller has just evaluated the field, which factored M                                  (SA.2) */
nsd_status nsd_sensitivity_mechanical(nsd_flow *flow, double t, const double *x, double *A)
{
    nsd_mechanics   *mechanics = &((nsd_flow_mechanical *)flow)->mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     n = (size_t)model->n;

    if (!model->force_jac || !model->constant_mass || flow->stick_count + flow->joints > 0) {
        return NSD_STALLED;
    }
    const nsd_model_point point = { x, x + n, mechanics->F };
    const nsd_status status = nsd_model_force_jac(model, t, &point, mechanics->Fq, mechanics->Fv,
                                                  mechanics->work);
    memset(A, 0, 4 * n * n * sizeof *A);
    for (size_t j = 0; j < n && status == NSD_OK; j++) {
        double *left = A + 2 * n * j, *right = A + 2 * n * (n + j);
        right[j] = 1.0;
        memcpy(left + n, mechanics->Fq + n * j, n * sizeof *A);
        memcpy(right + n, mechanics->Fv + n * j, n * sizeof *A);
        nsd_mechanics_solve(mechanics, left + n);
        nsd_mechanics_solve(mechanics, right + n);
    }
    return status;
}
