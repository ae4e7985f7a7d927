/* test_project.c - projection on the admissible set in the metric of the mass matrix. */
#include "contact/project_frozen.h"
#include "nsd_test.h"
#include "nsd_test_run.h"

static nsd_status project(test_system *system, nsd_storage storage, double *x, double *lambda,
                          nsd_lcp_info *info)
{
    const nsd_lcp_options options = options_of(0.1, 0.5).lcp;
    const nsd_linear     *model = build_model(system, storage);
    if (storage == NSD_ROWS) {
        add_sparse_factor(system, 0.0, 0.0);
    }
    const size_t     bytes = nsd_project_frozen_scratch(model, &options);
    nsd_scratch      scratch = { malloc(bytes), bytes, 0 };
    const nsd_status status = nsd_project_frozen(model, &options, &scratch, x, lambda, info);
    free(scratch.base);
    return status;
}

/* onto x + y >= 1 with masses 1 and 3: lambda = 1 / (1 + 1/3), the light mass moves more */
NSD_TEST(test_one_constraint_in_closed_form)
{
    test_system *system = new_system(2, 1, 0);
    double       x[] = { 0.0, 0.0 }, lambda = 99.0;
    nsd_lcp_info info;
    system->M[0] = 1.0;
    system->M[3] = 3.0;
    system->H[0] = system->H[1] = 1.0;
    system->b[0] = -1.0;
    NSD_CHECK(project(system, NSD_DENSE, x, &lambda, &info) == NSD_OK);
    NSD_CHECK_NEAR(lambda, 0.75, 1e-15);
    NSD_CHECK_NEAR(x[0], 0.75, 1e-15);
    NSD_CHECK_NEAR(x[1], 0.25, 1e-15);
    NSD_CHECK_NEAR(info.residual, 0.0, 1e-15);
    free(system);
}

NSD_TEST(test_admissible_points_stay)
{
    unsigned     seed = 1;
    test_system *system = new_system(6, 4, 0);
    double       x[6], before[6], lambda[4];
    nsd_lcp_info info;
    random_symmetric(system->M, 6, 5, 2.0, &seed);
    random_fill(system->H, 24, &seed);
    random_fill(x, 6, &seed);
    for (int a = 0; a < 4; a++) {
        system->b[a] = 10.0;
    }
    memcpy(before, x, sizeof x);
    NSD_CHECK(project(system, NSD_DENSE, x, lambda, &info) == NSD_OK);
    for (int i = 0; i < 6; i++) {
        NSD_CHECK(x[i] == before[i]);
    }
    NSD_CHECK(nsd_dense_max_abs(4, lambda) == 0.0);
    free(system);
}

/* M (x - q) = H lambda, 0 <= H'x + b _|_ lambda >= 0, in every storage */
NSD_TEST(test_random_projections_meet_the_optimality_conditions)
{
    static const nsd_storage storages[] = { NSD_DENSE, NSD_DIAGONALS, NSD_ROWS };
    unsigned                 seed = 2;
    for (int trial = 0; trial < 60; trial++) {
        const int    n = 6 + trial % 9, m = 1 + trial % 5;
        test_system *system = new_system(n, m, 0);
        double       q[MAX_N], x[MAX_N], lambda[MAX_M], force[MAX_N], step[MAX_N];
        nsd_lcp_info info;
        random_symmetric(system->M, n, trial % 3, 2.0, &seed);
        random_fill(system->H, n * m, &seed);
        random_fill(system->b, m, &seed);
        random_fill(q, n, &seed);
        memcpy(x, q, sizeof x);
        NSD_CHECK(project(system, storages[trial % 3], x, lambda, &info) == NSD_OK);
        for (int i = 0; i < n; i++) {
            step[i] = x[i] - q[i];
        }
        plain_times(system->M, n, step, force);
        for (int a = 0; a < m; a++) {
            nsd_columns_add(&system->model.H, a, -lambda[a], force);
            const double gap = nsd_columns_dot(&system->model.H, a, x) + system->b[a];
            NSD_CHECK_NEAR(fmin(gap, lambda[a]), 0.0, 1e-10); /* the solver's tolerance */
        }
        NSD_CHECK_NEAR(nsd_dense_max_abs(n, force), 0.0, 1e-12);
        NSD_CHECK(info.residual <= 1e-10);
        free(system);
    }
}

NSD_TEST(test_no_constraints_change_nothing)
{
    test_system *system = new_system(2, 0, 0);
    double       x[] = { 3.0, 4.0 }, lambda = 0.0;
    nsd_lcp_info info;
    system->M[0] = system->M[3] = 1.0;
    NSD_CHECK(project(system, NSD_DENSE, x, &lambda, &info) == NSD_OK);
    NSD_CHECK(x[0] == 3.0 && x[1] == 4.0);
    free(system);
}

/* x >= 1 and x <= 0: no point satisfies both */
NSD_TEST(test_contradicting_constraints_are_a_ray_and_leave_x)
{
    test_system *system = new_system(1, 2, 0);
    double       x = 0.25, lambda[2];
    nsd_lcp_info info;
    system->M[0] = 2.0;
    system->H[0] = 1.0;
    system->H[1] = -1.0;
    system->b[0] = -1.0;
    NSD_CHECK(project(system, NSD_DENSE, &x, lambda, &info) == NSD_RAY);
    NSD_CHECK(x == 0.25);
    free(system);
}

NSD_TEST(test_a_singular_mass_is_an_error)
{
    test_system *system = new_system(1, 1, 0);
    double       x = -1.0, lambda = 0.0;
    nsd_lcp_info info;
    system->H[0] = 1.0;
    NSD_CHECK(project(system, NSD_DENSE, &x, &lambda, &info) == NSD_ERR_SINGULAR);
    NSD_CHECK(x == -1.0);
    free(system);
}

NSD_TEST_MAIN(test_one_constraint_in_closed_form, test_admissible_points_stay,
              test_random_projections_meet_the_optimality_conditions,
              test_no_constraints_change_nothing,
              test_contradicting_constraints_are_a_ray_and_leave_x,
              test_a_singular_mass_is_an_error)
