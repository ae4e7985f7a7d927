/* collide.h - shapes in their place, and the points at which two of them touch          (RB.3)
 *
 * A new shape: its name in the list here, and a file of its own with its functions and its row of
 * the table. Pairs that have no function of their own are found by collide_convex.c from supports
 * and faces, in the plane by collide_polygon.c. */
#ifndef NSD_COLLIDE_H
#define NSD_COLLIDE_H

#include "base/vector3.h"

/* Gap, in parts of the size of the bodies, up to which a contact is closed (RB.3), and to which
 * projection closes gaps (RB.10). Larger: impulses act at a distance; smaller: without gravity
 * rounding opens contacts. */
#define NSD_CLOSED_GAP 1e-10

/* The shapes, and what nsd_solid.size holds. SHAPE(X, x) stands for the number NSD_SHAPE_X and the
 * row nsd_shape_x of the table, which is in the file of the shape. */
/* clang-format off */
#define NSD_LIST_SHAPES(SHAPE)                                                                    \
    SHAPE(BALL, ball)           /* radius, 0, 0; in the plane a disc                           */ \
    SHAPE(BOX, box)             /* half edges; in the plane a rectangle, the third is 0        */ \
    SHAPE(CAPSULE, capsule)     /* radius, half length between the centres of its ends, 0;     */ \
                                /* along the third axis, in the plane along the first          */ \
    SHAPE(CYLINDER, cylinder)   /* radius, half length, 0; along the third axis                */ \
    SHAPE(ELLIPSOID, ellipsoid) /* radii along the axes                                        */ \
    SHAPE(HULL, hull)           /* radius of a ball around it, and of one inside, 0; nsd_hull  */ \
    SHAPE(TERRAIN, terrain)     /* thickness, radius of a ball around it, 0; nsd_terrain       */ \
    SHAPE(HALFSPACE, halfspace) /* any positive number, 0, 0; below its third axis, in the     */ \
                                /* plane the second                                            */
/* clang-format on */

#define NSD_SHAPE_NUMBER(X, x) NSD_SHAPE_##X,
enum { NSD_LIST_SHAPES(NSD_SHAPE_NUMBER) NSD_SHAPES };
#undef NSD_SHAPE_NUMBER

typedef struct nsd_hull { /* a convex polyhedron, or in the plane a convex polygon            */
    int           corners, faces;
    const double *corner; /* 3 x corners, seen from the body; in the plane counter-clockwise  */
    const int    *start;  /* faces + 1: first corner of each face in `loop`; plane: unused    */
    const int    *loop;   /* corners of the faces, counter-clockwise seen from outside        */
    const double *normal; /* 3 x faces: outward                                               */
} nsd_hull;

/* Heights over a grid; each cell is two triangles, in the plane a line */
typedef struct nsd_terrain {
    int           nx, ny;    /* numbers of nodes; ny = 1 in the plane                         */
    double        corner[2]; /* of node (0,0)                                                 */
    double        step[2];   /* between nodes                                                 */
    const double *height;    /* nx x ny                                                       */
} nsd_terrain;

typedef struct nsd_solid {           /* a shape in its place */
    int                shape, plane; /* plane: 1 in two dimensions */
    const double      *x, *R, *size; /* centre, axes, numbers of the shape */
    double             bound;        /* radius of a ball around it */
    const nsd_hull    *hull;
    const nsd_terrain *terrain;
} nsd_solid;

typedef struct nsd_touch { /* one point of contact                                             */
    double point[3];       /* in the middle between the two surfaces                           */
    double normal[3];      /* of length one, from the second solid, or the plane, to the first */
    double gap;
    int    feature; /* number of the corner, face or edge within the pair               */
} nsd_touch;

#define NSD_MANIFOLD_POINTS 48 /* of one pair at most; more are left out */

typedef struct nsd_manifold {
    int       count;
    nsd_touch item[NSD_MANIFOLD_POINTS];
} nsd_manifold;

/* The number of the shape of this name, or -1 */
int nsd_collide_find(const char *name);

/* The radius of a ball around a shape of this size; 0 when there is no such shape. */
double nsd_collide_bound(int shape, const double *size);

/* The radius of the largest ball inside */
double nsd_collide_inner(const nsd_solid *solid);

/* How far v, velocity and angular velocity, moves a solid in a second, in parts of its size */
double nsd_collide_moved(const nsd_solid *solid, const double *v);

/* Adds the points at which two solids, or a solid and the half-space plane'x >= plane[3], touch
 * with a gap up to NSD_CLOSED_GAP in parts of their size, and `slack` more. */
void nsd_collide_add_pair(const nsd_solid *one, const nsd_solid *two, double slack,
                          nsd_manifold *manifold);
void nsd_collide_add_plane(const nsd_solid *solid, const double *plane, double slack,
                           nsd_manifold *manifold);

/* The part of the move d of `one` relative to `two`, from 0 to 1, at which the two solids touch; 2:
 * at its end they overlap by at most `least`                                          (RB.24) */
double nsd_collide_sweep(const nsd_solid *one, const nsd_solid *two, const double *d, double least);

/* Adds the point at which two solids that overlap touch when the normal is n, whatever way out is
 * the shortest; not for terrain and half-spaces                                       (RB.24) */
void nsd_collide_add_along(const nsd_solid *one, const nsd_solid *two, const double *n, int feature,
                           nsd_manifold *manifold);

/* Adds the point at which the ball inside the smaller one of two solids touches the other one along
 * the normal n, if they overlap: its force does not turn the solid                    (RB.24) */
void nsd_collide_add_inner(const nsd_solid *one, const nsd_solid *two, const double *n, int feature,
                           nsd_manifold *manifold);

#endif
