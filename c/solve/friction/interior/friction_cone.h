/* friction_cone.h - one second-order cone { z_0 >= |(z_1, z_2)| } of an interior point method:
 * products, scaling, longest step. Cones of lower dimension have z_2 = 0, or z_1 = z_2 = 0. */
#ifndef NSD_FRICTION_CONE_H
#define NSD_FRICTION_CONE_H

/* The scaling of Nesterov and Todd: V y = V^-1 z = lambda                             (FR.16) */
typedef struct nsd_friction_cone {
    double eta, w[3], lambda[3];
} nsd_friction_cone;

/* The scaling for z and y; 0 when one of them is not inside the cone */
int nsd_friction_cone_find_scaling(nsd_friction_cone *cone, const double *z, const double *y);

/* out <- V x */
void nsd_friction_cone_apply_scaling(const nsd_friction_cone *cone, const double *x, double *out);
/* out <- V^-1 x */
void nsd_friction_cone_apply_inverse(const nsd_friction_cone *cone, const double *x, double *out);
/* T <- V^-2, 3 x 3 column-major */
void nsd_friction_cone_inverse_square(const nsd_friction_cone *cone, double *T);

/* out <- a o b, the product of the Jordan algebra */
void nsd_friction_cone_product(const double *a, const double *b, double *out);
/* out with lambda o out = b */
void nsd_friction_cone_divide(const double *lambda, const double *b, double *out);

/* Largest t <= 1 with z + t dz in the cone. */
double nsd_friction_cone_longest_step(const double *z, const double *dz);

#endif
