/* mex_quiet.c - whether a run has anything to warn of. */
#include "family/mex_quiet.h"

#include <math.h>
#include <string.h>

#include "simulate/family_bodies.h"

/* 1 for runs of rigid bodies, of which nsd_report.m has less to say */
static int is_of_bodies(const mxArray *family)
{
    char name[32];
    nsd_mex_word(family, "family", name, sizeof name);
    return strcmp(name, "bodies") == 0;
}

nsd_mex_quiet nsd_mex_quiet_read(const mxArray *const *arguments)
{
    const mxArray *arrays = arguments[1], *run = arguments[2], *limits = arguments[4];
    const mxArray *compliance = mxGetField(arrays, 0, "compliance");
    const int      own_steps = nsd_mex_field(run, "ownSteps") != 0.0;
    const int      bodies = is_of_bodies(arguments[0]);
    nsd_mex_quiet  quiet = { .loud = (!bodies && (!compliance || !mxIsEmpty(compliance))) ||
                                     nsd_mex_field_is(arguments[3], "Sensitivity", "on"),
                             .bodies = bodies,
                             .linear = mxGetField(arrays, 0, "H") != NULL,
                             .own_steps = own_steps,
                             .gain_slack = nsd_mex_field(run, "gainSlack") };
    if (!limits) {
        quiet.loud = !bodies;
        return quiet;
    }
    quiet.gain = nsd_mex_field(limits, "gain");
    quiet.deep = nsd_mex_field(limits, "deep");
    if (own_steps) {
        quiet.drift = nsd_mex_field(limits, "drift") * nsd_mex_field(arguments[3], "AbsTol");
    }
    return quiet;
}

int nsd_mex_quiet_start(const nsd_family *family, const nsd_trajectory *run)
{
    const nsd_gaps gaps = nsd_gaps_of(family, run);
    double        *y = mxMalloc(((size_t)gaps.m + 1) * sizeof *y);
    int none = gaps.m == 0 || nsd_gaps_find(&gaps, run->plan.t0, run->state.q, y) == NSD_OK;
    for (int j = 0; none && j < gaps.m; j++) {
        none = y[j] >= 0.0;
    }
    mxFree(y);
    return none;
}

size_t nsd_mex_quiet_gaps(const nsd_mex_family *reader)
{
    const nsd_sizes *sizes = &reader->family.sizes;
    return reader->calls_gaps || sizes->forces ? 0 : (size_t)sizes->m * NSD_GAPS_NUMBERS;
}

int nsd_mex_quiet_find_gaps(const nsd_mex_family *reader, const nsd_trajectory *run,
                            const nsd_mex_quiet_rows *rows, double *range)
{
    const nsd_family   *family = &reader->family;
    const nsd_gaps      gaps = nsd_gaps_of(family, run);
    const nsd_gaps_rows all = { .count = rows->count,
                                .n = family->sizes.n,
                                .q = rows->q,
                                .t = rows->t,
                                .t0 = run->plan.t0,
                                .h = run->plan.h * (double)run->plan.every };
    if (gaps.m == 0 || rows->count == 0) {
        return 0;
    }
    double   *work = mxMalloc(((size_t)gaps.m + (size_t)all.n) * sizeof *work);
    const int found = nsd_gaps_find_range(&gaps, &all, work, range) == NSD_OK;
    mxFree(work);
    return found;
}

/* 1 where no gap is passed deeper than the part `deep` of its largest value: a bound, cheap to see,
 * for what nsd_report.m warns of, which compares with the motion */
static int is_shallow(const double *range, int m, double deep)
{
    int shallow = m == 0 || range;
    for (int j = 0; shallow && j < m; j++) {
        shallow = -range[j + NSD_GAPS_LEAST * m] <=
                  deep * fmax(range[j + NSD_GAPS_LARGEST * m], 0.0);
    }
    return shallow;
}

/* 1 where the works of a run by 'event' explain its energy but for `most` */
static int is_explained(const nsd_mex_quiet_rows *rows, double most)
{
    int explained = 1;
    for (size_t i = 0; explained && rows->numerical && i < rows->count; i++) {
        explained = fabs(rows->numerical[i]) <= most;
    }
    return explained;
}

/* 1 where no step gained energy; or where the steps of a linear system, whose scheme knows the work
 * of each, gained in all less than is worth a warning */
static int gains_little(const nsd_mex_quiet *quiet, const nsd_run_report *report)
{
    return report->gain <= quiet->gain_slack * report->largest ||
           (quiet->linear && !quiet->own_steps && report->rise <= quiet->gain * report->largest);
}

int nsd_mex_quiet_run(const nsd_mex_quiet *quiet, const nsd_trajectory *run,
                      const nsd_mex_quiet_rows *rows, const double *range, int m)
{
    const nsd_run_outcome *outcome = &run->outcome;
    if (quiet->loud || outcome->status != NSD_OK || outcome->several != 0 ||
        !gains_little(quiet, &outcome->report)) {
        return 0;
    }
    if (quiet->bodies) {
        const double *number = outcome->number; /* simulate/family_bodies.h */
        return number[NSD_BODIES_MISSED] == 0.0 && number[NSD_BODIES_JAMMED] == 0.0 &&
               number[NSD_BODIES_FASTEST] <= 1.0;
    }
    return quiet->own_steps
               ? is_explained(rows, quiet->drift)
               : run->plan.every == 1 && !run->plan.times && is_shallow(range, m, quiet->deep);
}
