/* nonlinear_record.c - impulses, works and energies of the steps of a nonlinear scheme. */
#include "scheme/nonlinear/nonlinear_record.h"

#include <string.h>

void nsd_nonlinear_record_lay_out(nsd_nonlinear_record *record, const nsd_model *model,
                                  nsd_scratch *scratch)
{
    record->P = nsd_scratch_zeros(scratch, (size_t)model->m);
    record->mu = nsd_scratch_zeros(scratch, (size_t)model->p);
}

void nsd_nonlinear_record_begin(nsd_nonlinear_record *record, const nsd_model *model,
                                nsd_step_friction *friction)
{
    memset(record->P, 0, (size_t)model->m * sizeof(double));
    memset(record->mu, 0, (size_t)model->p * sizeof(double));
    nsd_step_friction_begin_step(friction);
}

void nsd_nonlinear_record_end(nsd_nonlinear_record *record, nsd_mechanics *mechanics,
                              nsd_step_friction *friction, nsd_state *state)
{
    memcpy(state->P, record->P, (size_t)mechanics->model->m * sizeof(double));
    memcpy(state->joint, record->mu, (size_t)mechanics->model->p * sizeof(double));
    nsd_step_friction_end_step(friction, state);
    record->works.friction += friction->works.friction;
    record->works.contact += friction->works.contact;
    nsd_contact_solver_report(&mechanics->contact.solver, &mechanics->tally);
    state->k++;
}

nsd_status nsd_nonlinear_record_measure(nsd_nonlinear_record *record, nsd_mechanics *mechanics,
                                        const nsd_state *state)
{
    NSD_TRY(nsd_mechanics_kinetic(mechanics, state->q, state->v, &record->kinetic));
    return nsd_mechanics_potential(mechanics, state->q, &record->potential);
}

double nsd_nonlinear_record_to_ledger(const nsd_nonlinear_record *record, nsd_ledger *ledger,
                                      double *stored)
{
    double      *value = ledger->value;
    const double gained = record->kinetic - value[NSD_KINETIC];

    *stored = record->potential - value[NSD_POTENTIAL];
    value[NSD_KINETIC] = record->kinetic;
    value[NSD_POTENTIAL] = record->potential;
    value[NSD_IMPACT] += record->works.impact;
    value[NSD_FRICTION] += record->works.friction;
    value[NSD_JOINT] += record->works.joint;
    return gained;
}
