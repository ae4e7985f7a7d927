/* nsd_plugin.h - functions of a nonlinear system written in C, for nsd_compile('file.c').
 *
 *   M(q) v' = F(t,q,v) + H P + J mu,   0 <= y(t,q) _|_ P >= 0,   g(t,q) = 0
 *
 *     #include "nsd_plugin.h"
 *     NSD_SYSTEM(1, 1, 0, "length damping")     coordinates, contacts, joints, parameters
 *     NSD_MASS(q, p, M)          { M[0] = 1.0; }
 *     NSD_FORCE(t, q, v, p, F)   { F[0] = -9.81 / p[0] * sin(q[0]) - p[1] * v[0]; }
 *     NSD_GAP(t, q, p, y)        { y[0] = q[0] + 0.5; }
 *
 * NSD_SYSTEM comes first, once. Mass and force are needed, and the gap (joint) where there are
 * contacts (joints); derivatives that are left out are differenced. p holds the parameters in the
 * order of their names, which are words separated by spaces. Matrices are column-major: M n x n;
 * dF/dq, dF/dv n x n; H = (dy/dq)' n x m with column a the gradient of gap a; J likewise.
 * Functions run in several threads at once: they write nothing but their result. */
#ifndef NSD_PLUGIN_H
#define NSD_PLUGIN_H

#include <math.h>

#define NSD_PLUGIN_VERSION 1

#ifdef _WIN32
#define NSD_EXPORT __declspec(dllexport)
#else
#define NSD_EXPORT
#endif

#define NSD_SYSTEM(n, m, joints, names)                                                      \
    enum { nsd_n = (n), nsd_m = (m), nsd_p = (joints) };                                     \
    NSD_EXPORT const int  nsd_plugin_sizes[4] = { NSD_PLUGIN_VERSION, nsd_n, nsd_m, nsd_p }; \
    NSD_EXPORT const char nsd_plugin_parameters[] = names;

/* inputs as the solver passes them: t, q, v, parameters */
#define NSD_T(in) ((in)[0])
#define NSD_Q(in) ((in) + 1)
#define NSD_V(in) ((in) + 1 + nsd_n)
#define NSD_P(in) ((in) + 1 + 2 * nsd_n)

#define NSD_FUNCTION(name, head, call)                                          \
    static void nsd_user_##name head;                                           \
    NSD_EXPORT void             nsd_tape_##name(const double *in, double *out); \
    NSD_EXPORT void             nsd_tape_##name(const double *in, double *out)  \
    {                                                                           \
        nsd_user_##name call;                                                   \
    }                                                                           \
    static void nsd_user_##name head

#define NSD_MASS(q, p, M) \
    NSD_FUNCTION(mass, (const double *q, const double *p, double *M), (NSD_Q(in), NSD_P(in), out))
#define NSD_FORCE(t, q, v, p, F)                                                                  \
    NSD_FUNCTION(force, (double t, const double *q, const double *v, const double *p, double *F), \
                 (NSD_T(in), NSD_Q(in), NSD_V(in), NSD_P(in), out))
#define NSD_FORCE_JACOBIAN(t, q, v, p, Fq, Fv)                                                 \
    NSD_FUNCTION(                                                                              \
        forceJacobian,                                                                         \
        (double t, const double *q, const double *v, const double *p, double *Fq, double *Fv), \
        (NSD_T(in), NSD_Q(in), NSD_V(in), NSD_P(in), out, out + nsd_n * nsd_n))
#define NSD_POTENTIAL(q, p, U)                                             \
    NSD_FUNCTION(potential, (const double *q, const double *p, double *U), \
                 (NSD_Q(in), NSD_P(in), out))

/* gaps and joints; *_JACOBIAN also gives the rate dy/dt, *_BIAS kappa of y'' = H'a + kappa */
#define NSD_GAP(t, q, p, y)                                                    \
    NSD_FUNCTION(gap, (double t, const double *q, const double *p, double *y), \
                 (NSD_T(in), NSD_Q(in), NSD_P(in), out))
#define NSD_GAP_JACOBIAN(t, q, p, H, rate)                                              \
    NSD_FUNCTION(gapJacobian,                                                           \
                 (double t, const double *q, const double *p, double *H, double *rate), \
                 (NSD_T(in), NSD_Q(in), NSD_P(in), out, out + nsd_n * nsd_m))
#define NSD_GAP_BIAS(t, q, v, p, kappa)                                                        \
    NSD_FUNCTION(gapBias,                                                                      \
                 (double t, const double *q, const double *v, const double *p, double *kappa), \
                 (NSD_T(in), NSD_Q(in), NSD_V(in), NSD_P(in), out))
#define NSD_JOINT(t, q, p, g)                                                    \
    NSD_FUNCTION(joint, (double t, const double *q, const double *p, double *g), \
                 (NSD_T(in), NSD_Q(in), NSD_P(in), out))
#define NSD_JOINT_JACOBIAN(t, q, p, J, rate)                                            \
    NSD_FUNCTION(jointJacobian,                                                         \
                 (double t, const double *q, const double *p, double *J, double *rate), \
                 (NSD_T(in), NSD_Q(in), NSD_P(in), out, out + nsd_n * nsd_p))
#define NSD_JOINT_BIAS(t, q, v, p, kappa)                                                      \
    NSD_FUNCTION(jointBias,                                                                    \
                 (double t, const double *q, const double *v, const double *p, double *kappa), \
                 (NSD_T(in), NSD_Q(in), NSD_V(in), NSD_P(in), out))

#endif
