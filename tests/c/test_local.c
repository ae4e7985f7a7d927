/* test_local.c - the contact problem inside a Newton iteration: contacts, joints, held contacts. */
#include "nsd_local.h"
#include "nsd_test.h"
#include "nsd_test_system.h"

static void solve_mass(void *context, double *x)
{
    const test_system *system = context;
    plain_solve(system->M, system->n, x);
}

typedef struct answer {
    nsd_status status;
    double     z[MAX_M + MAX_P], v[MAX_N];
} answer;

/* All contacts active, A = M, u = G'vf */
static answer solve(test_system *system, const double *vf)
{
    const nsd_lcp_options options = options_of(0.1, 0.5).lcp;
    const int             n = system->n, m = system->m, p = system->p;
    const size_t          bytes = nsd_local_scratch(n, m, p);
    nsd_scratch           scratch = { malloc(bytes), bytes, 0 };
    nsd_local             local;
    answer                answer;
    double                G[MAX_N * (MAX_M + MAX_P)], u[MAX_M + MAX_P] = { 0 };

    memset(&answer, 0, sizeof answer);
    memcpy(answer.v, vf, (size_t)n * sizeof *vf);
    memcpy(G, system->H, (size_t)(n * m) * sizeof *G);
    memcpy(G + n * m, system->J, (size_t)(n * p) * sizeof *G);
    nsd_gemv(NSD_TRANSPOSED, n, m + p, 1.0, G, n, vf, 0.0, u);
    answer.status = nsd_local_init(&local, n, m, p, &options, &scratch);
    if (answer.status == NSD_OK) {
        const nsd_local_problem problem = { m, p, G, u, solve_mass, system };
        memset(local.z, 0, (size_t)(m + p) * sizeof(double));
        answer.status = nsd_local_solve(&local, &problem, answer.v);
        memcpy(answer.z, local.z, (size_t)(m + p) * sizeof(double));
    }
    free(scratch.base);
    return answer;
}

static test_system *jointed_system(int n, int m, int p, unsigned *seed)
{
    test_system *system = new_system(n, m, p);
    random_symmetric(system->M, n, n - 1, 2.0, seed);
    random_fill(system->H, n * m, seed);
    random_fill(system->J, n * p, seed);
    return system;
}

/* The worst violation of M (v - vf) = G z, 0 <= H'v _|_ P >= 0 and J'v = 0 */
static double violation(const test_system *system, const double *vf, const answer *answer)
{
    const int n = system->n, m = system->m;
    double    dv[MAX_N], r[MAX_N], U[MAX_M + MAX_P] = { 0 }, worst = 0.0;

    for (int i = 0; i < n; i++) {
        dv[i] = answer->v[i] - vf[i];
    }
    plain_times(system->M, n, dv, r);
    nsd_gemv(NSD_PLAIN, n, m, -1.0, system->H, n, answer->z, 1.0, r);
    nsd_gemv(NSD_PLAIN, n, system->p, -1.0, system->J, n, answer->z + m, 1.0, r);
    nsd_gemv(NSD_TRANSPOSED, n, m, 1.0, system->H, n, answer->v, 0.0, U);
    nsd_gemv(NSD_TRANSPOSED, n, system->p, 1.0, system->J, n, answer->v, 0.0, U + m);
    for (int a = 0; a < m + system->p; a++) {
        worst = fmax(worst, fabs(a < m ? fmin(U[a], answer->z[a]) : U[a]));
    }
    return fmax(worst, nsd_max_abs(n, r));
}

NSD_TEST(test_contacts_and_joints_meet_their_conditions)
{
    unsigned seed = 1;
    for (int trial = 0; trial < 60; trial++) {
        const int    n = 6 + trial % 5, m = trial % 4, p = trial % 3;
        test_system *system = jointed_system(n, m, p, &seed);
        double       vf[MAX_N];
        random_fill(vf, n, &seed);
        const answer answer = solve(system, vf);
        NSD_CHECK(answer.status == NSD_OK);
        NSD_CHECK_NEAR(violation(system, vf, &answer), 0.0, 1e-10); /* the solver's tolerance */
        free(system);
    }
}

NSD_TEST(test_a_contact_that_the_joints_hold_takes_no_impulse)
{
    unsigned seed = 2;
    for (int trial = 0; trial < 200; trial++) {
        const int    n = 6 + trial % 7, m = 1 + trial % 3, held = m - 1;
        test_system *system = jointed_system(n, m, 3, &seed);
        double       vf[MAX_N];
        for (int i = 0; i < n; i++) {
            const double *J = system->J + i;
            system->H[i + held * n] = 0.7 * J[0] - 1.3 * J[n] + 0.2 * J[2 * n];
        }
        random_fill(vf, n, &seed);
        const answer answer = solve(system, vf);
        NSD_CHECK(answer.status == NSD_OK);
        NSD_CHECK(answer.z[held] == 0.0);
        NSD_CHECK_NEAR(violation(system, vf, &answer), 0.0, 1e-10);
        free(system);
    }
}

NSD_TEST_MAIN(test_contacts_and_joints_meet_their_conditions,
              test_a_contact_that_the_joints_hold_takes_no_impulse)
