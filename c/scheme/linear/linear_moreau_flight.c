/* linear_moreau_flight.c - steps of the theta schemes in which nothing touches, for up to
 * NSD_INVERSE_SIZE coordinates: one loop, in which q and v stay in registers. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "scheme/linear/linear_moreau_small.h"

/* Forces of the next steps, n numbers each: of one step when the force is a table or constant */
typedef struct forces {
    int    count;                                     /* steps                             */
    double next[NSD_FORCE_BLOCK * NSD_INVERSE_SIZE];  /* F at their ends                   */
    double F[NSD_FORCE_BLOCK * NSD_INVERSE_SIZE];     /* F_theta                    (MJ.1) */
    double moved[NSD_FORCE_BLOCK * NSD_INVERSE_SIZE]; /* c of the free velocity     (MJ.2) */
} forces;

/* The gap that a step looks at: 1 when it is closed for some contact                   (MJ.3) */
NSD_INLINE int touches(const nsd_linear_moreau *s, const nsd_state *state, const double *q, int n,
                       int m)
{
    const double *H = nsd_moreau_normals(s, n);
    const double  reach = s->activation * s->base.h;
    int           closed = 0;
    for (int a = 0; a < m; a++) {
        closed |= nsd_moreau_dot(H + a * n, q, n) + s->base.model->b[a] + reach * state->U[a] <=
                  0.0;
    }
    return closed;
}

/* Waves of at most `most` steps from the state, up to the last of a block of nsd_force_waves: the
 * next block begins with the step that asks for it, as in steps one by one. Returns their
 * number. */
NSD_INLINE int find_waves(nsd_linear_moreau *s, const nsd_state *state, const nsd_flight *flight,
                          long long most, double *next, int n)
{
    nsd_force_waves *waves = &s->base.waves;
    const double     h = s->base.h;
    long long        k = state->k + 1;

    nsd_force_waves_fill(waves, k, state->t + h, h, next, (size_t)n);
    const long long left = waves->k + NSD_FORCE_BLOCK - k;
    const int       count = (int)(left < most ? left : most);
    int             i = 1;
    for (k++; i < count; i++, k++) {
        const double t = flight->t0 + (double)(k - 1) * flight->h + h;
        if (!nsd_force_waves_hold(waves, k, t, h)) {
            break;
        }
        nsd_force_waves_fill(waves, k, t, h, next + i * n, (size_t)n);
    }
    return i;
}

/* f <- forces of at most `most` steps from the state */
NSD_INLINE void find_forces(nsd_linear_moreau *s, const nsd_state *state, const nsd_flight *flight,
                            long long most, forces *f, int n)
{
    if (s->base.constant_force || s->base.model->F.table) {
        if (!s->base.constant_force) {
            nsd_linear_moreau_fill_force(s, state);
            nsd_moreau_fill_free(s, s->F, nsd_moreau_free(s, n), n);
        }
        f->count = 1;
        memcpy(f->next, s->F1, (size_t)n * sizeof(double));
        memcpy(f->F, s->F, (size_t)n * sizeof(double));
        memcpy(f->moved, nsd_moreau_free(s, n), (size_t)n * sizeof(double));
        return;
    }
    const double *before = s->F1;
    f->count = find_waves(s, state, flight, most, f->next, n);
    for (int i = 0; i < f->count * n; i += n) {
        for (int j = 0; j < n; j++) {
            f->F[i + j] = s->theta * f->next[i + j] + (1.0 - s->theta) * before[j];
        }
        nsd_moreau_fill_free(s, f->F + i, f->moved + i, n);
        before = f->next + i;
    }
}

/* The stepper <- the forces of the last of the steps that were taken with them */
NSD_INLINE void keep_forces(nsd_linear_moreau *s, const forces *f, long long taken, int n)
{
    const size_t bytes = (size_t)n * sizeof(double), at = (size_t)(taken - 1) * (size_t)n;
    if (taken > 0 && !s->base.constant_force && !s->base.model->F.table) {
        memcpy(s->F1, f->next + at, bytes);
        memcpy(s->F, f->F + at, bytes);
        memcpy(nsd_moreau_free(s, n), f->moved + at, bytes);
    }
}

/* A step and its energies; returns |kinetic + potential energy| */
NSD_INLINE double step(const nsd_linear_moreau *s, nsd_state *state, double *q, double *v,
                       const double *F, const double *c, double *value, int n, int m)
{
    const double *H = nsd_moreau_normals(s, n);
    double        q0[NSD_INVERSE_SIZE], v0[NSD_INVERSE_SIZE], v_plus[NSD_INVERSE_SIZE];

    nsd_moreau_velocity(s, c, q, v, v_plus, n);
    for (int i = 0; i < n; i++) { /* q+ = q + h v_w                                     (MJ.1) */
        q0[i] = q[i];
        v0[i] = v[i];
        q[i] = q[i] + s->base.h * (v[i] + s->weight * (v_plus[i] - v[i]));
        v[i] = v_plus[i];
        state->q[i] = q[i];
        state->v[i] = v[i];
    }
    for (int a = 0; a < m; a++) {
        state->U_before[a] = state->U[a];
        state->U[a] = nsd_moreau_dot(H + a * n, v_plus, n);
    }
    const nsd_moreau_ends ends = { q0, v0, q, v, F };
    nsd_moreau_works(s, &ends, value, n);
    return fabs(value[NSD_KINETIC] + value[NSD_POTENTIAL]);
}

NSD_INLINE long long fly_body(nsd_linear_moreau *s, nsd_state *state, nsd_ledger *ledger,
                              nsd_flight *flight, int n, int m, int has_rows)
{
    double    q[NSD_INVERSE_SIZE], v[NSD_INVERSE_SIZE], largest = flight->largest;
    long long taken = 0;
    int       goes_on = 1;
    forces    f;

    for (int i = 0; i < n; i++) {
        q[i] = state->q[i];
        v[i] = state->v[i];
    }
    while (goes_on && taken < flight->most && !touches(s, state, q, n, m)) {
        find_forces(s, state, flight, flight->most - taken, &f, n);
        const int       all = s->base.constant_force;
        const long long first = taken, end = all ? flight->most : taken + f.count;
        for (; taken < end; taken++) {
            const long long i = all ? 0 : (taken - first) * n;
            if (taken > first && touches(s, state, q, n, m)) {
                goes_on = 0;
                break;
            }
            const double total = step(s, state, q, v, f.F + i, f.moved + i, ledger->value, n, m);
            state->k++;
            state->t = flight->t0 + (double)state->k * flight->h;
            largest = total > largest ? total : largest;
            if (!(total <= DBL_MAX)) {
                flight->status = NSD_DIVERGED;
                goes_on = 0;
                break;
            }
            if (has_rows) {
                nsd_sink_rows_write(flight->rows, (size_t)taken);
            }
        }
        keep_forces(s, &f, taken - first + (flight->status != NSD_OK), n);
    }
    if (taken > 0 || flight->status != NSD_OK) { /* as a step leaves them */
        s->base.contact.tally.count = 0;
        s->base.contact.tally.rest = 0.0;
        ledger->inner = 0.0;
    }
    flight->largest = largest;
    return taken;
}

/* One flight for every n up to NSD_INVERSE_SIZE; and the ball, n = m = 1 */
#define INSTANCE(name, n, m)                                                           \
    static long long fly_##name(nsd_stepper *stepper, nsd_state *state, nsd_ledger *l, \
                                nsd_flight *flight)                                    \
    {                                                                                  \
        nsd_linear_moreau *s = (nsd_linear_moreau *)stepper;                           \
        return flight->rows ? fly_body(s, state, l, flight, n, m, 1)                   \
                            : fly_body(s, state, l, flight, n, m, 0);                  \
    }

INSTANCE(ball, 1, 1)
INSTANCE(1, 1, s->base.model->m)
INSTANCE(2, 2, s->base.model->m)
INSTANCE(3, 3, s->base.model->m)
INSTANCE(4, 4, s->base.model->m)

nsd_moreau_fly nsd_linear_moreau_flight(int size)
{
    static const nsd_moreau_fly flights[] = { fly_ball, fly_1, fly_2, fly_3, fly_4 };
    return flights[size];
}
