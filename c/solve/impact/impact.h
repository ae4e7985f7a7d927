/* impact.h - impulses of impacts in closed contacts, by various laws, for velocities U before and a
 * Delassus matrix W.                                                             (IM.1)-(IM.9)
 *
 * A contact has a block of 1 + d rows, its normal and d tangents. */
#ifndef NSD_IMPACT_H
#define NSD_IMPACT_H

#include "solve/lcp/lcp.h"

typedef enum nsd_impact_kind {
    NSD_IMPACT_NEWTON,    /* U+ = -e U- of contacts that approach                  (IM.1) */
    NSD_IMPACT_MOREAU,    /* the same, with the closed contacts that separate      (IM.1) */
    NSD_IMPACT_POISSON,   /* impulse of the expansion e times that of compression  (IM.2) */
    NSD_IMPACT_ENERGETIC, /* work of the expansion e^2 times that of compression   (IM.3) */
    NSD_IMPACT_FREMOND,   /* impulse by the mean of the velocities                 (IM.4) */
    NSD_IMPACT_MATRIX,    /* U+ = -E U-, E a matrix                                (IM.5) */
    NSD_IMPACT_KINDS
} nsd_impact_kind;

/* Several contacts that are closed together */
typedef enum nsd_impact_order {
    NSD_IMPACT_SIMULTANEOUS, /* all in one problem                                       */
    NSD_IMPACT_SEQUENTIAL,   /* one after the other, the fastest approach first   (IM.6) */
    NSD_IMPACT_LZB,          /* in the scale of impulses, by potential energies   (IM.7) */
    NSD_IMPACT_ORDERS
} nsd_impact_order;

typedef struct nsd_impact_law { /* of all m contacts of a system                    */
    nsd_impact_order       order;
    const nsd_impact_kind *kind;      /* m                                          */
    const double          *E;         /* m x m of NSD_IMPACT_MATRIX, or NULL        */
    const double          *stiffness; /* m: of LZB; only ratios matter              */
    const double          *exponent;  /* m: of LZB, force = stiffness depth^exponent */
} nsd_impact_law;

typedef struct nsd_impact_problem { /* contacts that take part        */
    int                    count;
    const double          *W;       /* size x size, size = (1 + d) count */
    const double          *U;       /* size: velocities before        */
    const double          *e;       /* count: restitution             */
    const int             *contact; /* count: numbers of the contacts */
    const nsd_impact_law  *law;
    int                    m; /* contacts of the system         */
    const nsd_lcp_options *options;
    nsd_scratch           *scratch; /* of the LCP                     */
    double                *room;    /* nsd_impact_room(m, d) numbers  */
    int                    d;       /* tangents of a contact, 0 to 2  */
    const double          *mu;      /* count: coefficients of friction; NULL without        */
    const double          *e_T;     /* m: restitution along tangents; NULL without          */
    /* With friction: P <- impulses by Coulomb's law for the velocities q + W P */
    nsd_status (*coulomb)(void *context, const double *W, const double *q, double *P);
    void *context;
} nsd_impact_problem;

/* Numbers of work space for an impact of up to m contacts with d tangents */
size_t nsd_impact_room(int m, int d);

/* P <- impulses of one impact by the law of the first contact, or of all by LZB (IM.1)-(IM.10) */
nsd_status nsd_impact_solve(const nsd_impact_problem *problem, double *P);

/* P <- impulses of the impact of all contacts in the scale of impulses, with friction: Liu, Zhao
 * and Brogliato; for one contact Stronge. NSD_MAX_ITER when it does not end     (IM.7)-(IM.9) */
nsd_status nsd_impact_lzb(const nsd_impact_problem *problem, double *P);

#endif
