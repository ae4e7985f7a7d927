/* closed_gap.h - how small a gap still counts as closed. */
#ifndef NSD_CLOSED_GAP_H
#define NSD_CLOSED_GAP_H

/* A contact that pushed in the step before is closed while its gap is below this part of h times
 * the largest velocity of the last problem: the contact solver leaves a gap of that size. Larger:
 * bodies that separate slowly stick for a step; smaller: contacts at rest open.           (FC.3) */
#define NSD_REST_SLACK 1e-8

/* A contact touches, pushed or not, while its gap is below this part of the sum of the terms that
 * the gap is made of, and was so for the whole step. About ten roundings; smaller: bodies that
 * touch at the start are missed.                                                         (MJ.3) */
#define NSD_GAP_ROUNDING 2e-15

#endif
