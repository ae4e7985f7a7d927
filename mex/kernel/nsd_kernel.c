/* ... = nsd_kernel(NAME, ...)  - the one MEX file: calls the gateway NAME with the other arguments.
 *
 * All gateways share one file, so that the kernels are in memory and on disk once, on every system
 * without a search path for libraries. A new gateway is a file gateway_x.c and a row in the
 * list. */
#include <string.h>

#include "host/mex_host.h"

/* What else a call that fits no gateway may mean */
#define OLDER "this compiled kernel is older than the toolbox: make build, or nsd_setup('build')"

/* Name; numbers of inputs, from and to; outputs; what users call instead */
/* clang-format off */
#define GATEWAYS(X) \
    X(again,          3, 3, 2, nsd_prepare) \
    X(bar,            2, 5, 1, nsd_bar) \
    X(bodies_assemble, 3, 3, 3, nsd_simulate) \
    X(bodies_find,    2, 2, 1, contacts(world, q)) \
    X(bounded,        5, 5, 5, nsd_lcp) \
    X(closing,        3, 3, 1, nsd_simulate) \
    X(friction,       6, 6, 6, nsd_friction) \
    X(hash,           1, 1, 1, nsd_compile) \
    X(hausdorff,      4, 4, 1, nsd_hausdorff) \
    X(interrupt,      1, 1, 1, nsd_hold_interrupt) \
    X(keep,           5, 5, 4, nsd_simulate or nsd_prepare) \
    X(lcp,            5, 5, 5, nsd_lcp) \
    X(lock,           1, 1, 1, nsd_sweep) \
    X(mlcp,           6, 6, 5, nsd_mlcp) \
    X(plugin,         1, 1, 1, nsd_compile) \
    X(project_frozen, 3, 3, 6, nsd_project) \
    X(relay,          6, 6, 5, nsd_relay) \
    X(relay_sparse,   6, 6, 5, nsd_lcp) \
    X(recall,         3, 3, 2, nsd_simulate or nsd_prepare) \
    X(rerun,          5, 5, 3, nsd_simulate or nsd_prepare) \
    X(run,            4, 4, 2, nsd_simulate or nsd_step) \
    X(sweep,          0, 4, 1, nsd_sweep) \
    X(tape,           0, 3, 2, nsd_simulate) \
    X(tape_eval,      2, 4, 2, nsd_simulate)
/* clang-format on */

enum { MOST_INPUTS = 6, MOST_OUTPUTS = 6 };

/* A gateway fills all its outputs; inputs that are not given are NULL. */
typedef void gateway_fn(mxArray *plhs[], const mxArray *prhs[]);

#define PROTOTYPE(name, least, most, outputs, instead) gateway_fn nsd_gateway_##name;
GATEWAYS(PROTOTYPE)

#define ROW(name, least, most, outputs, instead) \
    { #name, nsd_gateway_##name, least, most, outputs, #instead },
static const struct {
    const char *name;
    gateway_fn *function;
    int         least, most, outputs;
    const char *instead;
} gateways[] = { GATEWAYS(ROW) };

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    const size_t   last = sizeof gateways / sizeof *gateways - 1;
    const int      given = nrhs - 1;
    const mxArray *in[MOST_INPUTS] = { NULL };
    mxArray       *out[MOST_OUTPUTS] = { NULL };
    char           name[64];
    size_t         g = 0;

    if (nrhs < 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall",
                          "nsd_kernel is called by the functions of the toolbox");
    }
    nsd_mex_memory_end();
    nsd_mex_word(prhs[0], "gateway", name, sizeof name);
    while (g < last && strcmp(gateways[g].name, name) != 0) {
        g++;
    }
    if (strcmp(gateways[g].name, name) != 0) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "there is no gateway '%s': " OLDER, name);
    }
    if (given < gateways[g].least || given > gateways[g].most || nlhs > gateways[g].outputs) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call %s instead of gateway '%s'; or " OLDER,
                          gateways[g].instead, name);
    }
    memcpy(in, prhs + 1, (size_t)given * sizeof *in);
    gateways[g].function(out, in);
    nsd_mex_interrupt_return();
    for (int k = 0; k < gateways[g].outputs; k++) {
        if (k < nlhs || k == 0) {
            plhs[k] = out[k];
        } else {
            mxDestroyArray(out[k]);
        }
    }
}
