/* tape_hybrid.c - the functions of a hybrid system by tapes. */
#include <string.h>

#include "model/model.h"
#include "model/tape/tape_hybrid.h"

static nsd_status rate(void *context, double t, const double *x, double *f)
{
    nsd_tape_hybrid *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_HY_RATE, &t, x, NULL, f);
    return NSD_OK;
}

static nsd_status guard(void *context, double t, const double *x, double *h)
{
    nsd_tape_hybrid *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_HY_GUARD, &t, x, NULL, h);
    return NSD_OK;
}

/* The guards as gaps of a model, for their differences */
static nsd_model guards_of(nsd_tape_hybrid *host)
{
    const nsd_model guards = {
        .n = host->model.n, .m = host->model.m, .moving = 1, .context = host, .gap = guard
    };
    return guards;
}

static nsd_status guard_jac(void *context, double t, const double *x, double *H, double *h_t)
{
    nsd_tape_hybrid *host = context;
    const double    *result = host->caller.result;
    const size_t     m = (size_t)host->model.m, size = (size_t)host->model.n * m;

    if (nsd_tape_caller_derivative(&host->caller, NSD_TAPE_HY_GUARD_JAC, &t, x, NULL) != NSD_OK) {
        const nsd_model guards = guards_of(host);
        return nsd_model_gap_jac(&guards, t, x, H, h_t, host->difference_work);
    }
    memcpy(H, result, size * sizeof *H);
    memcpy(h_t, result + size, m * sizeof *h_t);
    return NSD_OK;
}

static nsd_status guard_bias(void *context, double t, const double *x, const double *direction,
                             double *kappa)
{
    nsd_tape_hybrid *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_HY_GUARD_BIAS, &t, x, direction, kappa);
    return NSD_OK;
}

static nsd_status reset(void *context, double t, const double *x, int i, double *after)
{
    nsd_tape_hybrid *host = context;
    const size_t     n = (size_t)host->model.n;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_HY_RESET, &t, x, NULL, host->caller.result);
    memcpy(after, host->caller.result + (size_t)i * n, n * sizeof *after);
    return NSD_OK;
}

static nsd_status mass(void *context, const double *x, double *M)
{
    nsd_tape_hybrid *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_HY_MASS, NULL, x, NULL, M);
    return NSD_OK;
}

static size_t lay_out(nsd_tape_hybrid *host, const nsd_tape_functions *set, nsd_scratch *scratch)
{
    const nsd_model sizes = { .n = set->shape.n, .m = set->m };

    nsd_tape_caller_lay_out(&host->caller, set->tape, set->shape, scratch);
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
    const nsd_tape   *tape = set->tape;
    nsd_hybrid_model *model = &host->model;

    memset(host, 0, sizeof *host);
    lay_out(host, set, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_tape_caller_start(&host->caller, parameters);
    model->n = set->shape.n;
    model->m = set->m;
    model->context = host;
    model->rate = tape[NSD_TAPE_HY_RATE].length > 0 ? rate : NULL;
    model->guard = tape[NSD_TAPE_HY_GUARD].length > 0 ? guard : NULL;
    model->reset = tape[NSD_TAPE_HY_RESET].length > 0 ? reset : NULL;
    model->mass = tape[NSD_TAPE_HY_MASS].length > 0 ? mass : NULL;
    if (tape[NSD_TAPE_HY_GUARD_JAC].length > 0 && tape[NSD_TAPE_HY_GUARD_BIAS].length > 0) {
        model->guard_jac = guard_jac;
        model->guard_bias = guard_bias;
    }
    return NSD_OK;
}
