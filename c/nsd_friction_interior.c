/* nsd_friction_interior.c - fixed point on the slip, a convex problem each, Newton at the end
 *                                                                                     (FR.17) */
#include <math.h>
#include <string.h>

#include "nsd_friction_convex.h"
#include "nsd_friction_parts.h"

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
        const double way = p->q[first] + s - convex->f[first];
        convex->f[first] += weight * way;
        sum += fabs(way);
    }
    return sum;
}

/* Newton from x; the answer stays in r only when it is one, or better than x itself. */
static nsd_status polish(const nsd_friction_convex *convex, const nsd_friction_options *options,
                         nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    const nsd_friction_options few = { POLISH, options->tolerance };
    nsd_friction_info          attempt;

    memcpy(r, convex->x, (size_t)convex->n * sizeof *r);
    const nsd_status status = nsd_friction_newton(convex->problem, &few, scratch, r, &attempt);
    info->iterations += attempt.iterations;
    info->residual = attempt.residual;
    return status;
}

nsd_status nsd_friction_interior(const nsd_friction *problem, const nsd_friction_options *options,
                                 nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    const size_t        mark = scratch->used, bytes = nsd_friction_interior_scratch(problem);
    nsd_friction_convex convex;

    info->solver = "interior";
    nsd_status status = nsd_friction_begin(problem, scratch, bytes, r, info);
    if (status != NSD_OK) {
        return status;
    }
    nsd_friction_convex_take(&convex, problem, scratch);
    const size_t size = (size_t)convex.n * sizeof *r;
    double      *u = nsd_scratch_take(scratch, (size_t)convex.n, sizeof *u);
    double      *best = nsd_scratch_take(scratch, (size_t)convex.n, sizeof *best);
    status = nsd_friction_finish(problem, options, r, u, info);
    double least = info->residual, weight = 1.0, last = INFINITY;
    memcpy(best, r, size);
    memcpy(convex.f, problem->q, size);
    while (status != NSD_OK && info->iterations < options->max_iter) {
        const int    before = info->iterations;
        const double way = slip(&convex, u, weight);
        weight = way < last ? fmin(1.0, FASTER * weight) : fmax(LEAST, SLOWER * weight);
        last = way;
        nsd_friction_convex_solve(&convex, &info->iterations);
        if (!nsd_all_finite((size_t)convex.n, convex.x) || info->iterations == before) {
            break;
        }
        nsd_friction_velocity(problem, convex.x, u);
        status = polish(&convex, options, scratch, r, info);
        if (info->residual < least) {
            least = info->residual;
            memcpy(best, r, size);
        }
    }
    memcpy(r, best, size);
    status = nsd_friction_finish(problem, options, r, u, info);
    scratch->used = mark;
    return status != NSD_OK && info->iterations >= options->max_iter ? NSD_MAX_ITER : status;
}
