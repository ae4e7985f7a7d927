/* nonlinear_paoli_end.c - one step of Schatzman-Paoli with the mass matrix of its end, the force
 * inside it and normals at the mean, by Newton's iteration on the half-step velocity w+.
 *
 *   M(q_n+1)(w+ - w) = h F(t_n + theta h, q_n + theta h w+, v_theta) + H P + J mu
 *   v_theta = theta (w + w+)/2 + (1 - theta) v_n-1                                      (SP.13)
 *
 * v_n-1: the central velocity of the row before. */
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_paoli.h"

/* Ratio of two changes of Newton's iteration above which dF/dq and dF/dv are taken anew. Smaller:
 * more evaluations of the force; larger: more iterations. */
#define REFRESH_RATIO 1e-2

/* Force, mass and A = M - theta (h/2) dF/dv - theta h^2 dF/dq at the iterate w1         (SP.14) */
static nsd_status factor(nsd_nonlinear_paoli *s, const nsd_state *state, double t, int fresh)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     h = mechanics->options.step.h, theta = mechanics->options.step.theta;
    const double     at = t + theta * h;
    double          *q = mechanics->q_mid, *v = mechanics->v_mid;

    for (int i = 0; i < model->n; i++) {
        q[i] = s->q1[i] + theta * h * s->w1[i];
        v[i] = 0.5 * theta * (s->w[i] + s->w1[i]) + (1.0 - theta) * state->v[i];
        s->mean[i] = s->q1[i] + h * s->w1[i];
    }
    NSD_TRY(nsd_mechanics_force(mechanics, at, q, v, mechanics->F));
    NSD_TRY(nsd_mechanics_mass(mechanics, s->mean));
    if (fresh || !mechanics->have_jacobians) {
        NSD_TRY(nsd_mechanics_force_jac(mechanics, at, q, v));
        mechanics->have_jacobians = 1;
    }
    for (size_t i = 0; i < mechanics->matrices.size; i++) {
        mechanics->A[i] = mechanics->M[i] - 0.5 * theta * h * mechanics->Fv[i] -
                          theta * h * h * mechanics->Fq[i];
    }
    return nsd_nonlinear_base_factor(mechanics);
}

/* wf <- w1 + A^-1 (h F - M (w1 - w)), the iterate without impulses                      (SP.14) */
static void free_motion(nsd_nonlinear_paoli *s)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n;

    nsd_dense_scale(n, mechanics->options.step.h, mechanics->F, s->wf);
    nsd_dense_sum(n, s->w1, -1.0, s->w, s->mean);
    nsd_model_matrices_times(&mechanics->matrices, -1.0, mechanics->M, s->mean, 1.0, s->wf);
    nsd_mechanics_solve(mechanics, s->wf);
    nsd_dense_add(n, 1.0, s->w1, s->wf);
}

/* Normals of contacts at their means, of joints at q_n */
static nsd_status fill_normals(nsd_nonlinear_paoli *s, const nsd_state *state, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     n = (size_t)model->n;
    const int        rounds = s->same_restitution && model->m > 0 ? 1 : model->m;

    for (int a = 0; a < rounds; a++) {
        const double at = nsd_nonlinear_paoli_mean(s, state->q, s->w1, t, a);
        NSD_TRY(nsd_mechanics_contact_normals(mechanics, at, s->mean));
        memcpy(s->normals + (size_t)a * n, mechanics->H + (size_t)a * n, n * sizeof(double));
    }
    if (rounds > 1) {
        memcpy(mechanics->H, s->normals, n * (size_t)model->m * sizeof(double));
    }
    nsd_nonlinear_paoli_select_all(&mechanics->tally);
    NSD_TRY(nsd_mechanics_joint_normals(mechanics, t, s->q1));
    nsd_mechanics_gather(mechanics);
    return NSD_OK;
}

/* w1 <- wf + A^-1 G z with gaps and joints linearised at the iterate w1; *closed: contacts or
 * joints take part                                                                      (SP.14) */
static nsd_status solve_contacts(nsd_nonlinear_paoli *s, const nsd_state *state, double t,
                                 int *closed)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const size_t     n = (size_t)model->n, size = (size_t)(model->m + model->p);

    NSD_TRY(nsd_nonlinear_paoli_fill_right_sides(s, state, s->w1, t));
    NSD_TRY(fill_normals(s, state, t));
    nsd_dense_sum(model->n, s->wf, -1.0, s->w1, mechanics->v_mid);
    for (size_t i = 0; i < size; i++) {
        mechanics->u[i] += nsd_dense_dot(model->n, mechanics->G + i * n, mechanics->v_mid);
    }
    memcpy(s->w1, s->wf, n * sizeof(double));
    *closed = nsd_nonlinear_paoli_closes(s);
    return *closed ? nsd_nonlinear_paoli_add_impulses(s) : NSD_OK;
}

nsd_status nsd_nonlinear_paoli_solve_end(nsd_nonlinear_paoli *s, const nsd_state *state, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    double           previous = INFINITY;
    int              fresh = 0, closed = 0;

    memset(s->z, 0, (size_t)(model->m + model->p) * sizeof(double));
    for (int iter = 0; iter < mechanics->options.newton_max_iter; iter++) {
        memcpy(mechanics->r, s->w1, (size_t)model->n * sizeof(double));
        NSD_TRY(factor(s, state, t, fresh));
        free_motion(s);
        if (model->m + model->p > 0) {
            NSD_TRY(solve_contacts(s, state, t, &closed));
        } else {
            memcpy(s->w1, s->wf, (size_t)model->n * sizeof(double));
        }
        const nsd_nonlinear_paoli_change change = nsd_nonlinear_paoli_change_of(s);
        if (nsd_nonlinear_paoli_converged(s, &change, previous, closed)) {
            return NSD_OK;
        }
        fresh = change.relative > REFRESH_RATIO * previous;
        previous = s->base.stepper.newton_residual = change.relative;
    }
    return NSD_NEWTON;
}
