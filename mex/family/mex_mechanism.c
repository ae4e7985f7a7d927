/* mex_mechanism.c - loads and joints of rigid bodies from the host. */
#include "family/mex_mechanism.h"

#include <string.h>

#include "host/mex_tape.h"

/* Loads, joints or numbers of functions at most, so that their products with small numbers are an
 * int. */
enum { MOST_LOADS = 1000000 };

/* Words of the host, in the order of the enumerations in mechanism.h */
static const char *const load_kinds[] = { "force", "torque", "spring", "twist", NULL };
static const char *const sources[] = { "constant", "table", "function", NULL };
static const char *const joint_kinds[] = { "ball",      "hinge", "slider",   "cylinder",
                                           "universal", "fixed", "distance", "rope",
                                           "gear",      "bevel", "rack",     NULL };
static const char *const motors[] = { "none", "speed", "position", NULL };

/* to <- the finite numbers of a field */
static void read_numbers(const mxArray *from, const char *field, size_t rows, size_t columns,
                         double *to)
{
    const double *numbers = nsd_mex_finite(nsd_mex_member(from, field), field, rows, columns);
    memcpy(to, numbers, rows * columns * sizeof *to);
}

/* Places that loads may name: tables, numbers of functions */
typedef struct places {
    int bodies, tables, outputs, dimension;
} places;

/* Numbers of the value of a function: in the plane two of a force, one of a torque */
static int numbers_of(const nsd_load *load, int dimension)
{
    return dimension == 3 ? 3 : load->kind == NSD_LOAD_FORCE ? 2 : 1;
}

/* The two bodies of a load or a joint */
static void read_bodies(const mxArray *from, const places *most, int *a, int *b)
{
    const double *pair = nsd_mex_integers(nsd_mex_member(from, "bodies"), "bodies", 2, 1, 0,
                                          most->bodies);
    *a = (int)pair[0];
    *b = (int)pair[1];
}

static void read_load(const mxArray *from, const places *most, nsd_load *load)
{
    load->kind = (nsd_load_kind)nsd_mex_field_word(from, "kind", load_kinds);
    load->source = (nsd_load_source)nsd_mex_field_word(from, "source", sources);
    read_bodies(from, most, &load->a, &load->b);
    load->own_frame = (int)nsd_mex_integer(from, "own", 0, 1);
    const int last = load->source == NSD_LOAD_TABLE ? most->tables - 1
                     : load->source == NSD_LOAD_FUNCTION
                         ? most->outputs - numbers_of(load, most->dimension)
                         : 0;
    load->place = (int)nsd_mex_integer(from, "place", 0, last);
    read_numbers(from, "pointA", 3, 1, load->point_a);
    read_numbers(from, "pointB", 3, 1, load->point_b);
    read_numbers(from, "frameA", 3, 3, load->frame_a);
    read_numbers(from, "frameB", 3, 3, load->frame_b);
    read_numbers(from, "F", 3, 1, load->F);
    read_numbers(from, "stiffness", 1, 1, &load->stiffness);
    read_numbers(from, "damping", 1, 1, &load->damping);
    read_numbers(from, "length", 1, 1, &load->length);
}

static void read_joint(const mxArray *from, const places *most, nsd_joint *joint)
{
    joint->kind = (nsd_joint_kind)nsd_mex_field_word(from, "kind", joint_kinds);
    read_bodies(from, most, &joint->a, &joint->b);
    NSD_MEX_REFUSE(joint->a == joint->b, "joint: a body is joined to itself");
    read_numbers(from, "pointA", 3, 1, joint->point_a);
    read_numbers(from, "pointB", 3, 1, joint->point_b);
    read_numbers(from, "frameA", 3, 3, joint->frame_a);
    read_numbers(from, "frameB", 3, 3, joint->frame_b);
    read_numbers(from, "length", 1, 1, &joint->length);
    read_numbers(from, "ratio", 1, 1, &joint->ratio);
    memcpy(joint->limit, nsd_mex_numbers(from, "limits", 2, 1), sizeof joint->limit);
    read_numbers(from, "restitution", 1, 1, &joint->restitution);
    read_numbers(from, "friction", 1, 1, &joint->friction);
    joint->motor = (nsd_motor_kind)nsd_mex_field_word(from, "motor", motors);
    joint->source = (nsd_load_source)nsd_mex_field_word(from, "source", sources);
    joint->place = (int)nsd_mex_integer(from, "place", 0,
                                        joint->source == NSD_LOAD_FUNCTION ? most->outputs - 1 : 0);
    read_numbers(from, "target", 1, 1, &joint->target);
    joint->strongest = nsd_mex_field(from, "strongest");
}

/* The joints, and the order of their rows */
static void read_joints(const mxArray *cells, const places *most, nsd_mex_bodies *host)
{
    const size_t              count = mxGetNumberOfElements(cells);
    nsd_joint                *joint = mxMalloc((count + 1) * sizeof *joint);
    int                      *first = mxMalloc(2 * (count + 1) * sizeof *first);
    const nsd_mechanism_world world = { host->set.dimension, host->set.count, host->set.mass,
                                        host->set.inertia, host->set.gravity };

    NSD_MEX_REFUSE(count > MOST_LOADS, "there are too many joints");
    for (size_t k = 0; k < count; k++) {
        read_joint(nsd_mex_cell(cells, "joint", k), most, joint + k);
    }
    host->mechanism.joints = (int)count;
    host->mechanism.joint = joint;
    host->mechanism.first = first;
    host->mechanism.width = nsd_mechanism_order(&host->mechanism, &world, first + count + 1, first);
}

static const nsd_load_table *read_tables(const mxArray *cells, int *count)
{
    *count = nsd_mex_count(mxGetNumberOfElements(cells), "tables");
    nsd_load_table *table = mxMalloc(((size_t)*count + 1) * sizeof *table);
    for (int k = 0; k < *count; k++) {
        const mxArray *one = nsd_mex_cell(cells, "tables", (size_t)k);
        const size_t   columns = mxGetNumberOfElements(nsd_mex_member(one, "times"));
        NSD_MEX_REFUSE(columns < 1, "tables: one has no times");
        table[k].count = nsd_mex_count(columns, "times");
        table[k].times = nsd_mex_finite(nsd_mex_member(one, "times"), "times", 1, columns);
        table[k].values = nsd_mex_finite(nsd_mex_member(one, "values"), "values", 3, columns);
    }
    return table;
}

static nsd_status call_functions(void *context, double t, const double *x, double *value)
{
    nsd_mex_bodies *host = context;
    return nsd_tape_caller_eval(&host->functions.by.tapes, 0, &t, x, NULL, value);
}

static void read_functions(const mxArray *arrays, nsd_mex_bodies *host)
{
    nsd_mechanism_functions   *functions = &host->mechanism.functions;
    nsd_tape_functions        *set = &host->functions.set.functions;
    const mxArray             *body = nsd_mex_member(arrays, "body");
    const size_t               count = mxGetNumberOfElements(body);
    const int                  outputs = (int)nsd_mex_integer(arrays, "outputs", 1, MOST_LOADS);
    const nsd_mex_function_row row = { "value", outputs, 1, "handle", "force", "tx", .needed = 1 };
    const double *number = nsd_mex_integers(body, "body", 1, count, 0, host->set.count);
    int          *numbers = mxMalloc((count + 1) * sizeof *numbers);

    for (size_t k = 0; k < count; k++) {
        numbers[k] = (int)number[k];
    }
    set->shape.n = (int)nsd_mex_integer(arrays, "n", 0, MOST_LOADS);
    functions->count = nsd_mex_count(count, "body");
    NSD_MEX_REFUSE(set->shape.n != functions->count * (host->set.dimension == 2 ? 6 : 13),
                   "functions: n does not fit the bodies");
    functions->outputs = outputs;
    functions->body = numbers;
    functions->call = call_functions;
    functions->context = host;
    const double *parameters = nsd_mex_functions_read(arrays, &host->functions, &row, 1);
    nsd_scratch   scratch = nsd_mex_thread_scratch(nsd_tape_caller_scratch(set));
    nsd_mex_functions_start(&host->functions, nsd_tape_caller_init(&host->functions.by.tapes, set,
                                                                   parameters, &scratch));
}

void nsd_mex_mechanism_read(const mxArray *arrays, nsd_mex_bodies *host)
{
    const mxArray *from = nsd_mex_member(arrays, "mechanism");
    if (mxIsEmpty(from)) {
        return;
    }
    const mxArray *load = nsd_mex_member(from, "load"), *calls = nsd_mex_member(from, "functions");
    const size_t   loads = mxGetNumberOfElements(load);
    nsd_load      *own = mxMalloc((loads + 1) * sizeof *own);
    places         most = { .bodies = host->set.count, .dimension = host->set.dimension };

    NSD_MEX_REFUSE(loads > MOST_LOADS, "there are too many loads");
    host->mechanism.table = read_tables(nsd_mex_member(from, "tables"), &most.tables);
    if (!mxIsEmpty(calls)) {
        read_functions(calls, host);
        most.outputs = host->mechanism.functions.outputs;
    }
    for (size_t k = 0; k < loads; k++) {
        read_load(nsd_mex_cell(load, "load", k), &most, own + k);
    }
    read_joints(nsd_mex_member(from, "joint"), &most, host);
    host->mechanism.loads = (int)loads;
    host->mechanism.load = own;
    host->set.mechanism = &host->mechanism;
}
