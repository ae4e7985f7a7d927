/* mex_monitor.c - progress line and Ctrl-C of a long call. */
#include "host/mex_monitor.h"

#include <stdio.h>

/* Seconds, about, between two polls for Ctrl-C and progress. Larger: Ctrl-C acts late. Smaller: the
 * clock is read so often that short steps become slower. */
#define POLL_SECONDS 0.02

/* Seconds between two progress lines. Smaller: printing takes time from the run. Larger: the line
 * jumps. */
#define LINE_SECONDS 0.2

/* Seconds before the first progress line with Progress 'auto'. Smaller: short runs flicker. Larger:
 * a long run seems to hang. */
#define QUIET_SECONDS 1.0

/* Seconds between two lines in a batch job, and before the first one with 'auto'. Smaller: log
 * files fill. Larger: a job seems to hang. */
#define BATCH_SECONDS 60.0

/* Steps between two polls at most, so that doubling does not overflow. */
#define MOST_PATIENCE_STEPS (1LL << 30)

void nsd_mex_monitor_start(nsd_mex_monitor *monitor, const mxArray *options,
                           nsd_mex_print_fn *print)
{
    static const char *const words[] = { "off", "auto", "on", "auto lines", "on lines", NULL };

    monitor->progress = (nsd_mex_progress)nsd_mex_field_word(options, "Progress", words);
    monitor->print = print;
    if (print == nsd_mex_print_stdout && monitor->progress != NSD_PROGRESS_OFF) {
        nsd_mex_flush(); /* text printed through the interpreter comes first */
    }
    nsd_mex_monitor_restart(monitor);
}

void nsd_mex_monitor_restart(nsd_mex_monitor *monitor)
{
    monitor->started = monitor->polled = nsd_mex_seconds();
    monitor->printed = 0.0;
    monitor->begun = -1.0;
}

static int is_batch(const nsd_mex_monitor *monitor)
{
    return monitor->progress >= NSD_PROGRESS_AUTO_LINES;
}

static void print_progress(const nsd_mex_monitor *monitor, double done, double seconds)
{
    char         bar[21], line[120];
    const int    filled = (int)(20.0 * done);
    const double begun = monitor->begun;
    const double left = done > begun ? seconds * (1.0 - done) / (done - begun) : 0.0;
    if (is_batch(monitor)) {
        const int length = snprintf(line, sizeof line, "  %3.0f %% after %.0f s", 100.0 * done,
                                    seconds);
        snprintf(line + length, sizeof line - (size_t)length,
                 done > begun ? ", %.0f s left\n" : "\n", left);
        monitor->print(line);
        return;
    }
    for (int i = 0; i < 20; i++) {
        bar[i] = i < filled ? '=' : ' ';
    }
    bar[20] = '\0';
    snprintf(line, sizeof line, "\r  [%s] %3.0f %%  %.0f s left   ", bar, 100.0 * done, left);
    monitor->print(line);
}

/* True where a line is to be shown now */
static int is_due(const nsd_mex_monitor *monitor, double now)
{
    const double quiet = is_batch(monitor) ? BATCH_SECONDS : QUIET_SECONDS;
    const double between = is_batch(monitor) ? BATCH_SECONDS : LINE_SECONDS;
    if (monitor->progress == NSD_PROGRESS_OFF) {
        return 0;
    }
    if (monitor->printed > 0.0) {
        return now - monitor->printed > between;
    }
    return monitor->progress == NSD_PROGRESS_ON || monitor->progress == NSD_PROGRESS_ON_LINES ||
           now - monitor->started > quiet;
}

/* Steps until the next poll, such that about POLL_SECONDS pass */
static long long adapted_patience(long long patience, double elapsed)
{
    if (elapsed < 0.5 * POLL_SECONDS && patience < MOST_PATIENCE_STEPS) {
        return 2 * patience;
    }
    return elapsed > 2.0 * POLL_SECONDS && patience > 1 ? patience / 2 : patience;
}

nsd_status nsd_mex_monitor_poll(nsd_mex_monitor *monitor, double done, long long *patience)
{
    const double now = nsd_mex_seconds(), seconds = now - monitor->started;

    *patience = adapted_patience(*patience, now - monitor->polled);
    monitor->polled = now;
    if (monitor->begun < 0.0) {
        monitor->begun = done; /* sweeps go on from parts that were made before */
    }
    if (nsd_mex_interrupted()) {
        nsd_mex_interrupt_clear(); /* before a call of the interpreter, which would raise it */
        return NSD_STOPPED;
    }
    if (is_due(monitor, now)) {
        print_progress(monitor, done, seconds);
        monitor->printed = now;
    }
    return NSD_OK;
}

void nsd_mex_monitor_finish(const nsd_mex_monitor *monitor)
{
    if (monitor->printed > 0.0 && !is_batch(monitor)) {
        char blank[64];
        snprintf(blank, sizeof blank, "\r%60s\r", "");
        monitor->print(blank);
    }
}
