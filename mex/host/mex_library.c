/* mex_library.c - dlopen, or its equivalent on Windows (written, not run). */
#include "host/mex_library.h"

#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
static void *open_file(const char *name)
{
    return (void *)LoadLibraryA(name);
}
static void *find_symbol(void *library, const char *name)
{
    return (void *)GetProcAddress((HMODULE)library, name);
}
static const char *load_error(void)
{
    return "LoadLibrary failed";
}
#else
#include <dlfcn.h>
static void *open_file(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}
static void *find_symbol(void *library, const char *name)
{
    return dlsym(library, name);
}
static const char *load_error(void)
{
    return dlerror();
}
#endif

void *nsd_mex_library_open(const mxArray *file)
{
    char name[4096];
    if (mxIsEmpty(file)) {
        return NULL;
    }
    nsd_mex_word(file, "library", name, sizeof name);
    void *library = open_file(name);
    if (!library) {
        mexErrMsgIdAndTxt("nsd:compile:notLoaded", "%s; run nsd_compile again", load_error());
    }
    return library;
}

void *nsd_mex_library_find(void *library, const char *name)
{
    return library ? find_symbol(library, name) : NULL;
}

nsd_tape_code *nsd_mex_library_code(void *library, const char *function)
{
    char           name[64];
    nsd_tape_code *code = NULL;
    snprintf(name, sizeof name, "nsd_tape_%s", function);
    void *found = nsd_mex_library_find(library, name);
    if (library && !found) {
        mexErrMsgIdAndTxt("nsd:compile:notLoaded", "the library has no %s; run nsd_compile again",
                          function);
    }
    memcpy(&code, &found, sizeof code); /* C has no cast between data and function pointers */
    return code;
}
