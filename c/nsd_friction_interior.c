/* nsd_friction_interior.c - fixed point on the slip, a convex problem each, Newton at the end
 *                                                                                     (FR.17) */
#include <math.h>
#include <string.h>

#include "nsd_friction_convex.h"
#include "nsd_friction_parts.h"

#define POLISH 15 /* Newton's steps after each convex problem: few when the active set is right */

size_t nsd_friction_interior_scratch(const nsd_friction *problem)
{
    const size_t n = (size_t)nsd_friction_local_size(&problem->layout) * (size_t)problem->contacts;
    return nsd_friction_convex_scratch(problem) + 2 * nsd_scratch_need(n, sizeof(double)) +
           nsd_friction_newton_scratch(problem);
}

/* f <- q + s n, s = sum_g mu_g |u_Tg|, half way from the s before when that failed    (FR.17) */
static void slip(nsd_friction_convex *convex, const double *u, double weight)
{
    const nsd_friction *p = convex->problem;

    for (int a = 0; a < p->contacts; a++) {
        const int first = a * convex->d;
        double    s = 0.0;
        int       at = first + 1;
        for (int g = 0; g < p->layout.groups; at += p->layout.size[g], g++) {
            s += p->mu[g][a] * (p->layout.size[g] == 1 ? fabs(u[at]) : hypot(u[at], u[at + 1]));
        }
        convex->f[first] += weight * (p->q[first] + s - convex->f[first]);
    }
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
    double least = info->residual, weight = 1.0;
    memcpy(best, r, size);
    memcpy(convex.f, problem->q, size);
    while (status != NSD_OK && info->iterations < options->max_iter) {
        const int before = info->iterations;
        slip(&convex, u, weight);
        nsd_friction_convex_solve(&convex, &info->iterations);
        if (!nsd_all_finite((size_t)convex.n, convex.x) || info->iterations == before) {
            break;
        }
        nsd_friction_velocity(problem, convex.x, u);
        status = polish(&convex, options, scratch, r, info);
        weight = fmax(0.1, 0.95 * weight); /* a fixed point that cycles is damped */
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
