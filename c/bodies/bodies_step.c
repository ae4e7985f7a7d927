/* bodies_step.c - rigid bodies as a stepper: one step, its works, events and records   (RB) */
#include <string.h>

#include "base/dense.h"
#include "bodies/bodies_parts.h"
#include "bodies/bodies_shape.h"

/* Miss of the equations of joints, in metres or as a sine, above which positions are projected
 * (RB.20). Larger: joints drift in steps with contacts; smaller: projections of rounding. */
#define MOST_DRIFT 1e-11

static int hash_table_size(int count)
{
    int table = 64;
    while (table < 2 * count) {
        table *= 2;
    }
    return table;
}

static nsd_mechanism_world world_of(const nsd_body_set *set)
{
    return (nsd_mechanism_world){ set->dimension, set->count, set->mass, set->inertia,
                                  set->gravity };
}

static size_t lay_out(nsd_bodies *bodies, const nsd_body_set *set, nsd_scratch *scratch)
{
    const size_t   count = (size_t)set->count;
    nsd_body_grid *grid = &bodies->grid;

    grid->table_size = hash_table_size(set->count);
    bodies->body = nsd_scratch_take(scratch, count + 1, sizeof(nsd_body));
    bodies->motion = nsd_scratch_take(scratch, count + 1, sizeof(nsd_motion));
    bodies->norm_sum = nsd_scratch_doubles(scratch, count + 1);
    nsd_bodies_lay_out_solids(&bodies->solids, set, scratch);
    grid->cell = nsd_scratch_ints(scratch, 3 * count);
    grid->head = nsd_scratch_ints(scratch, (size_t)grid->table_size);
    NSD_SCRATCH_EACH_INT(scratch, count, &grid->next, &grid->neighbours, &grid->large);
    return nsd_scratch_counted(scratch);
}

size_t nsd_bodies_scratch(const nsd_body_set *set)
{
    const nsd_mechanism_world world = world_of(set);
    nsd_scratch               counter = nsd_scratch_counter();

    lay_out(&(nsd_bodies){ 0 }, set, &counter);
    if (set->mechanism) {
        nsd_scratch_part(&counter, nsd_mechanism_scratch(set->mechanism, &world));
    }
    return nsd_scratch_counted(&counter);
}

/* Kinetic and potential energy of the bodies whose motion is not prescribed            (RB.8) */
static void energies(nsd_bodies *bodies, const nsd_state *state, double *kinetic, double *potential)
{
    const nsd_body_set *set = bodies->set;
    const int           stride = NSD_BODY_STRIDE(set->dimension);

    *kinetic = 0.0;
    *potential = bodies->mechanism.set ? nsd_mechanism_potential(&bodies->mechanism, state->q)
                                       : 0.0;
    for (int i = 0; i < set->count; i++) {
        const double *q = state->q + (size_t)i * (size_t)stride;
        const double *v = state->v + (size_t)i * (size_t)stride, *inertia = set->inertia + 3 * i;
        if (!(set->mass[i] < INFINITY)) {
            continue;
        }
        if (set->dimension == 2) {
            *kinetic += 0.5 * set->mass[i] * (v[0] * v[0] + v[1] * v[1]) +
                        0.5 * inertia[2] * v[2] * v[2];
            *potential -= set->mass[i] * (set->gravity[0] * q[0] + set->gravity[1] * q[1]);
        } else {
            double R[9], w[3];
            nsd_quaternion_matrix(q + 3, R);
            nsd_transpose_times3(R, v + 3, w);
            *kinetic += 0.5 * set->mass[i] * nsd_dot3(v, v) +
                        0.5 * (inertia[0] * w[0] * w[0] + inertia[1] * w[1] * w[1] +
                               inertia[2] * w[2] * w[2]);
            *potential -= set->mass[i] * nsd_dot3(set->gravity, q);
        }
    }
}

static void energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    nsd_bodies *bodies = (nsd_bodies *)stepper;
    double     *value = ledger->value;

    energies(bodies, state, &value[NSD_KINETIC], &value[NSD_POTENTIAL]);
    value[NSD_IMPACT] += bodies->works.contact[0];
    value[NSD_DRIVEN] += bodies->works.driven;
    value[NSD_FRICTION] += bodies->works.contact[1];
    value[NSD_NUMERICAL] += bodies->works.projection;
    if (bodies->mechanism.set) {
        const nsd_mechanism *m = &bodies->mechanism;
        value[NSD_EXTERNAL] += m->external;
        value[NSD_DAMPING] += m->damping;
        value[NSD_IMPACT] += m->work[NSD_ROW_LIMIT];
        value[NSD_FRICTION] += m->work[NSD_ROW_FRICTION];
        value[NSD_JOINT] += m->work[NSD_ROW_HELD] + m->work[NSD_ROW_MOTOR];
        value[NSD_NUMERICAL] += m->numerical + m->turning;
    }
    ledger->inner = bodies->works.contact[0] + bodies->works.contact[1] + bodies->works.projection -
                    bodies->works.unasked - bodies->works.prescribed;
}

/* The velocity of a body with prescribed motion, zero for free ones: that of the world, the last */
static const double *prescribed_motion(const nsd_bodies *bodies, int i)
{
    return bodies->motion[nsd_bodies_is_free(bodies, i) ? bodies->set->count : i].v;
}

/* u <- relative velocity of b to a at a contact from prescribed motions only */
static void prescribed_velocity(const nsd_bodies *bodies, const nsd_body_contact *contact, int b,
                                double *u)
{
    nsd_bodies_contact_velocity(prescribed_motion(bodies, contact->a), prescribed_motion(bodies, b),
                                &contact->frame, u);
    for (int k = 0; k < 3; k++) {
        u[k] = -u[k];
    }
}

/* Adds the works of the torques of a contact to those of friction                      (RB.8) */
static void add_torque_works(nsd_bodies *bodies, const nsd_body_contact *contact, int b)
{
    const int     a = contact->a;
    const double *axes = nsd_bodies_torque_axes(bodies->set->dimension == 2, &contact->frame);
    double        before[3], after[3], prescribed[3];

    nsd_bodies_relative_rate(bodies->body[a].old, bodies->body[b].old, axes, before);
    nsd_bodies_relative_rate(bodies->motion[a].v, bodies->motion[b].v, axes, after);
    nsd_bodies_relative_rate(prescribed_motion(bodies, b), prescribed_motion(bodies, a), axes,
                             prescribed);
    bodies->works.prescribed += nsd_dot3(contact->torque, prescribed);
    for (int k = 0; k < 3; k++) {
        bodies->works.contact[1] += contact->torque[k] *
                                    (0.5 * (before[k] + after[k]) + prescribed[k]);
    }
}

/* Works of the impulses on free bodies, gaps at the end of the step, columns of a row. (RB.8) */
static void works_of_impulses(nsd_bodies *bodies, nsd_state *state)
{
    const int count = bodies->set->count;
    double   *column = state->extra + count;

    bodies->works.contact[0] = bodies->works.contact[1] = 0.0;
    bodies->works.driven = bodies->works.prescribed = 0.0;
    memset(state->extra, 0, (size_t)count * sizeof(double));
    column[NSD_BODIES_GAP] = NAN;
    column[NSD_BODIES_CONTACTS] = 0.0;
    for (int c = 0; c < bodies->contacts.count; c++) {
        nsd_body_contact *contact = bodies->contacts.item + c;
        const int         b = nsd_bodies_second(bodies, contact);
        /* q is no longer needed: it takes the new velocity */
        nsd_bodies_contact_velocity(bodies->motion[contact->a].v, bodies->motion[b].v,
                                    &contact->frame, contact->q);
        contact->gap += bodies->h * (0.5 * (contact->before[0] + contact->q[0]) -
                                     bodies->activation * contact->before[0]);
        column[NSD_BODIES_GAP] = fmin(column[NSD_BODIES_GAP], contact->gap);
        if (contact->r[0] > 0.0) {
            column[NSD_BODIES_CONTACTS] += 1.0;
            state->extra[contact->a] += contact->r[0];
            if (contact->b < count) {
                state->extra[contact->b] += contact->r[0];
            }
        }
        double prescribed[3];
        prescribed_velocity(bodies, contact, b, prescribed);
        bodies->works.contact[0] += 0.5 * contact->r[0] * (contact->before[0] + contact->q[0]);
        bodies->works.driven += contact->r[0] * prescribed[0];
        for (int k = 1; k < 3; k++) {
            const double middle = 0.5 * (contact->before[k] + contact->q[k]);
            bodies->works.contact[1] += contact->r[k] * (middle + prescribed[k]);
            bodies->works.prescribed += contact->r[k] * prescribed[k];
        }
        if (bodies->rolls) {
            add_torque_works(bodies, contact, b);
        }
    }
}

typedef struct pair_contacts { /* the contacts of one pair in a list: first to end - 1 */
    int                     first, end;
    const nsd_body_contact *item; /* contact `first`, NULL past the end of the list */
} pair_contacts;

static void next_pair(const nsd_body_contacts *list, pair_contacts *g)
{
    g->first = g->end;
    g->item = g->first < list->count ? list->item + g->first : NULL;
    while (g->item && g->end < list->count &&
           nsd_bodies_pair_order(list->item + g->end, g->item) == 0) {
        g->end++;
    }
}

static int order_of(const pair_contacts *one, const pair_contacts *two)
{
    if (!one->item || !two->item) {
        return one->item ? -1 : 1;
    }
    return nsd_bodies_pair_order(one->item, two->item);
}

/* Logs an event of a pair, with the velocities of the contact that has the largest impulse. */
static nsd_status log_event(const nsd_bodies *bodies, const nsd_state *state,
                            const nsd_body_contacts *list, const pair_contacts *g,
                            nsd_event_kind kind)
{
    const nsd_body_contact *best = g->item;
    nsd_event               event;

    if (!bodies->sink) {
        return NSD_OK;
    }
    memset(&event, 0, sizeof event);
    for (int c = g->first; c < g->end; c++) {
        const nsd_body_contact *contact = list->item + c;
        best = contact->r[0] > best->r[0] ? contact : best;
        if (kind == NSD_EVENT_IMPACT) {
            event.impulse += contact->r[0];
            event.loss -= 0.5 * contact->r[0] * (contact->before[0] + contact->q[0]);
        }
    }
    event.t = bodies->t0 + (double)(state->k + 1) * bodies->h;
    event.contact = best->a + best->b * bodies->set->count;
    event.kind = kind;
    event.before = best->before[0];
    event.after = best->q[0];
    event.loss = fmax(0.0, event.loss);
    return bodies->sink->event(bodies->sink, &event, state);
}

/* Events of a pair: an impact in the first step in which one of its contacts has an impulse, a
 * detach in the first step without after a sustained contact. old: streak in the step before. */
static nsd_status pair_events(nsd_bodies *bodies, const nsd_state *state, const pair_contacts *now,
                              int old)
{
    int pushes = 0;
    for (int c = now->first; c < now->end; c++) {
        pushes |= bodies->contacts.item[c].r[0] > 0.0;
    }
    for (int c = now->first; c < now->end; c++) {
        bodies->contacts.item[c].streak = !pushes ? 0
                                          : old < NSD_BODIES_SUSTAINED_STEPS
                                              ? old + 1
                                              : NSD_BODIES_SUSTAINED_STEPS;
    }
    if (pushes && old == 0) {
        return log_event(bodies, state, &bodies->contacts, now, NSD_EVENT_IMPACT);
    }
    return !pushes && old == NSD_BODIES_SUSTAINED_STEPS
               ? log_event(bodies, state, &bodies->contacts, now, NSD_EVENT_DETACH)
               : NSD_OK;
}

static nsd_status log_events(nsd_bodies *bodies, const nsd_state *state)
{
    pair_contacts now = { 0, 0, NULL }, old = { 0, 0, NULL };
    nsd_status    status = NSD_OK;

    next_pair(&bodies->contacts, &now);
    next_pair(&bodies->contacts_before, &old);
    while (status == NSD_OK && (now.item || old.item)) {
        const int order = order_of(&now, &old);
        if (order <= 0) {
            const int streak = order == 0 && old.item ? old.item->streak : 0;
            status = pair_events(bodies, state, &now, streak);
            next_pair(&bodies->contacts, &now);
        } else if (old.item && old.item->streak == NSD_BODIES_SUSTAINED_STEPS) {
            status = log_event(bodies, state, &bodies->contacts_before, &old, NSD_EVENT_DETACH);
        }
        if (order >= 0) {
            next_pair(&bodies->contacts_before, &old);
        }
    }
    return status;
}

nsd_status nsd_bodies_record(nsd_bodies *bodies, const nsd_state *state)
{
    const long long  k = state->k + 1;
    nsd_body_record *record = &bodies->record;
    if (record->every == 0 || (k % record->every != 0 && k != record->steps)) {
        return NSD_OK;
    }
    const long long filled = (k + record->every - 1) / record->every;
    const double    row = (double)(filled + 1);
    NSD_TRY(nsd_bodies_reserve_record(bodies, bodies->contacts.count));
    for (int c = 0; c < bodies->contacts.count; c++) {
        const nsd_body_contact *contact = bodies->contacts.item + c;
        nsd_recorded_contact   *to = record->contact + record->count++;
        to->row = row;
        to->bodies[0] = contact->a + 1;
        to->bodies[1] = contact->b < bodies->set->count ? contact->b + 1
                                                        : bodies->set->count - 1 - contact->b;
        to->gap = contact->gap;
        memcpy(to->point, contact->point, sizeof to->point);
        memcpy(to->normal, contact->frame.D, sizeof to->normal);
        nsd_times3(contact->frame.D, contact->r, to->impulse);
    }
    return NSD_OK;
}

/* Joints at the end of a step, and what a row tells of them                   (RB.19), (RB.20) */
static void settle_joints(nsd_bodies *bodies, nsd_state *state)
{
    nsd_mechanism *m = &bodies->mechanism;
    const int      joints = m->set ? m->set->joints : 0;
    double        *column = state->extra + bodies->set->count + NSD_BODIES_COLUMNS;

    if (joints == 0) {
        return;
    }
    nsd_mechanism_settle(m, 0, state->q, state->v);
    if (nsd_mechanism_drift(m) > MOST_DRIFT) {
        double kinetic, before, after;
        energies(bodies, state, &kinetic, &before);
        nsd_mechanism_project(m, state->q, state->v);
        energies(bodies, state, &kinetic, &after);
        bodies->works.projection += after - before;
        nsd_mechanism_measure(m, state->q);
    }
    for (int j = 0; j < joints; j++) {
        memcpy(column + 6 * j, m->joint[j].impulse, sizeof m->joint[j].impulse);
        column[6 * joints + j] = m->joint[j].drift;
        column[7 * joints + j] = m->joint[j].work;
    }
}

/* Energy of the springs; that of gravity is counted where bodies are moved by position */
static double spring_energy(nsd_bodies *bodies, const nsd_state *state)
{
    nsd_mechanism *m = &bodies->mechanism;
    return m->set && m->set->loads > 0 ? nsd_mechanism_potential(m, state->q) : 0.0;
}

/* Overlaps are taken back by position, which changes energies                          (RB.10) */
static void change_positions(nsd_bodies *bodies, nsd_state *state)
{
    double lifted = 0.0;

    bodies->works.projection = nsd_bodies_part_company(bodies, state);
    if (bodies->project) {
        const double before = spring_energy(bodies, state);
        lifted = nsd_bodies_project(bodies, state);
        lifted += spring_energy(bodies, state) - before;
    }
    bodies->works.projection += lifted;
    bodies->works.unasked = bodies->project == NSD_PROJECT_AUTO ? lifted : 0.0;
}

static void count_solver_work(nsd_bodies *bodies, const nsd_bodies_answer *answer, double *column)
{
    column[NSD_BODIES_RESIDUAL] = answer->residual;
    column[NSD_BODIES_SWEEPS] = answer->sweeps;
    bodies->tally.problems += bodies->contacts.count > 0;
    bodies->tally.iterations += answer->sweeps;
    bodies->tally.worst = fmax(bodies->tally.worst, answer->residual);
    bodies->tally.several += answer->several;
    bodies->tally.unchecked += answer->unchecked;
    bodies->misses.unsolved += !answer->solved;
}

static nsd_status step(nsd_stepper *stepper, nsd_state *state)
{
    nsd_bodies       *bodies = (nsd_bodies *)stepper;
    nsd_bodies_answer answer;

    NSD_TRY(nsd_bodies_predict(bodies, state));
    nsd_bodies_place_solids(bodies);
    nsd_bodies_meet(bodies);
    NSD_TRY(nsd_bodies_find(bodies));
    NSD_TRY(nsd_bodies_keep_closed(bodies));
    NSD_TRY(nsd_bodies_solve_passes(bodies, state, &answer));
    works_of_impulses(bodies, state);
    count_solver_work(bodies, &answer, state->extra + bodies->set->count);
    nsd_status status = log_events(bodies, state);
    if (status == NSD_OK) {
        status = nsd_bodies_record(bodies, state);
    }
    nsd_bodies_advance(bodies, state);
    change_positions(bodies, state);
    settle_joints(bodies, state);
    const nsd_body_contacts now = bodies->contacts;
    bodies->contacts = bodies->contacts_before;
    bodies->contacts_before = now;
    state->k++;
    return status;
}

/* Whether any of `count` surfaces has rolling or spinning friction */
static int any_rolls(const double *surface, int count)
{
    int rolls = 0;
    for (int i = 0; i < count; i++, surface += NSD_SURFACE) {
        rolls |= surface[NSD_SURFACE_ROLLING] > 0.0 || surface[NSD_SURFACE_SPINNING] > 0.0;
    }
    return rolls;
}

/* Quaternions of length one; bounds of the bodies; loads and joints; energies of the start */
static nsd_status start_state(nsd_bodies *bodies, nsd_state *state, nsd_ledger *ledger,
                              nsd_scratch *scratch)
{
    const nsd_body_set *set = bodies->set;
    const int           stride = NSD_BODY_STRIDE(set->dimension);
    const size_t        n = (size_t)set->count * (size_t)stride, planes = (size_t)set->planes;
    const double        one[4] = { 1.0, 0.0, 0.0, 0.0 };

    memset(ledger, 0, sizeof *ledger);
    if (!nsd_dense_all_finite(n, state->q) || !nsd_dense_all_finite(n, state->v) ||
        !nsd_dense_all_finite(3, set->gravity) || !nsd_dense_all_finite(4 * planes, set->plane)) {
        return NSD_ERR_NOT_FINITE;
    }
    for (int i = 0; i < set->count; i++) {
        double *q = state->q + (size_t)i * (size_t)stride;
        if (set->dimension == 3) {
            nsd_quaternion_product(one, q + 3, q + 3);
        }
        nsd_bodies_place(bodies, i, q);
        bodies->body[i].bound = nsd_bodies_shape_bound(set, i);
        NSD_TRY(nsd_bodies_init_solids(bodies, i));
        const double bound = bodies->body[i].bound;
        if (!(bound > 0.0 && bound < INFINITY && set->mass[i] > 0.0)) {
            return NSD_ERR_BAD_ARGUMENT;
        }
    }
    nsd_bodies_place_solids(bodies);
    if (set->mechanism) {
        const nsd_mechanism_world world = world_of(set);
        NSD_TRY(nsd_mechanism_init(&bodies->mechanism, set->mechanism, &world, state->q, scratch));
        bodies->mechanism.gamma = bodies->activation;
        NSD_TRY(nsd_mechanism_assemble(&bodies->mechanism, state->q, state->v));
    }
    energies(bodies, state, &ledger->value[NSD_KINETIC], &ledger->value[NSD_POTENTIAL]);
    memset(state->extra, 0, (size_t)nsd_bodies_sizes(set).extra * sizeof(double));
    state->extra[set->count + NSD_BODIES_GAP] = NAN;
    return NSD_OK;
}

nsd_sizes nsd_bodies_sizes(const nsd_body_set *set)
{
    const int       joints = set->mechanism ? set->mechanism->joints : 0;
    const nsd_sizes sizes = { .n = NSD_BODY_STRIDE(set->dimension) * set->count,
                              .p = joints,
                              .extra = set->count + NSD_BODIES_COLUMNS +
                                       NSD_BODIES_JOINT_NUMBERS * joints };
    return sizes;
}

nsd_channels nsd_bodies_channels(const nsd_sizes *sizes)
{
    const int    joints = sizes->p, joint = sizes->extra - NSD_BODIES_JOINT_NUMBERS * joints;
    const int    count = joint - NSD_BODIES_COLUMNS;
    nsd_channels channels;

    memset(&channels, 0, sizeof channels);
    nsd_channels_add(&channels, "q", sizes->n, NSD_SOURCE(q), 0);
    nsd_channels_add(&channels, "v", sizes->n, NSD_SOURCE(v), 0);
    nsd_channels_add_impulses(&channels, "impulse", count, NSD_SOURCE(extra), 0);
    nsd_channels_add(&channels, "gap", 1, NSD_SOURCE(extra), count + NSD_BODIES_GAP);
    nsd_channels_add(&channels, "contactCount", 1, NSD_SOURCE(extra), count + NSD_BODIES_CONTACTS);
    if (joints > 0) {
        nsd_channels_add_impulses(&channels, "jointImpulse", 6 * joints, NSD_SOURCE(extra), joint);
        nsd_channels_add(&channels, "jointDrift", joints, NSD_SOURCE(extra), joint + 6 * joints);
        nsd_channels_add(&channels, "jointWork", joints, NSD_SOURCE(extra), joint + 7 * joints);
    }
    return channels;
}

nsd_status nsd_bodies_init(nsd_bodies *bodies, const nsd_body_set *set,
                           const nsd_bodies_options *options, nsd_scratch *scratch,
                           nsd_state *state, nsd_ledger *ledger)
{
    bodies->set = set;
    bodies->h = options->h;
    bodies->activation = options->activation;
    bodies->tolerance = options->tolerance;
    bodies->gravity_gap = options->activation * options->h * options->h *
                          sqrt(nsd_dot3(set->gravity, set->gravity));
    bodies->max_iter = options->max_iter;
    bodies->project = options->project;
    bodies->order = options->order;
    bodies->poll = options->poll;
    bodies->rolls = any_rolls(set->default_surface, 1) ||
                    any_rolls(set->surface, set->first ? set->first[set->count] : set->count) ||
                    any_rolls(set->plane_surface, set->planes);
    bodies->t0 = state->t;
    bodies->tally.n = NSD_BODY_STRIDE(set->dimension) * set->count;
    bodies->base.step = step;
    bodies->base.energy = energy;
    bodies->base.tally = &bodies->tally;
    lay_out(bodies, set, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    memset(bodies->motion, 0, ((size_t)set->count + 1) * sizeof *bodies->motion);
    memset(bodies->body, 0, ((size_t)set->count + 1) * sizeof *bodies->body);
    return start_state(bodies, state, ledger, scratch);
}
