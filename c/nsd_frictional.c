/* nsd_frictional.c - a friction problem of a step: held directions taken out, solved, judged. */
#include "nsd_frictional.h"

#include <math.h>
#include <string.h>

#include "nsd_dense.h"

#define STUCK 1e-9 /* a sliding velocity below this part of the problem's velocities is none */

static nsd_friction problem_of(const nsd_surface *surface, int contacts)
{
    nsd_friction problem;
    memset(&problem, 0, sizeof problem);
    problem.contacts = contacts;
    problem.layout = surface->layout;
    return problem;
}

size_t nsd_frictional_scratch(const nsd_surface *surface, int contacts)
{
    const nsd_friction problem = problem_of(surface, contacts);
    const size_t       m = (size_t)contacts, size = m * (size_t)(1 + surface->d);
    return nsd_scratch_need(size * size + 3 * size + NSD_FRICTION_GROUPS * m, sizeof(double)) +
           nsd_scratch_need(nsd_friction_scratch(&problem), 1);
}

nsd_status nsd_frictional_init(nsd_frictional *f, const nsd_surface *surface, int contacts,
                               const nsd_lcp_options *options, nsd_scratch *scratch)
{
    const nsd_friction problem = problem_of(surface, contacts);
    const size_t       m = (size_t)contacts, size = m * (size_t)(1 + surface->d);
    double *room = nsd_scratch_take(scratch, size * size + 3 * size + NSD_FRICTION_GROUPS * m,
                                    sizeof *room);

    memset(f, 0, sizeof *f);
    f->surface = surface;
    f->block = 1 + surface->d;
    f->options.max_iter = options->max_iter;
    f->options.tolerance = options->tolerance;
    f->scratch.size = nsd_friction_scratch(&problem);
    f->scratch.base = nsd_scratch_take(scratch, f->scratch.size, 1);
    if (!room || !f->scratch.base) {
        return NSD_ERR_WORKSPACE;
    }
    f->W = room;
    f->q = room + size * size;
    f->r = f->q + size;
    f->u = f->r + size;
    for (int g = 0; g < NSD_FRICTION_GROUPS; g++) {
        f->mu[g] = f->u + size + (size_t)g * m;
    }
    return NSD_OK;
}

/* A zero diagonal says that no impulse moves this direction: it stands alone and carries none */
static void leave_out_held(nsd_frictional *f, int size)
{
    for (int i = 0; i < size; i++) {
        if (f->W[i + (ptrdiff_t)i * size] != 0.0) {
            continue;
        }
        for (int j = 0; j < size; j++) {
            f->W[i + (ptrdiff_t)j * size] = f->W[j + (ptrdiff_t)i * size] = 0.0;
        }
        const double normal = f->W[(ptrdiff_t)(i / f->block * f->block) * (size + 1)];
        f->W[i + (ptrdiff_t)i * size] = normal > 0.0 ? normal : 1.0;
        f->q[i] = f->r[i] = 0.0;
    }
}

nsd_status nsd_frictional_solve(nsd_frictional *f, int count)
{
    const int    size = count * f->block;
    nsd_friction problem = problem_of(f->surface, count);

    leave_out_held(f, size);
    for (int g = 0; g < NSD_FRICTION_GROUPS; g++) {
        problem.mu[g] = f->mu[g];
    }
    problem.W = f->W;
    problem.q = f->q;
    problem.lambda = nsd_friction_bound(&problem);

    const size_t     mark = f->scratch.used;
    const nsd_status status = nsd_friction_auto(&problem, &f->options, &f->scratch, f->r, &f->info);
    f->scratch.used = mark;
    f->problems++;
    f->iterations += f->info.iterations;
    f->worst = fmax(f->worst, f->info.residual);
    f->scale = nsd_max_abs(size, f->q);
    if (status == NSD_OK) {
        nsd_friction_velocity(&problem, f->r, f->u);
    }
    return status == NSD_ERR_NOT_FINITE ? NSD_DIVERGED : status;
}

nsd_mode nsd_frictional_mode(const nsd_frictional *f, int i)
{
    const double *r = f->r + i * f->block, *u = f->u + i * f->block + 1;
    const double  speed = f->surface->layout.size[0] == 1 ? fabs(u[0]) : hypot(u[0], u[1]);

    if (!(r[0] > 0.0)) {
        return NSD_OPEN;
    }
    return speed > STUCK * f->scale ? NSD_SLIP : NSD_STICK;
}
