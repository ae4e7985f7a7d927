/* mex_family.c - the list of families; models of all runs. */
#include "family/mex_family.h"

#include <string.h>

#include "family/mex_linear.h"
#include "family/mex_mechanism.h"
#include "family/mex_model.h"
#include "host/mex_tape.h"
#include "simulate/family_bodies.h"
#include "simulate/family_events.h"
#include "simulate/family_schemes.h"

typedef struct family_row {
    const char            *name;
    const nsd_family_kind *kind;
    nsd_mex_system_fn     *read_system;
    size_t                 host_size, model; /* bytes of a host, offset of the model in it */
    int                    by_functions;     /* 1: a host begins with an nsd_mex_functions */
    nsd_mex_family_fn     *read;
} family_row;

#define MODEL(kind) offsetof(nsd_mex_functions, by.kind.model)

/* clang-format off */
static const family_row families[] = {
    { "linear", &nsd_family_linear_kind,
      nsd_mex_linear_read, sizeof(nsd_mex_linear), 0, 0, nsd_mex_linear_family },
    { "nonlinear", &nsd_family_nonlinear_kind,
      nsd_mex_model_read, sizeof(nsd_mex_model), MODEL(mechanical), 1, nsd_mex_nonlinear_family },
    { "linear adaptive", &nsd_family_linear_adaptive_kind,
      nsd_mex_linear_read, sizeof(nsd_mex_linear), 0, 0, nsd_mex_linear_adaptive_family },
    { "event", &nsd_family_event_kind,
      nsd_mex_model_read, sizeof(nsd_mex_model), MODEL(mechanical), 1, nsd_mex_event_family },
    { "linear event", &nsd_family_linear_event_kind,
      nsd_mex_linear_read, sizeof(nsd_mex_linear), 0, 0, nsd_mex_linear_event_family },
    { "event-newmark", &nsd_family_event_kind,
      nsd_mex_model_read, sizeof(nsd_mex_model), MODEL(mechanical), 1, nsd_mex_event_newmark_family },
    { "first order", &nsd_family_first_order_kind,
      nsd_mex_linear_first_order_read, sizeof(nsd_first_order), 0, 0, nsd_mex_first_order_family },
    { "first order newton", &nsd_family_newton_kind,
      nsd_mex_first_order_read, sizeof(nsd_mex_functions), MODEL(first_order), 1, nsd_mex_newton_family },
    { "hybrid", &nsd_family_hybrid_kind,
      nsd_mex_hybrid_read, sizeof(nsd_mex_functions), MODEL(hybrid), 1, nsd_mex_hybrid_family },
    { "filippov", &nsd_family_filippov_kind,
      nsd_mex_filippov_read, sizeof(nsd_mex_functions), MODEL(filippov), 1, nsd_mex_filippov_family },
    { "bodies", &nsd_family_bodies_kind,
      nsd_mex_bodies_read, sizeof(nsd_mex_bodies), offsetof(nsd_mex_bodies, set), 1,
      nsd_mex_bodies_family },
};
/* clang-format on */

static void require_same_sizes(const nsd_family *family)
{
    const nsd_family_models *models = &family->models;
    for (size_t k = 1; k < models->count; k++) {
        const nsd_sizes sizes = family->kind->sizes(family->context, models->model[k]);
        NSD_MEX_REFUSE(memcmp(&sizes, &family->sizes, sizeof sizes) != 0,
                       "the systems have different sizes");
    }
}

typedef struct parameters { /* of recorded functions */
    char         *hosts;    /* one for each thread   */
    size_t        host_size;
    const double *values; /* count x runs */
    size_t        count;
} parameters;

static void bind_parameters(const void *context, const nsd_trajectory *run)
{
    const parameters *p = context;
    nsd_mex_functions_parameters(
        (nsd_mex_functions *)(p->hosts + (size_t)run->thread * p->host_size),
        p->values + p->count * run->number);
}

/* The models of all systems, with the parameters of each run. A single system by functions is read
 * once for each thread, because it has work space. */
static nsd_family_models read_models(const family_row *row, const nsd_mex_systems *in, char **first)
{
    const int    by_thread = row->by_functions && in->count == 1 && in->threads > 1;
    const size_t count = by_thread ? (size_t)in->threads : in->count, size = row->host_size;
    char        *hosts = *first = nsd_mex_calloc(count, size);
    const void **model = nsd_mex_malloc(count * sizeof *model);

    for (size_t k = 0; k < count; k++) {
        char *host = hosts + k * size;
        row->read_system(in->system[by_thread ? 0 : k], host);
        model[k] = host + row->model;
        NSD_MEX_REFUSE(!in->run && row->by_functions && ((nsd_mex_functions *)host)->calls_back,
                       "a sweep takes recorded functions only");
    }
    nsd_family_models models = { .model = model, .count = count, .by_thread = by_thread };
    if (row->by_functions && in->parameters && !mxIsEmpty(in->parameters)) {
        parameters *p = nsd_mex_malloc(sizeof *p);
        p->hosts = hosts;
        p->host_size = size;
        p->count = (size_t)nsd_mex_parameter_count(in->system[0]);
        p->values = nsd_mex_matrix(in->parameters, "parameters", p->count, in->runs);
        models.bind = bind_parameters;
        models.context = p;
    }
    return models;
}

/* Works of contacts, friction and joints of a mechanical system; other systems have none. */
static unsigned relations(const nsd_sizes *sizes)
{
    return (sizes->m > 0 ? NSD_MEX_KEEP(NSD_IMPACT) : 0) |
           (sizes->d > 0 ? NSD_MEX_KEEP(NSD_FRICTION) : 0) |
           (sizes->p > 0 ? NSD_MEX_KEEP(NSD_JOINT) : 0);
}

unsigned nsd_mex_family_obstacles(int moving, int compliant)
{
    return (moving ? NSD_MEX_KEEP(NSD_DRIVEN) : 0) | (compliant ? NSD_MEX_KEEP(NSD_DAMPING) : 0);
}

nsd_mex_family *nsd_mex_family_read(const mxArray *name, const nsd_mex_systems *in)
{
    nsd_mex_family *family = nsd_mex_calloc(1, sizeof *family);
    char            word[32], *host;

    nsd_mex_word(name, "family", word, sizeof word);
    for (size_t k = 0; k < sizeof families / sizeof families[0]; k++) {
        const family_row *row = families + k;
        if (strcmp(row->name, word) == 0) {
            family->family.models = read_models(row, in, &host);
            if (row->by_functions) {
                nsd_mex_functions *functions = (nsd_mex_functions *)host;
                family->caller = &functions->caller;
                family->calls_gaps = functions->set.functions.callable[NSD_TAPE_GAP] &&
                                     !functions->set.H;
            }
            const void *context = row->read(family, in);
            family->family = nsd_family_make(row->kind, context, &family->family.models);
            family->rows.energies |= relations(&family->family.sizes);
            require_same_sizes(&family->family);
            return family;
        }
    }
    mexErrMsgIdAndTxt("nsd:mex:badInput", "there is no family called %s", word);
    return NULL;
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
    (void)family;
    if (size > 0) {
        mxArray *memory = mxCreateDoubleMatrix((mwSize)size, 1, mxREAL);
        memcpy(mxGetPr(memory), stepper->memory, size * sizeof(double));
        nsd_mex_set(result, "memory", memory);
    }
}
