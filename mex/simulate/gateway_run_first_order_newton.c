/* result = nsd_kernel('run_first_order_newton', arrays, run)  - for nsd_simulate.m
 *
 * arrays  the nonlinear first-order system, from family/mex_functions.h
 * run     see host/mex_run.h, and rho, newtonTol, newtonMaxIter
 * result  q holds x, multiplier holds [lambda y]; also jump, and userError, userWhere,
 *         userTime when a function raised */
#include "scheme/first_order/first_order_newton.h"
#include "family/mex_functions.h"
#include "host/mex_run.h"

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
    nsd_mex_first_order    h;
    nsd_mex_run            run;
    nsd_first_order_newton stepper;
    nsd_mex_first_order_read(prhs[0], &h);
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
