/* mex_functions.c - first-order, hybrid and Filippov systems: functions by handles or tapes. */
#include "family/mex_functions.h"

#include <string.h>

#include "family/mex_family.h"
#include "host/mex_tape.h"

/* States or relations at most: products of three of them with small factors are an int. */
enum { MOST_ROWS = 16000 };

static nsd_mex_function read_handle(const mxArray *arrays, const nsd_mex_function_row *row)
{
    nsd_mex_function f = { 0 };
    if (row->arguments) {
        f = (row->needed ? nsd_mex_function_needed : nsd_mex_function_read)(
            row->from ? row->from : arrays, row->field, row->name, row->arguments);
    }
    f.rows = row->rows;
    f.columns = row->columns;
    f.second = row->second;
    return f;
}

const double *nsd_mex_functions_read(const mxArray *arrays, nsd_mex_functions *host,
                                     const nsd_mex_function_row *row, int count)
{
    nsd_tape_functions *set = &host->set.functions;
    const mxArray      *parameters = nsd_mex_member(arrays, "parameters");
    const char         *names[NSD_TAPE_CALLER_MOST];
    int                 sizes[NSD_TAPE_CALLER_MOST];

    for (int i = 0; i < count; i++) {
        host->function[i] = read_handle(arrays, row + i);
        names[i] = row[i].tape;
        sizes[i] = row[i].rows * (row[i].columns + (row[i].second ? set->shape.k : 0));
    }
    set->shape.count = count;
    set->shape.parameters = nsd_mex_count(mxGetNumberOfElements(parameters), "parameters");
    const int inputs = 1 + set->shape.n + set->shape.k + set->shape.parameters;
    nsd_mex_tapes_read(arrays, &(nsd_mex_tape_list){ names, sizes, count, inputs }, set->tape);
    for (int i = 0; i < count; i++) {
        const int by_handle = host->function[i].handle && !row[i].constant;
        set->callable[i] = set->tape[i].length == 0 && (by_handle || row[i].constant);
        set->size[i] = sizes[i];
        host->calls_back |= set->callable[i] && by_handle;
    }
    set->call = nsd_mex_functions_call;
    set->context = host;
    return nsd_mex_matrix(parameters, "parameters", (size_t)set->shape.parameters, 1);
}

nsd_status nsd_mex_functions_call(void *context, int which, const nsd_tape_place *at,
                                  double *result)
{
    nsd_mex_functions *host = context;
    return nsd_mex_function_call(&host->caller, &host->function[which], at, result);
}

void nsd_mex_functions_parameters(nsd_mex_functions *host, const double *values)
{
    if (host->set.e_parameter) {
        nsd_tape_model_parameters(&host->by.mechanical, values);
    } else if (host->by.tapes.set) {
        nsd_tape_caller_parameters(&host->by.tapes, values);
    }
}

/* The sizes of a system with m relations, guards or surfaces, and z of m numbers */
static nsd_tape_functions *read_sizes(const mxArray *arrays, nsd_mex_functions *host)
{
    nsd_tape_functions *set = &host->set.functions;

    memset(host, 0, sizeof *host);
    set->shape.n = (int)nsd_mex_integer(arrays, "n", 1, MOST_ROWS);
    set->m = set->shape.k = (int)nsd_mex_integer(arrays, "m", 0, MOST_ROWS);
    return set;
}

void nsd_mex_functions_start(nsd_mex_functions *host, nsd_status status)
{
    nsd_mex_require(status, "simulate");
    host->by.tapes.last_time = &host->caller.t;
}

/* Arguments of a function of (x) or (x, t) */
static const char *with_time(const mxArray *arrays)
{
    return nsd_mex_field(arrays, "withTime") != 0 ? "xt" : "x";
}

void nsd_mex_first_order_read(const mxArray *arrays, void *to)
{
    nsd_mex_functions         *host = to;
    nsd_tape_first_order      *own = &host->by.first_order;
    const nsd_tape_functions  *set = read_sizes(arrays, host);
    const int                  n = set->shape.n, m = set->m;
    const nsd_mex_function_row rows[NSD_TAPE_FO_FUNCTIONS] = {
        { "rate", n, 1, "rate", "rate", "tx", .needed = 1 },
        { "rateJacobian", n, n, "rateJacobian", "RateJacobian", "tx", .needed = 0 },
        { "output", m, 1, "output", "output", "xzt", .needed = 1 },
        { "outputJacobian", m, n, "outputJacobian", "OutputJacobian", "xzt", .second = 1 },
        { "action", n, 1, "action", "action", "xzt", .needed = 1 },
        { "actionJacobian", n, n, "actionJacobian", "ActionJacobian", "xzt", .second = 1 },
    };
    const double *parameters = nsd_mex_functions_read(arrays, host, rows, NSD_TAPE_FO_FUNCTIONS);
    nsd_scratch   scratch = nsd_mex_thread_scratch(nsd_tape_caller_scratch(set));

    nsd_mex_functions_start(host, nsd_tape_first_order_init(own, set, parameters, &scratch));
    own->model.lower = nsd_mex_numbers(arrays, "lower", (size_t)m, 1);
    own->model.upper = nsd_mex_numbers(arrays, "upper", (size_t)m, 1);
}

void nsd_mex_hybrid_read(const mxArray *arrays, void *to)
{
    nsd_mex_functions         *host = to;
    nsd_tape_hybrid           *own = &host->by.hybrid;
    nsd_tape_functions        *set = read_sizes(arrays, host);
    const int                  n = set->shape.n, m = set->m;
    const nsd_mex_function_row rows[NSD_TAPE_HY_FUNCTIONS] = {
        { "rate", n, 1, "rate", "rate", "tx", .needed = 1 },
        { "guard", m, 1, "guards", "guard", with_time(arrays), .needed = 1 },
        { "guardJacobian", n + 1, m, .arguments = NULL },
        { "guardBias", m, 1, .arguments = NULL },
        { "reset", n, m, "reset", "reset", "xit", .needed = 1 },
        { "mass", n, n, "mass", "Mass", "x", .needed = 0 },
    };
    set->shape.k = n; /* z is a direction of x */
    const double *parameters = nsd_mex_functions_read(arrays, host, rows, NSD_TAPE_HY_FUNCTIONS);
    nsd_scratch   scratch = nsd_mex_thread_scratch(nsd_tape_hybrid_scratch(set));

    host->function[NSD_TAPE_HY_RESET].columns = 1; /* a handle is called for one guard */
    nsd_mex_functions_start(host, nsd_tape_hybrid_init(own, set, parameters, &scratch));
}

void nsd_mex_filippov_read(const mxArray *arrays, void *to)
{
    nsd_mex_functions         *host = to;
    nsd_tape_filippov         *own = &host->by.filippov;
    const nsd_tape_functions  *set = read_sizes(arrays, host);
    const int                  n = set->shape.n, m = set->m;
    const char                *arguments = with_time(arrays);
    const nsd_mex_function_row rows[NSD_TAPE_FI_FUNCTIONS] = {
        { "rate", n, 1, "rate", "rate", "txz", .needed = 1 },
        { "surface", m, 1, "surface", "surface", arguments, .needed = 1 },
        { "surfaceJacobian", m, n, "surfaceJacobian", "SurfaceJacobian", arguments, .needed = 0 },
    };
    const double *parameters = nsd_mex_functions_read(arrays, host, rows, NSD_TAPE_FI_FUNCTIONS);
    nsd_scratch   scratch = nsd_mex_thread_scratch(nsd_tape_caller_scratch(set));

    nsd_mex_functions_start(host, nsd_tape_filippov_init(own, set, parameters, &scratch));
    if (set->callable[NSD_TAPE_FI_SURFACE]) {
        own->model.moving = strchr(arguments, 't') != NULL;
    }
}
