/* friction_lemke.c - Lemke's path for the cone as a pyramid: exact in the plane, a start for
 * Newton in space                                                                     (FR.13) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"
#include "solve/lcp/lcp.h"

/* Directions that replace the disc of friction in space. Larger: the LCP grows, and its time with
 * the cube; smaller: a worse start for Newton. */
#define DISC_FACETS 8

/* Most directions of a contact, for the size of arrays. */
#define MOST_FACETS (NSD_FRICTION_GROUPS * DISC_FACETS)

/* Most Newton steps from the answer of Lemke's method. Smaller: Newton is stopped on the way to a
 * solution; larger: time is lost where it cycles. */
#define NEWTON_STEPS 30

/* The cone of a contact as a pyramid: r = E (P, b) with b >= 0. */
typedef struct pyramid {
    const nsd_friction *problem;
    int                 d, facets;          /* entries of a contact, directions e_k */
    int                 size;               /* unknowns of the LCP                  */
    int                 group[MOST_FACETS]; /* of each direction                    */
    double              E[NSD_FRICTION_LOCAL * (MOST_FACETS + 1)]; /* columns n, e_1, e_2, ... */
    double             *M, *q, *z;                                 /* the LCP and its answer      */
    double             *u;                                         /* velocities                  */
    nsd_scratch         solver;                                    /* of the LCP, then of Newton  */
} pyramid;

int nsd_friction_lemke_size(const nsd_friction *problem)
{
    int count = 1 + problem->layout.groups;
    for (int g = 0; g < problem->layout.groups; g++) {
        count += problem->layout.size[g] == 1 ? 2 : DISC_FACETS;
    }
    return problem->contacts * count;
}

static void init_pyramid(pyramid *p, const nsd_friction *problem)
{
    const nsd_friction_layout *layout = &problem->layout;
    const double               turn = 8.0 * atan(1.0) / DISC_FACETS;
    int                        at = 1;

    memset(p, 0, sizeof *p);
    p->problem = problem;
    p->d = nsd_friction_local_size(layout);
    p->E[0] = 1.0;
    for (int g = 0; g < layout->groups; at += layout->size[g], g++) {
        const int count = layout->size[g] == 1 ? 2 : DISC_FACETS;
        for (int k = 0; k < count; k++) {
            double *column = p->E + (p->facets + 1) * p->d;
            column[at] = count == 2 ? 1.0 - 2.0 * k : cos(k * turn);
            if (count > 2) {
                column[at + 1] = sin(k * turn);
            }
            p->group[p->facets++] = g;
        }
    }
    p->size = nsd_friction_lemke_size(problem);
}

static size_t lay_out(pyramid *p, const nsd_friction *problem, nsd_scratch *scratch)
{
    const size_t size = (size_t)nsd_friction_lemke_size(problem);
    p->M = nsd_scratch_doubles(scratch, size * size);
    NSD_SCRATCH_EACH(scratch, size, &p->q, &p->z);
    p->u = nsd_scratch_doubles(scratch, nsd_friction_unknowns(problem));
    p->solver = nsd_scratch_part(scratch, nsd_scratch_larger(nsd_lcp_scratch((int)size),
                                                             nsd_friction_newton_scratch(problem)));
    return nsd_scratch_counted(scratch);
}

size_t nsd_friction_lemke_scratch(const nsd_friction *problem)
{
    return lay_out(&(pyramid){ 0 }, problem, NSD_SCRATCH_COUNTER);
}

/* y <- E'x, 1 + facets entries */
static void multiply_transposed(const pyramid *p, const double *x, double *y)
{
    for (int k = 0; k <= p->facets; k++) {
        double sum = 0.0;
        for (int i = 0; i < p->d; i++) {
            sum += p->E[k * p->d + i] * x[i];
        }
        y[k] = sum;
    }
}

/* M(b,a) <- E'W(b,a) E; the unknowns of a contact are neighbours: P, b, lambda */
static void add_block(const pyramid *p, const double *W, int ld, double *M)
{
    double image[NSD_FRICTION_LOCAL];

    for (int k = 0; k <= p->facets; k++) {
        memset(image, 0, sizeof image);
        for (int j = 0; j < p->d; j++) {
            for (int i = 0; i < p->d; i++) {
                image[i] += W[i + j * ld] * p->E[k * p->d + j];
            }
        }
        multiply_transposed(p, image, M + (size_t)k * (size_t)p->size);
    }
}

static void assemble_lcp(const pyramid *p)
{
    const int    stride = 1 + p->facets + p->problem->layout.groups;
    const size_t size = (size_t)p->size;
    double      *M = p->M, *q = p->q;

    memset(M, 0, size * size * sizeof *M);
    memset(q, 0, size * sizeof *q);
    for (int a = 0; a < p->problem->contacts; a++) {
        const nsd_friction_column column = nsd_friction_column_of(p->problem, a);
        const size_t              first = (size_t)a * (size_t)stride;
        for (int k = 0; k < column.count; k++) {
            const int b = column.row ? column.row[k] : k;
            add_block(p, column.blocks + (size_t)k * (size_t)column.step, column.ld,
                      M + (size_t)(b * stride) + first * size);
        }
        multiply_transposed(p, p->problem->q + a * p->d, q + first);
        for (int k = 0; k < p->facets; k++) { /* rows of lambda: (mu P - sum of b) / max(1, mu) */
            const size_t b = first + 1 + (size_t)k;
            const size_t lambda = first + 1 + (size_t)(p->facets + p->group[k]);
            const double mu = p->problem->mu[p->group[k]][a], unit = fmax(1.0, mu);
            M[b + lambda * size] = 1.0;
            M[lambda + b * size] = -1.0 / unit;
            M[lambda + first * size] = mu / unit;
        }
    }
}

/* r <- impulses of the unknowns z of the LCP */
static void impulses(const pyramid *p, const double *z, double *r)
{
    const int stride = 1 + p->facets + p->problem->layout.groups;

    for (int a = 0; a < p->problem->contacts; a++) {
        double  mu[NSD_FRICTION_GROUPS];
        double *ra = r + a * p->d;
        memset(ra, 0, (size_t)p->d * sizeof *ra);
        for (int k = 0; k <= p->facets; k++) {
            for (int i = 0; i < p->d; i++) {
                ra[i] += p->E[k * p->d + i] * z[a * stride + k];
            }
        }
        nsd_friction_coefficients(p->problem, a, mu);
        nsd_friction_project(&p->problem->layout, mu, ra); /* changes r by rounding only */
    }
}

nsd_status nsd_friction_lemke(const nsd_friction *problem, const nsd_friction_options *options,
                              nsd_scratch *scratch, double *r, nsd_friction_info *info)
{
    nsd_scratch space = *scratch;
    pyramid     p;

    init_pyramid(&p, problem);
    lay_out(&p, problem, &space);
    NSD_TRY(nsd_friction_begin("lemke", problem, &space, r, info));
    assemble_lcp(&p);
    const nsd_lcp         lcp = { p.size, p.size, p.size > 0 ? p.size - 1 : 0, 0, p.M, p.q };
    const double          accuracy = fmin(1e-10, options->tolerance);
    const nsd_lcp_options path = { 100 + 50 * p.size, accuracy, 1.0, options->poll, accuracy };
    nsd_lcp_info          lcp_info = { 0, 0.0, "" };
    nsd_status            verdict = nsd_lcp_lemke(&lcp, &path, &p.solver, p.z, &lcp_info);
    impulses(&p, p.z, r);
    nsd_status status = nsd_friction_finish(problem, options, r, p.u, info);
    info->iterations = lcp_info.iterations;
    if (status != NSD_OK &&
        isfinite(info->residual)) { /* the pyramid is not the cone, or rounding */
        const nsd_friction_options polish = { NEWTON_STEPS, options->tolerance, options->poll };
        status = nsd_friction_newton(problem, &polish, &p.solver, r, info);
        info->iterations += lcp_info.iterations;
        info->solver = "lemke";
    }
    verdict = verdict == NSD_OK || verdict < 0 ? NSD_STALLED : verdict;
    return status == NSD_OK ? status : verdict;
}
