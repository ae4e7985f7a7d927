/* mex_run.c - plan and outcome of a run. */
#include "host/mex_run.h"

nsd_run_plan nsd_mex_run_plan(const mxArray *run)
{
    const mxArray     *times = nsd_mex_member(run, "times");
    const size_t       count = mxGetNumberOfElements(times);
    const nsd_run_plan plan = { .t0 = nsd_mex_field(run, "t0"),
                                .h = nsd_mex_field(run, "h"),
                                .t_end = nsd_mex_field(run, "tEnd"),
                                .steps = (long)nsd_mex_field(run, "steps"),
                                .every = (long)nsd_mex_field(run, "every"),
                                .times = count > 0 ? nsd_mex_matrix(times, "times", count, 1)
                                                   : NULL,
                                .time_count = count };
    if (plan.steps < 0 || plan.every < 1) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "steps and every do not fit");
    }
    return plan;
}

void nsd_mex_run_export(const nsd_family *family, const nsd_run_outcome *outcome, mxArray *result)
{
    nsd_mex_set(result, "status", mxCreateString(nsd_status_id(outcome->status)));
    nsd_mex_set_number(result, "tEnd", outcome->t);
    nsd_mex_set_number(result, "steps", (double)outcome->report.steps);
    nsd_mex_set_number(result, "gain", outcome->report.gain);
    nsd_mex_set_number(result, "gainTime", outcome->report.gain_t);
    nsd_mex_set_number(result, "largestEnergy", outcome->report.largest);
    nsd_mex_set_number(result, "problems", (double)outcome->problems);
    nsd_mex_set_number(result, "iterations", (double)outcome->iterations);
    nsd_mex_set_number(result, "several", (double)outcome->several);
    nsd_mex_set_number(result, "unchecked", (double)outcome->unchecked);
    nsd_mex_set_number(result, "residual", outcome->residual);
    nsd_mex_set_number(result, "newtonResidual", outcome->newton_residual);
    for (int k = 0; family->kind->numbers && family->kind->numbers[k]; k++) {
        nsd_mex_set_number(result, family->kind->numbers[k], outcome->number[k]);
    }
}
