/* bodies_lanes.c - the contacts of a step in single precision, for all sweeps of the step and its
 * projection                                                                          (RB.27) */
#include "bodies/bodies_parts.h"

void nsd_bodies_lanes_fill_one(nsd_bodies *bodies, int c)
{
    const nsd_body_contact *contact = bodies->contacts.item + c;
    const nsd_frame        *frame = &contact->frame;

    nsd_lanes_fill_record(bodies->motion + contact->a,
                          bodies->motion + nsd_bodies_second(bodies, contact), frame->D,
                          frame->arm_a, frame->arm_b, contact->W, contact->mu, bodies->lanes.lambda,
                          bodies->lanes.record + (size_t)NSD_LANES_NUMBERS * (size_t)c);
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
    NSD_TRY(
        nsd_bodies_reserve(bodies, &lanes->memory, (NSD_LANES_NUMBERS * room + 8) * sizeof(float)));
    lanes->record = nsd_scratch_take(&lanes->memory, NSD_LANES_NUMBERS * room, sizeof(float));
    lanes->lambda = lambda;
    for (int c = 0; c < count; c++) {
        nsd_bodies_lanes_fill_one(bodies, c);
    }
    return NSD_OK;
}
