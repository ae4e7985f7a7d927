/* mex_clock.c - a wall clock, CPU time of the thread, and a short sleep. */
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

double nsd_mex_cpu(void)
{
    FILETIME       made, ended, kernel, user;
    ULARGE_INTEGER in_kernel, in_user; /* units of 100 ns */
    GetThreadTimes(GetCurrentThread(), &made, &ended, &kernel, &user);
    in_kernel.LowPart = kernel.dwLowDateTime;
    in_kernel.HighPart = kernel.dwHighDateTime;
    in_user.LowPart = user.dwLowDateTime;
    in_user.HighPart = user.dwHighDateTime;
    return 1e-7 * (double)(in_kernel.QuadPart + in_user.QuadPart);
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

double nsd_mex_cpu(void)
{
    struct timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (double)spent.tv_sec + 1e-9 * (double)spent.tv_nsec;
}

void nsd_mex_sleep(void)
{
    const struct timespec duration = { 0, 1000000 * SLEEP_MILLISECONDS };
    nanosleep(&duration, NULL);
}
#endif
