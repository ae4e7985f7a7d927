/* held.c - held contacts and joints: normals, bias, solution and projection of their equations;
 * impacts of closed contacts, forces at rest, and which closed contacts stay closed. */
#include "contact/held/held.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Most Newton steps of a projection of positions, which also ends when gaps no longer become
 * smaller. Smaller: gaps of curved surfaces keep some drift; larger: no effect but time. */
#define PROJECTION_STEPS 5

/* Velocity across held surfaces, as a part of max|v|, that may stay when the equations contradict
 * each other. Larger: real contradictions go unnoticed; smaller: redundant contacts whose normals
 * agree only to rounding end a run with NSD_RAY. */
#define TOLERATED_DRIFT 1e-12

/* Force of a contact times W(a,a), as a part of the terms of its acceleration, that counts as zero.
 * Larger: contacts with a small load open; smaller: contacts without load are held by rounding. */
#define ROUNDED_FORCE 1e-13

/* Acceleration of a gap, as a part of its terms, that counts as zero. Larger: contacts that open
 * slowly are held; smaller: contacts without load that only rounding moves open. */
#define ROUNDED_ACCELERATION 1e-9

static size_t lay_out(nsd_held *held, const nsd_model *model, nsd_scratch *scratch)
{
    const size_t rows = (size_t)model->m + (size_t)model->p;
    NSD_SCRATCH_ZEROS(scratch, rows, &held->kappa, &held->rates, &held->work);
    NSD_SCRATCH_ZEROS(scratch,
                      model->surface.impact ? nsd_impact_law_room(model->m, model->surface.d) : 0,
                      &held->impact_room);
    return nsd_scratch_counted(scratch);
}

size_t nsd_held_scratch(const nsd_model *model)
{
    return lay_out(&(nsd_held){ 0 }, model, NSD_SCRATCH_COUNTER) +
           nsd_contact_varying_scratch(model->n, 0, model->m + model->p);
}

nsd_status nsd_held_init(nsd_held *held, nsd_mechanics *mechanics, nsd_scratch *scratch)
{
    const nsd_model *model = mechanics->model;
    held->mechanics = mechanics;
    lay_out(held, model, scratch);
    return nsd_contact_varying_init(&held->rows, model->n, 0, model->m + model->p,
                                    &mechanics->options.step.lcp, scratch);
}

void nsd_held_select(nsd_held *held, const int *members)
{
    nsd_tally *set = &held->mechanics->tally;
    set->count = 0;
    for (int a = 0; a < set->m; a++) {
        if (members[a]) {
            set->active[set->count++] = a;
        }
    }
}

nsd_status nsd_held_rates(nsd_held *held, const nsd_event_point *point, double *U)
{
    nsd_mechanics   *mechanics = held->mechanics;
    const nsd_model *model = mechanics->model;
    const int        along = !model->gap_jac && held->short_time > 0.0;

    NSD_TRY(nsd_mechanics_contact_normals(mechanics, point->t, point->q));
    if (along && model->m > 0) {
        nsd_model_motion line = { point->t, point->q, point->v, NULL, held->short_time };
        NSD_TRY(nsd_model_gap_motion(model, &line, U, held->work, mechanics->H, mechanics->work));
    }
    for (int a = 0; a < model->m; a++) {
        const double *normal = mechanics->H + (size_t)a * (size_t)model->n;
        if (along) { /* U itself is more exact than its two parts */
            mechanics->y_t[a] = U[a] - nsd_dense_dot(model->n, normal, point->v);
        } else {
            U[a] = nsd_mechanics_gap_rate(mechanics, a, point->v);
        }
    }
    return NSD_OK;
}

nsd_status nsd_held_normals(nsd_held *held, const nsd_event_point *point)
{
    nsd_mechanics *mechanics = held->mechanics;

    if (mechanics->tally.count > 0) {
        NSD_TRY(nsd_held_rates(held, point, held->rates));
    }
    NSD_TRY(nsd_mechanics_joint_normals(mechanics, point->t, point->q));
    for (int j = 0; j < mechanics->model->p; j++) {
        held->rates[mechanics->model->m + j] = nsd_mechanics_joint_rate(mechanics, j, point->v);
    }
    nsd_mechanics_gather(mechanics);
    return NSD_OK;
}

nsd_status nsd_held_bias(nsd_held *held, const nsd_event_point *point, double d)
{
    const nsd_model *model = held->mechanics->model;
    nsd_model_motion line = { point->t, point->q, point->v, NULL, d };

    if (held->mechanics->tally.count > 0) {
        NSD_TRY(nsd_model_gap_bias(model, &line, held->kappa, held->mechanics->work));
    }
    if (model->p > 0) {
        NSD_TRY(nsd_model_joint_bias(model, &line, held->kappa + model->m, held->mechanics->work));
    }
    return nsd_held_normals(held, point);
}

nsd_status nsd_held_equalities(nsd_held *held, const nsd_contact_varying_problem *problem,
                               double *x)
{
    nsd_contact_varying *rows = &held->rows;
    const int            n = rows->n;

    if (problem->count + problem->p != 1) {
        return nsd_contact_varying_solve(rows, problem, x);
    }
    memcpy(rows->X, problem->G, (size_t)n * sizeof(double));
    problem->solve(problem->context, rows->X);
    rows->z[0] = -problem->u[0] / nsd_dense_dot(n, problem->G, rows->X);
    for (int i = 0; i < n; i++) {
        x[i] += rows->X[i] * rows->z[0];
    }
    return isfinite(rows->z[0]) ? NSD_OK : NSD_RAY;
}

/* Largest absolute gap of the selected contacts and value of the joints; all into mechanics->u */
static nsd_status largest_gap(nsd_held *held, double t, const double *q, double *largest)
{
    nsd_mechanics   *mechanics = held->mechanics;
    const nsd_model *model = mechanics->model;
    const int        count = mechanics->tally.count;

    if (count > 0) {
        NSD_TRY(model->gap(model->context, t, q, mechanics->y));
    }
    for (int i = 0; i < count; i++) {
        mechanics->u[i] = mechanics->y[mechanics->tally.active[i]];
    }
    if (model->p > 0) {
        NSD_TRY(model->joint(model->context, t, q, mechanics->u + count));
    }
    *largest = nsd_dense_max_abs(count + model->p, mechanics->u);
    return NSD_OK;
}

/* Moves x, q or v of the point, until the rows mechanics->u are zero, in the metric of M(q) */
static nsd_status solve_rows(nsd_held *held, const double *q, double *x)
{
    nsd_mechanics                    *mechanics = held->mechanics;
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(
        mechanics, 0, mechanics->tally.count + mechanics->model->p);
    NSD_TRY(nsd_mechanics_factor_mass(mechanics, q));
    return nsd_held_equalities(held, &problem, x);
}

nsd_status nsd_held_project_positions(nsd_held *held, const nsd_event_point *point,
                                      double tolerance, double *q)
{
    double     miss = 0.0, previous = INFINITY;
    nsd_status status = NSD_OK;

    for (int k = 0; k < PROJECTION_STEPS && status == NSD_OK; k++) {
        NSD_TRY(largest_gap(held, point->t, q, &miss));
        if (miss <= tolerance || !(miss < previous)) {
            break;
        }
        previous = miss;
        NSD_TRY(nsd_held_normals(held, point));
        status = solve_rows(held, q, q);
    }
    /* contacts that cannot all be closed, as two walls that face each other, keep their gaps */
    return status == NSD_RAY && held->mechanics->tally.count > 0 ? NSD_OK : status;
}

/* Place of row i of the held equations in held->rates and held->kappa */
static int place_of_row(const nsd_tally *set, int i)
{
    return i < set->count ? set->active[i] : set->m + i - set->count;
}

nsd_status nsd_held_project_velocities(nsd_held *held, const nsd_event_point *point, double *v)
{
    nsd_mechanics *mechanics = held->mechanics;
    const int      rows = mechanics->tally.count + mechanics->model->p;
    double         drift = 0.0;

    NSD_TRY(nsd_held_normals(held, point));
    const double speed = nsd_dense_max_abs(mechanics->model->n, v);
    for (int i = 0; i < rows; i++) {
        mechanics->u[i] = held->rates[place_of_row(&mechanics->tally, i)];
        drift = fmax(drift, fabs(mechanics->u[i]));
    }
    if (drift <= 4.0 * DBL_EPSILON * speed) {
        return NSD_OK;
    }
    const nsd_status status = solve_rows(held, point->q, v);
    return status == NSD_RAY && drift <= TOLERATED_DRIFT * speed ? NSD_OK : status;
}

/* Selects the contacts that touch and do not separate; 1 when one of them approaches */
static int select_approaching(nsd_tally *set, const nsd_impact *law, const double *U)
{
    int approaching = 0;

    set->count = 0;
    for (int a = 0; a < set->m; a++) {
        if (law->touching[a] && U[a] <= law->rest) {
            set->active[set->count++] = a;
            approaching |= U[a] < -law->rest;
        }
    }
    return approaching;
}

/* One round of the impact law on the selected contacts; `plastic`: without restitution  (NM.8) */
static nsd_status apply_impact(nsd_mechanics *mechanics, const nsd_impact *law, nsd_state *state,
                               int plastic)
{
    const nsd_model *model = mechanics->model;
    const int        count = mechanics->tally.count;

    nsd_mechanics_gather(mechanics);
    for (int i = 0; i < count; i++) {
        const int a = mechanics->tally.active[i];
        mechanics->u[i] = (plastic ? 1.0 : 1.0 + law->e[a]) * state->U[a];
    }
    for (int j = 0; j < model->p; j++) {
        mechanics->u[count + j] = nsd_mechanics_joint_rate(mechanics, j, state->v);
    }
    const nsd_status status = nsd_mechanics_solve_contacts(mechanics, state->v);
    for (int i = 0; i < count && status == NSD_OK; i++) {
        state->P[mechanics->tally.active[i]] += mechanics->contact.z[i];
    }
    for (int a = 0; a < model->m; a++) {
        state->U[a] = nsd_mechanics_gap_rate(mechanics, a, state->v);
    }
    return status;
}

int nsd_held_drop_separating(nsd_tally *set, const double *U)
{
    const int before = set->count;

    set->count = 0;
    for (int i = 0; i < before; i++) {
        if (!(U[set->active[i]] > 0.0)) {
            set->active[set->count++] = set->active[i];
        }
    }
    return set->count < before;
}

/* One round of Newton's law on the selected contacts */
static nsd_status apply_round(nsd_mechanics *mechanics, const nsd_impact *law, nsd_state *state)
{
    const nsd_status status = apply_impact(mechanics, law, state, 0);
    const int again = status == NSD_RAY && nsd_held_drop_separating(&mechanics->tally, state->U);
    return again ? apply_impact(mechanics, law, state, 0) : status;
}

nsd_status nsd_held_impact(nsd_held *held, const nsd_impact *law, nsd_state *state)
{
    nsd_mechanics            *mechanics = held->mechanics;
    const nsd_impact_law     *by_law = mechanics->model->surface.impact;
    const nsd_impact_law_work work = { held->impact_room, NULL, NULL };
    const int                 m = mechanics->model->m, rounds = nsd_impact_law_rounds(by_law);
    nsd_status                status = NSD_OK;
    int                       approaching = 1;

    memset(state->P, 0, (size_t)m * sizeof(double));
    memcpy(state->U, state->U_before, (size_t)m * sizeof(double));
    for (int k = 0; k <= rounds && status == NSD_OK && approaching; k++) {
        approaching = by_law ? nsd_impact_law_select(mechanics, law, state->U)
                             : select_approaching(&mechanics->tally, law, state->U);
        if (approaching && k < rounds) {
            status = by_law ? nsd_impact_law_apply(mechanics, law, &work, state)
                            : apply_round(mechanics, law, state);
        }
    }
    held->endless = approaching;
    if (status == NSD_OK && approaching) { /* infinitely many impacts: their limit is plastic */
        mechanics->tally.count = 0;
        for (int a = 0; a < m; a++) {
            if (law->touching[a]) {
                mechanics->tally.active[mechanics->tally.count++] = a;
            }
        }
        status = apply_impact(mechanics, law, state, 1);
    }
    return status;
}

void nsd_held_fill_accelerations(nsd_held *held, const double *a)
{
    nsd_mechanics *mechanics = held->mechanics;
    const int      n = mechanics->model->n;

    for (int i = 0; i < mechanics->tally.count + mechanics->model->p; i++) {
        mechanics->u[i] = nsd_dense_dot(n, mechanics->G + (size_t)i * (size_t)n, a) +
                          held->kappa[place_of_row(&mechanics->tally, i)];
    }
}

/* a <- a + M^-1 (H lambda + J mu) with 0 <= H'a + kappa _|_ lambda >= 0 for the selected contacts;
 * lambda and mu are mechanics->contact.z                                                 (NM.9) */
static nsd_status contact_forces(nsd_held *held, double *a)
{
    nsd_held_fill_accelerations(held, a);
    return nsd_mechanics_solve_contacts(held->mechanics, a);
}

/* y'' of a contact for the accelerations a */
static double acceleration(const nsd_held *held, int contact, const double *a)
{
    const size_t n = (size_t)held->mechanics->model->n;
    return nsd_dense_dot((int)n, held->mechanics->H + (size_t)contact * n, a) +
           held->kappa[contact];
}

/* Sum of the absolute terms of y'' of the i-th selected contact, without its own force */
static double acceleration_terms(const nsd_held *held, const double *free, int i)
{
    const nsd_mechanics *mechanics = held->mechanics;
    const int     n = mechanics->model->n, size = mechanics->tally.count + mechanics->model->p;
    const double *normal = mechanics->G + (size_t)i * (size_t)n;
    double        push = fabs(held->kappa[mechanics->tally.active[i]]);

    for (int k = 0; k < n; k++) {
        push += fabs(normal[k] * free[k]);
    }
    for (int j = 0; j < size; j++) {
        const double W = mechanics->contact.W[i + (size_t)j * (size_t)size];
        push += j == i ? 0.0 : fabs(W * mechanics->contact.z[j]);
    }
    return push;
}

/* contact_forces of the selected contacts; a <- free plus the accelerations of their forces */
static nsd_status forces_from(nsd_held *held, const double *free, double *a)
{
    nsd_mechanics_gather(held->mechanics);
    memcpy(a, free, (size_t)held->mechanics->model->n * sizeof *a);
    return contact_forces(held, a);
}

/* Selects, of the selected contacts, those with a force; with `all` also those without
 * acceleration. Their forces move to the front of z, held->work gets the terms of the
 * accelerations. Returns the number of contacts with a force. */
static int select_loaded(nsd_held *held, const double *free, const double *a, int all)
{
    nsd_tally *set = &held->mechanics->tally;
    double    *z = held->mechanics->contact.z;
    const int  count = set->count, size = count + set->p;
    int        kept = 0, carry = 0;

    for (int i = 0; i < count; i++) {
        held->work[set->active[i]] = acceleration_terms(held, free, i);
    }
    for (int i = 0; i < count; i++) {
        const int    contact = set->active[i];
        const double W = held->mechanics->contact.W[i + (size_t)i * (size_t)size];
        const double push = held->work[contact];
        const int    moved = push > held->noise;
        const int    pressed = moved && z[i] > 0.0 &&
                            z[i] * W > fmax(ROUNDED_FORCE * push, held->noise);
        held->largest_push = fmax(held->largest_push, push);
        carry += pressed;
        if (pressed ||
            (all && moved && fabs(acceleration(held, contact, a)) <= ROUNDED_ACCELERATION * push)) {
            z[kept] = z[i];
            set->active[kept++] = contact;
        }
    }
    memmove(z + kept, z + count, (size_t)set->p * sizeof *z);
    set->count = kept;
    return carry;
}

/* Shortest forces that hold the selected contacts as equations; contacts with a negative force are
 * removed one by one                                                                     (ED.2) */
static nsd_status share_forces(nsd_held *held, const double *free, double *a)
{
    nsd_mechanics *mechanics = held->mechanics;
    nsd_tally     *set = &mechanics->tally;
    const int      n = mechanics->model->n, p = mechanics->model->p;

    for (;;) {
        const int rows = set->count + p;
        int       least = 0;
        nsd_mechanics_gather(mechanics);
        memcpy(a, free, (size_t)n * sizeof *a);
        nsd_held_fill_accelerations(held, a);
        const nsd_contact_varying_problem problem = nsd_mechanics_problem(mechanics, 0, rows);
        const nsd_status status = rows > 0 ? nsd_held_equalities(held, &problem, a) : NSD_OK;
        for (int i = 1; i < set->count; i++) {
            least = held->rows.z[i] < held->rows.z[least] ? i : least;
        }
        if (status != NSD_OK || set->count == 0 || held->rows.z[least] > 0.0) {
            return status;
        }
        set->count--;
        memmove(set->active + least, set->active + least + 1,
                (size_t)(set->count - least) * sizeof *set->active);
    }
}

nsd_status nsd_held_choose(nsd_held *held, const int *candidates, double *free, double *a)
{
    nsd_tally   *set = &held->mechanics->tally;
    const size_t n = (size_t)held->mechanics->model->n;

    memcpy(free, a, n * sizeof *a);
    held->largest_push = 0.0;
    NSD_TRY(forces_from(held, free, a));
    const int carry = select_loaded(held, free, a, 1);
    held->forces = held->mechanics->contact.z;
    if (carry == 0 && set->p == 0) { /* touching without force: nothing to share, nothing to hold */
        memcpy(a, free, n * sizeof *a);
        set->count = 0;
    }
    if (set->count <= 1 && carry == set->count) {
        return NSD_OK;
    }
    int good = share_forces(held, free, a) == NSD_OK;
    for (int i = 0; i < set->m && good; i++) { /* no removed candidate may penetrate */
        good = !candidates[i] || acceleration(held, i, a) >= -ROUNDED_ACCELERATION * held->work[i];
    }
    held->forces = held->rows.z;
    if (good) {
        return NSD_OK;
    }
    nsd_held_select(held, candidates);
    held->forces = held->mechanics->contact.z;
    NSD_TRY(forces_from(held, free, a));
    select_loaded(held, free, a, 0);
    return NSD_OK;
}
