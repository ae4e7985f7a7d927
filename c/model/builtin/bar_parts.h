/* bar_parts.h - what the files of the bar share. */
#ifndef NSD_BAR_PARTS_H
#define NSD_BAR_PARTS_H

#include "model/builtin/bar.h"
#include "base/inline.h"

/* Cosines and sines of the angles in q, unless those of the last call still hold. */
void nsd_bar_directions(nsd_bar *bar, const double *q);

/* Distance from the joint before segment i to its centre, and to the next joint (model 2 has no
 * joint after the last segment: nothing reads that value). Called with v and rest = 0 they give
 * the rates.                                                                            (BAR.1) */
NSD_INLINE double nsd_bar_half(int model, double rest, const double *lengths, int i)
{
    return model == 1 ? lengths[i] : rest + lengths[i];
}

NSD_INLINE double nsd_bar_link(int model, double rest, const double *lengths, int i, int n)
{
    return model == 1 ? 2.0 * lengths[i] : 2.0 * rest + lengths[i] + lengths[i + 1 < n ? i + 1 : i];
}

#endif
