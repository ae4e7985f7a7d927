/* test_compliance.c - laws of compliant contacts: forces, energies, steps and recovery. */
#include <math.h>

#include "model/compliance.h"
#include "nsd_test.h"

static const nsd_compliance kelvin_voigt = { 100.0, 1.0, 4.0, 0.0, 0.0 };
static const nsd_compliance hertz = { 100.0, 1.5, 0.0, 0.0, 0.0 };
static const nsd_compliance hunt_crossley = { 100.0, 1.5, 0.0, 2.0, 0.0 };
static const nsd_compliance flores = { 100.0, 1.5, 0.0, 0.0, 0.5 };

NSD_TEST(test_forces_are_those_of_the_laws)
{
    NSD_CHECK_NEAR(nsd_compliance_force(&kelvin_voigt, 0.04, 0.5), 6.0, 1e-14);
    NSD_CHECK_NEAR(nsd_compliance_force(&hertz, 0.04, 0.5), 0.8, 1e-14);
    NSD_CHECK_NEAR(nsd_compliance_force(&hunt_crossley, 0.04, 0.5), 1.6, 1e-14);
    const nsd_compliance own = nsd_compliance_at_speed(&flores, 0.8);
    NSD_CHECK_NEAR(own.d, 2.0, 1e-14);
    NSD_CHECK(nsd_compliance_force(&hertz, -0.04, 0.0) < 0.0);
}

/* Mean force times way is the difference of energies, for long and for short ways; the slope of
 * short ways is that of their middle */
NSD_TEST(test_mean_force_keeps_energy)
{
    const double ways[] = { 1.0, 1e-3, 1e-9 };
    for (int k = 0; k < 3; k++) {
        const double from = 0.3, to = from + ways[k];
        double       slope = 0.0, other = 0.0;
        const double P = nsd_compliance_impulse(&hertz, NSD_COMPLIANCE_MEAN, 1.0, from, to, &slope);
        const double gain = nsd_compliance_energy(&hertz, to) - nsd_compliance_energy(&hertz, from);
        NSD_CHECK_NEAR(P * (to - from), gain, 1e-13);
        const double further = nsd_compliance_impulse(&hertz, NSD_COMPLIANCE_MEAN, 1.0, from,
                                                      to + 1e-6, &other);
        NSD_CHECK_NEAR((further - P) / 1e-6, slope, 1e-3 * slope);
    }
}

NSD_TEST(test_a_step_without_impulse_ends_at_the_free_depth)
{
    const nsd_compliance *laws[] = { &kelvin_voigt, &hertz, &hunt_crossley };
    for (int k = 0; k < 6; k++) {
        const nsd_compliance_rule rule = k % 2 ? NSD_COMPLIANCE_MEAN : NSD_COMPLIANCE_END;
        const double              to = nsd_compliance_free_depth(laws[k / 2], rule, 0.1, 0.2);
        double                    slope = 0.0;
        NSD_CHECK(to < 0.2);
        NSD_CHECK_NEAR(nsd_compliance_impulse(laws[k / 2], rule, 0.1, 0.2, to, &slope), 0.0, 1e-13);
    }
}

/* A released surface obeys lambda = 0 */
NSD_TEST(test_released_surfaces_have_no_force)
{
    double       rate = 0.0;
    const double depth = nsd_compliance_relaxed(&kelvin_voigt, 0.2, 0.01, &rate);
    NSD_CHECK_NEAR(depth, 0.2 * exp(-0.25), 1e-15);
    NSD_CHECK_NEAR(nsd_compliance_force(&kelvin_voigt, depth, rate), 0.0, 1e-13);
    const double other = nsd_compliance_relaxed(&hunt_crossley, 0.2, 0.1, &rate);
    NSD_CHECK_NEAR(other, 0.15, 1e-15);
    NSD_CHECK_NEAR(nsd_compliance_force(&hunt_crossley, other, rate), 0.0, 1e-13);
    NSD_CHECK_NEAR(nsd_compliance_relaxed(&hertz, 0.2, 1e-9, &rate), 0.0, 0.0);
}

NSD_TEST_MAIN(test_forces_are_those_of_the_laws, test_mean_force_keeps_energy,
              test_a_step_without_impulse_ends_at_the_free_depth,
              test_released_surfaces_have_no_force)
