/* out = nsd_kernel('bar', parameters, what, ...)  - for system/private/nsd_bar_definition.m
 *
 *   'mass', q            M
 *   'potential', q       U
 *   'force', t, q, v     F
 *   'start', struct      struct q, v; fields Angle, Height, Speed, Fraction, Phase, in rad */
#include <string.h>

#include "base/dense.h"
#include "family/mex_builtin.h"

typedef struct call {
    nsd_bar               bar;
    nsd_scratch           scratch;
    size_t                size;
    const mxArray *const *given; /* the arguments after `what` */
} call;

/* The k-th argument, a column of all coordinates */
static const double *column(const call *c, int k, const char *name)
{
    return nsd_mex_matrix(c->given[k], name, c->size, 1);
}

static mxArray *mass(call *c)
{
    mxArray *out = nsd_mex_zeros(c->size, c->size);
    nsd_mex_require(nsd_bar_mass(&c->bar, column(c, 0, "q"), mxGetPr(out)), "bar");
    return out;
}

static mxArray *potential(call *c)
{
    mxArray *out = nsd_mex_zeros(1, 1);
    nsd_mex_require(nsd_bar_potential(&c->bar, column(c, 0, "q"), mxGetPr(out)), "bar");
    return out;
}

static mxArray *force(call *c)
{
    mxArray     *out = nsd_mex_zeros(c->size, 1);
    const double t = *nsd_mex_matrix(c->given[0], "t", 1, 1);
    nsd_mex_require(nsd_bar_force(&c->bar, t, column(c, 1, "q"), column(c, 2, "v"), mxGetPr(out)),
                    "bar");
    return out;
}

static mxArray *start(call *c)
{
    mxArray            *q = nsd_mex_zeros(c->size, 1), *v = nsd_mex_zeros(c->size, 1);
    const mxArray      *from = c->given[0];
    const nsd_bar_start given = { .angle = nsd_mex_field(from, "Angle"),
                                  .height = nsd_mex_field(from, "Height"),
                                  .speed = nsd_mex_field(from, "Speed"),
                                  .fraction = nsd_mex_field(from, "Fraction"),
                                  .phase = nsd_mex_field(from, "Phase") };
    const int           threads = nsd_dense_blas_threads(1);
    const nsd_status status = nsd_bar_perturb(&c->bar, &given, &c->scratch, mxGetPr(q), mxGetPr(v));

    nsd_dense_blas_threads(threads);
    nsd_mex_require(status == NSD_STALLED ? NSD_ERR_SINGULAR : status, "bar");
    mxArray *out = mxCreateStructMatrix(1, 1, 0, NULL);
    nsd_mex_set(out, "q", q);
    nsd_mex_set(out, "v", v);
    return out;
}

static const struct {
    const char *word;
    int         arguments; /* after `what` */
    mxArray *(*run)(call *);
} table[] = {
    { "mass", 1, mass }, { "potential", 1, potential }, { "force", 3, force }, { "start", 1, start }
};

/* The scratch of modes, 96 n^2 bytes, is only for the start. */
static void read_bar(const mxArray *given, int with_mode, call *c)
{
    nsd_bar_parameters parameters;
    nsd_mex_builtin_read_bar(given, &parameters);
    const size_t own = nsd_bar_scratch(parameters.segments);
    c->scratch = nsd_mex_scratch(own + (with_mode ? nsd_bar_mode_scratch(parameters.segments) : 0));
    nsd_mex_require(nsd_bar_init(&c->bar, &parameters, &c->scratch), "bar");
    c->size = (size_t)c->bar.size;
}

void nsd_gateway_bar(mxArray *plhs[], const mxArray *prhs[])
{
    char word[16];
    call c = { .given = prhs + 2 };
    int  count = 0;
    while (count < 3 && c.given[count]) {
        count++;
    }
    nsd_mex_word(prhs[1], "what", word, sizeof word);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(word, table[i].word) == 0 && count == table[i].arguments) {
            read_bar(prhs[0], table[i].run == start, &c);
            plhs[0] = table[i].run(&c);
            mxFree(c.scratch.base);
            return;
        }
    }
    mexErrMsgIdAndTxt("nsd:mex:badCall", "gateway 'bar' does not know '%s' with %d argument(s)",
                      word, count);
}
