/* impact_law.c - which contacts take part in the next impact, and its impulses by their law. */
#include "contact/held/impact_law.h"

#include <math.h>
#include <string.h>

/* Most rounds of the impact law while a closed contact still approaches. Smaller: impacts that pass
 * between several contacts end without restitution too early; larger: only time, where impacts
 * accumulate. */
#define IMPACT_ROUNDS 200

/* The same where contacts take part one after the other: a chain of hundreds of balls passes its
 * impact to and fro. */
#define SEQUENTIAL_ROUNDS 1000000

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

/* nsd_impact_problem.coulomb: velocities are scaled for the solver */
static nsd_status solve_coulomb(void *context, const double *W, const double *q, double *P)
{
    const impact *b = context;
    nsd_coulomb  *f = b->coulomb;
    const double  scale = nsd_dense_max_abs(b->size, q);

    memcpy(f->W, W, (size_t)b->size * (size_t)b->size * sizeof(double));
    memset(f->r, 0, (size_t)b->size * sizeof(double));
    for (int i = 0; i < b->size; i++) {
        f->q[i] = scale > 0.0 ? q[i] / scale : 0.0;
    }
    const nsd_status status = nsd_coulomb_solve(f, b->problem.count);
    nsd_dense_scale(b->size, scale, f->r, P);
    return status;
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
    b.problem = (nsd_impact_problem){ .count = count,
                                      .U = b.U,
                                      .e = e,
                                      .contact = mechanics->tally.active,
                                      .law = model->surface.impact,
                                      .m = model->m,
                                      .options = &contact->solver.options,
                                      .scratch = &contact->solver.scratch,
                                      .room = room,
                                      .d = d,
                                      .e_T = model->surface.e,
                                      .coulomb = solve_coulomb,
                                      .context = &b };
    nsd_mechanics_gather(mechanics);
    if (d > 0) {
        nsd_mechanics_gather_blocks(mechanics);
    }
    fill_velocities(mechanics, at, state, &b, e);
    const nsd_contact_varying_problem rows = nsd_mechanics_problem(mechanics, b.size, model->p);
    NSD_TRY(nsd_contact_varying_reduce(contact, &rows, &b.problem.W));
    contact->solver.problems++;
    NSD_TRY(nsd_impact_solve(&b.problem, contact->z));
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
