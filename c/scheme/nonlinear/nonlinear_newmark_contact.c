/* nonlinear_newmark_contact.c - contacts and joints in one Newton iteration of the nonlinear
 * Newmark family, at one level or at two. */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_newmark.h"

/* GGL: a contact that the iterate closes becomes a candidate and remains one           (NMK.20) */
static void add_candidates(nsd_nonlinear_newmark *s)
{
    nsd_tally *tally = &s->base.mechanics.tally;
    int        known = 0, count = 0;

    for (int a = 0; a < tally->m; a++) {
        const int already = known < tally->count && tally->active[known] == a;
        known += already;
        if (already || s->base.mechanics.y[a] <= 0.0) {
            s->ggl.index[count++] = a;
        }
    }
    memcpy(tally->active, s->ggl.index, (size_t)count * sizeof(int));
    tally->count = count;
}

/* Gaps, joints and their gradients at the iterate; u <- the joints */
static nsd_status evaluate_constraints(nsd_nonlinear_newmark *s, double t1)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;

    if (mechanics->tally.count + s->base.friction.cohesive_contacts > 0) {
        NSD_TRY(nsd_mechanics_contact_normals(mechanics, t1, s->q1));
        if (s->given.ggl) {
            NSD_TRY(nsd_mechanics_gaps(mechanics, t1, s->q1, mechanics->y));
        }
        if (s->block > 1) { /*                                                          (FC.8) */
            NSD_TRY(nsd_mechanics_tangents(mechanics, t1, s->q1));
        }
    }
    if (s->given.ggl && mechanics->tally.count > 0) {
        add_candidates(s);
    }
    NSD_TRY(nsd_mechanics_joint_normals(mechanics, t1, s->q1));
    return model->p > 0 && s->given.ggl ? nsd_mechanics_joints(mechanics, t1, s->q1, s->u) : NSD_OK;
}

/* Y <- A^-1 (-D) X for a force Jacobian D */
static void response(nsd_mechanics *mechanics, const double *D, const double *X, double *Y,
                     int size)
{
    nsd_model_matrices_times_many(&mechanics->matrices, size, -1.0, D, X, Y);
    nsd_model_matrices_solve_newton(&mechanics->matrices, mechanics->A, size, Y);
}

/* YK and YC with the forces of joints that go with them                                (NMK.25) */
static nsd_status hold_responses(nsd_nonlinear_newmark *s, double t1)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    const size_t         n = (size_t)mechanics->model->n, p = (size_t)mechanics->model->p;
    const size_t         size = (size_t)(mechanics->tally.count * s->block) + p;

    NSD_TRY(nsd_nonlinear_newmark_smooth_fill(s, t1));
    for (size_t j = 0; j < size; j++) {
        nsd_nonlinear_newmark_smooth_hold(s, s->response.YK + j * n, s->smooth.LK + j * p);
        nsd_nonlinear_newmark_smooth_hold(s, s->response.YC + j * n, s->smooth.LC + j * p);
    }
    return NSD_OK;
}

nsd_status nsd_nonlinear_newmark_fill_responses(nsd_nonlinear_newmark *s, double t1)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n, p = model->p;

    NSD_TRY(evaluate_constraints(s, t1));
    if (mechanics->tally.count + p == 0) {
        return NSD_OK;
    }
    const int    count = mechanics->tally.count * s->block;
    const size_t contacts = (size_t)n * (size_t)count, joints = (size_t)n * (size_t)p;
    nsd_mechanics_gather_blocks(mechanics);
    nsd_mechanics_expand(mechanics, &mechanics->columns.G, mechanics->G, count + p, s->response.X);
    nsd_model_matrices_solve_mass(&mechanics->matrices, s->L, count + p, s->response.X);
    memcpy(s->response.XJ, s->response.X + contacts, joints * sizeof(double));
    for (size_t i = 0; i < joints; i++) { /* mean of both ends of the step             (NMK.18) */
        s->response.X[contacts + i] = 0.5 * (s->response.XJ[i] + s->start.X[i]);
    }
    response(mechanics, mechanics->Fq, s->response.X, s->response.YK, count + p);
    response(mechanics, mechanics->Fv, s->response.X, s->response.YC, count + p);
    return nsd_nonlinear_newmark_pulls(s) ? hold_responses(s, t1) : NSD_OK;
}

/* mechanics->u <- velocities of the free motion with restitution, in the order of G's columns */
static void fill_velocity_sides(nsd_nonlinear_newmark *s)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        count = mechanics->tally.count;
    double          *uJ = mechanics->u + count * s->block;

    for (int i = 0; i < count; i++) {
        const int a = mechanics->tally.active[i];
        double   *u = mechanics->u + i * s->block;
        u[0] = nsd_mechanics_gap_rate(mechanics, a, s->vf) +
               nsd_nonlinear_base_restitution(&s->base, a, s->U0[a]) * s->U0[a];
        nsd_step_friction_free_velocities(&s->base.friction, i, a, s->vf, u + 1);
    }
    for (int j = 0; j < model->p; j++) {
        uJ[j] = nsd_mechanics_joint_rate(mechanics, j, s->vf);
    }
}

/* La from the velocities, nu = (h/2) La                                         (NMK.7), (FC.7) */
static nsd_status one_level(nsd_nonlinear_newmark *s)
{
    nsd_mechanics       *mechanics = &s->base.mechanics;
    const int            n = mechanics->model->n, count = mechanics->tally.count * s->block;
    const int            size = count + mechanics->model->p;
    nsd_contact_varying *contact = &mechanics->contact;
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(mechanics, count,
                                                                      mechanics->model->p);

    fill_velocity_sides(s);
    NSD_TRY(nsd_contact_varying_check_normals(contact, &problem, s->block, 1, mechanics->u));
    for (size_t i = 0; i < (size_t)n * (size_t)size; i++) {
        contact->X[i] = s->response.X[i] -
                        s->weights.to_v * (0.5 * s->h * s->response.YK[i] + s->response.YC[i]);
    }
    nsd_contact_varying_fill(contact, &problem, contact->X);
    contact->friction = s->block > 1 ? &s->base.friction.coulomb : NULL;
    const nsd_status status = nsd_contact_varying_solve_delassus(contact, count,
                                                                 mechanics->model->p, mechanics->u);
    contact->friction = NULL;
    for (int j = 0; j < size; j++) {
        const int k = nsd_nonlinear_newmark_index(s, j);
        s->La[k] = contact->z[j];
        s->nu[k] = 0.5 * s->h * contact->z[j];
    }
    return status;
}

/* G_i'x */
static double column(const nsd_mechanics *mechanics, int i, const double *x)
{
    return nsd_mechanics_dot(mechanics, &mechanics->columns.G, mechanics->G, i, x);
}

/* Entries of (NMK.8): nu = h nu', gaps over h */
static void fill_two_levels(nsd_nonlinear_newmark *s, int size)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    const int            n = mechanics->model->n;
    const double         h = s->h;

    for (int j = 0; j < size; j++) {
        const size_t at = (size_t)j * (size_t)n;
        for (int i = 0; i < size; i++) {
            const double X = column(mechanics, i, s->response.X + at);
            const double K = column(mechanics, i, s->response.YK + at),
                         C = column(mechanics, i, s->response.YC + at);
            const nsd_ggl_response entry = { X - s->weights.to_q * K, -s->weights.to_q * C / h,
                                             -s->weights.to_v * K * h, X - s->weights.to_v * C };
            nsd_ggl_fill_entry(&s->ggl, i, j, &entry);
        }
    }
}

/* Right-hand sides of (NMK.8), gaps and joints linearised at the iterate               (NMK.20) */
static void fill_right_sides(nsd_nonlinear_newmark *s, const double *g)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n, p = mechanics->model->p, count = mechanics->tally.count;
    const int      directions = count * s->block;
    double        *move = mechanics->q_mid;

    nsd_dense_sum(n, s->qf, -1.0, s->q1, move);
    fill_velocity_sides(s);
    for (int i = 0; i < count; i++) {
        const int a = mechanics->tally.active[i];
        s->ggl.r[i] = (mechanics->y[a] + nsd_mechanics_normal(mechanics, a, move)) / s->h;
        if (s->block > 1) {
            s->ggl.id[i] = a;
            s->ggl.speed[i] = s->base.friction.coulomb.speed[i];
        }
    }
    memcpy(s->ggl.r + count, mechanics->u, (size_t)directions * sizeof(double));
    for (int j = 0; j < p; j++) {
        s->ggl.rJ[j] = (g[j] + nsd_mechanics_joint(mechanics, j, move)) / s->h;
        s->ggl.rJ[p + j] = mechanics->u[directions + j];
    }
}

/* nu and La from z and zJ of both levels */
static void impulses_from_levels(nsd_nonlinear_newmark *s)
{
    const nsd_ggl *ggl = &s->ggl;
    const int      count = s->base.mechanics.tally.count, p = ggl->p, directions = count * s->block;

    for (int j = 0; j < directions; j++) {
        const int k = nsd_nonlinear_newmark_index(s, j);
        s->La[k] = ggl->z[count + j];
        s->nu[k] = j % s->block == 0 ? s->h * ggl->z[j / s->block] : 0.5 * s->h * s->La[k];
    }
    for (int j = 0; j < p; j++) {
        s->nu[s->directions + j] = s->h * ggl->zJ[j];
        s->La[s->directions + j] = ggl->zJ[p + j];
    }
}

/* Candidates <- the closed contacts, whose problem failed: the report names them */
static void keep_closed(nsd_nonlinear_newmark *s)
{
    nsd_tally *tally = &s->base.mechanics.tally;
    int        count = 0;
    for (int i = 0; i < tally->count; i++) {
        if (s->ggl.closed[i]) {
            tally->active[count++] = tally->active[i];
        }
    }
    tally->count = count;
}

/* nu and La from positions and velocities                                       (NMK.8), (FC.9) */
static nsd_status two_levels(nsd_nonlinear_newmark *s)
{
    nsd_mechanics                    *mechanics = &s->base.mechanics;
    nsd_ggl                          *ggl = &s->ggl;
    const int                         count = mechanics->tally.count, block = s->block;
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(mechanics, count * block,
                                                                      mechanics->model->p);

    nsd_ggl_resize(ggl, count);
    fill_two_levels(s, count * block + mechanics->model->p);
    fill_right_sides(s, s->u);
    NSD_TRY(
        nsd_contact_varying_check_normals(&mechanics->contact, &problem, block, 1, ggl->r + count));
    NSD_TRY(nsd_contact_varying_check_normals(&mechanics->contact, &problem, block, block, ggl->r));
    NSD_TRY(nsd_ggl_condense(ggl));
    memset(ggl->z, 0, (size_t)nsd_ggl_size(ggl) * sizeof(double));
    for (int j = 0; j < count * block && block > 1; j++) {
        ggl->z[count + j] = s->La[nsd_nonlinear_newmark_index(s, j)]; /* a guess */
    }
    mechanics->contact.solver.friction = block > 1 ? &s->base.friction.coulomb : NULL;
    const nsd_status status = nsd_ggl_solve(ggl, &mechanics->contact.solver);
    if (status == NSD_OK) {
        impulses_from_levels(s);
    } else if (block > 1) {
        keep_closed(s);
    }
    return status;
}

nsd_status nsd_nonlinear_newmark_solve_contacts(nsd_nonlinear_newmark *s)
{
    return s->given.ggl ? two_levels(s) : one_level(s);
}
