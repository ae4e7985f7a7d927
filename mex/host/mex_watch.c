/* mex_watch.c - calls of the user's OutputFcn with the rows of a run. */
#include "host/mex_watch.h"

#include <string.h>

void nsd_mex_watch_read(nsd_mex_watch *watch, const mxArray *options, int n)
{
    const mxArray *handle = nsd_mex_handle(options, "OutputFcn");

    memset(watch, 0, sizeof *watch);
    watch->ended = NSD_OK;
    if (!handle) {
        return;
    }
    const mxArray *select = nsd_mex_member(options, "OutputSel");
    const size_t   selected = mxGetNumberOfElements(select);
    watch->handle = handle;
    watch->select = nsd_mex_integers(select, "OutputSel", mxGetM(select), mxGetN(select), 1,
                                     2.0 * n);
    watch->n = n;
    watch->selected = nsd_mex_count(selected, "OutputSel");
    watch->y = mxMalloc((selected + 1) * sizeof(double));
}

nsd_status nsd_mex_watch_call(nsd_mex_watch *watch, const nsd_state *state)
{
    double       stop = 0.0;
    nsd_mex_call c = { .function = "OutputFcn", .handle = watch->handle };

    for (int i = 0; i < watch->selected; i++) {
        const int k = (int)watch->select[i] - 1;
        watch->y[i] = k < watch->n ? state->q[k] : state->v[k - watch->n];
    }
    watch->caller.t = state->t;
    nsd_mex_call_add_input(&c, mxCreateDoubleScalar(state->t));
    nsd_mex_call_add_input(&c, nsd_mex_vector(watch->y, watch->selected));
    nsd_mex_call_add_output(&c, 1, 1, &stop);
    watch->ended = nsd_mex_call_invoke(&watch->caller, &c);
    if (watch->ended == NSD_OK && stop != 0.0) {
        watch->ended = NSD_STOPPED;
    }
    return watch->ended;
}
