/* friction_sparse.c - Newton's method on a sparse matrix whose rows at closed contacts are those of
 * friction                                                                             (FC.13) */
#include "solve/friction/friction_sparse.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Newton steps from one start. Larger: problems without an answer cost more. Smaller: problems in
 * which many contacts change their modes are lost. */
#define MOST_STEPS 100

/* Halvings of a step by the line search, and the decrease of the merit that it asks for, as in
 * friction_newton.c                                                                    (FR.12) */
#define MOST_HALVINGS  8
#define MERIT_DECREASE 1e-4

/* Part of their unit up to which slopes may differ from those of the factors, and the part of the
 * residual that a step with such factors must leave at most, else the next one has its own slopes.
 * Larger: more solves for a problem. Smaller: more factorisations.                      (FC.13) */
#define KEPT_SLOPES   0.02
#define KEPT_RESIDUAL 0.2

/* Part of the sum of the terms of a row of A x that is rounding */
#define ROUNDING 4e-16

static int held_row(const nsd_friction_sparse_setup *setup, int j)
{
    return setup->own_rows > 0 ? setup->own_rows + j : (int)setup->H->row[setup->H->start[j]];
}

/* Entries of the pattern in the rows of contacts */
static size_t entries_of_contacts(const nsd_friction_sparse_setup *setup)
{
    const nsd_lu_plan *plan = setup->plan;
    size_t             count = 0;
    for (int j = 0; j < setup->H->m; j++) {
        const int i = held_row(setup, j);
        count += (size_t)(plan->row_start[i + 1] - plan->row_start[i]);
    }
    return count;
}

static size_t lay_out(nsd_friction_sparse *s, const nsd_friction_sparse_setup *setup,
                      nsd_scratch *scratch)
{
    const int    d = nsd_friction_local_size(setup->layout);
    const size_t n = (size_t)setup->plan->n, m = (size_t)setup->H->m, contacts = m / (size_t)d;

    s->values = nsd_scratch_doubles(scratch, (size_t)setup->pattern->start[n]);
    s->parts = nsd_scratch_doubles(scratch, (size_t)d * entries_of_contacts(setup));
    NSD_SCRATCH_ZEROS(scratch, n, &s->x, &s->best, &s->trial, &s->step, &s->product, &s->terms,
                      &s->diagonal);
    NSD_SCRATCH_ZEROS(scratch, m, &s->r, &s->u, &s->F, &s->c);
    NSD_SCRATCH_EACH_INT(scratch, m, &s->row);
    NSD_SCRATCH_EACH_INT(scratch, n, &s->direction);
    s->unit = nsd_scratch_zeros(scratch, contacts);
    s->slopes = nsd_scratch_take(scratch, contacts, sizeof *s->slopes);
    s->on = nsd_scratch_take(scratch, n, 1);
    s->state = nsd_scratch_take(scratch, contacts, 1);
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_sparse_scratch(const nsd_friction_sparse_setup *setup)
{
    return lay_out(&(nsd_friction_sparse){ 0 }, setup, NSD_SCRATCH_COUNTER) +
           nsd_lu_scratch(setup->plan);
}

static void fill_directions(nsd_friction_sparse *s)
{
    const nsd_columns *A = s->setup.A, *H = s->setup.H;

    for (int i = 0; i < s->n; i++) {
        s->direction[i] = -1;
        for (ptrdiff_t k = A->start[i]; k < A->start[i + 1]; k++) {
            s->diagonal[i] += A->row[k] == i ? fabs(A->values[k]) : 0.0;
        }
    }
    for (int j = 0; j < s->m; j++) {
        s->row[j] = held_row(&s->setup, j);
        s->direction[s->row[j]] = j;
        s->c[j] = H->values[H->start[j]];
        const double own = s->diagonal[s->row[j]], c = s->c[j];
        double       unit = c * c / own;
        if (s->setup.own_rows > 0) { /* a spring and the coordinate behind it   (MJ.12) */
            unit += c * c / (s->diagonal[H->row[H->start[j]]] - own);
        }
        s->unit[j / s->d] = fmax(s->unit[j / s->d], unit > 0.0 && unit <= DBL_MAX ? unit : 1.0);
    }
}

/* parts of each entry of the pattern in a row of a contact, and the values of A elsewhere */
static void fill_parts(nsd_friction_sparse *s)
{
    const nsd_columns *A = s->setup.A, *P = s->setup.pattern;
    double            *column = s->trial, *parts = s->parts;

    for (int j = 0; j < s->n; j++) {
        for (ptrdiff_t k = A->start[j]; k < A->start[j + 1]; k++) {
            column[A->row[k]] = A->values[k];
        }
        for (ptrdiff_t k = P->start[j]; k < P->start[j + 1]; k++) {
            const int of = s->direction[P->row[k]], first = of - of % s->d;
            s->values[k] = column[P->row[k]];
            for (int l = 0; of >= 0 && l < s->d; l++) {
                *parts++ = column[s->row[first + l]] / s->c[first + l];
            }
        }
        for (ptrdiff_t k = A->start[j]; k < A->start[j + 1]; k++) {
            column[A->row[k]] = 0.0;
        }
    }
}

nsd_status nsd_friction_sparse_init(nsd_friction_sparse *s, const nsd_friction_sparse_setup *setup,
                                    nsd_scratch *scratch)
{
    memset(s, 0, sizeof *s);
    lay_out(s, setup, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    s->setup = *setup;
    s->n = setup->plan->n;
    s->m = setup->H->m;
    s->d = nsd_friction_local_size(setup->layout);
    s->matrix = *setup->pattern;
    s->matrix.values = s->values;
    fill_directions(s);
    fill_parts(s);
    memset(s->on, 1, (size_t)s->n);
    return nsd_lu_init(&s->lu, setup->plan, &s->matrix, scratch);
}

static void coefficients(const nsd_friction_sparse *s, const nsd_friction_sparse_problem *problem,
                         int k, double *mu)
{
    for (int g = 0; g < s->setup.layout->groups; g++) {
        mu[g] = problem->mu[g][k];
    }
}

/* product <- A x, with the sums of the sizes of its terms */
static void multiply(nsd_friction_sparse *s, const double *x)
{
    const nsd_columns *A = s->setup.A;

    memset(s->product, 0, (size_t)s->n * sizeof *s->product);
    memset(s->terms, 0, (size_t)s->n * sizeof *s->terms);
    for (int j = 0; j < s->n; j++) {
        for (ptrdiff_t k = A->start[j]; x[j] != 0.0 && k < A->start[j + 1]; k++) {
            const double term = A->values[k] * x[j];
            s->product[A->row[k]] += term;
            s->terms[A->row[k]] += fabs(term);
        }
    }
}

/* |F|^2 of the active contacts at x; leaves A x, r, u, F and the states                 (FR.12) */
static double merit(nsd_friction_sparse *s, const nsd_friction_sparse_problem *problem,
                    const double *x)
{
    double sum = 0.0, mu[NSD_FRICTION_GROUPS];

    multiply(s, x);
    memset(s->r, 0, (size_t)s->m * sizeof *s->r);
    memset(s->state, 0, (size_t)(s->m / s->d));
    for (int k = 0; k < problem->count; k++) {
        const int a = problem->active[k], at = a * s->d;
        for (int j = at; j < at + s->d; j++) {
            s->u[j] = problem->q[j] + s->c[j] * x[s->row[j]];
            s->r[j] = s->product[s->row[j]] / s->c[j];
        }
        coefficients(s, problem, k, mu);
        const int closed = nsd_friction_map(s->setup.layout, mu, 1.0 / s->unit[a], s->r + at,
                                            s->u + at, s->F + at);
        s->state[a] = closed ? 2 : 1;
        for (int j = at; j < at + s->d; j++) {
            sum += s->F[j] * s->F[j];
        }
    }
    return sum;
}

/* Slopes of the closed contacts, and the right-hand side of a Newton step into `trial`  (FR.11) */
static void fill_contacts(nsd_friction_sparse *s, const nsd_friction_sparse_problem *problem)
{
    double mu[NSD_FRICTION_GROUPS];

    for (int i = 0; i < s->n; i++) {
        const int j = s->direction[i];
        s->trial[i] = j >= 0 && s->state[j / s->d] == 2 ? -s->F[j] : -s->product[i];
    }
    for (int k = 0; k < problem->count; k++) {
        const int a = problem->active[k], at = a * s->d;
        coefficients(s, problem, k, mu);
        if (s->state[a] == 2) {
            nsd_friction_map_slopes(s->setup.layout, mu, 1.0 / s->unit[a], s->r + at, s->u + at,
                                    s->slopes + a);
        }
    }
}

/* The entry of direction j of a contact in a column: of A where the contact is open, else of
 * K c + L A/c                                                                  (FR.11), (FC.13) */
static double entry(const nsd_friction_sparse *s, int j, int column, const double *parts)
{
    const int                  d = s->d, i = j % d, first = j - i;
    const nsd_friction_slopes *slopes = s->slopes + j / d;
    double                     value = 0.0;

    if (s->state[j / d] != 2) {
        return parts[i] * s->c[j];
    }
    for (int l = 0; l < d; l++) {
        value += slopes->L[i + l * d] * parts[l];
        value += s->row[first + l] == column ? slopes->K[i + l * d] * s->c[first + l] : 0.0;
    }
    return value;
}

/* Rows of the contacts; columns in which an entry changes by more than the part `kept` of its unit
 * are computed anew                                                            (FR.11), (FC.13) */
static void fill_matrix(nsd_friction_sparse *s, double kept)
{
    const nsd_columns *P = &s->matrix;
    const double      *parts = s->parts;

    for (int column = 0; column < s->n; column++) {
        int changed = 0;
        for (ptrdiff_t k = P->start[column]; k < P->start[column + 1]; k++) {
            const int j = s->direction[P->row[k]];
            if (j < 0) {
                continue;
            }
            const double value = entry(s, j, column, parts);
            const double unit = s->state[j / s->d] == 2 ? fabs(s->c[j]) : 0.0;
            parts += s->d;
            if (!(fabs(s->values[k] - value) <= kept * unit)) {
                s->values[k] = value;
                changed = 1;
            }
        }
        if (changed) {
            nsd_lu_forget_column(&s->lu, column);
        }
    }
}

/* Largest miss of the rows without a closed contact, beyond rounding, in units of velocity */
static double miss_of_rows(const nsd_friction_sparse *s)
{
    double miss = 0.0;
    for (int i = 0; i < s->n; i++) {
        const int    j = s->direction[i];
        const double one = (fabs(s->product[i]) - ROUNDING * s->terms[i]) / s->diagonal[i];
        if ((j < 0 || s->state[j / s->d] == 0) && !(one <= miss)) {
            miss = one;
        }
    }
    return miss;
}

/* The residual of x, whose r and u are known, into info                          (FR.4), (FR.5) */
static nsd_status check(nsd_friction_sparse *s, const nsd_friction_sparse_problem *problem,
                        nsd_friction_info *info)
{
    nsd_friction_natural map = { miss_of_rows(s), 0.0, 0.0 };
    double               mu[NSD_FRICTION_GROUPS];

    for (int k = 0; k < problem->count; k++) {
        const int    a = problem->active[k], at = a * s->d;
        const double moved = nsd_dense_max_abs(s->d, s->r + at) * s->unit[a];
        map.rounding = fmax(map.rounding, 4.0 * DBL_EPSILON * moved);
        map.q = fmax(map.q, nsd_dense_max_abs(s->d, problem->q + at));
    }
    for (int k = 0; k < problem->count; k++) {
        const int                 a = problem->active[k], at = a * s->d;
        const nsd_friction_scales scale = { 1.0 / s->unit[a], map.rounding };
        coefficients(s, problem, k, mu);
        const double one = s->unit[a] * nsd_friction_contact_residual(s->setup.layout, mu, &scale,
                                                                      s->r + at, s->u + at);
        map.natural = one <= map.natural ? map.natural : one; /* NaN stays */
    }
    return nsd_friction_judge(&map, problem->options->tolerance, info);
}

static nsd_status newton_step(nsd_friction_sparse *s, const nsd_friction_sparse_problem *problem,
                              double kept)
{
    fill_contacts(s, problem);
    fill_matrix(s, kept);
    NSD_TRY(nsd_lu_change(&s->lu, s->on));
    nsd_lu_solve(&s->lu, s->trial, s->step);
    return nsd_dense_all_finite((size_t)s->n, s->step) ? NSD_OK : NSD_STALLED;
}

/* x <- x + t step with the first t of 1, 1/2, ... that lowers the merit, else the smallest. The
 * first step from a start is taken whole: rows without contacts are off there.          (FR.12) */
static double take_step(nsd_friction_sparse *s, const nsd_friction_sparse_problem *problem,
                        double value, int first)
{
    double t = 1.0, next = NAN;

    for (int k = 0; k < MOST_HALVINGS; k++, t *= 0.5) {
        nsd_dense_sum(s->n, s->x, t, s->step, s->trial);
        next = merit(s, problem, s->trial);
        if (first || next <= (1.0 - MERIT_DECREASE * t) * value) {
            break;
        }
    }
    memcpy(s->x, s->trial, (size_t)s->n * sizeof *s->x);
    return next;
}

static nsd_status solve_from(nsd_friction_sparse *s, const nsd_friction_sparse_problem *problem,
                             nsd_friction_info *info)
{
    const size_t bytes = (size_t)s->n * sizeof *s->x;
    const int    most = info->iterations + MOST_STEPS;
    double       value = merit(s, problem, s->x), least = INFINITY, before = INFINITY;
    double       kept = KEPT_SLOPES;
    nsd_status   status = NSD_STALLED;

    for (int k = 0; status != NSD_OK && info->iterations < most && isfinite(value); k++) {
        if (nsd_poll_stopped(problem->options->poll)) {
            return NSD_STOPPED;
        }
        if (newton_step(s, problem, kept) != NSD_OK) {
            break;
        }
        info->iterations++;
        value = take_step(s, problem, value, k == 0);
        status = check(s, problem, info);
        kept = info->residual <= KEPT_RESIDUAL * before ? KEPT_SLOPES : 0.0;
        before = info->residual;
        if (info->residual < least) {
            least = info->residual;
            memcpy(s->best, s->x, bytes);
        }
    }
    if (status != NSD_OK && isfinite(least)) {
        memcpy(s->x, s->best, bytes);
        merit(s, problem, s->x);
        check(s, problem, info);
    }
    return status;
}

void nsd_friction_sparse_forget(nsd_friction_sparse *s)
{
    memset(s->x, 0, (size_t)s->n * sizeof *s->x);
    s->lu.factored = 0;
}

nsd_status nsd_friction_sparse_solve(nsd_friction_sparse               *s,
                                     const nsd_friction_sparse_problem *problem,
                                     nsd_friction_info                 *info)
{
    const int warm = nsd_dense_max_abs(s->n, s->x) > 0.0;

    *info = (nsd_friction_info){ 0, NAN, "sparse" };
    s->lu.poll = problem->options->poll;
    nsd_status status = solve_from(s, problem, info);
    if (status > NSD_OK && status != NSD_STOPPED && warm) {
        nsd_friction_sparse_forget(s);
        status = solve_from(s, problem, info);
    }
    for (int a = 0; a < s->m / s->d; a++) { /* rounding on rows of open contacts is no impulse */
        if (s->state[a] != 2) {
            memset(s->r + a * s->d, 0, (size_t)s->d * sizeof *s->r);
        }
    }
    return status;
}
