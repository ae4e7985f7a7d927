/* result = nsd_kernel('run_first_order', arrays, run)  - for nsd_simulate.m
 *
 * arrays  the linear first-order system, from simulate/private/nsd_first_order_arrays.m
 * run     see host/mex_run.h, and rho
 * result  q holds x, multiplier holds [lambda y]; also jump */
#include "scheme/first_order/first_order.h"
#include "family/mex_linear.h"
#include "host/mex_run.h"

static const double *matrix(const mxArray *arrays, const char *name, int rows, int cols)
{
    return nsd_mex_matrix(nsd_mex_member(arrays, name), name, (size_t)rows, (size_t)cols);
}

static void read_model(const mxArray *arrays, nsd_first_order *model)
{
    const int n = (int)nsd_mex_field(arrays, "n"), m = (int)nsd_mex_field(arrays, "m");
    const int exact = !mxIsEmpty(nsd_mex_member(arrays, "transition"));

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

static void check_table(const mxArray *arrays, const char *name, long steps)
{
    const mxArray *table = nsd_mex_member(nsd_mex_member(arrays, name), "table");
    if (!mxIsEmpty(table) && mxGetN(table) < (size_t)steps + 1) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "the table of %s is too short", name);
    }
}

void nsd_gateway_run_first_order(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate instead");
    }
    nsd_first_order model;
    nsd_mex_run     run;
    read_model(prhs[0], &model);
    nsd_mex_run_read(&run, prhs[1]);
    nsd_mex_run_make_first_order(&run, prhs[1], model.n, model.m);
    check_table(prhs[0], "input", run.plan.steps);
    check_table(prhs[0], "offset", run.plan.steps);
    nsd_first_order_options options;
    options.h = run.options.h;
    options.theta = run.options.theta;
    options.rho = nsd_mex_field(prhs[1], "rho");
    options.lcp = run.options.lcp;

    nsd_first_order_stepper stepper;
    nsd_scratch             scratch = nsd_mex_scratch(nsd_first_order_scratch(&model));
    const int               threads = nsd_dense_blas_threads(1);
    const nsd_status        status = nsd_first_order_init(&stepper, &model, &options, &scratch,
                                                          &run.state);
    nsd_dense_blas_threads(threads);
    nsd_mex_require(status, "simulate");
    const int jump = stepper.inconsistent_start;
    run.stepper = &stepper.base;
    nsd_mex_run_time_stepping(&run, prhs[1]);
    plhs[0] = nsd_mex_run_export(&run);
    mxAddField(plhs[0], "jump");
    mxSetField(plhs[0], 0, "jump", mxCreateDoubleScalar(jump));
}
