/* channels.c - lists of the numbers of a row. */
#include "run/channels.h"

#include <string.h>

void nsd_channels_add(nsd_channels *channels, const char *name, int width, size_t source,
                      int tangential, int first)
{
    if (channels->count < NSD_CHANNELS) {
        channels->list[channels->count++] = (nsd_channel){ name, width, source, tangential, first };
        channels->width += width;
    }
}

nsd_channels nsd_channels_mechanical(const nsd_sizes *sizes)
{
    const int     n = sizes->n, m = sizes->m, tangents = sizes->d * m;
    nsd_channels  channels;
    nsd_channels *c = &channels;

    memset(c, 0, sizeof *c);
    nsd_channels_add(c, "q", n, NSD_SOURCE(q), 0);
    nsd_channels_add(c, "v", n, NSD_SOURCE(v), 0);
    nsd_channels_add(c, "impulse", m, NSD_SOURCE(P), 0);
    nsd_channels_add(c, "multiplier", sizes->p, NSD_SOURCE(joint), 0);
    if (sizes->d > 0) {
        nsd_channels_add(c, "tangential", tangents, NSD_SOURCE_TANGENTIAL(T), 0);
    }
    if (sizes->d > 0 && sizes->laws) {
        nsd_channels_add(c, "frictionCoefficient", m, NSD_SOURCE_TANGENTIAL(mu), 0);
        nsd_channels_add(c, "frictionState", m, NSD_SOURCE_TANGENTIAL(theta), 0);
        nsd_channels_add(c, "intensity", m, NSD_SOURCE_TANGENTIAL(beta), 0);
    }
    if (sizes->forces) {
        nsd_channels_add(c, "reaction", m, NSD_SOURCE(R), 0);
    }
    if (sizes->forces && sizes->d > 0) {
        nsd_channels_add(c, "tangentialReaction", tangents, NSD_SOURCE_TANGENTIAL(force), 0);
    }
    if (sizes->accelerations) {
        nsd_channels_add(c, "acceleration", n, NSD_SOURCE(A), 0);
    }
    return channels;
}

nsd_channels nsd_channels_first_order(const nsd_sizes *sizes, int m)
{
    nsd_channels channels;

    memset(&channels, 0, sizeof channels);
    nsd_channels_add(&channels, "q", sizes->n, NSD_SOURCE(q), 0);
    nsd_channels_add(&channels, "lambda", m, NSD_SOURCE(extra), 0);
    nsd_channels_add(&channels, "y", m, NSD_SOURCE(extra), m);
    if (sizes->accelerations) {
        nsd_channels_add(&channels, "acceleration", sizes->n, NSD_SOURCE(A), 0);
    }
    return channels;
}

void nsd_channels_copy(const nsd_channels *channels, const nsd_state *from, nsd_state *to)
{
    for (int i = 0; i < channels->count; i++) {
        const nsd_channel *channel = &channels->list[i];
        memcpy(nsd_channel_numbers(channel, to), nsd_channel_numbers(channel, from),
               (size_t)channel->width * sizeof(double));
    }
}
