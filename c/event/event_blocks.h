/* event_blocks.h - the parts of a linear system that move without each other between events.
 *
 * Coordinates that M, C or K couple, and those of a held contact, form a block. Each block flies
 * from its own last event on the Taylor series of its own motion.              (ED.28), (ED.14) */
#ifndef NSD_EVENT_BLOCKS_H
#define NSD_EVENT_BLOCKS_H

#include "event/flow/guard.h"
#include "event/integrate/integrate.h"
#include "model/linear.h"

/* Coordinates of a block at most: its matrices are dense. Larger: memory, and blocks whose dense
 * products take longer than the flight of the whole system; smaller: systems of larger parts fly
 * as a whole. */
enum { NSD_EVENT_LARGEST_BLOCK = 16 };

/* Coefficients of the series of a coordinate, up to the degree of exact flight plus one, since
 * velocities are their derivatives */
enum { NSD_EVENT_COEFFICIENTS = NSD_EXACT_TAYLOR_TERMS + 2 };

/* Coordinates whose series are summed side by side. Larger or smaller: slower sums. */
enum { NSD_EVENT_GROUP = 8 };

typedef struct nsd_event_blocks {
    const nsd_linear *linear;
    int               damped, springs; /* 1: C, K is not zero                                  */
    int              *base;            /* n: first coordinate of the block without held contacts */
    int               count;
    int              *of;                /* n: block of a coordinate                         */
    int              *place;             /* n: place of a coordinate in its block            */
    int              *start, *member;    /* count + 1, n: coordinates of each block          */
    int              *list_start, *list; /* count + 1: contacts of each block                */
    int              *held;              /* m: contacts whose blocks are joined              */
    int              *parent;            /* n: room                                          */
    size_t           *square;            /* count: where the matrices of a block begin       */
    double           *inverse, *K, *C;   /* of each block; M^-1 without motion of held contacts */
    double           *share;             /* m x largest block: forces of held contacts, of the
                                              force on their block                    (ED.28) */
    double           *room;              /* 4 largest block squared                          */
    double           *wave, wave_t;      /* 2 x harmonics: cos, sin of omega t at wave_t */
    double           *c;              /* coefficients x stride: Taylor series of each coordinate */
    size_t            stride;         /* n and as many more as fill a group */
    int              *degree;         /* count: the last coefficient that is not zero     */
    double           *t0;             /* n: start of the series */
    double           *until, soonest; /* count: end of its validity; the least of them         */
    int               too_short;      /* 1: a series ends where it starts, by rounding of time */
    int               highest;        /* the largest degree since blocks were joined */
    double           *work;           /* count: of damping up to t0                       */
} nsd_event_blocks;

void nsd_event_blocks_lay_out(nsd_event_blocks *blocks, const nsd_linear *linear,
                              nsd_scratch *scratch);

/* Blocks without held contacts; returns their number, or 0 when one of them is too large. */
int nsd_event_blocks_find(nsd_event_blocks *blocks, const nsd_linear *linear);

/* Blocks for these held contacts; 0 when one of them is too large or its forces are not unique */
int nsd_event_blocks_join(nsd_event_blocks *blocks, const int *held);

/* The flight of a block begins with q and v at t, and with no work of damping. */
void nsd_event_blocks_start(nsd_event_blocks *blocks, int block, double t, const double *q,
                            const double *v);
/* The same for a block that has flown up to t. */
void nsd_event_blocks_restart(nsd_event_blocks *blocks, int block, double t, const double *q,
                              const double *v);
/* The series of the block is valid at t: it is expanded anew where it was not, unless that has set
 * `too_short`: vibrations so fast that time cannot go on with them. */
void nsd_event_blocks_advance(nsd_event_blocks *blocks, int block, double t);

/* a <- the accelerations of a block at its start */
void nsd_event_blocks_accelerations(const nsd_event_blocks *blocks, int block, double *a);
/* The block of entry k of the normals, or -1 when an entry of its contact before k has it, too. */
static inline int nsd_event_blocks_at(const nsd_event_blocks *blocks, int contact, ptrdiff_t k)
{
    const nsd_columns *H = &blocks->linear->H;
    const int          block = blocks->of[H->row[k]];
    for (ptrdiff_t p = H->start[contact]; p < k; p++) {
        if (blocks->of[H->row[p]] == block) {
            return -1;
        }
    }
    return block;
}

/* change <- M^-1 H of a contact, in all coordinates of its blocks. Returns H'M^-1 H. */
double nsd_event_blocks_push(const nsd_event_blocks *blocks, int contact, double *change);
/* v <- v + impulse x change, in all coordinates of the blocks of the contact */
void nsd_event_blocks_add(const nsd_event_blocks *blocks, int contact, double impulse,
                          const double *change, double *v);

/* q, v, a <- all coordinates at t. Returns the work of damping since the start. */
double nsd_event_blocks_fly(nsd_event_blocks *blocks, double t, double *q, double *v, double *a);

/* The gap of a contact and two derivatives at t, where all its series are valid */
nsd_guard_end nsd_event_blocks_gap(const nsd_event_blocks *blocks, int contact, double t);
/* The force of a held contact at t */
double nsd_event_blocks_force(nsd_event_blocks *blocks, int contact, double t);

#endif
