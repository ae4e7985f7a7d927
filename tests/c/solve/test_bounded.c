/* test_bounded.c - sparse systems with bounds: closed forms, factors against levels. */
#include "solve/bounded/bounded.h"

#include <string.h>

#include "nsd_test.h"
#include "nsd_test_sparse.h"
#include "solve/bounded/bounded_multigrid.h"

typedef struct trial {
    nsd_status      status;
    nsd_solver_info info;
    long long       factors, changes;
} trial;

static const nsd_bounded_options usual = { 1000, 1e-10, NULL, 1e-10 };

/* x <- the answer by factors, from nothing or, with `again`, twice on one factor */
static trial by_factors(const nsd_columns *A, const double *b, const signed char *side, int again,
                        double *x)
{
    const size_t plan_bytes = nsd_ldl_plan_scratch(A->n, A->start[A->n]);
    nsd_scratch  room = { malloc(plan_bytes), plan_bytes, 0 };
    nsd_ldl_plan plan;
    nsd_bounded  bounded;
    trial        t = { nsd_ldl_plan_init(&plan, A, &room), { 0, 0.0, "" }, 0, 0 };
    const size_t bytes = nsd_bounded_scratch(A->n) + nsd_bounded_plan_scratch(&plan);
    nsd_scratch  scratch = { malloc(bytes), bytes, 0 };
    nsd_bounded_init(&bounded, A, &scratch);
    nsd_bounded_plan(&bounded, &plan, &scratch);
    bounded.b = b;
    bounded.side = side;
    for (int k = 0; k <= again; k++) {
        t.status = nsd_bounded_solve(&bounded, &usual, x, &t.info);
    }
    t.factors = bounded.ldl.factors;
    t.changes = bounded.ldl.changes;
    free(room.base);
    free(scratch.base);
    return t;
}

static trial by_levels(const nsd_columns *A, const double *b, const signed char *side, double *x)
{
    const size_t bytes = nsd_bounded_scratch(A->n) +
                         nsd_bounded_multigrid_scratch(A->n, A->start[A->n]);
    nsd_scratch scratch = { malloc(bytes), bytes, 0 };
    nsd_bounded bounded;
    trial       t = { NSD_OK, { 0, 0.0, "" }, 0, 0 };
    nsd_bounded_init(&bounded, A, &scratch);
    bounded.b = b;
    bounded.side = side;
    t.status = nsd_bounded_multigrid(&bounded, &usual, &scratch, x, &t.info);
    free(scratch.base);
    return t;
}

NSD_TEST(test_three_springs_in_closed_form)
{
    /* A = tridiag(-1, 2, -1), b = (1, -4, 1): the middle would move to -2, its bound holds it */
    test_sparse      *s = grid_matrix(3, 1, -2.0);
    const double      b[] = { 1.0, -4.0, 1.0 };
    const signed char below[] = { 1, 1, 1 }, none[] = { 0, 0, 0 }, above[] = { -1, -1, -1 };
    double            x[3];
    trial             t = by_factors(&s->A, b, below, 0, x);
    NSD_CHECK(t.status == NSD_OK && t.info.residual == 0.0);
    NSD_CHECK(x[0] == 0.5 && x[1] == 0.0 && x[2] == 0.5);
    t = by_factors(&s->A, b, none, 0, x);
    NSD_CHECK(t.status == NSD_OK);
    NSD_CHECK_NEAR(x[0], -1.0, 1e-15);
    NSD_CHECK_NEAR(x[1], -3.0, 1e-15);
    t = by_factors(&s->A, b, above, 0, x); /* x <= 0 */
    NSD_CHECK(t.status == NSD_OK);
    NSD_CHECK_NEAR(x[1], -3.0, 1e-15);
    free_sparse(s);
}

NSD_TEST(test_upper_bounds_mirror_lower_ones)
{
    unsigned long long state = 5;
    double             full[40 * 40], b[40], minus[40], x[40], y[40];
    signed char        side[40], other[40];
    random_definite(40, 4.0, full, &state);
    test_sparse *s = sparse_of(40, full);
    for (int i = 0; i < 40; i++) {
        b[i] = signed_uniform(&state);
        minus[i] = -b[i];
        side[i] = (signed char)(i % 3 - 1);
        other[i] = (signed char)-side[i];
    }
    NSD_CHECK(by_factors(&s->A, b, side, 0, x).status == NSD_OK);
    NSD_CHECK(by_factors(&s->A, minus, other, 0, y).status == NSD_OK);
    for (int i = 0; i < 40; i++) {
        NSD_CHECK_NEAR(x[i], -y[i], 1e-13);
    }
    free_sparse(s);
}

NSD_TEST(test_nothing_is_factored_while_the_set_stays)
{
    unsigned long long state = 9;
    double             full[30 * 30], b[30], x[30];
    signed char        side[30];
    random_definite(30, 3.0, full, &state);
    test_sparse *s = sparse_of(30, full);
    for (int i = 0; i < 30; i++) {
        b[i] = signed_uniform(&state);
        side[i] = 1;
    }
    const trial once = by_factors(&s->A, b, side, 0, x), twice = by_factors(&s->A, b, side, 1, x);
    NSD_CHECK(twice.status == NSD_OK && twice.info.iterations == 1);
    NSD_CHECK(twice.factors == once.factors && twice.changes == once.changes);
    free_sparse(s);
}

/* A membrane pulled up by b over the plane x = 0, with loads down at some nodes */
NSD_TEST(test_levels_give_the_answer_of_factors)
{
    for (int kind = 0; kind < 4; kind++) {
        unsigned long long state = 3 + (unsigned)kind;
        const int          width = kind == 3 ? 2500 : 50, height = kind == 3 ? 1 : 50;
        test_sparse       *s = grid_matrix(width, height, kind == 3 ? -1.99 : 0.0);
        const int          n = width * height;
        double            *b = malloc((size_t)n * sizeof *b), *x = malloc((size_t)n * sizeof *x);
        double            *y = malloc((size_t)n * sizeof *y);
        signed char       *side = malloc((size_t)n);
        for (int i = 0; i < n; i++) {
            b[i] = signed_uniform(&state) - 0.2 * kind;
            side[i] = kind != 1 || i % 5 != 0; /* kind 1: some nodes have no bound */
        }
        NSD_CHECK(nsd_bounded_multigrid_fits(&s->A, side));
        const trial levels = by_levels(&s->A, b, side, y),
                    factors = by_factors(&s->A, b, side, 0, x);
        NSD_CHECK(levels.status == NSD_OK && factors.status == NSD_OK);
        NSD_CHECK(levels.info.residual <= 1e-10);
        double difference = 0.0;
        for (int i = 0; i < n; i++) {
            difference = fmax(difference, fabs(x[i] - y[i]));
        }
        NSD_CHECK_NEAR(difference, 0.0, 1e-7); /* residual 1e-10, condition up to 1e3 */
        free(b);
        free(x);
        free(y);
        free(side);
        free_sparse(s);
    }
}

NSD_TEST(test_matrices_that_do_not_fit_are_told)
{
    const double bad[][4] = { { 1, 2, 0, 1 }, { 0, 1, 1, 0 }, { -1, 0, 0, 1 }, { 1, NAN, NAN, 1 } };
    const double good[] = { 2, -1, -1, 2 }, positive[] = { 2, 1, 1, 2 };
    const signed char below[] = { 1, 0 }, above[] = { -1, 0 };
    ptrdiff_t         cursor[2];
    for (int k = 0; k < 4; k++) {
        test_sparse *s = sparse_of(2, bad[k]);
        NSD_CHECK(!nsd_bounded_fits(&s->A, cursor));
        free_sparse(s);
    }
    test_sparse *s = sparse_of(2, good), *p = sparse_of(2, positive);
    NSD_CHECK(nsd_bounded_fits(&s->A, cursor) && nsd_bounded_fits(&p->A, cursor));
    NSD_CHECK(nsd_bounded_multigrid_fits(&s->A, below));
    NSD_CHECK(!nsd_bounded_multigrid_fits(&p->A, below));
    NSD_CHECK(!nsd_bounded_multigrid_fits(&s->A, above));
    free_sparse(s);
    free_sparse(p);
}

NSD_TEST(test_indefinite_matrix_is_a_status)
{
    const double      full[] = { 1, -2, -2, 1 }, b[] = { 1, 1 };
    const signed char side[] = { 1, 1 };
    double            x[2];
    test_sparse      *s = sparse_of(2, full);
    NSD_CHECK(by_factors(&s->A, b, side, 0, x).status == NSD_ERR_NOT_DEFINITE);
    free_sparse(s);
}

NSD_TEST_MAIN(test_three_springs_in_closed_form, test_upper_bounds_mirror_lower_ones,
              test_nothing_is_factored_while_the_set_stays, test_levels_give_the_answer_of_factors,
              test_matrices_that_do_not_fit_are_told, test_indefinite_matrix_is_a_status)
