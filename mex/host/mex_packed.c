/* mex_packed.c - a run as a block of rows and a column of other numbers. */
#include "host/mex_packed.h"

#include <string.h>

#include "host/mex_run.h"

/* Rows for which there is room at first. Smaller: copies in the first run; larger: memory. */
#define FIRST_ROWS 256

/* Events for which the log has room at first */
#define FIRST_EVENTS 64

/* Numbers of the rows of a run that are packed at most: a few megabytes, which take the host far
 * longer than the fields of a result. Larger: memory that stays. */
#define MOST_NUMBERS ((size_t)1 << 18)

/* Memory with the first `used` numbers of `old`, which is freed; it outlives the call. */
static double *larger(double *old, size_t used, size_t count)
{
    double *block = mxMalloc((count + 1) * sizeof *block);
    mexMakeMemoryPersistent(block);
    if (old) {
        memcpy(block, old, used * sizeof *block);
        mxFree(old);
    }
    return block;
}

/* Points the columns of the output into the block. */
static void bind_block(nsd_mex_packed *packed)
{
    nsd_output *output = &packed->output;
    double     *next = packed->block;

    for (int i = 0; i < output->channels->count; i++) {
        output->array[i] = next;
        next += output->capacity * (size_t)output->channels->list[i].width;
    }
    output->t = packed->has_t ? next : NULL;
    next += packed->has_t ? output->capacity : 0;
    for (int i = 0; i < NSD_ENERGIES; i++) {
        const int kept = (packed->rows.energies & NSD_MEX_KEEP(i)) != 0;
        output->energy[i] = kept ? next : NULL;
        next += kept ? output->capacity : 0;
    }
    nsd_output_unbind(output);
}

/* Gives the block room for `capacity` rows; the rows that are there stay. */
static void make_room(nsd_mex_packed *packed, size_t capacity)
{
    nsd_output  *output = &packed->output;
    const size_t before = output->capacity, columns = (size_t)packed->columns;
    double      *old = packed->block;

    packed->block = larger(NULL, 0, capacity * columns);
    for (size_t j = 0; old && j < columns; j++) {
        memcpy(packed->block + j * capacity, old + j * before, output->rows * sizeof *old);
    }
    if (old) {
        mxFree(old);
    }
    output->capacity = capacity;
    bind_block(packed);
}

static nsd_status grow_rows(nsd_output *output)
{
    make_room((nsd_mex_packed *)output, 2 * output->capacity + FIRST_ROWS);
    return NSD_OK;
}

static nsd_status grow_log(nsd_output *output)
{
    nsd_event_log *log = &output->log;
    const size_t   n = (size_t)output->n;

    if (log->count == log->capacity) {
        log->capacity = 2 * log->capacity + FIRST_EVENTS;
        log->values = larger(log->values, log->count * NSD_EVENT_FIELDS,
                             log->capacity * NSD_EVENT_FIELDS);
    }
    if (log->q && log->states == log->columns) {
        log->columns = 2 * log->columns + FIRST_EVENTS;
        log->q = larger(log->q, log->states * n, log->columns * n);
        log->v = larger(log->v, log->states * n, log->columns * n);
    }
    return NSD_OK;
}

static nsd_status poll(nsd_sink *base, double done)
{
    return nsd_mex_monitor_poll(&((nsd_mex_packed *)base)->monitor, done, &base->patience);
}

int nsd_mex_packed_fits(const nsd_family *family, const mxArray *options)
{
    const nsd_channels *channels = &family->channels;
    return nsd_output_tile(channels) == 0 && channels->count > 1 &&
           strcmp(channels->list[0].name, "q") == 0 && strcmp(channels->list[1].name, "v") == 0 &&
           !nsd_mex_handle(options, "OutputFcn");
}

void nsd_mex_packed_init(nsd_mex_packed *packed, const nsd_family *family, const nsd_mex_rows *rows,
                         const nsd_run_plan *plan, const mxArray *options)
{
    nsd_output *output = &packed->output;

    memset(packed, 0, sizeof *packed);
    packed->rows = *rows;
    packed->has_t = plan->times || rows->jumps;
    packed->columns = packed->has_t + family->channels.width;
    for (int i = 0; i < NSD_ENERGIES; i++) {
        packed->columns += (rows->energies & NSD_MEX_KEEP(i)) != 0;
    }
    while (family->kind->numbers && family->kind->numbers[packed->numbers]) {
        packed->numbers++;
    }
    output->n = family->sizes.n;
    output->channels = &family->channels;
    output->grow_rows = grow_rows;
    output->grow_log = grow_log;
    if (!rows->no_states && (plan->times || plan->every > 1 || rows->jumps)) {
        output->log.q = larger(NULL, 0, 1);
        output->log.v = larger(NULL, 0, 1);
    }
    make_room(packed, FIRST_ROWS);
    nsd_mex_monitor_start(&packed->monitor, options, nsd_mex_print);
}

void nsd_mex_packed_free(nsd_mex_packed *packed)
{
    double **const all[] = { &packed->block, &packed->output.log.values, &packed->output.log.q,
                             &packed->output.log.v };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (*all[k]) {
            mxFree(*all[k]);
            *all[k] = NULL;
        }
    }
}

mxArray *nsd_mex_packed_layout(const nsd_mex_packed *packed, const nsd_family *family)
{
#define NSD_PACKED_NAME(X, x) #x,
    static const char *const head[] = { NSD_LIST_PACKED(NSD_PACKED_NAME) };
#undef NSD_PACKED_NAME
    const nsd_output *output = &packed->output;
    const int         channels = output->channels->count, count = channels + packed->has_t;
    const char       *names[1 + NSD_CHANNELS], *works[NSD_ENERGIES];
    size_t            kept = 0;
    mxArray          *widths = mxCreateDoubleMatrix(1, (mwSize)count, mxREAL);
    mxArray          *layout = mxCreateStructMatrix(1, 1, 0, NULL);

    for (int i = 0; i < count; i++) {
        const nsd_channel *channel = &output->channels->list[i];
        names[i] = i < channels ? channel->name : "t";
        mxGetPr(widths)[i] = i < channels ? channel->width : 1.0;
    }
    for (int i = 0; i < NSD_ENERGIES; i++) {
        if (output->energy[i]) {
            works[kept++] = nsd_energy_names[i];
        }
    }
    nsd_mex_set(layout, "head", nsd_mex_words(head, NSD_PACKED_HEAD));
    nsd_mex_set(layout, "names", nsd_mex_words(names, (size_t)count));
    nsd_mex_set(layout, "widths", widths);
    nsd_mex_set(layout, "works", nsd_mex_words(works, kept));
    nsd_mex_set(layout, "numbers", nsd_mex_words(family->kind->numbers, (size_t)packed->numbers));
    nsd_mex_set_number(layout, "n", output->n);
    return layout;
}

int nsd_mex_packed_start(nsd_mex_packed *packed, const nsd_run_plan *plan)
{
    nsd_output  *output = &packed->output;
    const size_t most = MOST_NUMBERS / (size_t)(packed->columns + 1);
    const size_t rows = plan->times ? plan->time_count
                                    : (size_t)((plan->steps + plan->every - 1) / plan->every) + 1;

    if (!packed->rows.jumps && rows > most) {
        return 0;
    }
    nsd_output_init(output);
    if ((!packed->rows.jumps && rows > output->capacity) || output->capacity > 4 * most) {
        make_room(packed, packed->rows.jumps ? FIRST_ROWS : rows);
    }
    output->sink.poll = poll;
    output->sink.patience = 1;
    nsd_mex_monitor_restart(&packed->monitor);
    return 1;
}

/* to <- the log as a table, a column for each number of an event; returns its end */
static double *write_log(const nsd_output *output, double *to)
{
    const nsd_event_log *log = &output->log;
    const size_t         states = log->q ? log->states * (size_t)output->n : 0;

    for (size_t field = 0; field < NSD_EVENT_FIELDS; field++) {
        for (size_t k = 0; k < log->count; k++) {
            *to++ = log->values[k * NSD_EVENT_FIELDS + field];
        }
    }
    if (states > 0) {
        memcpy(to, log->q, states * sizeof *to);
        memcpy(to + states, log->v, states * sizeof *to);
    }
    return to + 2 * states;
}

nsd_mex_parcel nsd_mex_packed_export(nsd_mex_packed *packed, const nsd_run_outcome *outcome,
                                     double seconds, size_t added)
{
    const nsd_output    *output = &packed->output;
    const nsd_event_log *log = &output->log;
    const size_t         rows = output->rows, columns = (size_t)packed->columns;
    const size_t         states = log->q ? log->states : 0;
    const size_t         count = NSD_PACKED_HEAD + NSD_MEX_NUMBERS + (size_t)packed->numbers +
                         log->count * NSD_EVENT_FIELDS + 2 * states * (size_t)output->n + added;
    mxArray *block = nsd_mex_unset(rows, columns), *column = nsd_mex_unset(count, 1);
    double  *head = mxGetPr(column), *next = head + NSD_PACKED_HEAD;

    for (size_t j = 0; j < columns; j++) {
        memcpy(mxGetPr(block) + j * rows, packed->block + j * output->capacity,
               rows * sizeof(double));
    }
    memset(head, 0, NSD_PACKED_HEAD * sizeof *head);
    head[NSD_PACKED_STATUS] = outcome->status == NSD_STOPPED;
    head[NSD_PACKED_ROWS] = (double)rows;
    head[NSD_PACKED_EVENTS] = (double)log->count;
    head[NSD_PACKED_STATES] = (double)states;
    nsd_mex_run_numbers(outcome, seconds, next);
    next += NSD_MEX_NUMBERS;
    memcpy(next, outcome->number, (size_t)packed->numbers * sizeof *next);
    next = write_log(output, next + packed->numbers);
    memset(next, 0, added * sizeof *next);
    return (nsd_mex_parcel){
        .column = column, .block = block, .head = head, .end = next, .q = mxGetPr(block)
    };
}
