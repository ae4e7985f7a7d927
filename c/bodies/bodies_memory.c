/* bodies_memory.c - memory that follows the number of contacts, through bodies->resize. */
#include <limits.h>
#include <stdint.h>

#include "bodies/bodies_parts.h"

/* Contacts for which a list, and the record, have room at first. Smaller: lists are copied more
 * often in the first steps; larger: memory. */
#define FIRST_CONTACTS 64

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

nsd_status nsd_bodies_add_contact(nsd_bodies *bodies, const nsd_body_contact *contact)
{
    nsd_body_contacts *list = &bodies->contacts;
    if (list->count == list->capacity) {
        const int capacity = 2 * list->capacity + FIRST_CONTACTS;
        const int crowded = list->count > CROWDED_CONTACTS &&
                            list->count / CROWDED_PER_BODY > bodies->set->count;
        if (crowded || list->capacity > (MOST_CONTACTS - FIRST_CONTACTS) / 2) {
            return NSD_ERR_TOO_LARGE;
        }
        nsd_body_contact *item = resized(bodies, list->item, (size_t)capacity, sizeof *item);
        if (!item) {
            return NSD_ERR_WORKSPACE;
        }
        list->item = item;
        list->capacity = capacity;
    }
    list->item[list->count++] = *contact;
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
    release(bodies->rows.base);
    release(bodies->lanes.memory.base);
    release(bodies->work.base);
}
