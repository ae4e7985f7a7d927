/* mex_sink.c - output arrays and event log of a run, in memory of the host. */
#include "host/mex_sink.h"

#include <string.h>

/* Events for which the log has room at first, and rows that are added when the rows double.
 * Smaller: the first events or rows are copied more often. Larger: memory. */
#define FIRST_EVENTS 64

static nsd_status grow_log(nsd_output *output)
{
    nsd_event_log *log = &output->log;
    const size_t   capacity = log->capacity > 0 ? 2 * log->capacity : FIRST_EVENTS;
    const size_t   n = (size_t)output->n;

    log->values = mxRealloc(log->values, capacity * NSD_EVENT_FIELDS * sizeof(double));
    if (log->q) {
        log->q = mxRealloc(log->q, capacity * n * sizeof(double));
        log->v = mxRealloc(log->v, capacity * n * sizeof(double));
    }
    log->capacity = capacity;
    return NSD_OK;
}

/* Gives the array `capacity` rows; its old rows stay. Returns its numbers, or NULL without
 * array. */
static double *grow_array(mxArray **array, size_t capacity)
{
    if (!*array) {
        return NULL;
    }
    const size_t  rows = mxGetM(*array), columns = mxGetN(*array);
    mxArray      *grown = nsd_mex_zeros(capacity, columns);
    const double *from = mxGetPr(*array);
    for (size_t j = 0; j < columns; j++) {
        memcpy(mxGetPr(grown) + j * capacity, from + j * rows, rows * sizeof *from);
    }
    mxDestroyArray(*array);
    *array = grown;
    return mxGetPr(grown);
}

static nsd_status grow_rows(nsd_output *output)
{
    nsd_mex_sink *sink = (nsd_mex_sink *)output;
    const size_t  capacity = 2 * output->capacity + FIRST_EVENTS;

    output->t = grow_array(&sink->t, capacity);
    for (int i = 0; i < output->channels->count; i++) {
        output->array[i] = grow_array(&sink->array[i], capacity);
    }
    for (int i = 0; i < NSD_ENERGIES; i++) {
        output->energy[i] = grow_array(&sink->energy[i], capacity);
    }
    output->capacity = capacity;
    return NSD_OK;
}

static nsd_status poll(nsd_sink *base, double done)
{
    nsd_mex_sink *sink = (nsd_mex_sink *)base;
    return nsd_mex_monitor_poll(&sink->monitor, done, &base->patience);
}

static double *new_array(mxArray **array, size_t rows, size_t columns)
{
    *array = nsd_mex_zeros(rows, columns);
    return mxGetPr(*array);
}

void nsd_mex_sink_init(nsd_mex_sink *sink, const nsd_mex_sink_size *size, nsd_mex_progress progress)
{
    nsd_output  *output = &sink->output;
    const size_t tile = nsd_output_tile(size->channels);

    memset(sink, 0, sizeof *sink);
    output->n = size->n;
    output->channels = size->channels;
    output->capacity = size->rows;
    output->t = size->keep_t ? new_array(&sink->t, size->rows, 1) : NULL;
    for (int i = 0; i < size->channels->count; i++) {
        output->array[i] = new_array(&sink->array[i], size->rows,
                                     (size_t)size->channels->list[i].width);
    }
    output->grow_rows = size->grows ? grow_rows : NULL;
    for (int i = 0; i < NSD_ENERGIES; i++) {
        output->energy[i] = size->keep_energy[i] ? new_array(&sink->energy[i], size->rows, 1)
                                                 : NULL;
    }
    output->tile = tile > 0 ? mxMalloc(tile * sizeof(double)) : NULL;
    if (size->keep_states) {
        output->log.q = mxMalloc(sizeof(double));
        output->log.v = mxMalloc(sizeof(double));
    }
    output->grow_log = grow_log;
    nsd_output_init(output);
    output->sink.poll = poll;
    output->sink.patience = 1;
    nsd_mex_monitor_start(&sink->monitor, progress, nsd_mex_print);
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
    return status != NSD_OK || sink->output.rows == 1 ? status
                                                      : nsd_mex_watch_call(&sink->watch, state);
}

void nsd_mex_sink_watch(nsd_mex_sink *sink, const mxArray *run)
{
    nsd_sink *base = &sink->output.sink;
    nsd_mex_watch_read(&sink->watch, run, sink->output.n);
    if (sink->watch.handle) {
        sink->write_row = base->row;
        base->row = write_and_watch;
    }
}

/* Cuts the array to its first `rows` rows. */
static void cut_rows(mxArray **array, size_t rows)
{
    if (!*array || mxGetM(*array) == rows) {
        return;
    }
    const size_t  capacity = mxGetM(*array), columns = mxGetN(*array);
    mxArray      *shorter = nsd_mex_zeros(rows, columns);
    const double *from = mxGetPr(*array);
    double       *to = mxGetPr(shorter);
    for (size_t j = 0; j < columns && rows > 0; j++) {
        memcpy(to + j * rows, from + j * capacity, rows * sizeof *to);
    }
    mxDestroyArray(*array);
    *array = shorter;
}

void nsd_mex_sink_finish(nsd_mex_sink *sink)
{
    const size_t rows = sink->output.rows;

    nsd_output_flush(&sink->output);
    nsd_mex_monitor_finish(&sink->monitor);
    cut_rows(&sink->t, rows);
    for (int i = 0; i < sink->output.channels->count; i++) {
        cut_rows(&sink->array[i], rows);
    }
    for (int i = 0; i < NSD_ENERGIES; i++) {
        cut_rows(&sink->energy[i], rows);
    }
}

static mxArray *array_or_empty(mxArray *array)
{
    return array ? array : mxCreateDoubleMatrix(0, 0, mxREAL);
}

static void add_field(mxArray *result, const char *name, mxArray *value)
{
    mxAddField(result, name);
    mxSetField(result, 0, name, value);
}

/* The numbers of one field of all events as a column */
static mxArray *log_field(const nsd_event_log *log, int field)
{
    mxArray *column = mxCreateDoubleMatrix((mwSize)log->count, 1, mxREAL);
    for (size_t k = 0; k < log->count; k++) {
        mxGetPr(column)[k] = log->values[k * NSD_EVENT_FIELDS + (size_t)field];
    }
    return column;
}

/* States of events, one column each, or empty when the states are rows of the output */
static mxArray *log_states(const double *values, size_t n, size_t count)
{
    const size_t used = values ? count : 0;
    mxArray     *array = mxCreateDoubleMatrix((mwSize)n, (mwSize)used, mxREAL);
    if (used > 0) {
        memcpy(mxGetPr(array), values, n * used * sizeof(double));
    }
    return array;
}

static mxArray *export_log(const nsd_output *output)
{
    const nsd_event_log *log = &output->log;
    mxArray             *result = mxCreateStructMatrix(1, 1, 0, NULL);

    for (int i = 0; i < NSD_EVENT_FIELDS; i++) {
        add_field(result, nsd_event_field_names[i], log_field(log, i));
    }
    add_field(result, "stateQ", log_states(log->q, (size_t)output->n, log->states));
    add_field(result, "stateV", log_states(log->v, (size_t)output->n, log->states));
    return result;
}

void nsd_mex_sink_export(nsd_mex_sink *sink, mxArray *result)
{
    const nsd_channels *channels = sink->output.channels;
    mxArray            *energy = mxCreateStructMatrix(1, 1, 0, NULL);

    for (int i = 0; i < NSD_ENERGIES; i++) {
        add_field(energy, nsd_energy_names[i], array_or_empty(sink->energy[i]));
    }
    add_field(result, "t", array_or_empty(sink->t));
    for (int i = 0; i < channels->count; i++) {
        add_field(result, channels->list[i].name, sink->array[i]);
    }
    add_field(result, "energy", energy);
    add_field(result, "log", export_log(&sink->output));
}
