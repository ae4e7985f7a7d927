/* contact_fixed.c - contact problem of a linear system: Delassus matrix and elimination of the
 * joints, then the problem of the active contacts of each step. */
#include "contact/contact_fixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/inline.h"

/* Contacts that share no coordinate do not interact when A is diagonal; W then has the bandwidth
 * of H'H. A band is stored only where it is narrower than a quarter of the contacts. */
static int delassus_bandwidth(const nsd_contact_fixed_setup *setup)
{
    const nsd_linear *model = setup->model;
    const int         size = nsd_contact_fixed_directions(model)->m;
    const int         apart = model->J.m == 0 && model->surface.d == 0 &&
                      nsd_factor_plan(setup->sum) == NSD_FACTOR_DIAGONAL;
    if (size == 0) {
        return 0;
    }
    return apart && 4 * model->coupling < size ? model->coupling : size - 1;
}

static size_t delassus_size(const nsd_contact_fixed_setup *setup)
{
    const size_t m = (size_t)nsd_contact_fixed_directions(setup->model)->m;
    const size_t band = (size_t)delassus_bandwidth(setup);
    return m == 0 || band == m - 1 ? m * m : (2 * band + 1) * m;
}

int nsd_contact_fixed_keeps_columns(const nsd_linear *model, const nsd_factor_sum *sum)
{
    const double columns = (double)nsd_contact_fixed_directions(model)->m + model->J.m;
    return model->n <= NSD_INVERSE_SIZE || columns * model->n <= nsd_factor_cost(sum);
}

static size_t lay_out(nsd_contact_fixed *contact, const nsd_contact_fixed_setup *setup,
                      nsd_scratch *scratch)
{
    const nsd_linear *model = setup->model;
    const size_t      n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->J.m;
    const size_t      directions = (size_t)nsd_contact_fixed_directions(model)->m;
    const int         sparse = nsd_contact_bounded_fits(model) || nsd_contact_sparse_fits(model);
    const size_t      entries = sparse ? 0 : delassus_size(setup);
    const int         keep = !sparse && !setup->response &&
                     nsd_contact_fixed_keeps_columns(model, setup->sum);

    contact->W = nsd_scratch_doubles(scratch, entries);
    contact->gathered_W = nsd_scratch_doubles(scratch, entries);
    contact->columns = keep ? nsd_scratch_doubles(scratch, n * (directions + p)) : NULL;
    nsd_condense_lay_out(&contact->joints, model->J.m, scratch);
    contact->tally.active = nsd_scratch_ints(scratch, m);
    contact->gathered = nsd_scratch_ints(scratch, m);
    contact->rows = nsd_scratch_ints(scratch, directions);
    NSD_SCRATCH_ZEROS(scratch, directions * p, &contact->W_JG, &contact->W_GJ);
    NSD_SCRATCH_ZEROS(scratch, directions, &contact->rhs, &contact->z, &contact->u, &contact->r);
    NSD_SCRATCH_ZEROS(scratch, n, &contact->work);
    NSD_SCRATCH_ZEROS(scratch, p, &contact->uJ);
    if (nsd_contact_bounded_fits(model)) {
        nsd_contact_bounded_lay_out(&contact->bounded, model, scratch);
    } else if (sparse) {
        nsd_contact_sparse_lay_out(&contact->sparse, model, scratch);
    } else {
        nsd_contact_solver_lay_out(&contact->solver, model->m, scratch);
    }
    return nsd_scratch_counted(scratch);
}

size_t nsd_contact_fixed_scratch(const nsd_contact_fixed_setup *setup)
{
    return lay_out(&(nsd_contact_fixed){ 0 }, setup, NSD_SCRATCH_COUNTER);
}

static void solve_with_factor(const void *factor, double *x)
{
    nsd_factor_solve(factor, x);
}

/* A^-1 times column `slot` of [G J]; written to contact->columns where these are kept */
static const double *column_response(nsd_contact_fixed *contact, const nsd_response *response,
                                     int slot)
{
    const int m = contact->G->m;
    double   *x = contact->columns ? contact->columns + (ptrdiff_t)slot * contact->tally.n
                                   : contact->work;
    memset(x, 0, (size_t)contact->tally.n * sizeof *x);
    nsd_columns_add(slot < m ? contact->G : contact->J, slot < m ? slot : slot - m, 1.0, x);
    response->respond(response->context, x);
    return x;
}

/* W = G'A^-1 G for a diagonal A and no joints: a column of A^-1 G has the rows of its column of G,
 * and the other rows of contact->work stay zero                                      (MJ.4) */
static void fill_delassus_of_diagonal(nsd_contact_fixed *contact)
{
    const nsd_columns *G = contact->G;
    const int          m = G->m, band = contact->bandwidth;
    double            *x = contact->work;

    for (int j = 0; j < m; j++) {
        const int low = j > band ? j - band : 0, high = j + band < m ? j + band : m - 1;
        for (ptrdiff_t k = G->start[j]; k < G->start[j + 1]; k++) {
            x[G->row[k]] = G->values[k] * contact->A->values[G->row[k]];
        }
        for (int i = low; i <= high; i++) {
            contact->W[i + (ptrdiff_t)j * contact->ld] = nsd_columns_dot(G, i, x);
        }
        for (ptrdiff_t k = G->start[j]; k < G->start[j + 1]; k++) {
            x[G->row[k]] = 0.0;
        }
    }
}

/* W = G'A^-1 G and the couplings with the joints                                     (MJ.4) */
static void fill_delassus(nsd_contact_fixed *contact, const nsd_response *response)
{
    const int m = contact->G->m, p = contact->tally.p, band = contact->bandwidth;
    double   *W_JJ = contact->joints.inverse;

    for (int j = 0; j < m; j++) {
        const double *x = column_response(contact, response, j);
        const int     low = j > band ? j - band : 0, high = j + band < m ? j + band : m - 1;
        for (int i = low; i <= high; i++) {
            contact->W[i + (ptrdiff_t)j * contact->ld] = nsd_columns_dot(contact->G, i, x);
        }
        for (int i = 0; i < p; i++) {
            contact->W_JG[i + (ptrdiff_t)j * p] = nsd_columns_dot(contact->J, i, x);
        }
    }
    for (int j = 0; j < p; j++) {
        const double *x = column_response(contact, response, m + j);
        for (int i = 0; i < m; i++) {
            contact->W_GJ[i + (ptrdiff_t)j * m] = nsd_columns_dot(contact->G, i, x);
        }
        for (int i = 0; i < p; i++) {
            W_JJ[i + (ptrdiff_t)j * p] = nsd_columns_dot(contact->J, i, x);
        }
    }
}

/* Pseudo-inverse of the joints and condensed W; contact->columns remain A^-1 [G J]   (MJ.7) */
static nsd_status condense_joints(nsd_contact_fixed *contact)
{
    nsd_condense *joints = &contact->joints;
    joints->c = joints->ld_c = contact->G->m;
    joints->ld_J = contact->tally.p;
    joints->W_cJ = contact->W_GJ;
    joints->W_Jc = contact->W_JG;
    joints->W_JJ = joints->inverse;
    const nsd_status status = nsd_condense_invert(joints);
    nsd_condense_matrix(joints, contact->W, contact->ld);
    return status;
}

nsd_status nsd_contact_fixed_init(nsd_contact_fixed *contact, const nsd_contact_fixed_setup *setup,
                                  const nsd_factor *A, nsd_scratch *scratch)
{
    const nsd_linear   *model = setup->model;
    const nsd_response  by_factor = { solve_with_factor, A, setup->sum->symmetric };
    const nsd_response *response = setup->response ? setup->response : &by_factor;

    memset(contact, 0, sizeof *contact);
    lay_out(contact, setup, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    contact->tally.n = model->n;
    contact->tally.m = model->m;
    contact->tally.p = model->J.m;
    contact->block = 1 + model->surface.d;
    contact->A = A;
    contact->G = nsd_contact_fixed_directions(model);
    contact->J = &model->J;
    contact->symmetric = response->symmetric;
    contact->solver.options = *setup->options;
    contact->uses_bounded = nsd_contact_bounded_fits(model);
    if (contact->uses_bounded) {
        return nsd_contact_bounded_init(&contact->bounded, model);
    }
    contact->uses_sparse = nsd_contact_sparse_fits(model);
    if (contact->uses_sparse) {
        return nsd_contact_sparse_init(&contact->sparse, model);
    }
    contact->bandwidth = delassus_bandwidth(setup);
    if (contact->bandwidth < contact->G->m - 1) { /* packed band, see solve/lcp/lcp.h */
        contact->ld = 2 * contact->bandwidth;
        contact->W += contact->bandwidth;
    } else {
        contact->ld = contact->G->m;
    }
    if (!setup->response && A->kind == NSD_FACTOR_DIAGONAL && model->J.m == 0 &&
        !contact->columns) {
        fill_delassus_of_diagonal(contact);
    } else {
        fill_delassus(contact, response);
    }
    if (contact->G->m == 1 && contact->tally.p == 0 && contact->W[0] > 0.0) {
        contact->inverse_W = 1.0 / contact->W[0];
    }
    return contact->tally.p > 0 ? condense_joints(contact) : NSD_OK;
}

void nsd_contact_fixed_reset(nsd_contact_fixed *contact)
{
    const nsd_tally     old = contact->tally;
    nsd_contact_solver *solver = &contact->solver;

    contact->tally = (nsd_tally){ .n = old.n, .m = old.m, .p = old.p, .active = old.active };
    *solver = (nsd_contact_solver){ .options = solver->options,
                                    .scratch = solver->scratch,
                                    .friction = solver->friction };
    contact->gathered_count = 0;
    if (contact->uses_sparse) {
        nsd_contact_sparse_reset(&contact->sparse);
    }
}

/* 1 when the joints hold direction i, or no impulse moves it; a compliant surface gives way */
static int is_held(const nsd_contact_fixed *contact, int i)
{
    return contact->tally.p > 0 && contact->W[i + (ptrdiff_t)i * contact->ld] == 0.0 &&
           !(contact->added && contact->added[i] > 0.0);
}

/* gathered_W <- W of the directions in contact->rows, full or as a packed band like W  (MJ.5) */
static void gather_delassus(nsd_contact_fixed *contact, const nsd_lcp *lcp, double *first)
{
    const int *rows = contact->rows;
    for (int j = 0; j < lcp->n; j++) {
        const double *column = contact->W + (ptrdiff_t)rows[j] * contact->ld;
        const int     low = j > lcp->bandwidth ? j - lcp->bandwidth : 0;
        const int     high = j + lcp->bandwidth < lcp->n ? j + lcp->bandwidth : lcp->n - 1;
        for (int i = low; i <= high; i++) {
            const int near = abs(rows[i] - rows[j]) <= contact->bandwidth;
            first[i + (ptrdiff_t)j * lcp->ld] = near ? column[rows[i]] : 0.0;
        }
    }
    for (int i = 0; i < lcp->n && contact->added; i++) { /*                                (CC.6) */
        first[i + (ptrdiff_t)i * lcp->ld] += contact->added[rows[i]];
    }
    for (int i = 0; i < lcp->n && contact->block == 1; i++) { /* else nsd_coulomb_solve does this */
        if (is_held(contact, rows[i])) {
            nsd_condense_leave_out(first, lcp->n, i, 1.0);
        }
    }
}

/* The problem of the active contacts; gathered anew only where these have changed      (MJ.5) */
static nsd_lcp gather_active(nsd_contact_fixed *contact)
{
    const int contacts = contact->tally.count, block = contact->block, count = contacts * block;
    const int full = contact->bandwidth == contact->G->m - 1;
    nsd_lcp   lcp = { count, 0, 0, contact->symmetric, NULL, contact->rhs };

    lcp.bandwidth = full || contact->bandwidth >= count ? count - 1 : contact->bandwidth;
    lcp.ld = full || 2 * lcp.bandwidth >= count ? count : 2 * lcp.bandwidth;
    double *first = contact->gathered_W + (lcp.ld < count ? lcp.bandwidth : 0);
    lcp.M = first;
    contact->solver.same_matrix = 1;
    if (contact->gathered_count != contacts || contact->added ||
        memcmp(contact->gathered, contact->tally.active, (size_t)contacts * sizeof(int)) != 0) {
        memcpy(contact->gathered, contact->tally.active, (size_t)contacts * sizeof(int));
        contact->gathered_count = contacts;
        contact->solver.same_matrix = 0;
        for (int i = 0; i < count; i++) {
            contact->rows[i] = contact->gathered[i / block] * block + i % block;
        }
        gather_delassus(contact, &lcp, first);
    }
    return lcp;
}

/* Active contacts, from the guess r                                                    (MJ.5) */
static nsd_status solve_active(nsd_contact_fixed *contact, const double *u, double *r)
{
    const nsd_lcp lcp = gather_active(contact);

    for (int i = 0; i < lcp.n; i++) {
        const int row = contact->rows[i];
        contact->rhs[i] = contact->block == 1 && is_held(contact, row) ? 0.0 : u[row];
        contact->z[i] = r[row];
    }
    const nsd_status status = nsd_contact_solver_solve(&contact->solver, &lcp, contact->z);
    contact->solver.problems += lcp.n > 1;
    nsd_contact_solver_report(&contact->solver, &contact->tally);

    memset(r, 0, (size_t)contact->G->m * sizeof *r);
    for (int i = 0; i < lcp.n; i++) {
        r[contact->rows[i]] = contact->z[i];
    }
    return status;
}

/* Active contacts on a sparse factor; contact->work <- the velocity that r causes
 *                                                                             (MJ.10), (MJ.11) */
static nsd_status solve_on_factor(nsd_contact_fixed *contact, const double *u, double *r)
{
    nsd_contact_solver    *solver = &contact->solver;
    const nsd_solver_info *info = &contact->bounded.info;
    nsd_status             status;

    if (contact->uses_bounded) {
        status = nsd_contact_bounded_solve(&contact->bounded, &solver->options, &contact->tally, u,
                                           r, contact->work);
    } else {
        const nsd_contact_sparse_problem problem = { &solver->options, &contact->tally, u,
                                                     solver->friction };
        info = &contact->sparse.info;
        status = nsd_contact_sparse_solve(&contact->sparse, &problem, r, contact->work);
        solver->unchecked = solver->friction ? solver->friction->unchecked : 0;
    }
    solver->problems += contact->tally.count > 1;
    solver->iterations += info->iterations;
    solver->worst = fmax(solver->worst, info->residual);
    nsd_contact_solver_report(solver, &contact->tally);
    return status;
}

nsd_status nsd_contact_fixed_solve_many(nsd_contact_fixed *contact, double *u, const double *uJ,
                                        double *r, double *joint)
{
    const int  count = contact->tally.count, block = contact->block, p = contact->tally.p;
    nsd_status status = NSD_OK;

    if (p > 0) {
        nsd_condense_joints(&contact->joints, uJ, joint);
    }
    for (int i = 0; i < count * block && p > 0; i++) {
        const int row = contact->tally.active[i / block] * block + i % block;
        u[row] = nsd_condense_row(&contact->joints, row, u[row], joint);
    }
    if (count > 0) {
        status = contact->uses_bounded || contact->uses_sparse ? solve_on_factor(contact, u, r)
                                                               : solve_active(contact, u, r);
    } else {
        memset(r, 0, (size_t)contact->G->m * sizeof *r);
    }
    if (p > 0 && count > 0 && status == NSD_OK) {
        nsd_condense_recover(&contact->joints, r, joint);
    }
    return status;
}

/* v <- v + A^-1 (G r + J joint) by the columns that are kept; n of which the compiler may know
 *                                                                                        (MJ.6) */
NSD_INLINE void add_columns(const nsd_contact_fixed *contact, const double *r, const double *joint,
                            int n, double *NSD_RESTRICT v)
{
    const int m = contact->G->m;
    for (int a = 0; a < m + contact->tally.p; a++) {
        const double               impulse = a < m ? r[a] : joint[a - m];
        const double *NSD_RESTRICT column = contact->columns + (ptrdiff_t)a * n;
        if (impulse != 0.0) {
            nsd_dense_add(n, impulse, column, v);
        }
    }
}

void nsd_contact_fixed_apply(const nsd_contact_fixed *contact, const double *r, const double *joint,
                             double *v)
{
    const int n = contact->tally.n, m = contact->G->m;

    if (contact->columns && n == 6) { /* a body in space */
        add_columns(contact, r, joint, 6, v);
        return;
    }
    if (contact->columns) {
        add_columns(contact, r, joint, n, v);
        return;
    }
    if (contact->uses_bounded || contact->uses_sparse) { /* the solve has it already   (MJ.10) */
        nsd_dense_add(n, contact->tally.count > 0 ? 1.0 : 0.0, contact->work, v);
        return;
    }
    memset(contact->work, 0, (size_t)n * sizeof(double));
    for (int a = 0; a < m; a++) {
        if (r[a] != 0.0) {
            nsd_columns_add(contact->G, a, r[a], contact->work);
        }
    }
    for (int j = 0; j < contact->tally.p; j++) {
        nsd_columns_add(contact->J, j, joint[j], contact->work);
    }
    nsd_factor_solve(contact->A, contact->work);
    nsd_dense_add(n, 1.0, contact->work, v);
}
