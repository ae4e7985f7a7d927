/* tape_first_order.c - the functions of a first-order system by tapes. */
#include <string.h>

#include "model/tape/tape_first_order.h"

NSD_TAPE_CALLER_TX(rate, NSD_TAPE_FO_RATE)
NSD_TAPE_CALLER_TXZ(output, NSD_TAPE_FO_OUTPUT)
NSD_TAPE_CALLER_TXZ(action, NSD_TAPE_FO_ACTION)

static nsd_status rate_jac(void *context, double t, const double *x, double *fx)
{
    nsd_tape_first_order *host = context;
    const size_t          n = (size_t)host->model.n;
    return nsd_tape_caller_derivative(&host->caller, NSD_TAPE_FO_RATE_JAC,
                                      (const double *const[]){ &t, x, NULL }, n * n, fx, NULL);
}

static nsd_status output_jac(void *context, double t, const double *x, const double *lambda,
                             double *yx, double *yl)
{
    nsd_tape_first_order *host = context;
    const size_t          size = (size_t)host->model.m * (size_t)host->model.n;
    return nsd_tape_caller_derivative(&host->caller, NSD_TAPE_FO_OUTPUT_JAC,
                                      (const double *const[]){ &t, x, lambda }, size, yx, yl);
}

static nsd_status action_jac(void *context, double t, const double *x, const double *lambda,
                             double *rx, double *rl)
{
    nsd_tape_first_order *host = context;
    const size_t          n = (size_t)host->model.n;
    return nsd_tape_caller_derivative(&host->caller, NSD_TAPE_FO_ACTION_JAC,
                                      (const double *const[]){ &t, x, lambda }, n * n, rx, rl);
}

nsd_status nsd_tape_first_order_init(nsd_tape_first_order *host, const nsd_tape_functions *set,
                                     const double *parameters, nsd_scratch *scratch)
{
    const nsd_tape_caller *caller = &host->caller;
    nsd_first_order_model *model = &host->model;

    memset(host, 0, sizeof *host);
    const nsd_status status = nsd_tape_caller_init(&host->caller, set, parameters, scratch);
    model->n = set->shape.n;
    model->m = set->m;
    model->context = host;
    model->rate = nsd_tape_caller_has(caller, NSD_TAPE_FO_RATE) ? rate : NULL;
    model->output = nsd_tape_caller_has(caller, NSD_TAPE_FO_OUTPUT) ? output : NULL;
    model->action = nsd_tape_caller_has(caller, NSD_TAPE_FO_ACTION) ? action : NULL;
    model->rate_jac = nsd_tape_caller_has(caller, NSD_TAPE_FO_RATE_JAC) ? rate_jac : NULL;
    model->output_jac = nsd_tape_caller_has(caller, NSD_TAPE_FO_OUTPUT_JAC) ? output_jac : NULL;
    model->action_jac = nsd_tape_caller_has(caller, NSD_TAPE_FO_ACTION_JAC) ? action_jac : NULL;
    return status;
}
