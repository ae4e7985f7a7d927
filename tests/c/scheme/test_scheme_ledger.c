/* test_scheme_ledger.c - energy ledgers of every scheme, Kern's listing, and steps that fail. */
#include <float.h>

#include "scheme/scheme.h"
#include "nsd_test.h"
#include "nsd_test_run.h"

/* --- Kern's listing ------------------------------------------------------------------- */

/* The published loop for a unit mass under gravity over the ground y >= 0 */
static void kern_listing(double *y, double *v, double *impulse, double h, double g, double rc)
{
    *y = *y + *v * h;
    const double F = h * -g;
    *impulse = 0.0;
    if (*y <= 0.0) {
        const double dv = -(1.0 + rc) * *v;
        const double R = dv - F;
        if (R > 0.0) {
            *impulse = R;
            *v = *v + dv;
            return;
        }
    }
    *v = *v + F;
}

NSD_TEST(test_one_contact_follows_the_listing_of_kern_bit_by_bit)
{
    const nsd_step_options options = options_of(0.01, 0.5);
    test_system           *system = new_ball(10.0, 0.9);
    test_run               run = { .q = { 0.5 } };
    double                 y = 0.5, v = 0.0, impulse = 0.0, total = 0.0;
    NSD_CHECK(start_run(&run, "kern", build_model(system, NSD_DENSE), &options) == NSD_OK);
    for (int k = 0; k < 1000; k++) {
        kern_listing(&y, &v, &impulse, 0.01, 10.0, 0.9);
        NSD_CHECK(advance_step(&run, 0.01) == NSD_OK);
        NSD_CHECK(run.q[0] == y && run.v[0] == v && run.P[0] == impulse);
        total += impulse;
        if (k + 1 == 200) {
            NSD_CHECK_NEAR(y, 0.147364, 5e-7); /* figures of the paper, as printed */
            NSD_CHECK_NEAR(v, 1.06478, 5e-6);
        }
    }
    NSD_CHECK_NEAR(y, -0.000190059158, 1e-12);
    NSD_CHECK_NEAR(total, 100.0, 1e-9); /* impulse of the weight in ten seconds */
    free(run.memory);
    free(system);
}

/* At rest the listing multiplies v by -rc in every step; 0.9^8000 is below DBL_MIN. */
NSD_TEST(test_a_ball_at_rest_keeps_the_bits_of_the_listing)
{
    const nsd_step_options options = options_of(0.01, 0.5);
    test_system           *system = new_ball(10.0, 0.9);
    test_run               run = { .q = { 0.5 } };
    double                 y = 0.5, v = 0.0, impulse = 0.0;
    NSD_CHECK(start_run(&run, "kern", build_model(system, NSD_DENSE), &options) == NSD_OK);
    for (int k = 0; k < 9000; k++) {
        kern_listing(&y, &v, &impulse, 0.01, 10.0, 0.9);
        NSD_CHECK(advance_step(&run, 0.01) == NSD_OK);
        NSD_CHECK(run.q[0] == y && run.P[0] == impulse);
        NSD_CHECK(run.v[0] == v);
    }
    NSD_CHECK(v != 0.0 && fabs(v) < DBL_MIN); /* down to the denormal numbers */
    free(run.memory);
    free(system);
}

/* q+ = q + h v; M dv = h (F - K q+ - C v) + H P + J mu: the residual of (KE.1) and (KE.2) */
static double kern_residual(const test_system *system, const test_run *before,
                            const test_run *after, double h)
{
    const int n = system->n;
    double    dv[MAX_N], worst = 0.0;

    for (int i = 0; i < n; i++) {
        dv[i] = after->v[i] - before->v[i];
        worst = fmax(worst, fabs(after->q[i] - before->q[i] - h * before->v[i]));
    }
    return fmax(worst, impulse_balance(system, after, dv, before->v, after->q, h));
}

/* a random system with fewer contacts than coordinates, or one contact */
static test_system *some_system(int n, int m, int p, unsigned *seed)
{
    return random_system(n, m < n ? m : 1, p, seed);
}

static void random_start(test_run *run, const test_system *system, unsigned *seed)
{
    memset(run, 0, sizeof *run);
    random_fill(run->v, system->n, seed);
    if (system->p == 0) { /* with joints q = 0, where J'q = 0 */
        random_fill(run->q, system->n, seed);
    }
}

NSD_TEST(test_every_step_solves_the_equations_of_kern)
{
    unsigned seed = 21;
    for (int trial = 0; trial < 30; trial++) {
        const nsd_step_options options = options_of(0.02, 0.5);
        const int              n = 1 + trial % 8;
        test_system           *system = some_system(n, trial % 3, n > 5 ? trial % 3 : 0, &seed);
        test_run               run, before;
        random_start(&run, system, &seed);
        NSD_CHECK(start_run(&run, "kern", build_model(system, NSD_DENSE), &options) == NSD_OK);
        for (int k = 0; k < 50; k++) {
            before = run;
            NSD_CHECK(advance_step(&run, options.h) == NSD_OK);
            NSD_CHECK_NEAR(kern_residual(system, &before, &run, options.h), 0.0, 1e-12);
            for (int a = 0; a < system->m; a++) {
                const double gap = nsd_columns_dot(&system->model.H, a, run.q) + system->b[a];
                const double U = run.U[a] + system->e[a] * run.U_before[a];
                NSD_CHECK_NEAR(gap <= 0.0 ? fmin(U, run.P[a]) : run.P[a], 0.0, 1e-10);
            }
        }
        free(run.memory);
        free(system);
    }
}

/* --- the ledger ----------------------------------------------------------------------- */

static double imbalance(const nsd_ledger *ledger, double start)
{
    static const nsd_energy works[] = { NSD_EXTERNAL, NSD_DAMPING, NSD_IMPACT,
                                        NSD_FRICTION, NSD_JOINT,   NSD_NUMERICAL };
    double                  sum = start;
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        sum += ledger->value[works[i]];
    }
    return ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL] - sum;
}

static const char *const METHODS[] = { "moreau", "moreau-dissipative", "kern", "paoli" };

/* dE is exactly the sum of the works for every scheme: with joints, with a skew part of K, with
 * contacts, at any theta. */
NSD_TEST(test_the_ledger_closes_in_every_step)
{
    unsigned seed = 22;
    for (int trial = 0; trial < 160; trial++) {
        const char      *method = METHODS[trial % 4];
        const int        n = 1 + trial / 4 % 8, m = trial / 4 % 3, p = n > 5 ? trial % 3 : 0;
        nsd_step_options options = options_of(0.02, 0.5 + 0.25 * (trial / 4 % 3));
        test_system     *system = some_system(n, m, p, &seed);
        test_run         run;
        options.s = 0.25 * (trial / 8 % 2);
        if (n > 1 && trial / 16 % 2 == 1) {
            system->K[1] += 0.7;
        }
        random_start(&run, system, &seed);
        NSD_CHECK(start_run(&run, method, build_model(system, NSD_DENSE), &options) == NSD_OK);
        const double start = run.ledger.value[NSD_KINETIC] + run.ledger.value[NSD_POTENTIAL];
        double       largest = start;
        for (int k = 0; k < 60; k++) {
            NSD_CHECK(advance_step(&run, options.h) == NSD_OK);
            largest = fmax(largest, run.ledger.value[NSD_KINETIC]);
            /* sixty steps of rounding errors in a dozen sums */
            NSD_CHECK_NEAR(imbalance(&run.ledger, start), 0.0, 1e-14 * (10.0 + largest));
        }
        free(run.memory);
        free(system);
    }
}

NSD_TEST(test_energies_of_the_state_are_those_of_the_matrices)
{
    unsigned               seed = 23;
    const nsd_step_options options = options_of(0.02, 0.7);
    for (int i = 0; i < 3; i++) {
        for (int n = 2; n <= 6; n += 4) {
            test_system *system = some_system(n, 1, 0, &seed);
            test_run     run;
            random_start(&run, system, &seed);
            NSD_CHECK(start_run(&run, METHODS[i], build_model(system, NSD_DENSE), &options) ==
                      NSD_OK);
            for (int k = 0; k < 20; k++) {
                const double *value = run.ledger.value;
                NSD_CHECK_NEAR(value[NSD_KINETIC], 0.5 * plain_form(run.v, system->M, run.v, n),
                               1e-13);
                NSD_CHECK_NEAR(value[NSD_POTENTIAL], 0.5 * plain_form(run.q, system->K, run.q, n),
                               1e-13);
                NSD_CHECK(advance_step(&run, options.h) == NSD_OK);
            }
            free(run.memory);
            free(system);
        }
    }
}

/* Without contact, damping or joints, and with theta = 1/2, nothing is lost. */
NSD_TEST(test_the_midpoint_rule_keeps_the_energy_of_a_spring)
{
    const nsd_step_options options = options_of(0.05, 0.5);
    test_system           *system = new_system(1, 0, 0);
    test_run               run = { .q = { 1.0 } };
    system->M[0] = 1.0;
    system->K[0] = 4.0;
    NSD_CHECK(start_run(&run, "moreau", build_model(system, NSD_DENSE), &options) == NSD_OK);
    NSD_CHECK(advance_steps(&run, options.h, 1000) == NSD_OK);
    NSD_CHECK_NEAR(run.ledger.value[NSD_KINETIC] + run.ledger.value[NSD_POTENTIAL], 2.0, 1e-12);
    NSD_CHECK(run.ledger.value[NSD_NUMERICAL] == 0.0);
    free(run.memory);
    free(system);
}

/* --- failures ------------------------------------------------------------------------- */

/* Two walls at the same place: the upper wall asks for a rebound, the lower wall forbids it. */
static test_system *new_opposed_walls(int n)
{
    test_system *system = new_system(n, 2, 0);
    for (int i = 0; i < n; i++) {
        system->M[i + i * n] = 1.0;
    }
    system->H[0] = 1.0;
    system->H[n] = -1.0;
    system->e[0] = 0.9;
    return system;
}

NSD_TEST(test_a_failed_contact_problem_leaves_the_state_alone)
{
    const nsd_step_options options = options_of(0.01, 0.5);
    for (int i = 0; i < 3; i++) {
        for (int n = 1; n <= NSD_INVERSE_SIZE + 1; n++) {
            test_system *system = new_opposed_walls(n);
            test_run     run = { .v = { -1.0 } };
            NSD_CHECK(start_run(&run, METHODS[i], build_model(system, NSD_DENSE), &options) ==
                      NSD_OK);
            run.q[0] = -0.001; /* inside both walls */
            system->b[1] = -0.02;
            run.state.t = 7.0;
            run.state.k = 3;
            const test_run before = run;
            NSD_CHECK(run.stepper->step(run.stepper, &run.state) == NSD_RAY);
            for (int k = 0; k < n; k++) {
                NSD_CHECK(run.q[k] == before.q[k] && run.v[k] == before.v[k]);
            }
            NSD_CHECK(run.U[0] == before.U[0] && run.U[1] == before.U[1]);
            NSD_CHECK(run.state.t == 7.0 && run.state.k == 3);
            free(run.memory);
            free(system);
        }
    }
}

NSD_TEST(test_schemes_are_found_by_name)
{
    NSD_CHECK(nsd_scheme_find_linear("moreau") == &nsd_linear_scheme_moreau);
    NSD_CHECK(nsd_scheme_find_linear("moreau-dissipative") ==
              &nsd_linear_scheme_moreau_dissipative);
    NSD_CHECK(nsd_scheme_find_linear("kern") == &nsd_linear_scheme_kern);
    NSD_CHECK(nsd_scheme_find_linear("Moreau") == NULL);
    NSD_CHECK(nsd_scheme_find_linear("") == NULL);
}

NSD_TEST(test_misuse_is_reported)
{
    const nsd_step_options options = options_of(0.01, 0.5);
    for (int i = 0; i < 3; i++) {
        test_system             *system = new_ball(9.81, 0.5);
        const nsd_linear_scheme *scheme = nsd_scheme_find_linear(METHODS[i]);
        const nsd_linear        *model = build_model(system, NSD_DENSE);
        const size_t             bytes = scheme->scratch(model, &options);
        nsd_scratch              scratch = { malloc(bytes), 0, 0 };
        test_run                 run = { .q = { 1.0 } };
        run.state = state_over(&run);
        for (size_t size = 0; size < bytes / 2; size += bytes / 9) {
            scratch.size = size;
            scratch.used = 0;
            NSD_CHECK(scheme->init(model, &options, &scratch, &run.state, &run.ledger,
                                   &run.stepper) == NSD_ERR_WORKSPACE);
        }
        free(scratch.base);
        system->model.M = zero_matrix(1);
        NSD_CHECK(start_run(&run, METHODS[i], model, &options) == NSD_ERR_BAD_ARGUMENT);
        free(run.memory);
        system->M[0] = 0.0;
        build_model(system, NSD_DENSE);
        NSD_CHECK(start_run(&run, METHODS[i], model, &options) == NSD_ERR_SINGULAR);
        free(run.memory);
        free(system);
    }
}

NSD_TEST_MAIN(test_one_contact_follows_the_listing_of_kern_bit_by_bit,
              test_a_ball_at_rest_keeps_the_bits_of_the_listing,
              test_every_step_solves_the_equations_of_kern, test_the_ledger_closes_in_every_step,
              test_energies_of_the_state_are_those_of_the_matrices,
              test_the_midpoint_rule_keeps_the_energy_of_a_spring,
              test_a_failed_contact_problem_leaves_the_state_alone, test_schemes_are_found_by_name,
              test_misuse_is_reported)
