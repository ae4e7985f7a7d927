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
    int        *root;          /* bodies + 1: parents in the trees of bodies of one island      */
    int         slow;          /* 1: an island took the most sweeps without being solved        */
    int        *order, *start; /* contacts + 1: work of nsd_bodies_rows_fill                    */
    int        *place;         /* contacts of an island that is solved directly                 */
    nsd_scratch scratch;       /* memory for the sweeps of an island                            */
} islands;

/* The contacts are those of bodies->contacts. */
static size_t lay_out(islands *is, nsd_scratch *scratch)
{
    const int    n = is->all.bodies->set->count, unknowns = is->all.bodies->rolls ? 6 : 3;
    const size_t contacts = (size_t)is->all.count + 1, places = (size_t)n + 2;

    nsd_bodies_island_lay_out(&is->island, &is->all, scratch);
    nsd_bodies_rows_lay_out(&is->all, scratch);
    nsd_bodies_patch_lay_out(&is->patch, &is->all, scratch);
    NSD_SCRATCH_EACH_INT(scratch, contacts, &is->order, &is->start, &is->list);
    NSD_SCRATCH_EACH_INT(scratch, places, &is->island_end, &is->root);
    is->place = nsd_scratch_ints(scratch, NSD_BODIES_DIRECT_CONTACTS);
    is->scratch = nsd_scratch_part(scratch,
                                   nsd_bodies_accelerate_scratch(unknowns * is->all.count, n));
    return nsd_scratch_counted(scratch);
}

/* Takes the arrays from bodies->rows, and fills is->all with the contacts of the step. */
static nsd_status fill_islands(islands *is, nsd_bodies *bodies)
{
    NSD_TRY(nsd_bodies_reserve(bodies, &bodies->rows, lay_out(is, NSD_SCRATCH_COUNTER)));
    lay_out(is, &bodies->rows);
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

/* list <- the rows by islands, upwards in each; island_end <- the ends of the islands; returns the
 * number of islands. */
static int split_into_islands(islands *is)
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
    return number;
}

static double largest_residual(const islands *is, int first, int end)
{
    double worst = 0.0;
    for (int k = first; k < end; k++) {
        worst = fmax(worst, is->all.residual[is->list[k]]);
    }
    return worst;
}

/* Sweeps the islands above the goal, each at most `most` times; returns the work in sweeps over all
 * contacts. */
static double sweep_islands(islands *is, double goal, int most)
{
    const int number = split_into_islands(is);
    double    work = 0.0;

    is->island.goal = goal;
    for (int k = 0, first = 0; k < number; first = is->island_end[k], k++) {
        const int count = is->island_end[k] - first;
        if (largest_residual(is, first, is->island_end[k]) > goal) {
            nsd_bodies_island_fill(&is->island, &is->all, is->list + first, count);
            const int sweeps = nsd_bodies_island_sweep(&is->island, most, is->scratch);
            nsd_bodies_island_export(&is->island, &is->all);
            is->slow |= sweeps == most;
            work += (double)sweeps * count / is->all.count;
        }
    }
    nsd_bodies_rows_velocities(&is->all); /* afresh: sums of many changes have round-off */
    return work;
}

/* Solves islands of few contacts that are above the goal with all their contacts together. */
static void solve_islands_directly(islands *is, double goal, int again)
{
    const int most = is->all.torque && !is->all.plane ? NSD_BODIES_DIRECT_TORQUE_CONTACTS
                                                      : NSD_BODIES_DIRECT_CONTACTS;
    const int number = split_into_islands(is);

    nsd_bodies_rows_exchange(&is->all, 1);
    for (int k = 0, first = 0; k < number; first = is->island_end[k], k++) {
        const int count = is->island_end[k] - first;
        if (count > most || !(largest_residual(is, first, is->island_end[k]) > goal)) {
            continue;
        }
        for (int c = 0; c < count; c++) {
            is->place[c] = is->all.rows[is->list[first + c]].place;
        }
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
        if (is->slow && p->work > 2.0 * p->direct_work) {
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

nsd_status nsd_bodies_solve_sweeps(nsd_bodies *bodies, double lambda, double goal,
                                   nsd_bodies_answer *answer)
{
    islands is = { .all = { .bodies = bodies, .count = bodies->contacts.count, .lambda = lambda } };
    is.all.plane = bodies->set->dimension == 2;
    NSD_TRY(fill_islands(&is, bodies));
    progress p = { .residual_before = INFINITY, .check_work = NSD_BODIES_ISLAND_SWEEPS };
    p.lost_residual = NSD_BODIES_HOPELESS_RESIDUAL * goal / bodies->tolerance;
    nsd_bodies_rows_velocities(&is.all);
    p.work = sweep_islands(&is, goal, smaller(bodies->max_iter, NSD_BODIES_ISLAND_SWEEPS));
    p.residual = nsd_bodies_rows_residual(&is.all);
    if (p.residual > goal) {
        nsd_bodies_patch_init(&is.patch, &is.all, &is.island);
        solve_remaining(&is, goal, &p);
    }
    nsd_bodies_rows_exchange(&is.all, 1);
    answer->sweeps = (int)ceil(p.work);
    answer->residual = p.residual;
    if (p.residual > goal && nsd_poll_stopped(bodies->poll)) {
        return NSD_STOPPED;
    }
    return isfinite(p.residual) ? NSD_OK : NSD_DIVERGED;
}
