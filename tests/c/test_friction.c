/* test_friction.c - friction kernels: closed forms, random problems, honest statuses. */
#include <stdlib.h>
#include <string.h>

#include "nsd_friction_parts.h"
#include "nsd_test.h"

static const nsd_friction_layout PLANE = { 1, { 1 } }, SPACE = { 1, { 2 } };

static nsd_friction dense(int contacts, nsd_friction_layout layout, const double *W,
                          const double *q, const double *mu)
{
    nsd_friction p = { contacts, layout, { mu, mu, mu }, q, W, NULL, NULL, NULL, 0.0 };
    p.lambda = nsd_friction_bound(&p);
    return p;
}

static nsd_status solve(const char *name, const nsd_friction *problem, double *r,
                        nsd_friction_info *info)
{
    const nsd_friction_options options = { 1000, 1e-10 };
    nsd_scratch                scratch = { NULL, nsd_friction_scratch(problem), 0 };
    scratch.base = malloc(scratch.size); /* of exactly this size: the sanitizer sees overruns */
    const nsd_status status = nsd_friction_find(name)(problem, &options, &scratch, r, info);
    if (scratch.used != 0) {
        info->residual = NAN; /* the solver kept scratch: fails every check */
    }
    free(scratch.base);
    return status;
}

NSD_TEST(local_problem_in_space_has_its_check_value)
{
    const double       W[] = { 2, 0.3, -0.2, 0.3, 1.5, 0.1, -0.2, 0.1, 1 }, q[] = { -1, 0.8, -0.5 };
    const double       mu = 0.4;
    const nsd_friction p = dense(1, SPACE, W, q, &mu);
    double             r[3] = { 0 };
    nsd_friction_info  info;
    NSD_CHECK(solve("auto", &p, r, &info) == NSD_OK);
    NSD_CHECK_NEAR(r[0], 0.538842740336, 1e-12);
    NSD_CHECK_NEAR(r[1], -0.176092408147, 1e-12);
    NSD_CHECK_NEAR(r[2], 0.124288791139, 1e-12);
}

NSD_TEST(a_block_in_the_plane_opens_sticks_or_slides)
{
    const double W[] = { 1, 0, 0, 2 }, mu = 0.5;
    const double q[][2] = { { 1, 3 }, { -1, 0.5 }, { -1, 3 }, { -1, -3 } };
    const double r[][2] = { { 0, 0 }, { 1, -0.25 }, { 1, -0.5 }, { 1, 0.5 } };
    for (int k = 0; k < 4; k++) {
        const nsd_friction p = dense(1, PLANE, W, q[k], &mu);
        double             z[2] = { 0 };
        nsd_friction_info  info;
        NSD_CHECK(solve("auto", &p, z, &info) == NSD_OK);
        NSD_CHECK_NEAR(z[0], r[k][0], 1e-15);
        NSD_CHECK_NEAR(z[1], r[k][1], 1e-15);
    }
}

NSD_TEST(projection_is_the_nearest_point_of_the_cone)
{
    const nsd_friction_layout rolling = { 2, { 2, 2 } };
    const double              mu[] = { 0.5, 2.0 };
    double                    x[] = { 1, 3, 4, 0.3, 0.4 }; /* only sliding is outside */
    nsd_friction_project(&rolling, mu, x);
    NSD_CHECK_NEAR(x[0], 2.8, 1e-15);
    NSD_CHECK_NEAR(x[1], 0.84, 1e-15);
    NSD_CHECK_NEAR(x[3], 0.3, 1e-15);
    double y[] = { -10, 3, 4, 0.3, 0.4 }; /* in the polar cone */
    nsd_friction_project(&rolling, mu, y);
    NSD_CHECK(y[0] == 0.0 && y[1] == 0.0 && y[4] == 0.0);
    double z[] = { 0, 3, 4, 0, 6 }; /* both: n = (0.5*5 + 2*6) / (1 + 0.25 + 4) */
    nsd_friction_project(&rolling, mu, z);
    NSD_CHECK_NEAR(z[0], 14.5 / 5.25, 1e-15);
    NSD_CHECK_NEAR(z[1], 0.3 * 14.5 / 5.25, 1e-15);
    NSD_CHECK_NEAR(z[4], 29.0 / 5.25, 1e-15);
    double w[] = { 0, 3, 4, 0, 2 }; /* sliding lifts n until rolling is inside */
    nsd_friction_project(&rolling, mu, w);
    NSD_CHECK_NEAR(w[0], 2.0, 1e-15);
    NSD_CHECK_NEAR(w[4], 2.0, 1e-15);
}

NSD_TEST_MAIN(local_problem_in_space_has_its_check_value,
              a_block_in_the_plane_opens_sticks_or_slides,
              projection_is_the_nearest_point_of_the_cone)
