/* linear_model.h - a linear system as an nsd_model, for methods that take models. */
#ifndef NSD_LINEAR_MODEL_H
#define NSD_LINEAR_MODEL_H

#include "model/linear.h"
#include "model/model.h"

typedef struct nsd_linear_model {
    const nsd_linear *linear;
    nsd_factor        mass; /* M factored                                          */
    double           *room; /* n                                                   */
    /* F(t) from elsewhere; NULL: linear->F, which is then no table */
    nsd_status (*force)(void *caller, double t, double *F);
    void *caller;
} nsd_linear_model;

size_t nsd_linear_model_scratch(const nsd_linear *linear);

/* self->force and caller are set by the caller before. The host's sparse factors, if there are
 * any, must be those of M itself. */
nsd_status nsd_linear_model_init(nsd_linear_model *self, const nsd_linear *linear,
                                 nsd_scratch *scratch, nsd_model *model);

/* The linear system behind a model, if its force is constant and harmonic; else NULL. */
const nsd_linear_model *nsd_linear_model_of(const nsd_model *model);

#endif
