/* saddle.c - active sets on [A -G; G' 0]                                                (SPC.8) */
#include "solve/bounded/saddle.h"

#include <math.h>
#include <string.h>

/* Sets that are tried. Each costs a factorisation. Smaller: large problems whose sets change much
 * are left to other solvers. Larger: time before these are asked. */
#define MOST_SETS 40

/* Part of the tolerance that a velocity or impulse of the wrong sign may have without a change of
 * the set. Larger: residuals near the tolerance. Smaller: rounding changes sets for ever. */
#define SETTLED_PART 0.1

static size_t lay_out(nsd_saddle *saddle, const nsd_saddle_plan *plan, nsd_scratch *scratch)
{
    const size_t size = (size_t)plan->matrix.n;
    saddle->values = nsd_scratch_zeros(scratch, (size_t)plan->matrix.start[size]);
    saddle->x = nsd_scratch_zeros(scratch, size);
    saddle->off = nsd_scratch_take(scratch, size, 1);
    return nsd_scratch_counted(scratch);
}

size_t nsd_saddle_scratch(const nsd_saddle_plan *plan)
{
    return lay_out(&(nsd_saddle){ 0 }, plan, NSD_SCRATCH_COUNTER) +
           nsd_ldu_scratch(&plan->plan, plan->matrix.start[plan->matrix.n]);
}

nsd_status nsd_saddle_init(nsd_saddle *saddle, const nsd_saddle_plan *plan, nsd_scratch *scratch)
{
    memset(saddle, 0, sizeof *saddle);
    lay_out(saddle, plan, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    memset(saddle->off, 0, (size_t)plan->matrix.n);
    saddle->plan = plan;
    saddle->matrix = plan->matrix;
    saddle->matrix.values = saddle->values;
    NSD_TRY(nsd_ldu_init(&saddle->ldu, &plan->plan, &saddle->matrix, scratch));
    saddle->ldu.off = saddle->off;
    return NSD_OK;
}

/* Numbers G of the entries `first` to last - 1 of H and J, on both sides of the diagonal */
static void fill_part(nsd_saddle *saddle, const double *G, ptrdiff_t first, ptrdiff_t last)
{
    const nsd_saddle_plan *plan = saddle->plan;
    for (ptrdiff_t k = first; k < last; k++) {
        saddle->values[plan->of_G[k]] = -G[k - first];
        saddle->values[plan->of_G_row[k]] = G[k - first];
    }
}

void nsd_saddle_fill(nsd_saddle *saddle, const double *A, const double *H, const double *J)
{
    const nsd_saddle_plan *plan = saddle->plan;
    for (ptrdiff_t k = 0; k < plan->in_A; k++) {
        saddle->values[plan->of_A[k]] = A[k];
    }
    fill_part(saddle, H, 0, plan->in_H);
    fill_part(saddle, J, plan->in_H, plan->in_G);
}

/* Column of the matrix of the i-th of contacts and joints */
static int column_of(const nsd_saddle *saddle, const nsd_saddle_problem *problem, int i)
{
    return saddle->plan->n +
           (i < problem->count ? problem->active[i] : problem->first_joint + i - problem->count);
}

/* x and z of the set; NSD_ERR_SINGULAR */
static nsd_status solve_set(nsd_saddle *saddle, const nsd_saddle_problem *problem)
{
    const int size = saddle->plan->matrix.n;

    NSD_TRY(nsd_ldu_factor(&saddle->ldu));
    memset(saddle->x, 0, (size_t)size * sizeof *saddle->x);
    for (int i = 0; i < problem->count + problem->joints; i++) {
        const int column = column_of(saddle, problem, i);
        saddle->x[column] = saddle->off[column] ? 0.0 : -problem->u[i];
    }
    nsd_ldu_solve(&saddle->ldu, saddle->x);
    return NSD_OK;
}

/* w of the i-th of contacts and joints */
static double velocity(const nsd_saddle *saddle, const nsd_saddle_problem *problem, int i)
{
    const nsd_columns *K = &saddle->plan->matrix;
    const int          column = column_of(saddle, problem, i);
    double             w = problem->u[i];
    for (ptrdiff_t p = K->start[column]; p < K->start[column + 1]; p++) {
        w -= K->row[p] < saddle->plan->n ? saddle->values[p] * saddle->x[K->row[p]] : 0.0;
    }
    return w;
}

/* The next set: contacts that push, or that would move into the obstacle, by more than `slack`.
 * Returns how many changed; residual <- the largest of |w| where w = 0 is asked for, and of what
 * lacks to w >= 0 and z >= 0 elsewhere, z times its pivot being a velocity              (SPC.8) */
static int change_set(nsd_saddle *saddle, const nsd_saddle_problem *problem, double slack,
                      double *residual)
{
    int changes = 0;
    *residual = 0.0;
    for (int i = 0; i < problem->count + problem->joints; i++) {
        const int    column = column_of(saddle, problem, i), off = saddle->off[column];
        const int    contact = i < problem->count;
        const double w = velocity(saddle, problem, i);
        const double push = saddle->x[column] * saddle->ldu.D[saddle->plan->plan.place[column]];
        const double lacks = off ? -w : contact ? -push : 0.0;
        const double miss = fmax(off ? 0.0 : fabs(w), lacks);
        *residual = miss <= *residual ? *residual : miss; /* NaN becomes the largest */
        if (contact && lacks > slack) {
            saddle->off[column] = (unsigned char)!off;
            changes++;
        }
    }
    return changes;
}

nsd_status nsd_saddle_solve(nsd_saddle *saddle, const nsd_saddle_problem *problem, double *z)
{
    const int rows = problem->count + problem->joints;
    double    size = 0.0, residual = INFINITY;

    memset(saddle->off + saddle->plan->n, 1, (size_t)saddle->plan->columns);
    for (int i = 0; i < rows; i++) {
        const int pushes = i >= problem->count || z[i] > 0.0 || problem->u[i] < 0.0;
        saddle->off[column_of(saddle, problem, i)] = (unsigned char)!pushes;
        size = fmax(size, fabs(problem->u[i]));
    }
    for (problem->info->iterations = 1; problem->info->iterations <= MOST_SETS;
         problem->info->iterations++) {
        if (solve_set(saddle, problem) != NSD_OK) {
            return NSD_STALLED;
        }
        const int changes = change_set(saddle, problem, SETTLED_PART * problem->tolerance * size,
                                       &residual);
        problem->info->residual = residual / (size > 0.0 ? size : 1.0);
        if (changes == 0 && problem->info->residual <= problem->tolerance) {
            for (int i = 0; i < rows; i++) {
                const double push = saddle->x[column_of(saddle, problem, i)];
                z[i] = i < problem->count ? fmax(push, 0.0) : push;
            }
            return NSD_OK;
        }
        if (changes == 0) {
            return NSD_STALLED;
        }
    }
    return NSD_STALLED;
}
