/* contact_bounded.c - contacts that each hold one coordinate, on a sparse factor        (MJ.10) */
#include "contact/contact_bounded.h"

#include <string.h>

void nsd_contact_bounded_lay_out(nsd_contact_bounded *contact, const nsd_linear *model,
                                 nsd_scratch *scratch)
{
    const size_t n = (size_t)model->A.n;
    contact->side = nsd_scratch_take(scratch, n, 1);
    NSD_SCRATCH_EACH(scratch, n, &contact->b, &contact->y, &contact->x);
    contact->room = nsd_scratch_part(scratch, nsd_bounded_scratch(model->A.n) +
                                                  nsd_bounded_plan_scratch(model->plan));
}

nsd_status nsd_contact_bounded_init(nsd_contact_bounded *contact, const nsd_linear *model)
{
    contact->H = &model->H;
    contact->n = model->n;
    NSD_TRY(nsd_bounded_init(&contact->problem, &model->A, &contact->room));
    contact->problem.b = contact->b;
    contact->problem.side = contact->side;
    return nsd_bounded_plan(&contact->problem, model->plan, &contact->room);
}

/* The row of A that contact j holds: its coordinate, or the row of its own              (MJ.12) */
static ptrdiff_t held_row(const nsd_contact_bounded *contact, int j)
{
    const int n = contact->n;
    return contact->problem.A->n > n ? n + j : contact->H->row[contact->H->start[j]];
}

/* side, y, and a guess of what is held: contacts that pushed in the step before, and those that
 * approach; y closes the active contacts: H'y = -u                                      (MJ.10) */
static void fill_problem(nsd_contact_bounded *contact, const nsd_tally *tally, const double *u,
                         const double *r)
{
    const nsd_columns *H = contact->H, *A = contact->problem.A;
    const size_t       n = (size_t)A->n;

    memset(contact->side, 0, n);
    memset(contact->y, 0, n * sizeof(double));
    memset(contact->problem.moves, 1, n);
    for (int k = 0; k < tally->count; k++) {
        const int       j = tally->active[k];
        const double    c = H->values[H->start[j]];
        const ptrdiff_t i = held_row(contact, j);
        contact->side[i] = c > 0.0 ? 1 : -1;
        contact->y[i] = -u[j] / c;
        contact->problem.moves[i] = !(r[j] > 0.0 || u[j] < 0.0);
    }
    memset(contact->b, 0, n * sizeof(double));
    for (int k = 0; k < tally->count; k++) {
        const ptrdiff_t i = held_row(contact, tally->active[k]);
        nsd_columns_add(A, (int)i, -contact->y[i], contact->b);
    }
}

nsd_status nsd_contact_bounded_solve(nsd_contact_bounded *contact, const nsd_lcp_options *options,
                                     const nsd_tally *tally, const double *u, double *r, double *dv)
{
    const nsd_columns        *H = contact->H;
    const nsd_bounded_options own = { options->max_iter, options->tolerance, options->poll,
                                      options->rounding };

    fill_problem(contact, tally, u, r);
    const nsd_status status = nsd_bounded_solve(&contact->problem, &own, contact->x,
                                                &contact->info);
    memset(r, 0, (size_t)H->m * sizeof *r);
    for (int k = 0; k < tally->count; k++) {
        const int       j = tally->active[k];
        const ptrdiff_t i = held_row(contact, j);
        const double    impulse = contact->problem.r[i] / H->values[H->start[j]];
        r[j] = contact->problem.moves[i] || impulse < 0.0 ? 0.0 : impulse;
    }
    nsd_dense_sum(contact->n, contact->y, 1.0, contact->x, dv);
    for (int j = 0; j < H->m; j++) { /* coordinates with a contact: the row of the contact */
        const ptrdiff_t i = held_row(contact, j);
        dv[H->row[H->start[j]]] = contact->y[i] + contact->x[i];
    }
    return status == NSD_ERR_NOT_DEFINITE ? NSD_STALLED : status;
}
