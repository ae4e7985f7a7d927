/* mex_bodies.c - rigid bodies between the host and the kernel. */
#include "family/mex_bodies.h"

#include <string.h>

#include "bodies/bodies_shape.h"

/* The numbers of a field with `rows` rows and *count columns; *count < 0: as many as the
 * field has */
static const double *columns_of(const mxArray *arrays, const char *name, int rows, int *count)
{
    const mxArray *member = nsd_mex_member(arrays, name);
    const size_t   columns = mxGetN(member);
    if (*count < 0) {
        *count = nsd_mex_count(columns, name);
    }
    return nsd_mex_matrix(member, name, (size_t)rows, (size_t)*count);
}

/* The number in the kernel of the k-th of the names */
static int shape_of_name(const mxArray *names, mwIndex k)
{
    char name[32];
    nsd_mex_word(mxGetCell(names, k), "shapeNames", name, sizeof name);
    const int shape = nsd_bodies_shape_find(name);
    if (shape < 0) {
        mexErrMsgIdAndTxt("nsd:mex:badInput", "shapeNames: there is no shape '%s'", name);
    }
    return shape;
}

/* The shape of each body, which the field `shape` gives as a place in the cell `shapeNames` */
static const int *shapes_of(const mxArray *arrays, int *count)
{
    const mxArray *names = nsd_mex_member(arrays, "shapeNames");
    const double  *place = columns_of(arrays, "shape", 1, count);
    const size_t   known = mxIsCell(names) ? mxGetNumberOfElements(names) : 0;
    int           *number = mxMalloc((known + 1) * sizeof *number);
    int           *shape = mxMalloc(((size_t)*count + 1) * sizeof *shape);

    for (size_t k = 0; k < known; k++) {
        number[k] = shape_of_name(names, (mwIndex)k);
    }
    for (int i = 0; i < *count; i++) {
        if (!(place[i] >= 1.0 && place[i] <= (double)known)) {
            mexErrMsgIdAndTxt("nsd:mex:badInput", "shape must be places in shapeNames");
        }
        shape[i] = number[(size_t)place[i] - 1];
    }
    return shape;
}

void nsd_mex_bodies_read(const mxArray *arrays, nsd_body_set *set)
{
    int one = 1;

    memset(set, 0, sizeof *set);
    set->count = set->planes = -1;
    set->dimension = (int)nsd_mex_field(arrays, "dimension");
    set->shape = shapes_of(arrays, &set->count);
    set->size = columns_of(arrays, "size", 3, &set->count);
    set->mass = columns_of(arrays, "mass", 1, &set->count);
    set->inertia = columns_of(arrays, "inertia", 3, &set->count);
    set->surface = columns_of(arrays, "surface", NSD_SURFACE, &set->count);
    set->plane = columns_of(arrays, "plane", 4, &set->planes);
    set->plane_surface = columns_of(arrays, "planeSurface", NSD_SURFACE, &set->planes);
    memcpy(set->default_surface, columns_of(arrays, "usual", NSD_SURFACE, &one),
           sizeof set->default_surface);
    memcpy(set->gravity, columns_of(arrays, "gravity", 3, &one), sizeof set->gravity);
    set->cell = nsd_mex_field(arrays, "cell");
}

mxArray *nsd_mex_bodies_export_contacts(const nsd_bodies *bodies)
{
    const size_t count = bodies->record.count;
    mxArray     *array = mxCreateDoubleMatrix(NSD_BODY_CONTACT_FIELDS, (mwSize)count, mxREAL);
    if (count > 0) {
        memcpy(mxGetPr(array), bodies->record.values,
               NSD_BODY_CONTACT_FIELDS * count * sizeof(double));
    }
    return array;
}
