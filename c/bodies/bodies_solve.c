/* bodies_solve.c - the contacts of one step: frames, blocks, right sides, warm start (RB.5) */
#include <string.h>

#include "bodies/bodies_parts.h"

/* Square of the friction, in parts of its bound, from which on a contact slides. Larger: rounding
 * makes sliding contacts hold, so that their direction lags behind; smaller: contacts near their
 * bound alternate longer. */
#define SLIDING (1.0 - 1e-6)

/* D <- normal and two tangents; in the plane one tangent and zero. */
static void set_frame(int dimension, double *D)
{
    double *n = D, *t = D + 3;
    if (dimension == 2) {
        const double tangents[6] = { -n[1], n[0], 0.0, 0.0, 0.0, 0.0 };
        memcpy(t, tangents, sizeof tangents);
        return;
    }
    const double sign = n[2] < 0.0 ? -1.0 : 1.0, a = -1.0 / (sign + n[2]), b = n[0] * n[1] * a;
    const double tangents[6] = { 1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0], b,
                                 sign + n[1] * n[1] * a,       -n[1] };
    memcpy(t, tangents, sizeof tangents);
}

/* Adds the part of one body to the block W of a contact; returns a bound of the largest eigenvalue
 * of that part: the largest column sum of the turning, and the inverse mass, as D'D = I. */
static double add_body_block(const double *D, const double *arm, const nsd_motion *motion,
                             double *W)
{
    double largest = 0.0, moment[9], turn[3];
    for (int k = 0; k < 3; k++) {
        nsd_cross3(arm, D + 3 * k, moment + 3 * k);
    }
    for (int j = 0; j < 3; j++) {
        double sum = 0.0;
        nsd_times3(motion->J, moment + 3 * j, turn);
        for (int i = 0; i < 3; i++) {
            const double entry = nsd_dot3(moment + 3 * i, turn);
            W[i + 3 * j] += entry + motion->inverse_mass * nsd_dot3(D + 3 * i, D + 3 * j);
            sum += fabs(entry);
        }
        largest = sum > largest ? sum : largest; /* as fmax, without the call */
    }
    return motion->inverse_mass + largest;
}

void nsd_bodies_fill_block(const nsd_bodies *bodies, nsd_body_contact *contact)
{
    nsd_frame *frame = &contact->frame;
    set_frame(bodies->set->dimension, frame->D);
    nsd_add_scaled3(contact->point, -1.0, bodies->body[contact->a].x, frame->arm_a);
    memset(contact->W, 0, sizeof contact->W);
    contact->norm_a = add_body_block(frame->D, frame->arm_a, bodies->motion + contact->a,
                                     contact->W);
    contact->norm_b = 0.0;
    if (contact->b < bodies->set->count) {
        nsd_add_scaled3(contact->point, -1.0, bodies->body[contact->b].x, frame->arm_b);
        contact->norm_b = add_body_block(frame->D, frame->arm_b, bodies->motion + contact->b,
                                         contact->W);
    }
}

void nsd_bodies_fill_blocks(nsd_bodies *bodies)
{
    for (int c = 0; c < bodies->contacts.count; c++) {
        nsd_bodies_fill_block(bodies, bodies->contacts.item + c);
    }
}

/* rebound <- what makes a contact that lasts hold for the mean velocity of the step: U before the
 * impulses. Half of what alternates in it from step to step is left out where the contact holds,
 * that is along the normal, and along the tangents unless it slid; and only where the impulses, as
 * far as passes have found them, do no positive work by that. The step before left u = 0 if it took
 * the impact law.                                                                      (RB.26) */
static void hold_mean(const nsd_body_contact *old, nsd_body_contact *contact)
{
    const double *r = old->r, *now = contact->before;
    const double  share = old->mean ? 1.0 : 0.0;
    const double  along[3] = { 0.0, share * old->before[1], share * old->before[2] };
    const int     slid = r[1] * r[1] + r[2] * r[2] >= SLIDING * old->mu * old->mu * r[0] * r[0];
    double        u[3], last[3];

    nsd_times3(old->frame.D, along, u);
    nsd_transpose_times3(contact->frame.D, u, last);
    last[0] = share * old->before[0]; /* normals turn: the old sliding would be part of it */
    const double work = contact->r[1] * (now[1] - last[1]) + contact->r[2] * (now[2] - last[2]);
    contact->keeps |= slid || work > 0.0;
    contact->rebound[0] = fmax(now[0], 0.5 * (now[0] + last[0]));
    for (int k = 1; k < 3; k++) {
        contact->rebound[k] = contact->keeps ? now[k] : 0.5 * (now[k] + last[k]);
    }
}

/* Whether the contact itself has pushed for some steps. That its pair has is not enough: a corner
 * that hits while others of the box push has the speed of the impact as its u before, and would get
 * half of that back in the next step. */
static int lasts(const nsd_body_contact *contact)
{
    return contact->held >= NSD_BODIES_HELD_STEPS;
}

/* norm_sum <- 1 for free bodies with a contact that does not last: an impact may come there, and
 * all contacts of these bodies take the impact law                                     (RB.26) */
static void mark_impacts(nsd_bodies *bodies)
{
    memset(bodies->norm_sum, 0, ((size_t)bodies->set->count + 1) * sizeof(double));
    for (int c = 0; c < bodies->contacts.count; c++) {
        const nsd_body_contact *contact = bodies->contacts.item + c;
        const int               pair[2] = { contact->a, nsd_bodies_second(bodies, contact) };
        for (int k = 0; k < 2 && !lasts(contact); k++) {
            bodies->norm_sum[pair[k]] = nsd_bodies_is_free(bodies, pair[k]) ? 1.0 : 0.0;
        }
    }
}

/* q = U_free + e U_N + e_T U_T, with U before the impulses                             (RB.5) */
static void set_right_sides(nsd_bodies *bodies)
{
    if (bodies->order == 2) {
        mark_impacts(bodies);
    }
    for (int c = 0; c < bodies->contacts.count; c++) {
        nsd_body_contact *contact = bodies->contacts.item + c;
        const int         a = contact->a, b = nsd_bodies_second(bodies, contact);
        nsd_bodies_contact_velocity(bodies->body[a].old, bodies->body[b].old, &contact->frame,
                                    contact->before);
        nsd_bodies_contact_velocity(bodies->motion[a].v, bodies->motion[b].v, &contact->frame,
                                    contact->q);
        for (int k = 0; k < 3; k++) {
            contact->rebound[k] = (k == 0 ? contact->restitution : contact->tangential) *
                                  contact->before[k];
        }
        contact->mean = bodies->order == 2 && lasts(contact) &&
                        bodies->norm_sum[a] + bodies->norm_sum[b] == 0.0;
        if (contact->mean) {
            hold_mean(bodies->contacts_before.item + contact->old, contact);
        }
        nsd_add_scaled3(contact->q, 1.0, contact->rebound, contact->q);
    }
}

static int contact_order(const nsd_body_contact *one, const nsd_body_contact *two)
{
    const int order = nsd_bodies_pair_order(one, two);
    return order != 0 ? order : (one->feature > two->feature) - (one->feature < two->feature);
}

/* r <- the impulse P of a contact in the step before, in the frame of the contact now, cut to its
 * cone; torque <- the same of the torque T */
static void carry_over(const nsd_bodies *bodies, const nsd_body_contact *old, const double *P,
                       const double *T, nsd_body_contact *contact)
{
    const int plane = bodies->set->dimension == 2;
    double    push[3], *r = contact->r;

    nsd_times3(old->frame.D, P, push);
    nsd_transpose_times3(contact->frame.D, push, r);
    if (bodies->rolls) { /* else the torques are zero */
        nsd_times3(nsd_bodies_torque_axes(plane, &old->frame), T, push);
        nsd_transpose_times3(nsd_bodies_torque_axes(plane, &contact->frame), push, contact->torque);
    }
    r[0] = fmax(0.0, r[0]);
    const double most = contact->mu * r[0], size = sqrt(r[1] * r[1] + r[2] * r[2]);
    const double scale = size > most ? most / size : 1.0;
    r[1] *= scale;
    r[2] *= scale;
}

/* The guess: impulses of the same contacts in the step before; both lists have the same order. */
static void guess_impulses(nsd_bodies *bodies)
{
    const nsd_body_contacts *before = &bodies->contacts_before;
    int                      k = 0;

    for (int c = 0; c < bodies->contacts.count; c++) {
        nsd_body_contact *contact = bodies->contacts.item + c;
        while (k < before->count && contact_order(before->item + k, contact) < 0) {
            k++;
        }
        contact->old = -1;
        contact->held = contact->keeps = 0;
        if (k < before->count && contact_order(before->item + k, contact) == 0) {
            const nsd_body_contact *old = before->item + k;
            contact->old = k;
            contact->streak = old->streak;
            contact->held = old->r[0] > 0.0 ? old->held + (old->held < NSD_BODIES_HELD_STEPS) : 0;
            carry_over(bodies, old, old->r, old->torque, contact);
        }
    }
}

void nsd_bodies_guess_again(const nsd_bodies *bodies, int afresh, nsd_body_contact *contact)
{
    if (afresh || contact->old < 0) {
        memset(contact->r, 0, sizeof contact->r);
        memset(contact->torque, 0, sizeof contact->torque);
    } else {
        const nsd_body_contact *old = bodies->contacts_before.item + contact->old;
        carry_over(bodies, old, old->guess, old->guess_torque, contact);
    }
}

/* The largest column sum of |J|: a bound of the eigenvalues of J */
static double largest_sum(const double *J)
{
    double largest = 0.0;
    for (int j = 0; j < 9; j += 3) {
        largest = fmax(largest, fabs(J[j]) + fabs(J[j + 1]) + fabs(J[j + 2]));
    }
    return largest;
}

/* A bound of the largest eigenvalue of W, which is a sum over bodies
 *                                                                                      (RB.12) */
static double eigenvalue_bound(nsd_bodies *bodies)
{
    double bound = 0.0;
    memset(bodies->norm_sum, 0, ((size_t)bodies->set->count + 1) * sizeof(double));
    for (int c = 0; c < bodies->contacts.count; c++) {
        const nsd_body_contact *contact = bodies->contacts.item + c;
        const int               b = nsd_bodies_second(bodies, contact);
        bodies->norm_sum[contact->a] += contact->norm_a;
        bodies->norm_sum[b] += contact->norm_b;
        if (bodies->rolls) {
            bodies->norm_sum[contact->a] += largest_sum(bodies->motion[contact->a].J);
            bodies->norm_sum[b] += largest_sum(bodies->motion[b].J);
        }
    }
    for (int c = 0; c < bodies->contacts.count; c++) {
        const nsd_body_contact *contact = bodies->contacts.item + c;
        const double            both = bodies->norm_sum[contact->a] +
                            bodies->norm_sum[nsd_bodies_second(bodies, contact)];
        bound = both > bound ? both : bound;
    }
    return bound;
}

static double largest_right_side(const nsd_bodies *bodies)
{
    double largest = 0.0;
    for (int c = 0; c < bodies->contacts.count; c++) {
        for (int k = 0; k < 3; k++) {
            const double own = fabs(bodies->contacts.item[c].q[k]);
            largest = own > largest ? own : largest;
        }
    }
    return largest;
}

/* A bound of the speed of a point of body i at the end of an arm */
static double side_speed(const nsd_bodies *bodies, int i, const double *arm)
{
    const double *old = bodies->body[i].old;
    return sqrt(nsd_dot3(old, old)) + sqrt(nsd_dot3(old + 3, old + 3) * nsd_dot3(arm, arm));
}

static double largest_speed(const nsd_bodies *bodies)
{
    double largest = 0.0;
    for (int c = 0; c < bodies->contacts.count; c++) {
        const nsd_body_contact *contact = bodies->contacts.item + c;
        const int               b = nsd_bodies_second(bodies, contact);
        const double            one = side_speed(bodies, contact->a, contact->frame.arm_a);
        const double            two = side_speed(bodies, b, contact->frame.arm_b);
        largest = one > largest ? one : largest;
        largest = two > largest ? two : largest;
    }
    return largest;
}

nsd_status nsd_bodies_solve(nsd_bodies *bodies, nsd_bodies_answer *answer)
{
    nsd_bodies_remove_impulses(bodies);
    if (bodies->mechanism.pass == 0) { /* later passes begin with the impulses of the one before */
        guess_impulses(bodies);
    }
    set_right_sides(bodies);
    /* Contact velocities of bodies that move together are rounding of the velocities of the bodies;
     * the goal is then a part of those. */
    const double     size = largest_right_side(bodies), fast = largest_speed(bodies);
    const int        together = bodies->tolerance * size < NSD_BODIES_ROUNDING_SPEED * fast;
    const double     goal = together ? NSD_BODIES_ROUNDING_SPEED * fast : bodies->tolerance * size;
    const nsd_status status = nsd_bodies_solve_sweeps(bodies, eigenvalue_bound(bodies), goal,
                                                      answer);
    answer->solved = answer->residual <= goal;
    answer->residual = goal > 0.0 ? answer->residual / (together ? fast : size) : 0.0;
    return status;
}
