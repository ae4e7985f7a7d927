/* text = nsd_kernel('hash', bytes)  - SHA-256 of uint8 numbers, as 64 hexadecimal digits */
#include "base/sha256.h"
#include "host/mex_host.h"

void nsd_gateway_hash(mxArray *plhs[], const mxArray *prhs[])
{
    char text[65];
    if (mxGetClassID(prhs[0]) != mxUINT8_CLASS) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "hash takes uint8 numbers");
    }
    nsd_sha256(mxGetData(prhs[0]), mxGetNumberOfElements(prhs[0]), text);
    plhs[0] = mxCreateString(text);
}
