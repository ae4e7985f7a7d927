/* collide_boxes.c - boxes with planes, and two boxes: the axis of least overlap, then the corners
 * of one face within the outline of the other, or the nearest points of two edges       (RB.3) */
#include "bodies/collide/collide_parts.h"

/* Distance, in parts of the size of the smaller box, by which a face of the second box must be
 * better than a face of the first. Larger: contacts of a worse face; smaller: contacts that
 * change from one box to the other and back, and walls that take ten times the sweeps. */
#define FACE_BIAS 1e-4

/* Distance, in parts of the size of the smaller box, by which two edges must be better than a
 * face. Larger: edges that cross get the normal of a face; smaller: contacts that change from
 * face to edge and back, and walls that miss the tolerance. */
#define EDGE_BIAS 1e-3

/* Width of the outline that clips a face, in parts of the face, so that equal boxes on each
 * other touch at their corners (RB.3). Larger: contacts beside the face; smaller: rounding cuts
 * corners. */
#define OUTLINE_WIDTH 1.0001

/* Sine of the angle up to which two edges are parallel. Larger: edges that cross are missed;
 * smaller: directions of rounding. */
#define PARALLEL_SINE 1e-3

/* Corners at most of a rectangle clipped by another: four, and one more for each of four cuts. */
#define MOST_CORNERS 8

typedef const nsd_solid *const pair_of_boxes[2];

typedef struct axis {      /* a direction along which the boxes are apart, or overlap least */
    double distance, n[3]; /* distance, < 0 overlap; direction from a to b */
    int    kind, i, j;     /* 0: face i of a; 1: face i of b; 2: edges i of a, j of b */
} axis;

static double half_width(const nsd_solid *box, int dimension, const double *n)
{
    double width = 0.0;
    for (int k = 0; k < dimension; k++) {
        width += box->size[k] * fabs(nsd_dot3(box->R + 3 * k, n));
    }
    return width;
}

/* best <- the direction n (length one) if its distance exceeds that of the best by `bias`; what:
 * kind, i, j of n. */
static void try_axis(pair_of_boxes box, int dimension, const double *n, double bias, axis *best,
                     const int what[3])
{
    double t[3];
    nsd_add_scaled3(box[1]->x, -1.0, box[0]->x, t);
    const double along = nsd_dot3(t, n);
    const double distance = fabs(along) - half_width(box[0], dimension, n) -
                            half_width(box[1], dimension, n);
    if (distance > best->distance + bias) {
        const double side = along < 0.0 ? -1.0 : 1.0; /* from a to b */
        best->distance = distance;
        best->kind = what[0];
        best->i = what[1];
        best->j = what[2];
        for (int k = 0; k < 3; k++) {
            best->n[k] = side * n[k];
        }
    }
}

static axis best_axis(pair_of_boxes box, int dimension, double size)
{
    axis best = { -INFINITY, { 0.0, 0.0, 0.0 }, 0, 0, 0 };

    for (int b = 0; b < 2; b++) {
        axis own = { -INFINITY, { 0.0, 0.0, 0.0 }, 0, 0, 0 };
        for (int i = 0; i < dimension; i++) {
            const int what[3] = { b, i, 0 };
            try_axis(box, dimension, box[b]->R + 3 * i, 0.0, &own, what);
        }
        if (b == 0 || own.distance > best.distance + FACE_BIAS * size) {
            best = own;
        }
    }
    for (int k = 0; k < 9 && dimension == 3; k++) {
        const int what[3] = { 2, k / 3, k % 3 };
        double    n[3];
        nsd_cross3(box[0]->R + 3 * (k / 3), box[1]->R + 3 * (k % 3), n);
        const double length = sqrt(nsd_dot3(n, n));
        if (length > PARALLEL_SINE) { /* else parallel: a face has this direction */
            for (int i = 0; i < 3; i++) {
                n[i] /= length;
            }
            try_axis(box, dimension, n, best.kind == 2 ? 0.0 : EDGE_BIAS * size, &best, what);
        }
    }
    return best;
}

/* corner <- the corners, in the frame of `frame`, of the face of `box` whose outer normal is most
 * against n; returns their number. */
static int facing_corners(const nsd_solid *box, const nsd_solid *frame, int dimension,
                          const double *n, double corner[][3])
{
    int       face = 0;
    double    most = -1.0, centre[3], d[3];
    const int turn[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };

    for (int k = 0; k < dimension; k++) {
        const double along = fabs(nsd_dot3(box->R + 3 * k, n));
        if (along > most) {
            most = along;
            face = k;
        }
    }
    const double side = nsd_dot3(box->R + 3 * face, n) > 0.0 ? -1.0 : 1.0;
    nsd_add_scaled3(box->x, side * box->size[face], box->R + 3 * face, centre);
    nsd_add_scaled3(centre, -1.0, frame->x, centre);
    const int u = dimension == 2 ? 1 - face : (face + 1) % 3, v = (face + 2) % 3;
    const int count = dimension == 2 ? 2 : 4;
    for (int c = 0; c < count; c++) {
        nsd_add_scaled3(centre, turn[c][0] * box->size[u], box->R + 3 * u, d);
        if (dimension == 3) {
            nsd_add_scaled3(d, turn[c][1] * box->size[v], box->R + 3 * v, d);
        }
        nsd_transpose_times3(frame->R, d, corner[c]);
    }
    return count;
}

/* Cuts a polygon, or a segment (two corners), at side * p[k] <= limit; returns the number of
 * corners that remain. */
static int clip(double corner[][3], int count, int k, double side, double limit)
{
    double    kept[MOST_CORNERS][3];
    int       remaining = 0;
    const int open = count == 2;

    for (int c = 0; c < count; c++) {
        const double *p = corner[c], *next = corner[(c + 1) % count];
        const double  here = limit - side * p[k], there = limit - side * next[k];
        if (here >= 0.0 && remaining < MOST_CORNERS) {
            memcpy(kept[remaining++], p, sizeof kept[0]);
        }
        if ((here >= 0.0) != (there >= 0.0) && remaining < MOST_CORNERS && !(open && c == 1)) {
            const double f = here / (here - there);
            for (int i = 0; i < 3; i++) {
                kept[remaining][i] = p[i] + f * (next[i] - p[i]);
            }
            remaining++;
        }
    }
    memcpy(corner, kept, (size_t)remaining * sizeof kept[0]);
    return remaining;
}

static void face_contacts(pair_of_boxes box, const axis *best, double slack, nsd_manifold *manifold)
{
    const int        dimension = box[0]->plane ? 2 : 3, own = best->kind, i = best->i;
    const nsd_solid *frame = box[own], *other = box[1 - own];
    const double     away = own == 0 ? 1.0 : -1.0; /* best->n points from the first to the second */
    const double     n[3] = { away * best->n[0], away * best->n[1], away * best->n[2] };
    const double     back[3] = { -best->n[0], -best->n[1], -best->n[2] };
    const double     side = nsd_dot3(frame->R + 3 * i, n) < 0.0 ? -1.0 : 1.0;
    const double     most = NSD_CLOSED_GAP * (box[0]->bound + box[1]->bound) + slack;
    double           corner[MOST_CORNERS][3], p[3];

    int count = facing_corners(other, frame, dimension, n, corner);
    for (int k = 0; k < dimension; k++) {
        if (k != i) {
            count = clip(corner, count, k, 1.0, OUTLINE_WIDTH * frame->size[k]);
            count = clip(corner, count, k, -1.0, OUTLINE_WIDTH * frame->size[k]);
        }
    }
    for (int c = 0; c < count; c++) {
        const double gap = side * corner[c][i] - frame->size[i];
        if (gap <= most) {
            corner[c][i] -= 0.5 * side * gap;
            nsd_collide_place(frame, corner[c], p);
            nsd_collide_add(manifold, back, gap, (own * 3 + i) * 16 + c, p, 0.0);
        }
    }
}

/* p <- the middle of that edge of a box along axis i which is farthest along side * n */
static void edge_middle(const nsd_solid *box, int i, const double *n, double side, double *p)
{
    memcpy(p, box->x, 3 * sizeof *p);
    for (int k = 0; k < 3; k++) {
        if (k != i) {
            const double *column = box->R + 3 * k;
            const double  direction = side * nsd_dot3(column, n) < 0.0 ? -1.0 : 1.0;
            nsd_add_scaled3(p, direction * box->size[k], column, p);
        }
    }
}

static void edge_contact(pair_of_boxes box, const axis *best, nsd_manifold *manifold)
{
    const double *e = box[0]->R + 3 * best->i, *f = box[1]->R + 3 * best->j;
    const double  back[3] = { -best->n[0], -best->n[1], -best->n[2] };
    double        p[3], s[3], d[3];

    edge_middle(box[0], best->i, best->n, 1.0, p);
    edge_middle(box[1], best->j, best->n, -1.0, s);
    nsd_add_scaled3(s, -1.0, p, d);
    /* nearest points p + alpha e, s + beta f of two lines that are not parallel */
    const double ef = nsd_dot3(e, f), below = 1.0 - ef * ef;
    const double alpha = (nsd_dot3(d, e) - ef * nsd_dot3(d, f)) / below;
    nsd_add_scaled3(p, alpha, e, p);
    nsd_collide_add(manifold, back, best->distance, 128 + 3 * best->i + best->j, p,
                    0.5 * best->distance);
}

static void box_box(const nsd_solid *one, const nsd_solid *two, double slack,
                    nsd_manifold *manifold)
{
    pair_of_boxes box = { one, two };
    const axis    best = best_axis(box, one->plane ? 2 : 3, fmin(one->bound, two->bound));

    if (!(best.distance <= NSD_CLOSED_GAP * (one->bound + two->bound) + slack)) {
        return;
    }
    if (best.kind == 2) {
        edge_contact(box, &best, manifold);
    } else {
        face_contacts(box, &best, slack, manifold);
    }
}

static void box_plane(const nsd_solid *box, const double *plane, double slack,
                      nsd_manifold *manifold)
{
    const int     dimension = box->plane ? 2 : 3;
    const double *half = box->size;

    for (int corner = 0; corner < 1 << dimension; corner++) {
        double own[3] = { 0.0, 0.0, 0.0 }, p[3];
        for (int i = 0; i < dimension; i++) {
            own[i] = corner >> i & 1 ? half[i] : -half[i];
        }
        nsd_collide_place(box, own, p);
        const double gap = nsd_dot3(plane, p) - plane[3];
        if (gap <= NSD_CLOSED_GAP * box->bound + slack) {
            nsd_collide_add(manifold, plane, gap, corner, p, 0.0);
        }
    }
}

static void box_support(const nsd_solid *solid, const double *n, double *p)
{
    for (int k = 0; k < 3; k++) {
        p[k] = n[k] < 0.0 ? -solid->size[k] : solid->size[k];
    }
}

/* The face whose normal is nearest to n, counter-clockwise seen from outside */
static void box_face(const nsd_solid *solid, const double *n, nsd_face *face)
{
    static const int turn[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    int              k = 0;

    for (int i = 1; i < 3; i++) {
        k = fabs(n[i]) > fabs(n[k]) ? i : k;
    }
    const double side = n[k] < 0.0 ? -1.0 : 1.0;
    const int    u = (k + 1) % 3, v = (k + 2) % 3;
    face->count = 4;
    face->number = 2 * k + (side > 0.0);
    for (int i = 0; i < 3; i++) {
        face->normal[i] = side * solid->R[3 * k + i];
    }
    for (int c = 0; c < 4; c++) {
        double own[3];
        own[k] = side * solid->size[k];
        own[u] = turn[c][0] * solid->size[u];
        own[v] = side * turn[c][1] * solid->size[v];
        nsd_collide_place(solid, own, face->corner[c]);
    }
}

static double box_bound(const double *size)
{
    return sqrt(nsd_dot3(size, size));
}

static double box_inner(const nsd_solid *solid)
{
    const double *size = solid->size, least = fmin(size[0], size[1]);
    return solid->plane ? least : fmin(least, size[2]);
}

const nsd_shape_row nsd_shape_box = {
    .name = "box",
    .bound = box_bound,
    .inner = box_inner,
    .plane = box_plane,
    .support = box_support,
    .face = box_face,
    .pair = { [NSD_SHAPE_BALL] = nsd_collide_box_ball, [NSD_SHAPE_BOX] = box_box },
};
