/* contact_varying.c - Delassus matrix of the present normals, elimination of joints, then an LCP or
 * a friction problem. */
#include "contact/contact_varying.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"

/* Largest entry of a normal that counts as zero, in gap per unit of q. Larger: gaps in small units
 * raise NSD_NO_NORMAL; smaller: rounding in a zero normal makes a huge impulse. */
#define ZERO_NORMAL 1e-12

/* Part of the joints' velocity that may be left by their impulses. Larger: joints that contradict
 * each other go unnoticed; smaller: badly conditioned joints end a run with NSD_RAY. */
#define JOINT_RESIDUAL 1e-6

/* Numbers below this have lost digits to underflow: a velocity of joints that counts as zero. */
#define SMALLEST_EXACT (DBL_MIN / DBL_EPSILON)

static size_t lay_out(nsd_contact_varying *contact, int n, int contacts, int joints,
                      nsd_scratch *scratch)
{
    const size_t m = (size_t)contacts, c = m + (size_t)joints;

    contact->X = nsd_scratch_doubles(scratch, (size_t)n * c);
    contact->W = nsd_scratch_doubles(scratch, c * c);
    contact->S = nsd_scratch_doubles(scratch, m * m);
    NSD_SCRATCH_ZEROS(scratch, c, &contact->z, &contact->r);
    nsd_condense_lay_out(&contact->joints, joints, scratch);
    nsd_contact_solver_lay_out(&contact->solver, contacts, scratch);
    return nsd_scratch_counted(scratch);
}

size_t nsd_contact_varying_scratch(int n, int contacts, int joints)
{
    return lay_out(&(nsd_contact_varying){ 0 }, n, contacts, joints, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_contact_varying_init(nsd_contact_varying *contact, int n, int contacts, int joints,
                                    const nsd_lcp_options *options, nsd_scratch *scratch)
{
    memset(contact, 0, sizeof *contact);
    contact->n = n;
    contact->capacity = contacts + joints;
    contact->solver.options = *options;
    lay_out(contact, n, contacts, joints, scratch);
    return nsd_scratch_is_full(scratch) ? NSD_ERR_WORKSPACE : NSD_OK;
}

void nsd_contact_varying_fill(nsd_contact_varying               *contact,
                              const nsd_contact_varying_problem *problem, const double *X)
{
    const int n = contact->n, size = problem->count + problem->p;

    for (int j = 0; j < size && problem->columns; j++) {
        for (int i = 0; i < size; i++) {
            contact->W[i + (size_t)j * (size_t)size] = nsd_columns_dot(problem->columns, i,
                                                                       X + (size_t)j * (size_t)n);
        }
    }
    if (problem->columns) {
        return;
    }
    if (size == 1) {
        contact->W[0] = nsd_dense_dot(n, problem->G, X);
    } else {
        nsd_dense_gemm(NSD_TRANSPOSED, size, size, n, 1.0, problem->G, n, X, n, 0.0, contact->W,
                       size);
    }
}

static void fill_delassus(nsd_contact_varying *contact, const nsd_contact_varying_problem *problem)
{
    const int    n = contact->n, size = problem->count + problem->p;
    const size_t bytes = (size_t)n * (size_t)size * sizeof(double);

    if (problem->columns) {
        memset(contact->X, 0, bytes);
    } else {
        memcpy(contact->X, problem->G, bytes);
    }
    for (int j = 0; j < size; j++) {
        double *x = contact->X + (size_t)j * (size_t)n;
        if (problem->columns) {
            nsd_columns_add(problem->columns, j, 1.0, x);
        }
        problem->solve(problem->context, x);
    }
    nsd_contact_varying_fill(contact, problem, contact->X);
    for (int i = 0; i < problem->count && contact->added; i++) {
        contact->W[i + (size_t)i * (size_t)size] += contact->added[i];
    }
}

static nsd_status solve_contacts(nsd_contact_varying *contact, int count, const double *W,
                                 const double *u)
{
    const nsd_lcp problem = { count, count, count - 1, 0, W, u };
    contact->solver.friction = contact->friction;
    return nsd_contact_solver_solve(&contact->solver, &problem, contact->z);
}

/* S = W_HH - W_HJ W_JJ^+ W_JH, r = u - W_HJ W_JJ^+ uJ, and z of the joints without contacts. A
 * contact along the joints cannot move and is left out; with friction nsd_coulomb_solve does this,
 * as a tangent may slide.                                                              (MJ.7) */
static nsd_status eliminate_joints(nsd_contact_varying *contact, int count, int p, const double *u)
{
    const int     size = count + p;
    const double *W_HJ = contact->W + (size_t)count * (size_t)size;
    nsd_condense *joints = &contact->joints;
    double       *mu = contact->z + count;

    joints->c = count;
    joints->p = p;
    joints->ld_c = joints->ld_J = size;
    joints->W_cJ = W_HJ;
    joints->W_Jc = contact->W + count;
    joints->W_JJ = W_HJ + count;
    const nsd_status status = nsd_condense_invert(joints);
    nsd_condense_joints(joints, u + count, mu);
    for (int j = 0; j < count; j++) {
        memcpy(contact->S + (size_t)j * (size_t)count, contact->W + (size_t)j * (size_t)size,
               (size_t)count * sizeof(double));
        contact->r[j] = nsd_condense_row(joints, j, u[j], mu);
    }
    nsd_condense_matrix(joints, contact->S, count);
    for (int a = 0; a < count && !contact->friction; a++) {
        if (contact->S[a + (size_t)a * (size_t)count] == 0.0) {
            nsd_condense_leave_out(contact->S, count, a, 1.0);
            contact->r[a] = 0.0;
        }
    }
    return status;
}

/* z of the joints with the contacts; NSD_RAY when the joints contradict each other */
static nsd_status recover_joints(nsd_contact_varying *contact, int count, int p, const double *u)
{
    const int size = count + p;
    double   *mu = contact->z + count, *miss = contact->r;

    nsd_condense_recover(&contact->joints, contact->z, mu);
    memcpy(miss, u + count, (size_t)p * sizeof(double));
    if (count > 0) {
        nsd_dense_gemv(NSD_PLAIN, p, count, 1.0, contact->W + count, size, contact->z, 1.0, miss);
    }
    const double scale = nsd_dense_max_abs(p, miss);
    nsd_dense_gemv(NSD_PLAIN, p, p, 1.0, contact->joints.W_JJ, size, mu, 1.0, miss);
    return nsd_dense_max_abs(p, miss) <= JOINT_RESIDUAL * scale + SMALLEST_EXACT ? NSD_OK : NSD_RAY;
}

nsd_status nsd_contact_varying_solve_delassus(nsd_contact_varying *contact, int count, int p,
                                              const double *u)
{
    contact->solver.problems++;
    if (p == 0) {
        return solve_contacts(contact, count, contact->W, u);
    }
    NSD_TRY(eliminate_joints(contact, count, p, u));
    NSD_TRY(solve_contacts(contact, count, contact->S, contact->r));
    return recover_joints(contact, count, p, u);
}

/* Largest entry of column j of G */
static double size_of_normal(int n, const nsd_contact_varying_problem *problem, int j)
{
    const nsd_columns *columns = problem->columns;
    return columns ? nsd_dense_max_abs((int)(columns->start[j + 1] - columns->start[j]),
                                       columns->values + columns->start[j])
                   : nsd_dense_max_abs(n, problem->G + (size_t)j * (size_t)n);
}

nsd_status nsd_contact_varying_check_normals(const nsd_contact_varying         *contact,
                                             const nsd_contact_varying_problem *problem, int block,
                                             int stride, const double *u)
{
    for (int i = 0; i < problem->count; i += block) {
        if (u[i / stride] < 0.0 && size_of_normal(contact->n, problem, i) <= ZERO_NORMAL) {
            return NSD_NO_NORMAL;
        }
    }
    return NSD_OK;
}

nsd_status nsd_contact_varying_reduce(nsd_contact_varying               *contact,
                                      const nsd_contact_varying_problem *problem, const double **W)
{
    fill_delassus(contact, problem);
    *W = problem->p > 0 ? contact->S : contact->W;
    return problem->p > 0 ? eliminate_joints(contact, problem->count, problem->p, problem->u)
                          : NSD_OK;
}

nsd_status nsd_contact_varying_apply(nsd_contact_varying               *contact,
                                     const nsd_contact_varying_problem *problem, double *v)
{
    const int        n = contact->n;
    const nsd_status status = problem->p > 0
                                  ? recover_joints(contact, problem->count, problem->p, problem->u)
                                  : NSD_OK;
    for (int j = 0; j < problem->count + problem->p && status == NSD_OK; j++) {
        for (int i = 0; i < n; i++) {
            v[i] += contact->X[i + (size_t)j * (size_t)n] * contact->z[j];
        }
    }
    return status;
}

nsd_status nsd_contact_varying_solve(nsd_contact_varying               *contact,
                                     const nsd_contact_varying_problem *problem, double *v)
{
    const int  n = contact->n, count = problem->count, p = problem->p;
    nsd_status status = nsd_contact_varying_check_normals(
        contact, problem, contact->friction ? contact->friction->block : 1, 1, problem->u);

    if (status == NSD_OK) {
        fill_delassus(contact, problem);
        status = nsd_contact_varying_solve_delassus(contact, count, p, problem->u);
    }
    for (int j = 0; j < count + p && status == NSD_OK; j++) {
        for (int i = 0; i < n; i++) {
            v[i] += contact->X[i + (size_t)j * (size_t)n] * contact->z[j];
        }
    }
    return status;
}
