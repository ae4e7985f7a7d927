/* linear_newmark.c - nonsmooth Newmark, HHT and generalized-alpha for linear systems.
 *
 *   M vd+ = F+ - K q+ - C v+                      smooth acceleration, without impulses  (NMK.1)
 *   q+ = q + h v + h^2 ((1/2-be) a + be a+) + U
 *   v+ = v + h ((1-ga) a + ga a+) + W                                                   (NMK.2)
 *   (1-am) a+ + am a = (1-af) vd+ + af vd                                               (NMK.3)
 *   M U = G nu,  M W = G La,  G = [H J]                                                 (NMK.6) */
#include <string.h>

#include "base/inline.h"
#include "scheme/linear/linear_newmark.h"

enum { MEMORY_VECTORS = 7 }; /* of n numbers, in base.memory */

void nsd_linear_newmark_free_motion(nsd_linear_newmark *s, const nsd_state *state)
{
    const nsd_linear *model = s->model;
    const int         n = model->n;
    const double      h = s->h, h2 = h * h, be = s->given.beta, ga = s->given.gamma;
    /* w_vd vd - w_a a: a+ of (NMK.3) without vd+ */
    const double q_a = h2 * (0.5 - be - be * s->weights.w_a), q_vd = h2 * be * s->weights.w_vd;
    const double v_a = h * (1.0 - ga - ga * s->weights.w_a), v_vd = h * ga * s->weights.w_vd;
    const double *NSD_RESTRICT q = state->q, *NSD_RESTRICT v = state->v;
    const double *NSD_RESTRICT a = s->at.a, *NSD_RESTRICT vd = s->at.vd;
    double *NSD_RESTRICT qf = s->qf, *NSD_RESTRICT vf = s->vf, *NSD_RESTRICT vdf = s->vdf;

    if (!s->constant_force) {
        memcpy(s->start.F, s->at.F, (size_t)n * sizeof(double));
        nsd_force_at(&model->F, state->k + 1, state->t + h, s->at.F);
    }
    for (int i = 0; i < n; i++) {
        qf[i] = q[i] + h * v[i] + q_a * a[i] + q_vd * vd[i];
        vf[i] = v[i] + v_a * a[i] + v_vd * vd[i];
    }
    nsd_matrix_times(&model->K, qf, s->work);
    for (int i = 0; i < n; i++) {
        vdf[i] = s->at.F[i] - s->work[i];
    }
    if (s->damped) {
        nsd_matrix_times(&model->C, vf, s->work);
        for (int i = 0; i < n; i++) {
            vdf[i] -= s->work[i];
        }
    }
    nsd_factor_solve(&s->S, vdf); /*                                                    (NMK.5) */
    for (int i = 0; i < n; i++) {
        qf[i] += s->weights.to_q * vdf[i];
        vf[i] += s->weights.to_v * vdf[i];
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

    memcpy(s->start.q, state->q, bytes);
    memcpy(s->start.v, state->v, bytes);
    memcpy(s->start.a, s->at.a, bytes);
    memcpy(state->q, s->qf, bytes);
    memcpy(state->v, s->vf, bytes);
    for (int i = 0; i < model->n; i++) { /*                                             (NMK.3) */
        s->at.a[i] = s->weights.w_vd1 * s->vdf[i] + s->weights.w_vd * s->at.vd[i] -
                     s->weights.w_a * s->at.a[i];
    }
    memcpy(s->at.vd, s->vdf, bytes);
    swap(&s->Cv, &s->start.Cv);
    swap(&s->Kq, &s->start.Kq);
    if (s->damped) {
        nsd_matrix_times(&model->C, state->v, s->Cv);
    }
    nsd_matrix_times(&model->K, state->q, s->Kq);
    for (int a = 0; a < model->m; a++) {
        state->U_before[a] = state->U[a];
        state->U[a] = nsd_columns_dot(&model->H, a, state->v);
    }
    nsd_prediction_end_step(&s->friction, s->contact.r, 0.5, s->h, state);
    state->k++;
}

/* Adds the effect of impulses r of the directions and state->joint at velocity level, with position
 * impulses nu = (h/2) La                                                               (NMK.7) */
static void apply_velocity_impulses(nsd_linear_newmark *s, const double *r, const double *joint)
{
    const nsd_linear_newmark_impulses impulses = { s->nu, r, s->nuJ, joint };
    for (int k = 0; k < s->contact.G->m; k++) {
        s->nu[k] = 0.5 * s->h * r[k];
    }
    for (int j = 0; j < s->model->p; j++) {
        s->nuJ[j] = 0.5 * s->h * joint[j];
    }
    nsd_linear_newmark_apply_impulses(s, &impulses);
}

/* Impulses of joints in the motion without contacts                                    (NMK.7) */
static nsd_status solve_joints(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear *model = s->model;
    double *none = s->friction.d > 0 ? s->contact.u : state->P; /* zeros after the solution */

    s->contact.tally.count = 0;
    for (int j = 0; j < model->p; j++) {
        s->contact.uJ[j] = nsd_columns_dot(&model->J, j, s->vf);
    }
    const nsd_status status = nsd_contact_fixed_solve(&s->contact, s->contact.u, s->contact.uJ,
                                                      none, state->joint);
    if (status == NSD_OK) {
        apply_velocity_impulses(s, none, state->joint);
        memcpy(s->LaJ, state->joint, (size_t)model->p * sizeof(double));
    }
    return status;
}

/* One impulse per contact that the motion without contacts closes: nu = (h/2) La (NMK.7), (FC.7) */
static nsd_status one_level(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear    *model = s->model;
    const nsd_prediction prediction = { s->qf, state->U, 0.0,          state->P,
                                        s->h,  s->vf,    s->contact.u, s->contact.uJ };
    double              *r = nsd_linear_newmark_r(s, state);
    nsd_status           status = model->p > 0 ? solve_joints(s, state) : NSD_OK;

    if (status != NSD_OK) {
        return status;
    }
    nsd_prediction_find_active(model, &prediction, &s->friction, &s->contact.tally);
    if (s->contact.tally.count == 0) {
        memset(r, 0, (size_t)s->contact.G->m * sizeof *r);
        return NSD_OK;
    }
    status = nsd_contact_fixed_solve(&s->contact, s->contact.u, s->contact.uJ, r, state->joint);
    if (status == NSD_OK) {
        apply_velocity_impulses(s, r, state->joint);
    }
    for (int j = 0; j < model->p && status == NSD_OK; j++) {
        state->joint[j] += s->LaJ[j];
    }
    return status;
}

/* Right-hand sides of (NMK.8) for every direction; returns the number of contacts that the free
 * motion closes */
static int fill_right_sides(nsd_linear_newmark *s, const nsd_state *state)
{
    const nsd_linear *model = s->model;
    const int         m = model->m, p = model->p;
    nsd_ggl          *ggl = &s->ggl;
    int               closing = 0;

    for (int a = 0; a < m; a++) {
        double *u = ggl->r + m + a * ggl->block;
        ggl->r[a] = (nsd_columns_dot(&model->H, a, s->qf) + model->b[a]) / s->h;
        u[0] = nsd_columns_dot(&model->H, a, s->vf) + model->e[a] * state->U[a];
        nsd_step_friction_free_velocities(&s->friction, a, a, s->vf, u + 1);
        ggl->id[a] = a;
        ggl->speed[a] = s->friction.d > 0 ? s->friction.coulomb.speed[a] : 0.0;
        closing += ggl->r[a] <= 0.0;
    }
    for (int j = 0; j < p; j++) {
        ggl->rJ[j] = (nsd_columns_dot(&model->J, j, s->qf) + model->bJ[j]) / s->h;
        ggl->rJ[p + j] = nsd_columns_dot(&model->J, j, s->vf);
    }
    return closing;
}

/* Impulses of the answer: nu = h nu' along the normals, (h/2) La along the tangents; the closed
 * contacts into the tally */
static void impulses_from_levels(nsd_linear_newmark *s, double *r, double *joint)
{
    const nsd_ggl *ggl = &s->ggl;
    const int      m = s->model->m, p = s->model->p;
    nsd_tally     *tally = &s->contact.tally;

    for (int k = 0; k < s->contact.G->m; k++) {
        const int normal = k % ggl->block == 0;
        r[k] = ggl->z[m + k];
        s->nu[k] = normal ? s->h * ggl->z[k / ggl->block] : 0.5 * s->h * r[k];
    }
    for (int j = 0; j < p; j++) {
        s->nuJ[j] = s->h * ggl->zJ[j];
        joint[j] = ggl->zJ[p + j];
    }
    for (int a = 0; a < m; a++) {
        if (ggl->closed[a]) {
            tally->active[tally->count++] = a;
        }
    }
}

/* Impulses at both levels: gaps, joints and their velocities at the end of the step
 *                                                                               (NMK.8), (FC.9) */
static nsd_status two_levels(nsd_linear_newmark *s, nsd_state *state)
{
    nsd_ggl                          *ggl = &s->ggl;
    double                           *r = nsd_linear_newmark_r(s, state);
    const nsd_linear_newmark_impulses impulses = { s->nu, r, s->nuJ, state->joint };
    const size_t                      m = (size_t)s->model->m, directions = (size_t)s->contact.G->m;
    const int                         closing = fill_right_sides(s, state);

    s->contact.tally.count = 0;
    if (closing + s->model->p == 0) {
        memset(r, 0, directions * sizeof *r);
        memset(s->nu, 0, directions * sizeof *r);
        return NSD_OK;
    }
    memset(ggl->z, 0, m * sizeof(double));
    memcpy(ggl->z + m, r, directions * sizeof(double)); /* a guess */
    const nsd_status status = nsd_ggl_solve(ggl, &s->contact.solver);
    nsd_contact_solver_report(&s->contact.solver, &s->contact.tally);
    if (status == NSD_OK) {
        impulses_from_levels(s, r, state->joint);
        nsd_linear_newmark_apply_impulses(s, &impulses);
    }
    return status;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_linear_newmark *s = (nsd_linear_newmark *)stepper;
    nsd_status          status = NSD_OK;

    nsd_linear_newmark_free_motion(s, state);
    if (nsd_prediction_cohesion(&s->friction, state, s->h, s->contact.u) >
        0) { /*              (LW.5) */
        memset(state->joint, 0, (size_t)s->model->p * sizeof(double));
        apply_velocity_impulses(s, s->contact.u, state->joint);
    }
    status = s->given.ggl ? two_levels(s, state) : one_level(s, state);
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

/* Numbers in X, YK or YC; 0 where solving costs less */
static size_t kept_columns(const nsd_linear *model, const nsd_factor_sum *sum)
{
    const size_t columns = (size_t)nsd_contact_fixed_directions(model)->m + (size_t)model->p;
    return nsd_contact_fixed_keeps_columns(model, sum) ? (size_t)model->n * columns : 0;
}

static nsd_linear_newmark *lay_out(const nsd_linear *model, const nsd_factor_sum *sum,
                                   nsd_linear_newmark *blank, nsd_scratch *scratch)
{
    nsd_linear_newmark *s = nsd_scratch_struct(scratch, blank, sizeof *s);
    const size_t        n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t        directions = (size_t)nsd_contact_fixed_directions(model)->m;
    const size_t        kept = kept_columns(model, sum);
    double            **memory[] = {
                   &s->at.a, &s->at.vd, &s->at.F, &s->at.Ff, &s->at.Cf, &s->at.Kf, &s->at.d
    };

    s->base.memory_size = memory_size(model);
    s->base.memory = nsd_scratch_zeros(scratch, s->base.memory_size);
    for (size_t i = 0; i < MEMORY_VECTORS && s->base.memory; i++) {
        *memory[i] = s->base.memory + i * n;
    }
    if (s->base.memory) {
        s->at.lambda = s->base.memory + MEMORY_VECTORS * n;
        s->at.lambda_f = s->at.lambda + m + p;
        s->at.extra = s->at.lambda_f + m + p;
    }
    double **vectors[] = { &s->start.q,  &s->start.v,  &s->start.a, &s->start.F, &s->qf,
                           &s->vf,       &s->vdf,      &s->Mv,      &s->Cv,      &s->Kq,
                           &s->start.Cv, &s->start.Kq, &s->work,    &s->work2 };
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        *vectors[i] = nsd_scratch_zeros(scratch, n);
    }
    s->nu = nsd_scratch_zeros(scratch, directions);
    s->nuJ = nsd_scratch_zeros(scratch, p);
    s->LaJ = nsd_scratch_zeros(scratch, p);
    s->X = kept > 0 ? nsd_scratch_doubles(scratch, kept) : NULL;
    s->YK = kept > 0 ? nsd_scratch_doubles(scratch, kept) : NULL;
    s->YC = kept > 0 ? nsd_scratch_doubles(scratch, kept) : NULL;
    return s;
}

size_t nsd_linear_newmark_scratch(const nsd_linear *model, const nsd_step_options *options)
{
    const nsd_factor_sum          sum = nsd_linear_newmark_iteration_matrix(model, options);
    const nsd_factor_sum          mass = mass_matrix(model);
    const nsd_contact_fixed_setup setup = { model, &sum, &options->lcp, NULL };
    nsd_linear_newmark            blank;
    nsd_scratch                   counter = nsd_scratch_counter();

    lay_out(model, &sum, &blank, &counter);
    return nsd_scratch_counted(&counter) + nsd_factor_scratch(&mass) +
           nsd_scheme_contact_scratch(&setup) +
           nsd_step_friction_scratch(&model->surface, model->m) +
           (options->newmark.ggl ? nsd_ggl_scratch(model->m, 1 + model->surface.d, model->p) : 0);
}

nsd_status nsd_linear_newmark_init(nsd_linear_newmark **newmark, const nsd_linear *model,
                                   const nsd_step_options *options, nsd_scratch *scratch)
{
    const nsd_factor_sum sum = nsd_linear_newmark_iteration_matrix(model, options);
    const nsd_factor_sum mass = mass_matrix(model);
    nsd_linear_newmark   blank, *s = lay_out(model, &sum, &blank, scratch);
    nsd_status           status = nsd_scheme_check(model, scratch);

    if (status == NSD_OK &&
        (options->newmark.alpha_m >= 1.0 ||
         (options->newmark.memory && options->newmark.memory_size != s->base.memory_size))) {
        status = NSD_ERR_BAD_ARGUMENT;
    }
    if (status != NSD_OK) {
        return status;
    }
    s->model = model;
    s->constant_force = nsd_force_is_constant(&model->F);
    s->damped = model->C.storage != NSD_ZERO;
    s->base.step = step;
    s->base.energy = nsd_linear_newmark_energy;
    s->base.tally = &s->contact.tally;
    s->given = options->newmark;
    s->h = options->h;
    s->weights = nsd_newmark_weights_of(&s->given);
    nsd_newmark_weights_set_step(&s->weights, &s->given, s->h);
    s->weights.store_a = 0.25 * s->h * s->h * (2.0 * s->given.beta - s->given.gamma);
    *newmark = s;
    NSD_TRY(nsd_factor_init(&s->S, &sum, scratch));
    return nsd_factor_init(&s->mass, &mass, scratch);
}

static nsd_status init(const nsd_linear *model, const nsd_step_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    nsd_linear_newmark *s = NULL;
    nsd_status          status = nsd_linear_newmark_init(&s, model, options, scratch);
    if (status == NSD_OK) {
        status = nsd_linear_newmark_contact_init(s, options, scratch);
    }
    if (status == NSD_OK) {
        nsd_linear_newmark_start(s, state, ledger);
        status = nsd_prediction_friction_init(&s->friction, model, options, state, scratch);
        s->contact.solver.friction = s->friction.d > 0 ? &s->friction.coulomb : NULL;
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

const nsd_linear_scheme nsd_linear_scheme_newmark = { "newmark", nsd_linear_newmark_scratch, init };
const nsd_linear_scheme nsd_linear_scheme_hht = { "hht", nsd_linear_newmark_scratch, init };
const nsd_linear_scheme nsd_linear_scheme_genalpha = { "genalpha", nsd_linear_newmark_scratch,
                                                       init_genalpha };
