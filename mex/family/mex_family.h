/* mex_family.h - the families of systems by name: each has a reader, which turns the systems of a
 * run or of a sweep and the options into an nsd_family. */
#ifndef NSD_MEX_FAMILY_H
#define NSD_MEX_FAMILY_H

#include "host/mex_call.h"
#include "host/mex_sink.h"
#include "run/step_options.h"

typedef struct nsd_mex_systems { /* what a reader gets                                            */
    const mxArray *const *system; /* structs: one for all runs, or one for each                   */
    size_t                count;
    const mxArray        *options; /* of nsd_options, by their public names                       */
    const mxArray        *run;     /* struct of a single run; NULL in a sweep                     */
    const nsd_run_plan   *plan; /* of the run; of a sweep: rows at given times or not           */
    int                   threads; /* of a sweep; 1 alone                                         */
    size_t                runs;    /* of a sweep; 1 alone                                         */
    const mxArray *parameters; /* of recorded functions, a column for each run; NULL or empty     */
    const mxArray *changes; /* numbers of a linear system: a struct of arrays with a column for each
                               run; NULL or empty                                                 */
} nsd_mex_systems;

typedef struct nsd_mex_family nsd_mex_family;
struct nsd_mex_family {
    nsd_family      family; /* a reader finds its models                  */
    nsd_mex_rows    rows;
    nsd_mex_caller *caller;     /* of user functions in a single run, or NULL */
    int             calls_gaps; /* 1: a mechanical system whose gaps are called by a handle */
    void           *host;       /* what the reader keeps                      */
    /* Adds fields to the result of a single run, beside its rows and numbers; may change
     * run->outcome.status. NULL: there are none. */
    void (*add_results)(nsd_mex_family *family, nsd_trajectory *run, mxArray *result);
};

/* Reads the systems of the family called `name`; the result must not move. */
nsd_mex_family *nsd_mex_family_read(const mxArray *name, const nsd_mex_systems *in);

/* Readers of a system into a host of zeros, which stays where it is */
typedef void      nsd_mex_system_fn(const mxArray *system, void *host);
nsd_mex_system_fn nsd_mex_linear_read, nsd_mex_model_read, nsd_mex_first_order_read,
    nsd_mex_hybrid_read, nsd_mex_filippov_read, nsd_mex_linear_first_order_read,
    nsd_mex_bodies_read;

/* A reader of the options fills in the family, which has its models, the first host and its caller,
 * and returns the context of the kind. */
typedef void     *nsd_mex_family_fn(nsd_mex_family *family, const nsd_mex_systems *in);
nsd_mex_family_fn nsd_mex_linear_family, nsd_mex_nonlinear_family, nsd_mex_event_newmark_family,
    nsd_mex_event_family, nsd_mex_linear_event_family, nsd_mex_linear_adaptive_family,
    nsd_mex_first_order_family, nsd_mex_newton_family, nsd_mex_hybrid_family,
    nsd_mex_filippov_family, nsd_mex_bodies_family;

/* Bits of nsd_mex_rows.energies of mechanical systems, beside those of their relations: of all
 * systems, and of those with these obstacles */
#define NSD_MEX_MECHANICAL                                                                  \
    (NSD_MEX_KEEP(NSD_KINETIC) | NSD_MEX_KEEP(NSD_POTENTIAL) | NSD_MEX_KEEP(NSD_EXTERNAL) | \
     NSD_MEX_KEEP(NSD_NUMERICAL))
unsigned nsd_mex_family_obstacles(int moving, int compliant);

/* nsd_mex_nonlinear_family of any model, without the bits of its obstacles */
nsd_mex_family_fn nsd_mex_nonlinear_schemes;

/* What a scheme needs beside q and v to go on: run.memory of a single run goes to the options, and
 * the result gets a field `memory`. */
void nsd_mex_family_memory(const nsd_mex_systems *in, nsd_newmark_options *options);
void nsd_mex_family_add_memory(nsd_mex_family *family, nsd_trajectory *run, mxArray *result);

/* The word of the option Method, less than 32 letters */
void nsd_mex_family_method(const mxArray *options, char *method);

#endif
