/* ggl.c - both levels without friction: the matrix, elimination of joints, active sets, sweeps. */
#include <math.h>
#include <string.h>

#include "scheme/ggl_parts.h"

/* Joints hold a contact when their elimination leaves at most this part of its diagonal entry: some
 * thousand roundings. Larger: contacts that joints hardly let move are ignored; smaller: a rounding
 * error is taken for an inverse mass. */
#define HELD_TOLERANCE 1e-12

/* A gap up to this part of the largest free gap counts as closed although no impulse acts there.
 * Larger: the velocity law acts on open contacts; smaller: contacts that rest without an impulse
 * are missed, and their velocity may point into the obstacle. */
#define TOUCHING_GAP 1e-12

/* Sweeps have converged when |La|^2 changes by at most this part: some roundings of a sum of
 * squares. Smaller: all sweeps are used; larger: La of coupled levels is less accurate. */
#define SWEEP_CHANGE 1e-14

static size_t fit_work_size(size_t size)
{
    const size_t fit = (size_t)nsd_dense_least_squares_work((int)size, (int)size);
    return fit + size * size + 4 * size;
}

size_t nsd_ggl_scratch(int m, int block, int p)
{
    const size_t c = (size_t)m * (size_t)(1 + block), j = 2 * (size_t)p, most = c > j ? c : j;

    return 2 * nsd_scratch_need(c * c, sizeof(double)) +
           2 * nsd_scratch_need(c * j, sizeof(double)) + nsd_scratch_need(j * j, sizeof(double)) +
           4 * nsd_scratch_need(c, sizeof(double)) + 3 * nsd_scratch_need(j, sizeof(double)) +
           nsd_scratch_need(fit_work_size(most), sizeof(double)) +
           nsd_scratch_need((size_t)m, sizeof(double)) +
           2 * nsd_scratch_need(most, sizeof(nsd_int)) +
           nsd_scratch_need(c + (size_t)m, sizeof(int)) + nsd_scratch_need(3 * (size_t)m, 1);
}

nsd_status nsd_ggl_init(nsd_ggl *ggl, int m, int block, int p, nsd_scratch *scratch)
{
    const size_t c = (size_t)m * (size_t)(1 + block), j = 2 * (size_t)p, most = c > j ? c : j;
    double     **room[] = { &ggl->A,  &ggl->submatrix, &ggl->AcJ,      &ggl->AJc,  &ggl->AJJ,
                            &ggl->r,  &ggl->z,         &ggl->w,        &ggl->u,    &ggl->rJ,
                            &ggl->zJ, &ggl->uJ,        &ggl->fit_work, &ggl->speed };
    const size_t size[] = {
        c * c, c * c, c * j, c * j, j * j, c, c, c, c, j, j, j, fit_work_size(most), (size_t)m
    };

    memset(ggl, 0, sizeof *ggl);
    ggl->m = m;
    ggl->block = block;
    ggl->p = p;
    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) {
        *room[i] = nsd_scratch_take(scratch, size[i], sizeof(double));
        if (!*room[i]) {
            return NSD_ERR_WORKSPACE;
        }
        memset(*room[i], 0, size[i] * sizeof(double));
    }
    ggl->pivot = nsd_scratch_take(scratch, most, sizeof(nsd_int));
    ggl->int_work = nsd_scratch_take(scratch, most, sizeof(nsd_int));
    ggl->index = nsd_scratch_take(scratch, c + (size_t)m, sizeof(int));
    ggl->closed = nsd_scratch_take(scratch, 3 * (size_t)m, 1);
    if (!ggl->pivot || !ggl->int_work || !ggl->index || !ggl->closed) {
        return NSD_ERR_WORKSPACE;
    }
    memset(ggl->closed, 0, 3 * (size_t)m);
    ggl->id = ggl->index + c;
    ggl->acting = ggl->closed + m;
    ggl->held = ggl->acting + m;
    return NSD_OK;
}

void nsd_ggl_resize(nsd_ggl *ggl, int m)
{
    ggl->m = m;
    memset(ggl->held, 0, (size_t)m);
}

/* Entry of the uncondensed matrix: row i at level `row`, column j at level `column`; directions of
 * contacts come first, joints follow */
static double *entry(nsd_ggl *ggl, int i, nsd_ggl_level row, int j, nsd_ggl_level column)
{
    const int m = ggl->m, p = ggl->p, block = ggl->block, all = m * block;
    const int at_row = i < all ? (row == NSD_VELOCITY ? m + i : i / block)
                               : i - all + (row == NSD_VELOCITY ? p : 0);
    const int at_column = j < all ? (column == NSD_VELOCITY ? m + j : j / block)
                                  : j - all + (column == NSD_VELOCITY ? p : 0);
    const int rows = i < all ? m + all : 2 * p;
    double   *from = i < all ? (j < all ? ggl->A : ggl->AcJ) : (j < all ? ggl->AJc : ggl->AJJ);
    return from + at_row + (size_t)at_column * (size_t)rows;
}

/* 1 for a tangent, which has neither a row nor an impulse at position level */
static int is_tangent(const nsd_ggl *ggl, int i)
{
    return i < ggl->m * ggl->block && i % ggl->block > 0;
}

void nsd_ggl_fill_entry(nsd_ggl *ggl, int i, int j, const nsd_ggl_response *response)
{
    const double half = is_tangent(ggl, j) ? 0.5 : 0.0; /* nu = (h/2) La                (FC.9) */

    if (!is_tangent(ggl, i)) {
        *entry(ggl, i, NSD_POSITION, j, NSD_VELOCITY) = response->qv + half * response->qq;
    }
    if (!is_tangent(ggl, i) && !is_tangent(ggl, j)) {
        *entry(ggl, i, NSD_POSITION, j, NSD_POSITION) = response->qq;
    }
    if (!is_tangent(ggl, j)) {
        *entry(ggl, i, NSD_VELOCITY, j, NSD_POSITION) = response->vq;
    }
    *entry(ggl, i, NSD_VELOCITY, j, NSD_VELOCITY) = response->vv + half * response->vq;
}

/* AJJ <- its pseudo-inverse; A <- A - AcJ AJJ^+ AJc                                    (MJ.7) */
nsd_status nsd_ggl_condense(nsd_ggl *ggl)
{
    const int m = ggl->m, c = nsd_ggl_size(ggl), j = 2 * ggl->p;
    if (j == 0) {
        return NSD_OK;
    }
    const size_t size = (size_t)j * (size_t)j;
    memcpy(ggl->fit_work, ggl->AJJ, size * sizeof(double));
    const nsd_status status = nsd_dense_pseudo_inverse(j, ggl->fit_work, NSD_GGL_RANK_TOLERANCE,
                                                       ggl->pivot, ggl->fit_work + size, ggl->AJJ);
    for (int a = 0; a < c; a++) {
        double      *column = ggl->A + (size_t)a * (size_t)c;
        const double before = column[a];
        nsd_dense_gemv(NSD_PLAIN, j, j, 1.0, ggl->AJJ, j, ggl->AJc + (size_t)a * (size_t)j, 0.0,
                       ggl->uJ);
        nsd_dense_gemv(NSD_PLAIN, c, j, -1.0, ggl->AcJ, c, ggl->uJ, 1.0, column);
        if (fabs(column[a]) <= HELD_TOLERANCE * fabs(before)) {
            if (a < m) {
                ggl->held[a] = 1;
            } else {
                column[a] = 0.0; /* joints hold this direction */
            }
        }
    }
    return status;
}

double nsd_ggl_residual(nsd_ggl *ggl)
{
    const int    m = ggl->m, c = nsd_ggl_size(ggl), smooth = ggl->block == 1;
    const double scale = fmax(1.0, nsd_dense_max_abs(c, ggl->r));
    double       worst = 0.0;

    memcpy(ggl->w, ggl->r, (size_t)c * sizeof(double));
    nsd_dense_gemv(NSD_PLAIN, c, c, 1.0, ggl->A, c, ggl->z, 1.0, ggl->w);
    for (int a = 0; a < m; a++) {
        if (ggl->held[a]) {
            continue;
        }
        worst = fmax(worst, fabs(fmin(ggl->z[a], ggl->w[a])));
        if (smooth) {
            const double La = ggl->z[m + a];
            worst = fmax(worst, fabs(ggl->closed[a] ? fmin(La, ggl->w[m + a]) : La));
        }
    }
    return nsd_dense_all_finite((size_t)c, ggl->z) ? worst / scale : (double)NAN;
}

/* submatrix <- A(index, index) */
static void gather_submatrix(nsd_ggl *ggl, int count)
{
    const size_t c = 2 * (size_t)ggl->m;
    for (int j = 0; j < count; j++) {
        const double *column = ggl->A + (size_t)ggl->index[j] * c;
        for (int i = 0; i < count; i++) {
            ggl->submatrix[i + (size_t)j * (size_t)count] = column[ggl->index[i]];
        }
    }
}

static double one_norm(const double *A, int n)
{
    double norm = 0.0;
    for (int j = 0; j < n; j++) {
        double sum = 0.0;
        for (int i = 0; i < n; i++) {
            sum += fabs(A[i + (size_t)j * (size_t)n]);
        }
        norm = fmax(norm, sum);
    }
    return norm;
}

/* z of both sets from w = 0; the shortest z where contacts are redundant               (NMK.9) */
static nsd_status solve_sets(nsd_ggl *ggl)
{
    const int m = ggl->m;
    int       count = 0, rank = 0;

    for (int a = 0; a < 2 * m; a++) {
        const int in = a < m ? ggl->closed[a] : ggl->acting[a - m];
        if (in) {
            ggl->u[count] = -ggl->r[a];
            ggl->index[count++] = a;
        }
    }
    memset(ggl->z, 0, 2 * (size_t)m * sizeof(double));
    if (count == 0) {
        return NSD_OK;
    }
    gather_submatrix(ggl, count);
    const double norm = one_norm(ggl->submatrix, count);
    nsd_status   status = nsd_dense_lu(count, ggl->submatrix, count, ggl->pivot);
    if (status == NSD_OK && nsd_dense_lu_rcond(count, ggl->submatrix, count, norm, ggl->fit_work,
                                               ggl->int_work) > NSD_GGL_RANK_TOLERANCE) {
        nsd_dense_lu_solve(count, 1, ggl->submatrix, count, ggl->pivot, ggl->u, count);
    } else {
        gather_submatrix(ggl, count);
        status = nsd_dense_least_squares(count, count, ggl->submatrix, count, ggl->u,
                                         NSD_GGL_RANK_TOLERANCE, ggl->pivot, ggl->fit_work, &rank);
    }
    for (int i = 0; i < count; i++) {
        ggl->z[ggl->index[i]] = ggl->u[i];
    }
    return status;
}

/* The next sets: closed by nu and gap, acting by La and velocity; returns the changes  (NMK.9) */
static int next_sets(nsd_ggl *ggl)
{
    const int m = ggl->m, c = 2 * m;
    int       changes = 0;

    memcpy(ggl->w, ggl->r, (size_t)c * sizeof(double));
    nsd_dense_gemv(NSD_PLAIN, c, c, 1.0, ggl->A, c, ggl->z, 1.0, ggl->w);
    for (int a = 0; a < m; a++) {
        const int closed = !ggl->held[a] && (ggl->closed[a] ? ggl->z[a] >= 0.0 : ggl->w[a] <= 0.0);
        const int acting = closed && (ggl->acting[a] ? ggl->z[m + a] >= 0.0 : ggl->w[m + a] <= 0.0);
        changes += closed != ggl->closed[a] || acting != ggl->acting[a];
        ggl->closed[a] = (unsigned char)closed;
        ggl->acting[a] = (unsigned char)acting;
    }
    return changes;
}

static nsd_status active_sets(nsd_ggl *ggl, nsd_contact_fixed *contact)
{
    for (int round = 0; round < NSD_GGL_ACTIVE_SET_ROUNDS; round++) {
        const nsd_status status = solve_sets(ggl);
        contact->tally.iterations++;
        if (status != NSD_OK) {
            return status;
        }
        if (next_sets(ggl) == 0) {
            return NSD_OK;
        }
    }
    return NSD_MAX_ITER;
}

void nsd_ggl_joints_before_contacts(nsd_ggl *ggl)
{
    const int c = nsd_ggl_size(ggl), j = 2 * ggl->p;
    if (j > 0) { /*                                                                     (MJ.7) */
        nsd_dense_gemv(NSD_PLAIN, j, j, -1.0, ggl->AJJ, j, ggl->rJ, 0.0, ggl->zJ);
    }
    if (j > 0 && c > 0) {
        nsd_dense_gemv(NSD_PLAIN, c, j, 1.0, ggl->AcJ, c, ggl->zJ, 1.0, ggl->r);
    }
}

void nsd_ggl_joints_after_contacts(nsd_ggl *ggl)
{
    const int c = nsd_ggl_size(ggl), j = 2 * ggl->p;
    if (j > 0) {
        nsd_dense_gemv(NSD_PLAIN, j, c, 1.0, ggl->AJc, j, ggl->z, 0.0, ggl->uJ);
        nsd_dense_gemv(NSD_PLAIN, j, j, -1.0, ggl->AJJ, j, ggl->uJ, 1.0, ggl->zJ);
    }
}

int nsd_ggl_find_closing(nsd_ggl *ggl)
{
    int closing = 0;
    for (int a = 0; a < ggl->m; a++) {
        ggl->closed[a] = ggl->acting[a] = !ggl->held[a] && ggl->r[a] <= 0.0;
        closing += ggl->closed[a];
    }
    return closing;
}

nsd_status nsd_ggl_solve_level(nsd_ggl *ggl, nsd_contact_fixed *contact, nsd_ggl_level level,
                               int count)
{
    const int    m = ggl->m, c = nsd_ggl_size(ggl);
    const int    first = level == NSD_POSITION ? 0 : m, other = m - first;
    const int    others = level == NSD_POSITION ? c - m : m;
    double      *matrix = ggl->submatrix, *z = ggl->u, *q = ggl->u + m;
    const size_t mark = contact->lcp_scratch.used;

    for (int i = 0; i < count; i++) {
        const int row = first + ggl->index[i];
        z[i] = ggl->z[row];
        q[i] = ggl->r[row];
        for (int a = 0; a < others; a++) {
            q[i] += ggl->A[row + (size_t)(other + a) * (size_t)c] * ggl->z[other + a];
        }
        for (int j = 0; j < count; j++) {
            const size_t column = (size_t)(first + ggl->index[j]);
            matrix[i + (size_t)j * (size_t)count] = ggl->A[row + column * (size_t)c];
        }
    }
    const nsd_lcp lcp = { count, count, count - 1, 0, matrix, q };
    nsd_status    status = NSD_OK;
    if (count > 0) {
        status = nsd_lcp_auto(&lcp, &contact->options, &contact->lcp_scratch, z, &contact->info);
        contact->tally.iterations += contact->info.iterations;
    }
    contact->lcp_scratch.used = mark;
    memset(ggl->z + first, 0, (size_t)m * sizeof(double));
    for (int i = 0; i < count; i++) {
        ggl->z[first + ggl->index[i]] = z[i];
    }
    return status;
}

int nsd_ggl_list_contacts(nsd_ggl *ggl, const unsigned char *set, int wanted)
{
    int count = 0;
    for (int a = 0; a < ggl->m; a++) {
        if ((set[a] != 0) == wanted) {
            ggl->index[count++] = a;
        }
    }
    return count;
}

void nsd_ggl_find_touching(nsd_ggl *ggl)
{
    const double touching = TOUCHING_GAP * nsd_dense_max_abs(ggl->m, ggl->r);

    nsd_ggl_residual(ggl); /* fills w */
    for (int a = 0; a < ggl->m; a++) {
        ggl->closed[a] = !ggl->held[a] && (ggl->z[a] > 0.0 || ggl->w[a] <= touching);
    }
}

nsd_status nsd_ggl_solve_by_sweeps(nsd_ggl *ggl, nsd_contact_fixed *contact)
{
    const int  m = ggl->m;
    nsd_status status = NSD_OK;

    memset(ggl->z, 0, 2 * (size_t)m * sizeof(double));
    for (int sweep = 0; sweep < NSD_GGL_LEVEL_SWEEPS && status == NSD_OK; sweep++) {
        const double before = nsd_dense_dot(m, ggl->z + m, ggl->z + m);
        status = nsd_ggl_solve_level(ggl, contact, NSD_POSITION,
                                     nsd_ggl_list_contacts(ggl, ggl->held, 0));
        if (status == NSD_OK) {
            nsd_ggl_find_touching(ggl);
            status = nsd_ggl_solve_level(ggl, contact, NSD_VELOCITY,
                                         nsd_ggl_list_contacts(ggl, ggl->closed, 1));
        }
        const double after = nsd_dense_dot(m, ggl->z + m, ggl->z + m);
        if (sweep > 0 && fabs(after - before) <= SWEEP_CHANGE * after &&
            nsd_ggl_residual(ggl) <= contact->options.tolerance) {
            break;
        }
    }
    return status;
}

nsd_status nsd_ggl_solve(nsd_ggl *ggl, nsd_contact_fixed *contact)
{
    nsd_status status = NSD_OK;

    nsd_ggl_joints_before_contacts(ggl);
    if (nsd_ggl_find_closing(ggl) == 0) {
        return NSD_OK;
    }
    contact->tally.problems++;
    status = active_sets(ggl, contact);
    double residual = status == NSD_OK ? nsd_ggl_residual(ggl) : (double)INFINITY;
    if (!(residual <= contact->options.tolerance)) {
        ggl->fallbacks++;
        status = nsd_ggl_solve_by_sweeps(ggl, contact);
        residual = nsd_ggl_residual(ggl);
    }
    if (status == NSD_OK && !(residual <= contact->options.tolerance)) {
        status = NSD_STALLED;
    }
    contact->tally.worst = status == NSD_OK ? fmax(contact->tally.worst, residual)
                                            : contact->tally.worst;
    for (int a = 0; a < ggl->m; a++) {
        if (ggl->closed[a]) {
            contact->tally.active[contact->tally.count++] = a;
        }
    }
    nsd_ggl_joints_after_contacts(ggl);
    return status;
}
