/* nonlinear_rattle_second.c - the second half of a step of RATTLE: velocities.
 *
 *   M(q+)(v+ - w) = (h/2) F(t+, q+, w) + G(q+) P2
 *   0 <= H(q+)'v+ + y_t _|_ P2 >= 0,   J(q+)'v+ + g_t = 0,   friction as in the first half (RT.2)
 *   in steps with an impact: the impact law and Coulomb's law for v+ with P1 + P2         (RT.7) */
#include <math.h>
#include <string.h>

#include "contact/condense.h"
#include "scheme/nonlinear/nonlinear_rattle.h"

/* Sliding speed, as a part of the largest velocity of the contact problem, above which a contact
 * slides in the middle of the step. Larger: slow sliding that turns is of first order; smaller: a
 * direction of rounding may be kept for half a step. */
#define SLIDING_SPEED 1e-9

/* The contacts that are closed at the end of the step */
static void find_active(nsd_nonlinear_rattle *s, const nsd_state *state)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    nsd_tally     *tally = &mechanics->tally;
    const double   rounding = NSD_POSITION_ROUNDING * nsd_dense_max_abs(tally->n, state->q);

    tally->count = 0;
    for (int a = 0; a < tally->m; a++) {
        const int touches = s->closed[a] && mechanics->y[a] <= s->lift[a] + rounding;
        if (s->P1[a * s->block] > 0.0 || touches) {
            tally->active[tally->count++] = a;
        }
    }
}

/* v <- v - M^-1 G P1 of the active contacts: the velocity without the impulses of both halves */
static void take_back(nsd_nonlinear_rattle *s, double *v)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      n = mechanics->model->n, count = mechanics->tally.count;
    double        *x = mechanics->r;

    memset(x, 0, (size_t)n * sizeof(double));
    for (int j = 0; j < count * s->block; j++) {
        const double *column = mechanics->G + (size_t)j * (size_t)n;
        const double  P = s->P1[mechanics->tally.active[j / s->block] * s->block + j % s->block];
        nsd_dense_add(n, P, column, x);
    }
    nsd_mechanics_solve(mechanics, x);
    nsd_dense_add(n, -1.0, x, v);
}

/* mechanics->u <- velocities of contacts and joints without impulses; e: 1 with restitution */
static void fill_right_sides(nsd_nonlinear_rattle *s, const double *v, int e)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        count = mechanics->tally.count, d = s->block - 1;
    nsd_coulomb     *coulomb = &s->base.friction.coulomb;

    for (int i = 0; i < count; i++) {
        const int a = mechanics->tally.active[i], hit = e && s->closed[a];
        double   *u = mechanics->u + i * s->block;
        u[0] = nsd_mechanics_gap_rate(mechanics, a, v);
        if (hit) {
            u[0] += nsd_nonlinear_base_restitution(&s->base, a, s->U0[a]) * fmin(s->U0[a], 0.0);
        }
        for (int k = 0; k < d; k++) {
            const double e_T = hit && k < model->surface.layout.size[0] ? model->surface.e[a] : 0.0;
            u[1 + k] = nsd_nonlinear_rattle_slide(s, a * d + k, v) + e_T * s->V0[a * d + k];
        }
        if (d > 0) {
            coulomb->id[i] = a;
            coulomb->speed[i] = s->speed[a];
        }
    }
    for (int j = 0; j < model->p; j++) {
        mechanics->u[count * s->block + j] = nsd_mechanics_joint_rate(mechanics, j, v);
    }
}

/* Contacts in space that slide in the middle of the step: friction of the second half has that
 * direction. Returns their number.                                                       (RT.5) */
static int freeze(nsd_nonlinear_rattle *s)
{
    nsd_mechanics     *mechanics = &s->base.mechanics;
    const nsd_surface *surface = &mechanics->model->surface;
    const double       size = nsd_dense_max_abs(mechanics->tally.count * s->block, mechanics->u);
    int                found = 0;

    memset(s->frozen, 0, (size_t)mechanics->model->m);
    if (s->shock || s->block != 3 || surface->layout.groups != 1) {
        return 0;
    }
    for (int i = 0; i < mechanics->tally.count; i++) {
        const int    a = mechanics->tally.active[i];
        const double speed = nsd_nonlinear_rattle_speed(s, s->slide, a);
        const int    slides = speed > SLIDING_SPEED * size && s->P1[a * s->block] > 0.0 &&
                           !(surface->law && surface->law[a].kind == NSD_LAW_RATE_STATE);
        s->frozen[a] = (unsigned char)slides;
        for (int k = 2 * a; slides && k < 2 * a + 2; k++) {
            s->slide[k] /= speed;
        }
        found += slides;
    }
    return found;
}

/* The coefficient of friction of contact a at the speed of the middle of the step */
static double coefficient(const nsd_nonlinear_rattle *s, int a)
{
    const nsd_surface *surface = &s->base.mechanics.model->surface;
    const double      *theta = s->base.friction.coulomb.theta;
    return surface->law ? nsd_law_friction(&surface->law[a], s->speed[a], theta[a])
                        : surface->mu[0][a];
}

/* Column of the normal <- its answer together with its friction; the tangents are taken out */
static void freeze_columns(const nsd_nonlinear_rattle *s, double *W, double *u)
{
    const nsd_tally *tally = &s->base.mechanics.tally;
    const int        size = tally->count * s->block;

    for (int i = 0; i < tally->count; i++) {
        const int     a = tally->active[i];
        double       *normal = W + (size_t)(i * 3) * (size_t)size;
        const double *d = s->slide + 2 * a;
        for (int k = 0; k < size && s->frozen[a]; k++) {
            normal[k] -= coefficient(s, a) *
                         (d[0] * normal[k + size] + d[1] * normal[k + 2 * size]);
        }
    }
    for (int j = 0; j < size; j++) {
        if (j % 3 > 0 && s->frozen[tally->active[j / 3]]) {
            const double own = W[j + (size_t)j * (size_t)size]; /* in the unit of its contact */
            nsd_condense_leave_out(W, size, j, own > 0.0 ? own : 1.0);
            u[j] = 0.0;
        }
    }
}

/* Impulses of friction of the frozen contacts, and the sliding that nsd_coulomb_mode asks for */
static void thaw(nsd_nonlinear_rattle *s)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    nsd_coulomb   *coulomb = &s->base.friction.coulomb;

    for (int i = 0; i < mechanics->tally.count; i++) {
        const int     a = mechanics->tally.active[i];
        const double *d = s->slide + 2 * a;
        double       *z = mechanics->contact.z + 3 * i;
        for (int k = 0; k < 2 && s->frozen[a]; k++) {
            z[1 + k] = -coefficient(s, a) * z[0] * d[k];
            coulomb->u[3 * i + 1 + k] = d[k] * coulomb->scale;
        }
    }
}

/* 1 when a frozen contact slides backwards with the velocity v */
static int turned_back(const nsd_nonlinear_rattle *s, const double *v)
{
    for (int a = 0; a < s->base.mechanics.model->m && s->block == 3; a++) {
        const double *d = s->slide + 2 * a;
        if (s->frozen[a] && d[0] * nsd_nonlinear_rattle_slide(s, 2 * a, v) +
                                    d[1] * nsd_nonlinear_rattle_slide(s, 2 * a + 1, v) <
                                0.0) {
            return 1;
        }
    }
    return 0;
}

/* v <- v + M^-1 G z with friction of the frozen contacts along their directions          (RT.5) */
static nsd_status solve_frozen(nsd_nonlinear_rattle *s, const nsd_contact_varying_problem *problem,
                               double *v)
{
    nsd_contact_varying *contact = &s->base.mechanics.contact;
    const double        *W = NULL;
    const int            size = problem->count;
    double              *u = problem->p > 0 ? contact->r : s->base.mechanics.u;

    NSD_TRY(nsd_contact_varying_reduce(contact, problem, &W));
    freeze_columns(s, problem->p > 0 ? contact->S : contact->W, u);
    const nsd_lcp lcp = { size, size, size - 1, 0, W, u };
    contact->solver.friction = contact->friction;
    contact->solver.problems++;
    NSD_TRY(nsd_contact_solver_solve(&contact->solver, &lcp, contact->z));
    thaw(s);
    return nsd_contact_varying_apply(contact, problem, v);
}

/* v, the velocity without impulses, <- that with them; impulses are left in mechanics->contact.z.
 * `keep`: frozen contacts stay so. */
static nsd_status solve_once(nsd_nonlinear_rattle *s, double *v, int e, int keep)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      count = mechanics->tally.count;

    fill_right_sides(s, v, e);
    for (int i = 0; i < count; i++) {
        memcpy(mechanics->contact.z + i * s->block, s->P1 + mechanics->tally.active[i] * s->block,
               (size_t)s->block * sizeof(double));
    }
    const nsd_contact_varying_problem problem = nsd_mechanics_problem(mechanics, count * s->block,
                                                                      mechanics->model->p);
    const int                         frozen = keep && freeze(s);
    mechanics->contact.friction = s->block > 1 ? &s->base.friction.coulomb : NULL;
    const nsd_status status = frozen ? solve_frozen(s, &problem, v)
                                     : nsd_contact_varying_solve(&mechanics->contact, &problem, v);
    mechanics->contact.friction = NULL;
    return status;
}

/* The same by the laws of the step: without restitution where no motion obeys it and there is no
 * friction that could be the reason, and by Coulomb's law for the end of the step where a
 * contact stops sliding  (RT.5), (RT.7) */
static nsd_status solve_contacts(nsd_nonlinear_rattle *s, double *v)
{
    const size_t bytes = (size_t)s->base.mechanics.model->n * sizeof(double);

    memset(s->frozen, 0, (size_t)s->base.mechanics.model->m);
    memcpy(s->last, v, bytes);
    if (s->shock && s->base.mechanics.model->surface.impact) {
        int              endless = 0;
        const nsd_status status = nsd_nonlinear_rattle_law_solve(s, v, &endless);
        if (status != NSD_OK || !endless) {
            return status;
        }
        memcpy(v, s->last, bytes); /* impacts without end: their limit has no restitution */
        nsd_mechanics_gather_blocks(&s->base.mechanics);
        return solve_once(s, v, 0, 0);
    }
    nsd_status status = solve_once(s, v, s->shock, 1);
    if (status == NSD_RAY && s->shock && s->block == 1) { /* rebounds without end between walls */
        memcpy(v, s->last, bytes);
        status = solve_once(s, v, 0, 1);
    }
    if (status == NSD_OK && turned_back(s, v)) {
        memset(s->frozen, 0, (size_t)s->base.mechanics.model->m);
        memcpy(v, s->last, bytes);
        status = solve_once(s, v, s->shock, 0);
    }
    return status;
}

/* Impulses, works and velocities of the contacts and joints of the second half */
static void finish(nsd_nonlinear_rattle *s, nsd_state *state)
{
    nsd_mechanics *mechanics = &s->base.mechanics;
    const int      d = s->block - 1, count = mechanics->tally.count;

    for (int i = 0; i < count; i++) {
        const int     a = mechanics->tally.active[i];
        const double *P1 = s->P1 + a * s->block;
        double       *z = mechanics->contact.z + i * s->block;
        const double  P = s->shock ? z[0] : P1[0] + z[0];
        for (int k = 0; k < s->block && s->shock; k++) {
            z[k] -= P1[k];
        }
        s->base.P[a] += P;
        s->base.works.pushes += P > 0.0;
    }
    nsd_nonlinear_rattle_add_works(s, state, mechanics->contact.z, s->w, state->v);
    for (int i = 0; i < count; i++) {
        const int a = mechanics->tally.active[i];
        state->U_before[a] = s->U0[a];
        state->U[a] = nsd_mechanics_gap_rate(mechanics, a, state->v);
        for (int k = a * d; k < (a + 1) * d; k++) {
            state->tangential->V_before[k] = s->V0[k];
        }
    }
}

nsd_status nsd_nonlinear_rattle_second(nsd_nonlinear_rattle *s, nsd_state *state, double t)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_model *model = mechanics->model;
    const int        n = model->n, cohesive = s->base.friction.cohesive_contacts > 0;
    double          *v = state->v;

    if (mechanics->tally.count > 0) {
        NSD_TRY(nsd_mechanics_gaps(mechanics, t, state->q, mechanics->y));
        find_active(s, state);
    }
    NSD_TRY(nsd_nonlinear_rattle_factor(s, state->q));
    NSD_TRY(nsd_mechanics_force(mechanics, t, state->q, s->w, mechanics->F));
    const int contacts = mechanics->tally.count > 0 || cohesive;
    if (contacts) {
        NSD_TRY(nsd_mechanics_contact_normals(mechanics, t, state->q));
        NSD_TRY(s->block > 1 ? nsd_mechanics_tangents(mechanics, t, state->q) : NSD_OK);
    }
    NSD_TRY(nsd_mechanics_joint_normals(mechanics, t, state->q));
    nsd_dense_scale(n, 0.5 * s->h, mechanics->F, v);
    nsd_mechanics_add_cohesion(mechanics, &s->base.friction, 0.5, v);
    nsd_mechanics_solve(mechanics, v);
    nsd_dense_add(n, 1.0, s->w, v);
    if (mechanics->tally.count + model->p == 0) {
        return NSD_OK;
    }
    nsd_mechanics_gather_blocks(mechanics);
    if (s->shock) {
        take_back(s, v);
    }
    NSD_TRY(solve_contacts(s, v));
    finish(s, state);
    return NSD_OK;
}
