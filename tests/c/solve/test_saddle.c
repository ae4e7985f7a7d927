/* test_saddle.c - contacts and joints on a sparse matrix: velocities and impulses together. */
#include "solve/bounded/saddle.h"

#include <string.h>

#include "nsd_test.h"
#include "nsd_test_sparse.h"

enum { MOST = 60, COLUMNS = 24 };

typedef struct problem {
    test_sparse    *A, *H, *J;
    nsd_saddle_plan plan;
    nsd_saddle      saddle;
    double          u[COLUMNS], z[COLUMNS], full[MOST * MOST];
    int             active[COLUMNS];
    void           *memory[2];
    nsd_solver_info info;
} problem;

/* A: coupled neighbours and a few others, no symmetry, definite */
static test_sparse *random_matrix(int n, double *full, unsigned long long *state)
{
    random_definite(n, 2.0, full, state);
    for (int i = 0; i + 1 < n; i++) {
        full[i + (i + 1) * n] -= 0.3;
        full[i + 1 + i * n] -= 0.1;
        full[i * (n + 1)] += 0.4;
        full[(i + 1) * (n + 1)] += 0.4;
    }
    return sparse_of(n, full);
}

/* Columns with an entry of their own at coordinate first + step a, and one at the next */
static test_sparse *random_columns(int n, int columns, int first, int step, int more,
                                   unsigned long long *state)
{
    test_sparse *s = new_sparse(n > columns ? n : columns, 2 * (ptrdiff_t)columns);
    ptrdiff_t    place = 0;
    for (int a = 0; a < columns; a++) {
        append(s, &place, first + step * a, 1.0 + uniform(state));
        if (more) append(s, &place, first + step * a + 1, 0.5 * signed_uniform(state));
        s->start[a + 1] = place;
    }
    s->A.n = n;
    s->A.m = columns;
    return s;
}

static nsd_status plan_and_fill(problem *p)
{
    size_t      bytes = nsd_saddle_plan_scratch(&p->A->A, &p->H->A, &p->J->A);
    nsd_scratch scratch = { p->memory[0] = malloc(bytes), bytes, 0 };
    NSD_TRY(nsd_saddle_plan_init(&p->plan, &p->A->A, &p->H->A, &p->J->A, &scratch));
    bytes = nsd_saddle_scratch(&p->plan);
    scratch = (nsd_scratch){ p->memory[1] = malloc(bytes), bytes, 0 };
    NSD_TRY(nsd_saddle_init(&p->saddle, &p->plan, &scratch));
    nsd_saddle_fill(&p->saddle, p->A->values, p->H->values, p->J->values);
    return NSD_OK;
}

static void free_problem(problem *p)
{
    free_sparse(p->A);
    free_sparse(p->H);
    free_sparse(p->J);
    free(p->memory[0]);
    free(p->memory[1]);
    free(p);
}

/* The largest of |A x - G z|, of -w and -z of contacts, of min(w, z), and of |w| of joints */
static double residual(const problem *p, int count, int joints)
{
    const int n = p->A->A.n;
    double    r[MOST] = { 0 }, worst = 0.0;

    for (int j = 0; j < n; j++) {
        nsd_columns_add(&p->A->A, j, p->saddle.x[j], r);
    }
    for (int i = 0; i < count + joints; i++) {
        const nsd_columns *G = i < count ? &p->H->A : &p->J->A;
        const int          a = i < count ? p->active[i] : i - count;
        const double       w = p->u[i] + nsd_columns_dot(G, a, p->saddle.x);
        nsd_columns_add(G, a, -p->z[i], r);
        worst = fmax(worst, i < count ? fabs(fmin(w, p->z[i])) : fabs(w));
    }
    for (int i = 0; i < n; i++) {
        worst = fmax(worst, fabs(r[i]));
    }
    return worst;
}

NSD_TEST(test_random_contacts_and_joints_are_solved)
{
    unsigned long long state = 17;
    int                pushing = 0, open = 0;

    for (int k = 0; k < 60; k++) {
        const int n = 30 + k % 30, m = 4 + k % 9, joints = k % 3, count = m - k % 2;
        problem  *p = calloc(1, sizeof *p);
        p->A = random_matrix(n, p->full, &state);
        p->H = random_columns(n, m, 0, 2, k % 4 > 0, &state);
        p->J = random_columns(n, joints, 25, 2, 1, &state);
        NSD_CHECK(plan_and_fill(p) == NSD_OK);
        for (int i = 0; i < count; i++) {
            p->active[i] = i + m - count; /* the first takes no part in every second problem */
        }
        for (int i = 0; i < count + joints; i++) {
            p->u[i] = signed_uniform(&state);
            p->z[i] = uniform(&state) < 0.3 ? 1.0 : 0.0;
        }
        const nsd_saddle_problem asked = { count, m, joints, p->active, p->u, 1e-10, &p->info };
        NSD_CHECK(nsd_saddle_solve(&p->saddle, &asked, p->z) == NSD_OK);
        NSD_CHECK(p->info.residual <= 1e-10 && p->info.iterations > 0);
        NSD_CHECK_NEAR(residual(p, count, joints), 0.0, 1e-11); /* z up to 10 */
        for (int i = 0; i < count; i++) {
            pushing += p->z[i] > 0.0;
            open += p->z[i] == 0.0;
        }
        free_problem(p);
    }
    NSD_CHECK(pushing > 50 && open > 50);
}

/* Two coordinates and two contacts without joints, from full matrices */
static problem *two_contacts(const double *A, const double *H)
{
    problem *p = calloc(1, sizeof *p);
    p->A = sparse_of(2, A);
    p->H = sparse_of(2, H);
    p->J = new_sparse(2, 1);
    p->J->A.m = 0;
    return p;
}

static nsd_status solve_two(problem *p, double u0, double u1)
{
    const int                active[] = { 0, 1 };
    const double             u[] = { u0, u1 };
    const nsd_saddle_problem asked = { 2, 2, 0, active, u, 1e-12, &p->info };
    return nsd_saddle_solve(&p->saddle, &asked, p->z);
}

NSD_TEST(test_two_masses_that_are_pushed_together)
{
    /* 3 x1 = z1 - z2, 2 x2 = z2; w1 = x1 - 1 and w2 = x2 - x1 - 2 vanish
     * at x = (1, 3), z = (9, 6) */
    const double A[] = { 3.0, 0.0, 0.0, 2.0 }, H[] = { 1.0, 0.0, -1.0, 1.0 };
    problem     *p = two_contacts(A, H);
    NSD_CHECK(plan_and_fill(p) == NSD_OK);
    NSD_CHECK(solve_two(p, -1.0, -2.0) == NSD_OK);
    NSD_CHECK_NEAR(p->saddle.x[0], 1.0, 1e-14);
    NSD_CHECK_NEAR(p->saddle.x[1], 3.0, 1e-14);
    NSD_CHECK_NEAR(p->z[1], 6.0, 1e-13);
    NSD_CHECK_NEAR(p->z[0], 9.0, 1e-13);
    free_problem(p);
}

NSD_TEST(test_contacts_that_repeat_each_other_are_left_to_other_solvers)
{
    const double A[] = { 2.0, 0.5, 0.5, 2.0 }, H[] = { 1.0, 1.0, 1.0, 1.0 };
    problem     *p = two_contacts(A, H);
    NSD_CHECK(plan_and_fill(p) == NSD_OK);
    NSD_CHECK(solve_two(p, -1.0, -1.0) == NSD_STALLED);
    NSD_CHECK(p->z[0] == 0.0 && p->z[1] == 0.0); /* the guess is as it was */
    free_problem(p);
}

NSD_TEST(test_stops_add_no_fill)
{
    const int    n = 50;
    test_sparse *A = grid_matrix(n, 1, 0.1);
    problem     *p = calloc(1, sizeof *p);
    p->A = A;
    p->H = new_sparse(n, n);
    ptrdiff_t place = 0;
    for (int i = 0; i < n; i++) {
        append(p->H, &place, i, 1.0);
        p->H->start[i + 1] = place;
    }
    p->J = new_sparse(n, 1);
    p->J->A.m = 0;
    NSD_CHECK(plan_and_fill(p) == NSD_OK);
    /* a stop at every mass: its entry, and one to the next mass that its coordinate leaves */
    NSD_CHECK(p->plan.plan.start[2 * n] <= 3 * n);
    for (int i = 0; i < n; i++) {
        const int a = p->plan.plan.place[n + i], q = p->plan.plan.place[i];
        NSD_CHECK(a > q); /* impulses behind their coordinates */
    }
    free_problem(p);
}

NSD_TEST_MAIN(test_random_contacts_and_joints_are_solved, test_two_masses_that_are_pushed_together,
              test_contacts_that_repeat_each_other_are_left_to_other_solvers,
              test_stops_add_no_fill)
