/* ggl_friction.c - both levels with friction: positions with an impulse are eliminated from the
 * friction problem of the velocities                                                    (FC.9) */
#include <math.h>
#include <string.h>

#include "scheme/ggl_parts.h"

static double entry(const nsd_ggl *ggl, int i, int j)
{
    return ggl->A[i + (size_t)j * (size_t)nsd_ggl_size(ggl)];
}

/* Row of the matrix for direction k of the closed contacts, which ggl->index lists */
static int velocity_row(const nsd_ggl *ggl, int k)
{
    return ggl->m + ggl->index[k / ggl->block] * ggl->block + k % ggl->block;
}

/* W, q and guess r of the closed contacts from A, r and z; numbers and sliding speeds for the
 * laws; returns the number of closed contacts */
static int gather_friction_problem(nsd_ggl *ggl, nsd_coulomb *f)
{
    const int count = nsd_ggl_list_contacts(ggl, ggl->closed, 1), size = count * ggl->block;
    for (int j = 0; j < size; j++) {
        const int column = velocity_row(ggl, j);
        for (int i = 0; i < size; i++) {
            f->W[i + (size_t)j * (size_t)size] = entry(ggl, velocity_row(ggl, i), column);
        }
        f->q[j] = ggl->r[column];
        f->r[j] = ggl->z[column];
    }
    for (int i = 0; i < count; i++) {
        f->id[i] = ggl->id[ggl->index[i]];
        f->speed[i] = ggl->speed[ggl->index[i]];
    }
    return count;
}

/* La of the closed contacts from the friction problem, La = 0 for open contacts */
static nsd_status solve_velocities(nsd_ggl *ggl, nsd_coulomb *f, int count)
{
    const nsd_status status = nsd_coulomb_solve(f, count);
    memset(ggl->z + ggl->m, 0, (size_t)(ggl->m * ggl->block) * sizeof(double));
    for (int k = 0; k < count * ggl->block && status == NSD_OK; k++) {
        ggl->z[velocity_row(ggl, k)] = f->r[k];
    }
    return status;
}

typedef struct pushed_positions { /* contacts with nu' > 0 */
    int     count;
    int    *contacts;
    double *B; /* App^+ Apv, count x (closed directions)     */
    double *b; /* App^+ r_p, count                           */
} pushed_positions;

/* B and b for the contacts of ggl->acting                                               (FC.9) */
static nsd_status invert_positions(nsd_ggl *ggl, int size, pushed_positions *pushed)
{
    double *inverse = ggl->submatrix, *r_p = ggl->w, *Apv;
    int     count = 0;

    pushed->contacts = ggl->index + ggl->m;
    for (int a = 0; a < ggl->m; a++) {
        if (ggl->acting[a]) {
            pushed->contacts[count++] = a;
        }
    }
    const size_t square = (size_t)count * (size_t)count;
    pushed->count = count;
    pushed->B = inverse + square;
    pushed->b = ggl->u;
    if (count == 0) {
        return NSD_OK;
    }
    Apv = pushed->B + (size_t)count * (size_t)size;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            ggl->fit_work[i + (size_t)j * (size_t)count] = entry(ggl, pushed->contacts[i],
                                                                 pushed->contacts[j]);
        }
        for (int k = 0; k < size; k++) {
            Apv[i + (size_t)k * (size_t)count] = entry(ggl, pushed->contacts[i],
                                                       velocity_row(ggl, k));
        }
        r_p[i] = ggl->r[pushed->contacts[i]];
    }
    const nsd_status status = nsd_dense_pseudo_inverse(count, ggl->fit_work, NSD_GGL_RANK_TOLERANCE,
                                                       ggl->pivot, ggl->fit_work + square, inverse);
    nsd_dense_gemm(NSD_PLAIN, count, size, count, 1.0, inverse, count, Apv, count, 0.0, pushed->B,
                   count);
    nsd_dense_gemv(NSD_PLAIN, count, count, 1.0, inverse, count, r_p, 0.0, pushed->b);
    return status;
}

/* W <- W - Avp B, q <- q - Avp b; rows that joints hold stay exactly zero               (FC.9) */
static void eliminate_positions(const nsd_ggl *ggl, nsd_coulomb *f, int size,
                                const pushed_positions *pushed)
{
    for (int k = 0; k < size; k++) {
        const int row = velocity_row(ggl, k), held = entry(ggl, row, row) == 0.0;
        for (int i = 0; i < pushed->count && !held; i++) {
            const double Avp = entry(ggl, row, pushed->contacts[i]);
            f->q[k] -= Avp * pushed->b[i];
            for (int j = 0; j < size; j++) {
                f->W[k + (size_t)j * (size_t)size] -=
                    Avp * pushed->B[i + (size_t)j * (size_t)pushed->count];
            }
        }
    }
}

/* z of both levels, with w = 0 for the positions of ggl->acting */
static nsd_status solve_sets(nsd_ggl *ggl, nsd_coulomb *f)
{
    const int        count = gather_friction_problem(ggl, f), size = count * ggl->block;
    pushed_positions pushed = { 0, NULL, NULL, NULL };
    nsd_status       status = invert_positions(ggl, size, &pushed);

    if (status == NSD_OK && count > 0) {
        eliminate_positions(ggl, f, size, &pushed);
        status = solve_velocities(ggl, f, count);
    }
    memset(ggl->z, 0, (size_t)ggl->m * sizeof(double));
    for (int i = 0; i < pushed.count && status == NSD_OK; i++) {
        double nu = -pushed.b[i];
        for (int k = 0; k < size; k++) {
            nu -= pushed.B[i + (size_t)k * (size_t)pushed.count] * f->r[k];
        }
        ggl->z[pushed.contacts[i]] = nu;
    }
    return status;
}

/* acting <- the contacts whose position needs an impulse; returns the number of changes */
static int next_pushed_set(nsd_ggl *ggl)
{
    int changes = 0;

    nsd_ggl_residual(ggl); /* fills w */
    for (int a = 0; a < ggl->m; a++) {
        const int push = !ggl->held[a] && (ggl->acting[a] ? ggl->z[a] >= 0.0 : ggl->w[a] < 0.0);
        changes += push != ggl->acting[a];
        ggl->acting[a] = (unsigned char)push;
    }
    return changes;
}

/* Residual of positions by (NMK.8), and of velocities: w against the velocities of the friction
 * problem */
static double residual(nsd_ggl *ggl, const nsd_coulomb *f)
{
    const double scale = fmax(1.0, nsd_dense_max_abs(nsd_ggl_size(ggl), ggl->r));
    double       worst = fmax(nsd_ggl_residual(ggl), f->count > 0 ? f->info.residual : 0.0);

    nsd_ggl_list_contacts(ggl, ggl->closed, 1);
    for (int k = 0; k < f->count * ggl->block; k++) {
        const int row = velocity_row(ggl, k);
        if (entry(ggl, row, row) != 0.0) {
            worst = fmax(worst, fabs(ggl->w[row] - f->u[k]) / scale);
        }
    }
    return worst;
}

/* closed <- the contacts that the positions touch when all La are zero                  (FC.9) */
static nsd_status find_closed(nsd_ggl *ggl, nsd_contact_fixed *contact)
{
    const size_t bytes = (size_t)(ggl->m * ggl->block) * sizeof(double);
    double      *La = ggl->z + ggl->m, *guess = ggl->fit_work;

    memcpy(guess, La, bytes);
    memset(La, 0, bytes);
    const nsd_status status = nsd_ggl_solve_level(ggl, contact, NSD_POSITION,
                                                  nsd_ggl_list_contacts(ggl, ggl->held, 0));
    if (status == NSD_OK) {
        nsd_ggl_find_touching(ggl);
    }
    memcpy(La, guess, bytes);
    for (int a = 0; a < ggl->m; a++) {
        ggl->acting[a] = ggl->z[a] > 0.0;
    }
    return status;
}

/* Positions and velocities in turn                                                     (NMK.10) */
static nsd_status solve_by_sweeps(nsd_ggl *ggl, nsd_coulomb *f, nsd_contact_fixed *contact)
{
    nsd_status status = NSD_OK;

    for (int sweep = 0; sweep < NSD_GGL_LEVEL_SWEEPS && status == NSD_OK; sweep++) {
        status = nsd_ggl_solve_level(ggl, contact, NSD_POSITION,
                                     nsd_ggl_list_contacts(ggl, ggl->held, 0));
        const int count = gather_friction_problem(ggl, f);
        for (int k = 0; k < count * ggl->block; k++) {
            for (int a = 0; a < ggl->m; a++) {
                f->q[k] += entry(ggl, velocity_row(ggl, k), a) * ggl->z[a];
            }
        }
        if (status == NSD_OK && count > 0) {
            status = solve_velocities(ggl, f, count);
        }
        if (status == NSD_OK && residual(ggl, f) <= contact->options.tolerance) {
            break;
        }
    }
    return status;
}

nsd_status nsd_ggl_friction_solve(nsd_ggl *ggl, nsd_coulomb *f, nsd_contact_fixed *contact)
{
    const long before = f->iterations;
    double     miss = INFINITY;
    int        changes = 1;

    nsd_ggl_joints_before_contacts(ggl);
    f->count = 0;
    if (nsd_ggl_find_closing(ggl) == 0) {
        memset(ggl->z, 0, (size_t)nsd_ggl_size(ggl) * sizeof(double));
        return NSD_OK;
    }
    contact->tally.problems++;
    nsd_status status = find_closed(ggl, contact);
    for (int round = 0; round < NSD_GGL_ACTIVE_SET_ROUNDS && changes > 0 && status == NSD_OK;
         round++) {
        status = solve_sets(ggl, f);
        changes = status == NSD_OK ? next_pushed_set(ggl) : 1;
    }
    miss = status == NSD_OK && changes == 0 ? residual(ggl, f) : (double)INFINITY;
    if (!(miss <= contact->options.tolerance)) {
        ggl->fallbacks++;
        status = solve_by_sweeps(ggl, f, contact);
        miss = status == NSD_OK ? residual(ggl, f) : (double)INFINITY;
    }
    if (status == NSD_OK && !(miss <= contact->options.tolerance)) {
        status = NSD_STALLED;
    }
    contact->tally.iterations += f->iterations - before;
    contact->tally.worst = status == NSD_OK ? fmax(contact->tally.worst, miss)
                                            : contact->tally.worst;
    nsd_ggl_joints_after_contacts(ggl);
    return status;
}
