/* result = nsd_kernel('run_bodies', arrays, run)  - for nsd_simulate.m
 *
 * arrays  the bodies, from internal/model/nsd_body_arrays.m
 * run     see host/mex_run.h, and project, keepContacts; v0 has as many numbers as q0
 * result  multiplier holds the columns of bodies/bodies.h; also contacts, missed, jammed,
 *         fastest */
#include "family/mex_bodies.h"
#include "host/mex_run.h"

static void add_number(mxArray *result, const char *name, double value)
{
    mxAddField(result, name);
    mxSetField(result, 0, name, mxCreateDoubleScalar(value));
}

void nsd_gateway_run_bodies(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    if (nrhs != 2 || nlhs > 1) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate instead");
    }
    nsd_body_set set;
    nsd_bodies   bodies = { .resize = mxRealloc };
    nsd_mex_run  run;
    nsd_mex_bodies_read(prhs[0], &set);
    nsd_mex_run_read(&run, prhs[1]);
    const nsd_sizes    sizes = nsd_bodies_sizes(&set);
    const nsd_channels channels = nsd_bodies_channels(&set);
    nsd_mex_run_make_states(&run, prhs[1], &sizes, &channels);
    bodies.record.every = nsd_mex_field(prhs[1], "keepContacts") != 0.0 ? run.plan.every : 0;
    bodies.record.steps = run.plan.steps;
    bodies.sink = &run.sink.output.sink;
    const nsd_bodies_options options = { run.options.h, run.options.activation,
                                         run.options.lcp.tolerance, run.options.lcp.max_iter,
                                         nsd_mex_field(prhs[1], "project") != 0.0 };
    nsd_scratch              scratch = nsd_mex_scratch(nsd_bodies_scratch(&set));
    nsd_mex_require(nsd_bodies_init(&bodies, &set, &options, &scratch, &run.state, &run.ledger),
                    "bodies");
    run.stepper = &bodies.base;
    run.no_event_states = 1;
    nsd_mex_run_time_stepping(&run, prhs[1]);
    plhs[0] = nsd_mex_run_export(&run);
    mxAddField(plhs[0], "contacts");
    mxSetField(plhs[0], 0, "contacts", nsd_mex_bodies_export_contacts(&bodies));
    add_number(plhs[0], "missed", (double)bodies.unsolved);
    add_number(plhs[0], "jammed", (double)bodies.jammed);
    add_number(plhs[0], "fastest", bodies.largest_move);
}
