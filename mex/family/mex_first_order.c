/* mex_first_order.c - first-order systems by matrices, and the families of first-order systems. */
#include "family/mex_linear.h"
#include "family/mex_options.h"

/* States or relations at most: products of two with small factors are an int. */
enum { MOST_STATES = 16000 };

static const double *matrix(const mxArray *arrays, const char *name, int rows, int cols)
{
    return nsd_mex_numbers(arrays, name, (size_t)rows, (size_t)cols);
}

/* The linear system of internal/run/nsd_setup_run.m */
void nsd_mex_linear_first_order_read(const mxArray *arrays, void *host)
{
    nsd_first_order *model = host;
    const int        n = (int)nsd_mex_integer(arrays, "n", 1, MOST_STATES);
    const int        m = (int)nsd_mex_integer(arrays, "m", 0, MOST_STATES);
    const int        exact = !mxIsEmpty(nsd_mex_member(arrays, "transition"));

    model->n = n;
    model->m = m;
    model->A = matrix(arrays, "A", n, n);
    model->B = matrix(arrays, "B", n, m);
    model->C = matrix(arrays, "C", m, n);
    model->D = matrix(arrays, "D", m, m);
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
