/* engine_scene.c - the scenes of scenes.h for engines that are not C:
 *     engine_scene list SCENE                 prints the scene as JSON
 *     engine_scene judge SCENE ENGINE STEP    reads CPU seconds, then position and velocity of each
 *                                             body, and prints the row as the other programs do */
#include "scenes.h"

static void print_numbers(const char *name, const double *number, int count)
{
    printf("\"%s\":[", name);
    for (int k = 0; k < count; k++) {
        printf(k > 0 ? ",%.17g" : "%.17g", number[k]);
    }
    printf("]");
}

static int list(const scene *s)
{
    double    plane[5][4];
    const int planes = scene_planes(s, plane);

    printf("{\"friction\":%.17g,\"restitution\":%.17g,\"duration\":%.17g,\"gravity\":%.17g,",
           s->friction, s->restitution, s->duration, SCENE_GRAVITY);
    printf("\"planes\":[");
    for (int p = 0; p < planes; p++) {
        printf(p > 0 ? ",{" : "{");
        print_numbers("plane", plane[p], 4);
        printf("}");
    }
    printf("],\"bodies\":[");
    for (int i = 0; i < s->count; i++) {
        const scene_body *b = s->body + i;
        printf("%s{\"ball\":%d,\"mass\":%.17g,", i > 0 ? "," : "", b->ball, b->mass);
        print_numbers("size", b->size, 3);
        printf(",");
        print_numbers("x", b->x, 3);
        printf(",");
        print_numbers("v", b->v, 3);
        printf("}");
    }
    printf("]}\n");
    return 0;
}

static int judge(const scene *s, const char *engine, double h)
{
    static double x[5000][3], v[5000][3];
    double        seconds;
    int           read = scanf("%lf", &seconds) == 1;

    for (int i = 0; i < s->count; i++) {
        read &= scanf("%lf %lf %lf %lf %lf %lf", &x[i][0], &x[i][1], &x[i][2], &v[i][0], &v[i][1],
                      &v[i][2]) == 6;
    }
    if (!read) {
        fprintf(stderr, "error: %s gave no result of %s\n", engine, s->name);
        return 1;
    }
    scene_print(s, engine, h, seconds, scene_error(s, x, v));
    return 0;
}

int main(int count, char **given)
{
    if (count == 3 && strcmp(given[1], "list") == 0) {
        return list(scene_named(given[2]));
    }
    if (count == 5 && strcmp(given[1], "judge") == 0) {
        return judge(scene_named(given[2]), given[3], atof(given[4]));
    }
    fprintf(stderr, "error: engine_scene list SCENE | judge SCENE ENGINE STEP\n");
    return 1;
}
