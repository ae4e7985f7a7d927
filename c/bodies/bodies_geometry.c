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

nsd_status nsd_bodies_add_ball_ball(nsd_bodies *bodies, int a, int b)
{
    const double    ra = bodies->set->size[3 * a], rb = bodies->set->size[3 * b];
    const nsd_body *one = bodies->body + a, *two = bodies->body + b;
    double          d[3];

    nsd_add_scaled3(one->x, -1.0, two->x, d);
    const double distance = sqrt(nsd_dot3(d, d)), gap = distance - (ra + rb);
    if (!(gap <= NSD_BODIES_CLOSED_GAP * (ra + rb) + bodies->gravity_gap)) {
        return NSD_OK;
    }
    nsd_body_contact contact = nsd_bodies_init_contact(bodies, a, b);
    contact.gap = gap;
    contact.frame.D[1] = 1.0; /* of centres that coincide: any direction */
    for (int i = 0; i < 3 && distance > 0.0; i++) {
        contact.frame.D[i] = d[i] / distance;
    }
    nsd_add_scaled3(one->x, -(ra + 0.5 * gap), contact.frame.D, contact.point);
    return nsd_bodies_add_contact(bodies, &contact);
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

nsd_status nsd_bodies_add_box_ball(nsd_bodies *bodies, int box, int ball)
{
    const nsd_body_set *set = bodies->set;
    const double       *half = set->size + 3 * box, radius = set->size[3 * ball];
    const nsd_body     *one = bodies->body + ball, *two = bodies->body + box;
    double              d[3], p[3], foot[3], normal[3], world[3];

    nsd_add_scaled3(one->x, -1.0, two->x, d);
    nsd_transpose_times3(two->R, d, p);
    const double gap = nearest_on_box(set->dimension, half, p, foot, normal) - radius;
    if (!(gap <= NSD_BODIES_CLOSED_GAP * radius + bodies->gravity_gap)) {
        return NSD_OK;
    }
    nsd_body_contact contact = nsd_bodies_init_contact(bodies, box, ball);
    const double     side = ball < box ? 1.0 : -1.0;
    contact.gap = gap;
    nsd_times3(two->R, normal, world);
    for (int i = 0; i < 3; i++) {
        contact.frame.D[i] = side * world[i];
    }
    nsd_add_scaled3(one->x, -(radius + 0.5 * gap), world, contact.point);
    return nsd_bodies_add_contact(bodies, &contact);
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
