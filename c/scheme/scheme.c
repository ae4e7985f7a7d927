/* scheme.c - schemes by name; start and works of impulses of linear schemes. */
#include <string.h>

#include "scheme/scheme.h"

/* The struct of the list whose first field, its name, is `name`, or NULL, which ends the list */
static const void *find(const void *const *list, const char *name)
{
    while (*list && strcmp(*(const char *const *)*list, name) != 0) {
        list++;
    }
    return *list;
}

#define ADDRESS_LINEAR(x)    &nsd_linear_scheme_##x,
#define ADDRESS_NONLINEAR(x) &nsd_nonlinear_scheme_##x,

const nsd_linear_scheme *nsd_scheme_find_linear(const char *name)
{
    static const void *const list[] = { NSD_LINEAR_SCHEMES(ADDRESS_LINEAR) NULL };
    return find(list, name);
}

const nsd_nonlinear_scheme *nsd_scheme_find_nonlinear(const char *name)
{
    static const void *const list[] = { NSD_NONLINEAR_SCHEMES(ADDRESS_NONLINEAR) NULL };
    return find(list, name);
}

nsd_status nsd_scheme_check(const nsd_linear *model, const nsd_scratch *scratch)
{
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    return nsd_linear_is_valid(model) ? NSD_OK : NSD_ERR_BAD_ARGUMENT;
}

size_t nsd_scheme_contact_scratch(const nsd_contact_fixed_setup *setup)
{
    return nsd_factor_scratch(setup->sum) + nsd_contact_fixed_scratch(setup);
}

nsd_status nsd_scheme_init_contact(nsd_factor *factor, nsd_contact_fixed *contact,
                                   const nsd_contact_fixed_setup *setup, nsd_scratch *scratch)
{
    NSD_TRY(nsd_factor_init(factor, setup->sum, scratch));
    return nsd_contact_fixed_init(contact, setup, factor, scratch);
}

void nsd_scheme_start(const nsd_linear *model, nsd_state *state, nsd_ledger *ledger, double *Mv,
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
        state->joint[j] = 0.0;
    }
}

double nsd_scheme_joint_work(const nsd_linear *model, const nsd_state *state, const double *v0,
                             double weight)
{
    double work = 0.0;
    for (int j = 0; j < model->p; j++) {
        const double before = nsd_columns_dot(&model->J, j, v0);
        const double after = nsd_columns_dot(&model->J, j, state->v);
        work += state->joint[j] * (before + weight * (after - before));
    }
    return work;
}
