/* bar_solve.c - M(q)^-1 x in O(n), through absolute coordinates. */
#include "model/builtin/bar_parts.h"

/* Kinetic energy in the joints P_i of model 1: a chain of 2 x 2 blocks                (BAR.10) */
static nsd_status factor_joints(nsd_bar *bar, const double *xi)
{
    const int    n = bar->n;
    const double quarter = 0.25 * bar->m;
    nsd_block   *D = bar->chain.diagonal, *E = bar->chain.next;

    D[0] = (nsd_block){ bar->mu, 0.0, bar->mu };
    for (int i = 0; i < n; i++) {
        const double c = bar->c[i], s = bar->s[i], arm = 0.5 / xi[i];
        double       inertia = bar->I, before = 0.0;
        if (i == 0) { /* the hemisphere turns with the first segment */
            inertia += bar->J + bar->mu * bar->d * bar->d;
            before = bar->mu * bar->d * arm;
        }
        const double spin = inertia * arm * arm, first = spin + 2.0 * before, both = spin + before;
        bar->arm[i] = arm;
        D[i].xx += quarter + first * s * s;
        D[i].xy -= first * s * c;
        D[i].yy += quarter + first * c * c;
        E[i] = (nsd_block){ quarter - both * s * s, both * s * c, quarter - both * c * c };
        D[i + 1] = (nsd_block){ quarter + spin * s * s, -spin * s * c, quarter + spin * c * c };
    }
    return nsd_tridiagonal_block_factor(&bar->chain);
}

static void solve_joints(nsd_bar *bar, double *x)
{
    const int n = bar->n;
    double   *torque = x + 2, *tension = x + 2 + n, *P = bar->x;

    double Sx = x[0], Sy = x[1]; /* sum of the forces on the joints i, i+1, ... */
    for (int i = 0; i < n; i++) {
        const double c = bar->c_factor[i], s = bar->s_factor[i];
        const double across = torque[i] * bar->arm[i], along = 0.5 * tension[i];
        const double next_x = along * c - across * s, next_y = along * s + across * c;
        P[2 * i] = Sx - next_x;
        P[2 * i + 1] = Sy - next_y;
        Sx = next_x;
        Sy = next_y;
    }
    P[2 * n] = Sx;
    P[2 * n + 1] = Sy;
    nsd_tridiagonal_block_solve(&bar->chain, P);

    x[0] = P[0];
    x[1] = P[1];
    for (int i = 0; i < n; i++) {
        const double c = bar->c_factor[i], s = bar->s_factor[i];
        const double dx = P[2 * i + 2] - P[2 * i], dy = P[2 * i + 3] - P[2 * i + 1];
        torque[i] = (c * dy - s * dx) * bar->arm[i];
        tension[i] = 0.5 * (c * dx + s * dy);
    }
}

/* Model 2: free bodies held by n constraints, whose Schur complement is tridiagonal    (BAR.11) */
static nsd_status factor_bodies(nsd_bar *bar, const double *lambda)
{
    const int    n = bar->n;
    const double light = 1.0 / bar->m, first = 1.0 / (bar->I + bar->J);
    double      *D = bar->schur.diagonal, *E = bar->schur.next;

    double slow = first; /* inverse inertia of the body before */
    for (int i = 0; i < n; i++) {
        const double c = bar->c[i], s = bar->s[i], arm = bar->L + lambda[i];
        bar->arm[i] = arm;
        if (i == 0) {
            bar->px[0] = -s;
            bar->py[0] = c;
            bar->bx[0] = c;
            bar->by[0] = s;
            bar->lever[0] = arm;
            D[0] = light + 1.0 / bar->mu + (arm + bar->d) * (arm + bar->d) * first;
            continue;
        }
        const double bx = bar->c[i - 1] + c, by = bar->s[i - 1] + s;
        const double square = bx * bx + by * by, lever = 0.25 * arm * square;
        const double own = i == 1 ? first : slow, before = bar->lever[i - 1];
        bar->px[i] = -0.5 * by;
        bar->py[i] = 0.5 * bx;
        bar->bx[i] = bx / square;
        bar->by[i] = by / square;
        bar->lever[i] = lever;
        slow = 1.0 / bar->I;
        D[i] = 0.5 * square * light + lever * lever * (own + slow);
        E[i - 1] = lever * (i == 1 ? before + bar->d : before) * own -
                   (bar->px[i - 1] * bar->px[i] + bar->py[i - 1] * bar->py[i]) * light;
    }
    return nsd_tridiagonal_factor(&bar->schur);
}

/* Forces on free bodies equivalent to the forces x on the coordinates: fx, fy on body i and their
 * opposite on body i-1, torque on body i. */
static void forces_on_bodies(nsd_bar *bar, double *torque, const double *tension)
{
    const int n = bar->n;
    for (int i = 0; i < n; i++) {
        const double c = bar->c_factor[i], s = bar->s_factor[i];
        bar->fx[i] = bar->bx[i] * tension[i];
        bar->fy[i] = bar->by[i] * tension[i];
        torque[i] -= bar->arm[i] * (c * bar->fy[i] - s * bar->fx[i]);
        if (i > 0) {
            torque[i - 1] -= bar->arm[i] * (bar->c_factor[i - 1] * bar->fy[i] -
                                            bar->s_factor[i - 1] * bar->fx[i]);
        }
    }
}

/* a <- acceleration of the centre of the hemisphere under a force and a torque; returns that of the
 * first angle. */
static double accelerate_first(const nsd_bar *bar, const double force[2], double torque,
                               double a[2])
{
    const double c = bar->c_factor[0], s = bar->s_factor[0], d = bar->d;
    const double alpha = (torque + d * (c * force[1] - s * force[0])) / (bar->I + bar->J);
    a[0] = force[0] / bar->mu - d * alpha * s;
    a[1] = force[1] / bar->mu + d * alpha * c;
    return alpha;
}

/* rate <- acceleration by which the free bodies would violate each constraint */
static void constraint_rates(const nsd_bar *bar, const double *x, double *rate)
{
    const int     n = bar->n;
    const double  light = 1.0 / bar->m, slow = 1.0 / bar->I, *torque = x + 2;
    const double *fx = bar->fx, *fy = bar->fy, *px = bar->px, *py = bar->py;
    const double  force[2] = { x[0] - fx[0], x[1] - fy[0] };
    double        before[2];

    const double first = accelerate_first(bar, force, torque[0], before);
    double       spin = 0.0;
    for (int i = 0; i < n; i++) {
        const double ax = light * (i < n - 1 ? fx[i] - fx[i + 1] : fx[i]);
        const double ay = light * (i < n - 1 ? fy[i] - fy[i + 1] : fy[i]);
        const double own = i == 0 ? first : slow * torque[i];
        rate[i] = px[i] * (ax - before[0]) + py[i] * (ay - before[1]) -
                  bar->lever[i] * (spin + own);
        before[0] = ax;
        before[1] = ay;
        spin = own;
    }
}

static void solve_bodies(nsd_bar *bar, double *x)
{
    const int    n = bar->n;
    const double light = 1.0 / bar->m, slow = 1.0 / bar->I;
    double      *torque = x + 2, *tension = x + 2 + n, *fx = bar->fx, *fy = bar->fy, *mu = bar->x;

    forces_on_bodies(bar, torque, tension);
    constraint_rates(bar, x, mu);
    nsd_tridiagonal_solve(&bar->schur, mu);
    for (int i = 0; i < n; i++) {
        fx[i] -= bar->px[i] * mu[i];
        fy[i] -= bar->py[i] * mu[i];
        torque[i] += bar->lever[i] * mu[i] + (i < n - 1 ? bar->lever[i + 1] * mu[i + 1] : 0.0);
    }

    const double force[2] = { x[0] - fx[0], x[1] - fy[0] };
    double       before[2];
    torque[0] = accelerate_first(bar, force, torque[0], before);
    x[0] = before[0];
    x[1] = before[1];
    for (int i = 0; i < n; i++) {
        const double c = bar->c_factor[i], s = bar->s_factor[i], bx = bar->bx[i], by = bar->by[i];
        const double ax = light * (i < n - 1 ? fx[i] - fx[i + 1] : fx[i]);
        const double ay = light * (i < n - 1 ? fy[i] - fy[i + 1] : fy[i]);
        double       stretch = bx * (ax - before[0]) + by * (ay - before[1]);
        if (i > 0) {
            const double turn = bar->c_factor[i - 1] * by - bar->s_factor[i - 1] * bx;
            torque[i] *= slow;
            stretch -= bar->arm[i] * (turn * torque[i - 1] + (c * by - s * bx) * torque[i]);
        }
        tension[i] = stretch;
        before[0] = ax;
        before[1] = ay;
    }
}

nsd_status nsd_bar_mass_factor(void *context, const double *q)
{
    nsd_bar      *bar = context;
    const double *lengths = q + 2 + bar->n;
    nsd_bar_directions(bar, q);
    for (int i = 0; i < bar->n; i++) { /* forces at other q may be computed before the solve */
        bar->c_factor[i] = bar->c[i];
        bar->s_factor[i] = bar->s[i];
    }
    return bar->given.model == 1 ? factor_joints(bar, lengths) : factor_bodies(bar, lengths);
}

void nsd_bar_mass_solve(void *context, double *x)
{
    nsd_bar *bar = context;
    if (bar->given.model == 1) {
        solve_joints(bar, x);
    } else {
        solve_bodies(bar, x);
    }
}
