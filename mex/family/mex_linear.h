/* mex_linear.h - the struct made by toolbox/internal/model/nsd_linear_arrays.m as an nsd_linear. */
#ifndef NSD_MEX_LINEAR_H
#define NSD_MEX_LINEAR_H

#include "family/mex_family.h"
#include "model/linear_model.h"

typedef struct nsd_mex_linear {
    nsd_linear        model;
    nsd_sparse_factor factor, mass; /* the host's factors, for model.sparse and sparse_mass */
    nsd_ldl_plan      plan, second; /* for model.plan, model.second_plan                      */
    nsd_lu_plan       relay_plan;   /* for model.relay_plan                                   */
} nsd_mex_linear;

/* The models of the family <- those with the numbers of in->changes; returns the first. */
const nsd_linear *nsd_mex_linear_changes(nsd_mex_family *family, const nsd_mex_systems *in);

/* F(t) of the systems, where field `handle` is a function, into the functions of a model; the
 * caller of the family calls it. */
void nsd_mex_linear_force_function(nsd_mex_family *family, const nsd_mex_systems *in, int n,
                                   nsd_linear_model *to);

/* Bit of nsd_mex_rows.energies: work of dampers */
unsigned nsd_mex_linear_damping(const nsd_linear *model);

/* Reads a surface: fields layout (sizes of the groups), mu (m x groups), eT, surfaceVelocity, laws,
 * curves. */
void nsd_mex_linear_read_surface(const mxArray *arrays, int m, nsd_surface *surface);

/* Reads a force: fields constant, cosine, sine, omega, table. */
nsd_force nsd_mex_linear_read_force(const mxArray *arrays, int n);

#endif
