/* msvc.h - included before every kernel by check_compilers: the compiler calls itself Microsoft's,
 * and the words that Microsoft's does not know (in its C99) are errors. __restrict stays. */
#define _DEFAULT_SOURCE /* as gateway_lock.c */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>
#undef _DEFAULT_SOURCE /* mex_clock.c and gateway_lock.c give their own */
#undef _POSIX_C_SOURCE

#undef __GNUC__
#undef __clang__
#undef __ELF__
#undef _Static_assert
#undef alloca
#define _MSC_VER 1920
#pragma GCC poison restrict __attribute__ __attribute __builtin_expect __builtin_unreachable typeof
#pragma GCC poison __typeof__ __thread _Complex _Static_assert _Generic _Atomic _Thread_local
#pragma GCC poison __int128 alloca asm __asm__
