/* impact_law.c - which contacts take part in the next impact, and its impulses by their law. */
#include "contact/held/impact_law.h"

#include <math.h>
#include <string.h>

/* Most rounds of the impact law while a closed contact still approaches. Smaller: impacts that pass
 * between several contacts end without restitution too early; larger: only time, where impacts
 * accumulate. */
#define IMPACT_ROUNDS 20

/* The same where contacts take part one after the other: a chain of hundreds of balls passes its
 * impact to and fro. */
#define SEQUENTIAL_ROUNDS 1000000

/* Sweeps of the expansion of Poisson's law with friction, and the part of the largest impulse by
 * which the last may still change one. Fewer: more impacts end with NSD_MAX_ITER; larger: closed
 * contacts approach by this part. */
#define EXPANSION_SWEEPS    100000
#define EXPANSION_TOLERANCE 1e-15

typedef struct impact { /* of the selected contacts, normal and tangents side by side */
    nsd_impact_problem problem;
    nsd_coulomb       *coulomb;
    int                size;
    double            *U; /* size: velocities before */
} impact;

size_t nsd_impact_law_room(int m, int d)
{
    return (size_t)m * (size_t)(2 + d) + nsd_impact_room(m, d);
}

int nsd_impact_law_rounds(const nsd_impact_law *law)
{
    return law && law->order == NSD_IMPACT_SEQUENTIAL ? SEQUENTIAL_ROUNDS : IMPACT_ROUNDS;
}

int nsd_impact_law_select(nsd_mechanics *mechanics, const nsd_impact *at, const double *U)
{
    const nsd_impact_law *law = mechanics->model->surface.impact;
    nsd_tally            *set = &mechanics->tally;
    int                   first = -1;

    for (int a = 0; a < set->m; a++) {
        if (at->touching[a] && U[a] < -at->rest && (first < 0 || U[a] < U[first])) {
            first = a;
        }
    }
    set->count = 0;
    for (int a = 0; a < set->m && first >= 0; a++) {
        const nsd_impact_kind kind = law->kind[a];
        const int             takes_part = kind == NSD_IMPACT_MOREAU || kind == NSD_IMPACT_MATRIX ||
                               U[a] <= at->rest;
        const int together = law->order == NSD_IMPACT_LZB ||
                             (law->order == NSD_IMPACT_SIMULTANEOUS && kind == law->kind[first] &&
                              takes_part);
        if (a == first || (at->touching[a] && together)) {
            set->active[set->count++] = a;
        }
    }
    return first >= 0;
}

/* Coulomb's law for U + W P with velocities q in place of U, which are scaled for the solver */
static nsd_status solve_coulomb(impact *b, const double *q, double *P)
{
    nsd_coulomb *f = b->coulomb;
    const double scale = nsd_dense_max_abs(b->size, q);

    memcpy(f->W, b->problem.W, (size_t)b->size * (size_t)b->size * sizeof(double));
    memset(f->r, 0, (size_t)b->size * sizeof(double));
    for (int i = 0; i < b->size; i++) {
        f->q[i] = scale > 0.0 ? q[i] / scale : 0.0;
    }
    const nsd_status status = nsd_coulomb_solve(f, b->problem.count);
    nsd_dense_scale(b->size, scale, f->r, P);
    return status;
}

/* (IM.1), (IM.5) with friction for U_T+ + e_T U_T- */
static nsd_status newton(impact *b, double *P)
{
    const nsd_impact_problem *p = &b->problem;
    const int                 block = 1 + p->d;
    double                   *q = p->room;

    for (int i = 0; i < p->count; i++) {
        const int     a = p->contact[i];
        const double *E = p->law->kind[a] == NSD_IMPACT_MATRIX ? p->law->E : NULL;
        q[i * block] = (E ? 1.0 : 1.0 + p->e[i]) * b->U[i * block];
        for (int j = 0; j < p->count && E; j++) {
            q[i * block] += E[a + (size_t)p->contact[j] * (size_t)p->m] * b->U[j * block];
        }
        for (int k = 1; k < block; k++) {
            q[i * block + k] = (1.0 + b->coulomb->surface->e[a]) * b->U[i * block + k];
        }
    }
    return solve_coulomb(b, q, P);
}

/* (IM.4) with Coulomb's law for (U_T+ + U_T-)/2: W/2 P and P/2 are W and P of the solver */
static nsd_status fremond(impact *b, double *P)
{
    const nsd_impact_problem *p = &b->problem;
    const size_t              size = (size_t)b->size;
    double                   *W = p->room;
    const double             *before = p->W;

    memcpy(W, p->W, size * size * sizeof *W);
    for (int i = 0; i < p->count; i++) {
        W[(size_t)(i * (1 + p->d)) * (size + 1)] *= 2.0 / (1.0 + p->e[i]);
    }
    b->problem.W = W;
    const nsd_status status = solve_coulomb(b, b->U, P);
    b->problem.W = before;
    for (size_t i = 0; i < size; i++) {
        P[i] *= 2.0;
    }
    return status;
}

/* Pe of contact i by one sweep; its normal part is `least` at least; returns the change */
static double expand(const impact *b, int i, double least, const double *Uc, double *Pe)
{
    const int     d = b->problem.d, size = b->size, first = i * (1 + d);
    const double *W = b->problem.W;
    double        u[3] = { 0.0, 0.0, 0.0 }, trace = 0.0, T[2] = { 0.0, 0.0 }, change = 0.0;

    for (int k = 0; k <= d; k++) {
        u[k] = Uc[first + k];
        for (int j = 0; j < size; j++) {
            u[k] += W[first + k + (size_t)j * (size_t)size] * Pe[j];
        }
        trace += k > 0 ? W[(size_t)(first + k) * (size_t)(size + 1)] : 0.0;
    }
    const double W_NN = W[(size_t)first * (size_t)(size + 1)];
    const double N = W_NN > 0.0 ? fmax(least, Pe[first] - u[0] / W_NN) : least;
    for (int k = 0; k < d && trace > 0.0; k++) {
        T[k] = Pe[first + 1 + k] - u[1 + k] / trace;
    }
    const double limit = b->problem.mu[i] * N, length = hypot(T[0], T[1]);
    change = fabs(N - Pe[first]);
    Pe[first] = N;
    for (int k = 0; k < d; k++) {
        const double to = length > limit ? T[k] * limit / length : T[k];
        change = fmax(change, fabs(to - Pe[first + 1 + k]));
        Pe[first + 1 + k] = to;
    }
    return change;
}

/* (IM.2) with Coulomb's law in the compression and in the expansion                     (IM.10) */
static nsd_status poisson(impact *b, double *P)
{
    const nsd_impact_problem *p = &b->problem;
    double                   *Uc = p->room, *Pe = Uc + b->size, change = INFINITY;

    NSD_TRY(solve_coulomb(b, b->U, P));
    memcpy(Uc, b->U, (size_t)b->size * sizeof *Uc);
    nsd_dense_gemv(NSD_PLAIN, b->size, b->size, 1.0, p->W, b->size, P, 1.0, Uc);
    memset(Pe, 0, (size_t)b->size * sizeof *Pe);
    for (int k = 0; k < EXPANSION_SWEEPS && change > 0.0; k++) {
        const double size = EXPANSION_TOLERANCE * nsd_dense_max_abs(b->size, P);
        change = 0.0;
        for (int i = 0; i < p->count; i++) {
            const double moved = expand(b, i, p->e[i] * P[i * (1 + p->d)], Uc, Pe);
            change = moved > size ? fmax(change, moved) : change;
        }
    }
    nsd_dense_add(b->size, 1.0, Pe, P);
    return change > 0.0 ? NSD_MAX_ITER : NSD_OK;
}

static nsd_status solve(impact *b, double *P)
{
    const nsd_impact_problem *p = &b->problem;
    const nsd_impact_kind     kind = p->law->kind[p->contact[0]];

    if (p->law->order == NSD_IMPACT_LZB) {
        return nsd_impact_lzb(p, P);
    } else if (p->d == 0) {
        return nsd_impact_solve(p, P);
    }
    switch (kind) {
    case NSD_IMPACT_POISSON:
        return poisson(b, P);
    case NSD_IMPACT_ENERGETIC:
        return nsd_impact_lzb(p, P);
    case NSD_IMPACT_FREMOND:
        return fremond(b, P);
    default:
        return newton(b, P);
    }
}

/* U, e and, with friction, coefficients of the selected contacts; mechanics->u of the problem */
static void fill_velocities(nsd_mechanics *mechanics, const nsd_impact *at, const nsd_state *state,
                            impact *b, double *e)
{
    const nsd_model *model = mechanics->model;
    const int        d = b->problem.d, n = model->n;

    for (int i = 0; i < b->problem.count; i++) {
        const int a = b->problem.contact[i];
        double   *U = b->U + i * (1 + d), squares = 0.0;
        U[0] = state->U[a];
        e[i] = at->e[a];
        for (int k = 0; k < d; k++) {
            const int tangent = a * d + k;
            U[1 + k] = nsd_dense_dot(n, mechanics->T + (size_t)tangent * (size_t)n, state->v) -
                       model->surface.w[tangent];
            squares += U[1 + k] * U[1 + k];
        }
        if (d > 0) {
            b->coulomb->id[i] = a;
            b->coulomb->speed[i] = sqrt(squares);
        }
    }
    memcpy(mechanics->u, b->U, (size_t)b->size * sizeof(double));
    for (int j = 0; j < model->p; j++) {
        mechanics->u[b->size + j] = nsd_mechanics_joint_rate(mechanics, j, state->v);
    }
    if (d > 0) {
        b->coulomb->surface = &model->surface;
        nsd_coulomb_fill_coefficients(b->coulomb, b->problem.count);
        b->problem.mu = b->coulomb->mu[0];
    }
}

nsd_status nsd_impact_law_apply(nsd_mechanics *mechanics, const nsd_impact *at,
                                const nsd_impact_law_work *work, nsd_state *state)
{
    const nsd_model     *model = mechanics->model;
    nsd_contact_varying *contact = &mechanics->contact;
    const int            d = work->coulomb ? model->surface.d : 0, count = mechanics->tally.count;
    double              *e = work->room + model->m * (1 + d), *room = e + model->m;
    impact               b = { .size = count * (1 + d), .U = work->room, .coulomb = work->coulomb };

    if (d > 0 && model->surface.layout.groups > 1) {
        return NSD_ERR_BAD_ARGUMENT; /* rolling and spinning friction                            */
    }
    const nsd_impact_problem problem = { count,
                                         NULL,
                                         b.U,
                                         e,
                                         mechanics->tally.active,
                                         model->surface.impact,
                                         model->m,
                                         &contact->solver.options,
                                         &contact->solver.scratch,
                                         room,
                                         d,
                                         NULL };
    b.problem = problem;
    nsd_mechanics_gather(mechanics);
    if (d > 0) {
        nsd_mechanics_gather_blocks(mechanics);
    }
    fill_velocities(mechanics, at, state, &b, e);
    const nsd_contact_varying_problem rows = nsd_mechanics_problem(mechanics, b.size, model->p);
    NSD_TRY(nsd_contact_varying_reduce(contact, &rows, &b.problem.W));
    contact->solver.problems++;
    NSD_TRY(solve(&b, contact->z));
    NSD_TRY(nsd_contact_varying_apply(contact, &rows, state->v));
    for (int i = 0; i < count; i++) {
        const int a = mechanics->tally.active[i];
        state->P[a] += contact->z[i * (1 + d)];
        for (int k = 0; k < d; k++) {
            work->T[a * d + k] += contact->z[i * (1 + d) + 1 + k];
        }
    }
    for (int a = 0; a < model->m; a++) {
        state->U[a] = nsd_mechanics_gap_rate(mechanics, a, state->v);
    }
    return NSD_OK;
}
