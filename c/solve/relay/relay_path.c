/* relay_path.c - the path of solutions of  w = M z + q + t d  from large t, where every z sits
 * on a bound, down to t = 0                                                           (RL.5)
 *
 * Each stretch of the path is straight. At its end one unknown reaches a bound, or the w of one
 * that sits on a bound reaches zero: it changes its side, and the path goes on, perhaps with t
 * growing again. It cannot end before t = 0 when all bounds are finite. */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "solve/relay/relay_parts.h"

typedef struct path {
    const nsd_relay *relay;
    signed char     *side;
    double          *d, *z, *w, *dz, *dw; /* n                            */
    double          *A, *b;               /* up to (n + 1) x (n + 1), n + 1 */
    nsd_int         *pivot;
    double           t, dt;
} path;

size_t nsd_relay_path_scratch(int n)
{
    const size_t size = (size_t)n + 1;
    return 5 * nsd_scratch_need(size, sizeof(double)) +
           nsd_scratch_need(size * size, sizeof(double)) + nsd_scratch_need(size, sizeof(double)) +
           nsd_scratch_need(size, sizeof(nsd_int));
}

static nsd_status take(path *p, nsd_scratch *scratch)
{
    const size_t   size = (size_t)p->relay->n + 1;
    double **const parts[] = { &p->d, &p->z, &p->w, &p->dz, &p->dw, &p->b };
    int            complete = 1;
    for (int i = 0; i < 6; i++) {
        *parts[i] = nsd_scratch_take(scratch, size, sizeof(double));
        complete &= *parts[i] != NULL;
    }
    p->A = nsd_scratch_take(scratch, size * size, sizeof(double));
    p->pivot = nsd_scratch_take(scratch, size, sizeof(nsd_int));
    return complete && p->A && p->pivot ? NSD_OK : NSD_ERR_WORKSPACE;
}

static double entry(const path *p, int i, int j)
{
    return p->relay->M[(size_t)i + (size_t)j * (size_t)p->relay->n];
}

/* w <- M z + q + t d */
static void slack(path *p)
{
    const int n = p->relay->n;
    for (int i = 0; i < n; i++) {
        p->w[i] = p->relay->q[i] + p->t * p->d[i];
        for (int j = 0; j < n; j++) {
            p->w[i] += entry(p, i, j) * p->z[j];
        }
    }
}

/* The direction in which M dz + d dt = 0 on the rows between their bounds. `mover` either has just
 * come between (side 0: dz = sense) or has just reached a bound (dw = sense). */
static nsd_status direction(path *p, int mover, double sense)
{
    const int n = p->relay->n, enters = p->side[mover] == 0;
    int       size = 0; /* rows: between, and the mover; columns: dz of those between but the mover,
                           and dt */
    for (int i = 0; i < n; i++) {
        size += p->side[i] == 0 || i == mover;
    }
    int column = 0;
    for (int j = 0; j <= n; j++) {
        if (j < n && (p->side[j] != 0 || j == mover)) {
            continue;
        }
        for (int i = 0, row = 0; i < n; i++) {
            if (p->side[i] == 0 || i == mover) {
                p->A[row + (size_t)column * (size_t)size] = j < n ? entry(p, i, j) : p->d[i];
                p->b[row] = enters ? -entry(p, i, mover) * sense : i == mover ? sense : 0.0;
                row++;
            }
        }
        column++;
    }
    if (nsd_dense_lu(size, p->A, size, p->pivot) != NSD_OK) {
        return NSD_STALLED;
    }
    nsd_dense_lu_solve(size, 1, p->A, size, p->pivot, p->b, size);
    column = 0;
    for (int j = 0; j < n; j++) {
        p->dz[j] = p->side[j] == 0 && j != mover ? p->b[column++] : 0.0;
    }
    p->dt = p->b[column];
    p->dz[mover] = enters ? sense : 0.0;
    for (int i = 0; i < n; i++) {
        p->dw[i] = p->dt * p->d[i];
        for (int j = 0; j < n; j++) {
            p->dw[i] += entry(p, i, j) * p->dz[j];
        }
        p->dw[i] = p->side[i] == 0 ? 0.0 : p->dw[i];
    }
    return nsd_dense_all_finite((size_t)size, p->b) ? NSD_OK : NSD_STALLED;
}

/* How far unknown i lets the path go */
static double limit(const path *p, int i)
{
    if (p->side[i] == 0) {
        const double bound = p->dz[i] > 0.0 ? p->relay->upper[i] : p->relay->lower[i];
        return p->dz[i] != 0.0 ? fmax(0.0, (bound - p->z[i]) / p->dz[i]) : INFINITY;
    }
    const int falls = p->dw[i] * p->side[i] > 0.0; /* towards the wrong sign of w */
    return falls ? fmax(0.0, -p->w[i] / p->dw[i]) : INFINITY;
}

/* Follows one stretch; the unknown that ends it, -1 at t = 0, -2 on a ray. */
static int stretch(path *p, int mover)
{
    const int n = p->relay->n;
    double    length = p->dt < 0.0 ? -p->t / p->dt : INFINITY;
    int       last = p->dt < 0.0 ? -1 : -2;
    for (int i = 0; i < n; i++) {
        const int    just_left = i == mover && p->side[i] != 0;
        const double reach = just_left ? INFINITY : limit(p, i);
        if (reach < length) {
            length = reach;
            last = i;
        }
    }
    for (int i = 0; i < n && last > -2; i++) {
        p->z[i] += length * p->dz[i];
    }
    p->t = last == -1 ? 0.0 : p->t + length * p->dt;
    return last;
}

/* z on bounds (those without any between them), t so large that w has the right signs; the unknown
 * whose w is zero then, -1 when t = 0 will do, -2 when there is no such start */
static int start(path *p)
{
    const int n = p->relay->n;
    int       first = -1, count = 0;

    for (int i = 0; i < n; i++) {
        const double spread = 1.0 + 0.37 * fmod(0.6180339887498949 * (i + 1), 1.0); /* no ties */
        const int    below = isfinite(p->relay->lower[i]), above = isfinite(p->relay->upper[i]);
        p->side[i] = below ? -1 : above ? 1 : 0;
        p->z[i] = below ? p->relay->lower[i] : above ? p->relay->upper[i] : 0.0;
        p->d[i] = -p->side[i] * spread * fmax(1.0, nsd_dense_max_abs(n, p->relay->q));
        count += p->side[i] == 0;
    }
    p->t = 0.0;
    slack(p);
    if (count > 0) { /* the free unknowns answer first */
        int column = 0;
        for (int j = 0; j < n; j++) {
            for (int i = 0, row = 0; i < n && p->side[j] == 0; i++) {
                if (p->side[i] == 0) {
                    p->A[row + (size_t)column * (size_t)count] = entry(p, i, j);
                    p->b[row++] = -p->w[i];
                }
            }
            column += p->side[j] == 0;
        }
        if (nsd_dense_lu(count, p->A, count, p->pivot) != NSD_OK) {
            return -2;
        }
        nsd_dense_lu_solve(count, 1, p->A, count, p->pivot, p->b, count);
        for (int j = 0, k = 0; j < n; j++) {
            p->z[j] = p->side[j] == 0 ? p->b[k++] : p->z[j];
        }
        slack(p);
    }
    for (int i = 0; i < n; i++) {
        const double need = p->side[i] != 0 ? -p->w[i] / p->d[i] : 0.0;
        if (need > p->t) {
            p->t = need;
            first = i;
        }
    }
    slack(p);
    return first;
}

nsd_status nsd_relay_path(const nsd_relay *relay, const nsd_lcp_options *options,
                          nsd_relay_memory *memory, nsd_scratch *scratch, nsd_lcp_info *info)
{
    const size_t mark = scratch->used;
    path         p = { .relay = relay, .side = memory->side };
    nsd_status   status = take(&p, scratch);

    if (status != NSD_OK) {
        scratch->used = mark;
        return status;
    }
    int mover = start(&p);
    for (int k = 0; mover >= 0 && status == NSD_OK; k++) {
        double sense = 0.0;
        if (p.side[mover] != 0) { /* comes between its bounds */
            sense = -(double)p.side[mover];
            p.side[mover] = 0;
        } else { /* stays on the bound it reached */
            p.side[mover] = p.dz[mover] > 0.0 ? 1 : -1;
            p.z[mover] = p.side[mover] > 0 ? relay->upper[mover] : relay->lower[mover];
            sense = -(double)p.side[mover];
        }
        status = k < options->max_iter ? direction(&p, mover, sense) : NSD_MAX_ITER;
        if (status == NSD_OK) {
            mover = stretch(&p, mover);
            slack(&p);
        }
        info->iterations++;
    }
    scratch->used = mark;
    return status != NSD_OK ? status : mover == -1 ? NSD_OK : NSD_RAY;
}
