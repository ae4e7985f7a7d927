/* tape_model.c - the functions of a model by tapes. */
#include <string.h>

#include "base/dense.h"
#include "model/tape/tape_model.h"

static nsd_status mass(void *context, const double *q, double *M)
{
    nsd_tape_model *host = context;
    const size_t    n = (size_t)host->set->n;
    if (host->set->M) {
        memcpy(M, host->set->M, n * n * sizeof *M);
    } else {
        nsd_tape_caller_eval(&host->caller, NSD_TAPE_MASS, NULL, q, NULL, M);
    }
    return NSD_OK;
}

static nsd_status mass_jac(void *context, const double *q, const double *w, double *D)
{
    nsd_tape_caller_eval(context, NSD_TAPE_MASS_JAC, NULL, q, w, D);
    return NSD_OK;
}

NSD_TAPE_CALLER_TXZ(force, NSD_TAPE_FORCE)
NSD_TAPE_CALLER_TX(gap, NSD_TAPE_GAP)
NSD_TAPE_CALLER_TX(joint, NSD_TAPE_JOINT)
NSD_TAPE_CALLER_TXZ(gap_bias, NSD_TAPE_GAP_BIAS)
NSD_TAPE_CALLER_TXZ(joint_bias, NSD_TAPE_JOINT_BIAS)
NSD_TAPE_CALLER_TX(tangent, NSD_TAPE_TANGENT)
NSD_TAPE_CALLER_X(potential, NSD_TAPE_POTENTIAL)

static nsd_status force_jac(void *context, double t, const double *q, const double *v, double *Fq,
                            double *Fv)
{
    nsd_tape_model     *host = context;
    const size_t        n = (size_t)host->set->n;
    const double *const at[] = { &t, q, v };
    if (nsd_tape_caller_derivative(&host->caller, NSD_TAPE_FORCE_JAC, at, n * n, Fq, Fv) ==
        NSD_OK) {
        return NSD_OK;
    }
    force(host, t, q, v, host->caller.result); /* the Jacobian there is not used */
    const nsd_model_point point = { q, v, host->caller.result };
    return nsd_model_force_jac(&host->differenced, t, &point, Fq, Fv, host->difference_work);
}

static nsd_status gap_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    nsd_tape_model     *host = context;
    const size_t        size = (size_t)host->set->n * (size_t)host->set->m;
    const double *const at[] = { &t, q, NULL };
    return nsd_tape_caller_derivative(&host->caller, NSD_TAPE_GAP_JAC, at, size, H, y_t) == NSD_OK
               ? NSD_OK
               : nsd_model_gap_jac(&host->differenced, t, q, H, y_t, host->difference_work);
}

static nsd_status joint_jac(void *context, double t, const double *q, double *J, double *g_t)
{
    nsd_tape_model     *host = context;
    const size_t        size = (size_t)host->set->n * (size_t)host->set->p;
    const double *const at[] = { &t, q, NULL };

    joint(host, t, q, host->caller.result);
    if (!nsd_dense_all_finite((size_t)host->set->p, host->caller.result)) {
        return NSD_NOT_FINITE; /* velocity-level schemes never ask for the value */
    }
    return nsd_tape_caller_derivative(&host->caller, NSD_TAPE_JOINT_JAC, at, size, J, g_t) == NSD_OK
               ? NSD_OK
               : nsd_model_joint_jac(&host->differenced, t, q, J, g_t, host->difference_work);
}

static size_t lay_out(nsd_tape_model *host, const nsd_tape_set *set, nsd_scratch *scratch)
{
    const nsd_tape_shape shape = { set->n, set->n, set->parameters, NSD_TAPE_FUNCTIONS };
    const nsd_model      sizes = { .n = set->n, .m = set->m, .p = set->p };

    nsd_tape_caller_lay_out(&host->caller, set->tape, shape, scratch);
    host->difference_work = nsd_scratch_doubles(scratch, nsd_model_work(&sizes));
    host->e = nsd_scratch_doubles(scratch, (size_t)set->m);
    return nsd_scratch_counted(scratch);
}

size_t nsd_tape_model_scratch(const nsd_tape_set *set)
{
    return lay_out(&(nsd_tape_model){ 0 }, set, NSD_SCRATCH_COUNTER);
}

void nsd_tape_model_parameters(nsd_tape_model *host, const double *parameters)
{
    nsd_tape_caller_parameters(&host->caller, parameters);
    for (int a = 0; a < host->set->m; a++) {
        const int from = host->set->e_parameter[a];
        host->e[a] = from >= 0 ? parameters[from] : host->set->e[a];
    }
}

static void set_functions(nsd_tape_model *host)
{
    const nsd_tape *tape = host->set->tape;
    nsd_model      *model = &host->model;
    const int       n = host->set->n;

    model->constant_mass = host->set->M || !nsd_tape_reads(&tape[NSD_TAPE_MASS], 1, 1 + n);
    model->moving = nsd_tape_reads(&tape[NSD_TAPE_GAP], 0, 1) ||
                    nsd_tape_reads(&tape[NSD_TAPE_JOINT], 0, 1);
    model->mass = host->set->M || tape[NSD_TAPE_MASS].length > 0 ? mass : NULL;
    model->mass_jac = tape[NSD_TAPE_MASS_JAC].length > 0 ? mass_jac : NULL;
    model->force = tape[NSD_TAPE_FORCE].length > 0 ? force : NULL;
    model->gap = tape[NSD_TAPE_GAP].length > 0 ? gap : NULL;
    model->joint = tape[NSD_TAPE_JOINT].length > 0 ? joint : NULL;
    model->force_jac = tape[NSD_TAPE_FORCE_JAC].length > 0 ? force_jac : NULL;
    model->exact = model->force_jac != NULL;
    model->gap_jac = tape[NSD_TAPE_GAP_JAC].length > 0 ? gap_jac : NULL;
    model->joint_jac = tape[NSD_TAPE_JOINT_JAC].length > 0 ? joint_jac : NULL;
    model->gap_bias = tape[NSD_TAPE_GAP_BIAS].length > 0 ? gap_bias : NULL;
    model->joint_bias = tape[NSD_TAPE_JOINT_BIAS].length > 0 ? joint_bias : NULL;
    model->potential = tape[NSD_TAPE_POTENTIAL].length > 0 ? potential : NULL;
    model->tangent = tape[NSD_TAPE_TANGENT].length > 0 ? tangent : NULL;
}

nsd_status nsd_tape_model_init(nsd_tape_model *host, const nsd_tape_set *set,
                               const double *parameters, nsd_scratch *scratch)
{
    memset(host, 0, sizeof *host);
    host->set = set;
    lay_out(host, set, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_tape_caller_start(&host->caller, parameters);
    nsd_tape_model_parameters(host, parameters);
    host->model.n = set->n;
    host->model.m = set->m;
    host->model.p = set->p;
    host->model.e = host->e;
    host->model.context = host;
    set_functions(host);
    host->differenced = host->model;
    host->differenced.force_jac = NULL;
    host->differenced.gap_jac = host->differenced.joint_jac = NULL;
    return NSD_OK;
}
