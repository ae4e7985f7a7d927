/* mex_clock.c - a wall clock and a short sleep. */
#define _POSIX_C_SOURCE 199309L /* clock_gettime under -std=c99 */
#include "host/mex_host.h"

/* Milliseconds that a thread of a sweep without work sleeps before it looks at Ctrl-C and progress
 * again. Smaller: the sleeping thread takes time from the others. Larger: a sweep ends later. */
#define SLEEP_MILLISECONDS 2

#ifdef _WIN32
#include <windows.h>

double nsd_mex_seconds(void)
{
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    return (double)ticks.QuadPart / (double)per_second.QuadPart;
}

void nsd_mex_sleep(void)
{
    Sleep(SLEEP_MILLISECONDS);
}
#else
#include <time.h>

double nsd_mex_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void nsd_mex_sleep(void)
{
    const struct timespec duration = { 0, 1000000 * SLEEP_MILLISECONDS };
    nanosleep(&duration, NULL);
}
#endif
