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
    nsd_tape_model *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_MASS_JAC, NULL, q, w, D);
    return NSD_OK;
}

static nsd_status force(void *context, double t, const double *q, const double *v, double *F)
{
    nsd_tape_model *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_FORCE, &t, q, v, F);
    return NSD_OK;
}

static nsd_status force_jac(void *context, double t, const double *q, const double *v, double *Fq,
                            double *Fv)
{
    nsd_tape_model *host = context;
    double         *result = host->caller.result;
    const size_t    n = (size_t)host->set->n, size = n * n;

    if (nsd_tape_caller_derivative(&host->caller, NSD_TAPE_FORCE_JAC, &t, q, v) != NSD_OK) {
        nsd_model differenced = host->model;
        differenced.force_jac = NULL;
        force(host, t, q, v, result); /* the Jacobian there is not used */
        const nsd_model_point at = { q, v, result };
        return nsd_model_force_jac(&differenced, t, &at, Fq, Fv, host->difference_work);
    }
    memcpy(Fq, result, size * sizeof *Fq);
    memcpy(Fv, result + size, size * sizeof *Fv);
    return NSD_OK;
}

static nsd_status gap(void *context, double t, const double *q, double *y)
{
    nsd_tape_model *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_GAP, &t, q, NULL, y);
    return NSD_OK;
}

static nsd_status joint(void *context, double t, const double *q, double *g)
{
    nsd_tape_model *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_JOINT, &t, q, NULL, g);
    return NSD_OK;
}

/* H, rate <- the Jacobian in caller.result */
static nsd_status split_jacobian(const nsd_tape_model *host, int rows, double *H, double *rate)
{
    const size_t size = (size_t)host->set->n * (size_t)rows;
    memcpy(H, host->caller.result, size * sizeof *H);
    memcpy(rate, host->caller.result + size, (size_t)rows * sizeof *rate);
    return NSD_OK;
}

static nsd_status gap_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    nsd_tape_model *host = context;
    if (nsd_tape_caller_derivative(&host->caller, NSD_TAPE_GAP_JAC, &t, q, NULL) == NSD_OK) {
        return split_jacobian(host, host->set->m, H, y_t);
    }
    nsd_model differenced = host->model;
    differenced.gap_jac = NULL;
    return nsd_model_gap_jac(&differenced, t, q, H, y_t, host->difference_work);
}

static nsd_status joint_jac(void *context, double t, const double *q, double *J, double *g_t)
{
    nsd_tape_model *host = context;

    joint(host, t, q, host->caller.result);
    if (!nsd_dense_all_finite((size_t)host->set->p, host->caller.result)) {
        return NSD_NOT_FINITE; /* velocity-level schemes never ask for the value */
    }
    if (nsd_tape_caller_derivative(&host->caller, NSD_TAPE_JOINT_JAC, &t, q, NULL) == NSD_OK) {
        return split_jacobian(host, host->set->p, J, g_t);
    }
    nsd_model differenced = host->model;
    differenced.joint_jac = NULL;
    return nsd_model_joint_jac(&differenced, t, q, J, g_t, host->difference_work);
}

static nsd_status gap_bias(void *context, double t, const double *q, const double *v, double *kappa)
{
    nsd_tape_model *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_GAP_BIAS, &t, q, v, kappa);
    return NSD_OK;
}

static nsd_status joint_bias(void *context, double t, const double *q, const double *v,
                             double *kappa)
{
    nsd_tape_model *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_JOINT_BIAS, &t, q, v, kappa);
    return NSD_OK;
}

static nsd_status tangent(void *context, double t, const double *q, double *T)
{
    nsd_tape_model *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_TANGENT, &t, q, NULL, T);
    return NSD_OK;
}

static nsd_status potential(void *context, const double *q, double *U)
{
    nsd_tape_model *host = context;
    nsd_tape_caller_eval(&host->caller, NSD_TAPE_POTENTIAL, NULL, q, NULL, U);
    return NSD_OK;
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

static void set_restitution(nsd_tape_model *host, const double *parameters)
{
    for (int a = 0; a < host->set->m; a++) {
        const int from = host->set->e_parameter[a];
        host->e[a] = from >= 0 ? parameters[from] : host->set->e[a];
    }
}

void nsd_tape_model_parameters(nsd_tape_model *host, const double *parameters)
{
    nsd_tape_caller_parameters(&host->caller, parameters);
    set_restitution(host, parameters);
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
    set_restitution(host, parameters);
    host->model.n = set->n;
    host->model.m = set->m;
    host->model.p = set->p;
    host->model.e = host->e;
    host->model.context = host;
    set_functions(host);
    return NSD_OK;
}
