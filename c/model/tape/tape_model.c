/* tape_model.c - the functions of a model by tapes. */
#include <string.h>

#include "base/dense.h"
#include "model/tape/tape_sparse.h"

static nsd_status mass(void *context, const double *q, double *M)
{
    nsd_tape_model *host = context;
    const size_t    n = (size_t)host->model.n;
    if (!host->set->M) {
        return nsd_tape_caller_eval(&host->caller, NSD_TAPE_MASS, NULL, q, NULL, M);
    }
    nsd_dense_copy(n * n, host->set->M, M);
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

/* NSD_NOT_FINITE where recorded joints have no value: schemes on velocities never ask for it */
static nsd_status joints_are_finite(nsd_tape_model *host, double t, const double *q)
{
    if (!nsd_tape_caller_records(&host->caller, NSD_TAPE_JOINT)) {
        return NSD_OK;
    }
    joint(host, t, q, host->caller.result);
    return nsd_dense_all_finite((size_t)host->model.p, host->caller.result) ? NSD_OK
                                                                            : NSD_NOT_FINITE;
}

static nsd_status joint_jac(void *context, double t, const double *q, double *J, double *g_t)
{
    nsd_tape_model     *host = context;
    const size_t        size = (size_t)host->model.n * (size_t)host->model.p;
    const double *const at[] = { &t, q, NULL };

    NSD_TRY(joints_are_finite(host, t, q));
    const nsd_status status = nsd_tape_caller_derivative(&host->caller, NSD_TAPE_JOINT_JAC, at,
                                                         size, J, g_t);
    return status != NSD_NOT_FINITE
               ? status
               : nsd_model_joint_jac(&host->differenced, t, q, J, g_t, host->difference_work);
}

/* result <- the numbers on a pattern of a derivative, `first` of them into A and the others into B;
 * NSD_NOT_FINITE as for nsd_tape_caller_derivative */
static nsd_status sparse_derivative(nsd_tape_model *host, int which, const double *const at[3],
                                    ptrdiff_t first, double *A, double *B)
{
    const nsd_tape *tape = &host->set->sparse->tape[which];
    double         *result = host->caller.result;
    const size_t    size = (size_t)tape->size, kept = (size_t)first;

    nsd_tape_eval(tape, nsd_tape_caller_inputs(&host->caller, which, at[0], at[1], at[2]), result);
    memcpy(A, result, kept * sizeof *A);
    memcpy(B, result + kept, (size - kept) * sizeof *B);
    return tape->given || nsd_dense_all_finite(size, result) ? NSD_OK : NSD_NOT_FINITE;
}

static nsd_status sparse_mass(void *context, const double *q, double *M)
{
    nsd_tape_model        *host = context;
    const nsd_tape_sparse *sparse = host->set->sparse;
    const size_t           entries = (size_t)sparse->model.matrix.start[host->model.n];

    if (sparse->M) {
        memcpy(M, sparse->M, entries * sizeof *M);
    } else {
        nsd_tape_eval(&sparse->tape[NSD_TAPE_MASS],
                      nsd_tape_caller_inputs(&host->caller, NSD_TAPE_MASS, NULL, q, NULL), M);
    }
    return NSD_OK;
}

static nsd_status sparse_force_jac(void *context, double t, const double *q, const double *v,
                                   double *Fq, double *Fv)
{
    nsd_tape_model     *host = context;
    const ptrdiff_t     entries = host->set->sparse->model.matrix.start[host->model.n];
    const double *const at[] = { &t, q, v };
    const nsd_status    status = sparse_derivative(host, NSD_TAPE_FORCE_JAC, at, entries, Fq, Fv);
    if (status != NSD_NOT_FINITE) {
        return status;
    }
    force(host, t, q, v, host->caller.result); /* the Jacobian there is not used */
    const nsd_model_point point = { q, v, host->caller.result };
    return nsd_model_sparse_force(&host->differenced, t, &point, Fq, Fv, host->difference_work);
}

static nsd_status sparse_gap_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    nsd_tape_model        *host = context;
    const nsd_tape_sparse *sparse = host->set->sparse;
    const ptrdiff_t        entries = sparse->model.H.start[host->model.m];
    const double *const    at[] = { &t, q, NULL };

    if (sparse->H) {
        memcpy(H, sparse->H, (size_t)entries * sizeof *H);
        memset(y_t, 0, (size_t)host->model.m * sizeof *y_t);
        return NSD_OK;
    }
    const nsd_status status = sparse_derivative(host, NSD_TAPE_GAP_JAC, at, entries, H, y_t);
    return status != NSD_NOT_FINITE
               ? status
               : nsd_model_sparse_gap(&host->differenced, t, q, H, y_t, host->difference_work);
}

static nsd_status sparse_joint_jac(void *context, double t, const double *q, double *J, double *g_t)
{
    nsd_tape_model        *host = context;
    const nsd_tape_sparse *sparse = host->set->sparse;
    const ptrdiff_t        entries = sparse->model.J.start[host->model.p];
    const double *const    at[] = { &t, q, NULL };

    if (sparse->J) {
        memcpy(J, sparse->J, (size_t)entries * sizeof *J);
        memset(g_t, 0, (size_t)host->model.p * sizeof *g_t);
        return NSD_OK;
    }
    NSD_TRY(joints_are_finite(host, t, q));
    const nsd_status status = sparse_derivative(host, NSD_TAPE_JOINT_JAC, at, entries, J, g_t);
    return status != NSD_NOT_FINITE
               ? status
               : nsd_model_sparse_joint(&host->differenced, t, q, J, g_t, host->difference_work);
}

static nsd_status sparse_tangent(void *context, double t, const double *q, double *T)
{
    nsd_tape_model        *host = context;
    const nsd_tape_sparse *sparse = host->set->sparse;

    if (sparse->T) {
        memcpy(T, sparse->T, (size_t)sparse->model.T.start[sparse->model.T.m] * sizeof *T);
    } else {
        nsd_tape_eval(&sparse->tape[NSD_TAPE_TANGENT],
                      nsd_tape_caller_inputs(&host->caller, NSD_TAPE_TANGENT, &t, q, NULL), T);
    }
    return NSD_OK;
}

void nsd_tape_model_set_sparse(nsd_model_sparse *sparse)
{
    sparse->mass = sparse_mass;
    sparse->force_jac = sparse_force_jac;
    sparse->gap_jac = sparse_gap_jac;
    sparse->joint_jac = sparse_joint_jac;
    sparse->tangent = sparse_tangent;
}

static size_t lay_out(nsd_tape_model *host, const nsd_tape_set *set, nsd_scratch *scratch)
{
    const nsd_tape_functions *functions = &set->functions;
    const nsd_model           sizes = { .n = functions->shape.n, .m = functions->m, .p = set->p };

    nsd_tape_caller_lay_out(&host->caller, functions, scratch);
    host->difference_work = nsd_scratch_doubles(scratch, nsd_model_work(&sizes));
    host->e = nsd_scratch_doubles(scratch, (size_t)functions->m);
    if (set->mu_parameter) {
        host->mu = nsd_scratch_doubles(scratch, (size_t)functions->m);
    }
    if (set->mu_parameter && set->surface.law) {
        host->law = nsd_scratch_take(scratch, (size_t)functions->m, sizeof *host->law);
    }
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
    for (int a = 0; a < host->set->functions.m && host->mu; a++) {
        const int from = host->set->mu_parameter[a];
        host->mu[a] = from >= 0 ? parameters[from] : host->set->surface.mu[0][a];
        if (host->law) {
            host->law[a] = nsd_law_with(&host->set->surface.law[a], host->mu[a]);
        }
    }
}

/* The surface of the set, with the coefficients that are parameters */
static nsd_surface own_surface(const nsd_tape_model *host)
{
    nsd_surface surface = host->set->surface;
    if (host->mu) {
        surface.mu[0] = host->mu;
        surface.law = host->law;
    }
    return surface;
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
    model->sparse = host->set->sparse ? &host->set->sparse->model : NULL;
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
    host->model.surface = own_surface(host);
    host->model.context = host;
    set_functions(host);
    host->differenced = host->model;
    host->differenced.force_jac = NULL;
    host->differenced.gap_jac = host->differenced.joint_jac = NULL;
    return NSD_OK;
}
