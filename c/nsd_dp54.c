/* nsd_dp54.c - stages, error and continuous extension of Dormand and Prince's pair. */
#include "nsd_dp54.h"

#include <math.h>

size_t nsd_dp54_scratch(int n)
{
    return (NSD_DP54_STAGES + 1) * nsd_scratch_need((size_t)n, sizeof(double));
}

nsd_status nsd_dp54_init(nsd_dp54 *pair, int n, nsd_scratch *scratch)
{
    int complete = 1;
    pair->n = pair->controlled = n;
    for (int i = 0; i < NSD_DP54_STAGES; i++) {
        pair->k[i] = nsd_scratch_take(scratch, (size_t)n, sizeof(double));
        complete &= pair->k[i] != NULL;
    }
    pair->trial = nsd_scratch_take(scratch, (size_t)n, sizeof(double));
    return complete && pair->trial ? NSD_OK : NSD_ERR_WORKSPACE;
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

/* x <- x0 + h sum_j A[stage][j] k_j, spelled out: small systems spend their time here */
static void stage_point(const nsd_dp54 *pair, const double *x0, double h, int stage, double *x)
{
    const double *a = A[stage], *k0 = pair->k[0], *k1 = pair->k[1], *k2 = pair->k[2],
                 *k3 = pair->k[3], *k4 = pair->k[4], *k5 = pair->k[5];
    const int n = pair->n;
    switch (stage) {
    case 1:
        for (int i = 0; i < n; i++) {
            x[i] = x0[i] + h * (a[0] * k0[i]);
        }
        break;
    case 2:
        for (int i = 0; i < n; i++) {
            x[i] = x0[i] + h * (a[0] * k0[i] + a[1] * k1[i]);
        }
        break;
    case 3:
        for (int i = 0; i < n; i++) {
            x[i] = x0[i] + h * (a[0] * k0[i] + a[1] * k1[i] + a[2] * k2[i]);
        }
        break;
    case 4:
        for (int i = 0; i < n; i++) {
            x[i] = x0[i] + h * (a[0] * k0[i] + a[1] * k1[i] + a[2] * k2[i] + a[3] * k3[i]);
        }
        break;
    case 5:
        for (int i = 0; i < n; i++) {
            x[i] = x0[i] +
                   h * (a[0] * k0[i] + a[1] * k1[i] + a[2] * k2[i] + a[3] * k3[i] + a[4] * k4[i]);
        }
        break;
    default: /* a[1] is zero */
        for (int i = 0; i < n; i++) {
            x[i] = x0[i] +
                   h * (a[0] * k0[i] + a[2] * k2[i] + a[3] * k3[i] + a[4] * k4[i] + a[5] * k5[i]);
        }
    }
}

nsd_status nsd_dp54_step(nsd_dp54 *pair, double t, const double *x0, double h, double *x1,
                         double *error)
{
    const int  last = NSD_DP54_STAGES - 1;
    nsd_status status = NSD_OK;

    for (int stage = 1; stage <= last && status == NSD_OK; stage++) {
        double *x = stage == last ? x1 : pair->trial;
        stage_point(pair, x0, h, stage, x);
        if (stage < last || error) {
            status = pair->field(pair->context, t + NODE[stage] * h, x, pair->k[stage]);
        }
    }
    if (!error || status != NSD_OK) {
        return status;
    }
    *error = 0.0;
    for (int i = 0; i < pair->controlled; i++) {
        const double sum = DIFFERENCE[0] * pair->k[0][i] + DIFFERENCE[2] * pair->k[2][i] +
                           DIFFERENCE[3] * pair->k[3][i] + DIFFERENCE[4] * pair->k[4][i] +
                           DIFFERENCE[5] * pair->k[5][i] + DIFFERENCE[6] * pair->k[6][i];
        const double size = fmax(fabs(x0[i]), fabs(x1[i]));
        const double part = fabs(h * sum) / (pair->abs_tol + pair->rel_tol * size);
        if (!(part <= *error)) { /* NaN gets through, and stays */
            *error = part;
        }
    }
    return *error * 0.0 == 0.0 ? NSD_OK : NSD_DIVERGED;
}

/* Weights b_j(theta): order 4 for all theta, the step itself at 1, smooth across steps */
static void weights(double theta, double *b)
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

void nsd_dp54_between(const nsd_dp54 *pair, const double *x0, double h, double theta, int count,
                      double *x)
{
    double b[NSD_DP54_STAGES];
    weights(theta, b);
    for (int i = 0; i < count; i++) { /* b[1] is zero */
        x[i] = x0[i] + h * (b[0] * pair->k[0][i] + b[2] * pair->k[2][i] + b[3] * pair->k[3][i] +
                            b[4] * pair->k[4][i] + b[5] * pair->k[5][i] + b[6] * pair->k[6][i]);
    }
}
