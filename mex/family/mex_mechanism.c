/* mex_mechanism.c - loads and joints of rigid bodies from the host. */
#include "family/mex_mechanism.h"

#include <string.h>

#include "host/mex_tape.h"

/* Loads, joints or numbers of functions at most, so that their products with small numbers are an
 * int. */
enum { MOST_LOADS = 1000000 };

enum { /* rows of the field `load` */
       LOAD_KIND,
       LOAD_SOURCE,
       LOAD_A,
       LOAD_B,
       LOAD_OWN_FRAME,
       LOAD_PLACE,
       LOAD_POINT_A,
       LOAD_POINT_B = LOAD_POINT_A + 3,
       LOAD_FRAME_A = LOAD_POINT_B + 3,
       LOAD_FRAME_B = LOAD_FRAME_A + 9,
       LOAD_F = LOAD_FRAME_B + 9,
       LOAD_STIFFNESS = LOAD_F + 3,
       LOAD_DAMPING,
       LOAD_LENGTH,
       LOAD_ROWS
};

enum { /* rows of the field `joint` */
       JOINT_KIND,
       JOINT_A,
       JOINT_B,
       JOINT_POINT_A,
       JOINT_POINT_B = JOINT_POINT_A + 3,
       JOINT_FRAME_A = JOINT_POINT_B + 3,
       JOINT_FRAME_B = JOINT_FRAME_A + 9,
       JOINT_LENGTH = JOINT_FRAME_B + 9,
       JOINT_LIMIT,
       JOINT_RESTITUTION = JOINT_LIMIT + 2,
       JOINT_FRICTION,
       JOINT_MOTOR,
       JOINT_SOURCE,
       JOINT_PLACE,
       JOINT_TARGET,
       JOINT_STRONGEST,
       JOINT_ROWS
};

/* A number of a column, which must be whole and from 0 to `most` */
static int whole(const double *column, int row, int most)
{
    const double number = column[row];
    NSD_MEX_REFUSE(!(number >= 0.0 && number <= most) || number != (int)number,
                   "mechanism: row %d has a number out of range", row + 1);
    return (int)number;
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

static void read_load(const double *column, const places *most, nsd_load *load)
{
    load->kind = (nsd_load_kind)whole(column, LOAD_KIND, NSD_LOADS - 1);
    load->source = (nsd_load_source)whole(column, LOAD_SOURCE, NSD_LOAD_FUNCTION);
    load->a = whole(column, LOAD_A, most->bodies);
    load->b = whole(column, LOAD_B, most->bodies);
    load->own_frame = whole(column, LOAD_OWN_FRAME, 1);
    const int last = load->source == NSD_LOAD_TABLE ? most->tables - 1
                     : load->source == NSD_LOAD_FUNCTION
                         ? most->outputs - numbers_of(load, most->dimension)
                         : 0;
    load->place = whole(column, LOAD_PLACE, last);
    memcpy(load->point_a, column + LOAD_POINT_A, sizeof load->point_a);
    memcpy(load->point_b, column + LOAD_POINT_B, sizeof load->point_b);
    memcpy(load->frame_a, column + LOAD_FRAME_A, sizeof load->frame_a);
    memcpy(load->frame_b, column + LOAD_FRAME_B, sizeof load->frame_b);
    memcpy(load->F, column + LOAD_F, sizeof load->F);
    load->stiffness = column[LOAD_STIFFNESS];
    load->damping = column[LOAD_DAMPING];
    load->length = column[LOAD_LENGTH];
}

static void read_joint(const double *column, const places *most, nsd_joint *joint)
{
    joint->kind = (nsd_joint_kind)whole(column, JOINT_KIND, NSD_JOINTS - 1);
    joint->a = whole(column, JOINT_A, most->bodies);
    joint->b = whole(column, JOINT_B, most->bodies);
    NSD_MEX_REFUSE(joint->a == joint->b, "joint: a body is joined to itself");
    memcpy(joint->point_a, column + JOINT_POINT_A, sizeof joint->point_a);
    memcpy(joint->point_b, column + JOINT_POINT_B, sizeof joint->point_b);
    memcpy(joint->frame_a, column + JOINT_FRAME_A, sizeof joint->frame_a);
    memcpy(joint->frame_b, column + JOINT_FRAME_B, sizeof joint->frame_b);
    joint->length = column[JOINT_LENGTH];
    memcpy(joint->limit, column + JOINT_LIMIT, sizeof joint->limit);
    joint->restitution = column[JOINT_RESTITUTION];
    joint->friction = column[JOINT_FRICTION];
    joint->motor = (nsd_motor_kind)whole(column, JOINT_MOTOR, NSD_MOTOR_POSITION);
    joint->source = (nsd_load_source)whole(column, JOINT_SOURCE, NSD_LOAD_FUNCTION);
    joint->place = whole(column, JOINT_PLACE,
                         joint->source == NSD_LOAD_FUNCTION ? most->outputs - 1 : 0);
    joint->target = column[JOINT_TARGET];
    joint->strongest = column[JOINT_STRONGEST];
}

/* The joints, and the order of their rows */
static void read_joints(const mxArray *array, const places *most, nsd_mex_bodies *host)
{
    const size_t              count = mxGetN(array);
    const double             *column = nsd_mex_matrix(array, "joint", JOINT_ROWS, count);
    nsd_joint                *joint = mxMalloc((count + 1) * sizeof *joint);
    int                      *first = mxMalloc(2 * (count + 1) * sizeof *first);
    const nsd_mechanism_world world = { host->set.dimension, host->set.count, host->set.mass,
                                        host->set.inertia, host->set.gravity };

    NSD_MEX_REFUSE(count > MOST_LOADS, "joint has too many columns");
    for (size_t k = 0; k < count; k++) {
        read_joint(column + JOINT_ROWS * k, most, joint + k);
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
    const size_t   loads = mxGetN(load);
    const double  *column = nsd_mex_finite(load, "load", LOAD_ROWS, loads);
    nsd_load      *own = mxMalloc((loads + 1) * sizeof *own);
    places         most = { .bodies = host->set.count, .dimension = host->set.dimension };

    NSD_MEX_REFUSE(loads > MOST_LOADS, "load has too many columns");
    host->mechanism.table = read_tables(nsd_mex_member(from, "tables"), &most.tables);
    if (!mxIsEmpty(calls)) {
        read_functions(calls, host);
        most.outputs = host->mechanism.functions.outputs;
    }
    for (size_t k = 0; k < loads; k++) {
        read_load(column + LOAD_ROWS * k, &most, own + k);
    }
    read_joints(nsd_mex_member(from, "joint"), &most, host);
    host->mechanism.loads = (int)loads;
    host->mechanism.load = own;
    host->set.mechanism = &host->mechanism;
}
