/* contact_varying.c - Delassus matrix of the present normals, elimination of joints, then an LCP or
 * a friction problem. */
#include "contact/contact_varying.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"

/* Reciprocal condition number of W_JJ beyond which joints are redundant. Larger: independent
 * joints of very different masses are no longer enforced; smaller: redundant joints get huge
 * impulses that cancel each other. */
#define RANK_TOLERANCE 1e-12

/* S(a,a), with the joints eliminated, as a part of W(a,a), up to which the joints hold contact a.
 * Larger: contacts that can still move a little penetrate; smaller: rounding counts as motion, and
 * the impulse is huge. */
#define HELD_TOLERANCE 1e-12

/* Largest entry of a normal that counts as zero, in gap per unit of q. Larger: gaps in small units
 * raise NSD_NO_NORMAL; smaller: rounding in a zero normal makes a huge impulse. */
#define ZERO_NORMAL 1e-12

/* Part of the joints' velocity that may be left by their impulses. Larger: joints that contradict
 * each other go unnoticed; smaller: badly conditioned joints end a run with NSD_RAY. */
#define JOINT_RESIDUAL 1e-6

/* Numbers below this have lost digits to underflow: a velocity of joints that counts as zero. */
#define SMALLEST_EXACT (DBL_MIN / DBL_EPSILON)

static size_t fit_size(size_t p)
{
    return p * p + (size_t)nsd_dense_least_squares_work((int)p, (int)p);
}

static void lay_out(nsd_contact_varying *contact, int n, int contacts, int joints,
                    nsd_scratch *scratch)
{
    const size_t m = (size_t)contacts, p = (size_t)joints, c = m + p;

    contact->X = nsd_scratch_doubles(scratch, (size_t)n * c);
    contact->W = nsd_scratch_doubles(scratch, c * c);
    contact->z = nsd_scratch_doubles(scratch, c);
    contact->r = nsd_scratch_doubles(scratch, c);
    contact->S = nsd_scratch_doubles(scratch, m * m);
    contact->inverse = nsd_scratch_doubles(scratch, p * p);
    contact->fit = nsd_scratch_doubles(scratch, fit_size(p));
    contact->pivot = nsd_scratch_take(scratch, p, sizeof(nsd_int));
    contact->scratch = nsd_scratch_part(scratch, nsd_lcp_scratch(contacts));
}

size_t nsd_contact_varying_scratch(int n, int contacts, int joints)
{
    nsd_contact_varying contact;
    nsd_scratch         counter = nsd_scratch_counter();
    lay_out(&contact, n, contacts, joints, &counter);
    return nsd_scratch_counted(&counter);
}

nsd_status nsd_contact_varying_init(nsd_contact_varying *contact, int n, int contacts, int joints,
                                    const nsd_lcp_options *options, nsd_scratch *scratch)
{
    memset(contact, 0, sizeof *contact);
    contact->n = n;
    contact->capacity = contacts + joints;
    contact->options = *options;
    lay_out(contact, n, contacts, joints, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    memset(contact->z, 0, (size_t)contact->capacity * sizeof(double));
    return NSD_OK;
}

static void fill_delassus(nsd_contact_varying *contact, const nsd_contact_varying_problem *problem)
{
    const int    n = contact->n, size = problem->count + problem->p;
    const size_t bytes = (size_t)n * (size_t)size * sizeof(double);

    memcpy(contact->X, problem->G, bytes);
    for (int j = 0; j < size; j++) {
        problem->solve(problem->context, contact->X + (size_t)j * (size_t)n);
    }
    if (size == 1) {
        contact->W[0] = nsd_dense_dot(n, problem->G, contact->X);
    } else {
        nsd_dense_gemm(NSD_TRANSPOSED, size, size, n, 1.0, problem->G, n, contact->X, n, 0.0,
                       contact->W, size);
    }
}

static nsd_status solve_one(nsd_contact_varying *contact, double W, double u)
{
    contact->z[0] = u < 0.0 ? -u / W : 0.0;
    contact->info.iterations = 0;
    contact->info.residual = 0.0;
    return isfinite(contact->z[0]) && !(contact->z[0] < 0.0) ? NSD_OK : NSD_RAY;
}

/* A friction problem with count / block contacts                                        (FC.4) */
static nsd_status solve_friction(nsd_contact_varying *contact, int count, const double *W,
                                 const double *u)
{
    nsd_coulomb *f = contact->friction;
    const size_t size = (size_t)count;
    const long   before = f->iterations;

    memcpy(f->W, W, size * size * sizeof(double));
    memcpy(f->q, u, size * sizeof(double));
    memcpy(f->r, contact->z, size * sizeof(double));
    const nsd_status status = nsd_coulomb_solve(f, count / f->block);
    memcpy(contact->z, f->r, size * sizeof(double));
    contact->iterations += f->iterations - before;
    contact->worst = fmax(contact->worst, f->worst);
    return status;
}

static nsd_status solve_contacts(nsd_contact_varying *contact, int count, const double *W,
                                 const double *u)
{
    if (count == 0) {
        return NSD_OK;
    }
    if (contact->friction) {
        return solve_friction(contact, count, W, u);
    }
    if (count == 1) {
        return solve_one(contact, W[0], u[0]);
    }
    const nsd_lcp    lcp = { count, count, count - 1, 0, W, u };
    const size_t     mark = contact->scratch.used;
    const nsd_status status = nsd_lcp_auto(&lcp, &contact->options, &contact->scratch, contact->z,
                                           &contact->info);
    contact->scratch.used = mark;
    contact->iterations += contact->info.iterations;
    contact->worst = fmax(contact->worst, contact->info.residual);
    return status;
}

/* A contact along the joints cannot move: S(a,a) and r(a) are rounding. Rows and columns of such
 * contacts become W(a,a) z = 0; with friction they stay zero, which nsd_coulomb_solve handles, as a
 * tangent may slide. */
static void leave_out_held(nsd_contact_varying *contact, int count, int size)
{
    for (int a = 0; a < count; a++) {
        const double W = contact->W[a + (size_t)a * (size_t)size];
        if (fabs(contact->S[a + (size_t)a * (size_t)count]) <= HELD_TOLERANCE * fabs(W)) {
            for (int i = 0; i < count; i++) {
                contact->S[i + (size_t)a * (size_t)count] = 0.0;
                contact->S[a + (size_t)i * (size_t)count] = 0.0;
            }
            if (!contact->friction) {
                contact->S[a + (size_t)a * (size_t)count] = W > 0.0 ? W : 1.0;
                contact->r[a] = 0.0;
            }
        }
    }
}

/* S = W_HH - W_HJ W_JJ^+ W_JH and r = u - W_HJ W_JJ^+ uJ                               (MJ.7) */
static nsd_status eliminate_joints(nsd_contact_varying *contact, int count, int p, const double *u)
{
    const int     size = count + p;
    const double *W = contact->W, *W_HJ = W + (size_t)count * (size_t)size;
    double       *response = contact->fit; /* p numbers, free after the pseudo-inverse */

    for (int j = 0; j < p; j++) {
        memcpy(contact->fit + (size_t)j * (size_t)p, W_HJ + count + (size_t)j * (size_t)size,
               (size_t)p * sizeof(double));
    }
    const nsd_status status = nsd_dense_pseudo_inverse(
        p, contact->fit, RANK_TOLERANCE, contact->pivot, contact->fit + (size_t)p * (size_t)p,
        contact->inverse);
    memcpy(contact->r, u, (size_t)count * sizeof(double));
    nsd_dense_gemv(NSD_PLAIN, p, p, 1.0, contact->inverse, p, u + count, 0.0, response);
    if (count > 0) {
        nsd_dense_gemv(NSD_PLAIN, count, p, -1.0, W_HJ, size, response, 1.0, contact->r);
    }
    for (int j = 0; j < count; j++) {
        double *column = contact->S + (size_t)j * (size_t)count;
        memcpy(column, W + (size_t)j * (size_t)size, (size_t)count * sizeof(double));
        nsd_dense_gemv(NSD_PLAIN, p, p, 1.0, contact->inverse, p,
                       W + count + (size_t)j * (size_t)size, 0.0, response);
        nsd_dense_gemv(NSD_PLAIN, count, p, -1.0, W_HJ, size, response, 1.0, column);
    }
    leave_out_held(contact, count, size);
    return status;
}

/* mu = -W_JJ^+ (uJ + W_JH P); NSD_RAY when the joints contradict each other */
static nsd_status recover_joints(nsd_contact_varying *contact, int count, int p, const double *u)
{
    const int size = count + p;
    double   *mu = contact->z + count, *miss = contact->r;
    double    scale = 0.0;

    memcpy(miss, u + count, (size_t)p * sizeof(double));
    if (count > 0) {
        nsd_dense_gemv(NSD_PLAIN, p, count, 1.0, contact->W + count, size, contact->z, 1.0, miss);
    }
    scale = nsd_dense_max_abs(p, miss);
    nsd_dense_gemv(NSD_PLAIN, p, p, -1.0, contact->inverse, p, miss, 0.0, mu);
    nsd_dense_gemv(NSD_PLAIN, p, p, 1.0, contact->W + (size_t)count * (size_t)size + count, size,
                   mu, 1.0, miss);
    return nsd_dense_max_abs(p, miss) <= JOINT_RESIDUAL * scale + SMALLEST_EXACT ? NSD_OK : NSD_RAY;
}

nsd_status nsd_contact_varying_solve_delassus(nsd_contact_varying *contact, int count, int p,
                                              const double *u)
{
    contact->problems++;
    if (p == 0) {
        return solve_contacts(contact, count, contact->W, u);
    }
    nsd_status status = eliminate_joints(contact, count, p, u);
    if (status == NSD_OK) {
        status = solve_contacts(contact, count, contact->S, contact->r);
    }
    return status == NSD_OK ? recover_joints(contact, count, p, u) : status;
}

nsd_status nsd_contact_varying_check_normals(int n, int count, int block, const double *G,
                                             const double *u)
{
    for (int i = 0; i < count; i += block) {
        if (u[i] < 0.0 && nsd_dense_max_abs(n, G + (size_t)i * (size_t)n) <= ZERO_NORMAL) {
            return NSD_NO_NORMAL;
        }
    }
    return NSD_OK;
}

nsd_status nsd_contact_varying_solve(nsd_contact_varying               *contact,
                                     const nsd_contact_varying_problem *problem, double *v)
{
    const int  n = contact->n, count = problem->count, p = problem->p;
    nsd_status status = nsd_contact_varying_check_normals(
        n, count, contact->friction ? contact->friction->block : 1, problem->G, problem->u);

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
