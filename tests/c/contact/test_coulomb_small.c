/* test_coulomb_small.c - friction problems of a few contacts that keep their W from step to step,
 * against the general solvers: answers, statuses, counts. */
#include <stdlib.h>
#include <string.h>

#include "contact/coulomb.h"
#include "nsd_test.h"
#include "nsd_test_friction.h"

static const nsd_lcp_options OPTIONS = { .max_iter = 1000, .tolerance = 1e-10, .relaxation = 1.0 };

/* One problem solved again and again from one object: unrolled, or as more contacts would be */
typedef struct side {
    nsd_coulomb f;
    void       *memory;
    int         general; /* 1: without the unrolled sweeps */
} side;

static void start(side *s, const nsd_surface *surface, const problem *p, int general)
{
    nsd_scratch scratch = { NULL, nsd_coulomb_scratch(surface, p->m), 0 };
    s->general = general;
    s->memory = scratch.base = malloc(scratch.size);
    nsd_coulomb_init(&s->f, surface, p->m, &OPTIONS, &scratch);
    s->f.continuous = 1;
    for (int i = 0; i < p->m; i++) {
        s->f.id[i] = i;
    }
}

/* The problem with velocities q, from the impulses of the last one; the first one with W */
static nsd_status solve(side *s, const problem *p, const double *q, int first)
{
    if (first) {
        memcpy(s->f.W, p->W, (size_t)(p->n * p->n) * sizeof *p->W);
    }
    memcpy(s->f.q, q, (size_t)p->n * sizeof *q);
    s->f.same_W = !first;
    s->f.small.contacts = s->general ? 0 : s->f.small.contacts;
    return nsd_coulomb_solve(&s->f, p->m);
}

static int differ(const side *a, const side *b, int n)
{
    const nsd_coulomb *f = &a->f, *g = &b->f;
    const size_t       bytes = (size_t)n * sizeof(double);
    return memcmp(f->r, g->r, bytes) != 0 || memcmp(f->u, g->u, bytes) != 0 ||
           f->iterations != g->iterations || f->worst != g->worst || f->scale != g->scale ||
           f->several != g->several || f->unchecked != g->unchecked;
}

/* Velocities of the next step: nearly the same, or after a change of load; `slow`: little approach
 * and much sliding, where friction may have several solutions */
static void next_velocities(const problem *p, int step, int slow, double *q,
                            unsigned long long *state)
{
    for (int i = 0; i < p->n; i++) {
        const double new = p->q[i] + (step % 4 == 3 ? signed_uniform(state) : 0.0);
        q[i] = slow && i % p->d == 0 ? -1e-4 * fabs(new) : new + 1e-6 * signed_uniform(state);
    }
}

NSD_TEST(steps_with_the_same_W_have_the_bits_of_the_general_solvers)
{
    unsigned long long state = 123456789ULL;
    int                problems = 0, different = 0, several = 0, unsolved = 0;
    static problem     p;

    for (int trial = 0; trial < 100; trial++) {
        const double none[MAX_N] = { 0.0 };
        side         fast, slow;
        random_problem(&p, trial % KINDS, &state);
        if (p.m > NSD_FRICTION_SMALL_CONTACTS) {
            continue;
        }
        for (int a = 0; a < p.m && trial % 2; a++) {
            p.mu[a] += 1.0;
        }
        const nsd_surface surface = {
            .d = p.d - 1, .layout = { 1, { p.d - 1 } }, .mu = { p.mu }, .e = none, .w = none
        };
        start(&fast, &surface, &p, 0);
        start(&slow, &surface, &p, 1);
        for (int step = 0; step < 8; step++) {
            double q[MAX_N];
            next_velocities(&p, step, trial % 2, q, &state);
            const nsd_status status = solve(&fast, &p, q, step == 0);
            different += solve(&slow, &p, q, step == 0) != status;
            unsolved += status != NSD_OK;
            different += status == NSD_OK && differ(&fast, &slow, p.n);
            problems++;
        }
        several += fast.f.several > 0;
        free(fast.memory);
        free(slow.memory);
    }
    NSD_CHECK(problems > 400);
    NSD_CHECK(different == 0);
    NSD_CHECK(several > 5);  /* the trials have choices, */
    NSD_CHECK(unsolved > 5); /* and problems without an answer */
}

/* The second W has a tangent that no impulse moves, which the solver leaves out of its copy */
NSD_TEST(a_new_W_takes_the_place_of_the_old_one)
{
    const double      none[4] = { 0.0 }, mu[2] = { 0.5, 0.5 }, q[4] = { -1, 3, -1, 3 };
    problem           p = { .m = 2, .d = 2, .n = 4 };
    const nsd_surface surface = {
        .d = 1, .layout = { 1, { 1 } }, .mu = { mu }, .e = none, .w = none
    };
    side s;
    start(&s, &surface, &p, 0);
    for (int k = 1; k <= 3; k++) {
        for (int i = 0; i < 4; i++) {
            p.W[5 * i] = k == 2 && i == 1 ? 0.0 : k;
        }
        NSD_CHECK(solve(&s, &p, q, 1) == NSD_OK);
        NSD_CHECK_NEAR(s.f.r[0], 1.0 / k, 1e-12);
        NSD_CHECK_NEAR(s.f.r[1], -0.5 / k, 1e-12);
        NSD_CHECK_NEAR(s.f.u[1], k == 2 ? 3.0 : 2.5, 1e-12);
        NSD_CHECK_NEAR(s.f.u[3], 2.5, 1e-12);
    }
    free(s.memory);
}

NSD_TEST_MAIN(steps_with_the_same_W_have_the_bits_of_the_general_solvers,
              a_new_W_takes_the_place_of_the_old_one)
