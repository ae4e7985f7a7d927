/* tape_rules.c - the derivative of every operation, as nodes of the graph.               (TP.2) */
#include "model/tape/tape_graph.h"

static int number(nsd_tape_graph *g, double value)
{
    return nsd_tape_graph_constant(g, value);
}

static int op(nsd_tape_graph *g, nsd_tape_op code, int a, int b)
{
    return nsd_tape_graph_op(g, code, a, b);
}

static int negative(nsd_tape_graph *g, int a)
{
    return op(g, NSD_TAPE_NEG, a, a);
}

/* 1 / x, and 0 at x = 0: at its corner a norm gets the slope 0, not NaN */
static int inverse(nsd_tape_graph *g, int x)
{
    return op(g, NSD_TAPE_RATIO, number(g, 1.0), x);
}

/* c + s x^2 */
static int constant_plus_square(nsd_tape_graph *g, double c, double s, int x)
{
    return op(g, s > 0.0 ? NSD_TAPE_ADD : NSD_TAPE_SUB, number(g, c), op(g, NSD_TAPE_MUL, x, x));
}

static int inverse_root(nsd_tape_graph *g, int x)
{
    return op(g, NSD_TAPE_DIV, number(g, 1.0), op(g, NSD_TAPE_SQRT, x, x));
}

static int derivative_of_unary(nsd_tape_graph *g, int k)
{
    const int x = g->a[k], one = number(g, 1.0);
    switch (g->op[k]) {
    case NSD_TAPE_NEG:
        return number(g, -1.0);
    case NSD_TAPE_ABS:
        return op(g, NSD_TAPE_SIGN, x, x);
    case NSD_TAPE_SQRT:
        return op(g, NSD_TAPE_RATIO, number(g, 0.5), k);
    case NSD_TAPE_EXP:
        return k;
    case NSD_TAPE_EXPM1:
        return op(g, NSD_TAPE_ADD, k, one);
    case NSD_TAPE_LOG:
        return op(g, NSD_TAPE_DIV, one, x);
    case NSD_TAPE_LOG1P:
        return op(g, NSD_TAPE_DIV, one, op(g, NSD_TAPE_ADD, one, x));
    case NSD_TAPE_SIN:
        return op(g, NSD_TAPE_COS, x, x);
    case NSD_TAPE_COS:
        return negative(g, op(g, NSD_TAPE_SIN, x, x));
    case NSD_TAPE_TAN:
        return constant_plus_square(g, 1.0, 1.0, k);
    case NSD_TAPE_ASIN:
        return inverse_root(g, constant_plus_square(g, 1.0, -1.0, x));
    case NSD_TAPE_ACOS:
        return negative(g, inverse_root(g, constant_plus_square(g, 1.0, -1.0, x)));
    case NSD_TAPE_ATAN:
        return op(g, NSD_TAPE_DIV, one, constant_plus_square(g, 1.0, 1.0, x));
    case NSD_TAPE_SINH:
        return op(g, NSD_TAPE_COSH, x, x);
    case NSD_TAPE_COSH:
        return op(g, NSD_TAPE_SINH, x, x);
    case NSD_TAPE_TANH:
        return constant_plus_square(g, 1.0, -1.0, k);
    case NSD_TAPE_ASINH:
        return inverse_root(g, constant_plus_square(g, 1.0, 1.0, x));
    case NSD_TAPE_ACOSH:
        return inverse_root(g, negative(g, constant_plus_square(g, 1.0, -1.0, x)));
    case NSD_TAPE_ATANH:
        return op(g, NSD_TAPE_DIV, one, constant_plus_square(g, 1.0, -1.0, x));
    default: /* piecewise constant: zero */
        return -1;
    }
}

/* Partial derivatives of w = x^y: y x^(y-1), and w log x */
static void partials_of_power(nsd_tape_graph *g, int k, int *by_a, int *by_b)
{
    const int x = g->a[k], y = g->b[k];
    const int less = op(g, NSD_TAPE_SUB, y, number(g, 1.0));
    *by_a = op(g, NSD_TAPE_MUL, y, op(g, NSD_TAPE_POW, x, less));
    if (g->op[y] != NSD_GRAPH_CONSTANT) {
        *by_b = op(g, NSD_TAPE_MUL, k, op(g, NSD_TAPE_LOG, x, x));
    }
}

static void partials_of_atan2(nsd_tape_graph *g, int y, int x, int *by_a, int *by_b)
{
    const int yy = op(g, NSD_TAPE_MUL, y, y);
    const int one_over = inverse(g, op(g, NSD_TAPE_ADD, op(g, NSD_TAPE_MUL, x, x), yy));
    *by_a = op(g, NSD_TAPE_MUL, x, one_over);
    *by_b = negative(g, op(g, NSD_TAPE_MUL, y, one_over));
}

void nsd_tape_graph_partials(nsd_tape_graph *g, int k, int *by_a, int *by_b)
{
    const int a = g->a[k], b = g->b[k];

    *by_a = *by_b = -1;
    switch (g->op[k]) {
    case NSD_TAPE_ADD:
        *by_a = *by_b = number(g, 1.0);
        break;
    case NSD_TAPE_SUB:
        *by_a = number(g, 1.0);
        *by_b = number(g, -1.0);
        break;
    case NSD_TAPE_MUL:
        *by_a = b;
        *by_b = a;
        break;
    case NSD_TAPE_DIV:
    case NSD_TAPE_RATIO:
        *by_a = op(g, (nsd_tape_op)g->op[k], number(g, 1.0), b);
        *by_b = negative(g, op(g, (nsd_tape_op)g->op[k], k, b));
        break;
    case NSD_TAPE_POW:
        partials_of_power(g, k, by_a, by_b);
        break;
    case NSD_TAPE_ATAN2:
        partials_of_atan2(g, a, b, by_a, by_b);
        break;
    case NSD_TAPE_HYPOT:
        *by_a = op(g, NSD_TAPE_RATIO, a, k);
        *by_b = op(g, NSD_TAPE_RATIO, b, k);
        break;
    case NSD_TAPE_MIN:
    case NSD_TAPE_MAX: /* the first when both are equal */
        *by_a = g->op[k] == NSD_TAPE_MIN ? op(g, NSD_TAPE_LE, a, b) : op(g, NSD_TAPE_LE, b, a);
        *by_b = op(g, NSD_TAPE_SUB, number(g, 1.0), *by_a);
        break;
    case NSD_TAPE_MOD: /* x - y floor(x/y) */
    case NSD_TAPE_REM:
        *by_a = number(g, 1.0);
        *by_b = op(g, NSD_TAPE_DIV, op(g, NSD_TAPE_SUB, k, a), b);
        break;
    case NSD_TAPE_LT:
    case NSD_TAPE_LE:
    case NSD_TAPE_EQ:
        break;
    default:
        *by_a = derivative_of_unary(g, k);
    }
}
