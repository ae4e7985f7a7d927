/* tape_simplify.c - shorter forms of a node: equal products added up, sin^2 + cos^2 = 1.   (TP.7)
 *
 * A node is read as a sum of products; sums inside products stay as they are, so that nothing is
 * multiplied out that the user wrote as a product, and no digits are lost. */
#include <string.h>

#include "model/tape/tape_graph.h"

/* Largest sums and products that are looked at; larger ones stay as they are. Larger: more time. */
enum { MOST_TERMS = 24, MOST_FACTORS = 12 };

/* Visits of nodes for one simplification. Shared nodes are visited again, so that there is a limit.
 * Smaller: fewer nodes become shorter. Larger: time for recording. */
enum { MOST_VISITS = 4000 };

/* Operations below each other that are looked at. Larger: memory on the stack, 3 kB each. */
enum { MOST_DEPTH = 100 };

typedef struct product {
    double c;
    int    count;
    int    factor[MOST_FACTORS]; /* nodes, ascending */
} product;

typedef struct sum {
    int     count;
    product term[MOST_TERMS];
} sum;

typedef struct reader {
    nsd_tape_graph *g;
    int             visits, depth;
} reader;

static void one_node(sum *s, double c, int node)
{
    s->count = 1;
    s->term[0].c = c;
    s->term[0].count = node >= 0;
    s->term[0].factor[0] = node;
}

static int same_factors(const product *x, const product *y)
{
    return x->count == y->count &&
           memcmp(x->factor, y->factor, (size_t)x->count * sizeof *x->factor) == 0;
}

/* s <- s + c x, like terms added up; 0 when there are too many terms */
static int add_product(sum *s, double c, const product *x)
{
    for (int i = 0; i < s->count; i++) {
        if (same_factors(&s->term[i], x)) {
            s->term[i].c += c * x->c;
            if (s->term[i].c == 0.0) {
                s->term[i] = s->term[--s->count];
            }
            return 1;
        }
    }
    if (s->count == MOST_TERMS) {
        return 0;
    }
    s->term[s->count] = *x;
    s->term[s->count].c *= c;
    s->count += s->term[s->count].c != 0.0;
    return 1;
}

/* x <- x y; 0 when there are too many factors */
static int multiply(product *x, const product *y)
{
    product z = { x->c * y->c, x->count + y->count, { 0 } };
    int     i = 0, j = 0;

    if (z.count > MOST_FACTORS) {
        return 0;
    }
    for (int k = 0; k < z.count; k++) {
        const int first = j == y->count || (i < x->count && x->factor[i] <= y->factor[j]);
        z.factor[k] = first ? x->factor[i++] : y->factor[j++];
    }
    *x = z;
    return 1;
}

static int read_sum(reader *r, int node, sum *s);

/* s <- the sum at node a plus sign times that at node b */
static int read_addition(reader *r, int a, int b, double sign, sum *s)
{
    sum other = { 0 };
    int good = read_sum(r, a, s) && read_sum(r, b, &other);
    for (int i = 0; good && i < other.count; i++) {
        good = add_product(s, sign, &other.term[i]);
    }
    return good;
}

static int read_linear(reader *r, int node, sum *s)
{
    const nsd_tape_graph *g = r->g;
    int                   good = 1;

    s->count = 0;
    for (int j = g->a[node]; good && j < g->b[node]; j++) {
        sum part = { 0 };
        good = read_sum(r, g->term[j], &part);
        for (int i = 0; good && i < part.count; i++) {
            good = add_product(s, g->factor[j], &part.term[i]);
        }
    }
    return good;
}

/* A product of two sums: of one term each, or one of them a number; 0 for others */
static int read_product(reader *r, int a, int b, sum *s)
{
    sum other = { 0 };
    if (!read_sum(r, a, s) || !read_sum(r, b, &other)) {
        return 0;
    }
    if (s->count == 0 || other.count == 0) {
        s->count = 0;
        return 1;
    }
    const int number = other.count == 1 && other.term[0].count == 0;
    if (s->count > 1 && !number) {
        const sum swap = *s;
        *s = other;
        other = swap;
        if (s->count > 1 || s->term[0].count > 0) {
            return 0;
        }
    }
    if (other.count == 1) {
        int good = 1;
        for (int i = 0; good && i < s->count; i++) {
            good = multiply(&s->term[i], &other.term[0]);
        }
        return good;
    }
    if (s->count > 1 || s->term[0].count > 0) {
        return 0;
    }
    for (int i = 0; i < other.count; i++) {
        other.term[i].c *= s->term[0].c;
    }
    *s = other;
    return 1;
}

/* s <- the node as a sum of products; 0 when it is too large */
static int read_sum(reader *r, int node, sum *s)
{
    const nsd_tape_graph *g = r->g;
    int                   good = 0;

    if (++r->visits > MOST_VISITS || r->depth >= MOST_DEPTH) {
        return 0;
    }
    r->depth++;
    switch (g->op[node]) {
    case NSD_GRAPH_CONSTANT:
        one_node(s, g->value[node], -1);
        s->count = g->value[node] != 0.0;
        good = 1;
        break;
    case NSD_TAPE_ADD:
        good = read_addition(r, g->a[node], g->b[node], 1.0, s);
        break;
    case NSD_TAPE_SUB:
        good = read_addition(r, g->a[node], g->b[node], -1.0, s);
        break;
    case NSD_TAPE_NEG:
        good = read_sum(r, g->a[node], s);
        for (int i = 0; good && i < s->count; i++) {
            s->term[i].c = -s->term[i].c;
        }
        break;
    case NSD_TAPE_LINEAR:
        good = read_linear(r, node, s);
        break;
    case NSD_TAPE_MUL:
        good = read_product(r, g->a[node], g->b[node], s);
        break;
    default:
        break;
    }
    if (!good) {
        one_node(s, 1.0, node);
    }
    r->depth--;
    return r->visits <= MOST_VISITS;
}

/* x without two factors `node`; 0 when it has fewer */
static int without_square(const product *x, int node, product *left)
{
    int found = 0;
    left->c = x->c;
    left->count = 0;
    for (int i = 0; i < x->count; i++) {
        if (x->factor[i] == node && found < 2) {
            found++;
        } else {
            left->factor[left->count++] = x->factor[i];
        }
    }
    return found == 2;
}

/* The term with c X cos(x)^2 for the term c X sin(x)^2 whose rest is X, or -1 */
static int find_partner(const nsd_tape_graph *g, const sum *s, int sine, const product *rest)
{
    for (int j = 0; j < s->count; j++) {
        const product *y = &s->term[j];
        for (int f = 0; f + 1 < y->count && y->c == rest->c; f++) {
            const int node = y->factor[f];
            product   left;
            if (g->op[node] == NSD_TAPE_COS && g->a[node] == g->a[sine] &&
                without_square(y, node, &left) && same_factors(&left, rest)) {
                return j;
            }
        }
    }
    return -1;
}

/* Replaces one pair c X sin(x)^2 + c X cos(x)^2 by c X; 0 when there is none. */
static int merge_pair(const nsd_tape_graph *g, sum *s)
{
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k + 1 < s->term[i].count; k++) {
            const int node = s->term[i].factor[k];
            product   rest;
            if (g->op[node] != NSD_TAPE_SIN || !without_square(&s->term[i], node, &rest)) {
                continue;
            }
            const int j = find_partner(g, s, node, &rest);
            if (j >= 0) {
                s->term[i > j ? i : j] = s->term[s->count - 1];
                s->term[i > j ? j : i] = s->term[s->count - 2];
                s->count -= 2;
                return add_product(s, 1.0, &rest);
            }
        }
    }
    return 0;
}

int nsd_tape_graph_simplify(nsd_tape_graph *g, int node)
{
    reader r = { g, 0, 0 };
    sum    s = { 0 };
    int    terms[MOST_TERMS];
    double factors[MOST_TERMS];

    if (!read_sum(&r, node, &s)) {
        return node;
    }
    while (merge_pair(g, &s)) {
    }
    for (int i = 0; i < s.count; i++) {
        const product *x = &s.term[i];
        terms[i] = x->count > 0 ? x->factor[0] : nsd_tape_graph_constant(g, 1.0);
        for (int k = 1; k < x->count; k++) {
            terms[i] = nsd_tape_graph_op(g, NSD_TAPE_MUL, terms[i], x->factor[k]);
        }
        factors[i] = x->c;
    }
    return nsd_tape_graph_linear(g, s.count, terms, factors);
}
