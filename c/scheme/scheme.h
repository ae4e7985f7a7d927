/* scheme.h - the time-stepping schemes by name, for linear and for nonlinear systems.
 *
 * A new scheme is one file with a scratch and an init function, and one line in a list below. */
#ifndef NSD_SCHEME_H
#define NSD_SCHEME_H

#include "base/scratch.h"
#include "model/linear.h"
#include "model/model.h"
#include "run/step_options.h"
#include "run/stepper.h"

/* Where a work or an energy of a scheme is to be recorded: all conditions hold; 0: nowhere */
enum {
    NSD_ALWAYS = 1,
    NSD_WITH_SPRINGS = 2,   /* K is not zero                                            */
    NSD_OFF_MIDDLE = 4,     /* theta is not 1/2                                         */
    NSD_UNLESS_AVERAGE = 8, /* Newmark's parameters are not those of the average rule   */
    NSD_UNLESS_EXACT = 16   /* the same, or contacts at two levels                      */
};

typedef struct nsd_linear_scheme {
    const char *name; /* as in nsd_simulate(..., 'Method', name) */
    /* Bytes of scratch that init takes. */
    size_t (*scratch)(const nsd_linear *model, const nsd_step_options *options);
    /* Builds a stepper in scratch for a state at t_0, fills U and the energies of the start. */
    nsd_status (*init)(const nsd_linear *model, const nsd_step_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper);
    unsigned numerical, algorithmic; /* its work, and the energy that it keeps               */
    unsigned external;               /* work of a constant force, if not that of q in the rows */
    int      half_steps;             /* 1: energies are those of half steps                  */
} nsd_linear_scheme;

/* A scheme for nonlinear systems; fields as in nsd_linear_scheme. */
typedef struct nsd_nonlinear_scheme {
    const char *name;
    size_t (*scratch)(const nsd_model *model);
    nsd_status (*init)(const nsd_model *model, const nsd_nonlinear_options *options,
                       nsd_scratch *scratch, nsd_state *state, nsd_ledger *ledger,
                       nsd_stepper **stepper);
    int algorithmic; /* 1: the energy that the scheme keeps is recorded */
} nsd_nonlinear_scheme;

/* The scheme for linear systems called `name`, or NULL. */
const nsd_linear_scheme *nsd_scheme_find_linear(const char *name);

/* The scheme for nonlinear systems called `name`, or NULL. */
const nsd_nonlinear_scheme *nsd_scheme_find_nonlinear(const char *name);

/* Every scheme once, X(moreau) for nsd_linear_scheme_moreau: declarations follow from the lists,
 * and the schemes that are found by name. */
/* clang-format off */
#define NSD_LINEAR_SCHEMES(X)                             \
    X(moreau)             /* (MJ.1)-(MJ.5)      */        \
    X(moreau_dissipative) /* (MJ.9)             */        \
    X(kern)               /* (KE.1)-(KE.3)      */        \
    X(paoli)              /* (SP.1)-(SP.5)      */        \
    X(newmark)            /* (NMK.1)-(NMK.7)    */        \
    X(hht) X(genalpha)    /* (NMK.1)-(NMK.7)    */        \
    X(naive)              /* (NMK.15), (NMK.16) */
#define NSD_NONLINEAR_SCHEMES(X)                          \
    X(moreau)             /* (NL.1)-(NL.4)      */        \
    X(paoli)              /* (SP.7)-(SP.9)      */        \
    X(newmark)            /* (NMK.17)-(NMK.20)  */        \
    X(hht) X(genalpha)    /* (NMK.17)-(NMK.20)  */        \
    X(rattle)             /* (RT.1)-(RT.10)     */
/* clang-format on */
#define NSD_DECLARE_LINEAR(x)    extern const nsd_linear_scheme nsd_linear_scheme_##x;
#define NSD_DECLARE_NONLINEAR(x) extern const nsd_nonlinear_scheme nsd_nonlinear_scheme_##x;
NSD_LINEAR_SCHEMES(NSD_DECLARE_LINEAR)
NSD_NONLINEAR_SCHEMES(NSD_DECLARE_NONLINEAR)

#endif
