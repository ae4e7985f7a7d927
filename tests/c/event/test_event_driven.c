/* test_event_driven.c - located impacts, sticking, release, chatter: closed forms and check values
 * computed in quadruple precision by other code. */
#include "model/builtin/pendulum.h"
#include "nsd_test.h"
#include "nsd_test_balls.h"

static nsd_test_record *run_pendulum(nsd_pendulum p, double e, double theta, double t_end,
                                     double tol)
{
    nsd_model               model;
    const nsd_test_start    from = { { theta }, { 0.0 }, t_end, tol };
    const nsd_event_options options = nsd_test_event_options(&from);
    nsd_pendulum_model(&p, &e, &model);
    return nsd_test_run_event_driven(&model, &from, &options, NULL, 0);
}

NSD_TEST(test_pendulum_hits_its_stop_at_the_known_times)
{
    const nsd_pendulum p1 = { 0.1, 0.05, 0.5, -0.1 }, p4 = { 0.3, 0.05, 0.5, 0.2 };
    nsd_test_record   *r = run_pendulum(p1, 0.7, 0.1, 18.0, 1e-12);
    NSD_CHECK(r->status == NSD_OK && r->backwards == 0);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 1)->t, 5.139513886923, 1e-9);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 2)->t, 11.089890376863, 1e-9);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 3)->t, 17.462140056099, 1e-9);
    free(r);
    r = run_pendulum(p4, 0.8, 0.4, 13.0, 1e-12);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 1)->t, 1.404905781087, 1e-8);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 5)->t, 6.661903672322, 1e-8);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 10)->t, 12.428416445049, 1e-8);
    NSD_CHECK_NEAR(r->energy[NSD_NUMERICAL], 0.0, 1e-11);
    free(r);
}

NSD_TEST(test_periodic_orbit_with_one_impact)
{
    const nsd_pendulum p1 = { 0.1, 0.05, 0.5, -0.1 };
    nsd_test_record   *r = run_pendulum(p1, 0.7, 0.1, 500.0, 1e-11);
    const nsd_event   *last = &r->event[r->events - 1];
    NSD_CHECK(last->kind == NSD_EVENT_IMPACT);
    NSD_CHECK_NEAR(fmod(last->t, 2.0 * acos(-1.0)), 4.870009731738, 1e-9);
    NSD_CHECK_NEAR(last->after, 0.1169355970438, 1e-9);
    NSD_CHECK_NEAR(last->before, -0.1670508529197, 1e-9);
    free(r);
}

NSD_TEST(test_chatter_to_sticking_and_release)
{
    const nsd_pendulum p2 = { 0.2, 0.05, 0.5, 0.1 };
    const double     exact[4] = { 1.761823137333, 3.985954555910, 4.616791586780, 4.918958713398 };
    nsd_test_record *r = run_pendulum(p2, 0.5, 0.3, 7.0, 1e-12);
    for (int k = 0; k < 4; k++) {
        NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, k + 1)->t, exact[k], 1e-9);
    }
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_ACCUMULATION, 1)->t, 5.225997882840, 1e-8);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_DETACH, 1)->t, 6.808717393146, 1e-10);
    NSD_CHECK(count_events(r, NSD_EVENT_ATTACH) == 0);
    NSD_CHECK(r->q[0] > 0.1 && r->v[0] > 0.0);
    free(r);
}

NSD_TEST(test_grazing_impact_is_found)
{
    const nsd_pendulum p = { 0.1, 0.05, 0.5, 0.0529696338998 + 1e-4 };
    nsd_test_record   *r = run_pendulum(p, 0.7, 0.1, 1.9, 1e-10);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 1)->t, 1.840293196503, 1e-7);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 1)->before, -0.00293272869429, 1e-8);
    free(r);
    const nsd_pendulum clear = { 0.1, 0.05, 0.5, 0.0529696338998 - 1e-9 };
    r = run_pendulum(clear, 0.7, 0.1, 2.5, 1e-10);
    NSD_CHECK(r->events == 0);
    free(r);
}

NSD_TEST(test_ball_bounces_at_the_exact_times_and_comes_to_rest)
{
    balls                b = { 1, 0, 9.81, 0.0, 0.0, 0.0, 0 };
    const nsd_test_start from = { { 1.0 }, { 0.0 }, 10.0, 1e-12 };
    nsd_test_record     *r = drop_balls(&b, 0.9, &from, NULL);
    NSD_CHECK(r->status == NSD_OK);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 1)->t, 0.451523640985731, 1e-13);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 44)->t, 8.491374025647692, 5e-12);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_ACCUMULATION, 1)->t, 8.578949178728887, 1e-10);
    NSD_CHECK(r->q[0] == 0.0 && r->v[0] == 0.0);
    NSD_CHECK_NEAR(r->R[0], 9.81, 1e-13);
    NSD_CHECK_NEAR(r->energy[NSD_IMPACT], -9.81, 1e-9); /* m g h: all energy is lost */
    NSD_CHECK_NEAR(r->energy[NSD_NUMERICAL], 0.0, 1e-10);
    free(r);
}

NSD_TEST(test_ball_on_a_vibrating_table)
{
    balls                b = { 1, 0, 9.81, 0.04, 20.0, 0.0, 0 };
    const nsd_test_start from = { { 0.1 }, { 0.0 }, 2.0, 1e-12 };
    nsd_test_record     *r = drop_balls(&b, 0.3, &from, NULL);
    NSD_CHECK(r->status == NSD_OK);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 1)->t, 0.1240098246952, 1e-10);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 2)->t, 0.1842430468117, 1e-10);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_ACCUMULATION, 1)->t, 0.200207897702, 1e-9);
    /* the ball leaves where the table's acceleration is -g: A w^2 sin(wt) = g */
    const double t = nth_event(r, NSD_EVENT_DETACH, 1)->t, accel = 0.04 * 400.0 * sin(20.0 * t);
    NSD_CHECK_NEAR(accel, 9.81, 1e-8);
    free(r);
}

NSD_TEST(test_touching_balls_obey_the_simultaneous_law)
{
    const double expected[3][3] = { { -1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0 },
                                    { 0.0, 0.5, 0.5 },
                                    { 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0 } };
    const double e[3] = { 1.0, 0.5, 0.0 };
    for (int k = 0; k < 3; k++) { /* the first ball is far above the floor */
        balls                b = { 3, 1, 0.0, 0.0, 0.0, 0.0, 0 };
        const nsd_test_start from = { { 10.0, 11.0, 11.0 }, { 1.0, 0.0, 0.0 }, 2.0, 1e-10 };
        nsd_test_record     *r = drop_balls(&b, e[k], &from, NULL);
        NSD_CHECK(r->status == NSD_OK);
        for (int i = 0; i < 3; i++) {
            NSD_CHECK_NEAR(r->v[i], expected[k][i], 1e-12);
        }
        free(r);
    }
    balls                b = { 3, 1, 0.0, 0.0, 0.0, 0.0, 0 };
    const nsd_test_start apart = { { 10.0, 11.0, 11.001 }, { 1.0, 0.0, 0.0 }, 3.0, 1e-10 };
    nsd_test_record     *r = drop_balls(&b, 1.0, &apart, NULL);
    NSD_CHECK_NEAR(r->v[0], 0.0, 1e-12);
    NSD_CHECK_NEAR(r->v[2], 1.0, 1e-12);
    free(r);
}

NSD_TEST(test_column_of_five_balls_comes_to_rest)
{
    balls                b = { 5, 1, 9.81, 0.0, 0.0, 0.0, 0 };
    const nsd_test_start from = { { 0.1, 0.2, 0.3, 0.4, 0.5 }, { 0.0 }, 3.0, 1e-9 };
    nsd_test_record     *r = drop_balls(&b, 0.5, &from, NULL);
    NSD_CHECK(r->status == NSD_OK);
    for (int i = 0; i < 5; i++) {
        NSD_CHECK_NEAR(r->q[i], 0.0, 1e-8);
        NSD_CHECK_NEAR(r->v[i], 0.0, 1e-12);
        NSD_CHECK_NEAR(r->R[i], 9.81 * (5 - i), 1e-9);
    }
    NSD_CHECK(r->q[0] >= -1e-12);
    free(r);
}

NSD_TEST(test_rosenbrock_finds_the_same_events)
{
    nsd_pendulum         p = { 0.2, 0.05, 0.5, 0.1 };
    const double         e = 0.5;
    const nsd_test_start from = { { 0.3 }, { 0.0 }, 7.0, 1e-8 };
    nsd_event_options    options = nsd_test_event_options(&from);
    nsd_model            model;
    options.integrator = NSD_INTEGRATOR_ROSENBROCK;
    nsd_pendulum_model(&p, &e, &model);
    nsd_test_record *r = nsd_test_run_event_driven(&model, &from, &options, NULL, 0);
    NSD_CHECK(r->status == NSD_OK);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 4)->t, 4.918958713398, 1e-7);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_DETACH, 1)->t, 6.808717393146, 1e-10);
    free(r);
}

NSD_TEST(test_attraction_keeps_a_held_contact_near_its_surface)
{
    const nsd_pendulum   p2 = { 0.2, 0.05, 0.5, 0.1 };
    const double         e = 0.5;
    const nsd_test_start from = { { 0.3 }, { 0.0 }, 7.0, 1e-10 };
    nsd_event_options    options = nsd_test_event_options(&from);
    nsd_model            model;
    nsd_pendulum         p = p2;
    options.attract = 10.0;
    nsd_pendulum_model(&p, &e, &model);
    nsd_test_record *r = nsd_test_run_event_driven(&model, &from, &options, NULL, 0);
    NSD_CHECK(r->status == NSD_OK);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_DETACH, 1)->t, 6.808717393146, 1e-8);
    free(r);
}

NSD_TEST(test_given_times_are_rows_and_change_no_step)
{
    const nsd_pendulum p4 = { 0.3, 0.05, 0.5, 0.2 };
    const double       e = 0.8, times[5] = { 0.0, 0.7, 1.4, 5.0, 9.3 };
    nsd_test_start     from = { { 0.4 }, { 0.0 }, 9.3, 1e-9 };
    nsd_event_options  options = nsd_test_event_options(&from);
    nsd_pendulum       p = p4;
    nsd_model          model;
    nsd_pendulum_model(&p, &e, &model);
    nsd_test_record *free_run = nsd_test_run_event_driven(&model, &from, &options, NULL, 0);
    nsd_test_record *timed = nsd_test_run_event_driven(&model, &from, &options, times, 5);
    NSD_CHECK(timed->rows == 5);
    NSD_CHECK(timed->steps == free_run->steps);
    NSD_CHECK(timed->q[0] == free_run->q[0]);
    for (int k = 1; k < 4; k++) { /* a run that ends at times[k] */
        from.t_end = times[k];
        from.tolerance = 1e-11;
        options = nsd_test_event_options(&from);
        nsd_test_record *r = nsd_test_run_event_driven(&model, &from, &options, NULL, 0);
        NSD_CHECK_NEAR(timed->kept[k * NSD_TEST_SIZE], r->q[0], 2e-8);
        free(r);
    }
    free(free_run);
    free(timed);
}

NSD_TEST_MAIN(test_pendulum_hits_its_stop_at_the_known_times, test_periodic_orbit_with_one_impact,
              test_chatter_to_sticking_and_release, test_grazing_impact_is_found,
              test_ball_bounces_at_the_exact_times_and_comes_to_rest,
              test_ball_on_a_vibrating_table, test_touching_balls_obey_the_simultaneous_law,
              test_column_of_five_balls_comes_to_rest, test_rosenbrock_finds_the_same_events,
              test_attraction_keeps_a_held_contact_near_its_surface,
              test_given_times_are_rows_and_change_no_step)
