/* integrate_dp54.c - Dormand and Prince's pair as an integrator of flows. */
#include <math.h>

#include "event/integrate/integrate.h"

static nsd_status begin(nsd_integrate *self, double t, const double *x0, double *longest)
{
    (void)self;
    (void)t;
    (void)x0;
    *longest = INFINITY;
    return NSD_OK;
}

static nsd_status step(nsd_integrate *self, double t, const double *x0, double h, double *x1,
                       double *error)
{
    return nsd_dp54_step(&((nsd_integrate_dp54 *)self)->pair, t, x0, h, x1, error);
}

static void between(nsd_integrate *base, const nsd_integrate_step *last, double theta, int count,
                    double *x)
{
    const nsd_integrate_dp54 *self = (const nsd_integrate_dp54 *)base;
    double                    other[NSD_DP54_STAGES];
    const double             *b = other;

    if (theta == NSD_FIRST_TEST_THETA || theta == NSD_SECOND_TEST_THETA) {
        b = self->test[theta == NSD_SECOND_TEST_THETA];
    } else {
        nsd_dp54_weights(theta, other);
    }
    nsd_dp54_between(&self->pair, last->x0, last->h, b, count, x);
}

static nsd_status carry(nsd_integrate *self)
{
    double **k = ((nsd_integrate_dp54 *)self)->pair.k, *first = k[0];
    k[0] = self->f0 = k[NSD_DP54_STAGES - 1];
    k[NSD_DP54_STAGES - 1] = self->f1 = first;
    return NSD_OK;
}

nsd_status nsd_integrate_dp54_init(nsd_integrate_dp54 *self, nsd_flow *flow, double rel_tol,
                                   double abs_tol, nsd_scratch *scratch)
{
    const nsd_integrate functions = {
        .flow = flow, .order = 5.0, .begin = begin, .step = step, .between = between, .carry = carry
    };
    self->base = functions;
    NSD_TRY(nsd_dp54_init(&self->pair, flow->size, scratch));
    self->pair.controlled = flow->controlled;
    self->pair.rel_tol = rel_tol;
    self->pair.abs_tol = abs_tol;
    self->pair.field = flow->field;
    self->pair.context = flow;
    nsd_dp54_weights(NSD_FIRST_TEST_THETA, self->test[0]);
    nsd_dp54_weights(NSD_SECOND_TEST_THETA, self->test[1]);
    self->base.f0 = self->pair.k[0];
    self->base.f1 = self->pair.k[NSD_DP54_STAGES - 1];
    return NSD_OK;
}
