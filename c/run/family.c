/* family.c - the steps of a run that are the same for all families. */
#include "run/family.h"

#include <string.h>

nsd_family nsd_family_make(const nsd_family_kind *kind, const void *context,
                           const nsd_family_models *models)
{
    nsd_family family;
    family.kind = kind;
    family.context = context;
    family.models = *models;
    family.sizes = kind->sizes(context, models->model[0]);
    family.channels = kind->channels(&family.sizes);
    return family;
}

/* Takes the states and plan.streak. */
static nsd_status lay_out(nsd_trajectory *run, const nsd_family *family)
{
    run->plan.streak = nsd_scratch_ints(&run->scratch, (size_t)family->sizes.m);
    NSD_TRY(nsd_state_init(&run->state, &run->tangential[0], &family->sizes, run->plan.t0,
                           &run->scratch));
    return nsd_state_init(&run->before, &run->tangential[1], &family->sizes, run->plan.t0,
                          &run->scratch);
}

size_t nsd_family_scratch(const nsd_family *family)
{
    const nsd_family_models *models = &family->models;
    nsd_trajectory           run;
    size_t                   most = 0;

    memset(&run, 0, sizeof run);
    run.scratch = nsd_scratch_counter();
    lay_out(&run, family);
    for (size_t k = 0; k < models->count; k++) {
        most = nsd_scratch_larger(most, family->kind->scratch(family->context, models->model[k]));
    }
    nsd_scratch_part(&run.scratch, most);
    return nsd_scratch_counted(&run.scratch);
}

nsd_status nsd_family_init(const nsd_family *family, nsd_trajectory *run)
{
    memset(&run->ledger, 0, sizeof run->ledger);
    memset(&run->outcome, 0, sizeof run->outcome);
    run->stepper = NULL;
    run->plan.before = &run->before;
    run->plan.channels = &family->channels;
    return lay_out(run, family);
}

const void *nsd_family_find_model(const nsd_family *family, const nsd_trajectory *run)
{
    const nsd_family_models *models = &family->models;
    const size_t             k = models->by_thread ? (size_t)run->thread : run->number;
    if (models->bind) {
        models->bind(models->context, run);
    }
    return models->model[models->count > 1 ? k : 0];
}

nsd_status nsd_family_start(const nsd_family *family, nsd_trajectory *run)
{
    nsd_run_outcome *outcome = &run->outcome;

    if (family->models.bind) { /* the model of the thread has other numbers now */
        run->made.stepper = NULL;
    }
    outcome->status = family->kind->start(family->context, nsd_family_find_model(family, run), run);
    outcome->t = run->state.t;
    if (outcome->status > 0) {
        const nsd_status first_row = run->sink->row(run->sink, &run->state, &run->ledger);
        outcome->status = first_row == NSD_OK ? outcome->status : first_row;
    }
    return outcome->status;
}

int nsd_family_restart(nsd_trajectory *run, const void *model)
{
    const nsd_made *made = &run->made;

    if (!made->stepper || made->model != model || made->h != run->plan.h ||
        made->from != run->scratch.used) {
        return 0;
    }
    run->scratch.used = made->to;
    run->stepper = made->stepper;
    made->stepper->restart(made->stepper, &run->state, &run->ledger);
    return 1;
}

void nsd_family_keep(nsd_trajectory *run, const void *model, size_t from)
{
    const nsd_made made = { run->stepper && run->stepper->restart ? run->stepper : NULL, model,
                            run->plan.h, from, run->scratch.used };
    run->made = made;
}

nsd_status nsd_family_run(const nsd_family *family, nsd_trajectory *run)
{
    nsd_run_outcome *outcome = &run->outcome;

    if (outcome->status == NSD_OK) {
        outcome->status = family->kind->run(run);
        outcome->t = run->state.t;
    }
    if (run->stepper && run->stepper->tally) {
        const nsd_tally *tally = run->stepper->tally;
        outcome->problems = tally->problems;
        outcome->iterations = tally->iterations;
        outcome->several = tally->several;
        outcome->unchecked = tally->unchecked;
        outcome->residual = tally->worst;
        outcome->newton_residual = run->stepper->newton_residual;
    }
    return outcome->status;
}

nsd_status nsd_family_run_time_stepping(nsd_trajectory *run)
{
    return nsd_run_time_stepping(&run->plan, run->stepper, &run->state, &run->ledger, run->sink,
                                 &run->outcome.report);
}

size_t nsd_family_stepper_bytes(size_t size, size_t more)
{
    nsd_scratch counter = nsd_scratch_counter();
    nsd_scratch_take(&counter, 1, size);
    nsd_scratch_part(&counter, more);
    return nsd_scratch_counted(&counter);
}
