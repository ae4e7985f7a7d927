/* friction_newton.c - semismooth Newton on the equations of Alart and Curnier
 *                                                                   (FR.10), (FR.11), (FR.12) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "solve/friction/friction_system.h"

/* Most lengths 1, 1/2, 1/4, ... of a step that the line search tries. Smaller: a step that raises
 * the merit is taken too long; larger: time is lost at kinks, where no length lowers it. */
#define LINE_SEARCH_HALVINGS 12

/* Relative decrease of the merit that the line search asks for, times the length of the step.
 * Larger: good steps are halved; smaller: steps that hardly help are accepted. */
#define MERIT_DECREASE 1e-4

/* Number added to the diagonal of W in the matrix of a step, as a part of lambda: W is singular for
 * redundant contacts (FR.11). Larger: more steps; smaller: the factors of a singular W fail. */
#define DIAGONAL_SHIFT 1e-10

typedef struct newton {
    const nsd_friction  *problem;
    int                  d, n;
    double              *rho;         /* of each contact                                         */
    double              *u, *F, *rhs; /* n each: velocities, equations (FR.10), -F of the system */
    double              *step;        /* n: Newton step                                          */
    double              *trial;  /* n: r + t step; before that, change of u by opening contacts */
    double              *best;   /* n: r of the least residual                                  */
    nsd_friction_system  system; /* of the contacts that are closed                             */
    nsd_friction_slopes *slopes; /* of each contact                                             */
    int                 *order;  /* the contacts in the order of the system                     */
    int                 *first_unknown; /* of each contact in the system; -1: it opens */
    double               least;         /* residual of best                            */
} newton;

static size_t lay_out(newton *s, const nsd_friction *problem, nsd_scratch *scratch)
{
    const size_t m = (size_t)problem->contacts, n = nsd_friction_unknowns(problem);
    NSD_SCRATCH_EACH(scratch, n, &s->u, &s->F, &s->rhs, &s->step, &s->trial, &s->best);
    s->rho = nsd_scratch_doubles(scratch, m);
    s->slopes = nsd_scratch_take(scratch, m, sizeof *s->slopes);
    NSD_SCRATCH_EACH_INT(scratch, m, &s->first_unknown, &s->order);
    nsd_friction_system_lay_out(&s->system, problem, scratch);
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_newton_scratch(const nsd_friction *problem)
{
    return lay_out(&(newton){ 0 }, problem, NSD_SCRATCH_COUNTER);
}

/* The order of the contacts, and rho of each: one over the largest entry on the diagonal of its
 * block */
static void fill_order_and_rho(newton *s)
{
    for (int a = 0; a < s->problem->contacts; a++) {
        s->order[nsd_friction_position(s->problem, a)] = a;
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

/* Finds the closed contacts, which are in the linear system, and their slopes. Contacts that open
 * have the step -r; `trial` gets the change of u by these steps. */
static void classify_contacts(newton *s, const double *r)
{
    double mu[NSD_FRICTION_GROUPS], F[NSD_FRICTION_LOCAL];
    int    size = 0, sparse = s->problem->plan != NULL;

    memset(s->trial, 0, (size_t)s->n * sizeof *s->trial);
    for (int k = 0; k < s->problem->contacts; k++) {
        const int     a = s->order[k];
        const size_t  at = (size_t)a * (size_t)s->d;
        const double *ra = r + at, *ua = s->u + at;
        int           moving = 0;
        nsd_friction_coefficients(s->problem, a, mu);
        s->first_unknown[a] = -1;
        if (nsd_friction_map(&s->problem->layout, mu, s->rho[a], ra, ua, F)) {
            nsd_friction_map_slopes(&s->problem->layout, mu, s->rho[a], ra, ua, s->slopes + a);
            s->first_unknown[a] = sparse ? (int)at : size;
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
    nsd_friction_system_clear(&s->system, s->problem, size, 0);
    for (int a = 0; sparse && a < s->problem->contacts; a++) {
        s->system.fronts.on[a] = s->first_unknown[a] >= 0;
    }
}

/* A(b,a) <- K_b (W + shift I)(b,a) + L_b [a = b]                                      (FR.11) */
static void add_block(newton *s, int b, int a, const double *W, int ld)
{
    const int                  d = s->d;
    const double               shift = DIAGONAL_SHIFT * s->problem->lambda;
    const nsd_friction_slopes *slopes = s->slopes + b;

    for (int j = 0; j < d; j++) {
        double *out = nsd_friction_system_at(&s->system, s->first_unknown[b],
                                             s->first_unknown[a] + j);
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

static void assemble_system(newton *s)
{
    const int d = s->d;

    for (int a = 0; a < s->problem->contacts; a++) {
        const nsd_friction_column column = nsd_friction_column_of(s->problem, a);
        for (int k = 0; s->first_unknown[a] >= 0 && k < column.count; k++) {
            const int b = column.row ? column.row[k] : k;
            if (s->first_unknown[b] >= 0) {
                add_block(s, b, a, column.blocks + (size_t)k * (size_t)column.step, column.ld);
            }
        }
        for (int i = 0; s->first_unknown[a] >= 0 && i < d; i++) { /* -F - K (change by opening) */
            double sum = -s->F[a * d + i];
            for (int j = 0; j < d; j++) {
                sum -= s->slopes[a].K[i + j * d] * s->trial[a * d + j];
            }
            s->rhs[s->first_unknown[a] + i] = sum;
        }
    }
}

/* The Newton step from r; u and F belong to r. */
static nsd_status newton_step(newton *s, const double *r, const nsd_poll *poll)
{
    classify_contacts(s, r);
    assemble_system(s);
    if (s->system.n > 0) {
        NSD_TRY(nsd_friction_system_factor(&s->system, poll));
        nsd_friction_system_solve(&s->system, s->rhs);
    }
    for (int a = 0; a < s->problem->contacts; a++) {
        if (s->first_unknown[a] >= 0) {
            memcpy(s->step + (size_t)a * (size_t)s->d, s->rhs + s->first_unknown[a],
                   (size_t)s->d * sizeof *s->step);
        }
    }
    return nsd_dense_all_finite((size_t)s->n, s->step) ? NSD_OK : NSD_STALLED;
}

/* r <- r + t step with the first t of 1, 1/2, ... that lowers the merit; if none does, with the
 * smallest t, which may lead out of a kink. Returns the merit of the new r            (FR.12) */
static double line_search(newton *s, double *r, double value)
{
    double t = 1.0, next = NAN;

    for (int k = 0; k < LINE_SEARCH_HALVINGS; k++, t *= 0.5) {
        for (int i = 0; i < s->n; i++) {
            s->trial[i] = r[i] + t * s->step[i];
        }
        next = merit(s, s->trial);
        if (next <= (1.0 - MERIT_DECREASE * t) * value) {
            break;
        }
    }
    memcpy(r, s->trial, (size_t)s->n * sizeof *r);
    return next;
}

/* Status of r by (FR.6); keeps r in s->best when its residual is the least so far */
static nsd_status check_and_keep_best(newton *s, const nsd_friction_options *options,
                                      const double *r, nsd_friction_info *info)
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
    nsd_scratch space = *scratch;
    newton      s = { .problem = problem, .least = INFINITY };

    s.d = nsd_friction_local_size(&problem->layout);
    s.n = s.d * problem->contacts;
    lay_out(&s, problem, &space);
    NSD_TRY(nsd_friction_begin("newton", problem, &space, r, info));
    fill_order_and_rho(&s);
    double     value = merit(&s, r);
    nsd_status status = check_and_keep_best(&s, options, r, info);
    while (status != NSD_OK && info->iterations < options->max_iter && isfinite(value) &&
           !nsd_poll_stopped(options->poll) && newton_step(&s, r, options->poll) == NSD_OK) {
        value = line_search(&s, r, value);
        info->iterations++;
        status = check_and_keep_best(&s, options, r, info);
    }
    if (status != NSD_OK && isfinite(s.least)) {
        memcpy(r, s.best, (size_t)s.n * sizeof *r);
        nsd_friction_finish(problem, options, r, s.u, info);
    }
    return nsd_solver_end(options->poll, options->max_iter, status, info);
}
