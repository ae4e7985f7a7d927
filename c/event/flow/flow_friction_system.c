/* flow_friction_system.c - the linear system of the forces in a mode of sticking and sliding
 * contacts.                                                                              (EF.2) */
#include <math.h>
#include <string.h>

#include "event/flow/flow_friction.h"

#define REGULAR 1e-10 /* reciprocal condition below which forces are not unique */

static double *column_of(double *first, int n, int k)
{
    return first + (size_t)k * (size_t)n;
}

/* X(:,k) <- M^-1 G(:,k), and the size of row k */
static void answer(nsd_flow_friction *s, int k)
{
    nsd_mechanics *mechanics = &s->flow->mechanics;
    const int      n = mechanics->model->n;
    const double  *G = column_of(mechanics->G, n, k);
    double        *X = column_of(s->X, n, k);

    memcpy(X, G, (size_t)n * sizeof *X);
    nsd_mechanics_solve(mechanics, X);
    const double size = sqrt(nsd_dense_dot(n, G, X));
    s->size[k] = size > 0.0 ? size : 1.0;
}

/* Columns of G: normals, sticking tangents, joints; X = M^-1 (normals with their share of friction,
 * tangents, joints)                                                                     (EF.2) */
void nsd_flow_friction_assemble(nsd_flow_friction *s)
{
    nsd_mechanics   *mechanics = &s->flow->mechanics;
    const nsd_tally *set = &mechanics->tally;
    const int        n = set->n, count = set->count;
    const size_t     bytes = (size_t)n * sizeof(double);
    int              k = count;

    for (int i = 0; i < count; i++) {
        const int     a = set->active[i];
        const double *T = column_of(mechanics->T, n, a);
        memcpy(column_of(mechanics->G, n, i), column_of(mechanics->H, n, a), bytes);
        answer(s, i);
        if (s->use[a] == NSD_USE_STICK) {
            memcpy(column_of(mechanics->G, n, k), T, bytes);
            answer(s, k++);
        } else if (s->use[a] != NSD_USE_NONE) {
            double *X = column_of(s->X, n, i), *share = s->room;
            memcpy(share, T, bytes);
            nsd_mechanics_solve(mechanics, share);
            for (int j = 0; j < n; j++) {
                X[j] -= s->use[a] * s->coefficient[a] * share[j];
            }
        }
    }
    s->sticking = k - count;
    for (int j = 0; j < set->p; j++) {
        memcpy(column_of(mechanics->G, n, k), column_of(mechanics->J, n, j), bytes);
        answer(s, k++);
    }
    s->rows = k;
    for (int j = 0; j < k; j++) {
        for (int i = 0; i < k; i++) {
            s->A[i + j * k] = nsd_dense_dot(n, column_of(mechanics->G, n, i),
                                            column_of(s->X, n, j)) /
                              (s->size[i] * s->size[j]);
        }
    }
}

/* Sign of the determinant of a factored matrix */
static double sign_of(const nsd_flow_friction *s)
{
    double sign = 1.0;
    for (int i = 0; i < s->rows; i++) {
        sign *= s->LU[i + i * s->rows] < 0.0 ? -1.0 : 1.0;
        sign *= s->pivot[i] != i + 1 ? -1.0 : 1.0;
    }
    return sign;
}

/* The first system of a mode says what sign is right: where it changes, forces have grown without
 * bound                                                                                 (EF.4) */
static nsd_status same_sense(nsd_flow_friction *s, double sign)
{
    if (s->held != s->flow->base.stick_count) {
        return NSD_OK; /* not the mode of the flow */
    }
    s->sense = s->sense == 0.0 ? sign : s->sense;
    return sign == s->sense ? NSD_OK : NSD_JAMMED;
}

static double norm_of(const nsd_flow_friction *s)
{
    double norm = 0.0;
    for (int j = 0; j < s->rows; j++) {
        double sum = 0.0;
        for (int i = 0; i < s->rows; i++) {
            sum += fabs(s->A[i + j * s->rows]);
        }
        norm = fmax(norm, sum);
    }
    return norm;
}

static nsd_status solve_scaled(nsd_flow_friction *s)
{
    const int    rows = s->rows;
    const double norm = norm_of(s);

    memcpy(s->LU, s->A, (size_t)(rows * rows) * sizeof *s->LU);
    const int regular = nsd_dense_lu(rows, s->LU, rows, s->pivot) == NSD_OK;
    if (!regular || !(nsd_dense_lu_rcond(rows, s->LU, rows, norm, s->room, s->index) > REGULAR)) {
        s->loose = 1;
        return nsd_flow_friction_share(s);
    }
    const nsd_status status = same_sense(s, sign_of(s));
    for (int i = 0; i < rows; i++) {
        s->z[i] = -s->u[i];
    }
    nsd_dense_lu_solve(rows, 1, s->LU, rows, s->pivot, s->z, rows);
    return status;
}

nsd_status nsd_flow_friction_solve(nsd_flow_friction *s, double *x)
{
    const int  n = s->flow->mechanics.model->n, rows = s->rows;
    nsd_status status = NSD_OK;

    s->loose = 0;
    for (int i = 0; i < rows; i++) {
        s->u[i] /= s->size[i];
    }
    if (rows == 1 && s->A[0] != 0.0) {
        status = same_sense(s, s->A[0] > 0.0 ? 1.0 : -1.0);
        s->z[0] = -s->u[0] / s->A[0];
    } else {
        status = solve_scaled(s);
    }
    for (int k = 0; k < rows && status == NSD_OK; k++) {
        s->z[k] /= s->size[k];
        for (int i = 0; i < n; i++) {
            x[i] += s->X[i + (size_t)k * (size_t)n] * s->z[k];
        }
    }
    return status == NSD_OK && !nsd_dense_all_finite((size_t)rows, s->z) ? NSD_DIVERGED : status;
}
