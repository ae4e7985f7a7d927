/* scenes.h - the scenes in which bench_engines compares rigid-body engines.
 *
 * A program makes its bodies from scene_bodies, takes steps, and prints by scene_print what
 * tests/bench/engines/bench_engines.m prints of NsdBodies: CPU time of the steps and an error. */
#ifndef SCENES_H
#define SCENES_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SCENE_GRAVITY 9.81

typedef struct scene_body {
    int    ball; /* 1: a ball with radius size[0]; 0: a box with these full edges */
    double size[3], x[3], v[3], mass;
} scene_body;

typedef struct scene {
    const char *name;
    int         count, walls; /* walls: a container around the spheres, else a floor */
    double      friction, restitution, duration, far;
    scene_body  body[5000];
} scene;

static void scene_add(scene *s, scene_body body)
{
    s->body[s->count++] = body;
}

/* Ten boxes at rest, 60 s: how far they drift */
static void scene_stack(scene *s)
{
    s->friction = 0.5;
    s->duration = 60.0;
    for (int k = 0; k < 10; k++) {
        scene_add(s, (scene_body){ 0, { 1, 1, 1 }, { 0, 0, 0.5 + k }, { 0, 0, 0 }, 1.0 });
    }
}

/* A box slides to rest after v^2/(2 mu g) */
static void scene_slide(scene *s)
{
    s->friction = 0.3;
    s->duration = 2.0;
    scene_add(s, (scene_body){ 0, { 1, 1, 0.2 }, { 0, 0, 0.1 }, { 3, 0, 0 }, 1.0 });
}

/* An elastic ball, 10 s: the energy that is lost */
static void scene_bounce(scene *s)
{
    s->restitution = 1.0;
    s->duration = 10.0;
    scene_add(s, (scene_body){ 1, { 0.1, 0, 0 }, { 0, 0, 1.1 }, { 0, 0, 0 }, 1.0 });
}

/* Spheres fall into a box, `side` in a row: how deep they overlap at the end */
static void scene_spheres(scene *s, int count, int side, double duration)
{
    s->friction = 0.3;
    s->duration = duration;
    s->walls = 1;
    s->far = 1.05 * (side - 1) + 0.6;
    for (int n = 1; n <= count; n++) {
        const int i = (n - 1) % side, j = (n - 1) / side % side, k = (n - 1) / (side * side);
        scene_add(s, (scene_body){ 1,
                                   { 0.5, 0, 0 },
                                   { 1.05 * i + 0.02 * sin(7.0 * n), 1.05 * j + 0.02 * cos(5.0 * n),
                                     1.05 * k + 0.6 },
                                   { 0, 0, 0 },
                                   1.0 });
    }
}

/* Wall of columns x rows bricks that a heavy ball hits: time only */
static void scene_hit(scene *s, int columns, int rows, double mass)
{
    s->friction = 0.5;
    s->duration = 2.0;
    for (int n = 0; n < columns * rows; n++) {
        const int column = n % columns, row = n / columns;
        scene_add(s, (scene_body){ 0,
                                   { 1, 0.5, 0.5 },
                                   { 1.02 * column + 0.5 * (row % 2), 0, 0.25 + 0.5 * row },
                                   { 0, 0, 0 },
                                   1.0 });
    }
    scene_add(
        s, (scene_body){
               1, { 0.5, 0, 0 }, { 0.5 * (columns - 1), -1.2, 0.25 * rows }, { 0, 12, 0 }, mass });
}

static scene *scene_named(const char *name)
{
    static scene s;
    s.name = name;
    if (strcmp(name, "stack") == 0) {
        scene_stack(&s);
    } else if (strcmp(name, "slide") == 0) {
        scene_slide(&s);
    } else if (strcmp(name, "bounce") == 0) {
        scene_bounce(&s);
    } else if (strcmp(name, "spheres") == 0) {
        scene_spheres(&s, 1000, 10, 3.0);
    } else if (strcmp(name, "many") == 0) {
        scene_spheres(&s, 5000, 17, 1.0);
    } else if (strcmp(name, "hit") == 0) {
        scene_hit(&s, 6, 6, 5.0);
    } else if (strcmp(name, "hit200") == 0) {
        scene_hit(&s, 20, 10, 20.0);
    } else {
        fprintf(stderr, "error: no scene %s\n", name);
        exit(1);
    }
    return &s;
}

/* Planes n'x >= offset: the floor, then walls at -0.6 and far */
static int scene_planes(const scene *s, double (*plane)[4])
{
    const double far = s->far;
    const double all[5][4] = {
        { 0, 0, 1, 0 }, { 1, 0, 0, -0.6 }, { -1, 0, 0, -far }, { 0, 1, 0, -0.6 }, { 0, -1, 0, -far }
    };
    memcpy(plane, all, sizeof all);
    return s->walls ? 5 : 1;
}

/* Mean overlap of what touches, up to a thousandth of a diameter apart; spheres of one size */
static double scene_overlap(const scene *s, double (*x)[3])
{
    double    sum = 0.0, plane[5][4];
    int       touching = 0;
    const int planes = scene_planes(s, plane);
    for (int i = 0; i < s->count; i++) {
        for (int j = 0; j < i + planes; j++) {
            double gap;
            if (j < i) {
                const double d[3] = { x[i][0] - x[j][0], x[i][1] - x[j][1], x[i][2] - x[j][2] };
                gap = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - 1.0;
            } else {
                const double *p = plane[j - i];
                gap = p[0] * x[i][0] + p[1] * x[i][1] + p[2] * x[i][2] - p[3] - 0.5;
            }
            if (gap < 1e-3) {
                touching++;
                sum += fmax(0.0, -gap);
            }
        }
    }
    return touching > 0 ? sum / touching : 0.0;
}

/* The error of a scene from the positions, and for `bounce` the velocity, at its end */
static double scene_error(const scene *s, double (*x)[3], double (*v)[3])
{
    double worst = 0.0;
    if (strcmp(s->name, "slide") == 0) {
        return fabs(x[0][0] - 9.0 / (2 * 0.3 * SCENE_GRAVITY));
    }
    if (strcmp(s->name, "bounce") == 0) {
        const double E0 = SCENE_GRAVITY * 1.1;
        return fabs(SCENE_GRAVITY * x[0][2] + 0.5 * v[0][2] * v[0][2] - E0) / (SCENE_GRAVITY * 1.0);
    }
    if (s->walls) {
        return scene_overlap(s, x);
    }
    if (strncmp(s->name, "hit", 3) == 0) {
        return NAN;
    }
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < 3; k++) {
            worst = fmax(worst, fabs(x[i][k] - s->body[i].x[k]));
        }
    }
    return worst;
}

/* extra engine_SCENE_ENGINE_STEP SECONDS ERROR */
static void scene_print(const scene *s, const char *engine, double h, double seconds, double error)
{
    printf("extra engine %s %s %g %.6g %.6g\n", s->name, engine, h, seconds, error);
}

#endif
