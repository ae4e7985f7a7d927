/* test_friction_systems.c - orders and bands of many contacts in columns of spheres; heaps with
 * coefficients above 30. Scratch is exactly as large as the kernels ask for. */
#include <stdlib.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "solve/friction/friction_system.h"
#include "nsd_test.h"
#include "nsd_test_random.h"

#define MOST_SPHERES 500 /* in a column */

static const nsd_friction_layout SPACE = { 1, { 2 } };

static nsd_status solve(const char *name, const nsd_friction *problem, double *r,
                        nsd_friction_info *info)
{
    const nsd_friction_options options = { 10000, 1e-10, NULL };
    nsd_scratch                scratch = { NULL, nsd_friction_solver_scratch(name, problem), 0 };
    scratch.base = malloc(scratch.size);
    const nsd_status status = nsd_friction_find(name)(problem, &options, &scratch, r, info);
    free(scratch.base);
    return status;
}

/* Spheres of radius 1 and mass 1 on top of each other, on the ground, each pushed sideways. Contact
 * `level` is below a sphere; contacts are numbered by `number`. */
typedef struct column {
    int m, number[MOST_SPHERES], level[MOST_SPHERES], start[MOST_SPHERES + 1],
        row[3 * MOST_SPHERES], position[MOST_SPHERES];
    double blocks[27 * MOST_SPHERES], q[3 * MOST_SPHERES], mu[MOST_SPHERES];
} column;

static void number_contacts(column *c, int m, int shuffled, unsigned long long *state)
{
    c->m = m;
    for (int a = 0; a < m; a++) {
        c->number[a] = a;
    }
    for (int a = m - 1; shuffled && a > 0; a--) {
        const int b = (int)((a + 1) * uniform(state)), other = c->number[b];
        c->number[b] = c->number[a];
        c->number[a] = other;
    }
    for (int level = 0; level < m; level++) {
        c->level[c->number[level]] = level;
    }
}

/* Velocity of a sphere by a unit impulse at its surface: 1 in N and 1 + 5/2 in T; at the opposite
 * point 1 and 1 - 5/2. */
static void fill_column(column *c, int a)
{
    const int level = c->level[a];
    int       at = c->start[a];

    for (int b = 0; b < c->m; b++) {
        const int apart = abs(c->level[b] - level);
        if (apart > 1) {
            continue;
        }
        const double both = level > 0 ? 2.0 : 1.0;
        double      *block = c->blocks + 9 * at;
        memset(block, 0, 9 * sizeof *block);
        block[0] = apart ? -1.0 : both;
        block[4] = block[8] = apart ? 1.5 : 3.5 * both;
        c->row[at++] = b;
    }
    c->start[a + 1] = at;
}

static nsd_friction make_column(column *c, int m, int shuffled)
{
    unsigned long long state = 314159265ULL;
    double             last[2] = { 0.0, 0.0 };

    number_contacts(c, m, shuffled, &state);
    c->start[0] = 0;
    for (int a = 0; a < m; a++) {
        fill_column(c, a);
        c->mu[a] = 0.3;
    }
    for (int level = 0; level < m; level++) {
        double *q = c->q + 3 * c->number[level];
        q[0] = level > 0 ? 0.0 : -0.0981;
        for (int i = 0; i < 2; i++) {
            const double v = 0.1 * signed_uniform(&state);
            q[1 + i] = v - last[i];
            last[i] = v;
        }
    }
    nsd_friction p = {
        m, SPACE, { c->mu, NULL, NULL }, c->q, NULL, c->start, c->row, c->blocks, 0.0, NULL, 0, NULL
    };
    p.lambda = nsd_friction_lambda_bound(&p);
    return p;
}

static void find_order(nsd_friction *p, int *position)
{
    nsd_scratch scratch = { NULL, nsd_friction_order_scratch(p), 0 };
    scratch.base = malloc(scratch.size + 1);
    memset(scratch.base, 0x7f, scratch.size); /* entries that are not written are far outside */
    p->reach = nsd_friction_order(p, &scratch, position);
    p->position = position;
    free(scratch.base);
}

NSD_TEST(a_shuffled_column_is_put_in_order)
{
    static column c;
    int           used[MOST_SPHERES] = { 0 };
    nsd_friction  p = make_column(&c, 101, 1);
    find_order(&p, c.position);
    NSD_CHECK(p.reach == 1);
    for (int a = 0; a < p.contacts; a++) {
        used[c.position[a]]++;
    }
    for (int a = 0; a < p.contacts; a++) {
        NSD_CHECK(used[a] == 1);
    }
    NSD_CHECK(nsd_friction_band_width(&p) == 5);
}

NSD_TEST(an_order_covers_contacts_that_are_not_coupled)
{
    /* eight contacts, of which only a and a + 4 are coupled: neighbours in the order */
    int          start[9] = { 0 }, row[16], position[8], used[8] = { 0 };
    double       blocks[16 * 9] = { 0.0 };
    nsd_friction p = { 8, SPACE, { NULL }, NULL, NULL, start, row, blocks, 1.0, NULL, 0, NULL };
    for (int a = 0; a < 8; a++) {
        row[2 * a] = a % 4;
        row[2 * a + 1] = a % 4 + 4;
        start[a + 1] = 2 * a + 2;
    }
    find_order(&p, position);
    NSD_CHECK(p.reach == 1);
    for (int a = 0; a < 8; a++) {
        used[position[a]]++;
        NSD_CHECK(abs(position[a] - position[(a + 4) % 8]) == 1);
    }
    for (int a = 0; a < 8; a++) {
        NSD_CHECK(used[a] == 1);
    }
}

/* Contact a acts on a + 1, but a + 1 does not act on a; numbers are shuffled. A search from the
 * last contact finds fewer contacts than the search before; all positions must be written still. */
NSD_TEST(an_order_is_found_where_contacts_act_in_one_direction_only)
{
    enum { COUNT = 60 };
    int                start[COUNT + 1] = { 0 }, row[2 * COUNT], position[COUNT];
    int                used[COUNT] = { 0 };
    static column      c;
    unsigned long long state = 271828182ULL;
    nsd_friction       p = {
              COUNT, SPACE, { NULL }, NULL, NULL, start, row, c.blocks, 1.0, NULL, 0, NULL
    };

    number_contacts(&c, COUNT, 1, &state);
    for (int a = 0, at = 0; a < COUNT; a++) {
        const int next = c.level[a] + 1 < COUNT ? c.number[c.level[a] + 1] : a;
        row[at++] = a < next ? a : next;
        if (next != a) {
            row[at++] = a < next ? next : a;
        }
        start[a + 1] = at;
    }
    find_order(&p, position);
    NSD_CHECK(p.reach == 1);
    for (int a = 0; a < COUNT; a++) {
        NSD_CHECK(position[a] >= 0 && position[a] < COUNT);
        used[position[a]]++;
    }
    for (int a = 0; a < COUNT; a++) {
        NSD_CHECK(used[a] == 1);
    }
}

NSD_TEST(a_full_matrix_stays_dense)
{
    const double W[36] = { 1.0 };
    int          position[2];
    nsd_friction p = { 2, SPACE, { NULL }, NULL, W, NULL, NULL, NULL, 1.0, NULL, 0, NULL };
    find_order(&p, position);
    NSD_CHECK(p.reach == 1 && nsd_friction_band_width(&p) == -1);
    NSD_CHECK(nsd_friction_system_entries(&p, 0) == 36);
}

static int is_semidefinite(const nsd_friction *p)
{
    const size_t bytes = nsd_friction_semidefinite_scratch(p);
    nsd_scratch  scratch = { malloc(bytes), bytes, 0 };
    const int    yes = nsd_friction_semidefinite(p, &scratch);
    free(scratch.base);
    return yes;
}

/* p->plan <- the fronts of the problem, in memory that the caller frees */
static void *find_plan(nsd_friction *p, nsd_fronts_plan *plan)
{
    const nsd_fronts_graph graph = { p->contacts, p->start, p->row };
    const size_t           most = nsd_fronts_order_scratch(p->contacts) +
                        (size_t)p->contacts * (size_t)p->contacts * sizeof(int);
    nsd_scratch scratch = { malloc(most), most, 0 };
    nsd_fronts_plan_order(plan, &graph, &scratch);
    nsd_fronts_plan_fill(plan, &scratch);
    p->plan = plan;
    return scratch.base;
}

NSD_TEST(bands_give_the_answers_of_dense_systems)
{
    const char *const names[] = { "newton", "interior", "proximal", "auto" };
    static column     c;
    nsd_friction      dense = make_column(&c, 24, 1), band = dense;
    c.mu[3] = c.mu[17] = 0.0; /* rows without unknowns */
    find_order(&band, c.position);
    NSD_CHECK(nsd_friction_band_width(&band) == 5);
    for (int k = 0; k < 4; k++) {
        double            r[72] = { 0.0 }, s[72] = { 0.0 }, u[72], v[72];
        nsd_friction_info info, other;
        NSD_CHECK(solve(names[k], &dense, r, &info) == NSD_OK);
        NSD_CHECK(solve(names[k], &band, s, &other) == NSD_OK);
        nsd_friction_velocity(&dense, r, u);
        nsd_friction_velocity(&dense, s, v);
        for (int i = 0; i < 72; i++) {
            NSD_CHECK_NEAR(u[i], v[i], 1e-9);
        }
    }
    NSD_CHECK(nsd_friction_system_entries(&band, 1) == 72 * 6);
    NSD_CHECK(is_semidefinite(&band) == 1);
    c.blocks[0] = -1.0;
    NSD_CHECK(is_semidefinite(&band) == 0);
}

/* Fronts are the systems of heaps; on a column, whose answer bands find, both must agree. */
NSD_TEST(sparse_systems_give_the_answers_of_dense_ones)
{
    const char *const names[] = { "newton", "interior", "proximal", "auto" };
    static column     c;
    nsd_friction      dense = make_column(&c, 24, 1), sparse = dense;
    nsd_fronts_plan   plan;
    c.mu[3] = c.mu[17] = 0.0; /* rows without unknowns */
    void *memory = find_plan(&sparse, &plan);
    NSD_CHECK(nsd_friction_system_work(&sparse) < 0.1 * nsd_friction_system_work(&dense));
    for (int k = 0; k < 4; k++) {
        double            r[72] = { 0.0 }, s[72] = { 0.0 }, u[72], v[72];
        nsd_friction_info info, other;
        NSD_CHECK(solve(names[k], &dense, r, &info) == NSD_OK);
        NSD_CHECK(solve(names[k], &sparse, s, &other) == NSD_OK);
        nsd_friction_velocity(&dense, r, u);
        nsd_friction_velocity(&dense, s, v);
        for (int i = 0; i < 72; i++) {
            NSD_CHECK_NEAR(u[i], v[i], 1e-9);
        }
    }
    NSD_CHECK(is_semidefinite(&sparse) == 1);
    c.blocks[0] = -1.0;
    NSD_CHECK(is_semidefinite(&sparse) == 0);
    free(memory);
}

/* Open, or closed without normal velocity; r in the cone; a slip has friction mu r_N against it */
static int obeys_the_law(double mu, const double *r, const double *u)
{
    const double slip = hypot(u[1], u[2]), most = mu * r[0];
    return r[0] >= 0.0 && u[0] >= -1e-10 && r[0] * u[0] <= 1e-9 &&
           hypot(r[1], r[2]) <= most + 1e-10 &&
           (slip <= 1e-9 || r[1] * u[1] + r[2] * u[2] <= (1e-9 - most) * slip);
}

/* A slip acts on the whole column. From 200 spheres on Newton's iteration alone may cycle, a fixed
 * point on the slip needs thousands of steps, and dense LU takes minutes. */
NSD_TEST(a_column_of_five_hundred_spheres_is_solved)
{
    static column c;
    static double r[3 * MOST_SPHERES], u[3 * MOST_SPHERES];
    for (int shuffled = 0; shuffled < 2; shuffled++) {
        nsd_friction      p = make_column(&c, MOST_SPHERES, shuffled);
        nsd_friction_info info;
        find_order(&p, c.position);
        memset(r, 0, sizeof r);
        NSD_CHECK(solve("auto", &p, r, &info) == NSD_OK);
        NSD_CHECK(info.iterations <= 500);
        nsd_friction_velocity(&p, r, u);
        int broken = 0;
        for (int a = 0; a < MOST_SPHERES; a++) {
            broken += !obeys_the_law(c.mu[a], r + 3 * a, u + 3 * a);
        }
        NSD_CHECK(broken == 0);
        memset(r, 0, sizeof r);
        NSD_CHECK(solve("interior", &p, r, &info) == NSD_OK);
        NSD_CHECK(info.iterations <= 200);
    }
}

/* The last sphere is a million times as heavy: rounding in W r is above 1e-10 of q for every r. The
 * status must say so, before all solvers have been tried up to the limit of sweeps. */
NSD_TEST(an_answer_that_rounding_hides_is_not_searched_for)
{
    static column c;
    static double r[3 * MOST_SPHERES], u[3 * MOST_SPHERES];
    const int     m = 20, top = 3 * (m - 1);
    nsd_friction  p = make_column(&c, m, 0);
    double       *last = c.blocks + 9 * (c.start[m] - 1); /* the upper sphere hardly moves */
    last[0] = 1.0 + 1e-6;
    last[4] = last[8] = 3.5 * (1.0 + 1e-6);
    for (int i = 0; i < 3 * m; i++) {
        c.q[i] *= 10.0;
    }
    c.q[top] = -1.0;
    find_order(&p, c.position);
    nsd_friction_info info;
    NSD_CHECK(solve("auto", &p, r, &info) == NSD_STALLED);
    NSD_CHECK(info.iterations <= 4000);
    NSD_CHECK(info.residual > 1e-10 && info.residual < 1e-8);
    NSD_CHECK(nsd_friction_solved_to_rounding(&p, r, u) == 1);
    const nsd_friction_options options = { 10000, 1e-8, NULL };
    nsd_scratch                scratch = { NULL, nsd_friction_scratch(&p), 0 };
    scratch.base = malloc(scratch.size);
    memset(r, 0, sizeof r);
    NSD_CHECK(nsd_friction_auto(&p, &options, &scratch, r, &info) == NSD_OK);
    free(scratch.base);
}

/* 10 to 19 contacts between half as many bodies of six freedoms, at random points: with
 * coefficients from 100 to 1000 most contacts stick or open. Newton's iteration from zero fails on
 * three of 300 heaps, which proximal points solve. */
typedef struct heap {
    int    m, dof;
    double H[60 * 60], W[60 * 60], q[60], mu[20];
} heap;

static void random_frame(double frame[3][3], unsigned long long *state)
{
    for (int k = 0; k < 2; k++) {
        double along = 0.0, size = 0.0;
        for (int i = 0; i < 3; i++) {
            frame[k][i] = signed_uniform(state);
            along += k ? frame[0][i] * frame[1][i] : 0.0;
        }
        for (int i = 0; i < 3; i++) {
            frame[k][i] -= k ? along * frame[0][i] : 0.0;
            size += frame[k][i] * frame[k][i];
        }
        for (int i = 0; i < 3; i++) {
            frame[k][i] /= sqrt(size);
        }
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        frame[2][i] = frame[0][j] * frame[1][k] - frame[0][k] * frame[1][j];
    }
}

/* Adds the columns of H by which contact a moves `body`, at a random arm */
static void add_body_to_contact(heap *h, int a, int body, double sign, unsigned long long *state,
                                double frame[3][3])
{
    double arm[3];
    for (int i = 0; i < 3; i++) {
        arm[i] = 1.5 * signed_uniform(state);
    }
    for (int t = 0; t < 3; t++) {
        double *out = h->H + (3 * a + t) * h->dof + 6 * body;
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            out[i] += sign * frame[t][i];
            out[3 + i] += sign * (arm[j] * frame[t][k] - arm[k] * frame[t][j]);
        }
    }
}

static void make_heap(heap *h, unsigned long long *state)
{
    h->m = 10 + (int)(10 * uniform(state));
    const int bodies = 1 + h->m / 2, n = 3 * h->m;
    double    v[66], frame[3][3];
    h->dof = 6 * bodies;
    memset(h->H, 0, sizeof h->H);
    for (int a = 0; a < h->m; a++) {
        const int one = (int)(bodies * uniform(state)), two = (int)(bodies * uniform(state)) - 1;
        random_frame(frame, state);
        add_body_to_contact(h, a, one, 1.0, state, frame);
        if (two >= 0 && two != one) {
            add_body_to_contact(h, a, two, -1.0, state, frame);
        }
        h->mu[a] = pow(10.0, 2.0 + uniform(state));
    }
    for (int i = 0; i < h->dof; i++) {
        v[i] = signed_uniform(state);
    }
    for (int j = 0; j < n; j++) {
        h->q[j] = nsd_dense_dot(h->dof, h->H + j * h->dof, v);
        for (int i = 0; i < n; i++) {
            h->W[i + j * n] = nsd_dense_dot(h->dof, h->H + i * h->dof, h->H + j * h->dof);
        }
    }
}

NSD_TEST(heaps_with_large_coefficients_are_solved)
{
    unsigned long long state = 88172645463325252ULL;
    static heap        h;
    int                missed = 0, dear = 0;
    for (int trial = 0; trial < 300; trial++) {
        double            r[60] = { 0.0 };
        nsd_friction_info info;
        make_heap(&h, &state);
        nsd_friction p = { h.m, SPACE, { h.mu, NULL, NULL }, h.q, h.W, NULL, NULL, NULL, 0.0, NULL,
                           0,   NULL };
        p.lambda = nsd_friction_lambda_bound(&p);
        missed += solve("auto", &p, r, &info) != NSD_OK;
        dear += info.iterations > 10000;
    }
    NSD_CHECK(missed == 0);
    NSD_CHECK(dear == 0);
}

NSD_TEST_MAIN(a_shuffled_column_is_put_in_order, an_order_covers_contacts_that_are_not_coupled,
              an_order_is_found_where_contacts_act_in_one_direction_only, a_full_matrix_stays_dense,
              bands_give_the_answers_of_dense_systems,
              sparse_systems_give_the_answers_of_dense_ones,
              a_column_of_five_hundred_spheres_is_solved,
              an_answer_that_rounding_hides_is_not_searched_for,
              heaps_with_large_coefficients_are_solved)
