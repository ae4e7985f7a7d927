/* ticket = nsd_kernel('lock', folder)  - for nsd_lock_folder.m: takes the lock of a folder
 *
 * ticket  > 0: taken; 0: another process has it; -1: this system or this disk has no locks
 * nsd_kernel('lock', ticket)  gives the lock back
 *
 * The system gives the lock back when the process ends, however it ends, and no file is left. */
#define _DEFAULT_SOURCE /* flock, O_CLOEXEC under -std=c99 */

#include "host/mex_host.h"

#ifdef _WIN32 /* written, not run */
#include <stdio.h>
#include <windows.h>

typedef HANDLE    lock;
static const lock no_lock = NULL;

static int take(const char *folder, lock *taken)
{
    char name[4200];
    snprintf(name, sizeof name, "%s\\nsd_lock", folder);
    *taken = CreateFileA(name, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, FILE_FLAG_DELETE_ON_CLOSE,
                         NULL);
    if (*taken != INVALID_HANDLE_VALUE) {
        return 1;
    }
    *taken = no_lock;
    return GetLastError() == ERROR_SHARING_VIOLATION ? 0 : -1;
}

static void give_back(lock taken)
{
    CloseHandle(taken);
}
#else
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

typedef int       lock;
static const lock no_lock = -1;

static int take(const char *folder, lock *taken)
{
    *taken = open(folder, O_RDONLY | O_CLOEXEC);
    if (*taken < 0) {
        return -1;
    }
    if (flock(*taken, LOCK_EX | LOCK_NB) == 0) {
        return 1;
    }
    const int busy = errno == EWOULDBLOCK;
    close(*taken);
    *taken = no_lock;
    return busy ? 0 : -1;
}

static void give_back(lock taken)
{
    close(taken);
}
#endif

/* State of this file: a process has one lock at most, and only its ticket gives it back. */
static struct {
    int    taken;
    double ticket;
    lock   lock;
} held;

static void release(void)
{
    if (held.taken) {
        give_back(held.lock);
    }
    held.taken = 0;
}

void nsd_gateway_lock(mxArray *plhs[], const mxArray *prhs[])
{
    char folder[4096];
    if (!mxIsChar(prhs[0])) {
        if (held.taken && *nsd_mex_matrix(prhs[0], "ticket", 1, 1) == held.ticket) {
            release();
        }
        plhs[0] = mxCreateDoubleScalar(0.0);
        return;
    }
    nsd_mex_word(prhs[0], "folder", folder, sizeof folder);
    release(); /* of a call that Ctrl-C ended */
    const int status = take(folder, &held.lock);
    held.taken = status == 1;
    held.ticket += held.taken;
    plhs[0] = mxCreateDoubleScalar(held.taken ? held.ticket : (double)status);
}
