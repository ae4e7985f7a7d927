/* multigrid.c - levels by pairwise aggregation, done twice for each level              (SPA.7) */
#include "sparse/multigrid.h"

#include <limits.h>
#include <string.h>

/* Unknowns at which the sequence of levels ends. Larger: sweeps on the coarsest level cost more.
 * Smaller: levels that gain nothing. */
#define COARSEST 30

/* Part of the largest coupling of an unknown that a coupling must have to aggregate. Larger: fewer
 * aggregates, and matrices with couplings in one direction keep many unknowns. Smaller: unknowns
 * are summed up that hardly move together, and cycles converge slowly. */
#define STRONG_COUPLING 0.25

/* Part of its unknowns that a level may have at most of the level before. Larger: more levels that
 * gain little. Smaller: the sequence ends early for irregular matrices. */
#define LEAST_COARSENING 0.8

typedef struct pairing { /* of a level: temporary */
    int    *mate, *aggregate, *start, *row, *into, *seen, *springs;
    int     n;
    double *values;
} pairing;

static void take_level(nsd_multigrid_level *level, int n, int entries, nsd_scratch *scratch)
{
    const size_t count = (size_t)n, all = (size_t)entries;
    level->n = n;
    level->start = nsd_scratch_ints(scratch, count + 1);
    level->aggregate = nsd_scratch_ints(scratch, count);
    NSD_SCRATCH_EACH_INT(scratch, all, &level->row, &level->into);
    NSD_SCRATCH_EACH(scratch, all, &level->base, &level->cut);
    NSD_SCRATCH_EACH(scratch, count, &level->inverse, &level->rhs, &level->c, &level->d, &level->v,
                     &level->w);
}

static void take_pairing(pairing *t, int n, int entries, nsd_scratch *scratch)
{
    const size_t count = (size_t)n, all = (size_t)entries;
    NSD_SCRATCH_EACH_INT(scratch, count + 1, &t->mate, &t->aggregate, &t->start, &t->seen);
    NSD_SCRATCH_EACH_INT(scratch, all, &t->row, &t->into, &t->springs);
    t->values = nsd_scratch_doubles(scratch, all);
}

/* The coarser levels together fit into the room that add_level keeps for the first of them. */
size_t nsd_multigrid_scratch(int n, ptrdiff_t entries)
{
    nsd_scratch *counter = NSD_SCRATCH_COUNTER;
    const int    all = entries > INT_MAX / 2 ? 0 : (int)entries;
    take_level(&(nsd_multigrid_level){ 0 }, n, all, counter);
    take_level(&(nsd_multigrid_level){ 0 }, (int)(LEAST_COARSENING * n),
               (int)(LEAST_COARSENING * all), counter);
    take_pairing(&(pairing){ 0 }, n, all, counter);
    take_pairing(&(pairing){ 0 }, n, all, counter);
    return nsd_scratch_counted(counter);
}

/* Each unknown with the strongest of its neighbours that is still alone; t->n <- how many groups */
static void find_pairs(int n, const int *start, const int *row, const double *values, pairing *t)
{
    for (int i = 0; i < n; i++) {
        t->mate[i] = -1;
    }
    t->n = 0;
    for (int i = 0; i < n; i++) {
        double strongest = 0.0, best = 0.0;
        int    mate = i;
        if (t->mate[i] >= 0) {
            continue;
        }
        for (int k = start[i]; k < start[i + 1]; k++) {
            const int    j = row[k];
            const double size = j == i ? 0.0 : -values[k];
            strongest = size > strongest ? size : strongest;
            if (size > best && t->mate[j] < 0) {
                best = size;
                mate = j;
            }
        }
        mate = best >= STRONG_COUPLING * strongest ? mate : i;
        t->mate[i] = mate;
        t->mate[mate] = i;
        t->aggregate[i] = t->aggregate[mate] = t->n++;
    }
}

/* Rows of the pairs: sums of entries, of how many, and the entry into which each is summed */
static void join_pairs(int n, const int *start, const int *row, const double *values, pairing *t)
{
    int place = 0, group = 0;
    for (int i = 0; i < t->n; i++) {
        t->seen[i] = -1;
    }
    t->start[0] = 0;
    for (int i = 0; i < n; i++) {
        if (t->mate[i] < i) {
            continue; /* its mate had both rows */
        }
        for (int member = i;; member = t->mate[i]) {
            for (int k = start[member]; k < start[member + 1]; k++) {
                const int j = t->aggregate[row[k]];
                if (t->seen[j] < t->start[group]) {
                    t->seen[j] = place;
                    t->row[place] = j;
                    t->springs[place] = 0;
                    t->values[place++] = 0.0;
                }
                t->springs[t->seen[j]]++;
                t->values[t->seen[j]] += values[k];
                t->into[k] = t->seen[j];
            }
            if (member == t->mate[i]) {
                break;
            }
        }
        t->start[++group] = place;
    }
}

/* Constant values on pairs make springs along a pair twice too stiff: a row has one spring
 * between two pairs, and twice the length. Springs beside each other, one for each member, are as
 * stiff as their sum. The sums of rows, springs to the ground, stay.                   (SPA.7) */
static void soften_springs(int n, pairing *t)
{
    int *members = t->seen;
    memset(members, 0, (size_t)t->n * sizeof *members);
    for (int i = 0; i < n; i++) {
        members[t->aggregate[i]]++;
    }
    for (int i = 0; i < t->n; i++) {
        double change = 0.0;
        int    diagonal = t->start[i];
        for (int k = t->start[i]; k < t->start[i + 1]; k++) {
            const int j = t->row[k], most = members[i] > members[j] ? members[i] : members[j];
            if (j == i) {
                diagonal = k;
            } else if (t->springs[k] < most) {
                const double before = t->values[k];
                t->values[k] *= (double)t->springs[k] / most;
                change += before - t->values[k];
            }
        }
        t->values[diagonal] += change;
    }
}

static void fill_pairs(int n, const int *start, const int *row, const double *values, pairing *t)
{
    find_pairs(n, start, row, values, t);
    join_pairs(n, start, row, values, t);
    soften_springs(n, t);
}

/* The next level of `fine`; 0 when there is none */
static int add_level(nsd_multigrid_level *fine, nsd_multigrid_level *coarse, nsd_scratch *scratch)
{
    const int   entries = fine->start[fine->n];
    nsd_scratch beside = *scratch; /* the pairs lie behind the room of the next level */
    pairing     one, two;

    take_level(&(nsd_multigrid_level){ 0 }, (int)(LEAST_COARSENING * fine->n),
               (int)(LEAST_COARSENING * entries), &beside);
    take_pairing(&one, fine->n, entries, &beside);
    take_pairing(&two, fine->n, entries, &beside);
    if (nsd_scratch_is_full(&beside)) {
        return 0;
    }
    fill_pairs(fine->n, fine->start, fine->row, fine->base, &one);
    fill_pairs(one.n, one.start, one.row, one.values, &two);
    if (two.n > LEAST_COARSENING * fine->n || two.start[two.n] > LEAST_COARSENING * entries) {
        return 0;
    }
    take_level(coarse, two.n, two.start[two.n], scratch);
    memcpy(coarse->start, two.start, ((size_t)two.n + 1) * sizeof(int));
    memcpy(coarse->row, two.row, (size_t)two.start[two.n] * sizeof(int));
    memcpy(coarse->base, two.values, (size_t)two.start[two.n] * sizeof(double));
    for (int i = 0; i < fine->n; i++) {
        fine->aggregate[i] = two.aggregate[one.aggregate[i]];
    }
    for (int k = 0; k < entries; k++) {
        fine->into[k] = two.into[one.into[k]];
    }
    return 1;
}

nsd_status nsd_multigrid_init(nsd_multigrid *grid, const nsd_columns *A, nsd_scratch *scratch)
{
    const int            n = A->n;
    nsd_multigrid_level *level = grid->level;

    if (A->start[n] > INT_MAX / 2) {
        return NSD_ERR_TOO_LARGE;
    }
    take_level(level, n, (int)A->start[n], scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    for (int i = 0; i <= n; i++) {
        level->start[i] = (int)A->start[i];
    }
    for (int k = 0; k < level->start[n]; k++) {
        level->row[k] = (int)A->row[k];
    }
    memcpy(level->base, A->values, (size_t)level->start[n] * sizeof(double));
    grid->levels = 1;
    while (grid->levels < NSD_MULTIGRID_LEVELS && level->n > COARSEST &&
           add_level(level, level + 1, scratch)) {
        grid->levels++;
        level++;
    }
    return NSD_OK;
}
