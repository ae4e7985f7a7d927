/* friction_nsgs.c - nonsmooth Gauss-Seidel: contact by contact, each exactly, plain or with
 * extrapolation                                                             (FR.9), (FR.26) */
#include <math.h>
#include <string.h>

#include "base/inline.h"
#include "solve/friction/friction_extrapolate.h"
#include "solve/friction/friction_parts.h"

/* Sweeps between two computations of the residual while r still changes; a computation costs about
 * a sweep. Larger: sweeps after the solution; smaller: time for residuals. */
#define RESIDUAL_CHECK_SWEEPS 16

/* Sweeps from one extrapolation to the next. Fewer: extrapolations with contacts whose modes change
 * all the time, which lead nowhere; more: sweeps that an extrapolation would have saved. */
#define EXTRAPOLATE_SWEEPS 5

/* Growth of the change of a sweep after an extrapolation that is allowed; beyond it the
 * extrapolation is taken back. Larger: bad extrapolations stay; smaller: good ones are lost, as
 * the change need not fall in every sweep. */
#define EXTRAPOLATE_GROWTH 2.0

typedef struct sweeper {
    const nsd_friction *problem;
    const double      **diagonal; /* W(a,a) of each contact, NULL when not stored */
    int                 ld;       /* leading dimension of the blocks              */
    double             *r, *u;    /* u = W r + q                                  */
    double             *guess;    /* n: a guess that passes, while it is swept    */
} sweeper;

static size_t lay_out(sweeper *s, const nsd_friction *problem, nsd_scratch *scratch)
{
    const size_t n = nsd_friction_unknowns(problem);
    NSD_SCRATCH_EACH(scratch, n, &s->u, &s->guess);
    s->diagonal = nsd_scratch_take(scratch, (size_t)problem->contacts, sizeof *s->diagonal);
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_nsgs_scratch(const nsd_friction *problem)
{
    return lay_out(&(sweeper){ 0 }, problem, NSD_SCRATCH_COUNTER);
}

/* One projected gradient step of contact a, where its problem has no closed form. */
static void gradient_step(const nsd_friction *problem, int a, const double *W, int ld,
                          const double *u, double *r)
{
    const int d = nsd_friction_local_size(&problem->layout);
    double    mu[NSD_FRICTION_GROUPS], bound = 0.0;

    for (int j = 0; W && j < d; j++) {
        double sum = 0.0;
        for (int i = 0; i < d; i++) {
            sum += fabs(W[i + j * ld]);
        }
        bound = fmax(bound, sum);
    }
    const double rho = bound > 0.0 ? 1.0 / bound : 1.0;
    nsd_friction_coefficients(problem, a, mu);
    r[0] -= rho * (u[0] + nsd_friction_slip(problem, a, u));
    for (int i = 1; i < d; i++) {
        r[i] -= rho * u[i];
    }
    nsd_friction_project(&problem->layout, mu, r);
}

/* next: the impulses of contact a, d entries, with the impulses of all other contacts fixed */
NSD_INLINE void solve_contact(const sweeper *s, int a, int d, double *next)
{
    const double *W = s->diagonal[a], *u = s->u + (size_t)a * (size_t)d;
    double        q[3], guess[3];

    if ((d == 2 || d == 3) && s->problem->layout.groups == 1 && W) {
        for (int i = 0; i < d; i++) {
            q[i] = u[i];
            guess[i] = next[i];
            for (int j = 0; j < d; j++) {
                q[i] -= W[i + j * s->ld] * next[j];
            }
        }
        const double mu = s->problem->mu[0][a];
        if (d == 3 ? nsd_friction_local_3d(W, s->ld, q, mu, guess)
                   : nsd_friction_local_2d(W, s->ld, q, mu, guess)) {
            memcpy(next, guess, (size_t)d * sizeof *next);
            return;
        }
    }
    gradient_step(s->problem, a, W, s->ld, u, next);
}

/* One sweep, which keeps u up to date by columns; returns the largest change of an impulse. d is a
 * constant where this is called, so that the compiler unrolls the loops. */
NSD_INLINE double sweep_with(const sweeper *s, int d)
{
    double largest = 0.0;

    for (int a = 0; a < s->problem->contacts; a++) {
        double  next[NSD_FRICTION_LOCAL], change[NSD_FRICTION_LOCAL], size = 0.0;
        double *r = s->r + (size_t)a * (size_t)d;
        if (r[0] == 0.0 && s->u[(size_t)a * (size_t)d] >= 0.0) {
            continue; /* the contact is open and stays open */
        }
        memcpy(next, r, (size_t)d * sizeof *next);
        solve_contact(s, a, d, next);
        for (int i = 0; i < d; i++) {
            change[i] = next[i] - r[i];
            size = fabs(change[i]) > size ? fabs(change[i]) : size;
            r[i] = next[i];
        }
        if (size != 0.0) {
            nsd_friction_add_column(s->problem, a, change, s->u);
            largest = size > largest ? size : largest;
        }
    }
    return largest;
}

static double sweep(const sweeper *s)
{
    const int d = nsd_friction_local_size(&s->problem->layout);
    return d == 3 ? sweep_with(s, 3) : d == 2 ? sweep_with(s, 2) : sweep_with(s, d);
}

/* One sweep from a guess that passes, kept if its residual is not larger. With the guess itself all
 * time steps at rest would have the same error, and contacts at rest would drift. */
static void sweep_good_guess(const sweeper *s, const nsd_friction_options *options,
                             nsd_friction_info *info)
{
    const int    n = nsd_friction_local_size(&s->problem->layout) * s->problem->contacts;
    const double q = nsd_dense_max_abs(n, s->problem->q), before = info->residual;

    if (!(before * fmax(1.0, q) > NSD_FRICTION_GUESS_RESIDUAL * q)) {
        return;
    }
    memcpy(s->guess, s->r, (size_t)n * sizeof *s->r);
    sweep(s);
    info->iterations++;
    if (nsd_friction_finish(s->problem, options, s->r, s->u, info) != NSD_OK ||
        !(info->residual <= before)) {
        memcpy(s->r, s->guess, (size_t)n * sizeof *s->r);
        info->residual = before;
    }
}

static void find_diagonal(sweeper *s)
{
    for (int a = 0; a < s->problem->contacts; a++) {
        s->diagonal[a] = nsd_friction_diagonal(s->problem, a, &s->ld);
    }
}

nsd_status nsd_friction_nsgs(const nsd_friction *problem, const nsd_friction_options *options,
                             nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    nsd_scratch  space = *scratch;
    const int    n = nsd_friction_local_size(&problem->layout) * problem->contacts;
    const double small = options->tolerance * nsd_dense_max_abs(n, problem->q);
    sweeper      s = { .problem = problem, .r = r };

    lay_out(&s, problem, &space);
    NSD_TRY(nsd_friction_begin("nsgs", problem, &space, r, info));
    double *u = s.u;
    find_diagonal(&s);
    nsd_status status = nsd_friction_finish(problem, options, r, u, info);
    if (status == NSD_OK) {
        sweep_good_guess(&s, options, info);
    }
    while (status != NSD_OK && info->iterations < options->max_iter && isfinite(info->residual) &&
           !nsd_poll_stopped(options->poll)) {
        const double change = sweep(&s) * problem->lambda;
        info->iterations++;
        if (change <= small || info->iterations % RESIDUAL_CHECK_SWEEPS == 0 ||
            info->iterations == options->max_iter) {
            status = nsd_friction_finish(problem, options, r, u, info); /* u without rounding */
        }
    }
    if (!isfinite(info->residual)) { /* diverged: r has overflowed */
        memset(r, 0, (size_t)n * sizeof *r);
        status = nsd_friction_finish(problem, options, r, u, info);
    }
    return nsd_solver_end(options->poll, options->max_iter, status, info);
}

/* Sweeps with extrapolation */
typedef struct extrapolated {
    sweeper                  sweeps;
    nsd_friction_extrapolate past;
    double *start, *change; /* n: r where a sweep began, its change in velocities         */
    double *plain;          /* n: r before the last extrapolation                          */
    double *best;           /* n: r of the least residual                                  */
    double  least;          /* residual of best                                            */
    double  last_change;    /* size of the change of the sweep before the extrapolation    */
    int     is_trial;       /* 1: the sweep to come is the first one after an extrapolation */
} extrapolated;

static size_t lay_out_extrapolated(extrapolated *t, const nsd_friction *problem,
                                   nsd_scratch *scratch)
{
    const size_t n = nsd_friction_unknowns(problem);
    lay_out(&t->sweeps, problem, scratch);
    nsd_friction_extrapolate_init(&t->past, (int)n, scratch);
    NSD_SCRATCH_EACH(scratch, n, &t->start, &t->change, &t->plain, &t->best);
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_anderson_scratch(const nsd_friction *problem)
{
    return lay_out_extrapolated(&(extrapolated){ 0 }, problem, NSD_SCRATCH_COUNTER);
}

/* change <- (r - start) times the largest diagonal entry of each contact's block; its size */
static double fill_change(extrapolated *t)
{
    const sweeper *s = &t->sweeps;
    const int      d = nsd_friction_local_size(&s->problem->layout);
    double         sum = 0.0;

    for (int a = 0; a < s->problem->contacts; a++) {
        double largest = 0.0;
        for (int i = 0; s->diagonal[a] && i < d; i++) {
            largest = fmax(largest, s->diagonal[a][i + i * s->ld]);
        }
        for (int i = a * d; i < (a + 1) * d; i++) {
            t->change[i] = largest * (s->r[i] - t->start[i]);
            sum += t->change[i] * t->change[i];
        }
    }
    return sqrt(sum);
}

/* One sweep, and after every EXTRAPOLATE_SWEEPS of them an extrapolation, which is taken back when
 * the sweep after it changes r much more than the sweep before it.                      (FR.26) */
static void sweep_and_extrapolate(extrapolated *t, int number)
{
    const sweeper *s = &t->sweeps;
    const size_t   bytes = (size_t)t->past.n * sizeof(double);

    memcpy(t->start, s->r, bytes);
    sweep(s);
    const double size = fill_change(t);
    if (t->is_trial && !(size <= EXTRAPOLATE_GROWTH * t->last_change)) {
        memcpy(s->r, t->plain, bytes);
        nsd_friction_velocity(s->problem, s->r, s->u);
        t->is_trial = 0;
        return;
    }
    nsd_friction_extrapolate_add(&t->past, s->r, t->change, number == 1);
    t->last_change = size;
    t->is_trial = 0;
    if (number % EXTRAPOLATE_SWEEPS == 0) {
        memcpy(t->plain, s->r, bytes);
        t->is_trial = nsd_friction_extrapolate_step(&t->past, s->r);
        nsd_friction_velocity(s->problem, s->r, s->u);
    }
}

nsd_status nsd_friction_anderson(const nsd_friction *problem, const nsd_friction_options *options,
                                 nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    nsd_scratch  space = *scratch;
    extrapolated t = { .sweeps = { .problem = problem, .r = r }, .least = INFINITY };

    lay_out_extrapolated(&t, problem, &space);
    NSD_TRY(nsd_friction_begin("anderson", problem, &space, r, info));
    find_diagonal(&t.sweeps);
    const size_t bytes = (size_t)t.past.n * sizeof *r;
    double      *u = t.sweeps.u;
    nsd_status   status = nsd_friction_finish(problem, options, r, u, info);
    memcpy(t.best, r, bytes);
    t.least = info->residual;
    while (status != NSD_OK && info->iterations < options->max_iter && isfinite(info->residual) &&
           !nsd_poll_stopped(options->poll)) {
        sweep_and_extrapolate(&t, ++info->iterations);
        if (!t.is_trial && (info->iterations % RESIDUAL_CHECK_SWEEPS == 0 ||
                            info->iterations == options->max_iter)) {
            status = nsd_friction_finish(problem, options, r, u, info);
            if (info->residual < t.least) {
                t.least = info->residual;
                memcpy(t.best, r, bytes);
            }
        }
    }
    memcpy(r, t.best, bytes);
    status = nsd_friction_finish(problem, options, r, u, info);
    return nsd_solver_end(options->poll, options->max_iter, status, info);
}
