/* SPDX-License-Identifier: 0BSD
 * What callers of an emitted model see of its runtime. It demands nothing of the flags that they
 * are compiled with. */
#ifndef PTE_MODEL_H
#define PTE_MODEL_H

/* A project that cannot give macros to one file defines here what it would give by -D. */
#if defined(__has_include)
#if __has_include("ptec_config.h")
#include "ptec_config.h"
#endif
#endif

#include <stddef.h>
#include <stdint.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

/* A function in a header, silent when unused. */
#if defined(__GNUC__)
#define PTE_INLINE static inline __attribute__((unused))
#else
#define PTE_INLINE static inline
#endif

/* The alignment of an object; it stands before its type. */
#ifndef PTE_ALIGN
#if defined(__GNUC__) || defined(__ICCARM__) || defined(__ICCRISCV__)
#define PTE_ALIGN(n) __attribute__((aligned(n)))
#else
#define PTE_ALIGN(n) _Alignas(n)
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Results of a call; the numbers are ExecuTorch's where it has one. */
typedef enum pte_status {
    PTE_OK = 0,
    PTE_INTERNAL = 0x01,
    PTE_INVALID_STATE = 0x02,    /* not initialised */
    PTE_NOT_SUPPORTED = 0x10,    /* a size other than the one the program was made for */
    PTE_INVALID_ARGUMENT = 0x12, /* a null pointer, an index out of range */
    PTE_ACCESS_FAILED = 0x22,    /* streamed weights could not be read */
    PTE_INVALID_PROGRAM = 0x23,
    PTE_INVALID_DATA = 0x24,     /* weights of another model or another layout */
    PTE_OUT_OF_RESOURCES = 0x25, /* a dynamic result above its bound */
    PTE_MORE = 0x40              /* by steps: there are steps to come */
} pte_status;

PTE_INLINE const char *pte_status_name(pte_status status)
{
    switch (status) {
    case PTE_OK:
        return "ok";
    case PTE_INTERNAL:
        return "internal error";
    case PTE_INVALID_STATE:
        return "invalid state";
    case PTE_NOT_SUPPORTED:
        return "not supported";
    case PTE_INVALID_ARGUMENT:
        return "invalid argument";
    case PTE_ACCESS_FAILED:
        return "access failed";
    case PTE_INVALID_PROGRAM:
        return "invalid program";
    case PTE_INVALID_DATA:
        return "invalid data";
    case PTE_OUT_OF_RESOURCES:
        return "out of resources";
    case PTE_MORE:
        return "more steps to come";
    default: /* a number that is no enumerator */
        return "unknown status";
    }
}

/* Whether `p` points at something that starts at a multiple of `align`. */
PTE_INLINE int pte_aligned(const void *p, uintptr_t align)
{
    return p != NULL && (uintptr_t)p % align == 0;
}

#ifdef __cplusplus
}
#endif
#endif
