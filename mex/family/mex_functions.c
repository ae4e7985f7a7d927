/* mex_functions.c - first-order, hybrid and Filippov systems: functions by handles or tapes. */
#include "family/mex_functions.h"

#include <string.h>

#include "host/mex_tape.h"

/* States or relations at most: products of three of them with small factors are an int. */
enum { MOST_ROWS = 16000 };

/* Arguments of a function of (x) or (x, t) */
static const char *with_time(const mxArray *arrays)
{
    return nsd_mex_field(arrays, "withTime") != 0 ? "xt" : "x";
}

/* set <- the tapes of a system with m relations; returns the values of the parameters */
static const double *read_tapes(const mxArray *arrays, nsd_mex_tape_list list, int m,
                                nsd_tape_functions *set)
{
    const mxArray *parameters = nsd_mex_member(arrays, "parameters");

    set->m = m;
    set->shape.count = list.count;
    set->shape.parameters = nsd_mex_count(mxGetNumberOfElements(parameters), "parameters");
    list.inputs = 1 + set->shape.n + set->shape.k + set->shape.parameters;
    nsd_mex_tapes_read(arrays, &list, set->tape);
    return nsd_mex_matrix(parameters, "parameters", (size_t)set->shape.parameters, 1);
}

/* -- first order */

static nsd_mex_place place_of(const nsd_mex_first_order *h, double t, const double *x,
                              const double *lambda)
{
    const nsd_mex_place at = { t, x, lambda, h->model.n, h->model.m, 0 };
    return at;
}

static nsd_status fo_rate(void *context, double t, const double *x, double *f)
{
    nsd_mex_first_order *h = context;
    const nsd_mex_place  at = place_of(h, t, x, NULL);
    return nsd_mex_function_call(&h->caller, &h->rate, &at, at.n, 1, f);
}

static nsd_status fo_rate_jac(void *context, double t, const double *x, double *fx)
{
    nsd_mex_first_order *h = context;
    const nsd_mex_place  at = place_of(h, t, x, NULL);
    return nsd_mex_function_call(&h->caller, &h->rate_jac, &at, at.n, at.n, fx);
}

static nsd_status fo_output(void *context, double t, const double *x, const double *lambda,
                            double *y)
{
    nsd_mex_first_order *h = context;
    const nsd_mex_place  at = place_of(h, t, x, lambda);
    return nsd_mex_function_call(&h->caller, &h->output, &at, at.k, 1, y);
}

static nsd_status fo_action(void *context, double t, const double *x, const double *lambda,
                            double *r)
{
    nsd_mex_first_order *h = context;
    const nsd_mex_place  at = place_of(h, t, x, lambda);
    return nsd_mex_function_call(&h->caller, &h->action, &at, at.n, 1, r);
}

static nsd_status fo_output_jac(void *context, double t, const double *x, const double *lambda,
                                double *yx, double *yl)
{
    nsd_mex_first_order *h = context;
    const nsd_mex_place  at = place_of(h, t, x, lambda);
    return nsd_mex_function_derivatives(&h->caller, &h->output_jac, &at, at.k, yx, yl);
}

static nsd_status fo_action_jac(void *context, double t, const double *x, const double *lambda,
                                double *rx, double *rl)
{
    nsd_mex_first_order *h = context;
    const nsd_mex_place  at = place_of(h, t, x, lambda);
    return nsd_mex_function_derivatives(&h->caller, &h->action_jac, &at, at.n, rx, rl);
}

static void first_order_tapes(const mxArray *arrays, nsd_mex_first_order *host)
{
    static const char *const     names[] = { "rate",           "rateJacobian", "output",
                                             "outputJacobian", "action",       "actionJacobian" };
    nsd_first_order_model       *model = &host->model;
    const nsd_first_order_model *by_tape = &host->tapes.model;
    nsd_tape_functions          *set = &host->set;
    const int                    n = model->n, m = model->m;
    const int                    sizes[] = { n, n * n, m, m * (n + m), n, n * (n + m) };

    set->shape = (nsd_tape_shape){ .n = n, .k = m };
    const double *parameters = read_tapes(
        arrays, (nsd_mex_tape_list){ names, sizes, NSD_TAPE_FO_FUNCTIONS, 0 }, m, set);
    nsd_scratch scratch = nsd_mex_thread_scratch(nsd_tape_caller_scratch(set));
    nsd_mex_require(nsd_tape_first_order_init(&host->tapes, set, parameters, &scratch), "simulate");
    host->tapes.caller.last_time = &host->caller.t;
    model->rate = by_tape->rate ? by_tape->rate : model->rate;
    model->output = by_tape->output ? by_tape->output : model->output;
    model->action = by_tape->action ? by_tape->action : model->action;
    model->rate_jac = by_tape->rate_jac ? by_tape->rate_jac : model->rate_jac;
    model->output_jac = by_tape->output_jac ? by_tape->output_jac : model->output_jac;
    model->action_jac = by_tape->action_jac ? by_tape->action_jac : model->action_jac;
    host->calls_back = model->rate == fo_rate || model->output == fo_output ||
                       model->action == fo_action || model->rate_jac == fo_rate_jac ||
                       model->output_jac == fo_output_jac || model->action_jac == fo_action_jac;
}

void nsd_mex_first_order_read(const mxArray *arrays, void *to)
{
    nsd_mex_first_order   *host = to;
    nsd_first_order_model *model = &host->model;

    memset(host, 0, sizeof *host);
    host->rate = nsd_mex_function_needed(arrays, "rate", "rate", "tx");
    host->output = nsd_mex_function_needed(arrays, "output", "output", "xzt");
    host->action = nsd_mex_function_needed(arrays, "action", "action", "xzt");
    host->rate_jac = nsd_mex_function_read(arrays, "rateJacobian", "RateJacobian", "tx");
    host->output_jac = nsd_mex_function_read(arrays, "outputJacobian", "OutputJacobian", "xzt");
    host->action_jac = nsd_mex_function_read(arrays, "actionJacobian", "ActionJacobian", "xzt");
    model->n = (int)nsd_mex_integer(arrays, "n", 1, MOST_ROWS);
    model->m = (int)nsd_mex_integer(arrays, "m", 0, MOST_ROWS);
    const size_t m = (size_t)model->m;
    model->lower = nsd_mex_matrix(nsd_mex_member(arrays, "lower"), "lower", m, 1);
    model->upper = nsd_mex_matrix(nsd_mex_member(arrays, "upper"), "upper", m, 1);
    model->context = host;
    model->rate = fo_rate;
    model->output = fo_output;
    model->action = fo_action;
    model->rate_jac = host->rate_jac.handle ? fo_rate_jac : NULL;
    model->output_jac = host->output_jac.handle ? fo_output_jac : NULL;
    model->action_jac = host->action_jac.handle ? fo_action_jac : NULL;
    first_order_tapes(arrays, host);
}

/* -- hybrid */

static nsd_status hy_rate(void *context, double t, const double *x, double *f)
{
    nsd_mex_hybrid     *h = context;
    const nsd_mex_place at = { .t = t, .x = x, .n = h->model.n };
    return nsd_mex_function_call(&h->caller, &h->rate, &at, at.n, 1, f);
}

static nsd_status hy_guard(void *context, double t, const double *x, double *values)
{
    nsd_mex_hybrid     *h = context;
    const nsd_mex_place at = { .t = t, .x = x, .n = h->model.n };
    return nsd_mex_function_call(&h->caller, &h->guards, &at, h->model.m, 1, values);
}

static nsd_status hy_reset(void *context, double t, const double *x, int i, double *after)
{
    nsd_mex_hybrid     *h = context;
    const nsd_mex_place at = { .t = t, .x = x, .n = h->model.n, .i = i };
    return nsd_mex_function_call(&h->caller, &h->reset, &at, at.n, 1, after);
}

static nsd_status hy_mass(void *context, const double *x, double *M)
{
    nsd_mex_hybrid     *h = context;
    const nsd_mex_place at = { .x = x, .n = h->model.n };
    return nsd_mex_function_call(&h->caller, &h->mass, &at, at.n, at.n, M);
}

static void hybrid_tapes(const mxArray *arrays, nsd_mex_hybrid *host)
{
    static const char *const names[] = { "rate",      "guard", "guardJacobian",
                                         "guardBias", "reset", "mass" };
    nsd_hybrid_model        *model = &host->model;
    const nsd_hybrid_model  *by_tape = &host->tapes.model;
    nsd_tape_functions      *set = &host->set;
    const int                n = model->n, m = model->m;
    const int                sizes[] = { n, m, (n + 1) * m, m, n * m, n * n };

    set->shape = (nsd_tape_shape){ .n = n, .k = n };
    const double *parameters = read_tapes(
        arrays, (nsd_mex_tape_list){ names, sizes, NSD_TAPE_HY_FUNCTIONS, 0 }, m, set);
    nsd_scratch scratch = nsd_mex_thread_scratch(nsd_tape_hybrid_scratch(set));
    nsd_mex_require(nsd_tape_hybrid_init(&host->tapes, set, parameters, &scratch), "simulate");
    host->tapes.caller.last_time = &host->caller.t;
    model->rate = by_tape->rate ? by_tape->rate : model->rate;
    model->guard = by_tape->guard ? by_tape->guard : model->guard;
    model->guard_jac = by_tape->guard_jac;
    model->guard_bias = by_tape->guard_bias;
    model->reset = by_tape->reset ? by_tape->reset : model->reset;
    model->mass = by_tape->mass ? by_tape->mass : model->mass;
    host->calls_back = model->rate == hy_rate || model->guard == hy_guard ||
                       model->reset == hy_reset || model->mass == hy_mass;
}

void nsd_mex_hybrid_read(const mxArray *arrays, void *to)
{
    nsd_mex_hybrid   *host = to;
    nsd_hybrid_model *model = &host->model;

    memset(host, 0, sizeof *host);
    host->rate = nsd_mex_function_needed(arrays, "rate", "rate", "tx");
    host->guards = nsd_mex_function_needed(arrays, "guards", "guard", with_time(arrays));
    host->reset = nsd_mex_function_needed(arrays, "reset", "reset", "xit");
    host->mass = nsd_mex_function_read(arrays, "mass", "Mass", "x");
    model->n = (int)nsd_mex_integer(arrays, "n", 1, MOST_ROWS);
    model->m = (int)nsd_mex_integer(arrays, "m", 0, MOST_ROWS);
    model->context = host;
    model->rate = hy_rate;
    model->guard = hy_guard;
    model->reset = hy_reset;
    model->mass = host->mass.handle ? hy_mass : NULL;
    hybrid_tapes(arrays, host);
}

/* -- Filippov */

static nsd_status fi_rate(void *context, double t, const double *x, const double *side, double *f)
{
    nsd_mex_filippov   *h = context;
    const nsd_mex_place at = { t, x, side, h->model.n, h->model.p, 0 };
    return nsd_mex_function_call(&h->caller, &h->rate, &at, at.n, 1, f);
}

static nsd_status fi_surface(void *context, double t, const double *x, double *s)
{
    nsd_mex_filippov   *h = context;
    const nsd_mex_place at = { .t = t, .x = x, .n = h->model.n };
    return nsd_mex_function_call(&h->caller, &h->surface, &at, h->model.p, 1, s);
}

static nsd_status fi_surface_jac(void *context, double t, const double *x, double *S)
{
    nsd_mex_filippov   *h = context;
    const nsd_mex_place at = { .t = t, .x = x, .n = h->model.n };
    return nsd_mex_function_call(&h->caller, &h->surface_jac, &at, h->model.p, at.n, S);
}

static void filippov_tapes(const mxArray *arrays, nsd_mex_filippov *host)
{
    static const char *const  names[] = { "rate", "surface", "surfaceJacobian" };
    nsd_filippov_model       *model = &host->model;
    const nsd_filippov_model *by_tape = &host->tapes.model;
    nsd_tape_functions       *set = &host->set;
    const int                 n = model->n, p = model->p;
    const int                 sizes[] = { n, p, p * n };

    set->shape = (nsd_tape_shape){ .n = n, .k = p };
    const double *parameters = read_tapes(
        arrays, (nsd_mex_tape_list){ names, sizes, NSD_TAPE_FI_FUNCTIONS, 0 }, p, set);
    nsd_scratch scratch = nsd_mex_thread_scratch(nsd_tape_caller_scratch(set));
    nsd_mex_require(nsd_tape_filippov_init(&host->tapes, set, parameters, &scratch), "simulate");
    host->tapes.caller.last_time = &host->caller.t;
    model->rate = by_tape->rate ? by_tape->rate : model->rate;
    model->surface = by_tape->surface ? by_tape->surface : model->surface;
    model->moving = by_tape->surface ? by_tape->moving : model->moving;
    model->surface_jac = by_tape->surface_jac ? by_tape->surface_jac : model->surface_jac;
    host->calls_back = model->rate == fi_rate || model->surface == fi_surface ||
                       model->surface_jac == fi_surface_jac;
}

void nsd_mex_filippov_read(const mxArray *arrays, void *to)
{
    nsd_mex_filippov   *host = to;
    nsd_filippov_model *model = &host->model;
    const char         *arguments = with_time(arrays);

    memset(host, 0, sizeof *host);
    host->rate = nsd_mex_function_needed(arrays, "rate", "rate", "txz");
    host->surface = nsd_mex_function_needed(arrays, "surface", "surface", arguments);
    host->surface_jac = nsd_mex_function_read(arrays, "surfaceJacobian", "SurfaceJacobian",
                                              arguments);
    model->n = (int)nsd_mex_integer(arrays, "n", 1, MOST_ROWS);
    model->p = (int)nsd_mex_integer(arrays, "m", 0, MOST_ROWS);
    model->moving = strchr(arguments, 't') != NULL;
    model->context = host;
    model->rate = fi_rate;
    model->surface = fi_surface;
    model->surface_jac = host->surface_jac.handle ? fi_surface_jac : NULL;
    filippov_tapes(arrays, host);
}
