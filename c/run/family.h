/* family.h - a family of systems with a method: what makes a run, alone or as one of a sweep.
 *
 * A single run is a sweep of one. Both make an nsd_trajectory, start it and let the family compute
 * it; only the sink differs, which keeps the rows, or a few numbers of them. */
#ifndef NSD_FAMILY_H
#define NSD_FAMILY_H

#include "run/run.h"

#define NSD_FAMILY_NUMBERS 3 /* numbers that a family may report beside those of every run */

/* How a run ended */
typedef struct nsd_run_outcome {
    nsd_status     status; /* NSD_STOPPED: not run, or not to its end             */
    double         t;      /* of the last good step                               */
    nsd_run_report report;
    long long      problems, iterations;       /* of the contact solver: nsd_tally */
    long long      several, unchecked;         /* friction problems: nsd_tally     */
    double         residual, newton_residual;  /* nsd_tally.worst; nsd_stepper     */
    double         number[NSD_FAMILY_NUMBERS]; /* nsd_family_kind.numbers          */
} nsd_run_outcome;

/* The stepper of the last run that a trajectory has made: another run may begin with it */
typedef struct nsd_made {
    nsd_stepper *stepper; /* NULL: none, or one that cannot begin again       */
    const void  *model;
    double       h;
    size_t       from, to; /* its memory in the scratch of the trajectory      */
} nsd_made;

/* A run under way */
typedef struct nsd_trajectory {
    size_t          number; /* of the run in its sweep; 0 alone          */
    int             thread; /* that makes the run; 0 alone               */
    nsd_run_plan    plan;
    nsd_state       state, before; /* `before` is plan.before            */
    nsd_tangential  tangential[2]; /* tangential parts of the two states */
    nsd_ledger      ledger;
    nsd_stepper    *stepper; /* set by `start`                           */
    nsd_made        made;    /* for `start` alone                        */
    nsd_sink       *sink;    /* gets rows and events                     */
    nsd_scratch     scratch; /* memory of the states, then of `start`    */
    nsd_run_outcome outcome;
} nsd_trajectory;

/* The models of the runs, all of one type and of the same sizes */
typedef struct nsd_family_models {
    const void *const *model;
    size_t             count;     /* 1: one for all runs; else one for each run or each thread */
    int                by_thread; /* 1: one for each thread, because models have work space    */
    /* Gives the model of the thread the parameters of the run; NULL: there are none. */
    void (*bind)(const void *context, const nsd_trajectory *run);
    const void *context; /* of bind */
} nsd_family_models;

/* What all families of one kind have in common */
typedef struct nsd_family_kind {
    /* Sizes of a state, the same for all models of a family, and the numbers of a row */
    nsd_sizes (*sizes)(const void *context, const void *model);
    nsd_channels (*channels)(const nsd_sizes *sizes);
    /* Bytes that `start` takes for this model from the scratch of the trajectory at most */
    size_t (*scratch)(const void *context, const void *model);
    /* Makes the stepper for the state at t_0 in the scratch of the trajectory, or restarts the one
     * of the run before. */
    nsd_status (*start)(const void *context, const void *model, nsd_trajectory *run);
    /* Computes the trajectory; fills outcome.number. */
    nsd_status (*run)(nsd_trajectory *run);
    const char *const *numbers; /* names of outcome.number, NULL after the last; or NULL */
} nsd_family_kind;

typedef struct nsd_family {
    const nsd_family_kind *kind;
    const void            *context; /* of the functions; threads of a sweep only read it */
    nsd_family_models      models;
    nsd_sizes              sizes;
    nsd_channels           channels;
} nsd_family;

nsd_family nsd_family_make(const nsd_family_kind *kind, const void *context,
                           const nsd_family_models *models);

/* Bytes of the scratch of a trajectory, for any of the models */
size_t nsd_family_scratch(const nsd_family *family);

/* States of zeros at plan.t0 and the work space of the plan, in run->scratch; clears ledger and
 * outcome. The caller has set plan and scratch before, and sets q and v afterwards. */
nsd_status nsd_family_init(const nsd_family *family, nsd_trajectory *run);

/* The model of the run, with its parameters */
const void *nsd_family_find_model(const nsd_family *family, const nsd_trajectory *run);

/* Starts the run. After a failed start with a positive status the sink gets the first row. */
nsd_status nsd_family_start(const nsd_family *family, nsd_trajectory *run);

/* Computes the trajectory, unless the start failed, and fills the outcome. */
nsd_status nsd_family_run(const nsd_family *family, nsd_trajectory *run);

/* nsd_family_kind.scratch where `start` takes a struct of `size` bytes and then `more` bytes */
size_t nsd_family_stepper_bytes(size_t size, size_t more);

/* 1 when the stepper of the run before, of the same model and with the same h, has begun again in
 * its place in the scratch; for nsd_family_kind.start, which else makes one and keeps it by
 * nsd_family_keep. */
int  nsd_family_restart(nsd_trajectory *run, const void *model);
void nsd_family_keep(nsd_trajectory *run, const void *model, size_t from);

/* nsd_family_kind.run of the time-stepping schemes */
nsd_status nsd_family_run_time_stepping(nsd_trajectory *run);

#endif
