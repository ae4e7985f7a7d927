/* friction_enumerate.c - every mode of a few contacts in the plane                 (FR.18) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "solve/lcp/lcp.h"

enum { OPEN, STICK, SLIDE_UP, SLIDE_DOWN, MODES }; /* SLIDE_UP: u_T >= 0, r_T = -mu r_N */

/* Reciprocal condition number below which the system of a mode counts as singular. Larger: badly
 * scaled modes take the slower least squares; smaller: rounding decides whether they have a
 * solution. */
#define SINGULAR_RCOND 1e-11

typedef struct modes {
    const nsd_friction *problem;
    int                 size; /* unknowns of the present modes                             */
    int                 stick_in_components; /* 1: N and T are unknowns of sticking contacts;
                                                        0: impulses along both edges of the cone */
    int                 mode[NSD_FRICTION_ENUMERATE_MAX]; /* of each contact               */
    double              unit[NSD_FRICTION_ENUMERATE_MAX]; /* of the impulses of each contact; its
                                                             velocities have one over it (FR.29) */
    double              velocity[NSD_FRICTION_ENUMERATE_MAX]; /* entry of its unknown velocity */
    double             *A, *LU, *c;   /* A y + c = 0, y >= 0; factors of A    */
    double             *y, *u, *work; /* unknowns, velocities, work of LAPACK */
    double             *normal, *rhs; /* A'A and A'c, for singular modes      */
    nsd_int            *pivot, *iwork;
    nsd_scratch         solver; /* of the LCP for singular modes */
    const nsd_friction_options *options;
} modes;

static int work_size(int n)
{
    const int fit = nsd_dense_least_squares_work(n, n);
    return fit > 4 * n ? fit : 4 * n;
}

static size_t lay_out(modes *s, int contacts, nsd_scratch *scratch)
{
    const size_t n = 2 * (size_t)contacts;
    NSD_SCRATCH_EACH(scratch, n * n, &s->A, &s->LU, &s->normal);
    NSD_SCRATCH_EACH(scratch, n, &s->c, &s->y, &s->u, &s->rhs);
    s->work = nsd_scratch_doubles(scratch, (size_t)work_size((int)n));
    s->pivot = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    s->iwork = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    s->solver = nsd_scratch_part(scratch, nsd_lcp_scratch(2 * contacts));
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_enumerate_scratch(int contacts)
{
    return lay_out(&(modes){ 0 }, contacts, NSD_SCRATCH_COUNTER);
}

/* Equations of contact a in its mode. Without friction a closed contact has only the normal one. */
static int equations(const modes *s, int a)
{
    return s->mode[a] == OPEN || s->problem->mu[0][a] == 0.0 ? 1 : 2;
}

typedef struct edge { /* an impulse (N, T) of size about one in the unit of its contact */
    double N, T;
} edge;

/* Directions of the unknown impulses of contact a in its mode, and their number. The two edges of a
 * wide cone are nearly opposite: sticking has N and T as unknowns at first. */
static int impulse_edges(const modes *s, int a, edge *edges)
{
    const double own = s->unit[a], mu = s->problem->mu[0][a], unit = fmax(1.0, mu);
    const double N = own / unit, T = own * mu / unit;
    const int    stick = s->mode[a] == STICK && mu > 0.0;
    const edge   up = { N, T }, down = { N, -T }, normal = { own, 0.0 }, tangent = { 0.0, own };

    edges[0] = stick && s->stick_in_components ? normal : s->mode[a] == SLIDE_UP ? down : up;
    edges[1] = s->stick_in_components ? tangent : down;
    return s->mode[a] == OPEN ? 0 : stick ? 2 : 1;
}

/* A column of A: the velocities in the equations of all contacts by an impulse t of contact a */
static void impulse_column(modes *s, int a, const edge *t, double *out)
{
    const nsd_friction_column column = nsd_friction_column_of(s->problem, a);
    int                       row = 0;

    for (int b = 0, k = 0; b < s->problem->contacts; row += equations(s, b), b++) {
        while (column.row && k < column.count && column.row[k] < b) {
            k++;
        }
        const int     stored = !column.row || (k < column.count && column.row[k] == b);
        const double *W = column.blocks + (size_t)(column.row ? k : b) * (size_t)column.step;
        for (int i = 0; i < equations(s, b); i++) {
            out[row + i] = stored ? s->unit[b] * (t->N * W[i] + t->T * W[i + column.ld]) : 0.0;
        }
    }
}

/* A and c of the present modes */
static void assemble_mode(modes *s)
{
    const int m = s->problem->contacts;
    int       row = 0, at = 0;

    s->size = 0;
    for (int a = 0; a < m; a++) {
        s->size += equations(s, a);
    }
    memset(s->A, 0, (size_t)(s->size * s->size) * sizeof *s->A);
    for (int a = 0; a < m; a++) {
        edge      t[2];
        const int count = impulse_edges(s, a, t), rows = equations(s, a);
        for (int k = 0; k < count; k++) {
            impulse_column(s, a, t + k, s->A + (size_t)(at + k) * (size_t)s->size);
        }
        if (count < rows) { /* opening velocity, or slip: the unknown velocity */
            const double sign = s->mode[a] == SLIDE_DOWN ? 1.0 : -1.0;
            s->A[row + rows - 1 + (at + count) * s->size] = sign * s->velocity[a];
        }
        for (int i = 0; i < rows; i++) {
            s->c[row + i] = s->unit[a] * s->problem->q[2 * a + i];
        }
        row += rows;
        at += rows;
    }
}

/* r <- impulses of the unknowns y */
static void impulses(const modes *s, double *r)
{
    int at = 0;
    for (int a = 0; a < s->problem->contacts; at += equations(s, a), a++) {
        edge      t[2];
        double   *ra = r + 2 * a;
        const int count = impulse_edges(s, a, t);
        ra[0] = ra[1] = 0.0;
        for (int k = 0; k < count; k++) {
            ra[0] += s->y[at + k] * t[k].N;
            ra[1] += s->y[at + k] * t[k].T;
        }
    }
}

/* r <- impulses of y; 1 when r solves the problem */
static int is_solution(modes *s, double *r)
{
    nsd_friction_info info;
    impulses(s, r);
    return nsd_friction_finish(s->problem, s->options, r, s->u, &info) == NSD_OK;
}

/* y >= 0 with the least |A y + c|                                                      (FR.18) */
static void nonnegative_fit(modes *s)
{
    const int             n = s->size;
    const nsd_lcp         lcp = { n, n, n - 1, 1, s->normal, s->rhs };
    const nsd_lcp_options options = { 100 + 50 * n, 1e-13, 1.0, NULL, 1e-13 };
    nsd_lcp_info          info;

    nsd_dense_gemm(NSD_TRANSPOSED, n, n, n, 1.0, s->A, n, s->A, n, 0.0, s->normal, n);
    nsd_dense_gemv(NSD_TRANSPOSED, n, n, 1.0, s->A, n, s->c, 0.0, s->rhs);
    memset(s->y, 0, (size_t)n * sizeof *s->y);
    nsd_lcp_auto(&lcp, &options, &s->solver, s->y, &info); /* is_solution checks the answer */
}

/* Solves A y + c = 0; 0 when A is singular: then y is the shortest least-squares answer */
static int solve_equations(modes *s)
{
    const int n = s->size;

    memcpy(s->LU, s->A, (size_t)(n * n) * sizeof *s->LU);
    for (int j = 0; j < n; j++) {
        s->y[j] = -s->c[j];
    }
    if (nsd_dense_lu_regular(n, s->LU, SINGULAR_RCOND, s->pivot, s->work, s->iwork) == NSD_OK) {
        nsd_dense_lu_solve(n, 1, s->LU, n, s->pivot, s->y, n);
        return 1;
    }
    memcpy(s->LU, s->A, (size_t)(n * n) * sizeof *s->LU);
    nsd_dense_least_squares(n, n, 1, s->LU, s->y,
                            &(nsd_least_squares_space){ SINGULAR_RCOND, s->pivot, s->work, 0 });
    return 0;
}

/* 1 when the present modes have a solution, which is in r */
static int solve_mode(modes *s, double *r)
{
    s->stick_in_components = 1;
    assemble_mode(s);
    const int regular = solve_equations(s);
    if (is_solution(s, r)) {
        return 1;
    }
    if (!regular) {
        s->stick_in_components = 0;
        assemble_mode(s);
        nonnegative_fit(s);
    }
    return !regular && is_solution(s, r);
}

/* Where blocks of W differ much, impulses in units of 1/sqrt of their contact's block make all
 * blocks of A about one, so that no mode looks singular. Powers of two change no bit.    (FR.29) */
static void choose_units(modes *s)
{
    const int alike = nsd_friction_blocks_alike(s->problem);
    for (int a = 0; a < s->problem->contacts; a++) {
        int exponent = 0;
        s->unit[a] = 1.0;
        s->velocity[a] = s->problem->lambda;
        if (!alike) {
            frexp(nsd_friction_block_size(s->problem, a), &exponent);
            s->unit[a] = ldexp(1.0, -exponent / 2);
            s->velocity[a] = 1.0;
        }
    }
}

/* The next combination of modes; 0 after the last. Contacts without friction do not slide. */
static int next_mode(modes *s)
{
    for (int a = 0; a < s->problem->contacts; a++) {
        const int last = s->problem->mu[0][a] == 0.0 ? STICK : SLIDE_DOWN;
        if (s->mode[a] < last) {
            s->mode[a]++;
            return 1;
        }
        s->mode[a] = OPEN;
    }
    return 0;
}

nsd_status nsd_friction_enumerate(const nsd_friction *problem, const nsd_friction_options *options,
                                  nsd_scratch *scratch, int capacity, double *R, int *found)
{
    nsd_scratch       space = *scratch;
    double            r[2 * NSD_FRICTION_ENUMERATE_MAX] = { 0.0 };
    modes             s = { .problem = problem, .options = options, .mode = { OPEN } };
    nsd_friction_info info;

    *found = 0;
    if (problem->layout.groups != 1 || problem->layout.size[0] != 1 ||
        problem->contacts > NSD_FRICTION_ENUMERATE_MAX) {
        return NSD_ERR_TOO_LARGE;
    }
    lay_out(&s, problem->contacts, &space);
    NSD_TRY(nsd_friction_begin("enum", problem, &space, r, &info));
    choose_units(&s);
    const size_t n = 2 * (size_t)problem->contacts;
    do {
        if (nsd_poll_stopped(options->poll)) {
            return NSD_STOPPED;
        }
        if (!solve_mode(&s, r) || nsd_friction_is_known(problem, R, *found, r)) {
            continue;
        }
        if (*found == capacity) {
            return NSD_ERR_TOO_LARGE;
        }
        memcpy(R + n * (size_t)(*found)++, r, n * sizeof *r);
    } while (next_mode(&s));
    return *found > 0 ? NSD_OK : NSD_RAY;
}
