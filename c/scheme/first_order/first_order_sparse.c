/* first_order_sparse.c - the theta scheme with sparse A, B, C, D: one sparse relay for the new
 * state and z                                                                          (FO.11)
 *
 *   [I - theta h A, -h B U] [x_k+1]   [x_k + h ((1-theta) A x_k + f_theta)]   [0]
 *   [rho C,          D U  ] [z    ] - [-(1-rho) C x_k - a_rho             ] = [y],  lambda = U z */
#include "scheme/first_order/first_order_sparse.h"

#include <math.h>
#include <string.h>

#include "scheme/first_order/first_order.h"
#include "solve/relay/relay_sparse.h"

/* Relations up to which a problem that active sets fail on goes to the solvers of full relays, with
 * the matrix of the relations alone. Larger: memory in proportion to its square. Smaller: circuits
 * whose sets are singular end with 'stalled'. */
#define FULL_RELATIONS 300

/* After those have failed too, a right-hand side below this part of the sum of its terms counts as
 * zero, as in first_order.c. */
#define RIGHT_SIDE_ROUNDING 1e-14

typedef struct sparse {
    nsd_first_order_base   base; /* first: a stepper is a sparse                            */
    const nsd_first_order *model;
    nsd_columns            K;      /* n + m: the matrix of a step                    (FO.11) */
    double                *values; /* of K                                                  */
    nsd_relay_sparse       relay;
    double                *unit;          /* m: lambda = unit z                            */
    double                *lower, *upper; /* n + m: bounds of x, which has none, and of z  */
    double                *q, *z, *zero;  /* n + m                                         */
    double                *f, *Ax;        /* n: f_theta; A x_k                             */
    double                *a, *a1;        /* m: a_rho; a at the start of the step          */
    double                *W, *W_q, *W_z; /* m x m, m: the relations alone, up to FULL_RELATIONS */
    int                    condensed;     /* 1: W belongs to K and to what is fixed        */
    double      *last_z, *last_w; /* m: of the relations, one step ago; NaN at first       */
    signed char *before, *ahead;  /* m: sides of the last step; those a line leads to     */
} sparse;

ptrdiff_t nsd_first_order_sparse_entries(const nsd_first_order_sparse *sparse)
{
    const ptrdiff_t n = sparse->A.n, m = sparse->B.m;
    return n + m + sparse->A.start[n] + sparse->B.start[m] + sparse->C.start[n] +
           sparse->D.start[m];
}

typedef struct writer {
    ptrdiff_t *row, place;
    double    *values;
} writer;

static void put(writer *to, ptrdiff_t row, double value)
{
    if (to->values) {
        to->values[to->place] = value;
    } else {
        to->row[to->place] = row;
    }
    to->place++;
}

/* Column j of scale X below `offset`; the entry (j,j) has been written where `square`, and here is
 * added up: returns it */
static double put_column(writer *to, const nsd_columns *X, int j, double scale, ptrdiff_t offset,
                         int square)
{
    double diagonal = 0.0;
    for (ptrdiff_t k = X->start[j]; k < X->start[j + 1]; k++) {
        if (square && X->row[k] == j) {
            diagonal += scale * X->values[k];
        } else {
            put(to, offset + X->row[k], scale * X->values[k]);
        }
    }
    return diagonal;
}

void nsd_first_order_sparse_fill(const nsd_first_order_sparse  *sparse,
                                 const nsd_first_order_weights *weights, ptrdiff_t *start,
                                 ptrdiff_t *row, double *values)
{
    const int    n = sparse->A.n, m = sparse->B.m;
    const double h = weights->h;
    writer       to = { row, 0, values };

    for (int j = 0; j < n + m; j++) {
        const ptrdiff_t first = to.place;
        double          diagonal = j < n ? 1.0 : 0.0;
        if (!values) {
            start[j] = first;
        }
        put(&to, j, 0.0);
        if (j < n) {
            diagonal += put_column(&to, &sparse->A, j, -weights->theta * h, 0, 1);
            put_column(&to, &sparse->C, j, weights->rho, n, 0);
        } else {
            const double unit = values ? weights->unit[j - n] : 1.0;
            put_column(&to, &sparse->B, j - n, -h * unit, 0, 0);
            diagonal += put_column(&to, &sparse->D, j - n, unit, n, 1);
        }
        if (values) {
            values[first] = diagonal;
        }
    }
    if (!values) {
        start[n + m] = to.place;
    }
}

/* K of steps with theta and rho */
static nsd_status fill_matrix(sparse *s)
{
    const nsd_first_order_weights weights = { s->base.options.h, s->base.theta, s->base.rho,
                                              s->unit };
    nsd_first_order_sparse_fill(s->model->sparse, &weights, NULL, NULL, s->values);
    nsd_relay_sparse_forget(&s->relay);
    s->condensed = 0;
    return nsd_dense_all_finite((size_t)s->K.start[s->K.n], s->values) ? NSD_OK
                                                                       : NSD_ERR_NOT_FINITE;
}

/* z = h lambda where lambda acts on x alone and may be an impulse, z = lambda elsewhere  (FO.6) */
static void choose_units(sparse *s)
{
    const nsd_columns *D = &s->model->sparse->D;
    const int          m = s->model->m;

    memset(s->unit, 0, (size_t)m * sizeof(double));
    for (int j = 0; j < m; j++) {
        for (ptrdiff_t k = D->start[j]; k < D->start[j + 1]; k++) {
            s->unit[j] += fabs(D->values[k]);
            s->unit[D->row[k]] += fabs(D->values[k]);
        }
    }
    for (int j = 0; j < m; j++) {
        const int bounded = isfinite(s->model->lower[j]) && isfinite(s->model->upper[j]);
        s->unit[j] = s->unit[j] == 0.0 && !bounded ? 1.0 / s->base.options.h : 1.0;
    }
}

/* x fixed (NULL: free), z within its bounds */
static void fill_bounds(sparse *s, const double *x)
{
    const int n = s->model->n, m = s->model->m;
    for (int i = 0; i < n; i++) {
        s->lower[i] = x ? x[i] : -INFINITY;
        s->upper[i] = x ? x[i] : INFINITY;
        s->relay.side[i] = x ? -1 : 0;
    }
    for (int j = 0; j < m; j++) {
        s->lower[n + j] = s->model->lower[j] / s->unit[j];
        s->upper[n + j] = s->model->upper[j] / s->unit[j];
    }
}

/* w for z fixed at Z (m; NULL: zero) and the right-hand side of the relay */
static nsd_status respond(sparse *s, const double *Z)
{
    const int n = s->model->n, m = s->model->m;
    for (int j = 0; j < m; j++) {
        s->relay.side[n + j] = -1;
        s->lower[n + j] = s->upper[n + j] = Z ? Z[j] : 0.0;
    }
    return nsd_relay_sparse_solve_sides(&s->relay, s->base.options.lcp.tolerance, s->z);
}

/* W <- the matrix of the relations alone, a column for each z                            (FO.4) */
static nsd_status condense(sparse *s)
{
    const int  n = s->model->n, m = s->model->m;
    nsd_status status = NSD_OK;

    memset(s->W_z, 0, (size_t)m * sizeof(double));
    s->relay.q = s->zero;
    for (int j = 0; j < m && status == NSD_OK; j++) {
        s->W_z[j] = 1.0;
        status = respond(s, s->W_z);
        s->W_z[j] = 0.0;
        memcpy(s->W + (size_t)j * (size_t)m, s->relay.w + n, (size_t)m * sizeof(double));
    }
    s->relay.q = s->q;
    nsd_relay_forget(&s->base.memory);
    s->condensed = status == NSD_OK;
    return status;
}

/* The relations alone by the solvers of full relays, then x; `fixed`: x of a first row, or NULL */
static nsd_status solve_condensed(sparse *s, const double *fixed, nsd_lcp_info *info)
{
    const int n = s->model->n, m = s->model->m;
    int       dropped = 0;

    if (fixed) { /* the columns of W do not depend on the x that is fixed, so zero will do */
        memset(s->lower, 0, (size_t)n * sizeof(double));
        memset(s->upper, 0, (size_t)n * sizeof(double));
    }
    NSD_TRY(s->condensed ? NSD_OK : condense(s));
    fill_bounds(s, fixed);
    NSD_TRY(respond(s, NULL));
    memcpy(s->W_q, s->relay.w + n, (size_t)m * sizeof(double));
    fill_bounds(s, fixed);
    const nsd_relay full = { m, s->W, s->W_q, s->lower + n, s->upper + n };
    nsd_status      status = nsd_relay_solve(&full, &s->base.options.lcp, &s->base.memory,
                                             &s->base.scratch, s->W_z, info);
    for (int j = 0; j < m && status > NSD_OK; j++) {
        if (s->W_q[j] != 0.0 && fabs(s->W_q[j]) <= RIGHT_SIDE_ROUNDING * s->relay.terms[n + j]) {
            s->W_q[j] = 0.0;
            dropped = 1;
        }
    }
    if (dropped) {
        status = nsd_relay_solve(&full, &s->base.options.lcp, &s->base.memory, &s->base.scratch,
                                 s->W_z, info);
    }
    NSD_TRY(status);
    NSD_TRY(respond(s, s->W_z));
    fill_bounds(s, fixed);
    memcpy(s->relay.side + n, s->base.memory.side, (size_t)m);
    return nsd_relay_sparse_check(&s->relay, &s->base.options.lcp, s->z, info);
}

/* z and w of the relay for the right-hand side s->q */
static nsd_status solve(sparse *s, const double *fixed)
{
    nsd_tally   *tally = &s->base.tally;
    nsd_lcp_info info = { 0, 0.0, "" }, again = { 0, 0.0, "" };
    nsd_status   status = nsd_relay_sparse_solve(&s->relay, &s->base.options.lcp, s->z, &info);

    if (status > NSD_OK && status != NSD_STOPPED && s->W) {
        const int iterations = info.iterations;
        status = solve_condensed(s, fixed, &again);
        fill_bounds(s, fixed);
        info = again;
        info.iterations += iterations;
    }
    tally->problems += s->model->m > 0;
    tally->iterations += s->model->m > 0 ? info.iterations : 0;
    tally->worst = status == NSD_OK ? fmax(tally->worst, info.residual) : tally->worst;
    return status == NSD_ERR_SINGULAR ? NSD_SINGULAR_STEP : status;
}

/* y <- y + scale X x */
static void add_product(const nsd_columns *X, double scale, const double *x, double *y)
{
    for (int j = 0; j < X->m; j++) {
        if (x[j] != 0.0) {
            nsd_columns_add(X, j, scale * x[j], y);
        }
    }
}

/* value <- weight input(t_k+1) + (1 - weight) input(t_k); `other`: room */
static void weigh(const nsd_force *input, const nsd_state *state, double h, double weight,
                  double *other, double *value)
{
    nsd_force_at(input, state->k + 1, state->t + h, value);
    if (weight == 1.0 || nsd_force_is_constant(input)) {
        return;
    }
    nsd_force_at(input, state->k, state->t, other);
    for (int i = 0; i < input->n; i++) {
        value[i] = weight * value[i] + (1.0 - weight) * other[i];
    }
}

/* s->q <- the right-hand side of the step from t_k; 0 when it is not finite            (FO.11) */
static int fill_right_side(sparse *s, const nsd_state *state)
{
    const nsd_first_order *model = s->model;
    const int              n = model->n, m = model->m;
    const double           h = s->base.options.h, theta = s->base.theta, rho = s->base.rho;

    weigh(&model->f, state, h, theta, s->Ax, s->f);
    memset(s->Ax, 0, (size_t)n * sizeof(double));
    if (theta != 1.0) {
        add_product(&model->sparse->A, 1.0 - theta, state->q, s->Ax);
    }
    for (int i = 0; i < n; i++) {
        s->q[i] = -(state->q[i] + h * (s->Ax[i] + s->f[i]));
    }
    weigh(&model->a, state, h, rho, s->a1, s->a);
    memcpy(s->q + n, s->a, (size_t)m * sizeof(double));
    if (rho != 1.0) {
        add_product(&model->sparse->C, 1.0 - rho, state->q, s->q + n);
    }
    return nsd_dense_all_finite((size_t)(n + m), s->q);
}

/* The side of unknown i of the relay if z and w go on as from the step before to this one */
static signed char side_ahead(const sparse *s, int i, double last_z, double last_w)
{
    const signed char side = s->relay.side[i];
    const double      z = 2.0 * s->z[i] - last_z, w = 2.0 * s->relay.w[i] - last_w;

    if (side == 0) {
        return z < s->lower[i] ? -1 : z > s->upper[i] ? 1 : 0;
    }
    return s->lower[i] < s->upper[i] && w * side > 0.0 ? 0 : side;
}

/* The guess of the next step: the sides of this one, or those ahead if they were no worse a guess
 * of this one. Where some relation of many switches in every step, one set then solves most steps
 * instead of two                                                                        (FO.13) */
static void guess_next(sparse *s)
{
    const int    n = s->model->n, m = s->model->m;
    signed char *side = s->relay.side + n;
    int          missed = 0, missed_ahead = 0;

    for (int j = 0; j < m; j++) {
        missed += s->before[j] != side[j];
        missed_ahead += s->ahead[j] != side[j];
        s->before[j] = side[j];
        s->ahead[j] = side_ahead(s, n + j, s->last_z[j], s->last_w[j]);
        s->last_z[j] = s->z[n + j];
        s->last_w[j] = s->relay.w[n + j];
    }
    if (missed_ahead <= missed) {
        memcpy(side, s->ahead, (size_t)m);
    }
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    sparse   *s = (sparse *)stepper;
    const int n = s->model->n;

    if (!fill_right_side(s, state)) {
        return NSD_DIVERGED;
    }
    NSD_TRY(solve(s, NULL));
    guess_next(s);
    memcpy(state->q, s->z, (size_t)n * sizeof(double));
    return nsd_first_order_base_end(&s->base, s->model->m, s->unit, s->z + n, s->relay.w + n, state)
               ? fill_matrix(s)
               : NSD_OK;
}

/* lambda and y of the first row: the relation at t_0 with x fixed                       (FO.6) */
static nsd_status first_row(sparse *s, nsd_state *state)
{
    const nsd_first_order *model = s->model;
    const int              n = model->n, m = model->m;
    const nsd_relay        bounds = { m, NULL, NULL, s->lower + n, s->upper + n };

    memset(s->q, 0, (size_t)n * sizeof(double));
    nsd_force_at(&model->a, 0, state->t, s->q + n);
    add_product(&model->sparse->C, 1.0 - s->base.rho, state->q, s->q + n);
    fill_bounds(s, state->q);
    memcpy(s->z, state->q, (size_t)n * sizeof(double));
    for (int j = 0; j < m; j++) {
        s->z[n + j] = fmin(fmax(0.0, s->lower[n + j]), s->upper[n + j]);
    }
    if (m > 0) {
        nsd_relay_sparse_guess(&s->relay, s->z);
        const nsd_status status = solve(s, state->q);
        if (status < NSD_OK || status == NSD_STOPPED) {
            return status;
        }
        s->base.inconsistent_start = status != NSD_OK;
    }
    s->base.tally.problems = s->base.tally.iterations = 0; /* of the steps only */
    s->base.tally.worst = 0.0;
    s->condensed = 0;
    fill_bounds(s, NULL);
    nsd_first_order_base_start(&s->base, &bounds, s->z + n);
    for (int j = 0; j < m; j++) {
        state->extra[j] = s->unit[j] * s->z[n + j];
        state->extra[m + j] = s->q[n + j];
    }
    add_product(&model->sparse->C, s->base.options.rho, state->q, state->extra + m);
    add_product(&model->sparse->D, 1.0, state->extra, state->extra + m);
    return NSD_OK;
}

static nsd_relay full_relay(const nsd_first_order *model)
{
    return (nsd_relay){ model->m <= FULL_RELATIONS ? model->m : 0, NULL, NULL, model->lower,
                        model->upper };
}

static sparse *lay_out(const nsd_first_order *model, sparse *blank, nsd_scratch *scratch)
{
    sparse       *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t  n = (size_t)model->n, m = (size_t)model->m;
    const nsd_int full = full_relay(model).n;

    s->values = nsd_scratch_doubles(scratch, (size_t)model->sparse->start[n + m]);
    NSD_SCRATCH_ZEROS(scratch, n + m, &s->lower, &s->upper, &s->q, &s->z, &s->zero);
    NSD_SCRATCH_ZEROS(scratch, n, &s->f, &s->Ax);
    NSD_SCRATCH_ZEROS(scratch, m, &s->unit, &s->a, &s->a1);
    NSD_SCRATCH_EACH(scratch, m, &s->last_z, &s->last_w);
    s->before = nsd_scratch_take(scratch, m, 1);
    s->ahead = nsd_scratch_take(scratch, m, 1);
    if (full > 0) {
        NSD_SCRATCH_ZEROS(scratch, m, &s->W_q, &s->W_z);
        s->W = nsd_scratch_doubles(scratch, m * m);
    }
    return s;
}

size_t nsd_first_order_sparse_scratch(const nsd_first_order *model)
{
    const nsd_relay relay = full_relay(model);
    nsd_scratch    *counter = NSD_SCRATCH_COUNTER;
    lay_out(model, &(sparse){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_first_order_base_scratch(&relay) +
           nsd_relay_sparse_scratch(model->sparse->plan);
}

nsd_status nsd_first_order_sparse_init(const nsd_first_order         *model,
                                       const nsd_first_order_options *options, nsd_scratch *scratch,
                                       nsd_state *state, nsd_first_order_base **stepper)
{
    const int       size = model->n + model->m;
    const nsd_relay relay = full_relay(model);
    sparse          blank, *s = lay_out(model, &blank, scratch);

    NSD_TRY(nsd_first_order_base_init(&s->base, model->n, &relay, options, scratch));
    s->base.stepper.step = step;
    s->model = model;
    s->K = (nsd_columns){ size, size, model->sparse->start, model->sparse->row, s->values };
    *stepper = &s->base;
    s->base.theta = options->theta;
    s->base.rho = options->rho;
    choose_units(s);
    memset(s->values, 0, (size_t)s->K.start[size] * sizeof(double));
    NSD_TRY(nsd_relay_sparse_init(&s->relay, &s->K, model->sparse->plan, scratch));
    s->relay.q = s->q;
    s->relay.lower = s->lower;
    s->relay.upper = s->upper;
    NSD_TRY(fill_matrix(s));
    fill_bounds(s, NULL);
    memset(s->before, 0, (size_t)model->m);
    memset(s->ahead, 0, (size_t)model->m);
    for (int j = 0; j < model->m; j++) {
        s->last_z[j] = s->last_w[j] = NAN; /* no line: the first step has the sides of the start */
    }
    NSD_TRY(respond(s, NULL)); /* NSD_ERR_SINGULAR when I - theta h A is                 */
    NSD_TRY(first_row(s, state));
    return s->base.rho == options->rho ? NSD_OK : fill_matrix(s);
}
