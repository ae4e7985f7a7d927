/* inline.h - words of hot loops that compilers spell differently: functions that must, or must not,
 * be inlined, and pointers to memory that no other pointer reaches. */
#ifndef NSD_INLINE_H
#define NSD_INLINE_H

#if defined(__GNUC__) || defined(__clang__)
#define NSD_INLINE static inline __attribute__((always_inline))
#define NSD_RARE   static __attribute__((noinline)) /* a branch that a hot loop seldom takes */
#else
#define NSD_INLINE static inline
#define NSD_RARE   static
#endif

#ifdef _MSC_VER
#define NSD_RESTRICT __restrict
#else
#define NSD_RESTRICT restrict
#endif

#endif
