/* tape_ops.h - the one list of operations of a tape: name and expression in x (and y).
 *
 * The evaluator, the folding of constants, the writer of C and the recorder (through
 * mex/internal/tape/gateway_tape.c) expand this list; derivatives: model/tape/tape_rules.c. */
#ifndef NSD_TAPE_OPS_H
#define NSD_TAPE_OPS_H

/* clang-format off */
#define NSD_TAPE_BINARY(X)                                                                   \
    X(ADD,   x + y)                                                                          \
    X(SUB,   x - y)                                                                          \
    X(MUL,   x * y)                                                                          \
    X(DIV,   x / y)                                                                          \
    X(RATIO, y == 0.0 ? 0.0 : x / y)                      /* in derivatives: 0 at corners */ \
    X(POW,   pow(x, y))                                                                      \
    X(ATAN2, atan2(x, y))                                                                    \
    X(HYPOT, hypot(x, y))                                                                    \
    X(MIN,   x < y || y != y ? x : y)                     /* as the hosts: NaN is ignored */ \
    X(MAX,   x > y || y != y ? x : y)                                                        \
    X(MOD,   y == 0.0 ? x : x - y * floor(x / y))                                            \
    X(REM,   y == 0.0 ? x : x - y * trunc(x / y))                                            \
    X(LT,    (double)(x < y))                                                                \
    X(LE,    (double)(x <= y))                                                               \
    X(EQ,    (double)(x == y))

#define NSD_TAPE_UNARY(X)                                                                    \
    X(NEG,   -x)                                                                             \
    X(ABS,   fabs(x))                                                                        \
    X(SIGN,  x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x)                                             \
    X(SQRT,  sqrt(x))                                                                        \
    X(EXP,   exp(x))                                                                         \
    X(EXPM1, expm1(x))                                                                       \
    X(LOG,   log(x))                                                                         \
    X(LOG1P, log1p(x))                                                                       \
    X(SIN,   sin(x))                                                                         \
    X(COS,   cos(x))                                                                         \
    X(TAN,   tan(x))                                                                         \
    X(ASIN,  asin(x))                                                                        \
    X(ACOS,  acos(x))                                                                        \
    X(ATAN,  atan(x))                                                                        \
    X(SINH,  sinh(x))                                                                        \
    X(COSH,  cosh(x))                                                                        \
    X(TANH,  tanh(x))                                                                        \
    X(ASINH, asinh(x))                                                                       \
    X(ACOSH, acosh(x))                                                                       \
    X(ATANH, atanh(x))                                                                       \
    X(FLOOR, floor(x))                                                                       \
    X(CEIL,  ceil(x))                                                                        \
    X(ROUND, round(x))                                                                       \
    X(FIX,   trunc(x))
/* clang-format on */

#endif
