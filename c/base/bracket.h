/* bracket.h - a root between two places, and the rule that both come to it: regula falsi with the
 * Illinois rule. */
#ifndef NSD_BRACKET_H
#define NSD_BRACKET_H

#include "base/inline.h"

typedef struct
    nsd_bracket {           /* a root between a positive value at `low` and a negative one        */
    double low, high;       /* places                                                            */
    double at_low, at_high; /* values there, halved by the Illinois rule; 0: not known           */
    int    side;            /* the end that moved last: 1 low, -1 high, 0 none                   */
} nsd_bracket;

/* Where the chord between the ends is zero, or the middle where that is no place between them.
 *                                                                                       (ED.31) */
NSD_INLINE double nsd_bracket_chord(const nsd_bracket *b)
{
    const double place = b->low + (b->high - b->low) * (b->at_low / (b->at_low - b->at_high));
    return place > b->low && place < b->high ? place : 0.5 * (b->low + b->high);
}

/* Moves one end to a place inside with this value. The value of an end that stays for the second
 * time is halved, so that both ends come to the root (Illinois rule).                   (ED.31) */
NSD_INLINE void nsd_bracket_add(nsd_bracket *b, double place, double value)
{
    if (value < 0.0) {
        b->high = place;
        b->at_high = value;
        b->at_low *= b->side < 0 ? 0.5 : 1.0;
        b->side = -1;
    } else {
        b->low = place;
        b->at_low = value;
        b->at_high *= b->side > 0 ? 0.5 : 1.0;
        b->side = 1;
    }
}

#endif
