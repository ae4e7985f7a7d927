/* sensitivity.c - the state transition matrix: its memory, its start, its way along an arc. */
#include "event/sensitivity/sensitivity.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "event/sensitivity/sensitivity_parts.h"

#define SAFETY     0.9
#define SHRINK     0.2
#define GROW       5.0
#define DIFFERENCE 6e-6 /* about the cube root of the machine precision */
#define ROUGH      1e-7 /* tolerance where the field is differenced: its noise is well below */

static size_t square(int n)
{
    return (size_t)n * (size_t)n;
}

static size_t both(const nsd_flow *flow)
{
    return (size_t)flow->size + square(flow->controlled);
}

size_t nsd_sensitivity_scratch(const nsd_flow *flow)
{
    const size_t size = (size_t)flow->size, guards = (size_t)flow->guards;
    return nsd_dp54_scratch((int)both(flow)) + nsd_scratch_need(2 * guards, sizeof(int)) +
           nsd_scratch_need(guards, sizeof(nsd_guard_end)) +
           nsd_scratch_need(3 * both(flow) + square(flow->controlled) + 5 * size + 5 * guards,
                            sizeof(double));
}

static double *cut(double **room, size_t count)
{
    double *part = *room;
    *room += count;
    return part;
}

nsd_status nsd_sensitivity_init(nsd_sensitivity *s, nsd_flow *flow,
                                const nsd_sensitivity_options *options, nsd_scratch *scratch)
{
    const size_t size = (size_t)flow->size, guards = (size_t)flow->guards;

    memset(s, 0, sizeof *s);
    s->flow = flow;
    s->n = flow->controlled;
    const nsd_status status = nsd_dp54_init(&s->pair, (int)both(flow), scratch);
    double *room = nsd_scratch_take(scratch, 3 * both(flow) + square(s->n) + 5 * size + 5 * guards,
                                    sizeof(double));
    s->closed = nsd_scratch_take(scratch, 2 * guards, sizeof(int));
    s->ends = nsd_scratch_take(scratch, guards, sizeof(nsd_guard_end));
    if (status != NSD_OK || !room || !s->closed || !s->ends) {
        return NSD_ERR_WORKSPACE;
    }
    s->sticks_before = s->closed + guards;
    s->options = *options;
    s->pair.field = nsd_sensitivity_field;
    s->pair.context = s;
    s->x = cut(&room, both(flow));
    s->Phi = s->x + size;
    s->next = cut(&room, both(flow));
    s->copy = cut(&room, both(flow));
    s->A = cut(&room, square(s->n));
    double **const of_size[] = { &s->near_by, &s->far_side, &s->slope, &s->f_before, &s->f_after };
    double **const of_guards[] = { &s->h_near, &s->h_far, &s->before, &s->after, &s->impulse };
    for (int i = 0; i < 5; i++) {
        *of_size[i] = cut(&room, size);
        *of_guards[i] = cut(&room, guards);
    }
    return NSD_OK;
}

void nsd_sensitivity_start(nsd_sensitivity *s, const double *x, double span)
{
    s->flow->longest_time = span / 64.0; /* as in the run itself */
    s->flow->short_time = 1e-3 * s->flow->longest_time;
    memcpy(s->x, x, (size_t)s->flow->size * sizeof(double));
    memset(s->Phi, 0, square(s->n) * sizeof(double));
    for (int i = 0; i < s->n; i++) {
        s->Phi[(size_t)i * ((size_t)s->n + 1)] = 1.0;
    }
    s->h = 0.0;
    s->depth = INFINITY;
}

void nsd_sensitivity_mode(nsd_sensitivity *s, const int *sticks)
{
    nsd_flow *flow = s->flow;
    flow->stick_count = 0;
    for (int a = 0; a < flow->guards; a++) {
        flow->sticks[a] = sticks[a];
        flow->stick_count += sticks[a] != 0;
    }
}

double nsd_sensitivity_displace(nsd_sensitivity *s, const double *x, const double *direction)
{
    const double length = nsd_dense_max_abs(s->n, direction);
    const double d = length > 0.0 ? DIFFERENCE * fmax(1.0, nsd_dense_max_abs(s->n, x)) / length
                                  : 0.0;
    const size_t bytes = (size_t)s->flow->size * sizeof(double);

    memcpy(s->near_by, x, bytes);
    memcpy(s->far_side, x, bytes);
    for (int i = 0; i < s->n; i++) {
        s->near_by[i] -= d * direction[i];
        s->far_side[i] += d * direction[i];
    }
    return d;
}

nsd_status nsd_sensitivity_onto(nsd_sensitivity *s, double t, double *x)
{
    nsd_flow        *flow = s->flow;
    const nsd_status status = flow->onto(flow, t, flow->sticks, x);
    return status == NSD_OK ? flow->stop(flow, t, flow->sticks, x) : status;
}

/* out <- f_x times a column of Phi, by a difference of the field along it               (SA.2) */
static nsd_status column_rate(nsd_sensitivity *s, double t, const double *x, const double *column,
                              double *out)
{
    nsd_flow    *flow = s->flow;
    const double d = nsd_sensitivity_displace(s, x, column);

    memset(out, 0, (size_t)s->n * sizeof(double));
    if (d == 0.0) {
        return NSD_OK;
    }
    nsd_status status = flow->field(flow, t, s->near_by, s->f_before);
    if (status == NSD_OK) {
        status = flow->field(flow, t, s->far_side, s->f_after);
    }
    for (int i = 0; i < s->n; i++) {
        out[i] = (s->f_after[i] - s->f_before[i]) / (2.0 * d);
    }
    return status;
}

nsd_status nsd_sensitivity_field(void *context, double t, const double *z, double *rate)
{
    nsd_sensitivity *s = context;
    nsd_flow        *flow = s->flow;
    const int        n = s->n;
    const double    *Phi = z + flow->size;
    double          *Phi_rate = rate + flow->size;

    nsd_status status = flow->field(flow, t, z, rate);
    if (status != NSD_OK) {
        return status;
    }
    for (int i = n; i < flow->size; i++) { /* works, of which nothing depends */
        rate[i] = 0.0;
    }
    status = s->jacobian ? s->jacobian(flow, t, z, s->A) : NSD_STALLED;
    s->differenced = status == NSD_STALLED;
    if (status == NSD_OK) {
        nsd_dense_gemm(NSD_PLAIN, n, n, n, 1.0, s->A, n, Phi, n, 0.0, Phi_rate, n);
        return NSD_OK;
    }
    for (int j = 0; j < n && (status == NSD_OK || status == NSD_STALLED); j++) {
        const size_t at = (size_t)j * (size_t)n;
        status = column_rate(s, t, z, Phi + at, Phi_rate + at);
    }
    return status;
}

/* A step that the field suggests when none is known: a hundredth of |z| / |z'| */
static double first_step(const nsd_sensitivity *s, double span)
{
    const double size = nsd_dense_max_abs(s->pair.n, s->x),
                 rate = nsd_dense_max_abs(s->pair.n, s->pair.k[0]);
    const double h = rate > 0.0 ? 0.01 * fmax(size, 1e-3) / rate : span;
    return h > 0.0 ? fmin(h, span) : span;
}

nsd_status nsd_sensitivity_arc(nsd_sensitivity *s, double t, double end)
{
    nsd_flow    *flow = s->flow;
    const double least = 1e-14 * fmax(fabs(t), fabs(end));
    nsd_status   status = nsd_sensitivity_field(s, t, s->x, s->pair.k[0]);
    const double friction = s->differenced ? ROUGH : 0.0;

    s->pair.rel_tol = fmax(s->options.rel_tol, friction);
    s->pair.abs_tol = fmax(s->options.abs_tol, 1e-2 * friction);
    if (status == NSD_OK && !(s->h > 0.0)) {
        s->h = first_step(s, end - t);
    }
    while (status == NSD_OK && end - t > least) {
        const int    last = !(s->h < end - t);
        const double h = last ? end - t : s->h;
        double       error = 0.0;
        status = nsd_dp54_step(&s->pair, t, s->x, h, s->next, &error);
        if (status != NSD_OK) {
            break;
        }
        const double factor = fmin(GROW, fmax(SHRINK, SAFETY * pow(error, -0.2)));
        if (!(error <= 1.0)) {
            s->h = h * fmin(1.0, factor);
            status = s->h > least ? NSD_OK : NSD_STALLED;
            continue;
        }
        t = last ? end : t + h;
        s->h = last && factor > 1.0 ? fmax(s->h, h * factor) : h * factor;
        memcpy(s->x, s->next, (size_t)s->pair.n * sizeof(double));
        if (flow->stick_count + flow->joints > 0) {
            status = nsd_sensitivity_onto(s, t, s->x);
        }
        if (status == NSD_OK) {
            status = nsd_sensitivity_field(s, t, s->x, s->pair.k[0]);
        }
    }
    return status;
}
