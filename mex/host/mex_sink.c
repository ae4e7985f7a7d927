/* mex_sink.c - output arrays and event log of a run, in memory of the host. */
#include "host/mex_sink.h"

#include <string.h>

/* Events for which the log has room at first, and rows that are added when the rows double.
 * Smaller: the first events or rows are copied more often. Larger: memory. */
#define FIRST_EVENTS 64

/* Numbers of the states of events for which the log has room at first. Larger: memory; smaller:
 * states are copied more often. */
#define FIRST_STATES 1024

/* Rows for jumps that the output arrays of an event-driven run have from the start, beside one per
 * ROWS_PER_JUMP_ROW rows of the plan. Smaller: the arrays are copied more often. Larger: memory. */
#define FIRST_JUMP_ROWS 64

/* Planned rows for which the output arrays of an event-driven run have one row more for a jump.
 * Smaller: memory. Larger: the arrays are copied more often. */
#define ROWS_PER_JUMP_ROW 16

static nsd_status grow_log(nsd_output *output)
{
    nsd_event_log *log = &output->log;
    const size_t   n = (size_t)output->n;

    if (log->count == log->capacity) {
        log->capacity = log->capacity > 0 ? 2 * log->capacity : FIRST_EVENTS;
        log->values = mxRealloc(log->values, log->capacity * NSD_EVENT_FIELDS * sizeof(double));
    }
    if (log->q &&
        log->states == log->columns) { /* far fewer than events where many close at once */
        log->columns = 4 * log->columns + FIRST_EVENTS + FIRST_STATES / n;
        log->q = mxRealloc(log->q, log->columns * n * sizeof(double));
        log->v = mxRealloc(log->v, log->columns * n * sizeof(double));
    }
    return NSD_OK;
}

/* Rows of a column up to which memory behind its last row is left to the array, not copied away */
#define SHORT_COLUMN 1024

/* Gives the array `rows` rows; its first rows stay. Returns its numbers, or NULL without array. */
static double *resize(mxArray **array, size_t rows)
{
    if (!*array) {
        return NULL;
    }
    const size_t before = mxGetM(*array), columns = mxGetN(*array);
    const size_t kept = before < rows ? before : rows;
    if (rows <= before && columns == 1 && before <= SHORT_COLUMN) {
        mxSetM(*array, (mwSize)rows);
    }
    if (mxGetM(*array) == rows) {
        return mxGetPr(*array);
    }
    mxArray      *other = nsd_mex_zeros(rows, columns);
    const double *from = mxGetPr(*array);
    for (size_t j = 0; j < columns && kept > 0; j++) {
        memcpy(mxGetPr(other) + j * rows, from + j * before, kept * sizeof *from);
    }
    mxDestroyArray(*array);
    *array = other;
    return mxGetPr(other);
}

/* Gives all arrays `rows` rows. */
static void resize_all(nsd_mex_sink *sink, size_t rows)
{
    nsd_output *output = &sink->output;

    output->t = resize(&sink->t, rows);
    for (int i = 0; i < output->channels->count; i++) {
        output->array[i] = resize(&sink->array[i], rows);
    }
    for (int i = 0; i < NSD_ENERGIES; i++) {
        output->energy[i] = resize(&sink->energy[i], rows);
    }
    output->capacity = rows;
}

/* Times by which arrays of times and energies grow where lines are kept. Larger: memory; smaller:
 * they are copied more often, each by a call of the host. */
#define NARROW_GROWTH 8

static nsd_status grow_rows(nsd_output *output)
{
    const size_t times = output->keep_lines ? NARROW_GROWTH : 2;
    resize_all((nsd_mex_sink *)output, times * output->capacity + FIRST_EVENTS);
    return NSD_OK;
}

static double *new_array(mxArray **array, size_t rows, size_t columns)
{
    *array = nsd_mex_zeros(rows, columns);
    return mxGetPr(*array);
}

/* Tiles for which memory is taken at once. Larger: memory of short runs; smaller: more calls of the
 * host. */
#define TILES_TOGETHER 8

static nsd_status keep_lines(nsd_output *output)
{
    nsd_mex_sink *sink = (nsd_mex_sink *)output;
    const size_t  tile = nsd_output_tile(output->channels);

    if (sink->kept_count == sink->kept_capacity) {
        sink->kept_capacity = 2 * sink->kept_capacity + TILES_TOGETHER;
        sink->kept = mxRealloc(sink->kept, sink->kept_capacity * sizeof *sink->kept);
    }
    sink->kept[sink->kept_count++] = output->lines;
    output->lines.rows = 0;
    if ((size_t)(sink->store_end - output->free) < tile) {
        output->free = mxMalloc(TILES_TOGETHER * tile * sizeof(double));
        sink->store_end = output->free + TILES_TOGETHER * tile;
    }
    output->tile = output->free;
    return NSD_OK;
}

void nsd_mex_sink_keep_lines(nsd_mex_sink *sink)
{
    nsd_output *output = &sink->output;

    if (!output->tile || !output->grow_rows) {
        return;
    }
    output->keep_lines = keep_lines;
    sink->store_end = output->tile + nsd_output_tile(output->channels);
    for (int i = 0; i < output->channels->count; i++) {
        mxDestroyArray(sink->array[i]);
        sink->array[i] = NULL;
        output->array[i] = NULL;
    }
}

/* Arrays of the channels, from the lines that were kept */
static void write_kept_lines(nsd_mex_sink *sink)
{
    nsd_output *output = &sink->output;

    keep_lines(output); /* those of the last tile, which is not full */
    for (int i = 0; i < output->channels->count; i++) {
        output->array[i] = new_array(&sink->array[i], output->rows,
                                     (size_t)output->channels->list[i].width);
    }
    for (size_t k = 0; k < sink->kept_count; k++) {
        nsd_output_write_lines(output, &sink->kept[k], k * NSD_OUTPUT_TILE_ROWS);
    }
}

static nsd_status poll(nsd_sink *base, double done)
{
    nsd_mex_sink *sink = (nsd_mex_sink *)base;
    return nsd_mex_monitor_poll(&sink->monitor, done, &base->patience);
}

/* Rows that the arrays of an event-driven run have from the start at most: such a run chooses its
 * steps, and the plan may have far more. Smaller: the arrays of long runs are copied more often.
 * Larger: memory, and time for the zeros of short runs, a tenth of it with a thousand rows. */
#define MOST_FIRST_ROWS 256

/* Rows of the plan; with jumps this is a guess */
static size_t planned_rows(const nsd_mex_rows *rows, const nsd_run_plan *plan)
{
    const size_t count = plan->times ? plan->time_count
                                     : (size_t)((plan->steps + plan->every - 1) / plan->every) + 1;
    const size_t first = count < MOST_FIRST_ROWS || plan->times ? count : MOST_FIRST_ROWS;
    return rows->jumps ? first + FIRST_JUMP_ROWS + first / ROWS_PER_JUMP_ROW : count;
}

void nsd_mex_sink_init(nsd_mex_sink *sink, const nsd_family *family, const nsd_mex_rows *rows,
                       const nsd_run_plan *plan)
{
    const nsd_channels *channels = &family->channels;
    nsd_output         *output = &sink->output;
    const size_t        tile = nsd_output_tile(channels), count = planned_rows(rows, plan);

    memset(sink, 0, sizeof *sink);
    output->n = family->sizes.n;
    output->channels = channels;
    output->capacity = count;
    output->t = plan->times || rows->jumps ? new_array(&sink->t, count, 1) : NULL;
    for (int i = 0; i < channels->count; i++) {
        output->array[i] = new_array(&sink->array[i], count, (size_t)channels->list[i].width);
    }
    output->grow_rows = rows->jumps ? grow_rows : NULL;
    for (int i = 0; i < NSD_ENERGIES; i++) {
        const int kept = (rows->energies & NSD_MEX_KEEP(i)) != 0;
        output->energy[i] = kept ? new_array(&sink->energy[i], count, 1) : NULL;
    }
    output->tile = tile > 0 ? mxMalloc(tile * sizeof(double)) : NULL;
    if (!rows->no_states && (plan->times || plan->every > 1 || rows->jumps)) {
        output->log.q = mxMalloc(sizeof(double));
        output->log.v = mxMalloc(sizeof(double));
    }
    output->grow_log = grow_log;
    nsd_output_init(output);
    output->sink.poll = poll;
    output->sink.patience = 1;
}

/* Reads the options OutputFcn and OutputSel for a system with n coordinates. */
static void read_watch(nsd_mex_watch *watch, const mxArray *options, int n)
{
    const mxArray *handle = nsd_mex_handle(options, "OutputFcn");

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

/* NSD_STOPPED when OutputFcn returns true, NSD_USER_ERROR when it raised an error */
static nsd_status call_watch(nsd_mex_watch *watch, const nsd_state *state)
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

/* Writes the row and calls OutputFcn, but not for the first row, the start, which nsd_simulate.m
 * has shown to OutputFcn. No row is written after OutputFcn has stopped the run. */
static nsd_status write_and_watch(nsd_sink *base, const nsd_state *state, const nsd_ledger *ledger)
{
    nsd_mex_sink *sink = (nsd_mex_sink *)base;
    if (sink->watch.ended != NSD_OK) {
        return sink->watch.ended;
    }
    const nsd_status status = sink->write_row(base, state, ledger);
    return status != NSD_OK || sink->output.rows == 1 ? status : call_watch(&sink->watch, state);
}

void nsd_mex_sink_watch(nsd_mex_sink *sink, const mxArray *options)
{
    nsd_sink *base = &sink->output.sink;
    read_watch(&sink->watch, options, sink->output.n);
    if (sink->watch.handle) {
        sink->write_row = base->row;
        base->row = write_and_watch;
        base->lend = NULL; /* every row is shown */
    }
}

void nsd_mex_sink_finish(nsd_mex_sink *sink)
{
    nsd_output_flush(&sink->output);
    resize_all(sink, sink->output.rows);
    if (sink->output.keep_lines) {
        write_kept_lines(sink);
    }
}

/* All events: a row for each, a column for each of NSD_EVENT_FIELDS numbers */
static mxArray *log_table(const nsd_event_log *log)
{
    mxArray *table = mxCreateDoubleMatrix((mwSize)log->count, NSD_EVENT_FIELDS, mxREAL);
    for (size_t k = 0; k < log->count; k++) {
        for (size_t field = 0; field < NSD_EVENT_FIELDS; field++) {
            mxGetPr(table)[k + field * log->count] = log->values[k * NSD_EVENT_FIELDS + field];
        }
    }
    return table;
}

/* States of events, one column each */
static mxArray *log_states(const double *values, size_t n, size_t count)
{
    mxArray *array = mxCreateDoubleMatrix((mwSize)n, (mwSize)count, mxREAL);
    if (n * count > 0) {
        memcpy(mxGetPr(array), values, n * count * sizeof(double));
    }
    return array;
}

/* The fields table, and logQ, logV unless the states of events are rows of the output */
static void export_log(const nsd_output *output, mxArray *result)
{
    const nsd_event_log *log = &output->log;

    nsd_mex_set(result, "table", log_table(log));
    if (log->q && log->states > 0) {
        nsd_mex_set(result, "logQ", log_states(log->q, (size_t)output->n, log->states));
        nsd_mex_set(result, "logV", log_states(log->v, (size_t)output->n, log->states));
    }
}

void nsd_mex_sink_export(nsd_mex_sink *sink, mxArray *result)
{
    const nsd_channels *channels = sink->output.channels;
    const char         *names[NSD_CHANNELS];
    mxArray            *energy = mxCreateStructMatrix(1, 1, 0, NULL);

    for (int i = 0; i < NSD_ENERGIES; i++) {
        if (sink->energy[i]) {
            nsd_mex_set(energy, nsd_energy_names[i], sink->energy[i]);
        }
    }
    if (sink->t) {
        nsd_mex_set(result, "t", sink->t);
    }
    for (int i = 0; i < channels->count; i++) {
        names[i] = channels->list[i].name;
        nsd_mex_set(result, names[i], sink->array[i]);
    }
    nsd_mex_set(result, "rows", nsd_mex_words(names, (size_t)channels->count));
    nsd_mex_set(result, "works", energy);
    export_log(&sink->output, result);
}
