/* prediction.c - predicted gaps of a linear system, and which of its contacts are closed. */
#include "contact/prediction.h"

#include <math.h>

int nsd_prediction_touches(const nsd_linear *model, const nsd_prediction *prediction, int a,
                           double gap)
{
    double size = fabs(model->b[a]);
    for (ptrdiff_t k = model->H.start[a]; k < model->H.start[a + 1]; k++) {
        size += fabs(model->H.values[k] * prediction->q[model->H.row[k]]);
    }
    return fmax(gap, prediction->h * fabs(prediction->U[a])) <= NSD_GAP_ROUNDING * size;
}

void nsd_prediction_find_active(const nsd_linear *model, const nsd_prediction *prediction,
                                nsd_tally *tally)
{
    const double slack = NSD_REST_SLACK * prediction->h * tally->rest;
    int          count = 0;

    tally->rest = 0.0;
    for (int a = 0; a < model->m; a++) {
        const double gap = nsd_columns_dot(&model->H, a, prediction->q) + model->b[a] +
                           prediction->reach * prediction->U[a];
        if (gap <= (prediction->P[a] > 0.0 ? slack : 0.0) ||
            nsd_prediction_touches(model, prediction, a, gap)) {
            tally->active[count++] = a;
            prediction->u[a] = nsd_columns_dot(&model->H, a, prediction->vf) +
                               model->e[a] * prediction->U[a];
            tally->rest = fmax(tally->rest, fabs(prediction->u[a]));
        }
    }
    tally->count = count;
    for (int j = 0; j < model->p; j++) {
        prediction->uJ[j] = nsd_columns_dot(&model->J, j, prediction->vf);
    }
}
