/* mex_interrupt.c - Ctrl-C in the hosts. */
#include "host/mex_host.h"

/* State of this file: several threads compute. MATLAB answers its main thread only. */
static int several_threads;

void nsd_mex_interrupt_threads(int count)
{
    several_threads = count > 1;
}

static int interrupted(void *context)
{
    (void)context;
#ifdef NSD_MATLAB
    if (several_threads) {
        return 0;
    }
#endif
    return nsd_mex_interrupted();
}

const nsd_poll *nsd_mex_interrupt_poll(void)
{
    static const nsd_poll poll = { interrupted, NULL };
    return &poll;
}

#ifdef NSD_MATLAB
#include <stdbool.h>
extern bool utIsInterruptPending(void);
extern void utSetInterruptPending(bool);

int nsd_mex_interrupted(void)
{
    return utIsInterruptPending();
}

void nsd_mex_interrupt_clear(void)
{
    utSetInterruptPending(false);
}

int nsd_mex_interrupt_hold(void)
{
    return 0;
}

void nsd_mex_interrupt_release(int taken)
{
    (void)taken;
}

void nsd_mex_interrupt_return(void)
{
}
#else
#include <signal.h>

/* A thread of Octave counts Ctrl-C here. The interpreter asks at many places whether a signal came,
 * calls the hook, and raises if the count is positive after that (octave_quit of its headers). */
extern volatile sig_atomic_t octave_interrupt_state;
extern volatile sig_atomic_t octave_signal_caught;
extern void (*octave_signal_hook)(void);

/* State of this file: a hook has no arguments */
static int pressed, held;
static void (*hook_of_octave)(void);

int nsd_mex_interrupted(void)
{
    return pressed || octave_interrupt_state != 0;
}

void nsd_mex_interrupt_clear(void)
{
    pressed = 0;
    octave_interrupt_state = 0;
}

/* Keeps the first Ctrl-C; with the second the interpreter is left alone, and raises. */
static void keep_first(void)
{
    if (hook_of_octave) {
        hook_of_octave();
    }
    if (octave_interrupt_state > 0 && pressed) {
        pressed = held = 0;
        octave_signal_hook = hook_of_octave;
    } else if (octave_interrupt_state > 0) {
        pressed = 1;
        octave_interrupt_state = 0;
    }
}

int nsd_mex_interrupt_hold(void)
{
    if (held) {
        return 0;
    }
    held = 1;
    hook_of_octave = octave_signal_hook;
    octave_signal_hook = keep_first;
    if (octave_interrupt_state != 0) { /* came before: the interpreter must not find it */
        octave_interrupt_state = 0;
        pressed = 1;
    }
    return 1;
}

void nsd_mex_interrupt_release(int taken)
{
    if (taken && held) {
        octave_signal_hook = hook_of_octave;
        held = 0;
    }
}

void nsd_mex_interrupt_return(void)
{
    if (pressed && !held) {
        pressed = 0;
        octave_interrupt_state = 1;
        octave_signal_caught = 1;
    }
}
#endif
