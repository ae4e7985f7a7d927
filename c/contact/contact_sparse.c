/* contact_sparse.c - velocities and impulses as unknowns of one sparse matrix   (MJ.11), (FC.12),
 * (FC.13) */
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

static int is_newton(const nsd_linear *model)
{
    return model->A.n > 0;
}

static nsd_friction_sparse_setup newton_setup(const nsd_linear *model)
{
    const int own_rows = model->A.n > model->n ? model->n : 0; /*                     (MJ.12) */
    const nsd_friction_sparse_setup setup = { &model->A, &model->relay, model->relay_plan,
                                              &model->G, own_rows,      &model->surface.layout };
    return setup;
}

void nsd_contact_sparse_lay_out(nsd_contact_sparse *contact, const nsd_linear *model,
                                nsd_scratch *scratch)
{
    if (is_newton(model)) {
        const nsd_friction_sparse_setup setup = newton_setup(model);
        contact->room = nsd_scratch_part(scratch, nsd_friction_sparse_scratch(&setup));
        return;
    }
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
    contact->uses_newton = is_newton(model);
    if (contact->uses_newton) {
        const nsd_friction_sparse_setup setup = newton_setup(model);
        return nsd_friction_sparse_init(&contact->newton, &setup, &contact->room);
    }
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

/* r, u, scale and residual of the active contacts, which friction of the step goes on with; r, u
 * and q: numbers of all directions */
static void tell_friction(const nsd_contact_sparse         *contact,
                          const nsd_contact_sparse_problem *problem, const double *r,
                          const double *u)
{
    const int    block = contact->block;
    nsd_coulomb *f = problem->friction;
    double       change = 0.0, approach = 0.0;

    f->scale = 0.0;
    for (int k = 0; k < problem->tally->count; k++) {
        for (int i = 0; i < block; i++) {
            const int    place = block * problem->tally->active[k] + i;
            const double q = problem->u[place];
            f->r[block * k + i] = r[place];
            f->u[block * k + i] = u[place];
            f->scale = fmax(f->scale, fabs(q));
            change = fmax(change, fabs(u[place] - q));
            approach = fmax(approach, i == 0 ? -q : 0.0);
        }
    }
    f->info.residual = contact->info.residual;
    f->worst = fmax(f->worst, f->info.residual);
    f->unchecked += change > SHOCK * approach;
}

/* Newton's method. The velocity of a contact with a row of its own is the unknown of this row
 *                                                                             (FC.13), (MJ.12) */
static nsd_status solve_newton(nsd_contact_sparse               *contact,
                               const nsd_contact_sparse_problem *problem, double *r, double *dv)
{
    nsd_friction_sparse        *newton = &contact->newton;
    const nsd_coulomb          *f = problem->friction;
    const nsd_columns          *G = newton->setup.H;
    const nsd_friction_options  options = { problem->options->max_iter, problem->options->tolerance,
                                            problem->options->poll };
    nsd_friction_sparse_problem own = { &options,
                                        problem->tally->count,
                                        problem->tally->active,
                                        { f->mu[0], f->mu[1], f->mu[2] },
                                        problem->u };

    const nsd_status status = nsd_friction_sparse_solve(newton, &own, &contact->info);
    memcpy(r, newton->r, (size_t)contact->m * sizeof *r);
    memcpy(dv, newton->x, (size_t)contact->n * sizeof *dv);
    for (int j = 0; j < contact->m; j++) {
        dv[G->row[G->start[j]]] = newton->x[newton->row[j]];
    }
    tell_friction(contact, problem, r, newton->u);
    return status;
}

void nsd_contact_sparse_reset(nsd_contact_sparse *contact)
{
    if (contact->uses_newton) {
        nsd_friction_sparse_forget(&contact->newton);
    }
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
    if (contact->uses_newton) {
        return solve_newton(contact, problem, r, dv);
    }
    fill_problem(contact, problem, r);
    if (problem->friction) {
        status = settle_bounds(contact, problem);
        tell_friction(contact, problem, contact->z + n, contact->relay.w + n);
    } else {
        status = nsd_relay_sparse_solve(&contact->relay, problem->options, contact->z,
                                        &contact->info);
    }
    memcpy(r, contact->z + n, (size_t)contact->m * sizeof(double));
    memcpy(dv, contact->z, (size_t)n * sizeof(double));
    return status;
}
