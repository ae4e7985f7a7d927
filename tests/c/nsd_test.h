/* nsd_test.h - a small harness that names the checks that failed.
 *
 *     NSD_TEST(test_sum_is_exact)
 *     {
 *         NSD_CHECK(1 + 1 == 2);
 *         NSD_CHECK_NEAR(0.1 + 0.2, 0.3, 1e-15);
 *     }
 *     NSD_TEST_MAIN(test_sum_is_exact)
 *
 * A test fails when one of its checks fails; the checks after it still run. The last line
 * printed is `N passed, N failed`; the exit code is 1 when a test failed. A test left out of
 * NSD_TEST_MAIN is a compiler warning. */
#ifndef NSD_TEST_H
#define NSD_TEST_H

#include <math.h>
#include <stdio.h>

typedef struct nsd_test_case {
    const char *name;
    void (*run)(int *failures);
} nsd_test_case;

#define NSD_TEST(name)                                              \
    static void                name##_run(int *nsd_failures);       \
    static const nsd_test_case name[1] = { { #name, name##_run } }; \
    static void                name##_run(int *nsd_failures)

#define NSD_CHECK(condition) \
    nsd_test_check((condition) ? 1 : 0, #condition, __FILE__, __LINE__, nsd_failures)

/* |a - b| <= tolerance; NaN fails */
#define NSD_CHECK_NEAR(a, b, tolerance) \
    nsd_test_near((a), (b), (tolerance), #a, __FILE__, __LINE__, nsd_failures)

#define NSD_TEST_MAIN(...)                                               \
    int main(void)                                                       \
    {                                                                    \
        const nsd_test_case *const tests[] = { __VA_ARGS__ };            \
        return nsd_test_run(tests, (int)(sizeof tests / sizeof *tests)); \
    }

static inline void nsd_test_check(int ok, const char *condition, const char *file, int line,
                                  int *failures)
{
    if (!ok) {
        printf("%s:%d: %s does not hold\n", file, line, condition);
        ++*failures;
    }
}

static inline void nsd_test_near(double a, double b, double tolerance, const char *what,
                                 const char *file, int line, int *failures)
{
    if (!(fabs(a - b) <= tolerance)) {
        printf("%s:%d: %s is %.17g, not %.17g (difference %.3g, allowed %.3g)\n", file, line, what,
               a, b, a - b, tolerance);
        ++*failures;
    }
}

static inline int nsd_test_run(const nsd_test_case *const *tests, int count)
{
    int failed = 0;
    setvbuf(stdout, NULL, _IONBF, 0); /* lines printed before a crash must appear */
    for (int i = 0; i < count; i++) {
        int failures = 0;
        tests[i]->run(&failures);
        if (failures > 0) {
            printf("FAILED %s\n", tests[i]->name);
            failed++;
        }
    }
    printf("%d passed, %d failed\n", count - failed, failed);
    return failed > 0;
}

#endif
