/* output.c - rows and events into arrays. */
#include "run/output.h"

#include <string.h>

#include "base/inline.h"

/* Doubles of a cache line: columns that are copied together. Larger or smaller: slower copies. */
#define LINE_DOUBLES 8

size_t nsd_output_tile(int n, int m, int p)
{
    const size_t width = 2 * (size_t)n + (size_t)m + (size_t)p;
    return width < NSD_OUTPUT_TILED_COLUMNS ? 0 : width * NSD_OUTPUT_TILE_ROWS;
}

static size_t tile_width(const nsd_output *output)
{
    const size_t contacts = (output->R ? 2 : 1) * (size_t)output->m + (size_t)output->tangents;
    return (output->A ? 3 : 2) * (size_t)output->n + contacts + (size_t)output->p;
}

/* target(row0 + r, j) <- tile(offset + j, r): some columns at a time, so that each cache line of
 * the tile is read once */
static void flush_part(const nsd_output *output, double *target, size_t offset, size_t columns)
{
    const size_t width = tile_width(output);
    const size_t row0 = output->rows - output->tiled;

    for (size_t j0 = 0; j0 < columns; j0 += LINE_DOUBLES) {
        const size_t j1 = j0 + LINE_DOUBLES < columns ? j0 + LINE_DOUBLES : columns;
        for (size_t r = 0; r < output->tiled; r++) {
            const double *line = output->tile + offset + r * width;
            for (size_t j = j0; j < j1; j++) {
                target[row0 + r + j * output->capacity] = line[j];
            }
        }
    }
}

void nsd_output_flush(nsd_output *output)
{
    const size_t n = (size_t)output->n, m = (size_t)output->m, p = (size_t)output->p;
    const size_t after = 2 * n + m + p, tangents = (size_t)output->tangents;
    if (output->tiled > 0) {
        flush_part(output, output->q, 0, n);
        flush_part(output, output->v, n, n);
        flush_part(output, output->P, 2 * n, m);
        flush_part(output, output->joint, 2 * n + m, p);
        if (output->R) {
            flush_part(output, output->R, after + tangents, m);
        }
        flush_part(output, output->T, after, tangents);
        if (output->A) {
            flush_part(output, output->A, tile_width(output) - n, n);
        }
        output->tiled = 0;
    }
}

NSD_RARE void write_tiled(nsd_output *output, const nsd_state *state)
{
    const size_t n = (size_t)output->n, m = (size_t)output->m, p = (size_t)output->p;
    const size_t tangents = (size_t)output->tangents;
    double      *line = output->tile + output->tiled * tile_width(output);

    memcpy(line, state->q, n * sizeof *line);
    memcpy(line + n, state->v, n * sizeof *line);
    if (m > 0) {
        memcpy(line + 2 * n, state->P, m * sizeof *line);
    }
    if (p > 0) {
        memcpy(line + 2 * n + m, state->joint, p * sizeof *line);
    }
    if (tangents > 0) {
        memcpy(line + 2 * n + m + p, state->tangential->T, tangents * sizeof *line);
    }
    if (output->R && m > 0) {
        memcpy(line + 2 * n + m + p + tangents, state->R, m * sizeof *line);
    }
    if (output->A) {
        memcpy(line + tile_width(output) - n, output->a, n * sizeof *line);
    }
    if (++output->tiled == NSD_OUTPUT_TILE_ROWS) {
        nsd_output_flush(output);
    }
}

static void add_column(nsd_output *output, const double *from, double *to)
{
    if (to) {
        output->column[output->column_count].from = from;
        output->column[output->column_count].to = to;
        output->column_count++;
    }
}

/* output->column <- source and target of each number of a row; the same for all rows of a run. */
NSD_RARE void bind_columns(nsd_output *output, const nsd_state *state, const nsd_ledger *ledger)
{
    const size_t stride = output->capacity;

    output->column_count = 0;
    output->bound_state = state;
    add_column(output, &state->t, output->t);
    for (int i = 0; i < NSD_ENERGIES; i++) {
        add_column(output, &ledger->value[i], output->energy[i]);
    }
    for (int i = 0; i < output->n && !output->tile; i++) {
        add_column(output, state->q + i, output->q + (size_t)i * stride);
        add_column(output, state->v + i, output->v + (size_t)i * stride);
        if (output->A) {
            add_column(output, output->a + i, output->A + (size_t)i * stride);
        }
    }
    for (int a = 0; a < output->m && !output->tile; a++) {
        add_column(output, state->P + a, output->P + (size_t)a * stride);
        if (output->R) {
            add_column(output, state->R + a, output->R + (size_t)a * stride);
        }
    }
    for (int j = 0; j < output->p && !output->tile; j++) {
        add_column(output, state->joint + j, output->joint + (size_t)j * stride);
    }
    for (int i = 0; i < output->tangents && !output->tile; i++) {
        add_column(output, state->tangential->T + i, output->T + (size_t)i * stride);
    }
}

NSD_RARE nsd_status grow_rows(nsd_output *output)
{
    if (!output->grow_rows) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_output_flush(output);
    output->bound_state = NULL;
    const nsd_status status = output->grow_rows(output);
    return status == NSD_OK && output->rows >= output->capacity ? NSD_ERR_WORKSPACE : status;
}

static nsd_status write_row(nsd_sink *sink, const nsd_state *state, const nsd_ledger *ledger)
{
    nsd_output  *output = (nsd_output *)sink;
    const size_t row = output->rows;

    if (row >= output->capacity) {
        const nsd_status status = grow_rows(output);
        if (status != NSD_OK) {
            return status;
        }
    }
    if (output->bound_state != state) {
        bind_columns(output, state, ledger);
    }
    const nsd_output_column *end = output->column + output->column_count;
    for (const nsd_output_column *column = output->column; column < end; column++) {
        column->to[row] = *column->from;
    }
    output->rows = row + 1;
    if (output->tile) {
        write_tiled(output, state);
    }
    return NSD_OK;
}

/* Number, from 1, of the column of the log that holds this state: the last column if it does,
 * else a new one */
static size_t keep_state(nsd_event_log *log, size_t n, const nsd_state *state)
{
    const size_t bytes = n * sizeof(double);
    double *q = log->q + log->states * n, *v = log->v + log->states * n; /* the next free column */

    if (log->states == 0 || memcmp(q - n, state->q, bytes) != 0 ||
        memcmp(v - n, state->v, bytes) != 0) {
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

    if (log->count == log->capacity) {
        const nsd_status status = output->grow_log(output);
        if (status != NSD_OK) {
            return status;
        }
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
        field[NSD_EVENT_ROW] = (double)keep_state(log, (size_t)output->n, state);
    }
    log->count++;
    return NSD_OK;
}

void nsd_output_init(nsd_output *output)
{
    output->sink.row = write_row;
    output->sink.event = write_event;
    output->rows = output->tiled = 0;
    output->log.count = output->log.states = 0;
    output->bound_state = NULL;
}
