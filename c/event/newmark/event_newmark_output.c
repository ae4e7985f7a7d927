/* event_newmark_output.c - rows of an event-driven run, and its ledger of works. */
#include <math.h>
#include <string.h>

#include "event/newmark/event_newmark_parts.h"

/* Energies of a state and works into the ledger; `extra`: work of the force since the last step;
 * numerical work is the remainder                                                       (NM.12) */
static nsd_status fill_ledger(nsd_event_newmark_run *r, const nsd_state *state, double extra,
                              nsd_ledger *ledger)
{
    nsd_event_newmark *s = r->s;
    double            *value = ledger->value;
    const double       inner = value[NSD_IMPACT] + value[NSD_NUMERICAL];
    nsd_status         status = nsd_mechanics_kinetic(&s->mechanics, state->q, state->v,
                                                      &value[NSD_KINETIC]);
    if (status == NSD_OK) {
        status = nsd_mechanics_potential(&s->mechanics, state->q, &value[NSD_POTENTIAL]);
    }
    const double stored = value[NSD_POTENTIAL] - r->potential;
    const double work = s->work.force + extra;
    const double total = fabs(value[NSD_KINETIC] + value[NSD_POTENTIAL]);
    value[NSD_EXTERNAL] = work + stored;
    value[NSD_IMPACT] = s->work.impact;
    value[NSD_JOINT] = s->work.joint;
    value[NSD_NUMERICAL] = value[NSD_KINETIC] - r->kinetic - work - s->work.impact - s->work.joint;
    ledger->inner = value[NSD_IMPACT] + value[NSD_NUMERICAL] - inner;
    if (ledger->inner > r->report->gain && ledger == r->ledger) {
        r->report->gain = ledger->inner;
        r->report->gain_t = state->t;
    }
    r->report->largest = fmax(r->report->largest, total);
    return status == NSD_OK && !isfinite(total) ? NSD_DIVERGED : status;
}

static void copy_forces(const nsd_event_newmark_run *r, nsd_state *state, const double *lambda,
                        const double *mu)
{
    const nsd_model *model = r->s->mechanics.model;
    memcpy(state->R, lambda, (size_t)model->m * sizeof(double));
    memcpy(state->joint, mu, (size_t)model->p * sizeof(double));
}

nsd_status nsd_event_newmark_row(nsd_event_newmark_run *r)
{
    r->row_pending = 0;
    copy_forces(r, r->state, r->s->lambda0, r->s->mu0);
    const nsd_status status = fill_ledger(r, r->state, 0.0, r->ledger);
    return status == NSD_OK ? r->sink->row(r->sink, r->state, r->ledger) : status;
}

nsd_status nsd_event_newmark_row_before_jump(nsd_event_newmark_run *r, const double *v)
{
    const nsd_model *model = r->s->mechanics.model;
    nsd_state       *row = r->plan->before;
    const size_t     n = (size_t)model->n;

    row->t = r->state->t;
    memcpy(row->q, r->state->q, n * sizeof(double));
    memcpy(row->v, v, n * sizeof(double));
    memset(row->P, 0, (size_t)model->m * sizeof(double));
    copy_forces(r, row, r->s->lambda1, r->s->mu1);
    r->row_ledger = *r->ledger;
    const nsd_status status = fill_ledger(r, row, 0.0, &r->row_ledger);
    return status == NSD_OK ? r->sink->row(r->sink, row, &r->row_ledger) : status;
}

/* Mean of force i over the first d of the arc; the force is linear between its ends */
static double mean_force(const nsd_event_newmark *s, int i, double d)
{
    return s->F0[i] + 0.5 * (d / s->arc) * (s->F1[i] - s->F0[i]);
}

nsd_status nsd_event_newmark_rows_at_given_times(nsd_event_newmark_run *r, double d)
{
    const nsd_run_plan *plan = r->plan;
    nsd_event_newmark  *s = r->s;
    const nsd_model    *model = s->mechanics.model;
    nsd_state          *row = plan->before;
    nsd_status          status = NSD_OK;

    while (status == NSD_OK && r->next_time < plan->time_count &&
           plan->times[r->next_time] <
               r->state->t + d - NSD_EVENT_NEWMARK_TIME_SLACK_STEPS * plan->h) {
        const double t = plan->times[r->next_time++], x = fmax(t - r->state->t, 0.0);
        double       work = 0.0;
        row->t = t;
        for (int i = 0; i < model->n; i++) {
            const double sum = s->a0[i] + s->a1[i];
            row->q[i] = r->state->q[i] + x * (r->state->v[i] + 0.25 * x * sum);
            row->v[i] = r->state->v[i] + 0.5 * x * sum;
            work += mean_force(s, i, x) * (row->q[i] - r->state->q[i]);
        }
        for (int a = 0; a < model->m; a++) {
            row->R[a] = s->lambda0[a] + x / s->arc * (s->lambda1[a] - s->lambda0[a]);
        }
        memcpy(row->joint, s->mu1, (size_t)model->p * sizeof(double));
        r->row_ledger = *r->ledger;
        status = fill_ledger(r, row, work, &r->row_ledger);
        status = status == NSD_OK ? r->sink->row(r->sink, row, &r->row_ledger) : status;
        memset(row->P, 0, (size_t)model->m * sizeof(double)); /* impulses are written only once */
    }
    return status;
}

/* Adds the work of the changing mass matrix along the arc to q1, the integral of v'M_t v/2:
 * T(q1, v) - T(q, v) at the mean velocity v                                              (NM.12) */
static nsd_status add_inertial_work(nsd_event_newmark_run *r, double d)
{
    nsd_mechanics *mechanics = &r->s->mechanics;
    double        *v = mechanics->v_mid, before = 0.0, after = 0.0;

    if (mechanics->model->constant_mass) {
        return NSD_OK;
    }
    for (int i = 0; i < mechanics->model->n; i++) {
        v[i] = (r->s->q1[i] - r->state->q[i]) / d;
    }
    nsd_status status = nsd_mechanics_kinetic(mechanics, r->state->q, v, &before);
    if (status == NSD_OK) {
        status = nsd_mechanics_kinetic(mechanics, r->s->q1, v, &after);
    }
    r->s->work.force += after - before;
    return status;
}

/* Works by the trapezoidal rule. Forces of held contacts and joints do work only where their
 * surfaces move: H'v = -y_t                                                             (NM.12) */
nsd_status nsd_event_newmark_add_works(nsd_event_newmark_run *r, double d)
{
    nsd_event_newmark   *s = r->s;
    const nsd_mechanics *mechanics = &s->mechanics;
    const nsd_model     *model = mechanics->model;
    double               contact = 0.0, joint = 0.0;

    for (int i = 0; i < model->n; i++) {
        s->work.force += mean_force(s, i, d) * (s->q1[i] - r->state->q[i]);
    }
    const nsd_status status = add_inertial_work(r, d);
    for (int a = 0; a < model->m && model->moving; a++) {
        contact -= s->is_held[a] ? s->lambda1[a] * mechanics->y_t[a] : 0.0;
    }
    for (int j = 0; j < model->p && model->moving; j++) {
        joint -= s->mu1[j] * mechanics->g_t[j];
    }
    s->work.impact += 0.5 * d * (s->work.power_contact + contact);
    s->work.joint += 0.5 * d * (s->work.power_joint + joint);
    s->work.power_contact = contact;
    s->work.power_joint = joint;
    return status;
}
