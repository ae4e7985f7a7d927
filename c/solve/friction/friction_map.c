/* friction_map.c - the equations of Alart and Curnier for one contact              (FR.10) */
#include <math.h>
#include <string.h>

#include "solve/friction/friction_parts.h"

/* y = r - rho u of one group, to be projected on the disc of radius mu y_N */
typedef struct group_point {
    double y[2], length;
    double share; /* the projection is share times y: mu y_N / |y|, or 1 when the group sticks */
} group_point;

static group_point point_of(int size, double mu_y_N, double rho, const double *r, const double *u)
{
    group_point point = { { 0.0, 0.0 }, 0.0, 1.0 };
    for (int i = 0; i < size; i++) {
        point.y[i] = r[i] - rho * u[i];
    }
    point.length = sqrt(point.y[0] * point.y[0] + point.y[1] * point.y[1]);
    if (point.length > mu_y_N) {
        point.share = mu_y_N / point.length;
    }
    return point;
}

int nsd_friction_map(const nsd_friction_layout *layout, const double *mu, double rho,
                     const double *r, const double *u, double *F)
{
    const double y_N = r[0] - rho * u[0];
    int          at = 1;

    F[0] = y_N > 0.0 ? u[0] : r[0] / rho;
    for (int g = 0; g < layout->groups; at += layout->size[g], g++) {
        const int         size = layout->size[g];
        const double      radius = y_N > 0.0 ? mu[g] * y_N : 0.0;
        const group_point point = point_of(size, radius, rho, r + at, u + at);
        for (int i = 0; i < size; i++) {
            F[at + i] = point.share < 1.0 ? (r[at + i] - point.share * point.y[i]) / rho
                                          : u[at + i];
        }
    }
    return y_N > 0.0;
}

/* Rows of K and L of a sliding group: F = (r_T - mu y_N e) / rho with e = y / |y| */
static void sliding_slopes(int d, int at, int size, double mu, double rho, const group_point *point,
                           nsd_friction_slopes *slopes)
{
    for (int i = 0; i < size; i++) {
        const double e = point->y[i] / point->length;
        slopes->K[at + i] = mu * e;
        slopes->L[at + i] = -mu * e / rho;
        for (int j = 0; j < size; j++) {
            const double across = (i == j) - e * point->y[j] / point->length;
            slopes->K[at + i + (at + j) * d] = point->share * across;
            slopes->L[at + i + (at + j) * d] = ((i == j) - point->share * across) / rho;
        }
    }
}

void nsd_friction_map_slopes(const nsd_friction_layout *layout, const double *mu, double rho,
                             const double *r, const double *u, nsd_friction_slopes *slopes)
{
    const int    d = nsd_friction_local_size(layout);
    const double y_N = r[0] - rho * u[0];
    int          at = 1;

    memset(slopes, 0, sizeof *slopes);
    if (!(y_N > 0.0)) {
        for (int i = 0; i < d; i++) {
            slopes->L[i + i * d] = 1.0 / rho;
        }
        return;
    }
    slopes->K[0] = 1.0;
    for (int g = 0; g < layout->groups; at += layout->size[g], g++) {
        const int         size = layout->size[g];
        const group_point point = point_of(size, mu[g] * y_N, rho, r + at, u + at);
        if (point.share < 1.0) {
            sliding_slopes(d, at, size, mu[g], rho, &point, slopes);
            continue;
        }
        for (int i = 0; i < size; i++) {
            slopes->K[at + i + (at + i) * d] = 1.0;
        }
    }
}
