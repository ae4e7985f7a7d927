/* test_lu.c - sparse L U: pivots, bounds of memory, rows replaced by those of the identity. */
#include "sparse/lu.h"

#include <string.h>

#include "nsd_test.h"
#include "nsd_test_sparse.h"

enum { MOST = 60 };

typedef struct factor {
    nsd_lu_plan *plan;
    nsd_lu       lu;
    void        *plan_memory, *memory;
    nsd_status   status;
} factor;

static factor new_factor(const nsd_columns *A)
{
    factor       f;
    int         *count = malloc((size_t)A->n * sizeof *count);
    const double pairs = nsd_lu_plan_pairs(A, count);
    size_t       bytes = nsd_lu_plan_scratch(A, pairs);
    nsd_scratch  scratch = { malloc(bytes), bytes, 0 };
    free(count);
    f.plan = malloc(sizeof *f.plan);
    f.plan_memory = scratch.base;
    f.status = nsd_lu_plan_init(f.plan, A, pairs, &scratch);
    bytes = nsd_lu_scratch(f.plan);
    scratch = (nsd_scratch){ malloc(bytes), bytes, 0 };
    f.memory = scratch.base;
    f.status = f.status == NSD_OK ? nsd_lu_init(&f.lu, f.plan, A, &scratch) : f.status;
    return f;
}

static void free_factor(factor *f)
{
    free(f->plan);
    free(f->plan_memory);
    free(f->memory);
}

/* full <- about `degree` entries beside the diagonal in a row; every third diagonal entry is zero,
 * and its column has a large entry in the next row instead */
static void random_general(int n, double degree, double *full, unsigned long long *state)
{
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            full[i + j * n] = i != j && uniform(state) * n < degree ? signed_uniform(state) : 0.0;
        }
        const int turn = j % 3 == 2 && n > 2; /* columns j and j - 1 exchange their pivots */
        full[(turn ? j - 1 : j % 3 == 1 && j + 1 < n ? j + 1 : j) + j * n] += 3.0 + degree;
    }
}

/* The nonzero entries, and the diagonal also where it is zero */
static test_sparse *with_diagonal(int n, const double *full)
{
    test_sparse *s = new_sparse(n, (ptrdiff_t)n * n);
    ptrdiff_t    place = 0;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            if (full[i + j * n] != 0.0 || i == j) append(s, &place, i, full[i + j * n]);
        }
        s->start[j + 1] = place;
    }
    return s;
}

/* max |A x - b| / max(1, max|x|) with the rows that are off replaced by those of the identity */
static double miss(factor *f, const nsd_columns *A, unsigned long long *state)
{
    const int n = A->n;
    double    b[MOST], x[MOST], r[MOST] = { 0 }, worst = 0.0, size = 1.0;
    for (int i = 0; i < n; i++) {
        b[i] = r[i] = signed_uniform(state);
    }
    nsd_lu_solve(&f->lu, b, x);
    for (int j = 0; j < n; j++) {
        for (ptrdiff_t k = A->start[j]; k < A->start[j + 1]; k++) {
            const ptrdiff_t i = A->row[k];
            r[i] -= f->lu.on[i] ? A->values[k] * x[j] : (double)(i == j) * x[j];
        }
    }
    for (int i = 0; i < n; i++) {
        worst = fmax(worst, fabs(r[i]));
        size = fmax(size, fabs(x[i]));
    }
    return worst / size;
}

NSD_TEST(test_zero_diagonals_take_other_pivots)
{
    unsigned long long state = 5;
    double             full[MOST * MOST];
    unsigned char      all[MOST];
    memset(all, 1, sizeof all);
    for (int k = 0; k < 50; k++) {
        const int n = 1 + k;
        random_general(n, 1.0 + k % 6, full, &state);
        test_sparse *s = with_diagonal(n, full);
        factor       f = new_factor(&s->A);
        NSD_CHECK(f.status == NSD_OK && nsd_lu_factor(&f.lu, all) == NSD_OK);
        NSD_CHECK_NEAR(miss(&f, &s->A, &state), 0.0, 1e-12); /* conditions up to 1e2 */
        NSD_CHECK(f.lu.L_start[n] <= f.plan->most && f.lu.U_start[n] <= f.plan->most);
        free_factor(&f);
        free_sparse(s);
    }
}

NSD_TEST(test_rows_change_with_the_pivots_of_before)
{
    unsigned long long state = 9;
    double             full[MOST * MOST];
    for (int k = 0; k < 20; k++) {
        const int     n = 6 + 2 * k;
        unsigned char wanted[MOST];
        random_general(n, 2.0, full, &state);
        test_sparse *s = with_diagonal(n, full);
        factor       f = new_factor(&s->A);
        memset(wanted, 1, sizeof wanted);
        NSD_CHECK(nsd_lu_factor(&f.lu, wanted) == NSD_OK);
        for (int change = 0; change < 100; change++) {
            const int i = (int)(uniform(&state) * n);
            wanted[i] ^= 1;
            if (nsd_lu_change(&f.lu, wanted) !=
                NSD_OK) { /* a set can be singular: its rows go on */
                memset(wanted, 1, sizeof wanted);
                NSD_CHECK(nsd_lu_change(&f.lu, wanted) == NSD_OK);
            }
            NSD_CHECK_NEAR(miss(&f, &s->A, &state), 0.0, 1e-11); /* pivots of 1e-2, several */
        }
        NSD_CHECK(f.lu.changes > 10);
        free_factor(&f);
        free_sparse(s);
    }
}

NSD_TEST(test_new_values_need_no_new_pivots)
{
    unsigned long long state = 4;
    double             full[MOST * MOST];
    unsigned char      all[MOST];
    memset(all, 1, sizeof all);
    random_general(40, 3.0, full, &state);
    test_sparse *s = with_diagonal(40, full);
    factor       f = new_factor(&s->A);
    NSD_CHECK(nsd_lu_factor(&f.lu, all) == NSD_OK);
    for (ptrdiff_t k = 0; k < s->start[40]; k++) {
        s->values[k] *= 1.0 + 0.1 * signed_uniform(&state);
    }
    nsd_lu_forget(&f.lu);
    NSD_CHECK(nsd_lu_change(&f.lu, all) == NSD_OK && f.lu.factors == 1 && f.lu.changes == 1);
    NSD_CHECK_NEAR(miss(&f, &s->A, &state), 0.0, 1e-11);
    free_factor(&f);
    free_sparse(s);
}

/* The row of a diode without resistance has a zero on the diagonal. Off, the one of the identity
 * stood there and became the pivot: each diode that began to conduct cost new pivots for all. */
NSD_TEST(test_rows_with_zero_diagonals_come_and_go_without_new_pivots)
{
    enum { N = 20 };
    unsigned long long state = 6;
    double             full[4 * N * N] = { 0 };
    unsigned char      wanted[2 * N];
    for (int i = 0; i < N; i++) { /* [A -I; I 0] */
        full[i * (2 * N + 1)] = 3.0;
        if (i > 0) full[i + (i - 1) * 2 * N] = full[i - 1 + i * 2 * N] = -1.0;
        full[i + (N + i) * 2 * N] = -1.0;
        full[N + i + i * 2 * N] = 1.0;
    }
    test_sparse *s = with_diagonal(2 * N, full);
    factor       f = new_factor(&s->A);
    memset(wanted, 1, N);
    memset(wanted + N, 0, N);
    NSD_CHECK(nsd_lu_factor(&f.lu, wanted) == NSD_OK);
    for (int k = 0; k < 30; k++) {
        const int at = N + (int)(uniform(&state) * N);
        wanted[at] = !wanted[at];
        NSD_CHECK(nsd_lu_change(&f.lu, wanted) == NSD_OK);
        NSD_CHECK_NEAR(miss(&f, &s->A, &state), 0.0, 1e-12);
    }
    NSD_CHECK(f.lu.factors == 1 && f.lu.changes == 30);
    free_factor(&f);
    free_sparse(s);
}

NSD_TEST(test_chains_stay_chains_and_full_rows_do_not_fit)
{
    test_sparse  *chain = grid_matrix(50, 1, 0.0), *row = new_sparse(3000, 6000);
    int           count[3000];
    ptrdiff_t     place = 0;
    factor        f = new_factor(&chain->A);
    unsigned char all[50];
    memset(all, 1, sizeof all);
    NSD_CHECK(nsd_lu_plan_fits(&chain->A, nsd_lu_plan_pairs(&chain->A, count)));
    NSD_CHECK(nsd_lu_factor(&f.lu, all) == NSD_OK && f.lu.L_start[50] <= 2 * 49);
    for (int j = 0; j < 3000; j++) { /* row 0 meets all columns */
        if (j > 0) append(row, &place, 0, 1.0);
        append(row, &place, j, 2.0);
        row->start[j + 1] = place;
    }
    NSD_CHECK(!nsd_lu_plan_fits(&row->A, nsd_lu_plan_pairs(&row->A, count)));
    free_factor(&f);
    free_sparse(chain);
    free_sparse(row);
}

NSD_TEST(test_singular_matrices_are_told)
{
    const double  full[9] = { 1.0, 2.0, 0.0, 2.0, 4.0, 0.0, 0.0, 0.0, 1.0 };
    unsigned char wanted[3] = { 1, 1, 1 };
    test_sparse  *s = with_diagonal(3, full);
    factor        f = new_factor(&s->A);
    NSD_CHECK(nsd_lu_factor(&f.lu, wanted) == NSD_ERR_SINGULAR);
    wanted[1] = 0; /* without that row it is not */
    NSD_CHECK(nsd_lu_change(&f.lu, wanted) == NSD_OK);
    s->values[0] = NAN;
    nsd_lu_forget(&f.lu);
    NSD_CHECK(nsd_lu_change(&f.lu, wanted) == NSD_ERR_SINGULAR);
    free_factor(&f);
    free_sparse(s);
}

NSD_TEST_MAIN(test_zero_diagonals_take_other_pivots, test_rows_change_with_the_pivots_of_before,
              test_rows_with_zero_diagonals_come_and_go_without_new_pivots,
              test_new_values_need_no_new_pivots, test_chains_stay_chains_and_full_rows_do_not_fit,
              test_singular_matrices_are_told)
