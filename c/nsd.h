/* nsd.h - nonsmooth dynamics: contact, impact, friction. What a C or C++ program includes.
 *
 *   solvers  nsd_lcp_auto, nsd_mlcp_solve, nsd_relay_solve, nsd_friction_auto
 *   systems  nsd_linear (matrices), nsd_model (functions), nsd_body_set (rigid bodies)
 *   a run    nsd_default_options, nsd_run_memory, nsd_run
 *
 * The library allocates nothing, prints nothing and keeps no state: a program asks for a size and
 * gives memory. Rows and events go to an nsd_sink; rows.h has one over malloc. A function that can
 * fail returns an nsd_status: 0 success, > 0 a mathematical outcome, < 0 misuse;
 * nsd_status_message has the words. Matrices are column-major, contacts and bodies are counted from
 * 0. A guide: doc/user/c-library.md. */
#ifndef NSD_H
#define NSD_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "base/status.h" /* the outcomes by name */
#include "bodies/bodies.h"
#include "bodies/bodies_shape.h"
#include "event/event_options.h"
#include "model/linear.h"
#include "model/model.h"
#include "run/family.h"
#include "run/step_options.h"
#include "solve/friction/friction.h"
#include "solve/lcp/lcp.h"
#include "solve/mlcp/mlcp.h"
#include "solve/relay/relay.h"

typedef struct nsd_options {
    const char   *method;     /* as in nsd_simulate: "moreau", "newmark", ..., "event"     */
    double        h;          /* time step; 0: a thousandth of the run, "event": automatic */
    long long     every;      /* steps between two rows                                    */
    const double *times;      /* rows at these ascending times instead, or NULL            */
    size_t        time_count; /* number of the times, none behind t1                       */

    nsd_nonlinear_options stepping;      /* of time stepping; h of its step is set by nsd_run */
    nsd_event_options     event;         /* of "event"; t_end, first_step are set by nsd_run  */
    int                   exact_impacts; /* of "event-newmark": ImpactRoot 'exact'            */
} nsd_options;

typedef struct nsd_simulation {
    const nsd_linear   *linear; /* the system: one of these three, the others NULL */
    const nsd_model    *model;
    const nsd_body_set *bodies;
    const double       *q0, *v0; /* initial state */
    double              t0, t1;
    nsd_options         options;
    /* realloc and free, for rigid bodies only: memory that follows the number of contacts */
    void *(*resize)(void *memory, size_t bytes);
    void (*release)(void *memory);
} nsd_simulation;

/* The defaults of the toolbox (nsd_options.m) for this method; every field is set. */
nsd_options nsd_default_options(const char *method);

/* Bytes of memory for nsd_run; 0 when the method does not exist for the system. */
size_t nsd_run_memory(const nsd_simulation *simulation);

/* Runs from t0 to t1: round((t1 - t0)/h) steps, or from event to event. NSD_OK at the end; with a
 * status > 0 the rows end with the last good step, at outcome->t; with one < 0 an argument, or the
 * memory, is not as it must be. BLAS computes in one thread meanwhile: the same bits everywhere. */
nsd_status nsd_run(const nsd_simulation *simulation, void *memory, size_t bytes, nsd_sink *sink,
                   nsd_run_outcome *outcome);

/* The dense matrix A, n x n, of an nsd_linear; NULL: zero. */
nsd_matrix nsd_matrix_dense(int n, const double *A);

/* The dense matrix H, n x m, of an nsd_linear; index: room for m + 1 + n m numbers. */
nsd_columns nsd_columns_dense(int n, int m, const double *H, ptrdiff_t *index);

#ifdef __cplusplus
}
#endif

#endif
