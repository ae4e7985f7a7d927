/* friction_auto.c - solvers in turn until one answer passes                      (FR.20) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "solve/friction/friction_system.h"

#define FIRST 5    /* sweeps of the first round; doubled in each that follows            */
#define EARLY 3    /* rounds before the slower solvers                               */
#define STEPS 20   /* Newton's steps in a round                                      */
#define OUTER 1000 /* steps of the interior point method                             */
#define WORK  2e9  /* n^3 times steps of its second, longer attempt                  */
#define STAGE 2e10 /* n^3 times steps of the proximal points                         */
#define MANY  1000 /* and most steps of them                                         */
#define SHARE 400  /* their steps in a late round                                    */
#define HEAVY 100  /* times what their size hides: the residual of impulses that are too large */
#define DENSE 2400 /* most unknowns for solvers that factor a dense matrix           */
#define THIN  30   /* a band is no faster than one of this width                     */
#define FEW   5    /* contacts in the plane whose modes are all tried before giving up */
#define SHORT 300  /* unknowns of Lemke's LCP up to which it comes early            */
#define PATH  2000 /* most unknowns of Lemke's LCP                                   */

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static int unknowns(const nsd_friction *problem)
{
    return nsd_friction_local_size(&problem->layout) * problem->contacts;
}

/* A factorisation costs about n times the square of this. */
static double breadth(const nsd_friction *problem)
{
    const int width = nsd_friction_band_width(problem);
    return width < 0 ? unknowns(problem) : fmin(unknowns(problem), fmax(THIN, width));
}

static double work(const nsd_friction *problem)
{
    return unknowns(problem) * breadth(problem) * breadth(problem);
}

/* 1 when linear systems of all contacts are neither too long nor too large */
static int can_factor(const nsd_friction *problem)
{
    const double most = DENSE;
    return work(problem) <= most * most * most &&
           (double)nsd_friction_system_entries(problem, 0) <= 4.0 * most * most;
}

/* Sweeps of the first round: more when Newton's steps are dear. */
static int first_sweeps(const nsd_friction *problem)
{
    const double n = breadth(problem);
    return FIRST + (int)n / 20 + (int)(n * n / 10000.0);
}

static int few_in_the_plane(const nsd_friction *problem)
{
    return problem->layout.groups == 1 && problem->layout.size[0] == 1 && problem->contacts <= FEW;
}

/* In the plane the path is exact; in space, where it is a start for Newton, and beside a band, by
 * which other solvers are fast, a long one waits until all else failed. */
static int lemke_comes_last(const nsd_friction *problem)
{
    const int rival = problem->layout.size[0] > 1 || nsd_friction_band_width(problem) >= 0;
    return rival && nsd_friction_lemke_size(problem) > SHORT;
}

size_t nsd_friction_scratch(const nsd_friction *problem)
{
    size_t most = nsd_friction_nsgs_scratch(problem);

    if (can_factor(problem)) {
        most = larger(most, nsd_friction_newton_scratch(problem));
        most = larger(most, nsd_friction_interior_scratch(problem));
        most = larger(most, nsd_friction_proximal_scratch(problem));
    }
    if (nsd_friction_lemke_size(problem) <= PATH) {
        most = larger(most, nsd_friction_lemke_scratch(problem));
    }
    if (few_in_the_plane(problem)) {
        most = larger(most, nsd_friction_enumerate_scratch(problem->contacts));
    }
    return most + 2 * nsd_scratch_need((size_t)unknowns(problem), sizeof(double));
}

typedef struct attempt {
    const nsd_friction         *problem;
    const nsd_friction_options *options;
    nsd_scratch                *scratch;
    double                     *r, *best; /* the running guess, and the answer so far */
    nsd_friction_info          *info;     /* of best; iterations of all               */
} attempt;

/* One solver from the guess; keeps the better of its answer and the best so far. */
static nsd_status run(attempt *s, nsd_friction_solve_fn *solve, int max_iter)
{
    const nsd_friction_options options = { max_iter, s->options->tolerance };
    nsd_friction_info          info;
    const nsd_status           status = solve(s->problem, &options, s->scratch, s->r, &info);

    s->info->iterations += info.iterations;
    if (status == NSD_OK || info.residual < s->info->residual || isnan(s->info->residual)) {
        s->info->residual = info.residual;
        s->info->solver = info.solver;
        memcpy(s->best, s->r, (size_t)unknowns(s->problem) * sizeof *s->r);
    }
    return status;
}

/* Steps of proximal points that a problem can afford */
static double stage_steps(const nsd_friction *problem)
{
    return fmin(MANY, STAGE / work(problem));
}

/* Sweeps find which contacts stick and slide, Newton then needs few steps; `late`, when that has
 * failed, proximal points begin where the sweeps end. */
static nsd_status one_round(attempt *s, int sweeps, int late)
{
    nsd_status status = run(s, nsd_friction_nsgs, sweeps);
    if (status > NSD_OK && can_factor(s->problem)) {
        const size_t size = (size_t)unknowns(s->problem) * sizeof *s->r;
        const int    stages = late && stage_steps(s->problem) >= SHARE;
        status = stages ? run(s, nsd_friction_proximal, SHARE) : run(s, nsd_friction_newton, STEPS);
        memcpy(s->r, s->best, size);
    }
    return status;
}

/* Every mode of a few contacts in the plane: NSD_OK, or NSD_RAY when there is no solution. */
static nsd_status every_mode(attempt *s)
{
    const nsd_friction_options *options = s->options;
    double                     *u = s->r; /* the guess is no longer needed */
    int                         found = 0;
    const nsd_status status = nsd_friction_enumerate(s->problem, options, s->scratch, 1, s->r,
                                                     &found);

    if (found == 0) {
        return status;
    }
    memcpy(s->best, s->r, (size_t)unknowns(s->problem) * sizeof *s->r);
    s->info->solver = "enum";
    return nsd_friction_finish(s->problem, options, s->best, u, s->info);
}

/* Lemke's path, when its LCP is not too large */
static nsd_status follow_path(attempt *s)
{
    if (nsd_friction_lemke_size(s->problem) > PATH) {
        return NSD_STALLED;
    }
    memset(s->r, 0, (size_t)unknowns(s->problem) * sizeof *s->r);
    return run(s, nsd_friction_lemke, s->options->max_iter);
}

static nsd_status from_nothing(attempt *s, nsd_friction_solve_fn *solve, double max_iter)
{
    if (!can_factor(s->problem) || max_iter < 2 * STEPS) {
        return NSD_STALLED;
    }
    memset(s->r, 0, (size_t)unknowns(s->problem) * sizeof *s->r);
    return run(s, solve, (int)max_iter);
}

/* Interior points with unknown slip, then proximal points */
static nsd_status follow_centres(attempt *s)
{
    nsd_status status = from_nothing(s, nsd_friction_interior_slip, OUTER);
    if (status > NSD_OK) {
        status = from_nothing(s, nsd_friction_proximal, stage_steps(s->problem));
    }
    return status;
}

/* The best answer may fail by its size alone: contacts that are wedged hold each other by impulses
 * of any size, and which of them a solver ends at is up to its last digits             (FR.23) */
static nsd_status lighten(attempt *s)
{
    const int    n = unknowns(s->problem);
    const double unit = fmax(1.0, nsd_dense_max_abs(n, s->problem->q));
    const double hidden = nsd_friction_rounding_error(s->problem, s->best) / unit;

    if (!can_factor(s->problem) || hidden <= s->options->tolerance ||
        !(s->info->residual <= HEAVY * hidden)) {
        return NSD_STALLED;
    }
    memcpy(s->r, s->best, (size_t)n * sizeof *s->r);
    return run(s, nsd_friction_reduce_impulses, STEPS);
}

/* By the solvers that do not need a good guess. NSD_RAY when Lemke's path ended on one, or no mode
 * has a solution. */
static nsd_status fall_back(attempt *s)
{
    const int  late = lemke_comes_last(s->problem), few = few_in_the_plane(s->problem);
    const int  exact = few || (s->problem->layout.size[0] == 1 && !late);
    nsd_status status = NSD_STALLED, verdict = NSD_STALLED;

    if (exact) {
        verdict = status = follow_path(s);
    }
    if (status > NSD_OK && few) {
        return every_mode(s);
    }
    if (status > NSD_OK) {
        status = follow_centres(s);
    }
    if (status > NSD_OK && !exact && !late) {
        verdict = status = follow_path(s);
    }
    if (status > NSD_OK) {
        status = from_nothing(s, nsd_friction_interior_fixed_point, OUTER);
    }
    if (status > NSD_OK) {
        status = lighten(s);
    }
    memcpy(s->r, s->best, (size_t)unknowns(s->problem) * sizeof *s->r);
    return status <= NSD_OK ? status : verdict;
}

/* The interior point method again, with all the steps that a small problem can afford: its fixed
 * point may need thousands where W is singular and badly scaled. */
static nsd_status insist(attempt *s)
{
    const double steps = fmin(s->options->max_iter, WORK / work(s->problem));

    if (steps <= OUTER || few_in_the_plane(s->problem)) {
        return NSD_STALLED;
    }
    return from_nothing(s, nsd_friction_interior_fixed_point, steps);
}

/* 1 when the best answer is one to six figures */
static int nearly_solved(const nsd_friction *problem, const nsd_friction_info *info)
{
    const double q = nsd_dense_max_abs(unknowns(problem), problem->q);
    return info->residual * fmax(1.0, q) <= 1e-6 * q;
}

/* 1 when rounding in W r is all that keeps the best answer from passing, so that no other would */
static int is_rounding(attempt *s)
{
    const int yes = nsd_friction_solved_to_rounding(s->problem, s->best, s->r);
    memcpy(s->r, s->best, (size_t)unknowns(s->problem) * sizeof *s->r);
    return yes;
}

nsd_status nsd_friction_auto(const nsd_friction *problem, const nsd_friction_options *options,
                             nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    const size_t mark = scratch->used, bytes = nsd_friction_scratch(problem);

    info->solver = "nsgs";
    nsd_status status = nsd_friction_begin(problem, scratch, bytes, r, info);
    if (status != NSD_OK) {
        return status;
    }
    attempt s = { problem, options, scratch, NULL, r, info };
    s.r = nsd_scratch_take(scratch, (size_t)unknowns(problem), sizeof *s.r);
    memcpy(s.r, r, (size_t)unknowns(problem) * sizeof *r);
    nsd_status verdict = NSD_MAX_ITER;
    int        round = 0, sweeps = first_sweeps(problem), last = 0;
    do {
        last = sweeps >= options->max_iter;
        sweeps = last ? options->max_iter : sweeps;
        status = one_round(&s, sweeps, round >= EARLY);
        if (++round <= EARLY && (round == EARLY || last) && status > NSD_OK) {
            status = fall_back(&s);
            verdict = status == NSD_RAY ? status : verdict;
            if (few_in_the_plane(problem)) {
                break; /* proved */
            }
            if (status > NSD_OK && is_rounding(&s)) {
                scratch->used = mark;
                return NSD_STALLED;
            }
        }
        sweeps *= 2;
    } while (status > NSD_OK && !last);
    if (status > NSD_OK && lemke_comes_last(problem)) {
        status = follow_path(&s);
        verdict = status == NSD_RAY ? status : verdict;
    }
    if (status > NSD_OK) {
        status = insist(&s);
    }
    scratch->used = mark;
    if (status > NSD_OK && verdict == NSD_RAY && nearly_solved(problem, info)) {
        return NSD_STALLED; /* rounding, not a jam */
    }
    return status <= NSD_OK ? status : verdict;
}
