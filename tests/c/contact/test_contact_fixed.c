/* test_contact_fixed.c - the contact problem of a step: Delassus matrix, one contact, joints. */
#include "contact/contact_fixed.h"
#include "nsd_test.h"
#include "nsd_test_run.h"

/* entries of order one, condition of the matrices below 1e3 */
static const double tolerance = 1e-11;

/* The contact problem of a system with alpha = beta = 0, so that A = M. */
typedef struct contact_fixture {
    nsd_factor_sum          sum;
    nsd_contact_fixed_setup setup;
    nsd_lcp_options         options;
    nsd_factor              factor;
    nsd_contact_fixed       contact;
    nsd_status              status;
    void                   *factor_memory, *memory;
    test_system            *system;
} contact_fixture;

static contact_fixture *new_fixture(test_system *system, nsd_storage storage)
{
    const nsd_linear *model = build_model(system, storage);
    contact_fixture  *d = calloc(1, sizeof *d);

    d->system = system;
    d->options = options_of(0.1, 0.5).lcp;
    d->sum = (nsd_factor_sum){ &model->M, &model->C, &model->K, 0.0, 0.0, 1, NULL };
    d->setup = (nsd_contact_fixed_setup){ model, &d->sum, &d->options, NULL };
    const size_t factor_bytes = nsd_factor_scratch(&d->sum);
    const size_t bytes = nsd_contact_fixed_scratch(&d->setup);
    nsd_scratch  factor_scratch = { malloc(factor_bytes), factor_bytes, 0 };
    nsd_scratch  scratch = { malloc(bytes), bytes, 0 };
    d->factor_memory = factor_scratch.base;
    d->memory = scratch.base;
    d->status = nsd_factor_init(&d->factor, &d->sum, &factor_scratch);
    if (d->status == NSD_OK) {
        d->status = nsd_contact_fixed_init(&d->contact, &d->setup, &d->factor, &scratch);
    }
    return d;
}

/* Frees the fixture and its system. */
static void free_fixture(contact_fixture *d)
{
    free(d->system);
    free(d->memory);
    free(d->factor_memory);
    free(d);
}

static void activate_all(nsd_contact_fixed *contact)
{
    contact->tally.count = contact->tally.m;
    for (int a = 0; a < contact->tally.m; a++) {
        contact->tally.active[a] = a;
    }
}

/* x'M^-1 y */
static double plain_delassus(const test_system *system, const double *x, const double *y)
{
    double z[MAX_N], sum = 0.0;
    memcpy(z, y, (size_t)system->n * sizeof *z);
    plain_solve(system->M, system->n, z);
    for (int i = 0; i < system->n; i++) {
        sum += x[i] * z[i];
    }
    return sum;
}

static double worst_delassus_error(const test_system *system, const nsd_contact_fixed *contact)
{
    const int n = system->n;
    double    worst = 0.0;
    for (int j = 0; j < system->m; j++) {
        for (int i = 0; i < system->m; i++) {
            const double expected = plain_delassus(system, system->H + i * n, system->H + j * n);
            const int    stored = abs(i - j) <= contact->bandwidth;
            const double W = stored ? contact->W[i + (ptrdiff_t)j * contact->ld] : 0.0;
            worst = fmax(worst, fabs(W - expected));
        }
    }
    return worst;
}

NSD_TEST(test_the_full_delassus_matrix)
{
    unsigned     seed = 1;
    test_system *system = new_system(12, 7, 0);
    random_symmetric(system->M, 12, 11, 2.0, &seed);
    random_fill(system->H, 12 * 7, &seed);
    contact_fixture *d = new_fixture(system, NSD_DENSE);
    NSD_CHECK(d->status == NSD_OK);
    NSD_CHECK(d->contact.bandwidth == 6);
    NSD_CHECK_NEAR(worst_delassus_error(system, &d->contact), 0.0, tolerance);
    free_fixture(d);
}

/* n beads on a line, contacts between neighbours: H'H is tridiagonal */
static test_system *new_beads(int n, double e)
{
    test_system *system = new_system(n, n - 1, 0);
    for (int i = 0; i < n; i++) {
        system->M[i + i * n] = 1.0 + 0.1 * i;
    }
    for (int a = 0; a < n - 1; a++) {
        system->H[a + a * n] = -1.0;
        system->H[a + 1 + a * n] = 1.0;
        system->e[a] = e;
    }
    return system;
}

NSD_TEST(test_a_packed_band_of_the_delassus_matrix)
{
    test_system     *system = new_beads(30, 0.5);
    contact_fixture *d = new_fixture(system, NSD_DIAGONALS);
    NSD_CHECK(d->status == NSD_OK);
    NSD_CHECK(d->contact.bandwidth == 1);
    NSD_CHECK_NEAR(worst_delassus_error(system, &d->contact), 0.0, tolerance);
    free_fixture(d);
}

NSD_TEST(test_contacts_without_common_coordinates_make_a_diagonal)
{
    test_system *system = new_system(8, 8, 0);
    for (int i = 0; i < 8; i++) {
        system->M[i + i * 8] = 2.0;
        system->H[i + i * 8] = 1.0;
    }
    contact_fixture *d = new_fixture(system, NSD_DIAGONALS);
    double           u[8] = { -1, 2, -3, 4, -5, 6, -7, 8 }, P[8] = { 0 };
    NSD_CHECK(d->status == NSD_OK && d->contact.bandwidth == 0);
    activate_all(&d->contact);
    NSD_CHECK(nsd_contact_fixed_solve(&d->contact, u, NULL, P, NULL) == NSD_OK);
    for (int a = 0; a < 8; a++) {
        NSD_CHECK_NEAR(P[a], a % 2 == 0 ? 2.0 * (a + 1) : 0.0, tolerance);
    }
    free_fixture(d);
}

/* Impulses of any set of contacts are the same from the band and from the full matrix. */
NSD_TEST(test_band_and_full_storage_give_the_same_impulses)
{
    unsigned         seed = 3;
    test_system     *system = new_beads(30, 0.5), *copy = new_beads(30, 0.5);
    contact_fixture *band = new_fixture(system, NSD_DIAGONALS),
                    *full = new_fixture(copy, NSD_DENSE);
    NSD_CHECK(full->contact.bandwidth == 28);
    for (int trial = 0; trial < 50; trial++) {
        double u[MAX_M], u_full[MAX_M], P[MAX_M] = { 0 }, P_full[MAX_M] = { 0 };
        int    count = 0;
        for (int a = 0; a < 29; a++) {
            u[a] = u_full[a] = random_number(&seed) - 0.3;
            if (random_number(&seed) < 0.1 * (trial % 10) - 0.3) {
                band->contact.tally.active[count] = full->contact.tally.active[count] = a;
                count++;
            }
        }
        band->contact.tally.count = full->contact.tally.count = count;
        NSD_CHECK(nsd_contact_fixed_solve(&band->contact, u, NULL, P, NULL) == NSD_OK);
        NSD_CHECK(nsd_contact_fixed_solve(&full->contact, u_full, NULL, P_full, NULL) == NSD_OK);
        for (int a = 0; a < 29; a++) {
            NSD_CHECK_NEAR(P[a], P_full[a], 1e-9); /* impulses up to 30, W of condition 400 */
        }
    }
    free_fixture(band);
    free_fixture(full);
}

NSD_TEST(test_one_contact_in_closed_form)
{
    test_system *system = new_ball(0.0, 0.0);
    system->M[0] = 4.0;
    system->H[0] = 2.0; /* W = 2 * 2 / 4 = 1 */
    contact_fixture *d = new_fixture(system, NSD_DENSE);
    double           u = -3.0, P = 99.0, v = 0.0;
    activate_all(&d->contact);
    NSD_CHECK(nsd_contact_fixed_solve(&d->contact, &u, NULL, &P, NULL) == NSD_OK);
    NSD_CHECK(P == 3.0);
    nsd_contact_fixed_apply(&d->contact, &P, NULL, &v);
    NSD_CHECK(v == 1.5);
    u = 0.5;
    NSD_CHECK(nsd_contact_fixed_solve(&d->contact, &u, NULL, &P, NULL) == NSD_OK);
    NSD_CHECK(P == 0.0);
    u = -INFINITY;
    NSD_CHECK(nsd_contact_fixed_solve(&d->contact, &u, NULL, &P, NULL) == NSD_STALLED);
    free_fixture(d);
}

NSD_TEST(test_impulses_of_inactive_contacts_are_zero)
{
    test_system     *system = new_beads(30, 0.5);
    contact_fixture *d = new_fixture(system, NSD_DIAGONALS);
    double           u[MAX_M], P[MAX_M];
    for (int count = 0; count <= 2; count++) {
        for (int a = 0; a < 29; a++) {
            u[a] = -1.0;
            P[a] = 99.0; /* of an earlier step */
        }
        d->contact.tally.count = count;
        d->contact.tally.active[0] = 3;
        d->contact.tally.active[1] = 17;
        NSD_CHECK(nsd_contact_fixed_solve(&d->contact, u, NULL, P, NULL) == NSD_OK);
        for (int a = 0; a < 29; a++) {
            const int active = (count > 0 && a == 3) || (count > 1 && a == 17);
            NSD_CHECK(active ? P[a] > 0.0 && P[a] < 98.0 : P[a] == 0.0);
        }
    }
    free_fixture(d);
}

NSD_TEST(test_a_contact_that_no_motion_opens_ends_on_a_ray)
{
    test_system *system = new_ball(0.0, 0.0);
    system->H[0] = 0.0;
    contact_fixture *d = new_fixture(system, NSD_DENSE);
    double           u = -1.0, P = 0.0;
    activate_all(&d->contact);
    NSD_CHECK(nsd_contact_fixed_solve(&d->contact, &u, NULL, &P, NULL) == NSD_RAY);
    u = 0.0;
    NSD_CHECK(nsd_contact_fixed_solve(&d->contact, &u, NULL, &P, NULL) == NSD_OK && P == 0.0);
    free_fixture(d);
}

/* Impulses and velocity after the free motion vf, all contacts active with restitution 0 */
typedef struct answer {
    nsd_status status;
    double     P[MAX_M], mu[MAX_P], v[MAX_N];
} answer;

static answer solve_all(const test_system *system, contact_fixture *d, const double *vf)
{
    answer answer;
    double u[MAX_M] = { 0 }, uJ[MAX_P] = { 0 };

    memset(&answer, 0, sizeof answer);
    for (int a = 0; a < system->m; a++) {
        u[a] = nsd_columns_dot(&system->model.H, a, vf);
    }
    for (int j = 0; j < system->p; j++) {
        uJ[j] = nsd_columns_dot(&system->model.J, j, vf);
    }
    activate_all(&d->contact);
    memcpy(answer.v, vf, (size_t)system->n * sizeof *vf);
    answer.status = nsd_contact_fixed_solve(&d->contact, u, uJ, answer.P, answer.mu);
    nsd_contact_fixed_apply(&d->contact, answer.P, answer.mu, answer.v);
    return answer;
}

/* v and mu of M (v - vf) = H P + J mu, J'v = 0 for given P, by the KKT matrix [M -J; J' 0]. */
static void kkt_solve(const test_system *system, const double *vf, const double *P, double *x)
{
    const int n = system->n, p = system->p, size = n + p;
    double   *A = calloc((size_t)(size * size), sizeof *A);
    for (int j = 0; j < n; j++) {
        memcpy(A + j * size, system->M + j * n, (size_t)n * sizeof *A);
        for (int k = 0; k < p; k++) {
            A[j + (n + k) * size] = -system->J[j + k * n];
            A[n + k + j * size] = system->J[j + k * n];
        }
    }
    memset(x, 0, (size_t)size * sizeof *x);
    plain_times(system->M, n, vf, x);
    for (int a = 0; a < system->m; a++) {
        nsd_columns_add(&system->model.H, a, P[a], x);
    }
    plain_solve(A, size, x);
    free(A);
}

static test_system *jointed_system(int n, int m, int p, unsigned *seed)
{
    test_system *system = new_system(n, m, p);
    random_symmetric(system->M, n, n - 1, 2.0, seed);
    random_fill(system->H, n * m, seed);
    random_fill(system->J, n * p, seed);
    return system;
}

/* The worst violation of 0 <= H'v _|_ P >= 0 and J'v = 0. */
static double violation(const test_system *system, const answer *answer)
{
    double worst = 0.0;
    for (int a = 0; a < system->m; a++) {
        const double U = nsd_columns_dot(&system->model.H, a, answer->v);
        worst = fmax(worst, fabs(fmin(U, answer->P[a])));
    }
    for (int j = 0; j < system->p; j++) {
        worst = fmax(worst, fabs(nsd_columns_dot(&system->model.J, j, answer->v)));
    }
    return worst;
}

NSD_TEST(test_joints_are_eliminated_as_a_kkt_solve_does)
{
    unsigned seed = 5;
    for (int trial = 0; trial < 40; trial++) {
        const int        n = 6 + trial % 5, m = trial % 3, p = 1 + trial % 3;
        test_system     *system = jointed_system(n, m, p, &seed);
        contact_fixture *d = new_fixture(system, NSD_DENSE);
        double           vf[MAX_N], x[MAX_N + MAX_P];
        random_fill(vf, n, &seed);
        const answer answer = solve_all(system, d, vf);
        NSD_CHECK(answer.status == NSD_OK);
        NSD_CHECK_NEAR(violation(system, &answer), 0.0, 1e-9); /* the LCP's own tolerance */
        kkt_solve(system, vf, answer.P, x);
        for (int i = 0; i < n; i++) {
            NSD_CHECK_NEAR(answer.v[i], x[i], tolerance);
        }
        for (int j = 0; j < p; j++) {
            NSD_CHECK_NEAR(answer.mu[j], x[n + j], 100 * tolerance); /* W_JJ has condition 100 */
        }
        free_fixture(d);
    }
}

/* Each joint given twice: the same motion, and the two copies share the load evenly. */
NSD_TEST(test_redundant_joints_share_the_load)
{
    unsigned seed = 6;
    for (int trial = 0; trial < 20; trial++) {
        const int    n = 6 + trial % 5;
        test_system *once = jointed_system(n, 2, 2, &seed);
        test_system *twice = new_system(n, 2, 4);
        memcpy(twice->M, once->M, sizeof once->M);
        memcpy(twice->H, once->H, sizeof once->H);
        memcpy(twice->J, once->J, (size_t)(2 * n) * sizeof(double));
        memcpy(twice->J + 2 * n, once->J, (size_t)(2 * n) * sizeof(double));
        contact_fixture *one = new_fixture(once, NSD_DENSE), *two = new_fixture(twice, NSD_DENSE);
        double           vf[MAX_N];
        random_fill(vf, n, &seed);
        const answer a = solve_all(once, one, vf), b = solve_all(twice, two, vf);
        NSD_CHECK(a.status == NSD_OK && b.status == NSD_OK);
        for (int i = 0; i < n; i++) {
            NSD_CHECK_NEAR(b.v[i], a.v[i], 100 * tolerance);
        }
        for (int j = 0; j < 2; j++) {
            NSD_CHECK_NEAR(b.mu[j], 0.5 * a.mu[j], 100 * tolerance);
            NSD_CHECK_NEAR(b.mu[j + 2], 0.5 * a.mu[j], 100 * tolerance);
        }
        free_fixture(one);
        free_fixture(two);
    }
}

/* A contact whose normal is a combination of joints cannot move: it gets no impulse and is no ray,
 * and another contact is solved as if the first one did not exist. */
NSD_TEST(test_a_contact_that_the_joints_hold_takes_no_impulse)
{
    unsigned seed = 7;
    for (int trial = 0; trial < 200; trial++) {
        const int    n = 6 + trial % 7, m = 1 + trial % 3;
        test_system *system = jointed_system(n, m, 3, &seed);
        test_system *without = jointed_system(n, m - 1, 3, &seed);
        for (int i = 0; i < n; i++) { /* the last contact: a combination of the joints */
            const double *J = system->J + i;
            system->H[i + (m - 1) * n] = 0.7 * J[0] - 1.3 * J[n] + 0.2 * J[2 * n];
        }
        memcpy(without->M, system->M, sizeof system->M);
        memcpy(without->H, system->H, (size_t)((m - 1) * n) * sizeof(double));
        memcpy(without->J, system->J, sizeof system->J);
        contact_fixture *d = new_fixture(system, NSD_DENSE),
                        *reference = new_fixture(without, NSD_DENSE);
        double vf[MAX_N];
        random_fill(vf, n, &seed);
        for (int i = 0; i < n; i++) {
            vf[i] *= trial % 2 == 0 ? 1.0 : 1e3;
        }
        const answer a = solve_all(system, d, vf), b = solve_all(without, reference, vf);
        NSD_CHECK(a.status == NSD_OK && b.status == NSD_OK);
        NSD_CHECK(a.P[m - 1] == 0.0);
        for (int i = 0; i < n; i++) {
            NSD_CHECK_NEAR(a.v[i], b.v[i], 1e3 * 100 * tolerance);
        }
        free_fixture(d);
        free_fixture(reference);
    }
}

NSD_TEST(test_little_scratch_is_reported)
{
    test_system     *system = new_beads(30, 0.5);
    contact_fixture *d = new_fixture(system, NSD_DIAGONALS);
    const size_t     bytes = nsd_contact_fixed_scratch(&d->setup);
    for (size_t size = 0; size < bytes - 400; size += bytes / 7) {
        nsd_contact_fixed contact;
        nsd_scratch       scratch = { d->memory, size, 0 };
        NSD_CHECK(nsd_contact_fixed_init(&contact, &d->setup, &d->factor, &scratch) ==
                  NSD_ERR_WORKSPACE);
    }
    free_fixture(d);
}

NSD_TEST_MAIN(test_the_full_delassus_matrix, test_a_packed_band_of_the_delassus_matrix,
              test_contacts_without_common_coordinates_make_a_diagonal,
              test_band_and_full_storage_give_the_same_impulses, test_one_contact_in_closed_form,
              test_impulses_of_inactive_contacts_are_zero,
              test_a_contact_that_no_motion_opens_ends_on_a_ray,
              test_joints_are_eliminated_as_a_kkt_solve_does, test_redundant_joints_share_the_load,
              test_a_contact_that_the_joints_hold_takes_no_impulse, test_little_scratch_is_reported)
