/* nonlinear_adaptive.c - one step by trial: a whole step against two halves, kept if they agree. */
#include "scheme/nonlinear/nonlinear_adaptive.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "model/linear_model.h"
#include "scheme/nonlinear/nonlinear_base.h"

/* Part of the length that the error estimate allows. Larger: more steps are rejected; smaller: more
 * steps. */
#define SAFETY 0.9

/* Most by which a step without events may grow or shrink over the one before. Beyond them the
 * estimate of one step says little. */
#define MOST_GROWTH    4.0
#define MOST_SHRINKING 0.1

/* Where the options say 0 the largest step is this part of a run. Smaller: rows are far apart, and
 * two impacts may fall into one step; larger: more steps than the tolerances ask for. */
#define LARGEST_STEP_PARTS 100

/* A step of this many roundings of t is the shortest. Smaller: t no longer advances evenly. */
#define SHORTEST_ROUNDINGS 16.0

/* Halvings of a step that cannot be solved for, before the run ends with the status of its solver.
 * Larger: runs with no solution take longer to say so. */
#define MOST_FAILURES 30

/* A contact that pushes and is slower than this many tolerances rests. Smaller: errors of the steps
 * before are taken for impacts; larger: bounces that die out end earlier. */
#define REST_TOLERANCES 10.0

/* Steps of the shortest length in a row that are kept although their error is too large. Larger:
 * runs whose contacts flicker by rounding take longer to end with NSD_STALLED. */
#define MOST_FORCED_STEPS 100

/* Part of a rejected step with an impact up to which the way to this impact is another try. Larger:
 * tries that are rejected again; smaller: steps are halved that could end close to the impact. */
#define LEAST_SHORTENING 0.95

/* Largest change of a column of G, relative to its size, that is rounding: normals are constant. */
#define NORMALS_ROUNDING 1e-12

/* Roundings of a position that a step leaves in it. Smaller: steps of small tolerances shrink
 * without end; larger: they become longer than the tolerance asks for. */
#define POSITION_ROUNDINGS 8.0

typedef enum change { SMOOTH, CHANGES, HITS } change; /* of contacts within a step */

typedef struct verdict {
    double error; /* over the tolerance */
    int    order; /* of the scheme in this step */
    change change;
} verdict;

static size_t count_numbers(const nsd_model *model, size_t memory, size_t *linear)
{
    const size_t n = (size_t)model->n, m = (size_t)model->m, d = (size_t)model->surface.d;
    *linear = 2 * n + 2 * m + (size_t)model->p + 2 * d * m + (d > 0 ? 3 * m : 0);
    return *linear + 2 * m + d * m + n + memory;
}

void nsd_nonlinear_adaptive_lay_out(nsd_nonlinear_adaptive *s, const nsd_model *model,
                                    size_t memory_size, nsd_scratch *scratch)
{
    const size_t        n = (size_t)model->n, m = (size_t)model->m;
    const size_t        columns = m * (size_t)(1 + model->surface.d) + (size_t)model->p;
    nsd_nonlinear_part *parts[] = { &s->start, &s->whole, &s->first, &s->halves };

    s->size = count_numbers(model, memory_size, &s->linear);
    for (int i = 0; i < 4; i++) {
        NSD_SCRATCH_ZEROS(scratch, s->size, &parts[i]->record);
        NSD_SCRATCH_ZEROS(scratch, columns, &parts[i]->normals);
        parts[i]->mode = nsd_scratch_ints(scratch, m);
    }
    NSD_SCRATCH_ZEROS(scratch, n, &s->largest_q, &s->largest_v, &s->pull, &s->ahead);
    NSD_SCRATCH_ZEROS(scratch, m, &s->y, &s->y_end, &s->y_ahead);
}

/* Moves `count` numbers between the record and x */
static double *move(double *record, double *x, size_t count, int back)
{
    if (count > 0 && x) {
        memcpy(back ? x : record, back ? record : x, count * sizeof *x);
    }
    return record + count;
}

/* Everything that a step changes into the record, or back; what can be extrapolated comes first */
static void move_record(nsd_nonlinear_base *base, nsd_state *state, double *record, int back)
{
    const nsd_model *model = base->mechanics.model;
    const size_t     n = (size_t)model->n, m = (size_t)model->m;
    const size_t     tangents = (size_t)model->surface.d * m;
    nsd_tangential   none = { 0 }, *tangential = tangents > 0 ? state->tangential : &none;
    nsd_coulomb     *coulomb = &base->friction.coulomb;

    record = move(record, state->q, n, back);
    record = move(record, state->v, n, back);
    record = move(record, base->P, m, back);
    record = move(record, state->U, m, back);
    record = move(record, base->mu, (size_t)model->p, back);
    record = move(record, base->friction.T, tangents, back);
    record = move(record, tangential->V, tangents, back);
    if (tangents > 0) {
        record = move(record, coulomb->mu_last, m, back);
        record = move(record, coulomb->theta, m, back);
        record = move(record, coulomb->beta, m, back);
    }
    record = move(record, state->P, m, back);
    record = move(record, state->U_before, m, back);
    record = move(record, tangential->V_before, tangents, back);
    record = move(record, base->kept, n, back);
    move(record, base->stepper.memory, base->stepper.memory_size, back);
}

/* Where P, mu and T, which are summed over the halves, and U_before stand in a record */
static size_t place_of_P(const nsd_model *model)
{
    return 2 * (size_t)model->n;
}

/* A number that changes when column j of G turns: a sum with weights without a pattern */
static double mark_of_column(const nsd_mechanics *mechanics, int j)
{
    const nsd_columns *G = mechanics->matrices.sparse ? &mechanics->columns.G : NULL;
    const ptrdiff_t    n = mechanics->model->n;
    const ptrdiff_t    first = G ? G->start[j] : j * n, last = G ? G->start[j + 1] : first + n;
    double             sum = 0.0, size = DBL_MIN;

    for (ptrdiff_t k = first; k < last; k++) {
        const double row = (double)(G ? G->row[k] : k - first);
        sum += mechanics->G[k] * cos(row + 1.0);
        size = fmax(size, fabs(mechanics->G[k]));
    }
    return sum / size;
}

/* Keeps the end of a part of the step: works, modes, normals, record */
static void keep(nsd_nonlinear_base *base, nsd_state *state, nsd_nonlinear_part *part)
{
    const nsd_mechanics *mechanics = &base->mechanics;
    const int            m = mechanics->model->m;

    move_record(base, state, part->record, 0);
    part->works = base->works;
    part->friction = base->friction.works;
    for (int a = 0; a < m; a++) {
        const int mode = state->tangential ? state->tangential->mode[a] : NSD_OPEN;
        part->mode[a] = base->P[a] > 0.0 ? 1 + mode : 0;
    }
    part->columns = mechanics->tally.count * (1 + mechanics->model->surface.d) +
                    mechanics->model->p;
    for (int j = 0; j < part->columns; j++) {
        part->normals[j] = mark_of_column(mechanics, j);
    }
}

/* Moves the state by h; impulses and works are those of this part of the step alone */
static nsd_status solve_part(nsd_nonlinear_base *base, nsd_state *state, double t, double h)
{
    const nsd_tally          *tally = base->stepper.tally;
    const nsd_nonlinear_works none = { 0 };

    memset(base->P, 0, (size_t)tally->m * sizeof(double));
    memset(base->mu, 0, (size_t)tally->p * sizeof(double));
    nsd_step_friction_begin_step(&base->friction);
    base->works = none;
    base->adaptive.own.solves++;
    if (base->rescale) {
        base->rescale(base, h / base->adaptive.h_memory);
    }
    base->adaptive.h_memory = h;
    NSD_TRY(nsd_nonlinear_base_advance(base, state, t, h));
    memcpy(state->P, base->P, (size_t)tally->m * sizeof(double));
    nsd_step_friction_end_step(&base->friction, state);
    return NSD_OK;
}

/* The state at the start of the step again */
static void go_back(nsd_nonlinear_base *base, nsd_state *state)
{
    move_record(base, state, base->adaptive.start.record, 1);
    base->adaptive.h_memory = base->adaptive.h_start;
    if (base->forget) {
        base->forget(base);
    }
}

/* x <- x + factor y */
static void add_works(nsd_nonlinear_works *x, const nsd_nonlinear_works *y, double factor)
{
    x->force += factor * y->force;
    x->mass += factor * y->mass;
    x->scheme += factor * y->scheme;
    x->impact += factor * y->impact;
    x->driven += factor * y->driven;
    x->pressed += factor * y->pressed;
    x->friction += factor * y->friction;
    x->joint += factor * y->joint;
    x->damping += factor * y->damping;
    x->contact += factor * y->contact;
}

/* halves <- impulses and works of both; U_before is that of the first half where this pushed */
static void add_first_half(nsd_nonlinear_base *base)
{
    nsd_nonlinear_adaptive *s = &base->adaptive;
    const nsd_model        *model = base->mechanics.model;
    const size_t            m = (size_t)model->m, d = (size_t)model->surface.d;
    const size_t            P = place_of_P(model), mu = P + 2 * m, before = s->linear + m;
    double                 *sum = s->halves.record;
    const double           *first = s->first.record;

    for (size_t i = 0; i < m; i++) {
        sum[P + i] += first[P + i];
    }
    for (size_t i = 0; i < (size_t)model->p + d * m; i++) {
        sum[mu + i] += first[mu + i];
    }
    for (size_t i = 0; i < m * (1 + d); i++) {
        const size_t a = i < m ? i : (i - m) / d;
        sum[before + i] = s->first.mode[a] ? first[before + i] : sum[before + i];
    }
    s->halves.friction.friction += s->first.friction.friction;
    s->halves.friction.contact += s->first.friction.contact;
    add_works(&s->halves.works, &s->first.works, 1.0);
    s->halves.works.pushes += s->first.works.pushes;
}

/* The whole step, unless this is known, and the two halves                              (AD.1) */
static nsd_status solve_twice(nsd_nonlinear_base *base, nsd_state *state, double h, int known)
{
    nsd_nonlinear_adaptive *s = &base->adaptive;
    const double            t = state->t;

    if (!known) {
        go_back(base, state);
        NSD_TRY(solve_part(base, state, t, h));
        keep(base, state, &s->whole);
    }
    go_back(base, state);
    NSD_TRY(solve_part(base, state, t, 0.5 * h));
    keep(base, state, &s->first);
    NSD_TRY(solve_part(base, state, t + 0.5 * h, 0.5 * h));
    keep(base, state, &s->halves);
    NSD_TRY(nsd_mechanics_gaps(&base->mechanics, t + h, state->q, s->y_end));
    add_first_half(base);
    return NSD_OK;
}

/* What contacts did in the step                                                         (AD.3) */
static change find_change(const nsd_nonlinear_adaptive *s, int m)
{
    const double *U0 = s->first.record + s->linear + m;

    change found = SMOOTH;
    for (int a = 0; a < m; a++) {
        const int start = s->start.mode[a], whole = s->whole.mode[a], first = s->first.mode[a],
                  second = s->halves.mode[a];
        const int same = start == whole && whole == first && first == second;
        if (whole + first + second == 0) {
            continue;
        }
        if (start == 0 || (first && U0[a] < -s->rest)) {
            return HITS;
        }
        found = same ? found : CHANGES;
    }
    return found;
}

/* 1 when the scheme is of order 2 in this step: always, or because no normal turns and friction has
 * a constant direction and coefficient                                                  (AD.2) */
static int is_second_order(const nsd_nonlinear_base *base)
{
    const nsd_nonlinear_adaptive *s = &base->adaptive;
    const nsd_surface            *surface = &base->mechanics.model->surface;
    const int varies = surface->d > 0 && (surface->layout.size[0] > 1 || surface->law);
    int       pushes = base->mechanics.model->p > 0;

    if (s->second_order == NSD_ALWAYS_SECOND) {
        return 1;
    }
    for (int a = 0; a < base->mechanics.model->m; a++) {
        const int mode = s->whole.mode[a];
        pushes = pushes || mode > 0;
        if (varies && mode == 1 + NSD_SLIP) {
            return 0;
        }
    }
    if (s->second_order == NSD_NEVER_SECOND || !pushes) {
        return s->second_order == NSD_FLAT_SECOND;
    }
    if (s->whole.columns != s->first.columns) {
        return 0;
    }
    for (int j = 0; j < s->whole.columns;
         j++) { /* normals of the end against those of the middle */
        if (!(fabs(s->whole.normals[j] - s->first.normals[j]) <= NORMALS_ROUNDING)) {
            return 0;
        }
    }
    return 1;
}

static void find_rest(nsd_nonlinear_adaptive *s, int n)
{
    s->rest = REST_TOLERANCES * nsd_nonlinear_tolerance(s, nsd_dense_max_abs(n, s->largest_v));
}

/* Depth by which a contact that no part of the step has seen is passed                  (AD.4) */
static double missed_depth(const nsd_nonlinear_adaptive *s, int m)
{
    double depth = 0.0;
    for (int a = 0; a < m; a++) {
        if (s->whole.mode[a] + s->first.mode[a] + s->halves.mode[a] == 0) {
            depth = fmax(depth, -s->y_end[a] - fmax(0.0, -s->y[a]));
        }
    }
    return depth;
}

/* The difference of the whole step and its halves over the tolerance; with `length` velocities
 * count by the way that they make in a step of this length                      (AD.1), (AD.3) */
static double find_difference(const nsd_nonlinear_adaptive *s, int n, double length)
{
    const double *whole = s->whole.record, *halves = s->halves.record, *start = s->start.record;
    double        error = 0.0;

    for (int i = 0; i < n; i++) {
        const double tol_q = nsd_nonlinear_tolerance(s, fmax(s->largest_q[i], fabs(halves[i])));
        const double tol_v = nsd_nonlinear_tolerance(s, fmax(s->largest_v[i], fabs(halves[n + i])));
        const double dq = fabs(whole[i] - halves[i]);
        double       dv = fabs(whole[n + i] - halves[n + i]);
        if (length > 0.0 && s->by_position) { /* both end on the surface               (RT.10) */
            dv = fmax(dv, 0.25 * fabs(halves[n + i] - start[n + i]));
        }
        const double of_v = length > 0.0 ? length * dv / tol_q : dv / tol_v;
        error = fmax(error, fmax(dq / tol_q, of_v));
        if (!isfinite(dq + dv)) {
            return INFINITY;
        }
    }
    return error;
}

/* The speed by which extrapolated positions of a scheme of order 1 part from their velocities, over
 * the tolerance of velocities                                                            (AD.11) */
static double find_defect(const nsd_nonlinear_adaptive *s, int n, double h)
{
    const double *whole = s->whole.record, *halves = s->halves.record, *start = s->start.record;
    double        error = 0.0;

    for (int i = 0; i < n; i++) {
        const double q = halves[i] + (halves[i] - whole[i]);
        const double gain = halves[n + i] - whole[n + i], v = halves[n + i] + gain;
        const double middle = s->first.record[n + i] + 0.5 * gain;
        const double way = h / 6.0 * (start[n + i] + 4.0 * middle + v);
        const double rounding = POSITION_ROUNDINGS * DBL_EPSILON * fabs(q);
        const double tol_v = nsd_nonlinear_tolerance(s, fmax(s->largest_v[i], fabs(halves[n + i])));
        error = fmax(error, (fabs(q - start[i] - way) - rounding) / (h * tol_v));
    }
    return error;
}

static verdict judge(const nsd_nonlinear_base *base, double h)
{
    const nsd_nonlinear_adaptive *s = &base->adaptive;
    const int                     n = base->mechanics.model->n, m = base->mechanics.model->m;
    const double                  depth = missed_depth(s, m);
    verdict                       found = { 0.0, 1, find_change(s, m) };

    const double slip = found.change == HITS ? 0.0 : nsd_nonlinear_slip_error(base);
    found.change = depth > 0.0 ? HITS : slip > 0.0 ? CHANGES : found.change;
    if (found.change == SMOOTH && is_second_order(base)) {
        found.order = 2;
    }
    found.error = fmax(slip, find_difference(s, n, found.change == HITS ? h : 0.0));
    if (found.change == SMOOTH && found.order == 2) {
        found.error /= 3.0;
    } else if (found.change == SMOOTH) {
        found.error = fmax(found.error, find_defect(s, n, h));
    }
    found.error = fmax(found.error,
                       depth / nsd_nonlinear_tolerance(s, nsd_dense_max_abs(n, s->largest_q)));
    return found;
}

/* halves <- halves + (halves - whole)/(2^order - 1), unless a contact would then pull   (AD.2) */
static void extrapolate(nsd_nonlinear_base *base, int order)
{
    nsd_nonlinear_adaptive *s = &base->adaptive;
    const double            factor = order == 2 ? 1.0 / 3.0 : 1.0;
    double                 *x = s->halves.record;
    const double           *whole = s->whole.record;
    const size_t            P = place_of_P(base->mechanics.model);

    for (size_t a = 0; a < (size_t)base->mechanics.model->m; a++) {
        if (x[P + a] + factor * (x[P + a] - whole[P + a]) < 0.0) {
            return;
        }
    }
    for (size_t i = 0; i < s->linear; i++) {
        x[i] += factor * (x[i] - whole[i]);
    }
    const nsd_nonlinear_works works = s->halves.works;
    add_works(&s->halves.works, &works, factor);
    add_works(&s->halves.works, &s->whole.works, -factor);
    s->halves.friction.friction += factor *
                                   (s->halves.friction.friction - s->whole.friction.friction);
    s->halves.friction.contact += factor * (s->halves.friction.contact - s->whole.friction.contact);
}

/* The state at the end of the step that is kept; P of the state is still that of the step before */
static nsd_status finish(nsd_nonlinear_base *base, nsd_state *state, const verdict *found,
                         const nsd_nonlinear_works *before)
{
    nsd_nonlinear_adaptive *s = &base->adaptive;
    const nsd_model        *model = base->mechanics.model;
    const size_t            n = (size_t)model->n, m = (size_t)model->m;
    const double            h = s->own.reached - state->t;

    if (found->change == SMOOTH) {
        extrapolate(base, found->order);
    }
    for (size_t i = 0; i < n; i++) {
        const double gain = s->halves.record[n + i] - s->start.record[n + i];
        s->pull[i] = found->change == SMOOTH ? gain / h : 0.0;
    }
    memcpy(s->start.mode, s->halves.mode, m * sizeof(int));
    s->h_start = s->h_memory;
    memcpy(s->halves.record + s->linear, s->start.record + s->linear, m * sizeof(double));
    move_record(base, state, s->halves.record, 1);
    if (base->forget) {
        base->forget(base);
    }
    base->works = s->halves.works;
    add_works(&base->works, before, 1.0);
    base->works.pushes += before->pushes;
    base->friction.works = s->halves.friction;
    for (int i = 0; i < model->n; i++) {
        s->largest_q[i] = fmax(s->largest_q[i], fabs(state->q[i]));
        s->largest_v[i] = fmax(s->largest_v[i], fabs(state->v[i]));
    }
    find_rest(s, model->n);
    return nsd_mechanics_gaps(&base->mechanics, s->own.reached, state->q, s->y);
}

/* Factor of the length of a step without events                                         (AD.5) */
static double growth(const verdict *found)
{
    const double wanted = SAFETY * pow(found->error, -1.0 / (found->order + 1.0));
    return fmin(fmax(wanted, MOST_SHRINKING), MOST_GROWTH);
}

/* Length of the next try after a step of length h that was kept                         (AD.5) */
static void plan_next(nsd_nonlinear_adaptive *s, const verdict *found, double h)
{
    const double left = s->event_end - s->own.reached;

    if (found->change != SMOOTH || !(left > 0.0)) {
        s->event_end = -INFINITY;
        s->hit = 0.0;
    }
    if (found->change != SMOOTH) {
        s->h = s->usual;
    } else if (left > 0.0) { /* towards the event */
        s->h = s->event_error * left <= 1.0 ? left : 0.5 * left;
    } else {
        const double next = h * growth(found);
        s->usual = s->h = h < s->h ? fmax(next, s->h) : next; /* an output time may have cut it */
    }
}

/* *h <- length of the next try after one of length *h that was not kept; *known <- 1 when the first
 * half of that is its whole                                                      (AD.5), (AD.10) */
static nsd_status shorten(nsd_nonlinear_base *base, const verdict *found, double t, double *h,
                          int *known)
{
    nsd_nonlinear_adaptive *s = &base->adaptive;
    double                  towards = 0.0;

    *known = 0;
    if (found->change == SMOOTH) {
        *h = s->h = s->usual = *h * fmin(growth(found), 0.7);
        return NSD_OK;
    }
    s->event_end = t + *h;
    s->event_error = found->error / *h;
    s->hit = found->change == HITS ? nsd_nonlinear_hit_length(base, *h, found->error) : 0.0;
    NSD_TRY(nsd_nonlinear_approach(base, t, *h, &towards));
    *known = !(towards > 0.0 && towards < LEAST_SHORTENING * *h);
    *h = *known ? 0.5 * *h : towards;
    return NSD_OK;
}

/* 1 for statuses of a step that a shorter one may not have */
static int may_be_shorter(nsd_status status)
{
    return status == NSD_NEWTON || status == NSD_SINGULAR_STEP || status == NSD_NOT_FINITE ||
           status == NSD_RAY || status == NSD_STALLED || status == NSD_MAX_ITER;
}

/* *h <- the length of a try: on the way to an impact, that planned, the longest allowed, or all
 * that is left until the stop */
static nsd_status first_length(nsd_nonlinear_base *base, double t, double *h)
{
    nsd_nonlinear_adaptive *s = &base->adaptive;
    const double            left = s->own.until - t, planned = fmin(s->h, s->given.largest);
    double                  towards = 0.0;

    NSD_TRY(nsd_nonlinear_approach(base, t, s->event_end - t, &towards));
    *h = towards > 0.0 ? fmin(towards, left) : (1.1 * planned >= left ? left : planned);
    return NSD_OK;
}

/* The next time of a table of forces, where the step ends at the latest: the two tries of a step
 * can both miss a pulse between their times                                             (ED.33) */
static double next_knot(const nsd_nonlinear_base *base, double t)
{
    const nsd_linear *linear = nsd_linear_model_system(base->mechanics.model);
    return linear ? nsd_force_next_knot(&linear->F, t) : INFINITY;
}

nsd_status nsd_nonlinear_adaptive_advance(nsd_nonlinear_base *base, nsd_state *state)
{
    nsd_nonlinear_adaptive   *s = &base->adaptive;
    const nsd_nonlinear_works before = base->works;
    const double              t = state->t, knot = next_knot(base, t);
    s->own.until = fmin(s->own.until, knot);
    const double left = s->own.until - t;
    const double shortest = SHORTEST_ROUNDINGS * DBL_EPSILON * fmax(fabs(t), s->own.t_end - t);
    double       h = 0.0;
    int          known = 0;

    move_record(base, state, s->start.record, 0);
    NSD_TRY(first_length(base, t, &h));
    for (int failures = 0;;) {
        const nsd_status status = solve_twice(base, state, h, known);
        const verdict    found = status == NSD_OK ? judge(base, h) : (verdict){ INFINITY, 1, HITS };
        const int        last = !(0.5 * h > shortest);

        s->own.reached = h < left ? t + h : s->own.until;
        if (status == NSD_OK && (found.error <= 1.0 || (last && found.change != SMOOTH))) {
            s->forced = found.error <= 1.0 ? 0 : s->forced + 1;
            if (s->forced > MOST_FORCED_STEPS) {
                return NSD_STALLED;
            }
            plan_next(s, &found, h);
            return finish(base, state, &found, &before);
        }
        if (status != NSD_OK && (!may_be_shorter(status) || last || ++failures > MOST_FAILURES)) {
            return status;
        }
        if (last) {
            return NSD_STALLED;
        }
        s->own.rejected++;
        if (status == NSD_OK) {
            NSD_TRY(shorten(base, &found, t, &h, &known));
        } else {
            known = 0;
            h *= 0.5;
        }
        if (known) { /* the first half is the whole of the next try */
            const nsd_nonlinear_part whole = s->whole;
            s->whole = s->first;
            s->first = whole;
        }
    }
}

nsd_status nsd_nonlinear_adaptive_init(nsd_nonlinear_base *base, const nsd_state *state)
{
    nsd_nonlinear_adaptive      *s = &base->adaptive;
    const nsd_nonlinear_options *options = &base->mechanics.options;

    s->given = options->adaptive;
    if (!(s->given.largest > 0.0)) {
        s->given.largest = (s->given.t_end - state->t) / LARGEST_STEP_PARTS;
    }
    s->h = s->usual = s->h_start = options->step.h;
    s->event_end = -INFINITY;
    s->hit = 0.0;
    memset(s->start.mode, 0, (size_t)base->mechanics.model->m * sizeof(int));
    s->own.t_end = s->given.t_end;
    s->own.most = s->given.max_steps;
    for (int i = 0; i < base->mechanics.model->n; i++) {
        s->largest_q[i] = fabs(state->q[i]);
        s->largest_v[i] = fabs(state->v[i]);
    }
    base->stepper.own = &s->own;
    s->P = state->P;
    find_rest(s, base->mechanics.model->n);
    return nsd_mechanics_gaps(&base->mechanics, state->t, state->q, s->y);
}
