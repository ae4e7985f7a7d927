/* mex_bodies.c - rigid bodies between the host and the kernel. */
#include "family/mex_bodies.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/bodies_shape.h"
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
    const int shape = nsd_bodies_shape_find(name);
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

/* An nsd_mex_bodies from the struct of internal/model/nsd_body_arrays.m, whose arrays it borrows,
 * but for the numbers of the shapes */
void nsd_mex_bodies_read(const mxArray *arrays, void *host)
{
    nsd_mex_bodies *own = host;
    nsd_body_set   *set = &own->set;
    int             one = 1;

    memset(own, 0, sizeof *own);
    set->count = set->planes = -1;
    set->dimension = (int)nsd_mex_integer(arrays, "dimension", 2, 3);
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
    set->ignore = pairs_of(arrays, set);
    nsd_mex_mechanism_read(arrays, own);
}

/* The numbers at `place` in each recorded contact, a row for each */
static void export_numbers(const nsd_body_record *record, size_t place, size_t width,
                           const char *name, mxArray *contacts)
{
    mxArray *array = nsd_mex_zeros(record->count, width);
    for (size_t k = 0; k < record->count; k++) {
        const double *from = (const double *)((const char *)(record->contact + k) + place);
        for (size_t j = 0; j < width; j++) {
            mxGetPr(array)[k + j * record->count] = from[j];
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
                            NSD_MEX_KEEP(NSD_IMPACT) | NSD_MEX_KEEP(NSD_FRICTION) |
                            NSD_MEX_KEEP(NSD_NUMERICAL) | NSD_MEX_KEEP(NSD_EXTERNAL) |
                            NSD_MEX_KEEP(NSD_DAMPING);
    family->add_results = add_contacts;
    return context;
}

void nsd_mex_bodies_begin(nsd_mex_bodies_at *at, const mxArray *arrays, const mxArray *q,
                          const mxArray *v)
{
    const nsd_bodies_options options = { 1.0, 0.0, 1.0, 1, 0, NULL };

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
