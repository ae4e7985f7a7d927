/* contact_sparse.c - velocities and impulses as unknowns of one sparse relay  (MJ.11), (FC.12) */
#include "contact/contact_sparse.h"

#include <math.h>
#include <string.h>

#include "contact/contact_fixed.h"

/* Relays for the bounds of friction in a step. Each costs a solve. Smaller: coefficients near the
 * limit of convergence end with 'stalled'. Larger: time for nothing beyond that limit. */
#define MOST_BOUNDS 300

/* Change of velocities, in units of the approach, that counts as a shock, as in solve/friction:
 * another motion may change less, and is not looked for here                           (FC.10) */
#define SHOCK 10.0

/* Part of the tolerance at which the bounds of friction have settled */
#define SETTLED_PART 0.1

void nsd_contact_sparse_lay_out(nsd_contact_sparse *contact, const nsd_linear *model,
                                nsd_scratch *scratch)
{
    const size_t size = (size_t)model->n + (size_t)nsd_contact_fixed_directions(model)->m;
    NSD_SCRATCH_ZEROS(scratch, size, &contact->q, &contact->lower, &contact->upper, &contact->z);
    contact->room = nsd_scratch_part(scratch, nsd_relay_sparse_scratch(model->relay_plan));
}

/* What an impulse of a contact moves, about: g'D^-1 g with D the diagonal of S. The diagonal of the
 * relay has no such number. */
static void fill_units(nsd_contact_sparse *contact, const nsd_linear *model)
{
    const nsd_columns *G = nsd_contact_fixed_directions(model);
    for (int j = 0; j < contact->m; j++) {
        double unit = 0.0;
        for (ptrdiff_t k = G->start[j]; k < G->start[j + 1]; k++) {
            unit += G->values[k] * G->values[k] / contact->relay.unit[G->row[k]];
        }
        contact->relay.unit[contact->n + j] = unit;
    }
}

nsd_status nsd_contact_sparse_init(nsd_contact_sparse *contact, const nsd_linear *model)
{
    contact->n = model->n;
    contact->m = nsd_contact_fixed_directions(model)->m;
    contact->block = 1 + model->surface.d;
    NSD_TRY(
        nsd_relay_sparse_init(&contact->relay, &model->relay, model->relay_plan, &contact->room));
    contact->relay.q = contact->q;
    contact->relay.lower = contact->lower;
    contact->relay.upper = contact->upper;
    fill_units(contact, model);
    for (int i = 0; i < contact->n; i++) {
        contact->lower[i] = -INFINITY;
        contact->upper[i] = INFINITY;
    }
    return NSD_OK;
}

/* Right-hand side, bounds and a guess of the sides: held are contacts that pushed in the step
 * before, and those that approach                                                      (MJ.11) */
static void fill_problem(nsd_contact_sparse *contact, const nsd_contact_sparse_problem *problem,
                         const double *r)
{
    const int    n = contact->n, block = contact->block;
    signed char *side = contact->relay.side + n;

    memset(contact->relay.side, 0, (size_t)n);
    memset(side, -1, (size_t)contact->m);
    memset(contact->q + n, 0, (size_t)contact->m * sizeof(double));
    memset(contact->lower + n, 0, (size_t)contact->m * sizeof(double));
    memset(contact->upper + n, 0, (size_t)contact->m * sizeof(double));
    for (int k = 0; k < problem->tally->count; k++) {
        const int j = block * problem->tally->active[k];
        const int held = r[j] > 0.0 || problem->u[j] < 0.0;
        contact->upper[n + j] = INFINITY;
        contact->q[n + j] = problem->u[j];
        side[j] = held ? 0 : -1;
        if (block > 1) {
            const double bound = problem->friction->mu[0][k] * r[j];
            contact->q[n + j + 1] = problem->u[j + 1];
            contact->lower[n + j + 1] = -bound;
            contact->upper[n + j + 1] = bound;
            side[j + 1] = r[j + 1] <= -bound ? -1 : r[j + 1] >= bound ? 1 : 0;
        }
    }
}

/* Bounds of the tangents by the normal impulses of the last relay; returns the largest change in
 * units of velocity                                                                     (FC.12) */
static double move_bounds(nsd_contact_sparse *contact, const nsd_contact_sparse_problem *problem)
{
    double change = 0.0;
    for (int k = 0; k < problem->tally->count; k++) {
        const int    tangent = contact->n + 2 * problem->tally->active[k] + 1;
        const double bound = problem->friction->mu[0][k] * contact->z[tangent - 1];
        const double moved = fabs(bound - contact->upper[tangent]) * contact->relay.unit[tangent];
        change = moved <= change ? change : moved; /* NaN becomes the largest */
        contact->lower[tangent] = -bound;
        contact->upper[tangent] = bound;
    }
    return change;
}

/* A relay for each set of bounds, until these stay. Sets stay the same in most of them, and nothing
 * is factored then.                                                                     (FC.12) */
static nsd_status settle_bounds(nsd_contact_sparse               *contact,
                                const nsd_contact_sparse_problem *problem)
{
    const nsd_lcp_options *options = problem->options;
    int                    iterations = 0;

    for (int k = 0; k < MOST_BOUNDS; k++) {
        NSD_TRY(nsd_relay_sparse_solve(&contact->relay, options, contact->z, &contact->info));
        const double size = contact->relay.of_residual, change = move_bounds(contact, problem);
        contact->info.iterations = iterations += contact->info.iterations;
        if (change <= SETTLED_PART * options->tolerance * size) {
            return nsd_relay_sparse_check(&contact->relay, options, contact->z, &contact->info);
        }
    }
    return NSD_STALLED;
}

/* r, u, scale and residual of the active contacts, which friction of the step goes on with */
static void tell_friction(const nsd_contact_sparse         *contact,
                          const nsd_contact_sparse_problem *problem)
{
    nsd_coulomb *f = problem->friction;
    double       change = 0.0, approach = 0.0;

    f->scale = 0.0;
    for (int k = 0; k < problem->tally->count; k++) {
        for (int i = 0; i < 2; i++) {
            const int place = contact->n + 2 * problem->tally->active[k] + i;
            f->r[2 * k + i] = contact->z[place];
            f->u[2 * k + i] = contact->relay.w[place];
            f->scale = fmax(f->scale, fabs(contact->q[place]));
            change = fmax(change, fabs(contact->relay.w[place] - contact->q[place]));
            approach = fmax(approach, i == 0 ? -contact->q[place] : 0.0);
        }
    }
    f->info.residual = contact->info.residual;
    f->worst = fmax(f->worst, f->info.residual);
    f->unchecked += change > SHOCK * approach;
}

nsd_status nsd_contact_sparse_solve(nsd_contact_sparse               *contact,
                                    const nsd_contact_sparse_problem *problem, double *r,
                                    double *dv)
{
    const int  n = contact->n;
    nsd_status status;

    if (problem->friction) {
        nsd_coulomb_fill_coefficients(problem->friction, problem->tally->count);
    }
    fill_problem(contact, problem, r);
    if (problem->friction) {
        status = settle_bounds(contact, problem);
        tell_friction(contact, problem);
    } else {
        status = nsd_relay_sparse_solve(&contact->relay, problem->options, contact->z,
                                        &contact->info);
    }
    memcpy(r, contact->z + n, (size_t)contact->m * sizeof(double));
    memcpy(dv, contact->z, (size_t)n * sizeof(double));
    return status;
}
