/* mechanism_accelerate.c - passes of a step by Anderson's method                        (RB.16)
 *
 * A pass takes velocities x to velocities g; the step is where both are the same. Stiff springs and
 * light links under load make passes diverge; the next x is therefore chosen along the last
 * differences so that g - x would be least if passes were linear (Walker and Ni 2011). */
#include <string.h>

#include "base/dense.h"
#include "bodies/mechanism/mechanism_parts.h"

/* Part by which the diagonal of the normal equations is raised. Larger: slower; smaller:
 * differences that are nearly dependent make steps of rounding. */
#define DIAGONAL_RAISE 1e-13

/* Numbers of a linked body: velocities, and torques of contacts and joints */
#define NUMBERS 9

void nsd_mechanism_accelerate_lay_out(nsd_mechanism *m, const nsd_mechanism_world *world,
                                      nsd_scratch *scratch)
{
    const size_t n = NUMBERS * (size_t)world->count;
    NSD_SCRATCH_EACH(scratch, n, &m->passes.x, &m->passes.f, &m->passes.last_x, &m->passes.last_f);
    NSD_SCRATCH_EACH(scratch, n * NSD_PASS_DIRECTIONS, &m->passes.X, &m->passes.F);
}

/* Velocities and torques of all linked bodies as one vector in units of velocity, or (write is 1)
 * the other way round */
static void exchange(nsd_mechanism *m, const nsd_body *body, double *vector, int write)
{
    for (int i = 0; i < m->world.count; i++, vector += NUMBERS) {
        nsd_link *link = m->link + i;
        for (int k = 0; k < NUMBERS && link->linked && link->free; k++) {
            const double inertia = m->world.inertia[3 * i + k % 3];
            const double size = k < 3 ? 1.0 : k < 6 ? body[i].bound : body[i].bound / inertia;
            double      *number = k < 6 ? link->now + k : link->other + (k - 6);
            if (write) {
                *number = vector[k] / size;
            } else {
                vector[k] = size * *number;
            }
        }
    }
}

void nsd_mechanism_accelerate_begin(nsd_mechanism *m, const nsd_body *body)
{
    if (m->pass == 0) {
        memset(m->passes.x, 0, NUMBERS * (size_t)m->world.count * sizeof(double));
        m->passes.known = m->passes.newest = 0;
    }
    exchange(m, body, m->passes.x, 0);
}

/* The newest differences of x and f take the place of the oldest. */
static void add_direction(nsd_mechanism_passes *p, int n)
{
    double *X = p->X + (size_t)p->newest * (size_t)n, *F = p->F + (size_t)p->newest * (size_t)n;
    for (int k = 0; k < n; k++) {
        X[k] = p->x[k] - p->last_x[k];
        F[k] = p->f[k] - p->last_f[k];
    }
    p->newest = (p->newest + 1) % NSD_PASS_DIRECTIONS;
    p->known += p->known < NSD_PASS_DIRECTIONS;
}

/* x <- x + f - (X + F) c with c of least |f - F c|; 0 when the directions are dependent */
static int next_guess(nsd_mechanism_passes *p, int n)
{
    const int d = p->known;
    double    A[NSD_PASS_DIRECTIONS * NSD_PASS_DIRECTIONS], c[NSD_PASS_DIRECTIONS];

    for (int j = 0; j < d; j++) {
        const double *F = p->F + (size_t)j * (size_t)n;
        c[j] = nsd_dense_dot(n, F, p->f);
        for (int i = 0; i < d; i++) {
            A[i + d * j] = nsd_dense_dot(n, p->F + (size_t)i * (size_t)n, F);
        }
    }
    for (int j = 0; j < d; j++) {
        A[j + d * j] *= 1.0 + DIAGONAL_RAISE;
    }
    if (d > 0 && nsd_dense_cholesky(d, A, d) != NSD_OK) {
        return 0;
    }
    if (d > 0) {
        nsd_dense_cholesky_solve_one(d, A, d, c);
    }
    for (int k = 0; k < n; k++) {
        p->x[k] += p->f[k];
        for (int j = 0; j < d; j++) {
            p->x[k] -= c[j] * (p->X[(size_t)j * (size_t)n + (size_t)k] +
                               p->F[(size_t)j * (size_t)n + (size_t)k]);
        }
    }
    return nsd_dense_all_finite((size_t)n, p->x);
}

void nsd_mechanism_accelerate(nsd_mechanism *m, const nsd_body *body)
{
    nsd_mechanism_passes *p = &m->passes;
    const int             n = NUMBERS * m->world.count;

    memset(p->f, 0, (size_t)n * sizeof *p->f);
    exchange(m, body, p->f, 0);
    for (int k = 0; k < n; k++) {
        p->f[k] -= p->x[k];
    }
    if (m->pass > 1) {
        add_direction(p, n);
    }
    memcpy(p->last_x, p->x, (size_t)n * sizeof *p->x);
    memcpy(p->last_f, p->f, (size_t)n * sizeof *p->f);
    if (next_guess(p, n)) {
        exchange(m, body, p->x, 1);
    } else {
        p->known = p->newest = 0;
    }
}
