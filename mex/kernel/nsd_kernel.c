/* ... = nsd_kernel(NAME, ...)  - the one MEX file: calls the gateway NAME with the other arguments.
 *
 * All gateways share one file, so that the kernels are in memory and on disk once, on every system
 * without a search path for libraries. A new gateway is a file gateway_x.c and a name in the
 * list. */
#include <string.h>

#include "host/mex_host.h"

/* clang-format off */
#define GATEWAYS(X) \
    X(bar) \
    X(bodies_find) \
    X(friction) \
    X(hash) \
    X(hausdorff) \
    X(interrupt) \
    X(lcp) \
    X(mlcp) \
    X(plugin) \
    X(project_frozen) \
    X(relay) \
    X(run) \
    X(sweep) \
    X(tape) \
    X(tape_eval)
/* clang-format on */

#define PROTOTYPE(name) \
    void nsd_gateway_##name(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]);
GATEWAYS(PROTOTYPE)

typedef void gateway_fn(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]);

static gateway_fn *find_gateway(const char *wanted)
{
#define ROW(name) { #name, nsd_gateway_##name },
    static const struct {
        const char *name;
        gateway_fn *function;
    } table[] = { GATEWAYS(ROW) };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (strcmp(table[i].name, wanted) == 0) {
            return table[i].function;
        }
    }
    return NULL;
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    char name[64];
    if (nrhs < 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall",
                          "nsd_kernel is called by the functions of the toolbox");
    }
    nsd_mex_word(prhs[0], "gateway", name, sizeof name);
    gateway_fn *gateway = find_gateway(name);
    if (!gateway) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "there is no gateway '%s'", name);
    }
    gateway(nlhs, plhs, nrhs - 1, prhs + 1);
}
