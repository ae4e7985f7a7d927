/* event_newmark.c - work space and start of the event-driven Newmark method. */
#include "event/newmark/event_newmark.h"

#include <string.h>

#include "event/newmark/event_newmark_parts.h"

/* Arrays of zeros, and the solver itself */
static nsd_event_newmark *lay_out(const nsd_model *model, nsd_scratch *scratch)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;

    nsd_event_newmark  blank, *taken = nsd_scratch_take(scratch, 1, sizeof *taken);
    nsd_event_newmark *s = taken ? taken : &blank;
    memset(s, 0, sizeof *s);
    double **const of_n[] = {
        &s->a0, &s->F0, &s->q1, &s->v1, &s->a1, &s->F1, &s->last.a, &s->v_try
    };
    double **const of_m[] = { &s->lambda0, &s->y0, &s->U0, &s->lambda1, &s->y1, &s->last.y, &s->e };
    for (int i = 0; i < 8; i++) {
        *of_n[i] = nsd_scratch_doubles(scratch, n);
    }
    for (int i = 0; i < 7; i++) {
        *of_m[i] = nsd_scratch_doubles(scratch, m);
    }
    s->mu0 = nsd_scratch_doubles(scratch, p);
    s->mu1 = nsd_scratch_doubles(scratch, p);
    s->newton.K = nsd_scratch_doubles(scratch, n * n);
    s->newton.pivot = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    s->is_held = nsd_scratch_ints(scratch, m);
    s->touching = nsd_scratch_ints(scratch, m);
    s->keep = nsd_scratch_part(scratch, nsd_mechanics_scratch(model) + nsd_held_scratch(model));
    return taken;
}

size_t nsd_event_newmark_scratch(const nsd_model *model)
{
    nsd_scratch counter = nsd_scratch_counter();
    lay_out(model, &counter);
    return nsd_scratch_counted(&counter);
}

nsd_status nsd_event_newmark_init(const nsd_model *model, const nsd_event_newmark_options *options,
                                  nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                  nsd_event_newmark **solver)
{
    nsd_event_newmark *s = *solver = lay_out(model, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    memset(s->a0, 0, (size_t)(s->keep.base - (char *)s->a0)); /* all arrays of the solver */
    s->h = options->nonlinear.step.h;
    s->exact = options->exact;
    s->base.tally = &s->mechanics.tally;
    nsd_status status = nsd_mechanics_init(&s->mechanics, model, &options->nonlinear, &s->keep);
    if (status == NSD_OK) {
        status = nsd_held_init(&s->held, &s->mechanics, &s->keep);
    }
    return status == NSD_OK ? nsd_mechanics_start(&s->mechanics, state, ledger) : status;
}
