/* bodies_geometry.c - where two bodies, or a body and a plane, touch                    (RB.3) */
#include <string.h>

#include "bodies/bodies_parts.h"
#include "bodies/bodies_shape.h"

/* A number of the surface of a pair: that of a or of b, the mean when both name it, else usual. */
static double pair_value(const double *a, const double *b, double usual)
{
    if (isnan(*a)) {
        return isnan(*b) ? usual : *b;
    }
    return isnan(*b) ? *a : 0.5 * (*a + *b);
}

static void set_laws(const nsd_body_set *set, nsd_body_contact *contact)
{
    const double *one = set->surface + NSD_SURFACE * contact->a;
    const double *two = contact->b < set->count
                            ? set->surface + NSD_SURFACE * contact->b
                            : set->plane_surface + NSD_SURFACE * (contact->b - set->count);
    double        value[NSD_SURFACE];
    for (int k = 0; k < NSD_SURFACE; k++) {
        value[k] = pair_value(one + k, two + k, set->default_surface[k]);
    }
    contact->mu = value[NSD_SURFACE_FRICTION];
    contact->restitution = value[NSD_SURFACE_RESTITUTION];
    contact->tangential = value[NSD_SURFACE_TANGENTIAL];
    contact->rolling = value[NSD_SURFACE_ROLLING];
    contact->spinning = set->dimension == 3 ? value[NSD_SURFACE_SPINNING] : 0.0;
}

nsd_body_contact nsd_bodies_init_contact(const nsd_bodies *bodies, int one, int two)
{
    nsd_body_contact contact;
    memset(&contact, 0, sizeof contact);
    contact.a = one < two ? one : two;
    contact.b = one < two ? two : one;
    set_laws(bodies->set, &contact);
    return contact;
}

nsd_status nsd_bodies_add_ball_plane(nsd_bodies *bodies, int a, int b)
{
    const nsd_body_set *set = bodies->set;
    const double       *plane = set->plane + 4 * (b - set->count), radius = set->size[3 * a];
    const nsd_body     *body = bodies->body + a;
    const double        gap = nsd_dot3(plane, body->x) - plane[3] - radius;

    if (!(gap <= NSD_BODIES_CLOSED_GAP * radius + bodies->gravity_gap)) {
        return NSD_OK;
    }
    nsd_body_contact contact = nsd_bodies_init_contact(bodies, a, b);
    contact.gap = gap;
    memcpy(contact.frame.D, plane, 3 * sizeof(double));
    nsd_add_scaled3(body->x, -radius, plane, contact.point);
    return nsd_bodies_add_contact(bodies, &contact);
}

typedef struct touching { /* two bodies, and the number of the place where they touch */
    int a, b, feature;
} touching;

/* The contact of two balls that are part of bodies a < b, at one and two, with their radii */
static nsd_status add_two_balls(nsd_bodies *bodies, touching pair, const double *one,
                                const double *two, const double *radius)
{
    double d[3];

    nsd_add_scaled3(one, -1.0, two, d);
    const double reach = radius[0] + radius[1];
    const double distance = sqrt(nsd_dot3(d, d)), gap = distance - reach;
    if (!(gap <= NSD_BODIES_CLOSED_GAP * reach + bodies->gravity_gap)) {
        return NSD_OK;
    }
    nsd_body_contact contact = nsd_bodies_init_contact(bodies, pair.a, pair.b);
    contact.gap = gap;
    contact.feature = pair.feature;
    contact.frame.D[1] = 1.0; /* of centres that coincide: any direction */
    for (int i = 0; i < 3 && distance > 0.0; i++) {
        contact.frame.D[i] = d[i] / distance;
    }
    nsd_add_scaled3(one, -(radius[0] + 0.5 * gap), contact.frame.D, contact.point);
    return nsd_bodies_add_contact(bodies, &contact);
}

nsd_status nsd_bodies_add_ball_ball(nsd_bodies *bodies, int a, int b)
{
    const double radius[2] = { bodies->set->size[3 * a], bodies->set->size[3 * b] };
    return add_two_balls(bodies, (touching){ a, b, 0 }, bodies->body[a].x, bodies->body[b].x,
                         radius);
}

/* foot <- the point of a box nearest to p, normal <- from there towards p, all in the frame of the
 * box; returns the distance, negative inside. */
static double nearest_on_box(int dimension, const double *half, const double *p, double *foot,
                             double *normal)
{
    double outside = 0.0, depth = INFINITY;
    int    axis = 0;

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

/* The contact of box pair.a with a ball at `centre` that is part of body pair.b */
static nsd_status add_box_and_ball(nsd_bodies *bodies, touching pair, const double *centre,
                                   double radius)
{
    const nsd_body_set *set = bodies->set;
    const int           box = pair.a;
    const nsd_body     *two = bodies->body + box;
    double              d[3], p[3], foot[3], normal[3], world[3];

    nsd_add_scaled3(centre, -1.0, two->x, d);
    nsd_transpose_times3(two->R, d, p);
    const double gap = nearest_on_box(set->dimension, set->size + 3 * box, p, foot, normal) -
                       radius;
    if (!(gap <= NSD_BODIES_CLOSED_GAP * radius + bodies->gravity_gap)) {
        return NSD_OK;
    }
    nsd_body_contact contact = nsd_bodies_init_contact(bodies, box, pair.b);
    const double     side = pair.b < box ? 1.0 : -1.0;
    contact.gap = gap;
    contact.feature = pair.feature;
    nsd_times3(two->R, normal, world);
    for (int i = 0; i < 3; i++) {
        contact.frame.D[i] = side * world[i];
    }
    nsd_add_scaled3(centre, -(radius + 0.5 * gap), world, contact.point);
    return nsd_bodies_add_contact(bodies, &contact);
}

nsd_status nsd_bodies_add_box_ball(nsd_bodies *bodies, int box, int ball)
{
    return add_box_and_ball(bodies, (touching){ box, ball, 0 }, bodies->body[ball].x,
                            bodies->set->size[3 * ball]);
}

nsd_status nsd_bodies_add_box_plane(nsd_bodies *bodies, int a, int b)
{
    const nsd_body_set *set = bodies->set;
    const double       *plane = set->plane + 4 * (b - set->count), *half = set->size + 3 * a;
    const nsd_body     *body = bodies->body + a;
    nsd_body_contact    contact = nsd_bodies_init_contact(bodies, a, b);

    memcpy(contact.frame.D, plane, 3 * sizeof(double));
    for (int corner = 0; corner < 1 << set->dimension; corner++) {
        double p[3] = { 0.0, 0.0, 0.0 };
        for (int i = 0; i < set->dimension; i++) {
            p[i] = corner >> i & 1 ? half[i] : -half[i];
        }
        nsd_times3(body->R, p, contact.point);
        nsd_add_scaled3(contact.point, 1.0, body->x, contact.point);
        contact.gap = nsd_dot3(plane, contact.point) - plane[3];
        contact.feature = corner;
        if (contact.gap <= NSD_BODIES_CLOSED_GAP * body->bound + bodies->gravity_gap) {
            NSD_TRY(nsd_bodies_add_contact(bodies, &contact));
        }
    }
    return NSD_OK;
}

/* p <- the point of the axis of a capsule at t, from -1 to 1 */
static void axis_point(const nsd_bodies *bodies, int capsule, double t, double *p)
{
    const nsd_body *body = bodies->body + capsule;
    const double   *axis = body->R + (bodies->set->dimension == 2 ? 0 : 6);
    nsd_add_scaled3(body->x, t * bodies->set->size[3 * capsule + 1], axis, p);
}

nsd_status nsd_bodies_add_capsule_plane(nsd_bodies *bodies, int a, int b)
{
    const nsd_body_set *set = bodies->set;
    const double       *plane = set->plane + 4 * (b - set->count), radius = set->size[3 * a];
    nsd_body_contact    contact = nsd_bodies_init_contact(bodies, a, b);

    memcpy(contact.frame.D, plane, 3 * sizeof(double));
    for (int end = 0; end < 2; end++) {
        double p[3];
        axis_point(bodies, a, 2.0 * end - 1.0, p);
        contact.gap = nsd_dot3(plane, p) - plane[3] - radius;
        contact.feature = end;
        nsd_add_scaled3(p, -radius, plane, contact.point);
        if (contact.gap <= NSD_BODIES_CLOSED_GAP * radius + bodies->gravity_gap) {
            NSD_TRY(nsd_bodies_add_contact(bodies, &contact));
        }
    }
    return NSD_OK;
}

static double within(double t)
{
    return fmin(fmax(t, -1.0), 1.0);
}

/* The place on the axis of a capsule that is nearest to p */
static double nearest_on_axis(const nsd_bodies *bodies, int capsule, const double *p)
{
    double start[3], end[3], d[3], s[3];
    axis_point(bodies, capsule, 0.0, start);
    axis_point(bodies, capsule, 1.0, end);
    nsd_add_scaled3(end, -1.0, start, d);
    nsd_add_scaled3(p, -1.0, start, s);
    const double square = nsd_dot3(d, d);
    return square > 0.0 ? within(nsd_dot3(s, d) / square) : 0.0;
}

nsd_status nsd_bodies_add_capsule_ball(nsd_bodies *bodies, int capsule, int ball)
{
    const double *x = bodies->body[ball].x;
    const double  size[2] = { bodies->set->size[3 * capsule], bodies->set->size[3 * ball] };
    const double  swapped[2] = { size[1], size[0] };
    double        p[3];

    axis_point(bodies, capsule, nearest_on_axis(bodies, capsule, x), p);
    return capsule < ball ? add_two_balls(bodies, (touching){ capsule, ball, 0 }, p, x, size)
                          : add_two_balls(bodies, (touching){ ball, capsule, 0 }, x, p, swapped);
}

/* Sine of the angle between two axes, and part of a length, up to which they are parallel: they
 * then touch at two points. Larger: crossing capsules have two contacts; smaller: capsules at rest
 * on each other rock. */
#define PARALLEL_SINE 1e-3

/* The contact of two capsules at place s of the axis of a, and the nearest one of b */
static nsd_status add_at(nsd_bodies *bodies, touching pair, double s)
{
    const double radius[2] = { bodies->set->size[3 * pair.a], bodies->set->size[3 * pair.b] };
    double       p[3], q[3];

    axis_point(bodies, pair.a, s, p);
    axis_point(bodies, pair.b, nearest_on_axis(bodies, pair.b, p), q);
    return add_two_balls(bodies, pair, p, q, radius);
}

nsd_status nsd_bodies_add_capsule_capsule(nsd_bodies *bodies, int one, int two)
{
    const int     a = one < two ? one : two, b = one < two ? two : one;
    const int     axis = bodies->set->dimension == 2 ? 0 : 6;
    const double *d = bodies->body[a].R + axis, *e = bodies->body[b].R + axis;
    const double  la = bodies->set->size[3 * a + 1], lb = bodies->set->size[3 * b + 1];
    const double  cosine = nsd_dot3(d, e), square = 1.0 - cosine * cosine;
    double        apart[3], p[3];

    nsd_add_scaled3(bodies->body[b].x, -1.0, bodies->body[a].x, apart);
    if (square > PARALLEL_SINE * PARALLEL_SINE) { /* nearest places of the lines, then within a */
        const double along = nsd_dot3(apart, d) - cosine * nsd_dot3(apart, e);
        double       s = within(la > 0.0 ? along / (square * la) : 0.0);
        for (int k = 0; k < 2; k++) { /* the other axis may end before: once more from its end */
            axis_point(bodies, a, s, p);
            axis_point(bodies, b, nearest_on_axis(bodies, b, p), p);
            s = nearest_on_axis(bodies, a, p);
        }
        return add_at(bodies, (touching){ a, b, 0 }, s);
    }
    const double middle = nsd_dot3(apart, d), reach = lb * fabs(cosine);
    const double low = fmax(-la, middle - reach), high = fmin(la, middle + reach);
    const double scale = la > 0.0 ? 1.0 / la : 0.0;
    if (high - low <= PARALLEL_SINE * (la + lb)) {
        return add_at(bodies, (touching){ a, b, 0 }, within(0.5 * (low + high) * scale));
    }
    NSD_TRY(add_at(bodies, (touching){ a, b, 0 }, low * scale));
    return add_at(bodies, (touching){ a, b, 1 }, high * scale);
}

/* Distance of place t of the axis of a capsule from a box: convex in t */
static double distance_from_box(const nsd_bodies *bodies, int capsule, int box, double t)
{
    const nsd_body *body = bodies->body + box;
    double          p[3], d[3], own[3], foot[3], normal[3];

    axis_point(bodies, capsule, t, p);
    nsd_add_scaled3(p, -1.0, body->x, d);
    nsd_transpose_times3(body->R, d, own);
    return nearest_on_box(bodies->set->dimension, bodies->set->size + 3 * box, own, foot, normal);
}

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

/* The last place between `near` and `end` that is as near to the box as `least` */
static double last_as_near(const nsd_bodies *bodies, const int *pair, double near, double end,
                           double least)
{
    if (distance_from_box(bodies, pair[0], pair[1], end) <= least) {
        return end;
    }
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (near + end);
        *(distance_from_box(bodies, pair[0], pair[1], middle) <= least ? &near : &end) = middle;
    }
    return near;
}

nsd_status nsd_bodies_add_capsule_box(nsd_bodies *bodies, int capsule, int box)
{
    const int    pair[2] = { capsule, box };
    const double radius = bodies->set->size[3 * capsule];
    double       low = -1.0, high = 1.0, p[3];

    for (int k = 0; k < THIRDS; k++) {
        const double one = low + (high - low) / 3.0, two = high - (high - low) / 3.0;
        if (distance_from_box(bodies, capsule, box, one) <
            distance_from_box(bodies, capsule, box, two)) {
            high = two;
        } else {
            low = one;
        }
    }
    const double near = 0.5 * (low + high);
    const double least = distance_from_box(bodies, capsule, box, near) + SAME_DISTANCE * radius;
    const double place[2] = { last_as_near(bodies, pair, near, -1.0, least),
                              last_as_near(bodies, pair, near, 1.0, least) };
    const int    several = place[1] - place[0] > PARALLEL_SINE;
    for (int k = 0; k <= several; k++) {
        axis_point(bodies, capsule, several ? place[k] : near, p);
        NSD_TRY(add_box_and_ball(bodies, (touching){ box, capsule, k }, p, radius));
    }
    return NSD_OK;
}
