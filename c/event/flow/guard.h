/* guard.h - where a guard along a step turns negative, from its Bernstein coefficients.
 *
 * The curve is sum_j b_j B_j(theta), theta in [0,1]. It lies in the hull of its coefficients: a
 * curve without negative coefficients has no root.                                       (ED.3) */
#ifndef NSD_GUARD_H
#define NSD_GUARD_H

enum { NSD_GUARD_DEGREE = 5 };

typedef struct nsd_guard_curve {
    int    degree;
    double b[NSD_GUARD_DEGREE + 1];
} nsd_guard_curve;

typedef struct nsd_guard_end { /* a guard and its derivatives along the flow */
    double h, hd, hdd;
} nsd_guard_end;

/* The quintic with these values at both ends of a step of length H. */
nsd_guard_curve nsd_guard_hermite(const nsd_guard_end *start, const nsd_guard_end *end, double H);

/* The quartic with these values at theta = 0, 1/4, 1/2, 3/4, 1. */
nsd_guard_curve nsd_guard_quartic(const double value[5]);

/* curve <- curve / theta^times, for a curve whose first `times` derivatives vanish at 0 (ED.4) */
void nsd_guard_deflate(nsd_guard_curve *curve, int times);

double nsd_guard_value(const nsd_guard_curve *curve, double theta);
double nsd_guard_least_coefficient(const nsd_guard_curve *curve);

/* d/dt of the curve over a step of length H */
nsd_guard_curve nsd_guard_derivative(const nsd_guard_curve *curve, double H);

/* 1 when the curve turns negative: `theta` <- its first root, `past` <- a place behind the root
 * where the curve is negative. */
int nsd_guard_first_root(const nsd_guard_curve *curve, double *theta, double *past);

#endif
