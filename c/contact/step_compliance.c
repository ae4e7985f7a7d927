/* step_compliance.c - rows of compliant contacts in the problem of a step, and their surfaces. */
#include "contact/step_compliance.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Least depth of the first iterate, as a part of the way of a step. Zero: Hertz's law has no slope
 * there; larger: only more iterations. */
#define FIRST_DEPTH_PART 1e-3

/* Least depth of any iterate, and the same as a part of the gap: smaller depths make rows of the
 * contact problem so soft that their numbers leave the range of the others. */
#define LEAST_DEPTH      1e-30
#define LEAST_DEPTH_PART 1e-12

/* Square of the frequency times the step, or rate of damping times the step, above which a contact
 * is stiff. Larger: contacts rebound by chance where a step jumps over them; smaller: contacts that
 * steps follow lose their rebound. */
#define MOST_RESOLVED 1.0

/* A contact that is pressed at the start, before its first step has said whether it is stiff */
#define UNDECIDED (-1)

static size_t lay_out(nsd_step_compliance *compliance, const nsd_surface *surface, int m,
                      nsd_scratch *scratch)
{
    const size_t contacts = surface->compliance ? (size_t)m : 0;
    NSD_SCRATCH_ZEROS(scratch, 3 * contacts, &compliance->memory);
    NSD_SCRATCH_ZEROS(scratch, contacts, &compliance->trial, &compliance->base, &compliance->s,
                      &compliance->inverse_mass);
    compliance->stiff = nsd_scratch_ints(scratch, contacts);
    NSD_SCRATCH_ZEROS(scratch, contacts * (size_t)(1 + surface->d), &compliance->added);
    NSD_SCRATCH_ZEROS(scratch, 2 * contacts, &compliance->saved);
    return nsd_scratch_counted(scratch);
}

size_t nsd_step_compliance_scratch(const nsd_surface *surface, int m)
{
    return lay_out(&(nsd_step_compliance){ 0 }, surface, m, NSD_SCRATCH_COUNTER);
}

/* Energy of all surfaces with these depths */
static double stored_energy(const nsd_step_compliance *c, const double *depth)
{
    double energy = 0.0;
    for (int a = 0; a < c->m; a++) {
        energy += nsd_compliance_energy(&c->law[a], depth[a]);
    }
    return energy;
}

nsd_status nsd_step_compliance_init(nsd_step_compliance *c, const nsd_surface *surface, int m,
                                    const double *gaps, nsd_scratch *scratch)
{
    memset(c, 0, sizeof *c);
    if (!surface->compliance) {
        return NSD_OK;
    }
    c->m = m;
    c->block = 1 + surface->d;
    c->law = surface->compliance;
    lay_out(c, surface, m, scratch);
    if (nsd_scratch_is_full(scratch)) {
        return NSD_ERR_WORKSPACE;
    }
    c->depth = c->memory;
    c->speed = c->memory + m;
    for (int a = 0; a < m; a++) {
        const int compliant = nsd_step_compliance_has(c, a);
        c->curved |= compliant && (c->law[a].n != 1.0 || c->law[a].d > 0.0 || c->law[a].e > 0.0);
        c->depth[a] = compliant ? fmax(0.0, -gaps[a]) : 0.0;
        c->stiff[a] = UNDECIDED;
    }
    c->energy = stored_energy(c, c->depth);
    return NSD_OK;
}

nsd_status nsd_step_compliance_continue(nsd_step_compliance *c, const double *memory, size_t size)
{
    const size_t m = (size_t)c->m;
    if (!memory || m == 0) {
        return NSD_OK;
    }
    if (size != 3 * m) {
        return NSD_ERR_BAD_ARGUMENT;
    }
    memcpy(c->memory, memory, size * sizeof *memory);
    for (size_t a = 0; a < m; a++) {
        c->stiff[a] = memory[2 * m + a] != 0.0;
    }
    c->energy = stored_energy(c, c->depth);
    return NSD_OK;
}

void nsd_step_compliance_save(nsd_step_compliance *c, int back)
{
    const size_t m = (size_t)c->m, bytes = m * sizeof(double);
    if (!c->law) {
        return;
    }
    memcpy(back ? c->depth : c->saved, back ? c->saved : c->depth, bytes);
    memcpy(back ? c->speed : c->saved + m, back ? c->saved + m : c->speed, bytes);
    *(back ? &c->energy : &c->energy_kept) = back ? c->energy_kept : c->energy;
}

/* The law of contact a with Flores' damping for its approach */
static nsd_compliance law_of(const nsd_step_compliance *c, int a)
{
    return nsd_compliance_at_speed(&c->law[a], c->speed[a]);
}

/* 1 when the contact would be over within a step, by its frequency or damping at this depth */
static int is_stiff(const nsd_step_compliance *c, int a, double depth)
{
    const nsd_compliance law = law_of(c, a);
    const double         stiffness = law.n * nsd_compliance_force(&law, depth, 0.0) / depth;
    const double         damping = law.c + law.d * nsd_compliance_force(&law, depth, 0.0);
    return c->h * (c->h * stiffness + damping) * c->inverse_mass[a] > MOST_RESOLVED;
}

void nsd_step_compliance_begin(nsd_step_compliance *c, int a, const nsd_compliance_start *start)
{
    const double way = c->h * fmax(fabs(start->U), fabs(start->U_free));
    const double depth = fmax(c->depth[a], fmax(way, LEAST_DEPTH));

    if (!(c->depth[a] > 0.0)) {
        c->speed[a] = fmax(0.0, -start->U);
    }
    if (!(c->depth[a] > 0.0) || c->stiff[a] == UNDECIDED) {
        c->stiff[a] = is_stiff(c, a, depth); /* stays so until the surface is back */
    }
    c->base[a] = c->stiff[a] ? fmax(start->y, -c->depth[a]) : start->base;
    c->s[a] = c->stiff[a] ? c->h : start->s;
    c->trial[a] = fmax(fmax(c->depth[a], -c->base[a] - c->s[a] * start->U_free),
                       FIRST_DEPTH_PART * way);
}

static nsd_compliance_rule rule_of(const nsd_step_compliance *c, int a)
{
    return c->stiff[a] > 0 ? NSD_COMPLIANCE_END : NSD_COMPLIANCE_MEAN;
}

double nsd_step_compliance_fill(nsd_step_compliance *c, int a)
{
    const nsd_compliance law = law_of(c, a);
    double               slope = 0.0;

    if (c->stiff[a] > 0 || !(c->depth[a] > 0.0)) { /* where Hertz's law has no slope at zero */
        c->trial[a] = fmax(c->trial[a], fmax(LEAST_DEPTH, LEAST_DEPTH_PART * fabs(c->base[a])));
    }
    const double P = nsd_compliance_impulse(&law, rule_of(c, a), c->h, c->depth[a], c->trial[a],
                                            &slope);
    c->added[a * c->block] = 1.0 / (c->s[a] * slope);
    return (c->base[a] + c->trial[a] - P / slope) / c->s[a];
}

double nsd_step_compliance_miss(nsd_step_compliance *c, int a, double P, double U)
{
    const nsd_compliance law = law_of(c, a);
    const double         free = nsd_compliance_free_depth(&law, rule_of(c, a), c->h, c->depth[a]);
    double               slope = 0.0;

    c->trial[a] = fmax(free, -c->base[a] - c->s[a] * U);
    const double wanted = fmax(
        0.0, nsd_compliance_impulse(&law, rule_of(c, a), c->h, c->depth[a], c->trial[a], &slope));
    const double noise = 8.0 * DBL_EPSILON * slope *
                         (fabs(c->base[a]) + c->s[a] * fabs(U) + c->depth[a]);
    return fmax(0.0, fabs(P - wanted) - noise);
}

void nsd_step_compliance_end(nsd_step_compliance *c)
{
    const double before = c->energy;
    if (!c->law) {
        return;
    }
    for (int a = 0; a < c->m; a++) {
        c->depth[a] = nsd_step_compliance_has(c, a) ? fmax(0.0, c->trial[a]) : 0.0;
        c->memory[2 * c->m + a] = c->stiff[a] > 0;
    }
    c->energy = stored_energy(c, c->depth);
    c->gain = c->energy - before;
}
