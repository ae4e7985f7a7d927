/* solver.h - what every solver reports, and how a solver learns that it shall stop. */
#ifndef NSD_SOLVER_H
#define NSD_SOLVER_H

typedef struct nsd_solver_info {
    int         iterations;
    double      residual; /* recomputed from the answer that is returned */
    const char *solver;   /* name of the solver whose answer is returned */
} nsd_solver_info;

/* A question that long solvers ask in every iteration: 1 means that the solver shall return
 * NSD_STOPPED with the answer it has. Must be fast and may be asked by several threads at once. */
typedef struct nsd_poll {
    int (*stopped)(void *context);
    void *context;
} nsd_poll;

static inline int nsd_poll_stopped(const nsd_poll *poll)
{
    return poll && poll->stopped(poll->context);
}

#endif
