/* test_coulomb.c - laws of contacts, friction problems of a step, and the stepper with friction.
 * Scratch is exactly as large as the kernels say, so that the sanitizer sees every overrun. */
#include <stdlib.h>
#include <string.h>

#include "scheme/scheme.h"
#include "contact/coulomb.h"
#include "run/run.h"
#include "nsd_test.h"
#include "nsd_test_matrix.h"

static const nsd_lcp_options OPTIONS = { .max_iter = 1000, .tolerance = 1e-12, .relaxation = 1.0 };

NSD_TEST(test_stribeck_goes_from_static_to_kinetic)
{
    const nsd_law law = { NSD_LAW_STRIBECK, { 0.4, 0.2, 0.5, 2.0, 0.1, 0.0 }, 0, NULL, 0, 0, 0 };
    NSD_CHECK_NEAR(nsd_law_friction(&law, 0.0, 0.0), 0.4, 1e-16);
    NSD_CHECK_NEAR(nsd_law_friction(&law, 0.5, 0.0), 0.2 + 0.2 * exp(-1.0) + 0.05, 1e-16);
    NSD_CHECK_NEAR(nsd_law_friction(&law, 100.0, 0.0), 10.2, 1e-14);
}

NSD_TEST(test_curve_is_straight_between_its_points)
{
    const double  points[] = { 0.0, 0.5, 1.0, 0.3, 3.0, 0.4 };
    const nsd_law law = { NSD_LAW_CURVE, { 0 }, 3, points, 0, 0, 0 };
    NSD_CHECK_NEAR(nsd_law_friction(&law, 0.0, 0.0), 0.5, 1e-16);
    NSD_CHECK_NEAR(nsd_law_friction(&law, 0.25, 0.0), 0.45, 1e-15);
    NSD_CHECK_NEAR(nsd_law_friction(&law, 1.0, 0.0), 0.3, 1e-16);
    NSD_CHECK_NEAR(nsd_law_friction(&law, 2.0, 0.0), 0.35, 1e-15);
    NSD_CHECK_NEAR(nsd_law_friction(&law, 1e9, 0.0), 0.4, 1e-16);
}

NSD_TEST(test_rate_and_state_is_the_logarithm_and_does_not_overflow)
{
    const nsd_law law = {
        NSD_LAW_RATE_STATE, { 0.6, 0.01, 0.015, 1e-6, 1e-5, 10.0 }, 0, NULL, 0, 0, 0
    };
    const double theta = 2.5;
    for (int k = -8; k < 3; k++) {
        const double s = pow(10.0, k);
        const double exact = 0.6 + 0.01 * log(s / 1e-6) + 0.015 * log(1e-6 * theta / 1e-5);
        NSD_CHECK_NEAR(nsd_law_friction(&law, s, theta), exact, 1e-12);
    }
    NSD_CHECK(nsd_law_friction(&law, 0.0, theta) == 0.0);
    NSD_CHECK(nsd_law_friction(&law, 1e-60, theta) >= 0.0);
    double aged =
        10.0; /* ages of 1000 small steps add up to one large step; at rest the age grows by h */
    for (int k = 0; k < 1000; k++) {
        aged = nsd_law_age(&law, 1e-5, aged, 1e-3);
    }
    NSD_CHECK_NEAR(aged, 1.0 + 9.0 * exp(-1.0), 1e-10);
    NSD_CHECK_NEAR(nsd_law_age(&law, 0.0, 3.0, 0.5), 3.5, 1e-15);
}

NSD_TEST(test_cohesion_falls_on_a_line_and_returns_to_the_origin)
{
    const nsd_law law = { NSD_LAW_CONSTANT, { 0.0 }, 0, NULL, 10.0, 1e-3, 0.0 };
    const double  beta = nsd_law_damage(&law, 4e-4, 1.0, 0.1);
    NSD_CHECK_NEAR(nsd_law_pull(&law, 0.0, 1.0), 10.0, 1e-15);
    NSD_CHECK_NEAR(beta, 0.6, 1e-15);
    NSD_CHECK_NEAR(nsd_law_pull(&law, 4e-4, beta), 6.0, 1e-12);
    NSD_CHECK_NEAR(nsd_law_pull(&law, 1e-4, beta), 1.5, 1e-12);
    NSD_CHECK(nsd_law_pull(&law, -1e-4, beta) == 0.0);
    NSD_CHECK(nsd_law_damage(&law, 1e-4, beta, 0.1) == beta);
    NSD_CHECK(nsd_law_pull(&law, 2e-3, nsd_law_damage(&law, 2e-3, beta, 0.1)) == 0.0);
}

/* One problem in the plane with `count` contacts; r on return */
static nsd_status solve(const nsd_surface *surface, int count, const double *W, const double *q,
                        nsd_coulomb *f, void **memory)
{
    const int   size = count * (1 + surface->d);
    nsd_scratch scratch = { NULL, nsd_coulomb_scratch(surface, count), 0 };
    scratch.base = *memory = calloc(1, scratch.size);
    nsd_status status = nsd_coulomb_init(f, surface, count, &OPTIONS, &scratch);
    memcpy(f->W, W, (size_t)(size * size) * sizeof *W);
    memcpy(f->q, q, (size_t)size * sizeof *q);
    for (int i = 0; i < count; i++) {
        f->id[i] = i;
    }
    return status == NSD_OK ? nsd_coulomb_solve(f, count) : status;
}

NSD_TEST(test_stick_slip_and_open_are_distinguished)
{
    const double      W[36] = { 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
                                0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2 };
    const double      q[6] = { -1, 0.5, -1, 3, 1, 1 }, mu[3] = { 0.5, 0.5, 0.5 };
    const double      none[3] = { 0 };
    const nsd_surface surface = {
        .d = 1, .layout = { 1, { 1 } }, .mu = { mu }, .e = none, .w = none
    };
    nsd_coulomb f;
    void       *memory = NULL;
    NSD_CHECK(solve(&surface, 3, W, q, &f, &memory) == NSD_OK);
    NSD_CHECK_NEAR(f.r[1], -0.25, 1e-12);
    NSD_CHECK_NEAR(f.r[3], -0.5, 1e-12);
    NSD_CHECK(nsd_coulomb_mode(&f, 0) == NSD_STICK);
    NSD_CHECK(nsd_coulomb_mode(&f, 1) == NSD_SLIP);
    NSD_CHECK(nsd_coulomb_mode(&f, 2) == NSD_OPEN);
    free(memory);
}

NSD_TEST(test_held_tangents_slide_when_they_move)
{
    /* tangents that no impulse moves: a velocity slides, rounding gives no impulse */
    const double      W[16] = { 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0 };
    const double      q[4] = { -1, 0.5, -1, 1e-14 }, mu[2] = { 0.5, 0.5 }, none[2] = { 0 };
    const nsd_surface surface = {
        .d = 1, .layout = { 1, { 1 } }, .mu = { mu }, .e = none, .w = none
    };
    nsd_coulomb f;
    void       *memory = NULL;
    NSD_CHECK(solve(&surface, 2, W, q, &f, &memory) == NSD_OK);
    NSD_CHECK_NEAR(f.r[1], -0.5, 1e-12);
    NSD_CHECK_NEAR(f.r[3], 0.0, 1e-15);
    free(memory);
}

NSD_TEST(test_rate_and_state_fits_speed_and_coefficient)
{
    const double  W[4] = { 1, 0, 0, 1 }, q[2] = { -1, 2 }, mu[1] = { 1 }, none[1] = { 0 };
    const nsd_law law = { NSD_LAW_RATE_STATE, { 0.6, 0.1, 0.05, 1.0, 1.0, 1.0 }, 0, NULL, 0, 0, 0 };
    const nsd_surface surface = {
        .d = 1, .layout = { 1, { 1 } }, .mu = { mu }, .e = none, .law = &law, .w = none
    };
    nsd_coulomb f;
    void       *memory = NULL;
    NSD_CHECK(solve(&surface, 1, W, q, &f, &memory) == NSD_OK);
    NSD_CHECK_NEAR(-f.r[1] / f.r[0], nsd_law_friction(&law, f.u[1], 1.0), 1e-12);
    NSD_CHECK_NEAR(f.u[1], 2.0 + f.r[1], 1e-13);
    const double theta = f.theta[0];
    nsd_coulomb_advance_laws(&f, 0.1);
    NSD_CHECK_NEAR(f.theta[0], nsd_law_age(&law, f.u[1], theta, 0.1), 1e-15);
    free(memory);
}

/* W = G'G of `count` random contacts in the plane with n coordinates, unit mass */
static void random_delassus(int count, int n, double *W, unsigned *seed)
{
    const int size = 2 * count;
    double    G[8 * 8];
    random_fill(G, n * size, seed);
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            W[i + j * size] = nsd_dense_dot(n, G + i * n, G + j * n);
        }
    }
}

static double squared_change(int size, const double *W, const double *r)
{
    double sum = 0.0;
    for (int j = 0; j < size; j++) {
        sum += r[j] * nsd_dense_dot(size, W + j * size, r);
    }
    return sum;
}

/* Problems as in the step after an impact: slow approach, fast sliding, a guess of large impulses.
 * Where there is a solution of small impulses, no start may end in a shock; the least of all
 * solutions is known by enumeration. */
NSD_TEST(test_of_several_solutions_the_least_change_is_taken)
{
    const double mu[4] = { 1.2, 0.9, 1.4, 0.8 }, none[4] = { 0 };
    unsigned     seed = 11u;
    int          several = 0;
    for (int trial = 0; trial < 300; trial++) {
        const int   count = 1 + trial % 4, size = 2 * count;
        nsd_surface surface = {
            .d = 1, .layout = { 1, { 1 } }, .mu = { mu }, .e = none, .w = none
        };
        double      W[64], q[8], R[8 * 64], least = INFINITY;
        nsd_coulomb f;
        nsd_scratch scratch = { NULL, nsd_coulomb_scratch(&surface, count), 0 };
        void       *memory = scratch.base = calloc(1, scratch.size);
        random_delassus(count, 3, W, &seed);
        random_fill(q, size, &seed);
        NSD_CHECK(nsd_coulomb_init(&f, &surface, count, &OPTIONS, &scratch) == NSD_OK);
        for (int i = 0; i < count; i++) {
            q[2 * i] = -1e-4 * fabs(q[2 * i]);
            f.id[i] = i;
        }
        memcpy(f.W, W, (size_t)(size * size) * sizeof *W);
        memcpy(f.q, q, (size_t)size * sizeof *q);
        random_fill(f.r, size, &seed);
        f.continuous = 1;
        const nsd_status status = nsd_coulomb_solve(&f, count);
        nsd_friction     problem = { .contacts = count, .layout = surface.layout, .W = W, .q = q };
        int              found = 0;
        problem.mu[0] = mu;
        problem.lambda = nsd_friction_lambda_bound(&problem);
        nsd_scratch room = { NULL, nsd_friction_enumerate_scratch(count), 0 };
        room.base = malloc(room.size);
        nsd_friction_enumerate(&problem, &f.options, &room, 64, R, &found);
        for (int k = 0; k < found; k++) {
            least = fmin(least, squared_change(size, W, R + k * size));
        }
        NSD_CHECK(status == NSD_OK || found == 0);
        if (status == NSD_OK && found > 0) {
            NSD_CHECK(squared_change(size, W, f.r) <= 1.0001 * least + 1e-12);
        }
        several += found > 1 && least < 1e-6;
        free(room.base);
        free(memory);
    }
    NSD_CHECK(several >= 10); /* the trials do have the choice */
}

/* Solutions of a contact in space: it lets go, or it sticks, or slides on, wedged by its friction
 * (mu = 2, coupling 0.8). Whatever the guess is, it lets go, and the problem is counted. */
NSD_TEST(test_in_space_no_guess_keeps_a_wedge_that_can_let_go)
{
    const double W[9] = { 1, 0, 0.8, 0, 1, 0, 0.8, 0, 1 }, q[3] = { 0.1, 0, 1 };
    const double mu[1] = { 2.0 }, none[2] = { 0 };
    const double guesses[3][3] = { { 0, 0, 0 }, { 35.0 / 18, 0, -46.0 / 18 }, { 9, 1, 1 } };
    for (int k = 0; k < 3; k++) {
        const nsd_surface surface = {
            .d = 2, .layout = { 1, { 2 } }, .mu = { mu }, .e = none, .w = none
        };
        nsd_coulomb f;
        nsd_scratch scratch = { NULL, nsd_coulomb_scratch(&surface, 1), 0 };
        void       *memory = scratch.base = calloc(1, scratch.size);
        NSD_CHECK(nsd_coulomb_init(&f, &surface, 1, &OPTIONS, &scratch) == NSD_OK);
        memcpy(f.W, W, sizeof W);
        memcpy(f.q, q, sizeof q);
        memcpy(f.r, guesses[k], sizeof guesses[k]);
        f.continuous = 1;
        NSD_CHECK(nsd_coulomb_solve(&f, 1) == NSD_OK);
        NSD_CHECK_NEAR(f.r[0], 0.0, 1e-12);
        NSD_CHECK(f.several == 1 && f.unchecked == 0);
        free(memory);
    }
}

/* The sliding block of the check values, in C: unit mass, mu = 0.3, v0 = 2, h = 0.01 */
typedef struct block {
    double         M[4], zero[4], force[2], G_values[2], H_values[1], mu[1], none[2];
    ptrdiff_t      G_start[3], G_row[2], H_start[2], H_row[1], J_start[1];
    double         q[2], v[2], P[1], U[1], U_before[1], T[1], V[1], V_before[1];
    int            mode[1], mode_before[1];
    nsd_tangential tangential;
    nsd_state      state;
    nsd_linear     model;
} block;

static void make_block(block *b)
{
    const block values = { .M = { 1, 0, 0, 1 },
                           .force = { 0, -9.81 },
                           .G_values = { 1, 1 },
                           .H_values = { 1 },
                           .mu = { 0.3 },
                           .G_start = { 0, 1, 2 },
                           .G_row = { 1, 0 },
                           .H_start = { 0, 1 },
                           .H_row = { 1 },
                           .v = { 2, 0 } };
    *b = values;
    nsd_linear *model = &b->model;
    model->n = 2;
    model->m = 1;
    model->M = (nsd_matrix){ NSD_DENSE, 2, 0, b->M, NULL, NULL };
    model->C = model->K = (nsd_matrix){ NSD_DENSE, 2, 0, b->zero, NULL, NULL };
    model->K_skew = (nsd_matrix){ NSD_ZERO, 2, 0, NULL, NULL, NULL };
    model->symmetric = 1;
    model->H = (nsd_columns){ 2, 1, b->H_start, b->H_row, b->H_values };
    model->J = (nsd_columns){ 2, 0, b->J_start, NULL, NULL };
    model->G = (nsd_columns){ 2, 2, b->G_start, b->G_row, b->G_values };
    model->b = model->e = b->none;
    model->F.n = 2;
    model->F.constant = b->force;
    model->surface = (nsd_surface){
        .d = 1, .layout = { 1, { 1 } }, .mu = { b->mu }, .e = b->none, .w = b->none
    };
    b->tangential = (nsd_tangential){ .d = 1,
                                      .sliding = 1,
                                      .T = b->T,
                                      .V = b->V,
                                      .V_before = b->V_before,
                                      .mode = b->mode,
                                      .mode_before = b->mode_before };
    b->state = (nsd_state){ .q = b->q,
                            .v = b->v,
                            .P = b->P,
                            .joint = b->none,
                            .U = b->U,
                            .U_before = b->U_before,
                            .tangential = &b->tangential };
}

static void slide_to_rest(const nsd_linear_scheme *scheme, int *nsd_failures)
{
    block b;
    make_block(&b);
    const nsd_step_options options = { .h = 0.01,
                                       .theta = 0.5,
                                       .activation = 0.5,
                                       .lcp = OPTIONS,
                                       .newmark = { .gamma = 0.5, .beta = 0.25 } };
    nsd_scratch            scratch = { NULL, scheme->scratch(&b.model, &options), 0 };
    scratch.base = malloc(scratch.size);
    nsd_ledger   ledger;
    nsd_stepper *s = NULL;
    NSD_CHECK(scheme->init(&b.model, &options, &scratch, &b.state, &ledger, &s) == NSD_OK);
    int stops = 0;
    for (int k = 1; k <= 100 && s; k++) {
        NSD_CHECK(s->step(s, &b.state) == NSD_OK);
        s->energy(s, &b.state, &ledger);
        stops = stops == 0 && b.mode[0] == NSD_STICK ? k : stops;
        const double total = ledger.value[NSD_KINETIC] - ledger.value[NSD_FRICTION] -
                             ledger.value[NSD_IMPACT] - ledger.value[NSD_EXTERNAL];
        NSD_CHECK_NEAR(total, 2.0, 1e-13);
    }
    NSD_CHECK(stops == 68);
    NSD_CHECK_NEAR(b.q[0], 0.6795846, 1e-9);
    free(scratch.base);
}

NSD_TEST(test_sliding_block_stops_at_its_check_value_and_the_ledger_closes)
{
    const char *const schemes[] = { "moreau", "moreau-dissipative", "newmark", "hht", "genalpha" };
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        slide_to_rest(nsd_scheme_find_linear(schemes[i]), nsd_failures);
    }
}

NSD_TEST(test_friction_without_a_tangential_state_is_misuse)
{
    block b;
    make_block(&b);
    b.state.tangential = NULL;
    const nsd_step_options options = { .h = 0.01, .theta = 0.5, .activation = 0.5, .lcp = OPTIONS };
    nsd_scratch scratch = { NULL, nsd_linear_scheme_moreau.scratch(&b.model, &options), 0 };
    scratch.base = malloc(scratch.size);
    nsd_ledger   ledger;
    nsd_stepper *s = NULL;
    NSD_CHECK(nsd_linear_scheme_moreau.init(&b.model, &options, &scratch, &b.state, &ledger, &s) ==
              NSD_ERR_BAD_ARGUMENT);
    free(scratch.base);
}

NSD_TEST_MAIN(test_stribeck_goes_from_static_to_kinetic, test_curve_is_straight_between_its_points,
              test_rate_and_state_is_the_logarithm_and_does_not_overflow,
              test_cohesion_falls_on_a_line_and_returns_to_the_origin,
              test_stick_slip_and_open_are_distinguished, test_held_tangents_slide_when_they_move,
              test_rate_and_state_fits_speed_and_coefficient,
              test_of_several_solutions_the_least_change_is_taken,
              test_in_space_no_guess_keeps_a_wedge_that_can_let_go,
              test_sliding_block_stops_at_its_check_value_and_the_ledger_closes,
              test_friction_without_a_tangential_state_is_misuse)
