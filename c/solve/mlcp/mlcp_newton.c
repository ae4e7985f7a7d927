/* mlcp_newton.c - semismooth Newton on the mixed problem, for singular equality blocks
 *
 *     scaled equalities = 0,   phi(unit_k z_k, w_k) = 0                             (MLCP.5)
 * Each step is the shortest least-squares step, which exists for rank-deficient Jacobians, too. */
#include <math.h>
#include <string.h>

#include "solve/mlcp/mlcp_parts.h"

/* Newton steps at most. Larger: problems without a solution cost more before enumeration. Smaller:
 * slow but converging problems are given up. */
#define NEWTON_STEPS 100

/* Halvings of a step in the line search. Smaller: the solver stalls where only short steps help.
 * Larger: only more products with M before it stalls. */
#define STEP_HALVINGS 30

/* Part of the merit, for a full step, by which a step must reduce the merit. Larger: shorter steps.
 * Smaller: steps that gain nothing are taken. */
#define LEAST_REDUCTION 1e-4

/* Part of max|q| by which equalities may miss their least-squares solution before they count as
 * contradicting each other. Larger: Newton and enumeration run in vain. Smaller: badly conditioned
 * equalities are called unsolvable, which is wrong. */
#define CONTRADICTION 1e-6

typedef struct mixed {
    const nsd_mlcp_blocks  *b;
    double                 *H;     /* rows x cols                       */
    double                 *F;     /* rows                              */
    double                 *slack; /* rows: M v + q                     */
    double                 *d;     /* max(rows, cols): step             */
    double                 *trial; /* cols                              */
    nsd_least_squares_space space;
} mixed;

static size_t lay_out(mixed *t, int rows, int cols, nsd_scratch *scratch)
{
    const size_t r = (size_t)rows, c = (size_t)cols;
    t->H = nsd_scratch_doubles(scratch, r * c);
    NSD_SCRATCH_EACH(scratch, r, &t->F, &t->slack);
    t->d = nsd_scratch_doubles(scratch, r + c);
    t->trial = nsd_scratch_doubles(scratch, c);
    t->space.rcond = NSD_MLCP_RANK_TOLERANCE;
    t->space.work = nsd_scratch_doubles(scratch, (size_t)nsd_dense_least_squares_work(rows, cols));
    t->space.pivot = nsd_scratch_take(scratch, c, sizeof *t->space.pivot);
    return nsd_scratch_counted(scratch);
}

size_t nsd_mlcp_newton_scratch(int rows, int cols)
{
    return lay_out(&(mixed){ 0 }, rows, cols, NSD_SCRATCH_COUNTER);
}

/* F and |F|^2 / 2                                                                   (MLCP.5) */
static double merit(const mixed *t, const double *v)
{
    const nsd_mlcp_blocks *b = t->b;
    double                 sum = 0.0;

    nsd_mlcp_slack(b->mlcp, v, t->slack);
    for (int i = 0; i < b->p; i++) {
        const int row = b->equality[i];
        t->F[row] = b->scale[row] * t->slack[row];
    }
    for (int k = 0; k < b->m; k++) {
        const int    row = b->row[k];
        const double u = b->unit[k] * v[b->col[k]], w = t->slack[row];
        const double r = hypot(u, w), plus = u + w;
        t->F[row] = b->scale[row] * (plus > 0.0 ? -2.0 * u * w / (r + plus) : r - plus);
    }
    for (int i = 0; i < b->mlcp->rows; i++) {
        sum += 0.5 * t->F[i] * t->F[i];
    }
    return sum;
}

/* H <- the generalised Jacobian of F at v */
static void jacobian(const mixed *t, const double *v)
{
    const nsd_mlcp_blocks *b = t->b;
    const size_t           rows = (size_t)b->mlcp->rows;

    for (int j = 0; j < b->mlcp->cols; j++) {
        for (int i = 0; i < b->mlcp->rows; i++) {
            t->H[(size_t)i + (size_t)j * rows] = b->scale[i] * nsd_mlcp_entry(b->mlcp, i, j);
        }
    }
    for (int k = 0; k < b->m; k++) {
        const int    row = b->row[k], col = b->col[k];
        const double u = b->unit[k] * v[col], w = t->slack[row], r = hypot(u, w);
        const double du = (r > 0.0 ? u / r : sqrt(0.5)) - 1.0;
        const double dw = (r > 0.0 ? w / r : sqrt(0.5)) - 1.0;
        for (int j = 0; j < b->mlcp->cols; j++) {
            t->H[(size_t)row + (size_t)j * rows] *= dw;
        }
        t->H[(size_t)row + (size_t)col * rows] += b->scale[row] * b->unit[k] * du;
    }
}

/* v <- v + length d with the least-squares step d, along which the merit falls unless v is
 * stationary; 0 when no length reduces the merit */
static int newton_step(mixed *t, double *v, double *value)
{
    const int rows = t->b->mlcp->rows, cols = t->b->mlcp->cols;

    jacobian(t, v);
    nsd_dense_scale(rows, -1.0, t->F, t->d);
    if (nsd_dense_least_squares(rows, cols, 1, t->H, t->d, &t->space) != NSD_OK) {
        return 0;
    }
    double length = 1.0;
    for (int halvings = 0; halvings < STEP_HALVINGS; halvings++, length *= 0.5) {
        nsd_dense_sum(cols, v, length, t->d, t->trial);
        const double next = merit(t, t->trial);
        if (next < (1.0 - LEAST_REDUCTION * length) * *value) {
            memcpy(v, t->trial, (size_t)cols * sizeof *v);
            *value = next;
            return 1;
        }
    }
    return 0;
}

/* z <- max(z, 0) in v */
static void clip_negative(const nsd_mlcp_blocks *b, double *v)
{
    for (int k = 0; k < b->m; k++) {
        v[b->col[k]] = fmax(0.0, v[b->col[k]]);
    }
}

nsd_status nsd_mlcp_newton(const nsd_mlcp_blocks *blocks, const nsd_lcp_options *options,
                           nsd_scratch *scratch, double *v, nsd_lcp_info *info)
{
    nsd_scratch space = *scratch;
    mixed       t = { .b = blocks };
    int         accepted = 0;

    info->solver = "newton";
    info->iterations = 0;
    lay_out(&t, blocks->mlcp->rows, blocks->mlcp->cols, &space);
    NSD_TRY(nsd_scratch_status(&space));
    const size_t bytes = (size_t)blocks->mlcp->cols * sizeof *v;
    double       value = merit(&t, v);
    for (int passed = 0; passed < 2; passed += accepted) { /* one step after v passes */
        if (info->iterations >= NEWTON_STEPS || info->iterations >= options->max_iter ||
            nsd_poll_stopped(options->poll)) {
            break;
        }
        info->iterations++;
        if (!newton_step(&t, v, &value)) {
            break;
        }
        memcpy(t.trial, v, bytes);
        clip_negative(blocks, t.trial);
        nsd_mlcp_residual(blocks->mlcp, t.trial, options, t.d, &accepted);
    }
    clip_negative(blocks, v);
    info->residual = nsd_mlcp_residual(blocks->mlcp, v, options, t.d, &accepted);
    return accepted ? NSD_OK : nsd_poll_stopped(options->poll) ? NSD_STOPPED : NSD_STALLED;
}

int nsd_mlcp_equalities_agree(const nsd_mlcp_blocks *b, nsd_scratch scratch)
{
    const int p = b->p, cols = b->mlcp->cols;
    double    misfit = 0.0;
    mixed     t;

    if (p == 0 || cols == 0) {
        return p == 0 || b->size == 0.0;
    }
    lay_out(&t, b->mlcp->rows, cols, &scratch);
    for (int i = 0; i < p; i++) {
        const int row = b->equality[i];
        for (int j = 0; j < cols; j++) {
            t.H[i + (size_t)j * (size_t)p] = b->scale[row] * nsd_mlcp_entry(b->mlcp, row, j);
        }
        t.d[i] = -b->scale[row] * b->mlcp->q[row];
    }
    if (nsd_dense_least_squares(p, cols, 1, t.H, t.d, &t.space) != NSD_OK) {
        return 1;
    }
    nsd_mlcp_slack(b->mlcp, t.d, t.slack);
    for (int i = 0; i < p; i++) {
        misfit = fmax(misfit, fabs(t.slack[b->equality[i]]));
    }
    return !(misfit > CONTRADICTION * b->size);
}
