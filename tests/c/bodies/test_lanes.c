/* test_lanes.c - contacts swept eight at a time in single precision                    (RB.27) */
#include "bodies/lanes/lanes.h"
#include "nsd_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 18 }; /* contacts: no multiple of eight */

static const double axes[9] = { 0, 0, 1, 1, 0, 0, 0, 1, 0 }, arm[3] = { 0, 0, 0 };

typedef struct row_of_balls { /* contacts of unit masses that do not turn */
    nsd_motion        motion[COUNT + 1];
    nsd_lanes_contact contact[COUNT];
    float             record[NSD_LANES_NUMBERS * COUNT];
    double            r[3 * COUNT];
    nsd_lanes_problem problem;
} row_of_balls;

/* The record of contact c, whose arms are those from both centres */
static void record(row_of_balls *x, int c, double mu, const double *arms)
{
    const nsd_lanes_contact *contact = x->contact + c;
    const nsd_motion        *one = x->motion + contact->a, *two = x->motion + contact->b;
    nsd_lanes_body           bodies[2];
    double                   W[9] = { 0 };
    W[0] = W[4] = W[8] = one->inverse_mass + two->inverse_mass;
    nsd_lanes_fill_body(one, x->problem.lambda, bodies);
    nsd_lanes_fill_body(two, x->problem.lambda, bodies + 1);
    nsd_lanes_fill_record(bodies, bodies + 1, axes, arms, arms, W, mu, x->problem.lambda,
                          x->record + NSD_LANES_NUMBERS * c);
}

static void add(row_of_balls *x, int a, int b, const double *q, double mu)
{
    const int c = x->problem.count++;
    x->contact[c] = (nsd_lanes_contact){ .a = a, .b = b };
    memcpy(x->contact[c].q, q, 3 * sizeof *q);
    x->contact[c].record = x->record + NSD_LANES_NUMBERS * c;
    x->contact[c].r = x->r + 3 * c;
    record(x, c, mu, arm);
}

static void begin(row_of_balls *x, double lambda)
{
    memset(x, 0, sizeof *x);
    for (int i = 0; i < COUNT; i++) {
        x->motion[i].inverse_mass = 1.0;
        x->motion[i].J[0] = x->motion[i].J[4] = x->motion[i].J[8] = 1.0;
    }
    x->problem = (nsd_lanes_problem){ .bodies = COUNT,
                                      .contact = x->contact,
                                      .motion = x->motion,
                                      .lambda = lambda,
                                      .speed = 1.0,
                                      .goal = 1e-5,
                                      .most = 1000 };
}

static int solve(row_of_balls *x)
{
    nsd_lanes    lanes;
    const size_t bytes = nsd_lanes_lay_out(&lanes, COUNT, COUNT, NSD_SCRATCH_COUNTER);
    nsd_scratch  scratch = { malloc(bytes), bytes, 0 };
    const int    sweeps = nsd_lanes_solve(&x->problem, scratch);
    free(scratch.base);
    return sweeps;
}

NSD_TEST(test_single_contacts_open_hold_and_slide)
{
    const double q[3][3] = { { 0.5, 1, 0 }, { -1, 0.3, -0.3 }, { -1, 0.6, 0.8 } };
    const double r[3][3] = { { 0, 0, 0 }, { 1, -0.3, 0.3 }, { 1, -0.3, -0.4 } };
    row_of_balls x;
    begin(&x, 1.0);
    for (int c = 0; c < COUNT; c++) {
        add(&x, c, COUNT, q[c % 3], 0.5);
    }
    NSD_CHECK(solve(&x) > 0);
    for (int c = 0; c < COUNT; c++) {
        for (int k = 0; k < 3; k++) {
            NSD_CHECK_NEAR(x.r[3 * c + k], r[c % 3][k], 1e-5);
        }
    }
}

NSD_TEST(test_impulses_of_a_column_are_the_masses_above)
{
    const double falls[3] = { -1, 0, 0 }, together[3] = { 0, 0, 0 };
    row_of_balls x;
    begin(&x, 4.0);
    add(&x, 0, COUNT, falls, 0.3);
    for (int i = 1; i < COUNT; i++) {
        add(&x, i, i - 1, together, 0.3);
    }
    NSD_CHECK(solve(&x) > 0);
    for (int i = 0; i < COUNT; i++) {
        NSD_CHECK_NEAR(x.r[3 * i], COUNT - i, 1e-2); /* the goal, over the least eigenvalue of W */
    }
}

NSD_TEST(test_sweeps_without_acceleration_find_the_same_column_in_more_sweeps)
{
    const double falls[3] = { -1, 0, 0 }, together[3] = { 0, 0, 0 };
    int          sweeps[2];
    for (int steady = 0; steady < 2; steady++) {
        row_of_balls x;
        begin(&x, 4.0);
        x.problem.steady = steady;
        add(&x, 0, COUNT, falls, 0.3);
        for (int i = 1; i < COUNT; i++) {
            add(&x, i, i - 1, together, 0.3);
        }
        sweeps[steady] = solve(&x);
        NSD_CHECK_NEAR(x.r[0], COUNT, 1e-2); /* the goal, over the least eigenvalue of W */
    }
    NSD_CHECK(sweeps[0] > 0 && sweeps[1] > sweeps[0]);
}

NSD_TEST(test_contacts_of_one_body_are_swept_one_after_the_other)
{
    const double falls[3] = { -1, 0, 0 };
    double       sum = 0.0;
    row_of_balls x;
    begin(&x, COUNT);
    for (int c = 0; c < COUNT; c++) {
        add(&x, 0, COUNT, falls, 0.3);
    }
    NSD_CHECK(solve(&x) > 0);
    for (int c = 0; c < COUNT; c++) {
        sum += x.r[3 * c];
    }
    NSD_CHECK_NEAR(sum, 1.0, 1e-4); /* side by side in one batch they would push eight times */
}

/* A contact without friction of a bar of mass and inertia 1 with the floor, at the end of an arm */
static void add_end(row_of_balls *x, int bar, double arm_x, double fall)
{
    const double   q[3] = { -fall, 0, 0 }, end[3] = { arm_x, 0, 0 };
    const double   W[9] = { 1.0 + arm_x * arm_x, 0, 0, 0, 1, 0, 0, 0, 1.0 + arm_x * arm_x };
    const int      c = x->problem.count;
    nsd_lanes_body bodies[2];
    add(x, bar, COUNT, q, 0.0);
    nsd_lanes_fill_body(x->motion + bar, x->problem.lambda, bodies);
    nsd_lanes_fill_body(x->motion + COUNT, x->problem.lambda, bodies + 1);
    nsd_lanes_fill_record(bodies, bodies + 1, axes, end, end, W, 0.0, x->problem.lambda,
                          x->record + NSD_LANES_NUMBERS * c);
}

NSD_TEST(test_contacts_of_one_pair_are_solved_together)
{
    row_of_balls x;
    begin(&x, 4.0);
    add_end(&x, 0, -1.0, 1.0); /* ends that do not feel each other */
    add_end(&x, 0, 1.0, 3.0);
    add_end(&x, 1, -1.0, 1.0); /* three contacts have a lane with room for four: */
    add_end(&x, 1, 0.0, 1.0);  /* the empty place must not be taken for a contact */
    add_end(&x, 1, 1.0, 1.0);
    for (int end = -2; end <= 2; end++) { /* more than a lane holds */
        add_end(&x, 2, end, 1.0);
    }
    const int sweeps = solve(&x);
    NSD_CHECK(sweeps > 0 && sweeps < 100);
    NSD_CHECK_NEAR(x.r[0], 0.5, 1e-4);
    NSD_CHECK_NEAR(x.r[3], 1.5, 1e-4);
    NSD_CHECK_NEAR(x.r[6] + x.r[9] + x.r[12], 1.0, 1e-4);
    NSD_CHECK_NEAR(x.r[15] + x.r[18] + x.r[21] + x.r[24] + x.r[27], 1.0, 1e-4);
}

NSD_TEST(test_numbers_beyond_single_precision_change_nothing)
{
    const double q[3] = { -1e300, 0, 0 };
    row_of_balls x;
    begin(&x, 1.0);
    for (int c = 0; c < COUNT; c++) {
        add(&x, c, COUNT, q, 0.5);
    }
    NSD_CHECK(solve(&x) == 0);
    NSD_CHECK(x.r[0] == 0.0);
}

NSD_TEST(test_gaps_of_a_column_open_along_normals_alone)
{
    /* ball i lies 0.1 deep in ball i - 1, the first one in the floor: it moves up by 0.1 (i + 1) */
    const double deep[3] = { -0.1, 5, 5 };
    row_of_balls x;
    begin(&x, 4.0);
    x.problem.plain = 1;
    for (int i = 0; i < COUNT; i++) {
        add(&x, i, i > 0 ? i - 1 : COUNT, deep, 0.3);
    }
    NSD_CHECK(solve(&x) > 0);
    for (int i = 0; i < COUNT; i++) {
        const double above = i + 1 < COUNT ? x.r[3 * (i + 1)] : 0.0;
        NSD_CHECK_NEAR(x.r[3 * i] - above, 0.1 * (i + 1), 1e-3); /* the goal times COUNT */
        NSD_CHECK(x.r[3 * i + 1] == 0.0 && x.r[3 * i + 2] == 0.0);
    }
}

/* A ring of turning bodies that press on each other and on the floor, with odd numbers */
static void fill_ring(row_of_balls *x)
{
    begin(x, 30.0);
    x->problem.most = 40; /* sweeps, and accelerations, before the goal */
    x->problem.goal = 1e-12;
    for (int i = 0; i < COUNT; i++) {
        x->motion[i].inverse_mass = 1.0 + 0.5 * sin(i);
        x->motion[i].J[1] = x->motion[i].J[3] = 0.1 * cos(i);
    }
    for (int i = 0; i < COUNT; i++) {
        const double q[3] = { sin(3.0 * i) - 0.7, cos(5.0 * i), sin(2.0 * i + 1.0) };
        const double arms[3] = { 0.3 * sin(4.0 * i), 0.3 * sin(4.0 * i + 1.0),
                                 0.3 * sin(4.0 * i + 2.0) };
        add(x, i, i % 3 == 0 ? COUNT : (i + 1) % COUNT, q, 0.4);
        record(x, i, 0.4, arms);
    }
}

NSD_TEST(test_all_processors_give_the_same_bits)
{
#if NSD_LANES_AVX
    __builtin_cpu_init();
    for (int plain = 0; plain < 2 && __builtin_cpu_supports("avx"); plain++) {
        row_of_balls x, y;
        fill_ring(&x);
        x.problem.plain = plain;
        x.problem.kernels = &nsd_lanes_kernels_plain;
        const int sweeps = solve(&x);
        fill_ring(&y);
        y.problem.plain = plain;
        y.problem.kernels = &nsd_lanes_kernels_avx;
        NSD_CHECK(sweeps > 4 && solve(&y) == sweeps); /* more than before accelerations */
        NSD_CHECK(x.r[0] > 0.0 && memcmp(x.r, y.r, sizeof x.r) == 0);
    }
#endif
}

NSD_TEST_MAIN(test_single_contacts_open_hold_and_slide,
              test_impulses_of_a_column_are_the_masses_above,
              test_sweeps_without_acceleration_find_the_same_column_in_more_sweeps,
              test_contacts_of_one_body_are_swept_one_after_the_other,
              test_contacts_of_one_pair_are_solved_together,
              test_numbers_beyond_single_precision_change_nothing,
              test_gaps_of_a_column_open_along_normals_alone,
              test_all_processors_give_the_same_bits)
