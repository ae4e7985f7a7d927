/* test_friction_small.c - unrolled sweeps of up to four contacts against nsd_friction_auto. */
#include <stdlib.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "solve/friction/small/friction_small.h"
#include "nsd_test.h"
#include "nsd_test_friction.h"

static const nsd_friction_options OPTIONS = { 1000, 1e-10, NULL };

static nsd_friction friction_of(const problem *p)
{
    nsd_friction f = { .contacts = p->m, .layout = { 1, { p->d - 1 } }, .W = p->W, .q = p->q };
    f.mu[0] = p->mu;
    f.lambda = nsd_friction_lambda_bound(&f);
    return f;
}

static nsd_status solve_auto(const nsd_friction *f, double *r, nsd_friction_info *info)
{
    nsd_scratch scratch = { NULL, nsd_friction_scratch(f), 0 };
    scratch.base = malloc(scratch.size);
    const nsd_status status = nsd_friction_auto(f, &OPTIONS, &scratch, r, info);
    free(scratch.base);
    return status;
}

/* Guesses: zero, the answer, the answer with an error, anything */
static void fill_guess(int kind, const double *answer, int n, double *r, unsigned long long *state)
{
    for (int i = 0; i < n; i++) {
        const double noise = signed_uniform(state);
        r[i] = kind == 0   ? 0.0
               : kind == 1 ? answer[i]
               : kind == 2 ? answer[i] + 1e-9 * noise
                           : noise;
    }
}

/* Definite, singular, redundant and contradictory problems, stacks; a third has wide cones */
NSD_TEST(answers_have_the_bits_of_auto)
{
    unsigned long long state = 88172645463325252ULL;
    int                small_ones = 0, solved = 0, swept = 0, different = 0;
    static problem     p;

    for (int trial = 0; trial < 4000; trial++) {
        double             answer[MAX_N] = { 0.0 }, u[MAX_N], w[MAX_N];
        nsd_friction_info  info;
        nsd_friction_small small;
        random_problem(&p, trial % KINDS, &state);
        if (trial % 3 == 2) {
            widen_cones(&p, &state);
        }
        const nsd_friction f = friction_of(&p);
        nsd_friction_small_init(&small, &f);
        NSD_CHECK((small.contacts == p.m) == (p.m <= NSD_FRICTION_SMALL_CONTACTS));
        if (small.contacts == 0) {
            continue;
        }
        solve_auto(&f, answer, &info);
        for (int kind = 0; kind < 4; kind++) {
            double                     r[MAX_N] = { 0.0 }, s[MAX_N] = { 0.0 };
            nsd_friction_small_outcome outcome = { .continuous = 0 };
            fill_guess(kind, answer, p.n, r, &state);
            memcpy(s, r, sizeof s);
            small_ones++;
            if (nsd_friction_small_solve(&small, &f, &OPTIONS, r, u, &outcome) != NSD_OK) {
                continue;
            }
            solved++;
            swept += outcome.info.iterations > 1;
            different += solve_auto(&f, s, &info) != NSD_OK;
            different += memcmp(r, s, (size_t)p.n * sizeof *r) != 0;
            different += info.iterations != outcome.info.iterations ||
                         info.residual != outcome.info.residual ||
                         strcmp(info.solver, outcome.info.solver) != 0;
            different += nsd_friction_is_shock(&f, OPTIONS.tolerance, s, w) != outcome.shock;
            different += memcmp(u, w, (size_t)p.n * sizeof *u) != 0;
        }
    }
    NSD_CHECK(different == 0);
    NSD_CHECK(small_ones > 8000);
    NSD_CHECK(2 * solved > small_ones && swept > 500); /* not only guesses that pass */
}

/* A guess that changes velocities far more than the contact approaches is dropped for zero */
NSD_TEST(a_guess_that_is_a_shock_is_not_used_in_time_stepping)
{
    problem            p = { .m = 1, .d = 2, .n = 2, .W = { 1, 0.8, 0.8, 1 } };
    nsd_friction_small small;
    p.q[0] = 0.1;
    p.q[1] = 1.0;
    p.mu[0] = 2.0;
    const nsd_friction f = friction_of(&p);
    nsd_friction_small_init(&small, &f);
    for (int continuous = 0; continuous <= 1; continuous++) {
        double                     r[2] = { 35.0 / 18, -46.0 / 18 }, u[2]; /* sticks, wedged */
        nsd_friction_small_outcome outcome = { .continuous = continuous };
        NSD_CHECK(nsd_friction_small_solve(&small, &f, &OPTIONS, r, u, &outcome) == NSD_OK);
        NSD_CHECK(outcome.shock == !continuous);
        NSD_CHECK(continuous ? r[0] == 0.0 : r[0] > 1.0);
    }
}

/* W, q, mu or guess that the sweeps are not made for: left to nsd_friction_auto */
NSD_TEST(what_does_not_fit_is_left_alone)
{
    const double bad[] = { NAN, INFINITY, 1e-300, 1e300, 0.0 };
    for (int k = 0; k < 5; k++) {
        for (int where = 0; where < 4; where++) {
            problem            p = { .m = 2, .d = 2, .n = 4 };
            double             r[4] = { 1, 0, 1, 0 }, u[4];
            nsd_friction_small small;
            for (int i = 0; i < 4; i++) {
                p.W[5 * i] = where == 0 && (i == 0 || k == 2) ? bad[k] : 1.0;
                p.q[i] = where == 1 ? bad[k] : -1.0;
            }
            p.mu[0] = 0.5;
            p.mu[1] = where == 2 ? (k < 2 ? bad[k] : -1.0) : 0.5;
            r[3] = where == 3 ? bad[k % 2] : 0.0;
            const nsd_friction         f = friction_of(&p);
            nsd_friction_small_outcome outcome = { .continuous = 1 };
            nsd_friction_small_init(&small, &f);
            NSD_CHECK(nsd_friction_small_solve(&small, &f, &OPTIONS, r, u, &outcome) != NSD_OK);
        }
    }
    problem            p = { .m = 1, .d = 5, .n = 5, .q = { -1 } };
    nsd_friction_small small;
    nsd_friction       rolling = friction_of(&p);
    rolling.layout = (nsd_friction_layout){ 2, { 2, 2 } };
    nsd_friction_small_init(&small, &rolling);
    NSD_CHECK(small.contacts == 0);
}

static int stop(void *context)
{
    return ++*(int *)context > 1;
}

/* Ctrl-C is asked for in every sweep; the problem then goes to nsd_friction_auto, which stops */
NSD_TEST(a_stop_ends_the_sweeps)
{
    unsigned long long         state = 7ULL;
    static problem             p;
    double                     r[MAX_N] = { 0.0 }, u[MAX_N];
    int                        asked = 0;
    const nsd_poll             poll = { stop, &asked };
    const nsd_friction_options options = { 1000, 1e-10, &poll };
    nsd_friction_small         small;
    nsd_friction_small_outcome outcome = { .continuous = 1 };
    do {
        random_problem(&p, DEFINITE, &state);
    } while (p.m != 4 || p.d != 3);
    const nsd_friction f = friction_of(&p);
    nsd_friction_small_init(&small, &f);
    NSD_CHECK(nsd_friction_small_solve(&small, &f, &options, r, u, &outcome) != NSD_OK);
    NSD_CHECK(asked == 2);
}

NSD_TEST_MAIN(answers_have_the_bits_of_auto, a_guess_that_is_a_shock_is_not_used_in_time_stepping,
              what_does_not_fit_is_left_alone, a_stop_ends_the_sweeps)
