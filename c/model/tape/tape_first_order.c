/* tape_first_order.c - the functions of a first-order system by tapes. */
#include <string.h>

#include "model/tape/tape_first_order.h"

static nsd_status rate(void *context, double t, const double *x, double *f)
{
    nsd_tape_first_order *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_FO_RATE, &t, x, NULL, f);
    return NSD_OK;
}

static nsd_status output(void *context, double t, const double *x, const double *lambda, double *y)
{
    nsd_tape_first_order *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_FO_OUTPUT, &t, x, lambda, y);
    return NSD_OK;
}

static nsd_status action(void *context, double t, const double *x, const double *lambda, double *r)
{
    nsd_tape_first_order *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_FO_ACTION, &t, x, lambda, r);
    return NSD_OK;
}

static nsd_status rate_jac(void *context, double t, const double *x, double *fx)
{
    nsd_tape_first_order *host = context;
    const size_t          n = (size_t)host->model.n;
    const nsd_status status = nsd_tape_caller_derivative(&host->caller, NSD_TAPE_FO_RATE_JAC, &t, x,
                                                         NULL);
    memcpy(fx, host->caller.result, n * n * sizeof *fx);
    return status;
}

/* by_x, by_lambda <- derivatives of `rows` numbers */
static nsd_status derivatives(nsd_tape_first_order *host, int which, const double *const at[3],
                              int rows, double *const by[2])
{
    const size_t     size = (size_t)rows * (size_t)host->model.n;
    const size_t     rest = (size_t)rows * (size_t)host->model.m;
    const nsd_status status = nsd_tape_caller_derivative(&host->caller, which, at[0], at[1], at[2]);
    memcpy(by[0], host->caller.result, size * sizeof(double));
    memcpy(by[1], host->caller.result + size, rest * sizeof(double));
    return status;
}

static nsd_status output_jac(void *context, double t, const double *x, const double *lambda,
                             double *yx, double *yl)
{
    nsd_tape_first_order *host = context;
    const double *const   at[] = { &t, x, lambda };
    double *const         by[] = { yx, yl };
    return derivatives(host, NSD_TAPE_FO_OUTPUT_JAC, at, host->model.m, by);
}

static nsd_status action_jac(void *context, double t, const double *x, const double *lambda,
                             double *rx, double *rl)
{
    nsd_tape_first_order *host = context;
    const double *const   at[] = { &t, x, lambda };
    double *const         by[] = { rx, rl };
    return derivatives(host, NSD_TAPE_FO_ACTION_JAC, at, host->model.n, by);
}

nsd_status nsd_tape_first_order_init(nsd_tape_first_order *host, const nsd_tape_functions *set,
                                     const double *parameters, nsd_scratch *scratch)
{
    const nsd_tape        *tape = set->tape;
    nsd_first_order_model *model = &host->model;

    memset(host, 0, sizeof *host);
    model->n = set->shape.n;
    model->m = set->m;
    model->context = host;
    model->rate = tape[NSD_TAPE_FO_RATE].length > 0 ? rate : NULL;
    model->output = tape[NSD_TAPE_FO_OUTPUT].length > 0 ? output : NULL;
    model->action = tape[NSD_TAPE_FO_ACTION].length > 0 ? action : NULL;
    model->rate_jac = tape[NSD_TAPE_FO_RATE_JAC].length > 0 ? rate_jac : NULL;
    model->output_jac = tape[NSD_TAPE_FO_OUTPUT_JAC].length > 0 ? output_jac : NULL;
    model->action_jac = tape[NSD_TAPE_FO_ACTION_JAC].length > 0 ? action_jac : NULL;
    return nsd_tape_caller_init(&host->caller, set, parameters, scratch);
}
