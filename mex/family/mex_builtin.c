/* mex_builtin.c - parameters of the compiled models, from structs to their contexts. */
#include "family/mex_builtin.h"

#include <string.h>

#include "model/builtin/pendulum.h"

/* Segments of a bar at most. A dense matrix of their 2 segments + 2 coordinates has 3 GB then;
 * larger numbers are typing errors or fill the memory. */
#define MOST_BAR_SEGMENTS 10000

static int whole_number(const mxArray *given, const char *field, int most)
{
    const double value = nsd_mex_field(given, field);
    if (!(value >= 1.0 && value <= most) || value != (int)value) {
        mexErrMsgIdAndTxt("nsd:bar:badArgument", "%s must be a whole number from 1 to %d", field,
                          most);
    }
    return (int)value;
}

void nsd_mex_builtin_read_bar(const mxArray *from, nsd_bar_parameters *p)
{
    p->model = whole_number(from, "Model", 2);
    p->segments = whole_number(from, "Segments", MOST_BAR_SEGMENTS);
    p->length = nsd_mex_field(from, "Length");
    p->radius = nsd_mex_field(from, "Radius");
    p->density = nsd_mex_field(from, "Density");
    p->young = nsd_mex_field(from, "Young");
    p->gravity = nsd_mex_field(from, "Gravity");
}

static nsd_model bar(const mxArray *from, const double *e)
{
    nsd_bar_parameters p;
    nsd_mex_builtin_read_bar(from, &p);
    nsd_scratch scratch = nsd_mex_scratch(nsd_bar_scratch(p.segments));
    nsd_bar    *context = mxMalloc(sizeof *context);
    nsd_mex_require(nsd_bar_init(context, &p, &scratch), "bar");
    nsd_model model = nsd_bar_model(context, e);
    if (nsd_mex_field(from, "Dense") != 0) { /* for comparison: factor M itself */
        model.mass_factor = NULL;
        model.mass_solve = NULL;
    }
    return model;
}

static nsd_model pendulum(const mxArray *from, const double *e)
{
    nsd_model     model;
    nsd_pendulum *context = mxMalloc(sizeof *context);
    context->alpha = nsd_mex_field(from, "Amplitude");
    context->beta = nsd_mex_field(from, "Damping");
    context->eta = nsd_mex_field(from, "FrequencyRatio");
    context->stop = nsd_mex_field(from, "Stop");
    nsd_mex_require(nsd_pendulum_model(context, e, &model), "pendulum");
    return model;
}

static const struct {
    const char *name;
    nsd_model (*read)(const mxArray *parameters, const double *e);
} table[] = { { "bar", bar }, { "pendulum", pendulum } };

nsd_model nsd_mex_builtin_read(const mxArray *arrays)
{
    char name[32];
    nsd_mex_word(nsd_mex_member(arrays, "builtin"), "builtin", name, sizeof name);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(name, table[i].name) != 0) {
            continue;
        }
        const double *e = nsd_mex_numbers(arrays, "e", 1, 1);
        return table[i].read(nsd_mex_member(arrays, "parameters"), e);
    }
    mexErrMsgIdAndTxt("nsd:mex:badInput", "there is no compiled model called %s", name);
    return (nsd_model){ 0 };
}
