/* linear_newmark_contact.c - the effect of impulses on q, v and vd, and the matrices of contact
 * problems.
 *
 * With X = M^-1 G, YK = S^-1 K X, YC = S^-1 C X:
 *   dvd = -(YK nu + YC La),  dq = X nu + to_q dvd,  dv = X La + to_v dvd               (NMK.6) */
#include <string.h>

#include "base/inline.h"
#include "scheme/linear/linear_newmark.h"

/* x, a column of G, <- M^-1 x; yK <- S^-1 K x, yC <- S^-1 C x                           (NMK.6) */
static void fill_response(const nsd_linear_newmark *s, double *x, double *yK, double *yC)
{
    nsd_factor_solve(&s->mass, x);
    nsd_matrix_times(&s->base.model->K, x, yK);
    nsd_matrix_times(&s->base.model->C, x, yC);
    if (s->base.model->K.storage != NSD_ZERO) {
        nsd_factor_solve(&s->base.factor, yK);
    }
    if (s->base.model->C.storage != NSD_ZERO) {
        nsd_factor_solve(&s->base.factor, yC);
    }
}

/* x, a column of G, <- the effect on v of the impulse La = 1, nu = h/2 along x          (NMK.7) */
static void velocity_response(const void *context, double *x)
{
    const nsd_linear_newmark *s = context;

    fill_response(s, x, s->work, s->work2);
    for (int i = 0; i < s->base.model->n; i++) {
        x[i] -= s->weights.to_v * (0.5 * s->base.h * s->work[i] + s->work2[i]);
    }
}

static void add_column(const nsd_linear *model, int j, double scale, double *x)
{
    const nsd_columns *G = nsd_contact_fixed_directions(model);
    if (j < G->m) {
        nsd_columns_add(G, j, scale, x);
    } else {
        nsd_columns_add(&model->J, j - G->m, scale, x);
    }
}

static double dot_column(const nsd_linear *model, int j, const double *x)
{
    const nsd_columns *G = nsd_contact_fixed_directions(model);
    return j < G->m ? nsd_columns_dot(G, j, x) : nsd_columns_dot(&model->J, j - G->m, x);
}

/* Column j of the problem at both levels, in units of velocities: nu = h nu', gap / h  (NMK.8) */
static void fill_two_levels(nsd_linear_newmark *s, int j, const double *x, const double *yK,
                            const double *yC)
{
    const nsd_linear *model = s->base.model;
    const double      h = s->base.h;

    for (int i = 0; i < nsd_contact_fixed_directions(model)->m + model->p; i++) {
        const double           X = dot_column(model, i, x);
        const double           K = dot_column(model, i, yK), C = dot_column(model, i, yC);
        const nsd_ggl_response response = { X - s->weights.to_q * K, -s->weights.to_q * C / h,
                                            -s->weights.to_v * K * h, X - s->weights.to_v * C };
        nsd_ggl_fill_entry(&s->ggl, i, j, &response);
    }
}

/* Fills X, YK, YC unless s->X is NULL, and the matrix of (NMK.8) for two levels. */
static void fill_columns(nsd_linear_newmark *s)
{
    const nsd_linear *model = s->base.model;
    const size_t      n = (size_t)model->n;
    const int         columns = nsd_contact_fixed_directions(model)->m + model->p;

    for (int j = 0; j < columns && (s->X || s->given.ggl); j++) {
        double *x = s->X ? s->X + (size_t)j * n : s->vdf;
        double *yK = s->X ? s->YK + (size_t)j * n : s->work;
        double *yC = s->X ? s->YC + (size_t)j * n : s->work2;
        memset(x, 0, n * sizeof *x);
        add_column(model, j, 1.0, x);
        fill_response(s, x, yK, yC);
        if (s->given.ggl) {
            fill_two_levels(s, j, x, yK, yC);
        }
    }
}

nsd_status nsd_linear_newmark_contact_init(nsd_linear_newmark *s, const nsd_step_options *options,
                                           const nsd_factor_sum *sum, nsd_scratch *scratch)
{
    const nsd_linear  *model = s->base.model;
    const nsd_response response = { velocity_response, s, model->symmetric && !s->damped };

    NSD_TRY(nsd_linear_base_contact(&s->base, &options->lcp, sum, &response, scratch));
    s->uses_levels = nsd_linear_newmark_has_levels(model, s->given.ggl);
    if (s->uses_levels) {
        nsd_linear_newmark_levels_lay_out(s, model, scratch);
        NSD_TRY(nsd_scratch_status(scratch));
        return nsd_linear_newmark_levels_init(s);
    }
    if (s->given.ggl) {
        NSD_TRY(nsd_ggl_init(&s->ggl, model->m, 1 + model->surface.d, model->p, scratch));
    }
    fill_columns(s);
    return s->given.ggl ? nsd_ggl_condense(&s->ggl) : NSD_OK;
}

/* Effect of the impulses nu, La along column j                                          (NMK.6) */
static void apply_column(nsd_linear_newmark *s, int j, double nu, double La)
{
    const size_t               first = (size_t)j * (size_t)s->base.model->n;
    const double *NSD_RESTRICT X = s->X + first;
    const double *NSD_RESTRICT YK = s->YK + first, *NSD_RESTRICT YC = s->YC + first;

    for (int i = 0; i < s->base.model->n; i++) {
        const double change = -(YK[i] * nu + YC[i] * La);
        s->vdf[i] += change;
        s->qf[i] += X[i] * nu + s->weights.to_q * change;
        s->vf[i] += X[i] * La + s->weights.to_v * change;
    }
}

/* nsd_linear_newmark_apply_impulses without X, YK, YC: solves for U and W               (NMK.6) */
static void apply_by_solves(nsd_linear_newmark *s, const nsd_linear_newmark_impulses *impulses)
{
    const nsd_linear *model = s->base.model;
    const int         n = model->n, m = nsd_contact_fixed_directions(model)->m;
    double           *U = s->work, *W = s->work2;
    double           *change = s->base.contact.work;

    memset(U, 0, (size_t)n * sizeof *U);
    memset(W, 0, (size_t)n * sizeof *W);
    for (int j = 0; j < m + model->p; j++) {
        const double nu = j < m ? impulses->nu[j] : impulses->nuJ[j - m];
        const double La = j < m ? impulses->La[j] : impulses->LaJ[j - m];
        if (nu != 0.0 || La != 0.0) {
            add_column(model, j, nu, U);
            add_column(model, j, La, W);
        }
    }
    nsd_factor_solve(&s->mass, U);
    nsd_factor_solve(&s->mass, W);
    for (int i = 0; i < n; i++) {
        s->qf[i] += U[i];
        s->vf[i] += W[i];
    }
    nsd_matrix_times(&model->K, U, change);
    nsd_matrix_times(&model->C, W, U);
    for (int i = 0; i < n; i++) {
        change[i] = -change[i] - U[i];
    }
    nsd_factor_solve(&s->base.factor, change);
    for (int i = 0; i < n; i++) {
        s->vdf[i] += change[i];
        s->qf[i] += s->weights.to_q * change[i];
        s->vf[i] += s->weights.to_v * change[i];
    }
}

void nsd_linear_newmark_apply_impulses(nsd_linear_newmark                *s,
                                       const nsd_linear_newmark_impulses *impulses)
{
    const int m = nsd_contact_fixed_directions(s->base.model)->m;
    if (!s->X) {
        apply_by_solves(s, impulses);
        return;
    }
    for (int j = 0; j < m + s->base.model->p; j++) {
        const double nu = j < m ? impulses->nu[j] : impulses->nuJ[j - m];
        const double La = j < m ? impulses->La[j] : impulses->LaJ[j - m];
        if (nu != 0.0 || La != 0.0) {
            apply_column(s, j, nu, La);
        }
    }
}
