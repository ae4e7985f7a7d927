/* held.h - held contacts and joints of the event methods: equations of their accelerations,
 * projection against drift, impact law, and which contacts are held. */
#ifndef NSD_HELD_H
#define NSD_HELD_H

#include "contact/held/impact_law.h"
#include "contact/mechanics.h"

typedef struct nsd_event_point { /* an instant of a motion */
    double        t;
    const double *q, *v;
} nsd_event_point;

typedef struct nsd_held {
    nsd_mechanics      *mechanics;
    nsd_contact_varying rows;         /* equations of held contacts and joints       */
    double             *kappa;        /* m + p: y'' = H'a + kappa, g'' = J'a + kappa */
    double             *rates;        /* m + p: y', g'                               */
    double             *work;         /* m                                           */
    double             *impact_room;  /* nsd_impact_law_room with laws of impacts    */
    int                 endless;      /* 1: in the last nsd_held_impact a closed contact still
                                         approached after the most rounds                        */
    double              largest_push; /* largest sum of the terms of a contact's acceleration, in
                                         the last nsd_held_choose                                */
    double              noise;        /* of accelerations, absolute: a contact that no larger one
                                         presses has no force; 0: rounding of its own terms only */
    const double       *forces; /* of nsd_held_choose: the selected contacts, then the joints    */
    double short_time; /* > 0: time over which gap velocities are differenced along the motion
                          where the model has no Jacobian of the gaps                            */
} nsd_held;

size_t     nsd_held_scratch(const nsd_model *model);
nsd_status nsd_held_init(nsd_held *held, nsd_mechanics *mechanics, nsd_scratch *scratch);

/* Selects the contacts with members[a] = 1: mechanics->tally.active */
void nsd_held_select(nsd_held *held, const int *members);

/* Gap velocities H'v + y_t of all contacts into U; mechanics->H and y_t are those of the point. */
nsd_status nsd_held_rates(nsd_held *held, const nsd_event_point *point, double *U);

/* mechanics->G = [H J] of the selected contacts and of all joints; held->rates of both */
nsd_status nsd_held_normals(nsd_held *held, const nsd_event_point *point);
/* nsd_held_normals, and held->kappa; d: a short time for differences                    (NM.4) */
nsd_status nsd_held_bias(nsd_held *held, const nsd_event_point *point, double d);
/* mechanics->u <- second derivatives of the rows of G for accelerations a, after nsd_held_bias */
void nsd_held_fill_accelerations(nsd_held *held, const double *a);
/* x <- x + A^-1 G z so that u + G'A^-1 G z = 0; z is held->rows.z */
nsd_status nsd_held_equalities(nsd_held *held, const nsd_contact_varying_problem *problem,
                               double *x);

/* Projects q (point->q itself) so that gaps of the selected contacts and joints are zero up to
 * `tolerance`; the change is least in |.|_M                                             (NM.5) */
nsd_status nsd_held_project_positions(nsd_held *held, const nsd_event_point *point,
                                      double tolerance, double *q);
/* Projects v so that gap velocities of the selected contacts and rates of the joints are zero
 *                                                                                       (NM.5) */
nsd_status nsd_held_project_velocities(nsd_held *held, const nsd_event_point *point, double *v);

/* Takes contacts that separate, by rounding, out of the selected ones; 1 when there were some. For
 * a round of impacts that has no solution with them: a corner whose walls the body leaves and
 * meets at speeds on either side of the smallest one that counts                        (NM.8) */
int nsd_held_drop_separating(nsd_tally *set, const double *U);

/* 0 <= U + e U_before _|_ P >= 0 in the metric of M(q), or the laws of model->surface.impact,
 * repeated while a closed contact approaches. Before the call M is factored, and H, y_t, J, g_t and
 * U_before belong to the state; v, P and U of the state change.                         (NM.8) */
nsd_status nsd_held_impact(nsd_held *held, const nsd_impact *law, nsd_state *state);

/* Forces of the selected contacts at rest (NM.9), then selects the contacts that stay closed, with
 * held->forces. On entry the candidates are selected and nsd_held_bias was called for them.
 * Contacts with a force stay closed; so do contacts without force and acceleration, if the forces
 * can be shared with them and none is negative. free: n numbers, gets the a of entry.    (ED.8) */
nsd_status nsd_held_choose(nsd_held *held, const int *candidates, double *free, double *a);

#endif
