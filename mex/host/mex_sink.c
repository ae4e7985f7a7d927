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
    output->q = grow_array(&sink->q, capacity);
    output->v = grow_array(&sink->v, capacity);
    output->P = grow_array(&sink->P, capacity);
    output->joint = grow_array(&sink->joint, capacity);
    output->R = grow_array(&sink->R, capacity);
    output->T = grow_array(&sink->T, capacity);
    output->A = grow_array(&sink->A, capacity);
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
    nsd_output *output = &sink->output;
    const int   contacts = (size->grows ? 2 * size->m : size->m) + size->tangents +
                         (size->accelerations ? size->n : 0);
    const size_t tile = nsd_output_tile(size->n, contacts, size->p);

    memset(sink, 0, sizeof *sink);
    output->n = size->n;
    output->m = size->m;
    output->p = size->p;
    output->tangents = size->tangents;
    output->capacity = size->rows;
    output->t = size->keep_t ? new_array(&sink->t, size->rows, 1) : NULL;
    output->q = new_array(&sink->q, size->rows, (size_t)size->n);
    output->v = new_array(&sink->v, size->rows, (size_t)size->n);
    output->P = new_array(&sink->P, size->rows, (size_t)size->m);
    output->joint = new_array(&sink->joint, size->rows, (size_t)size->p);
    output->T = new_array(&sink->T, size->rows, (size_t)size->tangents);
    output->R = size->grows ? new_array(&sink->R, size->rows, (size_t)size->m) : NULL;
    output->a = size->accelerations;
    output->A = output->a ? new_array(&sink->A, size->rows, (size_t)size->n) : NULL;
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
    mxArray **arrays[] = { &sink->t,     &sink->q, &sink->v, &sink->P,
                           &sink->joint, &sink->R, &sink->T, &sink->A };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        cut_rows(arrays[i], rows);
    }
    for (int i = 0; i < NSD_ENERGIES; i++) {
        cut_rows(&sink->energy[i], rows);
    }
}

static mxArray *array_or_empty(mxArray *array)
{
    return array ? array : mxCreateDoubleMatrix(0, 0, mxREAL);
}

static mxArray *log_array(const double *values, size_t fields, size_t count)
{
    const size_t used = values ? count : 0;
    mxArray     *array = mxCreateDoubleMatrix((mwSize)fields, (mwSize)used, mxREAL);
    if (used > 0) {
        memcpy(mxGetPr(array), values, fields * used * sizeof(double));
    }
    return array;
}

static void add_field(mxArray *result, const char *name, mxArray *value)
{
    mxAddField(result, name);
    mxSetField(result, 0, name, value);
}

void nsd_mex_sink_export(nsd_mex_sink *sink, mxArray *result)
{
    const nsd_event_log *log = &sink->output.log;
    mxArray             *energy = mxCreateCellMatrix(1, NSD_ENERGIES);

    for (int i = 0; i < NSD_ENERGIES; i++) {
        mxSetCell(energy, i, array_or_empty(sink->energy[i]));
    }
    add_field(result, "t", array_or_empty(sink->t));
    add_field(result, "q", sink->q);
    add_field(result, "v", sink->v);
    add_field(result, "impulse", sink->P);
    add_field(result, "tangential", sink->T);
    add_field(result, "multiplier", sink->joint);
    add_field(result, "reaction", array_or_empty(sink->R));
    add_field(result, "acceleration", array_or_empty(sink->A));
    add_field(result, "energy", energy);
    add_field(result, "log", log_array(log->values, NSD_EVENT_FIELDS, log->count));
    add_field(result, "logQ", log_array(log->q, (size_t)sink->output.n, log->states));
    add_field(result, "logV", log_array(log->v, (size_t)sink->output.n, log->states));
}
