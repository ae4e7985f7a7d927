/* contact_fixed.c - contact problem of a linear system: Delassus matrix and elimination of the
 * joints, then an LCP on the active contacts of each step. */
#include "contact/contact_fixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reciprocal condition number of W_JJ beyond which joints are redundant. Larger: independent
 * joints of very different masses are no longer enforced; smaller: redundant joints get huge
 * impulses that cancel each other. */
#define RANK_TOLERANCE 1e-12

/* W(a,a) with the joints eliminated, as a part of W(a,a) before, up to which the joints hold
 * contact a, and the contact takes no impulse. Larger: contacts that can still move a little
 * penetrate; smaller: rounding counts as motion, and the impulse is huge. */
#define HELD_TOLERANCE 1e-12

/* Contacts that share no coordinate do not interact when A is diagonal; W then has the bandwidth
 * of H'H. A band is stored only where it is narrower than a quarter of the contacts. */
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

/* Applying the kept columns costs n multiply-adds for each column and step, doing without them one
 * more solve for each step. */
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
    contact->gathered = nsd_scratch_take(scratch, m, sizeof(int));
    contact->rhs = nsd_scratch_take(scratch, m, sizeof(double));
    contact->z = nsd_scratch_take(scratch, m, sizeof(double));
    contact->work = nsd_scratch_take(scratch, n + p, sizeof(double));
    contact->lcp_scratch.base = nsd_scratch_take(scratch, lcp_bytes, 1);
    contact->lcp_scratch.size = lcp_bytes;
    const int complete = contact->W && contact->block && contact->W_JJ && contact->W_JH &&
                         contact->W_HJ && contact->tally.active && contact->gathered &&
                         contact->rhs && contact->z && contact->work && contact->lcp_scratch.base;
    return complete ? NSD_OK : NSD_ERR_WORKSPACE;
}

static void solve_with_factor(const void *factor, double *x)
{
    nsd_factor_solve(factor, x);
}

/* A^-1 times column `slot` of [H J]; written to contact->columns where these are kept */
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

/* A contact along the joints cannot move: W(a,a) with the joints eliminated is rounding. A zero
 * there makes nsd_contact_fixed_solve_many leave the contact out.                      (MJ.7) */
static void mark_if_held(nsd_contact_fixed *contact, int a, double uncondensed)
{
    double *diagonal = contact->W + a + (ptrdiff_t)a * contact->ld;
    if (fabs(*diagonal) <= HELD_TOLERANCE * fabs(uncondensed)) {
        *diagonal = 0.0;
    }
}

/* W <- W_HH - W_HJ W_JJ^+ W_JH; contact->columns remain A^-1 [H J]                   (MJ.7) */
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

static nsd_status init_all(nsd_contact_fixed *contact, const nsd_contact_fixed_setup *setup,
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
        contact->inverse_W = 1.0 / contact->W[0];
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
    return init_all(contact, setup, &response, scratch);
}

nsd_status nsd_contact_fixed_init_response(nsd_contact_fixed             *contact,
                                           const nsd_contact_fixed_setup *setup,
                                           const nsd_response *response, nsd_scratch *scratch)
{
    memset(contact, 0, sizeof *contact);
    return init_all(contact, setup, response, scratch);
}

/* The LCP of the active contacts: W(active, active) into contact->block, full or as a packed band
 * like W                                                                               (MJ.5) */
static nsd_lcp gather_active(nsd_contact_fixed *contact)
{
    const int count = contact->tally.count;
    const int full = contact->bandwidth == contact->tally.m - 1;
    nsd_lcp   lcp = { count, 0, 0, contact->symmetric, contact->block, contact->rhs };

    lcp.bandwidth = full || contact->bandwidth >= count ? count - 1 : contact->bandwidth;
    lcp.ld = full || 2 * lcp.bandwidth >= count ? count : 2 * lcp.bandwidth;
    double *first = contact->block + (lcp.ld < count ? lcp.bandwidth : 0);
    lcp.M = first;

    if (contact->gathered_count == count &&
        memcmp(contact->gathered, contact->tally.active, (size_t)count * sizeof(int)) == 0) {
        return lcp; /* the same contacts as in the last problem */
    }
    memcpy(contact->gathered, contact->tally.active, (size_t)count * sizeof(int));
    contact->gathered_count = count;
    for (int j = 0; j < count; j++) {
        const int     a = contact->tally.active[j];
        const double *column = contact->W + (ptrdiff_t)a * contact->ld;
        const int     low = j > lcp.bandwidth ? j - lcp.bandwidth : 0;
        const int     high = j + lcp.bandwidth < count ? j + lcp.bandwidth : count - 1;
        for (int i = low; i <= high; i++) {
            const int near = abs(contact->tally.active[i] - a) <= contact->bandwidth;
            first[i + (ptrdiff_t)j * lcp.ld] = near ? column[contact->tally.active[i]] : 0.0;
        }
    }
    return lcp;
}

/* One active contact in closed form                                                    (MJ.5) */
static nsd_status solve_one(nsd_contact_fixed *contact, const double *u, double *P)
{
    const int    a = contact->tally.active[0];
    const double W = contact->W[a + (ptrdiff_t)a * contact->ld];

    P[a] = 0.0;
    if (u[a] >= 0.0) {
        return NSD_OK;
    }
    if (!(W > 0.0)) { /* no motion of the system opens this contact; also true for NaN */
        return NSD_RAY;
    }
    P[a] = -u[a] / W;
    return isfinite(P[a]) ? NSD_OK : NSD_STALLED;
}

/* Several active contacts, from the guess P                                            (MJ.5) */
static nsd_status solve_many(nsd_contact_fixed *contact, const double *u, double *P)
{
    const int     count = contact->tally.count;
    const nsd_lcp lcp = gather_active(contact);

    for (int i = 0; i < count; i++) {
        contact->rhs[i] = u[contact->tally.active[i]];
        contact->z[i] = P[contact->tally.active[i]];
    }
    const size_t     mark = contact->lcp_scratch.used;
    const nsd_status status = nsd_lcp_auto(&lcp, &contact->options, &contact->lcp_scratch,
                                           contact->z, &contact->info);
    contact->lcp_scratch.used = mark;
    contact->tally.problems++;
    contact->tally.iterations += contact->info.iterations;
    contact->tally.worst = fmax(contact->tally.worst, contact->info.residual);

    memset(P, 0, (size_t)contact->tally.m * sizeof *P);
    for (int i = 0; i < count; i++) {
        P[contact->tally.active[i]] = contact->z[i];
    }
    return status;
}

/* Takes the contacts that the joints hold out of the active set: no impulse moves these contacts,
 * the joints carry their load, and their velocity is rounding. */
static void leave_out_held(nsd_contact_fixed *contact)
{
    int count = 0;
    for (int i = 0; i < contact->tally.count; i++) {
        const int a = contact->tally.active[i];
        if (contact->W[a + (ptrdiff_t)a * contact->ld] != 0.0) {
            contact->tally.active[count++] = a;
        }
    }
    contact->tally.count = count;
}

void nsd_contact_fixed_joints_without_contacts(const nsd_contact_fixed *contact, const double *uJ,
                                               double *u, double *joint)
{
    nsd_dense_gemv(NSD_PLAIN, contact->tally.p, contact->tally.p, -1.0, contact->W_JJ,
                   contact->tally.p, uJ, 0.0, joint);
    for (int i = 0; i < contact->tally.count; i++) {
        const int a = contact->tally.active[i];
        for (int j = 0; j < contact->tally.p; j++) {
            u[a] += contact->W_HJ[a + (ptrdiff_t)j * contact->tally.m] * joint[j];
        }
    }
}

void nsd_contact_fixed_joints_with_contacts(const nsd_contact_fixed *contact, const double *P,
                                            double *joint)
{
    const int p = contact->tally.p;
    if (contact->tally.count > 0) {
        nsd_dense_gemv(NSD_PLAIN, p, contact->tally.m, 1.0, contact->W_JH, p, P, 0.0,
                       contact->work);
        nsd_dense_gemv(NSD_PLAIN, p, p, -1.0, contact->W_JJ, p, contact->work, 1.0, joint);
    }
}

nsd_status nsd_contact_fixed_solve_many(nsd_contact_fixed *contact, double *u, const double *uJ,
                                        double *P, double *joint)
{
    nsd_status status = NSD_OK;

    if (contact->tally.p > 0) {
        leave_out_held(contact);
        nsd_contact_fixed_joints_without_contacts(contact, uJ, u, joint);
    }
    if (contact->tally.count == 1) {
        for (int a = 0; a < contact->tally.m; a++) {
            P[a] = 0.0;
        }
        status = solve_one(contact, u, P);
    } else if (contact->tally.count > 1) {
        status = solve_many(contact, u, P);
    } else {
        for (int a = 0; a < contact->tally.m; a++) {
            P[a] = 0.0;
        }
    }
    if (contact->tally.p > 0 && status == NSD_OK) {
        nsd_contact_fixed_joints_with_contacts(contact, P, joint);
    }
    return status;
}

void nsd_contact_fixed_apply(const nsd_contact_fixed *contact, const double *P, const double *joint,
                             double *v)
{
    const int n = contact->tally.n, m = contact->tally.m;

    if (contact->columns) { /*                                                          (MJ.6) */
        for (int a = 0; a < m + contact->tally.p; a++) {
            const double  impulse = a < m ? P[a] : joint[a - m];
            const double *column = contact->columns + (ptrdiff_t)a * n;
            if (impulse != 0.0) {
                for (int i = 0; i < n; i++) {
                    v[i] += column[i] * impulse;
                }
            }
        }
        return;
    }
    memset(contact->work, 0, (size_t)n * sizeof(double));
    for (int a = 0; a < m; a++) {
        if (P[a] != 0.0) {
            nsd_columns_add(contact->H, a, P[a], contact->work);
        }
    }
    for (int j = 0; j < contact->tally.p; j++) {
        nsd_columns_add(contact->J, j, joint[j], contact->work);
    }
    nsd_factor_solve(contact->A, contact->work);
    for (int i = 0; i < n; i++) {
        v[i] += contact->work[i];
    }
}
