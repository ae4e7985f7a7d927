/* relay_parts.h - the slower solvers of nsd_relay_solve; callers need only solve/relay/relay.h. */
#ifndef NSD_RELAY_PARTS_H
#define NSD_RELAY_PARTS_H

#include "solve/relay/relay.h"

/* Scratch bytes of nsd_relay_path */
size_t nsd_relay_path_scratch(int n);

/* Follows the path (RL.5). NSD_OK: memory->side has the sides of a solution; NSD_RAY: the path has
 * no end. */
nsd_status nsd_relay_path(const nsd_relay *relay, const nsd_lcp_options *options,
                          nsd_relay_memory *memory, nsd_scratch *scratch, nsd_lcp_info *info);

/* Scratch bytes of nsd_relay_mlcp for a relay, and for the sizes of its mixed problem */
size_t nsd_relay_mlcp_scratch(const nsd_relay *relay);
size_t nsd_relay_mlcp_scratch_for(int unknowns, int equalities);

/* Solves the relay as a mixed complementarity problem (RL.4) for z. */
nsd_status nsd_relay_mlcp(const nsd_relay *relay, const nsd_lcp_options *options,
                          nsd_scratch *scratch, double *z, nsd_lcp_info *info);

#endif
