/* force.h - the applied force F(t) of a linear system.
 *
 * F(t) = constant + sum_j cosine_j cos(omega_j t) + sine_j sin(omega_j t), or a table whose
 * column k is F(t_k). */
#ifndef NSD_FORCE_H
#define NSD_FORCE_H

typedef struct nsd_force {
    int           n, harmonics;
    const double *constant;      /* n                            */
    const double *cosine, *sine; /* n x harmonics                */
    const double *omega;         /* harmonics                    */
    const double *table;         /* n x (steps + 1), or NULL     */
} nsd_force;

/* 1 when F does not change with time. */
int nsd_force_is_constant(const nsd_force *force);

/* F <- F(t); k is the number of the time step, which a table needs */
void nsd_force_at(const nsd_force *force, long long k, double t, double *F);

#endif
