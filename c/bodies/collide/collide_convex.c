/* collide_convex.c - contacts of any two convex shapes in space: a direction along which they are
 * farthest apart, or overlap least, then the points of the faces there                    (RB.21)
 *
 * Any direction gives a gap along itself, so that a direction that is not the best one is an error
 * of second order only. */
#include "bodies/collide/collide_parts.h"

/* Distance, in parts of the smaller size, by which a face of the second shape must be better than
 * a face of the first, and by which another direction must be better than a face. Larger: contacts
 * of a worse face or edges with the normal of a face; smaller: contacts that change from one to
 * the other and back. As for two boxes. */
#define FACE_BIAS 1e-4
#define EDGE_BIAS 1e-3

/* The same between a round shape and a face, whose common direction is that of the face itself up
 * to this. Larger: balls beside an edge get the normal of the face; smaller: rounding. */
#define ROUND_BIAS 1e-9

/* Width of an outline that clips a face, in parts of the face, as for two boxes. */
#define OUTLINE_WIDTH 1.0001

/* Distance of cores, in parts of the smaller and of the larger size, below which their nearest
 * points say nothing about a direction. Larger: time; smaller: directions of rounding. */
#define NEAR_CORES     1e-8
#define ROUNDING_CORES 1e-13

/* Sine of the angle between two lines up to which they touch at two points. */
#define PARALLEL_SINE 1e-3

/* Steps of Newton's method for the direction between round shapes, quadratic from a good guess. */
#define POLISHING_STEPS 8

/* Points of contact of two faces at most: more are thinned out to the outermost ones. */
#define MOST_POINTS 8

typedef struct convex_pair { /* two solids and what is asked of them */
    const nsd_solid *solid[2];
    double           radius[2], size, reach; /* size of the smaller one; largest gap of a contact */
    int              round[2];               /* 1: curved in all directions */
} convex_pair;

/* C <- sum of the radii of curvature of both at n, in the world                         (RB.21) */
static void add_curvatures(const convex_pair *pair, const double *n, double *C)
{
    memset(C, 0, 9 * sizeof *C);
    for (int k = 0; k < 2; k++) {
        const nsd_solid *solid = pair->solid[k];
        const double side = k == 0 ? -1.0 : 1.0, out[3] = { side * n[0], side * n[1], side * n[2] };
        double       own[3], L[9], T[9];
        if (!nsd_collide_row(solid)->curvature) {
            continue;
        }
        nsd_transpose_times3(solid->R, out, own);
        nsd_collide_row(solid)->curvature(solid, own, L);
        for (int j = 0; j < 3; j++) { /* T = R L, C += T R' */
            nsd_times3(solid->R, L + 3 * j, T + 3 * j);
        }
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (int l = 0; l < 3; l++) {
                    C[i + 3 * j] += T[i + 3 * l] * solid->R[j + 3 * l];
                }
            }
        }
    }
}

/* Newton's method for the direction n along which round shapes are farthest apart: there the two
 * support points differ along n only. Steps that bring them nearer are not taken.      (RB.21) */
static void polish(const convex_pair *pair, nsd_nearest *at)
{
    for (int step = 0; step < POLISHING_STEPS; step++) {
        const double   back[3] = { -at->n[0], -at->n[1], -at->n[2] };
        double         C[9], V[9], t[3], dn[3], n[3];
        nsd_difference d;
        nsd_collide_support(pair->solid[0], pair->solid[1], back, &d);
        at->distance = nsd_dot3(d.w, at->n);
        nsd_add_scaled3(d.w, -at->distance, at->n, t);
        add_curvatures(pair, at->n, C);
        for (int i = 0; i < 3; i++) {
            C[4 * i] += at->distance;
            for (int j = 0; j < 3; j++) { /* keeps C regular along n, where t has no part */
                C[i + 3 * j] += pair->size * at->n[i] * at->n[j];
            }
        }
        if (!(fabs(nsd_invert3(C, V)) > 0.0)) {
            return;
        }
        nsd_times3(V, t, dn);
        nsd_add_scaled3(at->n, 1.0, dn, n);
        if (!(nsd_collide_unit(n) > 0.0) || !(nsd_dot3(dn, dn) > 1e-30) ||
            !(nsd_collide_apart(pair->solid[0], pair->solid[1], n) >= at->distance)) {
            return;
        }
        memcpy(at->n, n, sizeof n);
    }
}

/* The direction along which the two cores are farthest apart; 0: farther than a contact reaches */
static int find_direction(const convex_pair *pair, nsd_nearest *at)
{
    const nsd_solid *one = pair->solid[0], *two = pair->solid[1];
    const double     radii = pair->radius[0] + pair->radius[1];
    const double     least = NEAR_CORES * pair->size + ROUNDING_CORES * (one->bound + two->bound);

    if (nsd_collide_distance(one, two, radii + pair->reach, least, at)) {
        if (at->distance > radii + pair->reach) {
            return 0;
        }
    } else if (!nsd_collide_overlap(one, two, at)) {
        nsd_add_scaled3(one->x, -1.0, two->x, at->n); /* flat shapes in one plane: any direction */
        if (!(nsd_collide_unit(at->n) > 0.0)) {
            at->n[0] = 1.0;
        }
        memcpy(at->a, one->x, sizeof at->a);
        memcpy(at->b, two->x, sizeof at->b);
        at->distance = nsd_collide_apart(one, two, at->n);
    }
    if (nsd_collide_row(one)->curvature || nsd_collide_row(two)->curvature) {
        polish(pair, at);
    }
    return at->distance <= radii + pair->reach;
}

/* Cuts a polygon, a line or a point at s'x <= limit; returns the number of corners that remain. */
static int cut(nsd_face *face, const double *s, double limit)
{
    double    kept[2 * NSD_FACE_CORNERS][3];
    int       count = 0;
    const int open = face->count <= 2;

    for (int c = 0; c < face->count; c++) {
        const double *p = face->corner[c], *next = face->corner[(c + 1) % face->count];
        const double  here = limit - nsd_dot3(s, p), there = limit - nsd_dot3(s, next);
        if (here >= 0.0 && count < 2 * NSD_FACE_CORNERS) {
            memcpy(kept[count++], p, sizeof kept[0]);
        }
        if ((here >= 0.0) != (there >= 0.0) && count < 2 * NSD_FACE_CORNERS &&
            !(open && c == face->count - 1)) {
            const double f = here / (here - there);
            for (int i = 0; i < 3; i++) {
                kept[count][i] = p[i] + f * (next[i] - p[i]);
            }
            count++;
        }
    }
    memcpy(face->corner, kept, (size_t)count * sizeof kept[0]);
    face->count = count;
    return count;
}

/* The corners of `face` within the outline of the polygon `frame` */
static void cut_to_outline(const nsd_face *frame, nsd_face *face)
{
    double middle[3] = { 0.0, 0.0, 0.0 }, edge[3], s[3];

    for (int c = 0; c < frame->count; c++) {
        nsd_add_scaled3(middle, 1.0 / frame->count, frame->corner[c], middle);
    }
    for (int c = 0; c < frame->count && face->count > 0; c++) {
        nsd_add_scaled3(frame->corner[(c + 1) % frame->count], -1.0, frame->corner[c], edge);
        nsd_cross3(edge, frame->normal, s);
        if (nsd_collide_unit(s) > 0.0) {
            const double centre = nsd_dot3(s, middle);
            const double out = nsd_dot3(s, frame->corner[c]) - centre;
            cut(face, s, centre + OUTLINE_WIDTH * out);
        }
    }
}

/* keep <- 1 for the outermost of many points in the directions of a regular polygon in the face,
 * and for the deepest */
static void thin_out(const nsd_face *face, const double *gap, const double *normal, int *keep)
{
    const int    thin = fabs(normal[0]) < fabs(normal[1]) ? 0 : 1;
    const double axis[3] = { thin == 0, thin == 1, 0.0 };
    double       u[3], v[3];
    int          deepest = 0;

    nsd_cross3(normal, axis, u);
    nsd_collide_unit(u);
    nsd_cross3(normal, u, v);
    memset(keep, 0, (size_t)face->count * sizeof *keep);
    for (int k = 0; k < MOST_POINTS; k++) {
        const double angle = k * (8.0 * atan(1.0) / MOST_POINTS);
        double       most = -INFINITY, d[3];
        int          best = 0;
        for (int i = 0; i < 3; i++) {
            d[i] = cos(angle) * u[i] + sin(angle) * v[i];
        }
        for (int c = 0; c < face->count; c++) {
            const double along = nsd_dot3(face->corner[c], d);
            deepest = gap[c] < gap[deepest] ? c : deepest;
            if (along > most) {
                most = along;
                best = c;
            }
        }
        keep[best] = 1;
    }
    keep[deepest] = 1;
}

/* Adds the points at which the other solid touches the polygon `frame` of solid `own`; returns the
 * smallest gap, infinite without points. */
static double add_face_contacts(const convex_pair *pair, int own, const nsd_face *frame,
                                nsd_manifold *manifold)
{
    const nsd_solid *other = pair->solid[1 - own];
    const double     side = own == 0 ? -1.0 : 1.0; /* the normal leads to the first solid */
    const double     in[3] = { -frame->normal[0], -frame->normal[1], -frame->normal[2] };
    const double     n[3] = { side * frame->normal[0], side * frame->normal[1],
                              side * frame->normal[2] };
    const double     radius = pair->radius[1 - own];
    double           m[3], gap[2 * NSD_FACE_CORNERS], least = INFINITY;
    int              keep[2 * NSD_FACE_CORNERS];
    nsd_face         face;

    nsd_transpose_times3(other->R, in, m);
    nsd_collide_row(other)->face(other, m, &face);
    cut_to_outline(frame, &face);
    for (int c = 0; c < face.count; c++) {
        double d[3];
        nsd_add_scaled3(face.corner[c], -1.0, frame->corner[0], d);
        gap[c] = nsd_dot3(frame->normal, d) - radius;
        keep[c] = 1;
    }
    if (face.count > MOST_POINTS) {
        thin_out(&face, gap, frame->normal, keep);
    }
    for (int c = 0; c < face.count; c++) {
        if (keep[c] && gap[c] <= pair->reach) {
            const int feature = (own * 1024 + frame->number) * 64 + c;
            nsd_collide_add(manifold, n, gap[c], feature, face.corner[c],
                            side * (radius + 0.5 * gap[c]));
            least = fmin(least, gap[c]);
        }
    }
    return least;
}

/* Adds the two ends of what two parallel lines have in common, or the nearest points of two lines
 * that cross; returns 0 when they do not face each other along the direction found. */
static int add_line_contacts(const convex_pair *pair, const nsd_face line[2], const nsd_nearest *at,
                             nsd_manifold *manifold)
{
    const double radii = pair->radius[0] + pair->radius[1], *p = line[0].corner[0], *n = at->n;
    const int    first = manifold->count;
    double       d[3], e[3], apart[3], across[3], s[2], least = INFINITY;

    nsd_add_scaled3(line[0].corner[1], -1.0, p, d);
    nsd_add_scaled3(line[1].corner[1], -1.0, line[1].corner[0], e);
    nsd_add_scaled3(line[1].corner[0], -1.0, p, apart);
    nsd_cross3(d, e, across);
    const double dd = nsd_dot3(d, d), ee = nsd_dot3(e, e), de = nsd_dot3(d, e);
    const double square = dd * ee - de * de;
    int          count = 1;
    if (!(dd > 0.0 && ee > 0.0)) {
        return 0;
    }
    if (nsd_dot3(across, across) > PARALLEL_SINE * PARALLEL_SINE * dd * ee) {
        s[0] = (nsd_dot3(apart, d) * ee - nsd_dot3(apart, e) * de) / square;
        s[0] = fmin(fmax(s[0], 0.0), 1.0);
    } else {
        const double start = nsd_dot3(apart, d) / dd, end = start + de / dd;
        s[0] = fmax(0.0, fmin(start, end));
        s[1] = fmin(1.0, fmax(start, end));
        count = 2;
        if (s[1] - s[0] <= PARALLEL_SINE) {
            return 0;
        }
    }
    for (int k = 0; k < count; k++) {
        double one[3], two[3], between[3];
        nsd_add_scaled3(p, s[k], d, one);
        nsd_add_scaled3(one, -1.0, line[1].corner[0], between);
        const double t = fmin(fmax(nsd_dot3(between, e) / ee, 0.0), 1.0);
        nsd_add_scaled3(line[1].corner[0], t, e, two);
        nsd_add_scaled3(one, -1.0, two, between);
        const double gap = nsd_dot3(between, n) - radii;
        if (gap <= pair->reach) {
            nsd_collide_add(manifold, n, gap, (3 << 17) + k, one, pair->radius[0] + 0.5 * gap);
            least = fmin(least, gap);
        }
    }
    if (!(least <= at->distance - radii + EDGE_BIAS * pair->size)) {
        manifold->count = first;
        return 0;
    }
    return 1;
}

/* The contact of the nearest points. A round shape touches at its support point. */
static void add_point_contact(const convex_pair *pair, const nsd_nearest *at,
                              nsd_manifold *manifold)
{
    const double   back[3] = { -at->n[0], -at->n[1], -at->n[2] };
    const double   gap = at->distance - pair->radius[0] - pair->radius[1];
    const int      feature = 4 << 17;
    nsd_difference d;

    nsd_collide_support(pair->solid[0], pair->solid[1], back, &d);
    if (pair->round[0]) {
        nsd_collide_add(manifold, at->n, gap, feature, d.a, pair->radius[0] + 0.5 * gap);
    } else if (pair->round[1]) {
        nsd_collide_add(manifold, at->n, gap, feature, d.b, -(pair->radius[1] + 0.5 * gap));
    } else {
        nsd_collide_add(manifold, at->n, gap, feature, at->a, pair->radius[0] + 0.5 * gap);
    }
}

/* Adds the contacts of the better one of the two faces; returns 0 when neither is as good as the
 * direction found, or no point lies within the face. */
static int add_better_face(const convex_pair *pair, const nsd_nearest *at, const nsd_face face[2],
                           nsd_manifold *manifold)
{
    const int    first = manifold->count, any_round = pair->round[0] || pair->round[1];
    const double bias = (any_round ? ROUND_BIAS : EDGE_BIAS) * pair->size;
    double       apart[2];

    for (int k = 0; k < 2; k++) {
        const double side = k == 0 ? -1.0 : 1.0;
        const double n[3] = { side * face[k].normal[0], side * face[k].normal[1],
                              side * face[k].normal[2] };
        apart[k] = face[k].count > 2 ? nsd_collide_apart(pair->solid[0], pair->solid[1], n)
                                     : -INFINITY;
    }
    const int    own = apart[1] > apart[0] + FACE_BIAS * pair->size;
    const double radii = pair->radius[0] + pair->radius[1];
    if (!(apart[own] >= at->distance - bias)) {
        return 0;
    }
    const double least = add_face_contacts(pair, own, face + own, manifold);
    if (!(least <= apart[own] - radii + EDGE_BIAS * pair->size)) { /* beside the face */
        manifold->count = first;
        return 0;
    }
    return 1;
}

void nsd_collide_convex_pair(const nsd_solid *one, const nsd_solid *two, double slack,
                             nsd_manifold *manifold)
{
    convex_pair pair = { .solid = { one, two }, .size = fmin(one->bound, two->bound) };
    nsd_nearest at;
    nsd_face    face[2];

    pair.reach = NSD_CLOSED_GAP * (one->bound + two->bound) + slack;
    for (int k = 0; k < 2; k++) {
        pair.radius[k] = nsd_collide_radius(pair.solid[k]);
        pair.round[k] = nsd_collide_row(pair.solid[k])->round;
    }
    if (!find_direction(&pair, &at)) {
        return;
    }
    for (int k = 0; k < 2; k++) {
        const double side = k == 0 ? -1.0 : 1.0,
                     out[3] = { side * at.n[0], side * at.n[1], side * at.n[2] };
        double m[3];
        nsd_transpose_times3(pair.solid[k]->R, out, m);
        nsd_collide_row(pair.solid[k])->face(pair.solid[k], m, face + k);
    }
    if (add_better_face(&pair, &at, face, manifold)) {
        return;
    }
    if (face[0].count != 2 || face[1].count != 2 ||
        !add_line_contacts(&pair, face, &at, manifold)) {
        add_point_contact(&pair, &at, manifold);
    }
}
