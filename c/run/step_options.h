/* step_options.h - the options of the time-stepping schemes. */
#ifndef NSD_STEP_OPTIONS_H
#define NSD_STEP_OPTIONS_H

#include "solve/lcp/lcp.h"

/* The Newmark family; of the other schemes paoli uses memory. */
typedef struct nsd_newmark_options {
    double        gamma, beta;      /*                                         (NMK.2) */
    double        alpha_m, alpha_f; /* both zero for Newmark                   (NMK.3) */
    int           ggl;              /* 1: contacts and joints also by position (NMK.8) */
    int           by_position;      /* naive: gaps, not their velocities      (NMK.16) */
    int           plain_works;      /* set by genalpha itself                 (NMK.12) */
    const double *memory;           /* of an earlier run to go on from, or NULL        */
    size_t        memory_size;
} nsd_newmark_options;

typedef struct nsd_step_options { /* no defaults in C: the caller sets every field */
    double          h;            /* > 0                                          */
    double          theta;        /* in [0, 1]                            (MJ.1)  */
    double          activation;   /* gamma of the predicted gap, in [0, 1] (MJ.3) */
    nsd_lcp_options lcp;
    double          s; /* Paoli's weight of K, >= 0 (SP.1) */

    nsd_newmark_options newmark;
} nsd_step_options;

typedef struct nsd_nonlinear_options { /* no defaults in C: the caller sets every field */
    nsd_step_options step;
    double           newton_tolerance; /* on the change of the velocity, relative        */
    int              newton_max_iter;
    int              halvings; /* how often a failing step may be halved, 0 = never      */
    int              project;  /* 1: gaps and joints are brought back at position level  */
    int              geodesic; /* 1: paoli projects in the geodesic distance, not frozen  */
} nsd_nonlinear_options;

#endif
