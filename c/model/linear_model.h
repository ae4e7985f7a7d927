/* linear_model.h - a linear system as an nsd_model, for methods that take models. */
#ifndef NSD_LINEAR_MODEL_H
#define NSD_LINEAR_MODEL_H

#include "model/linear.h"
#include "model/model.h"

typedef struct nsd_linear_model {
    const nsd_linear *linear;
    const nsd_matrix *C, *K; /* of the system, NULL where zero                     */
    nsd_factor        mass;  /* M factored                                         */
    double           *work;  /* n, for products                                    */
    /* F(t) as a function of the host; NULL: linear->F, which must not be a table */
    nsd_status (*force)(void *caller, double t, double *F);
    void *caller;
} nsd_linear_model;

/* The model without its memory: enough to ask what its users need. */
nsd_model nsd_linear_model_functions(nsd_linear_model *self, const nsd_linear *linear);

/* Bytes of scratch for nsd_linear_model_init. */
size_t nsd_linear_model_scratch(const nsd_linear *linear);

/* Fills the model. The caller has set self->force and self->caller; linear->sparse, if not NULL,
 * must be the factors of M. */
nsd_status nsd_linear_model_init(nsd_linear_model *self, const nsd_linear *linear,
                                 nsd_scratch *scratch, nsd_model *model);

/* The linear system of a model made by nsd_linear_model_functions, with any force; else NULL. */
const nsd_linear *nsd_linear_model_system(const nsd_model *model);

/* The linear system of a model made by nsd_linear_model_init, if its force is constant plus
 * harmonic; else NULL. */
const nsd_linear_model *nsd_linear_model_of(const nsd_model *model);

#endif
