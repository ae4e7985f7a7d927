/* solver.h - what every solver reports. */
#ifndef NSD_SOLVER_H
#define NSD_SOLVER_H

typedef struct nsd_solver_info {
    int         iterations;
    double      residual; /* recomputed from the answer that is returned */
    const char *solver;   /* name of the solver whose answer is returned */
} nsd_solver_info;

#endif
