/* tape_model.c - the functions of a model by tapes. */
#include <string.h>

#include "base/dense.h"
#include "model/tape/tape_model.h"

/* 1 when the tape reads an input from first to last - 1, or may read it in code of the user */
static int reads(const nsd_tape *tape, int first, int last)
{
    const int operations = tape->length - tape->inputs - tape->constants;
    int       found = tape->code && operations == 0 && tape->outputs == 0, begin = 0;

    for (int run = 0; run < tape->runs && !found; run++) {
        const int linear = tape->run_op[run] == NSD_TAPE_LINEAR;
        const int end = tape->run_end[run];
        for (int k = begin; k < end && !linear; k++) {
            found = found || (tape->a[k] >= first && tape->a[k] < last) ||
                    (tape->b[k] >= first && tape->b[k] < last);
        }
        begin = end;
    }
    const int terms = operations > 0 ? tape->terms : 0;
    for (int k = 0; k < terms && !found; k++) {
        found = tape->term[k] >= first && tape->term[k] < last;
    }
    for (int k = 0; k < tape->outputs && !found; k++) {
        found = tape->output[k] >= first && tape->output[k] < last;
    }
    return found;
}

static void evaluate_tq(nsd_tape_model *host, nsd_tape_function which, double t, const double *q,
                        double *result)
{
    const size_t n = (size_t)host->set->n;
    double      *work = host->work[which];
    work[0] = t;
    if (host->last_time) {
        *host->last_time = t;
    }
    memcpy(work + 1, q, n * sizeof *work);
    nsd_tape_eval(&host->set->tape[which], work, result);
}

static void evaluate_q(nsd_tape_model *host, nsd_tape_function which, const double *q,
                       double *result)
{
    double *work = host->work[which];
    memcpy(work + 1, q, (size_t)host->set->n * sizeof *work);
    nsd_tape_eval(&host->set->tape[which], work, result);
}

static void evaluate_tqv(nsd_tape_model *host, nsd_tape_function which, double t, const double *q,
                         const double *v, double *result)
{
    const size_t n = (size_t)host->set->n;
    memcpy(host->work[which] + 1 + n, v, n * sizeof *v);
    evaluate_tq(host, which, t, q, result);
}

/* 1 when the Jacobian in host->result is derived, not given, and not finite */
static int needs_differences(const nsd_tape_model *host, nsd_tape_function which)
{
    const nsd_tape *tape = &host->set->tape[which];
    return !tape->given && !nsd_dense_all_finite((size_t)tape->size, host->result);
}

static nsd_status mass(void *context, const double *q, double *M)
{
    nsd_tape_model *host = context;
    const size_t    n = (size_t)host->set->n;
    if (host->set->M) {
        memcpy(M, host->set->M, n * n * sizeof *M);
    } else {
        evaluate_q(host, NSD_TAPE_MASS, q, M);
    }
    return NSD_OK;
}

static nsd_status mass_jac(void *context, const double *q, const double *w, double *D)
{
    nsd_tape_model *host = context;
    const size_t    n = (size_t)host->set->n;
    memcpy(host->work[NSD_TAPE_MASS_JAC] + 1 + n, w, n * sizeof *w);
    evaluate_q(host, NSD_TAPE_MASS_JAC, q, D);
    return NSD_OK;
}

static nsd_status force(void *context, double t, const double *q, const double *v, double *F)
{
    evaluate_tqv(context, NSD_TAPE_FORCE, t, q, v, F);
    return NSD_OK;
}

static nsd_status force_jac(void *context, double t, const double *q, const double *v, double *Fq,
                            double *Fv)
{
    nsd_tape_model *host = context;
    const size_t    n = (size_t)host->set->n, size = n * n;

    evaluate_tqv(host, NSD_TAPE_FORCE_JAC, t, q, v, host->result);
    if (needs_differences(host, NSD_TAPE_FORCE_JAC)) {
        nsd_model differenced = host->model;
        double   *F = host->result; /* the Jacobian there is not used */
        differenced.force_jac = NULL;
        force(host, t, q, v, F);
        const nsd_model_point at = { q, v, F };
        return nsd_model_force_jac(&differenced, t, &at, Fq, Fv, host->difference_work);
    }
    memcpy(Fq, host->result, size * sizeof *Fq);
    memcpy(Fv, host->result + size, size * sizeof *Fv);
    return NSD_OK;
}

static nsd_status gap(void *context, double t, const double *q, double *y)
{
    evaluate_tq(context, NSD_TAPE_GAP, t, q, y);
    return NSD_OK;
}

static nsd_status joint(void *context, double t, const double *q, double *g)
{
    evaluate_tq(context, NSD_TAPE_JOINT, t, q, g);
    return NSD_OK;
}

static nsd_status gap_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    nsd_tape_model *host = context;
    const size_t    m = (size_t)host->set->m, size = (size_t)host->set->n * m;

    evaluate_tq(host, NSD_TAPE_GAP_JAC, t, q, host->result);
    if (needs_differences(host, NSD_TAPE_GAP_JAC)) {
        nsd_model differenced = host->model;
        differenced.gap_jac = NULL;
        return nsd_model_gap_jac(&differenced, t, q, H, y_t, host->difference_work);
    }
    memcpy(H, host->result, size * sizeof *H);
    memcpy(y_t, host->result + size, m * sizeof *y_t);
    return NSD_OK;
}

static nsd_status joint_jac(void *context, double t, const double *q, double *J, double *g_t)
{
    nsd_tape_model *host = context;
    const size_t    p = (size_t)host->set->p, size = (size_t)host->set->n * p;

    evaluate_tq(host, NSD_TAPE_JOINT, t, q, host->result);
    if (!nsd_dense_all_finite(p,
                              host->result)) { /* velocity-level schemes never ask for the value */
        return NSD_NOT_FINITE;
    }
    evaluate_tq(host, NSD_TAPE_JOINT_JAC, t, q, host->result);
    if (needs_differences(host, NSD_TAPE_JOINT_JAC)) {
        nsd_model differenced = host->model;
        differenced.joint_jac = NULL;
        return nsd_model_joint_jac(&differenced, t, q, J, g_t, host->difference_work);
    }
    memcpy(J, host->result, size * sizeof *J);
    memcpy(g_t, host->result + size, p * sizeof *g_t);
    return NSD_OK;
}

static nsd_status gap_bias(void *context, double t, const double *q, const double *v, double *kappa)
{
    evaluate_tqv(context, NSD_TAPE_GAP_BIAS, t, q, v, kappa);
    return NSD_OK;
}

static nsd_status joint_bias(void *context, double t, const double *q, const double *v,
                             double *kappa)
{
    evaluate_tqv(context, NSD_TAPE_JOINT_BIAS, t, q, v, kappa);
    return NSD_OK;
}

static nsd_status tangent(void *context, double t, const double *q, double *T)
{
    evaluate_tq(context, NSD_TAPE_TANGENT, t, q, T);
    return NSD_OK;
}

static nsd_status potential(void *context, const double *q, double *U)
{
    evaluate_q(context, NSD_TAPE_POTENTIAL, q, U);
    return NSD_OK;
}

static size_t largest_result(const nsd_tape_set *set)
{
    size_t largest = (size_t)set->n;
    for (int i = 0; i < NSD_TAPE_FUNCTIONS; i++) {
        largest = (size_t)set->tape[i].size > largest ? (size_t)set->tape[i].size : largest;
    }
    return largest;
}

static size_t differences_size(const nsd_tape_set *set)
{
    nsd_model sizes;
    memset(&sizes, 0, sizeof sizes);
    sizes.n = set->n;
    sizes.m = set->m;
    sizes.p = set->p;
    return nsd_model_work(&sizes);
}

size_t nsd_tape_model_scratch(const nsd_tape_set *set)
{
    size_t bytes = nsd_scratch_need(largest_result(set), sizeof(double)) +
                   nsd_scratch_need(differences_size(set), sizeof(double)) +
                   nsd_scratch_need((size_t)set->m + 1, sizeof(double));
    for (int i = 0; i < NSD_TAPE_FUNCTIONS; i++) {
        bytes += nsd_scratch_need((size_t)set->tape[i].length + 1, sizeof(double));
    }
    return bytes;
}

void nsd_tape_model_parameters(nsd_tape_model *host, const double *parameters)
{
    const nsd_tape_set *set = host->set;
    const size_t        first = 1 + 2 * (size_t)set->n;

    for (int i = 0; i < NSD_TAPE_FUNCTIONS; i++) {
        if (set->tape[i].length > 0) {
            memcpy(host->work[i] + first, parameters, (size_t)set->parameters * sizeof(double));
        }
    }
    for (int a = 0; a < set->m; a++) {
        const int from = set->e_parameter[a];
        host->e[a] = from >= 0 ? parameters[from] : set->e[a];
    }
}

static void set_functions(nsd_tape_model *host)
{
    const nsd_tape *tape = host->set->tape;
    nsd_model      *model = &host->model;
    const int       n = host->set->n;

    model->constant_mass = host->set->M || !reads(&tape[NSD_TAPE_MASS], 1, 1 + n);
    model->moving = reads(&tape[NSD_TAPE_GAP], 0, 1) || reads(&tape[NSD_TAPE_JOINT], 0, 1);
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
    host->result = nsd_scratch_take(scratch, largest_result(set), sizeof(double));
    host->difference_work = nsd_scratch_take(scratch, differences_size(set), sizeof(double));
    host->e = nsd_scratch_take(scratch, (size_t)set->m + 1, sizeof(double));
    int room = host->result && host->difference_work && host->e;
    for (int i = 0; i < NSD_TAPE_FUNCTIONS && room; i++) {
        host->work[i] = nsd_scratch_take(scratch, (size_t)set->tape[i].length + 1, sizeof(double));
        room = host->work[i] != NULL;
        if (room && set->tape[i].length > 0) {
            nsd_tape_start(&set->tape[i], host->work[i]);
        }
    }
    if (!room) {
        return NSD_ERR_WORKSPACE;
    }
    nsd_tape_model_parameters(host, parameters);
    host->model.n = set->n;
    host->model.m = set->m;
    host->model.p = set->p;
    host->model.e = host->e;
    host->model.context = host;
    set_functions(host);
    return NSD_OK;
}
