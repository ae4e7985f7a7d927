/* pendulum.c - functions of the forced pendulum with a stop. */
#include "model/builtin/pendulum.h"

#include <math.h>

static double gravity(const nsd_pendulum *p)
{
    return 1.0 / (4.0 * p->eta * p->eta);
}

static nsd_status pendulum_mass(void *context, const double *q, double *M)
{
    (void)context;
    (void)q;
    M[0] = 1.0;
    return NSD_OK;
}

nsd_status nsd_pendulum_force(void *context, double t, const double *q, const double *v, double *F)
{
    const nsd_pendulum *p = context;
    F[0] = -2.0 * p->beta / p->eta * v[0] - gravity(p) * sin(q[0]) +
           p->alpha * cos(q[0]) * sin(t); /*                                             (PEN.1) */
    return NSD_OK;
}

static nsd_status pendulum_force_jac(void *context, double t, const double *q, const double *v,
                                     double *Fq, double *Fv)
{
    const nsd_pendulum *p = context;
    (void)v;
    Fq[0] = -gravity(p) * cos(q[0]) - p->alpha * sin(q[0]) * sin(t);
    Fv[0] = -2.0 * p->beta / p->eta;
    return NSD_OK;
}

static nsd_status pendulum_gap(void *context, double t, const double *q, double *y)
{
    const nsd_pendulum *p = context;
    (void)t;
    y[0] = q[0] - p->stop; /*                                                            (PEN.2) */
    return NSD_OK;
}

static nsd_status pendulum_gap_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    (void)context;
    (void)t;
    (void)q;
    H[0] = 1.0;
    y_t[0] = 0.0;
    return NSD_OK;
}

static nsd_status pendulum_gap_bias(void *context, double t, const double *q, const double *v,
                                    double *kappa)
{
    (void)context;
    (void)t;
    (void)q;
    (void)v;
    kappa[0] = 0.0; /* the gap is linear and does not move */
    return NSD_OK;
}

static nsd_status pendulum_potential(void *context, const double *q, double *U)
{
    const nsd_pendulum *p = context;
    const double        half = sin(0.5 * q[0]);
    U[0] = 2.0 * gravity(p) * half * half; /* = (1 - cos theta) / (4 eta^2)              (PEN.3) */
    return NSD_OK;
}

nsd_status nsd_pendulum_model(nsd_pendulum *pendulum, const double *e, nsd_model *model)
{
    const nsd_pendulum *p = pendulum;
    if (!isfinite(p->alpha) || !isfinite(p->beta) || !isfinite(p->stop) || !(p->eta > 0.0) ||
        !isfinite(gravity(p))) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    *model = (nsd_model){
        .n = 1,
        .m = 1,
        .e = e,
        .constant_mass = 1,
        .context = pendulum,
        .mass = pendulum_mass,
        .force = nsd_pendulum_force,
        .gap = pendulum_gap,
        .force_jac = pendulum_force_jac,
        .gap_jac = pendulum_gap_jac,
        .gap_bias = pendulum_gap_bias,
        .potential = pendulum_potential,
    };
    return NSD_OK;
}
