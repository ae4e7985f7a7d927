/* closing.h - how long a step may be, by the time until the gaps of a system close. */
#ifndef NSD_CLOSING_H
#define NSD_CLOSING_H

#include "base/matrix.h"

/* Gaps y = H'q + b that move with y' = H'v + rate, y'' = a - Aq q - Av v at the start of a run */
typedef struct nsd_closing {
    nsd_columns   H;            /* n x m                                                       */
    const double *b, *rate, *a; /* m                                                           */
    const double *Aq, *Av;      /* m x n, column-major, or NULL: zero                          */
    double        longest;      /* step that other motions of the system allow, or infinite    */
    double        mesh;         /* period of the fastest vibration of a mesh, infinite without */
} nsd_closing;

/* The step from the start q, v: five hundred of them until the first gap closes. A mesh moves no
 * faster than its fastest vibration: where a gap takes longer to close than that, sixty steps of
 * the vibration do. A closed gap that would close further rebounds. Gaps that close in less than a
 * thousandth of the longest time are left out. `t`: room for m numbers. */
double nsd_closing_step(const nsd_closing *closing, const double *q, const double *v, double *t);

#endif
