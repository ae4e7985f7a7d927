/* relay_path.c - the path of solutions of  w = M z + q + t d  from large t, where every z is at a
 * bound, down to t = 0                                                                (RL.5)
 *
 * The path consists of straight segments. At the end of a segment one unknown between its bounds
 * reaches a bound, or w of one unknown at a bound reaches zero: this unknown changes its side, and
 * the next segment begins, perhaps with t growing. When all bounds are finite the path ends at
 * t = 0. */
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "solve/relay/relay_parts.h"

/* Relative spread of the entries of d, so that no two unknowns change their sides at once.
 * Zero: symmetric problems have ties, where the path may stop. Larger: only other, equally
 * good, paths. */
#define DIRECTION_SPREAD 0.37

/* The golden ratio: fractional parts of its multiples are as different as possible. */
#define GOLDEN_RATIO 0.6180339887498949

/* Ends of a segment that are not the number of an unknown */
enum { AT_ZERO = -1, ON_RAY = -2 };

typedef struct path {
    const nsd_relay *relay;
    signed char     *side;
    double          *d;       /* n: direction in which t moves w                  */
    double          *z, *w;   /* n: point of the path                             */
    double          *dz, *dw; /* n: direction of the segment                      */
    double           t, dt;   /* of the point and of the direction                */
    double          *A, *b;   /* linear system, at most (n + 1) x (n + 1), n + 1  */
    nsd_int         *pivot;
} path;

static size_t lay_out(path *p, int n, nsd_scratch *scratch)
{
    const size_t size = (size_t)n + 1;
    NSD_SCRATCH_EACH(scratch, size, &p->d, &p->z, &p->w, &p->dz, &p->dw, &p->b);
    p->A = nsd_scratch_doubles(scratch, size * size);
    p->pivot = nsd_scratch_take(scratch, size, sizeof(nsd_int));
    return nsd_scratch_counted(scratch);
}

size_t nsd_relay_path_scratch(int n)
{
    return lay_out(&(path){ 0 }, n, NSD_SCRATCH_COUNTER);
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

/* b <- A^-1 b; NSD_STALLED when A is singular or b not finite */
static nsd_status solve_system(path *p, int size)
{
    if (nsd_dense_lu(size, p->A, size, p->pivot) != NSD_OK) {
        return NSD_STALLED;
    }
    nsd_dense_lu_solve(size, 1, p->A, size, p->pivot, p->b, size);
    return nsd_dense_all_finite((size_t)size, p->b) ? NSD_OK : NSD_STALLED;
}

/* The direction of a segment: M dz + d dt = 0 on the rows of unknowns between their bounds. The
 * unknown `changed` has just left its bound (side 0: dz = sense) or reached one (dw = sense). Rows
 * of the linear system: unknowns between bounds, and `changed`; columns: dz of unknowns between
 * bounds without `changed`, and dt. */
static nsd_status segment_direction(path *p, int changed, double sense)
{
    const int n = p->relay->n, enters = p->side[changed] == 0;
    int       size = 0;
    for (int i = 0; i < n; i++) {
        size += p->side[i] == 0 || i == changed;
    }
    int column = 0;
    for (int j = 0; j <= n; j++) {
        if (j < n && (p->side[j] != 0 || j == changed)) {
            continue;
        }
        for (int i = 0, row = 0; i < n; i++) {
            if (p->side[i] == 0 || i == changed) {
                p->A[row + (size_t)column * (size_t)size] = j < n ? entry(p, i, j) : p->d[i];
                p->b[row] = enters ? -entry(p, i, changed) * sense : i == changed ? sense : 0.0;
                row++;
            }
        }
        column++;
    }
    NSD_TRY(solve_system(p, size));
    column = 0;
    for (int j = 0; j < n; j++) {
        p->dz[j] = p->side[j] == 0 && j != changed ? p->b[column++] : 0.0;
    }
    p->dt = p->b[column];
    p->dz[changed] = enters ? sense : 0.0;
    for (int i = 0; i < n; i++) {
        p->dw[i] = p->dt * p->d[i];
        for (int j = 0; j < n; j++) {
            p->dw[i] += entry(p, i, j) * p->dz[j];
        }
        p->dw[i] = p->side[i] == 0 ? 0.0 : p->dw[i];
    }
    return NSD_OK;
}

/* The length of the segment at which unknown i changes its side */
static double length_until_change(const path *p, int i)
{
    if (p->side[i] == 0) {
        const double bound = p->dz[i] > 0.0 ? p->relay->upper[i] : p->relay->lower[i];
        return p->dz[i] != 0.0 ? fmax(0.0, (bound - p->z[i]) / p->dz[i]) : INFINITY;
    }
    const int falls = p->dw[i] * p->side[i] > 0.0; /* towards the wrong sign of w */
    return falls ? fmax(0.0, -p->w[i] / p->dw[i]) : INFINITY;
}

/* Moves z and t to the end of the segment; returns the unknown that changes its side there, AT_ZERO
 * when t = 0, or ON_RAY. */
static int follow_segment(path *p, int changed)
{
    const int n = p->relay->n;
    double    length = p->dt < 0.0 ? -p->t / p->dt : INFINITY;
    int       last = p->dt < 0.0 ? AT_ZERO : ON_RAY;
    for (int i = 0; i < n; i++) {
        const int    just_reached = i == changed && p->side[i] != 0;
        const double reach = just_reached ? INFINITY : length_until_change(p, i);
        if (reach < length) {
            length = reach;
            last = i;
        }
    }
    for (int i = 0; i < n && last != ON_RAY; i++) {
        p->z[i] += length * p->dz[i];
    }
    p->t = last == AT_ZERO ? 0.0 : p->t + length * p->dt;
    return last;
}

/* The start of the path: z at bounds, unknowns without bounds such that their w = 0, and the least
 * t for which every w has the right sign. Returns the unknown whose w is zero at that t, AT_ZERO
 * when t = 0, or ON_RAY when there is no such start. */
static int start_of_path(path *p)
{
    const int n = p->relay->n;
    int       first = AT_ZERO, count = 0;

    for (int i = 0; i < n; i++) {
        const double spread = 1.0 + DIRECTION_SPREAD * fmod(GOLDEN_RATIO * (i + 1), 1.0);
        const int    below = isfinite(p->relay->lower[i]), above = isfinite(p->relay->upper[i]);
        p->side[i] = below ? -1 : above ? 1 : 0;
        p->z[i] = below ? p->relay->lower[i] : above ? p->relay->upper[i] : 0.0;
        p->d[i] = -p->side[i] * spread * fmax(1.0, nsd_dense_max_abs(n, p->relay->q));
        count += p->side[i] == 0;
    }
    p->t = 0.0;
    slack(p);
    if (count > 0) { /* unknowns without bounds */
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
        if (solve_system(p, count) != NSD_OK) {
            return ON_RAY;
        }
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
    nsd_scratch space = *scratch;
    path        p = { .relay = relay, .side = memory->side };
    nsd_status  status = NSD_OK;

    lay_out(&p, relay->n, &space);
    NSD_TRY(nsd_scratch_status(&space));
    int changed = start_of_path(&p);
    for (int k = 0; changed >= 0 && status == NSD_OK; k++) {
        const int leaves = p.side[changed] != 0; /* its bound; else it has reached a bound */
        if (!leaves) {
            p.side[changed] = p.dz[changed] > 0.0 ? 1 : -1;
            p.z[changed] = p.side[changed] > 0 ? relay->upper[changed] : relay->lower[changed];
        }
        const double sense = -(double)p.side[changed];
        p.side[changed] = leaves ? 0 : p.side[changed];
        status = nsd_poll_stopped(options->poll) ? NSD_STOPPED
                 : k < options->max_iter         ? segment_direction(&p, changed, sense)
                                                 : NSD_MAX_ITER;
        if (status == NSD_OK) {
            changed = follow_segment(&p, changed);
            slack(&p);
        }
        info->iterations++;
    }
    return status != NSD_OK ? status : changed == AT_ZERO ? NSD_OK : NSD_RAY;
}
