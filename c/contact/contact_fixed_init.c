/* contact_fixed_init.c - Delassus matrix, cached columns and elimination of the joints. */
#include <math.h>
#include <string.h>

#include "contact/contact_fixed.h"

#define RANK_TOLERANCE 1e-12 /* redundant joints: relative to the largest direction of W_JJ */
#define HELD_TOLERANCE 1e-12 /* contacts held by joints: condensed against uncondensed W(a,a) */

/* Contacts that share no coordinate do not interact when A is diagonal; W then has the
 * bandwidth of H'H. A band wider than a quarter is kept full. */
static int delassus_bandwidth(const nsd_contact_fixed_setup *setup)
{
    const int m = setup->H->m;
    const int apart = setup->J->m == 0 && nsd_factor_plan(setup->sum) == NSD_FACTOR_DIAGONAL;
    if (m == 0) {
        return 0;
    }
    return apart && 4 * setup->coupling < m ? setup->coupling : m - 1;
}

static size_t delassus_size(const nsd_contact_fixed_setup *setup)
{
    const size_t m = (size_t)setup->H->m, band = (size_t)delassus_bandwidth(setup);
    return m == 0 || band == m - 1 ? m * m : (2 * band + 1) * m;
}

/* n multiply-adds per cached column and step against one more solve per step */
static int columns_are_worth_it(const nsd_contact_fixed_setup *setup)
{
    const double columns = (double)setup->H->m + setup->J->m;
    return setup->H->n <= NSD_INVERSE_SIZE || columns * setup->H->n <= nsd_factor_cost(setup->sum);
}

static size_t fit_size(size_t p)
{
    return (size_t)nsd_dense_least_squares_work((int)p, (int)p) + p * p;
}

size_t nsd_contact_fixed_scratch(const nsd_contact_fixed_setup *setup)
{
    const size_t n = (size_t)setup->H->n, m = (size_t)setup->H->m, p = (size_t)setup->J->m;
    const size_t cached = columns_are_worth_it(setup) ? n * (m + p) : 0;

    return 2 * nsd_scratch_need(delassus_size(setup), sizeof(double)) +
           nsd_scratch_need(cached, sizeof(double)) + nsd_scratch_need(p * p, sizeof(double)) +
           2 * nsd_scratch_need(m * p, sizeof(double)) + 2 * nsd_scratch_need(m, sizeof(int)) +
           2 * nsd_scratch_need(m, sizeof(double)) + nsd_scratch_need(n + p, sizeof(double)) +
           nsd_scratch_need(fit_size(p), sizeof(double)) + nsd_scratch_need(p, sizeof(nsd_int)) +
           nsd_scratch_need(nsd_lcp_scratch((int)m), 1);
}

static nsd_status take_arrays(nsd_contact_fixed *contact, const nsd_contact_fixed_setup *setup,
                              int keep_columns, nsd_scratch *scratch)
{
    const size_t n = (size_t)contact->tally.n, m = (size_t)contact->tally.m,
                 p = (size_t)contact->tally.p;
    const size_t full = delassus_size(setup), lcp_bytes = nsd_lcp_scratch(contact->tally.m);

    contact->W = nsd_scratch_take(scratch, full, sizeof(double));
    contact->block = nsd_scratch_take(scratch, full, sizeof(double));
    if (keep_columns && columns_are_worth_it(setup)) {
        contact->columns = nsd_scratch_take(scratch, n * (m + p), sizeof(double));
        if (!contact->columns) {
            return NSD_ERR_WORKSPACE;
        }
    }
    contact->W_JJ = nsd_scratch_take(scratch, p * p, sizeof(double));
    contact->W_JH = nsd_scratch_take(scratch, m * p, sizeof(double));
    contact->W_HJ = nsd_scratch_take(scratch, m * p, sizeof(double));
    contact->tally.active = nsd_scratch_take(scratch, m, sizeof(int));
    contact->known = nsd_scratch_take(scratch, m, sizeof(int));
    contact->rhs = nsd_scratch_take(scratch, m, sizeof(double));
    contact->z = nsd_scratch_take(scratch, m, sizeof(double));
    contact->work = nsd_scratch_take(scratch, n + p, sizeof(double));
    contact->lcp_scratch.base = nsd_scratch_take(scratch, lcp_bytes, 1);
    contact->lcp_scratch.size = lcp_bytes;
    const int complete = contact->W && contact->block && contact->W_JJ && contact->W_JH &&
                         contact->W_HJ && contact->tally.active && contact->known && contact->rhs &&
                         contact->z && contact->work && contact->lcp_scratch.base;
    return complete ? NSD_OK : NSD_ERR_WORKSPACE;
}

static void solve_with_factor(const void *factor, double *x)
{
    nsd_factor_solve(factor, x);
}

/* x <- A^-1 (column j of H or J); kept when the columns are cached */
static const double *column_response(nsd_contact_fixed *contact, const nsd_response *response,
                                     int slot)
{
    const int m = contact->tally.m;
    double   *x = contact->columns ? contact->columns + (ptrdiff_t)slot * contact->tally.n
                                   : contact->work;
    memset(x, 0, (size_t)contact->tally.n * sizeof *x);
    nsd_columns_add(slot < m ? contact->H : contact->J, slot < m ? slot : slot - m, 1.0, x);
    response->respond(response->context, x);
    return x;
}

/* W = H'A^-1 H and the couplings with the joints                                     (MJ.4) */
static void fill_delassus(nsd_contact_fixed *contact, const nsd_response *response)
{
    const int m = contact->tally.m, p = contact->tally.p, band = contact->bandwidth;

    for (int j = 0; j < m; j++) {
        const double *x = column_response(contact, response, j);
        const int     low = j > band ? j - band : 0, high = j + band < m ? j + band : m - 1;
        for (int i = low; i <= high; i++) {
            contact->W[i + (ptrdiff_t)j * contact->ld] = nsd_columns_dot(contact->H, i, x);
        }
        for (int i = 0; i < p; i++) {
            contact->W_JH[i + (ptrdiff_t)j * p] = nsd_columns_dot(contact->J, i, x);
        }
    }
    for (int j = 0; j < p; j++) {
        const double *x = column_response(contact, response, m + j);
        for (int i = 0; i < m; i++) {
            contact->W_HJ[i + (ptrdiff_t)j * m] = nsd_columns_dot(contact->H, i, x);
        }
        for (int i = 0; i < p; i++) {
            contact->W_JJ[i + (ptrdiff_t)j * p] = nsd_columns_dot(contact->J, i, x);
        }
    }
}

/* W_JJ <- its pseudo-inverse, so that redundant joints share the load                (MJ.7) */
static nsd_status invert_joints(nsd_contact_fixed *contact, nsd_scratch *scratch)
{
    const size_t p = (size_t)contact->tally.p;
    double      *copy = nsd_scratch_take(scratch, fit_size(p), sizeof(double));
    nsd_int     *pivot = nsd_scratch_take(scratch, p, sizeof(nsd_int));
    if (!copy || !pivot) {
        return NSD_ERR_WORKSPACE;
    }
    memcpy(copy, contact->W_JJ, p * p * sizeof *copy);
    return nsd_dense_pseudo_inverse(contact->tally.p, copy, RANK_TOLERANCE, pivot, copy + p * p,
                                    contact->W_JJ);
}

/* A contact along the joints cannot move, and what is left of its W(a,a) is rounding. The zero on
 * the diagonal tells nsd_contact_fixed_solve_many to leave it out.                     (MJ.7) */
static void mark_if_held(nsd_contact_fixed *contact, int a, double uncondensed)
{
    double *diagonal = contact->W + a + (ptrdiff_t)a * contact->ld;
    if (fabs(*diagonal) <= HELD_TOLERANCE * fabs(uncondensed)) {
        *diagonal = 0.0;
    }
}

/* W <- W_HH - W_HJ W_JJ^+ W_JH; `columns` stay those of the separate impulses        (MJ.7) */
static void condense_joints(nsd_contact_fixed *contact)
{
    const int m = contact->tally.m, p = contact->tally.p;
    for (int j = 0; j < m; j++) {
        double      *column = contact->W + (ptrdiff_t)j * contact->ld;
        const double uncondensed = column[j];
        nsd_dense_gemv(NSD_PLAIN, p, p, 1.0, contact->W_JJ, p, contact->W_JH + (ptrdiff_t)j * p,
                       0.0, contact->work);
        nsd_dense_gemv(NSD_PLAIN, m, p, -1.0, contact->W_HJ, m, contact->work, 1.0, column);
        mark_if_held(contact, j, uncondensed);
    }
}

static nsd_status prepare(nsd_contact_fixed *contact, const nsd_contact_fixed_setup *setup,
                          const nsd_response *response, nsd_scratch *scratch)
{
    contact->tally.n = setup->H->n;
    contact->tally.m = setup->H->m;
    contact->tally.p = setup->J->m;
    contact->H = setup->H;
    contact->J = setup->J;
    contact->symmetric = response->symmetric;
    contact->options = *setup->options;
    contact->bandwidth = delassus_bandwidth(setup);

    nsd_status status = take_arrays(contact, setup, contact->A != NULL, scratch);
    if (status != NSD_OK) {
        return status;
    }
    if (contact->bandwidth < contact->tally.m - 1) { /* packed band, see solve/lcp/lcp.h */
        contact->ld = 2 * contact->bandwidth;
        contact->W += contact->bandwidth;
    } else {
        contact->ld = contact->tally.m;
    }
    fill_delassus(contact, response);
    if (contact->tally.m == 1 && contact->tally.p == 0 && contact->W[0] > 0.0) {
        contact->alone = 1.0 / contact->W[0];
    }
    if (contact->tally.p > 0) {
        status = invert_joints(contact, scratch);
        condense_joints(contact);
    }
    return status;
}

nsd_status nsd_contact_fixed_init(nsd_contact_fixed *contact, const nsd_contact_fixed_setup *setup,
                                  const nsd_factor *A, nsd_scratch *scratch)
{
    const nsd_response response = { solve_with_factor, A, setup->sum->symmetric };
    memset(contact, 0, sizeof *contact);
    contact->A = A;
    return prepare(contact, setup, &response, scratch);
}

nsd_status nsd_contact_fixed_init_with(nsd_contact_fixed             *contact,
                                       const nsd_contact_fixed_setup *setup,
                                       const nsd_response *response, nsd_scratch *scratch)
{
    memset(contact, 0, sizeof *contact);
    return prepare(contact, setup, response, scratch);
}
