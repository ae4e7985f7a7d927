/* relay_parts.h - the other ways of nsd_relay_solve; callers need only solve/relay/relay.h. */
#ifndef NSD_RELAY_PARTS_H
#define NSD_RELAY_PARTS_H

#include "solve/relay/relay.h"

/* The path (RL.5). NSD_OK: the memory has the sides of a solution; NSD_RAY: it has no end. */
size_t     nsd_relay_path_scratch(int n);
nsd_status nsd_relay_path(const nsd_relay *relay, const nsd_lcp_options *options,
                          nsd_relay_memory *memory, nsd_scratch *scratch, nsd_lcp_info *info);

/* The relay as a mixed complementarity problem (RL.4); z is its answer. */
size_t     nsd_relay_mlcp_scratch(const nsd_relay *relay);
nsd_status nsd_relay_mlcp(const nsd_relay *relay, const nsd_lcp_options *options,
                          nsd_scratch *scratch, double *z, nsd_lcp_info *info);

#endif
