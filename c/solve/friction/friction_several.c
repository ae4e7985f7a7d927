/* friction_several.c - can a problem have several motions? And the solutions in space that Newton's
 * method finds from many starts.                                                (FR.24), (FR.25) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"

enum { OPEN, STICK, SLIDE }; /* modes from SLIDE on: directions of sliding */

/* Determinant, as a part of the product of the diagonal of W, below whose negative friction
 * wins. Larger: problems with several motions are not noticed; smaller: rounding in the zeros of
 * redundant contacts counts, and their problems are enumerated in every step. */
#define NEGATIVE_DETERMINANT 1e-9

/* Directions of sliding that start Newton's method in space, by the number of contacts less one.
 * More: solutions with small basins are found too; (2 + directions)^contacts starts are made. */
static const int directions_of[NSD_FRICTION_SEARCH_MAX] = { 16, 16, 8, 4 };

/* Difference of W(i,j) and W(j,i), as a part of both, up to which W counts as symmetric. Smaller:
 * rounding makes W unsymmetric, and redundant contacts ask for all determinants in every step. */
#define SYMMETRIC_PART 1e-9

/* Newton's steps from each start. Fewer: solutions far from their start are missed. */
#define SEARCH_STEPS 25

/* Difference of two answers, as a part of the largest velocity by the impulse of a contact, below
 * which they are one solution. Larger: close solutions are counted once; smaller: one solution in
 * two modes is counted twice. */
#define SAME_SOLUTION 1e-7

/* Largest system of a mode: all contacts stick */
enum { MOST_UNKNOWNS = 3 * NSD_FRICTION_SEARCH_MAX };

/* An impulse in terms of N and two tangents, as the unknown of a mode */
typedef struct unknown {
    int    contact;
    double part[3];
} unknown;

typedef struct mode_system {
    const nsd_friction *problem;
    int                 d; /* entries of a contact, 2 or 3 */
    int                 mode[NSD_FRICTION_SEARCH_MAX];
    int                 modes; /* of each contact */
    unknown             unknowns[MOST_UNKNOWNS];
    int                 size;
    double              A[MOST_UNKNOWNS * MOST_UNKNOWNS], b[MOST_UNKNOWNS];
} mode_system;

/* The direction in which a contact slides in a mode */
static void direction_of(const mode_system *s, int mode, double *e)
{
    const int    count = s->modes - SLIDE;
    const double angle = 2.0 * acos(-1.0) * (mode - SLIDE) / count;
    e[0] = s->d == 2 ? (mode == SLIDE ? 1.0 : -1.0) : cos(angle);
    e[1] = s->d == 2 ? 0.0 : sin(angle);
}

/* Unknown impulses of the present modes: N, N - mu e T of a contact that slides along e, N and all
 * tangents of one that sticks */
static void fill_unknowns(mode_system *s)
{
    s->size = 0;
    for (int a = 0; a < s->problem->contacts; a++) {
        const double mu = s->problem->mu[0][a];
        double       e[2] = { 0.0, 0.0 };
        if (s->mode[a] == OPEN) {
            continue;
        }
        if (s->mode[a] >= SLIDE) {
            direction_of(s, s->mode[a], e);
        }
        const unknown normal = { a, { 1.0, -mu * e[0], -mu * e[1] } };
        s->unknowns[s->size++] = normal;
        for (int k = 1; k < s->d && s->mode[a] == STICK && mu > 0.0; k++) {
            const unknown tangent = { a, { 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0 } };
            s->unknowns[s->size++] = tangent;
        }
    }
}

/* Row of the equation that belongs to an unknown: the normal, or the tangent of sticking */
static int row_of(const mode_system *s, int i)
{
    const unknown *x = &s->unknowns[i];
    return x->contact * s->d + (x->part[0] != 0.0 ? 0 : x->part[1] != 0.0 ? 1 : 2);
}

/* A and b of the present modes, A x + b = 0; W is dense */
static void assemble(mode_system *s)
{
    const int n = s->problem->contacts * s->d;
    fill_unknowns(s);
    for (int j = 0; j < s->size; j++) {
        const unknown *x = &s->unknowns[j];
        for (int i = 0; i < s->size; i++) {
            const double *W = s->problem->W + row_of(s, i) + (size_t)(x->contact * s->d * n);
            double        sum = 0.0;
            for (int k = 0; k < s->d; k++) {
                sum += W[(size_t)(k * n)] * x->part[k];
            }
            s->A[i + j * s->size] = sum;
        }
        s->b[j] = s->problem->q[row_of(s, j)];
    }
}

/* Row of the largest entry of column j on or below the diagonal */
static int pivot_row(const mode_system *s, int j)
{
    int best = j;
    for (int i = j + 1; i < s->size; i++) {
        best = fabs(s->A[i + j * s->size]) > fabs(s->A[best + j * s->size]) ? i : best;
    }
    return best;
}

/* Eliminates below the diagonal of A, with b; returns det A over the product of the diagonal
 * entries of W in its rows. Systems of at most MOST_UNKNOWNS rows, thousands of them: too small for
 * LAPACK. */
static double eliminate(mode_system *s)
{
    const int n = s->size, all = s->problem->contacts * s->d;
    double    determinant = 1.0, scale = 1.0;

    for (int j = 0; j < n; j++) {
        const size_t row = (size_t)row_of(s, j);
        scale *= fabs(s->problem->W[row + row * (size_t)all]);
    }
    for (int j = 0; j < n && determinant != 0.0; j++) {
        const int p = pivot_row(s, j);
        for (int k = 0; k < n && p != j; k++) {
            const double kept = s->A[j + k * n];
            s->A[j + k * n] = s->A[p + k * n];
            s->A[p + k * n] = kept;
        }
        const double kept = s->b[j], pivot = s->A[j + j * n];
        s->b[j] = s->b[p];
        s->b[p] = p == j ? s->b[p] : kept;
        determinant *= p == j ? pivot : -pivot;
        for (int i = j + 1; i < n && pivot != 0.0; i++) {
            const double part = s->A[i + j * n] / pivot;
            for (int k = j + 1; k < n; k++) {
                s->A[i + k * n] -= part * s->A[j + k * n];
            }
            s->b[i] -= part * s->b[j];
        }
    }
    return scale > 0.0 ? determinant / scale : 0.0;
}

/* The next combination of modes; 0 after the last. Contacts without friction do not slide. */
static int next_modes(mode_system *s)
{
    for (int a = 0; a < s->problem->contacts; a++) {
        const int last = s->problem->mu[0][a] == 0.0 ? STICK : s->modes - 1;
        if (s->mode[a] < last) {
            s->mode[a]++;
            return 1;
        }
        s->mode[a] = OPEN;
    }
    return 0;
}

int nsd_friction_is_known(const nsd_friction *problem, const double *R, int found, const double *r)
{
    const size_t d = (size_t)nsd_friction_local_size(&problem->layout);
    const size_t n = d * (size_t)problem->contacts;
    for (int k = 0; k < found; k++) {
        double difference = 0.0, size = 0.0;
        for (size_t i = 0; i < n; i++) {
            const double velocity = nsd_friction_block_size(problem, (int)(i / d));
            difference = fmax(difference, velocity * fabs(R[(size_t)k * n + i] - r[i]));
            size = fmax(size, velocity * fabs(r[i]));
        }
        if (difference <= SAME_SOLUTION * size || difference == 0.0) {
            return 1;
        }
    }
    return 0;
}

/* 1 when the determinant of the present modes can become negative: with symmetric W, which stays
 * semidefinite, only where a contact slides */
static int can_turn(const mode_system *s)
{
    const int     n = s->problem->contacts * s->d;
    const double *W = s->problem->W;
    int           found = 0;

    for (int a = 0; a < s->problem->contacts; a++) {
        found |= s->mode[a] >= SLIDE;
    }
    for (int j = 0; j < n && !found; j++) {
        for (int i = 0; i < j; i++) {
            const double a = W[i + j * n], b = W[j + i * n];
            found |= fabs(a - b) > SYMMETRIC_PART * (fabs(a) + fabs(b));
        }
    }
    return found;
}

/* Change of the entries of W that moves no determinant of a mode by more than half of `least`, the
 * smallest of them: by Hadamard's inequality, entries being below 1 + mu                (FR.24) */
static double allowed_change(const nsd_friction *problem, double least)
{
    const int n = problem->contacts * 2;
    double    diagonal = INFINITY, mu = 0.0;

    for (int i = 0; i < n; i++) {
        diagonal = fmin(diagonal, problem->W[i * (n + 1)]);
        mu = fmax(mu, problem->mu[0][i / 2]);
    }
    return diagonal * fmin(1.0, 0.5 * least / n / pow((1.0 + mu) * sqrt(n), n));
}

int nsd_friction_several_possible(const nsd_friction *problem, double *change)
{
    mode_system s = { .problem = problem, .d = 2, .modes = SLIDE + 2 };
    const int   plane = problem->layout.groups == 1 && problem->layout.size[0] == 1;
    double      least = 1.0;

    *change = 0.0;
    if (problem->contacts == 1 && problem->layout.groups == 1 && problem->W) {
        const double W_NT = plane ? fabs(problem->W[2]) : hypot(problem->W[3], problem->W[6]);
        return problem->W[0] < problem->mu[0][0] * W_NT;
    }
    if (!plane || problem->W == NULL || problem->contacts > NSD_FRICTION_SEARCH_MAX) {
        return 1;
    }
    while (next_modes(&s)) {
        assemble(&s);
        const double determinant = eliminate(&s);
        if (determinant < -NEGATIVE_DETERMINANT) {
            return 1;
        }
        least = can_turn(&s) ? fmin(least, determinant) : least;
    }
    *change = allowed_change(problem, fmax(0.0, least));
    return 0;
}

/* r <- impulses of the present modes; 0 when their system is singular */
static int start_of_modes(mode_system *s, double *r)
{
    assemble(s);
    const int n = s->size;
    if (fabs(eliminate(s)) < NEGATIVE_DETERMINANT) {
        return 0;
    }
    memset(r, 0, (size_t)(s->problem->contacts * s->d) * sizeof *r);
    for (int j = n - 1; j >= 0; j--) {
        const unknown *x = &s->unknowns[j];
        double         value = -s->b[j];
        for (int k = j + 1; k < n; k++) {
            value -= s->A[j + k * n] * s->b[k];
        }
        s->b[j] = value / s->A[j + j * n];
        for (int k = 0; k < s->d; k++) {
            r[x->contact * s->d + k] += s->b[j] * x->part[k];
        }
    }
    return 1;
}

nsd_status nsd_friction_search(const nsd_friction *problem, const nsd_friction_options *options,
                               nsd_scratch *scratch, int capacity, double *R, int *found)
{
    mode_system                s = { .problem = problem, .d = 3 };
    const size_t               n = 3 * (size_t)problem->contacts;
    const nsd_friction_options newton = { SEARCH_STEPS, options->tolerance, options->poll };
    double                     r[MOST_UNKNOWNS] = { 0.0 };

    *found = 0;
    if (problem->layout.groups != 1 || problem->layout.size[0] != 2 || problem->W == NULL ||
        problem->contacts > NSD_FRICTION_SEARCH_MAX || problem->contacts < 1) {
        return NSD_ERR_TOO_LARGE;
    }
    s.modes = SLIDE + directions_of[problem->contacts - 1];
    do {
        nsd_friction_info info;
        const size_t      mark = scratch->used;
        if (!start_of_modes(&s, r)) {
            continue;
        }
        const nsd_status status = nsd_friction_newton(problem, &newton, scratch, r, &info);
        scratch->used = mark;
        if (status == NSD_STOPPED) {
            return status;
        }
        if (status == NSD_OK && *found < capacity &&
            !nsd_friction_is_known(problem, R, *found, r)) {
            memcpy(R + n * (size_t)(*found)++, r, n * sizeof *r);
        }
    } while (next_modes(&s));
    return *found > 0 ? NSD_OK : NSD_STALLED;
}
