/* test_ldl.c - sparse L D L': order, fill, solves, rows switched on and off in place. */
#include "sparse/ldl.h"

#include <string.h>

#include "nsd_test.h"
#include "nsd_test_sparse.h"

enum { MOST = 60 };

typedef struct factor {
    nsd_ldl_plan *plan;
    nsd_ldl       ldl;
    void         *plan_memory, *memory;
    nsd_status    status;
} factor;

static factor new_factor(const nsd_columns *A)
{
    factor      f;
    size_t      bytes = nsd_ldl_plan_scratch(A->n, A->start[A->n]);
    nsd_scratch scratch = { malloc(bytes), bytes, 0 };
    f.plan = malloc(sizeof *f.plan);
    f.plan_memory = scratch.base;
    f.status = nsd_ldl_plan_init(f.plan, A, &scratch);
    bytes = nsd_ldl_scratch(f.plan);
    scratch = (nsd_scratch){ malloc(bytes), bytes, 0 };
    f.memory = scratch.base;
    f.status = f.status == NSD_OK ? nsd_ldl_init(&f.ldl, f.plan, A, &scratch) : f.status;
    return f;
}

static void free_factor(factor *f)
{
    free(f->plan);
    free(f->plan_memory);
    free(f->memory);
}

static int is_permutation(const nsd_ldl_plan *plan)
{
    int good = 1;
    for (int k = 0; k < plan->n; k++) {
        good &= plan->place[plan->order[k]] == k;
    }
    return good;
}

static void solve_ldl(void *solver, double *x)
{
    nsd_ldl_solve(solver, x);
}

static double miss(factor *f, const nsd_columns *A, unsigned long long *state)
{
    return solve_miss(A, solve_ldl, &f->ldl, f->ldl.on, state);
}

NSD_TEST(test_chains_and_stars_have_no_fill)
{
    test_sparse *chain = grid_matrix(50, 1, 0.0);
    double       full[MOST * MOST] = { 0 };
    const int    n = 12;
    for (int i = 0; i < n; i++) { /* the centre comes first: eliminated first it would fill L */
        full[i] = full[i * n] = -1.0;
        full[i * (n + 1)] = 20.0;
    }
    test_sparse *star = sparse_of(n, full);
    factor       of_chain = new_factor(&chain->A), of_star = new_factor(&star->A);
    NSD_CHECK(is_permutation(of_chain.plan) && is_permutation(of_star.plan));
    NSD_CHECK(of_chain.plan->start[50] == 49);
    NSD_CHECK(of_star.plan->start[n] == n - 1);
    free_factor(&of_chain);
    free_factor(&of_star);
    free_sparse(chain);
    free_sparse(star);
}

NSD_TEST(test_grids_fill_little)
{
    /* SuiteSparse's amd gives 196332 entries; the natural order would give 990000 */
    test_sparse *s = grid_matrix(100, 100, 0.0);
    factor       f = new_factor(&s->A);
    NSD_CHECK(is_permutation(f.plan));
    NSD_CHECK(f.plan->start[10000] < 200000);
    free_factor(&f);
    free_sparse(s);
}

NSD_TEST(test_dense_rows_come_last)
{
    const int    n = 3000;
    test_sparse *s = new_sparse(n, 4 * n);
    ptrdiff_t    place = 0;
    for (int i = 0; i < n; i++) { /* unknown 5 meets all others */
        for (int j = 0; i == 5 && j < n; j++) {
            append(s, &place, j, j == 5 ? 2.0 * n : -1.0);
        }
        if (i != 5) append(s, &place, 5, -1.0);
        if (i != 5) append(s, &place, i, 3.0);
        s->start[i + 1] = place;
    }
    factor f = new_factor(&s->A);
    NSD_CHECK(is_permutation(f.plan) && f.plan->place[5] == n - 1);
    NSD_CHECK(f.plan->start[n] == n - 1);
    free_factor(&f);
    free_sparse(s);
}

NSD_TEST(test_solves_grids_and_random_matrices)
{
    unsigned long long state = 7;
    unsigned char      all[10000];
    memset(all, 1, sizeof all);
    for (int k = 0; k < 60; k++) {
        test_sparse *s = grid_or_random(k, &state);
        factor       f = new_factor(&s->A);
        NSD_CHECK(f.status == NSD_OK && is_permutation(f.plan));
        NSD_CHECK(nsd_ldl_factor(&f.ldl, all) == NSD_OK);
        NSD_CHECK_NEAR(miss(&f, &s->A, &state), 0.0, 1e-12); /* conditions up to 1e3 */
        free_factor(&f);
        free_sparse(s);
    }
}

NSD_TEST(test_rows_go_off_and_on_in_place)
{
    unsigned long long state = 3;
    double             full[MOST * MOST];
    for (int k = 0; k < 20; k++) {
        const int     n = 5 + 2 * k;
        unsigned char none[MOST] = { 0 };
        random_definite(n, 3.0, full, &state);
        test_sparse *s = sparse_of(n, full);
        factor       f = new_factor(&s->A);
        NSD_CHECK(nsd_ldl_factor(&f.ldl, none) == NSD_OK);
        for (int change = 0; change < 200; change++) {
            const int i = (int)(uniform(&state) * n);
            NSD_CHECK((f.ldl.on[i] ? nsd_ldl_remove(&f.ldl, i) : nsd_ldl_add(&f.ldl, i)) == NSD_OK);
            NSD_CHECK_NEAR(miss(&f, &s->A, &state), 0.0, 1e-11);
        }
        NSD_CHECK(f.ldl.changes == 200 && f.ldl.factors == 1);
        free_factor(&f);
        free_sparse(s);
    }
}

NSD_TEST(test_change_takes_the_cheaper_way)
{
    unsigned long long state = 11;
    test_sparse       *s = grid_matrix(40, 40, 0.0);
    factor             f = new_factor(&s->A);
    unsigned char      wanted[1600];
    for (int i = 0; i < 1600; i++) {
        wanted[i] = i % 40 < 20;
    }
    NSD_CHECK(nsd_ldl_change(&f.ldl, wanted) == NSD_OK);
    NSD_CHECK(f.ldl.factors == 1 && f.ldl.changes == 0); /* half of the rows: a new factor */
    wanted[20] = 1;
    wanted[419] = 0;
    NSD_CHECK(nsd_ldl_change(&f.ldl, wanted) == NSD_OK);
    NSD_CHECK(f.ldl.factors == 1 && f.ldl.changes == 2);
    NSD_CHECK_NEAR(miss(&f, &s->A, &state), 0.0, 1e-11);
    NSD_CHECK(memcmp(f.ldl.on, wanted, sizeof wanted) == 0);
    free_factor(&f);
    free_sparse(s);
}

NSD_TEST(test_matrices_that_are_not_definite_are_told)
{
    const double  indefinite[] = { 1, 2, 2, 1 }, singular[] = { 1, 1, 1, 1 };
    unsigned char both[] = { 1, 1 }, one[] = { 1, 0 };
    for (int k = 0; k < 2; k++) {
        test_sparse *s = sparse_of(2, k ? singular : indefinite);
        factor       f = new_factor(&s->A);
        NSD_CHECK(nsd_ldl_factor(&f.ldl, both) == NSD_ERR_NOT_DEFINITE);
        NSD_CHECK(nsd_ldl_factor(&f.ldl, one) == NSD_OK);
        NSD_CHECK(nsd_ldl_add(&f.ldl, 1) == NSD_ERR_NOT_DEFINITE);
        NSD_CHECK(nsd_ldl_change(&f.ldl, one) == NSD_OK); /* and it goes on from there */
        double b[] = { 3.0, 5.0 };
        nsd_ldl_solve(&f.ldl, b);
        NSD_CHECK(b[0] == 3.0 && b[1] == 0.0);
        free_factor(&f);
        free_sparse(s);
    }
}

NSD_TEST(test_too_little_memory_is_a_status)
{
    test_sparse *s = grid_matrix(5, 5, 0.0);
    nsd_scratch  scratch = { malloc(64), 64, 0 };
    nsd_ldl_plan plan;
    NSD_CHECK(nsd_ldl_plan_init(&plan, &s->A, &scratch) == NSD_ERR_WORKSPACE);
    free(scratch.base);
    free_sparse(s);
}

NSD_TEST_MAIN(test_chains_and_stars_have_no_fill, test_grids_fill_little, test_dense_rows_come_last,
              test_solves_grids_and_random_matrices, test_rows_go_off_and_on_in_place,
              test_change_takes_the_cheaper_way, test_matrices_that_are_not_definite_are_told,
              test_too_little_memory_is_a_status)
