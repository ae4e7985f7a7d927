/* coulomb.c - a friction problem of a step: coefficients by law, directions held by joints. */
#include "contact/coulomb.h"

#include <math.h>
#include <string.h>

#include "base/bracket.h"
#include "base/dense.h"
#include "contact/condense.h"

/* Sliding speed, as a part of max|q|, up to which a contact is reported as sticking. Larger: slow
 * slip is called stick; smaller: the solver's tolerance is called slip. */
#define STICK_SPEED 1e-9

/* Speed above which, and up to whose reciprocal, squares of speeds are compared. Larger: a slower
 * comparison; smaller: squares underflow. */
#define SQUARED_SPEED 1e-150

/* Velocity, as a part of max|q|, that counts as zero along a tangent that joints hold. Larger: a
 * slow obstacle under a held contact exerts no friction; smaller: rounding does. */
#define HELD_SPEED 1e-9

/* Most sweeps over the contacts whose coefficient depends on the speed after the step. Smaller:
 * coefficients of contacts that influence each other do not belong to their speeds; larger: only
 * time, where the sweeps do not converge. */
#define LAW_SWEEPS 50

/* Most friction problems for the bracket of one coefficient; a quarter of them halve the bracket.
 * Smaller: the coefficient may not belong to its speed; larger: no effect, as 50 halvings reach
 * rounding. */
#define LAW_BRACKET_STEPS 200

/* Width of the bracket of a coefficient, as a part of the coefficient, at which the search ends.
 * Larger: less exact coefficients; smaller than rounding: LAW_BRACKET_STEPS for nothing. */
#define LAW_BRACKET_WIDTH 1e-13

/* Most contacts whose solutions are enumerated, 4^contacts linear systems. Larger: steps with a
 * shock take four times longer for each contact; smaller: fewer problems are known completely. */
#define ENUMERATED_CONTACTS NSD_FRICTION_SEARCH_MAX

enum { /* numbers of W and mu in the plane, kept to see whether they have changed */
       KNOWN_SIZE = 4 * ENUMERATED_CONTACTS * ENUMERATED_CONTACTS + ENUMERATED_CONTACTS
};

static nsd_friction problem_of(const nsd_surface *surface, int contacts)
{
    nsd_friction problem;
    memset(&problem, 0, sizeof problem);
    problem.contacts = contacts;
    problem.layout = surface->layout;
    return problem;
}

static size_t lay_out(nsd_coulomb *f, const nsd_surface *surface, int contacts,
                      nsd_scratch *scratch)
{
    const nsd_friction problem = problem_of(surface, contacts);
    const size_t       m = (size_t)contacts, size = m * (size_t)(1 + surface->d);

    NSD_SCRATCH_ZEROS(scratch, surface->sparse ? 0 : size * size, &f->W);
    NSD_SCRATCH_ZEROS(scratch, size, &f->q, &f->r, &f->guess, &f->first);
    f->u = nsd_scratch_zeros(scratch, 2 * size);
    for (int g = 0; g < NSD_FRICTION_GROUPS; g++) {
        f->mu[g] = nsd_scratch_zeros(scratch, m);
    }
    NSD_SCRATCH_ZEROS(scratch, m, &f->speed, &f->mu_last, &f->theta, &f->beta);
    f->id = nsd_scratch_ints(scratch, m);
    if (surface->sparse) {
        return nsd_scratch_counted(scratch);
    }
    f->known.W = nsd_scratch_zeros(scratch, KNOWN_SIZE);
    f->scratch = nsd_scratch_part(
        scratch, nsd_scratch_larger(nsd_friction_scratch(&problem),
                                    nsd_friction_enumerate_scratch(ENUMERATED_CONTACTS)));
    return nsd_scratch_counted(scratch);
}

size_t nsd_coulomb_scratch(const nsd_surface *surface, int contacts)
{
    return lay_out(&(nsd_coulomb){ 0 }, surface, contacts, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_coulomb_init(nsd_coulomb *f, const nsd_surface *surface, int contacts,
                            const nsd_lcp_options *options, nsd_scratch *scratch)
{
    memset(f, 0, sizeof *f);
    lay_out(f, surface, contacts, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    f->surface = surface;
    f->block = 1 + surface->d;
    f->m = contacts;
    f->options.max_iter = options->max_iter;
    f->options.tolerance = options->tolerance;
    f->options.poll = options->poll;
    for (int a = 0; a < contacts; a++) {
        f->beta[a] = 1.0;
        f->mu_last[a] = surface->mu[0][a];
        if (surface->law) {
            f->theta[a] = surface->law[a].p[5];
            f->mu_last[a] = nsd_law_friction(&surface->law[a], 0.0, f->theta[a]);
        }
    }
    return NSD_OK;
}

/* A zero on the diagonal of W marks a direction that no impulse moves. The impulse of such a normal
 * is zero; such a tangent keeps its velocity, or has none if the velocity is rounding. */
static void separate_held(nsd_coulomb *f, int size)
{
    for (int i = 0; i < size; i++) {
        if (f->W[i + (ptrdiff_t)i * size] != 0.0) {
            continue;
        }
        f->owner = NULL;
        const int normal = i % f->block == 0;
        nsd_condense_leave_out(f->W, size, i, normal ? 1.0 : 0.0);
        if (normal || fabs(f->q[i]) <= HELD_SPEED * f->scale) {
            f->q[i] = f->r[i] = 0.0;
        }
    }
}

static double sliding_speed(const nsd_coulomb *f, int i)
{
    const double *u = f->u + i * f->block + 1;
    return f->surface->layout.size[0] == 1 ? fabs(u[0]) : hypot(u[0], u[1]);
}

static nsd_status solve_from(nsd_coulomb *f, const nsd_friction *problem, const double *guess)
{
    const size_t mark = f->scratch.used, bytes = (size_t)(f->count * f->block) * sizeof(double);

    if (guess) {
        memcpy(f->r, guess, bytes);
    } else {
        memset(f->r, 0, bytes);
    }
    const nsd_status status = nsd_friction_auto(problem, &f->options, &f->scratch, f->r, &f->info);
    f->scratch.used = mark;
    f->iterations += f->info.iterations;
    return status;
}

/* 1 when W and mu are those of the last question but for a change that does not matter */
static int is_known(const nsd_coulomb *f, int size)
{
    double difference = 0.0;
    if (f->known.count != f->count ||
        memcmp(f->known.W + size * size, f->mu[0], (size_t)f->count * sizeof(double)) != 0) {
        return 0;
    }
    for (int i = 0; i < size * size && !f->known.is_W; i++) {
        difference = fmax(difference, fabs(f->known.W[i] - f->W[i]));
    }
    return difference <= f->known.change;
}

/* 1 when W and mu of the problem allow several motions. The answer is kept while they change
 * little: a sliding body asks in every step                                             (FR.24) */
static int several_possible(nsd_coulomb *f, const nsd_friction *problem)
{
    const int size = f->count * f->block;

    if (f->count > ENUMERATED_CONTACTS || (f->block != 2 && f->count > 1)) {
        return 0;
    }
    if (!is_known(f, size)) {
        memcpy(f->known.W, f->W, (size_t)(size * size) * sizeof(double));
        memcpy(f->known.W + size * size, f->mu[0], (size_t)f->count * sizeof(double));
        f->known.count = f->count;
        f->known.is_W = 1;
        f->known.several = nsd_friction_several_possible(problem, &f->known.change);
    }
    return f->known.several;
}

/* The problem may have other solutions than the answer f->r: takes the one of least velocity
 * change, of all solutions in the plane, of those that a search finds in space; of larger problems
 * of this one and the one found from zero                                               (FC.10) */
static nsd_status choose_solution(nsd_coulomb *f, const nsd_friction *problem)
{
    const size_t            bytes = (size_t)(f->count * f->block) * sizeof(double);
    const nsd_friction_info info = f->info;
    int                     several = 0;
    nsd_status status = nsd_friction_choose(problem, &f->options, &f->scratch, f->r, &several);

    if (status == NSD_ERR_TOO_LARGE) {
        memcpy(f->first, f->r, bytes);
        status = solve_from(f, problem, NULL);
        if (status != NSD_OK) {
            memcpy(f->r, f->first, bytes);
        }
        several = nsd_friction_take_least(problem, f->options.tolerance, f->first, 1, f->r, f->u);
        f->info = info;
        f->unchecked++;
    }
    f->several += several;
    return status == NSD_STOPPED ? status : NSD_OK;
}

/* The impulses f->r from the guess f->guess, and whether they are a shock. In time stepping a guess
 * that would be a shock, as the impulses of an impact are in the step after, is not used
 *                                                                                       (FC.10) */
static nsd_status solve_from_guess(nsd_coulomb *f, const nsd_friction *problem, int *shock)
{
    const double               tolerance = f->options.tolerance;
    nsd_friction_small_outcome small = { .continuous = f->continuous };

    if (nsd_friction_small_solve(&f->small, problem, &f->options, f->r, f->u, &small) == NSD_OK) {
        f->info = small.info;
        f->iterations += f->info.iterations;
        *shock = small.shock;
        return NSD_OK;
    }
    const int  afresh = f->continuous && nsd_friction_is_shock(problem, tolerance, f->guess, f->u);
    nsd_status status = solve_from(f, problem, afresh ? NULL : f->guess);
    if (afresh && status > NSD_OK) {
        status = solve_from(f, problem, f->guess);
    }
    *shock = status == NSD_OK && nsd_friction_is_shock(problem, tolerance, f->r, f->u);
    return status;
}

/* Solves the problem from the guess f->r. In time stepping an answer that is a shock, or need not
 * be the only one, is compared with the other solutions.                                (FC.10) */
static nsd_status solve_once(nsd_coulomb *f, const nsd_friction *problem)
{
    int shock = 0;

    memcpy(f->guess, f->r, (size_t)(f->count * f->block) * sizeof(double));
    nsd_status status = solve_from_guess(f, problem, &shock);
    if (f->continuous && status == NSD_OK && (shock || several_possible(f, problem))) {
        status = choose_solution(f, problem);
        nsd_friction_velocity(problem, f->r, f->u);
    }
    return status == NSD_ERR_NOT_FINITE ? NSD_DIVERGED : status;
}

/* Solves with the coefficient mu for contact i; value <- coefficient by law at the sliding speed of
 * the answer, minus mu */
static nsd_status friction_excess(nsd_coulomb *f, nsd_friction *problem, int i, double mu,
                                  double *value)
{
    const int a = f->id[i];
    f->mu[0][i] = mu;
    const nsd_status status = solve_once(f, problem);
    *value = nsd_law_friction(&f->surface->law[a], sliding_speed(f, i), f->theta[a]) - mu;
    return status;
}

/* Finds the coefficient of contact i that its law gives at the sliding speed it causes. A larger
 * coefficient makes the contact slide more slowly, and a slower contact has less friction: the
 * excess falls with mu, and its root is bracketed by regula falsi (Illinois)           (LW.3) */
static nsd_status fit_coefficient(nsd_coulomb *f, nsd_friction *problem, int i)
{
    nsd_bracket b = { 0 };
    double      value = 0.0;
    nsd_status  status = friction_excess(f, problem, i, b.low, &b.at_low);

    b.high = b.at_low;
    if (status != NSD_OK || b.high <= 0.0) {
        return status;
    }
    status = friction_excess(f, problem, i, b.high, &b.at_high);
    for (int k = 0; k < LAW_BRACKET_STEPS && status == NSD_OK && b.at_high < 0.0; k++) {
        const double chord = (b.low * b.at_high - b.high * b.at_low) / (b.at_high - b.at_low);
        const int    inside = chord > b.low && chord < b.high && k % 8 < 6;
        const double mu = inside ? chord : 0.5 * (b.low + b.high);
        status = friction_excess(f, problem, i, mu, &value);
        nsd_bracket_add(&b, mu, value);
        if (value == 0.0 || b.high - b.low <= LAW_BRACKET_WIDTH * b.high) {
            break;
        }
    }
    return status;
}

/* Coefficients that depend on the speed at the end of the step, contact by contact until none
 * changes */
static nsd_status fit_coefficients(nsd_coulomb *f, nsd_friction *problem)
{
    nsd_status status = NSD_OK;
    double     change = INFINITY;
    for (int k = 0; k < LAW_SWEEPS && change > LAW_BRACKET_WIDTH * 10.0 && status == NSD_OK; k++) {
        int fitted = 0;
        change = 0.0;
        for (int i = 0; i < f->count && status == NSD_OK; i++) {
            const double before = f->mu[0][i];
            if (f->surface->law[f->id[i]].kind == NSD_LAW_RATE_STATE) {
                status = fit_coefficient(f, problem, i);
                change = fmax(change, fabs(f->mu[0][i] - before));
                fitted++;
            }
        }
        change = fitted > 1 ? change : 0.0; /* a single coefficient needs no second sweep */
    }
    return status;
}

/* f->mu of all contacts; 1 when some coefficient depends on the speed after the step */
static int set_coefficients(nsd_coulomb *f)
{
    const nsd_surface *surface = f->surface;
    int                implicit = 0;
    for (int i = 0; i < f->count; i++) {
        const int a = f->id[i];
        for (int g = 0; g < surface->layout.groups; g++) {
            f->mu[g][i] = surface->mu[g][a];
        }
        if (surface->law && surface->law[a].kind == NSD_LAW_RATE_STATE) {
            f->mu[0][i] = f->mu_last[a];
            implicit = 1;
        } else if (surface->law) {
            f->mu[0][i] = nsd_law_friction(&surface->law[a], f->speed[i], f->theta[a]);
        }
    }
    return implicit;
}

void nsd_coulomb_fill_coefficients(nsd_coulomb *f, int count)
{
    f->count = count;
    set_coefficients(f);
}

nsd_status nsd_coulomb_solve(nsd_coulomb *f, int count)
{
    const int    size = count * f->block;
    nsd_friction problem = problem_of(f->surface, count);

    f->count = count;
    f->scale = nsd_dense_max_abs(size, f->q);
    if (!f->same_W) {
        separate_held(f, size);
    }
    const int implicit = set_coefficients(f);
    for (int g = 0; g < NSD_FRICTION_GROUPS; g++) {
        problem.mu[g] = f->mu[g];
    }
    problem.W = f->W;
    problem.q = f->q;
    if (!f->same_W) {
        problem.lambda = f->lambda = nsd_friction_lambda_bound(&problem);
        nsd_friction_small_init(&f->small, &problem);
        f->known.is_W = 0;
    }
    f->same_W = 0;
    problem.lambda = f->lambda;
    const nsd_status status = implicit ? fit_coefficients(f, &problem) : solve_once(f, &problem);
    f->worst = fmax(f->worst, f->info.residual);
    return status;
}

void nsd_coulomb_advance_laws(nsd_coulomb *f, double h)
{
    for (int i = 0; i < f->count && f->surface->law; i++) {
        const int a = f->id[i];
        f->mu_last[a] = f->mu[0][i];
        f->theta[a] = nsd_law_age(&f->surface->law[a], sliding_speed(f, i), f->theta[a], h);
    }
}

void nsd_coulomb_laws_to_state(const nsd_coulomb *f, nsd_tangential *tangential)
{
    const size_t m = (size_t)f->m;
    if (f->surface->law) {
        memcpy(tangential->mu, f->mu_last, m * sizeof(double));
        memcpy(tangential->theta, f->theta, m * sizeof(double));
        memcpy(tangential->beta, f->beta, m * sizeof(double));
    }
}

/* 1 when contact i slides faster than `limit`; in space by squares where these are numbers */
static int is_faster(const nsd_coulomb *f, int i, double limit)
{
    const double *u = f->u + i * f->block + 1;
    if (f->surface->layout.size[0] == 2 && limit > SQUARED_SPEED && limit < 1.0 / SQUARED_SPEED) {
        return u[0] * u[0] + u[1] * u[1] > limit * limit;
    }
    return sliding_speed(f, i) > limit;
}

nsd_mode nsd_coulomb_mode(const nsd_coulomb *f, int i)
{
    if (!(f->r[i * f->block] > 0.0)) {
        return NSD_OPEN;
    }
    return is_faster(f, i, STICK_SPEED * f->scale) ? NSD_SLIP : NSD_STICK;
}
