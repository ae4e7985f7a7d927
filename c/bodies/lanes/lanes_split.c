/* lanes_split.c - a large problem in parts that threads sweep at once                   (RB.28)
 *
 * Slabs across the longest side, as many contacts in each. Contacts within slabs have no body in
 * common; nor have those between slabs 0 and 1, 2 and 3, ...; nor those between 1 and 2, 3 and 4,
 * ...; what connects slabs that are no neighbours is a part of its own. The cuts depend on the
 * contacts, not on the threads. */
#include <math.h>
#include <string.h>

#include "bodies/lanes/lanes.h"

/* Contacts of a slab at least. Larger: threads without work; smaller: most contacts lie between
 * slabs. */
#define SLAB_CONTACTS 2048

/* Contacts from one that is asked where it is to the next. Larger: slabs of unequal size; smaller:
 * time. */
#define SAMPLE 4

/* Places along the side at which a cut may be. Larger: time; smaller: slabs of unequal size. */
#define BINS 256

static int is_free(const nsd_lanes_problem *problem, int body)
{
    return problem->motion[body].inverse_mass > 0.0;
}

/* The free body of a contact, the first of two */
static int free_of(const nsd_lanes_problem *problem, const nsd_lanes_contact *contact)
{
    return is_free(problem, contact->a) ? contact->a : contact->b;
}

/* Axis of the longest side of a box around the bodies, not along gravity; low, high <- its ends */
static int longest_side(const nsd_lanes_problem *problem, double *low, double *high)
{
    int    longest = -1;
    double least[3] = { INFINITY, INFINITY, INFINITY };
    double most[3] = { -INFINITY, -INFINITY, -INFINITY };

    for (int c = 0; c < problem->count; c += SAMPLE) {
        const double *x = problem->body[free_of(problem, problem->contact + c)].x;
        for (int k = 0; k < 3; k++) {
            least[k] = x[k] < least[k] ? x[k] : least[k];
            most[k] = x[k] > most[k] ? x[k] : most[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        if (k != problem->upwards &&
            (longest < 0 || most[k] - least[k] > most[longest] - least[longest])) {
            longest = k;
        }
    }
    *low = least[longest];
    *high = most[longest];
    return longest;
}

/* lanes->slab <- the slab of each free body; returns the number of slabs, a power of two. */
static int cut(nsd_lanes *lanes, const nsd_lanes_problem *problem)
{
    int    slabs = 1, share[BINS] = { 0 }, before = 0, all = 0;
    double low, high;

    while (slabs < NSD_LANES_SLABS && 2 * slabs * SLAB_CONTACTS <= problem->count) {
        slabs *= 2;
    }
    if (!problem->body || slabs == 1) {
        return 1;
    }
    const int    axis = longest_side(problem, &low, &high);
    const double scale = (BINS - 1) / (high - low);
    if (!(scale > 0.0 && scale < INFINITY)) {
        return 1;
    }
    for (int c = 0; c < problem->count; c += SAMPLE) {
        const int i = free_of(problem, problem->contact + c);
        share[(int)(scale * (problem->body[i].x[axis] - low))]++;
        all++;
    }
    for (int k = 0; k < BINS; k++) { /* share <- the slab of each bin */
        const int own = share[k];
        share[k] = (int)((double)slabs * (before + 0.5 * own) / all);
        before += own;
    }
    for (int i = 0; i < problem->bodies; i++) {
        const double place = scale * (problem->body[i].x[axis] - low);
        lanes->slab[i] = share[place > 0.0 ? (place < BINS - 1 ? (int)place : BINS - 1) : 0];
    }
    return slabs;
}

/* The part of a contact between slabs one and two */
static int part_of(int slabs, int one, int two)
{
    const int low = one < two ? one : two, apart = one < two ? two - one : one - two;
    if (apart == 0) {
        return low;
    }
    if (apart > 1) {
        return 2 * slabs - 1;
    }
    return slabs + low / 2 + (low % 2) * (slabs / 2);
}

/* The part of contact c */
static int part_of_contact(const nsd_lanes *lanes, const nsd_lanes_problem *problem, int slabs,
                           int c)
{
    const nsd_lanes_contact *contact = problem->contact + c;
    const int                first = free_of(problem, contact);
    const int                second = is_free(problem, contact->b) ? contact->b : first;
    return slabs == 1 ? 0 : part_of(slabs, lanes->slab[first], lanes->slab[second]);
}

/* Places for the free bodies of the contacts: those of one slab beside each other, in the order of
 * the contacts */
static void give_places(nsd_lanes *lanes, const nsd_lanes_problem *problem, int slabs)
{
    int next[NSD_LANES_SLABS + 1] = { 0 };

    memset(lanes->place, 0, ((size_t)problem->bodies + 1) * sizeof(int));
    for (int turn = 0; turn < 2; turn++) { /* count, then number */
        for (int c = 0; c < problem->count; c++) {
            const int pair[2] = { problem->contact[c].a, problem->contact[c].b };
            for (int k = 0; k < 2; k++) {
                int *place = lanes->place + pair[k];
                if (!is_free(problem, pair[k]) || (turn == 0 ? *place != 0 : *place > 0)) {
                    continue;
                }
                const int slab = slabs == 1 ? 0 : lanes->slab[pair[k]];
                if (turn == 0) {
                    *place = -1;
                    next[slab + 1]++;
                } else {
                    *place = next[slab]++;
                    lanes->body[*place] = pair[k];
                    lanes->slots[*place] = 0;
                }
            }
        }
        for (int k = 0, sum = lanes->still; k <= slabs && turn == 0; k++) {
            const int own = k < slabs ? next[k + 1] : 0;
            next[k] = sum;
            sum += own;
            lanes->places = sum;
        }
    }
}

void nsd_lanes_split(nsd_lanes *lanes, const nsd_lanes_problem *problem)
{
    const int slabs = cut(lanes, problem);

    lanes->parts = slabs == 1 ? 1 : 2 * slabs;
    lanes->still = lanes->parts;
    memset(lanes->slots, 0, (size_t)lanes->still * sizeof *lanes->slots);
    lanes->round_end[0] = slabs;
    lanes->round_end[1] = slabs + slabs / 2;
    lanes->round_end[2] = slabs == 1 ? 1 : 2 * slabs - 1;
    lanes->round_end[3] = lanes->parts;
    give_places(lanes, problem, slabs);
    memset(lanes->part, 0, sizeof lanes->part);
    for (int c = 0; c < problem->count; c++) { /* lane, until it is known: the part */
        lanes->lane[c] = part_of_contact(lanes, problem, slabs, c);
        lanes->part[lanes->lane[c]].end++;
    }
    for (int p = 0, sum = 0; p < lanes->parts; p++) {
        const int own = lanes->part[p].end;
        lanes->part[p].first = lanes->part[p].end = sum;
        sum += own;
    }
    for (int c = 0; c < problem->count; c++) {
        lanes->list[lanes->part[lanes->lane[c]].end++] = c;
    }
}
