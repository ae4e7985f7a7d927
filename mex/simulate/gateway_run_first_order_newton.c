/* result = nsd_kernel('run_first_order_newton', arrays, run)  - for nsd_simulate.m
 *
 * arrays  the nonlinear first-order system, from simulate/private/nsd_first_order_handles.m
 * run     see host/mex_run.h, and rho, newtonTol, newtonMaxIter
 * result  q holds x, multiplier holds [lambda y]; also jump, and userError, userWhere,
 *         userTime when a function raised */
#include "scheme/first_order/first_order_newton.h"
#include "host/mex_call.h"
#include "host/mex_run.h"

typedef struct host {
    nsd_first_order_model model; /* context points to this struct */
    nsd_mex_caller        caller;
    const mxArray        *rate, *output, *action, *rate_jac, *output_jac, *action_jac;
} host;

typedef struct place { /* where a function is called; lambda NULL: f(t, x) */
    double        t;
    const double *x, *lambda;
} place;

static nsd_status call_at(host *h, nsd_mex_call *c, const place *at)
{
    h->caller.t = at->t;
    if (!at->lambda) {
        nsd_mex_call_add_input(c, mxCreateDoubleScalar(at->t));
    }
    nsd_mex_call_add_input(c, nsd_mex_vector(at->x, h->model.n));
    if (at->lambda) {
        nsd_mex_call_add_input(c, nsd_mex_vector(at->lambda, h->model.m));
        nsd_mex_call_add_input(c, mxCreateDoubleScalar(at->t));
    }
    return nsd_mex_call_invoke(&h->caller, c);
}

/* value <- the function at a place, `rows` numbers */
static nsd_status value_of(host *h, nsd_mex_call c, int rows, place at, double *value)
{
    nsd_mex_call_add_output(&c, (size_t)rows, 1, value);
    return call_at(h, &c, &at);
}

/* The derivatives of `rows` numbers by x and, if the function takes lambda, by lambda */
static nsd_status derivatives_of(host *h, nsd_mex_call c, int rows, place at,
                                 double *const derivatives[2])
{
    nsd_mex_call_add_output(&c, (size_t)rows, (size_t)h->model.n, derivatives[0]);
    if (at.lambda) {
        nsd_mex_call_add_output(&c, (size_t)rows, (size_t)h->model.m, derivatives[1]);
    }
    return call_at(h, &c, &at);
}

static nsd_status rate(void *context, double t, const double *x, double *f)
{
    host              *h = context;
    const nsd_mex_call c = { .function = "rate", .handle = h->rate };
    return value_of(h, c, h->model.n, (place){ t, x, NULL }, f);
}

static nsd_status rate_jac(void *context, double t, const double *x, double *fx)
{
    host              *h = context;
    const nsd_mex_call c = { .function = "RateJacobian", .handle = h->rate_jac };
    return derivatives_of(h, c, h->model.n, (place){ t, x, NULL }, (double *const[]){ fx, NULL });
}

static nsd_status output(void *context, double t, const double *x, const double *lambda, double *y)
{
    host              *h = context;
    const nsd_mex_call c = { .function = "output", .handle = h->output };
    return value_of(h, c, h->model.m, (place){ t, x, lambda }, y);
}

static nsd_status output_jac(void *context, double t, const double *x, const double *lambda,
                             double *yx, double *yl)
{
    host              *h = context;
    const nsd_mex_call c = { .function = "OutputJacobian", .handle = h->output_jac };
    return derivatives_of(h, c, h->model.m, (place){ t, x, lambda }, (double *const[]){ yx, yl });
}

static nsd_status action(void *context, double t, const double *x, const double *lambda, double *r)
{
    host              *h = context;
    const nsd_mex_call c = { .function = "action", .handle = h->action };
    return value_of(h, c, h->model.n, (place){ t, x, lambda }, r);
}

static nsd_status action_jac(void *context, double t, const double *x, const double *lambda,
                             double *rx, double *rl)
{
    host              *h = context;
    const nsd_mex_call c = { .function = "ActionJacobian", .handle = h->action_jac };
    return derivatives_of(h, c, h->model.n, (place){ t, x, lambda }, (double *const[]){ rx, rl });
}

static void read_host(const mxArray *arrays, host *h)
{
    nsd_first_order_model *model = &h->model;

    h->caller = nsd_mex_caller_read(arrays);
    h->rate = nsd_mex_member(arrays, "rate");
    h->output = nsd_mex_member(arrays, "output");
    h->action = nsd_mex_member(arrays, "action");
    h->rate_jac = nsd_mex_handle(arrays, "rateJacobian");
    h->output_jac = nsd_mex_handle(arrays, "outputJacobian");
    h->action_jac = nsd_mex_handle(arrays, "actionJacobian");
    model->n = (int)nsd_mex_field(arrays, "n");
    model->m = (int)nsd_mex_field(arrays, "m");
    const size_t m = (size_t)model->m;
    model->lower = nsd_mex_matrix(nsd_mex_member(arrays, "lower"), "lower", m, 1);
    model->upper = nsd_mex_matrix(nsd_mex_member(arrays, "upper"), "upper", m, 1);
    model->context = h;
    model->rate = rate;
    model->output = output;
    model->action = action;
    model->rate_jac = h->rate_jac ? rate_jac : NULL;
    model->output_jac = h->output_jac ? output_jac : NULL;
    model->action_jac = h->action_jac ? action_jac : NULL;
}

static nsd_first_order_newton_options read_options(const nsd_mex_run *run, const mxArray *from)
{
    nsd_first_order_newton_options options;
    options.step.h = run->options.h;
    options.step.theta = run->options.theta;
    options.step.rho = nsd_mex_field(from, "rho");
    options.step.lcp = run->options.lcp;
    options.newton_tolerance = nsd_mex_field(from, "newtonTol");
    options.newton_max_iter = (int)nsd_mex_field(from, "newtonMaxIter");
    return options;
}

void nsd_gateway_run_first_order_newton(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate instead");
    }
    host                   h;
    nsd_mex_run            run;
    nsd_first_order_newton stepper;
    read_host(prhs[0], &h);
    nsd_mex_run_read(&run, prhs[1]);
    nsd_mex_run_make_first_order(&run, prhs[1], h.model.n, h.model.m);
    const nsd_first_order_newton_options options = read_options(&run, prhs[1]);

    nsd_scratch      scratch = nsd_mex_scratch(nsd_first_order_newton_scratch(&h.model));
    const int        threads = nsd_dense_blas_threads(1);
    const nsd_status status = nsd_first_order_newton_init(&stepper, &h.model, &options, &scratch,
                                                          &run.state);
    nsd_dense_blas_threads(threads);
    nsd_mex_require(status, "simulate");
    const int jump = stepper.inconsistent_start;
    run.stepper = &stepper.base;
    run.plan.steps = status == NSD_OK ? run.plan.steps : 0;
    nsd_mex_run_time_stepping(&run, prhs[1]);
    run.status = status == NSD_OK ? run.status : status;
    plhs[0] = nsd_mex_run_export(&run);
    mxAddField(plhs[0], "jump");
    mxSetField(plhs[0], 0, "jump", mxCreateDoubleScalar(jump));
    nsd_mex_caller_export(&h.caller, plhs[0]);
}
