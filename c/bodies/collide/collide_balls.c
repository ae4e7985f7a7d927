/* collide_balls.c - balls and capsules, with planes, boxes and each other               (RB.3) */
#include "bodies/collide/collide_parts.h"

/* Sine of the angle between two axes, and part of a length, up to which they are parallel: they
 * then touch at two points. Larger: crossing capsules have two contacts; smaller: capsules at rest
 * on each other rock. */
#define PARALLEL_SINE 1e-3

/* Thirds of an interval in which the place of least distance is looked for: 2/3 to this power is
 * below rounding of squares. Larger: time; smaller: contacts beside the deepest place. */
#define THIRDS 45

/* Halvings of an interval that ends where the distance grows. Larger: time; smaller: contacts that
 * jump along the capsule. */
#define HALVINGS 30

/* Growth of the distance, in radii, within which places count as equally near: a capsule that lies
 * on a face touches with both ends of what lies on it. Larger: contacts where the capsule is
 * farther; smaller: capsules at rest rock. */
#define SAME_DISTANCE 1e-6

static void ball_plane(const nsd_solid *ball, const double *plane, double slack,
                       nsd_manifold *manifold)
{
    const double radius = ball->size[0], gap = nsd_dot3(plane, ball->x) - plane[3] - radius;
    if (gap <= NSD_CLOSED_GAP * radius + slack) {
        nsd_collide_add(manifold, plane, gap, 0, ball->x, radius);
    }
}

/* The contact of two balls at one and two, with their radii */
static void add_two_balls(const double *one, const double *two, const double *radius, double slack,
                          int feature, nsd_manifold *manifold)
{
    double d[3], normal[3] = { 0.0, 1.0, 0.0 }; /* of centres that coincide: any direction */

    nsd_add_scaled3(one, -1.0, two, d);
    const double reach = radius[0] + radius[1];
    const double distance = sqrt(nsd_dot3(d, d)), gap = distance - reach;
    if (!(gap <= NSD_CLOSED_GAP * reach + slack)) {
        return;
    }
    for (int i = 0; i < 3 && distance > 0.0; i++) {
        normal[i] = d[i] / distance;
    }
    nsd_collide_add(manifold, normal, gap, feature, one, radius[0] + 0.5 * gap);
}

static void ball_ball(const nsd_solid *one, const nsd_solid *two, double slack,
                      nsd_manifold *manifold)
{
    const double radius[2] = { one->size[0], two->size[0] };
    add_two_balls(one->x, two->x, radius, slack, 0, manifold);
}

/* foot <- the point of a box nearest to p, normal <- from there towards p, all in the frame of the
 * box; returns the distance, negative inside. */
static double nearest_on_box(const nsd_solid *box, const double *p, double *foot, double *normal)
{
    const int     dimension = box->plane ? 2 : 3;
    const double *half = box->size;
    double        outside = 0.0, depth = INFINITY;
    int           axis = 0;

    for (int i = 0; i < 3; i++) {
        foot[i] = i >= dimension ? p[i] : fmin(fmax(p[i], -half[i]), half[i]);
        normal[i] = p[i] - foot[i];
        outside += normal[i] * normal[i];
        if (i < dimension && half[i] - fabs(p[i]) < depth) {
            depth = half[i] - fabs(p[i]);
            axis = i;
        }
    }
    if (outside > 0.0) {
        const double distance = sqrt(outside);
        for (int i = 0; i < 3; i++) {
            normal[i] /= distance;
        }
        return distance;
    }
    normal[0] = normal[1] = normal[2] = 0.0;
    normal[axis] = p[axis] < 0.0 ? -1.0 : 1.0;
    foot[axis] = normal[axis] * half[axis];
    return -depth;
}

/* The contact of a box with a ball at `centre`; the normal is that from the ball to the box. */
static void add_box_and_ball(const nsd_solid *box, const double *centre, double radius,
                             double slack, int feature, nsd_manifold *manifold)
{
    double d[3], p[3], foot[3], normal[3], world[3];

    nsd_add_scaled3(centre, -1.0, box->x, d);
    nsd_transpose_times3(box->R, d, p);
    const double gap = nearest_on_box(box, p, foot, normal) - radius;
    if (!(gap <= NSD_CLOSED_GAP * radius + slack)) {
        return;
    }
    nsd_times3(box->R, normal, world);
    for (int i = 0; i < 3; i++) {
        world[i] = -world[i];
    }
    nsd_collide_add(manifold, world, gap, feature, centre, -(radius + 0.5 * gap));
}

void nsd_collide_box_ball(const nsd_solid *box, const nsd_solid *ball, double slack,
                          nsd_manifold *manifold)
{
    add_box_and_ball(box, ball->x, ball->size[0], slack, 0, manifold);
}

static const double *axis_of(const nsd_solid *capsule)
{
    return capsule->R + (capsule->plane ? 0 : 6);
}

/* p <- the point of the axis of a capsule at t, from -1 to 1 */
static void axis_point(const nsd_solid *capsule, double t, double *p)
{
    nsd_add_scaled3(capsule->x, t * capsule->size[1], axis_of(capsule), p);
}

static void capsule_plane(const nsd_solid *capsule, const double *plane, double slack,
                          nsd_manifold *manifold)
{
    const double radius = capsule->size[0];
    for (int end = 0; end < 2; end++) {
        double p[3];
        axis_point(capsule, 2.0 * end - 1.0, p);
        const double gap = nsd_dot3(plane, p) - plane[3] - radius;
        if (gap <= NSD_CLOSED_GAP * radius + slack) {
            nsd_collide_add(manifold, plane, gap, end, p, radius);
        }
    }
}

static double within(double t)
{
    return fmin(fmax(t, -1.0), 1.0);
}

/* The place on the axis of a capsule that is nearest to p */
static double nearest_on_axis(const nsd_solid *capsule, const double *p)
{
    double start[3], end[3], d[3], s[3];
    axis_point(capsule, 0.0, start);
    axis_point(capsule, 1.0, end);
    nsd_add_scaled3(end, -1.0, start, d);
    nsd_add_scaled3(p, -1.0, start, s);
    const double square = nsd_dot3(d, d);
    return square > 0.0 ? within(nsd_dot3(s, d) / square) : 0.0;
}

static void capsule_ball(const nsd_solid *capsule, const nsd_solid *ball, double slack,
                         nsd_manifold *manifold)
{
    const double radius[2] = { capsule->size[0], ball->size[0] };
    double       p[3];

    axis_point(capsule, nearest_on_axis(capsule, ball->x), p);
    add_two_balls(p, ball->x, radius, slack, 0, manifold);
}

/* The contact at place s of the axis of `one` and the nearest one of `two` */
static void add_at(const nsd_solid *one, const nsd_solid *two, double s, double slack, int feature,
                   nsd_manifold *manifold)
{
    const double radius[2] = { one->size[0], two->size[0] };
    double       p[3], q[3];

    axis_point(one, s, p);
    axis_point(two, nearest_on_axis(two, p), q);
    add_two_balls(p, q, radius, slack, feature, manifold);
}

static void capsule_capsule(const nsd_solid *one, const nsd_solid *two, double slack,
                            nsd_manifold *manifold)
{
    const double *d = axis_of(one), *e = axis_of(two), la = one->size[1], lb = two->size[1];
    const double  cosine = nsd_dot3(d, e), square = 1.0 - cosine * cosine;
    double        apart[3], p[3];

    nsd_add_scaled3(two->x, -1.0, one->x, apart);
    if (square > PARALLEL_SINE * PARALLEL_SINE) { /* nearest places of the lines, then within */
        const double along = nsd_dot3(apart, d) - cosine * nsd_dot3(apart, e);
        double       s = within(la > 0.0 ? along / (square * la) : 0.0);
        for (int k = 0; k < 2; k++) { /* the other axis may end before: once more from its end */
            axis_point(one, s, p);
            axis_point(two, nearest_on_axis(two, p), p);
            s = nearest_on_axis(one, p);
        }
        add_at(one, two, s, slack, 0, manifold);
        return;
    }
    const double middle = nsd_dot3(apart, d), reach = lb * fabs(cosine);
    const double low = fmax(-la, middle - reach), high = fmin(la, middle + reach);
    const double scale = la > 0.0 ? 1.0 / la : 0.0;
    if (high - low <= PARALLEL_SINE * (la + lb)) {
        add_at(one, two, within(0.5 * (low + high) * scale), slack, 0, manifold);
        return;
    }
    add_at(one, two, low * scale, slack, 0, manifold);
    add_at(one, two, high * scale, slack, 1, manifold);
}

/* Distance of place t of the axis of a capsule from a box: convex in t */
static double distance_from_box(const nsd_solid *capsule, const nsd_solid *box, double t)
{
    double p[3], d[3], own[3], foot[3], normal[3];

    axis_point(capsule, t, p);
    nsd_add_scaled3(p, -1.0, box->x, d);
    nsd_transpose_times3(box->R, d, own);
    return nearest_on_box(box, own, foot, normal);
}

/* The last place between `near` and `end` that is as near to the box as `least` */
static double last_as_near(const nsd_solid *capsule, const nsd_solid *box, double near, double end,
                           double least)
{
    if (distance_from_box(capsule, box, end) <= least) {
        return end;
    }
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (near + end);
        *(distance_from_box(capsule, box, middle) <= least ? &near : &end) = middle;
    }
    return near;
}

static void capsule_box(const nsd_solid *capsule, const nsd_solid *box, double slack,
                        nsd_manifold *manifold)
{
    const double radius = capsule->size[0];
    const int    first = manifold->count;
    double       low = -1.0, high = 1.0, p[3];

    for (int k = 0; k < THIRDS; k++) {
        const double one = low + (high - low) / 3.0, two = high - (high - low) / 3.0;
        if (distance_from_box(capsule, box, one) < distance_from_box(capsule, box, two)) {
            high = two;
        } else {
            low = one;
        }
    }
    const double near = 0.5 * (low + high);
    const double distance = distance_from_box(capsule, box, near);
    if (distance <
        0.0) { /* the axis enters the box: the point nearest to a face tells no way out */
        (box->plane ? nsd_collide_polygon_pair : nsd_collide_convex_pair)(capsule, box, slack,
                                                                          manifold);
        return;
    }
    const double least = distance + SAME_DISTANCE * radius;
    const double place[2] = { last_as_near(capsule, box, near, -1.0, least),
                              last_as_near(capsule, box, near, 1.0, least) };
    const int    several = place[1] - place[0] > PARALLEL_SINE;
    for (int k = 0; k <= several; k++) {
        axis_point(capsule, several ? place[k] : near, p);
        add_box_and_ball(box, p, radius, slack, k, manifold);
    }
    nsd_collide_turn(manifold, first); /* from the box to the capsule */
}

static void ball_support(const nsd_solid *solid, const double *n, double *p)
{
    (void)solid;
    (void)n;
    p[0] = p[1] = p[2] = 0.0;
}

static void ball_face(const nsd_solid *solid, const double *n, nsd_face *face)
{
    (void)n;
    face->count = 1;
    face->number = 0;
    memcpy(face->corner[0], solid->x, 3 * sizeof(double));
}

static void capsule_support(const nsd_solid *solid, const double *n, double *p)
{
    const int along = solid->plane ? 0 : 2;
    p[0] = p[1] = p[2] = 0.0;
    p[along] = n[along] < 0.0 ? -solid->size[1] : solid->size[1];
}

static void capsule_face(const nsd_solid *solid, const double *n, nsd_face *face)
{
    (void)n;
    face->count = 2;
    face->number = 0;
    axis_point(solid, -1.0, face->corner[0]);
    axis_point(solid, 1.0, face->corner[1]);
}

static double ball_bound(const double *size)
{
    return size[0];
}

static double capsule_bound(const double *size)
{
    return size[0] + size[1];
}

static double radius_inner(const nsd_solid *solid)
{
    return solid->size[0];
}

const nsd_shape_row nsd_shape_ball = {
    .name = "ball",
    .bound = ball_bound,
    .inner = radius_inner,
    .plane = ball_plane,
    .support = ball_support,
    .face = ball_face,
    .round = 1,
    .pair = { [NSD_SHAPE_BALL] = ball_ball },
};

const nsd_shape_row nsd_shape_capsule = {
    .name = "capsule",
    .bound = capsule_bound,
    .inner = radius_inner,
    .plane = capsule_plane,
    .support = capsule_support,
    .face = capsule_face,
    .pair = { [NSD_SHAPE_BALL] = capsule_ball,
              [NSD_SHAPE_BOX] = capsule_box,
              [NSD_SHAPE_CAPSULE] = capsule_capsule },
};
