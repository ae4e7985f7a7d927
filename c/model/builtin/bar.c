/* bar.c - parameters, work space and function table of the bar. */
#include "model/builtin/bar.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static int positive(double x)
{
    return isfinite(x) && x > 0.0;
}

/* Checks the parameters; lengths, stiffnesses and masses from them              (BAR.3), (BAR.4) */
static nsd_status set_parameters(nsd_bar *bar, const nsd_bar_parameters *given)
{
    const double n = given->segments, R = given->radius;
    if ((given->model != 1 && given->model != 2) || given->segments < 2 || !positive(R) ||
        !positive(given->length) || !(given->length > R) || !positive(given->density) ||
        !positive(given->young) || !isfinite(given->gravity)) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    bar->given = *given;
    bar->n = given->segments;
    bar->size = 2 * bar->n + 2;
    bar->L = (given->length - R) / (2.0 * n);
    bar->k = given->young * pi * R * R / (3.0 * n * bar->L) * (n - 1.0) * (3.0 * n - 1.0) / n;
    if (given->model == 2) {
        bar->k *= 0.25;
    }
    bar->Gamma = given->young * pi * R * R * R * R / (56.0 * n * bar->L) * (n - 1.0) *
                 (7.0 * n - 5.0) / n;
    bar->a = sqrt(3.0 * R * R / 7.0 * (7.0 * n - 5.0) / (3.0 * n - 1.0));
    bar->m = 2.0 * bar->L * pi * R * R * given->density;
    bar->mu = 2.0 * given->density * pi * R * R * R / 3.0;
    bar->I = bar->m * (bar->L * bar->L / 3.0 + R * R / 4.0);
    bar->J = 2.0 * bar->mu * R * R / 5.0;
    bar->d = 3.0 * R / 8.0;
    return NSD_OK;
}

static void lay_out_columns(nsd_bar_columns *columns, size_t count, nsd_scratch *scratch)
{
    NSD_SCRATCH_EACH(scratch, count, &columns->hx, &columns->hy, &columns->ux, &columns->uy,
                     &columns->gx, &columns->gy);
}

static size_t lay_out(nsd_bar *bar, int segments, nsd_scratch *scratch)
{
    const size_t n = (size_t)segments;

    NSD_SCRATCH_EACH(scratch, n, &bar->theta, &bar->c, &bar->s, &bar->c_factor, &bar->s_factor,
                     &bar->fx, &bar->fy, &bar->arm, &bar->px, &bar->py, &bar->bx, &bar->by,
                     &bar->lever, &bar->schur.diagonal, &bar->schur.next, &bar->schur.ratio);
    lay_out_columns(&bar->position, 2 * n, scratch);
    lay_out_columns(&bar->acceleration, 2 * n, scratch);
    bar->x = nsd_scratch_doubles(scratch, 2 * n + 2);
    bar->chain.diagonal = nsd_scratch_take(scratch, n + 1, sizeof *bar->chain.diagonal);
    bar->chain.next = nsd_scratch_take(scratch, n + 1, sizeof *bar->chain.next);
    bar->chain.ratio = nsd_scratch_take(scratch, n + 1, sizeof *bar->chain.ratio);
    return nsd_scratch_counted(scratch);
}

size_t nsd_bar_scratch(int segments)
{
    return lay_out(&(nsd_bar){ 0 }, segments, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_bar_init(nsd_bar *bar, const nsd_bar_parameters *parameters, nsd_scratch *scratch)
{
    NSD_TRY(set_parameters(bar, parameters));
    lay_out(bar, bar->n, scratch);
    NSD_TRY(nsd_scratch_status(scratch));
    for (int i = 0; i < bar->n; i++) {
        bar->theta[i] = NAN; /* equal to no angle: the first call computes c and s */
    }
    bar->schur.count = bar->n;
    bar->chain.count = bar->n + 1;
    return NSD_OK;
}

/* y = y0 - R                                                                          (BAR.12) */
static nsd_status gap(void *context, double t, const double *q, double *y)
{
    const nsd_bar *bar = context;
    (void)t;
    y[0] = q[1] - bar->given.radius;
    return NSD_OK;
}

static nsd_status gap_jac(void *context, double t, const double *q, double *H, double *y_t)
{
    const nsd_bar *bar = context;
    (void)t;
    (void)q;
    memset(H, 0, (size_t)bar->size * sizeof *H);
    H[1] = 1.0;
    y_t[0] = 0.0;
    return NSD_OK;
}

nsd_model nsd_bar_model(nsd_bar *bar, const double *e)
{
    return (nsd_model){
        .n = bar->size,
        .m = 1,
        .e = e,
        .context = bar,
        .mass = nsd_bar_mass,
        .force = nsd_bar_force,
        .gap = gap,
        .force_jac = nsd_bar_force_jac,
        .gap_jac = gap_jac,
        .potential = nsd_bar_potential,
        .kinetic = nsd_bar_kinetic,
        .mass_factor = nsd_bar_mass_factor,
        .mass_solve = nsd_bar_mass_solve,
    };
}
