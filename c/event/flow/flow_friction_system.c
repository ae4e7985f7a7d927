/* flow_friction_system.c - the linear system of the forces in a mode of sticking and sliding
 * contacts.                                                                              (EF.2) */
#include <math.h>
#include <string.h>

#include "event/flow/flow_friction.h"

#define REGULAR   1e-10 /* reciprocal condition below which forces are not unique */
#define REDUNDANT 1e-9  /* part of the largest below which the system has no further rank        */
#define ROUNDS    60    /* of Newton's method for the middle of the cones                        */
#define MIDDLE    0.2   /* its last step                                                         */
#define NEAR_ZERO 0.1   /* of the unit of a share: where it begins at least                      */
#define SHARED    1e-10 /* what may be missing of the accelerations                              */
#define CLEAR     1e-9  /* of its unit: a share below this is at its limit                       */
#define LIGHT     1e-7  /* of its unit: the least weight of a share                              */
#define FAINT     1e-12 /* as REDUNDANT, where columns have such weights                         */
#define SMOOTH    1e-12 /* coefficients below this have no cone to speak of                      */

static double *column_of(double *first, int n, int k)
{
    return first + (size_t)k * (size_t)n;
}

/* X(:,k) <- M^-1 G(:,k), and the size of row k */
static void solve_column(nsd_flow_friction *s, int k)
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
        solve_column(s, i);
        if (s->use[a] == NSD_USE_STICK) {
            memcpy(column_of(mechanics->G, n, k), T, bytes);
            solve_column(s, k++);
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
        solve_column(s, k++);
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
static double determinant_sign(const nsd_flow_friction *s)
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
static nsd_status check_determinant_sign(nsd_flow_friction *s, double sign)
{
    if (s->held_count != s->flow->base.stick_count) {
        return NSD_OK; /* not the mode of the flow */
    }
    s->determinant_sign = s->determinant_sign == 0.0 ? sign : s->determinant_sign;
    return sign == s->determinant_sign ? NSD_OK : NSD_JAMMED;
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

/* z of least length in the measure of `weight`, one per unknown */
static nsd_status least_squares_forces(nsd_flow_friction *s, const double *weight, double *z)
{
    const int rows = s->rows;
    int       rank = 0;
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < rows; i++) {
            s->LU[i + j * rows] = s->A[i + j * rows] * weight[j];
        }
        z[j] = -s->u[j];
    }
    const nsd_status status = nsd_dense_least_squares(rows, rows, s->LU, rows, z, REDUNDANT,
                                                      s->pivot, s->room, &rank);
    for (int j = 0; j < rows; j++) {
        z[j] *= weight[j];
    }
    return status;
}

/* Active contact i sticks */
static int contact_sticks(const nsd_flow_friction *s, int i)
{
    return s->use[s->flow->mechanics.tally.active[i]] == NSD_USE_STICK;
}

/* Forces (scaled) of shares y: mu N - T and mu N + T where a contact sticks, else N; joints      */
static void forces_of(const nsd_flow_friction *s, const double *y, double *z)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    int              row = set->count;

    for (int k = 0; k < s->rows; k++) {
        z[k] = s->size[k] * y[k];
    }
    for (int i = 0; i < set->count; i++) {
        if (contact_sticks(s, i)) {
            z[i] = s->size[i] * (y[i] + y[row]) / (2.0 * s->limit[set->active[i]]);
            z[row] = s->size[row] * (y[row] - y[i]) / 2.0;
            row++;
        }
    }
}

/* The other way */
static void shares_of(const nsd_flow_friction *s, const double *z, double *y)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    int              row = set->count;

    for (int k = 0; k < s->rows; k++) {
        y[k] = z[k] / s->size[k];
    }
    for (int i = 0; i < set->count; i++) {
        if (contact_sticks(s, i)) {
            const double limit = s->limit[set->active[i]] * y[i], T = y[row];
            y[i] = limit - T;
            y[row++] = limit + T;
        }
    }
}

/* r <- A z, z the forces of shares y; z is left in s->z */
static void accelerations_of_shares(nsd_flow_friction *s, const double *y, double *r)
{
    forces_of(s, y, s->z);
    for (int i = 0; i < s->rows; i++) {
        r[i] = 0.0;
        for (int k = 0; k < s->rows; k++) {
            r[i] += s->A[i + k * s->rows] * s->z[k];
        }
    }
}

/* b <- the shortest x with A (forces of weight x) = b */
static nsd_status least_squares_shares(nsd_flow_friction *s, const double *weight, double *b)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    const int        rows = s->rows;
    int              row = set->count, rank = 0;

    for (int k = 0; k < rows; k++) {
        for (int i = 0; i < rows; i++) {
            s->LU[i + k * rows] = s->A[i + k * rows] * s->size[k] * weight[k];
        }
    }
    for (int c = 0; c < set->count; c++) {
        if (contact_sticks(s, c)) {
            const double mu = s->limit[set->active[c]];
            for (int i = 0; i < rows; i++) {
                const double N = s->A[i + c * rows] * s->size[c] / (2.0 * mu);
                const double T = s->A[i + row * rows] * s->size[row] / 2.0;
                s->LU[i + c * rows] = (N - T) * weight[c];
                s->LU[i + row * rows] = (N + T) * weight[row];
            }
            row++;
        }
    }
    return nsd_dense_least_squares(rows, rows, s->LU, rows, b, FAINT, s->pivot, s->room, &rank);
}

/* The unit of share k, of a contact */
static double unit_of(const nsd_flow_friction *s, int k)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    int              row = set->count;

    for (int i = 0; i < set->count; i++) {
        const int sticks = contact_sticks(s, i);
        if (k == i || (sticks && k == row)) {
            return s->unit * (sticks ? s->limit[set->active[i]] : 1.0);
        }
        row += sticks;
    }
    return s->unit;
}

/* Weights of the shares y: a part of each is as good as the same part of another. Joints push and
 * pull as they like */
static void fill_weights(const nsd_flow_friction *s, const double *y)
{
    const int contacts = s->flow->mechanics.tally.count + s->sticking;
    for (int k = 0; k < s->rows; k++) {
        s->weight[k] = k < contacts ? fmax(y[k], LIGHT * unit_of(s, k)) : s->unit;
    }
}

/* Forces by the least change of the shares from those of the middle, in parts of them    (EF.11) */
static nsd_status forces_near_middle(nsd_flow_friction *s)
{
    double *x = s->step;

    fill_weights(s, s->middle);
    accelerations_of_shares(s, s->middle, x);
    for (int i = 0; i < s->rows; i++) {
        x[i] = -x[i] - s->u[i];
    }
    const nsd_status status = least_squares_shares(s, s->weight, x);
    for (int k = 0; k < s->rows; k++) {
        x[k] = s->middle[k] + s->weight[k] * x[k];
    }
    forces_of(s, x, s->z);
    return status;
}

/* Forces that are not unique, as under a box that stands on two corners: the tangential ones are
 * shared out by what each contact may bear, so that all reach their limit together       (EF.2) */
static nsd_status share_forces(nsd_flow_friction *s)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    double          *weight = s->weight, largest = 0.0;
    int              row = set->count;

    if (s->use_middle) {
        return forces_near_middle(s);
    }
    for (int i = 0; i < s->rows; i++) {
        weight[i] = 1.0;
    }
    const nsd_status status = least_squares_forces(s, weight, s->z);
    for (int i = 0; i < set->count; i++) {
        largest = fmax(largest, s->z[i] / s->size[i]);
    }
    for (int i = 0; i < set->count; i++) {
        const int a = set->active[i];
        if (s->use[a] == NSD_USE_STICK) {
            const double limit = s->limit[a] * fmax(s->z[i] / s->size[i], 1e-6 * largest);
            weight[row] = s->size[row] * sqrt(limit);
            row++;
        }
    }
    return status == NSD_OK && largest > 0.0 ? least_squares_forces(s, weight, s->z) : status;
}

static nsd_status solve_scaled(nsd_flow_friction *s)
{
    const int    rows = s->rows;
    const double norm = norm_of(s);

    memcpy(s->LU, s->A, (size_t)(rows * rows) * sizeof *s->LU);
    const int regular = nsd_dense_lu(rows, s->LU, rows, s->pivot) == NSD_OK;
    if (!regular || !(nsd_dense_lu_rcond(rows, s->LU, rows, norm, s->room, s->index) > REGULAR)) {
        s->nonunique = 1;
        return share_forces(s);
    }
    const nsd_status status = check_determinant_sign(s, determinant_sign(s));
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

    s->nonunique = 0;
    for (int i = 0; i < rows; i++) {
        s->u[i] /= s->size[i];
    }
    if (rows == 1 && s->A[0] != 0.0) {
        status = check_determinant_sign(s, s->A[0] > 0.0 ? 1.0 : -1.0);
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

/* Shares to begin with: those of the shortest forces, and none near or below zero; 0 when there are
 * no forces, or no cones */
static int first_shares(nsd_flow_friction *s)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    const int        contacts = set->count + s->sticking;

    for (int i = 0; i < set->count; i++) {
        if (contact_sticks(s, i) && !(s->limit[set->active[i]] > SMOOTH)) {
            return 0;
        }
    }
    for (int k = 0; k < s->rows; k++) {
        s->weight[k] = 1.0;
    }
    if (least_squares_forces(s, s->weight, s->z) != NSD_OK) {
        return 0;
    }
    s->unit = 0.0;
    for (int k = 0; k < contacts; k++) {
        s->unit = fmax(s->unit, fabs(s->z[k] / s->size[k]));
    }
    shares_of(s, s->z, s->middle);
    for (int k = 0; k < contacts; k++) {
        s->middle[k] = fmax(s->middle[k], NEAR_ZERO * unit_of(s, k));
    }
    s->largest_unit = fmax(s->largest_unit, s->unit);
    return s->unit > 0.0;
}

/* One step of Newton's method for the least sum of y - ln(y), y in units, with A z + u = 0: its
 * length in `length`, what was missing before it in `missing`                            (EF.10) */
static nsd_status newton_step(nsd_flow_friction *s, double *length, double *missing)
{
    const int contacts = s->flow->mechanics.tally.count + s->sticking;
    double   *y = s->middle, *x = s->step, *slope = s->slope, down = 0.0;

    fill_weights(s, y);
    accelerations_of_shares(s, y, x);
    *missing = *length = 0.0;
    for (int i = 0; i < s->rows; i++) {
        x[i] += s->u[i];
        *missing = fmax(*missing, fabs(x[i]));
        slope[i] = i < contacts ? y[i] / unit_of(s, i) - 1.0 : 0.0;
    }
    for (int k = 0; k < s->rows; k++) {
        s->trial[k] = s->weight[k] * slope[k];
    }
    accelerations_of_shares(s, s->trial, s->trial + s->rows);
    for (int i = 0; i < s->rows; i++) {
        x[i] = s->trial[i + s->rows] - x[i];
    }
    const nsd_status status = least_squares_shares(s, s->weight, x);
    for (int k = 0; k < s->rows; k++) {
        x[k] -= slope[k];
        down = k < contacts ? fmax(down, -x[k]) : down;
        *length = fmax(*length, fabs(x[k]));
    }
    const double part = down > 0.9 ? 0.9 / down : 1.0;
    for (int k = 0; k < s->rows; k++) {
        y[k] += part * s->weight[k] * x[k];
    }
    return status;
}

int nsd_flow_friction_find_middle(nsd_flow_friction *s)
{
    const int    contacts = s->flow->mechanics.tally.count + s->sticking;
    const double size = nsd_dense_max_abs(s->rows, s->u);
    double       length = INFINITY, missing = INFINITY;
    int          inside = s->nonunique && first_shares(s);

    for (int k = 0; k < ROUNDS && inside && !(length < MIDDLE && missing <= SHARED * size); k++) {
        inside = newton_step(s, &length, &missing) == NSD_OK;
    }
    inside = inside && missing <= SHARED * size;
    for (int k = 0; k < contacts && inside; k++) {
        inside = s->middle[k] > CLEAR * unit_of(s, k) * (s->largest_unit / s->unit);
    }
    s->middle_known = inside;
    return inside;
}

int nsd_flow_friction_outside_cones(const nsd_flow_friction *s)
{
    const nsd_flow *base = &s->flow->base;
    int             found = 0;
    for (int a = 0; a < base->guards; a++) {
        const double limit = s->limit[a] * base->lambda[a];
        const int slips = s->direction[a] == 0 && s->limit[a] > 0.0 && fabs(s->lambda[a]) > limit;
        found |= base->sticks[a] && (!(base->lambda[a] > 0.0) || slips);
    }
    return found;
}
