/* bodies_shape.c - the shapes of bodies in their places, and contacts of their pairs    (RB.3) */
#include "bodies/bodies_shape.h"

#include <string.h>

#include "bodies/bodies_parts.h"

/* Room for the numbers of points within one pair of shapes: those of compound bodies are counted by
 * pairs of shapes. Larger: fewer shapes per body; smaller: two points may have one number. */
#define PAIR_FEATURES (1 << 21)

/* Number of the point of a ball inside a shape, which no other point of a pair has */
#define INNER_FEATURE (PAIR_FEATURES - 1)

/* Overlap, in parts of the smaller radius of balls inside, from which the side of the step before
 * is asked for. Larger: thin bodies are left on their far side; smaller: time. */
#define DEEP 0.5

/* Whether shape k lies at the centre of its body, along its axes */
static int is_central(const nsd_body_set *set, int k)
{
    static const double central[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    return !set->place || memcmp(set->place + 12 * k, central, sizeof central) == 0;
}

void nsd_bodies_lay_out_solids(nsd_body_solids *solids, const nsd_body_set *set,
                               nsd_scratch *scratch)
{
    const size_t count = (size_t)set->count;
    solids->shapes = nsd_bodies_first_shape(set, set->count);
    solids->solid = nsd_scratch_take(scratch, (size_t)solids->shapes, sizeof(nsd_solid));
    solids->place = nsd_scratch_doubles(scratch, set->place ? 12 * (size_t)solids->shapes : 0);
    NSD_SCRATCH_EACH(scratch, count, &solids->inner, &solids->meeting, &solids->leave,
                     &solids->soonest);
    NSD_SCRATCH_EACH_INT(scratch, count, &solids->stop, &solids->other);
}

/* The hull or terrain of shape k; 0 when a shape that needs one has none */
static int set_data(const nsd_body_set *set, int k, nsd_solid *solid)
{
    const int shape = set->shape[k], data = set->data ? set->data[k] : -1;
    solid->hull = shape == NSD_SHAPE_HULL && data >= 0 ? set->hull + data : NULL;
    solid->terrain = shape == NSD_SHAPE_TERRAIN && data >= 0 ? set->terrain + data : NULL;
    return (shape != NSD_SHAPE_HULL || solid->hull) &&
           (shape != NSD_SHAPE_TERRAIN || solid->terrain);
}

/* Whether some body may not touch all others; groups that all share are none */
static int forbids(const nsd_body_set *set)
{
    unsigned long long shared[2] = { ~0ull, ~0ull };
    for (int i = 0; i < 2 * set->count && set->group; i++) {
        shared[i % 2] &= (unsigned long long)set->group[i];
    }
    return set->ignored > 0 || (shared[0] & shared[1]) == 0;
}

nsd_status nsd_bodies_init_solids(nsd_bodies *bodies, int i)
{
    const nsd_body_set *set = bodies->set;
    nsd_body_solids    *solids = &bodies->solids;

    if (i == 0) {
        solids->least = INFINITY;
        solids->forbids = forbids(set);
        solids->placed = solids->endless = 0;
    }
    solids->inner[i] = INFINITY;
    solids->meeting[i] = -1.0;
    for (int k = nsd_bodies_first_shape(set, i); k < nsd_bodies_first_shape(set, i + 1); k++) {
        nsd_solid *solid = solids->solid + k;
        double    *own = set->place ? solids->place + 12 * k : NULL;
        solid->shape = set->shape[k];
        solid->plane = set->dimension == 2;
        solid->size = set->size + 3 * k;
        solid->bound = nsd_collide_bound(solid->shape, solid->size);
        const int central = is_central(set, k) || !own;
        solid->x = central ? bodies->body[i].x : own;
        solid->R = central ? bodies->body[i].R : own + 3;
        solids->placed |= !central;
        if (!(solid->bound > 0.0) || !set_data(set, k, solid)) {
            return NSD_ERR_BAD_ARGUMENT;
        }
        solids->inner[i] = fmin(solids->inner[i], nsd_collide_inner(solid));
    }
    solids->least = fmin(solids->least, solids->inner[i]);
    solids->endless |= nsd_bodies_shape_is_infinite(set, i);
    return NSD_OK;
}

void nsd_bodies_place_solids(nsd_bodies *bodies)
{
    const nsd_body_set *set = bodies->set;
    for (int i = 0; i < set->count && bodies->solids.placed; i++) {
        const nsd_body *body = bodies->body + i;
        for (int k = nsd_bodies_first_shape(set, i); k < nsd_bodies_first_shape(set, i + 1); k++) {
            const double *place = set->place + 12 * k;
            double       *own = bodies->solids.place + 12 * k;
            if (bodies->solids.solid[k].x == own) {
                nsd_times3(body->R, place, own);
                nsd_add_scaled3(own, 1.0, body->x, own);
                for (int axis = 3; axis < 12; axis += 3) {
                    nsd_times3(body->R, place + axis, own + axis);
                }
            }
        }
    }
}

double nsd_bodies_shape_bound(const nsd_body_set *set, int i)
{
    double bound = 0.0;
    for (int k = nsd_bodies_first_shape(set, i); k < nsd_bodies_first_shape(set, i + 1); k++) {
        const double  own = nsd_collide_bound(set->shape[k], set->size + 3 * k);
        const double *c = set->place ? set->place + 12 * k : NULL;
        if (!(own > 0.0)) {
            return 0.0;
        }
        bound = fmax(bound, own + (c ? sqrt(nsd_dot3(c, c)) : 0.0));
    }
    return bound;
}

double nsd_bodies_shape_moved(const nsd_bodies *bodies, int i, const double *v)
{
    const nsd_body_set *set = bodies->set;
    const int           first = nsd_bodies_first_shape(set, i);
    const int           end = nsd_bodies_first_shape(set, i + 1);
    double              most = 0.0;

    if (set->shape[first] == NSD_SHAPE_BALL && end == first + 1 && !bodies->solids.placed) {
        return bodies->h * (sqrt(nsd_dot3(v, v)) / set->size[3 * first]);
    }
    if (nsd_bodies_shape_is_infinite(set, i)) {
        return 0.0;
    }
    for (int k = first; k < end; k++) {
        const nsd_solid *solid = bodies->solids.solid + k;
        double           arm[3], own[6], moved;
        if (solid->x == bodies->body[i].x) {
            moved = bodies->h * nsd_collide_moved(solid, v);
        } else {
            memcpy(own, v, sizeof own);
            nsd_add_scaled3(solid->x, -1.0, bodies->body[i].x, arm);
            nsd_cross3(v + 3, arm, own);
            nsd_add_scaled3(own, 1.0, v, own);
            moved = bodies->h * nsd_collide_moved(solid, own);
        }
        most = moved > most ? moved : most;
    }
    return most;
}

/* A number of the surface of a pair: that of a or of b, the mean when both name it, else usual. */
static double pair_value(const double *a, const double *b, double usual)
{
    if (isnan(*a)) {
        return isnan(*b) ? usual : *b;
    }
    return isnan(*b) ? *a : 0.5 * (*a + *b);
}

/* contact <- one of bodies a < b, or of body a and plane b - count, of two surfaces */
static void init_contact(const nsd_body_set *set, int a, int b, const double *one,
                         const double *two, nsd_body_contact *contact)
{
    double value[NSD_SURFACE];

    memset(contact, 0, sizeof *contact);
    contact->a = a;
    contact->b = b;
    for (int k = 0; k < NSD_SURFACE; k++) {
        value[k] = pair_value(one + k, two + k, set->default_surface[k]);
    }
    contact->mu = value[NSD_SURFACE_FRICTION];
    contact->restitution = value[NSD_SURFACE_RESTITUTION];
    contact->tangential = value[NSD_SURFACE_TANGENTIAL];
    contact->rolling = value[NSD_SURFACE_ROLLING];
    contact->spinning = set->dimension == 3 ? value[NSD_SURFACE_SPINNING] : 0.0;
}

/* Adds the points of a manifold as contacts like `contact`. */
static nsd_status add_manifold(nsd_bodies *bodies, nsd_body_contact *contact,
                               const nsd_manifold *manifold, int feature)
{
    for (int k = 0; k < manifold->count; k++) {
        const nsd_touch *touch = manifold->item + k;
        contact->gap = touch->gap;
        contact->feature = feature + touch->feature;
        memcpy(contact->frame.D, touch->normal, sizeof touch->normal);
        memcpy(contact->point, touch->point, sizeof touch->point);
        NSD_TRY(nsd_bodies_add_contact(bodies, contact));
    }
    return NSD_OK;
}

/* Whether a ball around x reaches the plane up to a gap */
static int reaches_plane(const double *x, double bound, const double *plane, double gap)
{
    return nsd_dot3(plane, x) - plane[3] <= bound * (1.0 + NSD_CLOSED_GAP) + gap;
}

static int is_ball(const nsd_body_set *set, int i)
{
    return set->shape[nsd_bodies_first_shape(set, i)] == NSD_SHAPE_BALL &&
           nsd_bodies_first_shape(set, i + 1) - nsd_bodies_first_shape(set, i) == 1;
}

/* Gap up to which two balls, or a ball and a plane, are a contact of this step or come to touch in
 * the rest of the step; n: towards the first, `length` long; v: relative velocity      (RB.10) */
static double gap_of_balls(const nsd_bodies *bodies, const double *n, double length,
                           const double *v)
{
    const double closes = fmax(0.0, -nsd_bodies_rest_of_step(bodies) * nsd_dot3(n, v)) / length;
    const double reach = bodies->grid.reach;
    return bodies->gravity_gap + fmin(closes + NSD_BODIES_PUSHED_REACH * reach, reach);
}

/* Gap up to which bodies a < b are a contact */
static double gap_of_pair(const nsd_bodies *bodies, int a, int b)
{
    const nsd_body *one = bodies->body + a, *two = bodies->body + b;
    double          d[3], v[3];
    if (!(bodies->grid.reach > 0.0) || !is_ball(bodies->set, a) || !is_ball(bodies->set, b)) {
        return bodies->gravity_gap;
    }
    nsd_add_scaled3(one->x, -1.0, two->x, d);
    nsd_add_scaled3(one->free, -1.0, two->free, v);
    return gap_of_balls(bodies, d, one->bound + two->bound, v);
}

static double gap_of_plane(const nsd_bodies *bodies, int a, const double *plane)
{
    return bodies->grid.reach > 0.0 && is_ball(bodies->set, a)
               ? gap_of_balls(bodies, plane, 1.0, bodies->body[a].free)
               : bodies->gravity_gap;
}

/* Whether bodies a < b, or body a and the planes (b = count), are in the list of pairs to ignore */
static int ignore_each_other(const nsd_body_set *set, int a, int b)
{
    int low = 0, high = set->ignored;
    while (low < high) {
        const int  middle = low + (high - low) / 2;
        const int *pair = set->ignore + 2 * middle;
        if (pair[0] < a || (pair[0] == a && pair[1] < b)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < set->ignored && set->ignore[2 * low] == a && set->ignore[2 * low + 1] == b;
}

/* Whether the bits of two numbers below 2^53 have one in common */
static int share_bits(double one, double two)
{
    return ((unsigned long long)one & (unsigned long long)two) != 0;
}

int nsd_bodies_are_let_touch(const nsd_body_set *set, int a, int b)
{
    const double *group = set->group;
    if (b < set->count && group &&
        !(share_bits(group[2 * a], group[2 * b + 1]) &&
          share_bits(group[2 * b], group[2 * a + 1]))) {
        return 0;
    }
    return !(set->ignored > 0 && ignore_each_other(set, a, b));
}

/* A contact that bodies a < b had in the step before, of the shapes with this number; or NULL */
static const nsd_body_contact *find_before(const nsd_bodies *bodies, int a, int b, int shapes)
{
    const nsd_body_contacts *before = &bodies->contacts_before;
    const nsd_body_contact   pair = { .a = a, .b = b };
    int                      low = 0, high = before->count;

    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (nsd_bodies_pair_order(before->item + middle, &pair) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < before->count && nsd_bodies_pair_order(before->item + low, &pair) == 0; low++) {
        if (before->item[low].feature / PAIR_FEATURES == shapes) {
            return before->item + low;
        }
    }
    return NULL;
}

/* Two shapes that overlap deeply: the shortest way out may lead through the other shape to its far
 * side. A normal that was there in the step before decides the side; and the middle of the smaller
 * shape goes no deeper, however fast its ends turn.                                    (RB.24) */
static void keep_side(const nsd_solid *one, const nsd_solid *two, const nsd_body_contact *before,
                      nsd_manifold *manifold)
{
    const nsd_touch *deepest = manifold->item;
    for (int k = 1; k < manifold->count; k++) {
        deepest = manifold->item[k].gap < deepest->gap ? manifold->item + k : deepest;
    }
    double n[3];
    memcpy(n, deepest->normal, sizeof n);
    if (nsd_dot3(before->frame.D, n) < 0.0) {
        const int feature = deepest->feature;
        memcpy(n, before->frame.D, sizeof n);
        manifold->count = 0;
        nsd_collide_add_along(one, two, n, feature, manifold);
    }
    nsd_collide_add_inner(one, two, n, INNER_FEATURE, manifold);
}

/* Whether a point of the manifold lies deeper than shapes that do not pass each other can be */
static int is_deep(const nsd_bodies *bodies, const nsd_solid *one, const nsd_solid *two,
                   const nsd_manifold *manifold)
{
    double least = manifold->item[0].gap;
    for (int k = 1; k < manifold->count; k++) {
        least = manifold->item[k].gap < least ? manifold->item[k].gap : least;
    }
    if (!(least < -DEEP * bodies->solids.least)) {
        return 0;
    }
    return least < -DEEP * fmin(nsd_collide_inner(one), nsd_collide_inner(two)) &&
           one->shape < NSD_SHAPE_TERRAIN && two->shape < NSD_SHAPE_TERRAIN;
}

/* The contacts of shapes j and k of bodies a < b */
static nsd_status add_shapes(nsd_bodies *bodies, int a, int b, int j, int k, double gap)
{
    const nsd_body_set *set = bodies->set;
    const nsd_solid    *one = bodies->solids.solid + j, *two = bodies->solids.solid + k;
    nsd_manifold        manifold;

    /* shapes that were put to where they meet are as near as that was found    (RB.24) */
    const int    met = bodies->solids.meeting[a] >= 0.0 || bodies->solids.meeting[b] >= 0.0;
    const double near = met ? NSD_CLOSED_GAP * (one->bound + two->bound) : 0.0;
    manifold.count = 0;
    nsd_collide_add_pair(one, two, gap + near, &manifold);
    if (manifold.count == 0) {
        return NSD_OK;
    }
    const int row = j - nsd_bodies_first_shape(set, a), column = k - nsd_bodies_first_shape(set, b);
    const int columns = nsd_bodies_first_shape(set, b + 1) - nsd_bodies_first_shape(set, b);
    const int shapes = (row * columns + column) % 1024;
    const nsd_body_contact *before = is_deep(bodies, one, two, &manifold)
                                         ? find_before(bodies, a, b, shapes)
                                         : NULL;
    if (before) {
        keep_side(one, two, before, &manifold);
    }
    nsd_body_contact contact;
    init_contact(set, a, b, set->surface + NSD_SURFACE * j, set->surface + NSD_SURFACE * k,
                 &contact);
    return add_manifold(bodies, &contact, &manifold, shapes * PAIR_FEATURES);
}

/* The contacts of body a and plane p, which the ball around the body reaches */
static nsd_status add_plane(nsd_bodies *bodies, int a, int p)
{
    const nsd_body_set *set = bodies->set;
    const int           first = nsd_bodies_first_shape(set, a);
    const double       *plane = set->plane + 4 * p, gap = gap_of_plane(bodies, a, plane);

    for (int k = first; k < nsd_bodies_first_shape(set, a + 1); k++) {
        const nsd_solid *solid = bodies->solids.solid + k;
        nsd_manifold     manifold;
        nsd_body_contact contact;
        if (!reaches_plane(solid->x, solid->bound, plane, gap)) {
            continue;
        }
        manifold.count = 0;
        nsd_collide_add_plane(solid, plane, gap, &manifold);
        if (manifold.count == 0) {
            continue;
        }
        init_contact(set, a, set->count + p, set->surface + NSD_SURFACE * k,
                     set->plane_surface + NSD_SURFACE * p, &contact);
        NSD_TRY(add_manifold(bodies, &contact, &manifold, (k - first) % 1024 * PAIR_FEATURES));
    }
    return NSD_OK;
}

nsd_status nsd_bodies_add_planes(nsd_bodies *bodies, int a)
{
    const nsd_body_set *set = bodies->set;
    const nsd_body     *body = bodies->body + a;
    const double        widest = nsd_bodies_widest_gap(bodies);

    if (!(set->mass[a] < INFINITY) || !nsd_bodies_may_touch(bodies, a, set->count)) {
        return NSD_OK;
    }
    for (int p = 0; p < set->planes; p++) {
        if (reaches_plane(body->x, body->bound, set->plane + 4 * p, widest)) {
            NSD_TRY(add_plane(bodies, a, p));
        }
    }
    return NSD_OK;
}

static int is_endless_pair(const nsd_bodies *bodies, int a, int b)
{
    return bodies->solids.endless && (nsd_bodies_shape_is_infinite(bodies->set, a) ||
                                      nsd_bodies_shape_is_infinite(bodies->set, b));
}

nsd_status nsd_bodies_add_pair(nsd_bodies *bodies, int a, int b)
{
    const nsd_body_set *set = bodies->set;

    const int endless = is_endless_pair(bodies, a, b);

    if (!(endless || nsd_bodies_reach(bodies, a, b, nsd_bodies_widest_gap(bodies))) ||
        !(set->mass[a] < INFINITY || set->mass[b] < INFINITY) ||
        !nsd_bodies_may_touch(bodies, a, b)) {
        return NSD_OK;
    }
    const double gap = gap_of_pair(bodies, a, b);
    if (!(endless || nsd_bodies_reach(bodies, a, b, gap))) {
        return NSD_OK;
    }
    const int first[2] = { nsd_bodies_first_shape(set, a), nsd_bodies_first_shape(set, b) };
    const int last[2] = { nsd_bodies_first_shape(set, a + 1), nsd_bodies_first_shape(set, b + 1) };
    const int all = (last[0] - first[0] == 1 && last[1] - first[1] == 1) || endless;
    for (int j = first[0]; j < last[0]; j++) {
        for (int k = first[1]; k < last[1]; k++) {
            const nsd_solid *solid = bodies->solids.solid;
            if (all || nsd_bodies_balls_reach(solid[j].x, solid[k].x,
                                              solid[j].bound + solid[k].bound, gap)) {
                NSD_TRY(add_shapes(bodies, a, b, j, k, gap));
            }
        }
    }
    return NSD_OK;
}
