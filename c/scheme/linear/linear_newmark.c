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
    const nsd_linear *model = s->base.model;
    const int         n = model->n;
    const double      h = s->base.h, h2 = h * h, be = s->given.beta, ga = s->given.gamma;
    /* w_vd vd - w_a a: a+ of (NMK.3) without vd+ */
    const double q_a = h2 * (0.5 - be - be * s->weights.w_a), q_vd = h2 * be * s->weights.w_vd;
    const double v_a = h * (1.0 - ga - ga * s->weights.w_a), v_vd = h * ga * s->weights.w_vd;
    const double *NSD_RESTRICT q = state->q, *NSD_RESTRICT v = state->v;
    const double *NSD_RESTRICT a = s->at.a, *NSD_RESTRICT vd = s->at.vd;
    double *NSD_RESTRICT qf = s->qf, *NSD_RESTRICT vf = s->vf, *NSD_RESTRICT vdf = s->vdf;

    if (!s->base.constant_force) {
        memcpy(s->start.F, s->at.F, (size_t)n * sizeof(double));
        nsd_linear_base_force(&s->base, state, s->at.F);
    }
    for (int i = 0; i < n; i++) {
        qf[i] = q[i] + h * v[i] + q_a * a[i] + q_vd * vd[i];
        vf[i] = v[i] + v_a * a[i] + v_vd * vd[i];
    }
    nsd_matrix_times(&model->K, qf, s->work);
    nsd_dense_sum(n, s->at.F, -1.0, s->work, vdf);
    if (s->damped) {
        nsd_matrix_times(&model->C, vf, s->work);
        nsd_dense_add(n, -1.0, s->work, vdf);
    }
    nsd_factor_solve(&s->base.factor,
                     vdf); /*                                                    (NMK.5) */
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
    const nsd_linear *model = s->base.model;
    const size_t      bytes = (size_t)model->n * sizeof(double);

    memcpy(s->start.q, state->q, bytes);
    memcpy(s->start.v, state->v, bytes);
    memcpy(s->start.a, s->at.a, bytes);
    memcpy(state->q, s->qf, bytes);
    memcpy(state->v, s->vf, bytes);
    for (int i = 0; i < model->n; i++) { /*                                             (NMK.3) */
        s->at.a[i] = nsd_newmark_weights_average(&s->weights, s->vdf[i], s->at.vd[i], s->at.a[i]);
    }
    memcpy(s->at.vd, s->vdf, bytes);
    swap(&s->Cv, &s->start.Cv);
    swap(&s->Kq, &s->start.Kq);
    if (s->damped) {
        nsd_matrix_times(&model->C, state->v, s->Cv);
    }
    nsd_matrix_times(&model->K, state->q, s->Kq);
    nsd_linear_base_end_step(&s->base, state, state->v, 0.5);
}

/* Adds the effect of impulses r of the directions and state->joint at velocity level, with position
 * impulses nu = (h/2) La                                                               (NMK.7) */
static void apply_velocity_impulses(nsd_linear_newmark *s, const double *r, const double *joint)
{
    const nsd_linear_newmark_impulses impulses = { s->nu, r, s->nuJ, joint };
    nsd_dense_scale(s->base.contact.G->m, 0.5 * s->base.h, r, s->nu);
    nsd_dense_scale(s->base.model->p, 0.5 * s->base.h, joint, s->nuJ);
    nsd_linear_newmark_apply_impulses(s, &impulses);
}

/* Impulses of joints in the motion without contacts                                    (NMK.7) */
static nsd_status solve_joints(nsd_linear_newmark *s, nsd_state *state)
{
    const nsd_linear *model = s->base.model;
    double *none = s->base.contact.u; /* zeros after the solution; state->P tells who rests */

    s->base.contact.tally.count = 0;
    for (int j = 0; j < model->p; j++) {
        s->base.contact.uJ[j] = nsd_columns_dot(&model->J, j, s->vf);
    }
    NSD_TRY(nsd_contact_fixed_solve(&s->base.contact, s->base.contact.u, s->base.contact.uJ, none,
                                    state->joint));
    apply_velocity_impulses(s, none, state->joint);
    memcpy(s->LaJ, state->joint, (size_t)model->p * sizeof(double));
    return NSD_OK;
}

/* One impulse per contact that the motion without contacts closes: nu = (h/2) La (NMK.7), (FC.7) */
static nsd_status one_level(nsd_linear_newmark *s, nsd_state *state)
{
    nsd_contact_fixed *contact = &s->base.contact;
    const nsd_linear  *model = s->base.model;
    double            *r = nsd_linear_newmark_r(s, state);

    if (model->p > 0) {
        NSD_TRY(solve_joints(s, state));
    }
    nsd_linear_base_find_active(&s->base, state, s->qf, 0.0, s->vf);
    if (contact->tally.count == 0) {
        memset(r, 0, (size_t)contact->G->m * sizeof *r);
        return NSD_OK;
    }
    NSD_TRY(nsd_contact_fixed_solve(contact, contact->u, contact->uJ, r, state->joint));
    apply_velocity_impulses(s, r, state->joint);
    nsd_dense_add(model->p, 1.0, s->LaJ, state->joint);
    return NSD_OK;
}

/* Right-hand sides of (NMK.8) for every direction; returns the number of contacts that the free
 * motion closes */
static int fill_right_sides(nsd_linear_newmark *s, const nsd_state *state)
{
    const nsd_linear *model = s->base.model;
    const int         m = model->m, p = model->p;
    nsd_ggl          *ggl = &s->ggl;
    int               closing = 0;

    for (int a = 0; a < m; a++) {
        double *u = ggl->r + m + a * ggl->block;
        ggl->r[a] = (nsd_columns_dot(&model->H, a, s->qf) + model->b[a]) / s->base.h;
        u[0] = nsd_columns_dot(&model->H, a, s->vf) + model->e[a] * state->U[a];
        nsd_step_friction_free_velocities(&s->base.friction, a, a, s->vf, u + 1);
        ggl->id[a] = a;
        ggl->speed[a] = s->base.friction.d > 0 ? s->base.friction.coulomb.speed[a] : 0.0;
        closing += ggl->r[a] <= 0.0;
    }
    for (int j = 0; j < p; j++) {
        ggl->rJ[j] = (nsd_columns_dot(&model->J, j, s->qf) + model->bJ[j]) / s->base.h;
        ggl->rJ[p + j] = nsd_columns_dot(&model->J, j, s->vf);
    }
    return closing;
}

/* Impulses of the answer: nu = h nu' along the normals, (h/2) La along the tangents; the closed
 * contacts into the tally */
static void impulses_from_levels(nsd_linear_newmark *s, double *r, double *joint)
{
    const nsd_ggl *ggl = &s->ggl;
    const int      m = s->base.model->m, p = s->base.model->p;
    nsd_tally     *tally = &s->base.contact.tally;

    for (int k = 0; k < s->base.contact.G->m; k++) {
        const int normal = k % ggl->block == 0;
        r[k] = ggl->z[m + k];
        s->nu[k] = normal ? s->base.h * ggl->z[k / ggl->block] : 0.5 * s->base.h * r[k];
    }
    for (int j = 0; j < p; j++) {
        s->nuJ[j] = s->base.h * ggl->zJ[j];
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
    const size_t m = (size_t)s->base.model->m, directions = (size_t)s->base.contact.G->m;
    const int    closing = fill_right_sides(s, state);

    s->base.contact.tally.count = 0;
    if (closing + s->base.model->p == 0) {
        memset(r, 0, directions * sizeof *r);
        memset(s->nu, 0, directions * sizeof *r);
        return NSD_OK;
    }
    memset(ggl->z, 0, m * sizeof(double));
    memcpy(ggl->z + m, r, directions * sizeof(double)); /* a guess */
    const nsd_status status = nsd_ggl_solve(ggl, &s->base.contact.solver);
    nsd_contact_solver_report(&s->base.contact.solver, &s->base.contact.tally);
    if (status == NSD_OK) {
        impulses_from_levels(s, r, state->joint);
        nsd_linear_newmark_apply_impulses(s, &impulses);
    }
    return status;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_linear_newmark *s = (nsd_linear_newmark *)stepper;

    nsd_linear_newmark_free_motion(s, state);
    if (nsd_linear_base_cohesion(&s->base, state) > 0) {
        memset(state->joint, 0, (size_t)s->base.model->p * sizeof(double)); /*           (LW.5) */
        apply_velocity_impulses(s, s->base.contact.u, state->joint);
    }
    NSD_TRY(s->uses_levels ? nsd_linear_newmark_levels_solve(s, state)
            : s->given.ggl ? two_levels(s, state)
                           : one_level(s, state));
    nsd_linear_newmark_to_state(s, state);
    return NSD_OK;
}

static nsd_factor_sum iteration_matrix(const nsd_linear *model, const nsd_step_options *options)
{
    const nsd_newmark_options *given = &options->newmark;
    const double               now = (1.0 - given->alpha_f) / (1.0 - given->alpha_m);
    return nsd_linear_base_matrix(model, options->h * given->gamma * now,
                                  options->h * options->h * given->beta * now);
}

static nsd_factor_sum mass_matrix(const nsd_linear *model)
{
    nsd_factor_sum sum = nsd_linear_base_matrix(model, 0.0, 0.0);
    sum.symmetric = 1;
    sum.sparse = model->sparse_mass;
    return sum;
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
    nsd_stepper        *stepper = &s->base.stepper;
    const size_t        n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    const size_t        kept = kept_columns(model, sum);
    double **const      memory[] = { &s->at.a,  &s->at.vd, &s->at.F, &s->at.Ff,
                                     &s->at.Cf, &s->at.Kf, &s->at.d, &s->at.lambda };

    stepper->memory_size = MEMORY_VECTORS * n + 2 * (m + p) + 1;
    stepper->memory = nsd_scratch_zeros(scratch, stepper->memory_size);
    for (size_t i = 0; i <= MEMORY_VECTORS && stepper->memory; i++) {
        *memory[i] = stepper->memory + i * n;
    }
    if (stepper->memory) {
        s->at.lambda_f = s->at.lambda + m + p;
        s->at.extra = s->at.lambda_f + m + p;
    }
    NSD_SCRATCH_ZEROS(scratch, n, &s->start.q, &s->start.v, &s->start.a, &s->start.F, &s->qf,
                      &s->vf, &s->vdf, &s->Mv, &s->Cv, &s->Kq, &s->start.Cv, &s->start.Kq, &s->work,
                      &s->work2);
    NSD_SCRATCH_ZEROS(scratch, (size_t)nsd_contact_fixed_directions(model)->m, &s->nu);
    NSD_SCRATCH_ZEROS(scratch, p, &s->nuJ, &s->LaJ);
    if (kept > 0) {
        NSD_SCRATCH_ZEROS(scratch, kept, &s->X, &s->YK, &s->YC);
    }
    return s;
}

size_t nsd_linear_newmark_scratch(const nsd_linear *model, const nsd_step_options *options)
{
    const nsd_factor_sum sum = iteration_matrix(model, options), mass = mass_matrix(model);
    nsd_scratch         *counter = NSD_SCRATCH_COUNTER;

    const int ggl = options->newmark.ggl;

    if (nsd_linear_newmark_has_levels(model, ggl)) {
        nsd_linear_newmark_levels_lay_out(&(nsd_linear_newmark){ 0 }, model, counter);
    } else if (ggl) {
        nsd_scratch_part(counter, nsd_ggl_scratch(model->m, 1 + model->surface.d, model->p));
    }
    lay_out(model, &sum, &(nsd_linear_newmark){ 0 }, counter);
    return nsd_scratch_counted(counter) + nsd_factor_scratch(&mass) +
           nsd_linear_base_scratch(model, &sum, &options->lcp);
}

nsd_status nsd_linear_newmark_init(nsd_linear_newmark **newmark, const nsd_linear *model,
                                   const nsd_step_options *options, nsd_factor_sum *sum,
                                   nsd_scratch *scratch)
{
    const nsd_factor_sum mass = mass_matrix(model);
    nsd_linear_newmark   blank, *s;

    *sum = iteration_matrix(model, options);
    s = lay_out(model, sum, &blank, scratch);
    if (options->newmark.alpha_m >= 1.0) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    NSD_TRY(nsd_linear_base_init(&s->base, model, options, sum, scratch));
    s->damped = model->C.storage != NSD_ZERO;
    s->base.stepper.step = step;
    s->base.stepper.energy = nsd_linear_newmark_energy;
    s->given = options->newmark;
    s->weights = nsd_newmark_weights_of(&s->given);
    nsd_newmark_weights_set_step(&s->weights, &s->given, s->base.h);
    s->weights.store_a = 0.25 * s->base.h * s->base.h * (2.0 * s->given.beta - s->given.gamma);
    *newmark = s;
    return nsd_factor_init(&s->mass, &mass, scratch);
}

static nsd_status init(const nsd_linear *model, const nsd_step_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper)
{
    nsd_linear_newmark *s = NULL;
    nsd_factor_sum      sum;

    NSD_TRY(nsd_linear_newmark_init(&s, model, options, &sum, scratch));
    NSD_TRY(nsd_linear_newmark_contact_init(s, options, &sum, scratch));
    nsd_linear_newmark_start(s, state, ledger);
    *stepper = &s->base.stepper;
    return nsd_linear_base_friction(&s->base, options, state, scratch);
}

static nsd_status init_genalpha(const nsd_linear *model, const nsd_step_options *options,
                                nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                nsd_stepper **stepper)
{
    nsd_step_options own = *options;
    own.newmark.plain_works = 1;
    return init(model, &own, scratch, state, ledger, stepper);
}

/* clang-format off */
#define NEWMARK(name, init, algorithmic) \
    { name, nsd_linear_newmark_scratch, init, NSD_UNLESS_EXACT, algorithmic, 0, 0 }
/* clang-format on */
const nsd_linear_scheme nsd_linear_scheme_newmark = NEWMARK("newmark", init, NSD_UNLESS_AVERAGE);
const nsd_linear_scheme nsd_linear_scheme_hht = NEWMARK("hht", init, NSD_UNLESS_AVERAGE);
const nsd_linear_scheme nsd_linear_scheme_genalpha = NEWMARK("genalpha", init_genalpha, 0);
