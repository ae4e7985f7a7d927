// engine_bullet.cpp - Bullet in the scenes of scenes.h: engine_bullet SCENE STEP ITERATIONS
#include <btBulletDynamicsCommon.h>

#include "scenes.h"

static btRigidBody *add(btDynamicsWorld &world, btCollisionShape *shape, double mass,
                        const btVector3 &place, const scene *s)
{
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    btTransform start;
    start.setIdentity();
    start.setOrigin(place);
    btRigidBody::btRigidBodyConstructionInfo info(mass, new btDefaultMotionState(start), shape,
                                                  inertia);
    btRigidBody *body = new btRigidBody(info);
    body->setFriction(std::sqrt(s->friction)); // a pair takes the product
    body->setRestitution(s->restitution);
    body->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(body);
    return body;
}

int main(int count, char **given)
{
    if (count != 4) {
        std::fprintf(stderr, "error: engine_bullet SCENE STEP ITERATIONS\n");
        return 1;
    }
    const double h = std::atof(given[2]);
    scene       *s = scene_named(given[1]);

    btDefaultCollisionConfiguration     configuration;
    btCollisionDispatcher               dispatcher(&configuration);
    btDbvtBroadphase                    broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, 0, -SCENE_GRAVITY));
    world.getSolverInfo().m_numIterations = std::atoi(given[3]);

    double    plane[5][4];
    const int planes = scene_planes(s, plane);
    for (int p = 0; p < planes; p++) {
        add(world, new btStaticPlaneShape(btVector3(plane[p][0], plane[p][1], plane[p][2]), plane[p][3]),
            0, btVector3(0, 0, 0), s);
    }
    static btRigidBody *body[5000];
    for (int i = 0; i < s->count; i++) {
        const scene_body *b = s->body + i;
        btCollisionShape *shape = b->ball
                                      ? static_cast<btCollisionShape *>(new btSphereShape(b->size[0]))
                                      : new btBoxShape(btVector3(b->size[0], b->size[1], b->size[2]) / 2);
        body[i] = add(world, shape, b->mass, btVector3(b->x[0], b->x[1], b->x[2]), s);
        body[i]->setLinearVelocity(btVector3(b->v[0], b->v[1], b->v[2]));
    }
    const clock_t before = clock();
    for (long k = 0, steps = std::lround(s->duration / h); k < steps; k++) {
        world.stepSimulation(h, 0);
    }
    const double  seconds = double(clock() - before) / CLOCKS_PER_SEC;
    static double x[5000][3], v[5000][3];
    for (int i = 0; i < s->count; i++) {
        const btVector3 at = body[i]->getWorldTransform().getOrigin();
        for (int k = 0; k < 3; k++) {
            x[i][k] = at[k];
            v[i][k] = body[i]->getLinearVelocity()[k];
        }
    }
    char name[64];
    std::snprintf(name, sizeof name, "Bullet-%s", given[3]);
    scene_print(s, name, h, seconds, scene_error(s, x, v));
    return 0;
}
