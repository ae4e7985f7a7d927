/* test_impact.c - impact laws for three balls in a row and for one contact. */
#include <math.h>

#include "nsd_test.h"
#include "solve/impact/impact.h"

static const double W[4] = { 2.0, -1.0, -1.0, 2.0 }; /* three balls of mass one */

/* Impulses of two contacts of these kinds with U = (-1, 0) */
static nsd_status solve(nsd_impact_kind kind, double e, int lzb, double *P)
{
    static double            room[200], memory[20000];
    const nsd_impact_kind    kinds[2] = { kind, kind };
    const double             U[2] = { -1.0, 0.0 }, restitution[2] = { e, e }, one[2] = { 1.0, 1.0 };
    const int                contact[2] = { 0, 1 };
    const nsd_impact_law     law = { NSD_IMPACT_SIMULTANEOUS, kinds, NULL, one, one };
    const nsd_lcp_options    options = { .max_iter = 100, .tolerance = 1e-14 };
    nsd_scratch              scratch = { (char *)memory, sizeof memory, 0 };
    const nsd_impact_problem problem = { .count = 2,
                                         .W = W,
                                         .U = U,
                                         .e = restitution,
                                         .contact = contact,
                                         .law = &law,
                                         .m = 2,
                                         .options = &options,
                                         .scratch = &scratch,
                                         .room = room };
    return lzb ? nsd_impact_lzb(&problem, P) : nsd_impact_solve(&problem, P);
}

/* P'(U- + U+)/2 */
static double energy_gain(const double *P)
{
    const double U0 = -2.0 + 2.0 * P[0] - P[1], U1 = -P[0] + 2.0 * P[1];
    return 0.5 * (P[0] * U0 + P[1] * U1);
}

NSD_TEST(test_laws_in_one_problem_have_their_closed_forms)
{
    double P[2] = { 0.0, 0.0 };
    for (int kind = 0; kind < NSD_IMPACT_MATRIX; kind++) { /* elastic: all the same */
        NSD_CHECK(solve((nsd_impact_kind)kind, 1.0, 0, P) == NSD_OK);
        NSD_CHECK_NEAR(P[0], 4.0 / 3.0, 1e-12);
        NSD_CHECK_NEAR(P[1], 2.0 / 3.0, 1e-12);
        NSD_CHECK_NEAR(energy_gain(P), 0.0, 1e-12);
    }
    NSD_CHECK(solve(NSD_IMPACT_FREMOND, 0.0, 0, P) == NSD_OK); /* (W/2 + 1) P = (1, 0) */
    NSD_CHECK_NEAR(P[0], 8.0 / 15.0, 1e-12);
    NSD_CHECK_NEAR(P[1], 2.0 / 15.0, 1e-12);
}

NSD_TEST(test_lzb_keeps_energy_or_loses_it)
{
    double P[2] = { 0.0, 0.0 };
    NSD_CHECK(solve(NSD_IMPACT_NEWTON, 1.0, 1, P) == NSD_OK);
    NSD_CHECK_NEAR(energy_gain(P), 0.0, 1e-9);
    NSD_CHECK(P[0] > 1.0 && P[1] > 0.9 && P[1] < P[0]);
    NSD_CHECK(solve(NSD_IMPACT_NEWTON, 0.5, 1, P) == NSD_OK);
    NSD_CHECK(energy_gain(P) < -0.1);
}

/* One contact of a mass that also turns, W = [1 w; w 2]: sliding with mu until the end */
NSD_TEST(test_process_with_friction_has_the_closed_forms_of_sliding_and_sticking)
{
    static double         room[400], memory[1000];
    const nsd_impact_kind kind = NSD_IMPACT_ENERGETIC;
    const double          one = 1.0, e = 0.5, mu = 0.2;
    const double          matrix[4] = { 1.0, 0.1, 0.1, 2.0 };
    const int             contact = 0;
    const nsd_impact_law  law = { NSD_IMPACT_SIMULTANEOUS, &kind, NULL, &one, &one };
    const nsd_lcp_options options = { .max_iter = 100, .tolerance = 1e-14 };
    nsd_scratch           scratch = { (char *)memory, sizeof memory, 0 };
    double                U[2] = { -1.0, 3.0 }, P[2];
    nsd_impact_problem    problem = { .count = 1,
                                      .W = matrix,
                                      .U = U,
                                      .e = &e,
                                      .contact = &contact,
                                      .law = &law,
                                      .m = 1,
                                      .options = &options,
                                      .scratch = &scratch,
                                      .room = room,
                                      .d = 1,
                                      .mu = &mu };

    NSD_CHECK(nsd_impact_lzb(&problem, P) == NSD_OK); /* slides: P = (1 + e)/(1 - mu w) */
    NSD_CHECK_NEAR(P[0], 1.5 / 0.98, 1e-9);
    NSD_CHECK_NEAR(P[1], -mu * P[0], 1e-9);
    U[1] = 0.0; /* sticks: |w| < 2 mu, W_eff = 1 - w^2/2 */
    NSD_CHECK(nsd_impact_lzb(&problem, P) == NSD_OK);
    NSD_CHECK_NEAR(P[0], 1.5 / (1.0 - 0.005), 1e-9);
    NSD_CHECK_NEAR(P[1], -0.05 * P[0], 1e-9);
}

NSD_TEST_MAIN(test_laws_in_one_problem_have_their_closed_forms, test_lzb_keeps_energy_or_loses_it,
              test_process_with_friction_has_the_closed_forms_of_sliding_and_sticking)
