/* friction_auto.c - solvers in turn until one answer passes                      (FR.20) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "solve/friction/friction_system.h"

/* n b^2 above which sweeps are extrapolated, and number of these sweeps in the first round: a step
 * of Newton costs thousands of sweeps there. Larger: problems of medium size wait for many factors;
 * smaller: sweeps that Newton would have saved. */
#define EXTRAPOLATED_WORK   3e7
#define EXTRAPOLATED_SWEEPS 3000

/* The same number where systems are sparse: interior points take as long as some thousand sweeps
 * there. Larger: sweeps that lead nowhere take as long as the solvers that follow; smaller: sweeps
 * that would solve the problem end too early. */
#define SPARSE_SWEEPS 1000

/* Part of the residual before to which SPARSE_SWEEPS must come to be followed by as many again.
 * Larger: sweeps that lead nowhere; smaller: sweeps that would solve the problem end too early. */
#define SWEEP_PROGRESS 0.7

/* Residual, as a part of max|q|, up to which Newton follows extrapolated sweeps where systems are
 * sparse. Larger: expensive steps from contacts whose modes are wrong; smaller: good starts are not
 * used. */
#define NEWTON_RESIDUAL 1e-4

/* Operations of the interior points with a given slip: n b^2 times steps. Larger: a failing problem
 * may take minutes; smaller: problems that only they solve stay unsolved. */
#define INTERIOR_WORK 1e11

/* Rounds of sweeps and Newton before the slower solvers. Larger: hard problems reach their solver
 * later; smaller: problems that more sweeps would solve are handed to the slower solvers. */
#define EARLY_ROUNDS 3

/* Most Newton steps in a round. Larger: rounds in which Newton cycles take longer; smaller: Newton
 * is stopped on the way to a solution. Slower solvers are left out below twice as many steps. */
#define NEWTON_STEPS 20

/* Most steps of each interior point solver, with the Newton steps at its end. Larger: problems
 * without a solution take longer; smaller: the fixed point on the slip is stopped too early. */
#define INTERIOR_STEPS 1000

/* Operations of the last attempt of the fixed point: n b^2 times steps. Larger: a failing problem
 * may take minutes; smaller: small problems with a singular, badly scaled W stay unsolved. */
#define LONG_INTERIOR_WORK 2e9

/* Operations of the proximal points: n b^2 times steps. Larger: a failing problem may take minutes;
 * smaller: proximal points are left out of problems that only they solve. */
#define PROXIMAL_WORK 2e10

/* Most steps of the proximal points from zero. Larger: failing problems take longer; smaller: the
 * solver stops before alpha is small. */
#define PROXIMAL_STEPS 1000

/* Steps of the proximal points in the rounds after the slower solvers; Newton takes their place
 * where PROXIMAL_WORK does not allow this number. Larger: rounds take longer, and fewer problems
 * may use proximal points there; smaller: proximal points stop before alpha is small. */
#define LATE_PROXIMAL_STEPS 400

/* Residual of the best answer over the rounding error of its impulses, up to which smaller impulses
 * are looked for. Larger: time is spent on answers that fail for other reasons; smaller: wedged
 * contacts with too large impulses stay unsolved. */
#define REDUCIBLE_RESIDUAL 100

/* Most unknowns for solvers that factor a dense matrix; bands may have more unknowns for the same
 * work and memory. Larger: scratch grows with the square, time with the cube; smaller: larger
 * problems are left to sweeps alone. */
#define DENSE_UNKNOWNS 2400

/* Most entries of sparse factors. Larger: scratch of more than a gigabyte; smaller: larger problems
 * are left to sweeps alone. */
#define SPARSE_ENTRIES 1e8

/* Most contacts in the plane whose modes are all tried, at most NSD_FRICTION_ENUMERATE_MAX. Larger:
 * time grows by 4 for each contact; smaller: fewer problems without a solution are proved so. */
#define ENUMERATED_CONTACTS 5

/* Most unknowns of Lemke's LCP to run among the first slower solvers, in space or where W is a
 * band. Larger: slow pivoting comes before faster solvers; smaller: Lemke comes last more often. */
#define EARLY_LEMKE_UNKNOWNS 300

/* Most unknowns of Lemke's LCP. Larger: scratch grows with the square, time with the cube; smaller:
 * larger problems in the plane lose their exact solver. */
#define LEMKE_UNKNOWNS 2000

/* Residual, as a part of max|q|, of an answer to six figures: then rays of Lemke's path are blamed
 * on rounding. Larger: problems without a solution are reported as stalled; smaller: solvable
 * problems are reported as having no solution. */
#define NEARLY_SOLVED 1e-6

/* n b^2, the cost of a factorisation: b is the width of the band, or n for a dense matrix */
static double factor_work(const nsd_friction *problem)
{
    return nsd_friction_system_work(problem);
}

static double band_unknowns(const nsd_friction *problem)
{
    return sqrt(factor_work(problem) / (double)nsd_friction_unknowns(problem));
}

/* 1 when factors of the systems of all contacts need neither too much time nor too much memory */
static int can_factor(const nsd_friction *problem)
{
    const double most = DENSE_UNKNOWNS;
    const double entries = problem->plan ? SPARSE_ENTRIES : 4.0 * most * most;
    return factor_work(problem) <= most * most * most &&
           (double)nsd_friction_system_entries(problem, 0) <= entries;
}

/* 1 when sweeps are extrapolated, as Newton's steps are expensive or impossible */
static int extrapolates(const nsd_friction *problem)
{
    return problem->plan || factor_work(problem) > EXTRAPOLATED_WORK;
}

/* Sweeps of the first round, twice as many in each further one: more where Newton is dear */
static int first_sweeps(const nsd_friction *problem)
{
    if (extrapolates(problem)) {
        return problem->plan ? SPARSE_SWEEPS : EXTRAPOLATED_SWEEPS;
    }
    const double n = band_unknowns(problem);
    return NSD_FRICTION_FIRST_SWEEPS + (int)n / 20 + (int)(n * n / 10000.0);
}

static int can_enumerate(const nsd_friction *problem)
{
    return problem->layout.groups == 1 && problem->layout.size[0] == 1 &&
           problem->contacts <= ENUMERATED_CONTACTS;
}

/* In the plane Lemke's method is exact. In space it only gives a start for Newton, and where W is a
 * band the other solvers are fast: then a large LCP waits until all other solvers failed. */
static int lemke_comes_last(const nsd_friction *problem)
{
    const int rival = problem->layout.size[0] > 1 || nsd_friction_band_width(problem) >= 0;
    return rival && nsd_friction_lemke_size(problem) > EARLY_LEMKE_UNKNOWNS;
}

/* Bytes of the solver that needs most */
static size_t solver_scratch(const nsd_friction *problem)
{
    size_t most = extrapolates(problem) ? nsd_friction_anderson_scratch(problem)
                                        : nsd_friction_nsgs_scratch(problem);

    if (can_factor(problem)) {
        most = nsd_scratch_larger(most, nsd_friction_newton_scratch(problem));
        most = nsd_scratch_larger(most, nsd_friction_interior_scratch(problem));
        most = nsd_scratch_larger(most, nsd_friction_proximal_scratch(problem));
    }
    if (nsd_friction_lemke_size(problem) <= LEMKE_UNKNOWNS) {
        most = nsd_scratch_larger(most, nsd_friction_lemke_scratch(problem));
    }
    if (can_enumerate(problem)) {
        most = nsd_scratch_larger(most, nsd_friction_enumerate_scratch(problem->contacts));
    }
    return most;
}

typedef struct attempt {
    const nsd_friction         *problem;
    const nsd_friction_options *options;
    nsd_scratch                *scratch;
    double                     *r;    /* guess and answer of the solver that runs      */
    double                     *best; /* answer with the least residual so far         */
    nsd_friction_info          *info; /* of `best`, with the iterations of all solvers */
    size_t                      size; /* bytes of r                                    */
} attempt;

/* The impulses of the solver that runs; the solver itself takes what it needs from the rest. */
static size_t lay_out(attempt *s, const nsd_friction *problem, nsd_scratch *scratch)
{
    s->size = nsd_friction_unknowns(problem) * sizeof *s->r;
    s->r = nsd_scratch_take(scratch, s->size, 1);
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_scratch(const nsd_friction *problem)
{
    return lay_out(&(attempt){ 0 }, problem, NSD_SCRATCH_COUNTER) + solver_scratch(problem);
}

/* 1 when another solver should be tried */
static int goes_on(nsd_status status)
{
    return status > NSD_OK && status != NSD_STOPPED;
}

/* Runs one solver from the guess s->r; keeps its answer in s->best if that is better. */
static nsd_status run_solver(attempt *s, nsd_friction_solve_fn *solve, int max_iter)
{
    const nsd_friction_options options = { max_iter, s->options->tolerance, s->options->poll };
    nsd_friction_info          info;
    const nsd_status           status = solve(s->problem, &options, s->scratch, s->r, &info);

    s->info->iterations += info.iterations;
    if (status == NSD_OK || info.residual < s->info->residual || isnan(s->info->residual)) {
        s->info->residual = info.residual;
        s->info->solver = info.solver;
        memcpy(s->best, s->r, s->size);
    }
    return status;
}

/* Most steps of the proximal points for this size of problem */
static double proximal_steps(const nsd_friction *problem)
{
    return fmin(PROXIMAL_STEPS, PROXIMAL_WORK / factor_work(problem));
}

/* 1 when the best answer solves the problem to a part of max|q| */
static int is_within(const nsd_friction *problem, const nsd_friction_info *info, double part)
{
    const double q = nsd_dense_max_abs((int)nsd_friction_unknowns(problem), problem->q);
    return info->residual * fmax(1.0, q) <= part * q;
}

/* 0 where Newton's steps are expensive, and sweeps have not come near a solution */
static int newton_may_follow(const attempt *s)
{
    return !s->problem->plan || is_within(s->problem, s->info, NEWTON_RESIDUAL);
}

/* Sweeps find which contacts stick and slide, so that Newton then needs few steps. With `late`,
 * when EARLY_ROUNDS of this have failed, proximal points take the place of Newton. */
static nsd_status one_round(attempt *s, int sweeps, int late)
{
    nsd_status status = run_solver(
        s, extrapolates(s->problem) ? nsd_friction_anderson : nsd_friction_nsgs, sweeps);
    const int more = s->problem->plan &&
                     sweeps >= SPARSE_SWEEPS; /* unless the caller has a limit */
    for (double before = INFINITY;
         more && goes_on(status) && s->info->residual < SWEEP_PROGRESS * before;) {
        before = s->info->residual;
        status = run_solver(s, nsd_friction_anderson, sweeps);
    }
    if (goes_on(status) && can_factor(s->problem) && newton_may_follow(s)) {
        const int proximal = late && proximal_steps(s->problem) >= LATE_PROXIMAL_STEPS;
        status = proximal ? run_solver(s, nsd_friction_proximal, LATE_PROXIMAL_STEPS)
                          : run_solver(s, nsd_friction_newton, NEWTON_STEPS);
        memcpy(s->r, s->best, s->size);
    }
    return status;
}

/* Every mode of a few contacts in the plane: NSD_OK, or NSD_RAY when there is no solution. */
static nsd_status enumerate_modes(attempt *s)
{
    const nsd_friction_options *options = s->options;
    double                     *u = s->r; /* free: the guess is not needed again */
    int                         found = 0;
    const nsd_status status = nsd_friction_enumerate(s->problem, options, s->scratch, 1, s->r,
                                                     &found);

    if (found == 0) {
        return status;
    }
    memcpy(s->best, s->r, s->size);
    s->info->solver = "enum";
    return nsd_friction_finish(s->problem, options, s->best, u, s->info);
}

/* Lemke, when its LCP is not too large, or a solver that factors matrices, if factors and steps are
 * affordable; from r = 0 */
static nsd_status run_from_zero(attempt *s, nsd_friction_solve_fn *solve, double max_iter)
{
    const int affordable = solve == nsd_friction_lemke
                               ? nsd_friction_lemke_size(s->problem) <= LEMKE_UNKNOWNS
                               : can_factor(s->problem) && max_iter >= 2 * NEWTON_STEPS;
    memset(s->r, 0, s->size);
    return affordable ? run_solver(s, solve, (int)max_iter) : NSD_STALLED;
}

/* Wedged contacts hold each other by impulses of any size, and rounding decides at which size a
 * solver ends: where the best answer fails only by its size, smaller impulses are tried (FR.23) */
static nsd_status reduce_impulses(attempt *s)
{
    const int    n = (int)nsd_friction_unknowns(s->problem);
    const double unit = fmax(1.0, nsd_dense_max_abs(n, s->problem->q));
    const double rounding = nsd_friction_rounding_error(s->problem, s->best) / unit;

    if (!can_factor(s->problem) || rounding <= s->options->tolerance ||
        !(s->info->residual <= REDUCIBLE_RESIDUAL * rounding)) {
        return NSD_STALLED;
    }
    memcpy(s->r, s->best, s->size);
    return run_solver(s, nsd_friction_reduce_impulses, NEWTON_STEPS);
}

/* Runs the solvers that need no good guess. NSD_RAY when Lemke's path ended on a ray, or no
 * combination of modes has a solution. */
static nsd_status run_slower_solvers(attempt *s)
{
    const int  late = lemke_comes_last(s->problem), enumerable = can_enumerate(s->problem);
    const int  most = s->options->max_iter;
    const int  exact = enumerable || (s->problem->layout.size[0] == 1 && !late);
    nsd_status status = NSD_STALLED, verdict = NSD_STALLED;

    if (exact) {
        verdict = status = run_from_zero(s, nsd_friction_lemke, most);
    }
    if (goes_on(status) && enumerable) {
        return enumerate_modes(s);
    }
    if (goes_on(status)) {
        status = run_from_zero(s, nsd_friction_interior_slip, INTERIOR_STEPS);
    }
    if (goes_on(status)) {
        status = run_from_zero(s, nsd_friction_proximal, proximal_steps(s->problem));
    }
    if (goes_on(status) && !exact && !late) {
        verdict = status = run_from_zero(s, nsd_friction_lemke, most);
    }
    if (goes_on(status)) {
        const double steps = fmin(INTERIOR_STEPS, INTERIOR_WORK / factor_work(s->problem));
        status = run_from_zero(s, nsd_friction_interior_fixed_point, steps);
    }
    if (goes_on(status)) {
        status = reduce_impulses(s);
    }
    memcpy(s->r, s->best, s->size);
    return goes_on(status) ? verdict : status;
}

/* The fixed point on the slip again, with all the steps that a small problem can afford: where W is
 * singular and badly scaled it may need thousands. */
static nsd_status run_long_fixed_point(attempt *s)
{
    const double steps = fmin(s->options->max_iter, LONG_INTERIOR_WORK / factor_work(s->problem));
    return steps > INTERIOR_STEPS && !can_enumerate(s->problem)
               ? run_from_zero(s, nsd_friction_interior_fixed_point, steps)
               : NSD_STALLED;
}

/* 1 when only rounding in W r keeps the best answer from passing: no other answer would pass */
static int best_is_rounding(attempt *s)
{
    const int yes = nsd_friction_solved_to_rounding(s->problem, s->best, s->r);
    memcpy(s->r, s->best, s->size);
    return yes;
}

nsd_status nsd_friction_auto(const nsd_friction *problem, const nsd_friction_options *options,
                             nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    nsd_scratch space = *scratch;
    attempt     s = { problem, options, &space, NULL, r, info, 0 };

    lay_out(&s, problem, &space);
    NSD_TRY(nsd_friction_begin("nsgs", problem, &space, r, info));
    memcpy(s.r, r, s.size);
    nsd_status status = NSD_OK, verdict = NSD_MAX_ITER;
    const int  early = problem->plan ? 1 : EARLY_ROUNDS;
    int        round = 0, sweeps = first_sweeps(problem), last = 0;
    do {
        last = sweeps >= options->max_iter;
        sweeps = last ? options->max_iter : sweeps;
        status = one_round(&s, sweeps, round >= early);
        if (++round <= early && (round == early || last) && goes_on(status)) {
            status = run_slower_solvers(&s);
            verdict = status == NSD_RAY ? status : verdict;
            if (can_enumerate(problem)) {
                break; /* every mode was tried: solved, or proved to have no solution */
            }
            if (goes_on(status) && best_is_rounding(&s)) {
                return NSD_STALLED;
            }
        }
        sweeps *= 2;
    } while (goes_on(status) && !last);
    if (goes_on(status) && lemke_comes_last(problem)) {
        status = run_from_zero(&s, nsd_friction_lemke, options->max_iter);
        verdict = status == NSD_RAY ? status : verdict;
    }
    if (goes_on(status)) {
        status = run_long_fixed_point(&s);
    }
    if (goes_on(status) && verdict == NSD_RAY && is_within(problem, info, NEARLY_SOLVED)) {
        return NSD_STALLED; /* rounding ended Lemke's path; the problem has a solution */
    }
    return goes_on(status) ? verdict : status;
}
