/* tape.c - evaluation of a tape: runs of equal operations, each a loop.             (TP.1) */
#include <math.h>
#include <string.h>

#include "model/tape/tape.h"

void nsd_tape_start(const nsd_tape *tape, double *work)
{
    memset(work, 0, (size_t)tape->inputs * sizeof *work);
    memcpy(work + tape->inputs, tape->constant, (size_t)tape->constants * sizeof *work);
}

static void linear_run(const nsd_tape *tape, int begin, int end, const double *w, double *out)
{
    for (int k = begin; k < end; k++) {
        const int last = tape->b[k];
        double    sum = 0.0;
        for (int j = tape->a[k]; j < last; j++) {
            sum += tape->factor[j] * w[tape->term[j]];
        }
        out[k] = sum;
    }
}

#define BINARY_RUN(name, expression)                     \
    case NSD_TAPE_##name:                                \
        for (int k = begin; k < end; k++) {              \
            const double x = work[a[k]], y = work[b[k]]; \
            out[k] = expression;                         \
        }                                                \
        break;
#define UNARY_RUN(name, expression)         \
    case NSD_TAPE_##name:                   \
        for (int k = begin; k < end; k++) { \
            const double x = work[a[k]];    \
            out[k] = expression;            \
        }                                   \
        break;

void nsd_tape_eval(const nsd_tape *tape, double *work, double *result)
{
    const int *a = tape->a, *b = tape->b;
    double    *out = work + tape->inputs + tape->constants;

    if (tape->code) {
        tape->code(work, result);
        return;
    }
    for (int run = 0, begin = 0; run < tape->runs; run++) {
        const int end = tape->run_end[run];
        switch ((nsd_tape_op)tape->run_op[run]) {
            NSD_TAPE_BINARY(BINARY_RUN)
            NSD_TAPE_UNARY(UNARY_RUN)
        case NSD_TAPE_LINEAR:
            linear_run(tape, begin, end, work, out);
            break;
        case NSD_TAPE_OPS:
            break;
        }
        begin = end;
    }
    if (tape->outputs < tape->size) {
        memset(result, 0, (size_t)tape->size * sizeof *result);
    }
    for (int k = 0; k < tape->outputs; k++) {
        result[tape->place[k]] = work[tape->output[k]];
    }
}

int nsd_tape_reads(const nsd_tape *tape, int first, int last)
{
    const int operations = tape->length - tape->inputs - tape->constants;
    int       found = tape->code && operations == 0 && tape->outputs == 0, begin = 0;

    for (int run = 0; run < tape->runs && !found; run++) {
        const int linear = tape->run_op[run] == NSD_TAPE_LINEAR;
        const int end = tape->run_end[run];
        for (int k = begin; k < end && !linear; k++) {
            found = found || (tape->a[k] >= first && tape->a[k] < last) ||
                    (tape->b[k] >= first && tape->b[k] < last);
        }
        begin = end;
    }
    const int terms = operations > 0 ? tape->terms : 0;
    for (int k = 0; k < terms && !found; k++) {
        found = tape->term[k] >= first && tape->term[k] < last;
    }
    for (int k = 0; k < tape->outputs && !found; k++) {
        found = tape->output[k] >= first && tape->output[k] < last;
    }
    return found;
}
