/* friction_interior.c - interior points with the slip among the unknowns; if these fail, a fixed
 * point on the slip with a convex problem in each step. Both end with Newton  (FR.17), (FR.19) */
#include <math.h>
#include <string.h>

#include "solve/friction/interior/friction_primal_dual.h"
#include "solve/friction/friction_parts.h"

/* Levels of mean z'y of a cone, as a part of unit^2 / lambda, at which Newton's steps (FR.11) try
 * to finish: first (of sparse systems, whose steps are dear), last, and the factor between. Larger:
 * modes of contacts may be undecided, and Newton's steps are lost; smaller: steps break down by
 * rounding. Smaller factors: interior steps that Newton would have saved. */
#define FIRST_LEVEL  1e-6
#define LAST_LEVEL   1e-12
#define LEVEL_FACTOR 0.1

/* Most Newton steps at a level before the last. Fewer: chances to finish early are lost; more:
 * steps from contacts whose modes are still wrong. */
#define EARLY_NEWTON_STEPS 4

/* In heaps every so many steps sweeps and Newton try to finish, from that mean z'y on, as the part
 * above: a sweep costs a hundredth of a step. Newton, where the residual is at most that part of
 * max|q|. More sweeps, or more often: sweeps that lead nowhere; fewer: steps that were not
 * needed. */
#define POLISH_STEPS    5
#define POLISH_LEVEL    1e-5
#define POLISH_SWEEPS   300
#define POLISH_RESIDUAL 1e-4

/* Most Newton steps after each convex problem. Smaller: Newton is stopped on the way to a solution;
 * larger: time is lost in steps of the fixed point whose modes are still wrong. */
#define NEWTON_STEPS 15

/* Factor of the weight of the slip (FR.17) when its change became smaller. Larger: the fixed point
 * overshoots again soon; smaller, towards 1: it stays slow after a reduction. */
#define WEIGHT_GROWTH 1.2

/* Factor of the weight of the slip when its change did not become smaller. Larger, towards 1: the
 * fixed point oscillates longer; smaller: a single bad step makes it slow. */
#define WEIGHT_REDUCTION 0.6

/* Smallest weight of the slip. Larger: problems that oscillate do not converge; smaller: the fixed
 * point hardly moves. */
#define SMALLEST_WEIGHT 0.05

/* f <- f + weight (q + s n - f) with s = sum_g mu_g |u_Tg|; returns the sum of |q_N + s - f_N|
 *                                                                                     (FR.17) */
static double update_slip(nsd_friction_primal_dual *inner, const double *u, double weight)
{
    const nsd_friction *p = inner->problem;
    double              sum = 0.0;

    for (int a = 0; a < p->contacts; a++) {
        const int    first = a * inner->d;
        const double change = p->q[first] + nsd_friction_slip(p, a, u + first) - inner->f[first];
        inner->f[first] += weight * change;
        sum += fabs(change);
    }
    return sum;
}

typedef struct interior {
    nsd_friction_primal_dual    inner;
    const nsd_friction_options *options;
    nsd_scratch                 room;     /* of Newton's method, or sweeps */
    double                     *r;        /* guess and answer             */
    double                     *u;        /* velocity of inner.x          */
    double                     *best;     /* answer of the least residual */
    double                      least;    /* residual of best             */
    double                      residual; /* of the solver that ran last  */
    nsd_friction_info          *info;
} interior;

static size_t lay_out(interior *s, const nsd_friction *problem, nsd_scratch *scratch)
{
    const size_t n = nsd_friction_unknowns(problem);
    nsd_friction_primal_dual_lay_out(&s->inner, problem, scratch);
    NSD_SCRATCH_EACH(scratch, n, &s->u, &s->best);
    const size_t mark = scratch->used; /* the two never hold factors at the same time */
    nsd_friction_system_lay_out(&s->inner.system, problem, scratch);
    const size_t end = scratch->used;
    scratch->used = mark;
    s->room = nsd_scratch_part(scratch, nsd_scratch_larger(nsd_friction_newton_scratch(problem),
                                                           nsd_friction_anderson_scratch(problem)));
    scratch->used = nsd_scratch_larger(end, scratch->used);
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_interior_scratch(const nsd_friction *problem)
{
    return lay_out(&(interior){ 0 }, problem, NSD_SCRATCH_COUNTER);
}

/* Another solver from s->r; its answer is kept if it is the best one */
static nsd_status run_from_r(interior *s, nsd_friction_solve_fn *solve, int most)
{
    const nsd_friction_options options = { most, s->options->tolerance, s->options->poll };
    const size_t               n = (size_t)s->inner.n;
    nsd_friction_info          attempt;

    const nsd_status status = solve(s->inner.problem, &options, &s->room, s->r, &attempt);
    s->info->iterations += attempt.iterations;
    if (attempt.residual < s->least) {
        s->least = attempt.residual;
        memcpy(s->best, s->r, n * sizeof *s->best);
    }
    s->residual = attempt.residual;
    return status;
}

/* Newton from the present answer of the interior points */
static nsd_status newton_from_inner(interior *s, int most)
{
    nsd_friction_velocity(s->inner.problem, s->inner.x, s->u);
    memcpy(s->r, s->inner.x, (size_t)s->inner.n * sizeof *s->r);
    return run_from_r(s, nsd_friction_newton, most);
}

/* Sweeps from the present answer of the interior points, and Newton where they come near */
static nsd_status polish(interior *s)
{
    const int steps = s->info->iterations;
    memcpy(s->r, s->inner.x, (size_t)s->inner.n * sizeof *s->r);
    const nsd_status status = run_from_r(s, nsd_friction_anderson, POLISH_SWEEPS);
    const double     unit = s->inner.unit;
    s->info->iterations = steps; /* sweeps are no steps */
    return status != NSD_OK && s->residual * fmax(1.0, unit) <= POLISH_RESIDUAL * unit
               ? run_from_r(s, nsd_friction_newton, EARLY_NEWTON_STEPS)
               : status;
}

/* Steps to a level: 1 when it is reached. In heaps with attempts to finish on the way, which may
 * set *status to NSD_OK */
static int steps_to_level(interior *s, double level, nsd_status *status)
{
    nsd_friction_primal_dual *inner = &s->inner;
    const double largest = POLISH_LEVEL * inner->unit * inner->unit / inner->problem->lambda;

    for (;;) {
        const int left = inner->steps_left;
        const int given = inner->follows && left > POLISH_STEPS ? POLISH_STEPS : left;
        inner->steps_left = given;
        const int reached = nsd_friction_primal_dual_solve(inner, level, s->options->poll,
                                                           &s->info->iterations) == NSD_OK;
        const int ended = reached || inner->steps_left > 0 || left == given;
        inner->steps_left += left - given;
        if (!ended && inner->last.gap <= largest) {
            *status = polish(s);
        }
        if (ended || *status == NSD_OK) {
            return reached;
        }
    }
}

/* Interior points to lower and lower levels, with Newton from each; 0 when the interior points made
 * no step. */
static int inner_then_newton(interior *s, nsd_status *status)
{
    const int before = s->info->iterations;
    int       reached = 1;

    nsd_friction_primal_dual_start(&s->inner, s->options->max_iter);
    *status = NSD_STALLED;
    for (double level = s->inner.problem->plan ? FIRST_LEVEL : LAST_LEVEL;
         reached && *status != NSD_OK && level > 0.5 * LAST_LEVEL; level *= LEVEL_FACTOR) {
        reached = steps_to_level(s, level, status);
        if (*status == NSD_OK) {
            break;
        }
        if (!nsd_dense_all_finite((size_t)s->inner.n, s->inner.x) ||
            s->info->iterations == before) {
            return 0;
        }
        const int last = !reached || level < 2.0 * LAST_LEVEL;
        *status = newton_from_inner(s, last ? NEWTON_STEPS : EARLY_NEWTON_STEPS);
    }
    return 1;
}

/* The fixed point on the slip, from the slip of the best answer so far                (FR.17) */
static nsd_status fixed_point(interior *s)
{
    const nsd_friction *problem = s->inner.problem;
    nsd_status          status = NSD_STALLED;
    double              weight = 1.0, last = INFINITY;

    s->inner.slip_unknown = 0;
    memcpy(s->inner.f, problem->q, (size_t)s->inner.n * sizeof *s->inner.f);
    nsd_friction_velocity(problem, s->best, s->u);
    while (status != NSD_OK && s->info->iterations < s->options->max_iter &&
           !nsd_poll_stopped(s->options->poll)) {
        const double change = update_slip(&s->inner, s->u, weight);
        weight = change < last ? fmin(1.0, WEIGHT_GROWTH * weight)
                               : fmax(SMALLEST_WEIGHT, WEIGHT_REDUCTION * weight);
        last = change;
        if (!inner_then_newton(s, &status)) {
            break;
        }
    }
    return status;
}

/* Solves from the guess r: by (FR.19) if `with_slip`; if that fails and `with_fixed_point`, then by
 * (FR.17). */
static nsd_status solve_interior(interior s, const nsd_friction *problem, nsd_scratch scratch,
                                 int with_slip, int with_fixed_point)
{
    const size_t n = nsd_friction_unknowns(problem);

    lay_out(&s, problem, &scratch);
    NSD_TRY(nsd_friction_begin("interior", problem, &scratch, s.r, s.info));
    nsd_friction_primal_dual_init(&s.inner, problem);
    nsd_status status = nsd_friction_finish(problem, s.options, s.r, s.u, s.info);
    s.least = s.info->residual;
    memcpy(s.best, s.r, n * sizeof *s.r);
    if (status != NSD_OK && with_slip) {
        s.inner.slip_unknown = 1;
        inner_then_newton(&s, &status);
    }
    if (status != NSD_OK && with_fixed_point) {
        fixed_point(&s);
    }
    memcpy(s.r, s.best, n * sizeof *s.r);
    status = nsd_friction_finish(problem, s.options, s.r, s.u, s.info);
    return nsd_solver_end(s.options->poll, s.options->max_iter, status, s.info);
}

#define INTERIOR_SOLVER(name, with_slip, with_fixed_point)                                     \
    nsd_status name(const nsd_friction *problem, const nsd_friction_options *options,          \
                    nsd_scratch *scratch, double *r, nsd_friction_info *info)                  \
    {                                                                                          \
        return solve_interior((interior){ .options = options, .r = r, .info = info }, problem, \
                              *scratch, with_slip, with_fixed_point);                          \
    }
INTERIOR_SOLVER(nsd_friction_interior_slip, 1, 0)
INTERIOR_SOLVER(nsd_friction_interior_fixed_point, 0, 1)
INTERIOR_SOLVER(nsd_friction_interior, 1, 1)
