/* hausdorff.c - Hausdorff distance of graphs by branch and bound. */
#include "base/hausdorff.h"

#include <math.h>

#include "base/dense.h"

/* Points of A, about, in one pass over a sample of A. Only speed depends on this number. Smaller:
 * the first lower bound is poor, and more segments are halved. Larger: more distances are computed
 * twice. */
#define SAMPLE_POINTS 64

/* Passes over different samples of A before its segments. Only speed depends on this number, as on
 * SAMPLE_POINTS. */
#define SAMPLE_PASSES 8

typedef struct near_point {
    double t, x;     /* a point of A                                    */
    double distance; /* upper bound of the distance of the point to B   */
    size_t segment;  /* the segment of B at that distance               */
} near_point;

typedef struct search { /* sup over A of the distance to B */
    const nsd_hausdorff_graph *B;
    double                     tolerance;
    double                     lower; /* largest distance of the points of A tried so far */
} search;

static double clamp(double s)
{
    return s > 0.0 ? (s < 1.0 ? s : 1.0) : 0.0; /* NaN of 0/0 becomes 0 */
}

/* min over s in [0,1] of max(|a s - c|, |b s - f|), a convex function: the minimum is at an end, at
 * a zero of one of the two terms, or where both terms are equal                         (HD.2) */
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

/* The last segment of B that starts at or before t, or the first segment. */
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

/* Distance of the point to B: segments to the left and right of t, until their distance in time
 * alone exceeds the distance found. A point below search->lower may keep an upper bound. */
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

/* The point (t, x) of A with its distance, to which search->lower is raised */
static near_point try_point(search *search, double t, double x)
{
    near_point point = { t, x, 0.0, 0 };
    find_distance(search, &point);
    search->lower = fmax(search->lower, point.distance);
    return point;
}

/* Upper bound of the distance to B of all points between p and r: the distance changes by at most 1
 * per length along the segment, and the distance to one segment of B is convex, so that its largest
 * value is at p or at r. */
static double upper_bound(const search *search, const near_point *p, const near_point *r)
{
    const double length = fmax(fabs(r->t - p->t), fabs(r->x - p->x));
    const double by_length = 0.5 * (p->distance + r->distance + length); /* (HD.3) */
    const double by_p = fmax(p->distance, segment_distance(search->B, p->segment, r->t, r->x));
    const double by_r = fmax(r->distance, segment_distance(search->B, r->segment, p->t, p->x));
    return fmin(by_length, fmin(by_p, by_r)); /* (HD.4) */
}

/* Raises search->lower to the sup over the segment from p to r by halving the segment. The bound
 * (HD.3) shrinks with the length, so that the depth of the recursion follows from the tolerance. */
static void search_segment(search *search, const near_point *p, const near_point *r)
{
    if (upper_bound(search, p, r) <= search->lower * (1.0 + search->tolerance)) {
        return;
    }
    const double t = 0.5 * (p->t + r->t), x = 0.5 * (p->x + r->x);
    if ((t == p->t && x == p->x) || (t == r->t && x == r->x)) {
        return;
    }
    const near_point middle = try_point(search, t, x);
    search_segment(search, p, &middle);
    search_segment(search, &middle, r);
}

/* A sample of the points of A comes first: it gives a good lower bound, with which most segments
 * need not be halved. */
static void search_graph(search *search, const nsd_hausdorff_graph *A)
{
    const size_t stride = A->count / SAMPLE_POINTS + 1;
    for (size_t first = 0; first < stride && first < SAMPLE_PASSES; first++) {
        for (size_t k = first; k < A->count; k += stride) {
            try_point(search, A->t[k], A->x[k]);
        }
    }
    near_point p = try_point(search, A->t[0], A->x[0]);
    for (size_t k = 1; k < A->count; k++) {
        const near_point r = try_point(search, A->t[k], A->x[k]);
        search_segment(search, &p, &r);
        p = r;
    }
}

static int finite_graph(const nsd_hausdorff_graph *A)
{
    return nsd_dense_all_finite(A->count, A->t) && nsd_dense_all_finite(A->count, A->x);
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
