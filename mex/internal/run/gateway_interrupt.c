/* pending = nsd_kernel('interrupt', action)  - for internal/run/nsd_hold_interrupt.m
 *
 * action   'hold': a Ctrl-C is kept; 'release': no longer, and a kept one is forgotten; 'ask'
 * pending  true when a Ctrl-C is kept */
#include "host/mex_host.h"

#include <string.h>

void nsd_gateway_interrupt(mxArray *plhs[], const mxArray *prhs[])
{
    char action[16];
    nsd_mex_word(prhs[0], "action", action, sizeof action);
    if (strcmp(action, "hold") == 0) {
        nsd_mex_interrupt_clear();
        nsd_mex_interrupt_hold();
    } else if (strcmp(action, "release") == 0) {
        nsd_mex_interrupt_release(1);
        nsd_mex_interrupt_clear();
    } else if (strcmp(action, "ask") != 0) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "action is hold, release or ask");
    }
    plhs[0] = mxCreateLogicalScalar(nsd_mex_interrupted());
}
