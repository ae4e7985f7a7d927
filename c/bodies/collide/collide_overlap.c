/* collide_overlap.c - the least overlap of two convex shapes: a polyhedron inside their difference
 * is expanded where it is nearest to the origin, until that is the surface                (RB.23)
 *
 * The distance of a face from the origin has a sign, so that the origin may lie outside: shapes
 * that nearly touch are treated as shapes that overlap a little. */
#include "bodies/collide/collide_parts.h"

/* Room for corners and faces: a polyhedron of c corners has 2 c - 4 faces. Larger: time and memory
 * for round shapes; smaller: their directions are worse before they are improved. */
#define MOST_CORNERS 96
#define MOST_FACES   (2 * MOST_CORNERS)

/* Distance, in parts of the smaller size, within which a face is part of the surface, and what
 * rounding leaves of it, in parts of the larger one. Larger: worse directions; smaller: corners of
 * rounding. */
#define SAME_DISTANCE     1e-10
#define ROUNDING_DISTANCE 1e-14

/* Area of a face, in parts of the square of the size, below which its direction is rounding */
#define FLAT_AREA 1e-20

typedef struct triangle {
    int    corner[3];
    double n[3], d; /* outward; n'x = d on the face. d = Inf: too thin to have a direction */
} triangle;

typedef struct polyhedron {
    int            corners, faces;
    double         size, same; /* sum of the sizes; distance that is rounding */
    nsd_difference corner[MOST_CORNERS];
    triangle       face[MOST_FACES];
} polyhedron;

static void add_face(polyhedron *p, int a, int b, int c)
{
    triangle *f = p->face + p->faces++;
    double    u[3], v[3];
    nsd_add_scaled3(p->corner[b].w, -1.0, p->corner[a].w, u);
    nsd_add_scaled3(p->corner[c].w, -1.0, p->corner[a].w, v);
    nsd_cross3(u, v, f->n);
    f->corner[0] = a;
    f->corner[1] = b;
    f->corner[2] = c;
    const double area = nsd_collide_unit(f->n);
    f->d = area > FLAT_AREA * p->size * p->size ? nsd_dot3(f->n, p->corner[a].w) : INFINITY;
}

/* The corner farthest from a point, line or plane through what there is, along n or -n */
static double add_farther(polyhedron *p, const nsd_solid *one, const nsd_solid *two,
                          const double *n)
{
    const double   back[3] = { -n[0], -n[1], -n[2] }, *w = p->corner[0].w;
    nsd_difference far[2];
    double         d[2][3], along[2];

    nsd_collide_support(one, two, n, far);
    nsd_collide_support(one, two, back, far + 1);
    for (int k = 0; k < 2; k++) {
        nsd_add_scaled3(far[k].w, -1.0, w, d[k]);
        along[k] = fabs(nsd_dot3(d[k], n));
    }
    p->corner[p->corners++] = far[along[1] > along[0]];
    return fmax(along[0], along[1]);
}

/* A tetrahedron of points of the difference; 0 when the difference is flat */
static int begin(polyhedron *p, const nsd_solid *one, const nsd_solid *two)
{
    double n[3], u[3], v[3];

    p->corners = p->faces = 0;
    p->size = one->bound + two->bound;
    p->same = SAME_DISTANCE * fmin(one->bound, two->bound) + ROUNDING_DISTANCE * p->size;
    nsd_add_scaled3(two->x, -1.0, one->x, n);
    if (!(nsd_collide_unit(n) > 0.0)) {
        n[0] = 1.0;
    }
    nsd_collide_support(one, two, n, p->corner);
    p->corners = 1;
    double width = add_farther(p, one, two, n);
    nsd_add_scaled3(p->corner[1].w, -1.0, p->corner[0].w, u);
    const int    thin = fabs(u[0]) > fabs(u[1]) ? (fabs(u[1]) > fabs(u[2]) ? 2 : 1)
                                                : (fabs(u[0]) > fabs(u[2]) ? 2 : 0);
    const double axis[3] = { thin == 0, thin == 1, thin == 2 };
    nsd_cross3(u, axis, n);
    nsd_collide_unit(n);
    width = fmin(width, add_farther(p, one, two, n));
    if (width <= p->same) { /* the other direction across */
        nsd_cross3(u, n, v);
        nsd_collide_unit(v);
        p->corners--;
        width = add_farther(p, one, two, v);
    }
    nsd_add_scaled3(p->corner[2].w, -1.0, p->corner[0].w, v);
    nsd_cross3(u, v, n);
    nsd_collide_unit(n);
    width = fmin(width, add_farther(p, one, two, n));
    nsd_add_scaled3(p->corner[3].w, -1.0, p->corner[0].w, v);
    const int        turned = nsd_dot3(v, n) > 0.0;
    static const int loop[2][4][3] = { { { 0, 1, 2 }, { 0, 3, 1 }, { 1, 3, 2 }, { 0, 2, 3 } },
                                       { { 0, 2, 1 }, { 0, 1, 3 }, { 1, 2, 3 }, { 0, 3, 2 } } };
    for (int k = 0; k < 4; k++) {
        add_face(p, loop[turned][k][0], loop[turned][k][1], loop[turned][k][2]);
    }
    return width > ROUNDING_DISTANCE * p->size;
}

/* Adds corner `last`: faces that see it give way to faces from it to their outline. Returns 0 when
 * there is no more room. */
static int expand(polyhedron *p, int last, int nearest)
{
    int           edge[3 * MOST_FACES][2], edges = 0, kept = 0;
    const double *w = p->corner[last].w;

    for (int k = 0; k < p->faces; k++) {
        const triangle *f = p->face + k;
        double          d[3];
        nsd_add_scaled3(w, -1.0, p->corner[f->corner[0]].w, d);
        const int sees = k == nearest || nsd_dot3(f->n, d) > ROUNDING_DISTANCE * p->size;
        if (!sees) {
            p->face[kept++] = *f;
            continue;
        }
        for (int i = 0; i < 3; i++) {
            const int a = f->corner[i], b = f->corner[(i + 1) % 3];
            int       place = 0;
            while (place < edges && !(edge[place][0] == b && edge[place][1] == a)) {
                place++;
            }
            if (place < edges) { /* an edge between two such faces is not on the outline */
                edges--;
                edge[place][0] = edge[edges][0];
                edge[place][1] = edge[edges][1];
            } else {
                edge[edges][0] = a;
                edge[edges++][1] = b;
            }
        }
    }
    p->faces = kept;
    if (kept + edges > MOST_FACES) {
        return 0;
    }
    for (int k = 0; k < edges; k++) {
        add_face(p, edge[k][0], edge[k][1], last);
    }
    return 1;
}

static int nearest_face(const polyhedron *p)
{
    int best = -1;
    for (int k = 0; k < p->faces; k++) {
        if (p->face[k].d < INFINITY && (best < 0 || p->face[k].d < p->face[best].d)) {
            best = k;
        }
    }
    return best;
}

/* nearest <- the point of a face nearest to the origin, by its weights of the corners */
static void conclude(const polyhedron *p, const triangle *f, nsd_nearest *nearest)
{
    double        edge[3][3], rest[3][3], part[3], across[3], sum = 0.0;
    const double *w[3];

    for (int k = 0; k < 3; k++) {
        w[k] = p->corner[f->corner[k]].w;
    }
    for (int k = 0; k < 3; k++) { /* weight of corner k: the area between the other two */
        nsd_add_scaled3(w[(k + 2) % 3], -1.0, w[(k + 1) % 3], edge[k]);
        nsd_add_scaled3(w[(k + 1) % 3], -f->d, f->n, rest[k]);
        nsd_cross3(rest[k], edge[k], across);
        part[k] = fmax(0.0, nsd_dot3(across, f->n));
        sum += part[k];
    }
    memset(nearest->a, 0, sizeof nearest->a);
    memset(nearest->b, 0, sizeof nearest->b);
    for (int k = 0; k < 3; k++) {
        const double share = sum > 0.0 ? part[k] / sum : 1.0 / 3.0;
        nsd_add_scaled3(nearest->a, share, p->corner[f->corner[k]].a, nearest->a);
        nsd_add_scaled3(nearest->b, share, p->corner[f->corner[k]].b, nearest->b);
        nearest->n[k] = -f->n[k];
    }
    nearest->distance = -f->d;
}

int nsd_collide_overlap(const nsd_solid *one, const nsd_solid *two, nsd_nearest *nearest)
{
    polyhedron p;
    double     least = INFINITY; /* overlap along the best direction so far */

    if (!begin(&p, one, two)) {
        return 0;
    }
    for (;;) {
        const int face = nearest_face(&p);
        if (face < 0 || p.corners == MOST_CORNERS) {
            break;
        }
        const triangle  f = p.face[face];
        nsd_difference *far = p.corner + p.corners;
        nsd_collide_support(one, two, f.n, far);
        const double overlap = nsd_dot3(far->w, f.n);
        if (overlap < least) {
            least = overlap;
            conclude(&p, &f, nearest);
            nearest->distance = -overlap;
        }
        if (least - f.d <= p.same) {
            break;
        }
        p.corners++;
        if (!expand(&p, p.corners - 1, face)) {
            break;
        }
    }
    return least < INFINITY;
}
