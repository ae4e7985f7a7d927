/* impact_lzb.c - multiple impacts by Liu, Zhao and Brogliato: impulses share the process by the
 * potential energies of the contacts; friction by Coulomb's law at every instant.  (IM.7)-(IM.9)
 *
 * The distributing law dP_i/dP_j = lambda_i/lambda_j with lambda ~ K^(1/(1+n)) E^(n/(1+n)) is that
 * of forces K delta^n whose depth delta stores E. With ds = dP_i/lambda_i as the common variable of
 * all contacts the process is regular where energies are zero:
 *     dU/ds = W lambda,   d delta/ds = -U in compression, -U/e^2 in expansion */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "solve/impact/impact.h"
#include "solve/ode/dp54.h"

/* Error of a step, relative to the largest velocities and depths. Larger: velocities behind the
 * impact have about ten times this error; smaller: more steps. */
#define STEP_TOLERANCE 1e-11

/* Steps of an impact. Fewer: chains of hundreds of balls do not end. */
#define MOST_STEPS 2000000

/* Part of the largest velocity up to which a contact rests: by which it approaches, and which its
 * energy could give back. Smaller: rounding keeps the process going; larger: contacts approach. */
#define REST_PART 1e-13

/* Sliding speed, as a part of the largest velocity, at which a contact stops, and above which one
 * that did not slide slides. Larger: less exact; smaller: many steps until a contact stops. */
#define STOP_PART  1e-11
#define SLIDE_PART 1e-9

/* Steps in a row with a contact slower than SLIDE_PART, after which such contacts stop: near a stop
 * in space what is left of the velocity may be less than the error of a step, and never zero.
 * Fewer: stops are less exact; more: more steps. */
#define LINGERING_STEPS 100

/* Sweeps over contacts that do not slide, and the part of the largest friction by which the last
 * may still change one. Fewer, larger: contacts that share a load creep. */
#define MOST_SWEEPS  2000
#define SWEEP_CHANGE 1e-14

/* Restitution below this is this: a contact gives back all its energy on the way e^2 */
#define LEAST_RESTITUTION 1e-3

typedef struct process { /* state: U of all contacts, their depths over `length`, impulses */
    const nsd_impact_problem *b;
    int                       count, block, rows; /* contacts; 1 + d; block count            */
    double                    length;             /* unit of depth: as exact as velocities   */
    nsd_dp54                  pair;
    double                   *lambda; /* rows: forces, normal and tangential               */
    double                   *x, *x1; /* state, and that after a step                      */
    double                   *rests;  /* count: 1 for contacts that do not slide           */
    int                       slow;   /* steps in a row with a contact that hardly slides  */
} process;

static double force(const process *s, int i, double depth)
{
    const int c = s->b->contact[i];
    return depth > 0.0 ? s->b->law->stiffness[c] * pow(depth, s->b->law->exponent[c]) : 0.0;
}

/* Tangential forces of contact i, which slides with U_T along the tangents               (IM.8) */
static void slide(const process *s, int i, const double *U_T)
{
    const int    d = s->b->d;
    double      *T = s->lambda + i * s->block + 1;
    const double speed = d == 1 ? fabs(U_T[0]) : hypot(U_T[0], U_T[1]);
    for (int k = 0; k < d && speed > 0.0; k++) {
        T[k] = -s->b->mu[i] * T[-1] * U_T[k] / speed;
    }
}

/* One change of the tangential forces of contact i, which does not slide, towards those that stop
 * it, within mu lambda; returns the change                                               (IM.9) */
static double hold(const process *s, int i)
{
    const int    d = s->b->d, first = i * s->block + 1;
    const double most = s->b->mu[i] * s->lambda[first - 1];
    double       T[2] = { 0.0, 0.0 }, trace = 0.0, change = 0.0;

    for (int k = 0; k < d; k++) {
        trace += s->b->W[(first + k) * (s->rows + 1)];
    }
    for (int k = 0; k < d && trace > 0.0; k++) {
        double rate = 0.0;
        for (int j = 0; j < s->rows; j++) {
            rate += s->b->W[first + k + (size_t)j * (size_t)s->rows] * s->lambda[j];
        }
        T[k] = s->lambda[first + k] - rate / trace;
    }
    const double size = hypot(T[0], T[1]), shrink = size > most ? most / size : 1.0;
    for (int k = 0; k < d; k++) {
        change = fmax(change, fabs(shrink * T[k] - s->lambda[first + k]));
        s->lambda[first + k] = shrink * T[k];
    }
    return change;
}

/* Tangential forces: sliding contacts by their direction, the others so that they begin to slide
 * only at the limit. Directions of sliding in the plane are those of the state s->x.             */
static void fill_friction(const process *s, const double *x)
{
    const int d = s->b->d;
    double    change = INFINITY, size = 0.0;

    for (int i = 0; i < s->count; i++) {
        const double *U_T = (d == 1 ? s->x : x) + i * s->block + 1;
        size = fmax(size, s->b->mu[i] * s->lambda[i * s->block]);
        if (s->rests[i] == 0.0) {
            slide(s, i, U_T);
        }
    }
    for (int sweep = 0; sweep < MOST_SWEEPS && change > SWEEP_CHANGE * size; sweep++) {
        change = 0.0;
        for (int i = 0; i < s->count; i++) {
            change = fmax(change, s->rests[i] == 0.0 ? 0.0 : hold(s, i));
        }
    }
}

/* nsd_field_fn: d <- derivatives of (U, depth, P); lambda: the forces                    (IM.7) */
static nsd_status field(void *context, double t, const double *x, double *d)
{
    const process *s = context;
    (void)t;
    for (int i = 0; i < s->count; i++) {
        const double e = fmax(LEAST_RESTITUTION, s->b->e[i]), U = x[i * s->block] / s->length;
        const double depth = s->length * x[s->rows + i];
        s->lambda[i * s->block] = force(s, i, depth);
        d[s->rows + i] = U < 0.0 ? -U : depth > 0.0 ? -U / (e * e) : 0.0;
    }
    if (s->b->d > 0) {
        fill_friction(s, x);
    }
    nsd_dense_gemv(NSD_PLAIN, s->rows, s->rows, 1.0, s->b->W, s->rows, s->lambda, 0.0, d);
    memcpy(d + s->rows + s->count, s->lambda, (size_t)s->rows * sizeof *d);
    return NSD_OK;
}

/* The velocity that the energy of contact i could give to this contact alone */
static double stored_speed(const process *s, int i)
{
    const double depth = s->length * s->x[s->rows + i];
    const double W = s->b->W[(size_t)(i * s->block) * (size_t)(s->rows + 1)];
    const double n = s->b->law->exponent[s->b->contact[i]];
    return sqrt(2.0 * W * force(s, i, depth) * depth / (n + 1.0));
}

/* 1 when no contact pushes or approaches. Contacts between others that press them give back their
 * energy for ever, less and less                                                                */
static int has_ended(const process *s, double speed)
{
    int ended = 1;
    for (int i = 0; i < s->count && ended; i++) {
        ended = s->x[i * s->block] >= -REST_PART * speed && stored_speed(s, i) <= REST_PART * speed;
    }
    return ended;
}

/* Part of the step after which the first contact that slides has stopped; 1: none does, or all but
 * REST_PART of the velocity is gone */
static double part_until_stop(const process *s, double speed)
{
    const int d = s->b->d;
    double    part = 1.0;
    for (int i = 0; i < s->count && d > 0; i++) {
        const double *U0 = s->x + i * s->block + 1, *U1 = s->x1 + i * s->block + 1;
        const double  before = nsd_dense_dot(d, U0, U0), along = nsd_dense_dot(d, U0, U1);
        if (s->rests[i] == 0.0 && along < 0.0 && -along > REST_PART * speed * sqrt(before)) {
            part = fmin(part, before / (before - along));
        }
    }
    return part;
}

/* Accepts the step: contacts that have given back their energy are open; which contacts slide */
static void accept(process *s, double speed)
{
    const int d = s->b->d, lingers = s->slow >= LINGERING_STEPS;
    int       slow = 0;
    for (int i = 0; i < s->count; i++) {
        const double depth = s->x1[s->rows + i];
        s->x1[s->rows + i] = depth > 0.0 ? depth : 0.0;
        if (d > 0) {
            double      *U1 = s->x1 + i * s->block + 1;
            const double before = nsd_dense_dot(d, s->x + i * s->block + 1, U1);
            const double slides = sqrt(nsd_dense_dot(d, U1, U1));
            const int    hardly = slides <= SLIDE_PART * speed;
            const int    stops = slides <= STOP_PART * speed || before < 0.0 || (hardly && lingers);
            slow |= s->rests[i] == 0.0 && hardly && !stops;
            if (s->rests[i] == 0.0 && stops) {
                s->rests[i] = 1.0;
                memset(U1, 0, (size_t)d * sizeof *U1);
            } else if (s->rests[i] != 0.0 && slides > SLIDE_PART * speed) {
                s->rests[i] = 0.0;
            }
        }
    }
    s->slow = slow ? s->slow + 1 : 0;
    memcpy(s->x, s->x1, (size_t)s->pair.n * sizeof(double));
}

/* Depth to which the fastest contact alone would be pressed, and the time this takes */
static double depth_scale(const process *s, double speed, double *time)
{
    double deepest = 0.0;
    *time = INFINITY;
    for (int i = 0; i < s->count; i++) {
        const int    c = s->b->contact[i];
        const double n = s->b->law->exponent[c], k = s->b->law->stiffness[c];
        const double W = s->b->W[(size_t)(i * s->block) * (size_t)(s->rows + 1)];
        const double depth = W > 0.0
                                 ? pow(0.5 * (n + 1.0) * speed * speed / (k * W), 1.0 / (n + 1.0))
                                 : 0.0;
        deepest = fmax(deepest, depth);
        *time = depth > 0.0 ? fmin(*time, depth / speed) : *time;
    }
    return deepest;
}

/* Contacts that slide before the impact; the state, all depths zero */
static void begin(process *s)
{
    const nsd_impact_problem *b = s->b;
    const size_t              rows = (size_t)s->rows, size = 2 * rows + (size_t)s->count;

    s->pair = (nsd_dp54){ .n = (int)size, .controlled = s->rows + s->count };
    s->x = b->room;
    s->x1 = s->x + size;
    s->pair.trial = s->x1 + size;
    for (size_t k = 0; k < NSD_DP54_STAGES; k++) {
        s->pair.k[k] = s->pair.trial + (k + 1) * size;
    }
    s->lambda = s->pair.trial + (NSD_DP54_STAGES + 1) * size;
    s->rests = s->lambda + rows;
    memset(s->lambda, 0, rows * sizeof *s->lambda);
    memset(s->x, 0, size * sizeof *s->x);
    memcpy(s->x, b->U, rows * sizeof *s->x);
    const double speed = nsd_dense_max_abs(s->rows, b->U);
    for (int i = 0; i < s->count; i++) {
        const double *U_T = s->x + i * s->block + 1;
        s->rests[i] = b->d > 0 && nsd_dense_max_abs(b->d, U_T) <= STOP_PART * speed;
    }
}

nsd_status nsd_impact_lzb(const nsd_impact_problem *b, double *P)
{
    process s = { .b = b, .count = b->count, .block = 1 + b->d, .rows = b->count * (1 + b->d) };
    double  time = 0.0, error = 0.0;

    begin(&s);
    const double speed = nsd_dense_max_abs(s.rows, b->U), depth = depth_scale(&s, speed, &time);
    double       h = 1e-3 * time;
    s.length = depth / speed;
    s.pair.abs_tol = STEP_TOLERANCE * speed;
    s.pair.field = field;
    s.pair.context = &s;
    nsd_status status = has_ended(&s, speed) ? NSD_OK : NSD_MAX_ITER;
    for (int k = 0; k < MOST_STEPS && status == NSD_MAX_ITER; k++) {
        field(&s, 0.0, s.x, s.pair.k[0]);
        if (nsd_dp54_step(&s.pair, 0.0, s.x, h, s.x1, &error) != NSD_OK) {
            status = NSD_STALLED;
            break;
        }
        const double part = error <= 1.0 ? part_until_stop(&s, speed) : 1.0;
        if (error <= 1.0 && part == 1.0) {
            accept(&s, speed);
            status = has_ended(&s, speed) ? NSD_OK : status;
        }
        h *= part < 1.0 ? part : fmin(4.0, fmax(0.2, 0.9 * pow(fmax(error, 1e-10), -0.2)));
        h = fmin(h, 0.2 * time);
    }
    memcpy(P, s.x + s.rows + s.count, (size_t)s.rows * sizeof *P);
    return status;
}
