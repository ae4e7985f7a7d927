/* tape_model.h - an nsd_model whose functions are tapes.
 *
 * The set of tapes is read-only and shared by threads; each run (each thread) has its own
 * nsd_tape_model with its own parameters and work arrays:
 *
 *   nsd_tape_model host;
 *   status = nsd_tape_model_init(&host, &set, parameters, &scratch);
 *   ... run with &host.model ...
 *
 * Other parameters for the next run: nsd_tape_model_parameters. */
#ifndef NSD_TAPE_MODEL_H
#define NSD_TAPE_MODEL_H

#include "model/model.h"
#include "model/tape/tape_caller.h"

typedef enum nsd_tape_function {
    NSD_TAPE_MASS,       /* M, n x n                                        */
    NSD_TAPE_MASS_JAC,   /* d(M w)/dq, n x n, with w in the place of v      */
    NSD_TAPE_FORCE,      /* F, n                                            */
    NSD_TAPE_FORCE_JAC,  /* Fq, Fv side by side, n x 2n                     */
    NSD_TAPE_GAP,        /* y, m                                            */
    NSD_TAPE_GAP_JAC,    /* H (n x m), then y_t (m)                         */
    NSD_TAPE_GAP_BIAS,   /* kappa of y'' = H'a + kappa, m            (TP.4) */
    NSD_TAPE_JOINT,      /* g, p                                            */
    NSD_TAPE_JOINT_JAC,  /* J (n x p), then g_t (p)                         */
    NSD_TAPE_JOINT_BIAS, /* p                                               */
    NSD_TAPE_POTENTIAL,  /* U, 1                                            */
    NSD_TAPE_TANGENT,    /* T, n x d m                                      */
    NSD_TAPE_FUNCTIONS
} nsd_tape_function;

typedef struct nsd_tape_sparse nsd_tape_sparse; /* tape_sparse.h */

typedef struct nsd_tape_set {
    nsd_tape_functions functions; /* numbers: nsd_tape_function; m: contacts                     */
    int                p;
    int                moving;      /* 1: gaps or joints that are not recorded depend on t       */
    const double      *M;           /* constant mass matrix instead of a function, or NULL       */
    const double      *H, *J, *T;   /* constant directions instead of functions, or NULL         */
    const double      *e;           /* restitution, m                                            */
    const int         *e_parameter; /* m: number of the parameter that is e of a contact, or -1  */
    nsd_surface        surface;     /* of the contacts                                           */
    const int
        *mu_parameter; /* m: number of the parameter that is mu of sliding, or -1; NULL: none */
    const nsd_tape_sparse *sparse; /* matrices without their zeros; NULL: full ones are cheaper */
} nsd_tape_set;

typedef struct nsd_tape_model {
    nsd_tape_caller     caller;      /* x and z are q and v                              */
    nsd_model           model;       /* context points to this struct                    */
    nsd_model           differenced; /* the model without its Jacobians                  */
    const nsd_tape_set *set;
    double             *difference_work; /* for differences where a derivative is not finite */
    double             *e;               /* m: restitution with the parameters               */
    double             *mu;  /* m: friction of sliding with the parameters, NULL: none is one */
    nsd_law            *law; /* m: laws with these coefficients, NULL: there are no laws      */
} nsd_tape_model;

/* Bytes of scratch for nsd_tape_model_init. */
size_t nsd_tape_model_scratch(const nsd_tape_set *set);

/* Fills host->model; functions that are neither recorded nor called are NULL. Where a derived
 * Jacobian is not finite, as at the root of a norm, differences of the function replace it. */
nsd_status nsd_tape_model_init(nsd_tape_model *host, const nsd_tape_set *set,
                               const double *parameters, nsd_scratch *scratch);

/* The functions of nsd_model_sparse, for models of tapes. */
void nsd_tape_model_set_sparse(nsd_model_sparse *sparse);

/* Sets the parameters, and the restitutions and coefficients of friction that are parameters. */
void nsd_tape_model_parameters(nsd_tape_model *host, const double *parameters);

#endif
