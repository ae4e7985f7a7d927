/* scheme.c - the list of schemes, and what they share: the start and the works of impulses. */
#include <math.h>
#include <string.h>

#include "scheme/scheme.h"

const nsd_scheme *nsd_scheme_find(const char *name)
{
    const nsd_scheme *const schemes[] = { &nsd_scheme_moreau,   &nsd_scheme_moreau_dissipative,
                                          &nsd_scheme_kern,     &nsd_scheme_paoli,
                                          &nsd_scheme_newmark,  &nsd_scheme_hht,
                                          &nsd_scheme_genalpha, &nsd_scheme_naive };
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        if (strcmp(schemes[i]->name, name) == 0) {
            return schemes[i];
        }
    }
    return NULL;
}

void nsd_step_start(const nsd_linear *model, nsd_state *state, nsd_ledger *ledger, double *Mv,
                    double *Kq)
{
    nsd_matrix_times(&model->M, state->v, Mv);
    nsd_matrix_times(&model->K, state->q, Kq);
    memset(ledger, 0, sizeof *ledger);
    for (int i = 0; i < model->n; i++) {
        ledger->value[NSD_KINETIC] += 0.5 * state->v[i] * Mv[i];
        ledger->value[NSD_POTENTIAL] += 0.5 * state->q[i] * Kq[i];
    }
    for (int a = 0; a < model->m; a++) {
        state->P[a] = 0.0;
        state->U[a] = state->U_before[a] = nsd_columns_dot(&model->H, a, state->v);
    }
    for (int j = 0; j < model->p; j++) {
        state->mu[j] = 0.0;
    }
}

double nsd_step_joint_work(const nsd_linear *model, const nsd_state *state, const double *v0,
                           double weight)
{
    double work = 0.0;
    for (int j = 0; j < model->p; j++) {
        const double before = nsd_columns_dot(&model->J, j, v0);
        const double after = nsd_columns_dot(&model->J, j, state->v);
        work += state->mu[j] * (before + weight * (after - before));
    }
    return work;
}

int nsd_step_touches(const nsd_linear *model, const nsd_prediction *prediction, int a, double gap)
{
    double size = fabs(model->b[a]);
    for (ptrdiff_t k = model->H.start[a]; k < model->H.start[a + 1]; k++) {
        size += fabs(model->H.values[k] * prediction->q[model->H.row[k]]);
    }
    return fmax(gap, prediction->h * fabs(prediction->U[a])) <= NSD_GAP_ROUNDING * size;
}

void nsd_step_find_active(const nsd_linear *model, const nsd_prediction *prediction,
                          nsd_contact *contact)
{
    const double slack = NSD_REST_SLACK * prediction->h * contact->rest;
    int          count = 0;

    contact->rest = 0.0;
    for (int a = 0; a < model->m; a++) {
        const double gap = nsd_columns_dot(&model->H, a, prediction->q) + model->b[a] +
                           prediction->reach * prediction->U[a];
        if (gap <= (prediction->P[a] > 0.0 ? slack : 0.0) ||
            nsd_step_touches(model, prediction, a, gap)) {
            contact->active[count++] = a;
            prediction->u[a] = nsd_columns_dot(&model->H, a, prediction->vf) +
                               model->e[a] * prediction->U[a];
            contact->rest = fmax(contact->rest, fabs(prediction->u[a]));
        }
    }
    contact->count = count;
    for (int j = 0; j < model->p; j++) {
        prediction->uJ[j] = nsd_columns_dot(&model->J, j, prediction->vf);
    }
}
