/* mex_model.c - nsd_model implemented by function handles. */
#include "family/mex_model.h"

#include <limits.h>
#include <string.h>

#include "family/mex_builtin.h"
#include "family/mex_linear.h"
#include "family/mex_options.h"
#include "simulate/family_events.h"
#include "simulate/family_schemes.h"

static nsd_mex_place place_of(const nsd_mex_model *host, double t, const double *q, const double *v)
{
    const nsd_mex_place at = { t, q, v, host->model.n, host->model.n, 0 };
    return at;
}

static nsd_status mass(void *context, const double *q, double *M)
{
    nsd_mex_model      *host = context;
    const nsd_mex_place at = place_of(host, 0.0, q, NULL);
    if (host->M) {
        memcpy(M, host->M, (size_t)at.n * (size_t)at.n * sizeof(double));
        return NSD_OK;
    }
    return nsd_mex_function_call(&host->caller, &host->mass, &at, at.n, at.n, M);
}

static nsd_status force(void *context, double t, const double *q, const double *v, double *F)
{
    nsd_mex_model      *host = context;
    const nsd_mex_place at = place_of(host, t, q, v);
    return nsd_mex_function_call(&host->caller, &host->force, &at, at.n, 1, F);
}

static nsd_status force_jac(void *context, double t, const double *q, const double *v, double *Fq,
                            double *Fv)
{
    nsd_mex_model      *host = context;
    const nsd_mex_place at = place_of(host, t, q, v);
    return nsd_mex_function_derivatives(&host->caller, &host->force_jac, &at, at.n, Fq, Fv);
}

static nsd_status potential(void *context, const double *q, double *U)
{
    nsd_mex_model      *host = context;
    const nsd_mex_place at = place_of(host, 0.0, q, NULL);
    return nsd_mex_function_call(&host->caller, &host->potential, &at, 1, 1, U);
}

/* value <- a function of (q) or (q, t), rows x columns; an error has the time t in any case */
static nsd_status call_at(nsd_mex_model *host, const nsd_mex_function *f, double t, const double *q,
                          const int size[2], double *value)
{
    const nsd_mex_place at = place_of(host, t, q, NULL);
    host->caller.t = t;
    return nsd_mex_function_call(&host->caller, f, &at, size[0], size[1], value);
}

static nsd_status relation_value(nsd_mex_model *host, const nsd_mex_relation *r, double t,
                                 const double *q, double *y)
{
    const int n = host->model.n;
    if (!r->H) {
        return call_at(host, &r->value, t, q, (const int[]){ r->rows, 1 }, y);
    }
    for (int a = 0; a < r->rows; a++) {
        y[a] = r->b[a];
        for (int i = 0; i < n; i++) {
            y[a] += r->H[i + (size_t)a * (size_t)n] * q[i];
        }
    }
    return NSD_OK;
}

/* H <- the transpose of the user's Jacobian, n x rows */
static nsd_status relation_jac(nsd_mex_model *host, const nsd_mex_relation *r, double t,
                               const double *q, double *H, double *rate)
{
    const size_t n = (size_t)host->model.n, rows = (size_t)r->rows;

    memset(rate, 0, rows * sizeof(double));
    if (r->H) {
        memcpy(H, r->H, n * rows * sizeof(double));
        return NSD_OK;
    }
    double    *jacobian = mxMalloc(n * rows * sizeof(double) + 1);
    nsd_status status = call_at(host, &r->jacobian, t, q, (const int[]){ r->rows, host->model.n },
                                jacobian);
    for (size_t a = 0; a < rows && status == NSD_OK; a++) {
        for (size_t i = 0; i < n; i++) {
            H[i + a * n] = jacobian[a + i * rows];
        }
    }
    mxFree(jacobian);
    if (status == NSD_OK && r->rate.handle) {
        status = call_at(host, &r->rate, t, q, (const int[]){ r->rows, 1 }, rate);
    }
    return status;
}

static nsd_status gap(void *context, double t, const double *q, double *y)
{
    nsd_mex_model *host = context;
    return relation_value(host, &host->gap, t, q, y);
}

static nsd_status joint(void *context, double t, const double *q, double *g)
{
    nsd_mex_model *host = context;
    return relation_value(host, &host->joint, t, q, g);
}

static nsd_status gap_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    nsd_mex_model *host = context;
    return relation_jac(host, &host->gap, t, q, H, y_t);
}

static nsd_status joint_jac(void *context, double t, const double *q, double *J, double *g_t)
{
    nsd_mex_model *host = context;
    return relation_jac(host, &host->joint, t, q, J, g_t);
}

static nsd_status tangent(void *context, double t, const double *q, double *T)
{
    nsd_mex_model   *host = context;
    const nsd_model *model = &host->model;
    const int        size[] = { model->n, model->surface.d * model->m };

    if (host->T) {
        memcpy(T, host->T, (size_t)size[0] * (size_t)size[1] * sizeof(double));
        return NSD_OK;
    }
    return call_at(host, &host->tangent, t, q, size, T);
}

static nsd_mex_relation read_relation(const mxArray *arrays, const char *name, int n)
{
    const mxArray   *from = nsd_mex_member(arrays, name);
    const int        with_time = nsd_mex_field(from, "withTime") != 0;
    const char      *arguments = with_time ? "xt" : "x";
    nsd_mex_relation r = { .rows = (int)nsd_mex_integer(from, "rows", 0, INT_MAX / 4),
                           .with_time = with_time };

    r.value = nsd_mex_function_read(from, "value", name, arguments);
    r.jacobian = nsd_mex_function_read(from, "jacobian", "Jacobian", arguments);
    r.rate = nsd_mex_function_read(from, "rate", "Rate", arguments);
    if (!r.value.handle) {
        r.H = nsd_mex_matrix(nsd_mex_member(from, "H"), "H", (size_t)n, (size_t)r.rows);
        r.b = nsd_mex_matrix(nsd_mex_member(from, "b"), "b", (size_t)r.rows, 1);
    }
    return r;
}

static void read_tangents(const mxArray *arrays, nsd_mex_model *host)
{
    nsd_model     *model = &host->model;
    const mxArray *tangents = nsd_mex_member(arrays, "tangents");
    nsd_surface   *surface = &model->surface;

    nsd_mex_linear_read_surface(arrays, model->m, surface);
    if (surface->d == 0) {
        return;
    }
    model->tangent = tangent;
    if (mxIsDouble(tangents)) {
        host->T = nsd_mex_matrix(tangents, "tangents", (size_t)model->n,
                                 (size_t)(surface->d * model->m));
        return;
    }
    const int with_time = nsd_mex_field(arrays, "tangentWithTime") != 0;
    host->tangent = nsd_mex_function_needed(arrays, "tangents", "Tangent", with_time ? "xt" : "x");
}

static void read_handles(const mxArray *arrays, nsd_mex_model *host)
{
    nsd_model     *model = &host->model;
    const mxArray *M = nsd_mex_member(arrays, "M");

    model->n = (int)nsd_mex_integer(arrays, "n", 1, INT_MAX / 4);
    const size_t n = (size_t)model->n;
    host->M = mxIsEmpty(M) && mxIsDouble(M) ? NULL : nsd_mex_matrix(M, "M", n, n);
    host->mass = (host->M ? nsd_mex_function_read : nsd_mex_function_needed)(arrays, "mass", "mass",
                                                                             "x");
    host->force = nsd_mex_function_needed(arrays, "force", "force", "txz");
    host->force_jac = nsd_mex_function_read(arrays, "forceJacobian", "ForceJacobian", "txz");
    host->potential = nsd_mex_function_read(arrays, "potential", "potential", "x");
    host->gap = read_relation(arrays, "gap", model->n);
    host->joint = read_relation(arrays, "joint", model->n);
    model->m = host->gap.rows;
    model->p = host->joint.rows;
    model->e = nsd_mex_matrix(nsd_mex_member(arrays, "e"), "e", (size_t)model->m, 1);
    read_tangents(arrays, host);
    model->constant_mass = host->M != NULL;
    model->moving = host->gap.with_time || host->joint.with_time;
    model->context = host;
    model->mass = mass;
    model->force = force;
    model->gap = gap;
    model->joint = joint;
    model->force_jac = host->force_jac.handle ? force_jac : NULL;
    model->gap_jac = host->gap.H || host->gap.jacobian.handle ? gap_jac : NULL;
    model->joint_jac = host->joint.H || host->joint.jacobian.handle ? joint_jac : NULL;
    model->potential = host->potential.handle ? potential : NULL;
}

/* Replaces handles by tapes where there are tapes. Tapes take the same context as handles, because
 * `tapes` is the first field of the host. */
static void use_tapes(const mxArray *arrays, nsd_mex_model *host)
{
    nsd_model       *model = &host->model;
    const nsd_model *by_tape = &host->tapes.model;
    const mxArray   *values = nsd_mex_member(arrays, "parameters");

    nsd_mex_tape_set_read(arrays, &host->set);
    const double *parameters = nsd_mex_matrix(values, "parameters", (size_t)host->set.parameters,
                                              1);
    nsd_scratch   scratch = nsd_mex_thread_scratch(nsd_tape_model_scratch(&host->set));
    nsd_mex_require(nsd_tape_model_init(&host->tapes, &host->set, parameters, &scratch),
                    "simulate");
    host->tapes.caller.last_time = &host->caller.t;
    if (by_tape->mass) {
        model->mass = by_tape->mass;
        model->mass_jac = by_tape->mass_jac;
        model->constant_mass = by_tape->constant_mass;
    }
    if (by_tape->force) {
        model->force = by_tape->force;
        model->force_jac = by_tape->force_jac ? by_tape->force_jac : model->force_jac;
        model->exact = by_tape->exact;
    }
    if (by_tape->gap) {
        model->gap = by_tape->gap;
        model->gap_jac = by_tape->gap_jac ? by_tape->gap_jac : model->gap_jac;
        model->gap_bias = by_tape->gap_bias;
    }
    if (by_tape->joint) {
        model->joint = by_tape->joint;
        model->joint_jac = by_tape->joint_jac ? by_tape->joint_jac : model->joint_jac;
        model->joint_bias = by_tape->joint_bias;
    }
    if (by_tape->potential) {
        model->potential = by_tape->potential;
    }
    if (by_tape->tangent) {
        model->tangent = by_tape->tangent;
    }
}

void nsd_mex_model_read(const mxArray *arrays, void *to)
{
    nsd_mex_model *host = to;
    memset(host, 0, sizeof *host);
    if (mxIsStruct(arrays) && mxGetNumberOfElements(arrays) == 1 &&
        mxGetField(arrays, 0, "builtin")) {
        host->model = nsd_mex_builtin_read(arrays);
    } else {
        read_handles(arrays, host);
        use_tapes(arrays, host);
    }
}

static void set_parameters(void *host, const double *values)
{
    nsd_mex_model *own = host;
    if (own->tapes.set) { /* compiled models have none */
        nsd_tape_model_parameters(&own->tapes, values);
        own->model.e = own->tapes.e;
    }
}

static int calls_back(const void *host)
{
    const nsd_mex_model *own = host;
    const nsd_model     *model = &own->model;
    return (model->mass == mass && !own->M) || model->force == force ||
           model->force_jac == force_jac || model->potential == potential ||
           (model->gap == gap && !own->gap.H) || (model->gap_jac == gap_jac && !own->gap.H) ||
           (model->joint == joint && !own->joint.H) ||
           (model->joint_jac == joint_jac && !own->joint.H) ||
           (model->tangent == tangent && !own->T);
}

nsd_family_models nsd_mex_model_all(const nsd_mex_systems *in, nsd_mex_model **first_host)
{
    const nsd_mex_hosts how = { sizeof(nsd_mex_model),
                                offsetof(nsd_mex_model, model),
                                nsd_mex_model_read,
                                set_parameters,
                                1,
                                calls_back };
    return nsd_mex_family_models(in, &how, first_host);
}

static unsigned energies_to_keep(const nsd_sizes *sizes)
{
    return NSD_MEX_KEEP(NSD_KINETIC) | NSD_MEX_KEEP(NSD_POTENTIAL) | NSD_MEX_KEEP(NSD_EXTERNAL) |
           NSD_MEX_KEEP(NSD_NUMERICAL) | nsd_mex_linear_relations(sizes);
}

void nsd_mex_nonlinear_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_family_nonlinear   *context = mxCalloc(1, sizeof *context);
    nsd_mex_model          *host = NULL;
    const nsd_family_models models = nsd_mex_model_all(in, &host);
    char                    method[32];

    nsd_mex_family_method(in->options, method);
    context->scheme = nsd_scheme_find_nonlinear(method);
    if (!context->scheme) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "there is no scheme called %s", method);
    }
    context->options = nsd_mex_options_nonlinear(in->options);
    nsd_mex_family_memory(in, &context->options.step.newmark);
    family->family = nsd_family_make(&nsd_family_nonlinear_kind, context, &models);
    family->rows.energies = energies_to_keep(&family->family.sizes);
    if (context->scheme == &nsd_nonlinear_scheme_newmark ||
        context->scheme == &nsd_nonlinear_scheme_hht) {
        family->rows.energies |= NSD_MEX_KEEP(NSD_ALGORITHMIC);
    }
    family->caller = &host->caller;
    family->add_results = nsd_mex_family_add_memory;
}

void nsd_mex_event_newmark_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_family_event       *context = mxCalloc(1, sizeof *context);
    nsd_mex_model          *host = NULL;
    const nsd_family_models models = nsd_mex_model_all(in, &host);

    context->options = nsd_mex_options_event_newmark(in->options);
    family->family = nsd_family_make(&nsd_family_event_kind, context, &models);
    family->rows.energies = energies_to_keep(&family->family.sizes);
    family->rows.jumps = 1;
    family->caller = &host->caller;
}
