/* mex_bodies.c - rigid bodies between the host and the kernel. */
#include "family/mex_bodies.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "family/mex_options.h"
#include "simulate/family_bodies.h"

/* Bodies for which contacts are recorded with KeepContacts 'auto'. Larger: memory of long runs;
 * smaller: users have to ask. */
#define MOST_KEPT_BODIES 100

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
static int shape_of_name(const mxArray *names, size_t k)
{
    char name[32];
    nsd_mex_word(nsd_mex_cell(names, "shapeNames", k), "shapeNames", name, sizeof name);
    const int shape = nsd_collide_find(name);
    NSD_MEX_REFUSE(shape < 0, "shapeNames: there is no shape '%s'", name);
    return shape;
}

/* The shape of each body, which the field `shape` gives as a place in the cell `shapeNames` */
static const int *shapes_of(const mxArray *arrays, int *count)
{
    const mxArray *names = nsd_mex_member(arrays, "shapeNames");
    const size_t   known = mxIsCell(names) ? mxGetNumberOfElements(names) : 0;
    int           *number = mxMalloc((known + 1) * sizeof *number);

    columns_of(arrays, "shape", 1, count);
    const double *place = nsd_mex_integers(nsd_mex_member(arrays, "shape"), "shape", 1,
                                           (size_t)*count, 1, (double)known);
    int          *shape = mxMalloc(((size_t)*count + 1) * sizeof *shape);
    for (size_t k = 0; k < known; k++) {
        number[k] = shape_of_name(names, k);
    }
    for (int i = 0; i < *count; i++) {
        shape[i] = number[(size_t)place[i] - 1];
    }
    return shape;
}

/* Whole numbers from `low` to `high` of a field, as ints, one row of `count` columns */
static const int *whole_numbers(const mxArray *arrays, const char *name, size_t count, double low,
                                double high)
{
    const double *from = nsd_mex_integers(nsd_mex_member(arrays, name), name, 1, count, low, high);
    int          *to = mxMalloc((count + 1) * sizeof *to);
    for (size_t k = 0; k < count; k++) {
        to[k] = (int)from[k];
    }
    return to;
}

/* The pairs of bodies to ignore, which must be in order */
static const int *pairs_of(const mxArray *arrays, nsd_body_set *set)
{
    const mxArray *field = nsd_mex_member(arrays, "ignore");
    const size_t   count = mxGetN(field);
    const double  *from = nsd_mex_integers(field, "ignore", 2, count, 0, set->count);
    int           *pair = mxMalloc((2 * count + 1) * sizeof *pair);

    set->ignored = nsd_mex_count(count, "ignore");
    for (size_t k = 0; k < 2 * count; k++) {
        pair[k] = (int)from[k];
    }
    return pair;
}

/* A hull from {corners, start, loop, normals} of toolbox/internal/bodies/nsd_body_hull.m */
static nsd_hull hull_of(const mxArray *from)
{
    nsd_hull hull = { .corners = -1, .faces = -1 };
    hull.corner = columns_of(from, "corner", 3, &hull.corners);
    hull.normal = columns_of(from, "normal", 3, &hull.faces);
    const size_t faces = (size_t)hull.faces;
    NSD_MEX_REFUSE(hull.corners < 1, "hulls: a hull needs corners");
    const size_t loops = mxGetN(nsd_mex_member(from, "loop"));
    hull.start = whole_numbers(from, "start", faces + 1, 0, (double)loops);
    hull.loop = whole_numbers(from, "loop", loops, 0, hull.corners - 1);
    for (size_t k = 0; k < faces; k++) {
        NSD_MEX_REFUSE(hull.start[k + 1] < hull.start[k] + 3, "hulls: a face needs three corners");
    }
    return hull;
}

static nsd_terrain terrain_of(const mxArray *from)
{
    const mxArray *height = nsd_mex_member(from, "height");
    nsd_terrain    terrain = { .nx = nsd_mex_count(mxGetM(height), "height"),
                               .ny = nsd_mex_count(mxGetN(height), "height") };
    int            one = 1;
    terrain.height = nsd_mex_matrix(height, "height", mxGetM(height), mxGetN(height));
    memcpy(terrain.corner, columns_of(from, "corner", 2, &one), sizeof terrain.corner);
    memcpy(terrain.step, columns_of(from, "step", 2, &one), sizeof terrain.step);
    NSD_MEX_REFUSE(terrain.nx < 2 || !(terrain.step[0] > 0.0 && terrain.step[1] > 0.0),
                   "terrains: a terrain needs nodes with distances");
    return terrain;
}

/* Hulls and terrains, and which one each shape has */
static void read_data(const mxArray *arrays, int shapes, nsd_body_set *set)
{
    const mxArray *hulls = nsd_mex_member(arrays, "hulls");
    const mxArray *terrains = nsd_mex_member(arrays, "terrains");
    const size_t   count[2] = { mxIsCell(hulls) ? mxGetNumberOfElements(hulls) : 0,
                              mxIsCell(terrains) ? mxGetNumberOfElements(terrains) : 0 };
    nsd_hull    *hull = mxMalloc((count[0] + 1) * sizeof *hull);
    nsd_terrain *terrain = mxMalloc((count[1] + 1) * sizeof *terrain);

    for (size_t k = 0; k < count[0]; k++) {
        hull[k] = hull_of(nsd_mex_cell(hulls, "hulls", k));
    }
    for (size_t k = 0; k < count[1]; k++) {
        terrain[k] = terrain_of(nsd_mex_cell(terrains, "terrains", k));
        NSD_MEX_REFUSE(set->dimension == 3 && terrain[k].ny < 2, "terrains: a grid needs cells");
    }
    set->hull = hull;
    set->terrain = terrain;
    set->data = whole_numbers(arrays, "data", (size_t)shapes, -1, 1e9);
    for (int k = 0; k < shapes; k++) {
        const int kind = set->shape[k] == NSD_SHAPE_HULL      ? 0
                         : set->shape[k] == NSD_SHAPE_TERRAIN ? 1
                                                              : -1;
        NSD_MEX_REFUSE(kind >= 0 && !(set->data[k] >= 0 && (size_t)set->data[k] < count[kind]),
                       "data: shape %d has no hull or terrain", k + 1);
        NSD_MEX_REFUSE(kind == 0 && set->dimension == 3 && hull[set->data[k]].faces < 4,
                       "hulls: a hull in space needs faces");
    }
}

/* The shapes of the bodies: what they are and where they sit */
static void read_shapes(const mxArray *arrays, nsd_body_set *set)
{
    int shapes = -1;

    set->shape = shapes_of(arrays, &shapes);
    set->size = columns_of(arrays, "size", 3, &shapes);
    set->surface = columns_of(arrays, "surface", NSD_SURFACE, &shapes);
    set->place = columns_of(arrays, "place", 12, &shapes);
    set->first = whole_numbers(arrays, "first", (size_t)set->count + 1, 0, shapes);
    NSD_MEX_REFUSE(set->first[0] != 0 || set->first[set->count] != shapes,
                   "first: the shapes do not belong to the bodies");
    for (int i = 0; i < set->count; i++) {
        NSD_MEX_REFUSE(set->first[i + 1] <= set->first[i], "first: body %d has no shape", i + 1);
    }
    read_data(arrays, shapes, set);
}

/* An nsd_mex_bodies from the struct of internal/bodies/nsd_body_arrays.m, whose arrays it borrows,
 * but for the numbers of the shapes */
void nsd_mex_bodies_read(const mxArray *arrays, void *host)
{
    nsd_mex_bodies *own = host;
    nsd_body_set   *set = &own->set;
    int             one = 1;

    memset(own, 0, sizeof *own);
    set->count = set->planes = -1;
    set->dimension = (int)nsd_mex_integer(arrays, "dimension", 2, 3);
    set->mass = columns_of(arrays, "mass", 1, &set->count);
    set->inertia = columns_of(arrays, "inertia", 3, &set->count);
    set->group = nsd_mex_integers(nsd_mex_member(arrays, "group"), "group", 2, (size_t)set->count,
                                  0, 9007199254740992.0); /* 2^53: bits of whole numbers */
    read_shapes(arrays, set);
    set->plane = columns_of(arrays, "plane", 4, &set->planes);
    set->plane_surface = columns_of(arrays, "planeSurface", NSD_SURFACE, &set->planes);
    memcpy(set->default_surface, columns_of(arrays, "usual", NSD_SURFACE, &one),
           sizeof set->default_surface);
    memcpy(set->gravity, columns_of(arrays, "gravity", 3, &one), sizeof set->gravity);
    set->cell = nsd_mex_field(arrays, "cell");
    set->ignore = pairs_of(arrays, set);
    nsd_mex_mechanism_read(arrays, own);
}

/* The numbers at `place` in each recorded contact, a row for each */
static void export_numbers(const nsd_body_record *record, size_t place, size_t width,
                           const char *name, mxArray *contacts)
{
    mxArray *array = nsd_mex_zeros(record->count, width);
    double  *to = mxGetPr(array);
    for (size_t k = 0; k < record->count; k++) {
        const double *from = (const double *)((const char *)(record->contact + k) + place);
        for (size_t j = 0; j < width; j++) {
            to[k + j * record->count] = from[j];
        }
    }
    nsd_mex_set(contacts, name, array);
}

mxArray *nsd_mex_bodies_export_contacts(const nsd_bodies *bodies)
{
    const nsd_body_record *record = &bodies->record;
    const size_t           d = (size_t)bodies->set->dimension;
    mxArray               *contacts = mxCreateStructMatrix(1, 1, 0, NULL);
    export_numbers(record, offsetof(nsd_recorded_contact, row), 1, "row", contacts);
    export_numbers(record, offsetof(nsd_recorded_contact, bodies), 2, "bodies", contacts);
    export_numbers(record, offsetof(nsd_recorded_contact, point), d, "point", contacts);
    export_numbers(record, offsetof(nsd_recorded_contact, gap), 1, "gap", contacts);
    export_numbers(record, offsetof(nsd_recorded_contact, normal), d, "normal", contacts);
    export_numbers(record, offsetof(nsd_recorded_contact, impulse), d, "impulse", contacts);
    return contacts;
}

/* Contacts are recorded by the option KeepContacts, 'auto': of few bodies; never at given times. */
static int keeps_contacts(const nsd_mex_systems *in, int count)
{
    static const char *const words[] = { "off", "auto", "on", NULL };
    const int                choice = nsd_mex_field_word(in->options, "KeepContacts", words);
    return in->run && !in->plan->times && choice > 0 && (choice > 1 || count <= MOST_KEPT_BODIES);
}

static void add_contacts(nsd_mex_family *family, nsd_trajectory *run, mxArray *result)
{
    const nsd_bodies *bodies = (const nsd_bodies *)run->stepper; /* its base comes first */
    (void)family;
    nsd_mex_set(result, "contacts", nsd_mex_bodies_export_contacts(bodies));
}

void *nsd_mex_bodies_family(nsd_mex_family *family, const nsd_mex_systems *in)
{
    const nsd_body_set *set = family->family.models.model[0];
    nsd_family_bodies  *context = mxCalloc(1, sizeof *context);

    context->options = nsd_mex_options_bodies(in->options);
    context->record = keeps_contacts(in, set->count);
    context->resize = in->run ? mxRealloc : realloc; /* threads must not call the host */
    context->release = in->run ? NULL : free;
    family->rows.no_states = 1;
    family->rows.energies = NSD_MEX_KEEP(NSD_KINETIC) | NSD_MEX_KEEP(NSD_POTENTIAL) |
                            NSD_MEX_KEEP(NSD_IMPACT) | NSD_MEX_KEEP(NSD_DRIVEN) |
                            NSD_MEX_KEEP(NSD_FRICTION) | NSD_MEX_KEEP(NSD_NUMERICAL) |
                            NSD_MEX_KEEP(NSD_EXTERNAL) | NSD_MEX_KEEP(NSD_DAMPING);
    family->add_results = add_contacts;
    return context;
}

void nsd_mex_bodies_begin(nsd_mex_bodies_at *at, const mxArray *arrays, const mxArray *q,
                          const mxArray *v)
{
    const nsd_bodies_options options = { .h = 1.0, .tolerance = 1.0, .max_iter = 1, .order = 1 };

    at->bodies.resize = mxRealloc;
    nsd_mex_bodies_read(arrays, &at->host);
    const nsd_sizes sizes = nsd_bodies_sizes(&at->host.set);
    const size_t    n = (size_t)sizes.n;
    nsd_scratch     memory = nsd_mex_scratch(nsd_state_scratch(&sizes));
    nsd_mex_require(nsd_state_init(&at->state, NULL, &sizes, 0.0, &memory), "bodies");
    memcpy(at->state.q, nsd_mex_matrix(q, "q", n, 1), n * sizeof(double));
    if (v) {
        memcpy(at->state.v, nsd_mex_matrix(v, "v", n, 1), n * sizeof(double));
    }
    nsd_scratch scratch = nsd_mex_scratch(nsd_bodies_scratch(&at->host.set));
    nsd_mex_require(
        nsd_bodies_init(&at->bodies, &at->host.set, &options, &scratch, &at->state, &at->ledger),
        "bodies");
    at->n = sizes.n;
}
