/* bar_jacobian.c - mass matrix and derivatives of the forces, dense. */
#include <string.h>

#include "model/builtin/bar_parts.h"

/* Column l of A, of an inner coordinate: h for its own segment, u for each of the later ones */
static void set_column(const nsd_bar_columns *A, int l, int later, const double h[2],
                       const double u[2])
{
    A->hx[l] = h[0];
    A->hy[l] = h[1];
    A->ux[l] = u[0];
    A->uy[l] = u[1];
    A->gx[l] = h[0] + later * u[0];
    A->gy[l] = h[1] + later * u[1];
}

/* derivatives of the centres r_i                                                        (BAR.7) */
static void position_columns(nsd_bar *bar, const double *q)
{
    const int     n = bar->n, model = bar->given.model;
    const double *lengths = q + 2 + n;
    for (int i = 0; i < n; i++) {
        const double c = bar->c[i], s = bar->s[i];
        const double half = nsd_bar_half(model, bar->L, lengths, i);
        const double link = nsd_bar_link(model, bar->L, lengths, i, n);
        const double h[2] = { -half * s, half * c }, u[2] = { -link * s, link * c };
        set_column(&bar->position, i, n - 1 - i, h, u);
        if (model == 1) {
            const double e[2] = { c, s }, twice[2] = { 2.0 * c, 2.0 * s };
            set_column(&bar->position, n + i, n - 1 - i, e, twice);
        } else {
            const double b[2] = { i > 0 ? c + bar->c[i - 1] : c, i > 0 ? s + bar->s[i - 1] : s };
            set_column(&bar->position, n + i, n - 1 - i, b, b);
        }
    }
}

/* Derivatives by a length (of = 0) or by its rate (of = 1) of 2 l' w n - l w^2 e        (BAR.9) */
static void by_length(const nsd_bar *bar, const double *omega, int of, int i, double out[2])
{
    const double w = omega[i];
    out[0] = of == 0 ? -w * w * bar->c[i] : -2.0 * w * bar->s[i];
    out[1] = of == 0 ? -w * w * bar->s[i] : 2.0 * w * bar->c[i];
}

/* Derivatives by the angle (of = 0) or its rate (of = 1) of 2 l' w n - l w^2 e          (BAR.9) */
static void by_angle(double length, double rate, double w, int of, const double e[2], double out[2])
{
    const double along = of == 0 ? -2.0 * rate * w : -2.0 * length * w;
    const double across = of == 0 ? -length * w * w : 2.0 * rate;
    out[0] = along * e[0] - across * e[1];
    out[1] = along * e[1] + across * e[0];
}

/* derivatives of the quadratic accelerations by q (of = 0) or v (of = 1)                (BAR.9) */
static void acceleration_columns(nsd_bar *bar, const double *q, const double *v, int of)
{
    const int     n = bar->n, model = bar->given.model;
    const double *lengths = q + 2 + n, *rates = v + 2 + n, *omega = v + 2;
    for (int i = 0; i < n; i++) {
        const double e[2] = { bar->c[i], bar->s[i] };
        double       h[2], u[2];
        by_angle(nsd_bar_half(model, bar->L, lengths, i), rates[i], omega[i], of, e, h);
        by_angle(nsd_bar_link(model, bar->L, lengths, i, n), nsd_bar_link(model, 0.0, rates, i, n),
                 omega[i], of, e, u);
        set_column(&bar->acceleration, i, n - 1 - i, h, u);

        by_length(bar, omega, of, i, h);
        if (model == 1) {
            u[0] = 2.0 * h[0];
            u[1] = 2.0 * h[1];
        } else {
            u[0] = u[1] = 0.0;
            if (i > 0) {
                by_length(bar, omega, of, i - 1, u);
            }
            u[0] = h[0] += u[0];
            u[1] = h[1] += u[1];
        }
        set_column(&bar->acceleration, n + i, n - 1 - i, h, u);
    }
}

typedef struct column { /* derivatives by one inner coordinate of segment j */
    int    j;
    double hx, hy, ux, uy, gx, gy;
} column;

/* out <- products of the columns of all angles, or of all lengths, with column b */
NSD_INLINE void products(const nsd_bar_columns *A, const column *b, int n, double *out)
{
    const int j = b->j;
    for (int k = 0; k < j; k++) {
        out[k] = A->ux[k] * b->gx + A->uy[k] * b->gy;
    }
    out[j] = A->hx[j] * b->hx + A->hy[j] * b->hy +
             (n - 1 - j) * (A->ux[j] * b->ux + A->uy[j] * b->uy);
    for (int k = j + 1; k < n; k++) {
        out[k] = A->gx[k] * b->ux + A->gy[k] * b->uy;
    }
}

/* X <- scale * sum over the segments of A_i'B_i, columns of B for the inner coordinates (BAR.7) */
static void sum_products(const nsd_bar *bar, double scale, const nsd_bar_columns *B, double *X)
{
    const int             n = bar->n;
    const nsd_bar_columns angles = bar->position;
    const nsd_bar_columns lengths = { angles.hx + n, angles.hy + n, angles.ux + n,
                                      angles.uy + n, angles.gx + n, angles.gy + n };
    for (int l = 0; l < 2 * n; l++) {
        const column b = { l < n ? l : l - n, scale * B->hx[l], scale * B->hy[l], scale * B->ux[l],
                           scale * B->uy[l],  scale * B->gx[l], scale * B->gy[l] };
        double      *out = X + (size_t)(l + 2) * (size_t)bar->size;
        out[0] = b.gx;
        out[1] = b.gy;
        products(&angles, &b, n, out + 2);
        products(&lengths, &b, n, out + 2 + n);
    }
}

nsd_status nsd_bar_mass(void *context, const double *q, double *M)
{
    nsd_bar     *bar = context;
    const int    n = bar->n;
    const size_t size = (size_t)bar->size;

    nsd_bar_directions(bar, q);
    position_columns(bar, q);
    sum_products(bar, bar->m, &bar->position, M);

    double *angle = M + 2 * size; /* column of the first angle */
    angle[0] += bar->mu * bar->d * bar->s[0];
    angle[1] -= bar->mu * bar->d * bar->c[0];
    angle[2] += bar->J + bar->mu * bar->d * bar->d;
    for (size_t i = 2; i < (size_t)n + 2; i++) {
        M[i + i * size] += bar->I;
    }
    M[0] = M[1 + size] = n * bar->m + bar->mu;
    M[1] = M[size] = 0.0;
    for (size_t j = 2; j < size; j++) { /* symmetric to the last bit */
        for (size_t i = 0; i < j; i++) {
            M[j + i * size] = M[i + j * size];
        }
    }
    return NSD_OK;
}

/* second derivatives of the centres times the forces on the segments                    (BAR.9) */
static void add_geometry(const nsd_bar *bar, const double *q, double *Fq)
{
    const int     n = bar->n, model = bar->given.model;
    const size_t  size = (size_t)bar->size;
    const double *lengths = q + 2 + n;

    double Sx = 0.0, Sy = 0.0; /* sum over the segments after i */
    for (int i = n - 1; i >= 0; i--) {
        const double c = bar->c[i], s = bar->s[i], fx = bar->fx[i], fy = bar->fy[i];
        const double half = nsd_bar_half(model, bar->L, lengths, i);
        const double link = nsd_bar_link(model, bar->L, lengths, i, n);
        const size_t angle = 2 + (size_t)i, own = angle + (size_t)n, later = own + 1;
        const double across_later = c * Sy - s * Sx;
        const double across = c * fy - s * fx + (model == 1 ? 2.0 : 1.0) * across_later;

        Fq[angle + angle * size] -= half * (c * fx + s * fy) + link * (c * Sx + s * Sy);
        Fq[angle + own * size] += across;
        Fq[own + angle * size] += across;
        if (model == 2 && i < n - 1) {
            Fq[angle + later * size] += across_later;
            Fq[later + angle * size] += across_later;
        }
        Sx += fx;
        Sy += fy;
    }
}

static void add_spiral_springs(const nsd_bar *bar, double *Fq)
{
    const size_t n = (size_t)bar->n, size = (size_t)bar->size, next = size + 1;
    for (size_t i = 0; i < n; i++) {
        double *angle = Fq + (2 + i) * next; /* diagonal entries */
        double *length = Fq + (2 + n + i) * next;
        *length -= (i < n - 1 ? 2.0 : 1.0) * bar->k;
        if (i > 0) {
            angle[0] -= bar->Gamma;
            angle[-1] += bar->Gamma;
            angle[-(ptrdiff_t)size] += bar->Gamma;
            angle[-(ptrdiff_t)next] -= bar->Gamma;
        }
    }
}

static void add_spring_pairs(const nsd_bar *bar, const double *q, double *Fq)
{
    const size_t  n = (size_t)bar->n, size = (size_t)bar->size, next = size + 1;
    const double *lambda = q + 2 + n;

    Fq[(2 + n) * next] -= bar->k;
    for (size_t i = 1; i < n; i++) {
        const double cosine = bar->c[i] * bar->c[i - 1] + bar->s[i] * bar->s[i - 1];
        const double sine = bar->s[i] * bar->c[i - 1] - bar->c[i] * bar->s[i - 1];
        const double bend = 2.0 * bar->k * cosine *
                            (lambda[i] * lambda[i] - 0.25 * bar->a * bar->a);
        const double both = 4.0 * bar->k * lambda[i] * sine;
        const size_t angle = 2 + i, length = 2 + n + i;

        Fq[angle * next] += bend;
        Fq[(angle - 1) * next] += bend;
        Fq[angle - 1 + angle * size] -= bend;
        Fq[angle + (angle - 1) * size] -= bend;
        Fq[length * next] -= 4.0 * bar->k * (1.0 + cosine);
        Fq[angle + length * size] += both;
        Fq[length + angle * size] += both;
        Fq[angle - 1 + length * size] -= both;
        Fq[length + (angle - 1) * size] -= both;
    }
}

nsd_status nsd_bar_force_jac(void *context, double t, const double *q, const double *v, double *Fq,
                             double *Fv)
{
    nsd_bar     *bar = context;
    const size_t size = (size_t)bar->size;
    const double w = v[2], pull = bar->mu * bar->d;

    /* for the forces on the segments in bar->fx, bar->fy; bar->x is not used between solves */
    nsd_bar_force(bar, t, q, v, bar->x);
    position_columns(bar, q);

    acceleration_columns(bar, q, v, 1);
    sum_products(bar, -bar->m, &bar->acceleration, Fv);
    memset(Fv, 0, 2 * size * sizeof *Fv);
    Fv[2 * size] -= 2.0 * pull * w * bar->c[0];
    Fv[1 + 2 * size] -= 2.0 * pull * w * bar->s[0];

    acceleration_columns(bar, q, v, 0);
    sum_products(bar, -bar->m, &bar->acceleration, Fq);
    memset(Fq, 0, 2 * size * sizeof *Fq);
    Fq[2 * size] += pull * w * w * bar->s[0];
    Fq[1 + 2 * size] -= pull * w * w * bar->c[0];
    Fq[2 + 2 * size] -= pull * bar->given.gravity * bar->s[0];
    add_geometry(bar, q, Fq);
    if (bar->given.model == 1) {
        add_spiral_springs(bar, Fq);
    } else {
        add_spring_pairs(bar, q, Fq);
    }
    return NSD_OK;
}
