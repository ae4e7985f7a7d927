/* belt.c - a block put on a running belt slides until it is as fast as the belt, then sticks.
 *
 *     cc belt.c $(pkg-config --cflags --libs nsd) -o belt && ./belt */
#include <stdio.h>
#include <stdlib.h>

#include <nsd/nsd.h>
#include <nsd/rows.h>

/* q = (x, y): the system is a table of functions; `context` is not used here */
static nsd_status mass(void *context, const double *q, double *M)
{
    (void)context, (void)q;
    M[0] = M[3] = 2.0;
    M[1] = M[2] = 0.0;
    return NSD_OK;
}

static nsd_status force(void *context, double t, const double *q, const double *v, double *F)
{
    (void)context, (void)t, (void)q, (void)v;
    F[0] = 0.0;
    F[1] = -2.0 * 9.81;
    return NSD_OK;
}

static nsd_status gap(void *context, double t, const double *q, double *y)
{
    (void)context, (void)t;
    y[0] = q[1];
    return NSD_OK;
}

static nsd_status tangent(void *context, double t, const double *q, double *T)
{
    (void)context, (void)t, (void)q;
    T[0] = 1.0;
    T[1] = 0.0;
    return NSD_OK;
}

int main(void)
{
    const double    e = 0.0, mu = 0.3, belt = 1.0, rest[2] = { 0.0, 0.0 };
    nsd_model       block = { 0 };
    nsd_simulation  run = { 0 };
    nsd_run_outcome outcome;
    nsd_rows        rows = nsd_rows_make(2);

    block.n = 2;
    block.m = 1;
    block.e = &e;
    block.constant_mass = 1;
    block.mass = mass;
    block.force = force;
    block.gap = gap;
    block.tangent = tangent;
    block.surface.d = 1; /* one tangent: Coulomb's friction in the plane */
    block.surface.layout.groups = block.surface.layout.size[0] = 1;
    block.surface.mu[0] = &mu;
    block.surface.e = &e;
    block.surface.w = &belt;

    run.model = &block;
    run.q0 = run.v0 = rest;
    run.t1 = 1.0;
    run.options = nsd_default_options("moreau");
    run.options.h = 1e-4;

    const size_t     bytes = nsd_run_memory(&run);
    void            *memory = malloc(bytes);
    const nsd_status status = nsd_run(&run, memory, bytes, &rows.sink, &outcome);

    for (size_t k = 0; k < rows.event_count; k++) {
        if (rows.event[k].kind == NSD_EVENT_STICK) {
            printf("sticks at t = %.12f\n", rows.event[k].t);
        }
    }
    if (rows.count > 0) {
        const double *last = rows.row + 5 * (rows.count - 1);
        printf("t = %.12f: x = %.12f, v = %.12f\n", last[0], last[1], last[3]);
    }
    printf("%s, %lld steps\n", nsd_status_message(status), outcome.report.steps);
    nsd_rows_free(&rows);
    free(memory);
    return status == NSD_OK ? 0 : 1;
}
