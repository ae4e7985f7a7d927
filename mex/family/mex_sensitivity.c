/* mex_sensitivity.c - state transition matrices of an event-driven run, page by page. */
#include "family/mex_sensitivity.h"

#include <math.h>
#include <string.h>

/* Matrices for which there is room at first. Smaller: they are copied more often. Larger:
 * memory. */
#define FIRST_PAGES 64

static size_t page_size(const nsd_mex_sensitivity *w)
{
    return (size_t)w->s.n * (size_t)w->s.n;
}

static void keep_page(nsd_mex_sensitivity *w, double t)
{
    const size_t size = page_size(w);
    if (w->count == w->capacity) {
        w->capacity = w->capacity > 0 ? 2 * w->capacity : FIRST_PAGES;
        w->times = mxRealloc(w->times, w->capacity * sizeof(double));
        w->pages = mxRealloc(w->pages, w->capacity * size * sizeof(double));
    }
    double *page = w->pages + w->count * size;
    memcpy(page, w->s.Phi, size * sizeof(double));
    for (size_t i = 0; i < size && w->lost; i++) {
        page[i] = NAN;
    }
    w->times[w->count++] = t;
}

/* NSD_STALLED means that there is no derivative at t: the run goes on, and all later matrices are
 * NaN */
static nsd_status note_lost_derivative(nsd_mex_sensitivity *w, double t, nsd_status status)
{
    if (status != NSD_STALLED) {
        return status;
    }
    w->lost = 1;
    w->lost_t = t;
    return NSD_OK;
}

/* Phi over the instant: first the impacts on guards that did not stick before, then the guards
 * that come to rest */
static nsd_status transition_at_instant(nsd_mex_sensitivity *w, const nsd_event_facts *facts)
{
    const int  guards = w->s.flow->guards;
    int        hits = 0, rests = 0;
    nsd_status status = NSD_OK;

    for (int i = 0; i < guards; i++) {
        w->hit[i] = facts->impulse[i] > 0.0 && !facts->stuck_before[i];
        w->sticks[i] = facts->sticks[i] && !facts->accumulates[i];
        hits += w->hit[i];
        rests |= facts->accumulates[i] ||
                 (facts->sticks[i] && !facts->stuck_before[i] && !w->hit[i]);
    }
    if (hits > 0) {
        const nsd_sensitivity_impact impact = { facts->t, w->hit, w->sticks, facts->after };
        status = nsd_sensitivity_jump(&w->s, &impact);
    }
    if (status == NSD_OK && rests) {
        return nsd_sensitivity_rest(&w->s, facts->t, facts->sticks, facts->after);
    }
    nsd_flow_set_mode(w->s.flow, facts->sticks);
    return status;
}

static nsd_status instant(nsd_event_observer *base, const nsd_event_facts *facts)
{
    nsd_mex_sensitivity *w = (nsd_mex_sensitivity *)base;
    nsd_status           status = NSD_OK;

    if (w->lost) {
        keep_page(w, facts->t);
        return NSD_OK;
    }
    if (facts->starting) {
        nsd_sensitivity_start(&w->s, facts->before, w->end - facts->t);
        if (w->s.flow->joints > 0) { /* joints forbid some changes of the start */
            status = nsd_sensitivity_rest(&w->s, facts->t, facts->stuck_before, facts->before);
        }
    } else {
        status = nsd_sensitivity_arc(&w->s, w->t, facts->t);
    }
    w->t = facts->t;
    if (status == NSD_OK) {
        status = transition_at_instant(w, facts);
    }
    status = note_lost_derivative(w, facts->t, status);
    if (!facts->starting) {
        keep_page(w, facts->t);
    }
    return status;
}

nsd_mex_sensitivity *nsd_mex_sensitivity_new(nsd_flow *flow, const nsd_event_options *options)
{
    const nsd_sensitivity_options tolerances = { options->rel_tol, options->abs_tol };
    nsd_mex_sensitivity          *w = mxCalloc(1, sizeof *w);
    nsd_scratch                   scratch = nsd_mex_scratch(nsd_sensitivity_scratch(flow));

    w->base.instant = instant;
    w->end = options->t_end;
    nsd_mex_require(nsd_sensitivity_init(&w->s, flow, &tolerances, &scratch), "simulate");
    w->hit = mxCalloc(2 * (size_t)flow->guards + 1, sizeof(int));
    w->sticks = w->hit + flow->guards;
    return w;
}

nsd_mex_sensitivity *nsd_mex_sensitivity_mechanical(const nsd_model         *model,
                                                    const nsd_event_options *options)
{
    nsd_flow_mechanical *flow = mxMalloc(sizeof *flow);
    nsd_scratch          scratch = nsd_mex_scratch(nsd_flow_mechanical_scratch(model));
    nsd_mex_require(nsd_flow_mechanical_init(flow, model, &options->lcp, &scratch), "simulate");
    nsd_mex_sensitivity *w = nsd_mex_sensitivity_new(&flow->base, options);
    w->s.jacobian = nsd_sensitivity_mechanical;
    return w;
}

nsd_status nsd_mex_sensitivity_finish(nsd_mex_sensitivity *w, double t)
{
    nsd_status status = w->lost ? NSD_OK : nsd_sensitivity_arc(&w->s, w->t, t);
    status = note_lost_derivative(w, t, status);
    keep_page(w, t);
    return status;
}

void nsd_mex_sensitivity_export(const nsd_mex_sensitivity *w, mxArray *result)
{
    const mwSize sizes[] = { (mwSize)w->s.n, (mwSize)w->s.n, (mwSize)w->count };
    mxArray     *all = mxCreateStructMatrix(1, 1, 0, NULL);
    mxArray     *Phi = mxCreateNumericArray(3, sizes, mxDOUBLE_CLASS, mxREAL);

    if (w->count > 0) { /* a run that ended before its first row has no pages */
        memcpy(mxGetPr(Phi), w->pages, w->count * page_size(w) * sizeof(double));
    }
    nsd_mex_set(all, "t", nsd_mex_vector(w->times, (int)w->count));
    nsd_mex_set(all, "Phi", Phi);
    nsd_mex_set_number(all, "depth", w->s.depth);
    nsd_mex_set_number(all, "lostTime", w->lost ? w->lost_t : NAN);
    nsd_mex_set(result, "sensitivity", all);
}
