/* friction_newton.c - semismooth Newton on the equations of Alart and Curnier
 *                                                                            (FR.10)-(FR.12) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_map.h"
#include "solve/friction/friction_parts.h"
#include "solve/friction/friction_system.h"

#define HALVINGS 12
#define SHIFT    1e-10 /* of lambda: redundant contacts share what W leaves open, (FR.11) */

typedef struct newton {
    const nsd_friction  *problem;
    int                  d, n;
    double              *rho;         /* per contact                                       */
    double              *u, *F, *rhs; /* n each                                            */
    double              *step, *trial, *best;
    nsd_friction_system  system; /* of the contacts that are closed                   */
    nsd_friction_slopes *slopes; /* per contact                                       */
    int                 *order;  /* the contacts in the order of the system           */
    int                 *place;  /* first unknown of a contact in it, -1: it opens    */
    double               least;  /* residual of best                                  */
} newton;

size_t nsd_friction_newton_scratch(const nsd_friction *problem)
{
    const size_t m = (size_t)problem->contacts;
    const size_t n = m * (size_t)nsd_friction_local_size(&problem->layout);
    return nsd_scratch_need(m, sizeof(double)) + 6 * nsd_scratch_need(n, sizeof(double)) +
           nsd_friction_system_scratch(problem) + nsd_scratch_need(m, sizeof(nsd_friction_slopes)) +
           2 * nsd_scratch_need(m, sizeof(int));
}

static void take(newton *s, const nsd_friction *problem, nsd_scratch *scratch)
{
    const size_t m = (size_t)problem->contacts;
    const size_t d = (size_t)nsd_friction_local_size(&problem->layout), n = m * d;
    double     **vectors[] = { &s->u, &s->F, &s->rhs, &s->step, &s->trial, &s->best };

    for (int i = 0; i < 6; i++) {
        *vectors[i] = nsd_scratch_take(scratch, n, sizeof(double));
    }
    s->rho = nsd_scratch_take(scratch, m, sizeof(double));
    s->slopes = nsd_scratch_take(scratch, m, sizeof *s->slopes);
    s->place = nsd_scratch_take(scratch, m, sizeof *s->place);
    s->order = nsd_scratch_take(scratch, m, sizeof *s->order);
    nsd_friction_system_init(&s->system, problem, scratch);
    for (int a = 0; a < problem->contacts; a++) {
        s->order[nsd_friction_position(problem, a)] = a;
    }
    s->problem = problem;
    s->d = (int)d;
    s->n = (int)n;
}

/* rho of each contact: one over the largest entry on the diagonal of its block */
static void weights(newton *s)
{
    for (int a = 0; a < s->problem->contacts; a++) {
        int           ld = 0;
        const double *W = nsd_friction_diagonal(s->problem, a, &ld);
        double        largest = 0.0;
        for (int i = 0; W && i < s->d; i++) {
            largest = fmax(largest, W[i + i * ld]);
        }
        s->rho[a] = largest > 0.0 ? 1.0 / largest : 1.0;
    }
}

/* |F(r)|^2; leaves u and F                                                            (FR.12) */
static double merit(newton *s, const double *r)
{
    double sum = 0.0, mu[NSD_FRICTION_GROUPS];

    nsd_friction_velocity(s->problem, r, s->u);
    for (int a = 0; a < s->problem->contacts; a++) {
        const size_t at = (size_t)a * (size_t)s->d;
        nsd_friction_coefficients(s->problem, a, mu);
        nsd_friction_map(&s->problem->layout, mu, s->rho[a], r + at, s->u + at, s->F + at);
    }
    for (int i = 0; i < s->n; i++) {
        sum += s->F[i] * s->F[i];
    }
    return sum;
}

/* Which contacts stay in the linear system, and their slopes. Those that open take the step -r
 * at once; what that changes in u comes to the others by `trial`. */
static void classify(newton *s, const double *r)
{
    double mu[NSD_FRICTION_GROUPS], F[NSD_FRICTION_LOCAL];
    int    size = 0;

    memset(s->trial, 0, (size_t)s->n * sizeof *s->trial);
    for (int k = 0; k < s->problem->contacts; k++) {
        const int     a = s->order[k];
        const size_t  at = (size_t)a * (size_t)s->d;
        const double *ra = r + at, *ua = s->u + at;
        int           moving = 0;
        nsd_friction_coefficients(s->problem, a, mu);
        s->place[a] = -1;
        if (nsd_friction_map(&s->problem->layout, mu, s->rho[a], ra, ua, F)) {
            nsd_friction_map_slopes(&s->problem->layout, mu, s->rho[a], ra, ua, s->slopes + a);
            s->place[a] = size;
            size += s->d;
            continue;
        }
        for (int i = 0; i < s->d; i++) {
            s->step[at + (size_t)i] = -ra[i];
            moving |= ra[i] != 0.0;
        }
        if (moving) {
            nsd_friction_add_column(s->problem, a, s->step + at, s->trial);
        }
    }
    nsd_friction_system_clear(&s->system, size, 0);
}

/* A(b,a) <- K_b (W + shift I)(b,a) + L_b [a = b]                                      (FR.11) */
static void add_block(newton *s, int b, int a, const double *W, int ld)
{
    const int                  d = s->d;
    const double               shift = SHIFT * s->problem->lambda;
    const nsd_friction_slopes *slopes = s->slopes + b;

    for (int j = 0; j < d; j++) {
        double *out = nsd_friction_system_at(&s->system, s->place[b], s->place[a] + j);
        for (int i = 0; i < d; i++) {
            out[i] = a == b ? slopes->L[i + j * d] + shift * slopes->K[i + j * d] : 0.0;
        }
        for (int k = 0; k < d; k++) {
            const double w = W[k + j * ld];
            for (int i = 0; i < d; i++) {
                out[i] += slopes->K[i + k * d] * w;
            }
        }
    }
}

static void assemble(newton *s)
{
    const int d = s->d;

    for (int a = 0; a < s->problem->contacts; a++) {
        const nsd_friction_column column = nsd_friction_column_of(s->problem, a);
        for (int k = 0; s->place[a] >= 0 && k < column.count; k++) {
            const int b = column.row ? column.row[k] : k;
            if (s->place[b] >= 0) {
                add_block(s, b, a, column.blocks + (size_t)k * (size_t)column.step, column.ld);
            }
        }
        for (int i = 0; s->place[a] >= 0 && i < d; i++) { /* -F - K (what opening changes) */
            double sum = -s->F[a * d + i];
            for (int j = 0; j < d; j++) {
                sum -= s->slopes[a].K[i + j * d] * s->trial[a * d + j];
            }
            s->rhs[s->place[a] + i] = sum;
        }
    }
}

/* The Newton step from r; u and F belong to r. */
static nsd_status direction(newton *s, const double *r)
{
    classify(s, r);
    assemble(s);
    if (s->system.size > 0) {
        const nsd_status status = nsd_friction_system_factor(&s->system);
        if (status != NSD_OK) {
            return status;
        }
        nsd_friction_system_solve(&s->system, s->rhs);
    }
    for (int a = 0; a < s->problem->contacts; a++) {
        if (s->place[a] >= 0) {
            memcpy(s->step + (size_t)a * (size_t)s->d, s->rhs + s->place[a],
                   (size_t)s->d * sizeof *s->step);
        }
    }
    return nsd_dense_all_finite((size_t)s->n, s->step) ? NSD_OK : NSD_STALLED;
}

/* r <- r + t step with the first t of 1, 1/2, ... that lowers the merit, else with the last one,
 * which may lead out of a kink; returns the merit there                               (FR.12) */
static double search(newton *s, double *r, double value)
{
    double t = 1.0, next = NAN;

    for (int k = 0; k < HALVINGS; k++, t *= 0.5) {
        for (int i = 0; i < s->n; i++) {
            s->trial[i] = r[i] + t * s->step[i];
        }
        next = merit(s, s->trial);
        if (next <= (1.0 - 1e-4 * t) * value) {
            break;
        }
    }
    memcpy(r, s->trial, (size_t)s->n * sizeof *r);
    return next;
}

/* Judges r and remembers the best one. */
static nsd_status look(newton *s, const nsd_friction_options *options, const double *r,
                       nsd_friction_info *info)
{
    const nsd_status status = nsd_friction_check(s->problem, options->tolerance, r, s->u, info);
    if (info->residual < s->least) {
        s->least = info->residual;
        memcpy(s->best, r, (size_t)s->n * sizeof *s->best);
    }
    return status;
}

nsd_status nsd_friction_newton(const nsd_friction *problem, const nsd_friction_options *options,
                               nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    const size_t mark = scratch->used;
    newton       s = { .problem = NULL };

    info->solver = "newton";
    const size_t bytes = nsd_friction_newton_scratch(problem);
    nsd_status   status = nsd_friction_begin(problem, scratch, bytes, r, info);
    if (status != NSD_OK) {
        return status;
    }
    take(&s, problem, scratch);
    weights(&s);
    s.least = INFINITY;
    double value = merit(&s, r);
    status = look(&s, options, r, info);
    while (status != NSD_OK && info->iterations < options->max_iter && isfinite(value) &&
           direction(&s, r) == NSD_OK) {
        value = search(&s, r, value);
        info->iterations++;
        status = look(&s, options, r, info);
    }
    if (status != NSD_OK && isfinite(s.least)) {
        memcpy(r, s.best, (size_t)s.n * sizeof *r);
        nsd_friction_finish(problem, options, r, s.u, info);
    }
    scratch->used = mark;
    return status != NSD_OK && info->iterations >= options->max_iter ? NSD_MAX_ITER : status;
}
