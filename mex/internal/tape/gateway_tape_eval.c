/* [Y, seconds] = nsd_kernel('tape_eval', tape, X)  - for nsd_compile.m, nsd_tape_check.m
 * [Y, seconds] = nsd_kernel('tape_eval', tape, X, library, name)
 *
 * tape     struct of gateway 'tape'
 * X        inputs by columns, one column per point
 * library  '' or a file of nsd_compile that has the tape as the function `name`
 * Y        results, one column per point; seconds: time of the evaluations */
#include "host/mex_library.h"
#include "host/mex_tape.h"

#include <string.h>

void nsd_gateway_tape_eval(mxArray *plhs[], const mxArray *prhs[])
{
    nsd_tape tape = nsd_mex_tape_read(prhs[0]);
    if (prhs[2] && !prhs[3]) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "a library needs the name of the function");
    }
    if (prhs[2]) {
        char name[32];
        nsd_mex_word(prhs[3], "name", name, sizeof name);
        tape.code = nsd_mex_library_code(nsd_mex_library_open(prhs[2]), name);
    }
    const size_t  points = mxGetN(prhs[1]), inputs = (size_t)tape.inputs;
    const double *X = nsd_mex_matrix(prhs[1], "X", inputs, points);
    double       *work = mxMalloc(((size_t)tape.length + 1) * sizeof *work);

    plhs[0] = mxCreateDoubleMatrix((mwSize)tape.size, (mwSize)points, mxREAL);
    nsd_tape_start(&tape, work);
    const double clock = nsd_mex_seconds();
    for (size_t k = 0; k < points; k++) {
        memcpy(work, X + k * inputs, inputs * sizeof *work);
        nsd_tape_eval(&tape, work, mxGetPr(plhs[0]) + k * (size_t)tape.size);
    }
    plhs[1] = mxCreateDoubleScalar(nsd_mex_seconds() - clock);
}
