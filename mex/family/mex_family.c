/* mex_family.c - the systems of a sweep, from a cell of structs to an nsd_sweep_family. */
#include "family/mex_family.h"

#include <string.h>

#include "model/linear_model.h"
#include "family/mex_event.h"
#include "family/mex_linear.h"

static void raise_bad_input(const char *what)
{
    mexErrMsgIdAndTxt("nsd:mex:badInput", "%s", what);
}

static void set_sizes(nsd_mex_family *f, nsd_sweep *sweep)
{
    const nsd_surface *surface = &f->sizes.surface;
    sweep->sizes = nsd_mex_run_sizes(f->sizes.n, f->sizes.m, f->sizes.p, surface);
}

static void require_same_sizes(const nsd_model *a, const nsd_model *b)
{
    if (a->n != b->n || a->m != b->m || a->p != b->p || a->surface.d != b->surface.d ||
        !a->surface.law != !b->surface.law) {
        raise_bad_input("the systems have different sizes");
    }
}

static void read_linear(nsd_mex_family *f, const mxArray *systems)
{
    const size_t count = mxGetNumberOfElements(systems);
    nsd_linear  *models = mxMalloc(count * sizeof *models);

    for (size_t k = 0; k < count; k++) {
        nsd_mex_linear *one = mxMalloc(sizeof *one); /* the model points to its factors */
        nsd_mex_linear_read(mxGetCell(systems, (mwIndex)k), one);
        models[k] = one->model;
        nsd_model sizes;
        memset(&sizes, 0, sizeof sizes);
        sizes.n = models[k].n;
        sizes.m = models[k].m;
        sizes.p = models[k].p;
        sizes.surface = models[k].surface;
        f->sizes = k == 0 ? sizes : f->sizes;
        require_same_sizes(&sizes, &f->sizes);
    }
    f->linear.models = models;
    f->linear.count = count;
}

/* The column of a run in the field `name` of the changes, or `otherwise` when there is no such
 * field */
static const double *changed_numbers(const mxArray *changes, const char *name, size_t rows,
                                     size_t run, const double *otherwise)
{
    const mxArray *all = mxGetField(changes, 0, name);
    return all ? nsd_mex_matrix(all, name, rows, mxGetN(all)) + rows * run : otherwise;
}

/* Copies of the one system, each with the numbers of its run */
static void copy_with_changes(nsd_mex_family *f, const mxArray *changes, size_t runs)
{
    const nsd_linear base = f->linear.models[0];
    const size_t     n = (size_t)base.n, m = (size_t)base.m, waves = (size_t)base.F.harmonics;
    nsd_linear      *models = mxMalloc(runs * sizeof *models);

    for (size_t r = 0; r < runs; r++) {
        nsd_linear *one = models + r;
        *one = base;
        one->M.values = changed_numbers(changes, "M", n * n, r, base.M.values);
        one->C.values = changed_numbers(changes, "C", n * n, r, base.C.values);
        one->K.values = changed_numbers(changes, "K", n * n, r, base.K.values);
        one->b = changed_numbers(changes, "b", m, r, base.b);
        one->e = changed_numbers(changes, "e", m, r, base.e);
        one->F.omega = changed_numbers(changes, "omega", waves, r, base.F.omega);
        one->F.cosine = changed_numbers(changes, "cosine", n * waves, r, base.F.cosine);
        one->F.sine = changed_numbers(changes, "sine", n * waves, r, base.F.sine);
        one->F.constant = changed_numbers(changes, "constant", n, r, base.F.constant);
    }
    f->linear.models = models;
    f->linear.count = runs;
}

static void read_changes(nsd_mex_family *f, const mxArray *changes)
{
    const int fields = mxIsStruct(changes) ? mxGetNumberOfFields(changes) : 0;
    if (fields == 0) {
        return;
    }
    const size_t runs = mxGetN(mxGetFieldByNumber(changes, 0, 0));
    for (int k = 0; k < fields; k++) {
        if (mxGetN(mxGetFieldByNumber(changes, 0, k)) != runs || f->linear.count != 1) {
            raise_bad_input("the changes do not fit");
        }
    }
    copy_with_changes(f, changes, runs);
}

/* One model for each run, or, of a single system, one copy for each thread: models have work space,
 * which threads must not share. */
static void read_models(nsd_mex_family *f, const mxArray *systems, int threads)
{
    const size_t   given = mxGetNumberOfElements(systems);
    const size_t   count = given > 1 ? given : (size_t)threads;
    nsd_model     *models = mxMalloc(count * sizeof *models);
    nsd_mex_model *hosts = mxMalloc(count *
                                    sizeof *hosts); /* contexts of the models: must not move */

    for (size_t k = 0; k < count; k++) {
        nsd_mex_model_read(mxGetCell(systems, given > 1 ? (mwIndex)k : 0), hosts + k);
        models[k] = hosts[k].model;
        require_same_sizes(models + k, models);
    }
    f->hosts = hosts;
    f->models.models = models;
    f->models.by_run = given > 1;
    f->source = nsd_sweep_models_source(&f->models);
    f->sizes = models[0];
}

/* The model of the thread, with the parameters of the run */
static nsd_status bind_parameters(const void *context, nsd_sweep_worker *worker,
                                  const nsd_model **model)
{
    const nsd_mex_family *f = context;
    nsd_mex_model        *host = f->hosts + worker->thread;

    nsd_tape_model_parameters(&host->tapes, f->parameters + f->parameter_count * worker->run);
    host->model.e = host->tapes.e;
    *model = &host->model;
    return NSD_OK;
}

static void read_parameters(nsd_mex_family *f, const mxArray *parameters)
{
    const nsd_sweep_source source = { f, NULL, bind_parameters };

    f->parameter_count = (size_t)f->hosts[0].set.parameters;
    f->parameters = nsd_mex_matrix(parameters, "parameters", f->parameter_count,
                                   mxGetN(parameters));
    f->source = source;
}

void nsd_mex_family_read(nsd_mex_family *family, const mxArray *systems, const mxArray *from,
                         nsd_sweep *sweep)
{
    const mxArray *parameters = nsd_mex_member(from, "parameters");

    memset(family, 0, sizeof *family);
    family->is_linear = mxGetField(mxGetCell(systems, 0), 0, "storage") != NULL;
    if (family->is_linear) {
        read_linear(family, systems);
        read_changes(family, nsd_mex_member(from, "changes"));
    } else {
        read_models(family, systems, sweep->threads);
        if (!mxIsEmpty(parameters)) {
            read_parameters(family, parameters);
        }
    }
    set_sizes(family, sweep);
}

static void choose_event_driven(nsd_mex_family *f, nsd_mex_run *run, const mxArray *from,
                                nsd_sweep *sweep)
{
    if (f->is_linear) {
        nsd_linear_model *linear = mxCalloc(1, sizeof *linear);
        nsd_scratch       scratch = nsd_mex_scratch(nsd_linear_model_scratch(f->linear.models));
        nsd_mex_require(nsd_linear_model_init(linear, f->linear.models, &scratch, &f->sizes),
                        "simulate");
        f->source = nsd_sweep_linear_source(&f->linear);
    }
    f->event.source = f->source;
    f->event.sizes = &f->sizes;
    f->event.options = nsd_mex_event_read_options(from, run);
    sweep->family = nsd_sweep_event_family(&f->event);
}

void nsd_mex_family_choose_method(nsd_mex_family *family, nsd_mex_run *run, const mxArray *from,
                                  nsd_sweep *sweep)
{
    char method[32];

    nsd_mex_word(nsd_mex_member(from, "method"), "method", method, sizeof method);
    run->options.h = 1.0; /* not used: each run has its own step */
    run->event_driven = strncmp(method, "event", 5) == 0;
    sweep->sizes.forces = run->event_driven;
    sweep->channels = nsd_channels_mechanical(&sweep->sizes);
    if (strcmp(method, "event") == 0) {
        choose_event_driven(family, run, from, sweep);
        return;
    }
    run->options.newmark = nsd_mex_run_newmark_options(from);
    if (family->is_linear) {
        family->linear.scheme = nsd_scheme_find_linear(method);
        if (!family->linear.scheme) {
            raise_bad_input("there is no such scheme");
        }
        family->linear.options = run->options;
        sweep->family = nsd_sweep_linear_family(&family->linear);
        return;
    }
    family->nonlinear.source = family->source;
    family->nonlinear.sizes = &family->sizes;
    family->nonlinear.scheme = nsd_scheme_find_nonlinear(method);
    if (!family->nonlinear.scheme && strcmp(method, "event-newmark") != 0) {
        raise_bad_input("there is no such scheme");
    }
    family->nonlinear.options.nonlinear = nsd_mex_run_nonlinear_options(run, from);
    family->nonlinear.options.exact = nsd_mex_field(from, "exactRoot") != 0;
    sweep->family = nsd_sweep_nonlinear_family(&family->nonlinear);
}
