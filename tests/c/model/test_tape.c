/* test_tape.c - tapes: folding, merging, derivatives with their structure, a model of tapes. */
#include <stdlib.h>
#include <string.h>

#include "model/tape/tape_filippov.h"
#include "model/tape/tape_first_order.h"
#include "model/tape/tape_graph.h"
#include "model/tape/tape_hybrid.h"
#include "model/tape/tape_lagrange.h"
#include "model/tape/tape_model.h"
#include "nsd_test.h"
#include "nsd_test_tape.h"

static const double *evaluate(bench *b, const nsd_tape *tape, const double *inputs)
{
    nsd_tape_start(tape, b->work);
    memcpy(b->work, inputs, (size_t)tape->inputs * sizeof *inputs);
    nsd_tape_eval(tape, b->work, b->result);
    return b->result;
}

static nsd_tape jacobian(bench *b, int rows)
{
    const int           inputs = b->g.inputs, one = nsd_tape_graph_constant(&b->g, 1.0);
    int                 direction[8], seeds[8];
    nsd_tape_graph_seed seed = { inputs, direction, seeds };
    for (int i = 0; i < inputs; i++) {
        direction[i] = i;
        seeds[i] = one;
    }
    nsd_tape_graph_derive(&b->g, &b->value, &seed, rows, &b->slope, &b->scratch);
    return build_tape(b, &b->slope, rows * inputs);
}

NSD_TEST(test_values_and_exact_derivatives)
{
    bench b = open_bench(3, 500);
    /* y1 = sin(x0 x1) + x2^3,  y2 = x0 / (1 + x2^2) */
    const int one = nsd_tape_graph_constant(&b.g, 1.0), three = nsd_tape_graph_constant(&b.g, 3.0);
    const int xx = nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, 0, 1);
    const int s = nsd_tape_graph_op(&b.g, NSD_TAPE_SIN, xx, xx);
    add_output(&b, nsd_tape_graph_op(&b.g, NSD_TAPE_ADD, s,
                                     nsd_tape_graph_op(&b.g, NSD_TAPE_POW, 2, three)));
    const int square = nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, 2, 2);
    add_output(&b, nsd_tape_graph_op(&b.g, NSD_TAPE_DIV, 0,
                                     nsd_tape_graph_op(&b.g, NSD_TAPE_ADD, one, square)));
    const nsd_tape f = build_tape(&b, &b.value, 2), J = jacobian(&b, 2);
    const double   x[3] = { 0.7, -1.3, 0.4 }, c = cos(x[0] * x[1]), d = 1.0 + x[2] * x[2];

    const double *y = evaluate(&b, &f, x);
    NSD_CHECK_NEAR(y[0], sin(x[0] * x[1]) + x[2] * x[2] * x[2], 1e-15);
    NSD_CHECK_NEAR(y[1], x[0] / d, 1e-15);
    const double *D = evaluate(&b, &J, x); /* column-major, 2 x 3 */
    NSD_CHECK_NEAR(D[0], c * x[1], 1e-15);
    NSD_CHECK_NEAR(D[2], c * x[0], 1e-15);
    NSD_CHECK_NEAR(D[4], 3.0 * x[2] * x[2], 1e-15);
    NSD_CHECK_NEAR(D[1], 1.0 / d, 1e-15);
    NSD_CHECK(D[3] == 0.0); /* y2 does not depend on x1 */
    NSD_CHECK_NEAR(D[5], -2.0 * x[0] * x[2] / (d * d), 1e-15);
    NSD_CHECK(J.outputs == 5); /* the structure is known */
    close_bench(&b);
}

NSD_TEST(test_equal_operations_are_one_and_constants_fold)
{
    bench     b = open_bench(2, 200);
    const int two = nsd_tape_graph_constant(&b.g, 2.0), half = nsd_tape_graph_constant(&b.g, 0.5);
    const int p = nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, 0, 1);
    NSD_CHECK(nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, 1, 0) == p);
    const int one = nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, two, half);
    NSD_CHECK(b.g.op[one] == NSD_GRAPH_CONSTANT && b.g.value[one] == 1.0);
    NSD_CHECK(nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, one, p) == p);
    NSD_CHECK(nsd_tape_graph_op(&b.g, NSD_TAPE_POW, p, one) == p);
    NSD_CHECK(
        nsd_tape_graph_op(&b.g, NSD_TAPE_NEG, nsd_tape_graph_op(&b.g, NSD_TAPE_NEG, p, p), 0) == p);
    nsd_tape_graph_op(&b.g, NSD_TAPE_EXP, p, p); /* no output uses this node */
    add_output(&b, p);
    const nsd_tape f = build_tape(&b, &b.value, 1);
    NSD_CHECK(f.length == 3 && f.constants == 0);
    close_bench(&b);
}

NSD_TEST(test_an_operation_that_may_be_nan_is_not_dropped)
{
    bench b = open_bench(1, 50);
    b.g.strict = 1;
    const int zero = nsd_tape_graph_constant(&b.g, 0.0);
    add_output(&b, nsd_tape_graph_op(&b.g, NSD_TAPE_DIV, zero, 0));
    add_output(&b, nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, zero, 0));
    const nsd_tape f = build_tape(&b, &b.value, 2);
    const double   nothing = 0.0, infinite = INFINITY;
    NSD_CHECK(isnan(evaluate(&b, &f, &nothing)[0]));
    NSD_CHECK(isnan(evaluate(&b, &f, &infinite)[1]));
    close_bench(&b);
}

NSD_TEST(test_sums_with_factors)
{
    bench  b = open_bench(3, 200);
    int    node[4] = { 0, 1, 2, 1 };
    double factor[4] = { 2.0, 0.0, -3.0, 4.0 };
    add_output(&b, nsd_tape_graph_linear(&b.g, 4, node, factor));
    int    again[3] = { 0, 2, 1 };
    double same[3] = { 2.0, -3.0, 4.0 };
    NSD_CHECK(nsd_tape_graph_linear(&b.g, 3, again, same) == b.value.node[0]);
    const nsd_tape f = build_tape(&b, &b.value, 1), J = jacobian(&b, 1);
    const double   x[3] = { 1.0, 2.0, 3.0 };
    NSD_CHECK(evaluate(&b, &f, x)[0] == 1.0);
    const double *D = evaluate(&b, &J, x);
    NSD_CHECK(D[0] == 2.0 && D[1] == 4.0 && D[2] == -3.0);
    NSD_CHECK(J.runs == 0); /* constants need no operation */
    close_bench(&b);
}

NSD_TEST(test_every_operation_has_its_derivative)
{
    for (int op = 0; op < NSD_TAPE_LINEAR; op++) {
        bench        b = open_bench(2, 400);
        const double x[2] = { op == NSD_TAPE_ACOSH ? 1.7 : 0.37, 0.58 }, d = 1e-4;
        add_output(&b, nsd_tape_graph_op(&b.g, (nsd_tape_op)op, 0, 1));
        const nsd_tape J = jacobian(&b, 1);
        const double  *D = evaluate(&b, &J, x);
        for (int i = 0; i < 2; i++) {
            double y[4];
            for (int k = 0; k < 4; k++) {
                const double shift = d * (k < 2 ? k - 2 : k - 1);
                y[k] = nsd_tape_apply((nsd_tape_op)op, x[0] + (i == 0) * shift,
                                      x[1] + (i == 1) * shift);
            }
            const double wanted = (y[0] - 8.0 * y[1] + 8.0 * y[2] - y[3]) / (12.0 * d);
            NSD_CHECK_NEAR(D[i], op >= NSD_TAPE_NEG && i == 1 ? 0.0 : wanted, 1e-10);
        }
        close_bench(&b);
    }
}

NSD_TEST(test_corners_have_the_slope_zero)
{
    bench     b = open_bench(2, 200);
    const int xx = nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, 0, 0),
              yy = nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, 1, 1);
    const int sum = nsd_tape_graph_op(&b.g, NSD_TAPE_ADD, xx, yy);
    add_output(&b, nsd_tape_graph_op(&b.g, NSD_TAPE_SQRT, sum, sum));
    const nsd_tape J = jacobian(&b, 1);
    const double   origin[2] = { 0.0, 0.0 };
    const double  *D = evaluate(&b, &J, origin);
    NSD_CHECK(D[0] == 0.0 && D[1] == 0.0);
    close_bench(&b);
}

NSD_TEST(test_too_little_memory_is_reported)
{
    bench b = open_bench(2, 4);
    int   at = 0;
    for (int k = 0; k < 20; k++) {
        at = nsd_tape_graph_op(&b.g, NSD_TAPE_SIN, at, at);
    }
    NSD_CHECK(b.g.full);
    close_bench(&b);
}

NSD_TEST(test_model_of_tapes_takes_parameters)
{
    bench        b = open_bench(4, 100); /* t, q, v, k */
    nsd_tape_set set;
    const double M = 2.0, e = 0.0, k[1] = { 5.0 }, other[1] = { 0.25 }, q = 3.0, v = 1.0;
    const int    from = 0;
    double       F, y;

    memset(&set, 0, sizeof set);
    add_output(&b, nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, 1, 3)); /* q k */
    set.functions.shape = (nsd_tape_shape){ 1, 1, 1, NSD_TAPE_FUNCTIONS };
    set.functions.m = 1;
    set.M = &M;
    set.e = &e;
    set.e_parameter = &from;
    set.functions.tape[NSD_TAPE_FORCE] = build_tape(&b, &b.value, 1);
    set.functions.tape[NSD_TAPE_GAP] = set.functions.tape[NSD_TAPE_FORCE];
    nsd_scratch    scratch = { room(nsd_tape_model_scratch(&set), 1), nsd_tape_model_scratch(&set),
                               0 };
    nsd_tape_model host;
    NSD_CHECK(nsd_tape_model_init(&host, &set, k, &scratch) == NSD_OK);
    NSD_CHECK(host.model.constant_mass && !host.model.moving && !host.model.joint);
    host.model.force(host.model.context, 0.0, &q, &v, &F);
    NSD_CHECK(F == 15.0);
    nsd_tape_model_parameters(&host, other);
    host.model.gap(host.model.context, 0.0, &q, &y);
    NSD_CHECK(y == 0.75 && host.model.e[0] == 0.25);
    scratch.used = 0;
    scratch.size = 8;
    NSD_CHECK(nsd_tape_model_init(&host, &set, k, &scratch) == NSD_ERR_WORKSPACE);
    free(scratch.base);
    close_bench(&b);
}

NSD_TEST(test_friction_may_be_a_parameter)
{
    const double M = 1.0, e[2] = { 0.0, 0.0 }, mu[2] = { 0.3, 0.4 }, k[1] = { 0.7 };
    const int    from[2] = { -1, 0 }, none[2] = { -1, -1 };
    nsd_law      law[2] = { { .kind = NSD_LAW_CONSTANT, .p = { 0.3 } },
                            { .kind = NSD_LAW_CONSTANT, .p = { 0.4 } } };
    nsd_tape_set set;

    memset(&set, 0, sizeof set);
    set.functions.shape = (nsd_tape_shape){ 1, 1, 1, NSD_TAPE_FUNCTIONS };
    set.functions.m = 2;
    set.M = &M;
    set.e = e;
    set.e_parameter = none;
    set.mu_parameter = from;
    set.surface.mu[0] = mu;
    for (int laws = 0; laws < 2; laws++) {
        set.surface.law = laws ? law : NULL;
        nsd_scratch scratch = { room(nsd_tape_model_scratch(&set), 1), nsd_tape_model_scratch(&set),
                                0 };
        nsd_tape_model host;
        NSD_CHECK(nsd_tape_model_init(&host, &set, k, &scratch) == NSD_OK);
        const nsd_surface *own = &host.model.surface;
        NSD_CHECK(own->mu[0][0] == 0.3 && own->mu[0][1] == 0.7);
        nsd_tape_model_parameters(&host, (const double[]){ 0.9 });
        NSD_CHECK(own->mu[0][0] == 0.3 && own->mu[0][1] == 0.9);
        NSD_CHECK(laws ? own->law[0].p[0] == 0.3 && own->law[1].p[0] == 0.9 : !own->law);
        free(scratch.base);
    }
    NSD_CHECK(mu[1] == 0.4 && law[1].p[0] == 0.4); /* those of the set stay */
}

static nsd_scratch scratch_of(size_t bytes)
{
    const nsd_scratch scratch = { room(bytes + 1, 1), bytes, 0 };
    return scratch;
}

NSD_TEST(test_two_threads_share_the_tapes_of_a_first_order_system)
{
    bench              b = open_bench(4, 200); /* t, x, lambda, k */
    nsd_tape_functions set = { .shape = { 1, 1, 1, NSD_TAPE_FO_FUNCTIONS }, .m = 1 };
    const double       k[2] = { 5.0, 0.25 }, x = 8.0, lambda = 2.0, zero = 0.0;
    double             y[2], D, rest;

    const int third = nsd_tape_graph_constant(&b.g, 1.0 / 3.0);
    const int root = nsd_tape_graph_op(&b.g, NSD_TAPE_POW, 1, third);
    add_output(&b, nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, root, 3)); /* k x^(1/3) */
    set.tape[NSD_TAPE_FO_RATE] = set.tape[NSD_TAPE_FO_OUTPUT] = build_tape(&b, &b.value, 1);
    const nsd_tape      slopes = jacobian(&b, 1); /* by t, x, lambda, k: not this layout */
    nsd_tape_graph_list by_x = { 1, 1, &b.slope.node[0], &(int){ 0 } };
    NSD_CHECK(slopes.outputs == 2 && b.slope.place[0] == 1);
    set.tape[NSD_TAPE_FO_RATE_JAC] = build_tape(&b, &by_x, 1);
    nsd_tape_first_order one, two;
    nsd_scratch          scratch = scratch_of(2 * nsd_tape_caller_scratch(&set));
    NSD_CHECK(nsd_tape_first_order_init(&one, &set, k, &scratch) == NSD_OK);
    NSD_CHECK(nsd_tape_first_order_init(&two, &set, k + 1, &scratch) == NSD_OK);
    NSD_CHECK(nsd_tape_first_order_init(&two, &set, k + 1, &scratch) == NSD_ERR_WORKSPACE);
    scratch.used = nsd_tape_caller_scratch(&set);
    NSD_CHECK(nsd_tape_first_order_init(&two, &set, k + 1, &scratch) == NSD_OK);
    one.model.rate(one.model.context, 0.0, &x, y);
    two.model.output(two.model.context, 0.0, &x, &lambda, y + 1);
    NSD_CHECK(y[0] == 10.0 && y[1] == 0.5);
    NSD_CHECK(one.model.rate_jac(one.model.context, 0.0, &x, &D) == NSD_OK);
    NSD_CHECK_NEAR(D, 5.0 / 12.0, 1e-15);
    NSD_CHECK(one.model.rate_jac(one.model.context, 0.0, &zero, &D) == NSD_NOT_FINITE);
    nsd_tape_caller_parameters(&one.caller, k + 1);
    one.model.rate(one.model.context, 0.0, &x, &rest);
    NSD_CHECK(rest == y[1] && !one.model.action && !one.model.output_jac);
    free(scratch.base);
    close_bench(&b);
}

NSD_TEST(test_hybrid_and_filippov_systems_of_tapes)
{
    bench              b = open_bench(4, 200); /* t, x, direction or side, k */
    nsd_tape_functions set = { .shape = { 1, 1, 1, NSD_TAPE_HY_FUNCTIONS }, .m = 2 };
    const double       k = 5.0, x = 3.0, side = -1.0;
    double             after, f, s[2];

    add_output(&b, nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, 1, 3)); /* k x: guard or reset 1 */
    add_output(&b, nsd_tape_graph_op(&b.g, NSD_TAPE_ADD, 1, 0)); /* x + t               2 */
    set.tape[NSD_TAPE_HY_RESET] = set.tape[NSD_TAPE_HY_GUARD] = build_tape(&b, &b.value, 2);
    nsd_tape_hybrid host;
    nsd_scratch     scratch = scratch_of(nsd_tape_hybrid_scratch(&set));
    NSD_CHECK(nsd_tape_hybrid_init(&host, &set, &k, &scratch) == NSD_OK);
    NSD_CHECK(host.model.reset(host.model.context, 7.0, &x, 1, &after) == NSD_OK && after == 10.0);
    NSD_CHECK(!host.model.mass && !host.model.guard_jac && !host.model.guard_bias);
    free(scratch.base);

    nsd_tape_functions switched = { .shape = { 1, 1, 1, NSD_TAPE_FI_FUNCTIONS }, .m = 1 };
    switched.tape[NSD_TAPE_FI_SURFACE] = set.tape[NSD_TAPE_HY_GUARD];
    b.value.count = 0;
    add_output(&b, nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, 2, 3)); /* k side */
    switched.tape[NSD_TAPE_FI_RATE] = build_tape(&b, &b.value, 1);
    nsd_tape_filippov sides;
    scratch = scratch_of(nsd_tape_caller_scratch(&switched));
    NSD_CHECK(nsd_tape_filippov_init(&sides, &switched, &k, &scratch) == NSD_OK);
    sides.model.rate(sides.model.context, 0.0, &x, &side, &f);
    sides.model.surface(sides.model.context, 1.0, &x, s);
    NSD_CHECK(f == -5.0 && s[0] == 15.0 && s[1] == 4.0);
    NSD_CHECK(sides.model.moving && !sides.model.surface_jac);
    free(scratch.base);
    close_bench(&b);
}

/* One sweep back gives what (TP.2) gives direction by direction, also through sums and corners. */
NSD_TEST(test_gradients_backwards_are_those_forwards)
{
    bench        b = open_bench(3, 800);
    int          terms[3] = { 0, 1, 2 }, slope[3];
    double       factors[3] = { 2.0, -1.0, 0.5 };
    const int    sum = nsd_tape_graph_linear(&b.g, 3, terms, factors);
    const int    e = nsd_tape_graph_op(&b.g, NSD_TAPE_EXP, sum, sum);
    const int    p = nsd_tape_graph_op(&b.g, NSD_TAPE_MUL, e,
                                       nsd_tape_graph_op(&b.g, NSD_TAPE_SIN, 1, 1));
    const int    r = nsd_tape_graph_op(&b.g, NSD_TAPE_HYPOT, p, 2);
    const int    y = nsd_tape_graph_op(&b.g, NSD_TAPE_MAX, r,
                                       nsd_tape_graph_op(&b.g, NSD_TAPE_DIV, 0, r));
    const double x[3] = { 0.7, -1.3, 0.4 };

    NSD_CHECK(nsd_tape_graph_gradient(&b.g, y, 0, 3, slope, &b.scratch) == NSD_OK);
    add_output(&b, y);
    const nsd_tape forward = jacobian(&b, 1);
    double         D[3];
    memcpy(D, evaluate(&b, &forward, x), sizeof D);
    b.value.count = 0;
    for (int i = 0; i < 3; i++) {
        add_output(&b, slope[i]);
    }
    const nsd_tape backward = build_tape(&b, &b.value, 3);
    for (int i = 0; i < 3; i++) {
        NSD_CHECK_NEAR(evaluate(&b, &backward, x)[i], D[i], 1e-14);
    }
    NSD_CHECK(nsd_tape_graph_gradient(&b.g, 1, 0, 3, slope, &b.scratch) == NSD_OK);
    NSD_CHECK(slope[0] < 0 &&
              slope[2] < 0); /* an input: its own derivative is one, the rest zero */
    close_bench(&b);
}

/* T = (v1^2 + q1^2 v2^2)/2, V = q1, D = v2^2/2: M = diag(1, q1^2),
 * F = (q1 v2^2 - 1, -2 q1 v1 v2 - v2)                                                  (TP.6) */
NSD_TEST(test_equations_of_lagrange_from_energies)
{
    enum { Q1 = 1, V1 = 3, V2 = 4 };
    bench     b = open_bench(5, 800);
    const int half = nsd_tape_graph_constant(&b.g, 0.5), zero = nsd_tape_graph_constant(&b.g, 0.0);
    nsd_tape_graph *g = &b.g;
    g->strict = 0;
    const int rv = nsd_tape_graph_op(g, NSD_TAPE_MUL, Q1, V2);
    const int speed = nsd_tape_graph_op(g, NSD_TAPE_ADD, nsd_tape_graph_op(g, NSD_TAPE_MUL, V1, V1),
                                        nsd_tape_graph_op(g, NSD_TAPE_MUL, rv, rv));
    const int root = nsd_tape_graph_op(g, NSD_TAPE_SQRT, speed, speed);
    NSD_CHECK(nsd_tape_graph_op(g, NSD_TAPE_MUL, root, root) == speed); /* norm(v)^2 */
    const int               applied[2] = { zero, zero };
    const nsd_tape_lagrange energies = {
        2, nsd_tape_graph_op(g, NSD_TAPE_MUL, half, speed), Q1,
        nsd_tape_graph_op(g, NSD_TAPE_MUL, half, nsd_tape_graph_op(g, NSD_TAPE_MUL, V2, V2)),
        applied
    };
    const double x[5] = { 0.0, 1.5, 0.3, 0.7, -2.0 };

    NSD_CHECK(nsd_tape_lagrange_mass(g, &energies, &b.value, &b.scratch) == NSD_OK);
    const nsd_tape mass = build_tape(&b, &b.value, 4);
    const double  *M = evaluate(&b, &mass, x);
    NSD_CHECK_NEAR(M[0], 1.0, 1e-15);
    NSD_CHECK_NEAR(M[3], 2.25, 1e-15);
    NSD_CHECK(M[1] == 0.0 && M[2] == 0.0 && mass.outputs == 2 && !nsd_tape_reads(&mass, V1, 5));
    NSD_CHECK(nsd_tape_lagrange_force(g, &energies, &b.value, &b.scratch) == NSD_OK);
    const nsd_tape force = build_tape(&b, &b.value, 2);
    const double  *F = evaluate(&b, &force, x);
    NSD_CHECK_NEAR(F[0], 1.5 * 4.0 - 1.0, 1e-14);
    NSD_CHECK_NEAR(F[1], -2.0 * 1.5 * 0.7 * -2.0 + 2.0, 1e-14);
    b.scratch.size = b.scratch.used; /* no room left */
    NSD_CHECK(nsd_tape_lagrange_mass(g, &energies, &b.value, &b.scratch) < 0);
    NSD_CHECK(nsd_tape_lagrange_force(g, &energies, &b.value, &b.scratch) < 0);
    close_bench(&b);
}

/* 3 x^2 (sin^2 + cos^2) y - x y x + x (y + 1) is 2 x^2 y + x (y + 1): the sum in brackets stays. */
NSD_TEST(test_sums_of_products_become_shorter)
{
    bench           b = open_bench(3, 800);
    nsd_tape_graph *g = &b.g;
    g->strict = 0;
    const int one = nsd_tape_graph_constant(g, 1.0), three = nsd_tape_graph_constant(g, 3.0);
    const int s = nsd_tape_graph_op(g, NSD_TAPE_SIN, 2, 2);
    const int c = nsd_tape_graph_op(g, NSD_TAPE_COS, 2, 2);
    const int xs = nsd_tape_graph_op(g, NSD_TAPE_MUL, 0, s);
    const int xc = nsd_tape_graph_op(g, NSD_TAPE_MUL, 0, c);
    const int ss = nsd_tape_graph_op(g, NSD_TAPE_MUL, nsd_tape_graph_op(g, NSD_TAPE_MUL, xs, xs),
                                     1);
    const int cc = nsd_tape_graph_op(g, NSD_TAPE_MUL, 1,
                                     nsd_tape_graph_op(g, NSD_TAPE_MUL, xc, xc));
    const int both = nsd_tape_graph_op(g, NSD_TAPE_MUL, three,
                                       nsd_tape_graph_op(g, NSD_TAPE_ADD, ss, cc));
    const int xyx = nsd_tape_graph_op(g, NSD_TAPE_MUL, nsd_tape_graph_op(g, NSD_TAPE_MUL, 0, 1), 0);
    const int bracket = nsd_tape_graph_op(g, NSD_TAPE_MUL, 0,
                                          nsd_tape_graph_op(g, NSD_TAPE_ADD, 1, one));
    const int all = nsd_tape_graph_op(g, NSD_TAPE_ADD,
                                      nsd_tape_graph_op(g, NSD_TAPE_SUB, both, xyx), bracket);
    add_output(&b, nsd_tape_graph_simplify(g, all));
    const nsd_tape tape = build_tape(&b, &b.value, 1);
    const double   x[3] = { 0.7, -1.3, 0.4 };
    NSD_CHECK_NEAR(evaluate(&b, &tape, x)[0], 2.0 * 0.49 * -1.3 + 0.7 * -0.3, 1e-15);
    NSD_CHECK(!nsd_tape_reads(&tape, 2, 3)); /* sin and cos are gone */
    NSD_CHECK(nsd_tape_graph_simplify(g, bracket) == bracket);
    NSD_CHECK(nsd_tape_graph_simplify(g, 1) == 1 && nsd_tape_graph_simplify(g, three) == three);
    const int none = nsd_tape_graph_op(
        g, NSD_TAPE_SUB, xyx,
        nsd_tape_graph_op(g, NSD_TAPE_MUL, nsd_tape_graph_op(g, NSD_TAPE_MUL, 0, 0), 1));
    const int zero = nsd_tape_graph_simplify(g, none);
    NSD_CHECK(g->op[zero] == NSD_GRAPH_CONSTANT && g->value[zero] == 0.0);
    close_bench(&b);
}

NSD_TEST_MAIN(test_values_and_exact_derivatives, test_equal_operations_are_one_and_constants_fold,
              test_an_operation_that_may_be_nan_is_not_dropped, test_sums_with_factors,
              test_every_operation_has_its_derivative, test_corners_have_the_slope_zero,
              test_too_little_memory_is_reported, test_model_of_tapes_takes_parameters,
              test_friction_may_be_a_parameter,
              test_two_threads_share_the_tapes_of_a_first_order_system,
              test_hybrid_and_filippov_systems_of_tapes,
              test_gradients_backwards_are_those_forwards, test_equations_of_lagrange_from_energies,
              test_sums_of_products_become_shorter)
