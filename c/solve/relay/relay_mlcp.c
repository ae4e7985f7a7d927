/* relay_mlcp.c - a relay as a mixed complementarity problem.
 *
 *   lower bound:  z = lower + v,  0 <= v _|_ w >= 0          upper bound:  z = upper - v, -w >= 0
 *   both:         z = lower + v,  0 <= v _|_ w + s >= 0,  0 <= s _|_ upper - lower - v >= 0
 *   none:         w = 0                                                                (RL.4) */
#include <math.h>
#include <string.h>

#include "solve/mlcp/mlcp.h"
#include "solve/relay/relay_parts.h"

typedef struct mixed {
    int            rows; /* n + unknowns bounded on both sides */
    double        *M, *q, *v;
    unsigned char *equality;
    nsd_scratch    solver;
} mixed;

static int has_both(const nsd_relay *relay, int i)
{
    return isfinite(relay->lower[i]) && isfinite(relay->upper[i]);
}

/* z at v = 0: the lower bound, else the upper bound, else 0 */
static double base_of(const nsd_relay *relay, int i)
{
    return isfinite(relay->lower[i])   ? relay->lower[i]
           : isfinite(relay->upper[i]) ? relay->upper[i]
                                       : 0.0;
}

/* dz / dv: -1 when there is an upper bound only */
static double sign_of(const nsd_relay *relay, int i)
{
    return !isfinite(relay->lower[i]) && isfinite(relay->upper[i]) ? -1.0 : 1.0;
}

static int is_equality(const nsd_relay *relay, int i)
{
    return !isfinite(relay->lower[i]) && !isfinite(relay->upper[i]);
}

static int count_rows(const nsd_relay *relay)
{
    int rows = relay->n;
    for (int i = 0; i < relay->n; i++) {
        rows += has_both(relay, i);
    }
    return rows;
}

static int count_equalities(const nsd_relay *relay)
{
    int equalities = 0;
    for (int i = 0; i < relay->n; i++) {
        equalities += is_equality(relay, i);
    }
    return equalities;
}

static size_t lay_out(mixed *problem, int unknowns, int equalities, nsd_scratch *scratch)
{
    const size_t rows = (size_t)unknowns;
    problem->M = nsd_scratch_doubles(scratch, rows * rows);
    NSD_SCRATCH_EACH(scratch, rows, &problem->q, &problem->v);
    problem->equality = nsd_scratch_take(scratch, rows, 1);
    problem->solver = nsd_scratch_part(
        scratch, nsd_mlcp_scratch_for(equalities, equalities, unknowns - equalities));
    problem->rows = unknowns;
    return nsd_scratch_counted(scratch);
}

size_t nsd_relay_mlcp_scratch_for(int unknowns, int equalities)
{
    return lay_out(&(mixed){ 0 }, unknowns, equalities, NSD_SCRATCH_COUNTER);
}

size_t nsd_relay_mlcp_scratch(const nsd_relay *relay)
{
    return nsd_relay_mlcp_scratch_for(count_rows(relay), count_equalities(relay));
}

/* Rows and columns of the n unknowns v, with the signs of sign_of */
static void fill_relay(const nsd_relay *relay, const mixed *problem)
{
    const size_t n = (size_t)relay->n, rows = (size_t)problem->rows;

    memset(problem->M, 0, rows * rows * sizeof(double));
    memset(problem->equality, 0, rows);
    memcpy(problem->q, relay->q, n * sizeof(double));
    for (size_t j = 0; j < n; j++) {
        const double base = base_of(relay, (int)j), sign = sign_of(relay, (int)j);
        for (size_t i = 0; i < n; i++) {
            problem->M[i + j * rows] = sign_of(relay, (int)i) * sign * relay->M[i + j * n];
            problem->q[i] += relay->M[i + j * n] * base;
        }
        problem->equality[j] = (unsigned char)is_equality(relay, (int)j);
    }
    for (size_t i = 0; i < n; i++) {
        problem->q[i] *= sign_of(relay, (int)i);
    }
}

/* One more row and column for s of each z with two bounds */
static void add_upper_bounds(const nsd_relay *relay, const mixed *problem)
{
    const size_t rows = (size_t)problem->rows;
    size_t       next = (size_t)relay->n;

    for (int i = 0; i < relay->n; i++) {
        if (has_both(relay, i)) {
            problem->M[(size_t)i + next * rows] = 1.0;
            problem->M[next + (size_t)i * rows] = -1.0;
            problem->q[next] = relay->upper[i] - relay->lower[i];
            next++;
        }
    }
}

nsd_status nsd_relay_mlcp(const nsd_relay *relay, const nsd_lcp_options *options,
                          nsd_scratch *scratch, double *z, nsd_lcp_info *info)
{
    nsd_scratch space = *scratch;
    mixed       problem;

    lay_out(&problem, count_rows(relay), count_equalities(relay), &space);
    NSD_TRY(nsd_scratch_status(&space));
    fill_relay(relay, &problem);
    add_upper_bounds(relay, &problem);
    memset(problem.v, 0, (size_t)problem.rows * sizeof(double));

    const nsd_mlcp   mlcp = { problem.rows, problem.rows,     problem.M,
                              problem.q,    problem.equality, problem.equality };
    const int        before = info->iterations;
    const nsd_status status = nsd_mlcp_solve(&mlcp, options, &problem.solver, problem.v, info);
    info->iterations += before;
    for (int i = 0; i < relay->n; i++) {
        z[i] = base_of(relay, i) + sign_of(relay, i) * problem.v[i];
        z[i] = z[i] > relay->upper[i] ? relay->upper[i] : z[i];
    }
    return status;
}
