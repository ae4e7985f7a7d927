/* linear_newmark_energy.c - energies of the linear Newmark family: start, works of a step, and the
 * algorithmic energy. */
#include <string.h>

#include "base/inline.h"
#include "scheme/linear/linear_newmark.h"

/* a_0 = vd_0 = M^-1 (F_0 - K q_0 - C v_0); averages start with F_0, C v_0, K q_0       (NMK.3) */
static void first_acceleration(nsd_linear_newmark *s)
{
    const size_t bytes = (size_t)s->base.model->n * sizeof(double);
    double       aMa = 0.0;

    for (int i = 0; i < s->base.model->n; i++) {
        s->work[i] = s->at.F[i] - s->Kq[i] - s->Cv[i];
        s->at.a[i] = s->work[i];
    }
    nsd_factor_solve(&s->mass, s->at.a);
    for (int i = 0; i < s->base.model->n; i++) {
        aMa += s->at.a[i] * s->work[i];
    }
    memcpy(s->at.vd, s->at.a, bytes);
    memcpy(s->at.Ff, s->at.F, bytes);
    memcpy(s->at.Cf, s->Cv, bytes);
    memcpy(s->at.Kf, s->Kq, bytes);
    *s->at.extra = s->weights.store_a * aMa;
}

void nsd_linear_newmark_start(nsd_linear_newmark *s, nsd_state *state, nsd_ledger *ledger)
{
    const nsd_linear *model = s->base.model;

    nsd_linear_base_start(&s->base, state, ledger, s->Mv, s->Kq);
    nsd_matrix_times(&model->C, state->v, s->Cv);
    nsd_force_at(&model->F, state->k, state->t, s->at.F);
    memcpy(s->start.F, s->at.F, (size_t)model->n * sizeof(double));
    if (s->given.memory) {
        memcpy(s->base.stepper.memory, s->given.memory,
               s->base.stepper.memory_size * sizeof(double));
    } else {
        first_acceleration(s);
    }
    ledger->value[NSD_ALGORITHMIC] = ledger->value[NSD_KINETIC] + ledger->value[NSD_POTENTIAL] +
                                     (s->given.plain_works ? 0.0 : *s->at.extra);
}

/* Sums over the coordinates of one step */
typedef struct sums {
    double kinetic, potential, force, damping;
    double averaging; /* genalpha: works of the averages of F and C v less works of F and C v */
    double inner;     /* numerical work of springs and inertia                       (NMK.11) */
    double aMa, dKd;  /* a'M a, d'K d                                                (NMK.13) */
} sums;

/* Sums of Newmark's scheme, whose averages equal the values                           (NMK.12) */
static sums sums_without_averages(nsd_linear_newmark *s, const nsd_state *state)
{
    const double               ga = s->given.gamma;
    const double               inertia = 2.0 * s->weights.store_a;
    const double *NSD_RESTRICT q = state->q, *NSD_RESTRICT v = state->v,
                               *NSD_RESTRICT q0 = s->start.q;
    const double *NSD_RESTRICT Mv = s->Mv, *NSD_RESTRICT Kq = s->Kq,
                               *NSD_RESTRICT Kq0 = s->start.Kq;
    sums                                     sum = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };

    for (int i = 0; i < s->base.model->n; i++) {
        const double dq = q[i] - q0[i];
        sum.kinetic += v[i] * Mv[i];
        sum.potential += q[i] * Kq[i];
        sum.force += dq * (s->start.F[i] + ga * (s->at.F[i] - s->start.F[i]));
        sum.inner += dq * (0.5 - ga) * (Kq[i] - Kq0[i]);
    }
    for (int i = 0; i < s->base.model->n && s->damped; i++) {
        sum.damping += (q[i] - q0[i]) * (s->start.Cv[i] + ga * (s->Cv[i] - s->start.Cv[i]));
    }
    for (int i = 0; i < s->base.model->n && inertia != 0.0; i++) {
        const double Ma = s->at.F[i] - s->Cv[i] - Kq[i],
                     Ma0 = s->start.F[i] - s->start.Cv[i] - Kq0[i];
        sum.aMa += s->at.a[i] * Ma;
        sum.inner -= inertia * (s->at.a[i] - s->start.a[i]) * (Ma0 + ga * (Ma - Ma0));
    }
    return sum;
}

/* x <- its average at t_k+1, from the values `after` at t_k+1 and `before` at t_k; returns
 * ga x+ + (1-ga) x of the averages                                                    (NMK.12) */
NSD_INLINE double next_average(const nsd_newmark_weights *weights, double ga, double *x,
                               double after, double before)
{
    const double old = *x;
    *x = nsd_newmark_weights_average(weights, after, before, old);
    return old + ga * (*x - old);
}

/* Sums with averages, which move on to t_k+1. All calls have constants for `damped` (C is not zero)
 * and `varying` (F is not constant), so that the compiler can drop branches. */
NSD_INLINE sums sums_with_averages(nsd_linear_newmark *s, const nsd_state *state, int damped,
                                   int varying)
{
    const nsd_newmark_weights  w = s->weights;
    const double               ga = s->given.gamma;
    const double               inertia = 2.0 * s->weights.store_a, lag = s->weights.lag;
    const int                  plain = s->given.plain_works;
    const double *NSD_RESTRICT q = state->q, *NSD_RESTRICT q0 = s->start.q,
                               *NSD_RESTRICT F = s->at.F;
    const double *NSD_RESTRICT F0 = s->start.F, *NSD_RESTRICT Kq = s->Kq,
                               *NSD_RESTRICT Kq0 = s->start.Kq;
    double *NSD_RESTRICT Ff = s->at.Ff, *NSD_RESTRICT Cf = s->at.Cf, *NSD_RESTRICT Kf = s->at.Kf,
                         *NSD_RESTRICT d = s->at.d;
    sums                               sum = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };

    for (int i = 0; i < s->base.model->n; i++) {
        const double dq = q[i] - q0[i];
        const double F_ga = varying ? next_average(&w, ga, Ff + i, F[i], F0[i]) : F[i];
        const double C_ga = damped ? next_average(&w, ga, Cf + i, s->Cv[i], s->start.Cv[i]) : 0.0;
        const double K_ga = next_average(&w, ga, Kf + i, Kq[i], Kq0[i]);
        double       F_work = F_ga, C_work = C_ga;
        if (varying && plain) {
            F_work = F0[i] + ga * (F[i] - F0[i]);
        }
        if (damped && plain) {
            C_work = s->start.Cv[i] + ga * (s->Cv[i] - s->start.Cv[i]);
        }
        d[i] = lag * dq - w.w_a * d[i];
        sum.kinetic += state->v[i] * s->Mv[i];
        sum.potential += q[i] * Kq[i];
        sum.force += dq * F_work;
        if (damped || varying) {
            sum.damping += dq * C_work;
            sum.averaging += dq * ((F_ga - F_work) - (C_ga - C_work));
        }
        sum.inner += dq * (0.5 * (Kq[i] + Kq0[i]) - K_ga) -
                     inertia * (s->at.a[i] - s->start.a[i]) * (F_ga - C_ga - K_ga);
        sum.aMa += s->at.a[i] * (Ff[i] - (damped ? Cf[i] : 0.0) - Kf[i]);
        sum.dKd += d[i] * (Kq[i] - Kf[i]);
    }
    return sum;
}

static sums sums_of_step(nsd_linear_newmark *s, const nsd_state *state)
{
    if (s->weights.w_vd == 0.0 && s->weights.w_a == 0.0) {
        return sums_without_averages(s, state);
    }
    if (s->damped) {
        return sums_with_averages(s, state, 1, 1);
    }
    return s->base.constant_force ? sums_with_averages(s, state, 0, 0)
                                  : sums_with_averages(s, state, 0, 1);
}

/* -(nu - (h/2) La)'G'a_ga: work of position impulses that change no velocity          (NMK.11) */
static double correction_work(const nsd_linear_newmark *s, const nsd_columns *G, const double *nu,
                              const double *La)
{
    const double ga = s->given.gamma;
    double       work = 0.0;
    for (int j = 0; j < G->m; j++) {
        const double shift = nu[j] - 0.5 * s->base.h * La[j];
        if (shift != 0.0) {
            work -= shift * (ga * nsd_columns_dot(G, j, s->at.a) +
                             (1.0 - ga) * nsd_columns_dot(G, j, s->start.a));
        }
    }
    return work;
}

/* Works of the forces lambda of contacts and joints in the naive scheme: dq'G lambda_ga (NMK.16) */
static double force_work(nsd_linear_newmark *s, const nsd_columns *G, const double *impulse,
                         int first)
{
    double work = 0.0;
    for (int j = 0; j < G->m; j++) {
        double      *lambda = s->at.lambda + first + j, *average = s->at.lambda_f + first + j;
        const double next = impulse[j] / s->base.h;
        const double average_next = nsd_newmark_weights_average(&s->weights, next, *lambda,
                                                                *average);
        for (ptrdiff_t k = G->start[j]; k < G->start[j + 1]; k++) {
            const double dq = s->work[G->row[k]];
            work += dq * G->values[k] * (*average + s->given.gamma * (average_next - *average));
        }
        *lambda = next;
        *average = average_next;
    }
    return work;
}

typedef struct contact_works {
    double impact, joint, numerical, external;
    double friction; /* work on the system                                      (FC.5) */
    double gained;   /* work of friction that counts as a gain of energy        (FC.5) */
} contact_works;

static contact_works works_of_contacts(nsd_linear_newmark *s, const nsd_state *state)
{
    const nsd_linear *model = s->base.model;
    contact_works     works = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };

    if (s->naive) {
        nsd_dense_sum(model->n, state->q, -1.0, s->start.q, s->work);
        works.impact = force_work(s, &model->H, state->P, 0);
        works.joint = force_work(s, &model->J, state->joint, model->m);
        works.external = -works.impact - works.joint; /* F includes the contact forces */
        return works;
    }
    works.impact = nsd_linear_base_impulse_work(state, model->m, 0.5);
    works.friction = s->base.friction.works.friction;
    works.gained = s->base.friction.works.contact;
    if (model->p > 0) {
        works.joint = nsd_linear_base_joint_work(&s->base, state, s->start.v, 0.5);
    }
    if (s->given.ggl) {
        const double *La = nsd_linear_newmark_r(s, state);
        works.numerical = correction_work(s, s->base.contact.G, s->nu, La) +
                          correction_work(s, &model->J, s->nuJ, state->joint);
    }
    return works;
}

void nsd_linear_newmark_energy(nsd_stepper *stepper, const nsd_state *state, nsd_ledger *ledger)
{
    nsd_linear_newmark *s = (nsd_linear_newmark *)stepper;

    nsd_matrix_times(&s->base.model->M, state->v, s->Mv);
    const sums    sum = sums_of_step(s, state);
    contact_works works = works_of_contacts(s, state);
    if (s->base.model->K_skew.storage != NSD_ZERO) {
        double *const room[] = { s->work, s->work2 };
        works.external += nsd_linear_base_circulatory_work(&s->base, state, s->start.q, 0.5, room);
    }
    const double extra = s->weights.store_a * sum.aMa +
                         s->weights.store_d * sum.dKd; /*               (NMK.13) */
    const double inner = sum.inner + works.numerical;

    ledger->value[NSD_KINETIC] = 0.5 * sum.kinetic;
    ledger->value[NSD_POTENTIAL] = 0.5 * sum.potential;
    ledger->value[NSD_EXTERNAL] += sum.force + works.external;
    ledger->value[NSD_DAMPING] -= sum.damping;
    ledger->value[NSD_IMPACT] += works.impact;
    ledger->value[NSD_FRICTION] += works.friction;
    ledger->value[NSD_JOINT] += works.joint;
    ledger->value[NSD_NUMERICAL] += inner + sum.averaging;
    ledger->value[NSD_ALGORITHMIC] = 0.5 * (sum.kinetic + sum.potential) +
                                     (s->given.plain_works ? 0.0 : extra);
    /* gain of the algorithmic energy by contacts and by the scheme itself */
    ledger->inner = works.impact + works.gained + inner + (extra - *s->at.extra);
    *s->at.extra = extra;
}
