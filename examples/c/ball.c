/* ball.c - a bouncing ball: prints its impacts and where it is after two seconds.
 *
 *     cc ball.c $(pkg-config --cflags --libs nsd) -o ball && ./ball */
#include <stdio.h>
#include <stdlib.h>

#include <nsd/nsd.h>
#include <nsd/rows.h>

int main(void)
{
    /* q'' = -g above the floor q >= 0; an impact leaves 0.8 of the speed */
    const double    mass = 1.0, weight = -9.81, normal = 1.0, floor = 0.0, e = 0.8;
    const double    q0 = 1.0, v0 = 0.0;
    ptrdiff_t       index[3];
    nsd_linear      ball = { 0 };
    nsd_simulation  run = { 0 };
    nsd_run_outcome outcome;
    nsd_rows        rows = nsd_rows_make(1);

    ball.n = ball.m = 1;
    ball.M = nsd_matrix_dense(1, &mass);
    ball.C = ball.K = nsd_matrix_dense(1, NULL);
    ball.symmetric = 1;
    ball.H = nsd_columns_dense(1, 1, &normal, index);
    ball.b = &floor;
    ball.e = &e;
    ball.F.n = 1;
    ball.F.constant = &weight;

    run.linear = &ball;
    run.q0 = &q0;
    run.v0 = &v0;
    run.t1 = 2.0;
    run.options = nsd_default_options("event");

    const size_t     bytes = nsd_run_memory(&run);
    void            *memory = malloc(bytes);
    const nsd_status status = nsd_run(&run, memory, bytes, &rows.sink, &outcome);

    for (size_t k = 0; k < rows.event_count; k++) {
        printf("impact at t = %.12f with speed %.12f\n", rows.event[k].t, -rows.event[k].before);
    }
    if (rows.count > 0) {
        const double *last = rows.row + 3 * (rows.count - 1);
        printf("t = %.12f: q = %.12f, v = %.12f\n", last[0], last[1], last[2]);
    }
    printf("%s\n", nsd_status_message(status));
    nsd_rows_free(&rows);
    free(memory);
    return status == NSD_OK ? 0 : 1;
}
