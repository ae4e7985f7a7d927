/* info = nsd_kernel('plugin', library)  - for compile/private/nsd_plugin_system.m
 *
 * info  struct: n, m, p, parameters (names, separated by spaces), functions (cell of names);
 *       nsd:compile:notPlugin when the library was not made with toolbox/include/nsd_plugin.h */
#include "host/mex_library.h"

#include <stdio.h>

static const char *const names[] = { "mass",        "force",    "forceJacobian", "gap",
                                     "gapJacobian", "gapBias",  "joint",         "jointJacobian",
                                     "jointBias",   "potential" };

void nsd_gateway_plugin(mxArray *plhs[], const mxArray *prhs[])
{
    void       *library = nsd_mex_library_open(prhs[0]);
    const int  *sizes = nsd_mex_library_find(library, "nsd_plugin_sizes");
    const char *parameters = nsd_mex_library_find(library, "nsd_plugin_parameters");
    const int   count = (int)(sizeof names / sizeof *names);
    const char *fields[] = { "n", "m", "p", "parameters", "functions" };
    int         found = 0;

    if (!sizes || !parameters || sizes[0] != 1) {
        mexErrMsgIdAndTxt("nsd:compile:notPlugin", "the file has no NSD_SYSTEM(...) of this "
                                                   "version: see toolbox/include/nsd_plugin.h");
    }
    plhs[0] = mxCreateStructMatrix(1, 1, 5, fields);
    for (int i = 0; i < 3; i++) {
        mxSetField(plhs[0], 0, fields[i], mxCreateDoubleScalar(sizes[1 + i]));
    }
    mxSetField(plhs[0], 0, "parameters", mxCreateString(parameters));
    mxArray *list = mxCreateCellMatrix(1, count);
    for (int i = 0; i < count; i++) {
        char symbol[64];
        snprintf(symbol, sizeof symbol, "nsd_tape_%s", names[i]);
        if (nsd_mex_library_find(library, symbol)) {
            mxSetCell(list, found++, mxCreateString(names[i]));
        }
    }
    mxSetN(list, found);
    mxSetField(plhs[0], 0, "functions", list);
}
