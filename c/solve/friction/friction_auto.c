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

/* Sweeps of a heap, whose systems are sparse, before interior points and after them: interior
 * points take as long as some thousand sweeps there. Larger: sweeps that lead nowhere; smaller:
 * sweeps that would solve the problem end too early. */
#define HEAP_SWEEPS      250
#define LATE_HEAP_SWEEPS 1000

/* Steps of the interior points of a heap, and multiply-adds of their factors, but never less than
 * the second number of steps. Larger: an unsolved heap takes longer to say so, some seconds at
 * 150 steps of 2800 contacts; smaller: hard heaps stay unsolved. */
#define HEAP_STEPS       400
#define LEAST_HEAP_STEPS 40
#define HEAP_WORK        3.3e10

/* Part of the residual before to which these sweeps must come to be followed by as many again.
 * Larger: sweeps that lead nowhere; smaller: sweeps that would solve the problem end too early. */
#define HEAP_PROGRESS      0.25
#define LATE_HEAP_PROGRESS 0.7

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

/* Most steps of the proximal points with exact stages, their operations, n b^2 times steps, and the
 * number of steps below which they are left out. Larger work: a failing problem may take minutes;
 * smaller, or more steps: problems whose loads move slowly stay unsolved. */
#define EXACT_STEPS       20000
#define EXACT_WORK        1e11
#define LEAST_EXACT_STEPS 4000

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
        return EXTRAPOLATED_SWEEPS;
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

/* 1 when the best answer solves the problem to a part of max|q| */
static int is_within(const nsd_friction *problem, const nsd_friction_info *info, double part)
{
    const double q = nsd_dense_max_abs((int)nsd_friction_unknowns(problem), problem->q);
    return info->residual * fmax(1.0, q) <= part * q;
}

/* Every mode of a few contacts in the plane: NSD_OK, or NSD_RAY when there is no solution. */
static nsd_status enumerate_modes(const nsd_friction *problem, const nsd_friction_options *options,
                                  nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    double           u[2 * ENUMERATED_CONTACTS];
    int              found = 0;
    const nsd_status status = nsd_friction_enumerate(problem, options, scratch, 1, r, &found);

    *info = (nsd_friction_info){ 0, NAN, "enum" };
    return found == 0 ? status : nsd_friction_finish(problem, options, r, u, info);
}

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* A row of the tables below: a solver, when it is run, and its budget */
typedef enum start_of { FROM_ZERO, FROM_BEST } start_of;
typedef struct stage {
    nsd_friction_solve_fn *solve;
    start_of               from;
    int (*when)(const attempt *s);    /* NULL: always                                          */
    double (*most)(const attempt *s); /* sweeps or steps                                       */
    double again; /* the stage is repeated when it brings the residual to this part of it */
} stage;

static double caller_steps(const attempt *s)
{
    return s->options->max_iter;
}

static double heap_sweeps(const attempt *s)
{
    return fmin(HEAP_SWEEPS, s->options->max_iter);
}

static double late_heap_sweeps(const attempt *s)
{
    return fmin(LATE_HEAP_SWEEPS, s->options->max_iter);
}

static double newton_steps(const attempt *s)
{
    (void)s;
    return NEWTON_STEPS;
}

static double interior_steps(const attempt *s)
{
    (void)s;
    return INTERIOR_STEPS;
}

static double heap_steps(const attempt *s)
{
    return fmin(HEAP_STEPS, fmax(LEAST_HEAP_STEPS, HEAP_WORK / factor_work(s->problem)));
}

/* Most steps of the proximal points and of the fixed point for this size of problem */
static double proximal_steps(const attempt *s)
{
    return fmin(PROXIMAL_STEPS, PROXIMAL_WORK / factor_work(s->problem));
}

static double exact_steps(const attempt *s)
{
    return fmin(EXACT_STEPS, EXACT_WORK / factor_work(s->problem));
}

static double fixed_point_steps(const attempt *s)
{
    return fmin(INTERIOR_STEPS, INTERIOR_WORK / factor_work(s->problem));
}

static int factors(const attempt *s)
{
    return can_factor(s->problem);
}

static int cannot_factor(const attempt *s)
{
    return !can_factor(s->problem);
}

static int enumerates(const attempt *s)
{
    return can_enumerate(s->problem);
}

/* Slower solvers are left out where they may take only a few steps. */
static int affords_interior(const attempt *s)
{
    return can_factor(s->problem) && !can_enumerate(s->problem);
}

static int affords_proximal(const attempt *s)
{
    return affords_interior(s) && proximal_steps(s) >= 2 * NEWTON_STEPS;
}

static int affords_fixed_point(const attempt *s)
{
    return affords_interior(s) && fixed_point_steps(s) >= 2 * NEWTON_STEPS;
}

static int has_lemke(const attempt *s)
{
    return nsd_friction_lemke_size(s->problem) <= LEMKE_UNKNOWNS;
}

static int lemke_is_exact(const attempt *s)
{
    return has_lemke(s) && (can_enumerate(s->problem) ||
                            (s->problem->layout.size[0] == 1 && !lemke_comes_last(s->problem)));
}

static int lemke_gives_a_start(const attempt *s)
{
    return has_lemke(s) && !lemke_is_exact(s) && !lemke_comes_last(s->problem);
}

static int lemke_was_left(const attempt *s)
{
    return has_lemke(s) && lemke_comes_last(s->problem);
}

/* Where W is singular and badly scaled the fixed point may need thousands of steps: all that a
 * small problem can afford */
static double long_fixed_point_steps(const attempt *s)
{
    return fmin(s->options->max_iter, LONG_INTERIOR_WORK / factor_work(s->problem));
}

static int affords_long_fixed_point(const attempt *s)
{
    return affords_interior(s) && long_fixed_point_steps(s) > INTERIOR_STEPS;
}

/* 1 where expensive steps of Newton start near a solution */
static int is_near(const attempt *s)
{
    return can_factor(s->problem) && is_within(s->problem, s->info, NEWTON_RESIDUAL);
}

/* 1 where an answer is near, and only loads that move from contact to contact may be missing */
static int affords_exact(const attempt *s)
{
    return is_near(s) && !can_enumerate(s->problem) && exact_steps(s) >= LEAST_EXACT_STEPS;
}

/* Wedged contacts hold each other by impulses of any size, and rounding decides at which size a
 * solver ends: where the best answer fails only by its size, smaller impulses are tried (FR.23) */
static int is_reducible(const attempt *s)
{
    const int    n = (int)nsd_friction_unknowns(s->problem);
    const double unit = fmax(1.0, nsd_dense_max_abs(n, s->problem->q));
    const double rounding = nsd_friction_rounding_error(s->problem, s->best) / unit;

    return affords_interior(s) && rounding > s->options->tolerance &&
           s->info->residual <= REDUCIBLE_RESIDUAL * rounding;
}

/* Solvers that need no good guess, after the early rounds of sweeps and Newton          (FR.20) */
static const stage slower_solvers[] = {
    { nsd_friction_lemke, FROM_ZERO, lemke_is_exact, caller_steps, 0.0 },
    { enumerate_modes, FROM_ZERO, enumerates, caller_steps, 0.0 },
    { nsd_friction_interior_slip, FROM_ZERO, affords_interior, interior_steps, 0.0 },
    { nsd_friction_proximal, FROM_ZERO, affords_proximal, proximal_steps, 0.0 },
    { nsd_friction_lemke, FROM_ZERO, lemke_gives_a_start, caller_steps, 0.0 },
    { nsd_friction_interior_fixed_point, FROM_ZERO, affords_fixed_point, fixed_point_steps, 0.0 },
    { nsd_friction_reduce_impulses, FROM_BEST, is_reducible, newton_steps, 0.0 },
};

/* What is left after all rounds                                                         (FR.20) */
static const stage last_solvers[] = {
    { nsd_friction_lemke, FROM_ZERO, lemke_was_left, caller_steps, 0.0 },
    { nsd_friction_interior_fixed_point, FROM_ZERO, affords_long_fixed_point,
      long_fixed_point_steps, 0.0 },
    { nsd_friction_proximal_exact, FROM_BEST, affords_exact, exact_steps, 0.0 },
};

/* All solvers of heaps, whose systems are sparse                                        (FR.20) */
static const stage heap_solvers[] = {
    { nsd_friction_anderson, FROM_BEST, NULL, heap_sweeps, HEAP_PROGRESS },
    { nsd_friction_newton, FROM_BEST, is_near, newton_steps, 0.0 },
    { nsd_friction_interior_slip, FROM_ZERO, factors, heap_steps, 0.0 },
    { nsd_friction_anderson, FROM_BEST, factors, late_heap_sweeps, LATE_HEAP_PROGRESS },
    { nsd_friction_newton, FROM_BEST, is_near, newton_steps, 0.0 },
    { nsd_friction_proximal, FROM_BEST, affords_proximal, proximal_steps, 0.0 },
    { nsd_friction_reduce_impulses, FROM_BEST, is_reducible, newton_steps, 0.0 },
    { nsd_friction_proximal_exact, FROM_BEST, affords_exact, exact_steps, 0.0 },
    { nsd_friction_anderson, FROM_BEST, cannot_factor, caller_steps, 0.0 },
    { nsd_friction_lemke, FROM_ZERO, has_lemke, caller_steps, 0.0 },
};

/* Runs one stage, again as long as it makes progress */
static nsd_status run_stage(attempt *s, const stage *stage)
{
    nsd_status status = NSD_STALLED;
    double     before = INFINITY;

    do {
        before = s->info->residual;
        if (stage->from == FROM_ZERO) {
            memset(s->r, 0, s->size);
        } else {
            memcpy(s->r, s->best, s->size);
        }
        status = run_solver(s, stage->solve, (int)stage->most(s));
    } while (goes_on(status) &&
             (s->info->residual < stage->again * before || (stage->again > 0.0 && isnan(before))));
    return status;
}

/* Runs the stages until an answer passes. NSD_RAY when Lemke's path ended on a ray, or no
 * combination of modes has a solution. */
static nsd_status run_stages(attempt *s, const stage *stages, size_t count)
{
    nsd_status status = NSD_STALLED, verdict = NSD_STALLED;

    for (size_t k = 0; k < count && goes_on(status); k++) {
        if (!stages[k].when || stages[k].when(s)) {
            status = run_stage(s, stages + k);
            verdict = status == NSD_RAY ? status : verdict;
        }
    }
    memcpy(s->r, s->best, s->size);
    return goes_on(status) ? verdict : status;
}

/* Sweeps find which contacts stick and slide, so that Newton then needs few steps. With `late`,
 * when EARLY_ROUNDS of this have failed, proximal points take the place of Newton. */
static nsd_status one_round(attempt *s, int sweeps, int late)
{
    nsd_status status = run_solver(
        s, extrapolates(s->problem) ? nsd_friction_anderson : nsd_friction_nsgs, sweeps);
    if (goes_on(status) && can_factor(s->problem)) {
        const int proximal = late && proximal_steps(s) >= LATE_PROXIMAL_STEPS;
        status = proximal ? run_solver(s, nsd_friction_proximal, LATE_PROXIMAL_STEPS)
                          : run_solver(s, nsd_friction_newton, NEWTON_STEPS);
        memcpy(s->r, s->best, s->size);
    }
    return status;
}

/* 1 when only rounding in W r keeps the best answer from passing: no other answer would pass */
static int best_is_rounding(attempt *s)
{
    const int yes = nsd_friction_solved_to_rounding(s->problem, s->best, s->r);
    memcpy(s->r, s->best, s->size);
    return yes;
}

/* Rounds of sweeps and Newton, twice as many sweeps each time, with the slower solvers after
 * EARLY_ROUNDS; *verdict <- NSD_RAY as in run_stages. */
static nsd_status run_rounds(attempt *s, nsd_status *verdict)
{
    nsd_status status = NSD_OK;
    int        round = 0, sweeps = first_sweeps(s->problem), last = 0;

    do {
        last = sweeps >= s->options->max_iter;
        sweeps = last ? s->options->max_iter : sweeps;
        status = one_round(s, sweeps, round >= EARLY_ROUNDS);
        if (++round <= EARLY_ROUNDS && (round == EARLY_ROUNDS || last) && goes_on(status)) {
            status = run_stages(s, slower_solvers, COUNT(slower_solvers));
            *verdict = status == NSD_RAY ? status : *verdict;
            if (can_enumerate(s->problem)) {
                return status; /* every mode was tried: solved, or proved to have no solution */
            }
            if (goes_on(status) && best_is_rounding(s)) {
                break;
            }
        }
        sweeps *= 2;
    } while (goes_on(status) && !last);
    return status;
}

nsd_status nsd_friction_auto(const nsd_friction *problem, const nsd_friction_options *options,
                             nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    nsd_scratch space = *scratch;
    attempt     s = { problem, options, &space, NULL, r, info, 0 };

    lay_out(&s, problem, &space);
    NSD_TRY(nsd_friction_begin("nsgs", problem, &space, r, info));
    memcpy(s.r, r, s.size);
    nsd_status verdict = NSD_MAX_ITER;
    nsd_status status = problem->plan ? run_stages(&s, heap_solvers, COUNT(heap_solvers))
                                      : run_rounds(&s, &verdict);
    if (goes_on(status) && best_is_rounding(&s)) {
        return NSD_STALLED;
    }
    if (goes_on(status) && !problem->plan) {
        const nsd_status last = run_stages(&s, last_solvers, COUNT(last_solvers));
        status = last == NSD_STALLED ? status : last;
    }
    verdict = status == NSD_RAY ? status : verdict;
    if (goes_on(status) && verdict == NSD_RAY && is_within(problem, info, NEARLY_SOLVED)) {
        return NSD_STALLED; /* rounding ended Lemke's path; the problem has a solution */
    }
    return goes_on(status) ? verdict : status;
}
