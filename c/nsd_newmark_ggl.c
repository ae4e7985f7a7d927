/* nsd_newmark_ggl.c - both levels at once: the matrix, joints out of it, and the active sets. */
#include "nsd_newmark_ggl.h"

#include <math.h>
#include <string.h>

#define RANK_TOLERANCE 1e-12 /* redundant joints and contacts: as in nsd_contact_init.c */
#define HELD_TOLERANCE 1e-12
#define ROUNDS         20 /* of active sets; four are usual, more are a cycle */

static size_t fit_size(size_t size)
{
    const size_t fit = (size_t)nsd_least_squares_work((int)size, (int)size);
    return fit + size * size + 4 * size;
}

size_t nsd_ggl_scratch(int m, int p)
{
    const size_t c = 2 * (size_t)m, j = 2 * (size_t)p, most = c > j ? c : j;

    return 2 * nsd_scratch_need(c * c, sizeof(double)) +
           2 * nsd_scratch_need(c * j, sizeof(double)) + nsd_scratch_need(j * j, sizeof(double)) +
           4 * nsd_scratch_need(c, sizeof(double)) + 3 * nsd_scratch_need(j, sizeof(double)) +
           nsd_scratch_need(fit_size(most), sizeof(double)) +
           2 * nsd_scratch_need(most, sizeof(nsd_int)) + nsd_scratch_need(c, sizeof(int)) +
           nsd_scratch_need(3 * (size_t)m, 1);
}

nsd_status nsd_ggl_init(nsd_ggl *ggl, int m, int p, nsd_scratch *scratch)
{
    const size_t c = 2 * (size_t)m, j = 2 * (size_t)p, most = c > j ? c : j;
    double **room[] = { &ggl->A, &ggl->block, &ggl->AcJ, &ggl->AJc, &ggl->AJJ, &ggl->r,  &ggl->z,
                        &ggl->w, &ggl->u,     &ggl->rJ,  &ggl->zJ,  &ggl->uJ,  &ggl->fit };
    const size_t size[] = {
        c * c, c * c, c * j, c * j, j * j, c, c, c, c, j, j, j, fit_size(most)
    };

    memset(ggl, 0, sizeof *ggl);
    ggl->m = m;
    ggl->p = p;
    for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) {
        *room[i] = nsd_scratch_take(scratch, size[i], sizeof(double));
        if (!*room[i]) {
            return NSD_ERR_WORKSPACE;
        }
        memset(*room[i], 0, size[i] * sizeof(double));
    }
    ggl->pivot = nsd_scratch_take(scratch, most, sizeof(nsd_int));
    ggl->numbers = nsd_scratch_take(scratch, most, sizeof(nsd_int));
    ggl->index = nsd_scratch_take(scratch, c, sizeof(int));
    ggl->closed = nsd_scratch_take(scratch, 3 * (size_t)m, 1);
    if (!ggl->pivot || !ggl->numbers || !ggl->index || !ggl->closed) {
        return NSD_ERR_WORKSPACE;
    }
    memset(ggl->closed, 0, 3 * (size_t)m);
    ggl->acting = ggl->closed + m;
    ggl->held = ggl->acting + m;
    return NSD_OK;
}

void nsd_ggl_resize(nsd_ggl *ggl, int m)
{
    ggl->m = m;
    memset(ggl->held, 0, (size_t)m);
}

double *nsd_ggl_entry(nsd_ggl *ggl, int i, nsd_level row, int j, nsd_level column)
{
    const int    m = ggl->m, p = ggl->p;
    const size_t at_row = (size_t)(i < m ? i + (row == NSD_VELOCITY ? m : 0)
                                         : i - m + (row == NSD_VELOCITY ? p : 0));
    const size_t at_column = (size_t)(j < m ? j + (column == NSD_VELOCITY ? m : 0)
                                            : j - m + (column == NSD_VELOCITY ? p : 0));
    const size_t rows = 2 * (size_t)(i < m ? m : p);
    double      *from = i < m ? (j < m ? ggl->A : ggl->AcJ) : (j < m ? ggl->AJc : ggl->AJJ);
    return from + at_row + at_column * rows;
}

/* AJJ <- its pseudo-inverse; A <- A - AcJ AJJ^+ AJc                                    (MJ.7) */
nsd_status nsd_ggl_condense(nsd_ggl *ggl)
{
    const int m = ggl->m, c = 2 * m, j = 2 * ggl->p;
    if (j == 0) {
        return NSD_OK;
    }
    const size_t size = (size_t)j * (size_t)j;
    memcpy(ggl->fit, ggl->AJJ, size * sizeof(double));
    const nsd_status status = nsd_pseudo_inverse(j, ggl->fit, RANK_TOLERANCE, ggl->pivot,
                                                 ggl->fit + size, ggl->AJJ);
    for (int a = 0; a < c; a++) {
        double      *column = ggl->A + (size_t)a * (size_t)c;
        const double before = column[a];
        nsd_gemv(NSD_PLAIN, j, j, 1.0, ggl->AJJ, j, ggl->AJc + (size_t)a * (size_t)j, 0.0, ggl->uJ);
        nsd_gemv(NSD_PLAIN, c, j, -1.0, ggl->AcJ, c, ggl->uJ, 1.0, column);
        if (a < m && fabs(column[a]) <= HELD_TOLERANCE * fabs(before)) {
            ggl->held[a] = 1;
        }
    }
    return status;
}

double nsd_ggl_residual(nsd_ggl *ggl)
{
    const int    m = ggl->m, c = 2 * m;
    const double scale = fmax(1.0, nsd_max_abs(c, ggl->r));
    double       worst = 0.0;

    memcpy(ggl->w, ggl->r, (size_t)c * sizeof(double));
    nsd_gemv(NSD_PLAIN, c, c, 1.0, ggl->A, c, ggl->z, 1.0, ggl->w);
    for (int a = 0; a < m; a++) {
        if (ggl->held[a]) {
            continue;
        }
        const double velocity = ggl->closed[a] ? fmin(ggl->z[m + a], ggl->w[m + a]) : ggl->z[m + a];
        worst = fmax(worst, fabs(fmin(ggl->z[a], ggl->w[a])));
        worst = fmax(worst, fabs(velocity));
    }
    return nsd_all_finite((size_t)c, ggl->z) ? worst / scale : (double)NAN;
}

/* block <- A(index, index) */
static void gather(nsd_ggl *ggl, int count)
{
    const size_t c = 2 * (size_t)ggl->m;
    for (int j = 0; j < count; j++) {
        const double *column = ggl->A + (size_t)ggl->index[j] * c;
        for (int i = 0; i < count; i++) {
            ggl->block[i + (size_t)j * (size_t)count] = column[ggl->index[i]];
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

/* The unknowns of both sets from w = 0; shortest ones where contacts say the same      (NMK.9) */
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
    gather(ggl, count);
    const double norm = one_norm(ggl->block, count);
    nsd_status   status = nsd_lu(count, ggl->block, count, ggl->pivot);
    if (status == NSD_OK &&
        nsd_lu_rcond(count, ggl->block, count, norm, ggl->fit, ggl->numbers) > RANK_TOLERANCE) {
        nsd_lu_solve(count, 1, ggl->block, count, ggl->pivot, ggl->u, count);
    } else {
        gather(ggl, count);
        status = nsd_least_squares(count, count, ggl->block, count, ggl->u, RANK_TOLERANCE,
                                   ggl->pivot, ggl->fit, &rank);
    }
    for (int i = 0; i < count; i++) {
        ggl->z[ggl->index[i]] = ggl->u[i];
    }
    return status;
}

/* A <- {nu - g >= 0}, B <- A and {La - w_v >= 0}; 0 when nothing changed              (NMK.9) */
static int next_sets(nsd_ggl *ggl)
{
    const int m = ggl->m, c = 2 * m;
    int       changes = 0;

    memcpy(ggl->w, ggl->r, (size_t)c * sizeof(double));
    nsd_gemv(NSD_PLAIN, c, c, 1.0, ggl->A, c, ggl->z, 1.0, ggl->w);
    for (int a = 0; a < m; a++) {
        const int closed = !ggl->held[a] && (ggl->closed[a] ? ggl->z[a] >= 0.0 : ggl->w[a] <= 0.0);
        const int acting = closed && (ggl->acting[a] ? ggl->z[m + a] >= 0.0 : ggl->w[m + a] <= 0.0);
        changes += closed != ggl->closed[a] || acting != ggl->acting[a];
        ggl->closed[a] = (unsigned char)closed;
        ggl->acting[a] = (unsigned char)acting;
    }
    return changes;
}

static nsd_status active_sets(nsd_ggl *ggl, nsd_contact *contact)
{
    for (int a = 0; a < ggl->m; a++) {
        ggl->closed[a] = ggl->acting[a] = !ggl->held[a] && ggl->r[a] <= 0.0;
    }
    for (int round = 0; round < ROUNDS; round++) {
        const nsd_status status = solve_sets(ggl);
        contact->iterations++;
        if (status != NSD_OK) {
            return status;
        }
        if (next_sets(ggl) == 0) {
            return NSD_OK;
        }
    }
    return NSD_MAX_ITER;
}

nsd_status nsd_ggl_solve(nsd_ggl *ggl, nsd_contact *contact)
{
    const int  c = 2 * ggl->m, j = 2 * ggl->p;
    nsd_status status = NSD_OK;

    if (j > 0) { /*                                                                     (MJ.7) */
        nsd_gemv(NSD_PLAIN, j, j, -1.0, ggl->AJJ, j, ggl->rJ, 0.0, ggl->zJ);
    }
    if (j > 0 && c > 0) {
        nsd_gemv(NSD_PLAIN, c, j, 1.0, ggl->AcJ, c, ggl->zJ, 1.0, ggl->r);
    }
    int closing = 0;
    for (int a = 0; a < ggl->m; a++) {
        closing += !ggl->held[a] && ggl->r[a] <= 0.0;
    }
    if (closing > 0) {
        contact->problems++;
        status = active_sets(ggl, contact);
        double residual = status == NSD_OK ? nsd_ggl_residual(ggl) : (double)INFINITY;
        if (!(residual <= contact->options.tolerance)) {
            ggl->fallbacks++;
            status = nsd_ggl_sweeps(ggl, contact);
            residual = nsd_ggl_residual(ggl);
        }
        if (status == NSD_OK && !(residual <= contact->options.tolerance)) {
            status = NSD_STALLED;
        }
        contact->worst = status == NSD_OK ? fmax(contact->worst, residual) : contact->worst;
    }
    for (int a = 0; a < ggl->m; a++) {
        if (ggl->closed[a] && closing > 0) {
            contact->active[contact->count++] = a;
        }
    }
    if (j > 0 && closing > 0) {
        nsd_gemv(NSD_PLAIN, j, c, 1.0, ggl->AJc, j, ggl->z, 0.0, ggl->uJ);
        nsd_gemv(NSD_PLAIN, j, j, -1.0, ggl->AJJ, j, ggl->uJ, 1.0, ggl->zJ);
    }
    return status;
}
