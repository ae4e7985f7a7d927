/* friction_enumerate.c - every mode of a few contacts in the plane                 (FR.18) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "solve/lcp/lcp.h"

enum { OPEN, STICK, SLIDE_UP, SLIDE_DOWN, MODES }; /* SLIDE_UP: u_T >= 0, r_T = -mu r_N */

#define REGULAR 1e-11 /* reciprocal condition below which a system counts as singular */

typedef struct modes {
    const nsd_friction         *problem;
    int                         size; /* unknowns of the present mode         */
    int                         free; /* sticking in its two components, not in edges of the cone */
    int                         mode[NSD_FRICTION_ENUMERATE_MAX];
    double                     *A, *LU, *c; /* A y + c = 0, y >= 0                  */
    double                     *y, *u, *work;
    double                     *normal, *rhs; /* A'A and A'c for the singular ones    */
    nsd_int                    *pivot, *iwork;
    nsd_scratch                *scratch;
    const nsd_friction_options *options;
} modes;

static int work_size(int n)
{
    const int fit = nsd_dense_least_squares_work(n, n);
    return fit > 4 * n ? fit : 4 * n;
}

size_t nsd_friction_enumerate_scratch(int contacts)
{
    const size_t n = 2 * (size_t)contacts;
    return 3 * nsd_scratch_need(n * n, sizeof(double)) + 4 * nsd_scratch_need(n, sizeof(double)) +
           nsd_scratch_need((size_t)work_size((int)n), sizeof(double)) +
           2 * nsd_scratch_need(n, sizeof(nsd_int)) + nsd_lcp_scratch(2 * contacts);
}

static void take(modes *s, const nsd_friction *problem, nsd_scratch *scratch)
{
    const size_t n = 2 * (size_t)problem->contacts;
    double     **squares[] = { &s->A, &s->LU, &s->normal };
    double     **vectors[] = { &s->c, &s->y, &s->u, &s->rhs };

    for (int i = 0; i < 3; i++) {
        *squares[i] = nsd_scratch_take(scratch, n * n, sizeof(double));
    }
    for (int i = 0; i < 4; i++) {
        *vectors[i] = nsd_scratch_take(scratch, n, sizeof(double));
    }
    s->work = nsd_scratch_take(scratch, (size_t)work_size((int)n), sizeof(double));
    s->pivot = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    s->iwork = nsd_scratch_take(scratch, n, sizeof(nsd_int));
    s->problem = problem;
    s->scratch = scratch;
}

/* Without friction a closed contact only has its normal equation. */
static int equations(const modes *s, int a)
{
    return s->mode[a] == OPEN || s->problem->mu[0][a] == 0.0 ? 1 : 2;
}

typedef struct edge { /* an impulse (N, T) of size about one */
    double N, T;
} edge;

/* Impulse edges of contact a in its mode: `count` of them. Those of a wide cone are nearly
 * opposite, so that sticking is tried in components first. */
static int edges(const modes *s, int a, edge *along)
{
    const double mu = s->problem->mu[0][a], unit = fmax(1.0, mu), N = 1.0 / unit, T = mu / unit;
    const int    stick = s->mode[a] == STICK && mu > 0.0;
    const edge   up = { N, T }, down = { N, -T }, normal = { 1.0, 0.0 }, tangent = { 0.0, 1.0 };

    along[0] = stick && s->free ? normal : s->mode[a] == SLIDE_UP ? down : up;
    along[1] = s->free ? tangent : down;
    return s->mode[a] == OPEN ? 0 : stick ? 2 : 1;
}

/* A column of A: what the impulse t of contact a does to the equations of all modes */
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
            out[row + i] = stored ? t->N * W[i] + t->T * W[i + column.ld] : 0.0;
        }
    }
}

/* A and c of the present mode; slacks are in units of lambda */
static void assemble(modes *s)
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
        const int count = edges(s, a, t), rows = equations(s, a);
        for (int k = 0; k < count; k++) {
            impulse_column(s, a, t + k, s->A + (size_t)(at + k) * (size_t)s->size);
        }
        if (count < rows) { /* the velocity that may be positive */
            const double sign = s->mode[a] == SLIDE_DOWN ? 1.0 : -1.0;
            s->A[row + rows - 1 + (at + count) * s->size] = sign * s->problem->lambda;
        }
        memcpy(s->c + row, s->problem->q + 2 * a, (size_t)rows * sizeof *s->c);
        row += rows;
        at += rows;
    }
}

static void impulses(const modes *s, double *r)
{
    int at = 0;
    for (int a = 0; a < s->problem->contacts; at += equations(s, a), a++) {
        edge      t[2];
        double   *ra = r + 2 * a;
        const int count = edges(s, a, t);
        ra[0] = ra[1] = 0.0;
        for (int k = 0; k < count; k++) {
            ra[0] += s->y[at + k] * t[k].N;
            ra[1] += s->y[at + k] * t[k].T;
        }
    }
}

/* 1 when the impulses of y solve the problem; they are left in r. */
static int solves(modes *s, double *r)
{
    nsd_friction_info info;
    impulses(s, r);
    return nsd_friction_finish(s->problem, s->options, r, s->u, &info) == NSD_OK;
}

/* y >= 0 with the least |A y + c|                                                      (FR.18) */
static void least_squares(modes *s)
{
    const int             n = s->size;
    const nsd_lcp         lcp = { n, n, n - 1, 1, s->normal, s->rhs };
    const nsd_lcp_options options = { 100 + 50 * n, 1e-13, 1.0 };
    nsd_lcp_info          info;

    nsd_dense_gemm(NSD_TRANSPOSED, n, n, n, 1.0, s->A, n, s->A, n, 0.0, s->normal, n);
    nsd_dense_gemv(NSD_TRANSPOSED, n, n, 1.0, s->A, n, s->c, 0.0, s->rhs);
    memset(s->y, 0, (size_t)n * sizeof *s->y);
    nsd_lcp_auto(&lcp, &options, s->scratch, s->y, &info); /* r is judged, not y */
}

/* y of a regular mode; for a singular one the shortest */
static int shortest(modes *s)
{
    const int n = s->size;
    double    norm = 0.0;
    int       rank = n;

    memcpy(s->LU, s->A, (size_t)(n * n) * sizeof *s->LU);
    for (int j = 0; j < n; j++) {
        double sum = 0.0;
        for (int i = 0; i < n; i++) {
            sum += fabs(s->A[i + j * n]);
        }
        norm = fmax(norm, sum);
        s->y[j] = -s->c[j];
    }
    if (nsd_dense_lu(n, s->LU, n, s->pivot) == NSD_OK &&
        nsd_dense_lu_rcond(n, s->LU, n, norm, s->work, s->iwork) > REGULAR) {
        nsd_dense_lu_solve(n, 1, s->LU, n, s->pivot, s->y, n);
        return 1;
    }
    memcpy(s->LU, s->A, (size_t)(n * n) * sizeof *s->LU);
    nsd_dense_least_squares(n, n, s->LU, n, s->y, REGULAR, s->pivot, s->work, &rank);
    return 0;
}

/* 1 with r when the present mode has a solution */
static int solve_mode(modes *s, double *r)
{
    s->free = 1;
    assemble(s);
    const int regular = shortest(s);
    if (solves(s, r)) {
        return 1;
    }
    if (!regular) {
        s->free = 0;
        assemble(s);
        least_squares(s);
    }
    return !regular && solves(s, r);
}

/* 1 when r is among the columns of R already */
static int known(int n, const double *R, int found, const double *r)
{
    for (int k = 0; k < found; k++) {
        double difference = 0.0, size = 0.0;
        for (int i = 0; i < n; i++) {
            difference = fmax(difference, fabs(R[k * n + i] - r[i]));
            size = fmax(size, fabs(r[i]));
        }
        if (difference <= 1e-7 * size || difference == 0.0) {
            return 1;
        }
    }
    return 0;
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
    const size_t      mark = scratch->used;
    double            r[2 * NSD_FRICTION_ENUMERATE_MAX] = { 0.0 };
    modes             s = { .mode = { OPEN } };
    nsd_friction_info info;

    *found = 0;
    if (problem->layout.groups != 1 || problem->layout.size[0] != 1 ||
        problem->contacts > NSD_FRICTION_ENUMERATE_MAX) {
        return NSD_ERR_TOO_LARGE;
    }
    const size_t bytes = nsd_friction_enumerate_scratch(problem->contacts);
    nsd_status   status = nsd_friction_begin(problem, scratch, bytes, r, &info);
    if (status != NSD_OK) {
        return status;
    }
    take(&s, problem, scratch);
    s.options = options;
    const size_t n = 2 * (size_t)problem->contacts;
    do {
        if (!solve_mode(&s, r) || known((int)n, R, *found, r)) {
            continue;
        }
        if (*found == capacity) {
            scratch->used = mark;
            return NSD_ERR_TOO_LARGE;
        }
        memcpy(R + n * (size_t)(*found)++, r, n * sizeof *r);
    } while (next_mode(&s));
    scratch->used = mark;
    return *found > 0 ? NSD_OK : NSD_RAY;
}
