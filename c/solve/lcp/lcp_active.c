/* lcp_active.c - active sets: Newton on the min map with a warm start            (LCP.9)
 *
 * Solve M(S,S) z(S) = -q(S), move every index with a wrong sign into or out of S, repeat. With the
 * right first guess of S, which a time step often has from the step before, one factorisation is
 * enough. Single exchanges (Judice and Pires) stop cycles; a proximal term makes singular M(S,S)
 * regular. */
#include <math.h>
#include <string.h>

#include "base/exchange.h"
#include "solve/lcp/lcp_parts.h"

/* Exchanges, beside one per unknown, after which the plain problem is left for the proximal one.
 * Smaller: large problems with many changes of S give up early. Larger: a problem that cycles costs
 * more factorisations before another method is tried. */
#define EXTRA_EXCHANGES 40

/* Exchanges that all rounds of one proximal shift may use together. Smaller: more problems go on to
 * Lemke's method. Larger: a shift that does not work costs more factorisations. */
#define PROXIMAL_EXCHANGES 60

/* Proximal points for one shift. Smaller: fewer singular problems are solved to the tolerance.
 * Larger: nothing in practice, as a round that does not reduce the residual ends the loop. */
#define PROXIMAL_ROUNDS 20

/* Part of the last residual that the next proximal point must reach. Larger: more rounds that gain
 * less each. Smaller: slow but useful rounds are cut off. */
#define PROXIMAL_REDUCTION 0.5

/* Proximal shifts in units of the diagonal of M, in the order in which they are tried: 1e-8
 * converges in a few rounds, 1e-3 keeps badly conditioned M(S,S) regular, 1e-11 does not hide tiny
 * eigenvalues. Larger shifts need more rounds, smaller ones lose digits in the factorisation. */
static const double proximal_shifts[] = { 1e-8, 1e-3, 1e-11 };

/* Part of the tolerance below which the sign of a number counts as rounding, and at which proximal
 * rounds end. Larger: S stops at answers that the final check refuses. Smaller: rounding decides
 * about signs, and S cycles. */
#define SIGN_TOLERANCE 1e-3

/* Part of the terms of a row up to which the sign of their sum counts as rounding: a few units in
 * the last place. Larger: rows whose terms cancel are left open. Smaller: rounding decides. */
#define SIGN_ROUNDING 1e-15

/* Unknowns from which a problem without a guess begins with all indices that close or rest, and the
 * part of the largest |q| up to which q(i) counts as zero: rest. Fewer unknowns: small problems
 * with several answers may get another one. */
#define COLD_UNKNOWNS 50
#define COLD_REST     1e-12

typedef struct active {
    const nsd_lcp  *lcp;
    nsd_lcp_face    face;
    double         *z, *w;
    double         *center;         /* proximal centre, used when face.shift > 0         */
    double         *x;              /* z(S) while solving                                */
    unsigned char  *member;         /* n: 1 for members of S                             */
    nsd_lcp_sizes  *sizes;          /* of q                                              */
    double          sign_tolerance; /* size above which no sign is rounding              */
    int             factored;       /* 1 when face.factor belongs to the present S       */
    int             iterations;     /* factorisations or solves on some S                */
    const nsd_poll *poll;
    nsd_lcp_options signs; /* with rounding 0 for data: their signs are exact   */
} active;

static size_t lay_out(active *a, const nsd_lcp *lcp, nsd_scratch *scratch)
{
    const size_t n = (size_t)lcp->n;
    NSD_SCRATCH_EACH(scratch, n, &a->w, &a->center, &a->x);
    a->member = nsd_scratch_take(scratch, n, 1);
    nsd_lcp_face_init(&a->face, lcp, scratch);
    return nsd_scratch_counted(scratch);
}

size_t nsd_lcp_active_scratch(int n)
{
    return lay_out(&(active){ 0 }, &(nsd_lcp){ .n = n }, NSD_SCRATCH_COUNTER);
}

/* z(S) from the rows of S, z = 0 outside S, and w = M z + q                         (LCP.9) */
static nsd_status solve_on_support(active *a)
{
    nsd_lcp_face *face = &a->face;
    const double *q = a->lcp->q;

    if (!a->factored) {
        nsd_lcp_face_mark(face, a->member);
        NSD_TRY(nsd_lcp_face_factor(face));
        a->factored = 1;
    }
    for (int k = 0; k < face->count; k++) {
        const int    i = face->index[k];
        const double shift_term = face->shift > 0.0
                                      ? face->shift * nsd_lcp_face_weight(face, i) * a->center[i]
                                      : 0.0;
        a->x[k] = shift_term - q[i];
    }
    nsd_lcp_face_solve(face, a->x);
    memset(a->z, 0, (size_t)a->lcp->n * sizeof *a->z);
    for (int k = 0; k < face->count; k++) {
        a->z[face->index[k]] = a->x[k];
    }
    nsd_lcp_slack(a->lcp, a->z, a->w);
    return NSD_OK;
}

/* 1 when x, which is d_i z_i or w_i, is below zero by more than rounding. Between zero and what is
 * rounding beside the largest q, the terms of row i decide.                            (LCP.4) */
static int is_negative(const active *a, int i, double x)
{
    if (x >= 0.0) {
        return 0;
    }
    if (!(x >= -a->sign_tolerance)) {
        return 1;
    }
    const double own = nsd_lcp_terms(a->lcp, i, a->z), rounding = SIGN_ROUNDING * own;
    return x < -rounding &&
           x < -(SIGN_TOLERANCE * nsd_lcp_allowed(a->lcp, &a->signs, i, own, a->sizes) + rounding);
}

/* 1 when index i has a wrong sign: z_i < 0 in S, or w_i < 0 outside S (w of the shifted problem) */
static inline int has_wrong_sign(const active *a, int i)
{
    if (a->member[i]) {
        const double diagonal = fabs(nsd_lcp_entry(a->lcp, i, i));
        return is_negative(a, i, (diagonal > 0.0 ? diagonal : 1.0) * a->z[i]);
    }
    const double shift = a->face.shift > 0.0
                             ? a->face.shift * nsd_lcp_face_weight(&a->face, i) * a->center[i]
                             : 0.0;
    return a->w[i] - shift < 0.0 && is_negative(a, i, a->w[i] - shift);
}

/* Sets by the rule of exchange.h until all signs are right                          (LCP.9) */
static nsd_status exchange_wrong_signs(active *a, int limit)
{
    const int    n = a->lcp->n;
    nsd_exchange set = nsd_exchange_init(n);

    for (;;) {
        a->iterations++;
        NSD_TRY(solve_on_support(a));
        set.count = 0;
        for (int i = 0; i < n; i++) {
            if (has_wrong_sign(a, i)) {
                nsd_exchange_add(&set, i);
            }
        }
        if (set.count == 0) {
            return NSD_OK;
        }
        if (a->iterations >= limit || nsd_poll_stopped(a->poll)) {
            return NSD_MAX_ITER;
        }
        for (int i = nsd_exchange_first(&set); i <= set.last; i++) {
            a->member[i] ^= (unsigned char)has_wrong_sign(a, i);
        }
        a->factored = 0;
    }
}

/* Sets z_i < 0 to zero, which in S is rounding, and checks the residual. */
static nsd_status clip_and_check(active *a, const nsd_lcp_options *options, nsd_lcp_info *info)
{
    int clipped = 0;
    for (int i = 0; i < a->lcp->n; i++) {
        if (a->z[i] < 0.0) {
            a->z[i] = 0.0;
            clipped = 1;
        }
    }
    if (clipped) {
        nsd_lcp_slack(a->lcp, a->z, a->w);
    }
    return nsd_lcp_residual_status(a->lcp, options, a->z, a->w, info);
}

/* Proximal points: solve with M + shift D around the last answer. As soon as S stays the same
 * a round costs one back-substitution; the start at zero gives nearly the shortest answer.
 * (LCP.11) */
static nsd_status solve_proximal(active *a, double shift, const nsd_lcp_options *options,
                                 nsd_lcp_info *info)
{
    const size_t bytes = (size_t)a->lcp->n * sizeof *a->z;
    const int    limit = a->iterations + PROXIMAL_EXCHANGES;
    double       before = HUGE_VAL;
    nsd_status   status = NSD_STALLED;

    nsd_lcp_options fine = *options;
    fine.tolerance *= SIGN_TOLERANCE;
    fine.rounding *= SIGN_TOLERANCE;
    memset(a->center, 0, bytes);
    nsd_lcp_face_shift(&a->face, shift);
    a->factored = 0;
    for (int round = 0; round < PROXIMAL_ROUNDS; round++) {
        if (exchange_wrong_signs(a, limit < options->max_iter ? limit : options->max_iter) !=
            NSD_OK) {
            return NSD_STALLED;
        }
        memcpy(a->center, a->z, bytes);
        status = clip_and_check(a, options, info);
        if (!(info->residual < PROXIMAL_REDUCTION * before) ||
            nsd_lcp_residual_passes(a->lcp, a->z, a->w, &fine)) {
            break;
        }
        before = info->residual;
    }
    return status;
}

/* Without a guess, S <- all indices that close or rest: from the empty set, a column of n beads
 * would take n sets, one bead more in each. Returns 1 when an index rests; otherwise S is what the
 * empty set leads to.                                                                (LCP.9) */
static int guess_cold(active *a)
{
    const int    n = a->lcp->n;
    const double rest = COLD_REST * a->sizes->largest;
    int          resting = 0;

    for (int i = 0; i < n; i++) {
        if (a->member[i]) {
            return 0;
        }
    }
    for (int i = 0; i < n && n >= COLD_UNKNOWNS; i++) {
        a->member[i] = a->lcp->q[i] <= rest;
        resting |= fabs(a->lcp->q[i]) <= rest;
    }
    return resting;
}

nsd_status nsd_lcp_active(const nsd_lcp *lcp, const nsd_lcp_options *options, nsd_scratch *scratch,
                          double *z, nsd_lcp_info *info)
{
    if (lcp->n == 1) {
        return nsd_lcp_scalar(lcp, z, info);
    }
    const int   n = lcp->n, most = EXTRA_EXCHANGES + n;
    nsd_scratch space = *scratch;
    active      a = { .lcp = lcp, .z = z, .poll = options->poll, .signs = *options };

    info->solver = "active";
    lay_out(&a, lcp, &space);
    NSD_TRY(nsd_scratch_status(&space));
    a.signs.rounding = options->rounding < options->tolerance ? 0.0 : options->rounding;
    nsd_lcp_sizes sizes = { nsd_dense_largest((size_t)n, lcp->q), -1.0, 0.0 };
    a.sizes = &sizes;
    a.sign_tolerance = SIGN_TOLERANCE * options->tolerance * sizes.largest;
    for (int i = 0; i < n; i++) {
        a.member[i] = z[i] > 0.0;
    }
    const int  limit = most < options->max_iter ? most : options->max_iter;
    const int  resting = guess_cold(&a);
    nsd_status status = exchange_wrong_signs(&a, limit);
    if (status == NSD_ERR_SINGULAR && resting) { /* too many at once: from the empty set */
        memset(a.member, 0, (size_t)n);
        a.factored = 0;
        status = exchange_wrong_signs(&a, limit);
    }
    if (status == NSD_OK) {
        status = clip_and_check(&a, options, info);
    }
    for (int k = 0; k < 3 && status != NSD_OK && !nsd_poll_stopped(a.poll); k++) {
        status = solve_proximal(&a, proximal_shifts[k], options, info);
    }
    if (status != NSD_OK) {
        status = nsd_lcp_finish(lcp, options, z, a.w, info);
    }
    info->iterations = a.iterations;
    return status != NSD_OK && nsd_poll_stopped(a.poll) ? NSD_STOPPED : status;
}
