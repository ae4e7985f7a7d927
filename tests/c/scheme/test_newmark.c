/* test_newmark.c - the Newmark family in every storage: equations, ledger, both levels, memory. */
#include "scheme/ggl.h"
#include "scheme/scheme.h"
#include "nsd_test.h"
#include "nsd_test_run.h"

#define STEP 0.02 /* seconds */

static nsd_step_options newmark_options(double alpha_m, double alpha_f, int ggl)
{
    nsd_step_options options = options_of(STEP, 0.5);
    options.newmark.alpha_m = alpha_m;
    options.newmark.alpha_f = alpha_f;
    options.newmark.gamma = 0.5 + alpha_f - alpha_m;
    options.newmark.beta = 0.25 * (options.newmark.gamma + 0.5) * (options.newmark.gamma + 0.5);
    options.newmark.ggl = ggl;
    return options;
}

/* A random chain with springs, dampers, m contacts and p joints */
static test_system *new_chain(int n, int m, int p, unsigned seed)
{
    test_system *system = new_system(n, m, p);

    random_symmetric(system->M, n, 1, 3.0, &seed);
    random_symmetric(system->K, n, 1, 2.0, &seed);
    random_symmetric(system->C, n, 1, 2.0, &seed);
    for (int i = 0; i < n * n; i++) {
        system->K[i] *= 40.0;
        system->C[i] *= 0.1;
    }
    for (int i = 0; i < n; i++) {
        system->F[i] = -5.0 + random_number(&seed);
    }
    for (int a = 0; a < m; a++) {
        system->H[(2 * a) % n + a * n] = 1.0;
        system->b[a] = 0.05;
        system->e[a] = 0.4;
    }
    for (int j = 0; j < p; j++) {
        system->J[(1 + 2 * j) % n + j * n] = 1.0;
        system->J[(3 + 2 * j) % n + j * n] = -1.0;
    }
    return system;
}

static const nsd_linear *model_of(test_system *system, nsd_storage storage,
                                  const nsd_step_options *options)
{
    const nsd_newmark_options *given = &options->newmark;
    const double               now = (1.0 - given->alpha_f) / (1.0 - given->alpha_m);
    const nsd_linear          *model = build_model(system, storage);
    if (storage == NSD_ROWS) {
        add_sparse_factor(system, STEP * given->gamma * now, STEP * STEP * given->beta * now);
    }
    return model;
}

/* max |M vd - F + K q + C v| with vd from the memory                                  (NMK.1) */
static double motion_residual(const test_system *system, const test_run *run)
{
    const int     n = system->n;
    const double *vd = run->stepper->memory + n;
    double        Mvd[MAX_N], Kq[MAX_N], Cv[MAX_N], worst = 0.0;

    plain_times(system->M, n, vd, Mvd);
    plain_times(system->K, n, run->q, Kq);
    plain_times(system->C, n, run->v, Cv);
    for (int i = 0; i < n; i++) {
        worst = fmax(worst, fabs(Mvd[i] - system->F[i] + Kq[i] + Cv[i]));
    }
    return worst;
}

static double closing_defect(const nsd_ledger *start, const nsd_ledger *end)
{
    const double *value = end->value;
    const double  before = start->value[NSD_KINETIC] + start->value[NSD_POTENTIAL];
    const double  after = value[NSD_KINETIC] + value[NSD_POTENTIAL];
    return fabs(after - before - value[NSD_EXTERNAL] - value[NSD_DAMPING] - value[NSD_IMPACT] -
                value[NSD_JOINT] - value[NSD_NUMERICAL]);
}

NSD_TEST(test_steps_satisfy_their_equations_and_close_the_ledger_in_every_storage)
{
    static const struct {
        const char *name;
        double      alpha_m, alpha_f;
    } schemes[] = { { "newmark", 0.0, 0.0 }, { "hht", 0.0, 0.2 }, { "genalpha", 0.2, 0.4 } };
    const nsd_storage storages[] = { NSD_DENSE, NSD_DIAGONALS, NSD_ROWS };
    const int         sizes[] = { 3, 12 };

    for (int trial = 0; trial < 36; trial++) {
        const int              kind = trial % 3, ggl = trial / 3 % 2, n = sizes[trial / 6 % 2];
        const nsd_storage      storage = n <= NSD_INVERSE_SIZE ? NSD_DENSE : storages[trial / 12];
        const nsd_step_options options = newmark_options(schemes[kind].alpha_m,
                                                         schemes[kind].alpha_f, ggl);
        test_system *system = new_chain(n, n / 3, n > NSD_INVERSE_SIZE, 7u + (unsigned)trial);
        test_run     run = { .q = { 0.0 } };
        double       pushed = 0.0;

        NSD_CHECK(start_run(&run, schemes[kind].name, model_of(system, storage, &options),
                            &options) == NSD_OK);
        const nsd_ledger start = run.ledger;
        for (int k = 0; k < 100; k++) {
            NSD_CHECK(advance_step(&run, STEP) == NSD_OK);
            NSD_CHECK(motion_residual(system, &run) < 1e-11);
            for (int a = 0; a < system->m; a++) {
                const double gap = nsd_columns_dot(&system->model.H, a, run.q) + system->b[a];
                NSD_CHECK(!ggl || gap > -1e-14);
                pushed += run.P[a];
            }
        }
        NSD_CHECK(closing_defect(&start, &run.ledger) < 1e-12);
        NSD_CHECK(pushed > 0.1);
        free(run.memory);
        free(system);
    }
}

/* A random problem at both levels, diagonally dominant so that it has one solution */
static void fill_problem(nsd_ggl *ggl, double coupling, unsigned *seed)
{
    const int m = ggl->m;
    double    A[12][12];
    for (int j = 0; j < 2 * m; j++) {
        for (int i = 0; i < 2 * m; i++) {
            A[i][j] = (i == j ? 2.0 : 0.0) + coupling * random_number(seed) / m;
        }
    }
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < m; i++) {
            const nsd_ggl_response answer = { A[i][j], A[i][m + j], A[m + i][j], A[m + i][m + j] };
            nsd_ggl_fill_entry(ggl, i, j, &answer);
        }
    }
}

static nsd_contact_solver small_solver(int m, nsd_scratch *scratch)
{
    nsd_contact_solver solver;
    memset(&solver, 0, sizeof solver);
    solver.options.max_iter = 1000;
    solver.options.tolerance = 1e-10;
    solver.options.relaxation = 1.0;
    nsd_contact_solver_lay_out(&solver, m, scratch);
    return solver;
}

NSD_TEST(test_active_sets_and_sweeps_give_the_same_answer)
{
    unsigned seed = 5u;
    for (int trial = 0; trial < 60; trial++) {
        const int    m = 1 + trial % 6;
        const size_t room = nsd_ggl_scratch(m, 1, 0) + nsd_lcp_scratch(m) + 1024;
        nsd_scratch  scratch = { malloc(room), room, 0 };
        nsd_ggl      ggl;
        double       z[12], r[12];

        NSD_CHECK(nsd_ggl_init(&ggl, m, 1, 0, &scratch) == NSD_OK);
        nsd_contact_solver solver = small_solver(m, &scratch);
        fill_problem(&ggl, 1.0, &seed);
        NSD_CHECK(nsd_ggl_condense(&ggl) == NSD_OK);
        random_fill(r, 2 * m, &seed);
        memcpy(ggl.r, r, (size_t)(2 * m) * sizeof *r);
        NSD_CHECK(nsd_ggl_solve(&ggl, &solver) == NSD_OK);
        memcpy(z, ggl.z, (size_t)(2 * m) * sizeof *z);
        NSD_CHECK(ggl.fallbacks == 0);
        NSD_CHECK(nsd_ggl_residual(&ggl) < 1e-14);

        NSD_CHECK(nsd_ggl_solve_by_sweeps(&ggl, &solver) == NSD_OK);
        for (int i = 0; i < 2 * m; i++) {
            NSD_CHECK_NEAR(ggl.z[i], z[i], 1e-9);
        }
        free(scratch.base);
    }
}

/* Friction problems at both levels, every second one with a joint: positions and velocities respond
 * as those of masses, so that a solution exists */
NSD_TEST(test_friction_at_both_levels_obeys_both_laws)
{
    const double mu[6] = { 0.0, 0.1, 0.3, 1.0, 0.5, 0.2 }, none[6] = { 0.0 };
    unsigned     seed = 23u;
    for (int trial = 0; trial < 120; trial++) {
        const int   m = 1 + trial % 6, block = 2 + trial / 6 % 2, p = trial % 2;
        const int   n = 24, all = m * block + p;
        nsd_surface surface = {
            .d = block - 1, .layout = { 1, { block - 1 } }, .mu = { mu }, .e = none, .w = none
        };
        const size_t room = nsd_ggl_scratch(m, block, p) + nsd_lcp_scratch(m) +
                            nsd_coulomb_scratch(&surface, m) + 4096;
        nsd_scratch scratch = { malloc(room), room, 0 };
        nsd_ggl     ggl;
        double      G[24 * 19];

        NSD_CHECK(nsd_ggl_init(&ggl, m, block, p, &scratch) == NSD_OK);
        nsd_contact_solver solver = small_solver(m, &scratch);
        nsd_coulomb        coulomb;
        NSD_CHECK(nsd_coulomb_init(&coulomb, &surface, m, &solver.options, &scratch) == NSD_OK);
        random_fill(G, n * all, &seed);
        for (int j = 0; j < all; j++) {
            for (int i = 0; i < all; i++) {
                const double           X = nsd_dense_dot(n, G + i * n, G + j * n);
                const nsd_ggl_response answer = { X, -0.01 * X, -0.02 * X, X };
                nsd_ggl_fill_entry(&ggl, i, j, &answer);
            }
        }
        random_fill(ggl.r, m * (1 + block), &seed);
        random_fill(ggl.rJ, 2 * p, &seed);
        for (int a = 0; a < m; a++) {
            ggl.id[a] = a;
        }
        NSD_CHECK(nsd_ggl_condense(&ggl) == NSD_OK);
        solver.friction = &coulomb;
        NSD_CHECK(nsd_ggl_solve(&ggl, &solver) == NSD_OK);
        NSD_CHECK(nsd_ggl_residual(&ggl) <= 1e-9);
        for (int i = 0; i < coulomb.count; i++) {
            const double *La = coulomb.r + i * block;
            const int     a = coulomb.id[i];
            NSD_CHECK(La[0] >= 0.0 && ggl.w[m + a * block] >= -1e-9);
            NSD_CHECK(fabs(La[0] * ggl.w[m + a * block]) <= 1e-8);
            NSD_CHECK(sqrt(nsd_dense_dot(block - 1, La + 1, La + 1)) <= mu[a] * La[0] + 1e-9);
        }
        free(scratch.base);
    }
}

/* All contacts twice: singular blocks, and active sets that may cycle */
NSD_TEST(test_redundant_contacts_are_solved_at_both_levels)
{
    unsigned seed = 11u;
    for (int trial = 0; trial < 40; trial++) {
        const int    m = 2 * (1 + trial % 3);
        const size_t room = nsd_ggl_scratch(m, 1, 0) + nsd_lcp_scratch(m) + 1024;
        nsd_scratch  scratch = { malloc(room), room, 0 };
        nsd_ggl      ggl;

        NSD_CHECK(nsd_ggl_init(&ggl, m, 1, 0, &scratch) == NSD_OK);
        nsd_contact_solver solver = small_solver(m, &scratch);
        for (int j = 0; j < m; j++) {
            for (int i = 0; i < m; i++) {
                const double           value = i / 2 == j / 2 ? 1.0 : 0.2;
                const nsd_ggl_response answer = { value, 0.0, 0.0, value };
                nsd_ggl_fill_entry(&ggl, i, j, &answer);
            }
        }
        for (int a = 0; a < m; a += 2) {
            ggl.r[a] = ggl.r[a + 1] = random_number(&seed);
            ggl.r[m + a] = ggl.r[m + a + 1] = random_number(&seed);
        }
        NSD_CHECK(nsd_ggl_solve(&ggl, &solver) == NSD_OK);
        NSD_CHECK(nsd_ggl_residual(&ggl) <= 1e-10);
        free(scratch.base);
    }
}

NSD_TEST(test_a_run_continued_from_memory_has_the_same_bits)
{
    nsd_step_options  options = newmark_options(0.2, 0.4, 1);
    test_system      *system = new_chain(6, 3, 0, 3u);
    test_run          whole = { .q = { 0.0 } }, first = { .q = { 0.0 } }, second = { .q = { 0.0 } };
    const nsd_linear *model = model_of(system, NSD_DENSE, &options);

    NSD_CHECK(start_run(&whole, "genalpha", model, &options) == NSD_OK);
    NSD_CHECK(advance_steps(&whole, STEP, 60) == NSD_OK);
    NSD_CHECK(start_run(&first, "genalpha", model, &options) == NSD_OK);
    NSD_CHECK(advance_steps(&first, STEP, 25) == NSD_OK);
    memcpy(second.q, first.q, sizeof second.q);
    memcpy(second.v, first.v, sizeof second.v);
    options.newmark.memory = first.stepper->memory;
    options.newmark.memory_size = first.stepper->memory_size;
    NSD_CHECK(start_run(&second, "genalpha", model, &options) == NSD_OK);
    NSD_CHECK(advance_steps(&second, STEP, 35) == NSD_OK);
    for (int i = 0; i < 6; i++) {
        NSD_CHECK(second.q[i] == whole.q[i] && second.v[i] == whole.v[i]);
    }
    options.newmark.memory_size++;
    test_run bad = { .q = { 0.0 } };
    NSD_CHECK(start_run(&bad, "genalpha", model, &options) == NSD_ERR_BAD_ARGUMENT);
    free(bad.memory);
    free(whole.memory);
    free(first.memory);
    free(second.memory);
    free(system);
}

NSD_TEST(test_a_failed_step_leaves_the_state)
{
    const nsd_step_options options = newmark_options(0.0, 0.0, 0);
    test_system           *system = new_system(1, 2, 0);
    test_run               run = { .q = { 0.0 }, .v = { 1.0 } };

    system->M[0] = system->H[0] = 1.0;
    system->H[1] = -1.0;
    system->b[0] = system->b[1] = -0.1;
    system->e[0] = 0.2;
    system->e[1] = 0.8;
    NSD_CHECK(start_run(&run, "newmark", build_model(system, NSD_DENSE), &options) == NSD_OK);
    NSD_CHECK(advance_step(&run, STEP) == NSD_RAY);
    NSD_CHECK(run.q[0] == 0.0 && run.v[0] == 1.0 && run.state.k == 0);
    free(run.memory);
    free(system);
}

NSD_TEST_MAIN(test_steps_satisfy_their_equations_and_close_the_ledger_in_every_storage,
              test_active_sets_and_sweeps_give_the_same_answer,
              test_friction_at_both_levels_obeys_both_laws,
              test_redundant_contacts_are_solved_at_both_levels,
              test_a_run_continued_from_memory_has_the_same_bits,
              test_a_failed_step_leaves_the_state)
