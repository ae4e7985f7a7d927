/* test_scheme.c - Moreau-Jean and its dissipative variant: check values, equations, steppers. */
#include "scheme/scheme.h"
#include "nsd_test.h"
#include "nsd_test_run.h"

/* q and v of the first coordinate, and the sum of impulses of the first contact, after a run */
typedef struct triple {
    nsd_status status;
    double     q, v, P;
} triple;

static triple run_first(test_system *system, const char *method, const nsd_step_options *options,
                        double q0, long long steps)
{
    test_run   run = { .q = { q0 } };
    nsd_status status = start_run(&run, method, build_model(system, NSD_DENSE), options);
    double     sum = 0.0;
    for (long long k = 0; k < steps && status == NSD_OK; k++) {
        status = advance_step(&run, options->h);
        sum += run.P[0];
    }
    const triple result = { status, run.q[0], run.v[0], sum };
    free(run.memory);
    return result;
}

static test_system *new_oscillator(void)
{
    test_system *system = new_ball(0.0, 0.8);
    system->K[0] = 4.0;
    system->b[0] = 0.25;
    return system;
}

/* `system` with uncoupled coordinates added: too many for the small stepper. */
static test_system *padded(const test_system *system, int n)
{
    test_system *larger = new_system(n, system->m, 0);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < system->n && j < system->n; i++) {
            larger->M[i + j * n] = system->M[i + j * system->n];
            larger->C[i + j * n] = system->C[i + j * system->n];
            larger->K[i + j * n] = system->K[i + j * system->n];
        }
        if (j >= system->n) {
            larger->M[j + j * n] = 1.0;
        }
    }
    for (int a = 0; a < system->m; a++) {
        memcpy(larger->H + a * n, system->H + a * system->n, (size_t)system->n * sizeof(double));
    }
    memcpy(larger->b, system->b, sizeof system->b);
    memcpy(larger->e, system->e, sizeof system->e);
    memcpy(larger->F, system->F, sizeof system->F);
    return larger;
}

typedef struct value_case {
    const char *method;
    int         ball; /* 1: the ball, 0: the oscillator */
    double      theta, h;
    long long   steps;
    double      q, v, P; /* reference values of other code, to 1e-9 */
} value_case;

static const value_case VALUES[] = {
    { "moreau", 1, 0.5, 0.005, 400, 0.0010599625, -3.585555, 16.034445 },
    { "moreau", 0, 0.5, 0.01, 600, 0.505586256402, -0.459988003015, 8.489331115413 },
    { "moreau", 0, 1.0, 0.01, 600, 0.462904311872, -0.307824720233, 7.969637342557 },
    { "moreau-dissipative", 1, 0.5, 0.005, 400, 0.0010599625, -3.585555, 16.034445 },
    { "moreau-dissipative", 0, 0.5, 0.01, 600, 0.505586256402, -0.459988003015, 8.489331115413 },
    { "paoli", 0, 0.5, 0.01, 600, 0.526190064851, -0.376437443317, 8.432996405223 },
};

NSD_TEST(test_reference_values_of_ball_and_oscillator)
{
    for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) {
        const value_case      *c = &VALUES[i];
        const nsd_step_options options = options_of(c->h, c->theta);
        test_system           *small = c->ball ? new_ball(9.81, 0.9) : new_oscillator();
        test_system           *large = padded(small, NSD_INVERSE_SIZE + 1);
        const triple           results[] = { run_first(small, c->method, &options, 1.0, c->steps),
                                             run_first(large, c->method, &options, 1.0, c->steps) };
        for (int k = 0; k < 2; k++) {
            NSD_CHECK(results[k].status == NSD_OK);
            NSD_CHECK_NEAR(results[k].q, c->q, 1e-9);
            NSD_CHECK_NEAR(results[k].v, c->v, 1e-9);
            NSD_CHECK_NEAR(results[k].P, c->P, 1e-9);
        }
        free(small);
        free(large);
    }
}

static const double OMEGA[] = { 1.7, 3.1 };

static void add_harmonics(test_system *system, const double *amplitudes)
{
    system->model.F.harmonics = 2;
    system->model.F.omega = OMEGA;
    system->model.F.cosine = amplitudes;
    system->model.F.sine = amplitudes + 2 * system->n;
}

static void random_start(test_run *run, int n, unsigned *seed)
{
    memset(run, 0, sizeof *run);
    random_fill(run->q, n, seed);
    random_fill(run->v, n, seed);
}

static const char *const METHODS[] = { "moreau", "moreau-dissipative" };

NSD_TEST(test_the_small_stepper_is_the_general_one)
{
    unsigned seed = 11;
    for (int trial = 0; trial < 120; trial++) {
        const int n = 1 + trial % NSD_INVERSE_SIZE, m = trial / 4 % 3, wide = NSD_INVERSE_SIZE + 2;
        const nsd_step_options options = options_of(0.02, 0.5 + 0.25 * (trial % 3));
        const char            *method = METHODS[trial / 2 % 2];
        test_system           *small = random_system(n, m, 0, &seed);
        if (trial % 5 == 0 && n > 1) {
            small->K[1] += 0.7; /* a circulatory part */
        }
        test_system *large = padded(small, wide);
        double       amplitudes[4 * NSD_INVERSE_SIZE],
            wide_amplitudes[4 * (NSD_INVERSE_SIZE + 2)] = { 0 };
        test_run a, b;
        random_fill(amplitudes, 4 * n, &seed);
        for (int j = 0; j < 4; j++) {
            memcpy(wide_amplitudes + j * wide, amplitudes + j * n, (size_t)n * sizeof(double));
        }
        build_model(small, NSD_DENSE);
        build_model(large, NSD_DENSE);
        if (trial % 2 == 0) {
            add_harmonics(small, amplitudes);
            add_harmonics(large, wide_amplitudes);
        }
        random_start(&a, n, &seed);
        b = a;
        NSD_CHECK(start_run(&a, method, &small->model, &options) == NSD_OK);
        NSD_CHECK(start_run(&b, method, &large->model, &options) == NSD_OK);
        NSD_CHECK(a.stepper->step != b.stepper->step);
        NSD_CHECK(advance_steps(&a, options.h, 60) == advance_steps(&b, options.h, 60));
        for (int i = 0; i < n; i++) { /* sixty steps of numbers of order one */
            NSD_CHECK_NEAR(a.q[i], b.q[i], 1e-11);
            NSD_CHECK_NEAR(a.v[i], b.v[i], 1e-11);
        }
        for (int k = 0; k < m; k++) {
            NSD_CHECK_NEAR(a.P[k], b.P[k], 1e-11);
            NSD_CHECK_NEAR(a.U[k], b.U[k], 1e-11);
        }
        for (int k = 0; k < NSD_ENERGIES; k++) {
            NSD_CHECK_NEAR(a.ledger.value[k], b.ledger.value[k], 1e-10);
        }
        NSD_CHECK_NEAR(a.ledger.inner, b.ledger.inner, 1e-10);
        free(a.memory);
        free(b.memory);
        free(small);
        free(large);
    }
}

/* M dv + h C v_w + h K q_theta - h F - H P - J mu, the residual of (MJ.1), of one step */
static double residual(const test_system *system, const test_run *before, const test_run *after,
                       const nsd_step_options *options, double weight)
{
    const int    n = system->n;
    const double h = options->h, theta = options->theta;
    double       dv[MAX_N], v_w[MAX_N], q_theta[MAX_N], worst = 0.0;

    for (int i = 0; i < n; i++) {
        dv[i] = after->v[i] - before->v[i];
        v_w[i] = before->v[i] + weight * dv[i];
        q_theta[i] = theta * after->q[i] + (1.0 - theta) * before->q[i];
        worst = fmax(worst, fabs(after->q[i] - before->q[i] - h * v_w[i]));
    }
    return fmax(worst, impulse_balance(system, after, dv, v_w, q_theta, h));
}

/* Violation of P = 0 at open contacts, 0 <= U+ + e U _|_ P >= 0 at closed ones      (MJ.3) */
static double contact_violation(const test_system *system, const test_run *before,
                                const test_run *after, const nsd_step_options *options)
{
    double worst = 0.0;
    for (int a = 0; a < system->m; a++) {
        const nsd_columns *H = &system->model.H;
        const double       U0 = nsd_columns_dot(H, a, before->v);
        const double       U = nsd_columns_dot(H, a, after->v) + system->e[a] * U0;
        const double       gap = nsd_columns_dot(H, a, before->q) + system->b[a] +
                           options->activation * options->h * U0;
        worst = fmax(worst, fabs(gap <= 0.0 ? fmin(U, after->P[a]) : after->P[a]));
    }
    for (int j = 0; j < system->p; j++) {
        worst = fmax(worst, fabs(nsd_columns_dot(&system->model.J, j, after->v)));
    }
    return worst;
}

NSD_TEST(test_every_step_solves_the_equations_of_the_scheme)
{
    unsigned seed = 12;
    int      impulses = 0;
    for (int trial = 0; trial < 60; trial++) {
        const int              n = 2 + trial % 8, m = trial % 3, p = n > 5 ? trial % 3 : 0;
        const nsd_step_options options = options_of(0.02, 0.5 + 0.25 * (trial % 3));
        const double           weight = trial % 2 == 0 ? options.theta : 0.5;
        test_system           *system = random_system(n, m, p, &seed);
        test_run               run, before;
        if (trial % 4 == 3) {
            system->K[1] += 0.5;
        }
        random_start(&run, n, &seed);
        NSD_CHECK(start_run(&run, METHODS[trial % 2], build_model(system, NSD_DENSE), &options) ==
                  NSD_OK);
        for (int k = 0; k < 50; k++) {
            before = run;
            NSD_CHECK(advance_step(&run, options.h) == NSD_OK);
            NSD_CHECK_NEAR(residual(system, &before, &run, &options, weight), 0.0, 1e-12);
            NSD_CHECK_NEAR(contact_violation(system, &before, &run, &options), 0.0, 1e-10);
            for (int a = 0; a < m; a++) {
                impulses += run.P[a] > 0.0;
            }
        }
        free(run.memory);
        free(system);
    }
    NSD_CHECK(impulses > 100); /* the contacts had impulses */
}

/* A chain of masses with springs and dampers between neighbours, contacts at the ends */
static test_system *new_chain(int n)
{
    test_system *system = new_system(n, 2, 0);
    for (int i = 0; i < n; i++) {
        system->M[i + i * n] = 1.0 + 0.05 * i;
        system->K[i + i * n] = 20.0;
        system->C[i + i * n] = 0.2;
        if (i > 0) {
            system->K[i + (i - 1) * n] = system->K[i - 1 + i * n] = -10.0;
            system->C[i + (i - 1) * n] = system->C[i - 1 + i * n] = -0.1;
        }
    }
    system->H[0] = 1.0;
    system->H[n - 1 + n] = -1.0;
    system->b[0] = system->b[1] = 0.2;
    system->e[0] = 0.5;
    return system;
}

NSD_TEST(test_all_storages_give_the_same_motion)
{
    static const nsd_storage storages[] = { NSD_DENSE, NSD_DIAGONALS, NSD_ROWS };
    const nsd_step_options   options = options_of(0.02, 0.6);
    const int                n = 12;
    test_run                 runs[3];
    for (int i = 0; i < 3; i++) {
        unsigned     seed = 13;
        test_system *system = new_chain(n);
        build_model(system, storages[i]);
        if (storages[i] == NSD_ROWS) {
            add_sparse_factor(system, 0.02 * 0.6, 0.02 * 0.02 * 0.6 * 0.6);
        }
        random_start(&runs[i], n, &seed);
        NSD_CHECK(start_run(&runs[i], "moreau", &system->model, &options) == NSD_OK);
        NSD_CHECK(advance_steps(&runs[i], options.h, 300) == NSD_OK);
        NSD_CHECK(runs[i].ledger.value[NSD_IMPACT] < -0.01); /* contacts had impulses */
        free(runs[i].memory);
        free(system);
    }
    for (int i = 1; i < 3; i++) { /* 300 steps of numbers of order one */
        for (int k = 0; k < n; k++) {
            NSD_CHECK_NEAR(runs[i].q[k], runs[0].q[k], 1e-11);
            NSD_CHECK_NEAR(runs[i].v[k], runs[0].v[k], 1e-11);
        }
        for (int k = 0; k < NSD_ENERGIES; k++) {
            NSD_CHECK_NEAR(runs[i].ledger.value[k], runs[0].ledger.value[k], 1e-10);
        }
    }
}

NSD_TEST(test_the_variant_never_gains_energy_from_the_scheme)
{
    unsigned seed = 14;
    for (int trial = 0; trial < 20; trial++) {
        const nsd_step_options options = options_of(0.1, 0.5 + 0.025 * trial);
        test_system           *system = random_system(2 + trial % 6, 1, 0, &seed);
        test_run               run;
        double                 last = 0.0;
        random_start(&run, system->n, &seed);
        NSD_CHECK(start_run(&run, "moreau-dissipative", build_model(system, NSD_DENSE), &options) ==
                  NSD_OK);
        for (int k = 0; k < 100; k++) {
            NSD_CHECK(advance_step(&run, options.h) == NSD_OK);
            NSD_CHECK(run.ledger.value[NSD_NUMERICAL] <= last);
            last = run.ledger.value[NSD_NUMERICAL];
        }
        NSD_CHECK(options.theta == 0.5 ? last == 0.0 : last < 0.0);
        free(run.memory);
        free(system);
    }
}

/* 1 when two runs are at the same place to the last bit */
static int same_bits(const test_run *a, const test_run *b)
{
    const nsd_tally *x = a->stepper->tally, *y = b->stepper->tally;
    return memcmp(a->q, b->q, sizeof a->q) == 0 && memcmp(a->v, b->v, sizeof a->v) == 0 &&
           memcmp(a->P, b->P, sizeof a->P) == 0 && memcmp(a->mu, b->mu, sizeof a->mu) == 0 &&
           memcmp(&a->ledger, &b->ledger, sizeof a->ledger) == 0 && x->count == y->count &&
           x->problems == y->problems && x->iterations == y->iterations && x->worst == y->worst;
}

/* Up to 200 steps, a new start, then the steps of a fresh run. Steps may fail: contacts that jam */
static int restarts_as_new(const test_system *system, const char *method, unsigned *seed)
{
    const nsd_step_options options = options_of(0.02, 0.5);
    test_run               again = { .q = { 0.3 } }, fresh = { .q = { 0.0 } };
    nsd_status             status = start_run(&again, method, &system->model, &options);

    for (int k = 0; k < 200 && status == NSD_OK; k++) {
        status = advance_step(&again, options.h);
    }
    random_fill(fresh.q, system->n, seed);
    random_fill(fresh.v, system->n, seed);
    status = start_run(&fresh, method, &system->model, &options);
    memcpy(again.q, fresh.q, sizeof fresh.q);
    memcpy(again.v, fresh.v, sizeof fresh.v);
    again.state = state_over(&again);
    again.stepper->restart(again.stepper, &again.state, &again.ledger);
    int same = same_bits(&again, &fresh);
    for (int k = 0; k < 200 && same && status == NSD_OK; k++) {
        status = advance_step(&fresh, options.h);
        same = advance_step(&again, options.h) == status && same_bits(&again, &fresh);
    }
    free(again.memory);
    free(fresh.memory);
    return same;
}

NSD_TEST(test_a_stepper_that_begins_again_has_the_bits_of_a_new_one)
{
    const char *const methods[] = { "moreau", "moreau-dissipative" };
    const double      omega = 2.3;
    unsigned          seed = 5u;
    for (int trial = 0; trial < 60; trial++) {
        const int    n = 1 + trial % 6, p = trial % 7 == 6 && n > 2;
        test_system *system = random_system(n, trial % 4, p, &seed);
        double       waves[MAX_N];
        random_fill(waves, n, &seed);
        build_model(system, NSD_DENSE);
        if (trial % 2) {
            system->model.F.harmonics = 1;
            system->model.F.cosine = system->model.F.sine = waves;
            system->model.F.omega = &omega;
        }
        NSD_CHECK(restarts_as_new(system, methods[trial % 2], &seed));
        free(system);
    }
}

NSD_TEST_MAIN(test_a_stepper_that_begins_again_has_the_bits_of_a_new_one,
              test_reference_values_of_ball_and_oscillator,
              test_the_small_stepper_is_the_general_one,
              test_every_step_solves_the_equations_of_the_scheme,
              test_all_storages_give_the_same_motion,
              test_the_variant_never_gains_energy_from_the_scheme)
