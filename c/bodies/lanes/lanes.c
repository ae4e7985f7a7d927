/* lanes.c - contacts in batches of eight, swept in single precision                     (RB.27) */
#include "bodies/lanes/lanes.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/threads.h"

/* Number of the first accelerated sweep (RB.11). Larger: slow sweeps; smaller: directions from
 * sweeps in which contacts still open and close. */
#define FIRST_ACCELERATED_SWEEP 4

/* Sweeps from one acceleration, and one residual, to the next. Larger: fewer accelerations, more
 * sweeps; smaller: time for accelerations, each of which costs two sweeps. */
#define PERIOD 2

size_t nsd_lanes_lay_out(nsd_lanes *lanes, int count, int bodies, nsd_scratch *scratch)
{
    const int batches = count; /* at worst one body has all contacts */
    const int places = bodies + 1 + NSD_LANES_PARTS;
    lanes->batch = nsd_scratch_take(scratch, (size_t)batches, sizeof(nsd_lanes_batch));
    NSD_SCRATCH_EACH_INT(scratch, (size_t)count, &lanes->list, &lanes->lane);
    NSD_SCRATCH_EACH_INT(scratch, (size_t)places, &lanes->place, &lanes->body, &lanes->slab);
    lanes->slots = nsd_scratch_take(scratch, (size_t)places, sizeof *lanes->slots);
    return nsd_lanes_descent_lay_out(&lanes->descent, 3 * NSD_LANES * batches, places, scratch);
}

/* The fastest sweeps that this processor can run */
static const nsd_lanes_kernels *find_kernels(void)
{
#if NSD_LANES_AVX
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx")) {
        return &nsd_lanes_kernels_avx;
    }
#endif
    return &nsd_lanes_kernels_plain;
}

typedef struct iteration { /* what the parts of a problem share while they are swept            */
    nsd_lanes               *lanes;
    const nsd_lanes_kernels *kernels;
    int                      threads, plain; /* plain: along normals alone                      */
    int                      project;        /* 1: impulses onto their cones instead of a sweep  */
    int                      first;          /* part with number 0 of the round                 */
    float                    goal, worst[NSD_LANES_PARTS]; /* square of the largest residual    */
    int                      above[NSD_LANES_PARTS];       /* contacts above the goal           */
} iteration;

static void sweep_part(void *work, int number)
{
    const iteration      *it = work;
    const nsd_lanes_part *part = it->lanes->part + it->first + number;
    (it->project ? it->kernels->project
     : it->plain ? it->kernels->sweep_normals
                 : it->kernels->sweep)(it->lanes, part);
}

/* All parts, round after round, are swept, or (project is 1) projected. */
static void sweep(iteration *it, int project)
{
    it->project = project;
    it->first = 0;
    for (int k = 0; k < NSD_LANES_ROUNDS; k++) {
        const int end = it->lanes->round_end[k];
        nsd_threads_each(it->threads, end - it->first, sweep_part, it);
        it->first = end;
    }
}

static void look_at_part(void *work, int number)
{
    iteration            *it = work;
    const nsd_lanes_part *part = it->lanes->part + number;
    it->worst[number] = (it->plain ? it->kernels->look_normals : it->kernels->look)(
        it->lanes, part, it->goal, it->above + number);
}

/* The largest residual, and slopes; above <- contacts above the goal */
static float look(iteration *it, int *above)
{
    float worst = 0.0f;

    *above = 0;
    nsd_threads_each(it->threads, it->lanes->parts, look_at_part, it);
    for (int k = 0; k < it->lanes->parts; k++) {
        worst = worst > it->worst[k] ? worst : it->worst[k];
        *above += it->above[k];
    }
    return sqrtf(worst);
}

/* Sweeps along normals alone, which are not accelerated; returns their number. */
static int iterate_normals(iteration *it, const nsd_lanes_problem *problem)
{
    int sweeps = 1, above;

    for (;; sweeps++) {
        sweep(it, 0);
        if (sweeps >= problem->most || nsd_poll_stopped(problem->poll) ||
            (sweeps % PERIOD == 0 && !(look(it, &above) > it->goal))) {
            return sweeps;
        }
    }
}

/* Sweeps; returns their number. */
static int iterate(iteration *it, const nsd_lanes_problem *problem)
{
    nsd_lanes_descent *d = &it->lanes->descent;

    nsd_lanes_descent_begin(d);
    for (int sweeps = 1;; sweeps++) {
        int above;
        sweep(it, 0);
        if (sweeps % PERIOD != 0 && sweeps != problem->most) {
            continue;
        }
        const float residual = look(it, &above);
        if (!(residual > it->goal) || above < problem->part * problem->count ||
            sweeps >= problem->most || nsd_poll_stopped(problem->poll)) {
            return sweeps;
        }
        if (problem->steady) {
            continue;
        }
        if (sweeps >= FIRST_ACCELERATED_SWEEP) {
            if (nsd_lanes_descent_step(d, &it->kernels->arithmetic)) {
                sweep(it, 1);
            }
            nsd_lanes_descent_end(d, &it->kernels->arithmetic);
        }
        nsd_lanes_descent_begin(d);
    }
}

typedef struct outcome {
    const nsd_lanes         *lanes;
    const nsd_lanes_problem *problem;
} outcome;

/* The impulses of a part of the problem <- those of the sweeps */
static void take_impulses(void *work, int number)
{
    const outcome           *o = work;
    const nsd_lanes_problem *problem = o->problem;
    const nsd_lanes_part    *part = o->lanes->part + number;
    const double             unit = problem->speed / problem->lambda;

    for (int k = part->first; k < part->end; k++) {
        const int    c = o->lanes->list[k];
        const float *r = nsd_lanes_impulse(o->lanes, c);
        for (int i = 0; i < 3; i++) {
            problem->contact[c].r[i] = unit * (double)r[i * NSD_LANES];
        }
    }
}

/* 1 when no impulse is infinite or NaN */
static int all_finite(const nsd_lanes *lanes)
{
    int finite = 1;
    for (int i = 0; i < lanes->descent.n; i++) {
        finite &= fabsf(lanes->r[i]) <= FLT_MAX;
    }
    return finite;
}

int nsd_lanes_solve(const nsd_lanes_problem *problem, nsd_scratch scratch)
{
    const double unit = problem->speed / problem->lambda;
    nsd_lanes    lanes;

    nsd_lanes_lay_out(&lanes, problem->count, problem->bodies, &scratch);
    if (nsd_scratch_is_full(&scratch) || !(unit > 0.0 && unit < INFINITY)) {
        return 0;
    }
    nsd_lanes_split(&lanes, problem);
    nsd_lanes_fill(&lanes, problem);
    iteration it = { .lanes = &lanes,
                     .kernels = problem->kernels ? problem->kernels : find_kernels(),
                     .threads = problem->threads,
                     .plain = problem->plain,
                     .goal = (float)(problem->goal / problem->speed) };
    const int sweeps = problem->plain ? iterate_normals(&it, problem) : iterate(&it, problem);
    if (!all_finite(&lanes)) {
        return 0;
    }
    outcome o = { &lanes, problem };
    nsd_threads_each(problem->threads, lanes.parts, take_impulses, &o);
    return sweeps;
}
