/* nonlinear_record.h - what the steps of a nonlinear scheme report: impulses of the step, works and
 * energies since the last row. */
#ifndef NSD_NONLINEAR_RECORD_H
#define NSD_NONLINEAR_RECORD_H

#include "contact/mechanics.h"

typedef struct nsd_nonlinear_works { /* done on the system since the last row */
    double force, mass; /* of the force, of a changing mass matrix                              */
    double scheme;      /* numerical work                                                       */
    double impact, friction, joint;
    double contact; /* impulses relative to moving obstacles, and corrections of positions      */
    int    pushes;  /* contacts with an impulse, summed over the (sub)steps                     */
} nsd_nonlinear_works;

typedef struct nsd_nonlinear_record {
    double             *P, *mu; /* m, p: impulses summed over the parts of a halved step */
    nsd_nonlinear_works works;
    double              kinetic, potential; /* measured at the last row */
} nsd_nonlinear_record;

void nsd_nonlinear_record_lay_out(nsd_nonlinear_record *record, const nsd_model *model,
                                  nsd_scratch *scratch);

/* A step begins: no impulses yet. */
void nsd_nonlinear_record_begin(nsd_nonlinear_record *record, const nsd_model *model,
                                nsd_step_friction *friction);

/* A step has succeeded: impulses, friction and counts of the solver go into the state and the
 * tally. */
void nsd_nonlinear_record_end(nsd_nonlinear_record *record, nsd_mechanics *mechanics,
                              nsd_step_friction *friction, nsd_state *state);

/* Energies of the state, before a row is written. */
nsd_status nsd_nonlinear_record_measure(nsd_nonlinear_record *record, nsd_mechanics *mechanics,
                                        const nsd_state *state);

/* Energies and works of impulses into the ledger; returns the gain of kinetic energy and sets
 * *stored to the gain of potential energy since the last row. The caller resets the works. */
double nsd_nonlinear_record_to_ledger(const nsd_nonlinear_record *record, nsd_ledger *ledger,
                                      double *stored);

#endif
