/* held.h - held contacts and joints of the event methods: equations of their accelerations,
 * drift, impact law, and which contacts are held. */
#ifndef NSD_HELD_H
#define NSD_HELD_H

#include "contact/mechanics.h"

typedef struct nsd_event_point { /* an instant of a motion */
    double        t;
    const double *q, *v;
} nsd_event_point;

typedef struct nsd_held {
    nsd_mechanics      *mechanics;
    nsd_contact_varying rows;    /* equations of held contacts and joints                */
    double             *kappa;   /* m + p: y'' = H'a + kappa, g'' = J'a + kappa           */
    double             *rates;   /* m + p: y', g'                                        */
    double             *spare;   /* m                                                    */
    int                 endless; /* 1: the impact law had no end but the limit of its rounds */
    double              push;    /* largest acceleration at hand in nsd_held_choose       */
    const double       *z;       /* its forces: of the selected contacts, of the joints  */
    double short_time; /* > 0: rates without a Jacobian are differenced along the motion, so long */
} nsd_held;

size_t     nsd_held_scratch(const nsd_model *model);
nsd_status nsd_held_init(nsd_held *held, nsd_mechanics *mechanics, nsd_scratch *scratch);

/* mechanics->tally.active <- the contacts with members[a] = 1 */
void nsd_held_select(nsd_held *held, const int *members);

/* Gap velocities H'v + y_t of all contacts into U; mechanics->H and y_t are those of the point. */
nsd_status nsd_held_rates(nsd_held *held, const nsd_event_point *point, double *U);

/* G = [H J] of the selected contacts and of all joints, and their rates */
nsd_status nsd_held_normals(nsd_held *held, const nsd_event_point *point);
/* The same, and kappa of all; d: a short time for differences                          (NM.4) */
nsd_status nsd_held_bias(nsd_held *held, const nsd_event_point *point, double d);
/* x <- x + A^-1 G z with G'x + u = 0; z is held->rows.z */
nsd_status nsd_held_equalities(nsd_held *held, const nsd_contact_varying_problem *problem,
                               double *x);

/* The selected contacts and the joints back onto their surfaces (q of the point itself, until they
 * miss by `tolerance` at most), and velocities along them: least in |.|_M               (NM.5) */
nsd_status nsd_held_project_positions(nsd_held *held, const nsd_event_point *point,
                                      double tolerance, double *q);
nsd_status nsd_held_project_velocities(nsd_held *held, const nsd_event_point *point, double *v);

typedef struct nsd_impact { /* the impact law at an instant */
    const int    *touching; /* m: 1 for closed contacts                                  */
    const double *e;        /* m: restitution                                            */
    double        rest;     /* gap velocities below this count as zero                   */
} nsd_impact;

/* 0 <= U + e U_before _|_ P >= 0 in the metric of M(q), repeated while a closed contact
 * approaches. M is factored, H, y_t, J, g_t and U_before belong to the state: v, P, U change.
 *                                                                                       (NM.8) */
nsd_status nsd_held_impact(nsd_held *held, const nsd_impact *law, nsd_state *state);

/* a <- a + M^-1 (H lambda + J mu) with 0 <= H'a + kappa _|_ lambda >= 0 on the selected contacts;
 * lambda and mu are mechanics->contact.z                                                (NM.9) */
nsd_status nsd_held_forces(nsd_held *held, double *a);

/* The same on the candidates, which are selected and whose bias is known. Those that stick are
 * selected afterwards, forces in held->z: the ones that carry, and with them those that the motion
 * leaves where they are if all of them can share. free: n numbers, the a of the start.   (ED.8) */
nsd_status nsd_held_choose(nsd_held *held, const int *candidates, double *free, double *a);

#endif
