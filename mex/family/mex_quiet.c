/* mex_quiet.c - whether a run has anything to warn of. */
#include "family/mex_quiet.h"

#include <math.h>

#include "host/mex_run.h"
#include "simulate/gaps.h"

int nsd_mex_quiet_start(const nsd_family *family, const nsd_trajectory *run)
{
    const nsd_gaps gaps = nsd_gaps_of(family, run);
    double        *y = mxMalloc(((size_t)gaps.m + 1) * sizeof *y);
    int open = gaps.m == 0 || nsd_gaps_find(&gaps, run->plan.t0, run->state.q, y) == NSD_OK;
    for (int j = 0; open && j < gaps.m; j++) {
        open = y[j] > 0.0;
    }
    mxFree(y);
    return open;
}

void nsd_mex_quiet_add_gaps(const nsd_family *family, const nsd_trajectory *run, mxArray *result)
{
    const nsd_gaps      gaps = nsd_gaps_of(family, run);
    const mxArray      *q = mxGetField(result, 0, "q"), *t = mxGetField(result, 0, "t");
    const nsd_gaps_rows rows = { .count = mxGetM(q),
                                 .n = family->sizes.n,
                                 .q = mxGetPr(q),
                                 .t = t ? mxGetPr(t) : NULL,
                                 .t0 = run->plan.t0,
                                 .h = run->plan.h * (double)run->plan.every };
    if (gaps.m == 0 || rows.count == 0) {
        return;
    }
    mxArray *range = mxCreateDoubleMatrix((mwSize)gaps.m, NSD_GAPS_NUMBERS, mxREAL);
    double  *work = mxMalloc(((size_t)gaps.m + (size_t)rows.n) * sizeof *work);
    if (nsd_gaps_find_range(&gaps, &rows, work, mxGetPr(range)) == NSD_OK) {
        nsd_mex_set(result, "gaps", range);
    }
    mxFree(work);
}

/* 1 where no gap is passed deeper than the part `deep` of its largest value: a bound, cheap to see,
 * for what nsd_report.m warns of, which compares with the motion */
static int is_shallow(const mxArray *gaps, int m, double deep)
{
    const double *range = gaps ? mxGetPr(gaps) : NULL;
    int           shallow = m == 0 || gaps;
    for (int j = 0; shallow && j < m; j++) {
        shallow = -range[j + NSD_GAPS_LEAST * m] <=
                  deep * fmax(range[j + NSD_GAPS_LARGEST * m], 0.0);
    }
    return shallow;
}

/* 1 where the works of a run by 'event' explain its energy but for `most` */
static int is_explained(const mxArray *result, double most)
{
    const mxArray *numerical = mxGetField(mxGetField(result, 0, "works"), 0, "numerical");
    const size_t   count = numerical ? mxGetNumberOfElements(numerical) : 0;
    int            explained = 1;
    for (size_t i = 0; explained && i < count; i++) {
        explained = fabs(mxGetPr(numerical)[i]) <= most;
    }
    return explained;
}

/* 1 where no step gained energy; or where the steps of a linear system, whose scheme knows the work
 * of each, gained in all less than is worth a warning */
static int gains_little(const double *numbers, const mxArray *asked, const mxArray *limits,
                        int linear)
{
    const double largest = numbers[NSD_MEX_LARGEST];
    const int    by_scheme = linear && nsd_mex_field(asked, "ownSteps") == 0.0;
    return numbers[NSD_MEX_GAIN] <= nsd_mex_field(asked, "gainSlack") * largest ||
           (by_scheme && numbers[NSD_MEX_RISE] <= nsd_mex_field(limits, "gain") * largest);
}

int nsd_mex_quiet_run(const mxArray *const *arguments, const nsd_family *family,
                      const nsd_trajectory *run, const mxArray *result)
{
    const mxArray      *arrays = arguments[1], *asked = arguments[2], *limits = arguments[4];
    const nsd_run_plan *plan = &run->plan;
    const mxArray      *compliance = mxGetField(arrays, 0, "compliance");
    const double       *numbers = mxGetPr(mxGetField(result, 0, "numbers"));
    if (!nsd_mex_field_is(result, "status", nsd_status_id(NSD_OK)) ||
        !gains_little(numbers, asked, limits, nsd_gaps_of(family, run).model == NULL) ||
        numbers[NSD_MEX_SEVERAL] != 0.0 || !compliance || !mxIsEmpty(compliance) ||
        mxGetField(result, 0, "sensitivity")) {
        return 0;
    }
    if (nsd_mex_field(asked, "ownSteps") != 0.0) {
        return is_explained(result,
                            nsd_mex_field(limits, "drift") * nsd_mex_field(arguments[3], "AbsTol"));
    }
    return plan->every == 1 && !plan->times &&
           is_shallow(mxGetField(result, 0, "gaps"), family->sizes.m,
                      nsd_mex_field(limits, "deep"));
}
