/* nonlinear_newmark_solve.c - one step of the nonlinear Newmark family: Newton's iteration
 * on vd+ with the contact problem inside, first without contacts, then with the contacts that the
 * motion closes. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "scheme/nonlinear/nonlinear_newmark.h"

/* Refresh ratio, instead of that of nonlinear_newmark.h, after new dF/dq and dF/dv did not help:
 * the neglected derivatives of M and X slow the iteration down. Smaller: useless evaluations of the
 * force; larger: a force that has changed is noticed late. */
#define USELESS_REFRESH_RATIO 0.3

/* Ratio of the first two Newton changes above which the next solution begins with new dF/dq and
 * dF/dv if these are AGED_JACOBIAN_SOLVES old. Smaller: more evaluations of the force; larger: more
 * iterations. */
#define AGED_REFRESH_RATIO 1e-4

/* Newton solutions (one or two in a step) after which dF/dq and dF/dv count as old. Smaller: more
 * evaluations of the force; larger: more iterations. */
#define AGED_JACOBIAN_SOLVES 8

/* Reciprocal condition number of the iteration matrix up to which a step counts as singular and is
 * halved. Smaller: singular steps give huge accelerations; larger: steps of stiff systems are
 * halved without need. */
#define SINGULAR_RCOND 1e-15

/* Part of the force that F - M vd may leave when the change of the iterate passes; otherwise old
 * Jacobians made the change small, and an iteration with new ones follows. Larger: wrong answers
 * pass where the step should be halved; smaller: more evaluations of the force. */
#define STALE_FORCE_RESIDUAL 1e-3

/* Error of a joint, as a part of max|q|, h max|v| or h^2 max|v'| (a body at rest in the origin has
 * nothing else), above which the joints contradict each other. Larger: runs with contradicting
 * joints go on; smaller: rounding of a joint ends the run. */
#define CONTRADICTING_JOINT_ERROR 1e-7

/* A <- M - to_v Fv - to_q Fq                                                          (NMK.19) */
static nsd_status factor_newton(nsd_nonlinear_newmark *s, double t1, int fresh)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;

    if (fresh || !mechanics->have_jacobians) {
        NSD_TRY(nsd_mechanics_force_jac(mechanics, t1, s->q1, s->v1));
        mechanics->have_jacobians = 1;
    } else if (model->constant_mass && mechanics->newton_h == s->h) {
        return NSD_OK;
    }
    for (size_t i = 0; i < mechanics->matrices.size; i++) {
        mechanics->A[i] = mechanics->M[i] - s->weights.to_v * mechanics->Fv[i] -
                          s->weights.to_q * mechanics->Fq[i];
    }
    mechanics->newton_h = 0.0;
    mechanics->holds = NSD_HOLDS_LU;
    if (nsd_model_matrices_factor_regular(&mechanics->matrices, mechanics->A, SINGULAR_RCOND,
                                          mechanics->work, s->condition_work) != NSD_OK) {
        return NSD_SINGULAR_STEP;
    }
    mechanics->newton_h = s->h;
    return NSD_OK;
}

/* Mass matrix, its factor and force at the iterate */
static nsd_status evaluate(nsd_nonlinear_newmark *s, double t1)
{
    nsd_mechanics *mechanics = &s->base.mechanics;

    if (!mechanics->model->constant_mass) {
        NSD_TRY(nsd_mechanics_mass(mechanics, s->q1));
        NSD_TRY(nsd_mechanics_cholesky(mechanics, s->L));
    }
    return nsd_mechanics_force(mechanics, t1, s->q1, s->v1, mechanics->F);
}

/* vd1, qf, vf <- the motion without impulses, by the linear model of the iterate       (NMK.19) */
static void free_motion(nsd_nonlinear_newmark *s)
{
    nsd_mechanics      *mechanics = &s->base.mechanics;
    nsd_model_matrices *matrices = &mechanics->matrices;
    const int           n = mechanics->model->n;
    double             *r = mechanics->r;

    for (int i = 0; i < n; i++) {
        s->qf[i] = s->qs[i] + s->weights.to_q * s->vd1[i];
        s->vf[i] = s->vs[i] + s->weights.to_v * s->vd1[i];
        r[i] = mechanics->F[i];
        mechanics->q_mid[i] = s->qf[i] - s->q1[i];
        mechanics->v_mid[i] = s->vf[i] - s->v1[i];
    }
    nsd_model_matrices_times(matrices, -1.0, mechanics->M, s->vd1, 1.0, r);
    if (nsd_nonlinear_newmark_pulls(s)) {
        nsd_nonlinear_newmark_smooth_pull(s);
        nsd_dense_add(n, 1.0, s->smooth.pull, r);
    }
    s->control.force_residual = nsd_dense_max_abs(n, r) /
                                fmax(nsd_dense_max_abs(n, mechanics->F), DBL_MIN);
    nsd_model_matrices_times(matrices, 1.0, mechanics->Fq, mechanics->q_mid, 1.0, r);
    nsd_model_matrices_times(matrices, 1.0, mechanics->Fv, mechanics->v_mid, 1.0, r);
    nsd_model_matrices_solve_newton(matrices, mechanics->A, 1, r);
    for (int i = 0; i < n; i++) {
        s->vd1[i] += r[i];
        s->qf[i] += s->weights.to_q * r[i];
        s->vf[i] += s->weights.to_v * r[i];
    }
    if (nsd_nonlinear_newmark_pulls(s)) {
        nsd_nonlinear_newmark_smooth_free(s);
    }
}

/* Adds to qf, vf, vd1 the effect of the impulses nu and La                              (NMK.6) */
static void apply_impulses(nsd_nonlinear_newmark *s)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    const int            n = mechanics->model->n;
    const int            size = mechanics->tally.count * s->block + mechanics->model->p;

    for (int j = 0; j < size; j++) {
        const int     k = nsd_nonlinear_newmark_index(s, j);
        const size_t  first = (size_t)j * (size_t)n;
        const double  nu = s->nu[k], La = s->La[k];
        const double *X = s->response.X + first, *YK = s->response.YK + first,
                     *YC = s->response.YC + first;
        if (nu == 0.0 && La == 0.0) {
            continue;
        }
        for (int i = 0; i < mechanics->model->p && nsd_nonlinear_newmark_pulls(s); i++) {
            const size_t at = (size_t)j * (size_t)mechanics->model->p + (size_t)i;
            s->smooth.lambda[i] += s->smooth.LK[at] * nu + s->smooth.LC[at] * La;
        }
        for (int i = 0; i < n; i++) {
            const double change = -(YK[i] * nu + YC[i] * La);
            s->vd1[i] += change;
            s->qf[i] += X[i] * nu + s->weights.to_q * change;
            s->vf[i] += X[i] * La + s->weights.to_v * change;
        }
    }
}

/* Adds to qf, vf, vd1 the effect of cohesion: La = pull, nu = (h/2) pull                 (LW.5) */
static void apply_cohesion(nsd_nonlinear_newmark *s)
{
    nsd_mechanics      *mechanics = &s->base.mechanics;
    nsd_model_matrices *matrices = &mechanics->matrices;
    const int           n = mechanics->model->n;
    double             *X = mechanics->q_mid, *change = mechanics->v_mid;

    memset(X, 0, (size_t)n * sizeof(double));
    nsd_mechanics_add_cohesion(mechanics, &s->base.friction, 1.0, X);
    nsd_model_matrices_solve_mass(matrices, s->L, 1, X);
    nsd_model_matrices_times(matrices, 0.5 * s->h, mechanics->Fq, X, 0.0, change);
    nsd_model_matrices_times(matrices, 1.0, mechanics->Fv, X, 1.0, change);
    nsd_model_matrices_solve_newton(matrices, mechanics->A, 1, change);
    if (nsd_nonlinear_newmark_pulls(s)) {
        nsd_nonlinear_newmark_smooth_hold(s, change, s->smooth.more);
        nsd_dense_add(mechanics->model->p, -1.0, s->smooth.more, s->smooth.lambda);
    }
    for (int i = 0; i < n; i++) {
        s->vd1[i] += change[i];
        s->qf[i] += 0.5 * s->h * X[i] + s->weights.to_q * change[i];
        s->vf[i] += X[i] + s->weights.to_v * change[i];
    }
}

typedef struct changes {
    double relative; /* largest change of v or q relative to their size              */
    int    rounding; /* q changed by no more than NSD_POSITION_ROUNDING                  */
} changes;

/* q1, v1 <- qf, vf. At rest v1 is the rounding of h vd1 plus impulses: changes of v are therefore
 * relative to h vd1, too. */
static changes update_iterate(nsd_nonlinear_newmark *s)
{
    const int n = s->base.mechanics.model->n;
    double    dv = 0.0, dq = 0.0, speed = 0.0, size = 0.0;
    changes   change = { INFINITY, 0 };

    for (int i = 0; i < n; i++) {
        dv = fmax(dv, fabs(s->vf[i] - s->v1[i]));
        dq = fmax(dq, fabs(s->qf[i] - s->q1[i]));
        speed = fmax(speed,
                     fmax(fmax(fabs(s->vf[i]), fabs(s->start.v[i])), s->h * fabs(s->vd1[i])));
        size = fmax(size, fabs(s->qf[i]));
        s->v1[i] = s->vf[i];
        s->q1[i] = s->qf[i];
    }
    if (s->block > 1 && s->base.mechanics.tally.count > 0) {
        /* the tolerance of the friction solver is relative to coulomb.scale */
        speed = fmax(speed, s->base.friction.coulomb.scale);
    }
    if (nsd_dense_all_finite((size_t)n, s->v1) && nsd_dense_all_finite((size_t)n, s->q1)) {
        const double room = fmax(size, s->h * speed);
        change.relative = fmax(dv / (speed > 0.0 ? speed : 1.0), dq / (room > 0.0 ? room : 1.0));
        change.rounding = s->h * dv <= NSD_POSITION_ROUNDING * size &&
                          dq <= NSD_POSITION_ROUNDING * size;
    }
    return change;
}

static nsd_status iterate(nsd_nonlinear_newmark *s, double t1, int fresh, changes *change)
{
    const int cohesive_contacts = s->base.friction.cohesive_contacts;

    NSD_TRY(evaluate(s, t1));
    nsd_status status = factor_newton(s, t1, fresh);
    if (status == NSD_SINGULAR_STEP && !fresh) { /* perhaps singular with old Jacobians only */
        status = factor_newton(s, t1, 1);
    }
    NSD_TRY(status);
    const int columns = s->base.mechanics.tally.count + s->base.mechanics.model->p;
    if (columns + cohesive_contacts > 0) {
        NSD_TRY(nsd_nonlinear_newmark_fill_responses(s, t1));
    }
    free_motion(s);
    if (cohesive_contacts > 0) {
        apply_cohesion(s);
    }
    if (columns > 0) { /* new candidates come only where there are some */
        NSD_TRY(nsd_nonlinear_newmark_solve_contacts(s));
        apply_impulses(s);
    }
    *change = update_iterate(s);
    return NSD_OK;
}

/* 1 when the iteration may end: it has converged, or its changes are noise of differenced
 * derivatives or of forces near an equilibrium. */
static int converged(const nsd_nonlinear_newmark *s, const changes *now, double previous)
{
    const nsd_nonlinear_options *options = &s->base.mechanics.options;
    return nsd_mechanics_converged(options, now->relative, previous) ||
           nsd_mechanics_will_converge(options, now->relative, previous) ||
           (now->rounding && now->relative >= 0.5 * previous);
}

/* NSD_RAY when joints contradict each other: the pseudo-inverse then leaves an error */
static nsd_status check_joints(nsd_nonlinear_newmark *s, double t1)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     way = s->h * fmax(nsd_dense_max_abs(model->n, s->v1),
                                       s->h * nsd_dense_max_abs(model->n, s->vd1));
    const double     size = fmax(nsd_dense_max_abs(model->n, s->q1), way);

    if (!s->given.ggl || model->p == 0) {
        return NSD_OK;
    }
    NSD_TRY(model->joint(model->context, t1, s->q1, s->u));
    return nsd_dense_max_abs(model->p, s->u) <= CONTRADICTING_JOINT_ERROR * size ? NSD_OK : NSD_RAY;
}

/* Newton's iteration from q1, v1, vd1 with the contacts of mechanics.tally */
static nsd_status newton(nsd_nonlinear_newmark *s, double t1)
{
    const nsd_nonlinear_options *options = &s->base.mechanics.options;
    changes                      change = { INFINITY, 0 };
    double                       previous = INFINITY, worst = 0.0;
    int fresh = s->control.jacobian_age >= AGED_JACOBIAN_SOLVES && s->control.slow_start;

    s->control.jacobian_age = fresh ? 0 : s->control.jacobian_age + 1;
    for (int i = 0; i < options->newton_max_iter; i++) {
        const int candidates = s->base.mechanics.tally.count;
        NSD_TRY(iterate(s, t1, fresh, &change));
        const int steady = candidates == s->base.mechanics.tally.count &&
                           converged(s, &change, previous);
        if (steady && (fresh || s->control.force_residual <= STALE_FORCE_RESIDUAL)) {
            return check_joints(s, t1);
        }
        const double ratio = change.relative / previous; /* 0 at the first iteration */
        if (fresh && i > 0) { /* still slow with new dF/dq, dF/dv: the force is not the reason */
            s->control.refresh_ratio = ratio > 0.5 * worst ? USELESS_REFRESH_RATIO
                                                           : NSD_NONLINEAR_NEWMARK_REFRESH_RATIO;
        }
        fresh = steady || (s->control.jacobian_age > 0 && ratio > s->control.refresh_ratio);
        worst = fresh ? ratio : worst;
        s->control.slow_start = i == 1 ? ratio > AGED_REFRESH_RATIO &&
                                             ratio < NSD_NONLINEAR_NEWMARK_REFRESH_RATIO
                                       : s->control.slow_start;
        s->control.jacobian_age = fresh ? 0 : s->control.jacobian_age;
        previous = change.relative;
    }
    s->base.stepper.newton_residual = change.relative;
    return NSD_NEWTON;
}

/* X0 = M(q)^-1 J(q), J0 and M0 at the start; copied where the step before ended at q0 */
static nsd_status prepare_start(nsd_nonlinear_newmark *s, double t0)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n;
    const size_t     size = mechanics->matrices.size, joints = (size_t)n * (size_t)model->p;
    const size_t     in_J = nsd_mechanics_joint_numbers(mechanics);

    if (s->start.known) {
        if (!model->constant_mass) {
            memcpy(s->start.M, mechanics->M, size * sizeof(double));
        }
        memcpy(s->start.X, s->response.XJ, joints * sizeof(double));
        memcpy(s->start.J, mechanics->J, in_J * sizeof(double));
        return NSD_OK;
    }
    NSD_TRY(nsd_mechanics_mass(mechanics, s->start.q));
    memcpy(s->start.M, mechanics->M, size * sizeof(double));
    NSD_TRY(nsd_mechanics_cholesky(mechanics, s->L));
    if (model->p > 0) {
        NSD_TRY(nsd_mechanics_joint_jac(mechanics, t0, s->start.q, s->start.J, mechanics->g_t));
        nsd_mechanics_expand(mechanics, &mechanics->columns.J, s->start.J, model->p, s->start.X);
        nsd_model_matrices_solve_mass(&mechanics->matrices, s->L, model->p, s->start.X);
    }
    s->start.known = 1;
    return NSD_OK;
}

/* qs, vs: (NMK.2) and (NMK.3) without vd+. The first iterate has the acceleration of the step
 * before, and the impulses of joints of that step unless a contact pushed in it. */
static void predict(nsd_nonlinear_newmark *s)
{
    const double h = s->h, h2 = h * h, be = s->given.beta, ga = s->given.gamma;
    const double q_a = h2 * (0.5 - be - be * s->weights.w_a), q_vd = h2 * be * s->weights.w_vd;
    const double v_a = h * (1.0 - ga - ga * s->weights.w_a), v_vd = h * ga * s->weights.w_vd;
    const int    n = s->base.mechanics.model->n;

    for (int i = 0; i < n; i++) {
        s->qs[i] = s->start.q[i] + h * s->start.v[i] + q_a * s->at.a[i] + q_vd * s->at.vd[i];
        s->vs[i] = s->start.v[i] + v_a * s->at.a[i] + v_vd * s->at.vd[i];
        s->vd1[i] = s->at.vd[i];
        s->q1[i] = s->qs[i] + s->weights.to_q * s->vd1[i];
        s->v1[i] = s->vs[i] + s->weights.to_v * s->vd1[i];
    }
    for (int j = 0; j < s->base.mechanics.model->p; j++) {
        const double *X = s->start.X + (size_t)j * (size_t)n;
        const int     k = s->directions + j;
        s->nu[k] = s->control.joint_guess_h == h ? s->nu[k] : 0.0;
        s->La[k] = s->control.joint_guess_h == h ? s->La[k] : 0.0;
        for (int i = 0; i < n; i++) {
            s->q1[i] += X[i] * s->nu[k];
            s->v1[i] += X[i] * s->La[k];
        }
    }
    s->control.joint_guess_h = h;
}

/* Adds the contacts that are closed, or pushed in the step before, and do not separate at the start
 * of a step whose motion without contacts opens them: friction of another contact may hold them
 *                                                                                       (FC.8) */
static nsd_status add_resting(nsd_nonlinear_newmark *s, double t0, double slack)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    nsd_tally     *tally = &mechanics->tally;

    NSD_TRY(nsd_mechanics_gaps(mechanics, t0, s->start.q, mechanics->u));
    for (int a = 0; a < tally->m; a++) {
        int at = tally->count;
        while (at > 0 && tally->active[at - 1] >= a) {
            at--;
        }
        const int known = at < tally->count && tally->active[at] == a;
        const int closed = s->P_before[a] > 0.0 || mechanics->u[a] <= slack;
        if (!known && closed && s->h * s->U0[a] <= slack) {
            memmove(tally->active + at + 1, tally->active + at,
                    (size_t)(tally->count - at) * sizeof(int));
            tally->active[at] = a;
            tally->count++;
        }
    }
    return NSD_OK;
}

/* What counts as closed in the first step, which knows no step before: a part of the way that the
 * forces move a gap in the step without contacts                                        (FC.14) */
static double first_slack(const nsd_nonlinear_newmark *s)
{
    const nsd_mechanics *mechanics = &s->base.mechanics;
    double               largest = 0.0;
    for (int a = 0; a < mechanics->model->m; a++) {
        const double change = nsd_mechanics_normal(mechanics, a, s->v1) -
                              nsd_mechanics_normal(mechanics, a, s->start.v);
        largest = fmax(largest, fabs(change));
    }
    return NSD_REST_SLACK * s->h * largest;
}

/* Candidates: contacts whose gap the motion without contacts closes, or that rest (FC.3); U0 and
 * sliding velocities at the start of the step                                           (NMK.7) */
static nsd_status find_candidates(nsd_nonlinear_newmark *s, double t0)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const double     rest = NSD_REST_SLACK * s->h * mechanics->tally.rest;
    int              count = 0;

    NSD_TRY(nsd_mechanics_gaps(mechanics, t0 + s->h, s->q1, mechanics->y));
    nsd_gap_start touch = nsd_mechanics_gap_start(mechanics, t0, s->start.q);
    for (int a = 0; a < model->m; a++) {
        if ((s->P_before[a] > 0.0 && s->base.stepper.own) || /*                          (AD.6) */
            mechanics->y[a] <= (s->P_before[a] > 0.0 ? rest : 0.0) ||
            nsd_mechanics_touches(mechanics, &touch, a)) {
            mechanics->tally.active[count++] = a;
        }
    }
    if (count > 0 && s->given.ggl && s->block > 1) { /* (FC.9) needs all contacts */
        for (count = 0; count < model->m; count++) {
            mechanics->tally.active[count] = count;
        }
    }
    mechanics->tally.count = count;
    if (count == 0) {
        return NSD_OK;
    }
    NSD_TRY(nsd_mechanics_contact_normals(mechanics, t0, s->start.q));
    for (int a = 0; a < model->m; a++) {
        s->U0[a] = nsd_mechanics_gap_rate(mechanics, a, s->start.v);
        s->y_t0[a] = mechanics->y_t[a];
    }
    if (s->block > 1) {
        NSD_TRY(add_resting(s, t0, s->first ? first_slack(s) : rest));
        NSD_TRY(nsd_mechanics_tangents(mechanics, t0, s->start.q));
        for (int a = 0; a < model->m; a++) {
            nsd_step_friction_velocities_before(&s->base.friction, a, s->start.v);
        }
    }
    return NSD_OK;
}

/* Newton's iteration with two levels once more, from the start of the step. Between walls without
 * play the gaps that are linearised at the end of the motion without contacts may contradict each
 * other, by the square of that motion; those of the start have the start for an answer (NMK.20) */
static nsd_status newton_from_start(nsd_nonlinear_newmark *s, double t1)
{
    nsd_tally   *tally = &s->base.mechanics.tally;
    const size_t bytes = (size_t)s->base.mechanics.model->n * sizeof(double);

    memcpy(s->q1, s->start.q, bytes);
    memcpy(s->v1, s->start.v, bytes);
    for (tally->count = 0; tally->count < tally->m; tally->count++) {
        tally->active[tally->count] = tally->count;
    }
    return newton(s, t1);
}

/* The second solution, with the contacts that the motion without contacts closes */
static nsd_status solve_closed(nsd_nonlinear_newmark *s, double t0)
{
    NSD_TRY(find_candidates(s, t0));
    if (s->base.mechanics.tally.count == 0) {
        return NSD_OK;
    }
    s->control.joint_guess_h = 0.0;
    const nsd_status status = newton(s, t0 + s->h);
    return status == NSD_RAY && s->given.ggl ? newton_from_start(s, t0 + s->h) : status;
}

nsd_status nsd_nonlinear_newmark_solve(nsd_nonlinear_newmark *s, double t0)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const size_t   directions = (size_t)s->directions;

    memset(s->nu, 0, directions * sizeof(double));
    memset(s->La, 0, directions * sizeof(double));
    memset(mechanics->contact.z, 0, (size_t)mechanics->contact.capacity * sizeof(double));
    mechanics->tally.count = 0;
    NSD_TRY(prepare_start(s, t0));
    NSD_TRY(nsd_step_friction_begin_substep(&s->base.friction, t0, s->start.q, s->h));
    predict(s);
    NSD_TRY(newton(s, t0 + s->h));
    const nsd_status status = mechanics->model->m > 0 ? solve_closed(s, t0) : NSD_OK;
    mechanics->tally.rest = nsd_dense_max_abs(mechanics->tally.count * s->block, mechanics->u);
    return status;
}
