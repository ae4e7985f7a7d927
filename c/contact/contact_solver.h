/* contact_solver.h - the contact problem of a step, once gathered: every contact has a block of
 * 1 + d directions, a contact without friction d = 0.
 *
 * One direction is solved in closed form, directions without friction by an LCP (MJ.5), blocks with
 * friction as in coulomb.h (FC.2). Joints are eliminated before (condense.h). */
#ifndef NSD_CONTACT_SOLVER_H
#define NSD_CONTACT_SOLVER_H

#include "contact/coulomb.h"
#include "run/stepper.h"
#include "solve/lcp/lcp.h"

typedef struct nsd_contact_solver {
    nsd_lcp_options options;
    nsd_scratch     scratch;     /* of the LCP                                        */
    nsd_lcp_info    info;        /* of the last LCP                                   */
    int             same_matrix; /* set by the caller: the problem has the matrix of the last one */
    nsd_coulomb    *friction;    /* NULL: no friction; the caller sets friction->id and speed */
    long long       problems;    /* solved so far, as the caller counts them          */
    long long       iterations;  /* of all problems                                   */
    double          worst;       /* largest residual so far                           */
    long long       several, unchecked; /* friction problems, as in coulomb.h        */
} nsd_contact_solver;

/* Takes the arrays for up to `directions` directions without friction. */
void nsd_contact_solver_lay_out(nsd_contact_solver *solver, int directions, nsd_scratch *scratch);

/* Solves for z: the guess on entry, the answer on NSD_OK. With friction the problem is full. */
nsd_status nsd_contact_solver_solve(nsd_contact_solver *solver, const nsd_lcp *problem, double *z);

/* The same without friction, also where solver->friction is set. */
nsd_status nsd_contact_solver_lcp(nsd_contact_solver *solver, const nsd_lcp *problem, double *z);

/* Counts of the friction problems that solver->friction has solved since `before` iterations. */
void nsd_contact_solver_count_friction(nsd_contact_solver *solver, long long before);

/* Counts of the solver into the tally of a run. */
static inline void nsd_contact_solver_report(const nsd_contact_solver *solver, nsd_tally *tally)
{
    tally->problems = solver->problems;
    tally->iterations = solver->iterations;
    tally->worst = solver->worst;
    tally->several = solver->several;
    tally->unchecked = solver->unchecked;
}

#endif
