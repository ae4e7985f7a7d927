/* mex_first_order.c - families of first-order, hybrid and piecewise smooth systems. */
#include "family/mex_event.h"
#include "family/mex_functions.h"
#include "family/mex_linear.h"
#include "family/mex_options.h"
#include "simulate/family_schemes.h"

/* States or relations at most: products of two with small factors are an int. */
enum { MOST_STATES = 16000 };

static const double *matrix(const mxArray *arrays, const char *name, int rows, int cols)
{
    return nsd_mex_matrix(nsd_mex_member(arrays, name), name, (size_t)rows, (size_t)cols);
}

/* The linear system of internal/run/nsd_setup_run.m */
static void read_linear(const mxArray *arrays, void *host)
{
    nsd_first_order *model = host;
    const int        n = (int)nsd_mex_integer(arrays, "n", 1, MOST_STATES);
    const int        m = (int)nsd_mex_integer(arrays, "m", 0, MOST_STATES);
    const int        exact = !mxIsEmpty(nsd_mex_member(arrays, "transition"));

    model->n = n;
    model->m = m;
    model->A = matrix(arrays, "A", n, n);
    model->B = matrix(arrays, "B", n, m);
    model->C = matrix(arrays, "C", m, n);
    model->D = matrix(arrays, "D", m, m);
    model->lower = matrix(arrays, "lower", m, 1);
    model->upper = matrix(arrays, "upper", m, 1);
    model->f = nsd_mex_linear_read_force(nsd_mex_member(arrays, "input"), n);
    model->a = nsd_mex_linear_read_force(nsd_mex_member(arrays, "offset"), m);
    model->transition = exact ? matrix(arrays, "transition", n, n) : NULL;
    model->integral = exact ? matrix(arrays, "integral", n, n) : NULL;
}

static void check_table(const mxArray *arrays, const char *name, long long steps)
{
    const mxArray *table = nsd_mex_member(nsd_mex_member(arrays, name), "table");
    if (!mxIsEmpty(table) && mxGetN(table) < (size_t)steps + 1) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "the table of %s is too short", name);
    }
}

void nsd_mex_first_order_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    const nsd_mex_hosts      how = { .size = sizeof(nsd_first_order), .read = read_linear };
    const nsd_family_models  models = nsd_mex_family_models(in, &how, NULL);
    nsd_first_order_options *context = mxMalloc(sizeof *context);

    check_table(in->system[0], "input", in->plan->steps);
    check_table(in->system[0], "offset", in->plan->steps);
    *context = nsd_mex_options_first_order(in->options).step;
    family->family = nsd_family_make(&nsd_family_first_order_kind, context, &models);
}

static void set_newton(void *host, const double *values)
{
    nsd_mex_first_order *own = host;
    nsd_tape_caller_parameters(&own->tapes.caller, values);
}

static int newton_calls_back(const void *host)
{
    return ((const nsd_mex_first_order *)host)->calls_back;
}

void nsd_mex_newton_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    const nsd_mex_hosts             how = { sizeof(nsd_mex_first_order),
                                            offsetof(nsd_mex_first_order, model),
                                            nsd_mex_first_order_read,
                                            set_newton,
                                            1,
                                            newton_calls_back };
    nsd_mex_first_order            *host = NULL;
    const nsd_family_models         models = nsd_mex_family_models(in, &how, &host);
    nsd_first_order_newton_options *context = mxMalloc(sizeof *context);

    *context = nsd_mex_options_first_order(in->options);
    family->family = nsd_family_make(&nsd_family_newton_kind, context, &models);
    family->caller = &host->caller;
}

static void set_hybrid(void *host, const double *values)
{
    nsd_mex_hybrid *own = host;
    nsd_tape_caller_parameters(&own->tapes.caller, values);
}

/* An observer for sensitivities with a flow of its own */
static nsd_mex_sensitivity *observe_hybrid(const nsd_hybrid_model  *model,
                                           const nsd_event_options *options)
{
    nsd_flow_hybrid *flow = mxMalloc(sizeof *flow);
    nsd_scratch      scratch = nsd_mex_scratch(nsd_flow_hybrid_scratch(model));
    nsd_mex_require(nsd_flow_hybrid_init(flow, model, &options->lcp, &scratch), "simulate");
    return nsd_mex_sensitivity_new(&flow->first.base, options);
}

static int hybrid_calls_back(const void *host)
{
    return ((const nsd_mex_hybrid *)host)->calls_back;
}

void nsd_mex_hybrid_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    const nsd_mex_hosts how = {
        sizeof(nsd_mex_hybrid), offsetof(nsd_mex_hybrid, model), nsd_mex_hybrid_read, set_hybrid, 1,
        hybrid_calls_back
    };
    nsd_mex_hybrid         *host = NULL;
    const nsd_family_models models = nsd_mex_family_models(in, &how, &host);
    nsd_mex_event          *event = mxCalloc(1, sizeof *event);

    event->caller = &host->caller;
    event->n = host->model.n;
    nsd_mex_event_read(event, family, in);
    if (nsd_mex_event_is_observed(in)) {
        nsd_mex_event_observe(event, observe_hybrid(&host->model, &event->context.options));
    }
    family->family = nsd_family_make(&nsd_family_hybrid_kind, &event->context, &models);
}

static void set_filippov(void *host, const double *values)
{
    nsd_mex_filippov *own = host;
    nsd_tape_caller_parameters(&own->tapes.caller, values);
}

static int filippov_calls_back(const void *host)
{
    return ((const nsd_mex_filippov *)host)->calls_back;
}

void nsd_mex_filippov_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    const nsd_mex_hosts     how = { sizeof(nsd_mex_filippov),
                                    offsetof(nsd_mex_filippov, model),
                                    nsd_mex_filippov_read,
                                    set_filippov,
                                    1,
                                    filippov_calls_back };
    nsd_mex_filippov       *host = NULL;
    const nsd_family_models models = nsd_mex_family_models(in, &how, &host);
    nsd_mex_event          *event = mxCalloc(1, sizeof *event);

    event->caller = &host->caller;
    event->n = host->model.n;
    nsd_mex_event_read(event, family, in);
    event->context.accelerations = 0;
    family->family = nsd_family_make(&nsd_family_filippov_kind, &event->context, &models);
}
