/* mex_family.c - the list of families; models of all runs. */
#include "family/mex_family.h"

#include <string.h>

#include "host/mex_tape.h"

static const struct {
    const char        *name;
    nsd_mex_family_fn *read;
} families[] = {
    { "linear", nsd_mex_linear_family },
    { "nonlinear", nsd_mex_nonlinear_family },
    { "event", nsd_mex_event_family },
    { "linear event", nsd_mex_linear_event_family },
    { "event-newmark", nsd_mex_event_newmark_family },
    { "first order", nsd_mex_first_order_family },
    { "first order newton", nsd_mex_newton_family },
    { "hybrid", nsd_mex_hybrid_family },
    { "filippov", nsd_mex_filippov_family },
    { "bodies", nsd_mex_bodies_family },
};

static void require_same_sizes(const nsd_family *family)
{
    const nsd_family_models *models = &family->models;
    for (size_t k = 1; k < models->count; k++) {
        const nsd_sizes sizes = family->kind->sizes(family->context, models->model[k]);
        if (memcmp(&sizes, &family->sizes, sizeof sizes) != 0) {
            mexErrMsgIdAndTxt("nsd:mex:badInput", "the systems have different sizes");
        }
    }
}

nsd_mex_family *nsd_mex_family_read(const mxArray *name, const nsd_mex_systems *in)
{
    nsd_mex_family *family = mxCalloc(1, sizeof *family);
    char            word[32];

    nsd_mex_word(name, "family", word, sizeof word);
    for (size_t k = 0; k < sizeof families / sizeof families[0]; k++) {
        if (strcmp(families[k].name, word) == 0) {
            families[k].read(family, in);
            require_same_sizes(&family->family);
            return family;
        }
    }
    mexErrMsgIdAndTxt("nsd:mex:badInput", "there is no family called %s", word);
    return NULL;
}

typedef struct parameters { /* of recorded functions */
    char         *hosts;    /* one for each thread   */
    size_t        host_size;
    const double *values; /* count x runs */
    size_t        count;
    void (*set)(void *host, const double *values);
} parameters;

static void bind_parameters(const void *context, const nsd_trajectory *run)
{
    const parameters *p = context;
    p->set(p->hosts + (size_t)run->thread * p->host_size, p->values + p->count * run->number);
}

static parameters *read_parameters(const nsd_mex_systems *in, const nsd_mex_hosts *how, char *hosts)
{
    parameters *p = mxMalloc(sizeof *p);
    p->hosts = hosts;
    p->host_size = how->size;
    p->count = (size_t)nsd_mex_parameter_count(in->system[0]);
    p->values = nsd_mex_matrix(in->parameters, "parameters", p->count, in->runs);
    p->set = how->set_parameters;
    return p;
}

nsd_family_models nsd_mex_family_models(const nsd_mex_systems *in, const nsd_mex_hosts *how,
                                        void *first_host)
{
    const int    one_by_thread = how->by_thread && in->count == 1 && in->threads > 1;
    const size_t count = one_by_thread ? (size_t)in->threads : in->count;
    char        *hosts = mxCalloc(count, how->size);
    const void **model = mxMalloc(count * sizeof *model);

    for (size_t k = 0; k < count; k++) {
        how->read(in->system[one_by_thread ? 0 : k], hosts + k * how->size);
        if (!in->run && how->calls_back && how->calls_back(hosts + k * how->size)) {
            mexErrMsgIdAndTxt("nsd:mex:badInput", "a sweep takes recorded functions only");
        }
        model[k] = hosts + k * how->size + how->model;
    }
    if (first_host) {
        *(void **)first_host = hosts;
    }
    nsd_family_models models = { .model = model, .count = count, .by_thread = one_by_thread };
    if (how->set_parameters && in->parameters && !mxIsEmpty(in->parameters)) {
        models.bind = bind_parameters;
        models.context = read_parameters(in, how, hosts);
    }
    return models;
}

void nsd_mex_family_method(const mxArray *options, char *method)
{
    nsd_mex_word(nsd_mex_member(options, "Method"), "Method", method, 32);
}

void nsd_mex_family_memory(const nsd_mex_systems *in, nsd_newmark_options *options)
{
    const mxArray *memory = in->run ? mxGetField(in->run, 0, "memory") : NULL;
    if (memory && !mxIsEmpty(memory)) {
        options->memory_size = mxGetNumberOfElements(memory);
        options->memory = nsd_mex_matrix(memory, "memory", options->memory_size, 1);
    }
}

void nsd_mex_family_add_memory(nsd_mex_family *family, nsd_trajectory *run, mxArray *result)
{
    const nsd_stepper *stepper = run->stepper;
    const size_t       size = stepper && stepper->memory ? stepper->memory_size : 0;
    mxArray           *memory = mxCreateDoubleMatrix((mwSize)size, 1, mxREAL);
    (void)family;
    if (size > 0) {
        memcpy(mxGetPr(memory), stepper->memory, size * sizeof(double));
    }
    nsd_mex_set(result, "memory", memory);
}
