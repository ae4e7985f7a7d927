/* tape_filippov.c - the functions of a piecewise smooth system by tapes. */
#include <string.h>

#include "model/tape/tape_filippov.h"

NSD_TAPE_CALLER_TXZ(rate, NSD_TAPE_FI_RATE)
NSD_TAPE_CALLER_TX(surface, NSD_TAPE_FI_SURFACE)

static nsd_status surface_jac(void *context, double t, const double *x, double *S)
{
    nsd_tape_filippov *host = context;
    const size_t       size = (size_t)host->model.n * (size_t)host->model.p;
    return nsd_tape_caller_derivative(&host->caller, NSD_TAPE_FI_SURFACE_JAC,
                                      (const double *const[]){ &t, x, NULL }, size, S, NULL);
}

nsd_status nsd_tape_filippov_init(nsd_tape_filippov *host, const nsd_tape_functions *set,
                                  const double *parameters, nsd_scratch *scratch)
{
    const nsd_tape_caller *caller = &host->caller;
    nsd_filippov_model    *model = &host->model;

    memset(host, 0, sizeof *host);
    const nsd_status status = nsd_tape_caller_init(&host->caller, set, parameters, scratch);
    model->n = set->shape.n;
    model->p = set->m;
    model->moving = nsd_tape_reads(&set->tape[NSD_TAPE_FI_SURFACE], 0, 1);
    model->context = host;
    model->rate = nsd_tape_caller_has(caller, NSD_TAPE_FI_RATE) ? rate : NULL;
    model->surface = nsd_tape_caller_has(caller, NSD_TAPE_FI_SURFACE) ? surface : NULL;
    model->surface_jac = nsd_tape_caller_has(caller, NSD_TAPE_FI_SURFACE_JAC) ? surface_jac : NULL;
    return status;
}
