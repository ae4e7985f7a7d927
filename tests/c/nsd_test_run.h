/* nsd_test_run.h - a time-stepping scheme at work on a linear system. */
#ifndef NSD_TEST_RUN_H
#define NSD_TEST_RUN_H

#include "nsd_test_system.h"
#include "scheme/scheme.h"

/* A scheme at work: state, ledger and stepper. */
typedef struct test_run {
    double       q[MAX_N], v[MAX_N], P[MAX_M], mu[MAX_P], U[MAX_M], U_before[MAX_M];
    nsd_state    state;
    nsd_ledger   ledger;
    nsd_stepper *stepper;
    void        *memory;
} test_run;

static inline nsd_state state_over(test_run *run)
{
    const nsd_state state = { .q = run->q,
                              .v = run->v,
                              .P = run->P,
                              .joint = run->mu,
                              .U = run->U,
                              .U_before = run->U_before };
    return state;
}

/* Starts at q, v of the run, in scratch of exactly the size that the scheme asks for. */
static inline nsd_status start_run(test_run *run, const char *method, const nsd_linear *model,
                                   const nsd_step_options *options)
{
    const nsd_linear_scheme *scheme = nsd_scheme_find_linear(method);
    const size_t             room = scheme->scratch(model, options);
    nsd_scratch              scratch = { malloc(room), room, 0 };

    run->memory = scratch.base;
    run->state = state_over(run);
    return scheme->init(model, options, &scratch, &run->state, &run->ledger, &run->stepper);
}

static inline nsd_status advance_step(test_run *run, double h)
{
    const nsd_status status = run->stepper->step(run->stepper, &run->state);
    if (status == NSD_OK) {
        run->state.t = (double)run->state.k * h;
        run->stepper->energy(run->stepper, &run->state, &run->ledger);
    }
    return status;
}

static inline nsd_step_options options_of(double h, double theta)
{
    nsd_step_options options;
    memset(&options, 0, sizeof options);
    options.h = h;
    options.theta = theta;
    options.activation = 0.5;
    options.lcp.max_iter = 10000;
    options.lcp.tolerance = 1e-10;
    options.lcp.rounding = 1e-10;
    options.lcp.relaxation = 1.0;
    return options;
}

/* `steps` steps from the state of the run; returns the status of the first that fails. */
static inline nsd_status advance_steps(test_run *run, double h, long long steps)
{
    nsd_status status = NSD_OK;
    for (long long k = 0; k < steps && status == NSD_OK; k++) {
        status = advance_step(run, h);
    }
    return status;
}

/* max|M dv + h (C v + K q - F) - H P - J mu| of a step of length h that ended at `after` */
static inline double impulse_balance(const test_system *system, const test_run *after,
                                     const double *dv, const double *v, const double *q, double h)
{
    const int n = system->n;
    double    Mdv[MAX_N], Cv[MAX_N], Kq[MAX_N], impulse[MAX_N] = { 0 }, worst = 0.0;

    plain_times(system->M, n, dv, Mdv);
    plain_times(system->C, n, v, Cv);
    plain_times(system->K, n, q, Kq);
    for (int a = 0; a < system->m; a++) {
        nsd_columns_add(&system->model.H, a, after->P[a], impulse);
    }
    for (int j = 0; j < system->p; j++) {
        nsd_columns_add(&system->model.J, j, after->mu[j], impulse);
    }
    for (int i = 0; i < n; i++) {
        worst = fmax(worst, fabs(Mdv[i] + h * (Cv[i] + Kq[i] - system->F[i]) - impulse[i]));
    }
    return worst;
}

#endif
