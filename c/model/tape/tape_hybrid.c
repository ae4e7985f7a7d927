/* tape_hybrid.c - the functions of a hybrid system by tapes. */
#include <string.h>

#include "model/model.h"
#include "model/tape/tape_hybrid.h"

NSD_TAPE_CALLER_TX(rate, NSD_TAPE_HY_RATE)
NSD_TAPE_CALLER_TX(guard, NSD_TAPE_HY_GUARD)
NSD_TAPE_CALLER_TXZ(guard_bias, NSD_TAPE_HY_GUARD_BIAS)
NSD_TAPE_CALLER_X(mass, NSD_TAPE_HY_MASS)

static nsd_status guard_jac(void *context, double t, const double *x, double *H, double *h_t)
{
    nsd_tape_hybrid    *host = context;
    const int           n = host->model.n, m = host->model.m;
    const double *const at[] = { &t, x, NULL };
    if (nsd_tape_caller_derivative(&host->caller, NSD_TAPE_HY_GUARD_JAC, at, (size_t)n * (size_t)m,
                                   H, h_t) == NSD_OK) {
        return NSD_OK;
    }
    /* the guards as gaps of a model, for their differences */
    const nsd_model guards = { .n = n, .m = m, .moving = 1, .context = host, .gap = guard };
    return nsd_model_gap_jac(&guards, t, x, H, h_t, host->difference_work);
}

static nsd_status reset(void *context, double t, const double *x, int i, double *after)
{
    nsd_tape_hybrid *host = context;
    const size_t     n = (size_t)host->model.n;
    host->caller.i = i;
    if (!nsd_tape_caller_records(&host->caller, NSD_TAPE_HY_RESET)) { /* called for one guard */
        return nsd_tape_caller_eval(&host->caller, NSD_TAPE_HY_RESET, &t, x, NULL, after);
    }
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_HY_RESET, &t, x, NULL, host->caller.result);
    memcpy(after, host->caller.result + (size_t)i * n, n * sizeof *after);
    return NSD_OK;
}

static size_t lay_out(nsd_tape_hybrid *host, const nsd_tape_functions *set, nsd_scratch *scratch)
{
    const nsd_model sizes = { .n = set->shape.n, .m = set->m };

    nsd_tape_caller_lay_out(&host->caller, set, scratch);
    host->difference_work = nsd_scratch_doubles(scratch, nsd_model_work(&sizes));
    return nsd_scratch_counted(scratch);
}

size_t nsd_tape_hybrid_scratch(const nsd_tape_functions *set)
{
    return lay_out(&(nsd_tape_hybrid){ 0 }, set, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_tape_hybrid_init(nsd_tape_hybrid *host, const nsd_tape_functions *set,
                                const double *parameters, nsd_scratch *scratch)
{
    const nsd_tape_caller *caller = &host->caller;
    nsd_hybrid_model      *model = &host->model;

    memset(host, 0, sizeof *host);
    lay_out(host, set, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    nsd_tape_caller_start(&host->caller, parameters);
    model->n = set->shape.n;
    model->m = set->m;
    model->context = host;
    model->rate = nsd_tape_caller_has(caller, NSD_TAPE_HY_RATE) ? rate : NULL;
    model->guard = nsd_tape_caller_has(caller, NSD_TAPE_HY_GUARD) ? guard : NULL;
    model->reset = nsd_tape_caller_has(caller, NSD_TAPE_HY_RESET) ? reset : NULL;
    model->mass = nsd_tape_caller_has(caller, NSD_TAPE_HY_MASS) ? mass : NULL;
    if (nsd_tape_caller_has(caller, NSD_TAPE_HY_GUARD_JAC) &&
        nsd_tape_caller_has(caller, NSD_TAPE_HY_GUARD_BIAS)) {
        model->guard_jac = guard_jac;
        model->guard_bias = guard_bias;
    }
    return NSD_OK;
}
