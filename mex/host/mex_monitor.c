/* mex_monitor.c - progress line and Ctrl-C of a long call. */
#include "host/mex_monitor.h"

#include <stdio.h>

#define POLL_SECONDS  0.02 /* how often Ctrl-C is looked at, roughly */
#define LINE_SECONDS  0.2  /* between two progress lines             */
#define QUIET_SECONDS 1.0  /* 'auto' says nothing before             */

void nsd_mex_monitor_start(nsd_mex_monitor *monitor, nsd_mex_progress progress,
                           nsd_mex_print_fn *print)
{
    monitor->progress = progress;
    monitor->print = print;
    if (print == nsd_mex_print_stdout && progress != NSD_PROGRESS_OFF) {
        nsd_mex_flush(); /* what was printed before comes first */
    }
    monitor->started = monitor->polled = nsd_mex_seconds();
    monitor->printed = 0.0;
}

static void print_progress(const nsd_mex_monitor *monitor, double done, double seconds)
{
    char      bar[21], line[120];
    const int filled = (int)(20.0 * done);
    for (int i = 0; i < 20; i++) {
        bar[i] = i < filled ? '=' : ' ';
    }
    bar[20] = '\0';
    snprintf(line, sizeof line, "\r  [%s] %3.0f %%  %.0f s left   ", bar, 100.0 * done,
             done > 0.0 ? seconds * (1.0 - done) / done : 0.0);
    monitor->print(line);
}

/* The next look at the clock comes after about POLL_SECONDS' worth of steps. */
static long adapted(long patience, double elapsed)
{
    if (elapsed < 0.5 * POLL_SECONDS && patience < (1L << 30)) {
        return 2 * patience;
    }
    return elapsed > 2.0 * POLL_SECONDS && patience > 1 ? patience / 2 : patience;
}

nsd_status nsd_mex_monitor_poll(nsd_mex_monitor *monitor, double done, long *patience)
{
    const double now = nsd_mex_seconds(), seconds = now - monitor->started;

    *patience = adapted(*patience, now - monitor->polled);
    monitor->polled = now;
    if (nsd_mex_interrupted()) {
        nsd_mex_interrupt_clear(); /* before the interpreter is called again, or all is lost */
        return NSD_STOPPED;
    }
    const int due = monitor->progress == NSD_PROGRESS_ON ||
                    (monitor->progress == NSD_PROGRESS_AUTO && seconds > QUIET_SECONDS);
    if (due && (monitor->printed == 0.0 || now - monitor->printed > LINE_SECONDS)) {
        print_progress(monitor, done, seconds);
        monitor->printed = now;
    }
    return NSD_OK;
}

void nsd_mex_monitor_finish(const nsd_mex_monitor *monitor)
{
    if (monitor->printed > 0.0) {
        char blank[64];
        snprintf(blank, sizeof blank, "\r%60s\r", "");
        monitor->print(blank);
    }
}
