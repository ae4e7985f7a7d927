/* integrate_dp54.c - Dormand and Prince's pair as an integrator of flows. */
#include <math.h>

#include "event/integrate/integrate.h"

/* Rate times step from which on stability limits a step: the region of stability ends at 3.3 on the
 * negative axis, and the step control (ED.19) settles between 2.8 and that. Smaller: steps that
 * accuracy limits at loose tolerances count, too; larger: none do. */
#define STABILITY_EDGE 2.5

/* Parts of the tolerances: a rate is measured where two states differ by more. Smaller: rounding
 * looks like a fast motion; larger: stiff flows at very loose tolerances are not noticed. */
#define LEAST_DIFFERENCE 1e-3

/* Steps that stability limits before the flow is called stiff, and free ones in a row that make it
 * forget them. Fewer steps: a short stiff phase changes the integrator for the rest of the run;
 * fewer free ones: steps beside the edge hide that a flow is stiff. */
enum { LIMITED_STEPS = 100, FREE_STEPS = 6 };

/* Steps without a look at stability: most runs end before, with their bits. */
enum { FIRST_STEPS = 1000 };

/* Steps per number of the state that must be ahead: each step of the other integrator evaluates the
 * field once for each of them. Smaller: large systems that are hardly stiff become slower. */
#define LEAST_STEPS_AHEAD 50.0

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
    nsd_integrate_dp54 *s = (nsd_integrate_dp54 *)self;
    if (error) {
        s->h = h;
        s->x1 = x1;
    }
    return nsd_dp54_step(&s->pair, t, x0, h, x1, error);
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

/* Step times the rate of the flow, from the last two stages, which are both at the end of the step:
 * h |f(x1) - f(x6)| / |x1 - x6| in units of the tolerances                              (ED.34) */
static double step_times_rate(const nsd_integrate_dp54 *self)
{
    const nsd_dp54 *pair = &self->pair;
    double          fields = 0.0, states = 0.0;
    for (int i = 0; i < pair->controlled; i++) {
        const double unit = pair->abs_tol + pair->rel_tol * fabs(self->x1[i]);
        const double field = fabs(pair->k[6][i] - pair->k[5][i]) / unit;
        const double state = fabs(self->x1[i] - pair->trial[i]) / unit;
        fields = field > fields ? field : fields;
        states = state > states ? state : states;
    }
    return states > LEAST_DIFFERENCE ? self->h * fields / states : 0.0;
}

/* Counts steps on the edge of stability. The step must be the last one that was tried. */
static void watch_stability(nsd_integrate_dp54 *self)
{
    const int limited = step_times_rate(self) > STABILITY_EDGE;
    self->free = limited ? 0 : self->free + 1;
    self->limited = self->free >= FREE_STEPS ? 0 : self->limited + limited;
}

static int is_slow(nsd_integrate *base, long long steps, double left)
{
    nsd_integrate_dp54 *self = (nsd_integrate_dp54 *)base;
    self->watches = steps >= FIRST_STEPS;
    return self->limited >= LIMITED_STEPS && left > LEAST_STEPS_AHEAD * base->flow->size * self->h;
}

static nsd_status carry(nsd_integrate *self)
{
    nsd_integrate_dp54 *s = (nsd_integrate_dp54 *)self;
    double            **k = s->pair.k, *first = k[0];
    if (s->watches) {
        watch_stability(s);
    }
    k[0] = self->f0 = k[NSD_DP54_STAGES - 1];
    k[NSD_DP54_STAGES - 1] = self->f1 = first;
    return NSD_OK;
}

nsd_status nsd_integrate_dp54_init(nsd_integrate_dp54 *self, nsd_flow *flow, double rel_tol,
                                   double abs_tol, nsd_scratch *scratch)
{
    const nsd_integrate functions = { .flow = flow,
                                      .order = 5.0,
                                      .begin = begin,
                                      .step = step,
                                      .between = between,
                                      .carry = carry,
                                      .is_slow = is_slow };
    self->base = functions;
    self->watches = self->limited = self->free = 0;
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
