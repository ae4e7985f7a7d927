/* engine_ode.c - ODE in the scenes of scenes.h: engine_ode SCENE STEP ITERATIONS */
#include <ode/ode.h>

#include "scenes.h"

enum { MOST_CONTACTS = 8 };

typedef struct simulation {
    dWorldID      world;
    dJointGroupID contacts;
    const scene  *scene;
} simulation;

static void near_pair(void *data, dGeomID one, dGeomID two)
{
    const simulation *sim = data;
    const dBodyID     a = dGeomGetBody(one), b = dGeomGetBody(two);
    dContact          contact[MOST_CONTACTS];

    if (!a && !b) {
        return;
    }
    const int found = dCollide(one, two, MOST_CONTACTS, &contact[0].geom, sizeof(dContact));
    for (int k = 0; k < found; k++) {
        memset(&contact[k].surface, 0, sizeof contact[k].surface);
        contact[k].surface.mode = dContactApprox1;
        contact[k].surface.mu = sim->scene->friction;
        if (sim->scene->restitution > 0) {
            contact[k].surface.mode |= dContactBounce;
            contact[k].surface.bounce = sim->scene->restitution;
        }
        dJointAttach(dJointCreateContact(sim->world, sim->contacts, contact + k), a, b);
    }
}

static dBodyID add(const simulation *sim, dSpaceID space, const scene_body *b)
{
    const dBodyID body = dBodyCreate(sim->world);
    dMass         mass;
    if (b->ball) {
        dMassSetSphereTotal(&mass, b->mass, b->size[0]);
    } else {
        dMassSetBoxTotal(&mass, b->mass, b->size[0], b->size[1], b->size[2]);
    }
    dBodySetMass(body, &mass);
    dBodySetPosition(body, b->x[0], b->x[1], b->x[2]);
    dBodySetLinearVel(body, b->v[0], b->v[1], b->v[2]);
    dGeomSetBody(b->ball ? dCreateSphere(space, b->size[0])
                         : dCreateBox(space, b->size[0], b->size[1], b->size[2]),
                 body);
    return body;
}

int main(int count, char **given)
{
    static dBodyID body[5000];
    static double  x[5000][3], v[5000][3];
    double         plane[5][4];
    char           name[64];

    if (count != 4) {
        fprintf(stderr, "error: engine_ode SCENE STEP ITERATIONS\n");
        return 1;
    }
    const double h = atof(given[2]);
    scene       *s = scene_named(given[1]);
    dInitODE2(0);
    const simulation sim = { dWorldCreate(), dJointGroupCreate(0), s };
    const dSpaceID   space = dHashSpaceCreate(0);
    dWorldSetGravity(sim.world, 0, 0, -SCENE_GRAVITY);
    dWorldSetQuickStepNumIterations(sim.world, atoi(given[3]));
    for (int p = 0, planes = scene_planes(s, plane); p < planes; p++) {
        dCreatePlane(space, plane[p][0], plane[p][1], plane[p][2], plane[p][3]);
    }
    for (int i = 0; i < s->count; i++) {
        body[i] = add(&sim, space, s->body + i);
    }
    const clock_t before = clock();
    for (long k = 0, steps = lround(s->duration / h); k < steps; k++) {
        dSpaceCollide(space, (void *)&sim, near_pair);
        dWorldQuickStep(sim.world, h);
        dJointGroupEmpty(sim.contacts);
    }
    const double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < 3; k++) {
            x[i][k] = dBodyGetPosition(body[i])[k];
            v[i][k] = dBodyGetLinearVel(body[i])[k];
        }
    }
    snprintf(name, sizeof name, "ODE-%s", given[3]);
    scene_print(s, name, h, seconds, scene_error(s, x, v));
    return 0;
}
