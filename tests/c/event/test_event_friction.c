/* test_event_friction.c - event-driven runs with friction in the plane: a box with four corners. */
#include "nsd_test.h"
#include "nsd_test_events.h"

enum { CORNERS = 4 };

typedef struct box { /* x, y, angle of the centre; half width and height */
    double a, b, g;
} box;

static const double across[CORNERS] = { -1.0, 1.0, 1.0, -1.0 };
static const double upward[CORNERS] = { -1.0, -1.0, 1.0, 1.0 };

static nsd_status mass(void *context, const double *q, double *M)
{
    const box *s = context;
    (void)q;
    memset(M, 0, 9 * sizeof *M);
    M[0] = M[4] = 1.0;
    M[8] = (s->a * s->a + s->b * s->b) / 3.0;
    return NSD_OK;
}

static nsd_status force(void *context, double t, const double *q, const double *v, double *F)
{
    const box *s = context;
    (void)t;
    (void)q;
    (void)v;
    F[0] = F[2] = 0.0;
    F[1] = -s->g;
    return NSD_OK;
}

static double corner(const box *s, int k, double phi)
{
    return across[k] * s->a * sin(phi) + upward[k] * s->b * cos(phi);
}

static nsd_status gap(void *context, double t, const double *q, double *y)
{
    (void)t;
    for (int k = 0; k < CORNERS; k++) {
        y[k] = q[1] + corner(context, k, q[2]);
    }
    return NSD_OK;
}

static nsd_status tangent(void *context, double t, const double *q, double *T)
{
    (void)t;
    for (int k = 0; k < CORNERS; k++) {
        T[3 * k] = 1.0;
        T[3 * k + 1] = 0.0;
        T[3 * k + 2] = -corner(context, k, q[2]);
    }
    return NSD_OK;
}

typedef struct surface_data { /* arrays that nsd_surface points to */
    double e[CORNERS], e_T[CORNERS], mu[CORNERS], w[CORNERS];
} surface_data;

static nsd_test_record *run_box(box *s, double mu, double e, const nsd_test_start *from)
{
    surface_data r;
    nsd_model    model = { .n = 3, .m = CORNERS, .e = r.e, .constant_mass = 1, .context = s };
    for (int k = 0; k < CORNERS; k++) {
        r.e[k] = e;
        r.mu[k] = mu;
        r.e_T[k] = r.w[k] = 0.0;
    }
    model.mass = mass;
    model.force = force;
    model.gap = gap;
    model.tangent = tangent;
    model.surface.d = model.surface.layout.groups = model.surface.layout.size[0] = 1;
    model.surface.mu[0] = r.mu;
    model.surface.e = r.e_T;
    model.surface.w = r.w;
    const nsd_event_options options = nsd_test_event_options(from);
    return nsd_test_run_event_driven(&model, from, &options, NULL, 0);
}

static const nsd_event *first_event(const nsd_test_record *r, nsd_event_kind kind)
{
    static const nsd_event none = { .t = NAN };
    for (int i = 0; i < r->events; i++) {
        if (r->event[i].kind == kind) {
            return &r->event[i];
        }
    }
    return &none;
}

NSD_TEST(test_sliding_box_stops_on_both_corners)
{
    box                  s = { 0.5, 0.25, 9.81 };
    const nsd_test_start from = { { 0.0, 0.25, 0.0 }, { 1.0, 0.0, 0.0 }, 1.0, 1e-10 };
    nsd_test_record     *r = run_box(&s, 0.4, 0.0, &from);
    NSD_CHECK(r->status == NSD_OK && r->events == 2);
    NSD_CHECK_NEAR(first_event(r, NSD_EVENT_STICK)->t, 1.0 / (0.4 * 9.81), 1e-9);
    NSD_CHECK_NEAR(r->q[0], 0.5 / (0.4 * 9.81), 1e-9);
    NSD_CHECK_NEAR(r->R[0] + r->R[1], 9.81, 1e-8);
    NSD_CHECK_NEAR(r->energy[NSD_FRICTION], -0.5, 1e-9);
    free(r);
}

NSD_TEST(test_rocking_box_keeps_31_of_34)
{
    box                  s = { 0.0125, 0.05, 9.81 };
    const double         phi = 8.0 * acos(-1.0) / 180.0;
    const nsd_test_start from = { { 0.0, -corner(&s, 0, phi), phi }, { 0.0 }, 0.125, 1e-11 };
    nsd_test_record     *r = run_box(&s, 0.3, 0.0, &from);
    const nsd_event     *hit = first_event(r, NSD_EVENT_IMPACT),
                    *leaves = first_event(r, NSD_EVENT_DETACH);
    NSD_CHECK(r->status == NSD_OK && hit->contact == 1 && leaves->contact == 0);
    NSD_CHECK_NEAR(hit->t, 0.1246522555, 2e-10);
    /* speeds of the corner that hits and of the corner that lifts: angular velocity times width */
    NSD_CHECK_NEAR(-leaves->after / hit->before, 31.0 / 34.0, 1e-8);
    free(r);
}

NSD_TEST(test_boxes_that_fall_come_to_rest)
{
    for (int k = 0; k < 6; k++) {
        box                  s = { 0.2 + 0.05 * k, 0.3, 9.81 };
        const nsd_test_start from = {
            { 0.0, 0.8, 0.9 * k }, { 1.0 - 0.4 * k, 0.0, 2.0 - k }, 5.0, 1e-9
        };
        nsd_test_record *r = run_box(&s, 0.3 + 0.1 * k, k % 2 ? 0.3 : 0.0, &from);
        NSD_CHECK(r->status == NSD_OK && r->backwards == 0);
        NSD_CHECK(fabs(r->v[0]) + fabs(r->v[1]) + fabs(r->v[2]) < 1e-9);
        NSD_CHECK_NEAR(r->energy[NSD_NUMERICAL], 0.0, 1e-6);
        NSD_CHECK(r->energy[NSD_FRICTION] + r->energy[NSD_IMPACT] < 0.0);
        free(r);
    }
}

NSD_TEST_MAIN(test_sliding_box_stops_on_both_corners, test_rocking_box_keeps_31_of_34,
              test_boxes_that_fall_come_to_rest)
