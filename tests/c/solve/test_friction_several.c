/* test_friction_several.c - problems with several motions: when they are possible, and the search
 * in space. */
#include <stdlib.h>
#include <string.h>

#include "solve/friction/friction.h"
#include "nsd_test.h"
#include "nsd_test_friction_dense.h"
#include "nsd_test_random.h"

static const nsd_friction_options OPTIONS = { 100, 1e-10, NULL };

/* W = G'G with G `rank` rows */
static void random_matrix(int n, int rank, double *W, unsigned long long *state)
{
    double G[12 * 12];
    for (int i = 0; i < rank * n; i++) {
        G[i] = signed_uniform(state);
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            W[i + j * n] = 0.0;
            for (int k = 0; k < rank; k++) {
                W[i + j * n] += G[k + i * rank] * G[k + j * rank];
            }
        }
    }
}

static int enumerate(const nsd_friction *p, double *R)
{
    nsd_scratch scratch = { NULL, nsd_friction_enumerate_scratch(p->contacts), 0 };
    int         found = 0;
    scratch.base = malloc(scratch.size);
    nsd_friction_enumerate(p, &OPTIONS, &scratch, 64, R, &found);
    free(scratch.base);
    return found;
}

static int search(const nsd_friction *p, double *R)
{
    nsd_scratch scratch = { NULL, nsd_friction_scratch(p), 0 };
    int         found = 0;
    scratch.base = malloc(scratch.size);
    nsd_friction_search(p, &OPTIONS, &scratch, 64, R, &found);
    free(scratch.base);
    return found;
}

/* Largest difference of the velocities of r and s */
static double apart(const nsd_friction *p, const double *r, const double *s, int n)
{
    double u[12], w[12], difference = 0.0;
    nsd_friction_velocity(p, r, u);
    nsd_friction_velocity(p, s, w);
    for (int i = 0; i < n; i++) {
        difference = fmax(difference, fabs(u[i] - w[i]));
    }
    return difference;
}

/* A rod at 45 degrees, coupling 0.8: friction turns the force round from mu = 1.25 on */
NSD_TEST(a_contact_has_several_motions_only_beyond_the_coefficient_of_painleve)
{
    const double W[] = { 1, 0.8, 0.8, 1 }, q[] = { 0.1, 1 };
    const double W3[] = { 1, 0, 0.8, 0, 1, 0, 0.8, 0, 1 }, q3[] = { 0.1, 0, 1 };
    double       change;
    for (int k = 0; k < 2; k++) {
        const double       mu = k == 0 ? 1.24 : 1.26;
        const nsd_friction plane = dense(1, PLANE, W, q, &mu), space = dense(1, SPACE, W3, q3, &mu);
        NSD_CHECK(nsd_friction_several_possible(&plane, &change) == k);
        NSD_CHECK(nsd_friction_several_possible(&space, &change) == k);
    }
    double             R[2 * 64], R3[3 * 64];
    const double       mu = 2.0;
    const nsd_friction plane = dense(1, PLANE, W, q, &mu), space = dense(1, SPACE, W3, q3, &mu);
    /* open; stick with r = -W^-1 q, inside the cone; slide on with r_N = 0.1 / 0.6 */
    NSD_CHECK(enumerate(&plane, R) == 3);
    NSD_CHECK(search(&space, R3) >= 3);
}

NSD_TEST(where_several_are_not_possible_enumeration_finds_one_motion_at_most)
{
    unsigned long long state = 88172645463325252ULL;
    int                wrong = 0, possible = 0, found_several = 0;
    for (int trial = 0; trial < 1200; trial++) {
        const int m = 1 + trial % 4, n = 2 * m;
        double    W[64], q[8], mu[4], R[8 * 64], change;
        random_matrix(n, trial % 8 < 4 ? n : (n < 3 ? n : 3), W, &state);
        for (int i = 0; i < m; i++) {
            mu[i] = 0.1 + uniform(&state) * (trial % 3);
        }
        const nsd_friction p = dense(m, PLANE, W, q, mu);
        const int          said = nsd_friction_several_possible(&p, &change);
        possible += said;
        for (int k = 0; k < 5; k++) {
            for (int i = 0; i < n; i++) {
                q[i] = signed_uniform(&state) * (i % 2 == 0 ? 0.01 : 1.0);
            }
            const int found = enumerate(&p, R);
            int       several = 0;
            for (int j = 1; j < found; j++) {
                several |= apart(&p, R, R + j * n, n) > 1e-6;
            }
            wrong += several && !said;
            found_several += several;
        }
    }
    NSD_CHECK(wrong == 0);
    NSD_CHECK(possible > 300 && possible < 900);
    NSD_CHECK(found_several > 200);
}

/* The answer is kept while W changes by less than `change`: it must be the same there */
NSD_TEST(small_changes_of_W_do_not_make_several_motions_possible)
{
    unsigned long long state = 2463534242ULL;
    int                wrong = 0, kept = 0;
    for (int trial = 0; trial < 2000; trial++) {
        const int m = 2 + trial % 2, n = 2 * m;
        double    W[36], other[36], q[6] = { 0 }, mu[3] = { 0.3, 0.2, 0.1 }, change, ignored;
        random_matrix(n, trial % 4 < 2 ? n : n - 1, W, &state);
        const nsd_friction p = dense(m, PLANE, W, q, mu);
        if (nsd_friction_several_possible(&p, &change) || change == 0.0) {
            continue;
        }
        kept++;
        for (int i = 0; i < n; i++) { /* along the diagonal W stays semidefinite */
            for (int j = 0; j < n; j++) {
                other[i + j * n] = W[i + j * n] + (i == j ? change * uniform(&state) : 0.0);
            }
        }
        const nsd_friction near = dense(m, PLANE, other, q, mu);
        wrong += nsd_friction_several_possible(&near, &ignored);
    }
    NSD_CHECK(wrong == 0);
    NSD_CHECK(kept > 100);
}

/* A problem in the plane with a third direction of its own has the same solutions in space, among
 * others: the search must find every one */
NSD_TEST(the_search_in_space_finds_the_solutions_in_the_plane)
{
    unsigned long long state = 521288629ULL;
    int                missed = 0, problems = 0;
    for (int trial = 0; trial < 120; trial++) {
        const int m = 1 + trial % 3, n = 2 * m, n3 = 3 * m;
        double    W[64], q[8], mu[4], R[8 * 64], W3[144] = { 0 }, q3[12] = { 0 }, R3[12 * 64];
        random_matrix(n, n < 3 ? n : 3, W, &state);
        for (int i = 0; i < n; i++) {
            q[i] = signed_uniform(&state) * (i % 2 == 0 ? 0.01 : 1.0);
            q3[i / 2 * 3 + i % 2] = q[i];
            const int contact = i / 2;
            mu[contact] = 1.0 + 0.25 * contact;
            for (int j = 0; j < n; j++) {
                W3[i / 2 * 3 + i % 2 + (j / 2 * 3 + j % 2) * n3] = W[i + j * n];
            }
        }
        for (int i = 0; i < m; i++) {
            W3[(3 * i + 2) * (n3 + 1)] = 1.0;
        }
        const nsd_friction plane = dense(m, PLANE, W, q, mu), space = dense(m, SPACE, W3, q3, mu);
        const int          found = enumerate(&plane, R);
        if (found < 2) {
            continue;
        }
        problems++;
        const int others = search(&space, R3);
        for (int k = 0; k < found; k++) {
            double r[12] = { 0 }, nearest = INFINITY;
            for (int i = 0; i < n; i++) {
                r[i / 2 * 3 + i % 2] = R[i + k * n];
            }
            for (int j = 0; j < others; j++) {
                nearest = fmin(nearest, apart(&space, r, R3 + j * n3, n3));
            }
            missed += nearest > 1e-6;
            if (nearest > 1e-6)
                printf("m %d nearest %g of %d others, %d plane; r %g %g %g %g %g %g\n", m, nearest,
                       others, found, r[0], r[1], r[3], r[4], r[6], r[7]);
        }
    }
    NSD_CHECK(missed == 0);
    NSD_CHECK(problems > 10);
}

NSD_TEST(other_layouts_and_many_contacts_are_left_alone)
{
    const nsd_friction_layout rolling = { 2, { 2, 2 } };
    double                    W[100] = { 0 }, q[10] = { 0 }, mu[5] = { 0 }, R[25], change;
    int                       found = 7;
    nsd_scratch               scratch = { NULL, 0, 0 };
    const nsd_friction        one = dense(1, rolling, W, q, mu), five = dense(5, PLANE, W, q, mu);
    NSD_CHECK(nsd_friction_search(&one, &OPTIONS, &scratch, 1, R, &found) == NSD_ERR_TOO_LARGE);
    NSD_CHECK(found == 0);
    NSD_CHECK(nsd_friction_several_possible(&five, &change) == 1);
}

NSD_TEST_MAIN(a_contact_has_several_motions_only_beyond_the_coefficient_of_painleve,
              where_several_are_not_possible_enumeration_finds_one_motion_at_most,
              small_changes_of_W_do_not_make_several_motions_possible,
              the_search_in_space_finds_the_solutions_in_the_plane,
              other_layouts_and_many_contacts_are_left_alone)
