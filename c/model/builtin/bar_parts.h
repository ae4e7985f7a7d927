/* bar_parts.h - directions and lengths of segments, for the files of the bar. */
#ifndef NSD_BAR_PARTS_H
#define NSD_BAR_PARTS_H

#include "model/builtin/bar.h"
#include "base/inline.h"

/* bar->c, bar->s <- cosines and sines of the angles in q; kept when the angles are the same as
 * in the last call. */
void nsd_bar_directions(nsd_bar *bar, const double *q);

/* Distance from the joint before segment i to the centre of the segment; with lengths = rates of
 * the lengths and rest = 0 the rate of that distance.                                   (BAR.1) */
NSD_INLINE double nsd_bar_half(int model, double rest, const double *lengths, int i)
{
    return model == 1 ? lengths[i] : rest + lengths[i];
}

/* Distance from the joint before segment i to the next joint, or its rate. In model 2 there is
 * no joint after the last segment, and its value is not used.                           (BAR.1) */
NSD_INLINE double nsd_bar_link(int model, double rest, const double *lengths, int i, int n)
{
    return model == 1 ? 2.0 * lengths[i] : 2.0 * rest + lengths[i] + lengths[i + 1 < n ? i + 1 : i];
}

#endif
