/* nsd_secant.h - acceleration of a fixed point iteration x -> g(x) by its last few steps (RB.11)
 *
 * Anderson's mixing: the next x is g less the combination of the last differences of g that makes
 * the same combination of differences of f = g - x nearest to f. */
#ifndef NSD_SECANT_H
#define NSD_SECANT_H

#include "nsd_scratch.h"

#define NSD_SECANT_DEPTH 3 /* differences that are kept */

typedef struct nsd_secant {
    int     n, extra;         /* unknowns, and numbers that depend on them linearly */
    int     have, next, last; /* differences kept, where the next goes; 1: f_old is set */
    double  old;              /* |f|^2 of the step before                           */
    double *x;                /* n: where the step started; the caller's to fill    */
    double *f, *g, *e;        /* of the step before: n, n, extra                    */
    double *df, *dg, *de;     /* differences: one after the other                   */
    double  gram[NSD_SECANT_DEPTH * NSD_SECANT_DEPTH]; /* of df                                  */
} nsd_secant;

size_t nsd_secant_scratch(int n, int extra);

/* 0 when scratch does not suffice. */
int nsd_secant_init(nsd_secant *secant, int n, int extra, nsd_scratch *scratch);

/* g <- the next x, e <- what depends on it, from g(x) and its own; returns 0 and changes nothing
 * after a first step and where |f| grew, and then begins anew. The norm has the weights w, one for
 * every three unknowns. */
int nsd_secant_step(nsd_secant *secant, const double *w, double *g, double *e);

/* Forgets the steps before. */
void nsd_secant_forget(nsd_secant *secant);

#endif
