/* flow_free.c - the field of a mechanical flow in free flight. */
#include <string.h>

#include "event/flow/flow_mechanical.h"
#include "base/inline.h"

nsd_status nsd_flow_mechanical_mass(nsd_flow_mechanical *s, const double *q)
{
    const int known = s->mechanics.model->constant_mass && s->mechanics.holds != NSD_HOLDS_LU;
    return known ? NSD_OK : nsd_mechanics_factor_mass(&s->mechanics, q);
}

/* M^-1 of small systems, once and for all */
static nsd_status invert_mass(nsd_flow_mechanical *s, const double *q)
{
    const int  n = s->mechanics.model->n;
    nsd_status status = nsd_flow_mechanical_mass(s, q);
    for (int j = 0; j < n && status == NSD_OK; j++) {
        double *column = s->inverse + j * n;
        memset(column, 0, (size_t)n * sizeof *column);
        column[j] = 1.0;
        nsd_mechanics_solve(&s->mechanics, column);
    }
    s->inverted = status == NSD_OK;
    s->light = s->inverted && s->base.joints == 0 && s->base.size == 2 * n + NSD_WORK_FORCE + 1;
    return status;
}

/* f <- (v, M^-1 F) */
NSD_INLINE void times_inverse(const nsd_flow_mechanical *s, int n, const double *v, double *f)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++) {
            sum += s->inverse[i + j * n] * s->mechanics.F[j];
        }
        f[i] = v[i];
        f[n + i] = sum;
    }
}

/* mechanics->F; a sum of zeros tells small ones apart from NaN and Inf without a call */
NSD_INLINE nsd_status force_at(nsd_mechanics *mechanics, int n, double t, const double *x)
{
    const nsd_model *model = mechanics->model;
    if (n > NSD_INVERSE_SIZE) {
        return nsd_mechanics_force(mechanics, t, x, x + n, mechanics->F);
    }
    const nsd_status status = model->force(model->context, t, x, x + n, mechanics->F);
    double           sum = 0.0;
    for (int i = 0; i < n; i++) {
        sum += 0.0 * mechanics->F[i];
    }
    return status == NSD_OK && sum != 0.0 ? NSD_NOT_FINITE : status;
}

/* The field of a light system in free flight, n known to the compiler where it is 1: small runs
 * spend their time here */
NSD_INLINE nsd_status light_field(nsd_flow_mechanical *s, int n, double t, const double *x,
                                  double *f)
{
    const nsd_status status = force_at(&s->mechanics, n, t, x);
    double           power = 0.0;
    for (int i = 0; i < n; i++) {
        power += s->mechanics.F[i] * x[n + i];
    }
    s->base.evaluations++;
    times_inverse(s, n, x + n, f);
    f[2 * n] = power;
    return status;
}

nsd_status nsd_flow_mechanical_field(void *flow, double t, const double *x, double *f)
{
    nsd_flow_mechanical *s = flow;
    const int            n = s->mechanics.model->n;
    if (!s->light || s->base.stick_count > 0) {
        return nsd_flow_mechanical_any(s, t, x, f);
    }
    return n == 1 ? light_field(s, 1, t, x, f) : light_field(s, n, t, x, f);
}

nsd_status nsd_flow_mechanical_free(nsd_flow_mechanical *s, double t, const double *x, double *f)
{
    nsd_mechanics *mechanics = &s->mechanics;
    const size_t   n = (size_t)mechanics->model->n;
    const int      once = mechanics->model->constant_mass && n <= NSD_INVERSE_SIZE;
    nsd_status     status = NSD_OK;

    s->base.evaluations++;
    if (!s->inverted) {
        status = once ? invert_mass(s, x) : nsd_flow_mechanical_mass(s, x);
    }
    if (status == NSD_OK) {
        status = force_at(mechanics, (int)n, t, x);
    }
    if (status != NSD_OK) {
        return status;
    }
    if (once) {
        times_inverse(s, (int)n, x + n, f);
    } else {
        memcpy(f, x + n, n * sizeof(double));
        memcpy(f + n, mechanics->F, n * sizeof(double));
        nsd_mechanics_solve(mechanics, f + n);
    }
    return NSD_OK;
}
