/* flow_compliance.c - forces, guards and modes of compliant contacts in the event methods. */
#include "event/flow/flow_compliance.h"

#include <math.h>
#include <string.h>

#include "event/flow/flow_mechanical.h"

/* Depth, as a part of positions and of the way so far, that is zero: the rounding of a located
 * contact. Smaller: the zero of the force at its beginning is taken for a release; larger: a
 * surface that is pressed at the start is taken for one at zero. */
#define DEPTH_NOISE 1e-14

void nsd_flow_compliance_lay_out(nsd_flow_compliance *c, const nsd_model *model,
                                 nsd_scratch *scratch)
{
    const size_t m = model->surface.compliance ? (size_t)model->m : 0;
    NSD_SCRATCH_EACH(scratch, m, &c->depth, &c->time, &c->speed, &c->pressure, &c->slope);
    NSD_SCRATCH_EACH_INT(scratch, m, &c->pressed, &c->rigid, &c->roots);
}

void nsd_flow_compliance_init(nsd_flow_mechanical *s)
{
    nsd_flow_compliance *c = &s->compliance;
    c->law = s->mechanics.model->surface.compliance;
    for (int a = 0; a < s->mechanics.model->m && c->law; a++) {
        c->slope[a] = c->law[a].k;
    }
    if (c->law) {
        s->base.release = c->pressure;
        s->base.roots = c->roots;
        s->base.release_slope = c->slope;
        s->base.settle = nsd_flow_compliance_settle;
    }
}

/* The law of contact a, with the damping of its approach */
static nsd_compliance law_of(const nsd_flow_compliance *c, int a)
{
    return nsd_compliance_at_speed(&c->law[a], c->speed[a]);
}

const int *nsd_flow_compliance_rigid(nsd_flow_mechanical *s, const int *members)
{
    nsd_flow_compliance *c = &s->compliance;
    if (!c->law) {
        return members;
    }
    for (int a = 0; a < s->mechanics.model->m; a++) {
        c->rigid[a] = members[a] && !nsd_flow_compliance_has(c, a);
    }
    return c->rigid;
}

/* Gaps into mechanics.y, gap velocities into held.rates, normals into mechanics.H */
static nsd_status gaps_and_rates(nsd_flow_mechanical *s, double t, const double *x)
{
    nsd_mechanics        *mechanics = &s->mechanics;
    const nsd_event_point point = nsd_flow_mechanical_point(s, t, x);
    NSD_TRY(nsd_mechanics_gaps(mechanics, t, x, mechanics->y));
    return nsd_held_rates(&s->held, &point, s->held.rates);
}

nsd_status nsd_flow_compliance_add_forces(nsd_flow_mechanical *s, double t, const double *x)
{
    nsd_flow_compliance *c = &s->compliance;
    nsd_mechanics       *mechanics = &s->mechanics;
    const int            n = mechanics->model->n;
    int                  any = 0;

    for (int a = 0; a < mechanics->model->m && c->law; a++) {
        any |= s->base.sticks[a] && nsd_flow_compliance_has(c, a);
    }
    if (!any) {
        return NSD_OK;
    }
    NSD_TRY(gaps_and_rates(s, t, x));
    for (int a = 0; a < mechanics->model->m; a++) {
        if (s->base.sticks[a] && nsd_flow_compliance_has(c, a)) {
            const nsd_compliance law = law_of(c, a);
            const double         depth = -mechanics->y[a], rate = -s->held.rates[a];
            const double        *normal = mechanics->H + (size_t)a * (size_t)n;
            s->base.lambda[a] = nsd_compliance_force(&law, depth, rate);
            c->pressure[a] = nsd_compliance_pressure(&law, depth, rate);
            nsd_dense_add(n, s->base.lambda[a], normal, mechanics->F);
        }
    }
    return NSD_OK;
}

double nsd_flow_compliance_power(const nsd_flow_mechanical *s, const double *v)
{
    const int n = s->mechanics.model->n;
    double    power = 0.0;
    for (int a = 0; a < s->mechanics.model->m && s->compliance.law; a++) {
        if (s->base.sticks[a] && nsd_flow_compliance_has(&s->compliance, a)) {
            const double *normal = s->mechanics.H + (size_t)a * (size_t)n;
            power += s->base.lambda[a] * nsd_dense_dot(n, normal, v);
        }
    }
    return power;
}

void nsd_flow_compliance_add_depth(const nsd_flow_mechanical *s, int a, double t,
                                   nsd_guard_end *end)
{
    const nsd_flow_compliance *c = &s->compliance;
    double                     rate = 0.0;

    if (!nsd_flow_compliance_has(c, a) || s->base.sticks[a] || !(c->depth[a] > 0.0)) {
        return;
    }
    const nsd_compliance law = law_of(c, a);
    end->h += nsd_compliance_relaxed(&law, c->depth[a], t - c->time[a], &rate);
    end->hd += rate;
    end->hdd += law.c > 0.0 ? -law.k / law.c * rate : 0.0;
}

/* 1 when the open contact a, which is closed and does not separate, is pressed in: it approaches
 * its surface, or is accelerated towards it */
static int begins_pressing(const nsd_flow_mechanical *s, int a, const nsd_guard_end *end,
                           const double *v)
{
    const int    n = s->mechanics.model->n;
    const double noise = nsd_flow_mechanical_velocity_noise(
        n, s->mechanics.H + (size_t)a * (size_t)n, v);
    return end->hd < -noise || (end->hd <= noise && end->hdd < 0.0);
}

nsd_status nsd_flow_compliance_choose(nsd_flow_mechanical *s, double t, const double *x,
                                      const int *candidates)
{
    nsd_flow_compliance *c = &s->compliance;
    const nsd_model     *model = s->mechanics.model;
    const int            n = model->n;
    const double         far = nsd_dense_max_abs(n, x);
    double              *U = s->held.rates, *A = s->held.kappa;

    memset(s->base.sticks, 0, (size_t)model->m * sizeof(int));
    if (!c->law) {
        return NSD_OK;
    }
    NSD_TRY(gaps_and_rates(s, t, x));
    for (int a = 0; a < model->m; a++) { /* pressed surfaces stay so while they push */
        const nsd_compliance law = law_of(c, a);
        const double         depth = -s->mechanics.y[a], rate = -U[a];
        nsd_guard_end        end = { -depth, -rate, 0.0 };
        nsd_flow_compliance_add_depth(s, a, t, &end);
        const int pushes = nsd_compliance_pressure(&law, depth, rate) > 0.0;
        const int below = depth > DEPTH_NOISE * far && !(end.h > 0.0); /* so at the start */
        s->base.sticks[a] = nsd_flow_compliance_has(c, a) && pushes && (c->pressed[a] || below);
    }
    NSD_TRY(nsd_flow_mechanical_free_field(s, t, x, s->compliance_field));
    nsd_model_motion motion = { t, x, x + n, s->compliance_field + n, s->base.difference_time };
    NSD_TRY(nsd_model_gap_motion(model, &motion, U, A, s->mechanics.H, s->mechanics.work));
    for (int a = 0; a < model->m; a++) {
        nsd_guard_end end = { s->mechanics.y[a], U[a], A[a] };
        if (nsd_flow_compliance_has(c, a) && !c->pressed[a] && !s->base.sticks[a] &&
            candidates[a]) {
            nsd_flow_compliance_add_depth(s, a, t, &end);
            s->base.sticks[a] = begins_pressing(s, a, &end, x + n);
        }
    }
    return NSD_OK;
}

/* 1 when the gap of the open contact a is below its surface: so at a start whose gap is negative
 * and opens too fast for a force. The surface is then as deep as the gap and released.    (CC.2) */
static int is_below(const nsd_flow_mechanical *s, int a, double t, const double *x)
{
    const double  depth = -s->mechanics.y[a];
    nsd_guard_end end = { -depth, 0.0, 0.0 };
    if (!nsd_flow_compliance_has(&s->compliance, a)) {
        return 0;
    }
    nsd_flow_compliance_add_depth(s, a, t, &end);
    return -end.h > DEPTH_NOISE * nsd_dense_max_abs(s->mechanics.model->n, x);
}

nsd_status nsd_flow_compliance_settle(nsd_flow *base, double t, const double *x)
{
    nsd_flow_mechanical *s = (nsd_flow_mechanical *)base;
    nsd_flow_compliance *c = &s->compliance;

    NSD_TRY(gaps_and_rates(s, t, x));
    for (int a = 0; a < s->mechanics.model->m; a++) {
        const int sticks = base->sticks[a] && nsd_flow_compliance_has(c, a);
        c->roots[a] = 0;
        if (sticks && !c->pressed[a]) {
            const double depth = -s->mechanics.y[a],
                         far = nsd_dense_max_abs(s->mechanics.model->n, x);
            c->speed[a] = fmax(0.0, -s->held.rates[a]);
            const int zero = depth <= DEPTH_NOISE * (far + c->speed[a] * fabs(t));
            c->roots[a] = c->law[a].c > 0.0 || !zero ? 0 : c->speed[a] > 0.0 ? 1 : 2;
        } else if (!sticks && (c->pressed[a] || is_below(s, a, t, x))) {
            c->depth[a] = fmax(0.0, -s->mechanics.y[a]);
            c->time[a] = t;
        }
        c->pressed[a] = sticks;
    }
    return NSD_OK;
}

nsd_status nsd_flow_compliance_energy(nsd_flow_mechanical *s, double t, const double *q,
                                      double *energy)
{
    const nsd_flow_compliance *c = &s->compliance;

    *energy = 0.0;
    if (!c->law) {
        return NSD_OK;
    }
    NSD_TRY(nsd_mechanics_gaps(&s->mechanics, t, q, s->mechanics.y));
    for (int a = 0; a < s->mechanics.model->m; a++) {
        const nsd_compliance law = law_of(c, a);
        double               rate = 0.0;
        const double back = nsd_compliance_relaxed(&law, c->depth[a], t - c->time[a], &rate);
        const double depth = c->pressed[a] ? -s->mechanics.y[a] : back;
        *energy += nsd_compliance_energy(&law, depth);
    }
    return NSD_OK;
}
