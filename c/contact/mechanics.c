/* mechanics.c - arrays, evaluations and factors of a nonlinear model; projection of positions. */
#include "contact/mechanics.h"

#include <math.h>
#include <string.h>

/* Most Newton steps of a projection. Smaller: joints and contacts of curved surfaces keep some
 * drift; larger: no effect but time, as the projection ends when gaps no longer become smaller. */
#define PROJECTION_STEPS 10

/* Largest penetration or joint error of a projected position, as a part of max(1, max|q|). Larger:
 * drift stays in the positions; smaller than rounding: every projection takes one more step. */
#define PROJECTION_GAP 1e-13

/* Largest penetration or joint error that is accepted when steps no longer lower it, as a part of
 * max(1, max|q|). Larger: constraints that contradict each other go unnoticed; smaller: rounding in
 * the user's gaps ends a run with NSD_NEWTON. */
#define PROJECTION_ROUNDING 1e-8

/* Contacts and joints for which G'A^-1 G is made where matrices are sparse: each takes a solve, and
 * the sparse matrix of velocities and impulses a factorisation, about eight times as long. Larger
 * or smaller: time only. */
#define MOST_DELASSUS 8

/* Columns of all contacts: normals, and tangents where there is friction */
static size_t directions(const nsd_model *model)
{
    return (size_t)model->m * (size_t)(1 + model->surface.d);
}

/* Numbers of `columns` directions, full or on their pattern */
static size_t numbers(const nsd_model *model, const nsd_columns *pattern, size_t columns)
{
    return pattern ? (size_t)pattern->start[columns] : (size_t)model->n * columns;
}

static size_t lay_out(nsd_mechanics *mechanics, const nsd_model *model,
                      const nsd_model_sparse *sparse, nsd_scratch *scratch)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t c = directions(model), size = nsd_model_matrices_size(model->n, sparse);
    const size_t in_H = numbers(model, sparse ? &sparse->H : NULL, m);
    const size_t in_J = numbers(model, sparse ? &sparse->J : NULL, p);
    const size_t in_T = numbers(model, sparse ? &sparse->T : NULL, c - m);

    NSD_SCRATCH_ZEROS(scratch, size, &mechanics->M, &mechanics->A);
    mechanics->Fq = nsd_scratch_zeros(scratch, 2 * size); /* Fv follows: a tape writes both */
    mechanics->Fv = mechanics->Fq ? mechanics->Fq + size : NULL;
    NSD_SCRATCH_ZEROS(scratch, in_H, &mechanics->H);
    NSD_SCRATCH_ZEROS(scratch, in_J, &mechanics->J);
    NSD_SCRATCH_ZEROS(scratch, in_H + in_T + in_J, &mechanics->G);
    NSD_SCRATCH_ZEROS(scratch, in_T, &mechanics->T);
    if (sparse) {
        mechanics->columns.start = nsd_scratch_take(scratch, c + p + 1, sizeof(ptrdiff_t));
        mechanics->columns.row = nsd_scratch_take(scratch, in_H + in_T + in_J, sizeof(ptrdiff_t));
    }
    NSD_SCRATCH_ZEROS(scratch, m, &mechanics->y, &mechanics->y_t);
    NSD_SCRATCH_ZEROS(scratch, p, &mechanics->g_t);
    NSD_SCRATCH_ZEROS(scratch, c + p, &mechanics->u);
    NSD_SCRATCH_ZEROS(scratch, n, &mechanics->F, &mechanics->q_mid, &mechanics->v_mid,
                      &mechanics->r);
    mechanics->work = nsd_scratch_zeros(scratch, nsd_scratch_larger(nsd_model_work(model), 4 * n));
    mechanics->tally.active = nsd_scratch_ints(scratch, m);
    return nsd_scratch_counted(scratch);
}

size_t nsd_mechanics_scratch(const nsd_model *model, const nsd_model_sparse *sparse)
{
    return lay_out(&(nsd_mechanics){ 0 }, model, sparse, NSD_SCRATCH_COUNTER) +
           nsd_model_matrices_scratch(model->n, sparse) +
           (sparse && sparse->saddle ? nsd_saddle_scratch(sparse->saddle) : 0) +
           nsd_contact_varying_scratch(model->n, (int)directions(model), model->p);
}

/* The patterns of a sparse model with the numbers of this struct */
static void set_columns(nsd_mechanics *mechanics, const nsd_model_sparse *sparse)
{
    nsd_mechanics_columns *columns = &mechanics->columns;
    columns->H = sparse->H;
    columns->J = sparse->J;
    columns->T = sparse->T;
    columns->H.values = mechanics->H;
    columns->J.values = mechanics->J;
    columns->T.values = mechanics->T;
    columns->G = (nsd_columns){ mechanics->model->n, 0, columns->start, columns->row,
                                mechanics->G };
}

nsd_status nsd_mechanics_init(nsd_mechanics *mechanics, const nsd_model *model,
                              const nsd_model_sparse *sparse, const nsd_nonlinear_options *options,
                              nsd_scratch *scratch)
{
    memset(mechanics, 0, sizeof *mechanics);
    mechanics->model = model;
    mechanics->options = *options;
    lay_out(mechanics, model, sparse, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    NSD_TRY(nsd_model_matrices_init(&mechanics->matrices, model->n, sparse, scratch));
    if (sparse) {
        set_columns(mechanics, sparse);
    }
    if (sparse && sparse->saddle) {
        NSD_TRY(nsd_saddle_init(&mechanics->saddle, sparse->saddle, scratch));
    }
    mechanics->tally.n = model->n;
    mechanics->tally.m = model->m;
    mechanics->tally.p = model->p;
    return nsd_contact_varying_init(&mechanics->contact, model->n, (int)directions(model), model->p,
                                    &options->step.lcp, scratch);
}

static nsd_status check_finite(size_t size, const double *x)
{
    return nsd_dense_all_finite(size, x) ? NSD_OK : NSD_NOT_FINITE;
}

nsd_status nsd_mechanics_mass(nsd_mechanics *mechanics, const double *q)
{
    const nsd_model        *model = mechanics->model;
    const nsd_model_sparse *sparse = mechanics->matrices.sparse;
    NSD_TRY((sparse ? sparse->mass : model->mass)(model->context, q, mechanics->M));
    return check_finite(mechanics->matrices.size, mechanics->M);
}

nsd_status nsd_mechanics_force(nsd_mechanics *mechanics, double t, const double *q, const double *v,
                               double *F)
{
    NSD_TRY(mechanics->model->force(mechanics->model->context, t, q, v, F));
    return check_finite((size_t)mechanics->model->n, F);
}

nsd_status nsd_mechanics_force_jac(nsd_mechanics *mechanics, double t, const double *q,
                                   const double *v)
{
    const nsd_model        *model = mechanics->model;
    const nsd_model_sparse *sparse = mechanics->matrices.sparse;
    const nsd_model_point   point = { q, v, mechanics->F };

    if (!sparse) {
        return nsd_model_force_jac(model, t, &point, mechanics->Fq, mechanics->Fv, mechanics->work);
    }
    NSD_TRY(sparse->force_jac(model->context, t, q, v, mechanics->Fq, mechanics->Fv));
    NSD_TRY(check_finite(mechanics->matrices.size, mechanics->Fq));
    return check_finite(mechanics->matrices.size, mechanics->Fv);
}

nsd_status nsd_mechanics_gaps(const nsd_mechanics *mechanics, double t, const double *q, double *y)
{
    NSD_TRY(mechanics->model->gap(mechanics->model->context, t, q, y));
    return check_finite((size_t)mechanics->model->m, y);
}

nsd_status nsd_mechanics_joints(const nsd_mechanics *mechanics, double t, const double *q,
                                double *g)
{
    NSD_TRY(mechanics->model->joint(mechanics->model->context, t, q, g));
    return check_finite((size_t)mechanics->model->p, g);
}

nsd_status nsd_mechanics_tangents(nsd_mechanics *mechanics, double t, const double *q)
{
    const nsd_model        *model = mechanics->model;
    const nsd_model_sparse *sparse = mechanics->matrices.sparse;
    const size_t            columns = (size_t)(model->surface.d * model->m);
    NSD_TRY((sparse ? sparse->tangent : model->tangent)(model->context, t, q, mechanics->T));
    return check_finite(numbers(model, sparse ? &sparse->T : NULL, columns), mechanics->T);
}

/* H and y_t of the gaps into arrays of the caller */
static nsd_status gap_jac(nsd_mechanics *mechanics, double t, const double *q, double *H,
                          double *y_t)
{
    const nsd_model        *model = mechanics->model;
    const nsd_model_sparse *sparse = mechanics->matrices.sparse;

    if (!sparse) {
        return nsd_model_gap_jac(model, t, q, H, y_t, mechanics->work);
    }
    NSD_TRY(sparse->gap_jac(model->context, t, q, H, y_t));
    NSD_TRY(check_finite((size_t)sparse->H.start[model->m], H));
    return check_finite((size_t)model->m, y_t);
}

nsd_status nsd_mechanics_contact_normals(nsd_mechanics *mechanics, double t, const double *q)
{
    const nsd_model *model = mechanics->model;
    if (model->m == 0 || mechanics->have_normals) {
        return NSD_OK;
    }
    mechanics->have_normals = model->normals != NULL;
    return gap_jac(mechanics, t, q, mechanics->H, mechanics->y_t);
}

nsd_status nsd_mechanics_joint_jac(nsd_mechanics *mechanics, double t, const double *q, double *J,
                                   double *g_t)
{
    const nsd_model        *model = mechanics->model;
    const nsd_model_sparse *sparse = mechanics->matrices.sparse;

    if (!sparse) {
        return nsd_model_joint_jac(model, t, q, J, g_t, mechanics->work);
    }
    NSD_TRY(sparse->joint_jac(model->context, t, q, J, g_t));
    NSD_TRY(check_finite((size_t)sparse->J.start[model->p], J));
    return check_finite((size_t)model->p, g_t);
}

nsd_status nsd_mechanics_joint_normals(nsd_mechanics *mechanics, double t, const double *q)
{
    return mechanics->model->p > 0
               ? nsd_mechanics_joint_jac(mechanics, t, q, mechanics->J, mechanics->g_t)
               : NSD_OK;
}

nsd_status nsd_mechanics_gap_rates(nsd_mechanics *mechanics, double t, const double *q, double *y_t)
{
    return mechanics->matrices.sparse
               ? gap_jac(mechanics, t, q, mechanics->H, y_t)
               : nsd_model_gap_rate(mechanics->model, t, q, mechanics->H, y_t, mechanics->work);
}

void nsd_mechanics_expand(const nsd_mechanics *mechanics, const nsd_columns *pattern,
                          const double *D, int count, double *full)
{
    const size_t n = (size_t)mechanics->model->n;

    if (!mechanics->matrices.sparse) {
        memcpy(full, D, n * (size_t)count * sizeof *full);
        return;
    }
    const nsd_columns columns = { pattern->n, pattern->m, pattern->start, pattern->row, D };
    memset(full, 0, n * (size_t)count * sizeof *full);
    for (int j = 0; j < count; j++) {
        nsd_columns_add(&columns, j, 1.0, full + (size_t)j * n);
    }
}

void nsd_mechanics_add_normal(const nsd_mechanics *mechanics, int a, double scale, double *x)
{
    const int n = mechanics->model->n;
    if (mechanics->matrices.sparse) {
        nsd_columns_add(&mechanics->columns.H, a, scale, x);
        return;
    }
    for (int i = 0; i < n; i++) {
        x[i] += scale * mechanics->H[i + (size_t)a * (size_t)n];
    }
}

nsd_status nsd_mechanics_cholesky(nsd_mechanics *mechanics, double *L)
{
    return nsd_model_matrices_factor_mass(&mechanics->matrices, mechanics->M, L) == NSD_OK
               ? NSD_OK
               : NSD_LOST_DEFINITE;
}

nsd_status nsd_mechanics_factor_mass(nsd_mechanics *mechanics, const double *q)
{
    const nsd_model *model = mechanics->model;

    mechanics->newton_h = 0.0;
    if (model->mass_factor) {
        mechanics->holds = NSD_HOLDS_MODEL;
        return model->mass_factor(model->context, q);
    }
    NSD_TRY(nsd_mechanics_mass(mechanics, q));
    mechanics->holds = NSD_HOLDS_CHOLESKY;
    return nsd_mechanics_cholesky(mechanics, mechanics->A);
}

void nsd_mechanics_solve(void *context, double *x)
{
    nsd_mechanics *mechanics = context;
    switch (mechanics->holds) {
    case NSD_HOLDS_MODEL:
        mechanics->model->mass_solve(mechanics->model->context, x);
        break;
    case NSD_HOLDS_CHOLESKY:
        nsd_model_matrices_solve_mass(&mechanics->matrices, mechanics->A, 1, x);
        break;
    case NSD_HOLDS_LU:
        nsd_model_matrices_solve_newton(&mechanics->matrices, mechanics->A, 1, x);
        break;
    }
}

nsd_status nsd_mechanics_kinetic(nsd_mechanics *mechanics, const double *q, const double *v,
                                 double *kinetic)
{
    const nsd_model *model = mechanics->model;
    if (model->kinetic) {
        return model->kinetic(model->context, q, v, kinetic);
    }
    const nsd_status status = model->constant_mass ? NSD_OK : nsd_mechanics_mass(mechanics, q);
    *kinetic = 0.5 * nsd_model_matrices_form(&mechanics->matrices, mechanics->M, v);
    return status;
}

nsd_status nsd_mechanics_potential(nsd_mechanics *mechanics, const double *q, double *potential)
{
    *potential = 0.0;
    return mechanics->model->potential
               ? mechanics->model->potential(mechanics->model->context, q, potential)
               : NSD_OK;
}

nsd_status nsd_mechanics_start(nsd_mechanics *mechanics, nsd_state *state, nsd_ledger *ledger)
{
    const nsd_model *model = mechanics->model;

    memset(ledger, 0, sizeof *ledger);
    memset(state->P, 0, (size_t)model->m * sizeof(double));
    memset(state->joint, 0, (size_t)model->p * sizeof(double));
    NSD_TRY(nsd_mechanics_mass(mechanics, state->q)); /* a constant mass stays in M */
    NSD_TRY(nsd_mechanics_factor_mass(mechanics, state->q));
    NSD_TRY(nsd_mechanics_contact_normals(mechanics, state->t, state->q));
    for (int a = 0; a < model->m; a++) {
        state->U[a] = state->U_before[a] = nsd_mechanics_gap_rate(mechanics, a, state->v);
    }
    NSD_TRY(nsd_mechanics_kinetic(mechanics, state->q, state->v, &ledger->value[NSD_KINETIC]));
    return nsd_mechanics_potential(mechanics, state->q, &ledger->value[NSD_POTENTIAL]);
}

/* Appends columns `first` to first + count - 1 to the sparse G */
static void append_columns(nsd_mechanics *mechanics, const nsd_columns *from, int first, int count)
{
    nsd_mechanics_columns *to = &mechanics->columns;
    for (int j = first; j < first + count; j++) {
        ptrdiff_t place = to->start[to->G.m];
        for (ptrdiff_t k = from->start[j]; k < from->start[j + 1]; k++, place++) {
            to->row[place] = from->row[k];
            mechanics->G[place] = from->values[k];
        }
        to->start[++to->G.m] = place;
    }
}

static void gather_sparse(nsd_mechanics *mechanics, int d)
{
    mechanics->columns.G.m = 0;
    mechanics->columns.start[0] = 0;
    for (int i = 0; i < mechanics->tally.count; i++) {
        const int a = mechanics->tally.active[i];
        append_columns(mechanics, &mechanics->columns.H, a, 1);
        append_columns(mechanics, &mechanics->columns.T, a * d, d);
    }
    append_columns(mechanics, &mechanics->columns.J, 0, mechanics->model->p);
}

/* G <- normal and d tangents of each active contact, then normals of all joints */
static void gather(nsd_mechanics *mechanics, size_t d)
{
    const size_t n = (size_t)mechanics->model->n, count = (size_t)mechanics->tally.count;
    double      *column = mechanics->G;
    if (mechanics->matrices.sparse) {
        gather_sparse(mechanics, (int)d);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t a = (size_t)mechanics->tally.active[i];
        memcpy(column, mechanics->H + a * n, n * sizeof(double));
        memcpy(column + n, mechanics->T + a * d * n, d * n * sizeof(double));
        column += (1 + d) * n;
    }
    memcpy(column, mechanics->J, n * (size_t)mechanics->model->p * sizeof(double));
}

void nsd_mechanics_gather(nsd_mechanics *mechanics)
{
    gather(mechanics, 0);
}

void nsd_mechanics_gather_blocks(nsd_mechanics *mechanics)
{
    gather(mechanics, (size_t)mechanics->model->surface.d);
}

/* 1 when the problem is solved by the sparse matrix of velocities and impulses          (NL.8) */
static int is_saddle(const nsd_mechanics *mechanics, const nsd_contact_varying_problem *problem)
{
    return mechanics->matrices.sparse && mechanics->matrices.sparse->saddle &&
           problem->count + problem->p > MOST_DELASSUS && !mechanics->contact.friction &&
           !mechanics->contact.added && mechanics->holds != NSD_HOLDS_MODEL;
}

/* NSD_STALLED: nothing has changed, and another solver is to be asked */
static nsd_status solve_saddle(nsd_mechanics *mechanics, const nsd_contact_varying_problem *problem,
                               double *v)
{
    const int                n = mechanics->model->n;
    nsd_contact_solver      *solver = &mechanics->contact.solver;
    nsd_solver_info          info = { 0, 0.0, NULL };
    const nsd_saddle_problem saddle = { .count = problem->count,
                                        .first_joint = mechanics->model->m,
                                        .joints = problem->p,
                                        .active = mechanics->tally.active,
                                        .u = problem->u,
                                        .tolerance = solver->options.tolerance,
                                        .info = &info };

    nsd_saddle_fill(&mechanics->saddle,
                    mechanics->holds == NSD_HOLDS_LU ? mechanics->A : mechanics->M, mechanics->H,
                    mechanics->J);
    NSD_TRY(nsd_saddle_solve(&mechanics->saddle, &saddle, mechanics->contact.z));
    solver->problems++;
    solver->iterations += info.iterations;
    solver->worst = fmax(solver->worst, info.residual);
    nsd_dense_add(n, 1.0, mechanics->saddle.x, v);
    return NSD_OK;
}

nsd_status nsd_mechanics_solve_problem(nsd_mechanics                     *mechanics,
                                       const nsd_contact_varying_problem *problem, double *v)
{
    if (is_saddle(mechanics, problem)) {
        NSD_TRY(nsd_contact_varying_check_normals(&mechanics->contact, problem, 1, 1, problem->u));
        if (solve_saddle(mechanics, problem, v) == NSD_OK) {
            return NSD_OK;
        }
    }
    return nsd_contact_varying_solve(&mechanics->contact, problem, v);
}

nsd_status nsd_mechanics_solve_contacts(nsd_mechanics *mechanics, double *x)
{
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(
        mechanics, mechanics->tally.count, mechanics->model->p);
    memset(mechanics->contact.z, 0, (size_t)mechanics->contact.capacity * sizeof(double));
    return problem.count + problem.p > 0 ? nsd_mechanics_solve_problem(mechanics, &problem, x)
                                         : NSD_OK;
}

nsd_status nsd_mechanics_released_velocities(nsd_mechanics *mechanics, nsd_state *state,
                                             const double *P, const double *v0, const double *v1)
{
    const nsd_model *model = mechanics->model;
    int              known = 0; /* 1: G and u, free after the step, hold H and y_t of its end */

    for (int a = 0; a < model->m; a++) {
        if (!(state->P[a] > 0.0) || P[a] > 0.0) {
            continue;
        }
        if (!known) {
            const double t = state->t + mechanics->options.step.h;
            NSD_TRY(gap_jac(mechanics, t, state->q, mechanics->G, mechanics->u));
            known = 1;
        }
        const nsd_columns *H = &mechanics->columns.H;
        state->U_before[a] = nsd_mechanics_dot(mechanics, H, mechanics->G, a, v0) + mechanics->u[a];
        state->U[a] = nsd_mechanics_dot(mechanics, H, mechanics->G, a, v1) + mechanics->u[a];
    }
    return NSD_OK;
}

/* V <- T_a'v */
static void rates(const void *context, int a, const double *v, double *V)
{
    const nsd_mechanics *mechanics = context;
    const int            d = mechanics->model->surface.d;
    for (int k = 0; k < d; k++) {
        V[k] = nsd_mechanics_dot(mechanics, &mechanics->columns.T, mechanics->T, a * d + k, v);
    }
}

static nsd_status gaps(const void *context, double t, const double *q, double *y)
{
    return nsd_mechanics_gaps(context, t, q, y);
}

nsd_status nsd_mechanics_friction_init(nsd_mechanics *mechanics, nsd_step_friction *friction,
                                       nsd_state *state, nsd_scratch *scratch)
{
    const nsd_model              *model = mechanics->model;
    const nsd_step_options       *options = &mechanics->options.step;
    const nsd_step_friction_setup setup = { &model->surface, model->m, &options->lcp,
                                            rates,           gaps,     mechanics };

    if (model->surface.d > 0) {
        NSD_TRY(model->tangent ? nsd_mechanics_tangents(mechanics, state->t, state->q)
                               : NSD_ERR_BAD_ARGUMENT);
    }
    return nsd_step_friction_init(friction, &setup, options->h, state, scratch);
}

void nsd_mechanics_add_cohesion(const nsd_mechanics *mechanics, const nsd_step_friction *friction,
                                double scale, double *x)
{
    for (int a = 0; a < mechanics->model->m && friction->cohesive_contacts > 0; a++) {
        nsd_mechanics_add_normal(mechanics, a, scale * friction->cohesion[a], x);
    }
}

double nsd_mechanics_cohesion_to_state(const nsd_mechanics      *mechanics,
                                       const nsd_step_friction  *friction,
                                       const nsd_gap_velocities *ends, double *P, nsd_state *state,
                                       double *driven)
{
    double work = 0.0;

    for (int a = 0; a < mechanics->model->m && friction->cohesive_contacts > 0; a++) {
        const double cohesion = friction->cohesion[a];
        if (cohesion != 0.0) {
            P[a] += cohesion;
            const double surface = -0.5 * cohesion * (ends->y_t0[a] + ends->y_t1[a]);
            *driven += surface;
            work += cohesion * nsd_mechanics_normal(mechanics, a, ends->v_mid) - surface;
            state->U_before[a] = nsd_mechanics_normal(mechanics, a, ends->v0) + ends->y_t0[a];
            state->U[a] = nsd_mechanics_normal(mechanics, a, ends->v1) + ends->y_t1[a];
        }
    }
    return work;
}

nsd_gap_start nsd_mechanics_gap_start(const nsd_mechanics *mechanics, double t, const double *q)
{
    const double        size = nsd_dense_largest((size_t)mechanics->model->n, q);
    const nsd_gap_start start = { t, q, NSD_GAP_ROUNDING * size, 0 };
    return start;
}

int nsd_mechanics_touches(nsd_mechanics *mechanics, nsd_gap_start *start, int a)
{
    const nsd_model *model = mechanics->model;

    if (!(mechanics->y[a] <= start->rounding)) {
        return 0;
    }
    if (start->known == 0) {
        const nsd_status status = model->gap(model->context, start->t, start->q, mechanics->u);
        start->known = status == NSD_OK ? 1 : -1;
    }
    return start->known == 1 && mechanics->u[a] <= start->rounding;
}

/* Residuals of the projection: gaps of the active contacts, then joints */
static nsd_status projection_residuals(nsd_mechanics *mechanics, double t, const double *below,
                                       const double *q, double *largest)
{
    const nsd_model *model = mechanics->model;
    const int        count = mechanics->tally.count;

    *largest = 0.0;
    if (model->m > 0) {
        NSD_TRY(model->gap(model->context, t, q, mechanics->y));
    }
    for (int i = 0; i < count; i++) {
        const int a = mechanics->tally.active[i];
        mechanics->u[i] = mechanics->y[a] + (below ? below[a] : 0.0);
        *largest = fmax(*largest, -mechanics->u[i]);
    }
    if (model->p > 0) {
        NSD_TRY(model->joint(model->context, t, q, mechanics->u + count));
        *largest = fmax(*largest, nsd_dense_max_abs(model->p, mechanics->u + count));
    }
    return check_finite((size_t)(count + model->p), mechanics->u);
}

nsd_status nsd_mechanics_project(nsd_mechanics *mechanics, double t, const double *below, double *q)
{
    const nsd_model *model = mechanics->model;
    const double     tolerance = PROJECTION_GAP * fmax(1.0, nsd_dense_max_abs(model->n, q));
    double           miss = 0.0, previous = INFINITY;

    for (int i = 0; i < PROJECTION_STEPS; i++) {
        NSD_TRY(projection_residuals(mechanics, t, below, q, &miss));
        if (miss <= tolerance) {
            return NSD_OK;
        }
        if (!(miss < previous)) { /* rounding, or there is no such position */
            return miss <= PROJECTION_ROUNDING * fmax(1.0, nsd_dense_max_abs(model->n, q))
                       ? NSD_OK
                       : NSD_NEWTON;
        }
        previous = miss;
        NSD_TRY(nsd_mechanics_factor_mass(mechanics, q));
        NSD_TRY(nsd_mechanics_contact_normals(mechanics, t, q));
        NSD_TRY(nsd_mechanics_joint_normals(mechanics, t, q));
        nsd_mechanics_gather(mechanics);
        NSD_TRY(nsd_mechanics_solve_contacts(mechanics, q));
    }
    return NSD_OK;
}
