/* state.c - memory of a state. */
#include "run/state.h"

#include <string.h>

const char *const nsd_energy_names[NSD_ENERGIES] = { "kinetic", "potential", "external",
                                                     "damping", "impact",    "friction",
                                                     "joint",   "numerical", "algorithmic" };

/* Takes the arrays of a state; `tangential` is used with friction only. */
static void lay_out(nsd_state *state, nsd_tangential *tangential, const nsd_sizes *sizes,
                    nsd_scratch *scratch)
{
    const size_t n = (size_t)sizes->n, m = (size_t)sizes->m, tangents = (size_t)sizes->d * m;

    state->q = nsd_scratch_doubles(scratch, n);
    state->v = nsd_scratch_doubles(scratch, n);
    state->P = nsd_scratch_doubles(scratch, m);
    state->U = nsd_scratch_doubles(scratch, m);
    state->U_before = nsd_scratch_doubles(scratch, m);
    state->R = nsd_scratch_doubles(scratch, m);
    state->joint = nsd_scratch_doubles(scratch, (size_t)sizes->p);
    state->extra = nsd_scratch_doubles(scratch, (size_t)sizes->extra);
    if (sizes->d > 0) {
        *tangential = (nsd_tangential){ .d = sizes->d, .sliding = sizes->sliding };
        tangential->T = nsd_scratch_doubles(scratch, tangents);
        tangential->force = nsd_scratch_doubles(scratch, tangents);
        tangential->V = nsd_scratch_doubles(scratch, tangents);
        tangential->V_before = nsd_scratch_doubles(scratch, tangents);
        tangential->mu = nsd_scratch_doubles(scratch, m);
        tangential->theta = nsd_scratch_doubles(scratch, m);
        tangential->beta = nsd_scratch_doubles(scratch, m);
        tangential->mode = nsd_scratch_ints(scratch, m);
        tangential->mode_before = nsd_scratch_ints(scratch, m);
        state->tangential = tangential;
    }
}

size_t nsd_state_scratch(const nsd_sizes *sizes)
{
    nsd_state      state;
    nsd_tangential tangential;
    nsd_scratch    counter = nsd_scratch_counter();
    lay_out(&state, &tangential, sizes, &counter);
    return nsd_scratch_counted(&counter);
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
