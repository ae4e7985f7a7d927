/* event_newmark.c - work space and start of the event-driven Newmark method. */
#include "event/newmark/event_newmark.h"

#include <string.h>

#include "event/newmark/event_newmark_parts.h"

static size_t doubles(const nsd_model *model)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    return 8 * n + 7 * m + 2 * p + n * n;
}

size_t nsd_event_newmark_scratch(const nsd_model *model)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m;
    return nsd_scratch_need(1, sizeof(nsd_event_newmark)) + nsd_mechanics_scratch(model) +
           nsd_held_scratch(model) + nsd_scratch_need(doubles(model), sizeof(double)) +
           nsd_scratch_need(2 * m, sizeof(int)) + nsd_scratch_need(n, sizeof(nsd_int));
}

static void take_arrays(nsd_event_newmark *s, double *room)
{
    const nsd_model *model = s->mechanics.model;
    const size_t     n = (size_t)model->n, m = (size_t)model->m, p = (size_t)model->p;
    double **const   of_n[] = { &s->a0, &s->F0,       &s->q1,    &s->v1,
                                &s->a1, &s->a_before, &s->v_try, &s->F1 };
    double **const   of_m[] = { &s->lambda0, &s->y0, &s->U0,       &s->lambda1,
                                &s->y1,      &s->e,  &s->y_before, NULL };
    for (int i = 0; i < 8; i++) {
        *of_n[i] = room;
        room += n;
    }
    for (int i = 0; of_m[i]; i++) {
        *of_m[i] = room;
        room += m;
    }
    s->mu0 = room;
    s->mu1 = room + p;
    s->K = room + 2 * p;
}

nsd_status nsd_event_newmark_init(const nsd_model *model, const nsd_event_newmark_options *options,
                                  nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                                  nsd_event_newmark **solver)
{
    const size_t       m = (size_t)model->m;
    nsd_event_newmark *s = nsd_scratch_take(scratch, 1, sizeof *s);
    double            *room = nsd_scratch_take(scratch, doubles(model), sizeof *room);
    int               *flags = nsd_scratch_take(scratch, 2 * m, sizeof *flags);
    nsd_int           *pivot = nsd_scratch_take(scratch, (size_t)model->n, sizeof *pivot);
    if (!s || !room || !flags || !pivot) {
        return NSD_ERR_WORKSPACE;
    }
    memset(s, 0, sizeof *s);
    memset(room, 0, doubles(model) * sizeof *room);
    memset(flags, 0, 2 * m * sizeof *flags);
    s->is_held = flags;
    s->touching = flags + m;
    s->pivot = pivot;
    s->h = options->nonlinear.step.h;
    s->exact = options->exact;
    s->base.tally = &s->mechanics.tally;
    *solver = s;
    nsd_status status = nsd_mechanics_init(&s->mechanics, model, &options->nonlinear, scratch);
    take_arrays(s, room);
    if (status == NSD_OK) {
        status = nsd_held_init(&s->held, &s->mechanics, scratch);
    }
    if (status == NSD_OK) {
        status = nsd_mechanics_start(&s->mechanics, state, ledger);
    }
    return status;
}
