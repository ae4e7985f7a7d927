/* prediction.c - predicted gaps of a linear system, and which of its contacts are closed. */
#include "contact/prediction.h"

#include <math.h>
#include <string.h>

/* 1 when the bodies of contact a touch: the predicted gap is zero to rounding and stays so for the
 * whole step                                                                            (MJ.3) */
static int touches(const nsd_linear *model, const nsd_prediction *prediction, int a, double gap)
{
    double size = fabs(model->b[a]);
    for (ptrdiff_t k = model->H.start[a]; k < model->H.start[a + 1]; k++) {
        size += fabs(model->H.values[k] * prediction->q[model->H.row[k]]);
    }
    return fmax(gap, prediction->h * fabs(prediction->U[a])) <= NSD_GAP_ROUNDING * size;
}

void nsd_prediction_find_active(const nsd_linear *model, const nsd_prediction *prediction,
                                nsd_step_friction *friction, nsd_tally *tally)
{
    const int    d = friction->d;
    const double slack = NSD_REST_SLACK * prediction->h *
                         (d > 0 ? friction->coulomb.scale : tally->rest);
    int count = 0;

    tally->rest = 0.0;
    for (int a = 0; a < model->m; a++) {
        const double gap = nsd_columns_dot(&model->H, a, prediction->q) + model->b[a] +
                           prediction->reach * prediction->U[a];
        if (gap <= (d > 0 || prediction->P[a] > 0.0 ? slack : 0.0) ||
            touches(model, prediction, a, gap)) {
            double *u = prediction->u + a * (1 + d);
            u[0] = nsd_columns_dot(&model->H, a, prediction->vf) + model->e[a] * prediction->U[a];
            tally->rest = fmax(tally->rest, fabs(u[0]));
            nsd_step_friction_free_velocities(friction, count, a, prediction->vf, u + 1);
            tally->active[count++] = a;
        }
    }
    tally->count = count;
    for (int j = 0; j < model->p; j++) {
        prediction->uJ[j] = nsd_columns_dot(&model->J, j, prediction->vf);
    }
}

/* T_k'v */
static double rate(const void *context, int k, const double *v)
{
    const nsd_linear *model = context;
    const int         d = model->surface.d;
    return nsd_columns_dot(&model->G, k / d * (d + 1) + 1 + k % d, v);
}

static nsd_status gaps(const void *context, double t, const double *q, double *y)
{
    const nsd_linear *model = context;
    (void)t;
    for (int a = 0; a < model->m; a++) {
        y[a] = nsd_columns_dot(&model->H, a, q) + model->b[a];
    }
    return NSD_OK;
}

nsd_status nsd_prediction_friction_init(nsd_step_friction *friction, const nsd_linear *model,
                                        const nsd_step_options *options, nsd_state *state,
                                        nsd_scratch *scratch)
{
    const nsd_step_friction_setup setup = {
        &model->surface, model->m, &options->lcp, rate, gaps, model
    };
    return nsd_step_friction_init(friction, &setup, options->h, state, scratch);
}

int nsd_prediction_cohesion(nsd_step_friction *friction, const nsd_state *state, double h,
                            double *r)
{
    const int m = friction->setup.m, d = friction->d;
    if (d == 0) {
        return 0;
    }
    nsd_step_friction_begin_step(friction);
    nsd_step_friction_begin_substep(friction, state->t, state->q, h);
    memcpy(friction->V0, state->tangential->V, (size_t)(d * m) * sizeof(double));
    memset(r, 0, (size_t)((1 + d) * m) * sizeof(double));
    for (int a = 0; a < m; a++) {
        r[a * (1 + d)] = friction->cohesion[a];
    }
    return friction->cohesive_contacts;
}

void nsd_prediction_end_step(nsd_step_friction *friction, const double *r, double weight, double h,
                             nsd_state *state)
{
    const nsd_step_friction_velocities end = { NULL, state->v, weight };

    for (int a = 0; a < friction->setup.m; a++) {
        const double  U_w = state->U_before[a] + weight * (state->U[a] - state->U_before[a]);
        const double *impulse = r + a * (1 + friction->d);
        nsd_step_friction_add_impulses(friction, a, impulse, &end, state);
        state->P[a] = friction->cohesion[a] + impulse[0];
        friction->works.contact -= friction->cohesion[a] * U_w; /* stored energy is no gain */
    }
    nsd_step_friction_advance_laws(friction, state->t + h, state->q, h);
    nsd_step_friction_end_step(friction, state);
}
