/* bodies_islands.c - the contacts of one step: which are swept together           (RB.15)
 *
 * First all contacts, each island of bodies that touch by itself. What is then still above the
 * goal is mostly a small part of a large island, a patch, which is swept again with its neighbours
 * and the impulses of the others held, until nothing is above the goal. */
#include <math.h>
#include <string.h>

#include "bodies/bodies_patch.h"

#define TRIES  100 /* sweeps of an island, after which it is tried at once when it has at most */
#define FEW    120 /* contacts; else a patch is chosen                                         */
#define ROUNDS 20  /* .. and all in every so many: some may be solved at the cost of others    */
#define MOST   0.4 /* .. or when the patch is more than this part of them                      */
#define SHORT  20  /* sweeps of a patch, before another is chosen                              */
#define LARGE  0.1 /* part of the velocities: a residual above it that stays is given up       */
#define BELOW  0.9 /* part of the goal for what is swept again: its neighbours rise a little   */

typedef struct islands {
    nsd_sweeper       all;   /* every contact of the step                                   */
    nsd_bodies_island one;   /* room for an island                                          */
    nsd_bodies_patch  patch; /* what is swept again                                         */
    int              *list;  /* rows, island by island                                      */
    int              *end;   /* where each island ends in it; more for counting: bodies + 2 */
    int              *root;  /* bodies + 1: of the tree that is the body's island           */
    int               slow;  /* an island took all the sweeps it may                        */
    nsd_scratch       rest;  /* for the sweeps of an island                                 */
} islands;

static size_t room_of(const nsd_bodies *bodies)
{
    const int    count = bodies->now.count, n = bodies->set->count;
    const size_t contacts = (size_t)count + 1, places = (size_t)n + 2, ints = sizeof(int);
    return nsd_bodies_rows_scratch(count, bodies->rolls) +
           nsd_bodies_island_scratch(count, n, bodies->rolls) + nsd_bodies_patch_scratch(count, n) +
           3 * nsd_scratch_need(contacts, ints) + 2 * nsd_scratch_need(places, ints) +
           nsd_bodies_accelerate_scratch((bodies->rolls ? 6 : 3) * count, n) +
           nsd_scratch_need(FEW, ints);
}

/* Takes the arrays and fills in the contacts. */
static nsd_status begin(islands *is, nsd_bodies *bodies)
{
    const size_t contacts = (size_t)bodies->now.count + 1;
    const size_t places = (size_t)bodies->set->count + 2;
    const size_t bytes = room_of(bodies), ints = sizeof(int);
    nsd_scratch *scratch = &bodies->rows;

    if (bytes > scratch->size) {
        const nsd_status status = bodies->grow_work(scratch, bytes + bytes / 4);
        if (status != NSD_OK) {
            return status;
        }
    }
    scratch->used = 0;
    const int taken = nsd_bodies_island_init(&is->one, &is->all, scratch) &&
                      nsd_bodies_rows_init(&is->all, bodies->now.count, scratch);
    int *order = nsd_scratch_take(scratch, contacts, ints);
    int *start = nsd_scratch_take(scratch, contacts, ints);
    is->list = nsd_scratch_take(scratch, contacts, ints);
    is->end = nsd_scratch_take(scratch, places, ints);
    is->root = nsd_scratch_take(scratch, places, ints);
    if (!taken || !order || !start || !is->list || !is->end || !is->root) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_bodies_rows_fill(&is->all, order, start);
    for (int k = 0; k < is->all.count; k++) {
        is->all.miss[k] = INFINITY; /* not looked at yet: to be swept */
    }
    is->rest = *scratch;
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

/* The island of a row, by the root of a body */
static int island_of(const islands *is, const nsd_bodies_row *row)
{
    return root_of(is, nsd_bodies_is_free(is->all.bodies, row->a) ? row->a : row->b);
}

/* Trees of bodies that rows tie together, which others than free ones do not */
static void tie(islands *is)
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

/* list <- the rows by islands, in each upwards; end <- where each ends; returns how many islands
 * there are. */
static int split(islands *is)
{
    const int bodies = is->all.bodies->set->count;
    int       number = 0, last = 0;

    tie(is);
    memset(is->end, 0, ((size_t)bodies + 2) * sizeof(int));
    for (int k = 0; k < is->all.count; k++) {
        is->end[1 + island_of(is, is->all.rows + k)]++;
    }
    for (int i = 0; i <= bodies; i++) {
        is->end[i + 1] += is->end[i];
    }
    for (int k = 0; k < is->all.count; k++) {
        is->list[is->end[island_of(is, is->all.rows + k)]++] = k;
    }
    for (int i = 0; i <= bodies; i++) {
        if (is->end[i] > last) {
            last = is->end[i];
            is->end[number++] = last;
        }
    }
    return number;
}

static double worst_of(const islands *is, int first, int end)
{
    double worst = 0.0;
    for (int k = first; k < end; k++) {
        worst = fmax(worst, is->all.miss[is->list[k]]);
    }
    return worst;
}

/* Sweeps the islands that are above the goal, each at most so often; returns how many sweeps over
 * all contacts that is as work. */
static double sweep_islands(islands *is, double goal, int most)
{
    const int number = split(is);
    double    work = 0.0;

    is->one.goal = goal;
    for (int k = 0, first = 0; k < number; first = is->end[k], k++) {
        const int count = is->end[k] - first;
        if (worst_of(is, first, is->end[k]) > goal) {
            nsd_bodies_island_fill(&is->one, &is->all, is->list + first, count);
            const int sweeps = nsd_bodies_island_sweep(&is->one, most, is->rest);
            nsd_bodies_island_export(&is->one, &is->all);
            is->slow |= sweeps == most;
            work += (double)sweeps * count / is->all.count;
        }
    }
    nsd_bodies_rows_velocities(&is->all); /* what the sweeps added up has round-off */
    return work;
}

/* Islands above the goal with all contacts at once, when they have few and sweeps are slow */
static void solve_at_once(islands *is, double goal, int again)
{
    const int   most = is->all.torque && !is->all.plane ? FEW / 4 : FEW; /* six entries cost more */
    nsd_scratch scratch = is->rest;
    int        *place = nsd_scratch_take(&scratch, FEW, sizeof(int));

    const int number = split(is);
    nsd_bodies_rows_write(&is->all);
    for (int k = 0, first = 0; k < number && place; first = is->end[k], k++) {
        const int count = is->end[k] - first;
        if (count > most || !(worst_of(is, first, is->end[k]) > goal)) {
            continue;
        }
        for (int c = 0; c < count; c++) {
            place[c] = is->all.rows[is->list[first + c]].place;
        }
        nsd_bodies_solve_direct(is->all.bodies, place, count, is->all.lambda,
                                again); /* or leaves them */
    }
    nsd_bodies_rows_read(&is->all);
    nsd_bodies_rows_velocities(&is->all);
}

typedef struct progress {
    double work;        /* in sweeps over all contacts                         */
    double left;        /* largest residual                                    */
    double tried;       /* work at which islands were last tried at once       */
    double mark, large; /* residual when the work last doubled; a large one    */
    double again;       /* work at which that is looked at                     */
} progress;

/* 1 when twice the work has not halved a large residual: there seems to be no answer */
static int is_lost(progress *p)
{
    if (p->work < p->again) {
        return 0;
    }
    const int lost = p->left > p->large && !(p->left < 0.5 * p->mark);
    p->mark = p->left;
    p->again = 2.0 * p->work;
    return lost;
}

/* Patch after patch until nothing seems to be above the goal, the rounds are over, or a patch is
 * most of all; returns the work. */
static double sweep_patches(islands *is, double goal, int most)
{
    const int count = is->all.count;
    double    work = 0.0;

    nsd_bodies_patch_find(&is->patch, BELOW * goal);
    for (int round = 1; round < ROUNDS; round++) {
        const int chosen = nsd_bodies_patch_fill(&is->patch);
        if (chosen == 0 || chosen > MOST * count) {
            break;
        }
        const int sweeps = nsd_bodies_patch_sweep(&is->patch, BELOW * goal, most, is->rest);
        work += (double)sweeps * chosen / count;
        if (nsd_bodies_patch_residual(&is->patch, BELOW * goal) <= goal) {
            break;
        }
    }
    nsd_bodies_rows_velocities(&is->all);
    return work;
}

/* What the sweeps over all left above the goal */
static void finish(islands *is, double goal, progress *p)
{
    nsd_bodies *bodies = is->all.bodies;
    const int   few = is->all.count < NSD_ISLAND_MANY;
    const int   most = bodies->max_iter < SHORT ? bodies->max_iter : SHORT;

    while (p->left > goal && p->work < bodies->max_iter && !is_lost(p)) {
        if (is->slow && p->work > 2.0 * p->tried) {
            solve_at_once(is, goal, p->tried > 0.0);
            p->tried = p->work;
            p->left = nsd_bodies_rows_residual(&is->all);
        }
        if (!few) {
            p->work += sweep_patches(is, goal, most);
            p->left = nsd_bodies_rows_residual(&is->all);
        }
        if (p->left > goal) {
            p->work += sweep_islands(is, BELOW * goal, few ? TRIES : most);
            p->left = nsd_bodies_rows_residual(&is->all);
        }
    }
}

nsd_status nsd_bodies_solve_sweeps(nsd_bodies *bodies, double lambda, double goal,
                                   nsd_bodies_answer *answer)
{
    islands is = { .all = { .bodies = bodies, .count = bodies->now.count, .lambda = lambda } };
    is.all.plane = bodies->set->dimension == 2;
    const nsd_status status = begin(&is, bodies);
    if (status != NSD_OK) {
        return status;
    }
    progress p = { 0.0, 0.0, 0.0, INFINITY, LARGE * goal / bodies->tolerance, TRIES };
    nsd_bodies_rows_velocities(&is.all);
    p.work = sweep_islands(&is, goal, bodies->max_iter < TRIES ? bodies->max_iter : TRIES);
    p.left = nsd_bodies_rows_residual(&is.all);
    if (p.left > goal) {
        if (!nsd_bodies_patch_init(&is.patch, &is.all, &is.one, &is.rest)) {
            return NSD_ERR_WORKSPACE;
        }
        finish(&is, goal, &p);
    }
    nsd_bodies_rows_write(&is.all);
    answer->sweeps = (int)ceil(p.work);
    answer->residual = p.left;
    return isfinite(p.left) ? NSD_OK : NSD_DIVERGED;
}
