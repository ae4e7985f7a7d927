/* guard.c - guards as polynomials in Bernstein form, and their first root by halving. */
#include <float.h>
#include <math.h>

#include "base/bracket.h"
#include "event/flow/guard.h"

/* Halvings of the step to isolate a root: pieces of width 2^-40 are narrower than ROOT_WIDTH.
 * Fewer: the stack of pieces would overflow. */
#define MOST_HALVINGS 40

/* Part of the step to which a root is isolated; steps of the flow locate the event afterwards.
 * Larger: two roots close to each other count as one; smaller: more halvings, see MOST_HALVINGS. */
#define ROOT_WIDTH 1e-12

/* Values on a piece with one root: chords that halve the bracket only by every third value need
 * 291 for a root at the rounding of theta. Fewer: roots early in a long step come out late, and
 * the guard that closes second is taken for the first. */
#define MOST_ITERATIONS 300

/* Part of the root at which its bracket is narrow enough; of the root, not of the piece, so that
 * early roots of two guards keep their order. Larger: the first time that event_locate.c tries is
 * less accurate; smaller: values of rounding size are divided. */
#define BRACKET_WIDTH 1e-13

/* Values after which the bracket must have halved, or its middle is taken. Larger: chords from
 * a value of rounding size to a large one creep; smaller: chords are cut short. */
#define VALUES_PER_HALVING 2

nsd_guard_curve nsd_guard_hermite(const nsd_guard_end *start, const nsd_guard_end *end, double H)
{
    const double    first = 0.2 * H, second = 0.05 * H * H;
    nsd_guard_curve c = { 5,
                          { start->h, start->h + first * start->hd,
                            start->h + 2.0 * first * start->hd + second * start->hdd,
                            end->h - 2.0 * first * end->hd + second * end->hdd,
                            end->h - first * end->hd, end->h } };
    return c;
}

nsd_guard_curve nsd_guard_quartic(const double value[5])
{
    const double    a = value[0], b = value[1], c = value[2], d = value[3], e = value[4];
    nsd_guard_curve curve = { 4,
                              { a, (-13.0 * a + 48.0 * b - 36.0 * c + 16.0 * d - 3.0 * e) / 12.0,
                                (13.0 * (a + e) - 64.0 * (b + d) + 120.0 * c) / 18.0,
                                (-3.0 * a + 16.0 * b - 36.0 * c + 48.0 * d - 13.0 * e) / 12.0, e,
                                0.0 } };
    return curve;
}

void nsd_guard_deflate(nsd_guard_curve *curve, int times)
{
    for (int k = 0; k < times; k++) {
        const double degree = curve->degree;
        curve->degree--;
        for (int j = 0; j <= curve->degree; j++) {
            curve->b[j] = curve->b[j + 1] * degree / (j + 1.0); /*                       (ED.4) */
        }
    }
}

double nsd_guard_least_coefficient(const nsd_guard_curve *curve)
{
    double least = curve->b[0];
    for (int j = 1; j <= curve->degree; j++) {
        least = fmin(least, curve->b[j]);
    }
    return least;
}

nsd_guard_curve nsd_guard_derivative(const nsd_guard_curve *curve, double H)
{
    nsd_guard_curve d = { curve->degree - 1, { 0.0 } };
    for (int j = 0; j <= d.degree; j++) {
        d.b[j] = curve->degree * (curve->b[j + 1] - curve->b[j]) / H;
    }
    return d;
}

/* One more term of a curve in Horner's way: choose b theta^j                              (ED.4) */
#define TERM(choose, j) (power *= theta, sum = sum * rest + (choose)*power * curve->b[j])

double nsd_guard_value(const nsd_guard_curve *curve, double theta)
{
    static const double choose[NSD_GUARD_DEGREE + 1][NSD_GUARD_DEGREE + 1] = {
        { 1.0 },
        { 1.0, 1.0 },
        { 1.0, 2.0, 1.0 },
        { 1.0, 3.0, 3.0, 1.0 },
        { 1.0, 4.0, 6.0, 4.0, 1.0 },
    };
    const double *c = choose[curve->degree], rest = 1.0 - theta;
    double        power = 1.0, sum = curve->b[0];
    if (curve->degree == NSD_GUARD_DEGREE) { /* most curves: without a loop */
        TERM(5.0, 1), TERM(10.0, 2), TERM(10.0, 3), TERM(5.0, 4), TERM(1.0, 5);
        return sum;
    }
    for (int j = 1; j <= curve->degree; j++) {
        TERM(c[j], j);
    }
    return sum;
}

/* Left and right half of a curve, by de Casteljau's scheme */
static void halve(const nsd_guard_curve *curve, nsd_guard_curve *left, nsd_guard_curve *right)
{
    const int degree = curve->degree;
    *right = *curve;
    left->degree = degree;
    for (int level = degree; level >= 0; level--) {
        left->b[degree - level] = right->b[0];
        for (int j = 0; j < level; j++) {
            right->b[j] = 0.5 * (right->b[j] + right->b[j + 1]);
        }
    }
}

/* Changes of sign along the coefficients; zero counts as positive */
static int sign_changes(const nsd_guard_curve *curve)
{
    int changes = 0;
    for (int j = 1; j <= curve->degree; j++) {
        changes += (curve->b[j] < 0.0) != (curve->b[j - 1] < 0.0);
    }
    return changes;
}

/* The only root of a curve that is positive at 0 and negative at 1: regula falsi with the Illinois
 * rule, and the middle where the bracket has not halved: it needs no more than three values for
 * each halving, wherever the root is                                                     (ED.3) */
static double single_root(const nsd_guard_curve *curve)
{
    nsd_bracket b = { 0.0, 1.0, curve->b[0], curve->b[curve->degree], 0 };
    double      width = 1.0;
    int         values = 0;

    for (int k = 0; k < MOST_ITERATIONS && b.high > DBL_EPSILON; k++) {
        if (b.high - b.low <= BRACKET_WIDTH * b.high) {
            break;
        }
        const int    slow = values == VALUES_PER_HALVING;
        const double theta = slow ? 0.5 * (b.low + b.high) : nsd_bracket_chord(&b);
        const double value = nsd_guard_value(curve, theta);
        if (value == 0.0) {
            return theta;
        }
        nsd_bracket_add(&b, theta, value);
        values = b.high - b.low <= 0.5 * width ? 0 : values + 1;
        width = values == 0 ? b.high - b.low : width;
    }
    return 0.5 * (b.low + b.high);
}

int nsd_guard_first_root(const nsd_guard_curve *curve, double *theta, double *past)
{
    nsd_guard_curve part[MOST_HALVINGS + 2]; /* pieces still to be searched, the first on top */
    double          from[MOST_HALVINGS + 2], width[MOST_HALVINGS + 2];
    int             top = 0;

    if (!(curve->b[0] < 0.0) && sign_changes(curve) == 0) { /* most steps */
        return 0;
    }
    part[0] = *curve;
    from[0] = 0.0;
    width[0] = 1.0;
    while (top >= 0) {
        const nsd_guard_curve now = part[top];
        const double          start = from[top], length = width[top];
        const int             changes = sign_changes(&now);
        if (now.b[0] < 0.0 || (changes > 1 && length < ROOT_WIDTH)) {
            *theta = start;
            *past = start + (now.b[0] < 0.0 ? 0.0 : length);
            return 1;
        }
        if (changes == 1) {
            *theta = start + length * single_root(&now);
            *past = start + length;
            return 1;
        }
        if (changes == 0) {
            top--;
            continue;
        }
        halve(&now, &part[top + 1], &part[top]);
        from[top] = start + 0.5 * length;
        from[top + 1] = start;
        width[top] = width[top + 1] = 0.5 * length;
        top++;
    }
    return 0;
}
