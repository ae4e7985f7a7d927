/* ggl_sweeps.c - both levels by turns, each a complementarity problem     (NMK.10) */
#include <math.h>
#include <string.h>

#include "scheme/ggl.h"

#define SWEEPS  100
#define TOUCHES 1e-12 /* of the largest gap: closed, although no impulse says so */

/* One level: 0 <= r + A(level, other) z_other + A(level, level) z _|_ z >= 0 on `count` contacts
 * of ggl->index, the others' unknowns being zero. */
nsd_status nsd_ggl_level(nsd_ggl *ggl, nsd_contact_fixed *contact, nsd_level level, int count)
{
    const int    m = ggl->m, c = nsd_ggl_size(ggl);
    const int    first = level == NSD_POSITION ? 0 : m, other = m - first;
    const int    others = level == NSD_POSITION ? c - m : m;
    double      *matrix = ggl->part, *z = ggl->u, *q = ggl->u + m;
    const size_t mark = contact->lcp_scratch.used;

    for (int i = 0; i < count; i++) {
        const int row = first + ggl->index[i];
        z[i] = ggl->z[row];
        q[i] = ggl->r[row];
        for (int a = 0; a < others; a++) {
            q[i] += ggl->A[row + (size_t)(other + a) * (size_t)c] * ggl->z[other + a];
        }
        for (int j = 0; j < count; j++) {
            const size_t column = (size_t)(first + ggl->index[j]);
            matrix[i + (size_t)j * (size_t)count] = ggl->A[row + column * (size_t)c];
        }
    }
    const nsd_lcp lcp = { count, count, count - 1, 0, matrix, q };
    nsd_status    status = NSD_OK;
    if (count > 0) {
        status = nsd_lcp_auto(&lcp, &contact->options, &contact->lcp_scratch, z, &contact->info);
        contact->tally.iterations += contact->info.iterations;
    }
    contact->lcp_scratch.used = mark;
    memset(ggl->z + first, 0, (size_t)m * sizeof(double));
    for (int i = 0; i < count; i++) {
        ggl->z[first + ggl->index[i]] = z[i];
    }
    return status;
}

int nsd_ggl_choose(nsd_ggl *ggl, const unsigned char *set, int wanted)
{
    int count = 0;
    for (int a = 0; a < ggl->m; a++) {
        if ((set[a] != 0) == wanted) {
            ggl->index[count++] = a;
        }
    }
    return count;
}

/* closed where the position is pushed, or rests without a push */
void nsd_ggl_close_touching(nsd_ggl *ggl)
{
    const double touches = TOUCHES * nsd_dense_max_abs(ggl->m, ggl->r);

    nsd_ggl_residual(ggl); /* for w */
    for (int a = 0; a < ggl->m; a++) {
        ggl->closed[a] = !ggl->held[a] && (ggl->z[a] > 0.0 || ggl->w[a] <= touches);
    }
}

nsd_status nsd_ggl_sweeps(nsd_ggl *ggl, nsd_contact_fixed *contact)
{
    const int  m = ggl->m;
    nsd_status status = NSD_OK;

    memset(ggl->z, 0, 2 * (size_t)m * sizeof(double));
    for (int sweep = 0; sweep < SWEEPS && status == NSD_OK; sweep++) {
        const double before = nsd_dense_dot(m, ggl->z + m, ggl->z + m);
        status = nsd_ggl_level(ggl, contact, NSD_POSITION, nsd_ggl_choose(ggl, ggl->held, 0));
        if (status == NSD_OK) {
            nsd_ggl_close_touching(ggl);
            status = nsd_ggl_level(ggl, contact, NSD_VELOCITY, nsd_ggl_choose(ggl, ggl->closed, 1));
        }
        const double after = nsd_dense_dot(m, ggl->z + m, ggl->z + m);
        if (sweep > 0 && fabs(after - before) <= 1e-14 * after &&
            nsd_ggl_residual(ggl) <= contact->options.tolerance) {
            break;
        }
    }
    return status;
}
