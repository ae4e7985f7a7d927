/* out = nsd_kernel('bar', parameters, what, ...)  - for system/private/nsd_bar_definition.m
 *
 *   'derived'            struct of lengths, masses and stiffnesses
 *   'mass', t, q         M                      'solve', t, q, x    M^-1 x in O(n)
 *   'force', t, q, v     F                      'jacobians', t, q, v    struct Fq, Fv
 *   'gap', t, q          struct y, H, y_t       'energy', t, q, v   [T, U]
 *   'mode', angle        struct bending, highest, shape
 *   'start', struct      struct q, v; fields Angle, Height, Speed, Fraction, Phase, in rad */
#include <string.h>

#include "base/dense.h"
#include "family/mex_builtin.h"

typedef struct call {
    nsd_bar        bar;
    nsd_scratch    scratch;
    size_t         size;
    double         t;
    const double  *q, *v;
    const mxArray *third; /* the third argument: angle or struct of the start */
} call;

static mxArray *mass(call *c)
{
    mxArray *out = nsd_mex_zeros(c->size, c->size);
    nsd_mex_require(nsd_bar_mass(&c->bar, c->q, mxGetPr(out)), "bar");
    return out;
}

static mxArray *solve(call *c)
{
    mxArray *out = nsd_mex_zeros(c->size, 1);
    memcpy(mxGetPr(out), c->v, c->size * sizeof(double));
    nsd_mex_require(nsd_bar_mass_factor(&c->bar, c->q), "bar");
    nsd_bar_mass_solve(&c->bar, mxGetPr(out));
    return out;
}

static mxArray *force(call *c)
{
    mxArray *out = nsd_mex_zeros(c->size, 1);
    nsd_mex_require(nsd_bar_force(&c->bar, c->t, c->q, c->v, mxGetPr(out)), "bar");
    return out;
}

/* The numbers of a new field of zeros */
static double *add_zeros(mxArray *out, const char *field, size_t rows, size_t columns)
{
    mxArray *zeros = nsd_mex_zeros(rows, columns);
    nsd_mex_set(out, field, zeros);
    return mxGetPr(zeros);
}

static mxArray *jacobians(call *c)
{
    mxArray *out = mxCreateStructMatrix(1, 1, 0, NULL);
    double  *Fq = add_zeros(out, "Fq", c->size, c->size);
    double  *Fv = add_zeros(out, "Fv", c->size, c->size);
    nsd_mex_require(nsd_bar_force_jac(&c->bar, c->t, c->q, c->v, Fq, Fv), "bar");
    return out;
}

static mxArray *gap(call *c)
{
    mxArray *out = mxCreateStructMatrix(1, 1, 0, NULL);
    double  *y = add_zeros(out, "y", 1, 1), *H = add_zeros(out, "H", c->size, 1);
    nsd_mex_require(nsd_bar_gap(&c->bar, c->t, c->q, y), "bar");
    nsd_mex_require(nsd_bar_gap_jac(&c->bar, c->t, c->q, H, add_zeros(out, "y_t", 1, 1)), "bar");
    return out;
}

static mxArray *energy(call *c)
{
    mxArray *out = nsd_mex_zeros(1, 2);
    nsd_mex_require(nsd_bar_kinetic(&c->bar, c->q, c->v, mxGetPr(out)), "bar");
    nsd_mex_require(nsd_bar_potential(&c->bar, c->q, mxGetPr(out) + 1), "bar");
    return out;
}

static mxArray *derived(call *c)
{
    const nsd_bar *bar = &c->bar;
    const char    *names[] = { "L", "k", "Gamma", "a", "m", "mu", "I", "J", "d" };
    const double   values[] = { bar->L,  bar->k, bar->Gamma, bar->a, bar->m,
                                bar->mu, bar->I, bar->J,     bar->d };
    mxArray       *out = mxCreateStructMatrix(1, 1, 0, NULL);
    for (int i = 0; i < 9; i++) {
        nsd_mex_set_number(out, names[i], values[i]);
    }
    return out;
}

static mxArray *mode(call *c)
{
    mxArray         *out = mxCreateStructMatrix(1, 1, 0, NULL);
    nsd_bar_mode     found = { 0.0, 0.0, add_zeros(out, "shape", c->size, 1) };
    const double     angle = *nsd_mex_matrix(c->third, "angle", 1, 1);
    const int        threads = nsd_dense_blas_threads(1);
    const nsd_status status = nsd_bar_first_mode(&c->bar, angle, &c->scratch, &found);
    nsd_dense_blas_threads(threads);
    nsd_mex_require(status == NSD_STALLED ? NSD_ERR_SINGULAR : status, "bar");
    nsd_mex_set_number(out, "bending", found.bending);
    nsd_mex_set_number(out, "highest", found.highest);
    return out;
}

static mxArray *start(call *c)
{
    mxArray      *out = mxCreateStructMatrix(1, 1, 0, NULL);
    double       *q = add_zeros(out, "q", c->size, 1), *v = add_zeros(out, "v", c->size, 1);
    nsd_bar_start given;
    given.angle = nsd_mex_field(c->third, "Angle");
    given.height = nsd_mex_field(c->third, "Height");
    given.speed = nsd_mex_field(c->third, "Speed");
    given.fraction = nsd_mex_field(c->third, "Fraction");
    given.phase = nsd_mex_field(c->third, "Phase");
    const int        threads = nsd_dense_blas_threads(1);
    const nsd_status status = nsd_bar_perturb(&c->bar, &given, &c->scratch, q, v);
    nsd_dense_blas_threads(threads);
    nsd_mex_require(status == NSD_STALLED ? NSD_ERR_SINGULAR : status, "bar");
    return out;
}

static const struct {
    const char *word;
    int         arguments;
    mxArray *(*run)(call *);
} table[] = { { "derived", 2, derived }, { "mass", 4, mass }, { "solve", 5, solve },
              { "force", 5, force },     { "gap", 4, gap },   { "jacobians", 5, jacobians },
              { "energy", 5, energy },   { "mode", 3, mode }, { "start", 3, start } };

/* The scratch of modes, 96 n^2 bytes, is only for words that need modes. */
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
    int  nrhs = 0;
    while (nrhs < 5 && prhs[nrhs]) {
        nrhs++;
    }
    nsd_mex_word(prhs[1], "what", word, sizeof word);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(word, table[i].word) != 0) {
            continue;
        }
        if (nrhs != table[i].arguments) {
            mexErrMsgIdAndTxt("nsd:mex:badCall", "'%s' takes %d arguments", word,
                              table[i].arguments);
        }
        call c;
        memset(&c, 0, sizeof c);
        read_bar(prhs[0], table[i].arguments == 3, &c);
        c.third = nrhs > 2 ? prhs[2] : NULL;
        c.t = nrhs > 3 ? *nsd_mex_matrix(prhs[2], "t", 1, 1) : 0.0;
        c.q = nrhs > 3 ? nsd_mex_matrix(prhs[3], "q", c.size, 1) : NULL;
        c.v = nrhs > 4 ? nsd_mex_matrix(prhs[4], "v", c.size, 1) : NULL;
        plhs[0] = table[i].run(&c);
        mxFree(c.scratch.base);
        return;
    }
    mexErrMsgIdAndTxt("nsd:mex:badCall", "gateway 'bar' does not know '%s'", word);
}
