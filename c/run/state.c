/* state.c - memory of a state, and which of its numbers are in a row. */
#include "run/channels.h"

#include <string.h>

const char *const nsd_energy_names[NSD_ENERGIES] = { "kinetic",    "potential", "external",
                                                     "damping",    "impact",    "driven",
                                                     "friction",   "joint",     "numerical",
                                                     "algorithmic" };

/* Takes the arrays of a state, which nsd_state_init sets to zero; `tangential` is used with
 * friction only. */
static size_t lay_out(nsd_state *state, nsd_tangential *tangential, const nsd_sizes *sizes,
                      nsd_scratch *scratch)
{
    const size_t n = (size_t)sizes->n, m = (size_t)sizes->m, tangents = (size_t)sizes->d * m;

    NSD_SCRATCH_EACH(scratch, n, &state->q, &state->v);
    NSD_SCRATCH_EACH(scratch, m, &state->P, &state->U, &state->U_before, &state->R);
    NSD_SCRATCH_EACH(scratch, (size_t)sizes->p, &state->joint);
    NSD_SCRATCH_EACH(scratch, (size_t)sizes->extra, &state->extra);
    NSD_SCRATCH_EACH(scratch, sizes->accelerations ? n : 0, &state->A);
    if (sizes->d > 0) {
        *tangential = (nsd_tangential){ .d = sizes->d, .sliding = sizes->sliding };
        NSD_SCRATCH_EACH(scratch, tangents, &tangential->T, &tangential->force, &tangential->V,
                         &tangential->V_before);
        NSD_SCRATCH_EACH(scratch, m, &tangential->mu, &tangential->theta, &tangential->beta);
        tangential->mode = nsd_scratch_ints(scratch, m);
        tangential->mode_before = nsd_scratch_ints(scratch, m);
        state->tangential = tangential;
    }
    return nsd_scratch_counted(scratch);
}

size_t nsd_state_scratch(const nsd_sizes *sizes)
{
    return lay_out(&(nsd_state){ 0 }, &(nsd_tangential){ 0 }, sizes, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_state_init(nsd_state *state, nsd_tangential *tangential, const nsd_sizes *sizes,
                          double t, nsd_scratch *scratch)
{
    const size_t used_before = scratch->used;

    *state = (nsd_state){ .t = t };
    lay_out(state, tangential, sizes, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    if (scratch->base) {
        memset(scratch->base + used_before, 0, scratch->used - used_before);
    }
    return NSD_OK;
}

nsd_channels nsd_state_channels(const nsd_sizes *sizes)
{
    const int     n = sizes->n, m = sizes->m, tangents = sizes->d * m;
    nsd_channels  channels;
    nsd_channels *c = &channels;

    /* event methods sum up the impulses of jumps themselves; their joints have forces */
    void (*add)(nsd_channels *, const char *, int, size_t, int,
                int) = sizes->forces ? nsd_channels_add : nsd_channels_add_impulses;
    memset(c, 0, sizeof *c);
    nsd_channels_add(c, "q", n, NSD_SOURCE(q), 0);
    nsd_channels_add(c, "v", n, NSD_SOURCE(v), 0);
    add(c, "impulse", m, NSD_SOURCE(P), 0);
    add(c, "multiplier", sizes->p, NSD_SOURCE(joint), 0);
    if (sizes->d > 0) {
        add(c, "tangential", tangents, NSD_SOURCE_TANGENTIAL(T), 0);
    }
    if (sizes->d > 0 && sizes->laws) {
        nsd_channels_add(c, "frictionCoefficient", m, NSD_SOURCE_TANGENTIAL(mu), 0);
        nsd_channels_add(c, "frictionState", m, NSD_SOURCE_TANGENTIAL(theta), 0);
        nsd_channels_add(c, "intensity", m, NSD_SOURCE_TANGENTIAL(beta), 0);
    }
    if (sizes->forces) {
        nsd_channels_add(c, "reaction", m, NSD_SOURCE(R), 0);
    }
    if (sizes->forces && sizes->d > 0) {
        nsd_channels_add(c, "tangentialReaction", tangents, NSD_SOURCE_TANGENTIAL(force), 0);
    }
    if (sizes->accelerations) {
        nsd_channels_add(c, "acceleration", n, NSD_SOURCE(A), 0);
    }
    return channels;
}

/* The channels of a first-order system whose output y has m numbers */
static nsd_channels first_order_channels(const nsd_sizes *sizes, int m)
{
    nsd_channels channels;

    memset(&channels, 0, sizeof channels);
    nsd_channels_add(&channels, "q", sizes->n, NSD_SOURCE(q), 0);
    nsd_channels_add(&channels, "lambda", m, NSD_SOURCE(extra), 0);
    nsd_channels_add(&channels, "y", m, NSD_SOURCE(extra), m);
    if (sizes->accelerations) {
        nsd_channels_add(&channels, "acceleration", sizes->n, NSD_SOURCE(A), 0);
    }
    return channels;
}

nsd_channels nsd_state_first_order_channels(const nsd_sizes *sizes)
{
    return first_order_channels(sizes, sizes->extra / 2);
}

nsd_channels nsd_state_first_order_step_channels(const nsd_sizes *sizes)
{
    const int    m = sizes->extra / 3;
    nsd_channels channels = first_order_channels(sizes, m);
    nsd_channels_add_impulses(&channels, "impulse", m, NSD_SOURCE(extra), 2 * m);
    return channels;
}
