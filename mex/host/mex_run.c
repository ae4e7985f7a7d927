/* mex_run.c - plan and outcome of a run. */
#include "host/mex_run.h"

#include <float.h>
#include <string.h>

/* Part of the span by which rounding may put the start of the last step behind the end. Larger
 * numbers are damaged plans, whose runs would not end. */
#define SPAN_ROUNDING 1e-6

void nsd_mex_run_check_steps(double steps, double h, double span)
{
    NSD_MEX_REFUSE(!((steps - 1.0) * h <= span * (1.0 + SPAN_ROUNDING)),
                   "steps must end with the run: %g steps of %g, for %g", steps, h, span);
}

nsd_run_plan nsd_mex_run_plan(const mxArray *run)
{
    const mxArray     *times = nsd_mex_member(run, "times");
    const size_t       count = mxGetNumberOfElements(times);
    const nsd_run_plan plan = { .t0 = nsd_mex_number(run, "t0", -DBL_MAX, DBL_MAX),
                                .h = nsd_mex_number(run, "h", 0.0, DBL_MAX),
                                .t_end = nsd_mex_number(run, "tEnd", -DBL_MAX, DBL_MAX),
                                .steps = nsd_mex_integer(run, "steps", 0, NSD_MEX_MOST_STEPS),
                                .every = nsd_mex_integer(run, "every", 1, NSD_MEX_MOST_STEPS),
                                .times = count > 0 ? nsd_mex_finite(times, "times", count, 1)
                                                   : NULL,
                                .time_count = count };
    nsd_mex_run_check_steps((double)plan.steps, plan.h, plan.t_end - plan.t0);
    for (size_t k = 1; k < count; k++) {
        NSD_MEX_REFUSE(plan.times[k] < plan.times[k - 1], "times must ascend");
    }
    return plan;
}

void nsd_mex_run_numbers(const nsd_run_outcome *outcome, double seconds, double *numbers)
{
    /* in the order of internal/rows/nsd_run_result.m */
    const double all[NSD_MEX_NUMBERS] = { outcome->t,
                                          (double)outcome->report.steps,
                                          outcome->report.gain,
                                          outcome->report.gain_t,
                                          outcome->report.largest,
                                          outcome->report.rise,
                                          (double)outcome->problems,
                                          (double)outcome->iterations,
                                          (double)outcome->several,
                                          (double)outcome->unchecked,
                                          outcome->residual,
                                          outcome->newton_residual,
                                          seconds };
    memcpy(numbers, all, sizeof all);
}

void nsd_mex_run_export(const nsd_family *family, const nsd_run_outcome *outcome, double seconds,
                        mxArray *result)
{
    mxArray *all = mxCreateDoubleMatrix(NSD_MEX_NUMBERS, 1, mxREAL);

    nsd_mex_run_numbers(outcome, seconds, mxGetPr(all));
    nsd_mex_set(result, "numbers", all);
    nsd_mex_set(result, "status", mxCreateString(nsd_status_id(outcome->status)));
    for (int k = 0; family->kind->numbers && family->kind->numbers[k]; k++) {
        nsd_mex_set_number(result, family->kind->numbers[k], outcome->number[k]);
    }
}
