/* solver.h - what every solver reports, and how a solver learns that it shall stop. */
#ifndef NSD_SOLVER_H
#define NSD_SOLVER_H

#include "base/status.h"

typedef struct nsd_solver_info {
    int         iterations;
    double      residual; /* recomputed from the answer that is returned */
    const char *solver;   /* name of the solver whose answer is returned */
} nsd_solver_info;

/* Part of |q_i| + sum_j |M(i,j) z_j| that the residual of row i may always have, as rounding.
 * Larger: wrong answers with large terms that cancel pass. Smaller: right answers fail where terms
 * cancel. */
#define NSD_ROW_ROUNDING 1e-13

/* Part of the largest |q_i| that entries of a user's q may have as rounding. Signs are decided
 * without this allowance. Larger: rows of a small size pass unsolved. Smaller: problems that only
 * rounding makes unsolvable, and zeros that only rounding makes nonzero, are refused. */
#define NSD_DATA_ROUNDING 1e-14

/* The residual that a row may have, beside the rounding of its terms: the tolerance in parts of its
 * own = |q_i| + sum_j |M(i,j) z_j| or of the largest |q_i|, whichever is less; but always
 * `rounding` parts of the largest |q_i|.                                               (LCP.4) */
static inline double nsd_row_allowed(double tolerance, double rounding, double own, double largest)
{
    const double of_row = tolerance * (own < largest ? own : largest);
    const double of_data = rounding * largest;
    return of_row > of_data ? of_row : of_data;
}

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

/* The status that an iterative solver returns: where its answer does not pass (status > 0),
 * NSD_STOPPED or NSD_MAX_ITER if that is the reason. */
static inline nsd_status nsd_solver_end(const nsd_poll *poll, int max_iter, nsd_status status,
                                        const nsd_solver_info *info)
{
    return status <= NSD_OK               ? status
           : nsd_poll_stopped(poll)       ? NSD_STOPPED
           : info->iterations >= max_iter ? NSD_MAX_ITER
                                          : status;
}

#endif
