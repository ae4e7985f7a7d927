/* test_event_rules.c - written rules of the event-driven solver: events at the start, at the end,
 * at the same time, and none. */
#include "nsd_test.h"
#include "nsd_test_balls.h"

NSD_TEST(test_starts_on_the_guard)
{
    balls b = { 1, 0, 9.81, 0.0, 0.0, 0.0, 0 };
    for (int k = -1; k <= 1; k++) {
        const nsd_test_start from = { { 0.0 }, { k }, 0.1, 1e-9 };
        nsd_test_record     *r = drop_balls(&b, 0.5, &from, NULL);
        NSD_CHECK(r->status == NSD_OK);
        if (k < 0) { /* the ball hits at once: two rows at t0 */
            NSD_CHECK(nth_event(r, NSD_EVENT_IMPACT, 1)->t == 0.0);
            NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 1)->after, 0.5, 1e-15);
        } else if (k == 0) { /* the ball lies still: no event, and a contact force */
            NSD_CHECK(r->events == 0);
            NSD_CHECK(r->q[0] == 0.0);
            NSD_CHECK_NEAR(r->R[0], 9.81, 1e-13);
        } else { /* the ball leaves: no event */
            NSD_CHECK(r->events == 0);
            NSD_CHECK_NEAR(r->q[0], 0.1 - 9.81 * 0.01 / 2, 1e-12);
        }
        free(r);
    }
    balls                up = { 1, 0, -9.81, 0.0, 0.0, 0.0, 0 };
    const nsd_test_start still = { { 0.0 }, { 0.0 }, 0.1, 1e-9 };
    nsd_test_record     *r = drop_balls(&up, 0.5, &still, NULL); /* leaves without event */
    NSD_CHECK(r->events == 0);
    NSD_CHECK_NEAR(r->q[0], 9.81 * 0.01 / 2, 1e-12);
    free(r);
}

NSD_TEST(test_two_guards_at_once)
{
    balls                b = { 2, 0, 9.81, 0.0, 0.0, 0.0, 0 };
    const nsd_test_start from = { { 1.0, 1.0 }, { 0.0 }, 0.5, 1e-9 };
    nsd_test_record     *r = drop_balls(&b, 0.5, &from, NULL);
    NSD_CHECK(r->events == 2);
    NSD_CHECK(r->event[0].t == r->event[1].t);
    NSD_CHECK(r->event[0].contact == 0 && r->event[1].contact == 1);
    NSD_CHECK_NEAR(r->event[0].after, r->event[1].after, 1e-15);
    free(r);
}

NSD_TEST(test_event_at_the_final_time)
{
    balls b = { 1, 0, 2.0, 0.0, 0.0, 0.0, 0 };
    for (int k = 0; k < 2; k++) { /* falls from 1 with g = 2: hits at t = 1 */
        const nsd_test_start from = { { 1.0 }, { 0.0 }, 1.0 + 1e-14 * k, 1e-9 };
        nsd_test_record     *r = drop_balls(&b, 0.5, &from, NULL);
        NSD_CHECK(r->status == NSD_OK && r->events == 1);
        NSD_CHECK_NEAR(r->event[0].t, 1.0, 1e-13);
        NSD_CHECK_NEAR(r->v[0], 1.0, 1e-12);
        free(r);
    }
    const nsd_test_start before = { { 1.0 }, { 0.0 }, 0.999, 1e-9 };
    nsd_test_record     *r = drop_balls(&b, 0.5, &before, NULL);
    NSD_CHECK(r->events == 0);
    free(r);
}

NSD_TEST(test_guard_that_is_zero_all_the_time)
{
    balls                b = { 1, 0, 0.0, 0.0, 0.0, 0.0, 0 };
    const nsd_test_start from = { { 0.0 }, { 0.0 }, 100.0, 1e-9 };
    nsd_test_record     *r = drop_balls(&b, 0.5, &from, NULL);
    NSD_CHECK(r->status == NSD_OK && r->events == 0);
    NSD_CHECK(r->q[0] == 0.0);
    free(r);
}

NSD_TEST(test_touching_contact_is_held_when_a_force_begins_to_press)
{
    balls                b = { 1, 0, 0.0, 0.0, 0.0, 1.0, 0 };
    const nsd_test_start from = { { 0.0 }, { 0.0 }, 2.0, 1e-9 };
    nsd_test_record     *r = drop_balls(&b, 0.5, &from, NULL);
    NSD_CHECK(r->status == NSD_OK);
    NSD_CHECK_NEAR(r->q[0], 0.0, 1e-9);
    NSD_CHECK_NEAR(r->R[0], 2.0, 1e-9);
    free(r);
}

NSD_TEST(test_chatter_off_flies_every_hop_and_threshold_ends_early)
{
    balls                b = { 1, 0, 9.81, 0.0, 0.0, 0.0, 0 };
    const nsd_test_start from = { { 1.0 }, { 0.0 }, 10.0, 1e-9 };
    nsd_event_options    options = nsd_test_event_options(&from);
    nsd_test_record     *map = drop_balls(&b, 0.5, &from, NULL);
    options.chatter = NSD_CHATTER_OFF;
    nsd_test_record *r = drop_balls(&b, 0.5, &from, &options);
    NSD_CHECK(r->status == NSD_OK);
    NSD_CHECK(count_events(r, NSD_EVENT_IMPACT) > 2 * count_events(map, NSD_EVENT_IMPACT));
    NSD_CHECK(count_events(r, NSD_EVENT_ACCUMULATION) == 0);
    free(r);
    free(map);
    options.max_events = 10;
    r = drop_balls(&b, 0.5, &from, &options);
    NSD_CHECK(r->status == NSD_MAX_EVENTS && r->events == 10);
    free(r);
    options.max_events = 1000;
    options.chatter = NSD_CHATTER_THRESHOLD;
    options.chatter_speed = 0.01;
    r = drop_balls(&b, 0.5, &from, &options);
    NSD_CHECK(r->status == NSD_OK);
    const double rest = 3.0 * sqrt(2.0 / 9.81); /* t1 (1+e)/(1-e) */
    NSD_CHECK(nth_event(r, NSD_EVENT_ACCUMULATION, 1)->t < rest);
    NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_ACCUMULATION, 1)->t, rest,
                   0.01 * 2.0 / 9.81 / 0.5 + 1e-3);
    free(r);
}

NSD_TEST(test_every_way_to_locate_finds_the_same_impacts)
{
    static const nsd_locate way[] = { NSD_LOCATE_SECANT, NSD_LOCATE_BISECTION,
                                      NSD_LOCATE_ILLINOIS };
    balls                   b = { 1, 0, 9.81, 0.0, 0.0, 0.0, 0 };
    const nsd_test_start    from = { { 1.0 }, { 0.0 }, 1.3, 1e-9 };
    const double            first = sqrt(2.0 / 9.81);
    nsd_event_options       options = nsd_test_event_options(&from);
    for (int k = 0; k < 3; k++) {
        options.locate = way[k];
        nsd_test_record *r = drop_balls(&b, 0.5, &from, &options);
        NSD_CHECK(r->status == NSD_OK);
        NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 1)->t, first, 1e-14);
        NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 2)->t, 2.0 * first, 1e-14);
        NSD_CHECK_NEAR(nth_event(r, NSD_EVENT_IMPACT, 3)->t, 2.5 * first, 1e-14);
        free(r);
    }
}

NSD_TEST_MAIN(test_starts_on_the_guard, test_two_guards_at_once, test_event_at_the_final_time,
              test_guard_that_is_zero_all_the_time,
              test_touching_contact_is_held_when_a_force_begins_to_press,
              test_chatter_off_flies_every_hop_and_threshold_ends_early,
              test_every_way_to_locate_finds_the_same_impacts)
