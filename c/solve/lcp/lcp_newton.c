/* lcp_newton.c - semismooth Newton on the Fischer-Burmeister equation            (LCP.8)
 *
 * Works on u = z/(s g), v = s w/g with s from nsd_lcp_scaling and g = max|s q|, so that units do
 * not matter. When two iterates have the same support {u > v}, the exact answer on the support is
 * tried. */
#include <math.h>
#include <string.h>

#include "solve/lcp/lcp_parts.h"

/* Reciprocal condition number of the Jacobian below which the least-squares step drops columns.
 * Larger: steps leave out directions that matter. Smaller: steps are as long as rounding makes
 * them. */
#define RANK_TOLERANCE 1e-10

/* Descent, as part of the squared length of the step, that a step must promise. Larger: good
 * steps are replaced by steepest descent, which is slow. Smaller: the line search halves
 * useless steps. */
#define LEAST_DESCENT 1e-12

/* Halvings of a step in the line search. Smaller: the solver stalls where only short steps help.
 * Larger: only more products with M before it stalls. */
#define STEP_HALVINGS 40

/* Armijo's constant: part of the promised descent that a step must achieve. Larger: shorter steps.
 * Smaller: steps that gain nothing are taken. */
#define ARMIJO_PART 1e-4

/* Steps after which the merit must have fallen below STALL_RATIO of its earlier value.
 * Smaller: slow but converging problems are given up. Larger: problems without a solution
 * cost more steps. */
#define STALL_CHECK_STEPS 50

/* Ratio of merits, now over STALL_CHECK_STEPS steps ago, above which the solver gives up. Larger:
 * more steps in a valley of the merit without a solution. Smaller: slow convergence is given up. */
#define STALL_RATIO 0.5

typedef struct newton {
    const nsd_lcp *lcp;
    int            n;
    double        *s, g;  /* units of z and of q, see above             */
    double        *A;     /* s M s, n x n                               */
    double        *H;     /* generalised Jacobian, n x n                */
    double        *u, *v; /* iterate and its slack                      */
    double        *phi;   /* Fischer-Burmeister residual                */
    double        *d;     /* step                                       */
    double        *trial; /* u + t d                                    */
    double        *a, *b; /* d phi_i / d u_i and d phi_i / d v_i        */
    double        *work;  /* for least squares                          */
    nsd_int       *pivot;
    unsigned char *support; /* {u > v} of the last iterate                */
    nsd_lcp_face   face;    /* the block of the support                   */
} newton;

static size_t lay_out(newton *t, const nsd_lcp *lcp, nsd_scratch *scratch)
{
    const size_t n = (size_t)lcp->n;
    NSD_SCRATCH_EACH(scratch, n, &t->s, &t->u, &t->v, &t->phi, &t->d, &t->trial, &t->a, &t->b);
    NSD_SCRATCH_EACH(scratch, n * n, &t->A, &t->H);
    t->work = nsd_scratch_doubles(scratch, (size_t)nsd_dense_least_squares_work(lcp->n, lcp->n));
    t->pivot = nsd_scratch_take(scratch, n, sizeof *t->pivot);
    t->support = nsd_scratch_take(scratch, n, 1);
    nsd_lcp_face_init(&t->face, lcp, scratch);
    return nsd_scratch_counted(scratch);
}

size_t nsd_lcp_newton_scratch(int n)
{
    return lay_out(&(newton){ 0 }, &(nsd_lcp){ .n = n }, NSD_SCRATCH_COUNTER);
}

static void scale_problem(newton *t, const double *z)
{
    const nsd_lcp *lcp = t->lcp;
    const int      n = t->n;

    nsd_lcp_scaled(lcp, t->s, t->A);
    t->g = 0.0;
    for (int i = 0; i < n; i++) {
        t->g = fmax(t->g, fabs(t->s[i] * lcp->q[i]));
    }
    t->g = t->g > 0.0 ? t->g : 1.0;
    for (int j = 0; j < n; j++) {
        t->u[j] = z[j] > 0.0 && isfinite(z[j]) ? z[j] / (t->s[j] * t->g) : 0.0;
    }
}

/* v = A u + s q / g, phi and the merit |phi|^2 / 2                                  (LCP.8) */
static double merit(const newton *t, const double *u, double *v, double *phi)
{
    double sum = 0.0;
    for (int i = 0; i < t->n; i++) {
        v[i] = t->s[i] * t->lcp->q[i] / t->g;
    }
    nsd_dense_gemv(NSD_PLAIN, t->n, t->n, 1.0, t->A, t->n, u, 1.0, v);
    for (int i = 0; i < t->n; i++) {
        const double r = hypot(u[i], v[i]), plus = u[i] + v[i];
        phi[i] = plus > 0.0 ? -2.0 * u[i] * v[i] / (r + plus) : r - plus; /* no cancellation */
        sum += 0.5 * phi[i] * phi[i];
    }
    return sum;
}

/* H = diag(a) + diag(b) A, an element of the generalised Jacobian of phi            (LCP.8) */
static void jacobian(newton *t)
{
    const int n = t->n;
    for (int i = 0; i < n; i++) {
        const double r = hypot(t->u[i], t->v[i]);
        t->a[i] = (r > 0.0 ? t->u[i] / r : sqrt(0.5)) - 1.0;
        t->b[i] = (r > 0.0 ? t->v[i] / r : sqrt(0.5)) - 1.0;
    }
    for (int j = 0; j < n; j++) {
        double       *column = t->H + (size_t)j * (size_t)n;
        const double *from = t->A + (size_t)j * (size_t)n;
        for (int i = 0; i < n; i++) {
            column[i] = t->b[i] * from[i];
        }
        column[j] += t->a[j];
    }
}

/* gradient <- H' phi, the gradient of the merit; returns the slope gradient'd along the step d */
static double slope_of_step(const newton *t, double *gradient)
{
    for (int i = 0; i < t->n; i++) {
        gradient[i] = t->a[i] * t->phi[i];
        t->work[i] = t->b[i] * t->phi[i];
    }
    nsd_dense_gemv(NSD_TRANSPOSED, t->n, t->n, 1.0, t->A, t->n, t->work, 1.0, gradient);
    return nsd_dense_dot(t->n, gradient, t->d);
}

/* d <- Newton's step, else the shortest least-squares step, else steepest descent; returns the
 * slope of the merit along d, which is negative */
static double choose_step(newton *t)
{
    double descent = HUGE_VAL;

    for (int attempt = 0; attempt < 2 && !(descent < 0.0); attempt++) {
        nsd_status status;
        jacobian(t);
        nsd_dense_scale(t->n, -1.0, t->phi, t->d);
        if (attempt == 0) {
            status = nsd_dense_lu(t->n, t->H, t->n, t->pivot);
            if (status == NSD_OK) {
                nsd_dense_lu_solve(t->n, 1, t->H, t->n, t->pivot, t->d, t->n);
            }
        } else {
            status = nsd_dense_least_squares(
                t->n, t->n, 1, t->H, t->d,
                &(nsd_least_squares_space){ RANK_TOLERANCE, t->pivot, t->work, 0 });
        }
        if (status != NSD_OK || !nsd_dense_all_finite((size_t)t->n, t->d)) {
            continue;
        }
        descent = slope_of_step(t, t->trial);
        if (!(descent <= -LEAST_DESCENT * nsd_dense_dot(t->n, t->d, t->d))) {
            descent = HUGE_VAL; /* the merit hardly falls along d */
        }
    }
    if (!(descent < 0.0)) {
        memset(t->d, 0, (size_t)t->n * sizeof *t->d);
        slope_of_step(t, t->trial);
        nsd_dense_scale(t->n, -1.0, t->trial, t->d);
        descent = -nsd_dense_dot(t->n, t->d, t->d);
    }
    return descent;
}

/* Armijo's rule by halving the step; 0 when even the shortest step does not reduce the merit. */
static int line_search(newton *t, double descent, double *value)
{
    double length = 1.0;
    for (int halvings = 0; halvings < STEP_HALVINGS; halvings++, length *= 0.5) {
        nsd_dense_sum(t->n, t->u, length, t->d, t->trial);
        const double next = merit(t, t->trial, t->v, t->phi);
        if (next <= *value + ARMIJO_PART * length * descent) {
            memcpy(t->u, t->trial, (size_t)t->n * sizeof *t->u);
            *value = next;
            return 1;
        }
    }
    return 0;
}

/* 1 when the support {u > v} is the same as that of the last iterate */
static int support_repeats(newton *t)
{
    int same = 1;
    for (int i = 0; i < t->n; i++) {
        const unsigned char now = t->u[i] > t->v[i];
        same &= now == t->support[i];
        t->support[i] = now;
    }
    return same;
}

/* z <- the exact answer on the present support; NSD_OK when z passes */
static nsd_status try_support(newton *t, const nsd_lcp_options *options, double *z,
                              nsd_lcp_info *info)
{
    nsd_lcp_face_mark(&t->face, t->support);
    return nsd_lcp_face_values(&t->face, t->d, z) == NSD_OK
               ? nsd_lcp_finish(t->lcp, options, z, t->trial, info)
               : NSD_STALLED;
}

/* z <- the iterate in the units of the problem; NSD_OK when z passes */
static nsd_status try_iterate(newton *t, const nsd_lcp_options *options, double *z,
                              nsd_lcp_info *info)
{
    for (int i = 0; i < t->n; i++) {
        z[i] = fmax(t->u[i], 0.0) * t->s[i] * t->g;
    }
    return nsd_lcp_finish(t->lcp, options, z, t->trial, info);
}

nsd_status nsd_lcp_newton(const nsd_lcp *lcp, const nsd_lcp_options *options, nsd_scratch *scratch,
                          double *z, nsd_lcp_info *info)
{
    nsd_scratch space = *scratch;
    newton      t = { .lcp = lcp, .n = lcp->n };

    *info = (nsd_lcp_info){ 0, lcp->n == 0 ? 0.0 : NAN, "newton" };
    if (lcp->n == 0) { /* BLAS refuses empty matrices */
        return NSD_OK;
    }
    if (!nsd_lcp_finite(lcp)) {
        return NSD_ERR_NOT_FINITE;
    }
    lay_out(&t, lcp, &space);
    NSD_TRY(nsd_scratch_status(&space));
    scale_problem(&t, z);
    double     value = merit(&t, t.u, t.v, t.phi), earlier = value;
    nsd_status status = NSD_STALLED;
    memset(t.support, 2, (size_t)t.n); /* differs from every support */
    for (;;) {
        if (support_repeats(&t)) {
            status = try_support(&t, options, z, info);
        }
        if (status != NSD_OK) {
            status = try_iterate(&t, options, z, info);
        }
        if (status == NSD_OK || info->iterations >= options->max_iter ||
            nsd_poll_stopped(options->poll)) {
            break;
        }
        info->iterations++;
        if (!line_search(&t, choose_step(&t), &value)) {
            break;
        }
        if (info->iterations % STALL_CHECK_STEPS == 0) {
            if (value > STALL_RATIO * earlier) { /* a valley without a solution */
                status = try_iterate(&t, options, z, info);
                break;
            }
            earlier = value;
        }
    }
    return nsd_solver_end(options->poll, options->max_iter, status, info);
}
