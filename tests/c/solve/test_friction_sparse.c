/* test_friction_sparse.c - friction on a sparse matrix: one contact in closed form, neighbours that
 * share a spring, and a problem that is no number. Scratch is exactly as large as asked for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/friction/friction_sparse.h"
#include "nsd_test.h"

enum { MOST = 6, ENTRIES = MOST * MOST };

static const nsd_friction_layout SPACE = { 1, { 2 } };

/* A full matrix of size n = 3 contacts, stored as a sparse one whose pattern is all entries */
typedef struct room {
    ptrdiff_t           start[MOST + 1], row[ENTRIES], H_start[MOST + 1], H_row[MOST];
    double              ones[MOST], mu[MOST];
    nsd_columns         A, H;
    nsd_lu_plan         plan;
    nsd_friction_sparse sparse;
    void               *memory[2];
} room;

static nsd_status solve(room *t, int n, const double *A, double mu, const double *q)
{
    const nsd_friction_options options = { 100, 1e-10, NULL };
    const int                  active[] = { 0, 1 };
    nsd_friction_info          info;

    for (int j = 0; j <= n; j++) {
        t->start[j] = j * n;
        t->H_start[j] = j;
    }
    for (int k = 0; k < n * n; k++) {
        t->row[k] = k % n;
    }
    for (int j = 0; j < n; j++) {
        t->H_row[j] = j;
        t->ones[j] = 1.0;
        t->mu[j] = mu;
    }
    t->A = (nsd_columns){ n, n, t->start, t->row, A };
    t->H = (nsd_columns){ n, n, t->H_start, t->H_row, t->ones };
    const double pairs = (double)n * n * n;
    nsd_scratch  scratch = { NULL, nsd_lu_plan_scratch(&t->A, pairs), 0 };
    scratch.base = t->memory[0] = malloc(scratch.size);
    nsd_status status = nsd_lu_plan_init(&t->plan, &t->A, pairs, &scratch);

    const nsd_friction_sparse_setup setup = { &t->A, &t->A, &t->plan, &t->H, 0, &SPACE };
    nsd_scratch                     own = { NULL, nsd_friction_sparse_scratch(&setup), 0 };
    own.base = t->memory[1] = malloc(own.size);
    if (status == NSD_OK) {
        status = nsd_friction_sparse_init(&t->sparse, &setup, &own);
    }

    const nsd_friction_sparse_problem problem = { &options, n / 3, active, { t->mu }, q };
    return status == NSD_OK ? nsd_friction_sparse_solve(&t->sparse, &problem, &info) : status;
}

static void leave(room *t)
{
    free(t->memory[0]);
    free(t->memory[1]);
}

/* A mass of 2 that meets the floor with (-1, 3, 4): r_N = 2, and mu decides about slip */
NSD_TEST(one_mass_slides_sticks_or_flies)
{
    const double A[9] = { 2, 0, 0, 0, 2, 0, 0, 0, 2 }, down[3] = { -1, 3, 4 }, up[3] = { 1, 3, 4 };
    room         t;

    NSD_CHECK(solve(&t, 3, A, 0.5, down) == NSD_OK);
    NSD_CHECK_NEAR(t.sparse.r[0], 2.0, 1e-12);
    NSD_CHECK_NEAR(t.sparse.r[1], -0.6, 1e-12);
    NSD_CHECK_NEAR(t.sparse.r[2], -0.8, 1e-12);
    NSD_CHECK_NEAR(t.sparse.u[1], 2.7, 1e-12);
    leave(&t);
    NSD_CHECK(solve(&t, 3, A, 10.0, down) == NSD_OK);
    NSD_CHECK_NEAR(t.sparse.r[1], -6.0, 1e-12);
    NSD_CHECK_NEAR(t.sparse.u[2], 0.0, 1e-12);
    leave(&t);
    NSD_CHECK(solve(&t, 3, A, 0.5, up) == NSD_OK);
    NSD_CHECK(t.sparse.r[0] == 0.0 && t.sparse.u[0] == 1.0);
    leave(&t);
}

/* Two masses joined by springs: what one gets, the other has, too. The velocities x of the answer
 * are those that A x = r asks for, and both contacts lie on the cone and slide against it. */
NSD_TEST(neighbours_share_what_their_springs_carry)
{
    double       A[36] = { 0.0 };
    const double q[6] = { -1.0, 3.0, 4.0, -0.5, -2.0, 1.0 };
    room         t;

    for (int i = 0; i < 6; i++) {
        A[i * 7] = 2.0;
        A[i * 6 + (i + 3) % 6] = -0.5;
    }
    NSD_CHECK(solve(&t, 6, A, 0.4, q) == NSD_OK);
    for (int a = 0; a < 6; a += 3) {
        const double *r = t.sparse.r + a, *u = t.sparse.u + a;
        const double  slip = sqrt(u[1] * u[1] + u[2] * u[2]);
        NSD_CHECK_NEAR(u[0], 0.0, 1e-9);
        NSD_CHECK_NEAR(r[1], -0.4 * r[0] * u[1] / slip, 1e-8);
        NSD_CHECK_NEAR(r[2], -0.4 * r[0] * u[2] / slip, 1e-8);
        NSD_CHECK_NEAR(r[0], 2.0 * t.sparse.x[a] - 0.5 * t.sparse.x[(a + 3) % 6], 1e-12);
    }
    leave(&t);
}

NSD_TEST(what_is_no_number_has_no_answer)
{
    const double A[9] = { 2, 0, 0, 0, 2, 0, 0, 0, 2 }, q[3] = { -1, NAN, 0 };
    room         t;
    NSD_CHECK(solve(&t, 3, A, 0.5, q) > NSD_OK);
    leave(&t);
}

NSD_TEST_MAIN(one_mass_slides_sticks_or_flies, neighbours_share_what_their_springs_carry,
              what_is_no_number_has_no_answer)
