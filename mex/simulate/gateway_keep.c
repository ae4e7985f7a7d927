/* Gateways of runs that are kept, for nsd_kept_run.m: calls that differ in their start alone.
 *
 * [ticket, place, places, layout] = nsd_kernel('keep', family, arrays, run, options, call)  keeps a
 * copy of the arguments of gateway 'run' (gateway_run.c). call: stamp of the system, tspan, given
 * (options of the user as a cell), starts (2 where q0 and v0 are given before them, 1 where x0
 * is, 0
 * where the system carries them), direct (1 where a run needs nothing but its start), limits of
 * nsd_report_limits.m, and closing: how the step follows from the start (gateway_closing.c), with
 * fewest and most steps of a run; or [].
 * place: from 1 to places, of this run until a later one is kept there; 0: the place is in use.
 * layout: of the columns of its direct runs (mex_packed.h), or [] where there are none.
 * [column, block] = nsd_kernel('recall', stamp, tspan, given)  finds the kept call and makes the
 * run, if it is direct: its column begins with ticket, place, step (0: that of the plan), quiet (1:
 * there is nothing to warn of). [ticket; place] where it is not made, [] where there is no such
 * call.
 * [column, block] = nsd_kernel('again', ticket, q0, v0)  the direct run of this ticket, or []
 * [result, found, quiet] = nsd_kernel('rerun', ticket, q0, v0, steps, parameters)  takes q0, v0,
 * steps = [h; count] unless empty, and values of recorded functions unless empty; result: a struct
 * as of gateway 'run'; found: ticket, place, and the step that was chosen, or 0; ticket 0: there is
 * no such call.
 * There is no run where nsd_simulate must look at the start: it is no column of n finite
 * numbers, a gap is not open, there would be too many steps. */
#include <math.h>
#include <string.h>

#include "simulate/mex_ready.h"

/* Runs whose arguments are kept. Smaller: loops over several systems prepare them again and again.
 * Larger: memory. */
#define KEPT_RUNS 8

/* Tickets of a second: more than a host can ask for */
#define TICKETS_PER_SECOND 1e6

enum { CALL = 4, ARGUMENTS = 5 }; /* of 'keep': those of gateway 'run', and the call */

/* State of this file: copies of the arguments of the last runs that were to be kept, and the number
 * of the last ticket. Tickets go on from a clock, so that no ticket of this file is valid after the
 * host has unloaded it and loaded it again. */
static struct {
    double        ticket; /* its remainder modulo KEPT_RUNS is the place                       */
    int           in_use; /* 1 while it runs, and after an error in it: then the place is lost */
    mxArray      *argument[ARGUMENTS];
    nsd_mex_ready ready; /* of direct runs */
} kept[KEPT_RUNS];
static double last_ticket;

static void forget(int place)
{
    nsd_mex_ready_free(&kept[place].ready);
    for (int k = 0; k < ARGUMENTS; k++) {
        if (kept[place].argument[k]) {
            mxDestroyArray(kept[place].argument[k]);
            kept[place].argument[k] = NULL;
        }
    }
    kept[place].ticket = 0.0;
}

static void forget_all(void)
{
    for (int place = 0; place < KEPT_RUNS; place++) {
        forget(place);
    }
}

void nsd_gateway_keep(mxArray *plhs[], const mxArray *prhs[])
{
    static const char *const numbers[] = { "stamp", "starts", "direct", "deep",
                                           "gain",  "drift",  NULL };
    for (int k = 0; numbers[k]; k++) {
        nsd_mex_field(prhs[CALL], numbers[k]);
    }
    const double starts = nsd_mex_field(prhs[CALL], "starts");
    NSD_MEX_REFUSE(starts != 0.0 && starts != 1.0 && starts != 2.0, "starts must be 0, 1 or 2");
    NSD_MEX_REFUSE(!mxIsCell(nsd_mex_member(prhs[CALL], "given")), "given must be a cell");
    nsd_mex_member(prhs[CALL], "tspan");
    nsd_mex_member(prhs[CALL], "closing");
    if (last_ticket == 0.0) {
        last_ticket = floor(TICKETS_PER_SECOND * nsd_mex_seconds());
        mexAtExit(forget_all);
    }
    plhs[2] = mxCreateDoubleScalar(KEPT_RUNS);
    plhs[3] = mxCreateDoubleMatrix(0, 0, mxREAL);
    last_ticket += 1.0;
    const int place = (int)fmod(last_ticket, KEPT_RUNS);
    if (kept[place].in_use) {
        plhs[0] = mxCreateDoubleScalar(0.0);
        plhs[1] = mxCreateDoubleScalar(0.0);
        return;
    }
    forget(place);
    for (int k = 0; k < ARGUMENTS; k++) {
        kept[place].argument[k] = mxDuplicateArray(prhs[k]);
        mexMakeArrayPersistent(kept[place].argument[k]);
    }
    if (nsd_mex_field(prhs[CALL], "direct") != 0.0) {
        nsd_mex_ready *ready = &kept[place].ready;
        nsd_mex_ready_read(ready, (const mxArray *const *)kept[place].argument);
        if (ready->reader) {
            mxDestroyArray(plhs[3]);
            plhs[3] = nsd_mex_packed_layout(ready->packed, &ready->reader->family);
            nsd_mex_set_number(plhs[3], "gaps", (double)ready->gaps);
        }
    }
    kept[place].ticket = last_ticket;
    plhs[0] = mxCreateDoubleScalar(last_ticket);
    plhs[1] = mxCreateDoubleScalar(place + 1);
}

static int same_value(const mxArray *a, const mxArray *b);

static int same_fields(const mxArray *a, const mxArray *b)
{
    const int fields = mxGetNumberOfFields(a);
    int       same = fields == mxGetNumberOfFields(b) && mxGetNumberOfElements(a) == 1;
    for (int k = 0; same && k < fields; k++) {
        same = strcmp(mxGetFieldNameByNumber(a, k), mxGetFieldNameByNumber(b, k)) == 0 &&
               same_value(mxGetFieldByNumber(a, 0, k), mxGetFieldByNumber(b, 0, k));
    }
    return same;
}

/* 1 for equal words, full real numbers and structs of these; 0 also where it is not known */
static int same_value(const mxArray *a, const mxArray *b)
{
    if (!a || !b || mxGetClassID(a) != mxGetClassID(b) || mxIsSparse(a) || mxIsSparse(b) ||
        mxIsComplex(a) || mxIsComplex(b) || mxGetNumberOfDimensions(a) != 2 ||
        mxGetNumberOfDimensions(b) != 2 || mxGetM(a) != mxGetM(b) || mxGetN(a) != mxGetN(b)) {
        return 0;
    }
    if (mxIsStruct(a)) {
        return same_fields(a, b);
    }
    const size_t bytes = mxGetNumberOfElements(a) * mxGetElementSize(a);
    return (mxIsNumeric(a) || mxIsChar(a) || mxIsLogical(a)) &&
           (bytes == 0 || memcmp(mxGetData(a), mxGetData(b), bytes) == 0);
}

/* 1 where the call has this span and these arguments, but for q0 and v0 */
static int is_call(const mxArray *call, const mxArray *tspan, const mxArray *given)
{
    const mxArray *tail = nsd_mex_member(call, "given");
    const size_t   count = mxGetNumberOfElements(tail),
                 starts = (size_t)nsd_mex_field(call, "starts");
    int same = mxGetNumberOfElements(given) == starts + count &&
               same_value(nsd_mex_member(call, "tspan"), tspan);
    for (size_t k = 0; same && k < count; k++) {
        same = same_value(mxGetCell(tail, (mwIndex)k), mxGetCell(given, (mwIndex)(starts + k)));
    }
    return same;
}

static int is_column(const mxArray *a, size_t n)
{
    if (!a || !mxIsDouble(a) || mxIsComplex(a) || mxIsSparse(a) || mxGetNumberOfElements(a) != n ||
        mxGetM(a) != n) {
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(mxGetPr(a)[i])) {
            return 0;
        }
    }
    return 1;
}

/* Ticket and place of a kept run, the latter counted from 1, and the step that was chosen */
static mxArray *found_run(int place, double h)
{
    mxArray *found = mxCreateDoubleMatrix(1, 3, mxREAL);
    mxGetPr(found)[0] = place < 0 ? 0.0 : kept[place].ticket;
    mxGetPr(found)[1] = place + 1;
    mxGetPr(found)[2] = h;
    return found;
}

/* No run of this place; place -1: there is no such call */
static void no_run(mxArray *plhs[], int place)
{
    plhs[0] = mxCreateDoubleMatrix(0, 0, mxREAL);
    plhs[1] = found_run(place, 0.0);
    plhs[2] = mxCreateDoubleScalar(0.0);
}

/* steps <- [h; count] of a run that chooses them by its start; 0 where they are too many */
static int choose_steps(const mxArray *const *arguments, const nsd_mex_beginning *start,
                        double steps[2])
{
    const mxArray *run = arguments[2], *closing = nsd_mex_member(arguments[CALL], "closing");
    const double   span = nsd_mex_field(run, "tEnd") - nsd_mex_field(run, "t0");
    const double   wanted = nsd_mex_trajectory_step(closing, start->q0, start->v0);
    const double   count = wanted > 0.0 ? ceil(span / wanted) : 0.0;
    steps[1] = fmax(count, nsd_mex_field(closing, "fewest"));
    steps[0] = span / steps[1];
    return steps[1] <= nsd_mex_field(closing, "most");
}

/* 1 where the start is n finite numbers each for q0 and v0, and the steps that it asks for, if the
 * call chooses them, are not too many; steps <- these, start->steps points to them */
static int begins(int place, nsd_mex_beginning *start, double steps[2])
{
    const mxArray *const *arguments = (const mxArray *const *)kept[place].argument;
    const size_t          n = mxGetNumberOfElements(nsd_mex_member(arguments[2], "q0"));
    if (!is_column(start->q0, n) || !is_column(start->v0, n)) {
        return 0;
    }
    if (!start->steps && mxIsStruct(nsd_mex_member(arguments[CALL], "closing"))) {
        start->steps = steps;
        return choose_steps(arguments, start, steps);
    }
    return 1;
}

/* plhs: column and block of the direct run of a place; 0 where it is not made */
static int direct_run(mxArray *plhs[], int place, nsd_mex_beginning start)
{
    nsd_mex_ready *ready = &kept[place].ready;
    double         steps[2];
    mxArray       *column = NULL;
    kept[place].in_use = 1;
    if (ready->reader && begins(place, &start, steps)) {
        column = nsd_mex_ready_run(ready, mxGetPr(start.q0), mxGetPr(start.v0), start.steps,
                                   &plhs[1]);
    }
    kept[place].in_use = 0;
    if (!column) {
        return 0;
    }
    mxGetPr(column)[NSD_PACKED_TICKET] = kept[place].ticket;
    mxGetPr(column)[NSD_PACKED_PLACE] = place + 1;
    plhs[0] = column;
    return 1;
}

/* plhs: no column and no block */
static void no_direct_run(mxArray *plhs[])
{
    plhs[0] = mxCreateDoubleMatrix(0, 0, mxREAL);
    plhs[1] = mxCreateDoubleMatrix(0, 0, mxREAL);
}

/* The run of a place from another start; plhs: result, found, quiet */
static void rerun(mxArray *plhs[], int place, nsd_mex_beginning start)
{
    const mxArray *const *arguments = (const mxArray *const *)kept[place].argument;
    double                quiet = 0.0, steps[2];
    mxArray              *result = NULL;
    kept[place].in_use = 1;
    if (begins(place, &start, steps)) {
        result = nsd_mex_trajectory_run(arguments, &start, &quiet);
    }
    kept[place].in_use = 0;
    if (!result) {
        no_run(plhs, place);
        return;
    }
    plhs[0] = result;
    plhs[1] = found_run(place, start.steps ? start.steps[0] : 0.0);
    plhs[2] = mxCreateDoubleScalar(quiet);
}

/* The place of a call, or -1 */
static int find_call(double stamp, const mxArray *tspan, const mxArray *given)
{
    for (int place = 0; place < KEPT_RUNS; place++) {
        const mxArray *call = kept[place].argument[CALL];
        if (kept[place].ticket != 0.0 && nsd_mex_field(call, "stamp") == stamp &&
            is_call(call, tspan, given)) {
            return place;
        }
    }
    return -1;
}

void nsd_gateway_recall(mxArray *plhs[], const mxArray *prhs[])
{
    const mxArray *given = prhs[2];
    NSD_MEX_REFUSE(!mxIsCell(given), "given must be a cell");
    const int place = find_call(*nsd_mex_matrix(prhs[0], "stamp", 1, 1), prhs[1], given);
    if (place < 0) {
        no_direct_run(plhs);
        return;
    }
    const int               starts = (int)nsd_mex_field(kept[place].argument[CALL], "starts");
    const mxArray          *run = kept[place].argument[2];
    const nsd_mex_beginning start = {
        .q0 = starts ? mxGetCell(given, 0) : nsd_mex_member(run, "q0"),
        .v0 = starts > 1 ? mxGetCell(given, 1) : nsd_mex_member(run, "v0")
    };
    if (!direct_run(plhs, place, start)) {
        no_direct_run(plhs);
        plhs[0] = mxCreateDoubleMatrix(2, 1, mxREAL);
        mxGetPr(plhs[0])[NSD_PACKED_TICKET] = kept[place].ticket;
        mxGetPr(plhs[0])[NSD_PACKED_PLACE] = place + 1;
    }
}

/* The place of a ticket, or -1 */
static int find_ticket(const mxArray *ticket)
{
    const double number = *nsd_mex_finite(ticket, "ticket", 1, 1);
    const int    place = number > 0.0 ? (int)fmod(number, KEPT_RUNS) : 0;
    return number > 0.0 && kept[place].ticket == number ? place : -1;
}

void nsd_gateway_again(mxArray *plhs[], const mxArray *prhs[])
{
    const nsd_mex_beginning start = { .q0 = prhs[1], .v0 = prhs[2] };
    const int               place = find_ticket(prhs[0]);
    if (place < 0 || !direct_run(plhs, place, start)) {
        no_direct_run(plhs);
    }
}

void nsd_gateway_rerun(mxArray *plhs[], const mxArray *prhs[])
{
    const nsd_mex_beginning start = { .q0 = prhs[1],
                                      .v0 = prhs[2],
                                      .steps = mxIsEmpty(prhs[3])
                                                   ? NULL
                                                   : nsd_mex_finite(prhs[3], "steps", 2, 1),
                                      .parameters = mxIsEmpty(prhs[4]) ? NULL : prhs[4],
                                      .open = 1 };
    const int               place = find_ticket(prhs[0]);
    if (place >= 0) {
        rerun(plhs, place, start);
    } else {
        no_run(plhs, -1);
    }
}
