/* mex_linear.c - matrices of a linear system, from mxArrays to nsd_linear. */
#include "family/mex_linear.h"

#include <string.h>

/* Columns of the field laws, which toolbox/internal/model writes and read_laws lists. A change has
 * to be made on both sides. */
#define LAW_COLUMNS 12

typedef char index_width_check[sizeof(mwIndex) == sizeof(ptrdiff_t) ? 1 : -1];

static const double *sparse_parts(const mxArray *a, const char *name, const ptrdiff_t **start,
                                  const ptrdiff_t **index)
{
    if (!mxIsSparse(a) || !mxIsDouble(a) || mxIsComplex(a)) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "%s must be a sparse real matrix", name);
    }
    *start = (const ptrdiff_t *)mxGetJc(a);
    *index = (const ptrdiff_t *)mxGetIr(a);
    return mxGetPr(a);
}

static nsd_columns read_columns(const mxArray *arrays, const char *name, int n)
{
    const mxArray *a = nsd_mex_member(arrays, name);
    nsd_columns    H;
    H.values = sparse_parts(a, name, &H.start, &H.row);
    H.n = n;
    H.m = nsd_mex_count(mxGetN(a), name);
    if (mxGetM(a) != (size_t)n) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "%s must have %d rows", name, n);
    }
    return H;
}

static nsd_matrix read_matrix(const mxArray *arrays, const char *name, const char *storage, int n)
{
    const mxArray *a = nsd_mex_member(arrays, name);
    nsd_matrix     A = { NSD_ZERO, n, 0, NULL, NULL, NULL };

    if (mxIsEmpty(a)) {
        return A;
    }
    if (strcmp(storage, "rows") == 0) { /* columns of the transpose are rows of the matrix */
        A.values = sparse_parts(a, name, &A.start, &A.column);
        A.storage = NSD_ROWS;
        return A;
    }
    const size_t columns = mxGetN(a);
    A.values = nsd_mex_matrix(a, name, (size_t)n, columns);
    if (strcmp(storage, "diagonals") == 0) {
        A.storage = NSD_DIAGONALS;
        A.bandwidth = (int)(columns - 1) / 2;
    } else {
        nsd_mex_matrix(a, name, (size_t)n, (size_t)n);
        A.storage = NSD_DENSE;
    }
    return A;
}

nsd_force nsd_mex_linear_read_force(const mxArray *arrays, int n)
{
    const mxArray *omega = nsd_mex_member(arrays, "omega");
    const mxArray *table = nsd_mex_member(arrays, "table");
    const size_t   harmonics = mxGetNumberOfElements(omega);
    nsd_force      F;

    F.n = n;
    F.harmonics = nsd_mex_count(harmonics, "omega");
    F.constant = nsd_mex_matrix(nsd_mex_member(arrays, "constant"), "constant", (size_t)n, 1);
    F.omega = nsd_mex_matrix(omega, "omega", harmonics, 1);
    F.cosine = nsd_mex_matrix(nsd_mex_member(arrays, "cosine"), "cosine", (size_t)n, harmonics);
    F.sine = nsd_mex_matrix(nsd_mex_member(arrays, "sine"), "sine", (size_t)n, harmonics);
    F.table = mxIsEmpty(table) ? NULL : nsd_mex_matrix(table, "table", (size_t)n, mxGetN(table));
    return F;
}

/* A 1-based permutation in doubles as 0-based indices. */
static const ptrdiff_t *read_permutation(const mxArray *factor, const char *name, size_t n)
{
    const double *values = nsd_mex_matrix(nsd_mex_member(factor, name), name, n, 1);
    ptrdiff_t    *index = mxMalloc(n * sizeof *index);
    for (size_t i = 0; i < n; i++) {
        index[i] = (ptrdiff_t)values[i] - 1;
    }
    return index;
}

static const nsd_sparse_factor *read_factor(const mxArray *from, int n, nsd_sparse_factor *factor)
{
    if (mxIsEmpty(from)) {
        return NULL;
    }
    factor->L = read_columns(from, "L", n);
    factor->rows = read_permutation(from, "rows", (size_t)n);
    factor->unknowns = read_permutation(from, "unknowns", (size_t)n);
    if (!mxIsEmpty(nsd_mex_member(from, "U"))) {
        factor->U = read_columns(from, "U", n);
    }
    return factor;
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
    nsd_law      *law = mxCalloc(m > 0 ? (size_t)m : 1, sizeof *law);
    for (int a = 0; a < m; a++) {
        double field[LAW_COLUMNS];
        for (int k = 0; k < LAW_COLUMNS; k++) {
            field[k] = row[a + (size_t)k * (size_t)m];
        }
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

void nsd_mex_linear_read_surface(const mxArray *arrays, int m, nsd_surface *surface)
{
    const mxArray *sizes = nsd_mex_member(arrays, "layout");
    const size_t   groups = mxGetNumberOfElements(sizes);

    memset(surface, 0, sizeof *surface);
    if (groups == 0) {
        return; /* no friction: mu, eT and surfaceVelocity may be missing */
    }
    const mxArray *mu = nsd_mex_member(arrays, "mu");
    if (groups > NSD_FRICTION_GROUPS) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "layout has too many groups");
    }
    nsd_mex_matrix(mu, "mu", (size_t)m, groups);
    for (size_t g = 0; g < groups; g++) {
        surface->layout.size[g] = (int)mxGetPr(sizes)[g];
        surface->mu[g] = mxGetPr(mu) + g * (size_t)m;
        surface->d += surface->layout.size[g];
    }
    surface->layout.groups = (int)groups;
    surface->law = read_laws(arrays, m);
    surface->e = nsd_mex_matrix(nsd_mex_member(arrays, "eT"), "eT", (size_t)m, 1);
    surface->w = nsd_mex_matrix(nsd_mex_member(arrays, "surfaceVelocity"), "surfaceVelocity",
                                (size_t)(surface->d * m), 1);
}

void nsd_mex_linear_read(const mxArray *arrays, nsd_mex_linear *linear)
{
    char        storage[16];
    nsd_linear *model = &linear->model;

    memset(linear, 0, sizeof *linear);
    nsd_mex_word(nsd_mex_member(arrays, "storage"), "storage", storage, sizeof storage);
    model->n = (int)nsd_mex_field(arrays, "n");
    model->M = read_matrix(arrays, "M", storage, model->n);
    model->C = read_matrix(arrays, "C", storage, model->n);
    model->K = read_matrix(arrays, "K", storage, model->n);
    model->K_skew = read_matrix(arrays, "K_skew", storage, model->n);
    model->symmetric = nsd_mex_field(arrays, "symmetric") != 0;
    model->H = read_columns(arrays, "H", model->n);
    model->J = read_columns(arrays, "J", model->n);
    model->m = model->H.m;
    model->p = model->J.m;
    model->coupling = (int)nsd_mex_field(arrays, "coupling");
    model->b = nsd_mex_matrix(nsd_mex_member(arrays, "b"), "b", (size_t)model->m, 1);
    model->e = nsd_mex_matrix(nsd_mex_member(arrays, "e"), "e", (size_t)model->m, 1);
    model->F = nsd_mex_linear_read_force(arrays, model->n);
    model->bJ = nsd_mex_matrix(nsd_mex_member(arrays, "bJ"), "bJ", (size_t)model->p, 1);
    nsd_mex_linear_read_surface(arrays, model->m, &model->surface);
    if (model->surface.layout.groups > 0) {
        model->G = read_columns(arrays, "G", model->n);
    }
    model->sparse = read_factor(nsd_mex_member(arrays, "factor"), model->n, &linear->factor);
    model->sparse_mass = read_factor(nsd_mex_member(arrays, "massFactor"), model->n, &linear->mass);
}
