/* test_first_order_sparse.c - sparse first-order systems give what full ones give. */
#include <stdlib.h>
#include <string.h>

#include "scheme/first_order/first_order.h"
#include "nsd_test.h"
#include "nsd_test_random.h"

enum { MOST = 24 };

typedef struct circuit { /* full, column-major, and the same by compressed columns */
    int                    n, m;
    double                 A[MOST * MOST], B[MOST * MOST], C[MOST * MOST], D[MOST * MOST];
    double                 lower[MOST], upper[MOST], f[MOST], a[MOST], x0[MOST];
    ptrdiff_t              places[4][MOST + 1], rows[4][MOST * MOST], start[2 * MOST + 1];
    ptrdiff_t              row[5 * MOST * MOST];
    double                 values[4][MOST * MOST];
    nsd_lu_plan            plan;
    void                  *memory;
    nsd_first_order_sparse sparse;
    nsd_first_order        full, thin;
} circuit;

static nsd_columns compress(circuit *c, int which, const double *X, int rows, int cols)
{
    ptrdiff_t place = 0;
    c->places[which][0] = 0;
    for (int j = 0; j < cols; j++) {
        for (int i = 0; i < rows; i++) {
            if (X[i + j * rows] != 0.0) {
                c->rows[which][place] = i;
                c->values[which][place++] = X[i + j * rows];
            }
        }
        c->places[which][j + 1] = place;
    }
    return (nsd_columns){ rows, cols, c->places[which], c->rows[which], c->values[which] };
}

/* The two models of the matrices of a circuit */
static void fill_models(circuit *c)
{
    const int       n = c->n, m = c->m;
    const nsd_force f = { .n = n, .constant = c->f };
    const nsd_force a = { .n = m, .constant = c->a };
    int             count[2 * MOST];

    c->full = (nsd_first_order){ n,        m, c->A, c->B, c->C, c->D, c->lower,
                                 c->upper, f, a,    NULL, NULL, NULL };
    c->thin = c->full;
    c->thin.A = c->thin.B = c->thin.C = c->thin.D = NULL;
    c->sparse.A = compress(c, 0, c->A, n, n);
    c->sparse.B = compress(c, 1, c->B, n, m);
    c->sparse.C = compress(c, 2, c->C, m, n);
    c->sparse.D = compress(c, 3, c->D, m, m);
    nsd_first_order_sparse_fill(&c->sparse, &(nsd_first_order_weights){ 0 }, c->start, c->row,
                                NULL);
    const nsd_columns K = { n + m, n + m, c->start, c->row, NULL };
    const double      pairs = nsd_lu_plan_pairs(&K, count);
    const size_t      bytes = nsd_lu_plan_scratch(&K, pairs);
    nsd_scratch       scratch = { malloc(bytes), bytes, 0 };
    c->memory = scratch.base;
    if (nsd_lu_plan_init(&c->plan, &K, pairs, &scratch) != NSD_OK) abort();
    c->sparse.start = c->start;
    c->sparse.row = c->row;
    c->sparse.plan = &c->plan;
    c->thin.sparse = &c->sparse;
}

/* `steps` steps in scratch of exactly the size asked for; x, (lambda, y, h lambda); iterations: the
 * sets that were tried */
static nsd_status run_counting(const nsd_first_order *model, const nsd_first_order_options *options,
                               int steps, double *x, double *extra, long long *iterations)
{
    nsd_first_order_base *base = NULL;
    nsd_scratch           scratch = { NULL, nsd_first_order_scratch(model), 0 };
    double                v[MOST] = { 0 };
    nsd_state             state = { 0 };
    state.q = x;
    state.v = v;
    state.extra = extra;
    scratch.base = malloc(scratch.size + 1);
    nsd_status status = nsd_first_order_init(model, options, &scratch, &state, &base);
    for (int k = 0; k < steps && status == NSD_OK; k++) {
        status = base->stepper.step(&base->stepper, &state);
        state.t = options->h * (double)state.k;
    }
    *iterations = base ? base->tally.iterations : 0;
    free(scratch.base);
    return status;
}

static nsd_status run(const nsd_first_order *model, const nsd_first_order_options *options,
                      int steps, double *x, double *extra)
{
    long long iterations;
    return run_counting(model, options, steps, x, extra, &iterations);
}

/* Largest difference of x and lambda after the steps, relative to the largest; infinite where the
 * statuses differ */
static double difference(circuit *c, double theta, double rho, int steps)
{
    const nsd_first_order_options options = { 1e-2, theta, rho, { 1000, 1e-10, 1.0, NULL, 1e-10 } };
    double x1[MOST], x2[MOST], e1[3 * MOST] = { 0 }, e2[3 * MOST] = { 0 }, worst = 0.0, size = 1.0;

    fill_models(c);
    memcpy(x1, c->x0, sizeof x1);
    memcpy(x2, c->x0, sizeof x2);
    const nsd_status first = run(&c->full, &options, steps, x1, e1);
    const nsd_status second = run(&c->thin, &options, steps, x2, e2);
    free(c->memory);
    for (int i = 0; i < c->n; i++) {
        worst = fmax(worst, fabs(x1[i] - x2[i]));
        size = fmax(size, fabs(x1[i]));
    }
    for (int j = 0; j < 2 * c->m; j++) {
        worst = fmax(worst, fabs(e1[j] - e2[j]));
        size = fmax(size, fabs(e1[j]));
    }
    return first == second ? worst / size : INFINITY;
}

/* A passive circuit: A + A' < 0, C = B', D + D' >= 0; diodes, relays and equalities in turn */
static void random_circuit(circuit *c, int laws, unsigned long long *state)
{
    const int n = c->n = 4 + (int)(uniform(state) * (MOST - 5));
    const int m = c->m = 1 + (int)(uniform(state) * (n / 2));

    memset(c->A, 0, sizeof c->A);
    memset(c->B, 0, sizeof c->B);
    memset(c->D, 0, sizeof c->D);
    for (int i = 0; i < n; i++) {
        c->A[i * (n + 1)] = -3.0;
        if (i > 0) {
            c->A[i + (i - 1) * n] = 1.0 + signed_uniform(state);
            c->A[i - 1 + i * n] = 1.0 - signed_uniform(state);
        }
        c->f[i] = 4.0 * signed_uniform(state);
        c->x0[i] = signed_uniform(state);
    }
    for (int j = 0; j < m; j++) {
        const int at = (int)(uniform(state) * n), other = (int)(uniform(state) * n);
        c->B[at + j * n] = 1.0;
        c->B[other + j * n] -= uniform(state);
        c->D[j * (m + 1)] = j % 2 ? 0.3 : 0.05;
        if (j > 0) { /* skew: transformers */
            c->D[j + (j - 1) * m] = 0.5;
            c->D[j - 1 + j * m] = -0.5;
        }
        const int law = (j + laws) % 3;
        c->lower[j] = law == 0 ? 0.0 : law == 1 ? -0.7 : -INFINITY;
        c->upper[j] = law == 0 ? INFINITY : law == 1 ? 0.7 : INFINITY;
        c->a[j] = signed_uniform(state);
    }
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < n; i++) {
            c->C[j + i * m] = c->B[i + j * n];
        }
    }
}

NSD_TEST(test_random_circuits_agree_with_full_ones)
{
    static circuit     c;
    unsigned long long state = 12;
    for (int k = 0; k < 60; k++) {
        random_circuit(&c, k, &state);
        NSD_CHECK_NEAR(difference(&c, 0.5, 1.0, 40), 0.0, 1e-9); /* the tolerance is 1e-10 a step */
        NSD_CHECK_NEAR(difference(&c, 1.0, 1.0, 40), 0.0, 1e-9);
        NSD_CHECK_NEAR(difference(&c, 0.5, 0.5, 40), 0.0, 1e-9);
    }
}

/* Ideal diodes at the nodes of a ladder: D = 0, lambda is an impulse where x jumps */
static void ladder(circuit *c, int n, int m)
{
    memset(c, 0, sizeof *c);
    c->n = n;
    c->m = m;
    for (int i = 0; i < n; i++) {
        c->A[i * (n + 1)] = -2.0;
        if (i > 0) c->A[i + (i - 1) * n] = c->A[i - 1 + i * n] = 1.0;
        c->f[i] = i % 2 ? 1.0 : -1.0;
        c->x0[i] = i % 3 ? 1.0 : -1.0; /* where a diode is: contradicts the relation */
    }
    for (int j = 0; j < m; j++) {
        c->B[2 * j + j * n] = 1.0;
        c->C[j + 2 * j * m] = 1.0;
        c->upper[j] = INFINITY;
    }
}

NSD_TEST(test_ideal_diodes_and_jumps_at_the_start_agree)
{
    static circuit c;
    ladder(&c, 20, 10);
    NSD_CHECK_NEAR(difference(&c, 1.0, 1.0, 50), 0.0, 1e-9);
    NSD_CHECK_NEAR(difference(&c, 0.5, 0.5, 50), 0.0, 1e-9);
    NSD_CHECK_NEAR(difference(&c, 0.5, 1.0, 50), 0.0, 1e-9);
}

NSD_TEST(test_two_equal_diodes_are_solved_by_the_full_solvers)
{
    static circuit                c;
    const nsd_first_order_options options = { 1e-2, 1.0, 1.0, { 1000, 1e-10, 1.0, NULL, 1e-10 } };
    double                        x[MOST], extra[3 * MOST] = { 0 };
    ladder(&c, 12, 6);
    for (int i = 0; i < 12; i++) { /* relation 1 is relation 0 again: the set of both is singular */
        c.B[i + 12] = c.B[i];
        c.C[1 + i * 6] = c.C[i * 6];
    }
    fill_models(&c);
    memcpy(x, c.x0, sizeof x);
    NSD_CHECK(run(&c.thin, &options, 30, x, extra) == NSD_OK);
    NSD_CHECK(x[0] > -1e-9 && extra[0] + extra[1] > 0.0); /* the diode conducts, its node at 0 */
    NSD_CHECK_NEAR(x[0], 0.0, 1e-9);
    free(c.memory);
}

NSD_TEST(test_singular_steps_and_numbers_that_are_not_finite_are_told)
{
    static circuit                c;
    const nsd_first_order_options options = { 1.0, 1.0, 1.0, { 1000, 1e-10, 1.0, NULL, 1e-10 } };
    double                        x[MOST] = { 0 }, extra[3 * MOST] = { 0 };
    ladder(&c, 6, 2);
    memset(c.A, 0, sizeof c.A);
    for (int i = 0; i < 6; i++) {
        c.A[i * 7] = i == 3 ? 1.0 : -1.0; /* 1 - theta h A(4,4) = 0 */
    }
    fill_models(&c);
    NSD_CHECK(run(&c.thin, &options, 1, x, extra) == NSD_ERR_SINGULAR);
    free(c.memory);
    c.A[3 * 7] = -1.0;
    c.f[2] = INFINITY;
    fill_models(&c);
    NSD_CHECK(run(&c.thin, &options, 1, x, extra) == NSD_DIVERGED);
    free(c.memory);
}

/* A ladder of 10^4 nodes needed a second solve in nearly every step, since some diode of many
 * switches in each: a step cost twice as much for each node as in a ladder of 1000. Here a diode
 * starts to conduct in two of three steps, at a time that a line through two steps tells. */
NSD_TEST(test_one_set_solves_most_steps_in_which_a_diode_switches)
{
    static circuit                c;
    const nsd_first_order_options options = { 1e-2, 1.0, 1.0, { 1000, 1e-10, 1.0, NULL, 1e-10 } };
    double                        x[MOST], extra[3 * MOST] = { 0 };
    long long                     iterations = 0;
    ladder(&c, 20, 10); /* has no place for more diodes; their matrices are filled below */
    c.m = 20;
    memset(c.A, 0, sizeof c.A);
    memset(c.B, 0, sizeof c.B);
    memset(c.C, 0, sizeof c.C);
    for (int i = 0; i < 20; i++) {
        c.A[i * 21] = -1.0;
        c.B[i * 21] = c.C[i * 21] = 1.0;
        c.upper[i] = INFINITY;
        c.f[i] = -1.0;
        c.x0[i] = 0.05 + 0.0157 * i; /* falls to 0 and stays there */
    }
    fill_models(&c);
    memcpy(x, c.x0, sizeof x);
    NSD_CHECK(run_counting(&c.thin, &options, 40, x, extra, &iterations) == NSD_OK);
    NSD_CHECK_NEAR(x[19], 0.0, 1e-12);
    NSD_CHECK_NEAR(extra[19], 1.0, 1e-12);
    NSD_CHECK(iterations <= 50); /* 65 with the sides of the step before */
    free(c.memory);
}

NSD_TEST_MAIN(test_random_circuits_agree_with_full_ones,
              test_one_set_solves_most_steps_in_which_a_diode_switches,
              test_ideal_diodes_and_jumps_at_the_start_agree,
              test_two_equal_diodes_are_solved_by_the_full_solvers,
              test_singular_steps_and_numbers_that_are_not_finite_are_told)
