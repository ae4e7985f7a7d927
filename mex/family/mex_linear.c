/* mex_linear.c - matrices of a linear system, from mxArrays to nsd_linear. */
#include "family/mex_linear.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "family/mex_options.h"
#include "simulate/family_schemes.h"
#include "solve/bounded/bounded.h"

/* Columns of the field laws, which toolbox/internal/model writes and read_laws lists. A change has
 * to be made on both sides. */
#define LAW_COLUMNS 12

/* Columns of the field compliance, likewise: the members of nsd_compliance. */
#define COMPLIANCE_COLUMNS 5

static nsd_columns read_columns(const mxArray *arrays, const char *name, int n)
{
    return nsd_mex_columns(nsd_mex_member(arrays, name), name, (size_t)n, 0);
}

static nsd_matrix read_matrix(const mxArray *arrays, const char *name, const char *storage, int n)
{
    const mxArray *a = nsd_mex_member(arrays, name);
    nsd_matrix     A = { NSD_ZERO, n, 0, NULL, NULL, NULL };

    if (mxIsEmpty(a)) {
        return A;
    }
    if (strcmp(storage, "rows") == 0) { /* columns of the transpose are rows of the matrix */
        const nsd_columns transposed = nsd_mex_columns(a, name, (size_t)n, (size_t)n);
        A.values = transposed.values;
        A.start = transposed.start;
        A.column = transposed.row;
        A.storage = NSD_ROWS;
        return A;
    }
    const size_t columns = mxGetN(a);
    A.values = nsd_mex_matrix(a, name, (size_t)n, columns);
    if (strcmp(storage, "diagonals") == 0) {
        A.storage = NSD_DIAGONALS;
        A.bandwidth = (int)((columns - 1) / 2);
        NSD_MEX_REFUSE(columns % 2 == 0 || (columns - 1) / 2 >= (size_t)n,
                       "%s must have an odd number of diagonals", name);
    } else {
        nsd_mex_matrix(a, name, (size_t)n, (size_t)n);
        A.storage = NSD_DENSE;
    }
    return A;
}

/* The times at which the columns of the table are given, or none */
static void read_times(const mxArray *arrays, size_t columns, nsd_force *F)
{
    const mxArray *times = mxGetField(arrays, 0, "times");

    F->knots = 0;
    F->times = NULL;
    if (!times || mxIsEmpty(times)) {
        return;
    }
    F->times = nsd_mex_matrix(times, "times", columns, 1);
    F->knots = nsd_mex_count(columns, "times");
    NSD_MEX_REFUSE(F->knots < 2, "a table needs two times");
    for (int i = 0; i < F->knots; i++) {
        NSD_MEX_REFUSE(!isfinite(F->times[i]) || (i > 0 && !(F->times[i] > F->times[i - 1])),
                       "times must be finite and increase");
    }
}

nsd_force nsd_mex_linear_read_force(const mxArray *arrays, int n)
{
    const mxArray *omega = nsd_mex_member(arrays, "omega");
    const mxArray *table = nsd_mex_member(arrays, "table");
    const size_t   harmonics = mxGetNumberOfElements(omega);
    nsd_force      F;

    F.n = n;
    F.harmonics = nsd_mex_count(harmonics, "omega");
    F.constant = nsd_mex_numbers(arrays, "constant", (size_t)n, 1);
    F.omega = nsd_mex_matrix(omega, "omega", harmonics, 1);
    F.cosine = nsd_mex_numbers(arrays, "cosine", (size_t)n, harmonics);
    F.sine = nsd_mex_numbers(arrays, "sine", (size_t)n, harmonics);
    F.table = mxIsEmpty(table) ? NULL : nsd_mex_matrix(table, "table", (size_t)n, mxGetN(table));
    read_times(arrays, F.table ? mxGetN(table) : 0, &F);
    return F;
}

/* A 1-based permutation in doubles as 0-based indices. */
static const ptrdiff_t *read_permutation(const mxArray *factor, const char *name, size_t n)
{
    const double *values = nsd_mex_integers(nsd_mex_member(factor, name), name, n, 1, 1, (double)n);
    ptrdiff_t    *index = nsd_mex_malloc(n * sizeof *index);
    char         *seen = mxCalloc(n + 1, 1);
    for (size_t i = 0; i < n; i++) {
        index[i] = (ptrdiff_t)values[i] - 1;
        NSD_MEX_REFUSE(seen[index[i]]++, "%s must be a permutation", name);
    }
    mxFree(seen);
    return index;
}

static nsd_columns read_square(const mxArray *from, const char *name, int n)
{
    return nsd_mex_columns(nsd_mex_member(from, name), name, (size_t)n, (size_t)n);
}

static const nsd_sparse_factor *read_factor(const mxArray *from, int n, nsd_sparse_factor *factor)
{
    if (mxIsEmpty(from)) {
        return NULL;
    }
    factor->L = read_square(from, "L", n);
    factor->rows = read_permutation(from, "rows", (size_t)n);
    factor->unknowns = read_permutation(from, "unknowns", (size_t)n);
    if (!mxIsEmpty(nsd_mex_member(from, "U"))) {
        factor->U = read_square(from, "U", n);
    }
    return factor;
}

/* Raises unless the kind of a law is known and its curve lies within `columns` columns. */
static void check_law(const double *field, size_t columns)
{
    const double first = field[10], points = field[11];
    NSD_MEX_REFUSE(!(field[0] >= NSD_LAW_CONSTANT && field[0] <= NSD_LAW_RATE_STATE) ||
                       !(first >= 0.0) || !(points >= 0.0) ||
                       !(first + points <= (double)columns) || first != floor(first) ||
                       (field[0] == NSD_LAW_CURVE && !(points >= 1.0)),
                   "laws has a kind or a curve that does not exist");
}

/* A row of `laws` for each contact: kind, six parameters, strength, opening, delay, and of its
 * curve the first column in `curves` and the number of columns. NULL when `laws` is empty. */
static const nsd_law *read_laws(const mxArray *arrays, int m)
{
    const mxArray *from = nsd_mex_member(arrays, "laws"),
                  *curves = nsd_mex_member(arrays, "curves");
    if (mxIsEmpty(from)) {
        return NULL;
    }
    const double *row = nsd_mex_matrix(from, "laws", (size_t)m, LAW_COLUMNS);
    const double *points = nsd_mex_matrix(curves, "curves", 2, mxGetN(curves));
    nsd_law      *law = nsd_mex_calloc(m > 0 ? (size_t)m : 1, sizeof *law);
    for (int a = 0; a < m; a++) {
        double field[LAW_COLUMNS];
        for (int k = 0; k < LAW_COLUMNS; k++) {
            field[k] = row[a + (size_t)k * (size_t)m];
        }
        check_law(field, mxGetN(curves));
        law[a].kind = (nsd_law_kind)(int)field[0];
        memcpy(law[a].p, field + 1, sizeof law[a].p);
        law[a].strength = field[7];
        law[a].opening = field[8];
        law[a].delay = field[9];
        law[a].curve = points + 2 * (size_t)field[10];
        law[a].points = (int)field[11];
    }
    return law;
}

/* A row of `compliance` for each contact: k, n, c, d, e. NULL when all contacts are rigid. */
static const nsd_compliance *read_compliance(const mxArray *arrays, int m)
{
    const mxArray *from = mxGetField(arrays, 0, "compliance");
    if (!from || mxIsEmpty(from)) {
        return NULL;
    }
    const double   *row = nsd_mex_matrix(from, "compliance", (size_t)m, COMPLIANCE_COLUMNS);
    nsd_compliance *law = nsd_mex_calloc(m > 0 ? (size_t)m : 1, sizeof *law);
    for (size_t a = 0, count = (size_t)m; a < count; a++) {
        const nsd_compliance own = { row[a], row[a + count], row[a + 2 * count], row[a + 3 * count],
                                     row[a + 4 * count] };
        NSD_MEX_REFUSE(!(own.k >= 0.0 && own.n >= 1.0 && own.c >= 0.0 && own.d >= 0.0 &&
                         own.e >= 0.0 && own.e <= 1.0) ||
                           (own.c > 0.0 && own.n != 1.0),
                       "compliance has a row that is no law");
        law[a] = own;
    }
    return law;
}

/* Numbers of the field `name` of the laws of impacts, one for each contact, from `low` to `high` */
static const double *impact_numbers(const mxArray *from, const char *name, int m, double low,
                                    double high)
{
    const double *values = nsd_mex_numbers(from, name, (size_t)m, 1);
    for (int a = 0; a < m; a++) {
        NSD_MEX_REFUSE(!(values[a] >= low && values[a] <= high), "%s is out of range", name);
    }
    return values;
}

/* The laws of impacts, or NULL for Newton's */
static const nsd_impact_law *read_impact(const mxArray *arrays, int m)
{
    const mxArray *from = mxGetField(arrays, 0, "impact");
    if (!from || !mxIsStruct(from) || mxGetNumberOfElements(from) != 1) {
        return NULL;
    }
    const mxArray   *E = nsd_mex_member(from, "matrix");
    const double    *kind = impact_numbers(from, "kind", m, 0.0, NSD_IMPACT_KINDS - 1.0);
    nsd_impact_law  *law = nsd_mex_calloc(1, sizeof *law);
    nsd_impact_kind *kinds = nsd_mex_calloc(m > 0 ? (size_t)m : 1, sizeof *kinds);
    law->order = (nsd_impact_order)(int)nsd_mex_integer(from, "order", 0, NSD_IMPACT_ORDERS - 1);
    law->stiffness = impact_numbers(from, "stiffness", m, DBL_MIN, DBL_MAX);
    law->exponent = impact_numbers(from, "exponent", m, DBL_MIN, DBL_MAX);
    law->E = mxIsEmpty(E) ? NULL : nsd_mex_matrix(E, "matrix", (size_t)m, (size_t)m);
    for (int a = 0; a < m; a++) {
        kinds[a] = (nsd_impact_kind)(int)kind[a];
        NSD_MEX_REFUSE(kinds[a] == NSD_IMPACT_MATRIX && !law->E, "matrix is missing");
    }
    law->kind = kinds;
    return law;
}

void nsd_mex_linear_read_surface(const mxArray *arrays, int m, nsd_surface *surface)
{
    const mxArray *sizes = nsd_mex_member(arrays, "layout");
    const size_t   groups = mxGetNumberOfElements(sizes);

    memset(surface, 0, sizeof *surface);
    surface->compliance = read_compliance(arrays, m);
    surface->impact = read_impact(arrays, m);
    if (groups == 0) {
        return; /* no friction: mu, eT and surfaceVelocity may be missing */
    }
    const mxArray *mu = nsd_mex_member(arrays, "mu");
    NSD_MEX_REFUSE(groups > NSD_FRICTION_GROUPS, "layout has too many groups");
    nsd_mex_matrix(mu, "mu", (size_t)m, groups);
    const double *size = nsd_mex_integers(sizes, "layout", 1, groups, 1, 2);
    for (size_t g = 0; g < groups; g++) {
        surface->layout.size[g] = (int)size[g];
        surface->mu[g] = mxGetPr(mu) + g * (size_t)m;
        surface->d += surface->layout.size[g];
    }
    surface->layout.groups = (int)groups;
    surface->law = read_laws(arrays, m);
    surface->e = nsd_mex_numbers(arrays, "eT", (size_t)m, 1);
    surface->w = nsd_mex_numbers(arrays, "surfaceVelocity", (size_t)(surface->d * m), 1);
}

/* 1 when each direction of H has one coordinate that no other has */
static int are_apart(const nsd_columns *H, int n)
{
    char *seen = mxCalloc((size_t)n + 1, 1);
    int   apart = 1;
    for (int j = 0; j < H->m && apart; j++) {
        const ptrdiff_t k = H->start[j];
        apart = H->start[j + 1] == k + 1 && H->values[k] != 0.0 && !seen[H->row[k]]++;
    }
    mxFree(seen);
    return apart;
}

/* The matrix whose rows contacts with friction hold, where the toolbox gives it        (FC.13) */
static void read_rough(const mxArray *arrays, nsd_mex_linear *linear)
{
    const mxArray *from = mxGetField(arrays, 0, "A");
    nsd_linear    *model = &linear->model;
    const size_t   n = (size_t)model->n;

    if (from && !mxIsEmpty(from) && model->surface.d > 0) {
        const size_t size = mxGetM(from) > n ? n + (size_t)model->G.m : n; /*        (MJ.12) */
        model->A = nsd_mex_columns(from, "A", size, size);
        NSD_MEX_REFUSE(!are_apart(&model->G, model->n),
                       "each direction must have a coordinate of its own");
        from = mxGetField(arrays, 0, "relay");
        NSD_MEX_REFUSE(!from || mxIsEmpty(from), "A with friction needs relay");
    }
}

/* The matrix [S -B; H' 0] and its plan, where the toolbox gives this matrix (MJ.11); with A and
 * friction the pattern of a Newton step                                               (FC.13) */
static void read_relay(const mxArray *arrays, nsd_mex_linear *linear)
{
    const mxArray *from = mxGetField(arrays, 0, "relay");
    nsd_linear    *model = &linear->model;
    size_t         size = (size_t)model->n + (size_t)(model->m * (1 + model->surface.d));

    if (!from || mxIsEmpty(from)) {
        return;
    }
    size = model->A.n > 0 ? (size_t)model->A.n : size;
    NSD_MEX_REFUSE(model->p > 0 || (model->A.n == 0 && model->surface.d > 1) || model->plan ||
                       model->surface.law || model->surface.compliance,
                   "relay is for contacts without joints, laws and compliance");
    const nsd_columns given = nsd_mex_columns(from, "relay", size, size);
    model->relay = nsd_mex_with_diagonal(&given, 0);
    int         *count = mxMalloc((size + 1) * sizeof *count);
    const double pairs = nsd_lu_plan_pairs(&model->relay, count);
    NSD_MEX_REFUSE(!nsd_lu_plan_fits(&model->relay, pairs), "a row of relay is too full");
    nsd_scratch scratch = nsd_mex_scratch(nsd_lu_plan_scratch(&model->relay, pairs));
    nsd_mex_require(nsd_lu_plan_init(&linear->relay_plan, &model->relay, pairs, &scratch),
                    "simulate");
    model->relay_plan = &linear->relay_plan;
    model->surface.sparse = 1;
    mxFree(count);
}

static const nsd_ldl_plan *plan_matrix(const nsd_columns *A, nsd_ldl_plan *plan)
{
    nsd_scratch scratch = nsd_mex_scratch(nsd_ldl_plan_scratch(A->n, A->start[A->n]));
    nsd_mex_require(nsd_ldl_plan_init(plan, A, &scratch), "simulate");
    return plan;
}

/* The iteration matrix and its plan, and those of the second matrix of the scheme, where the
 * toolbox gives these matrices: each contact holds a coordinate of its own, there are no joints and
 * no friction */
static void read_plan(const mxArray *arrays, nsd_mex_linear *linear)
{
    const mxArray *from = mxGetField(arrays, 0, "A");
    nsd_linear    *model = &linear->model;
    const size_t   n = (size_t)model->n;

    if (!from || mxIsEmpty(from) || model->surface.d > 0) {
        return;
    }
    const size_t size = mxGetM(from) > n ? n + (size_t)model->m : n; /* (MJ.12), (MJ.10) */
    ptrdiff_t   *cursor = mxCalloc(size + 1, sizeof *cursor);
    model->A = nsd_mex_columns(from, "A", size, size);
    NSD_MEX_REFUSE(!nsd_bounded_fits(&model->A, cursor), "A must be symmetric");
    NSD_MEX_REFUSE(!are_apart(&model->H, model->n),
                   "each contact must have a coordinate of its own");
    NSD_MEX_REFUSE(model->p > 0, "A is for contacts alone");
    model->plan = plan_matrix(&model->A, &linear->plan);
    from = mxGetField(arrays, 0, "second");
    if (from && !mxIsEmpty(from)) {
        model->second = nsd_mex_columns(from, "second", n, n);
        NSD_MEX_REFUSE(!nsd_bounded_fits(&model->second, cursor), "second must be symmetric");
        model->second_plan = plan_matrix(&model->second, &linear->second);
    }
    mxFree(cursor);
}

void nsd_mex_linear_read(const mxArray *arrays, void *host)
{
    nsd_mex_linear *linear = host;
    nsd_linear     *model = &linear->model;
    char            storage[16];

    memset(linear, 0, sizeof *linear);
    nsd_mex_word(nsd_mex_member(arrays, "storage"), "storage", storage, sizeof storage);
    NSD_MEX_REFUSE(strcmp(storage, "rows") != 0 && strcmp(storage, "diagonals") != 0 &&
                       strcmp(storage, "dense") != 0,
                   "storage must be dense, diagonals or rows");
    model->n = (int)nsd_mex_integer(arrays, "n", 1, INT_MAX / 4);
    model->M = read_matrix(arrays, "M", storage, model->n);
    model->C = read_matrix(arrays, "C", storage, model->n);
    model->K = read_matrix(arrays, "K", storage, model->n);
    model->K_skew = read_matrix(arrays, "K_skew", storage, model->n);
    model->symmetric = nsd_mex_field(arrays, "symmetric") != 0;
    model->H = read_columns(arrays, "H", model->n);
    model->J = read_columns(arrays, "J", model->n);
    model->m = model->H.m;
    model->p = model->J.m;
    model->coupling = (int)nsd_mex_integer(arrays, "coupling", 0, INT_MAX / 4);
    model->b = nsd_mex_numbers(arrays, "b", (size_t)model->m, 1);
    model->e = nsd_mex_numbers(arrays, "e", (size_t)model->m, 1);
    model->F = nsd_mex_linear_read_force(arrays, model->n);
    model->bJ = nsd_mex_numbers(arrays, "bJ", (size_t)model->p, 1);
    nsd_mex_linear_read_surface(arrays, model->m, &model->surface);
    if (model->surface.layout.groups > 0) {
        model->G = read_columns(arrays, "G", model->n);
        NSD_MEX_REFUSE(model->G.m != (1 + model->surface.d) * model->m,
                       "G must have the columns of all contacts");
    }
    model->sparse = read_factor(nsd_mex_member(arrays, "factor"), model->n, &linear->factor);
    model->sparse_mass = read_factor(nsd_mex_member(arrays, "massFactor"), model->n, &linear->mass);
    read_plan(arrays, linear);
    read_rough(arrays, linear);
    read_relay(arrays, linear);
}

/* The column of a run in the field `name` of the changes, or `otherwise` when there is no such
 * field */
static const double *changed_numbers(const mxArray *changes, const char *name, size_t rows,
                                     size_t run, const double *otherwise)
{
    const mxArray *all = mxGetField(changes, 0, name);
    return all ? nsd_mex_matrix(all, name, rows, mxGetN(all)) + rows * run : otherwise;
}

/* The surface with the coefficients of friction of a run */
static nsd_surface changed_surface(const nsd_surface *base, const mxArray *changes, size_t m,
                                   size_t run)
{
    const size_t  groups = (size_t)base->layout.groups;
    const double *mu = changed_numbers(changes, "mu", groups * m, run, NULL);
    nsd_surface   own = *base;

    for (size_t g = 0; g < groups && mu; g++) {
        own.mu[g] = mu + g * m;
    }
    if (mu && own.law) {
        nsd_law *law = nsd_mex_malloc(m * sizeof *law);
        for (size_t a = 0; a < m; a++) {
            law[a] = nsd_law_with(&base->law[a], mu[a]);
        }
        own.law = law;
    }
    return own;
}

/* A copy of the system with the numbers of a run */
static nsd_linear changed_system(const nsd_linear *base, const mxArray *changes, size_t run)
{
    const size_t n = (size_t)base->n, m = (size_t)base->m, waves = (size_t)base->F.harmonics;
    nsd_linear   own = *base;

    own.M.values = changed_numbers(changes, "M", n * n, run, base->M.values);
    own.C.values = changed_numbers(changes, "C", n * n, run, base->C.values);
    own.K.values = changed_numbers(changes, "K", n * n, run, base->K.values);
    own.b = changed_numbers(changes, "b", m, run, base->b);
    own.e = changed_numbers(changes, "e", m, run, base->e);
    own.surface = changed_surface(&base->surface, changes, m, run);
    own.F.omega = changed_numbers(changes, "omega", waves, run, base->F.omega);
    own.F.cosine = changed_numbers(changes, "cosine", n * waves, run, base->F.cosine);
    own.F.sine = changed_numbers(changes, "sine", n * waves, run, base->F.sine);
    own.F.constant = changed_numbers(changes, "constant", n, run, base->F.constant);
    return own;
}

const nsd_linear *nsd_mex_linear_changes(nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_family_models *models = &family->family.models;
    const nsd_linear  *base = models->model[0];
    const int          one = in->changes && mxIsStruct(in->changes) &&
                    mxGetNumberOfElements(in->changes) == 1;
    const int fields = one ? mxGetNumberOfFields(in->changes) : 0;
    if (fields == 0) {
        return base;
    }
    nsd_linear  *own = nsd_mex_malloc(in->runs * sizeof *own);
    const void **model = nsd_mex_malloc(in->runs * sizeof *model);
    for (int k = 0; k < fields; k++) {
        NSD_MEX_REFUSE(mxGetN(mxGetFieldByNumber(in->changes, 0, k)) != in->runs ||
                           models->count != 1,
                       "the changes do not fit");
    }
    NSD_MEX_REFUSE(base->M.storage != NSD_DENSE &&
                       (mxGetField(in->changes, 0, "M") || mxGetField(in->changes, 0, "C") ||
                        mxGetField(in->changes, 0, "K")),
                   "only dense matrices have changes");
    for (size_t r = 0; r < in->runs; r++) {
        own[r] = changed_system(base, in->changes, r);
        model[r] = own + r;
    }
    models->model = model;
    models->count = in->runs;
    return own;
}

unsigned nsd_mex_linear_damping(const nsd_linear *model)
{
    return nsd_matrix_is_zero(&model->C) && !model->surface.compliance ? 0
                                                                       : NSD_MEX_KEEP(NSD_DAMPING);
}

/* NSD_MEX_KEEP of the energy where the conditions of the scheme hold                             */
static unsigned keep_where(unsigned conditions, unsigned holding, int energy)
{
    return conditions && !(conditions & ~holding) ? NSD_MEX_KEEP(energy) : 0;
}

/* The energies that are stored; energies and works that follow from the rows, or are zero by the
 * formula of the scheme, are not. between: rows lie between steps, their energies are those of the
 * step. */
static unsigned energies_to_keep(const nsd_linear *model, const nsd_family_linear *context,
                                 int between)
{
    const nsd_linear_scheme   *scheme = context->scheme;
    const nsd_newmark_options *newmark = &context->options.newmark;
    const int springs = !nsd_matrix_is_zero(&model->K), rows = between || scheme->half_steps;
    const int average = newmark->gamma == 0.5 && newmark->beta == 0.25 && newmark->alpha_f == 0.0 &&
                        newmark->alpha_m == 0.0;
    const int external = model->F.table || model->F.harmonics > 0 || rows ||
                         model->K_skew.storage != NSD_ZERO;
    const unsigned holding = NSD_ALWAYS | (springs ? NSD_WITH_SPRINGS : 0) |
                             (context->options.theta != 0.5 ? NSD_OFF_MIDDLE : 0) |
                             (average ? 0 : NSD_UNLESS_AVERAGE | NSD_UNLESS_EXACT) |
                             (newmark->ggl ? NSD_UNLESS_EXACT : 0);

    return (rows ? NSD_MEX_KEEP(NSD_KINETIC) : 0) |
           ((rows && springs) || model->surface.compliance ? NSD_MEX_KEEP(NSD_POTENTIAL) : 0) |
           (external ? NSD_MEX_KEEP(NSD_EXTERNAL) : 0) |
           keep_where(scheme->external, holding, NSD_EXTERNAL) |
           keep_where(scheme->numerical, holding, NSD_NUMERICAL) |
           keep_where(scheme->algorithmic, holding, NSD_ALGORITHMIC);
}

void *nsd_mex_linear_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_family_linear *context = nsd_mex_calloc(1, sizeof *context);
    const nsd_linear  *model = nsd_mex_linear_changes(family, in);
    char               method[32];

    nsd_mex_family_method(in->options, method);
    context->scheme = nsd_scheme_find_linear(method);
    NSD_MEX_REFUSE(!context->scheme, "there is no scheme called %s", method);
    context->options = nsd_mex_options_step(in->options);
    nsd_mex_family_memory(in, &context->options.newmark);
    NSD_MEX_REFUSE(model->F.table && !model->F.times &&
                       mxGetN(nsd_mex_member(in->system[0], "table")) < (size_t)in->plan->steps + 1,
                   "the force table is too short");
    family->rows.energies = energies_to_keep(model, context, in->plan->times != NULL) |
                            nsd_mex_linear_damping(model);
    family->add_results = nsd_mex_family_add_memory;
    return context;
}

typedef struct linear_force { /* F(t) of a linear system as a function of the user */
    nsd_mex_caller   caller;
    nsd_mex_function function;
} linear_force;

static nsd_status call_force(void *context, double t, double *F)
{
    linear_force        *force = context;
    const nsd_tape_place at = { .t = &t };
    return nsd_mex_function_call(&force->caller, &force->function, &at, F);
}

void nsd_mex_linear_force_function(nsd_mex_family *family, const nsd_mex_systems *in, int n,
                                   nsd_linear_model *to)
{
    linear_force *force = nsd_mex_calloc(1, sizeof *force);

    family->caller = &force->caller;
    force->function = nsd_mex_function_read(in->system[0], "handle", "force", "t");
    force->function.rows = n;
    force->function.columns = 1;
    NSD_MEX_REFUSE(force->function.handle && !in->run, "a sweep takes no force by a function");
    to->force = force->function.handle ? call_force : NULL;
    to->caller = force;
}

void *nsd_mex_linear_adaptive_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_family_nonlinear *context = nsd_mex_nonlinear_schemes(family, in);
    const nsd_linear     *model = nsd_mex_linear_changes(family, in);

    nsd_mex_linear_force_function(family, in, model->n, &context->linear);
    family->rows.energies |= nsd_mex_family_obstacles(0, model->surface.compliance != NULL) |
                             nsd_mex_linear_damping(model);
    return context;
}
