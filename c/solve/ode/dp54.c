/* dp54.c - stages, error and continuous extension of Dormand and Prince's pair. */
#include "solve/ode/dp54.h"

#include <math.h>

#include "base/inline.h"

enum { LAST = NSD_DP54_STAGES - 1 };

static size_t lay_out(nsd_dp54 *pair, int n, nsd_scratch *scratch)
{
    for (int i = 0; i < NSD_DP54_STAGES; i++) {
        pair->k[i] = nsd_scratch_doubles(scratch, (size_t)n);
    }
    pair->trial = nsd_scratch_doubles(scratch, (size_t)n);
    return nsd_scratch_counted(scratch);
}

size_t nsd_dp54_scratch(int n)
{
    return lay_out(&(nsd_dp54){ 0 }, n, NSD_SCRATCH_COUNTER);
}

nsd_status nsd_dp54_init(nsd_dp54 *pair, int n, nsd_scratch *scratch)
{
    pair->n = pair->controlled = n;
    lay_out(pair, n, scratch);
    return nsd_scratch_is_full(scratch) ? NSD_ERR_WORKSPACE : NSD_OK;
}

/* The tableau of Dormand and Prince (1980), and the difference of its two answers */
static const double NODE[NSD_DP54_STAGES] = { 0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0 };
static const double A[NSD_DP54_STAGES][6] = {
    { 0.0 },
    { 1.0 / 5.0 },
    { 3.0 / 40.0, 9.0 / 40.0 },
    { 44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0 },
    { 19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0 },
    { 9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0 },
    { 35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0 }
};
static const double DIFFERENCE[NSD_DP54_STAGES] = { 71.0 / 57600.0,      0.0,
                                                    -71.0 / 16695.0,     71.0 / 1920.0,
                                                    -17253.0 / 339200.0, 22.0 / 525.0,
                                                    -1.0 / 40.0 };

typedef struct step_start { /* start and length of a step */
    double        t, h;
    const double *x0;
} step_start;

/* The slope of a stage at pair->trial */
NSD_INLINE nsd_status slope(nsd_dp54 *pair, int stage, double t, double h)
{
    return pair->field(pair->context, t + NODE[stage] * h, pair->trial, pair->k[stage]);
}

/* x1 (n numbers) and the slopes of its stages: x0 + h sum_j A[stage][j] k_j written out, since
 * small systems spend their time here. The field depends on the controlled numbers only. */
NSD_INLINE nsd_status stages(nsd_dp54 *pair, int n, int controlled, const step_start *from,
                             double *x1)
{
    const double t = from->t, h = from->h, *const x0 = from->x0;
    const double *const k0 = pair->k[0], *const k1 = pair->k[1], *const k2 = pair->k[2],
                        *const k3 = pair->k[3], *const k4 = pair->k[4], *const k5 = pair->k[5];
    double *x = pair->trial;

    for (int i = 0; i < controlled; i++) {
        x[i] = x0[i] + h * (A[1][0] * k0[i]);
    }
    nsd_status status = slope(pair, 1, t, h);
    for (int i = 0; i < controlled && status == NSD_OK; i++) {
        x[i] = x0[i] + h * (A[2][0] * k0[i] + A[2][1] * k1[i]);
    }
    status = status == NSD_OK ? slope(pair, 2, t, h) : status;
    for (int i = 0; i < controlled && status == NSD_OK; i++) {
        x[i] = x0[i] + h * (A[3][0] * k0[i] + A[3][1] * k1[i] + A[3][2] * k2[i]);
    }
    status = status == NSD_OK ? slope(pair, 3, t, h) : status;
    for (int i = 0; i < controlled && status == NSD_OK; i++) {
        x[i] = x0[i] + h * (A[4][0] * k0[i] + A[4][1] * k1[i] + A[4][2] * k2[i] + A[4][3] * k3[i]);
    }
    status = status == NSD_OK ? slope(pair, 4, t, h) : status;
    for (int i = 0; i < controlled && status == NSD_OK; i++) {
        x[i] = x0[i] + h * (A[5][0] * k0[i] + A[5][1] * k1[i] + A[5][2] * k2[i] + A[5][3] * k3[i] +
                            A[5][4] * k4[i]);
    }
    status = status == NSD_OK ? slope(pair, 5, t, h) : status;
    for (int i = 0; i < n && status == NSD_OK; i++) { /* A[6][1] is zero */
        x1[i] = x0[i] + h * (A[6][0] * k0[i] + A[6][2] * k2[i] + A[6][3] * k3[i] + A[6][4] * k4[i] +
                             A[6][5] * k5[i]);
    }
    return status;
}

/* The error of the step to x1, relative to the tolerances; NaN if an error is NaN */
NSD_INLINE double error_of(const nsd_dp54 *pair, int controlled, const double *x0, double h,
                           const double *x1)
{
    double error = 0.0;
    for (int i = 0; i < controlled; i++) {
        const double sum = DIFFERENCE[0] * pair->k[0][i] + DIFFERENCE[2] * pair->k[2][i] +
                           DIFFERENCE[3] * pair->k[3][i] + DIFFERENCE[4] * pair->k[4][i] +
                           DIFFERENCE[5] * pair->k[5][i] + DIFFERENCE[6] * pair->k[6][i];
        const double before = fabs(x0[i]), after = fabs(x1[i]);
        const double size = before > after ? before : after;
        const double part = fabs(h * sum) / (pair->abs_tol + pair->rel_tol * size);
        if (!(part <= error)) {
            error = part;
        }
    }
    return error;
}

nsd_status nsd_dp54_step(nsd_dp54 *pair, double t, const double *x0, double h, double *x1,
                         double *error)
{
    /* q, v and the work of one coordinate: inlined with constant sizes */
    const int        one = pair->n == 3 && pair->controlled == 2;
    const step_start from = { t, h, x0 };
    nsd_status       status = one ? stages(pair, 3, 2, &from, x1)
                                  : stages(pair, pair->n, pair->controlled, &from, x1);

    if (!error || status != NSD_OK) {
        return status;
    }
    status = pair->field(pair->context, t + h, x1, pair->k[LAST]);
    if (status != NSD_OK) {
        return status;
    }
    *error = one ? error_of(pair, 2, x0, h, x1) : error_of(pair, pair->controlled, x0, h, x1);
    return *error * 0.0 == 0.0 ? NSD_OK : NSD_DIVERGED;
}

/* b_j(theta): order 4 for all theta, the step itself at 1, smooth across steps */
void nsd_dp54_weights(double theta, double *b)
{
    const double square = theta * theta, rest = theta - 1.0;
    const double hump = square * rest * rest;         /* theta^2 (theta-1)^2 */
    const double ramp = square * (3.0 - 2.0 * theta); /* 0 to 1, flat at both ends */
    for (int j = 0; j < NSD_DP54_STAGES; j++) {
        b[j] = j < 6 ? A[6][j] * ramp : 0.0;
    }
    b[0] += theta * rest * rest -
            hump * (5.0 / 11282082432.0) * (2558722523.0 - 31403016.0 * theta);
    b[2] += hump * (100.0 / 32700410799.0) * (882725551.0 - 15701508.0 * theta);
    b[3] -= hump * (25.0 / 1880347072.0) * (443332067.0 - 31403016.0 * theta);
    b[4] += hump * (32805.0 / 199316789632.0) * (23143187.0 - 3489224.0 * theta);
    b[5] -= hump * (55.0 / 822651844.0) * (29972135.0 - 7076736.0 * theta);
    b[6] += square * rest + hump * (10.0 / 29380423.0) * (7414447.0 - 829305.0 * theta);
}

void nsd_dp54_between(const nsd_dp54 *pair, const double *x0, double h, const double *b, int count,
                      double *x)
{
    for (int i = 0; i < count; i++) { /* b[1] is zero */
        x[i] = x0[i] + h * (b[0] * pair->k[0][i] + b[2] * pair->k[2][i] + b[3] * pair->k[3][i] +
                            b[4] * pair->k[4][i] + b[5] * pair->k[5][i] + b[6] * pair->k[6][i]);
    }
}
