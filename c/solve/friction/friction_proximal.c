/* friction_proximal.c - proximal points: problems with W + alpha I, from the last answer each
 *                                                                                     (FR.22) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"

#define STAGES 40
#define SWEEPS 20    /* of Gauss-Seidel in a stage                                */
#define STEPS  20    /* of Newton in a stage, and again from its answer           */
#define ROUGH  1e-6  /* tolerance of a stage                                      */
#define LESS   0.5   /* what becomes of alpha when a stage has an answer          */
#define MORE   1.5   /* and when it has none                                      */
#define LEAST  1e-12 /* of lambda: smallest alpha                                 */
#define FAINT  1e-10 /* of lambda: first alpha of (FR.23)                         */
#define LARGER 100.0 /* each time                                                 */
#define TRIALS 3

typedef struct proximal {
    const nsd_friction *problem;
    nsd_friction        near; /* the problem of a stage                        */
    double             *W;    /* its matrix, stored as that of the problem     */
    double             *q;    /* q - alpha centre                              */
    double             *centre, *best, *u;
    double              least; /* residual of best                              */
    nsd_scratch        *scratch;
} proximal;

static size_t unknowns(const nsd_friction *problem)
{
    return (size_t)nsd_friction_local_size(&problem->layout) * (size_t)problem->contacts;
}

static size_t entries(const nsd_friction *problem)
{
    const size_t n = unknowns(problem), d = (size_t)nsd_friction_local_size(&problem->layout);
    return problem->start ? (size_t)problem->start[problem->contacts] * d * d : n * n;
}

size_t nsd_friction_proximal_scratch(const nsd_friction *problem)
{
    const size_t sweeps = nsd_friction_nsgs_scratch(problem);
    const size_t newton = nsd_friction_newton_scratch(problem);
    return nsd_scratch_need(entries(problem), sizeof(double)) +
           4 * nsd_scratch_need(unknowns(problem), sizeof(double)) +
           (sweeps > newton ? sweeps : newton);
}

static void take(proximal *s, const nsd_friction *problem, nsd_scratch *scratch)
{
    const double *given = problem->start ? problem->blocks : problem->W;
    double      **vectors[] = { &s->q, &s->centre, &s->best, &s->u };

    for (int i = 0; i < 4; i++) {
        *vectors[i] = nsd_scratch_take(scratch, unknowns(problem), sizeof(double));
    }
    s->W = nsd_scratch_take(scratch, entries(problem), sizeof(double));
    memcpy(s->W, given, entries(problem) * sizeof *s->W);
    s->scratch = scratch;
    s->problem = problem;
    s->near = *problem;
    s->near.q = s->q;
    if (problem->start) {
        s->near.blocks = s->W;
    } else {
        s->near.W = s->W;
    }
}

/* near <- W + alpha I, q - alpha centre                                               (FR.22) */
static void shift(proximal *s, double alpha)
{
    const nsd_friction *p = s->problem;
    const double       *given = p->start ? p->blocks : p->W;
    const size_t        d = (size_t)nsd_friction_local_size(&p->layout);

    for (int a = 0; a < p->contacts; a++) {
        int           ld = 0;
        const double *block = nsd_friction_diagonal(p, a, &ld);
        for (size_t i = 0; block && i < d; i++) {
            const size_t at = (size_t)(block - given) + i * (size_t)(ld + 1);
            s->W[at] = given[at] + alpha;
        }
        for (size_t i = (size_t)a * d; i < (size_t)(a + 1) * d; i++) {
            s->q[i] = p->q[i] - alpha * s->centre[i];
        }
    }
    s->near.lambda = p->lambda + alpha;
}

/* The stage's answer becomes the centre; 1 when it passes. Adds to *iterations. */
static int move_centre(proximal *s, int *iterations)
{
    const nsd_friction_options sweeps = { SWEEPS, ROUGH }, steps = { STEPS, ROUGH };
    nsd_friction_info          info;
    nsd_status status = nsd_friction_nsgs(&s->near, &sweeps, s->scratch, s->centre, &info);

    *iterations += info.iterations;
    if (status != NSD_OK) {
        status = nsd_friction_newton(&s->near, &steps, s->scratch, s->centre, &info);
        *iterations += info.iterations;
    }
    return status == NSD_OK;
}

/* Newton for the problem itself, from the centre */
static nsd_status finish(proximal *s, double tolerance, double *r, int *iterations)
{
    const nsd_friction_options steps = { STEPS, tolerance };
    const size_t               size = unknowns(s->problem) * sizeof *r;
    nsd_friction_info          info;

    memcpy(r, s->centre, size);
    const nsd_status status = nsd_friction_newton(s->problem, &steps, s->scratch, r, &info);
    *iterations += info.iterations;
    if (info.residual < s->least) {
        s->least = info.residual;
        memcpy(s->best, r, size);
    }
    return status;
}

nsd_status nsd_friction_proximal(const nsd_friction *problem, const nsd_friction_options *options,
                                 nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    const size_t mark = scratch->used, size = unknowns(problem) * sizeof *r;
    proximal     s;

    info->solver = "proximal";
    nsd_status status = nsd_friction_begin(problem, scratch, nsd_friction_proximal_scratch(problem),
                                           r, info);
    if (status != NSD_OK) {
        return status;
    }
    take(&s, problem, scratch);
    status = nsd_friction_finish(problem, options, r, s.u, info);
    s.least = info->residual;
    memcpy(s.best, r, size);
    memcpy(s.centre, r, size);
    double alpha = problem->lambda;
    for (int k = 0; k < STAGES && status != NSD_OK && info->iterations < options->max_iter &&
                    alpha > LEAST * problem->lambda;
         k++) {
        shift(&s, alpha);
        alpha *= move_centre(&s, &info->iterations) ? LESS : MORE;
        status = finish(&s, options->tolerance, r, &info->iterations);
    }
    memcpy(r, s.best, size);
    status = nsd_friction_finish(problem, options, r, s.u, info);
    scratch->used = mark;
    return status != NSD_OK && info->iterations >= options->max_iter ? NSD_MAX_ITER : status;
}

nsd_status nsd_friction_reduce_impulses(const nsd_friction         *problem,
                                        const nsd_friction_options *options, nsd_scratch *scratch,
                                        double *r, nsd_friction_info *info)
{
    const nsd_friction_options steps = { STEPS, ROUGH };
    const size_t               mark = scratch->used, size = unknowns(problem) * sizeof *r;
    double                     alpha = FAINT * problem->lambda;
    nsd_friction_info          stage;
    proximal                   s;

    info->solver = "proximal";
    nsd_status status = nsd_friction_begin(problem, scratch, nsd_friction_proximal_scratch(problem),
                                           r, info);
    if (status != NSD_OK) {
        return status;
    }
    take(&s, problem, scratch);
    status = nsd_friction_finish(problem, options, r, s.u, info);
    s.least = info->residual;
    memcpy(s.best, r, size);
    for (int k = 0; k < TRIALS && status != NSD_OK; k++, alpha *= LARGER) {
        memset(s.centre, 0, size);
        shift(&s, alpha);
        memcpy(s.centre, s.best, size); /* from here on it is the guess */
        nsd_friction_newton(&s.near, &steps, scratch, s.centre, &stage);
        info->iterations += stage.iterations;
        status = finish(&s, options->tolerance, r, &info->iterations);
    }
    memcpy(r, s.best, size);
    status = nsd_friction_finish(problem, options, r, s.u, info);
    scratch->used = mark;
    return status;
}
