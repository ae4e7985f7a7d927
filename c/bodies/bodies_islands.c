/* bodies_islands.c - which contacts of a step are swept together                  (RB.15)
 *
 * First each island of bodies that touch is swept by itself. The contacts that are then above the
 * goal are mostly a small part of a large island. They and their neighbours are a patch, which is
 * swept with all other impulses held, and chosen anew until no contact is above the goal. */
#include <math.h>
#include <string.h>

#include "bodies/bodies_patch.h"

typedef struct islands {
    nsd_bodies_sweeper all;    /* every contact of the step                                     */
    nsd_bodies_island  island; /* the island that is swept now                                  */
    nsd_bodies_patch   patch;  /* contacts above the goal and their neighbours                  */
    int               *list;   /* rows, island by island                                        */
    int        *island_end;    /* end of each island in list; bodies + 2 numbers, for counting  */
    int         number;        /* of islands                                                    */
    int        *root;          /* bodies + 1: parents in the trees of bodies of one island      */
    int         slow;          /* 1: an island took the most sweeps without being solved        */
    int        *order, *start; /* contacts + 1: work of nsd_bodies_rows_fill                    */
    int        *place;         /* contacts of an island that is solved directly                 */
    nsd_scratch scratch;       /* memory for the sweeps of an island                            */
} islands;

/* The contacts are those of bodies->contacts. */
static size_t lay_out(islands *is, nsd_scratch *scratch)
{
    const size_t contacts = (size_t)is->all.count + 1;
    const size_t places = (size_t)is->all.bodies->set->count + 2;

    nsd_bodies_island_lay_out(&is->island, &is->all, scratch);
    nsd_bodies_rows_lay_out(&is->all, scratch);
    nsd_bodies_patch_lay_out(&is->patch, &is->all, scratch);
    NSD_SCRATCH_EACH_INT(scratch, contacts, &is->order, &is->start, &is->list);
    NSD_SCRATCH_EACH_INT(scratch, places, &is->island_end, &is->root);
    is->place = nsd_scratch_ints(scratch, NSD_BODIES_DIRECT_CONTACTS);
    is->scratch = nsd_scratch_part(scratch, nsd_bodies_island_scratch(&is->all));
    return nsd_scratch_counted(scratch);
}

/* Takes the arrays from bodies->rows, and fills is->all with the contacts of the step. */
static nsd_status fill_islands(islands *is, nsd_bodies *bodies)
{
    NSD_TRY(
        nsd_bodies_lanes_fill(bodies, is->all.lambda)); /* first: says whether there are lanes */
    bodies->rows.used = 0;
    lay_out(is, &bodies->rows);
    if (nsd_scratch_is_full(&bodies->rows)) { /* counted only then: a step has few contacts more */
        NSD_TRY(nsd_bodies_reserve(bodies, &bodies->rows, lay_out(is, NSD_SCRATCH_COUNTER)));
        lay_out(is, &bodies->rows);
    }
    nsd_bodies_island_init(&is->island);
    nsd_bodies_rows_fill(&is->all, is->order, is->start);
    for (int k = 0; k < is->all.count; k++) {
        is->all.residual[k] = INFINITY; /* unknown: the first sweeps are over all islands */
    }
    return NSD_OK;
}

static int root_of(const islands *is, int body)
{
    int *root = is->root;
    while (root[body] != body) {
        root[body] = root[root[body]];
        body = root[body];
    }
    return body;
}

/* The island of a row: the root of one of its free bodies */
static int island_of(const islands *is, const nsd_bodies_row *row)
{
    return root_of(is, nsd_bodies_is_free(is->all.bodies, row->a) ? row->a : row->b);
}

/* Joins the trees of the two bodies of each row; bodies that are not free join nothing. */
static void join_bodies(islands *is)
{
    for (int i = 0; i <= is->all.bodies->set->count; i++) {
        is->root[i] = i;
    }
    for (int k = 0; k < is->all.count; k++) {
        const nsd_bodies_row *row = is->all.rows + k;
        if (nsd_bodies_is_free(is->all.bodies, row->a) &&
            nsd_bodies_is_free(is->all.bodies, row->b)) {
            is->root[root_of(is, row->a)] = root_of(is, row->b);
        }
    }
}

/* Joins the trees of bodies that a joint connects. */
static void join_by_joints(islands *is)
{
    const nsd_mechanism_set *set = is->all.bodies->mechanism.set;
    for (int k = 0; set && k < set->joints; k++) {
        const int a = set->joint[k].a, b = set->joint[k].b;
        if (nsd_bodies_is_free(is->all.bodies, a) && nsd_bodies_is_free(is->all.bodies, b)) {
            is->root[root_of(is, a)] = root_of(is, b);
        }
    }
}

/* list <- the rows by islands, upwards in each; island_end <- the ends of the islands */
static void split_into_islands(islands *is)
{
    const int bodies = is->all.bodies->set->count;
    int       number = 0, last = 0;

    join_bodies(is);
    join_by_joints(is);
    memset(is->island_end, 0, ((size_t)bodies + 2) * sizeof(int));
    for (int k = 0; k < is->all.count; k++) {
        is->island_end[1 + island_of(is, is->all.rows + k)]++;
    }
    for (int i = 0; i <= bodies; i++) {
        is->island_end[i + 1] += is->island_end[i];
    }
    for (int k = 0; k < is->all.count; k++) {
        is->list[is->island_end[island_of(is, is->all.rows + k)]++] = k;
    }
    for (int i = 0; i <= bodies; i++) {
        if (is->island_end[i] > last) {
            last = is->island_end[i];
            is->island_end[number++] = last;
        }
    }
    is->number = number;
}

static double largest_residual(const islands *is, int first, int end)
{
    double worst = 0.0;
    for (int k = first; k < end; k++) {
        const double own = is->all.residual[is->list[k]];
        worst = own > worst ? own : worst; /* as fmax, without the call */
    }
    return worst;
}

/* Sweeps the islands above the goal, each at most `most` times; returns the work in sweeps over all
 * contacts. */
static double sweep_islands(islands *is, double goal, int most)
{
    double work = 0.0;

    is->island.goal = goal;
    for (int k = 0, first = 0; k < is->number; first = is->island_end[k], k++) {
        const int count = is->island_end[k] - first;
        if (largest_residual(is, first, is->island_end[k]) > goal) {
            nsd_bodies_island_fill(&is->island, &is->all, is->list + first, count);
            const int sweeps = nsd_bodies_island_sweep(&is->island, most, is->scratch);
            nsd_bodies_island_export(&is->island, &is->all);
            is->slow |= sweeps >= most;
            work += (double)sweeps * count / is->all.count;
        }
    }
    nsd_bodies_rows_velocities(&is->all); /* afresh: sums of many changes have round-off */
    return work;
}

/* is->place <- the contacts of an island in bodies->contacts */
static void fill_places(islands *is, int first, int count)
{
    for (int c = 0; c < count; c++) {
        is->place[c] = is->all.rows[is->list[first + c]].place;
    }
}

/* Solves islands of few contacts that are above the goal with all their contacts together. */
static void solve_islands_directly(islands *is, double goal, int again)
{
    const int most = is->all.torque && !is->all.plane      ? NSD_BODIES_DIRECT_TORQUE_CONTACTS
                     : nsd_bodies_in_lanes(is->all.bodies) ? NSD_BODIES_LANES_DIRECT_CONTACTS
                                                           : NSD_BODIES_DIRECT_CONTACTS;

    nsd_bodies_rows_exchange(&is->all, 1);
    for (int k = 0, first = 0; k < is->number; first = is->island_end[k], k++) {
        const int count = is->island_end[k] - first;
        if (count > most || !(largest_residual(is, first, is->island_end[k]) > goal)) {
            continue;
        }
        fill_places(is, first, count);
        /* may change nothing */
        nsd_bodies_solve_direct(is->all.bodies, is->place, count, is->all.lambda, again);
    }
    nsd_bodies_rows_exchange(&is->all, 0);
    nsd_bodies_rows_velocities(&is->all);
}

typedef struct progress {
    double work;            /* so far, in sweeps over all contacts              */
    double residual;        /* largest of all contacts                          */
    double direct_work;     /* `work` when islands were last solved directly    */
    double residual_before; /* `residual` when the work last doubled            */
    double lost_residual;   /* a residual above this may be lost                 */
    double check_work;      /* `work` at which is_lost compares residuals next  */
} progress;

/* 1 when twice the work has not halved a large residual: there seems to be no solution */
static int is_lost(progress *p)
{
    if (p->work < p->check_work) {
        return 0;
    }
    const int lost = p->residual > p->lost_residual && !(p->residual < 0.5 * p->residual_before);
    p->residual_before = p->residual;
    p->check_work = 2.0 * p->work;
    return lost;
}

/* Sweeps patch after patch until no contact seems to be above the goal, the rounds are over, or a
 * patch is too large; returns the work. */
static double sweep_patches(islands *is, double goal, int most)
{
    const int    count = is->all.count;
    const double level = NSD_BODIES_PATCH_GOAL * goal;
    double       work = 0.0;

    nsd_bodies_patch_find(&is->patch, level);
    for (int round = 1; round < NSD_BODIES_PATCH_ROUNDS && !nsd_poll_stopped(is->all.bodies->poll);
         round++) {
        const int chosen = nsd_bodies_patch_fill(&is->patch);
        if (chosen == 0 || chosen > NSD_BODIES_LARGEST_PATCH * count) {
            break;
        }
        const int sweeps = nsd_bodies_patch_sweep(&is->patch, level, most, is->scratch);
        work += (double)sweeps * chosen / count;
        if (nsd_bodies_patch_residual(&is->patch, level) <= goal) {
            break;
        }
    }
    nsd_bodies_rows_velocities(&is->all);
    return work;
}

/* As fmax, without the care for NaN that makes it slow */
static double larger(double a, double b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Solves the contacts that the first sweeps left above the goal. */
static void solve_remaining(islands *is, double goal, progress *p)
{
    nsd_bodies *bodies = is->all.bodies;
    const int   few = is->all.count < NSD_BODIES_PATCHED_CONTACTS ||
                    nsd_mechanism_has_joints(
                        &bodies->mechanism); /* patches hold what joints move */
    const int most = smaller(bodies->max_iter, NSD_BODIES_PATCH_SWEEPS);

    while (p->residual > goal && p->work < bodies->max_iter && !is_lost(p) &&
           !nsd_poll_stopped(bodies->poll)) {
        /* few contacts that sweeps only seemed to solve have impulses whose rounding matters */
        if ((is->slow || few) && p->work > 2.0 * p->direct_work) {
            solve_islands_directly(is, goal, p->direct_work > 0.0);
            p->direct_work = p->work;
            p->residual = nsd_bodies_rows_residual(&is->all);
        }
        if (!few) {
            p->work += sweep_patches(is, goal, most);
            p->residual = nsd_bodies_rows_residual(&is->all);
        }
        if (p->residual > goal) {
            p->work += sweep_islands(is, NSD_BODIES_PATCH_GOAL * goal,
                                     few ? NSD_BODIES_ISLAND_SWEEPS : most);
            p->residual = nsd_bodies_rows_residual(&is->all);
        }
    }
}

/* 1 when a velocity change at a contact is no shock for bodies that rest under gravity  (FC.10) */
static int is_calm(const nsd_bodies *bodies, double change)
{
    const double *g = bodies->set->gravity;
    return change <= nsd_friction_shock(bodies->h * sqrt(nsd_dot3(g, g)), 0.0, 0.0);
}

/* 1 when the impulses of an island with friction are a shock, by is->all.change         (FC.10) */
static int is_shock(const islands *is, int first, int count)
{
    double approach = 0.0, scale = 0.0, change = 0.0, mu = 0.0;
    for (int k = first; k < first + count; k++) {
        const nsd_bodies_row *row = is->all.rows + is->list[k];
        const double          own = nsd_dense_max_abs(3, row->q), now = is->all.change[is->list[k]];
        approach = larger(approach, -row->q[0]);
        scale = larger(scale, own);
        change = larger(change, now);
        mu = larger(mu, row->mu);
    }
    return mu > 0.0 && change > nsd_friction_shock(approach, scale, is->all.bodies->tolerance);
}

/* Islands whose guess would be a shock, as the impulses of an impact are in the step after, begin
 * with the guess of the step before, and where that is a shock too with none            (FC.10) */
static void drop_shocks(islands *is)
{
    nsd_bodies *bodies = is->all.bodies;
    int         dropped = !is_calm(bodies, bodies->contacts_before.change);

    for (int afresh = 0; afresh < 2 && dropped; afresh++) {
        dropped = 0;
        nsd_bodies_rows_changes(&is->all);
        for (int k = 0, first = 0; k < is->number; first = is->island_end[k], k++) {
            const int count = is->island_end[k] - first;
            const int shock = is_shock(is, first, count);
            for (int c = first; c < first + count && shock; c++) {
                const int place = is->all.rows[is->list[c]].place;
                nsd_bodies_guess_again(bodies, afresh, bodies->contacts.item + place);
            }
            dropped |= shock;
        }
        if (dropped) {
            nsd_bodies_rows_exchange(&is->all, 0);
            nsd_bodies_rows_velocities(&is->all);
        }
    }
    for (int c = 0; c < bodies->contacts.count; c++) {
        nsd_body_contact *contact = bodies->contacts.item + c;
        memcpy(contact->guess, contact->r, sizeof contact->r);
        memcpy(contact->guess_torque, contact->torque, sizeof contact->torque);
    }
}

/* How much a contact has changed since the step before, in parts of the size of its bodies and of
 * the largest impulse of its island; INFINITY for a new contact                         (FC.10) */
static double contact_drift(const nsd_bodies *bodies, const nsd_body_contact *contact,
                            double largest)
{
    const double size = bodies->body[contact->a].bound;
    double       geometry = 0.0, impulse = 0.0;

    if (contact->old < 0) {
        return INFINITY;
    }
    const nsd_body_contact *old = bodies->contacts_before.item + contact->old;
    for (int k = 0; k < 3; k++) {
        const nsd_frame *now = &contact->frame, *then = &old->frame;
        geometry = larger(geometry, fabs(now->D[k] - then->D[k]));
        geometry = larger(geometry, fabs(now->arm_a[k] - then->arm_a[k]) / size);
        geometry = larger(geometry, fabs(now->arm_b[k] - then->arm_b[k]) / size);
        impulse = larger(impulse, fabs(contact->r[k] - old->r[k]));
    }
    return old->drift + geometry + (impulse > 0.0 ? impulse / largest : 0.0);
}

/* 1 when an island of few contacts must be asked for other solutions: the first time, and when the
 * island has changed since. Contacts hold their impulses.                               (FC.10) */
static int must_ask(const islands *is, int first, int count)
{
    nsd_bodies *bodies = is->all.bodies;
    double      drift = 0.0, largest = 0.0, mu = 0.0;
    int         known = 1;

    for (int c = first; c < first + count; c++) {
        const int place = is->all.rows[is->list[c]].place;
        largest = larger(largest, nsd_dense_max_abs(3, bodies->contacts.item[place].r));
        mu = larger(mu, bodies->contacts.item[place].mu);
    }
    for (int c = first; c < first + count && mu > 0.0; c++) {
        const nsd_body_contact *contact = bodies->contacts.item + is->all.rows[is->list[c]].place;
        drift = larger(drift, contact_drift(bodies, contact, largest));
        known &= contact->old >= 0 && bodies->contacts_before.item[contact->old].asked == count;
    }
    const int ask = mu > 0.0 && !(known && drift <= NSD_BODIES_KEPT_DRIFT);
    for (int c = first; c < first + count; c++) {
        nsd_body_contact *contact = bodies->contacts.item + is->all.rows[is->list[c]].place;
        contact->asked = count;
        contact->drift = ask ? 0.0 : drift;
    }
    return ask;
}

/* 1 when an island of few contacts may have other solutions, for all that is known without its
 * matrix: a single contact is asked in every step (FR.24), in space it is the only one  (FC.10) */
static int may_have_several(const islands *is, int first, int count)
{
    const nsd_bodies_row *row = is->all.rows + is->list[first];

    if (count == 1 && !nsd_mechanism_has_joints(&is->all.bodies->mechanism)) {
        return row->W[0] < row->mu * sqrt(row->W[3] * row->W[3] + row->W[6] * row->W[6]);
    }
    return (is->all.plane || count == 1) && must_ask(is, first, count);
}

/* An island that is too large to enumerate, and whose answer is a shock, is solved once more from
 * no impulses; the answer of less velocity change is taken.                             (FC.10) */
static void solve_from_zero(islands *is, int first, int count, double goal)
{
    nsd_bodies_sweeper *s = &is->island.sweeper;
    const int           torques = is->all.torque ? count : 0;

    nsd_bodies_rows_velocities(&is->all);
    const double change = nsd_bodies_rows_squared_change(&is->all, is->list + first, count);
    nsd_bodies_island_fill(&is->island, &is->all, is->list + first, count);
    memset(s->r, 0, 3 * (size_t)(count + torques) * sizeof *s->r);
    nsd_bodies_rows_velocities(s);
    is->island.goal = goal;
    nsd_bodies_island_sweep(&is->island, NSD_BODIES_ISLAND_SWEEPS, is->scratch);
    if (nsd_bodies_rows_residual(s) <= goal &&
        nsd_friction_less_change(nsd_bodies_rows_squared_change(s, NULL, count), change)) {
        nsd_bodies_island_export(&is->island, &is->all);
    }
}

/* Islands of few contacts: their solutions are enumerated, or searched for, where there may be
 * several; asked <- 1 when some were                                                    (FC.10) */
static nsd_status choose_in_small(islands *is, int calm, nsd_bodies_answer *answer, int *asked)
{
    for (int k = 0, first = 0; k < is->number; first = is->island_end[k], k++) {
        const int count = is->island_end[k] - first;
        int       several = 0;
        if (count > NSD_FRICTION_SEARCH_MAX) {
            continue;
        }
        const int may = may_have_several(is, first, count);
        const int shock = !calm && is_shock(is, first, count);
        if (may || shock) {
            fill_places(is, first, count);
            NSD_TRY(nsd_bodies_choose_direct(is->all.bodies, is->place, count, shock, &several));
            answer->several += several;
            *asked = 1;
        }
    }
    return NSD_OK;
}

/* Islands that are too large to enumerate, or whose contacts have torques               (FC.10) */
static void choose_in_large(islands *is, double goal, nsd_bodies_answer *answer)
{
    const int few = is->all.torque ? 0 : NSD_FRICTION_SEARCH_MAX;
    for (int k = 0, first = 0; k < is->number; first = is->island_end[k], k++) {
        const int count = is->island_end[k] - first;
        if (count > few && is_shock(is, first, count)) {
            solve_from_zero(is, first, count, goal);
            answer->unchecked++;
        }
    }
}

/* Of several solutions of each island the one that changes velocities least is taken.  (FC.10) */
static nsd_status choose_solutions(islands *is, double goal, nsd_bodies_answer *answer)
{
    nsd_bodies *bodies = is->all.bodies;
    const int   calm = is_calm(bodies, bodies->contacts.change);
    int         asked = 0;

    if (!is->all.torque) {
        NSD_TRY(choose_in_small(is, calm, answer, &asked));
    }
    if (asked) {
        nsd_bodies_rows_exchange(&is->all, 0);
    }
    if (!calm) {
        choose_in_large(is, goal, answer);
    }
    if (asked || answer->unchecked > 0) {
        nsd_bodies_rows_velocities(&is->all);
        answer->residual = nsd_bodies_rows_residual(&is->all);
        nsd_bodies_rows_exchange(&is->all, 1);
    }
    return NSD_OK;
}

nsd_status nsd_bodies_solve_sweeps(nsd_bodies *bodies, double lambda, double goal,
                                   nsd_bodies_answer *answer)
{
    islands is = { .all = { .bodies = bodies, .count = bodies->contacts.count, .lambda = lambda } };
    is.all.plane = bodies->set->dimension == 2;
    NSD_TRY(fill_islands(&is, bodies));
    progress p = { .residual_before = INFINITY, .check_work = NSD_BODIES_ISLAND_SWEEPS };
    p.lost_residual = NSD_BODIES_HOPELESS_RESIDUAL * goal / bodies->tolerance;
    split_into_islands(&is);
    nsd_bodies_rows_velocities(&is.all);
    if (bodies->mechanism.pass == 0) {
        drop_shocks(&is);
    }
    p.work = sweep_islands(&is, goal, smaller(bodies->max_iter, NSD_BODIES_ISLAND_SWEEPS));
    p.residual = nsd_bodies_rows_residual(&is.all);
    if (p.residual > goal) {
        nsd_bodies_patch_init(&is.patch, &is.all, &is.island);
        solve_remaining(&is, goal, &p);
    }
    nsd_bodies_rows_exchange(&is.all, 1);
    answer->sweeps = (int)ceil(p.work);
    answer->residual = p.residual;
    answer->several = answer->unchecked = 0;
    /* the residuals end at the first that is no number, and the changes with them */
    bodies->contacts.change = isfinite(p.residual) ? nsd_dense_max_abs(is.all.count, is.all.change)
                                                   : INFINITY;
    if (p.residual <= goal) {
        NSD_TRY(choose_solutions(&is, goal, answer));
    }
    if (p.residual > goal && nsd_poll_stopped(bodies->poll)) {
        return NSD_STOPPED;
    }
    return isfinite(p.residual) ? NSD_OK : NSD_DIVERGED;
}
