/* state.c - memory of a state. */
#include "run/state.h"

#include <string.h>

const char *const nsd_energy_names[NSD_ENERGIES] = { "kinetic", "potential", "external",
                                                     "damping", "impact",    "friction",
                                                     "joint",   "numerical", "algorithmic" };

static size_t doubles(const nsd_sizes *sizes)
{
    const size_t n = (size_t)sizes->n, m = (size_t)sizes->m, tangents = (size_t)sizes->d * m;
    return 2 * n + 4 * m + (size_t)sizes->p + (size_t)sizes->extra + 4 * tangents + 3 * m;
}

size_t nsd_state_scratch(const nsd_sizes *sizes)
{
    return nsd_scratch_need(doubles(sizes), sizeof(double)) +
           nsd_scratch_need(2 * (size_t)sizes->m, sizeof(int));
}

/* The next `count` numbers of *room */
static double *take(double **room, size_t count)
{
    double *taken = *room;
    *room += count;
    return taken;
}

nsd_status nsd_state_init(nsd_state *state, nsd_tangential *tangential, const nsd_sizes *sizes,
                          double t, nsd_scratch *scratch)
{
    const size_t n = (size_t)sizes->n, m = (size_t)sizes->m, tangents = (size_t)sizes->d * m;
    double      *room = nsd_scratch_take(scratch, doubles(sizes), sizeof *room);
    int         *modes = nsd_scratch_take(scratch, 2 * m, sizeof *modes);

    if (!room || !modes) {
        return NSD_ERR_WORKSPACE;
    }
    memset(room, 0, doubles(sizes) * sizeof *room);
    memset(modes, 0, 2 * m * sizeof *modes);
    *state = (nsd_state){ .t = t };
    state->q = take(&room, n);
    state->v = take(&room, n);
    state->P = take(&room, m);
    state->U = take(&room, m);
    state->U_before = take(&room, m);
    state->R = take(&room, m);
    state->joint = take(&room, (size_t)sizes->p);
    state->extra = take(&room, (size_t)sizes->extra);
    if (sizes->d > 0) {
        *tangential = (nsd_tangential){ .d = sizes->d, .sliding = sizes->sliding };
        tangential->T = take(&room, tangents);
        tangential->force = take(&room, tangents);
        tangential->V = take(&room, tangents);
        tangential->V_before = take(&room, tangents);
        tangential->mu = take(&room, m);
        tangential->theta = take(&room, m);
        tangential->beta = take(&room, m);
        tangential->mode = modes;
        tangential->mode_before = modes + m;
        state->tangential = tangential;
    }
    return NSD_OK;
}
