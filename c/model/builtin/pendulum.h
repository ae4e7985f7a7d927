/* pendulum.h - forced pendulum with a stop, in nondimensional time.  (PEN.1), (PEN.2), (PEN.3)
 *
 *   theta'' + 2 beta/eta theta' + sin(theta) / (4 eta^2) = alpha cos(theta) sin(t)
 *   0 <= y = theta - stop _|_ P >= 0 */
#ifndef NSD_PENDULUM_H
#define NSD_PENDULUM_H

#include "model/model.h"

typedef struct nsd_pendulum {
    double alpha; /* amplitude of the forcing                                  */
    double beta;  /* damping                                                   */
    double eta;   /* half the forcing frequency over that of small swings, > 0 */
    double stop;  /* the smallest angle                                        */
} nsd_pendulum;

/* model <- the table of functions, whose context is the pendulum; e: the one restitution.
 * NSD_ERR_BAD_ARGUMENT when a parameter is out of range. */
nsd_status nsd_pendulum_model(nsd_pendulum *pendulum, const double *e, nsd_model *model);

/* F(t, q, v) of the pendulum, which is the context.                                     (PEN.1) */
nsd_status nsd_pendulum_force(void *context, double t, const double *q, const double *v, double *F);

#endif
