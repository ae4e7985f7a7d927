/* engine_mujoco.c - MuJoCo in the scenes of scenes.h: engine_mujoco SCENE STEP FILE.xml
 *
 * Its default contacts are soft and have no law of restitution; the model is written into FILE. */
#include <mujoco/mujoco.h>

#include "scenes.h"

static int write_model(const scene *s, double h, const char *file)
{
    double plane[5][4];
    FILE  *out = fopen(file, "w");
    if (!out) {
        return 0;
    }
    fprintf(out, "<mujoco><option timestep=\"%g\" gravity=\"0 0 %g\"/>", h, -SCENE_GRAVITY);
    fprintf(out, "<size njmax=\"%d\" nconmax=\"%d\"/>", 100 * s->count, 30 * s->count);
    fprintf(out, "<default><geom condim=\"3\" friction=\"%g 0 0\"/></default><worldbody>",
            fmax(s->friction, 1e-5));
    for (int p = 0, planes = scene_planes(s, plane); p < planes; p++) {
        const double *n = plane[p];
        fprintf(out, "<geom type=\"plane\" size=\"0 0 1\" zaxis=\"%g %g %g\" pos=\"%g %g %g\"/>",
                n[0], n[1], n[2], n[0] * n[3], n[1] * n[3], n[2] * n[3]);
    }
    for (int i = 0; i < s->count; i++) {
        const scene_body *b = s->body + i;
        fprintf(out, "<body pos=\"%.15g %.15g %.15g\"><freejoint/><geom mass=\"%g\" type=\"%s\" ",
                b->x[0], b->x[1], b->x[2], b->mass, b->ball ? "sphere" : "box");
        fprintf(out, b->ball ? "size=\"%g\"/></body>" : "size=\"%g %g %g\"/></body>",
                b->ball ? b->size[0] : b->size[0] / 2, b->size[1] / 2, b->size[2] / 2);
    }
    fprintf(out, "</worldbody></mujoco>\n");
    return fclose(out) == 0;
}

int main(int count, char **given)
{
    static double x[5000][3], v[5000][3];
    char          problem[500] = "";

    if (count != 4) {
        fprintf(stderr, "error: engine_mujoco SCENE STEP FILE.xml\n");
        return 1;
    }
    const double h = atof(given[2]);
    scene       *s = scene_named(given[1]);
    mjModel *model = write_model(s, h, given[3]) ? mj_loadXML(given[3], NULL, problem, 500) : NULL;
    if (!model) {
        fprintf(stderr, "error: %s\n", problem);
        return 1;
    }
    mjData *data = mj_makeData(model);
    for (int i = 0; i < s->count; i++) {
        memcpy(data->qvel + 6 * i, s->body[i].v, sizeof s->body[i].v);
    }
    const clock_t before = clock();
    for (long k = 0, steps = lround(s->duration / h); k < steps; k++) {
        mj_step(model, data);
    }
    const double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    for (int i = 0; i < s->count; i++) {
        memcpy(x[i], data->qpos + 7 * i, sizeof x[i]);
        memcpy(v[i], data->qvel + 6 * i, sizeof v[i]);
    }
    scene_print(s, "MuJoCo", h, seconds, scene_error(s, x, v));
    mj_deleteData(data);
    mj_deleteModel(model);
    return 0;
}
