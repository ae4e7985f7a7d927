/* body.h - place and motion of a rigid body during a step. */
#ifndef NSD_BODY_H
#define NSD_BODY_H

/* Place of a body at which the contacts of a step are found, velocities before the impulses */
typedef struct nsd_body {
    double x[3], R[9]; /* centre and rotation at the predicted position              (RB.2) */
    double old[6];     /* as nsd_motion.v: after the free turn, before the impulses          */
    double free[6];    /* as nsd_motion.v: with gravity and loads, without other impulses    */
    double bound;      /* radius of a ball around the body                                  */
} nsd_body;

typedef struct nsd_motion {    /* velocities of a body, which impulses change, and its inertia */
    double v[6];               /* velocity of the centre, angular velocity */
    double inverse_mass, J[9]; /* J: inverse inertia in the frame at rest  */
} nsd_motion;

#endif
