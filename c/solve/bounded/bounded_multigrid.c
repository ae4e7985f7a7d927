/* bounded_multigrid.c - nested iteration: the problem is solved on the coarsest level first, each
 * answer is the start of the next finer one. On a level, sweeps of projected Gauss-Seidel alternate
 * with conjugate gradients on the unknowns that move                          (SPC.5), (SPC.6) */
#include "solve/bounded/bounded_multigrid.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "sparse/multigrid.h"

/* Sets that are tried on coarse levels. Larger: better starts that cost more than they save.
 * Smaller: the finest level has more of the way left. */
#define COARSE_SETS 8

/* Sets that are tried on the finest level before the answer so far is returned */
#define FINEST_SETS 60

/* Sets in a row that may leave more than SLOW_REDUCTION of a residual below NEAR_ROUNDING times the
 * rounding of its products: then rounding decides about the set. Larger: time for nothing. */
#define NEAR_ROUNDING  1e3
#define SLOW_REDUCTION 0.7
#define MOST_SLOW_SETS 4

/* Part of the residual that conjugate gradients may leave while the set changes, and on coarse
 * levels. Smaller: accuracy that the next set throws away. Larger: more sets. */
#define ROUGH_REDUCTION 0.1

/* Conjugate gradients for one set. A level with good aggregates takes ten to thirty. */
#define MOST_DIRECTIONS 100

/* Directions that may fail to reduce the residual: rounding keeps it from the goal. Smaller:
 * matrices with couplings of many sizes, whose residuals rise at times, are given up. */
#define MOST_WAITING 8

/* Halvings of a direction that does not reduce the energy behind the bounds */
#define MOST_HALVINGS 6

/* Part of the tolerance at which conjugate gradients end on the finest level: the answer is checked
 * with another product. Smaller: cycles beyond what rounding allows. */
#define FINEST_PART 0.3

typedef struct nested {
    nsd_multigrid  grid;
    double        *b[NSD_MULTIGRID_LEVELS], *x[NSD_MULTIGRID_LEVELS];
    unsigned char *bound[NSD_MULTIGRID_LEVELS]; /* 1: x >= 0                               */
    unsigned char *moves;                       /* finest n: of the level that is solved   */
    double        *r, *z, *p, *Ap, *d;          /* finest n                                */
    int            cycles;                      /* so far                                  */
    double         rounding;                    /* largest of a row, in the last residual  */
    const nsd_bounded_options *options;
} nested;

int nsd_bounded_multigrid_fits(const nsd_columns *A, const signed char *side)
{
    for (int j = 0; j < A->n; j++) {
        double diagonal = 0.0;
        if (side[j] < 0) {
            return 0;
        }
        for (ptrdiff_t k = A->start[j]; k < A->start[j + 1]; k++) {
            if (A->row[k] == j) {
                diagonal = A->values[k];
            } else if (A->values[k] > 0.0) {
                return 0;
            }
        }
        if (!(diagonal > 0.0)) {
            return 0;
        }
    }
    return 1;
}

static void take_level(nested *t, int l, int n, nsd_scratch *scratch)
{
    t->b[l] = nsd_scratch_doubles(scratch, (size_t)n);
    t->x[l] = nsd_scratch_doubles(scratch, (size_t)n);
    t->bound[l] = nsd_scratch_take(scratch, (size_t)n, 1);
}

static void take_room(nested *t, int n, nsd_scratch *scratch)
{
    NSD_SCRATCH_EACH(scratch, (size_t)n, &t->r, &t->z, &t->p, &t->Ap, &t->d);
    t->moves = nsd_scratch_take(scratch, (size_t)n, 1);
}

size_t nsd_bounded_multigrid_scratch(int n, ptrdiff_t entries)
{
    nsd_scratch *counter = NSD_SCRATCH_COUNTER;
    nested       t;
    take_room(&t, n, counter);
    for (int l = 0; l < 6; l++) { /* levels have at most 4/5 of the one before: 5 n together */
        take_level(&t, l, n, counter);
    }
    return nsd_scratch_counted(counter) + nsd_multigrid_scratch(n, entries) +
           NSD_MULTIGRID_LEVELS * 4 * NSD_SCRATCH_ALIGN;
}

/* Loads are summed up; an aggregate has a bound when one of its members has.        (SPC.5) */
static nsd_status fill_levels(nested *t, const nsd_bounded *bounded, nsd_scratch *scratch)
{
    const int n = bounded->A->n;

    take_level(t, 0, n, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    memcpy(t->b[0], bounded->b, (size_t)n * sizeof(double));
    for (int i = 0; i < n; i++) {
        t->bound[0][i] = bounded->side[i] != 0;
    }
    for (int l = 0; l + 1 < t->grid.levels; l++) {
        const nsd_multigrid_level *level = t->grid.level + l;
        const int                  coarse = level[1].n;
        take_level(t, l + 1, coarse, scratch);
        NSD_TRY(nsd_scratch_status(scratch));
        memset(t->b[l + 1], 0, (size_t)coarse * sizeof(double));
        memset(t->bound[l + 1], 0, (size_t)coarse);
        for (int i = 0; i < level->n; i++) {
            t->b[l + 1][level->aggregate[i]] += t->b[l][i];
            t->bound[l + 1][level->aggregate[i]] |= t->bound[l][i];
        }
    }
    return NSD_OK;
}

/* Projected Gauss-Seidel for unknown i of a level                                       (SPC.6) */
static inline void relax(const nested *t, int l, int i)
{
    const nsd_multigrid_level *level = t->grid.level + l;
    double                    *x = t->x[l], sum = t->b[l][i], diagonal = 1.0;

    for (int k = level->start[i]; k < level->start[i + 1]; k++) {
        const int    j = level->row[k];
        const double entry = level->base[k];
        if (j == i) {
            diagonal = entry;
        } else {
            sum -= entry * x[j];
        }
    }
    x[i] = t->bound[l][i] && sum < 0.0 ? 0.0 : sum / diagonal;
}

static void smooth(const nested *t, int l)
{
    const int n = t->grid.level[l].n;
    for (int i = 0; i < n; i++) {
        relax(t, l, i);
    }
    for (int i = n - 1; i >= 0; i--) {
        relax(t, l, i);
    }
}

/* r <- base x - b. Returns max |min(x diagonal, r)| without rounding, in units of r     (SPC.2) */
static double fill_residual(nested *t, int l)
{
    const nsd_multigrid_level *level = t->grid.level + l;
    const double              *x = t->x[l];
    double                     worst = 0.0;

    t->rounding = 0.0;
    for (int i = 0; i < level->n; i++) {
        double sum = -t->b[l][i], diagonal = 1.0, size = 0.0;
        for (int k = level->start[i]; k < level->start[i + 1]; k++) {
            const double part = level->base[k] * x[level->row[k]];
            sum += part;
            size += fabs(part);
            diagonal = level->row[k] == i ? level->base[k] : diagonal;
        }
        const double z = diagonal < 1.0 ? x[i] : diagonal * x[i];
        const double rounding = 0.5 * NSD_BOUNDED_ROUNDING * size;
        const double miss = fabs(t->bound[l][i] && z < sum ? z : sum) - rounding;
        t->r[i] = sum;
        t->rounding = rounding > t->rounding ? rounding : t->rounding;
        worst = miss <= worst ? worst : miss;
    }
    return worst;
}

/* moves <- the unknowns without a bound or away from it; returns how many have changed */
static int find_moving(nested *t, int l)
{
    int changed = 0;
    for (int i = 0; i < t->grid.level[l].n; i++) {
        const unsigned char moves = !t->bound[l][i] || t->x[l][i] > 0.0;
        changed += moves != t->moves[i];
        t->moves[i] = moves;
    }
    return changed;
}

/* 1 when the user stops, or the limit of cycles is reached */
static int is_over(const nested *t)
{
    return t->cycles >= t->options->max_iter || nsd_poll_stopped(t->options->poll);
}

/* d <- -cut^-1 r until no entry of the residual on the unknowns that move is above `goal`:
 * conjugate gradients preconditioned by cycles, which change, hence the flexible form   (SPA.9) */
static void solve_moving(nested *t, int l, double goal)
{
    const nsd_multigrid_level *level = t->grid.level + l;
    const int                  n = level->n;
    double                    *r = t->r, *z = t->z, *p = t->p, *Ap = t->Ap, *d = t->d;

    for (int i = 0; i < n; i++) {
        r[i] = t->moves[i] ? -r[i] : 0.0;
        d[i] = 0.0;
    }
    nsd_multigrid_cycle(&t->grid, l, r, z);
    memcpy(p, z, (size_t)n * sizeof *p);
    double rz = nsd_dense_dot(n, r, z), best = HUGE_VAL;
    int    waiting = 0; /* directions since the best residual */
    for (int step = 0; step < MOST_DIRECTIONS; step++) {
        nsd_multigrid_times(level, p, Ap);
        const double curvature = nsd_dense_dot(n, p, Ap), alpha = rz / curvature;
        double       worst = 0.0;
        if (!(curvature > 0.0)) {
            return;
        }
        for (int i = 0; i < n; i++) {
            d[i] += alpha * p[i];
            r[i] -= alpha * Ap[i];
            worst = fabs(r[i]) > worst ? fabs(r[i]) : worst;
        }
        t->cycles += l == 0;
        waiting = worst < best ? 0 : waiting + 1;
        best = fmin(best, worst);
        if (worst <= goal || waiting > MOST_WAITING || is_over(t)) {
            return;
        }
        nsd_multigrid_cycle(&t->grid, l, r, z);
        const double beta = -alpha * nsd_dense_dot(n, z, Ap) / rz;
        rz = nsd_dense_dot(n, r, z);
        nsd_dense_sum(n, z, beta, p, p);
    }
}

/* x <- x + s d behind the bounds, s the first of 1, 1/2, 1/4 ... that does not raise the energy
 *                                                                                       (SPC.6) */
static void move_along(nested *t, int l)
{
    const nsd_multigrid_level *level = t->grid.level + l;
    const int                  n = level->n;
    double                    *x = t->x[l], *s = t->p, scale = 1.0;

    fill_residual(t, l);
    for (int halving = 0; halving < MOST_HALVINGS; halving++, scale *= 0.5) {
        double change = 0.0, size = 0.0;
        for (int i = 0; i < n; i++) {
            const double to = x[i] + scale * t->d[i];
            s[i] = (t->bound[l][i] && to < 0.0 ? 0.0 : to) - x[i];
        }
        for (int i = 0; i < n; i++) {
            double sum = 0.0;
            if (s[i] == 0.0) {
                continue;
            }
            for (int k = level->start[i]; k < level->start[i + 1]; k++) {
                sum += level->base[k] * s[level->row[k]];
            }
            change += s[i] * (t->r[i] + 0.5 * sum);
            size += fabs(s[i] * t->r[i]);
        }
        if (change <= 1e-12 * size) {
            nsd_dense_add(n, 1.0, s, x);
            return;
        }
    }
}

/* Sets of a level until the residual is at most `goal`; on coarse levels (goal 0) until the set
 * stays. Returns 1 when the goal was reached.                                           (SPC.6) */
static int solve_level(nested *t, int l, double goal)
{
    const int most = l == 0 ? FINEST_SETS : COARSE_SETS;
    double    before = HUGE_VAL;
    int       slow = 0;

    memset(t->moves, 2, (size_t)t->grid.level[l].n); /* no set yet */
    for (int set = 0; set < most && !is_over(t); set++) {
        smooth(t, l);
        const int    changed = find_moving(t, l);
        const double miss = fill_residual(t, l);
        if (miss <= goal || !(miss > 0.0)) {
            return 1;
        }
        const int near = miss <= NEAR_ROUNDING * t->rounding;
        slow = near && miss > SLOW_REDUCTION * before ? slow + 1 : 0;
        if ((changed == 0 && (l > 0 || slow > 0)) || slow > MOST_SLOW_SETS) {
            return 0; /* the set stays, or only rounding changes it */
        }
        before = miss;
        if (changed > 0) {
            nsd_multigrid_cut(&t->grid, l, t->moves);
        }
        solve_moving(t, l,
                     fmax(changed > 0 ? ROUGH_REDUCTION * miss : 0.0, fmax(goal, t->rounding)));
        move_along(t, l);
    }
    return 0;
}

nsd_status nsd_bounded_multigrid(nsd_bounded *bounded, const nsd_bounded_options *options,
                                 nsd_scratch *scratch, double *x, nsd_solver_info *info)
{
    const int   n = bounded->A->n;
    nsd_scratch space = *scratch;
    nested      t = { .options = options };
    double      load = 0.0;

    info->solver = "multigrid";
    take_room(&t, n, &space);
    NSD_TRY(nsd_multigrid_init(&t.grid, bounded->A, &space));
    NSD_TRY(fill_levels(&t, bounded, &space));
    for (int i = 0; i < n; i++) {
        load = fmax(load, fabs(bounded->b[i]));
    }
    const int coarsest = t.grid.levels - 1;
    memset(t.x[coarsest], 0, (size_t)t.grid.level[coarsest].n * sizeof(double));
    for (int l = coarsest; l >= 0; l--) {
        solve_level(&t, l, l == 0 ? FINEST_PART * options->tolerance * load : 0.0);
        for (int i = 0; l > 0 && i < t.grid.level[l - 1].n; i++) {
            t.x[l - 1][i] = t.x[l][t.grid.level[l - 1].aggregate[i]];
        }
    }
    memcpy(x, t.x[0], (size_t)n * sizeof *x);
    for (int i = 0; i < n; i++) {
        bounded->moves[i] = bounded->side[i] == 0 || x[i] > 0.0;
    }
    info->iterations = t.cycles;
    nsd_bounded_options whole = *options;
    whole.rounding = options->tolerance; /* iterations end by the largest residual */
    const nsd_status status = nsd_bounded_check(bounded, &whole, x, info);
    return nsd_solver_end(options->poll, options->max_iter, status, info);
}
