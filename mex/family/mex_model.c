/* mex_model.c - mechanical systems: functions by handles or tapes, constant or linear ones. */
#include "family/mex_model.h"

#include <string.h>

#include "family/mex_builtin.h"
#include "family/mex_linear.h"
#include "family/mex_options.h"
#include "host/mex_tape.h"
#include "simulate/family_events.h"
#include "simulate/family_schemes.h"

/* Coordinates, gaps or joints at most: the square of the number of entries is an int. */
enum { MOST_ROWS = 16000 };

/* y <- the gaps or joints, b + H'q where they are linear */
static nsd_status relation_value(nsd_mex_model *host, const nsd_mex_relation *r, int which,
                                 const nsd_tape_place *at, double *y)
{
    if (!r->H) {
        return nsd_mex_functions_call(host, which, at, y);
    }
    for (int a = 0; a < r->rows; a++) {
        y[a] = r->b[a];
        for (int i = 0; i < at->n; i++) {
            y[a] += r->H[i + (size_t)a * (size_t)at->n] * at->x[i];
        }
    }
    return NSD_OK;
}

/* H <- the transpose of the user's Jacobian, n x rows, and behind it the derivatives by t */
static nsd_status relation_jac(nsd_mex_model *host, const nsd_mex_relation *r, int which,
                               const nsd_tape_place *at, double *H)
{
    const size_t n = (size_t)at->n, rows = (size_t)r->rows;
    double      *rate = H + n * rows;

    memset(rate, 0, rows * sizeof(double));
    if (r->H) {
        memcpy(H, r->H, n * rows * sizeof(double));
        return NSD_OK;
    }
    double    *jacobian = mxMalloc(n * rows * sizeof(double) + 1);
    nsd_status status = nsd_mex_functions_call(host, which, at, jacobian);
    for (size_t a = 0; a < rows && status == NSD_OK; a++) {
        for (size_t i = 0; i < n; i++) {
            H[i + a * n] = jacobian[a + i * rows];
        }
    }
    mxFree(jacobian);
    return status == NSD_OK && r->rate.handle
               ? nsd_mex_function_call(&host->functions.caller, &r->rate, at, rate)
               : status;
}

/* nsd_tape_functions.call: what is constant or linear, and the user's functions */
static nsd_status call(void *context, int which, const nsd_tape_place *at, double *result)
{
    nsd_mex_model *host = context;

    switch (which) {
    case NSD_TAPE_GAP:
        return relation_value(host, &host->gap, which, at, result);
    case NSD_TAPE_JOINT:
        return relation_value(host, &host->joint, which, at, result);
    case NSD_TAPE_GAP_JAC:
        return relation_jac(host, &host->gap, which, at, result);
    case NSD_TAPE_JOINT_JAC:
        return relation_jac(host, &host->joint, which, at, result);
    case NSD_TAPE_TANGENT:
        if (host->T) {
            const size_t columns = (size_t)host->functions.function[which].columns;
            memcpy(result, host->T, (size_t)at->n * columns * sizeof(double));
            return NSD_OK;
        }
    }
    return nsd_mex_functions_call(context, which, at, result);
}

static nsd_mex_relation read_relation(const mxArray *arrays, const char *name, int n)
{
    const mxArray   *from = nsd_mex_member(arrays, name);
    const int        with_time = nsd_mex_field(from, "withTime") != 0;
    nsd_mex_relation r = { .from = from,
                           .rows = (int)nsd_mex_integer(from, "rows", 0, MOST_ROWS),
                           .arguments = with_time ? "xt" : "x" };

    r.rate = nsd_mex_function_read(from, "rate", "Rate", r.arguments);
    r.rate.rows = r.rows;
    r.rate.columns = 1;
    if (!nsd_mex_handle(from, "value")) {
        r.H = nsd_mex_numbers(from, "H", (size_t)n, (size_t)r.rows);
        r.b = nsd_mex_numbers(from, "b", (size_t)r.rows, 1);
    }
    return r;
}

/* The surface, and constant tangents; the arguments of tangents by a function, else NULL */
static const char *read_tangents(const mxArray *arrays, nsd_mex_model *host, nsd_surface *surface)
{
    const nsd_tape_functions *set = &host->functions.set.functions;
    const mxArray            *tangents = nsd_mex_member(arrays, "tangents");

    nsd_mex_linear_read_surface(arrays, set->m, surface);
    if (surface->d == 0) {
        return NULL;
    }
    if (mxIsDouble(tangents)) {
        host->T = nsd_mex_matrix(tangents, "tangents", (size_t)set->shape.n,
                                 (size_t)(surface->d * set->m));
        return NULL;
    }
    return nsd_mex_field(arrays, "tangentWithTime") != 0 ? "xt" : "x";
}

/* For each contact the number in the field `name`, from 1, of the parameter that is its restitution
 * or friction, from 0; or -1 */
static const int *contact_parameters(const mxArray *arrays, const char *name,
                                     const nsd_tape_functions *set)
{
    const double *given = nsd_mex_integers(nsd_mex_member(arrays, name), name, (size_t)set->m, 1, 0,
                                           set->shape.parameters);
    int          *number = nsd_mex_malloc(((size_t)set->m + 1) * sizeof *number);
    for (int a = 0; a < set->m; a++) {
        number[a] = (int)given[a] - 1;
    }
    return number;
}

/* set.sparse where the recorded functions have matrices that are mostly zero */
static void find_pattern(nsd_mex_model *host)
{
    nsd_tape_set    *set = &host->functions.set;
    nsd_tape_sparse *sparse = &host->sparse;
    int              cheaper = 0;

    if (!nsd_tape_sparse_fits(set)) {
        return;
    }
    nsd_scratch patterns = nsd_mex_scratch(nsd_tape_sparse_scratch(set));
    nsd_mex_require(nsd_tape_sparse_init(sparse, set, &patterns), "simulate");
    nsd_scratch plan = nsd_mex_scratch(nsd_tape_sparse_plan_scratch(sparse));
    nsd_mex_require(nsd_tape_sparse_plan(sparse, &plan, &cheaper), "simulate");
    set->sparse = cheaper ? sparse : NULL;
    const nsd_columns *A = &sparse->model.matrix, *H = &sparse->model.H, *J = &sparse->model.J;
    if (cheaper && H->m + J->m > 0) {
        nsd_scratch saddle = nsd_mex_scratch(nsd_saddle_plan_scratch(A, H, J));
        nsd_mex_require(nsd_saddle_plan_init(&host->saddle, A, H, J, &saddle), "simulate");
        sparse->model.saddle = &host->saddle;
    }
}

static void read_functions(const mxArray *arrays, nsd_mex_model *host)
{
    nsd_tape_set           *set = &host->functions.set;
    nsd_tape_functions     *functions = &set->functions;
    const mxArray          *M = nsd_mex_member(arrays, "M");
    const int               n = (int)nsd_mex_integer(arrays, "n", 1, MOST_ROWS);
    const nsd_mex_relation *gap = &host->gap, *joint = &host->joint;
    nsd_surface             surface;

    host->gap = read_relation(arrays, "gap", n);
    host->joint = read_relation(arrays, "joint", n);
    const int m = gap->rows, p = joint->rows;
    functions->shape.n = functions->shape.k = n;
    functions->m = m;
    set->p = p;
    set->moving = strchr(gap->arguments, 't') || strchr(joint->arguments, 't');
    set->M = mxIsEmpty(M) && mxIsDouble(M) ? NULL : nsd_mex_matrix(M, "M", (size_t)n, (size_t)n);
    set->e = nsd_mex_numbers(arrays, "e", (size_t)m, 1);
    const char                *tangent = read_tangents(arrays, host, &surface);
    const nsd_mex_function_row rows[NSD_TAPE_FUNCTIONS] = {
        { "mass", n, n, "mass", "mass", "x", .needed = !set->M },
        { "massJacobian", n, n, .arguments = NULL },
        { "force", n, 1, "force", "force", "txz", .needed = 1 },
        { "forceJacobian", n, n, "forceJacobian", "ForceJacobian", "txz", .second = 1 },
        { "gap", m, 1, "value", "gap", gap->arguments, .from = gap->from,
          .constant = gap->H != NULL },
        { "gapJacobian", m, n + 1, "jacobian", "Jacobian", gap->arguments, .from = gap->from,
          .constant = gap->H != NULL },
        { "gapBias", m, 1, .arguments = NULL },
        { "joint", p, 1, "value", "joint", joint->arguments, .from = joint->from,
          .constant = joint->H != NULL },
        { "jointJacobian", p, n + 1, "jacobian", "Jacobian", joint->arguments, .from = joint->from,
          .constant = joint->H != NULL },
        { "jointBias", p, 1, .arguments = NULL },
        { "potential", 1, 1, "potential", "potential", "x", .needed = 0 },
        { "tangent", n, surface.d * m, "tangents", "Tangent", tangent, .needed = 1,
          .constant = host->T != NULL },
    };
    const double *parameters = nsd_mex_functions_read(arrays, &host->functions, rows,
                                                      NSD_TAPE_FUNCTIONS);
    set->e_parameter = contact_parameters(arrays, "eParameter", functions);
    if (surface.d > 0) {
        set->mu_parameter = contact_parameters(arrays, "muParameter", functions);
    }
    /* the derivative by t is a handle of its own */
    host->functions.function[NSD_TAPE_GAP_JAC].columns = n;
    host->functions.function[NSD_TAPE_JOINT_JAC].columns = n;
    functions->call = call;
    set->H = host->gap.H;
    set->J = host->joint.H;
    set->T = host->T;
    set->surface = surface;
    find_pattern(host);
    nsd_tape_model *own = &host->functions.by.mechanical;
    nsd_scratch     scratch = nsd_mex_thread_scratch(nsd_tape_model_scratch(set));
    nsd_mex_functions_start(&host->functions, nsd_tape_model_init(own, set, parameters, &scratch));
}

void nsd_mex_model_read(const mxArray *arrays, void *to)
{
    nsd_mex_model *host = to;
    memset(host, 0, sizeof *host);
    if (mxIsStruct(arrays) && mxGetNumberOfElements(arrays) == 1 &&
        mxGetField(arrays, 0, "builtin")) {
        host->functions.by.mechanical.model = nsd_mex_builtin_read(arrays);
    } else {
        read_functions(arrays, host);
    }
}

void *nsd_mex_nonlinear_schemes(nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_family_nonlinear *context = nsd_mex_calloc(1, sizeof *context);
    char                  method[32];

    nsd_mex_family_method(in->options, method);
    context->scheme = nsd_scheme_find_nonlinear(method);
    NSD_MEX_REFUSE(!context->scheme, "there is no scheme called %s", method);
    context->options = nsd_mex_options_nonlinear(in->options);
    nsd_mex_family_memory(in, &context->options.step.newmark);
    family->rows.energies = NSD_MEX_MECHANICAL;
    family->rows.energies |= context->scheme->algorithmic ? NSD_MEX_KEEP(NSD_ALGORITHMIC) : 0;
    family->add_results = nsd_mex_family_add_memory;
    family->rows.jumps = context->options.adaptive.rel_tol > 0.0;
    return context;
}

void *nsd_mex_nonlinear_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    const nsd_model *model = family->family.models.model[0];
    void            *context = nsd_mex_nonlinear_schemes(family, in);
    family->rows.energies |= nsd_mex_family_obstacles(model->moving,
                                                      model->surface.compliance != NULL);
    return context;
}

void *nsd_mex_event_newmark_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_family_event *context = nsd_mex_calloc(1, sizeof *context);
    const nsd_model  *model = family->family.models.model[0];
    const double      span = in->plan->t_end - in->plan->t0;

    NSD_MEX_REFUSE(!(span <= 2.0 * ((double)in->plan->steps + 1.0) * in->plan->h),
                   "tEnd must not be far behind the last step");
    context->options = nsd_mex_options_event_newmark(in->options);
    family->rows.energies = NSD_MEX_MECHANICAL |
                            nsd_mex_family_obstacles(model->moving,
                                                     model->surface.compliance != NULL);
    family->rows.jumps = 1;
    return context;
}
