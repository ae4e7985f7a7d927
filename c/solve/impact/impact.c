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

/* Sweeps of the expansion of Poisson's law with friction, and the part of the largest impulse by
 * which the last may still change one. Fewer: more impacts end with NSD_MAX_ITER; larger: closed
 * contacts approach by this part. */
#define EXPANSION_SWEEPS    100000
#define EXPANSION_TOLERANCE 1e-15

size_t nsd_impact_room(int m, int d)
{
    const size_t n = (size_t)m * (size_t)(1 + d);
    return n * n + 32 * n; /* a matrix; vectors, of which LZB takes 32 + 21 d for each contact */
}

static int size_of(const nsd_impact_problem *b)
{
    return b->count * (1 + b->d);
}

/* P <- 0 <= q + W P _|_ P >= 0, or Coulomb's law */
static nsd_status solve_once(const nsd_impact_problem *b, const double *W, const double *q,
                             double *P)
{
    const nsd_lcp problem = { b->count, b->count, b->count - 1, 0, W, q };
    const size_t  mark = b->scratch->used;
    nsd_lcp_info  info;

    if (b->d > 0) {
        return b->coulomb(b->context, W, q, P);
    }
    memset(P, 0, (size_t)b->count * sizeof *P);
    const nsd_status status = nsd_lcp_auto(&problem, b->options, b->scratch, P, &info);
    b->scratch->used = mark;
    return status;
}

/* y <- x + W z */
static void add_product(const nsd_impact_problem *b, const double *x, const double *z, double *y)
{
    const int size = size_of(b);
    memcpy(y, x, (size_t)size * sizeof *y);
    nsd_dense_gemv(NSD_PLAIN, size, size, 1.0, b->W, size, z, 1.0, y);
}

/* 0 <= U+ + e U- _|_ P >= 0, with a matrix E in place of e, and friction for U_T+ + e_T U_T-
 *                                                                                (IM.1), (IM.5) */
static nsd_status newton(const nsd_impact_problem *b, double *P)
{
    const int block = 1 + b->d;
    double   *q = b->room;

    for (int i = 0; i < b->count; i++) {
        const int     a = b->contact[i];
        const double *E = b->law->kind[a] == NSD_IMPACT_MATRIX ? b->law->E : NULL;
        q[i * block] = b->U[i * block] * (E ? 1.0 : 1.0 + b->e[i]);
        for (int j = 0; j < b->count && E; j++) {
            q[i * block] += E[a + (size_t)b->contact[j] * (size_t)b->m] * b->U[j * block];
        }
        for (int k = 1; k < block; k++) {
            q[i * block + k] = (1.0 + b->e_T[a]) * b->U[i * block + k];
        }
    }
    return solve_once(b, b->W, q, P);
}

/* 0 <= (U+ + U-)/2 + P/k _|_ P >= 0, 1/k = W_ii (1 - e)/(2 (1 + e)), and Coulomb's law for
 * (U_T+ + U_T-)/2: P/2 is the answer                                                    (IM.4) */
static nsd_status fremond(const nsd_impact_problem *b, double *P)
{
    const size_t size = (size_t)size_of(b);
    double      *W = b->room;

    memcpy(W, b->W, size * size * sizeof *W);
    for (int i = 0; i < b->count; i++) {
        W[(size_t)(i * (1 + b->d)) * (size + 1)] *= 2.0 / (1.0 + b->e[i]);
    }
    NSD_TRY(solve_once(b, W, b->U, P));
    nsd_dense_scale(size, 2.0, P, P);
    return NSD_OK;
}

/* Compression: 0 <= U_c _|_ P_c >= 0 */
static nsd_status compress(const nsd_impact_problem *b, double *P, double *U)
{
    NSD_TRY(solve_once(b, b->W, b->U, P));
    add_product(b, b->U, P, U);
    return NSD_OK;
}

/* Pe of contact i by one sweep; its normal part is `least` at least; returns the change */
static double expand_contact(const nsd_impact_problem *b, int i, double least, const double *Uc,
                             double *Pe)
{
    const int     d = b->d, size = size_of(b), first = i * (1 + d);
    const double *W = b->W;
    double        u[3] = { 0.0, 0.0, 0.0 }, trace = 0.0, T[2] = { 0.0, 0.0 }, change = 0.0;

    for (int k = 0; k <= d; k++) {
        u[k] = Uc[first + k];
        for (int j = 0; j < size; j++) {
            u[k] += W[first + k + (size_t)j * (size_t)size] * Pe[j];
        }
        trace += k > 0 ? W[(size_t)(first + k) * (size_t)(size + 1)] : 0.0;
    }
    const double W_NN = W[(size_t)first * (size_t)(size + 1)];
    const double N = W_NN > 0.0 ? fmax(least, Pe[first] - u[0] / W_NN) : least;
    for (int k = 0; k < d && trace > 0.0; k++) {
        T[k] = Pe[first + 1 + k] - u[1 + k] / trace;
    }
    const double limit = b->mu[i] * N, length = hypot(T[0], T[1]);
    change = fabs(N - Pe[first]);
    Pe[first] = N;
    for (int k = 0; k < d; k++) {
        const double to = length > limit ? T[k] * limit / length : T[k];
        change = fmax(change, fabs(to - Pe[first + 1 + k]));
        Pe[first + 1 + k] = to;
    }
    return change;
}

/* 0 <= U+ _|_ P_e - e P_c >= 0, with Coulomb's law for U_T+, by sweeps                  (IM.10) */
static nsd_status expand_by_sweeps(const nsd_impact_problem *b, const double *Uc, const double *P,
                                   double *Pe)
{
    double change = INFINITY;

    memset(Pe, 0, (size_t)size_of(b) * sizeof *Pe);
    for (int k = 0; k < EXPANSION_SWEEPS && change > 0.0; k++) {
        const double size = EXPANSION_TOLERANCE * nsd_dense_max_abs(size_of(b), P);
        change = 0.0;
        for (int i = 0; i < b->count; i++) {
            const double moved = expand_contact(b, i, b->e[i] * P[i * (1 + b->d)], Uc, Pe);
            change = moved > size ? fmax(change, moved) : change;
        }
    }
    return change > 0.0 ? NSD_MAX_ITER : NSD_OK;
}

/* Then 0 <= U+ _|_ P_e - e P_c >= 0                                                     (IM.2) */
static nsd_status poisson(const nsd_impact_problem *b, double *P)
{
    const int size = size_of(b);
    double   *U = b->room, *back = U + size, *free = back + size;

    NSD_TRY(compress(b, P, U));
    if (b->d > 0) {
        NSD_TRY(expand_by_sweeps(b, U, P, back));
    } else {
        double *more = free + size;
        for (int i = 0; i < b->count; i++) {
            back[i] = b->e[i] * P[i];
        }
        add_product(b, U, back, free);
        NSD_TRY(solve_once(b, b->W, free, more));
        nsd_dense_add(size, 1.0, more, back);
    }
    nsd_dense_add(size, 1.0, back, P);
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
    nsd_dense_add(count, 1.0, Pe, P);
    return NSD_OK;
}

nsd_status nsd_impact_solve(const nsd_impact_problem *problem, double *P)
{
    typedef nsd_status    law_fn(const nsd_impact_problem *, double *);
    const nsd_impact_kind kind = problem->law->kind[problem->contact[0]];
    const int             by_energy = problem->d > 0 && kind == NSD_IMPACT_ENERGETIC;
    static law_fn *const  by_kind[NSD_IMPACT_KINDS] = {
         [NSD_IMPACT_NEWTON] = newton,   [NSD_IMPACT_MOREAU] = newton,
         [NSD_IMPACT_POISSON] = poisson, [NSD_IMPACT_ENERGETIC] = energetic,
         [NSD_IMPACT_FREMOND] = fremond, [NSD_IMPACT_MATRIX] = newton,
    };
    return problem->law->order == NSD_IMPACT_LZB || by_energy ? nsd_impact_lzb(problem, P)
                                                              : by_kind[kind](problem, P);
}
