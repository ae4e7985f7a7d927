/* flow_first_order.c - guards of x' = f(t,x) by values and differences. */
#include "event/flow/flow_first_order.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Displacement of a state for gradients of guards, relative to the larger of 1 and |x_j|: about the
 * cube root of the machine precision. Smaller: rounding; larger: truncation. */
#define GRADIENT_DISPLACEMENT 6e-6

/* Sweeps of Newton steps over the guards that are brought to zero one after the other. Fewer:
 * coupled guards stay off their surfaces. */
#define MOST_POSITION_SWEEPS 5

nsd_status nsd_flow_first_order_bend(nsd_flow_first_order *s, nsd_flow_field_fn *field,
                                     const nsd_flow_point *at, double *bend, double *room)
{
    const int    n = s->base.size;
    const double d = s->base.difference_time;
    double      *place = room, *f_near = room + n, *f_far = f_near + n;

    for (int side = -1; side <= 1; side += 2) {
        nsd_dense_sum(n, at->x, side * d, at->f, place);
        NSD_TRY(field(s, at->t + side * d, place, side < 0 ? f_near : f_far));
    }
    for (int i = 0; i < n; i++) {
        bend[i] = (f_far[i] - f_near[i]) / (2.0 * d);
    }
    return NSD_OK;
}

static nsd_status values(nsd_flow *base, double t, const double *x, double *h)
{
    const nsd_model *guards = &((nsd_flow_first_order *)base)->guards;
    NSD_TRY(guards->gap(guards->context, t, x, h));
    return !nsd_dense_all_finite((size_t)guards->m, h) ? NSD_NOT_FINITE : NSD_OK;
}

static nsd_status motion(nsd_flow *base, const nsd_flow_point *at, nsd_guard_end *ends)
{
    nsd_flow_first_order *s = (nsd_flow_first_order *)base;
    const size_t          m = (size_t)base->guards;

    memcpy(s->kept, base->lambda, m * sizeof(double)); /* differences change the forces */
    nsd_status status = nsd_flow_first_order_bend(s, base->field, at, s->slope, s->displaced);
    memcpy(base->lambda, s->kept, m * sizeof(double));
    NSD_TRY(status);
    nsd_model_motion motion = { at->t, at->x, at->f, s->slope, base->difference_time };
    status = nsd_model_gap_motion(&s->guards, &motion, s->hd, s->hdd, s->H, s->work);
    nsd_flow_adapt_difference_time(base, motion.d);
    NSD_TRY(status);
    NSD_TRY(values(base, at->t, at->x, s->u));
    for (int i = 0; i < base->guards; i++) {
        const nsd_guard_end end = { s->u[i], s->hd[i], s->hdd[i] };
        ends[i] = end;
    }
    return NSD_OK;
}

nsd_status nsd_flow_first_order_gradient(nsd_flow_first_order *s, nsd_flow_values_fn *of, double t,
                                         int i, double *x, double *gradient)
{
    for (int j = 0; j < s->base.size; j++) {
        const double here = x[j], d = GRADIENT_DISPLACEMENT * fmax(1.0, fabs(here));
        x[j] = here + d;
        nsd_status   status = of(&s->base, t, x, s->u);
        const double up = s->u[i];
        x[j] = here - d;
        status = status == NSD_OK ? of(&s->base, t, x, s->u) : status;
        x[j] = here;
        NSD_TRY(status);
        gradient[j] = (up - s->u[i]) / (2.0 * d);
    }
    return NSD_OK;
}

/* x <- x - grad h_i h_i / |grad h_i|^2 */
static nsd_status project_on_guard(nsd_flow_first_order *s, double t, int i, double h, double *x)
{
    const int n = s->base.size;

    NSD_TRY(nsd_flow_first_order_gradient(s, values, t, i, x, s->slope));
    const double square = nsd_dense_dot(n, s->slope, s->slope);
    for (int j = 0; j < n && square > 0.0; j++) {
        x[j] -= s->slope[j] * h / square;
    }
    return NSD_OK;
}

static nsd_status project_positions(nsd_flow *base, double t, const int *members, double *x)
{
    nsd_flow_first_order *s = (nsd_flow_first_order *)base;
    const double          noise = 8.0 * DBL_EPSILON * nsd_dense_max_abs(base->size, x);
    double                miss = INFINITY;

    for (int k = 0; k < MOST_POSITION_SWEEPS && miss > noise; k++) {
        miss = 0.0;
        for (int i = 0; i < base->guards; i++) {
            NSD_TRY(members[i] || base->sticks[i] ? values(base, t, x, s->u) : NSD_OK);
            const double h = members[i] || base->sticks[i] ? s->u[i] : 0.0;
            miss = fmax(miss, fabs(h));
            if (fabs(h) > noise) {
                NSD_TRY(project_on_guard(s, t, i, h, x));
            }
        }
    }
    return NSD_OK;
}

void nsd_flow_first_order_init(nsd_flow_first_order *s, const nsd_model *guards,
                               nsd_scratch *scratch)
{
    const size_t   n = (size_t)guards->n, m = (size_t)guards->m;
    const nsd_flow functions = {
        .size = guards->n,
        .controlled = guards->n,
        .order = 1,
        .guard_states = guards->n,
        .guards = guards->m,
        .values = values,
        .motion = motion,
        .project_positions = project_positions,
    };

    s->base = functions;
    s->guards = *guards;
    s->base.sticks = nsd_scratch_ints(scratch, m);
    NSD_SCRATCH_EACH(scratch, m, &s->base.lambda, &s->hd, &s->hdd, &s->u, &s->kept);
    s->H = nsd_scratch_doubles(scratch, n * m);
    s->slope = nsd_scratch_doubles(scratch, n);
    s->displaced = nsd_scratch_doubles(scratch, 3 * n);
    s->work = nsd_scratch_doubles(scratch, nsd_model_work(&s->guards));
}
