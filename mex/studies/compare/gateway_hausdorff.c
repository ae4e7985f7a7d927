/* distance = nsd_kernel('hausdorff', t1, x1, t2, x2)  1-by-k, column by column
 * - for nsd_hausdorff.m */
#include "base/hausdorff.h"
#include "host/mex_host.h"

/* Relative error of the distance. Smaller: more segments are halved. Larger: errors of schemes
 * that are compared lose digits. */
#define DISTANCE_TOLERANCE 1e-10

void nsd_gateway_hausdorff(mxArray *plhs[], const mxArray *prhs[])
{
    const size_t count[2] = { mxGetNumberOfElements(prhs[0]), mxGetNumberOfElements(prhs[2]) };
    const size_t columns = mxGetN(prhs[1]);
    nsd_hausdorff_graph A = { count[0], nsd_mex_matrix(prhs[0], "t1", count[0], 1), NULL };
    nsd_hausdorff_graph B = { count[1], nsd_mex_matrix(prhs[2], "t2", count[1], 1), NULL };
    const double       *x1 = nsd_mex_matrix(prhs[1], "x1", count[0], columns);
    const double       *x2 = nsd_mex_matrix(prhs[3], "x2", count[1], columns);
    plhs[0] = mxCreateDoubleMatrix(1, columns, mxREAL);
    for (size_t k = 0; k < columns; k++) {
        A.x = x1 + k * count[0];
        B.x = x2 + k * count[1];
        nsd_mex_require(nsd_hausdorff(&A, &B, DISTANCE_TOLERANCE, mxGetPr(plhs[0]) + k),
                        "hausdorff");
    }
}
