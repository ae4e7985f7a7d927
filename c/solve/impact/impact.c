/* impact.c - impacts of several contacts: one problem by Newton's, Poisson's, the energetic or
 * Fremond's law or a matrix of restitution. */
#include "solve/impact/impact.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"

/* Sweeps over the contacts for the energetic law. Fewer: long chains miss it. */
#define MOST_ENERGETIC_SWEEPS 20000

/* Part of the largest impulse of the expansion by which sweeps may still change one. Larger: energy
 * of this part is lost or gained; smaller: rounding keeps the sweeps going. */
#define ENERGETIC_TOLERANCE 1e-15

size_t nsd_impact_room(int m, int d)
{
    const size_t n = (size_t)m * (size_t)(1 + d);
    return n * n + 32 * n; /* a matrix; vectors, of which LZB takes 32 + 21 d for each contact */
}

/* z <- 0 <= q + A z _|_ z >= 0 */
static nsd_status solve_lcp(const nsd_impact_problem *b, const double *A, const double *q,
                            double *z)
{
    const nsd_lcp problem = { b->count, b->count, b->count - 1, 0, A, q };
    const size_t  mark = b->scratch->used;
    nsd_lcp_info  info;

    memset(z, 0, (size_t)b->count * sizeof *z);
    const nsd_status status = nsd_lcp_auto(&problem, b->options, b->scratch, z, &info);
    b->scratch->used = mark;
    return status;
}

/* y <- x + W z */
static void add_product(const nsd_impact_problem *b, const double *x, const double *z, double *y)
{
    memcpy(y, x, (size_t)b->count * sizeof *y);
    nsd_dense_gemv(NSD_PLAIN, b->count, b->count, 1.0, b->W, b->count, z, 1.0, y);
}

/* 0 <= U+ + e U- _|_ P >= 0, with a matrix E in place of e                       (IM.1), (IM.5) */
static nsd_status newton(const nsd_impact_problem *b, double *P)
{
    double *u = b->room;
    for (int i = 0; i < b->count; i++) {
        const int     a = b->contact[i];
        const double *E = b->law->kind[a] == NSD_IMPACT_MATRIX ? b->law->E : NULL;
        u[i] = b->U[i] * (E ? 1.0 : 1.0 + b->e[i]);
        for (int j = 0; j < b->count && E; j++) {
            u[i] += E[a + (size_t)b->contact[j] * (size_t)b->m] * b->U[j];
        }
    }
    return solve_lcp(b, b->W, u, P);
}

/* 0 <= (U+ + U-)/2 + P/k _|_ P >= 0, 1/k = W_ii (1 - e)/(2 (1 + e))                     (IM.4) */
static nsd_status fremond(const nsd_impact_problem *b, double *P)
{
    const size_t count = (size_t)b->count;
    double      *A = b->room;

    for (size_t i = 0; i < count * count; i++) {
        A[i] = 0.5 * b->W[i];
    }
    for (size_t i = 0; i < count; i++) {
        A[i + i * count] += 0.5 * b->W[i + i * count] * (1.0 - b->e[i]) / (1.0 + b->e[i]);
    }
    return solve_lcp(b, A, b->U, P);
}

/* Compression: 0 <= U_c _|_ P_c >= 0 */
static nsd_status compress(const nsd_impact_problem *b, double *P, double *U)
{
    NSD_TRY(solve_lcp(b, b->W, b->U, P));
    add_product(b, b->U, P, U);
    return NSD_OK;
}

/* Then 0 <= U+ _|_ P_e - e P_c >= 0                                                     (IM.2) */
static nsd_status poisson(const nsd_impact_problem *b, double *P)
{
    const size_t count = (size_t)b->count;
    double      *U = b->room, *back = U + count, *more = back + count, *free = more + count;

    NSD_TRY(compress(b, P, U));
    for (size_t i = 0; i < count; i++) {
        back[i] = b->e[i] * P[i];
    }
    add_product(b, U, back, free);
    NSD_TRY(solve_lcp(b, b->W, free, more));
    for (size_t i = 0; i < count; i++) {
        P[i] += back[i] + more[i];
    }
    return NSD_OK;
}

/* Mean velocity of contact i in the expansion without its own impulse */
static double mean_without(const nsd_impact_problem *b, int i, const double *Uc, const double *Pe)
{
    double mean = Uc[i];
    for (int j = 0; j < b->count; j++) {
        mean += j == i ? 0.0 : 0.5 * b->W[i + (size_t)j * (size_t)b->count] * Pe[j];
    }
    return mean;
}

/* P_e (U_c + (W P_e)/2) = e^2 |W_c|, a quadratic equation for each contact, solved in turn; of its
 * roots the one that pushes                                                              (IM.3) */
static void expand(const nsd_impact_problem *b, const double *Uc, const double *work, double *Pe)
{
    double change = INFINITY;

    for (int k = 0; k < MOST_ENERGETIC_SWEEPS && change > 0.0; k++) {
        const double least = ENERGETIC_TOLERANCE * nsd_dense_max_abs(b->count, Pe);
        change = 0.0;
        for (int i = 0; i < b->count; i++) {
            const double W = b->W[i + (size_t)i * (size_t)b->count];
            const double mean = mean_without(b, i, Uc, Pe), old = Pe[i];
            const double root = sqrt(mean * mean + 2.0 * W * work[i]);
            if (W > 0.0) {
                Pe[i] = mean > 0.0 ? 2.0 * work[i] / (mean + root) : (root - mean) / W;
            }
            change = fabs(Pe[i] - old) > least ? fabs(Pe[i] - old) : change;
        }
    }
}

static nsd_status energetic(const nsd_impact_problem *b, double *P)
{
    const size_t count = (size_t)b->count;
    double      *Uc = b->room, *work = Uc + count, *Pe = work + count;

    NSD_TRY(compress(b, P, Uc));
    for (size_t i = 0; i < count; i++) {
        Uc[i] = fmax(0.0, Uc[i]);
        work[i] = fmax(0.0, -0.5 * b->e[i] * b->e[i] * P[i] * (b->U[i] + Uc[i]));
        Pe[i] = b->e[i] * P[i];
    }
    expand(b, Uc, work, Pe);
    for (size_t i = 0; i < count; i++) {
        P[i] += Pe[i];
    }
    return NSD_OK;
}

nsd_status nsd_impact_solve(const nsd_impact_problem *problem, double *P)
{
    typedef nsd_status   law_fn(const nsd_impact_problem *, double *);
    static law_fn *const by_kind[NSD_IMPACT_KINDS] = {
        [NSD_IMPACT_NEWTON] = newton,   [NSD_IMPACT_MOREAU] = newton,
        [NSD_IMPACT_POISSON] = poisson, [NSD_IMPACT_ENERGETIC] = energetic,
        [NSD_IMPACT_FREMOND] = fremond, [NSD_IMPACT_MATRIX] = newton,
    };
    return by_kind[problem->law->kind[problem->contact[0]]](problem, P);
}
