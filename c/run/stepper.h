/* stepper.h - what the run loop sees of a scheme: a step, its energies, a tally of contacts. */
#ifndef NSD_STEPPER_H
#define NSD_STEPPER_H

#include <stddef.h>

#include "base/status.h"
#include "run/state.h"

/* Sizes of a row, the contacts of the last problem, and what its solver did so far. */
typedef struct nsd_tally {
    int    n, m, p;       /* coordinates, contacts, joints: columns of a row                 */
    int   *active, count; /* the contacts of the last problem, ascending                     */
    long   problems;      /* solved so far with two or more contacts                         */
    long   iterations;    /* of all of them                                                  */
    double worst;         /* largest residual so far                                         */
    double rest;          /* largest velocity of the last active set                  (FC.3) */
} nsd_tally;

typedef struct nsd_stepper nsd_stepper;
struct nsd_stepper {
    /* From t_k to t_k+1. On any status but NSD_OK the state is that of t_k. */
    nsd_status (*step)(nsd_stepper *stepper, nsd_state *state);
    /* Energies of the state; adds the works of the last step. Called after every step (but see
     * measure). */
    void (*energy)(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger);
    nsd_tally *tally;       /* active set and solver counts of the last step */
    double newton_residual; /* relative change left by the Newton iteration that gave up, or 0 */
    /* Schemes whose energies cost evaluations of the model do them here, just before a row is
     * written, and add up their works meanwhile; energy is then called for rows only. Or NULL. */
    nsd_status (*measure)(nsd_stepper *stepper, const nsd_state *state);
    double *memory; /* what the scheme remembers besides the state, or NULL */
    size_t  memory_size;
};

/* stepper->energy of first-order systems, which have none. */
static inline void nsd_stepper_no_energy(nsd_stepper *stepper, const nsd_state *state,
                                         nsd_ledger *ledger)
{
    (void)stepper;
    (void)state;
    (void)ledger;
}

#endif
