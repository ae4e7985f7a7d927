/* nonlinear_newmark_smooth.c - forces of joints in the nonlinear Newmark family, beside the
 * impulses of a step.
 *
 *   M(q+) vd+ = F(t+, q+, v+) + J(q+) lambda                                           (NMK.23)
 * with  J'(v+ - W) + g_t = 0  (velocities)  or  J'vd+ + kappa = 0  (accelerations)
 *
 * lambda is eliminated: accelerations A^-1 f of the linear model lose their part along the joints,
 * so that contacts and impulses of joints are solved for as without these forces. */
#include <string.h>

#include "scheme/nonlinear/nonlinear_newmark.h"

/* J, Z = A^-1 J (newton) or M^-1 J, and W = J'Z with its pseudo-inverse */
static nsd_status respond(nsd_nonlinear_newmark *s, int newton)
{
    nsd_nonlinear_newmark_smooth *smooth = &s->smooth;
    nsd_mechanics                *mechanics = &s->base.mechanics;
    const int                     n = mechanics->model->n, p = mechanics->model->p;

    nsd_mechanics_expand(mechanics, &mechanics->columns.J, mechanics->J, p, smooth->J);
    memcpy(smooth->Z, smooth->J, (size_t)n * (size_t)p * sizeof(double));
    if (newton) {
        nsd_model_matrices_solve_newton(&mechanics->matrices, mechanics->A, p, smooth->Z);
    } else {
        nsd_model_matrices_solve_mass(&mechanics->matrices, s->L, p, smooth->Z);
    }
    nsd_dense_gemm(NSD_TRANSPOSED, p, p, n, 1.0, smooth->J, n, smooth->Z, n, 0.0, smooth->W, p);
    smooth->joints.W_JJ = smooth->W;
    smooth->joints.ld_J = p;
    return nsd_condense_invert(&smooth->joints);
}

nsd_status nsd_nonlinear_newmark_smooth_fill(nsd_nonlinear_newmark *s, double t1)
{
    nsd_model_motion line = { t1, s->q1, s->v1, NULL, s->h };

    if (s->given.joint_force == NSD_JOINT_FORCE_ACCELERATION) {
        NSD_TRY(nsd_model_joint_bias(s->base.mechanics.model, &line, s->smooth.kappa,
                                     s->base.mechanics.work));
    }
    return respond(s, 1);
}

/* miss <- J'x */
static void along_joints(nsd_nonlinear_newmark *s, const double *x)
{
    const int n = s->base.mechanics.model->n, p = s->base.mechanics.model->p;
    nsd_dense_gemv(NSD_TRANSPOSED, n, p, 1.0, s->smooth.J, n, x, 0.0, s->smooth.miss);
}

/* x <- x + scale Z l */
static void add_response(const nsd_nonlinear_newmark *s, double scale, const double *l, double *x)
{
    const int n = s->base.mechanics.model->n, p = s->base.mechanics.model->p;
    nsd_dense_gemv(NSD_PLAIN, n, p, scale, s->smooth.Z, n, l, 1.0, x);
}

void nsd_nonlinear_newmark_smooth_hold(nsd_nonlinear_newmark *s, double *x, double *l)
{
    const int p = s->base.mechanics.model->p;

    along_joints(s, x);
    nsd_condense_joints(&s->smooth.joints, s->smooth.miss, l);
    add_response(s, 1.0, l, x);
    nsd_dense_scale(p, -1.0, l, l);
}

void nsd_nonlinear_newmark_smooth_free(nsd_nonlinear_newmark *s)
{
    nsd_nonlinear_newmark_smooth *smooth = &s->smooth;
    const int                     p = s->base.mechanics.model->p;

    if (s->given.joint_force == NSD_JOINT_FORCE_VELOCITY) {
        along_joints(s, s->vf);
        for (int j = 0; j < p; j++) {
            smooth->miss[j] = (smooth->miss[j] + s->base.mechanics.g_t[j]) / s->weights.to_v;
        }
    } else {
        along_joints(s, s->vd1);
        nsd_dense_add(p, 1.0, smooth->kappa, smooth->miss);
    }
    nsd_condense_joints(&smooth->joints, smooth->miss, smooth->more);
    nsd_dense_add(p, 1.0, smooth->more, smooth->lambda);
    add_response(s, 1.0, smooth->more, s->vd1);
    add_response(s, s->weights.to_q, smooth->more, s->qf);
    add_response(s, s->weights.to_v, smooth->more, s->vf);
}

void nsd_nonlinear_newmark_smooth_pull(nsd_nonlinear_newmark *s)
{
    const int n = s->base.mechanics.model->n, p = s->base.mechanics.model->p;
    nsd_dense_gemv(NSD_PLAIN, n, p, 1.0, s->smooth.J, n, s->smooth.lambda, 0.0, s->smooth.pull);
}

nsd_status nsd_nonlinear_newmark_smooth_start(nsd_nonlinear_newmark *s, const nsd_state *state)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const int        n = mechanics->model->n, p = mechanics->model->p;
    nsd_model_motion line = { state->t, state->q, state->v, NULL, mechanics->options.step.h };

    NSD_TRY(nsd_mechanics_joint_normals(mechanics, state->t, state->q));
    NSD_TRY(nsd_model_joint_bias(mechanics->model, &line, s->smooth.kappa, mechanics->work));
    NSD_TRY(respond(s, 0));
    along_joints(s, s->at.a);
    nsd_dense_add(p, 1.0, s->smooth.kappa, s->smooth.miss);
    nsd_condense_joints(&s->smooth.joints, s->smooth.miss, s->smooth.lambda);
    add_response(s, 1.0, s->smooth.lambda, s->at.a);
    nsd_nonlinear_newmark_smooth_pull(s);
    memcpy(s->at.pull, s->smooth.pull, (size_t)n * sizeof(double));
    nsd_dense_add(n, 1.0, s->smooth.pull, s->start.F);
    return NSD_OK;
}
