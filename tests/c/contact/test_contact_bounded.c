/* test_contact_bounded.c - contacts that switch coordinates of a sparse matrix off, against the
 * matrix of all contacts. */
#include "contact/contact_fixed.h"
#include "nsd_test.h"
#include "nsd_test_run.h"
#include "nsd_test_sparse.h"

enum { N = 30 };

typedef struct answer {
    nsd_status status;
    double     r[N], v[N];
    long long  iterations;
} answer;

/* Impulses and change of velocity for the velocities u of the contacts, A = M; twice in a row */
static answer solve(const nsd_linear *model, const double *u, const int *active, int count)
{
    const nsd_lcp_options         options = options_of(0.1, 0.5).lcp;
    const nsd_factor_sum          sum = { &model->M, &model->C, &model->K, 0.0, 0.0, 1, NULL };
    const nsd_contact_fixed_setup setup = { model, &sum, &options, NULL };
    const size_t      bytes = nsd_factor_scratch(&sum) + nsd_contact_fixed_scratch(&setup);
    nsd_scratch       scratch = { malloc(bytes), bytes, 0 };
    nsd_contact_fixed contact;
    nsd_factor        factor;
    answer            a = { .status = nsd_factor_init(&factor, &sum, &scratch) };

    a.status = a.status == NSD_OK ? nsd_contact_fixed_init(&contact, &setup, &factor, &scratch)
                                  : a.status;
    for (int k = 0; k < 2 && a.status == NSD_OK; k++) {
        double copy[N];
        memcpy(copy, u, sizeof copy);
        memcpy(contact.tally.active, active, (size_t)count * sizeof *active);
        contact.tally.count = count;
        memset(a.v, 0, sizeof a.v);
        a.status = nsd_contact_fixed_solve(&contact, copy, NULL, a.r, NULL);
        nsd_contact_fixed_apply(&contact, a.r, NULL, a.v);
        a.iterations = contact.tally.iterations;
    }
    free(scratch.base);
    return a;
}

NSD_TEST(test_impulses_are_those_of_the_matrix_of_all_contacts)
{
    unsigned long long state = 21;
    for (int trial = 0; trial < 30; trial++) {
        test_system *system = new_system(N, N / 2, 0);
        double       u[N];
        int          active[N], count = 0;
        random_definite(N, 3.0, system->M, &state);
        for (int j = 0; j < N / 2; j++) { /* contact j holds coordinate 2 j, some from above */
            system->H[2 * j + j * N] = (j % 3 ? 1.0 : -1.0) * (1.0 + j % 4);
            u[j] = signed_uniform(&state);
            if (j % 5 != 4) {
                active[count++] = j;
            }
        }
        nsd_linear   model = *build_model(system, NSD_DENSE);
        test_sparse *A = sparse_of(N, system->M);
        const answer dense = solve(&model, u, active, count);
        const size_t bytes = nsd_ldl_plan_scratch(N, A->start[N]);
        nsd_scratch  scratch = { malloc(bytes), bytes, 0 };
        nsd_ldl_plan plan;
        NSD_CHECK(nsd_ldl_plan_init(&plan, &A->A, &scratch) == NSD_OK);
        model.A = A->A;
        model.plan = &plan;
        const answer sparse = solve(&model, u, active, count);
        NSD_CHECK(dense.status == NSD_OK && sparse.status == NSD_OK);
        for (int i = 0; i < N; i++) {
            NSD_CHECK_NEAR(sparse.v[i], dense.v[i], 1e-10);
        }
        for (int j = 0; j < N / 2; j++) {
            NSD_CHECK_NEAR(sparse.r[j], dense.r[j], 1e-10);
        }
        free(scratch.base);
        free_sparse(A);
        free(system);
    }
}

NSD_TEST_MAIN(test_impulses_are_those_of_the_matrix_of_all_contacts)
