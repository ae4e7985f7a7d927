/* lanes.h - sweeps over many contacts in single precision, eight pairs side by side    (RB.27)
 *
 * Pairs of one batch have no free body in common, so that the order within a batch does not
 * matter. Impulses and changes of velocities are in units of the problem; what the sweeps find is
 * checked, and finished, in double precision by the caller. */
#ifndef NSD_LANES_H
#define NSD_LANES_H

#include "base/solver.h"
#include "bodies/lanes/lanes_descent.h"
#include "bodies/mechanism/body.h"

/* Pairs of a batch */
#define NSD_LANES 8

/* 1 where the compiler can make functions for AVX beside those for any processor. Not on Windows,
 * where gcc does not align the stack as AVX needs it. */
#if defined(__GNUC__) && defined(__x86_64__) && !defined(_WIN32)
#define NSD_LANES_AVX 1
#else
#define NSD_LANES_AVX 0
#endif

/* Contacts from which on batches are worth their set-up. Larger: slower sweeps for small islands;
 * smaller: set-up for islands that a few sweeps solve. */
#define NSD_LANES_CONTACTS 12

/* Residual, in parts of the largest velocity, down to which single precision, of 6e-8, sweeps.
 * Larger: more of the slower sweeps where digits are asked for; smaller: rounding stops the fast
 * ones. */
#define NSD_LANES_TOLERANCE 1e-5

/* Contacts of one pair with one normal that share a lane: they are swept one after the other with
 * the velocities of the pair at hand. Larger: lanes that stay empty; smaller: velocities are
 * fetched and put back more often. */
#define NSD_LANES_GROUP 4

/* What the sweeps read: the numbers of a pair, then those of each of its contacts. Velocities are
 * those of bodies times the roots of masses and inertias, so that their squares are energies. */
enum {
    NSD_LANES_D,                        /* 9: normal and tangents                            */
    NSD_LANES_PUSH_A = NSD_LANES_D + 9, /* roots of the inverse masses                       */
    NSD_LANES_PUSH_B,
    NSD_LANES_BOTH, /* sum of the inverse masses                        */
    NSD_LANES_MU,
    NSD_LANES_PAIR = 16,   /* numbers of a pair, with those that are not used  */
    NSD_LANES_TURN_A = 16, /* 9: root of the inverse inertia times arm x D     */
    NSD_LANES_TURN_B = NSD_LANES_TURN_A + 9,
    NSD_LANES_Q = NSD_LANES_TURN_B + 9, /* 3: velocity at the beginning, with rebound       */
    NSD_LANES_NORMAL = NSD_LANES_Q + 3, /* 1/W_NN                                           */
    NSD_LANES_COUPLING,                 /* 2: W_TN                                          */
    NSD_LANES_TANGENT = NSD_LANES_COUPLING + 2, /* 1 over the larger eigenvalue of W_TT     */
    NSD_LANES_NUMBERS = 48,
    NSD_LANES_OWN = NSD_LANES_NUMBERS - NSD_LANES_PAIR /* numbers of each contact           */
};

/* What does not change of a body in a step, impulses in units of velocities over lambda */
typedef struct nsd_lanes_body {
    double push;    /* root of the inverse mass                                             */
    double turn[6]; /* lower triangle of a root of the inverse inertia, by columns          */
} nsd_lanes_body;
void nsd_lanes_fill_body(const nsd_motion *motion, double lambda, nsd_lanes_body *body);

/* The same of a contact: NSD_LANES_NUMBERS, as the sweeps read them; those of Q are zero. W: 3 x 3,
 * its block */
void nsd_lanes_fill_record(const nsd_lanes_body *one, const nsd_lanes_body *two, const double *D,
                           const double *arm_a, const double *arm_b, const double *W, double mu,
                           double lambda, float *record);

typedef struct nsd_lanes_batch {       /* eight pairs with up to NSD_LANES_GROUP contacts each    */
    int    a[NSD_LANES], b[NSD_LANES]; /* places of the bodies; 0: one that does not move         */
    int    first, length;              /* row of its first contacts; contacts of each pair        */
    float *x;                          /* NSD_LANES x (NSD_LANES_PAIR + length NSD_LANES_OWN)     */
} nsd_lanes_batch;

typedef struct nsd_lanes_contact { /* arrays are borrowed                                     */
    int          a, b;             /* motions of both sides                                   */
    double       q[3];             /* velocity now, with rebound                              */
    const float *record;           /* NSD_LANES_NUMBERS, of nsd_lanes_fill_record             */
    double      *r;                /* 3: impulse now; new impulse                             */
} nsd_lanes_contact;

typedef struct nsd_lanes_problem {
    int                count, bodies;
    nsd_lanes_contact *contact; /* count                                                      */
    const nsd_motion  *motion;  /* of all bodies; the last one is the world at rest           */
    double             lambda;  /* bound of the eigenvalues of W, that of the records         */
    double             speed;   /* largest |q|: unit of velocities                            */
    double             goal;    /* residual at which the sweeps end                           */
    double          part;   /* part of the contacts: the sweeps end when fewer are above the goal */
    int             most;   /* sweeps at most                                             */
    int             steady; /* 1: the sweeps are not accelerated                         */
    int             plain;  /* 1: along normals alone, not accelerated                    */
    const nsd_poll *poll;
    const struct nsd_lanes_kernels *kernels; /* NULL: the fastest ones of this processor     */
} nsd_lanes_problem;

typedef struct nsd_lanes {
    nsd_lanes_batch *batch;
    int       batches, rows, places; /* places of bodies, the first for all that do not move */
    float    *numbers;               /* of all batches                                     */
    int      *contact;               /* NSD_LANES x rows: its contact, -1: none            */
    int      *place;                 /* of each body                                       */
    unsigned *slots;                 /* of each place: bits of the open batches with it    */
    float    *r, *v;                 /* 3 x NSD_LANES x rows: impulses; changes of
                                               velocities                                         */
    nsd_lanes_descent descent;
} nsd_lanes;

typedef struct nsd_lanes_kernels { /* the work of a sweep, for one kind of processor; same bits  */
    /* the records of the contacts in the places of their batches */
    void (*fill)(nsd_lanes *lanes, const nsd_lanes_contact *contact);
    void (*sweep)(const nsd_lanes *lanes); /* all contacts once                          (RB.27) */
    /* residuals (FR.4), the largest, and the number of contacts above goal                  */
    float (*look)(nsd_lanes *lanes, float goal, int *above);
    void (*project)(const nsd_lanes *lanes); /* impulses onto their cones, velocities follow    */
    /* the same along normals alone, without friction */
    void (*sweep_normals)(const nsd_lanes *lanes);
    float (*look_normals)(nsd_lanes *lanes, float goal, int *above);
    nsd_lanes_arithmetic arithmetic;
} nsd_lanes_kernels;

extern const nsd_lanes_kernels nsd_lanes_kernels_plain;
#if NSD_LANES_AVX
extern const nsd_lanes_kernels nsd_lanes_kernels_avx;
#endif

/* Takes, or counts, the memory for problems of up to `count` contacts and `bodies` bodies. */
size_t nsd_lanes_lay_out(nsd_lanes *lanes, int count, int bodies, nsd_scratch *scratch);

/* Sweeps until the residual is at most the goal, or few contacts are above; the impulses change
 * unless single precision fails. Returns the number of sweeps, 0 after a failure. */
int nsd_lanes_solve(const nsd_lanes_problem *problem, nsd_scratch scratch);

#endif
