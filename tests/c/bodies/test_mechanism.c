/* test_mechanism.c - loads of rigid bodies: closed forms, energy, failures */
#include "nsd_test.h"
#include "nsd_test_world.h"
#include "base/vector3.h"
#include "bodies/mechanism/turn.h"

/* A ball of mass 1 above the floor without gravity, with loads; NULL when it cannot start */
static world *with_load(const nsd_mechanism_set *set, double h)
{
    world       *w = new_world();
    const double x[3] = { 1.2, 0.0, 5.0 };

    add(w, 0.0, 0.5, x);
    w->set.gravity[2] = 0.0;
    w->set.mechanism = set;
    if (begin(w, h) != NSD_OK) {
        end(w);
        return NULL;
    }
    return w;
}

static nsd_status go(world *w, int steps)
{
    nsd_status status = NSD_OK;
    for (int k = 0; k < steps && status == NSD_OK; k++) {
        status = w->bodies.base.step(&w->bodies.base, &w->state);
        w->bodies.base.energy(&w->bodies.base, &w->state, &w->ledger);
    }
    return status;
}

NSD_TEST(a_spring_keeps_its_energy)
{
    const nsd_load          load = { .kind = NSD_LOAD_SPRING,
                                     .a = 1,
                                     .b = 0,
                                     .point_a = { 0.0, 0.0, 5.0 },
                                     .stiffness = 25.0,
                                     .length = 1.0 };
    const nsd_mechanism_set set = { .loads = 1, .load = &load };
    world                  *w = with_load(&set, 0.01);

    NSD_CHECK_NEAR(w->ledger.value[NSD_POTENTIAL], 0.5, 1e-15);
    NSD_CHECK(go(w, 200) == NSD_OK);
    NSD_CHECK_NEAR(w->q[0], 1.0 + 0.2 * cos(5.0 * 2.0), 5e-4); /* second order */
    NSD_CHECK_NEAR(w->ledger.value[NSD_POTENTIAL] + w->ledger.value[NSD_KINETIC], 0.5, 1e-13);
    end(w);
}

NSD_TEST(a_table_is_on_a_line_between_its_times_and_holds_its_ends)
{
    const double            times[3] = { 1.0, 2.0, 3.0 };
    const double            values[9] = { 1.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
    const nsd_load_table    table = { 3, times, values };
    const nsd_load          load = { .source = NSD_LOAD_TABLE, .a = 0, .b = 1 };
    const nsd_mechanism_set set = { .loads = 1, .load = &load, .table = &table };
    world                  *w = with_load(&set, 0.01);

    NSD_CHECK(go(w, 400) == NSD_OK); /* impulse 1 + 2 + 1.5 + 0, exact by the midpoint rule */
    NSD_CHECK_NEAR(w->v[0], 4.5, 1e-12);
    NSD_CHECK_NEAR(w->ledger.value[NSD_EXTERNAL], w->ledger.value[NSD_KINETIC], 1e-12);
    end(w);
}

static nsd_status lost(void *context, double t, const double *x, double *value)
{
    (void)context;
    value[0] = value[1] = x[7];
    value[2] = t > 0.1 ? NAN : 0.0;
    return NSD_OK;
}

NSD_TEST(a_function_that_is_not_finite_ends_the_run)
{
    const int               body = 0;
    const nsd_load          load = { .source = NSD_LOAD_FUNCTION, .a = 0, .b = 1 };
    const nsd_mechanism_set set = { .loads = 1,
                                    .load = &load,
                                    .functions = { lost, NULL, 1, 3, &body } };
    world                  *w = with_load(&set, 0.01);

    NSD_CHECK(go(w, 20) == NSD_NOT_FINITE);
    NSD_CHECK(w->state.k == 10);
    end(w);
}

/* A set of joints with the order of its rows, in memory of the caller */
static void put_in_order(nsd_mechanism_set *set, const world *w, int *order, int *first)
{
    const nsd_mechanism_world bodies = { w->set.dimension, w->set.count, w->set.mass,
                                         w->set.inertia, w->set.gravity };
    set->first = first;
    set->width = nsd_mechanism_order(set, &bodies, order, first);
}

NSD_TEST(redundant_joints_share_what_one_would_carry)
{
    const double x[3] = { 0.5, 0.0, 5.0 };
    nsd_joint    joint[2] = { { .kind = NSD_JOINT_BALL,
                                .a = 1,
                                .b = 0,
                                .point_a = { 0.0, 0.0, 5.0 },
                                .point_b = { -0.5, 0.0, 0.0 },
                                .limit = { -INFINITY, INFINITY } } };
    joint[1] = joint[0]; /* the same once more */
    nsd_mechanism_set set = { .joints = 2, .joint = joint };
    int               order[2], first[2];
    world            *w = new_world();
    double            extra[MOST + NSD_BODIES_COLUMNS + 2 * NSD_BODIES_JOINT_NUMBERS];

    add(w, 0.0, 0.1, x);
    w->state.extra = extra;
    put_in_order(&set, w, order, first);
    w->set.mechanism = &set;
    NSD_CHECK(begin(w, 1e-3) == NSD_OK);
    NSD_CHECK(go(w, 500) == NSD_OK);
    const double r[3] = { w->q[0], w->q[1], w->q[2] - 5.0 };
    NSD_CHECK_NEAR(sqrt(nsd_dot3(r, r)), 0.5, 1e-13);
    NSD_CHECK_NEAR(w->ledger.value[NSD_KINETIC] + w->ledger.value[NSD_POTENTIAL], 50.0, 1e-7);
    NSD_CHECK(w->bodies.mechanism.joint[0].drift < 1e-13);
    /* radial force: gravity along the rod and the centripetal force */
    const double *one = w->bodies.mechanism.joint[0].impulse;
    const double *two = w->bodies.mechanism.joint[1].impulse;
    const double  pull = -((one[0] + two[0]) * r[0] + (one[2] + two[2]) * r[2]) / 0.5 / 1e-3;
    const double  speed = nsd_dot3(w->v, w->v);
    NSD_CHECK_NEAR(pull, speed / 0.5 - 10.0 * r[2] / 0.5, 0.1); /* mean of the step before */
    end(w);
}

/* A quadruped fell for 0.9 s, and its run ended: the middle of a leg's turn alternated between two
 * numbers, a few roundings apart, for all Newton steps */
NSD_TEST(middles_of_turns_are_found_where_rounding_alternates)
{
    static const double w[3][3] = {
        { -0.025737087431198957, 0.034976014277163216, -0.024930984547475332 },
        { 0.53385794774509598, 0.014104365798824459, 0.20169418856218568 },
        { 0.11764775556109353, 0.49380694277982351, 0.84120521898308853 },
    };
    static const double torque[3][3] = {
        { 0.0083185091871619335, -0.004263940029635269, 0.00047819810147931908 },
        { -0.0078352576582265895, -0.0013397560270184085, 0.0010341243715329097 },
        { 0.070183959961878317, -0.050566241152562474, 0.00084831036928949559 },
    };
    const double inertia[3] = { 0.003, 0.003, 0.0004 };
    for (int k = 0; k < 3; k++) {
        double m[3];
        NSD_CHECK(nsd_turn_middle(inertia, 2e-3, w[k], torque[k], m) == NSD_OK);
    }
}

NSD_TEST_MAIN(middles_of_turns_are_found_where_rounding_alternates,
              redundant_joints_share_what_one_would_carry, a_spring_keeps_its_energy,
              a_table_is_on_a_line_between_its_times_and_holds_its_ends,
              a_function_that_is_not_finite_ends_the_run)
