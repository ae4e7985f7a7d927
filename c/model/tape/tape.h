/* tape.h - functions of a model as tapes of scalar operations.
 *
 * A tape computes w_k = op_k(w_a, w_b) for k = inputs + constants, ..., length - 1, in runs of
 * equal operations. The inputs are t, q, v and the parameters, in this order, also when the
 * function needs only some of them. Derivatives are tapes too (tape_graph.h), so that one evaluator
 * and one C writer serve all.                                                           (TP.1)
 *
 * A tape is read-only and borrowed: threads share it. Each thread owns a work array of `length`
 * doubles, prepared once by nsd_tape_start; nothing is allocated by an evaluation. */
#ifndef NSD_TAPE_H
#define NSD_TAPE_H

#include <stddef.h>

#include "base/status.h"
#include "model/tape/tape_ops.h"

#define NSD_TAPE_ENUM(name, expression) NSD_TAPE_##name,
typedef enum nsd_tape_op {
    NSD_TAPE_BINARY(NSD_TAPE_ENUM) NSD_TAPE_UNARY(NSD_TAPE_ENUM)
        NSD_TAPE_LINEAR, /* sum over k of factor[k] w[term[k]], a <= k < b */
    NSD_TAPE_OPS
} nsd_tape_op;
#undef NSD_TAPE_ENUM

/* Compiled form of a tape: reads the inputs, fills the result. */
typedef void nsd_tape_code(const double *inputs, double *result);

typedef struct nsd_tape {
    int            inputs;    /* t, q, v, parameters: 1 + 2 n + parameters                */
    int            constants; /* follow the inputs in the work array                      */
    int            length;    /* of the work array; 0: the model has no such function     */
    const double  *constant;
    int            runs;
    const int     *run_op;  /* operation of each run                                      */
    const int     *run_end; /* first operation after the run, counted from 0              */
    const int     *a, *b;   /* operands of each operation, places in the work array       */
    int            terms;
    const int     *term; /* places in the work array, for NSD_TAPE_LINEAR              */
    const double  *factor;
    int            size;    /* numbers of the result, column-major                        */
    int            outputs; /* numbers of the result that are not identically zero        */
    const int     *output;  /* their places in the work array                             */
    const int     *place;   /* their places in the result                                 */
    int            given;   /* 1: a derivative that the user gave; NaN in it stays        */
    nsd_tape_code *code;    /* used instead of the operations when not NULL               */
} nsd_tape;

/* Writes the constants and zero inputs into the work array. */
void nsd_tape_start(const nsd_tape *tape, double *work);

/* Result of the function at the inputs that stand at the beginning of the work array. */
void nsd_tape_eval(const nsd_tape *tape, double *work, double *result);

/* 1 when the tape reads an input from first to last - 1, or may read it in code of the user */
int nsd_tape_reads(const nsd_tape *tape, int first, int last);

#endif
