/* contact_fixed.c - contact problem of a step: joints eliminated, LCP on the active contacts. */
#include "contact/contact_fixed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* W(active, active) into block, in the storage of W: full or packed band */
static nsd_lcp gather(nsd_contact_fixed *contact)
{
    const int count = contact->tally.count;
    const int full = contact->bandwidth == contact->tally.m - 1;
    nsd_lcp   lcp = { count, 0, 0, contact->symmetric, contact->block, contact->rhs };

    lcp.bandwidth = full || contact->bandwidth >= count ? count - 1 : contact->bandwidth;
    lcp.ld = full || 2 * lcp.bandwidth >= count ? count : 2 * lcp.bandwidth;
    double *first = contact->block + (lcp.ld < count ? lcp.bandwidth : 0);
    lcp.M = first;

    if (contact->gathered_count == count &&
        memcmp(contact->gathered, contact->tally.active, (size_t)count * sizeof(int)) == 0) {
        return lcp; /* the same contacts as last time */
    }
    memcpy(contact->gathered, contact->tally.active, (size_t)count * sizeof(int));
    contact->gathered_count = count;
    for (int j = 0; j < count; j++) {
        const int     a = contact->tally.active[j];
        const double *column = contact->W + (ptrdiff_t)a * contact->ld;
        const int     low = j > lcp.bandwidth ? j - lcp.bandwidth : 0;
        const int     high = j + lcp.bandwidth < count ? j + lcp.bandwidth : count - 1;
        for (int i = low; i <= high; i++) {
            const int near = abs(contact->tally.active[i] - a) <= contact->bandwidth;
            first[i + (ptrdiff_t)j * lcp.ld] = near ? column[contact->tally.active[i]] : 0.0;
        }
    }
    return lcp;
}

static nsd_status solve_one(nsd_contact_fixed *contact, const double *u, double *P)
{
    const int    a = contact->tally.active[0];
    const double W = contact->W[a + (ptrdiff_t)a * contact->ld];

    P[a] = 0.0;
    if (u[a] >= 0.0) {
        return NSD_OK;
    }
    if (!(W > 0.0)) { /* no motion of the system opens this contact; NaN ends here too */
        return NSD_RAY;
    }
    P[a] = -u[a] / W;
    return isfinite(P[a]) ? NSD_OK : NSD_STALLED;
}

static nsd_status solve_many(nsd_contact_fixed *contact, const double *u, double *P)
{
    const int     count = contact->tally.count;
    const nsd_lcp lcp = gather(contact);

    for (int i = 0; i < count; i++) {
        contact->rhs[i] = u[contact->tally.active[i]];
        contact->z[i] = P[contact->tally.active[i]];
    }
    const size_t     mark = contact->lcp_scratch.used;
    const nsd_status status = nsd_lcp_auto(&lcp, &contact->options, &contact->lcp_scratch,
                                           contact->z, &contact->info);
    contact->lcp_scratch.used = mark;
    contact->tally.problems++;
    contact->tally.iterations += contact->info.iterations;
    contact->tally.worst = fmax(contact->tally.worst, contact->info.residual);

    memset(P, 0, (size_t)contact->tally.m * sizeof *P);
    for (int i = 0; i < count; i++) {
        P[contact->tally.active[i]] = contact->z[i];
    }
    return status;
}

/* Takes contacts that the joints hold out of the problem: no impulse moves them, the joints carry
 * the load, and their velocity is rounding that no impulse must answer. */
static void leave_out_held(nsd_contact_fixed *contact)
{
    int count = 0;
    for (int i = 0; i < contact->tally.count; i++) {
        const int a = contact->tally.active[i];
        if (contact->W[a + (ptrdiff_t)a * contact->ld] != 0.0) {
            contact->tally.active[count++] = a;
        }
    }
    contact->tally.count = count;
}

void nsd_contact_fixed_joints_without_contacts(const nsd_contact_fixed *contact, const double *uJ,
                                               double *u, double *joint)
{
    nsd_dense_gemv(NSD_PLAIN, contact->tally.p, contact->tally.p, -1.0, contact->W_JJ,
                   contact->tally.p, uJ, 0.0, joint);
    for (int i = 0; i < contact->tally.count; i++) {
        const int a = contact->tally.active[i];
        for (int j = 0; j < contact->tally.p; j++) {
            u[a] += contact->W_HJ[a + (ptrdiff_t)j * contact->tally.m] * joint[j];
        }
    }
}

void nsd_contact_fixed_joints_with_contacts(const nsd_contact_fixed *contact, const double *P,
                                            double *joint)
{
    const int p = contact->tally.p;
    if (contact->tally.count > 0) {
        nsd_dense_gemv(NSD_PLAIN, p, contact->tally.m, 1.0, contact->W_JH, p, P, 0.0,
                       contact->work);
        nsd_dense_gemv(NSD_PLAIN, p, p, -1.0, contact->W_JJ, p, contact->work, 1.0, joint);
    }
}

nsd_status nsd_contact_fixed_solve_many(nsd_contact_fixed *contact, double *u, const double *uJ,
                                        double *P, double *joint)
{
    nsd_status status = NSD_OK;

    if (contact->tally.p > 0) {
        leave_out_held(contact);
        nsd_contact_fixed_joints_without_contacts(contact, uJ, u, joint);
    }
    if (contact->tally.count == 1) {
        for (int a = 0; a < contact->tally.m; a++) {
            P[a] = 0.0;
        }
        status = solve_one(contact, u, P);
    } else if (contact->tally.count > 1) {
        status = solve_many(contact, u, P);
    } else {
        for (int a = 0; a < contact->tally.m; a++) {
            P[a] = 0.0;
        }
    }
    if (contact->tally.p > 0 && status == NSD_OK) {
        nsd_contact_fixed_joints_with_contacts(contact, P, joint);
    }
    return status;
}

void nsd_contact_fixed_apply(const nsd_contact_fixed *contact, const double *P, const double *joint,
                             double *v)
{
    const int n = contact->tally.n, m = contact->tally.m;

    if (contact->columns) {
        for (int a = 0; a < m + contact->tally.p; a++) {
            const double  impulse = a < m ? P[a] : joint[a - m];
            const double *column = contact->columns + (ptrdiff_t)a * n;
            if (impulse != 0.0) {
                for (int i = 0; i < n; i++) {
                    v[i] += column[i] * impulse;
                }
            }
        }
        return;
    }
    memset(contact->work, 0, (size_t)n * sizeof(double));
    for (int a = 0; a < m; a++) {
        if (P[a] != 0.0) {
            nsd_columns_add(contact->H, a, P[a], contact->work);
        }
    }
    for (int j = 0; j < contact->tally.p; j++) {
        nsd_columns_add(contact->J, j, joint[j], contact->work);
    }
    nsd_factor_solve(contact->A, contact->work);
    for (int i = 0; i < n; i++) {
        v[i] += contact->work[i];
    }
}
