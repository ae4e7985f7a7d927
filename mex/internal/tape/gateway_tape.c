/* [tapes, unused] = nsd_kernel('tape', trace, requests, n)  - for internal/tape/nsd_trace.m
 *
 * trace     recorded function, from nsd_trace_record.m: inputs, code (3 x N: operation,
 *           operands), constant, term, factor, result. Operands count from 1, inputs first;
 *           negative ones are constants
 * requests  cell of words: value; jacobian (by q and v, rows x (n + k)); stateJacobian (by q,
 *           rows x n); massJacobian (d(M w)/dq, w for v); relationJacobian (H, y_t); bias;
 *           comparisons (all that were recorded); of a record with the result T, V, D, forces (n):
 *           lagrangeMass (n x n), lagrangeForce, restEnergy (V - T at v = 0)
 * n         [n k]: inputs are t, q (n), v (k), parameters
 * tapes     cell of structs that mex/host/mex_tape.c reads, [] where the derivative is too large
 * unused    number of the first comparison that the value does not use, or 0: the function branched
 * [names, expressions] = nsd_kernel('tape')  the operations of tape_ops.h, in their order */
#include "host/mex_host.h"
#include "model/tape/tape_lagrange.h"

#include <limits.h>
#include <string.h>

/* Nodes of the graph of one tape at most: about half a gigabyte. Larger: recording may fill the
 * memory. Smaller: more derivatives are left to differences. */
enum { MOST_NODES = 3000000 };

/* Numbers in the result of a recorded function at most, most of which may be zero: the mass matrix
 * of 10^4 coordinates. Larger: memory. */
enum { MOST_RESULTS = 100000000 };

/* Factor by which the room for nodes grows when a graph does not fit. Smaller: graphs are built
 * more often. Larger: memory. */
enum { NODES_FACTOR = 4 };

/* Bytes of work space for derivatives per node: 5 ints and 2 doubles of the pool, 2 ints and a byte
 * of each node, the rest for directions. Smaller: graphs are built more often. Larger: memory. */
enum { DERIVATION_BYTES = 60 };

typedef struct trace {
    int           inputs, n, k, count, constants, size, terms;
    const double *code, *constant, *term, *factor, *result;
} trace;

typedef struct builder {
    nsd_tape_graph      graph;
    nsd_tape_graph_list value;            /* the result of the recorded function */
    nsd_tape_graph_list wanted;           /* the result of the requested tape    */
    nsd_tape_graph_list rates;            /* a derivative on the way to `wanted` */
    int                *node;             /* of each recorded operation          */
    int                *direction, *seed; /* of each input                       */
    int                 rest;             /* 1: the inputs v are zero            */
    nsd_scratch         derivation;       /* work space of linear and of derivatives */
    nsd_scratch         scratch;
} builder;

static mxArray *word_list(const char *const *words)
{
    mxArray *list = mxCreateCellMatrix(1, NSD_TAPE_OPS);
    for (int i = 0; i < NSD_TAPE_OPS; i++) {
        mxSetCell(list, i, mxCreateString(words[i]));
    }
    return list;
}

static void export_operations(mxArray *plhs[])
{
#define NAME(name, expression)       #name,
#define EXPRESSION(name, expression) #expression,
    const char *const names[] = { NSD_TAPE_BINARY(NAME) NSD_TAPE_UNARY(NAME) "LINEAR" };
    const char *const bodies[] = { NSD_TAPE_BINARY(EXPRESSION) NSD_TAPE_UNARY(EXPRESSION) "" };
    plhs[0] = word_list(names);
    plhs[1] = word_list(bodies);
#undef NAME
#undef EXPRESSION
}

static void refuse(int bad, const char *what)
{
    NSD_MEX_REFUSE(bad, "this is no record of a function: %s", what);
}

/* Raises unless operands[i] are places before operation k: inputs, operations or constants. */
static void check_operands(const trace *t, const double *operands, int count, int k)
{
    for (int i = 0; i < count; i++) {
        const double at = operands[i];
        refuse(!(at >= -t->constants && at <= t->inputs + k) || at == 0.0 || at != (int)at,
               "operands");
    }
}

/* Raises unless every operation is known and uses earlier ones: the record has no cycle. */
static void check_trace(const trace *t)
{
    for (int k = 0; k < t->count; k++) {
        const double *code = t->code + 3 * (size_t)k, op = code[0];
        refuse(!(op >= 0 && op < NSD_TAPE_OPS) || op != (int)op, "operations");
        if ((int)op != NSD_TAPE_LINEAR) {
            check_operands(t, code + 1, 2, k);
            continue;
        }
        refuse(!(code[1] >= 1 && code[2] >= code[1] - 1 && code[2] <= t->terms) ||
                   code[1] != (int)code[1] || code[2] != (int)code[2],
               "terms");
        check_operands(t, t->term + (int)code[1] - 1, (int)(code[2] - code[1]) + 1, k);
    }
    check_operands(t, t->result, t->size, t->count);
    refuse(1 + t->n + t->k > t->inputs && t->n + t->k > 0, "inputs");
}

static trace read_trace(const mxArray *from, const mxArray *n)
{
    const mxArray *code = nsd_mex_member(from, "code"), *term = nsd_mex_member(from, "term");
    const mxArray *constant = nsd_mex_member(from, "constant");
    const mxArray *result = nsd_mex_member(from, "result");
    const size_t   terms = mxGetNumberOfElements(term);
    trace          t;

    const double *sizes = nsd_mex_integers(n, "n", 1, 2, 0, MOST_NODES);
    t.inputs = (int)nsd_mex_integer(from, "inputs", 0, MOST_NODES);
    t.n = (int)sizes[0];
    t.k = (int)sizes[1];
    t.constants = nsd_mex_count(mxGetNumberOfElements(constant), "constant");
    t.count = nsd_mex_count(mxGetN(code), "code");
    t.size = nsd_mex_count(mxGetNumberOfElements(result), "result");
    t.terms = nsd_mex_count(terms, "term");
    t.code = nsd_mex_matrix(code, "code", 3, (size_t)t.count);
    t.constant = nsd_mex_matrix(constant, "constant", 1, mxGetNumberOfElements(constant));
    t.term = nsd_mex_matrix(term, "term", 1, terms);
    t.factor = nsd_mex_numbers(from, "factor", 1, terms);
    t.result = nsd_mex_matrix(result, "result", 1, (size_t)t.size);
    refuse(t.count > MOST_NODES || t.size > MOST_RESULTS || t.terms > MOST_NODES, "too large");
    check_trace(&t);
    return t;
}

static int operand(builder *b, const trace *t, double number)
{
    const int k = (int)number;
    if (k < 0) {
        return nsd_tape_graph_constant(&b->graph, t->constant[-k - 1]);
    }
    if (b->rest && k > 1 + t->n && k <= 1 + t->n + t->k) {
        return nsd_tape_graph_constant(&b->graph, 0.0);
    }
    return k <= t->inputs ? k - 1 : b->node[k - t->inputs - 1];
}

static int linear(builder *b, const trace *t, const double *code)
{
    const int    first = (int)code[1] - 1, count = (int)code[2] - first;
    const size_t used = b->derivation.used;
    int         *node = nsd_scratch_ints(&b->derivation, (size_t)count);
    double      *factor = nsd_scratch_doubles(&b->derivation, (size_t)count);
    int          result = 0;

    if (node && factor) {
        for (int i = 0; i < count; i++) {
            node[i] = operand(b, t, t->term[first + i]);
            factor[i] = t->factor[first + i];
        }
        result = nsd_tape_graph_linear(&b->graph, count, node, factor);
    }
    b->graph.full = b->graph.full || !node || !factor;
    b->derivation.used = used;
    return result;
}

static void list_from_scratch(nsd_tape_graph_list *list, int capacity, nsd_scratch *scratch)
{
    list->count = 0;
    list->capacity = capacity;
    list->node = nsd_scratch_ints(scratch, (size_t)capacity);
    list->place = nsd_scratch_ints(scratch, (size_t)capacity);
}

static void lay_out(builder *b, const trace *t, int capacity, nsd_scratch *scratch)
{
    const size_t inputs = (size_t)t->inputs, nodes = inputs + (size_t)capacity;

    b->node = nsd_scratch_ints(scratch, (size_t)t->count);
    b->direction = nsd_scratch_ints(scratch, inputs);
    b->seed = nsd_scratch_ints(scratch, inputs);
    list_from_scratch(&b->value, t->size, scratch);
    list_from_scratch(&b->wanted, capacity, scratch);
    list_from_scratch(&b->rates, capacity, scratch);
    b->derivation = nsd_scratch_part(scratch, DERIVATION_BYTES * nodes);
}

static size_t bytes_for(const trace *t, int capacity)
{
    builder     b;
    nsd_scratch counter = nsd_scratch_counter();
    lay_out(&b, t, capacity, &counter);
    return nsd_scratch_counted(&counter) + nsd_tape_graph_scratch(t->inputs, capacity);
}

static int is_of_energies(const char *word)
{
    return strncmp(word, "lagrange", 8) == 0 || strcmp(word, "restEnergy") == 0;
}

/* b->graph <- the recorded function, for the request; 0 when `capacity` nodes are too few. Energies
 * are only differentiated, so that products with zero are dropped. */
static int build_graph(builder *b, const trace *t, const char *word, int capacity)
{
    b->scratch = nsd_mex_scratch(bytes_for(t, capacity));
    nsd_mex_require(nsd_tape_graph_init(&b->graph, t->inputs, capacity, &b->scratch), "tape");
    b->graph.strict = !is_of_energies(word);
    b->rest = strcmp(word, "restEnergy") == 0;
    lay_out(b, t, capacity, &b->scratch);
    for (int k = 0; k < t->count && !b->graph.full; k++) {
        const double *code = t->code + 3 * (size_t)k;
        if ((int)code[0] == NSD_TAPE_LINEAR) {
            b->node[k] = linear(b, t, code);
        } else {
            const int x = operand(b, t, code[1]), y = operand(b, t, code[2]);
            b->node[k] = nsd_tape_graph_op(&b->graph, (nsd_tape_op)(int)code[0], x, y);
        }
    }
    for (int i = 0; i < t->size && !b->graph.full; i++) {
        b->value.node[i] = operand(b, t, t->result[i]);
        b->value.place[i] = i;
        b->value.count = i + 1;
    }
    return !b->graph.full;
}

/* Inputs first .. first + count - 1 get the directions 0, 1, ... */
static nsd_tape_graph_seed unit_seeds(builder *b, int first, int count)
{
    const nsd_tape_graph_seed seed = { count, b->direction, b->seed };
    const int                 one = nsd_tape_graph_constant(&b->graph, 1.0);
    for (int i = 0; i < b->graph.inputs; i++) {
        b->direction[i] = i >= first && i < first + count ? i - first : -1;
        b->seed[i] = one;
    }
    return seed;
}

/* The one direction (1, v) of (t, q) */
static nsd_tape_graph_seed motion_seed(builder *b, int n)
{
    const nsd_tape_graph_seed seed = { 1, b->direction, b->seed };
    const int                 one = nsd_tape_graph_constant(&b->graph, 1.0);
    for (int i = 0; i < b->graph.inputs; i++) {
        b->direction[i] = i <= n ? 0 : -1;
        b->seed[i] = i == 0 || i > n ? one : i + n;
    }
    return seed;
}

/* The value without its zeros: the places that are left are the pattern of a matrix (TP.8) */
static void append_nonzeros(builder *b)
{
    const nsd_tape_graph *g = &b->graph;
    for (int i = 0; i < b->value.count && b->wanted.count < b->wanted.capacity; i++) {
        const int node = b->value.node[i];
        if (g->op[node] != NSD_GRAPH_CONSTANT || g->value[node] != 0.0) {
            b->wanted.node[b->wanted.count] = node;
            b->wanted.place[b->wanted.count++] = b->value.place[i];
        }
    }
}

static void append(nsd_tape_graph_list *to, const nsd_tape_graph_list *from, int shift)
{
    for (int i = 0; i < from->count && to->count < to->capacity; i++) {
        to->node[to->count] = from->node[i];
        to->place[to->count++] = from->place[i] + shift;
    }
}

/* b->rates <- M w with the inputs v as w */
static void mass_times_vector(builder *b, int n)
{
    nsd_tape_graph *g = &b->graph;
    b->rates.count = 0;
    for (int i = 0; i < n && i < b->rates.capacity; i++) {
        int sum = nsd_tape_graph_constant(g, 0.0);
        for (int j = 0; j < n && !g->full; j++) {
            const int part = nsd_tape_graph_op(g, NSD_TAPE_MUL, b->value.node[i + j * n],
                                               1 + n + j);
            sum = nsd_tape_graph_op(g, NSD_TAPE_ADD, sum, part);
        }
        b->rates.node[i] = sum;
        b->rates.place[i] = i;
        b->rates.count = i + 1;
    }
}

static int is_comparison(const trace *t, int k)
{
    const int op = (int)t->code[3 * (size_t)k];
    return op == NSD_TAPE_LT || op == NSD_TAPE_LE || op == NSD_TAPE_EQ;
}

static void find_comparisons(builder *b, const trace *t)
{
    for (int k = 0; k < t->count && b->wanted.count < b->wanted.capacity; k++) {
        if (is_comparison(t, k)) {
            b->wanted.node[b->wanted.count] = b->node[k];
            b->wanted.place[b->wanted.count] = b->wanted.count;
            b->wanted.count++;
        }
    }
}

/* b->wanted <- entries of a request for Lagrange's equations                              (TP.6) */
static nsd_status build_lagrange(builder *b, int n, const char *word, int *size)
{
    const int              *node = b->value.node;
    const nsd_tape_lagrange energies = { n, node[0], node[1], node[2], node + 3 };

    *size = strcmp(word, "lagrangeMass") == 0 ? n * n : n;
    if (b->rest) {
        *size = b->wanted.count = 1;
        b->wanted.node[0] = nsd_tape_graph_op(&b->graph, NSD_TAPE_SUB, node[1], node[0]);
        b->wanted.place[0] = 0;
        return NSD_OK;
    }
    return strcmp(word, "lagrangeMass") == 0
               ? nsd_tape_lagrange_mass(&b->graph, &energies, &b->wanted, &b->derivation)
               : nsd_tape_lagrange_force(&b->graph, &energies, &b->wanted, &b->derivation);
}

/* b->wanted <- entries of the requested tape; *size numbers in its result */
static nsd_status build_request(builder *b, const trace *t, const char *word, int *size)
{
    nsd_tape_graph *g = &b->graph;
    nsd_status      status = NSD_OK;
    const int       n = t->n;

    *size = t->size;
    b->wanted.count = 0;
    g->strict = 0; /* derivatives drop products with zero, also 0 * Inf */
    if (is_of_energies(word)) {
        status = build_lagrange(b, n, word, size);
    } else if (strcmp(word, "value") == 0) {
        append_nonzeros(b);
    } else if (strcmp(word, "comparisons") == 0) {
        find_comparisons(b, t);
        *size = b->wanted.count;
    } else if (strcmp(word, "jacobian") == 0 || strcmp(word, "stateJacobian") == 0) {
        const int                 columns = word[0] == 'j' ? n + t->k : n;
        const nsd_tape_graph_seed seed = unit_seeds(b, 1, columns);
        status = nsd_tape_graph_derive(g, &b->value, &seed, t->size, &b->wanted, &b->derivation);
        *size = t->size * columns;
    } else if (strcmp(word, "massJacobian") == 0) {
        const nsd_tape_graph_seed seed = unit_seeds(b, 1, n);
        mass_times_vector(b, n);
        status = nsd_tape_graph_derive(g, &b->rates, &seed, n, &b->wanted, &b->derivation);
    } else if (strcmp(word, "relationJacobian") == 0) {
        nsd_tape_graph_seed seed = unit_seeds(b, 0, 1);
        status = nsd_tape_graph_derive(g, &b->value, &seed, 1, &b->rates, &b->derivation);
        append(&b->wanted, &b->rates, n * t->size); /* (TP.3) */
        for (int i = 0; i < t->size; i++) {
            b->value.place[i] = i * n;
        }
        seed = unit_seeds(b, 1, n);
        status = status == NSD_OK
                     ? nsd_tape_graph_derive(g, &b->value, &seed, 1, &b->rates, &b->derivation)
                     : status;
        append(&b->wanted, &b->rates, 0);
        *size = (n + 1) * t->size;
    } else { /* bias (TP.4) */
        const nsd_tape_graph_seed seed = motion_seed(b, n);
        status = nsd_tape_graph_derive(g, &b->value, &seed, 1, &b->rates, &b->derivation);
        status = status == NSD_OK
                     ? nsd_tape_graph_derive(g, &b->rates, &seed, 1, &b->wanted, &b->derivation)
                     : status;
    }
    for (int i = 0; i < t->size; i++) {
        b->value.place[i] = i;
    }
    return g->full || b->wanted.count >= b->wanted.capacity ? NSD_ERR_WORKSPACE : status;
}

static void *new_field(mxArray *tape, const char *name, mxClassID kind, int count)
{
    nsd_mex_set(tape, name, mxCreateNumericMatrix(1, (mwSize)count, kind, mxREAL));
    return mxGetData(mxGetField(tape, 0, name));
}

static mxArray *export_tape(builder *b, int size, int *order)
{
    const nsd_tape_graph_sizes has = nsd_tape_graph_measure(&b->graph, &b->wanted, order);
    mxArray                   *tape = mxCreateStructMatrix(1, 1, 0, NULL);
    nsd_tape_memory            memory;
    nsd_tape                   unused;

    nsd_mex_set_number(tape, "inputs", b->graph.inputs);
    nsd_mex_set_number(tape, "size", size);
    nsd_mex_set_number(tape, "given", 0.0);
    memory.constant = new_field(tape, "constant", mxDOUBLE_CLASS, has.constants);
    memory.factor = new_field(tape, "factor", mxDOUBLE_CLASS, has.terms);
    memory.term = new_field(tape, "term", mxINT32_CLASS, has.terms);
    memory.run_op = new_field(tape, "runOp", mxINT32_CLASS, has.runs);
    memory.run_end = new_field(tape, "runEnd", mxINT32_CLASS, has.runs);
    memory.a = new_field(tape, "a", mxINT32_CLASS, has.operations);
    memory.b = new_field(tape, "b", mxINT32_CLASS, has.operations);
    memory.output = new_field(tape, "output", mxINT32_CLASS, b->wanted.count);
    memory.place = new_field(tape, "place", mxINT32_CLASS, b->wanted.count);
    nsd_tape_graph_order(&b->graph, &b->wanted, order, &memory, &unused);
    return tape;
}

/* The number, from 1, of the first recorded comparison that the tape does not need, or 0. The first
 * numbers of `order` are depths of nodes, negative for nodes that are not needed. */
static int unused_comparison(const builder *b, const trace *t, const int *order)
{
    for (int k = 0; k < t->count; k++) {
        if (is_comparison(t, k) && order[b->node[k]] < 0) {
            return k + 1;
        }
    }
    return 0;
}

/* Raises unless the word is known and the function has the sizes that it needs. */
static void check_request(const trace *t, const char *word)
{
    static const char *const words[] = { "value",       "jacobian",     "stateJacobian",
                                         "comparisons", "massJacobian", "relationJacobian",
                                         "bias",        "lagrangeMass", "lagrangeForce",
                                         "restEnergy" };
    int                      known = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        known = known || strcmp(word, words[i]) == 0;
    }
    const int square = strcmp(word, "massJacobian") == 0;
    const int derived = !square && strcmp(word, "value") != 0 && strcmp(word, "comparisons") != 0;
    refuse(!known || (square && (double)t->size != (double)t->n * t->n) ||
               ((square || strcmp(word, "bias") == 0) && t->k != t->n) ||
               (is_of_energies(word) && (t->k != t->n || t->size != 3 + t->n)) ||
               (derived && (double)t->size * (1.0 + t->n + t->k) > INT_MAX),
           word);
}

/* Results of the recorded function that are not the constant zero */
static int count_nonzeros(const trace *t)
{
    int count = 0;
    for (int i = 0; i < t->size; i++) {
        const int k = (int)t->result[i];
        count += k > 0 || t->constant[-k - 1] != 0.0;
    }
    return count;
}

/* One tape; NULL when MOST_NODES are too few for it */
static mxArray *make_tape(const trace *t, const char *word, int *unused)
{
    int capacity = 2 * (t->count + t->terms) + 4 * (count_nonzeros(t) + t->n) + 256;
    for (; capacity <= MOST_NODES; capacity *= NODES_FACTOR) {
        builder b;
        int     size;
        if (build_graph(&b, t, word, capacity) && build_request(&b, t, word, &size) == NSD_OK) {
            int     *order = mxMalloc(4 * (size_t)b.graph.count * sizeof *order);
            mxArray *tape = export_tape(&b, size, order);
            *unused = unused_comparison(&b, t, order);
            mxFree(order);
            mxFree(b.scratch.base);
            return tape;
        }
        mxFree(b.scratch.base);
    }
    return NULL;
}

void nsd_gateway_tape(mxArray *plhs[], const mxArray *prhs[])
{
    if (!prhs[0]) {
        export_operations(plhs);
        return;
    }
    if (!prhs[2] || !mxIsCell(prhs[1])) {
        mexErrMsgIdAndTxt("nsd:mex:badCall", "call nsd_simulate instead");
    }
    const trace  t = read_trace(prhs[0], prhs[2]);
    const size_t requests = mxGetNumberOfElements(prhs[1]);
    int          unused = 0;
    plhs[0] = mxCreateCellMatrix(1, (mwSize)requests);
    for (size_t i = 0; i < requests; i++) {
        char word[32];
        int  first_unused;
        nsd_mex_word(nsd_mex_cell(prhs[1], "requests", i), "request", word, sizeof word);
        check_request(&t, word);
        mxArray *tape = make_tape(&t, word, &first_unused);
        if (tape) {
            mxSetCell(plhs[0], (mwIndex)i, tape);
            unused = strcmp(word, "value") == 0 ? first_unused : unused;
        } else {
            mxSetCell(plhs[0], (mwIndex)i, mxCreateDoubleMatrix(0, 0, mxREAL));
        }
    }
    plhs[1] = mxCreateDoubleScalar(unused);
}
