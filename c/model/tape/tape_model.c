/* tape_model.c - the functions of a model by tapes. */
#include <string.h>

#include "base/dense.h"
#include "model/tape/tape_model.h"

static nsd_status mass(void *context, const double *q, double *M)
{
    nsd_tape_model *host = context;
    const size_t    n = (size_t)host->model.n;
    if (!host->set->M) {
        return nsd_tape_caller_eval(&host->caller, NSD_TAPE_MASS, NULL, q, NULL, M);
    }
    memcpy(M, host->set->M, n * n * sizeof *M);
    return NSD_OK;
}

static nsd_status mass_jac(void *context, const double *q, const double *w, double *D)
{
    return nsd_tape_caller_eval(context, NSD_TAPE_MASS_JAC, NULL, q, w, D);
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
    const size_t        n = (size_t)host->model.n;
    const double *const at[] = { &t, q, v };
    const nsd_status    status = nsd_tape_caller_derivative(&host->caller, NSD_TAPE_FORCE_JAC, at,
                                                            n * n, Fq, Fv);
    if (status != NSD_NOT_FINITE) {
        return status;
    }
    force(host, t, q, v, host->caller.result); /* the Jacobian there is not used */
    const nsd_model_point point = { q, v, host->caller.result };
    return nsd_model_force_jac(&host->differenced, t, &point, Fq, Fv, host->difference_work);
}

static nsd_status gap_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    nsd_tape_model     *host = context;
    const size_t        size = (size_t)host->model.n * (size_t)host->model.m;
    const double *const at[] = { &t, q, NULL };
    const nsd_status status = nsd_tape_caller_derivative(&host->caller, NSD_TAPE_GAP_JAC, at, size,
                                                         H, y_t);
    return status != NSD_NOT_FINITE
               ? status
               : nsd_model_gap_jac(&host->differenced, t, q, H, y_t, host->difference_work);
}

static nsd_status joint_jac(void *context, double t, const double *q, double *J, double *g_t)
{
    nsd_tape_model     *host = context;
    const size_t        size = (size_t)host->model.n * (size_t)host->model.p;
    const double *const at[] = { &t, q, NULL };

    if (nsd_tape_caller_records(&host->caller, NSD_TAPE_JOINT)) {
        joint(host, t, q, host->caller.result);
        if (!nsd_dense_all_finite((size_t)host->model.p, host->caller.result)) {
            return NSD_NOT_FINITE; /* velocity-level schemes never ask for the value */
        }
    }
    const nsd_status status = nsd_tape_caller_derivative(&host->caller, NSD_TAPE_JOINT_JAC, at,
                                                         size, J, g_t);
    return status != NSD_NOT_FINITE
               ? status
               : nsd_model_joint_jac(&host->differenced, t, q, J, g_t, host->difference_work);
}

static size_t lay_out(nsd_tape_model *host, const nsd_tape_set *set, nsd_scratch *scratch)
{
    const nsd_tape_functions *functions = &set->functions;
    const nsd_model           sizes = { .n = functions->shape.n, .m = functions->m, .p = set->p };

    nsd_tape_caller_lay_out(&host->caller, functions, scratch);
    host->difference_work = nsd_scratch_doubles(scratch, nsd_model_work(&sizes));
    host->e = nsd_scratch_doubles(scratch, (size_t)functions->m);
    return nsd_scratch_counted(scratch);
}

size_t nsd_tape_model_scratch(const nsd_tape_set *set)
{
    return lay_out(&(nsd_tape_model){ 0 }, set, NSD_SCRATCH_COUNTER);
}

void nsd_tape_model_parameters(nsd_tape_model *host, const double *parameters)
{
    nsd_tape_caller_parameters(&host->caller, parameters);
    for (int a = 0; a < host->set->functions.m; a++) {
        const int from = host->set->e_parameter[a];
        host->e[a] = from >= 0 ? parameters[from] : host->set->e[a];
    }
}

static void set_functions(nsd_tape_model *host)
{
    const nsd_tape_caller *caller = &host->caller;
    const nsd_tape        *tape = caller->set->tape;
    nsd_model             *model = &host->model;

    model->constant_mass = host->set->M || (nsd_tape_caller_records(caller, NSD_TAPE_MASS) &&
                                            !nsd_tape_reads(&tape[NSD_TAPE_MASS], 1, 1 + model->n));
    model->moving = host->set->moving || nsd_tape_reads(&tape[NSD_TAPE_GAP], 0, 1) ||
                    nsd_tape_reads(&tape[NSD_TAPE_JOINT], 0, 1);
    model->mass = host->set->M || nsd_tape_caller_has(caller, NSD_TAPE_MASS) ? mass : NULL;
    model->mass_jac = nsd_tape_caller_has(caller, NSD_TAPE_MASS_JAC) ? mass_jac : NULL;
    model->force = nsd_tape_caller_has(caller, NSD_TAPE_FORCE) ? force : NULL;
    model->gap = nsd_tape_caller_has(caller, NSD_TAPE_GAP) ? gap : NULL;
    model->joint = nsd_tape_caller_has(caller, NSD_TAPE_JOINT) ? joint : NULL;
    model->force_jac = nsd_tape_caller_has(caller, NSD_TAPE_FORCE_JAC) ? force_jac : NULL;
    model->exact = nsd_tape_caller_records(caller, NSD_TAPE_FORCE) &&
                   nsd_tape_caller_records(caller, NSD_TAPE_FORCE_JAC);
    model->gap_jac = nsd_tape_caller_has(caller, NSD_TAPE_GAP_JAC) ? gap_jac : NULL;
    model->joint_jac = nsd_tape_caller_has(caller, NSD_TAPE_JOINT_JAC) ? joint_jac : NULL;
    model->gap_bias = nsd_tape_caller_has(caller, NSD_TAPE_GAP_BIAS) ? gap_bias : NULL;
    model->joint_bias = nsd_tape_caller_has(caller, NSD_TAPE_JOINT_BIAS) ? joint_bias : NULL;
    model->potential = nsd_tape_caller_has(caller, NSD_TAPE_POTENTIAL) ? potential : NULL;
    model->tangent = nsd_tape_caller_has(caller, NSD_TAPE_TANGENT) ? tangent : NULL;
}

nsd_status nsd_tape_model_init(nsd_tape_model *host, const nsd_tape_set *set,
                               const double *parameters, nsd_scratch *scratch)
{
    memset(host, 0, sizeof *host);
    host->set = set;
    lay_out(host, set, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    nsd_tape_caller_start(&host->caller, parameters);
    nsd_tape_model_parameters(host, parameters);
    host->model.n = set->functions.shape.n;
    host->model.m = set->functions.m;
    host->model.p = set->p;
    host->model.e = host->e;
    host->model.context = host;
    set_functions(host);
    host->differenced = host->model;
    host->differenced.force_jac = NULL;
    host->differenced.gap_jac = host->differenced.joint_jac = NULL;
    return NSD_OK;
}
