/* family_bodies.c - runs of rigid bodies. */
#include "simulate/family_bodies.h"

#include <string.h>

typedef struct bodies_of_run { /* in the scratch of the trajectory */
    nsd_bodies bodies;         /* first: the stepper is this struct */
    void (*release)(void *memory);
} bodies_of_run;

static nsd_sizes sizes_of(const void *context, const void *model)
{
    (void)context;
    return nsd_bodies_sizes(model);
}

static size_t scratch(const void *context, const void *model)
{
    (void)context;
    return nsd_family_stepper_bytes(sizeof(bodies_of_run), nsd_bodies_scratch(model));
}

static nsd_status start(const void *context, const void *model, nsd_trajectory *run)
{
    const nsd_family_bodies *family = context;
    nsd_bodies_options       options = family->options;
    bodies_of_run           *own = nsd_scratch_take(&run->scratch, 1, sizeof *own);

    if (!own) {
        return NSD_ERR_WORKSPACE;
    }
    memset(own, 0, sizeof *own);
    own->release = family->release;
    own->bodies.resize = family->resize;
    own->bodies.sink = run->sink;
    own->bodies.record.every = family->record ? run->plan.every : 0;
    own->bodies.record.steps = run->plan.steps;
    run->stepper = &own->bodies.base;
    options.h = run->plan.h;
    return nsd_bodies_init(&own->bodies, model, &options, &run->scratch, &run->state, &run->ledger);
}

static nsd_status run_bodies(nsd_trajectory *run)
{
    bodies_of_run   *own = (bodies_of_run *)run->stepper;
    const nsd_status status = nsd_family_run_time_stepping(run);

    run->outcome.number[NSD_BODIES_MISSED] = (double)own->bodies.misses.unsolved;
    run->outcome.number[NSD_BODIES_JAMMED] = (double)own->bodies.misses.jammed;
    run->outcome.number[NSD_BODIES_FASTEST] = own->bodies.largest_move;
    if (own->release) {
        nsd_bodies_release(&own->bodies, own->release);
    }
    return status == NSD_OK && own->bodies.misses.unsolved > 0 ? NSD_MAX_ITER : status;
}

static const char *const numbers[] = { "missed", "jammed", "fastest", NULL };

const nsd_family_kind nsd_family_bodies_kind = { sizes_of, nsd_bodies_channels, scratch,
                                                 start,    run_bodies,          numbers };
