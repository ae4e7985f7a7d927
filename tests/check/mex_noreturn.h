/* mex_noreturn.h - tells static analysis what the host's header does not: this one raises. */
extern void mexErrMsgIdAndTxt(const char *id, const char *format, ...) __attribute__((noreturn));
