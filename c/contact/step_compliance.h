/* step_compliance.h - compliant contacts of the time-stepping schemes: a row of the contact problem
 * whose diagonal has the compliance of the surface.                              (CC.5), (CC.6)
 *
 *   0 <= base + s U + delta(P)  _|_  P >= 0,   delta(P) ~ trial + (P - impulse) / slope
 *
 * A contact that steps resolve is met by the gap at the end of the step, base + s U, with the mean
 * force of the step. A stiff one, whose contact is over within a step, is met by its velocity as a
 * rigid contact is: base = max(y, -delta) at the start and s = h. Linear laws take one problem,
 * others Newton's iteration on `trial`. Without compliant contacts (law NULL) the functions do
 * nothing. */
#ifndef NSD_STEP_COMPLIANCE_H
#define NSD_STEP_COMPLIANCE_H

#include "base/scratch.h"
#include "base/status.h"
#include "model/surface.h"

typedef struct nsd_step_compliance {
    int                   m;      /* contacts                                                   */
    int                   block;  /* directions of a contact                                    */
    const nsd_compliance *law;    /* m, or NULL                                                 */
    int                   curved; /* 1: some law is not linear                                  */
    double                h;      /* length of the (sub)step                                    */
    double               *inverse_mass; /* m: gap velocity per impulse, at the start of the run */
    int                  *stiff;        /* m: 1 where the contact is over within a step         */
    double               *memory; /* 3 m: depth, speed and stiff, to continue a run             */
    double               *depth;  /* m: of the surfaces at the start of the (sub)step            */
    double               *speed;  /* m: of the approach that closed the contact           (CC.3) */
    double               *trial;  /* m: depth at the end of the (sub)step                        */
    double               *base, *s; /* m: gap at the end of the (sub)step is base + s U         */
    double               *added;  /* directions of all contacts: what the diagonal of W gets     */
    double               *saved;  /* 2 m: depth and speed at the start of a step                 */
    double                energy; /* stored in all surfaces at `trial`              (CC.4) */
    double                gain;   /* of stored energy in the last (sub)step                */
    double                energy_kept; /* at the start of the step                              */
} nsd_step_compliance;

typedef struct nsd_compliance_start { /* of contact a in a (sub)step */
    double y, U;                      /* gap and gap velocity at its start                   */
    double base, s;                   /* its gap at the end is base + s U for the velocity U */
    double U_free;                    /* velocity at the end without impulses                */
} nsd_compliance_start;

size_t     nsd_step_compliance_scratch(const nsd_surface *surface, int m);
nsd_status nsd_step_compliance_init(nsd_step_compliance *compliance, const nsd_surface *surface,
                                    int m, const double *gaps, nsd_scratch *scratch);
/* Then the caller fills inverse_mass. */

/* Goes on with the `memory` of an earlier run, size numbers; NSD_ERR_BAD_ARGUMENT unless 3 m. */
nsd_status nsd_step_compliance_continue(nsd_step_compliance *compliance, const double *memory,
                                        size_t size);

/* 1 when contact a is compliant */
static inline int nsd_step_compliance_has(const nsd_step_compliance *compliance, int a)
{
    return compliance->law && compliance->law[a].k > 0.0;
}

/* A step begins (back 0), or has failed and begins again (1). */
void nsd_step_compliance_save(nsd_step_compliance *compliance, int back);

/* A (sub)step of length compliance->h begins for contact a: whether it is stiff, base and s, and
 * the first `trial`. */
void nsd_step_compliance_begin(nsd_step_compliance *compliance, int a,
                               const nsd_compliance_start *start);

/* Right-hand side of the row of contact a, less its velocity without impulses; added <- its
 * diagonal                                                                               (CC.6) */
double nsd_step_compliance_fill(nsd_step_compliance *compliance, int a);

/* trial[a] <- the depth for the velocity U at the end; returns by how much the impulse P misses the
 * law there beyond rounding                                                              (CC.6) */
double nsd_step_compliance_miss(nsd_step_compliance *compliance, int a, double P, double U);

/* The (sub)step ends with the depths `trial`; their energy into `energy` and `gain`. */
void nsd_step_compliance_end(nsd_step_compliance *compliance);

#endif
