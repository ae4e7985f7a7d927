/* status.h - the one list of outcomes; enum, message and MATLAB id all expand from it.
 *
 * Zero is success; a positive status is a mathematical outcome without a solution, reported as a
 * word; a negative status is misuse or breakdown, raised as an error by the gateways. */
#ifndef NSD_STATUS_H
#define NSD_STATUS_H

/* clang-format off */
/*    name                   value  id tail              message                               */
#define NSD_STATUS_LIST(X)                                                                       \
    X(NSD_OK,                  0, "ok",                "solved")                                 \
    X(NSD_MAX_ITER,            1, "maxIter",           "iteration limit reached")                \
    X(NSD_RAY,                 2, "ray",               "no solution was found: Lemke's path ended on a ray") \
    X(NSD_STALLED,             3, "stalled",           "no further progress above the tolerance") \
    X(NSD_STOPPED,             4, "stopped",           "stopped by the user")                    \
    X(NSD_DIVERGED,            5, "diverged",          "the state is no longer finite")          \
    X(NSD_NEWTON,              6, "newton",            "Newton's iteration did not converge")    \
    X(NSD_USER_ERROR,          7, "userError",         "a function of the system raised an error") \
    X(NSD_LOST_DEFINITE,       8, "notDefinite",       "the mass matrix is no longer positive definite") \
    X(NSD_NOT_FINITE,          9, "notFinite",         "a function of the system returned NaN or Inf") \
    X(NSD_NO_NORMAL,          20, "noNormal",          "a closed contact has no normal: its gap does not change with q") \
    X(NSD_SINGULAR_STEP,      21, "singular",          "the iteration matrix of the step is singular") \
    X(NSD_JAMMED,             22, "jammed",            "sliding friction grows without bound: the motion ends") \
    X(NSD_NO_FORCES,          23, "noForces",          "no forces satisfy the law of friction")  \
    X(NSD_AMBIGUOUS,          24, "ambiguous",         "several motions satisfy the law of friction") \
    X(NSD_MAX_EVENTS,         10, "maxEvents",         "as many events as MaxEvents")             \
    X(NSD_MAX_STEPS,          11, "maxSteps",          "more steps than MaxSteps")                \
    X(NSD_ERR_WORKSPACE,      -1, "workspace",         "scratch memory too small")               \
    X(NSD_ERR_NOT_FINITE,     -2, "notFinite",         "an input is NaN or infinite")            \
    X(NSD_ERR_ZERO_PIVOT,     -3, "zeroPivot",         "a diagonal entry is not positive")       \
    X(NSD_ERR_NOT_DEFINITE,   -4, "notDefinite",       "the matrix is not positive definite")    \
    X(NSD_ERR_SINGULAR,       -5, "singular",          "the matrix is singular to working precision") \
    X(NSD_ERR_TOO_LARGE,      -6, "tooLarge",          "the problem is too large for this solver") \
    X(NSD_ERR_BAD_ARGUMENT,   -7, "badArgument",       "an argument is out of range")
/* clang-format on */

#define NSD_STATUS_ENUM(name, value, id, message) name = value,
typedef enum nsd_status { NSD_STATUS_LIST(NSD_STATUS_ENUM) } nsd_status;
#undef NSD_STATUS_ENUM

/* Leaves the function with the status of a call that does not return NSD_OK. */
#define NSD_TRY(call)                        \
    do {                                     \
        const nsd_status tried_ = (call);    \
        if (tried_ != NSD_OK) return tried_; \
    } while (0)

const char *nsd_status_id(nsd_status status);      /* "maxIter" */
const char *nsd_status_message(nsd_status status); /* "iteration limit reached" */

#endif
