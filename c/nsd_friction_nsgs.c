/* nsd_friction_nsgs.c - nonsmooth Gauss-Seidel: contact by contact, each exactly       (FR.9) */
#include <math.h>
#include <string.h>

#include "nsd_friction_parts.h"

#define EVERY 16 /* sweeps between two looks at the residual when r still moves */

size_t nsd_friction_nsgs_scratch(const nsd_friction *problem)
{
    const size_t n = (size_t)nsd_friction_local_size(&problem->layout) * (size_t)problem->contacts;
    return nsd_scratch_need(n, sizeof(double));
}

/* One projected gradient step of a contact, for what has no closed form. */
static void project_contact(const nsd_friction *problem, int a, const double *W, int ld,
                            const double *u, double *r)
{
    const int     d = nsd_friction_local_size(&problem->layout);
    double        mu[NSD_FRICTION_GROUPS], bound = 0.0, uhat = u[0];
    const double *part = u + 1;

    for (int j = 0; W && j < d; j++) {
        double sum = 0.0;
        for (int i = 0; i < d; i++) {
            sum += fabs(W[i + j * ld]);
        }
        bound = fmax(bound, sum);
    }
    const double rho = bound > 0.0 ? 1.0 / bound : 1.0;
    nsd_friction_coefficients(problem, a, mu);
    for (int g = 0; g < problem->layout.groups; part += problem->layout.size[g], g++) {
        uhat += mu[g] * (problem->layout.size[g] == 1 ? fabs(part[0]) : hypot(part[0], part[1]));
    }
    r[0] -= rho * uhat;
    for (int i = 1; i < d; i++) {
        r[i] -= rho * u[i];
    }
    nsd_friction_project(&problem->layout, mu, r);
}

/* r of contact a with the others fixed; u is the present velocity of the contact. */
static void solve_contact(const nsd_friction *problem, int a, const double *u, double *r)
{
    const int     d = nsd_friction_local_size(&problem->layout);
    int           ld = 0;
    const double *W = nsd_friction_diagonal(problem, a, &ld);
    double        q[3], guess[3];

    if (problem->layout.groups == 1 && W) {
        memcpy(q, u, (size_t)d * sizeof *q);
        memcpy(guess, r, (size_t)d * sizeof *guess);
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < d; i++) {
                q[i] -= W[i + j * ld] * guess[j];
            }
        }
        const double mu = problem->mu[0][a];
        if (d == 3 ? nsd_friction_local_3d(W, ld, q, mu, guess)
                   : nsd_friction_local_2d(W, ld, q, mu, guess)) {
            memcpy(r, guess, (size_t)d * sizeof *r);
            return;
        }
    }
    project_contact(problem, a, W, ld, u, r);
}

/* One sweep keeps u = W r + q up to date by columns; returns the largest change of a velocity. */
static double sweep(const nsd_friction *problem, double *r, double *u)
{
    const int d = nsd_friction_local_size(&problem->layout);
    double    largest = 0.0;

    for (int a = 0; a < problem->contacts; a++) {
        double  next[NSD_FRICTION_LOCAL], change[NSD_FRICTION_LOCAL], size = 0.0;
        double *ra = r + (size_t)a * (size_t)d, *ua = u + (size_t)a * (size_t)d;
        if (ra[0] == 0.0 && ua[0] >= 0.0) {
            continue; /* open, and stays so */
        }
        memcpy(next, ra, (size_t)d * sizeof *next);
        solve_contact(problem, a, ua, next);
        for (int i = 0; i < d; i++) {
            change[i] = next[i] - ra[i];
            size = fmax(size, fabs(change[i]));
            ra[i] = next[i];
        }
        if (size != 0.0) {
            nsd_friction_add_column(problem, a, change, u);
            largest = fmax(largest, size);
        }
    }
    return largest * problem->lambda;
}

nsd_status nsd_friction_nsgs(const nsd_friction *problem, const nsd_friction_options *options,
                             nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    const size_t mark = scratch->used;
    const int    n = nsd_friction_local_size(&problem->layout) * problem->contacts;
    const double small = options->tolerance * nsd_max_abs(n, problem->q);

    info->solver = "nsgs";
    const size_t bytes = nsd_friction_nsgs_scratch(problem);
    nsd_status   status = nsd_friction_begin(problem, scratch, bytes, r, info);
    if (status != NSD_OK) {
        return status;
    }
    double *u = nsd_scratch_take(scratch, (size_t)n, sizeof *u);
    status = nsd_friction_finish(problem, options, r, u, info);
    while (status != NSD_OK && info->iterations < options->max_iter && isfinite(info->residual)) {
        const double change = sweep(problem, r, u);
        info->iterations++;
        if (change <= small || info->iterations % EVERY == 0 ||
            info->iterations == options->max_iter) {
            status = nsd_friction_finish(problem, options, r, u, info); /* u drifts */
        }
    }
    if (!isfinite(info->residual)) { /* diverged: an overflowed r helps nobody */
        memset(r, 0, (size_t)n * sizeof *r);
        status = nsd_friction_finish(problem, options, r, u, info);
    }
    scratch->used = mark;
    return status != NSD_OK && info->iterations >= options->max_iter ? NSD_MAX_ITER : status;
}
