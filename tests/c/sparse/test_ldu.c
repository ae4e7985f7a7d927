/* test_ldu.c - L D U on a symmetric pattern without exchanges of rows. */
#include "sparse/ldu.h"

#include <string.h>

#include "nsd_test.h"
#include "nsd_test_sparse.h"

enum { MOST = 60 };

typedef struct factor {
    nsd_ldl_plan plan;
    nsd_ldu      ldu;
    void        *plan_memory, *memory;
    nsd_status   status;
} factor;

static factor *new_factor(const nsd_columns *A)
{
    factor     *f = malloc(sizeof *f);
    size_t      bytes = nsd_ldl_plan_scratch(A->n, A->start[A->n]);
    nsd_scratch scratch = { malloc(bytes), bytes, 0 };
    f->plan_memory = scratch.base;
    f->status = nsd_ldl_plan_init(&f->plan, A, &scratch);
    bytes = nsd_ldu_scratch(&f->plan, A->start[A->n]);
    scratch = (nsd_scratch){ malloc(bytes), bytes, 0 };
    f->memory = scratch.base;
    f->status = f->status == NSD_OK ? nsd_ldu_init(&f->ldu, &f->plan, A, &scratch) : f->status;
    return f;
}

static void free_factor(factor *f)
{
    free(f->plan_memory);
    free(f->memory);
    free(f);
}

static void solve_ldu(void *solver, double *x)
{
    nsd_ldu_solve(solver, x);
}

static double miss(factor *f, const nsd_columns *A, unsigned long long *state)
{
    return solve_miss(A, solve_ldu, &f->ldu, NULL, state);
}

/* The values with a skew part: no longer symmetric, still with dominant diagonals */
static void skew(test_sparse *s, unsigned long long *state)
{
    for (int j = 0; j < s->A.n; j++) {
        for (ptrdiff_t p = s->start[j]; p < s->start[j + 1]; p++) {
            s->values[p] *= s->row[p] == j ? 1.0 : uniform(state);
        }
    }
}

NSD_TEST(test_solves_grids_and_random_matrices_without_symmetry)
{
    unsigned long long state = 7;
    for (int k = 0; k < 60; k++) {
        test_sparse *s = grid_or_random(k, &state);
        factor      *f = new_factor(&s->A);
        NSD_CHECK(f->status == NSD_OK);
        for (int again = 0; again < 2; again++) { /* new numbers on the same pattern */
            skew(s, &state);
            NSD_CHECK(nsd_ldu_factor(&f->ldu) == NSD_OK);
            NSD_CHECK_NEAR(miss(f, &s->A, &state), 0.0, 1e-12); /* conditions up to 1e3 */
        }
        free_factor(f);
        free_sparse(s);
    }
}

NSD_TEST(test_pivots_may_be_negative_and_lost_ones_are_told)
{
    const double indefinite[] = { 1.0, 2.0, 3.0, 1.0 }, singular[] = { 1.0, 2.0, 0.5, 1.0 };
    double       b[] = { 1.0, 2.0 };
    test_sparse *s = sparse_of(2, indefinite);
    factor      *f = new_factor(&s->A);
    NSD_CHECK(nsd_ldu_factor(&f->ldu) == NSD_OK);
    nsd_ldu_solve(&f->ldu, b); /* [1 3; 2 1] x = [1; 2] */
    NSD_CHECK_NEAR(b[0], 1.0, 1e-15);
    NSD_CHECK_NEAR(b[1], 0.0, 1e-15);
    memcpy(s->values, singular, sizeof singular);
    NSD_CHECK(nsd_ldu_factor(&f->ldu) == NSD_ERR_SINGULAR);
    s->values[2] = NAN;
    NSD_CHECK(nsd_ldu_factor(&f->ldu) == NSD_ERR_SINGULAR);
    memcpy(s->values, indefinite, sizeof indefinite); /* and it goes on from there */
    NSD_CHECK(nsd_ldu_factor(&f->ldu) == NSD_OK);
    b[0] = 4.0;
    b[1] = 3.0;
    nsd_ldu_solve(&f->ldu, b);
    NSD_CHECK_NEAR(b[0], 1.0, 1e-15);
    NSD_CHECK_NEAR(b[1], 1.0, 1e-15);
    free_factor(f);
    free_sparse(s);
}

NSD_TEST(test_too_little_memory_is_a_status)
{
    test_sparse *s = grid_matrix(5, 5, 0.0);
    factor      *f = new_factor(&s->A);
    nsd_scratch  scratch = { malloc(64), 64, 0 };
    nsd_ldu      ldu;
    NSD_CHECK(nsd_ldu_init(&ldu, &f->plan, &s->A, &scratch) == NSD_ERR_WORKSPACE);
    free(scratch.base);
    free_factor(f);
    free_sparse(s);
}

NSD_TEST_MAIN(test_solves_grids_and_random_matrices_without_symmetry,
              test_pivots_may_be_negative_and_lost_ones_are_told,
              test_too_little_memory_is_a_status)
