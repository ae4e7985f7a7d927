/* held_share.c - which closed contacts stick when more of them are closed than are needed. */
#include <math.h>
#include <string.h>

#include "contact/held.h"

#define NO_FORCE 1e-13 /* of what acts on a contact: forces below it are round-off           */
#define NO_PUSH  1e-9  /* the same for accelerations                                         */

static double acceleration(const nsd_held *held, int contact, const double *a)
{
    const size_t n = (size_t)held->mechanics->model->n;
    return nsd_dense_dot((int)n, held->mechanics->H + (size_t)contact * n, a) +
           held->kappa[contact];
}

/* Size of the terms that make the acceleration of the i-th selected contact, but its own force */
static double push_of(const nsd_held *held, const double *free, int i)
{
    const nsd_mechanics *mechanics = held->mechanics;
    const int     n = mechanics->model->n, size = mechanics->tally.count + mechanics->model->p;
    const double *normal = mechanics->G + (size_t)i * (size_t)n;
    double        push = fabs(held->kappa[mechanics->tally.active[i]]);

    for (int k = 0; k < n; k++) {
        push += fabs(normal[k] * free[k]);
    }
    for (int j = 0; j < size; j++) {
        const double W = mechanics->contact.W[i + (size_t)j * (size_t)size];
        push += j == i ? 0.0 : fabs(W * mechanics->contact.z[j]);
    }
    return push;
}

static nsd_status complementarity(nsd_held *held, const double *free, double *a)
{
    nsd_mechanics_gather(held->mechanics);
    memcpy(a, free, (size_t)held->mechanics->model->n * sizeof *a);
    return nsd_held_forces(held, a);
}

/* The selected contacts become those that carry; with `all` also those that the motion leaves where
 * they are. z follows them, held->work keeps the pushes. Returns how many carry. */
static int carrying(nsd_held *held, const double *free, const double *a, int all)
{
    nsd_tally *set = &held->mechanics->tally;
    double    *z = held->mechanics->contact.z;
    const int  count = set->count, size = count + set->p;
    int        kept = 0, carry = 0;

    for (int i = 0; i < count; i++) {
        held->work[set->active[i]] = push_of(held, free, i);
    }
    for (int i = 0; i < count; i++) {
        const int    contact = set->active[i];
        const double W = held->mechanics->contact.W[i + (size_t)i * (size_t)size];
        const double push = held->work[contact];
        const int    pressed = z[i] > 0.0 && z[i] * W > NO_FORCE * push;
        held->largest_push = fmax(held->largest_push, push);
        carry += pressed;
        if (pressed || (all && fabs(acceleration(held, contact, a)) <= NO_PUSH * push)) {
            z[kept] = z[i];
            set->active[kept++] = contact;
        }
    }
    memmove(z + kept, z + count, (size_t)set->p * sizeof *z);
    set->count = kept;
    return carry;
}

/* The selected contacts share their forces the shortest way; those that would have to pull are
 * left out one by one                                                                    (ED.2) */
static nsd_status share(nsd_held *held, const double *free, double *a)
{
    nsd_mechanics *mechanics = held->mechanics;
    nsd_tally     *set = &mechanics->tally;
    const int      n = mechanics->model->n, p = mechanics->model->p;

    for (;;) {
        const int                         rows = set->count + p;
        const nsd_contact_varying_problem problem = {
            0, rows, mechanics->G, mechanics->u, nsd_mechanics_solve, mechanics
        };
        int least = 0;
        nsd_mechanics_gather(mechanics);
        memcpy(a, free, (size_t)n * sizeof *a);
        for (int i = 0; i < rows; i++) {
            const int place = i < set->count ? set->active[i] : set->m + i - set->count;
            mechanics->u[i] = nsd_dense_dot(n, mechanics->G + (size_t)i * (size_t)n, a) +
                              held->kappa[place];
        }
        const nsd_status status = rows > 0 ? nsd_held_equalities(held, &problem, a) : NSD_OK;
        for (int i = 1; i < set->count; i++) {
            least = held->rows.z[i] < held->rows.z[least] ? i : least;
        }
        if (status != NSD_OK || set->count == 0 || held->rows.z[least] > 0.0) {
            return status;
        }
        set->count--;
        memmove(set->active + least, set->active + least + 1,
                (size_t)(set->count - least) * sizeof *set->active);
    }
}

nsd_status nsd_held_choose(nsd_held *held, const int *candidates, double *free, double *a)
{
    nsd_tally   *set = &held->mechanics->tally;
    const size_t n = (size_t)held->mechanics->model->n;

    memcpy(free, a, n * sizeof *a);
    held->largest_push = 0.0;
    nsd_status status = complementarity(held, free, a);
    if (status != NSD_OK) {
        return status;
    }
    const int carry = carrying(held, free, a, 1);
    held->forces = held->mechanics->contact.z;
    if (set->count <= 1 && carry == set->count) {
        return NSD_OK;
    }
    int good = share(held, free, a) == NSD_OK;
    for (int i = 0; i < set->m && good; i++) { /* does one that was left out fall in? */
        good = !candidates[i] || acceleration(held, i, a) >= -NO_PUSH * held->work[i];
    }
    held->forces = held->rows.z;
    if (good) {
        return NSD_OK;
    }
    nsd_held_select(held, candidates);
    status = complementarity(held, free, a);
    if (status == NSD_OK) {
        carrying(held, free, a, 0);
    }
    held->forces = held->mechanics->contact.z;
    return status;
}
