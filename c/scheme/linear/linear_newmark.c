/* linear_newmark.c - nonsmooth Newmark, HHT and generalized-alpha for linear systems.
 *
 *   M vd+ = F+ - K q+ - C v+                      smooth acceleration, without impulses  (NMK.1)
 *   q+ = q + h v + h^2 ((1/2-be) a + be a+) + U
 *   v+ = v + h ((1-ga) a + ga a+) + W                                                   (NMK.2)
 *   (1-am) a+ + am a = (1-af) vd+ + af vd                                               (NMK.3)
 *   M U = G nu,  M W = G La,  G = [H J]                                                 (NMK.6) */
#include <string.h>

#include "scheme/linear/linear_newmark.h"

enum { MEMORY_VECTORS = 7, VECTORS = 14 }; /* of n numbers: in base.memory, and the others */

void nsd_linear_newmark_free_motion(nsd_linear_newmark *s, const nsd_state *state)
{
    const nsd_linear *model = s->model;
    const int         n = model->n;
    const double      h = s->h, h2 = h * h, be = s->given.beta, ga = s->given.gamma;
    /* w_vd vd - w_a a: a+ of (NMK.3) without vd+ */
    const double q_a = h2 * (0.5 - be - be * s->w_a), q_vd = h2 * be * s->w_vd;
    const double v_a = h * (1.0 - ga - ga * s->w_a), v_vd = h * ga * s->w_vd;
    const double *restrict q = state->q, *restrict v = state->v;
    const double *restrict a = s->a, *restrict vd = s->vd;
    double *restrict qf = s->qf, *restrict vf = s->vf, *restrict vdf = s->vdf;

    if (!s->constant_force) {
        memcpy(s->F0, s->F, (size_t)n * sizeof(double));
        nsd_force_at(&model->F, state->k + 1, state->t + h, s->F);
    }
    for (int i = 0; i < n; i++) {
        qf[i] = q[i] + h * v[i] + q_a * a[i] + q_vd * vd[i];
        vf[i] = v[i] + v_a * a[i] + v_vd * vd[i];
    }
    nsd_matrix_times(&model->K, qf, s->work);
    for (int i = 0; i < n; i++) {
        vdf[i] = s->F[i] - s->work[i];
    }
    if (s->damped) {
        nsd_matrix_times(&model->C, vf, s->work);
        for (int i = 0; i < n; i++) {
            vdf[i] -= s->work[i];
        }
    }
    nsd_factor_solve(&s->S, vdf); /*                                                    (NMK.5) */
    for (int i = 0; i < n; i++) {
        qf[i] += s->to_q * vdf[i];
        vf[i] += s->to_v * vdf[i];
    }
}

static void swap(double **x, double **y)
{
    double *z = *x;
    *x = *y;
    *y = z;
}

void nsd_linear_newmark_to_state(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear *model = s->model;
    const size_t      bytes = (size_t)model->n * sizeof(double);

    memcpy(s->q0, state->q, bytes);
    memcpy(s->v0, state->v, bytes);
    memcpy(s->a0, s->a, bytes);
    memcpy(state->q, s->qf, bytes);
    memcpy(state->v, s->vf, bytes);
    for (int i = 0; i < model->n; i++) { /*                                             (NMK.3) */
        s->a[i] = s->w_vd1 * s->vdf[i] + s->w_vd * s->vd[i] - s->w_a * s->a[i];
    }
    memcpy(s->vd, s->vdf, bytes);
    swap(&s->Cv, &s->Cv0);
    swap(&s->Kq, &s->Kq0);
    if (s->damped) {
        nsd_matrix_times(&model->C, state->v, s->Cv);
    }
    nsd_matrix_times(&model->K, state->q, s->Kq);
    for (int a = 0; a < model->m; a++) {
        state->U_before[a] = state->U[a];
        state->U[a] = nsd_columns_dot(&model->H, a, state->v);
    }
    if (s->friction) {
        nsd_fixed_coulomb_sliding_velocities(s->friction, state);
    }
    state->k++;
}

/* Impulses of joints in the motion without contacts                                    (NMK.7) */
static nsd_status solve_joints(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear  *model = s->model;
    nsd_contact_fixed *contact = s->friction ? &s->friction->contact : &s->contact;

    contact->tally.count = 0;
    for (int j = 0; j < model->p; j++) {
        s->uJ[j] = nsd_columns_dot(&model->J, j, s->vf);
    }
    memset(s->nu, 0, (size_t)contact->tally.m * sizeof(double));
    double          *P = s->friction ? s->nu : state->P;
    const nsd_status status = nsd_contact_fixed_solve(contact, s->u, s->uJ, P, state->joint);
    for (int j = 0; j < model->p && status == NSD_OK; j++) {
        s->nuJ[j] = 0.5 * s->h * state->joint[j];
    }
    const nsd_linear_newmark_impulses impulses = { s->nu, s->nu, s->nuJ, state->joint };
    if (status == NSD_OK) {
        nsd_linear_newmark_apply_impulses(s, &impulses);
        memcpy(s->LaJ, state->joint, (size_t)model->p * sizeof(double));
    }
    return status;
}

/* One impulse per contact that the motion without contacts closes: nu = (h/2) La       (NMK.7) */
static nsd_status one_level(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear    *model = s->model;
    const nsd_prediction prediction = { s->qf, state->U, 0.0, state->P, s->h, s->vf, s->u, s->uJ };
    nsd_status           status = model->p > 0 ? solve_joints(s, state) : NSD_OK;

    if (status != NSD_OK) {
        return status;
    }
    nsd_prediction_find_active(model, &prediction, &s->contact.tally);
    if (s->contact.tally.count == 0) {
        for (int a = 0; a < model->m; a++) {
            state->P[a] = 0.0;
        }
        return NSD_OK;
    }
    status = nsd_contact_fixed_solve(&s->contact, s->u, s->uJ, state->P, state->joint);
    if (status != NSD_OK) {
        return status;
    }
    for (int a = 0; a < model->m; a++) {
        s->nu[a] = 0.5 * s->h * state->P[a];
    }
    for (int j = 0; j < model->p; j++) {
        s->nuJ[j] = 0.5 * s->h * state->joint[j];
    }
    const nsd_linear_newmark_impulses impulses = { s->nu, state->P, s->nuJ, state->joint };
    nsd_linear_newmark_apply_impulses(s, &impulses);
    for (int j = 0; j < model->p; j++) {
        state->joint[j] += s->LaJ[j];
    }
    return NSD_OK;
}

/* one_level with friction                                                               (FC.7) */
static nsd_status one_level_friction(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear    *model = s->model;
    const nsd_prediction prediction = { s->qf, state->U, 0.0, state->P, s->h, s->vf, NULL, s->uJ };
    nsd_status           status = model->p > 0 ? solve_joints(s, state) : NSD_OK;

    if (status == NSD_OK) {
        status = nsd_fixed_coulomb_solve(s->friction, &prediction, state);
    }
    if (status != NSD_OK) {
        return status;
    }
    for (int k = 0; k < model->G.m; k++) {
        s->nu[k] = 0.5 * s->h * s->friction->r[k];
    }
    for (int j = 0; j < model->p; j++) {
        s->nuJ[j] = 0.5 * s->h * state->joint[j];
    }
    const nsd_linear_newmark_impulses impulses = { s->nu, s->friction->r, s->nuJ, state->joint };
    nsd_linear_newmark_apply_impulses(s, &impulses);
    for (int j = 0; j < model->p; j++) {
        state->joint[j] += s->LaJ[j];
    }
    return NSD_OK;
}

/* Impulses at both levels: gaps, joints and their velocities at the end of the step    (NMK.8) */
static nsd_status two_levels(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear *model = s->model;
    const int         m = model->m, p = model->p;
    nsd_ggl          *ggl = &s->ggl;
    int               closing = 0;

    for (int a = 0; a < m; a++) {
        ggl->r[a] = (nsd_columns_dot(&model->H, a, s->qf) + model->b[a]) / s->h;
        ggl->r[m + a] = nsd_columns_dot(&model->H, a, s->vf) + model->e[a] * state->U[a];
        closing += ggl->r[a] <= 0.0;
    }
    for (int j = 0; j < p; j++) {
        ggl->rJ[j] = (nsd_columns_dot(&model->J, j, s->qf) + model->bJ[j]) / s->h;
        ggl->rJ[p + j] = nsd_columns_dot(&model->J, j, s->vf);
    }
    memset(ggl->z, 0, 2 * (size_t)m * sizeof(double));
    s->contact.tally.count = 0;
    if (closing + p > 0) {
        const nsd_status status = nsd_ggl_solve(ggl, &s->contact);
        if (status != NSD_OK) {
            return status;
        }
    }
    for (int a = 0; a < m; a++) {
        s->nu[a] = s->h * ggl->z[a];
        state->P[a] = ggl->z[m + a];
    }
    for (int j = 0; j < p; j++) {
        s->nuJ[j] = s->h * ggl->zJ[j];
        state->joint[j] = ggl->zJ[p + j];
    }
    if (closing + p > 0) {
        const nsd_linear_newmark_impulses impulses = { s->nu, state->P, s->nuJ, state->joint };
        nsd_linear_newmark_apply_impulses(s, &impulses);
    }
    return NSD_OK;
}

/* Right-hand sides of (NMK.8) for every direction; returns the number of contacts that the free
 * motion closes */
static int fill_right_sides(nsd_linear_newmark *s, const nsd_state *state)
{
    const nsd_linear    *model = s->model;
    const nsd_prediction prediction = { s->qf, state->U, 0.0, state->P, s->h, s->vf, NULL, s->uJ };
    const int            m = model->m, p = model->p;
    nsd_ggl             *ggl = &s->ggl;
    int                  closing = 0;

    for (int a = 0; a < m; a++) {
        ggl->r[a] = (nsd_columns_dot(&model->H, a, s->qf) + model->b[a]) / s->h;
        ggl->speed[a] = nsd_fixed_coulomb_free_velocities(s->friction, &prediction,
                                                          state->tangential, a);
        ggl->id[a] = a;
        closing += ggl->r[a] <= 0.0;
    }
    memcpy(ggl->r + m, s->friction->u, (size_t)model->G.m * sizeof(double));
    for (int j = 0; j < p; j++) {
        ggl->rJ[j] = (nsd_columns_dot(&model->J, j, s->qf) + model->bJ[j]) / s->h;
        ggl->rJ[p + j] = nsd_columns_dot(&model->J, j, s->vf);
    }
    return closing;
}

/* Impulses of the answer: nu = h nu' along the normals, (h/2) La along the tangents */
static void impulses_to_state(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear *model = s->model;
    const nsd_ggl    *ggl = &s->ggl;

    nsd_fixed_coulomb_impulses_to_state(s->friction, state);
    for (int k = 0; k < model->G.m; k++) {
        const int normal = k % ggl->block == 0;
        s->nu[k] = normal ? s->h * ggl->z[k / ggl->block] : 0.5 * s->h * s->friction->r[k];
    }
    for (int j = 0; j < model->p; j++) {
        s->nuJ[j] = s->h * ggl->zJ[j];
        state->joint[j] = ggl->zJ[model->p + j];
    }
}

/* Adds to qf, vf, vdf the effect of cohesion, a force of the start of the step          (LW.5) */
static void apply_cohesion(nsd_linear_newmark *s, const nsd_state *state)
{
    const double *push = s->friction->cohesion_r;
    const int     m = s->model->G.m;

    if (nsd_fixed_coulomb_find_cohesion(s->friction, state->q) > 0) {
        for (int k = 0; k < m; k++) {
            s->nu[k] = 0.5 * s->h * push[k];
        }
        memset(s->nuJ, 0, (size_t)s->model->p * sizeof(double));
        const nsd_linear_newmark_impulses impulses = { s->nu, push, s->nuJ, s->nuJ };
        nsd_linear_newmark_apply_impulses(s, &impulses);
    }
}

/* two_levels with friction                                                              (FC.9) */
static nsd_status two_levels_friction(nsd_linear_newmark *s, nsd_state *state)
{
    nsd_fixed_coulomb *friction = s->friction;
    nsd_contact_fixed *solver = &friction->contact;
    const int          closing = fill_right_sides(s, state);

    memset(s->ggl.z, 0, (size_t)s->model->m * sizeof(double));
    memcpy(s->ggl.z + s->model->m, friction->r,
           (size_t)s->model->G.m * sizeof(double)); /* a guess */
    friction->coulomb.count = 0;
    if (closing + s->model->p > 0) {
        const nsd_status status = nsd_ggl_friction_solve(&s->ggl, &friction->coulomb, solver);
        friction->tally.problems = solver->tally.problems;
        friction->tally.iterations = solver->tally.iterations;
        friction->tally.worst = solver->tally.worst;
        if (status != NSD_OK) {
            return status;
        }
    } else {
        memset(s->ggl.z, 0, (size_t)nsd_ggl_size(&s->ggl) * sizeof(double));
    }
    impulses_to_state(s, state);
    if (closing + s->model->p > 0) {
        const nsd_linear_newmark_impulses impulses = { s->nu, friction->r, s->nuJ, state->joint };
        nsd_linear_newmark_apply_impulses(s, &impulses);
    }
    return NSD_OK;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_linear_newmark *s = (nsd_linear_newmark *)stepper;
    nsd_status          status = NSD_OK;

    nsd_linear_newmark_free_motion(s, state);
    if (s->friction) {
        apply_cohesion(s, state);
    }
    if (s->given.ggl) {
        status = s->friction ? two_levels_friction(s, state) : two_levels(s, state);
    } else {
        status = s->friction ? one_level_friction(s, state) : one_level(s, state);
    }
    if (status == NSD_OK) {
        nsd_linear_newmark_to_state(s, state);
    }
    return status;
}

nsd_factor_sum nsd_linear_newmark_iteration_matrix(const nsd_linear       *model,
                                                   const nsd_step_options *options)
{
    const nsd_newmark_options *given = &options->newmark;
    const double               now = (1.0 - given->alpha_f) / (1.0 - given->alpha_m);
    const double   alpha = options->h * given->gamma * now, h2 = options->h * options->h;
    nsd_factor_sum sum = { &model->M,        &model->C,    &model->K, alpha, h2 * given->beta * now,
                           model->symmetric, model->sparse };
    return sum;
}

static nsd_factor_sum mass_matrix(const nsd_linear *model)
{
    nsd_factor_sum sum = { &model->M, &model->C, &model->K, 0.0, 0.0, 1, model->sparse_mass };
    return sum;
}

static size_t memory_size(const nsd_linear *model)
{
    return MEMORY_VECTORS * (size_t)model->n + 2 * ((size_t)model->m + (size_t)model->p) + 1;
}

static size_t room_size(const nsd_linear *model)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    return memory_size(model) + VECTORS * n + m + (size_t)nsd_linear_newmark_directions(model)->m +
           3 * p;
}

size_t nsd_linear_newmark_scratch(const nsd_linear *model, const nsd_step_options *options)
{
    const nsd_factor_sum sum = nsd_linear_newmark_iteration_matrix(model, options);
    const nsd_factor_sum mass = mass_matrix(model);

    return nsd_scratch_need(1, sizeof(nsd_linear_newmark)) +
           nsd_scratch_need(room_size(model), sizeof(double)) + nsd_factor_scratch(&sum) +
           nsd_factor_scratch(&mass);
}

static void vectors_from_room(nsd_linear_newmark *s, double *room)
{
    const size_t n = (size_t)s->model->n, m = (size_t)s->model->m, p = (size_t)s->model->p;
    double     **vectors[MEMORY_VECTORS + VECTORS] = { &s->a,    &s->vd, &s->F,   &s->Ff,  &s->Cf,
                                                       &s->Kf,   &s->d,  &s->q0,  &s->v0,  &s->a0,
                                                       &s->F0,   &s->qf, &s->vf,  &s->vdf, &s->Mv,
                                                       &s->Cv,   &s->Kq, &s->Cv0, &s->Kq0, &s->work,
                                                       &s->work2 };
    s->base.memory = room;
    s->base.memory_size = memory_size(s->model);
    double *other = room + s->base.memory_size;
    for (size_t i = 0; i < MEMORY_VECTORS + VECTORS; i++) {
        *vectors[i] = i < MEMORY_VECTORS ? room + i * n : other + (i - MEMORY_VECTORS) * n;
    }
    s->lambda = room + MEMORY_VECTORS * n;
    s->lambda_f = s->lambda + m + p;
    s->extra = s->lambda_f + m + p;
    s->u = other + VECTORS * n;
    s->uJ = s->u + m;
    s->nu = s->uJ + p;
    s->nuJ = s->nu + nsd_linear_newmark_directions(s->model)->m;
    s->LaJ = s->nuJ + p;
}

static void set_parameters(nsd_linear_newmark *s, const nsd_step_options *options)
{
    const nsd_newmark_options *given = &options->newmark;
    const double               h = options->h, al = given->alpha_f, lag = al - given->alpha_m;

    s->given = *given;
    s->h = h;
    s->w_vd1 = (1.0 - al) / (1.0 - given->alpha_m);
    s->w_vd = al / (1.0 - given->alpha_m);
    s->w_a = given->alpha_m / (1.0 - given->alpha_m);
    s->lag = lag / (1.0 - given->alpha_m);
    s->to_q = h * h * given->beta * s->w_vd1;
    s->to_v = h * given->gamma * s->w_vd1;
    s->store_a = 0.25 * h * h * (2.0 * given->beta - given->gamma); /*                  (NMK.13) */
    if (lag > 0.0) {
        s->store_d = 0.5 * (1.0 - given->gamma - given->alpha_m) / lag;
    }
}

nsd_status nsd_linear_newmark_init(nsd_linear_newmark **newmark, const nsd_linear *model,
                                   const nsd_step_options *options, nsd_scratch *scratch)
{
    const nsd_factor_sum sum = nsd_linear_newmark_iteration_matrix(model, options);
    const nsd_factor_sum mass = mass_matrix(model);
    nsd_linear_newmark  *s = nsd_scratch_take(scratch, 1, sizeof *s);
    double              *room = nsd_scratch_take(scratch, room_size(model), sizeof *room);
    if (!s || !room) {
        return NSD_ERR_WORKSPACE;
    }
    if (!nsd_linear_is_valid(model) || options->newmark.alpha_m >= 1.0 ||
        (options->newmark.memory && options->newmark.memory_size != memory_size(model))) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    memset(s, 0, sizeof *s);
    memset(room, 0, room_size(model) * sizeof *room);
    s->model = model;
    s->constant_force = nsd_force_is_constant(&model->F);
    s->damped = model->C.storage != NSD_ZERO;
    s->base.step = step;
    s->base.energy = nsd_linear_newmark_energy;
    s->base.tally = &s->contact.tally;
    vectors_from_room(s, room);
    set_parameters(s, options);
    *newmark = s;
    const nsd_status status = nsd_factor_init(&s->S, &sum, scratch);
    return status == NSD_OK ? nsd_factor_init(&s->mass, &mass, scratch) : status;
}

static size_t scratch_size(const nsd_linear *model, const nsd_step_options *options)
{
    return nsd_linear_newmark_scratch(model, options) +
           nsd_linear_newmark_contact_scratch(model, options);
}

static nsd_status init(const nsd_linear *model, const nsd_step_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    nsd_linear_newmark *s = NULL;
    if (model->surface.d > 0 && !state->tangential) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    nsd_status status = nsd_linear_newmark_init(&s, model, options, scratch);
    if (status == NSD_OK) {
        status = nsd_linear_newmark_contact_init(s, options, scratch);
    }
    if (status == NSD_OK) {
        nsd_linear_newmark_start(s, state, ledger);
        if (s->friction) {
            s->friction->h = s->h;
            s->base.tally = &s->friction->tally;
            nsd_fixed_coulomb_start(s->friction, state);
        }
        *stepper = &s->base;
    }
    return status;
}

static nsd_status init_genalpha(const nsd_linear *model, const nsd_step_options *options,
                                nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                nsd_stepper **stepper)
{
    nsd_step_options own = *options;
    own.newmark.plain_works = 1;
    return init(model, &own, scratch, state, ledger, stepper);
}

const nsd_linear_scheme nsd_linear_scheme_newmark = { "newmark", scratch_size, init };
const nsd_linear_scheme nsd_linear_scheme_hht = { "hht", scratch_size, init };
const nsd_linear_scheme nsd_linear_scheme_genalpha = { "genalpha", scratch_size, init_genalpha };
