/* bodies_lanes.c - the contacts of a step in single precision, for all sweeps of the step and its
 * projection                                                                          (RB.27) */
#include "bodies/bodies_parts.h"

void nsd_bodies_lanes_fill_one(nsd_bodies *bodies, int c)
{
    const nsd_body_contact *contact = bodies->contacts.item + c;
    const nsd_frame        *frame = &contact->frame;

    const nsd_lanes_body *body = bodies->lanes.body;
    nsd_lanes_fill_record(body + contact->a, body + nsd_bodies_second(bodies, contact), frame->D,
                          frame->arm_a, frame->arm_b, contact->W, contact->mu, bodies->lanes.lambda,
                          bodies->lanes.record + (size_t)NSD_LANES_NUMBERS * (size_t)c);
}

static size_t lay_out(nsd_body_lanes *lanes, size_t contacts, size_t bodies, nsd_scratch *scratch)
{
    lanes->body = nsd_scratch_take(scratch, bodies, sizeof *lanes->body);
    lanes->record = nsd_scratch_take(scratch, NSD_LANES_NUMBERS * contacts, sizeof(float));
    return nsd_scratch_counted(scratch);
}

nsd_status nsd_bodies_lanes_fill(nsd_bodies *bodies, double lambda)
{
    nsd_body_lanes *lanes = &bodies->lanes;
    const int       count = bodies->contacts.count;
    const size_t    room = (size_t)count + (size_t)bodies->contacts.coming;

    lanes->record = NULL;
    if (!nsd_bodies_in_lanes(bodies) || room < NSD_LANES_CONTACTS || !(lambda > 0.0)) {
        return NSD_OK;
    }
    const size_t places = (size_t)bodies->set->count + 1;
    NSD_TRY(nsd_bodies_reserve(bodies, &lanes->memory,
                               lay_out(lanes, room, places, NSD_SCRATCH_COUNTER)));
    lay_out(lanes, room, places, &lanes->memory);
    lanes->lambda = lambda;
    for (int i = 0; i <= bodies->set->count; i++) {
        nsd_lanes_fill_body(bodies->motion + i, lambda, lanes->body + i);
    }
    for (int c = 0; c < count; c++) {
        nsd_bodies_lanes_fill_one(bodies, c);
    }
    return NSD_OK;
}
