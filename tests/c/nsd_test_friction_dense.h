/* nsd_test_friction_dense.h - friction problems of one kind of contacts with a full matrix W. */
#ifndef NSD_TEST_FRICTION_DENSE_H
#define NSD_TEST_FRICTION_DENSE_H

#include "solve/friction/friction.h"

static const nsd_friction_layout PLANE = { 1, { 1 } }, SPACE = { 1, { 2 } };

static nsd_friction dense(int contacts, nsd_friction_layout layout, const double *W,
                          const double *q, const double *mu)
{
    nsd_friction p = {
        contacts, layout, { mu, mu, mu }, q, W, NULL, NULL, NULL, 0.0, NULL, 0, NULL
    };
    p.lambda = nsd_friction_lambda_bound(&p);
    return p;
}

#endif
