/* bodies_memory.c - memory that follows the number of contacts, through bodies->resize. */
#include <limits.h>
#include <stdint.h>

#include "bodies/bodies_parts.h"

/* Contacts for which a list, and the record, have room at first. Smaller: lists are copied more
 * often in the first steps; larger: memory. */
#define FIRST_CONTACTS 64

/* The same for the contacts that a search finds in a slice of the bodies */
#define FIRST_FOUND 16

/* Contacts of a list at most, so that six numbers of each are counted by an int. Larger: indices
 * overflow; smaller: larger heaps are refused. */
#define MOST_CONTACTS (INT_MAX / 6)

/* Contacts, and contacts per body, from which on bodies lie in one place instead of beside each
 * other, where each of n would touch all. Larger: gigabytes, until the host has no more; smaller:
 * starts that overlap deeply are refused. */
#define CROWDED_CONTACTS 1000000
#define CROWDED_PER_BODY 100

/* Memory for `count` items, of which the first are those of `memory`; NULL when there is none */
static void *resized(nsd_bodies *bodies, void *memory, size_t count, size_t item_size)
{
    return count <= SIZE_MAX / item_size ? bodies->resize(memory, count * item_size) : NULL;
}

nsd_status nsd_bodies_reserve_contacts(nsd_bodies *bodies, long long count)
{
    nsd_body_contacts *list = &bodies->contacts;
    const int crowded = count > CROWDED_CONTACTS && count / CROWDED_PER_BODY > bodies->set->count;
    if (crowded || count > (MOST_CONTACTS - FIRST_CONTACTS) / 2) {
        return NSD_ERR_TOO_LARGE;
    }
    if (count > list->capacity) {
        const int         capacity = (int)(count + count / 2) + FIRST_CONTACTS;
        nsd_body_contact *item = resized(bodies, list->item, (size_t)capacity, sizeof *item);
        if (!item) {
            return NSD_ERR_WORKSPACE;
        }
        list->item = item;
        list->capacity = capacity;
    }
    list->count = (int)count;
    return NSD_OK;
}

nsd_status nsd_bodies_reserve_found(nsd_bodies *bodies, int room)
{
    nsd_body_grid *grid = &bodies->grid;
    if (room > grid->room) {
        const size_t more = (size_t)room + (size_t)room / 2 + FIRST_FOUND;
        nsd_found   *found = resized(bodies, grid->found, NSD_SEARCH_SLICES * more, sizeof *found);
        if (!found || more > INT_MAX) {
            return NSD_ERR_WORKSPACE;
        }
        grid->found = found;
        grid->room = (int)more;
    }
    return NSD_OK;
}

nsd_status nsd_bodies_reserve_record(nsd_bodies *bodies, int more)
{
    nsd_body_record *record = &bodies->record;
    if (record->count + (size_t)more > record->capacity) {
        const size_t          capacity = 2 * record->capacity + (size_t)more + FIRST_CONTACTS;
        nsd_recorded_contact *contact = resized(bodies, record->contact, capacity, sizeof *contact);
        if (!contact) {
            return NSD_ERR_WORKSPACE;
        }
        record->contact = contact;
        record->capacity = capacity;
    }
    return NSD_OK;
}

nsd_status nsd_bodies_reserve(nsd_bodies *bodies, nsd_scratch *work, size_t bytes)
{
    if (bytes > work->size) {
        const size_t size = bytes + bytes / 4; /* so that it suffices for some more contacts */
        char        *base = resized(bodies, work->base, size, 1);
        if (!base || size < bytes) {
            return NSD_ERR_WORKSPACE;
        }
        work->base = base;
        work->size = size;
    }
    work->used = 0;
    return NSD_OK;
}

void nsd_bodies_release(nsd_bodies *bodies, void (*release)(void *memory))
{
    release(bodies->contacts.item);
    release(bodies->contacts_before.item);
    release(bodies->record.contact);
    release(bodies->grid.found);
    release(bodies->rows.base);
    release(bodies->work.base);
}
