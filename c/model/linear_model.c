/* linear_model.c - M, F - C v - K q, H'q + b and J'q + bJ as functions of a model. */
#include "model/linear_model.h"

#include <string.h>

/* full <- factor A as a dense matrix, column by column */
static void dense_matrix(const nsd_linear_model *s, const nsd_matrix *A, double factor,
                         double *full)
{
    const size_t n = (size_t)s->linear->n;
    double      *unit = s->work;

    memset(full, 0, n * n * sizeof *full);
    memset(unit, 0, n * sizeof *unit);
    for (size_t j = 0; j < n && A->storage != NSD_ZERO; j++) {
        unit[j] = 1.0;
        nsd_matrix_times(A, unit, full + j * n);
        unit[j] = 0.0;
    }
    nsd_dense_scale(n * n, factor, full, full);
}

static nsd_status mass(void *context, const double *q, double *M)
{
    const nsd_linear_model *s = context;
    (void)q;
    dense_matrix(s, &s->linear->M, 1.0, M);
    return NSD_OK;
}

static nsd_status force_jac(void *context, double t, const double *q, const double *v, double *Fq,
                            double *Fv)
{
    const nsd_linear_model *s = context;
    (void)t;
    (void)q;
    (void)v;
    dense_matrix(s, &s->linear->K, -1.0, Fq);
    dense_matrix(s, &s->linear->C, -1.0, Fv);
    return NSD_OK;
}

static nsd_status mass_factor(void *context, const double *q)
{
    (void)context;
    (void)q;
    return NSD_OK; /* M is constant: factored by nsd_linear_model_init */
}

static void mass_solve(void *context, double *x)
{
    const nsd_linear_model *s = context;
    nsd_factor_solve(&s->mass, x);
}

/* F <- F - A x */
static void subtract_product(const nsd_linear_model *s, const nsd_matrix *A, const double *x,
                             double *F)
{
    if (A) {
        nsd_matrix_times(A, x, s->work);
        nsd_dense_add(s->linear->n, -1.0, s->work, F);
    }
}

static nsd_status force(void *context, double t, const double *q, const double *v, double *F)
{
    const nsd_linear_model *s = context;
    nsd_status              status = NSD_OK;
    if (s->force) {
        status = s->force(s->caller, t, F);
    } else {
        nsd_force_at(&s->linear->F, 0, t, F);
    }
    subtract_product(s, s->C, v, F);
    subtract_product(s, s->K, q, F);
    return status;
}

/* x'A x */
static double quadratic_form(const nsd_linear_model *s, const nsd_matrix *A, const double *x)
{
    if (!A) {
        return 0.0;
    }
    nsd_matrix_times(A, x, s->work);
    return nsd_dense_dot(s->linear->n, x, s->work);
}

static nsd_status damping(void *context, const double *v, double *power)
{
    const nsd_linear_model *s = context;
    *power = -quadratic_form(s, s->C, v);
    return NSD_OK;
}

static nsd_status potential(void *context, const double *q, double *U)
{
    const nsd_linear_model *s = context;
    *U = 0.5 * quadratic_form(s, s->K, q);
    return NSD_OK;
}

static nsd_status kinetic(void *context, const double *q, const double *v, double *T)
{
    const nsd_linear_model *s = context;
    (void)q;
    *T = 0.5 * quadratic_form(s, &s->linear->M, v);
    return NSD_OK;
}

/* y <- H'q + b */
static nsd_status linear_values(const nsd_columns *H, const double *b, const double *q, double *y)
{
    for (int a = 0; a < H->m; a++) {
        y[a] = nsd_columns_dot(H, a, q) + b[a];
    }
    return NSD_OK;
}

/* dense <- H as a dense matrix, rate <- 0 */
static nsd_status dense_columns(const nsd_columns *H, double *dense, double *rate)
{
    const size_t n = (size_t)H->n;
    memset(dense, 0, n * (size_t)H->m * sizeof *dense);
    memset(rate, 0, (size_t)H->m * sizeof *rate);
    for (int a = 0; a < H->m; a++) {
        nsd_columns_add(H, a, 1.0, dense + (size_t)a * n);
    }
    return NSD_OK;
}

/* Value, Jacobian and bias (zero) of the gaps and of the joints */
#define LINEAR_RELATION(name, columns, offset)                                                \
    static nsd_status name(void *context, double t, const double *q, double *y)               \
    {                                                                                         \
        const nsd_linear *linear = ((const nsd_linear_model *)context)->linear;               \
        (void)t;                                                                              \
        return linear_values(&linear->columns, linear->offset, q, y);                         \
    }                                                                                         \
    static nsd_status name##_jac(void *context, double t, const double *q, double *H,         \
                                 double *rate)                                                \
    {                                                                                         \
        (void)t;                                                                              \
        (void)q;                                                                              \
        return dense_columns(&((const nsd_linear_model *)context)->linear->columns, H, rate); \
    }                                                                                         \
    static nsd_status name##_bias(void *context, double t, const double *q, const double *v,  \
                                  double *kappa)                                              \
    {                                                                                         \
        const nsd_linear *linear = ((const nsd_linear_model *)context)->linear;               \
        (void)t;                                                                              \
        (void)q;                                                                              \
        (void)v;                                                                              \
        memset(kappa, 0, (size_t)linear->columns.m * sizeof *kappa);                          \
        return NSD_OK;                                                                        \
    }
LINEAR_RELATION(gap, H, b)
LINEAR_RELATION(joint, J, bJ)

static nsd_status tangent(void *context, double t, const double *q, double *T)
{
    const nsd_linear *linear = ((const nsd_linear_model *)context)->linear;
    const int         d = linear->surface.d;
    (void)t;
    (void)q;
    memset(T, 0, (size_t)linear->n * (size_t)(d * linear->m) * sizeof *T);
    for (int k = 0; k < d * linear->m;
         k++) { /* columns of G: normal and tangents, contact by contact */
        nsd_columns_add(&linear->G, k / d * (d + 1) + 1 + k % d, 1.0,
                        T + (size_t)k * (size_t)linear->n);
    }
    return NSD_OK;
}

/* M, written as a sum of M, C and K with factors 1, 0, 0 */
static nsd_factor_sum mass_sum(const nsd_linear *linear)
{
    return (nsd_factor_sum){ &linear->M, &linear->C, &linear->K, 0.0, 0.0, 1, linear->sparse };
}

static size_t lay_out(nsd_linear_model *self, const nsd_linear *linear, nsd_scratch *factors,
                      nsd_scratch *scratch)
{
    const nsd_factor_sum sum = mass_sum(linear);
    self->work = nsd_scratch_doubles(scratch, (size_t)linear->n);
    *factors = nsd_scratch_part(scratch, nsd_factor_scratch(&sum));
    return nsd_scratch_counted(scratch);
}

size_t nsd_linear_model_scratch(const nsd_linear *linear)
{
    return lay_out(&(nsd_linear_model){ 0 }, linear, &(nsd_scratch){ 0 }, NSD_SCRATCH_COUNTER);
}

nsd_model nsd_linear_model_functions(nsd_linear_model *self, const nsd_linear *linear)
{
    self->linear = linear;
    self->C = nsd_matrix_is_zero(&linear->C) ? NULL : &linear->C;
    self->K = nsd_matrix_is_zero(&linear->K) ? NULL : &linear->K;
    return (nsd_model){
        .n = linear->n,
        .m = linear->m,
        .p = linear->p,
        .e = linear->e,
        .constant_mass = 1,
        .context = self,
        .mass = mass,
        .force = force,
        .gap = gap,
        .joint = joint,
        .force_jac = force_jac,
        .gap_jac = gap_jac,
        .joint_jac = joint_jac,
        .gap_bias = gap_bias,
        .joint_bias = joint_bias,
        .potential = potential,
        .kinetic = kinetic,
        .damping = self->C ? damping : NULL,
        .mass_factor = mass_factor,
        .mass_solve = mass_solve,
        .normals = &linear->H,
        .surface = linear->surface,
        .tangent = linear->surface.d > 0 ? tangent : NULL,
    };
}

nsd_status nsd_linear_model_init(nsd_linear_model *self, const nsd_linear *linear,
                                 nsd_scratch *scratch, nsd_model *model)
{
    const nsd_factor_sum sum = mass_sum(linear);
    nsd_scratch          factors;

    *model = nsd_linear_model_functions(self, linear);
    lay_out(self, linear, &factors, scratch);
    return nsd_scratch_is_full(scratch) ? NSD_ERR_WORKSPACE
                                        : nsd_factor_init(&self->mass, &sum, &factors);
}

const nsd_linear *nsd_linear_model_system(const nsd_model *model)
{
    return model->gap == gap ? ((const nsd_linear_model *)model->context)->linear : NULL;
}

const nsd_linear_model *nsd_linear_model_of(const nsd_model *model)
{
    const nsd_linear_model *self = model->force == force ? model->context : NULL;
    const nsd_force        *F = self ? &self->linear->F : NULL;
    return self && !self->force && (!F->table || F->times) ? self : NULL;
}
