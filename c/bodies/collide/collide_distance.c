/* collide_distance.c - the distance of two convex shapes, by Gilbert, Johnson and Keerthi: the
 * point of their difference that is nearest to the origin                              (RB.22) */
#include "bodies/collide/collide_parts.h"

/* Steps at most. Larger: time for round shapes that converge slowly; smaller: their directions are
 * worse before they are improved. */
#define MOST_STEPS 60

/* Part of the distance by which its upper and lower bound may differ. Larger: worse directions;
 * smaller: steps of rounding. */
#define SAME_BOUND 1e-12

/* Part of the largest |w|^2 below which a weight of a corner is rounding. Larger: corners are lost;
 * smaller: flat simplices. */
#define FLAT 1e-20

void nsd_collide_support(const nsd_solid *one, const nsd_solid *two, const double *n,
                         nsd_difference *d)
{
    double       own[3], p[3];
    const double back[3] = { -n[0], -n[1], -n[2] };

    nsd_transpose_times3(one->R, n, own);
    nsd_collide_row(one)->support(one, own, p);
    nsd_collide_place(one, p, d->a);
    nsd_transpose_times3(two->R, back, own);
    nsd_collide_row(two)->support(two, own, p);
    nsd_collide_place(two, p, d->b);
    nsd_add_scaled3(d->a, -1.0, d->b, d->w);
}

double nsd_collide_apart(const nsd_solid *one, const nsd_solid *two, const double *n)
{
    const double   back[3] = { -n[0], -n[1], -n[2] };
    nsd_difference d;
    nsd_collide_support(one, two, back, &d);
    return nsd_dot3(d.w, n);
}

typedef struct simplex {
    int            count;
    nsd_difference corner[4];
    double         weight[4], v[3]; /* v: the sum of weight * w, nearest to the origin */
} simplex;

/* Weights of the point nearest to the origin on the line, or plane, or in the space of the chosen
 * corners; returns 0 when a weight is negative or the corners are dependent */
static int weights_of(const simplex *s, const int *chosen, int count, double *weight)
{
    double        d[3][3], G[9], x[3] = { 0.0, 0.0, 0.0 };
    const double *w = s->corner[chosen[0]].w;
    const int     n = count - 1;

    for (int i = 0; i < n; i++) {
        nsd_add_scaled3(s->corner[chosen[i + 1]].w, -1.0, w, d[i]);
    }
    if (n == 1) {
        x[0] = -nsd_dot3(d[0], w) / nsd_dot3(d[0], d[0]);
    } else if (n == 2) {
        const double a = nsd_dot3(d[0], d[0]), b = nsd_dot3(d[0], d[1]), c = nsd_dot3(d[1], d[1]);
        const double det = a * c - b * b, p = -nsd_dot3(d[0], w), q = -nsd_dot3(d[1], w);
        if (!(det > FLAT * a * c)) {
            return 0;
        }
        x[0] = (c * p - b * q) / det;
        x[1] = (a * q - b * p) / det;
    } else if (n == 3) { /* w + d x = 0 */
        for (int i = 0; i < 3; i++) {
            nsd_cross3(d[(i + 1) % 3], d[(i + 2) % 3], G + 3 * i);
        }
        const double det = nsd_dot3(d[0], G);
        const double size = sqrt(nsd_dot3(d[0], d[0]) * nsd_dot3(d[1], d[1]) *
                                 nsd_dot3(d[2], d[2]));
        if (!(fabs(det) > sqrt(FLAT) * size)) {
            return 0;
        }
        for (int i = 0; i < 3; i++) {
            x[i] = -nsd_dot3(G + 3 * i, w) / det;
        }
    }
    weight[0] = 1.0 - x[0] - x[1] - x[2];
    int good = weight[0] >= 0.0;
    for (int i = 0; i < n; i++) {
        weight[i + 1] = x[i];
        good &= x[i] >= 0.0;
    }
    return good;
}

/* Reduces a simplex to the corners whose hull has the point nearest to the origin: all subsets are
 * tried, which no rounding can lead astray. */
static void reduce(simplex *s)
{
    simplex best = *s;
    double  least = INFINITY;

    for (int subset = 1; subset < 1 << s->count; subset++) {
        int    chosen[4], count = 0;
        double weight[4], v[3] = { 0.0, 0.0, 0.0 };
        for (int k = 0; k < s->count; k++) {
            if (subset >> k & 1) {
                chosen[count++] = k;
            }
        }
        if (!weights_of(s, chosen, count, weight)) {
            continue;
        }
        for (int k = 0; k < count; k++) {
            nsd_add_scaled3(v, weight[k], s->corner[chosen[k]].w, v);
        }
        const double square = nsd_dot3(v, v);
        if (square < least) {
            least = square;
            best.count = count;
            memcpy(best.v, v, sizeof v);
            for (int k = 0; k < count; k++) {
                best.corner[k] = s->corner[chosen[k]];
                best.weight[k] = weight[k];
            }
        }
    }
    *s = best;
}

static int has_corner(const simplex *s, const double *w)
{
    int found = 0;
    for (int k = 0; k < s->count; k++) {
        const double *c = s->corner[k].w;
        found |= c[0] == w[0] && c[1] == w[1] && c[2] == w[2];
    }
    return found;
}

/* nearest <- what the simplex says */
static void conclude(const simplex *s, double distance, nsd_nearest *nearest)
{
    memset(nearest->a, 0, sizeof nearest->a);
    memset(nearest->b, 0, sizeof nearest->b);
    for (int k = 0; k < s->count; k++) {
        nsd_add_scaled3(nearest->a, s->weight[k], s->corner[k].a, nearest->a);
        nsd_add_scaled3(nearest->b, s->weight[k], s->corner[k].b, nearest->b);
    }
    memcpy(nearest->n, s->v, sizeof nearest->n);
    nsd_collide_unit(nearest->n);
    nearest->distance = distance;
}

int nsd_collide_distance(const nsd_solid *one, const nsd_solid *two, double enough, double least,
                         nsd_nearest *nearest)
{
    simplex s = { .count = 0 };
    double  lower = 0.0;

    nsd_add_scaled3(one->x, -1.0, two->x, s.v);
    if (!(nsd_dot3(s.v, s.v) > 0.0)) {
        s.v[0] = 1.0;
    }
    for (int step = 0; step < MOST_STEPS; step++) {
        const double length = sqrt(nsd_dot3(s.v, s.v));
        const double back[3] = { -s.v[0], -s.v[1], -s.v[2] };
        nsd_collide_support(one, two, back, s.corner + s.count);
        const double *w = s.corner[s.count].w;
        const double  bound = nsd_dot3(w, s.v) / length;
        lower = fmax(lower, bound);
        if (lower > enough) {
            nearest->distance = lower;
            return 1;
        }
        if (step > 0 && (length - lower <= SAME_BOUND * length || has_corner(&s, w))) {
            break;
        }
        s.count++;
        reduce(&s);
        if (s.count == 4 || !(nsd_dot3(s.v, s.v) > least * least)) {
            return 0;
        }
    }
    conclude(&s, sqrt(nsd_dot3(s.v, s.v)), nearest);
    return 1;
}
