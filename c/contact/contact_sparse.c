/* contact_sparse.c - velocities and impulses as the unknowns of one sparse relay       (MJ.11) */
#include "contact/contact_sparse.h"

#include <math.h>
#include <string.h>

void nsd_contact_sparse_lay_out(nsd_contact_sparse *contact, const nsd_linear *model,
                                nsd_scratch *scratch)
{
    const size_t size = (size_t)model->n + (size_t)model->m;
    NSD_SCRATCH_ZEROS(scratch, size, &contact->q, &contact->lower, &contact->upper, &contact->z);
    contact->room = nsd_scratch_part(scratch, nsd_relay_sparse_scratch(model->relay_plan));
}

/* What an impulse of a contact moves, about: H'D^-1 H with D the diagonal of S. The diagonal of the
 * relay has no such number. */
static void fill_units(nsd_contact_sparse *contact, const nsd_linear *model)
{
    for (int j = 0; j < contact->m; j++) {
        double unit = 0.0;
        for (ptrdiff_t k = model->H.start[j]; k < model->H.start[j + 1]; k++) {
            const double value = model->H.values[k];
            unit += value * value / contact->relay.unit[model->H.row[k]];
        }
        contact->relay.unit[contact->n + j] = unit;
    }
}

nsd_status nsd_contact_sparse_init(nsd_contact_sparse *contact, const nsd_linear *model)
{
    contact->n = model->n;
    contact->m = model->m;
    NSD_TRY(
        nsd_relay_sparse_init(&contact->relay, &model->relay, model->relay_plan, &contact->room));
    contact->relay.q = contact->q;
    contact->relay.lower = contact->lower;
    contact->relay.upper = contact->upper;
    fill_units(contact, model);
    for (int i = 0; i < contact->n; i++) {
        contact->lower[i] = -INFINITY;
        contact->upper[i] = INFINITY;
    }
    return NSD_OK;
}

nsd_status nsd_contact_sparse_solve(nsd_contact_sparse *contact, const nsd_lcp_options *options,
                                    const nsd_tally *tally, const double *u, double *r, double *dv)
{
    const int    n = contact->n, m = contact->m;
    signed char *side = contact->relay.side + n;
    double      *z = contact->z;

    memset(contact->relay.side, 0, (size_t)n);
    memset(side, -1, (size_t)m);
    memset(contact->q + n, 0, (size_t)m * sizeof(double));
    memset(contact->upper + n, 0, (size_t)m * sizeof(double));
    for (int k = 0; k < tally->count; k++) { /* held: contacts that pushed before, or approach */
        const int j = tally->active[k];
        contact->upper[n + j] = INFINITY;
        contact->q[n + j] = u[j];
        side[j] = r[j] > 0.0 || u[j] < 0.0 ? 0 : -1;
    }
    const nsd_status status = nsd_relay_sparse_solve(&contact->relay, options, z, &contact->info);
    memcpy(r, z + n, (size_t)m * sizeof(double));
    memcpy(dv, z, (size_t)n * sizeof(double));
    return status;
}
