/* flow_friction_system.c - the linear system of the forces in a mode of sticking and sliding
 * contacts, and its solution where forces are not unique.                       (EF.2), (EF.10) */
#include <math.h>
#include <string.h>

#include "event/flow/flow_friction.h"

/* Reciprocal condition number of A: below it forces are not unique (EF.2). Smaller: nearly
 * redundant contacts get huge opposite forces; larger: unique forces are replaced by least-squares
 * ones. */
#define LEAST_RECIPROCAL_CONDITION 1e-10

/* Reciprocal condition at which least squares cut off the rank of A. Smaller: rounding adds forces
 * along redundant directions; larger: forces miss the accelerations. */
#define ZERO_RANK_PART 1e-9

/* ZERO_RANK_PART where columns are weighted by shares, which may be as small as LEAST_WEIGHT_PART.
 * Larger: forces of lightly loaded contacts are cut off; smaller: rounding adds forces. */
#define WEIGHTED_ZERO_RANK_PART 1e-12

/* Iterations of Newton's method for the point inside all cones (EF.10). Fewer: no point is found
 * for contacts close to their limit, and they slide too early. */
#define MOST_NEWTON_ITERATIONS 60

/* Relative step of Newton's method after which the point is central enough. Smaller: more
 * iterations for a point that need not be exact; larger: the point lies close to a limit. */
#define LAST_NEWTON_STEP 0.2

/* Part of the unit of a share: least share at the start of Newton's method. Smaller: more
 * iterations; larger: the start misses the accelerations by more. */
#define LEAST_FIRST_SHARE_PART 0.1

/* Part of the largest acceleration that the forces of the point may miss. Smaller: not reached
 * because of rounding; larger: forces do not hold the contacts. */
#define MISSED_ACCELERATION_PART 1e-10

/* Part of the unit of a share: a smaller share is at its limit, and the point not inside the cones.
 * Smaller: contacts slide late, with ill-conditioned forces; larger: they slide early. */
#define LEAST_SHARE_PART 1e-9

/* Part of the unit of a share: its least weight. Smaller: columns lose their rank; larger: forces
 * leave cones of lightly loaded contacts. */
#define LEAST_WEIGHT_PART 1e-7

/* Coefficient of friction below which a sticking contact has no cone. Smaller: division by almost
 * zero in the shares. */
#define LEAST_CONE_COEFFICIENT 1e-12

static double *column_of(double *first, int n, int k)
{
    return first + (size_t)k * (size_t)n;
}

/* X(:,k) <- M^-1 G(:,k); size[k] <- the scale of row and column k */
static void solve_column(nsd_flow_friction *s, int k)
{
    nsd_mechanics *mechanics = &s->flow->mechanics;
    const int      n = mechanics->model->n;
    const double  *G = column_of(mechanics->G, n, k);
    double        *X = column_of(s->system.X, n, k);

    memcpy(X, G, (size_t)n * sizeof *X);
    nsd_mechanics_solve(mechanics, X);
    const double size = sqrt(nsd_dense_dot(n, G, X));
    s->system.size[k] = size > 0.0 ? size : 1.0;
    s->system.part[k] = 1.0;
}

/* Columns of G: normals, sticking tangents, joints. X = M^-1 G, with the friction of sliding
 * contacts in the columns of their normals                                                (EF.2) */
void nsd_flow_friction_assemble(nsd_flow_friction *s)
{
    nsd_mechanics   *mechanics = &s->flow->mechanics;
    const nsd_tally *set = &mechanics->tally;
    const int        n = set->n, count = set->count;
    const size_t     bytes = (size_t)n * sizeof(double);
    int              k = count;

    for (int i = 0; i < count; i++) {
        const int a = set->active[i];
        memcpy(column_of(mechanics->G, n, i), column_of(mechanics->H, n, a), bytes);
        solve_column(s, i);
        if (nsd_flow_compliance_has(&s->flow->compliance, a)) { /* its force is part of F */
            memset(column_of(s->system.X, n, i), 0, bytes);
        }
        for (int b = s->d * a; b < s->d * (a + 1); b++) {
            const double *T = column_of(mechanics->T, n, b);
            if (s->use[a] == NSD_USE_STICK) {
                memcpy(column_of(mechanics->G, n, k), T, bytes);
                solve_column(s, k);
                s->system.part[i] = s->system.part[k++] = s->limit[a];
            } else if (s->use[a] != NSD_USE_NONE) {
                double *X = column_of(s->system.X, n, i), *tangent = s->system.room;
                memcpy(tangent, T, bytes);
                nsd_mechanics_solve(mechanics, tangent);
                for (int j = 0; j < n; j++) {
                    X[j] -= s->way[b] * s->coefficient[a] * tangent[j];
                }
            }
        }
    }
    s->system.sticking = k - count;
    for (int j = 0; j < set->p; j++) {
        memcpy(column_of(mechanics->G, n, k), column_of(mechanics->J, n, j), bytes);
        solve_column(s, k++);
    }
    s->system.rows = k;
    for (int j = 0; j < k; j++) {
        for (int i = 0; i < k; i++) {
            s->system.A[i + j * k] = nsd_dense_dot(n, column_of(mechanics->G, n, i),
                                                   column_of(s->system.X, n, j)) /
                                     (s->system.size[i] * s->system.size[j]);
        }
    }
    for (int i = 0; i < count; i++) { /* z_i is given                                    (EF.16) */
        for (int j = 0; j < k && nsd_flow_compliance_has(&s->flow->compliance, set->active[i]);
             j++) {
            s->system.A[i + j * k] = i == j;
        }
    }
}

/* Sign of the determinant of a factored matrix */
static double determinant_sign(const nsd_flow_friction *s)
{
    double sign = 1.0;
    for (int i = 0; i < s->system.rows; i++) {
        sign *= s->system.LU[i + i * s->system.rows] < 0.0 ? -1.0 : 1.0;
        sign *= s->system.pivot[i] != i + 1 ? -1.0 : 1.0;
    }
    return sign;
}

/* The first system of a mode sets the sign of the determinant. Where the sign changes, forces have
 * grown without bound: NSD_JAMMED                                                        (EF.4) */
static nsd_status check_determinant_sign(nsd_flow_friction *s, double sign)
{
    if (s->held_count != s->flow->base.stick_count) {
        return NSD_OK; /* the system is not that of the mode */
    }
    s->determinant_sign = s->determinant_sign == 0.0 ? sign : s->determinant_sign;
    return sign == s->determinant_sign ? NSD_OK : NSD_JAMMED;
}

/* z <- the solution of A z + u = 0 with the least sum of (z / weight)^2 */
static nsd_status least_squares_forces(nsd_flow_friction *s, const double *weight, double *z)
{
    const int rows = s->system.rows;
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < rows; i++) {
            s->system.LU[i + j * rows] = s->system.A[i + j * rows] * weight[j];
        }
        z[j] = -s->system.u[j];
    }
    NSD_TRY(nsd_dense_least_squares(
        rows, rows, 1, s->system.LU, z,
        &(nsd_least_squares_space){ ZERO_RANK_PART, s->system.pivot, s->system.room, 0 }));
    for (int j = 0; j < rows; j++) {
        z[j] *= weight[j];
    }
    return NSD_OK;
}

/* 1 when active contact i sticks: it has two shares */
static int contact_sticks(const nsd_flow_friction *s, int i)
{
    return s->use[s->flow->mechanics.tally.active[i]] == NSD_USE_STICK;
}

/* z <- scaled forces of shares y: mu N - T and mu N + T of a sticking contact, else N; joints */
static void forces_of(const nsd_flow_friction *s, const double *y, double *z)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    int              row = set->count;

    for (int k = 0; k < s->system.rows; k++) {
        z[k] = s->system.size[k] * y[k];
    }
    for (int i = 0; i < set->count; i++) {
        if (contact_sticks(s, i)) {
            z[i] = s->system.size[i] * (y[i] + y[row]) / (2.0 * s->limit[set->active[i]]);
            z[row] = s->system.size[row] * (y[row] - y[i]) / 2.0;
            row++;
        }
    }
}

/* y <- shares of scaled forces z: the inverse of forces_of */
static void shares_of(const nsd_flow_friction *s, const double *z, double *y)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    int              row = set->count;

    for (int k = 0; k < s->system.rows; k++) {
        y[k] = z[k] / s->system.size[k];
    }
    for (int i = 0; i < set->count; i++) {
        if (contact_sticks(s, i)) {
            const double limit = s->limit[set->active[i]] * y[i], T = y[row];
            y[i] = limit - T;
            y[row++] = limit + T;
        }
    }
}

/* r <- A z with the forces z of shares y; z is left in s->system.z */
static void accelerations_of_shares(nsd_flow_friction *s, const double *y, double *r)
{
    forces_of(s, y, s->system.z);
    for (int i = 0; i < s->system.rows; i++) {
        r[i] = 0.0;
        for (int k = 0; k < s->system.rows; k++) {
            r[i] += s->system.A[i + k * s->system.rows] * s->system.z[k];
        }
    }
}

/* b <- the shortest x with A z = b, z the forces of the shares weight * x */
static nsd_status least_squares_shares(nsd_flow_friction *s, const double *weight, double *b)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    const int        rows = s->system.rows;
    int              row = set->count;

    for (int k = 0; k < rows; k++) {
        for (int i = 0; i < rows; i++) {
            s->system.LU[i + k * rows] = s->system.A[i + k * rows] * s->system.size[k] * weight[k];
        }
    }
    for (int c = 0; c < set->count; c++) {
        if (contact_sticks(s, c)) {
            const double mu = s->limit[set->active[c]];
            for (int i = 0; i < rows; i++) {
                const double N = s->system.A[i + c * rows] * s->system.size[c] / (2.0 * mu);
                const double T = s->system.A[i + row * rows] * s->system.size[row] / 2.0;
                s->system.LU[i + c * rows] = (N - T) * weight[c];
                s->system.LU[i + row * rows] = (N + T) * weight[row];
            }
            row++;
        }
    }
    return nsd_dense_least_squares(
        rows, rows, 1, s->system.LU, b,
        &(nsd_least_squares_space){ WEIGHTED_ZERO_RANK_PART, s->system.pivot, s->system.room, 0 });
}

/* Weights of the shares <- y: relative changes of all shares count alike. Forces of joints have no
 * sign */
static void fill_weights(const nsd_flow_friction *s, const double *y)
{
    const int contacts = s->flow->mechanics.tally.count + s->system.sticking;
    for (int k = 0; k < s->system.rows; k++) {
        s->system.weight[k] = k < contacts ? fmax(y[k], LEAST_WEIGHT_PART *
                                                            (s->shares.unit * s->system.part[k]))
                                           : s->shares.unit;
    }
}

/* z <- forces with the least relative change of shares from those of `middle`            (EF.11) */
static nsd_status forces_near_middle(nsd_flow_friction *s)
{
    double *x = s->shares.step;

    fill_weights(s, s->shares.middle);
    accelerations_of_shares(s, s->shares.middle, x);
    for (int i = 0; i < s->system.rows; i++) {
        x[i] = -x[i] - s->system.u[i];
    }
    NSD_TRY(least_squares_shares(s, s->system.weight, x));
    for (int k = 0; k < s->system.rows; k++) {
        x[k] = s->shares.middle[k] + s->system.weight[k] * x[k];
    }
    forces_of(s, x, s->system.z);
    return NSD_OK;
}

/* z where forces are not unique, as under a box that stands on two corners: tangential forces are
 * in proportion to the limits of friction, so that all contacts reach them together       (EF.2) */
static nsd_status share_forces(nsd_flow_friction *s)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    double          *weight = s->system.weight, largest = 0.0;
    int              row = set->count;

    if (s->shares.use_middle) {
        return forces_near_middle(s);
    }
    for (int i = 0; i < s->system.rows; i++) {
        weight[i] = 1.0;
    }
    const nsd_status status = least_squares_forces(s, weight, s->system.z);
    for (int i = 0; i < set->count; i++) {
        largest = fmax(largest, fabs(s->system.z[i] / s->system.size[i]));
    }
    s->shares.largest_unit = fmax(s->shares.largest_unit, largest);
    for (int i = 0; i < set->count && largest > 0.0; i++) {
        const int a = set->active[i];
        for (int k = 0; k < s->d && s->use[a] == NSD_USE_STICK; k++) {
            const double part = fabs(s->system.z[i] / s->system.size[i]) / largest;
            weight[row] = s->system.size[row] * sqrt(s->limit[a] * fmax(part, 1e-6));
            row++;
        }
    }
    return status == NSD_OK && largest > 0.0 ? least_squares_forces(s, weight, s->system.z)
                                             : status;
}

static nsd_status solve_scaled(nsd_flow_friction *s)
{
    const int rows = s->system.rows;

    memcpy(s->system.LU, s->system.A, (size_t)(rows * rows) * sizeof *s->system.LU);
    if (nsd_dense_lu_regular(rows, s->system.LU, LEAST_RECIPROCAL_CONDITION, s->system.pivot,
                             s->system.room, s->system.index) != NSD_OK) {
        s->shares.nonunique = 1;
        return share_forces(s);
    }
    NSD_TRY(check_determinant_sign(s, determinant_sign(s)));
    nsd_dense_scale(rows, -1.0, s->system.u, s->system.z);
    nsd_dense_lu_solve(rows, 1, s->system.LU, rows, s->system.pivot, s->system.z, rows);
    return NSD_OK;
}

nsd_status nsd_flow_friction_solve(nsd_flow_friction *s, double *x)
{
    const int  n = s->flow->mechanics.model->n, rows = s->system.rows;
    nsd_status status = NSD_OK;

    s->shares.nonunique = 0;
    for (int i = 0; i < rows; i++) {
        s->system.u[i] /= s->system.size[i];
    }
    if (rows == 1 && s->system.A[0] != 0.0) {
        status = check_determinant_sign(s, s->system.A[0] > 0.0 ? 1.0 : -1.0);
        s->system.z[0] = -s->system.u[0] / s->system.A[0];
    } else {
        status = solve_scaled(s);
    }
    for (int k = 0; k < rows && status == NSD_OK; k++) {
        s->system.z[k] /= s->system.size[k];
        for (int i = 0; i < n; i++) {
            x[i] += s->system.X[i + (size_t)k * (size_t)n] * s->system.z[k];
        }
    }
    return status == NSD_OK && !nsd_dense_all_finite((size_t)rows, s->system.z) ? NSD_DIVERGED
                                                                                : status;
}

int nsd_flow_friction_jams(const nsd_flow_friction *s)
{
    double largest = 0.0;
    for (int k = 0; k < s->system.rows; k++) {
        largest = fmax(largest, fabs(s->system.z[k] * s->system.size[k]));
    }
    return largest >
           NSD_FLOW_FRICTION_JAMMED_RATIO * nsd_dense_max_abs(s->system.rows, s->system.u);
}

/* middle <- first shares: those of the shortest forces, raised where they are near or below zero. 0
 * when there are no forces, or a contact has no cone */
static int first_shares(nsd_flow_friction *s)
{
    const nsd_tally *set = &s->flow->mechanics.tally;
    const int        contacts = set->count + s->system.sticking;

    for (int i = 0; i < set->count; i++) {
        if (contact_sticks(s, i) && !(s->limit[set->active[i]] > LEAST_CONE_COEFFICIENT)) {
            return 0;
        }
    }
    for (int k = 0; k < s->system.rows; k++) {
        s->system.weight[k] = 1.0;
    }
    if (least_squares_forces(s, s->system.weight, s->system.z) != NSD_OK) {
        return 0;
    }
    s->shares.unit = 0.0;
    for (int k = 0; k < contacts; k++) {
        s->shares.unit = fmax(s->shares.unit, fabs(s->system.z[k] / s->system.size[k]));
    }
    shares_of(s, s->system.z, s->shares.middle);
    for (int k = 0; k < contacts; k++) {
        s->shares.middle[k] = fmax(s->shares.middle[k],
                                   LEAST_FIRST_SHARE_PART * (s->shares.unit * s->system.part[k]));
    }
    s->shares.largest_unit = fmax(s->shares.largest_unit, s->shares.unit);
    return s->shares.unit > 0.0;
}

/* One step of Newton's method for the least sum of y - ln(y), y in units, with A z + u = 0.
 * `length`: relative size of the step; `missing`: residual before the step               (EF.10) */
static nsd_status newton_step(nsd_flow_friction *s, double *length, double *missing)
{
    const int contacts = s->flow->mechanics.tally.count + s->system.sticking;
    double   *y = s->shares.middle, *x = s->shares.step, *slope = s->shares.slope, down = 0.0;

    fill_weights(s, y);
    accelerations_of_shares(s, y, x);
    *missing = *length = 0.0;
    for (int i = 0; i < s->system.rows; i++) {
        x[i] += s->system.u[i];
        *missing = fmax(*missing, fabs(x[i]));
        slope[i] = i < contacts ? y[i] / (s->shares.unit * s->system.part[i]) - 1.0 : 0.0;
    }
    for (int k = 0; k < s->system.rows; k++) {
        s->shares.trial[k] = s->system.weight[k] * slope[k];
    }
    accelerations_of_shares(s, s->shares.trial, s->shares.trial + s->system.rows);
    for (int i = 0; i < s->system.rows; i++) {
        x[i] = s->shares.trial[i + s->system.rows] - x[i];
    }
    NSD_TRY(least_squares_shares(s, s->system.weight, x));
    for (int k = 0; k < s->system.rows; k++) {
        x[k] -= slope[k];
        down = k < contacts ? fmax(down, -x[k]) : down;
        *length = fmax(*length, fabs(x[k]));
    }
    const double part = down > 0.9 ? 0.9 / down : 1.0;
    for (int k = 0; k < s->system.rows; k++) {
        y[k] += part * s->system.weight[k] * x[k];
    }
    return NSD_OK;
}

int nsd_flow_friction_find_middle(nsd_flow_friction *s)
{
    const int    contacts = s->flow->mechanics.tally.count + s->system.sticking;
    const double size = nsd_dense_max_abs(s->system.rows, s->system.u);
    double       length = INFINITY, missing = INFINITY;
    int          inside = s->d == 1 && s->shares.nonunique && first_shares(s);

    for (int k = 0; k < MOST_NEWTON_ITERATIONS && inside &&
                    !(length < LAST_NEWTON_STEP && missing <= MISSED_ACCELERATION_PART * size);
         k++) {
        inside = newton_step(s, &length, &missing) == NSD_OK;
    }
    inside = inside && missing <= MISSED_ACCELERATION_PART * size;
    for (int k = 0; k < contacts && inside; k++) {
        inside = s->shares.middle[k] > LEAST_SHARE_PART * (s->shares.unit * s->system.part[k]) *
                                           (s->shares.largest_unit / s->shares.unit);
    }
    s->shares.middle_known = inside;
    return inside;
}

int nsd_flow_friction_outside_cones(const nsd_flow_friction *s)
{
    const nsd_flow *base = &s->flow->base;
    int             found = 0;
    for (int a = 0; a < base->guards; a++) {
        const double limit = s->limit[a] * base->lambda[a];
        const int    slips = s->direction[a] == 0 && s->limit[a] > 0.0 &&
                          nsd_flow_friction_length(s, s->lambda, a) > limit;
        found |= base->sticks[a] && (!(base->lambda[a] > 0.0) || slips);
    }
    return found;
}
