/* friction_proximal.c - proximal points: a sequence of problems with W + alpha I, each from the
 * answer before; and smaller impulses of wedged contacts              (FR.22), (FR.23) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"

/* Most stages, each a problem with its alpha; 40 halvings of alpha reach SMALLEST_ALPHA. Smaller:
 * the last alpha is larger; larger: only problems with failed stages go on longer. */
#define STAGES 40

/* Most Gauss-Seidel sweeps of a stage. Larger: slow sweeps before Newton; smaller: Newton starts
 * from contacts whose modes are wrong. */
#define STAGE_SWEEPS 20

/* Most Newton steps of a stage, and again for the problem itself from the answer of the stage.
 * Larger: time is lost in stages without an answer; smaller: Newton is stopped too early. */
#define STAGE_NEWTON_STEPS 20

/* Tolerance of a stage, whose answer is only a start. Larger: a worse start for Newton; smaller:
 * more steps in every stage. */
#define STAGE_TOLERANCE 1e-6

/* Factor of alpha after a stage with an answer. Larger, towards 1: more stages; smaller: the next
 * stage starts too far from its answer. */
#define ALPHA_REDUCTION 0.5

/* Factor of alpha after a stage without an answer. Larger: reductions are lost; smaller, towards 1:
 * the next stage fails too. */
#define ALPHA_GROWTH 1.5

/* Alpha at which stages end, as a part of lambda. Larger: the last answer is a worse start for
 * Newton; smaller: W + alpha I is W to rounding. */
#define SMALLEST_ALPHA 1e-12

/* First alpha of (FR.23), as a part of lambda. Larger: the start for Newton belongs to another
 * motion; smaller: impulses hardly become smaller. */
#define REDUCE_ALPHA 1e-10

/* Factor of alpha between the trials of (FR.23). Larger: a fitting alpha may be passed over;
 * smaller: more trials are needed. */
#define REDUCE_ALPHA_GROWTH 100.0

/* Trials of (FR.23), up to alpha = 1e-6 lambda. Larger: alpha changes the motion; smaller: fewer
 * wedged problems are solved. */
#define REDUCE_TRIALS 3

/* Stages of (FR.30), Newton's steps of each, and sweeps where these fail. Fewer: loads that
 * move from contact to contact stay on the way; more: failing problems take longer. */
#define EXACT_STAGES       1000
#define EXACT_NEWTON_STEPS 30
#define EXACT_SWEEPS       300

/* Tolerance of these stages, as a part of that of the caller. Larger: what a stage misses hides the
 * way that loads move; smaller: rounding. */
#define EXACT_PART 1e-3

/* Factors of alpha after a stage with and without an answer. Closer to 1: more stages; further
 * away: more stages without an answer. */
#define EXACT_REDUCTION 0.6
#define EXACT_GROWTH    3.0

typedef struct proximal {
    const nsd_friction *problem;
    nsd_friction        stage;  /* the problem of a stage                              */
    double             *W;      /* W + alpha I, dense or in blocks as W of the problem */
    double             *q;      /* q - alpha centre                                    */
    double             *centre; /* answer of the last stage                            */
    double             *best;   /* r of the least residual                             */
    double             *u;      /* velocities                                          */
    double              least;  /* residual of best                                    */
    nsd_scratch         solver; /* of sweeps and of Newton                             */
    const nsd_poll     *poll;
} proximal;

/* Numbers in W, or in its blocks */
static size_t entries(const nsd_friction *problem)
{
    const size_t n = nsd_friction_unknowns(problem),
                 d = (size_t)nsd_friction_local_size(&problem->layout);
    return problem->start ? (size_t)problem->start[problem->contacts] * d * d : n * n;
}

static size_t lay_out(proximal *s, const nsd_friction *problem, nsd_scratch *scratch)
{
    NSD_SCRATCH_EACH(scratch, nsd_friction_unknowns(problem), &s->q, &s->centre, &s->best, &s->u);
    s->W = nsd_scratch_doubles(scratch, entries(problem));
    const size_t sweeps = nsd_scratch_larger(nsd_friction_nsgs_scratch(problem),
                                             nsd_friction_anderson_scratch(problem));
    s->solver = nsd_scratch_part(scratch,
                                 nsd_scratch_larger(sweeps, nsd_friction_newton_scratch(problem)));
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_proximal_scratch(const nsd_friction *problem)
{
    return lay_out(&(proximal){ 0 }, problem, NSD_SCRATCH_COUNTER);
}

/* stage <- the problem of W + alpha I and q - alpha centre                            (FR.22) */
static void fill_stage(proximal *s, double alpha)
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
    s->stage.lambda = p->lambda + alpha;
}

/* centre <- answer of the stage; 1 when the answer passes STAGE_TOLERANCE. Adds to *iterations. */
static int solve_stage(proximal *s, int *iterations)
{
    const nsd_friction_options sweeps = { STAGE_SWEEPS, STAGE_TOLERANCE, s->poll },
                               steps = { STAGE_NEWTON_STEPS, STAGE_TOLERANCE, s->poll };
    nsd_friction_info info;
    nsd_status        status = nsd_friction_nsgs(&s->stage, &sweeps, &s->solver, s->centre, &info);

    *iterations += info.iterations;
    if (status != NSD_OK) {
        status = nsd_friction_newton(&s->stage, &steps, &s->solver, s->centre, &info);
        *iterations += info.iterations;
    }
    return status == NSD_OK;
}

static void keep_if_better(proximal *s, double residual, const double *r)
{
    if (residual < s->least) {
        s->least = residual;
        memcpy(s->best, r, nsd_friction_unknowns(s->problem) * sizeof *r);
    }
}

/* Newton for the problem itself, from the centre */
static nsd_status newton_from_centre(proximal *s, double tolerance, double *r, int *iterations)
{
    const nsd_friction_options steps = { STAGE_NEWTON_STEPS, tolerance, s->poll };
    const size_t               size = nsd_friction_unknowns(s->problem) * sizeof *r;
    nsd_friction_info          info;

    memcpy(r, s->centre, size);
    const nsd_status status = nsd_friction_newton(s->problem, &steps, &s->solver, r, &info);
    *iterations += info.iterations;
    keep_if_better(s, info.residual, r);
    return status;
}

/* Takes the arrays; r becomes the best answer so far. Negative for a bad problem, NSD_OK when r
 * passes already. */
static nsd_status begin(proximal *s, const nsd_friction *problem,
                        const nsd_friction_options *options, nsd_scratch scratch, double *r,
                        nsd_friction_info *info)
{
    lay_out(s, problem, &scratch);
    NSD_TRY(nsd_friction_begin("proximal", problem, &scratch, r, info));
    memcpy(s->W, problem->start ? problem->blocks : problem->W, entries(problem) * sizeof *s->W);
    s->problem = problem;
    s->poll = options->poll;
    s->stage = *problem;
    s->stage.q = s->q;
    if (problem->start) {
        s->stage.blocks = s->W;
    } else {
        s->stage.W = s->W;
    }
    memcpy(s->best, r, nsd_friction_unknowns(problem) * sizeof *r);
    const nsd_status first = nsd_friction_finish(problem, options, r, s->u, info);
    s->least = info->residual;
    return first;
}

/* r <- the best answer, if the problem is good; returns whether r passes */
static nsd_status end(proximal *s, const nsd_friction_options *options, double *r,
                      nsd_friction_info *info)
{
    memcpy(r, s->best, nsd_friction_unknowns(s->problem) * sizeof *r);
    return nsd_friction_finish(s->problem, options, r, s->u, info);
}

nsd_status nsd_friction_proximal(const nsd_friction *problem, const nsd_friction_options *options,
                                 nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    const size_t size = nsd_friction_unknowns(problem) * sizeof *r;
    proximal     s;

    nsd_status status = begin(&s, problem, options, *scratch, r, info);
    double     alpha = problem->lambda;
    if (status > NSD_OK) {
        memcpy(s.centre, r, size);
    }
    for (int k = 0; k < STAGES && status > NSD_OK && info->iterations < options->max_iter &&
                    !nsd_poll_stopped(s.poll) && alpha > SMALLEST_ALPHA * problem->lambda;
         k++) {
        fill_stage(&s, alpha);
        alpha *= solve_stage(&s, &info->iterations) ? ALPHA_REDUCTION : ALPHA_GROWTH;
        status = newton_from_centre(&s, options->tolerance, r, &info->iterations);
    }
    status = status < NSD_OK ? status : end(&s, options, r, info);
    return nsd_solver_end(options->poll, options->max_iter, status, info);
}

/* r <- answer of the stage from its centre, by Newton, or by sweeps and Newton; 1 when it passes */
static int solve_exactly(proximal *s, double tolerance, double *r, int *iterations)
{
    const nsd_friction_options sweeps = { EXACT_SWEEPS, tolerance, s->poll },
                               steps = { EXACT_NEWTON_STEPS, tolerance, s->poll };
    const size_t      size = nsd_friction_unknowns(s->problem) * sizeof *r;
    nsd_friction_info info;

    memcpy(r, s->centre, size);
    nsd_status status = nsd_friction_newton(&s->stage, &steps, &s->solver, r, &info);
    *iterations += info.iterations;
    if (status > NSD_OK) {
        memcpy(r, s->centre, size);
        nsd_friction_anderson(&s->stage, &sweeps, &s->solver, r, &info);
        status = nsd_friction_newton(&s->stage, &steps, &s->solver, r, &info);
        *iterations += info.iterations;
    }
    return status == NSD_OK;
}

nsd_status nsd_friction_proximal_exact(const nsd_friction         *problem,
                                       const nsd_friction_options *options, nsd_scratch *scratch,
                                       double *r, nsd_friction_info *info)
{
    const size_t size = nsd_friction_unknowns(problem) * sizeof *r;
    proximal     s;

    nsd_status status = begin(&s, problem, options, *scratch, r, info);
    double     alpha = problem->lambda;
    memset(s.centre, 0, size);
    for (int k = 0; k < EXACT_STAGES && status > NSD_OK && info->iterations < options->max_iter &&
                    !nsd_poll_stopped(s.poll) && alpha > SMALLEST_ALPHA * problem->lambda;
         k++) {
        fill_stage(&s, alpha);
        if (solve_exactly(&s, EXACT_PART * options->tolerance, r, &info->iterations)) {
            memcpy(s.centre, r, size);
            status = nsd_friction_finish(problem, options, r, s.u, info);
            keep_if_better(&s, info->residual, r);
            alpha *= EXACT_REDUCTION;
        } else {
            alpha = fmin(EXACT_GROWTH * alpha, problem->lambda);
        }
    }
    status = status < NSD_OK ? status : end(&s, options, r, info);
    return nsd_solver_end(options->poll, options->max_iter, status, info);
}

nsd_status nsd_friction_reduce_impulses(const nsd_friction         *problem,
                                        const nsd_friction_options *options, nsd_scratch *scratch,
                                        double *r, nsd_friction_info *info)
{
    const nsd_friction_options steps = { STAGE_NEWTON_STEPS, STAGE_TOLERANCE, options->poll };
    const size_t               size = nsd_friction_unknowns(problem) * sizeof *r;
    double                     alpha = REDUCE_ALPHA * problem->lambda;
    nsd_friction_info          attempt;
    proximal                   s;

    nsd_status status = begin(&s, problem, options, *scratch, r, info);
    for (int k = 0; k < REDUCE_TRIALS && status > NSD_OK && !nsd_poll_stopped(s.poll);
         k++, alpha *= REDUCE_ALPHA_GROWTH) {
        memset(s.centre, 0, size);
        fill_stage(&s, alpha);
        memcpy(s.centre, s.best, size); /* now the guess of Newton, which returns the answer */
        nsd_friction_newton(&s.stage, &steps, &s.solver, s.centre, &attempt);
        info->iterations += attempt.iterations;
        status = newton_from_centre(&s, options->tolerance, r, &info->iterations);
    }
    return status < NSD_OK ? status : end(&s, options, r, info);
}
