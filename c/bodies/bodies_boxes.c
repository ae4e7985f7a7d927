/* bodies_boxes.c - contacts of two boxes: the axis of least overlap, then the corners of one
 * face within the outline of the other, or the nearest points of two edges                (RB.3) */
#include <string.h>

#include "bodies/bodies_parts.h"
#include "bodies/bodies_shape.h"

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

typedef struct solid { /* a box */
    const double *x, *R, *half;
} solid;

typedef struct axis {      /* a direction along which the boxes are apart, or overlap least */
    double distance, n[3]; /* distance, < 0 overlap; direction from a to b */
    int    kind, i, j;     /* 0: face i of a; 1: face i of b; 2: edges i of a, j of b */
} axis;

static double half_width(const solid *box, int dimension, const double *n)
{
    double width = 0.0;
    for (int k = 0; k < dimension; k++) {
        width += box->half[k] * fabs(nsd_dot3(box->R + 3 * k, n));
    }
    return width;
}

/* best <- the direction n (length one) if its distance exceeds that of the best by `bias`; what:
 * kind, i, j of n. */
static void try_axis(const solid box[2], int dimension, const double *n, double bias, axis *best,
                     const int what[3])
{
    double t[3];
    nsd_add_scaled3(box[1].x, -1.0, box[0].x, t);
    const double along = nsd_dot3(t, n);
    const double distance = fabs(along) - half_width(box, dimension, n) -
                            half_width(box + 1, dimension, n);
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

static axis best_axis(const solid box[2], int dimension, double size)
{
    axis best = { -INFINITY, { 0.0, 0.0, 0.0 }, 0, 0, 0 };

    for (int b = 0; b < 2; b++) {
        axis own = { -INFINITY, { 0.0, 0.0, 0.0 }, 0, 0, 0 };
        for (int i = 0; i < dimension; i++) {
            const int what[3] = { b, i, 0 };
            try_axis(box, dimension, box[b].R + 3 * i, 0.0, &own, what);
        }
        if (b == 0 || own.distance > best.distance + FACE_BIAS * size) {
            best = own;
        }
    }
    for (int k = 0; k < 9 && dimension == 3; k++) {
        const int what[3] = { 2, k / 3, k % 3 };
        double    n[3];
        nsd_cross3(box[0].R + 3 * (k / 3), box[1].R + 3 * (k % 3), n);
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
static int facing_corners(const solid *box, const solid *frame, int dimension, const double *n,
                          double corner[][3])
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
    nsd_add_scaled3(box->x, side * box->half[face], box->R + 3 * face, centre);
    nsd_add_scaled3(centre, -1.0, frame->x, centre);
    const int u = dimension == 2 ? 1 - face : (face + 1) % 3, v = (face + 2) % 3;
    const int count = dimension == 2 ? 2 : 4;
    for (int c = 0; c < count; c++) {
        nsd_add_scaled3(centre, turn[c][0] * box->half[u], box->R + 3 * u, d);
        if (dimension == 3) {
            nsd_add_scaled3(d, turn[c][1] * box->half[v], box->R + 3 * v, d);
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

static nsd_status face_contacts(nsd_bodies *bodies, const solid box[2], const axis *best,
                                nsd_body_contact *contact)
{
    const int    dimension = bodies->set->dimension, own = best->kind, i = best->i;
    const solid *frame = box + own, *other = box + 1 - own;
    const double away = own == 0 ? 1.0 : -1.0; /* best->n points from a to b */
    const double n[3] = { away * best->n[0], away * best->n[1], away * best->n[2] };
    const double side = nsd_dot3(frame->R + 3 * i, n) < 0.0 ? -1.0 : 1.0;
    const double both = bodies->body[contact->a].bound + bodies->body[contact->b].bound;
    const double slack = NSD_BODIES_CLOSED_GAP * both + bodies->gravity_gap;
    double       corner[MOST_CORNERS][3], p[3];

    int count = facing_corners(other, frame, dimension, n, corner);
    for (int k = 0; k < dimension; k++) {
        if (k != i) {
            count = clip(corner, count, k, 1.0, OUTLINE_WIDTH * frame->half[k]);
            count = clip(corner, count, k, -1.0, OUTLINE_WIDTH * frame->half[k]);
        }
    }
    for (int c = 0; c < count; c++) {
        contact->gap = side * corner[c][i] - frame->half[i];
        if (contact->gap <= slack) {
            memcpy(p, corner[c], sizeof p);
            p[i] -= 0.5 * side * contact->gap;
            nsd_times3(frame->R, p, contact->point);
            nsd_add_scaled3(contact->point, 1.0, frame->x, contact->point);
            for (int k = 0; k < 3; k++) {
                contact->frame.D[k] = -best->n[k];
            }
            contact->feature = (own * 3 + i) * 16 + c;
            NSD_TRY(nsd_bodies_add_contact(bodies, contact));
        }
    }
    return NSD_OK;
}

/* p <- the middle of that edge of a box along axis i which is farthest along side * n */
static void edge_middle(const solid *box, int i, const double *n, double side, double *p)
{
    memcpy(p, box->x, 3 * sizeof *p);
    for (int k = 0; k < 3; k++) {
        if (k != i) {
            const double *column = box->R + 3 * k;
            const double  direction = side * nsd_dot3(column, n) < 0.0 ? -1.0 : 1.0;
            nsd_add_scaled3(p, direction * box->half[k], column, p);
        }
    }
}

static nsd_status edge_contact(nsd_bodies *bodies, const solid box[2], const axis *best,
                               nsd_body_contact *contact)
{
    const double *e = box[0].R + 3 * best->i, *f = box[1].R + 3 * best->j;
    double        p[3], s[3], d[3];

    edge_middle(box, best->i, best->n, 1.0, p);
    edge_middle(box + 1, best->j, best->n, -1.0, s);
    nsd_add_scaled3(s, -1.0, p, d);
    /* nearest points p + alpha e, s + beta f of two lines that are not parallel */
    const double ef = nsd_dot3(e, f), below = 1.0 - ef * ef;
    const double alpha = (nsd_dot3(d, e) - ef * nsd_dot3(d, f)) / below;
    nsd_add_scaled3(p, alpha, e, p);
    nsd_add_scaled3(p, 0.5 * best->distance, best->n, contact->point);
    contact->gap = best->distance;
    contact->feature = 128 + 3 * best->i + best->j;
    for (int k = 0; k < 3; k++) {
        contact->frame.D[k] = -best->n[k];
    }
    return nsd_bodies_add_contact(bodies, contact);
}

nsd_status nsd_bodies_add_box_box(nsd_bodies *bodies, int a, int b)
{
    const nsd_body *one = bodies->body + a, *two = bodies->body + b;
    const double   *half = bodies->set->size;
    const solid     box[2] = { { one->x, one->R, half + 3 * a }, { two->x, two->R, half + 3 * b } };
    const axis      best = best_axis(box, bodies->set->dimension, fmin(one->bound, two->bound));

    if (!(best.distance <=
          NSD_BODIES_CLOSED_GAP * (one->bound + two->bound) + bodies->gravity_gap)) {
        return NSD_OK;
    }
    nsd_body_contact contact = nsd_bodies_init_contact(bodies, a, b);
    return best.kind == 2 ? edge_contact(bodies, box, &best, &contact)
                          : face_contacts(bodies, box, &best, &contact);
}
