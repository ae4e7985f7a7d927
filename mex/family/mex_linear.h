/* mex_linear.h - the struct made by toolbox/internal/model/nsd_linear_arrays.m as an nsd_linear. */
#ifndef NSD_MEX_LINEAR_H
#define NSD_MEX_LINEAR_H

#include "model/linear.h"
#include "host/mex_host.h"

typedef struct nsd_mex_linear {
    nsd_linear        model;
    nsd_sparse_factor factor, mass; /* the host's factors, for model.sparse and sparse_mass */
} nsd_mex_linear;

/* Fills `linear` from the struct, whose arrays it borrows. Raises nsd:mex:badInput. */
void nsd_mex_linear_read(const mxArray *arrays, nsd_mex_linear *linear);

/* Reads a surface: fields layout (sizes of the groups), mu (m x groups), eT, surfaceVelocity, laws,
 * curves. */
void nsd_mex_linear_read_surface(const mxArray *arrays, int m, nsd_surface *surface);

/* Reads a force: fields constant, cosine, sine, omega, table. */
nsd_force nsd_mex_linear_read_force(const mxArray *arrays, int n);

#endif
