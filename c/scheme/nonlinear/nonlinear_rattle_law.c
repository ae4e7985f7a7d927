/* nonlinear_rattle_law.c - impacts of RATTLE by the laws of model->surface.impact.      (RT.11) */
#include <math.h>
#include <string.h>

#include "contact/held/impact_law.h"
#include "scheme/nonlinear/nonlinear_rattle.h"

/* Gap velocity, as a part of the largest before the impact, that counts as zero. Larger: slow
 * contacts take no part; smaller: rounding starts impacts without end. */
#define REST_PART 1e-10

void nsd_nonlinear_rattle_law_lay_out(nsd_nonlinear_rattle *s, const nsd_model *model,
                                      nsd_scratch *scratch)
{
    const size_t m = model->surface.impact ? (size_t)model->m : 0, d = (size_t)model->surface.d;

    NSD_SCRATCH_ZEROS(scratch, m, &s->law.U, &s->law.P, &s->law.e);
    NSD_SCRATCH_ZEROS(scratch, d * m, &s->law.T);
    s->law.touching = nsd_scratch_ints(scratch, m);
    s->law.active = nsd_scratch_ints(scratch, m);
    s->law.room = nsd_scratch_zeros(scratch,
                                    m > 0 ? nsd_impact_law_room(model->m, model->surface.d) : 0);
}

/* The instant before the impact: v on the way from the start to the velocity without impulses */
static void begin(nsd_nonlinear_rattle *s, double *v)
{
    nsd_mechanics   *mechanics = &s->base.mechanics;
    const nsd_tally *tally = &mechanics->tally;
    const size_t     m = (size_t)tally->m;

    nsd_dense_between(tally->n, s->share, s->v0, v, v);
    memset(s->law.P, 0, m * sizeof(double));
    memset(s->law.T, 0, m * (size_t)(s->block - 1) * sizeof(double));
    memset(s->law.touching, 0, m * sizeof(int));
    memcpy(s->law.active, tally->active, (size_t)tally->count * sizeof(int));
    for (int a = 0; a < tally->m; a++) {
        s->law.U[a] = nsd_mechanics_gap_rate(mechanics, a, v);
        s->law.e[a] = nsd_nonlinear_base_restitution(&s->base, a, s->U0[a]);
    }
    for (int i = 0; i < tally->count; i++) {
        s->law.touching[tally->active[i]] = 1;
    }
}

nsd_status nsd_nonlinear_rattle_law_solve(nsd_nonlinear_rattle *s, double *v, int *approaching)
{
    nsd_mechanics            *mechanics = &s->base.mechanics;
    nsd_coulomb              *coulomb = s->block > 1 ? &s->base.friction.coulomb : NULL;
    const int                 count = mechanics->tally.count, d = s->block - 1;
    const nsd_impact_law_work work = { s->law.room, coulomb, s->law.T };
    nsd_state                 state = { .v = v, .P = s->law.P, .U = s->law.U };

    begin(s, v);
    const nsd_impact at = { s->law.touching, s->law.e,
                            REST_PART * nsd_dense_max_abs(mechanics->tally.m, s->law.U) };
    const int        rounds = nsd_impact_law_rounds(mechanics->model->surface.impact);
    nsd_status       status = NSD_OK;
    *approaching = nsd_impact_law_select(mechanics, &at, s->law.U);
    for (int k = 0; k < rounds && *approaching && status == NSD_OK; k++) {
        status = nsd_impact_law_apply(mechanics, &at, &work, &state);
        *approaching = nsd_impact_law_select(mechanics, &at, s->law.U);
    }
    memcpy(mechanics->tally.active, s->law.active, (size_t)count * sizeof(int));
    mechanics->tally.count = count;
    for (int i = 0; i < count; i++) {
        double *z = mechanics->contact.z + i * s->block;
        z[0] = s->law.P[s->law.active[i]];
        for (int k = 0; k < d; k++) {
            z[1 + k] = s->law.T[s->law.active[i] * d + k];
        }
    }
    if (coulomb) {
        coulomb->count = 0; /* its last problem need not have been this impact */
    }
    return status;
}
