/* mex_first_order.c - first-order systems by matrices, and the families of first-order systems. */
#include <limits.h>
#include <string.h>

#include "family/mex_linear.h"
#include "family/mex_options.h"

/* States or relations at most: products of two with small factors are an int. */
enum { MOST_STATES = 16000 };

static const double *matrix(const mxArray *arrays, const char *name, int rows, int cols)
{
    return nsd_mex_numbers(arrays, name, (size_t)rows, (size_t)cols);
}

/* The sparse matrices of a system, and the plan of the matrix of its steps */
static const nsd_first_order_sparse *read_sparse(const mxArray *arrays, size_t n, size_t m)
{
    nsd_first_order_sparse *sparse = mxCalloc(1, sizeof *sparse);
    nsd_lu_plan            *plan = mxCalloc(1, sizeof *plan);

    sparse->A = nsd_mex_columns(nsd_mex_member(arrays, "A"), "A", n, n);
    sparse->B = nsd_mex_columns(nsd_mex_member(arrays, "B"), "B", n, m);
    sparse->C = nsd_mex_columns(nsd_mex_member(arrays, "C"), "C", m, n);
    sparse->D = nsd_mex_columns(nsd_mex_member(arrays, "D"), "D", m, m);
    NSD_MEX_REFUSE(sparse->B.m != (int)m || sparse->D.m != (int)m, "B and D do not fit");
    ptrdiff_t *start = mxMalloc((n + m + 1) * sizeof *start);
    ptrdiff_t *row = mxMalloc((size_t)nsd_first_order_sparse_entries(sparse) * sizeof *row);
    int       *count = mxMalloc((n + m) * sizeof *count);
    nsd_first_order_sparse_fill(sparse, &(nsd_first_order_weights){ 0 }, start, row, NULL);
    const nsd_columns K = { (int)(n + m), (int)(n + m), start, row, NULL };
    const double      pairs = nsd_lu_plan_pairs(&K, count);
    NSD_MEX_REFUSE(!nsd_lu_plan_fits(&K, pairs), "a row of the sparse matrices is too full");
    nsd_scratch scratch = nsd_mex_scratch(nsd_lu_plan_scratch(&K, pairs));
    nsd_mex_require(nsd_lu_plan_init(plan, &K, pairs, &scratch), "simulate");
    mxFree(count);
    sparse->start = start;
    sparse->row = row;
    sparse->plan = plan;
    return sparse;
}

/* The linear system of internal/run/nsd_setup_run.m */
void nsd_mex_linear_first_order_read(const mxArray *arrays, void *host)
{
    nsd_first_order *model = host;
    const int        sparse = mxIsSparse(nsd_mex_member(arrays, "A"));
    const int        most = sparse ? INT_MAX / 8 : MOST_STATES;
    const int        n = (int)nsd_mex_integer(arrays, "n", 1, most);
    const int        m = (int)nsd_mex_integer(arrays, "m", 0, most);
    const int        exact = !mxIsEmpty(nsd_mex_member(arrays, "transition"));

    memset(model, 0, sizeof *model);
    model->n = n;
    model->m = m;
    if (sparse) {
        NSD_MEX_REFUSE(exact, "transition is for full matrices");
        model->sparse = read_sparse(arrays, (size_t)n, (size_t)m);
    } else {
        model->A = matrix(arrays, "A", n, n);
        model->B = matrix(arrays, "B", n, m);
        model->C = matrix(arrays, "C", m, n);
        model->D = matrix(arrays, "D", m, m);
    }
    model->lower = matrix(arrays, "lower", m, 1);
    model->upper = matrix(arrays, "upper", m, 1);
    model->f = nsd_mex_linear_read_force(nsd_mex_member(arrays, "input"), n);
    model->a = nsd_mex_linear_read_force(nsd_mex_member(arrays, "offset"), m);
    model->transition = exact ? matrix(arrays, "transition", n, n) : NULL;
    model->integral = exact ? matrix(arrays, "integral", n, n) : NULL;
}

static void check_table(const mxArray *arrays, const char *name, long long steps)
{
    const mxArray *table = nsd_mex_member(nsd_mex_member(arrays, name), "table");
    NSD_MEX_REFUSE(!mxIsEmpty(table) && mxGetN(table) < (size_t)steps + 1,
                   "the table of %s is too short", name);
}

void *nsd_mex_first_order_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_first_order_options *context = mxMalloc(sizeof *context);

    (void)family;
    check_table(in->system[0], "input", in->plan->steps);
    check_table(in->system[0], "offset", in->plan->steps);
    *context = nsd_mex_options_first_order(in->options).step;
    return context;
}

void *nsd_mex_newton_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    nsd_first_order_newton_options *context = mxMalloc(sizeof *context);

    (void)family;
    *context = nsd_mex_options_first_order(in->options);
    return context;
}
