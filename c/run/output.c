/* output.c - rows and events into arrays. */
#include "run/output.h"

#include <string.h>

#include "base/inline.h"

/* Doubles of a cache line: columns that are copied together. Larger or smaller: slower copies. */
#define LINE_DOUBLES 8

size_t nsd_output_tile(const nsd_channels *channels)
{
    const size_t table = (size_t)channels->count * NSD_OUTPUT_PARTS; /* a pointer is no double */
    return channels->width < NSD_OUTPUT_TILED_COLUMNS
               ? 0
               : ((size_t)channels->width + table) * NSD_OUTPUT_TILE_ROWS;
}

/* target(first + r, j) <- number j of row r, a few columns at a time, so that each line of the tile
 * is read once; numbers[r] is NULL where all are zero */
static void write_columns(const nsd_output *output, double *target, size_t columns,
                          const double *const *numbers, size_t rows)
{
    for (size_t j0 = 0; j0 < columns; j0 += LINE_DOUBLES) {
        const size_t j1 = j0 + LINE_DOUBLES < columns ? j0 + LINE_DOUBLES : columns;
        for (size_t r = 0; r < rows; r++) {
            for (size_t j = j0; j < j1 && numbers[r]; j++) {
                target[r + j * output->capacity] = numbers[r][j];
            }
            for (size_t j = j0; j < j1 && !numbers[r] && !output->keep_lines; j++) {
                target[r + j * output->capacity] = 0.0;
            }
        }
    }
}

/* Where part p of a channel of this width begins */
static size_t part_start(size_t width, size_t p)
{
    return width * p / NSD_OUTPUT_PARTS;
}

void nsd_output_write_lines(const nsd_output *output, const nsd_output_lines *lines, size_t first)
{
    const size_t parts = (size_t)output->channels->count * NSD_OUTPUT_PARTS;
    for (size_t k = 0; k < parts && lines->rows > 0; k++) {
        const size_t  i = k / NSD_OUTPUT_PARTS, p = k % NSD_OUTPUT_PARTS;
        const size_t  width = (size_t)output->channels->list[i].width, from = part_start(width, p);
        const double *numbers[NSD_OUTPUT_TILE_ROWS];
        for (size_t r = 0; r < lines->rows; r++) {
            numbers[r] = lines->table[r][k];
        }
        if (part_start(width, p + 1) > from) {
            write_columns(output, output->array[i] + first + from * output->capacity,
                          part_start(width, p + 1) - from, numbers, lines->rows);
        }
    }
}

void nsd_output_flush(nsd_output *output)
{
    if (output->tile && !output->keep_lines) {
        nsd_output_write_lines(output, &output->lines, output->rows - output->lines.rows);
        output->lines.rows = 0;
        output->free = output->tile;
        memset(output->last, 0, sizeof output->last);
    }
}

/* 1 when all bits are zero: -0 is not. All are those of the first number if each has those of the
 * next one. */
static int all_zero(size_t count, const double *x)
{
    static const double zero = 0.0;
    return memcmp(x, &zero, sizeof zero) == 0 && memcmp(x, x + 1, (count - 1) * sizeof *x) == 0;
}

/* Where these numbers stand for the next row; `last`: where those of the row before stand */
static const double *store(nsd_output *output, size_t count, const double *numbers,
                           const double **last)
{
    const size_t bytes = count * sizeof *numbers;

    if (count == 0 || all_zero(count, numbers)) {
        return NULL;
    }
    if (!*last || memcmp(*last, numbers, bytes) != 0) {
        memcpy(output->free, numbers, bytes);
        *last = output->free;
        output->free += count;
    }
    return *last;
}

NSD_RARE nsd_status write_tiled(nsd_output *output, const nsd_state *state)
{
    const nsd_channels *channels = output->channels;
    nsd_output_lines   *lines = &output->lines;
    const double      **table = (const double **)(void *)output->free;

    lines->table[lines->rows] = table;
    output->free += (size_t)channels->count * NSD_OUTPUT_PARTS;
    for (int i = 0; i < channels->count; i++) {
        const size_t  width = (size_t)channels->list[i].width;
        const double *numbers = width > 0 ? nsd_channel_numbers(&channels->list[i], state) : NULL;
        for (size_t p = 0; p < NSD_OUTPUT_PARTS; p++) {
            const size_t from = part_start(width, p), k = (size_t)i * NSD_OUTPUT_PARTS + p;
            table[k] = store(output, part_start(width, p + 1) - from,
                             numbers ? numbers + from : NULL, &output->last[k]);
        }
    }
    if (++lines->rows < NSD_OUTPUT_TILE_ROWS) {
        return NSD_OK;
    }
    nsd_output_flush(output);
    return output->keep_lines ? output->keep_lines(output) : NSD_OK;
}

static void add_column(nsd_output_binding *binding, const double *from, double *to)
{
    if (to) {
        binding->column[binding->count].from = from;
        binding->column[binding->count].to = to;
        binding->count++;
    }
}

/* Source and target of each number of a row; the same for all rows of a state in a run. */
NSD_RARE nsd_output_binding *bind_columns(nsd_output *output, const nsd_state *state,
                                          const nsd_ledger *ledger)
{
    const size_t        stride = output->capacity;
    nsd_output_binding *binding = output->binding + (output->binding[0].state != NULL);

    binding->count = 0;
    binding->state = state;
    add_column(binding, &state->t, output->t);
    for (int i = 0; i < NSD_ENERGIES; i++) {
        add_column(binding, &ledger->value[i], output->energy[i]);
    }
    for (int i = 0; i < output->channels->count && !output->tile; i++) {
        const nsd_channel *channel = &output->channels->list[i];
        for (int j = 0; j < channel->width; j++) {
            add_column(binding, nsd_channel_numbers(channel, state) + j,
                       output->array[i] + (size_t)j * stride);
        }
    }
    return binding;
}

void nsd_output_unbind(nsd_output *output)
{
    output->binding[0].state = output->binding[1].state = NULL;
}

NSD_RARE nsd_status grow_rows(nsd_output *output)
{
    if (!output->grow_rows) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_output_flush(output);
    nsd_output_unbind(output);
    const nsd_status status = output->grow_rows(output);
    return status == NSD_OK && output->rows >= output->capacity ? NSD_ERR_WORKSPACE : status;
}

/* The columns of the rows of this state */
NSD_INLINE const nsd_output_binding *binding_of(nsd_output *output, const nsd_state *state,
                                                const nsd_ledger *ledger)
{
    const nsd_output_binding *binding = output->binding;
    binding += binding->state != state;
    return binding->state == state ? binding : bind_columns(output, state, ledger);
}

static nsd_status write_row(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger)
{
    nsd_output  *output = (nsd_output *)sink;
    const size_t row = output->rows;

    if (row >= output->capacity) {
        NSD_TRY(grow_rows(output));
    }
    const nsd_output_binding *binding = binding_of(output, state, ledger);
    const nsd_sink_rows       next = { binding->column, binding->count, row, 1 };
    nsd_sink_rows_write(&next, 0);
    output->rows = row + 1;
    return output->tile ? write_tiled(output, state) : NSD_OK;
}

/* Narrow rows, for which there is room */
static nsd_sink_rows lend_rows(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger)
{
    nsd_output               *output = (nsd_output *)sink;
    const nsd_output_binding *binding = binding_of(output, state, ledger);
    const nsd_sink_rows       rows = { binding->column, binding->count, output->rows,
                                 output->tile ? 0 : output->capacity - output->rows };
    return rows;
}

static void take_lent_rows(nsd_sink *sink, size_t rows)
{
    ((nsd_output *)sink)->rows += rows;
}

/* Number, from 1, of the column of the log that holds this state: the last column if it does,
 * else a new one */
static size_t keep_state(nsd_event_log *log, size_t n, const nsd_event *event,
                         const nsd_state *state)
{
    const size_t bytes = n * sizeof(double);
    double *q = log->q + log->states * n, *v = log->v + log->states * n; /* the next free column */

    if (log->states == 0 || (!event->again && (memcmp(q - n, state->q, bytes) != 0 ||
                                               memcmp(v - n, state->v, bytes) != 0))) {
        memcpy(q, state->q, bytes);
        memcpy(v, state->v, bytes);
        log->states++;
    }
    return log->states;
}

static nsd_status write_event(nsd_sink *sink, const nsd_event *event, const nsd_state *state)
{
    nsd_output    *output = (nsd_output *)sink;
    nsd_event_log *log = &output->log;

    if (log->count == log->capacity || (log->q && log->states == log->columns)) {
        NSD_TRY(output->grow_log(output));
    }
    double *field = log->values + log->count * NSD_EVENT_FIELDS;
    field[NSD_EVENT_T] = event->t;
    field[NSD_EVENT_CONTACT] = event->contact + 1;
    field[NSD_EVENT_KIND] = event->kind;
    field[NSD_EVENT_BEFORE] = event->before;
    field[NSD_EVENT_AFTER] = event->after;
    field[NSD_EVENT_IMPULSE] = event->impulse;
    field[NSD_EVENT_LOSS] = event->loss;
    field[NSD_EVENT_ROW] = (double)(output->rows + 1); /* the row about to be written */
    field[NSD_EVENT_DIRECTION] = event->direction;
    if (log->q) {
        field[NSD_EVENT_ROW] = (double)keep_state(log, (size_t)output->n, event, state);
    }
    log->count++;
    return NSD_OK;
}

void nsd_output_init(nsd_output *output)
{
    output->sink.row = write_row;
    output->sink.lend = lend_rows;
    output->sink.lent = take_lent_rows;
    output->sink.event = write_event;
    output->rows = output->lines.rows = 0;
    output->free = output->tile;
    memset(output->last, 0, sizeof output->last);
    output->log.count = output->log.states = 0;
    nsd_output_unbind(output);
}
