/* contact_solver.c - a gathered contact problem: closed form, LCP, or friction. */
#include "contact/contact_solver.h"

#include <math.h>
#include <string.h>

void nsd_contact_solver_lay_out(nsd_contact_solver *solver, int directions, nsd_scratch *scratch)
{
    solver->scratch = nsd_scratch_part(scratch, nsd_lcp_scratch(directions));
}

/* One contact without friction                                                         (MJ.5) */
static nsd_status solve_one(nsd_contact_solver *solver, double W, double u, double *z)
{
    solver->info.iterations = 0;
    solver->info.residual = 0.0;
    *z = 0.0;
    if (u >= 0.0) {
        return NSD_OK;
    }
    if (!(W > 0.0)) { /* no motion of the system opens this contact; also true for NaN */
        return NSD_RAY;
    }
    *z = -u / W;
    return isfinite(*z) ? NSD_OK : NSD_STALLED;
}

nsd_status nsd_contact_solver_lcp(nsd_contact_solver *solver, const nsd_lcp *problem, double *z)
{
    if (problem->n <= 1) {
        return problem->n == 1 ? solve_one(solver, problem->M[0], problem->q[0], z) : NSD_OK;
    }
    const size_t     mark = solver->scratch.used;
    const nsd_status status = nsd_lcp_auto(problem, &solver->options, &solver->scratch, z,
                                           &solver->info);
    solver->scratch.used = mark;
    solver->iterations += solver->info.iterations;
    solver->worst = fmax(solver->worst, solver->info.residual);
    return status;
}

void nsd_contact_solver_count_friction(nsd_contact_solver *solver, long long before)
{
    const nsd_coulomb *f = solver->friction;
    solver->iterations += f->iterations - before;
    solver->several = f->several;
    solver->unchecked = f->unchecked;
}

static nsd_status solve_friction(nsd_contact_solver *solver, const nsd_lcp *problem, double *z)
{
    nsd_coulomb    *f = solver->friction;
    const size_t    size = (size_t)problem->n;
    const long long before = f->iterations;

    f->same_W = solver->same_matrix && f->owner == solver;
    f->owner = solver;
    if (!f->same_W) {
        memcpy(f->W, problem->M, size * size * sizeof(double));
    }
    memcpy(f->q, problem->q, size * sizeof(double));
    memcpy(f->r, z, size * sizeof(double));
    const nsd_status status = nsd_coulomb_solve(f, problem->n / f->block);
    memcpy(z, f->r, size * sizeof(double));
    nsd_contact_solver_count_friction(solver, before);
    solver->worst = fmax(solver->worst, f->worst);
    return status;
}

nsd_status nsd_contact_solver_solve(nsd_contact_solver *solver, const nsd_lcp *problem, double *z)
{
    const int friction = solver->friction && problem->n > 0;
    return friction ? solve_friction(solver, problem, z)
                    : nsd_contact_solver_lcp(solver, problem, z);
}
