/* tape_lagrange.h - Lagrange's equations from recorded energies, as nodes of their graph.
 *
 *   M(q) v' = F,   M = T_vv,   F = applied - D_v + T_q - V_q - d(T_v)/ds along (t + s, q + s v)
 *
 * The inputs of the graph are t, q (n), v (n), parameters.                              (TP.6) */
#ifndef NSD_TAPE_LAGRANGE_H
#define NSD_TAPE_LAGRANGE_H

#include "model/tape/tape_graph.h"

typedef struct nsd_tape_lagrange {
    int        n;                               /* coordinates            */
    int        kinetic, potential, dissipation; /* nodes of T, V, D       */
    const int *applied;                         /* nodes of forces, n     */
} nsd_tape_lagrange;

/* wanted <- M, n x n, symmetric to the bit. NSD_ERR_WORKSPACE: scratch or graph is too small. */
nsd_status nsd_tape_lagrange_mass(nsd_tape_graph *g, const nsd_tape_lagrange *energies,
                                  nsd_tape_graph_list *wanted, nsd_scratch *scratch);

/* wanted <- F, n numbers; statuses as for the mass matrix. */
nsd_status nsd_tape_lagrange_force(nsd_tape_graph *g, const nsd_tape_lagrange *energies,
                                   nsd_tape_graph_list *wanted, nsd_scratch *scratch);

#endif
