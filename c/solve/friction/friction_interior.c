/* friction_interior.c - interior points with the slip among the unknowns; else a fixed point on
 * the slip, a convex problem each. Newton at the end                          (FR.17), (FR.19) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_convex.h"
#include "solve/friction/friction_parts.h"

#define POLISH 15   /* Newton's steps after each convex problem: few when the active set is right */
#define FASTER 1.2  /* how the weight of the slip changes when the fixed point comes nearer    */
#define SLOWER 0.6  /* and when it does not                                                    */
#define LEAST  0.05 /* smallest weight                                                         */

size_t nsd_friction_interior_scratch(const nsd_friction *problem)
{
    const size_t n = (size_t)nsd_friction_local_size(&problem->layout) * (size_t)problem->contacts;
    return nsd_friction_convex_scratch(problem) + 2 * nsd_scratch_need(n, sizeof(double)) +
           nsd_friction_newton_scratch(problem);
}

/* f <- q + s n, s = sum_g mu_g |u_Tg|, a part of the way; returns the length of the way  (FR.17) */
static double slip(nsd_friction_convex *convex, const double *u, double weight)
{
    const nsd_friction *p = convex->problem;
    double              sum = 0.0;

    for (int a = 0; a < p->contacts; a++) {
        const int first = a * convex->d;
        double    s = 0.0;
        int       at = first + 1;
        for (int g = 0; g < p->layout.groups; at += p->layout.size[g], g++) {
            s += p->mu[g][a] * (p->layout.size[g] == 1 ? fabs(u[at]) : hypot(u[at], u[at + 1]));
        }
        const double change = p->q[first] + s - convex->f[first];
        convex->f[first] += weight * change;
        sum += fabs(change);
    }
    return sum;
}

typedef struct search {
    nsd_friction_convex         convex;
    const nsd_friction_options *options;
    nsd_scratch                *scratch;
    double                     *r, *u, *best; /* u belongs to convex.x */
    double                      least;        /* residual of best      */
    nsd_friction_info          *info;
} search;

/* Interior points, then Newton's steps from where they end; 0 when they came nowhere. */
static int try_from_inside(search *s, nsd_status *status)
{
    const nsd_friction_options few = { POLISH, s->options->tolerance };
    const nsd_friction        *problem = s->convex.problem;
    const size_t               n = (size_t)s->convex.n;
    const int                  before = s->info->iterations;
    nsd_friction_info          attempt;

    nsd_friction_convex_solve(&s->convex, &s->info->iterations);
    if (!nsd_dense_all_finite(n, s->convex.x) || s->info->iterations == before) {
        return 0;
    }
    nsd_friction_velocity(problem, s->convex.x, s->u);
    memcpy(s->r, s->convex.x, n * sizeof *s->r);
    *status = nsd_friction_newton(problem, &few, s->scratch, s->r, &attempt);
    s->info->iterations += attempt.iterations;
    if (attempt.residual < s->least) {
        s->least = attempt.residual;
        memcpy(s->best, s->r, n * sizeof *s->best);
    }
    return 1;
}

/* The slip by a fixed point, from the best answer so far                              (FR.17) */
static nsd_status fixed_point(search *s)
{
    const nsd_friction *problem = s->convex.problem;
    nsd_status          status = NSD_STALLED;
    double              weight = 1.0, last = INFINITY;

    s->convex.slip = 0;
    memcpy(s->convex.f, problem->q, (size_t)s->convex.n * sizeof *s->convex.f);
    nsd_friction_velocity(problem, s->best, s->u);
    while (status != NSD_OK && s->info->iterations < s->options->max_iter) {
        const double change = slip(&s->convex, s->u, weight);
        weight = change < last ? fmin(1.0, FASTER * weight) : fmax(LEAST, SLOWER * weight);
        last = change;
        if (!try_from_inside(s, &status)) {
            break;
        }
    }
    return status;
}

/* With the slip among the unknowns first, if `path`; then, if `fixed`, by the fixed point. From and
 * to s->r. */
static nsd_status from_inside(search *s, const nsd_friction *problem, int path, int fixed)
{
    nsd_scratch *scratch = s->scratch;
    const size_t mark = scratch->used, bytes = nsd_friction_interior_scratch(problem);

    s->info->solver = "interior";
    nsd_status status = nsd_friction_begin(problem, scratch, bytes, s->r, s->info);
    if (status != NSD_OK) {
        return status;
    }
    nsd_friction_convex_init(&s->convex, problem, scratch);
    const size_t n = (size_t)s->convex.n;
    s->u = nsd_scratch_take(scratch, n, sizeof *s->u);
    s->best = nsd_scratch_take(scratch, n, sizeof *s->best);
    status = nsd_friction_finish(problem, s->options, s->r, s->u, s->info);
    s->least = s->info->residual;
    memcpy(s->best, s->r, n * sizeof *s->r);
    if (status != NSD_OK && path) {
        s->convex.slip = 1;
        try_from_inside(s, &status);
    }
    if (status != NSD_OK && fixed) {
        fixed_point(s);
    }
    memcpy(s->r, s->best, n * sizeof *s->r);
    status = nsd_friction_finish(problem, s->options, s->r, s->u, s->info);
    scratch->used = mark;
    return status != NSD_OK && s->info->iterations >= s->options->max_iter ? NSD_MAX_ITER : status;
}

nsd_status nsd_friction_interior_slip(const nsd_friction         *problem,
                                      const nsd_friction_options *options, nsd_scratch *scratch,
                                      double *r, nsd_friction_info *info)
{
    search s = { .options = options, .scratch = scratch, .info = info };

    s.r = r;
    return from_inside(&s, problem, 1, 0);
}

nsd_status nsd_friction_interior_fixed_point(const nsd_friction         *problem,
                                             const nsd_friction_options *options,
                                             nsd_scratch *scratch, double *r,
                                             nsd_friction_info *info)
{
    search s = { .options = options, .scratch = scratch, .info = info };

    s.r = r;
    return from_inside(&s, problem, 0, 1);
}

nsd_status nsd_friction_interior(const nsd_friction *problem, const nsd_friction_options *options,
                                 nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    search s = { .options = options, .scratch = scratch, .info = info };

    s.r = r;
    return from_inside(&s, problem, 1, 1);
}
