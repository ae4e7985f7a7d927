/* hausdorff.c - Hausdorff distance of graphs by branch and bound. */
#include "base/hausdorff.h"

#include <math.h>

typedef struct near_point { /* a point of A, how far B is at most, and the segment that says so */
    double t, x;
    double distance;
    size_t segment;
} near_point;

typedef struct search { /* sup over A of the distance to B */
    const nsd_hausdorff_graph *B;
    double                     tolerance;
    double                     lower; /* distance of some point looked at so far */
} search;

static double clamp(double s)
{
    return s > 0.0 ? (s < 1.0 ? s : 1.0) : 0.0; /* NaN of 0/0 becomes 0 */
}

/* min over s in [0,1] of max(|a s - c|, |b s - f|): convex, so at an end, at a zero of one of the
 * two, or where both are equal                                                          (HD.2) */
static double segment_distance(const nsd_hausdorff_graph *B, size_t j, double t, double x)
{
    const double c = t - B->t[j], f = x - B->x[j];
    if (B->count == 1) {
        return fmax(fabs(c), fabs(f));
    }
    const double a = B->t[j + 1] - B->t[j], b = B->x[j + 1] - B->x[j];
    const double candidate[5] = { 1.0, c / a, f / b, (c - f) / (a - b), (c + f) / (a + b) };
    double       best = fmax(fabs(c), fabs(f));
    for (int k = 0; k < 5; k++) {
        const double s = clamp(candidate[k]);
        best = fmin(best, fmax(fabs(a * s - c), fabs(b * s - f)));
    }
    return best;
}

/* The last segment that starts at or before t, or the first. */
static size_t segment_at(const nsd_hausdorff_graph *B, double t)
{
    size_t low = 0, high = B->count > 1 ? B->count - 1 : 1;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (B->t[middle] <= t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Distance to B, widening from the segment that holds t until time alone is farther. What does
 * not exceed the known lower bound need not be exact: any upper bound will do. */
static void find_distance(const search *search, near_point *point)
{
    const nsd_hausdorff_graph *B = search->B;
    const size_t               last = B->count > 1 ? B->count - 2 : 0;
    size_t                     left = segment_at(B, point->t), right = left;
    point->segment = left;
    point->distance = segment_distance(B, left, point->t, point->x);
    int go_left = 1, go_right = 1;
    while ((go_left || go_right) && point->distance > search->lower) {
        go_left = go_left && left > 0 && point->t - B->t[left] < point->distance;
        go_right = go_right && right < last && B->t[right + 1] - point->t < point->distance;
        size_t next[2];
        int    count = 0;
        if (go_left) next[count++] = --left;
        if (go_right) next[count++] = ++right;
        for (int k = 0; k < count; k++) {
            const double d = segment_distance(B, next[k], point->t, point->x);
            if (d < point->distance) {
                point->distance = d;
                point->segment = next[k];
            }
        }
    }
}

/* How far a point between two others can be from B: the distance changes by at most 1 per length
 * along the segment, and the distance to one segment of B, being convex, is largest at an end. */
static double upper_bound(const search *search, const near_point *p, const near_point *r)
{
    const double length = fmax(fabs(r->t - p->t), fabs(r->x - p->x));
    const double along = 0.5 * (p->distance + r->distance + length); /* (HD.3) */
    const double by_p = fmax(p->distance, segment_distance(search->B, p->segment, r->t, r->x));
    const double by_r = fmax(r->distance, segment_distance(search->B, r->segment, p->t, p->x));
    return fmin(along, fmin(by_p, by_r)); /* (HD.4) */
}

/* Raises `lower` to the sup over the segment from p to r; each halving has a bound (HD.3) that
 * shrinks with the length, so the depth is that of the tolerance. */
static void search_segment(search *search, const near_point *p, const near_point *r)
{
    if (upper_bound(search, p, r) <= search->lower * (1.0 + search->tolerance)) {
        return;
    }
    near_point middle = { 0.5 * (p->t + r->t), 0.5 * (p->x + r->x), 0.0, 0 };
    if ((middle.t == p->t && middle.x == p->x) || (middle.t == r->t && middle.x == r->x)) {
        return;
    }
    find_distance(search, &middle);
    search->lower = fmax(search->lower, middle.distance);
    search_segment(search, p, &middle);
    search_segment(search, &middle, r);
}

/* Points first, in strides, so that a good lower bound is known early and most segments need one
 * look only. */
static void search_graph(search *search, const nsd_hausdorff_graph *A)
{
    for (size_t stride = A->count / 64 + 1, first = 0; first < stride && first < 8; first++) {
        for (size_t k = first; k < A->count; k += stride) {
            near_point point = { A->t[k], A->x[k], 0.0, 0 };
            find_distance(search, &point);
            search->lower = fmax(search->lower, point.distance);
        }
    }
    near_point p = { A->t[0], A->x[0], 0.0, 0 };
    find_distance(search, &p);
    for (size_t k = 1; k < A->count; k++) {
        near_point r = { A->t[k], A->x[k], 0.0, 0 };
        find_distance(search, &r);
        search->lower = fmax(search->lower, r.distance);
        search_segment(search, &p, &r);
        p = r;
    }
}

static int finite_graph(const nsd_hausdorff_graph *A)
{
    double sum = 0.0;
    for (size_t k = 0; k < A->count; k++) {
        sum += 0.0 * (A->t[k] + A->x[k]);
    }
    return sum == 0.0;
}

nsd_status nsd_hausdorff(const nsd_hausdorff_graph *A, const nsd_hausdorff_graph *B,
                         double tolerance, double *distance)
{
    if (!finite_graph(A) || !finite_graph(B)) {
        return NSD_ERR_NOT_FINITE;
    }
    search forth = { B, tolerance, 0.0 };
    search_graph(&forth, A);
    search back = { A, tolerance, forth.lower };
    search_graph(&back, B);
    *distance = back.lower;
    return NSD_OK;
}
