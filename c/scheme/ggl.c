/* ggl.c - both levels: the matrix, elimination of joints, active sets, sweeps; with friction,
 * positions with an impulse are eliminated from the friction problem of the velocities  (FC.9) */
#include "scheme/ggl.h"

#include <math.h>
#include <string.h>

/* Rounds of active sets before the sets count as a cycle; four rounds are usual. Smaller: more
 * steps are solved by sweeps, which cost more; larger: a cycle costs more rounds. */
#define ACTIVE_SET_ROUNDS 20

/* Sweeps over both levels before the step fails. Without damping one sweep is enough; smaller:
 * steps of damped systems do not converge; larger: a step without solution fails later. */
#define LEVEL_SWEEPS 100

/* Sweeps have converged when |La|^2 changes by at most this part: some roundings of a sum of
 * squares. Smaller: all sweeps are used; larger: La of coupled levels is less accurate. */
#define SWEEP_CHANGE 1e-14

static size_t lay_out(nsd_ggl *ggl, nsd_scratch *scratch)
{
    const size_t m = (size_t)ggl->m, c = (size_t)nsd_ggl_size(ggl), j = 2 * (size_t)ggl->p;
    const size_t fit = (size_t)nsd_dense_least_squares_work((int)c, (int)c);

    NSD_SCRATCH_ZEROS(scratch, c * c, &ggl->A, &ggl->submatrix);
    NSD_SCRATCH_ZEROS(scratch, c * j, &ggl->AcJ, &ggl->AJc);
    nsd_condense_lay_out(&ggl->joints, 2 * ggl->p, scratch);
    NSD_SCRATCH_ZEROS(scratch, c, &ggl->r, &ggl->z, &ggl->w, &ggl->u);
    NSD_SCRATCH_ZEROS(scratch, j, &ggl->rJ, &ggl->zJ);
    NSD_SCRATCH_ZEROS(scratch, fit + c * c + 4 * c, &ggl->fit_work);
    NSD_SCRATCH_ZEROS(scratch, m, &ggl->speed);
    ggl->pivot = nsd_scratch_take(scratch, c, sizeof(nsd_int));
    ggl->int_work = nsd_scratch_take(scratch, c, sizeof(nsd_int));
    ggl->index = nsd_scratch_ints(scratch, c);
    ggl->id = nsd_scratch_ints(scratch, m);
    ggl->closed = nsd_scratch_take(scratch, m, 1);
    ggl->acting = nsd_scratch_take(scratch, m, 1);
    ggl->held = nsd_scratch_take(scratch, m, 1);
    return nsd_scratch_counted(scratch);
}

size_t nsd_ggl_scratch(int m, int block, int p)
{
    return lay_out(&(nsd_ggl){ .m = m, .block = block, .p = p }, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_ggl_init(nsd_ggl *ggl, int m, int block, int p, nsd_scratch *scratch)
{
    *ggl = (nsd_ggl){ .m = m, .block = block, .p = p };
    lay_out(ggl, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    memset(ggl->held, 0, (size_t)m);
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
    double   *from = i < all ? (j < all ? ggl->A : ggl->AcJ)
                             : (j < all ? ggl->AJc : ggl->joints.inverse);
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

nsd_status nsd_ggl_condense(nsd_ggl *ggl)
{
    const int     c = nsd_ggl_size(ggl);
    nsd_condense *joints = &ggl->joints;

    if (ggl->p == 0) {
        return NSD_OK;
    }
    joints->c = joints->ld_c = c;
    joints->ld_J = joints->p;
    joints->W_cJ = ggl->AcJ;
    joints->W_Jc = ggl->AJc;
    joints->W_JJ = joints->inverse;
    const nsd_status status = nsd_condense_invert(joints);
    nsd_condense_matrix(joints, ggl->A, c);
    for (int a = 0; a < ggl->m; a++) {
        ggl->held[a] = ggl->A[a + (size_t)a * (size_t)c] == 0.0;
    }
    return status;
}

/* w <- r + A z                                                                         (NMK.8) */
static void fill_w(nsd_ggl *ggl)
{
    const int c = nsd_ggl_size(ggl);
    memcpy(ggl->w, ggl->r, (size_t)c * sizeof(double));
    nsd_dense_gemv(NSD_PLAIN, c, c, 1.0, ggl->A, c, ggl->z, 1.0, ggl->w);
}

double nsd_ggl_residual(nsd_ggl *ggl)
{
    const int    m = ggl->m, c = nsd_ggl_size(ggl), smooth = ggl->block == 1;
    const double scale = fmax(1.0, nsd_dense_max_abs(c, ggl->r));
    double       worst = 0.0;

    fill_w(ggl);
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

typedef struct row_list { /* of rows of the matrix */
    int  count;
    int *row;
} row_list;

/* The rows at one level of the contacts a with set[a] != 0 equal to `wanted` (0 or 1), in `room` */
static row_list list_rows(const nsd_ggl *ggl, nsd_ggl_level level, const unsigned char *set,
                          int wanted, int *room)
{
    const int block = level == NSD_POSITION ? 1 : ggl->block;
    const int first = level == NSD_POSITION ? 0 : ggl->m;
    row_list  list = { 0, room };

    for (int i = 0; i < ggl->m * block; i++) {
        if ((set[i / block] != 0) == wanted) {
            room[list.count++] = first + i;
        }
    }
    return list;
}

/* The rows of the closed contacts at velocity level, behind the room of a list of positions */
static row_list closed_rows(const nsd_ggl *ggl)
{
    return list_rows(ggl, NSD_VELOCITY, ggl->closed, 1, ggl->index + ggl->m);
}

/* to <- A(rows, columns) */
static void gather(const nsd_ggl *ggl, const row_list *rows, const row_list *columns, double *to)
{
    const size_t c = (size_t)nsd_ggl_size(ggl);
    for (int j = 0; j < columns->count; j++) {
        const double *column = ggl->A + (size_t)columns->row[j] * c;
        for (int i = 0; i < rows->count; i++) {
            *to++ = column[rows->row[i]];
        }
    }
}

/* z of both sets from w = 0; the shortest z where contacts are redundant               (NMK.9) */
static nsd_status solve_sets(nsd_ggl *ggl)
{
    row_list  in = list_rows(ggl, NSD_POSITION, ggl->closed, 1, ggl->index);
    const int count = in.count +
                      list_rows(ggl, NSD_VELOCITY, ggl->acting, 1, in.row + in.count).count;

    in.count = count;
    for (int i = 0; i < count; i++) {
        ggl->u[i] = -ggl->r[in.row[i]];
    }
    memset(ggl->z, 0, 2 * (size_t)ggl->m * sizeof(double));
    if (count == 0) {
        return NSD_OK;
    }
    gather(ggl, &in, &in, ggl->submatrix);
    nsd_status status = nsd_dense_lu_regular(count, ggl->submatrix, NSD_RANK_TOLERANCE, ggl->pivot,
                                             ggl->fit_work, ggl->int_work);
    if (status == NSD_OK) {
        nsd_dense_lu_solve(count, 1, ggl->submatrix, count, ggl->pivot, ggl->u, count);
    } else {
        gather(ggl, &in, &in, ggl->submatrix);
        status = nsd_dense_least_squares(
            count, count, 1, ggl->submatrix, ggl->u,
            &(nsd_least_squares_space){ NSD_RANK_TOLERANCE, ggl->pivot, ggl->fit_work, 0 });
    }
    for (int i = 0; i < count; i++) {
        ggl->z[in.row[i]] = ggl->u[i];
    }
    return status;
}

/* The next sets: closed by nu and gap, acting by La and velocity; returns the changes  (NMK.9) */
static int next_sets(nsd_ggl *ggl)
{
    const int m = ggl->m;
    int       changes = 0;

    fill_w(ggl);
    for (int a = 0; a < m; a++) {
        const int closed = !ggl->held[a] && (ggl->closed[a] ? ggl->z[a] >= 0.0 : ggl->w[a] <= 0.0);
        const int acting = closed && (ggl->acting[a] ? ggl->z[m + a] >= 0.0 : ggl->w[m + a] <= 0.0);
        changes += closed != ggl->closed[a] || acting != ggl->acting[a];
        ggl->closed[a] = (unsigned char)closed;
        ggl->acting[a] = (unsigned char)acting;
    }
    return changes;
}

/* closed, acting <- the contacts that the motion without impulses closes; returns their number */
static int find_closing(nsd_ggl *ggl)
{
    int closing = 0;
    for (int a = 0; a < ggl->m; a++) {
        ggl->closed[a] = ggl->acting[a] = !ggl->held[a] && ggl->r[a] <= 0.0;
        closing += ggl->closed[a];
    }
    return closing;
}

/* z of one level, with z of the other level given:
 * 0 <= r + A(level, other) z_other + A(level, level) z _|_ z >= 0 on the contacts a with
 * set[a] != 0 equal to `wanted`; z of all other contacts is zero.                      (NMK.10) */
static nsd_status solve_level(nsd_ggl *ggl, nsd_contact_solver *solver, nsd_ggl_level level,
                              const unsigned char *set, int wanted)
{
    const int      m = ggl->m, c = nsd_ggl_size(ggl);
    const int      first = level == NSD_POSITION ? 0 : m, other = m - first;
    const int      others = level == NSD_POSITION ? c - m : m;
    const row_list rows = list_rows(ggl, level, set, wanted, ggl->index);
    const int      count = rows.count;
    double        *z = ggl->u, *q = ggl->u + m;

    for (int i = 0; i < count; i++) {
        z[i] = ggl->z[rows.row[i]];
        q[i] = ggl->r[rows.row[i]];
        for (int a = other; a < other + others; a++) {
            q[i] += ggl->A[rows.row[i] + (size_t)a * (size_t)c] * ggl->z[a];
        }
    }
    gather(ggl, &rows, &rows, ggl->submatrix);
    const nsd_lcp    lcp = { count, count, count - 1, 0, ggl->submatrix, q };
    const nsd_status status = nsd_contact_solver_lcp(solver, &lcp, z);
    memset(ggl->z + first, 0, (size_t)m * sizeof(double));
    for (int i = 0; i < count; i++) {
        ggl->z[rows.row[i]] = z[i];
    }
    return status;
}

static nsd_status solve_positions(nsd_ggl *ggl, nsd_contact_solver *solver)
{
    return solve_level(ggl, solver, NSD_POSITION, ggl->held, 0);
}

/* closed <- the contacts with a position impulse, or with a gap of zero without an impulse */
static void find_touching(nsd_ggl *ggl)
{
    const double touching = NSD_GGL_TOUCHING_GAP * nsd_dense_max_abs(ggl->m, ggl->r);

    fill_w(ggl);
    for (int a = 0; a < ggl->m; a++) {
        ggl->closed[a] = !ggl->held[a] && (ggl->z[a] > 0.0 || ggl->w[a] <= touching);
    }
}

static double value(const nsd_ggl *ggl, int i, int j)
{
    return ggl->A[i + (size_t)j * (size_t)nsd_ggl_size(ggl)];
}

/* W, q and guess r of the closed contacts from A, r and z; numbers and sliding speeds for the
 * laws; returns the rows of the closed contacts */
static row_list gather_friction_problem(nsd_ggl *ggl, nsd_coulomb *f)
{
    const row_list rows = closed_rows(ggl);

    f->owner = NULL;
    gather(ggl, &rows, &rows, f->W);
    for (int k = 0; k < rows.count; k++) {
        const int contact = (rows.row[k] - ggl->m) / ggl->block;
        f->q[k] = ggl->r[rows.row[k]];
        f->r[k] = ggl->z[rows.row[k]];
        f->id[k / ggl->block] = ggl->id[contact];
        f->speed[k / ggl->block] = ggl->speed[contact];
    }
    return rows;
}

/* La of the closed contacts from the friction problem, La = 0 for open contacts */
static nsd_status solve_velocities(nsd_ggl *ggl, nsd_coulomb *f, const row_list *rows)
{
    const nsd_status status = nsd_coulomb_solve(f, rows->count / ggl->block);
    memset(ggl->z + ggl->m, 0, (size_t)(ggl->m * ggl->block) * sizeof(double));
    for (int k = 0; k < rows->count && status == NSD_OK; k++) {
        ggl->z[rows->row[k]] = f->r[k];
    }
    return status;
}

typedef struct pushed_positions { /* contacts with nu' > 0 */
    row_list rows;
    double  *B; /* App^+ Apv, count x (closed directions)     */
    double  *b; /* App^+ r_p, count                           */
} pushed_positions;

/* B and b for the contacts of ggl->acting                                               (FC.9) */
static nsd_status invert_positions(nsd_ggl *ggl, const row_list *closed, pushed_positions *pushed)
{
    const row_list rows = list_rows(ggl, NSD_POSITION, ggl->acting, 1, ggl->index);
    const int      count = rows.count, size = closed->count;
    const size_t   square = (size_t)count * (size_t)count;
    double        *inverse = ggl->submatrix, *r_p = ggl->w;

    pushed->rows = rows;
    pushed->B = inverse + square;
    pushed->b = ggl->u;
    if (count == 0) {
        return NSD_OK;
    }
    double *Apv = pushed->B + (size_t)count * (size_t)size;
    gather(ggl, &rows, &rows, ggl->fit_work);
    gather(ggl, &rows, closed, Apv);
    for (int i = 0; i < count; i++) {
        r_p[i] = ggl->r[rows.row[i]];
    }
    const nsd_status status = nsd_dense_pseudo_inverse(count, ggl->fit_work, NSD_RANK_TOLERANCE,
                                                       ggl->pivot, ggl->fit_work + square, inverse);
    nsd_dense_gemm(NSD_PLAIN, count, size, count, 1.0, inverse, count, Apv, count, 0.0, pushed->B,
                   count);
    nsd_dense_gemv(NSD_PLAIN, count, count, 1.0, inverse, count, r_p, 0.0, pushed->b);
    return status;
}

/* W <- W - Avp B, q <- q - Avp b; rows that joints hold stay exactly zero               (FC.9) */
static void eliminate_positions(const nsd_ggl *ggl, nsd_coulomb *f, const row_list *closed,
                                const pushed_positions *pushed)
{
    const int size = closed->count, count = pushed->rows.count;
    for (int k = 0; k < size; k++) {
        const int row = closed->row[k], held = value(ggl, row, row) == 0.0;
        for (int i = 0; i < count && !held; i++) {
            const double Avp = value(ggl, row, pushed->rows.row[i]);
            f->q[k] -= Avp * pushed->b[i];
            for (int j = 0; j < size; j++) {
                f->W[k + (size_t)j * (size_t)size] -= Avp *
                                                      pushed->B[i + (size_t)j * (size_t)count];
            }
        }
    }
}

/* z of both levels, with w = 0 for the positions of ggl->acting */
static nsd_status solve_friction_sets(nsd_ggl *ggl, nsd_coulomb *f)
{
    const row_list   closed = gather_friction_problem(ggl, f);
    pushed_positions pushed;

    memset(ggl->z, 0, (size_t)ggl->m * sizeof(double));
    NSD_TRY(invert_positions(ggl, &closed, &pushed));
    if (closed.count > 0) {
        eliminate_positions(ggl, f, &closed, &pushed);
        NSD_TRY(solve_velocities(ggl, f, &closed));
    }
    for (int i = 0; i < pushed.rows.count; i++) {
        double nu = -pushed.b[i];
        for (int k = 0; k < closed.count; k++) {
            nu -= pushed.B[i + (size_t)k * (size_t)pushed.rows.count] * f->r[k];
        }
        ggl->z[pushed.rows.row[i]] = nu;
    }
    return NSD_OK;
}

/* acting <- the contacts whose position needs an impulse; returns the number of changes */
static int next_pushed_set(nsd_ggl *ggl)
{
    int changes = 0;

    fill_w(ggl);
    for (int a = 0; a < ggl->m; a++) {
        const int push = !ggl->held[a] && (ggl->acting[a] ? ggl->z[a] >= 0.0 : ggl->w[a] < 0.0);
        changes += push != ggl->acting[a];
        ggl->acting[a] = (unsigned char)push;
    }
    return changes;
}

/* nsd_ggl_residual; with friction also the difference of w and the velocities of the friction
 * problem */
static double residual(nsd_ggl *ggl, const nsd_coulomb *f)
{
    const double scale = fmax(1.0, nsd_dense_max_abs(nsd_ggl_size(ggl), ggl->r));
    double       worst = nsd_ggl_residual(ggl);

    if (!f) {
        return worst;
    }
    worst = fmax(worst, f->count > 0 ? f->info.residual : 0.0);
    const row_list closed = closed_rows(ggl);
    for (int k = 0; k < f->count * ggl->block; k++) {
        const int row = closed.row[k];
        if (value(ggl, row, row) != 0.0) {
            worst = fmax(worst, fabs(ggl->w[row] - f->u[k]) / scale);
        }
    }
    return worst;
}

/* closed <- the contacts that the positions touch when all La are zero, and those that the motion
 * without impulses closes (ggl->acting on entry)                                        (FC.9) */
static nsd_status find_closed(nsd_ggl *ggl, nsd_contact_solver *solver)
{
    const size_t bytes = (size_t)(ggl->m * ggl->block) * sizeof(double);
    double      *La = ggl->z + ggl->m, *guess = ggl->fit_work;

    memcpy(guess, La, bytes);
    memset(La, 0, bytes);
    const nsd_status status = solve_positions(ggl, solver);
    if (status == NSD_OK) {
        find_touching(ggl);
    }
    memcpy(La, guess, bytes);
    for (int a = 0; a < ggl->m; a++) {
        ggl->closed[a] |= ggl->acting[a];
        ggl->acting[a] = ggl->z[a] > 0.0;
    }
    return status;
}

/* Of several solutions of the friction problem one is chosen (FC.10) in the first round, followed
 * from the answer of the round before in those behind it, and chosen again at the end. */
static nsd_status active_friction_sets(nsd_ggl *ggl, nsd_contact_solver *solver)
{
    nsd_coulomb *f = solver->friction;
    const int    continuous = f->continuous;
    nsd_status   status = find_closed(ggl, solver);

    for (int round = 0, settled = 1; round < ACTIVE_SET_ROUNDS && status == NSD_OK; round++) {
        f->continuous = continuous && settled;
        status = solve_friction_sets(ggl, f);
        settled = status == NSD_OK && next_pushed_set(ggl) == 0;
        if (settled && f->continuous == continuous) {
            return NSD_OK;
        }
    }
    f->continuous = continuous;
    return status == NSD_OK ? NSD_MAX_ITER : status;
}

static nsd_status active_sets(nsd_ggl *ggl, nsd_contact_solver *solver)
{
    if (solver->friction) {
        return active_friction_sets(ggl, solver);
    }
    for (int round = 0; round < ACTIVE_SET_ROUNDS; round++) {
        solver->iterations++;
        NSD_TRY(solve_sets(ggl));
        if (next_sets(ggl) == 0) {
            return NSD_OK;
        }
    }
    return NSD_MAX_ITER;
}

/* La of the closed contacts for the position impulses of ggl->z */
static nsd_status solve_velocity_level(nsd_ggl *ggl, nsd_contact_solver *solver)
{
    nsd_coulomb *f = solver->friction;
    if (!f) {
        find_touching(ggl);
        return solve_level(ggl, solver, NSD_VELOCITY, ggl->closed, 1);
    }
    const row_list closed = gather_friction_problem(ggl, f);
    for (int k = 0; k < closed.count; k++) {
        for (int a = 0; a < ggl->m; a++) {
            f->q[k] += value(ggl, closed.row[k], a) * ggl->z[a];
        }
    }
    return closed.count > 0 ? solve_velocities(ggl, f, &closed) : NSD_OK;
}

/* Solutions of friction are chosen as in active_friction_sets. */
nsd_status nsd_ggl_solve_by_sweeps(nsd_ggl *ggl, nsd_contact_solver *solver)
{
    nsd_coulomb *f = solver->friction;
    const int    m = ggl->m, continuous = f ? f->continuous : 0;
    nsd_status   status = NSD_OK;

    if (!f) {
        memset(ggl->z, 0, 2 * (size_t)m * sizeof(double));
    }
    for (int sweep = 0, chosen = 1, done = 0; sweep < LEVEL_SWEEPS && !done; sweep++) {
        const double before = nsd_dense_dot(m, ggl->z + m, ggl->z + m);
        if (f) {
            f->continuous = continuous && chosen;
        }
        status = solve_positions(ggl, solver);
        status = status == NSD_OK ? solve_velocity_level(ggl, solver) : status;
        const double after = nsd_dense_dot(m, ggl->z + m, ggl->z + m);
        const int    steady = sweep > 0 && fabs(after - before) <= SWEEP_CHANGE * after;
        const int    agree = (steady || f) && residual(ggl, f) <= solver->options.tolerance;
        done = status != NSD_OK || (agree && (chosen || !continuous));
        chosen = agree;
    }
    if (f) {
        f->continuous = continuous;
    }
    return status;
}

/* Both levels once the joints are eliminated and the free motion closes a contact */
static nsd_status solve_contacts(nsd_ggl *ggl, nsd_contact_solver *solver)
{
    const double tolerance = solver->options.tolerance;
    nsd_status   status = active_sets(ggl, solver);
    double       miss = status == NSD_OK ? residual(ggl, solver->friction) : (double)INFINITY;

    if (!(miss <= tolerance)) {
        ggl->fallbacks++;
        status = nsd_ggl_solve_by_sweeps(ggl, solver);
        miss = status == NSD_OK ? residual(ggl, solver->friction) : (double)INFINITY;
    }
    if (status == NSD_OK && !(miss <= tolerance)) {
        status = NSD_STALLED;
    }
    solver->worst = status == NSD_OK ? fmax(solver->worst, miss) : solver->worst;
    return status;
}

nsd_status nsd_ggl_solve(nsd_ggl *ggl, nsd_contact_solver *solver)
{
    const int       c = nsd_ggl_size(ggl);
    nsd_coulomb    *f = solver->friction;
    const long long before = f ? f->iterations : 0;

    if (ggl->p > 0) { /* joints in the motion without contacts                           (MJ.7) */
        nsd_condense_joints(&ggl->joints, ggl->rJ, ggl->zJ);
    }
    for (int i = 0; i < c && ggl->p > 0; i++) {
        ggl->r[i] = nsd_condense_row(&ggl->joints, i, ggl->r[i], ggl->zJ);
    }
    if (f) {
        f->count = 0;
    }
    if (find_closing(ggl) == 0) {
        memset(ggl->z, 0, (size_t)c * sizeof(double));
        return NSD_OK;
    }
    solver->problems++;
    const nsd_status status = solve_contacts(ggl, solver);
    if (f) {
        nsd_contact_solver_count_friction(solver, before);
    }
    if (ggl->p > 0) {
        nsd_condense_recover(&ggl->joints, ggl->z, ggl->zJ);
    }
    return status;
}
