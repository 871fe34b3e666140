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

/* Infinities as constant expressions, as recorded values have them. */
#if defined(__GNUC__)
#define PTE_INF     __builtin_inff()
#define PTE_NEG_INF (-__builtin_inff())
#elif defined(__TINYC__) /* which folds finite operands only */
#define PTE_INF     (3e38f * 10.0f)
#define PTE_NEG_INF (-3e38f * 10.0f)
#else
#define PTE_INF     (1.0f / 0.0f)
#define PTE_NEG_INF (-1.0f / 0.0f)
#endif

/* Any memory as bytes, without a cast that C++ compilers warn of. */
#ifdef __cplusplus
#define PTE_AS_BYTES(data) static_cast<const unsigned char *>(data)
extern "C" {
#else
#define PTE_AS_BYTES(data) (data)
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

#ifdef PTE_METADATA
/* An argument of a method, for callers that learn at run time what it is. */
typedef struct pte_tensor_info {
    const char *name;
    const char *type; /* of its elements: "f32", "i8" */
    size_t bytes;     /* at most */
    int32_t rank;
    const int32_t *extents; /* as they lie in memory, of dynamic ones the most; none: rank 0 */
    float scale;            /* of (byte - zero point) * scale; 0: it is not passed as bytes */
    int32_t zero_point;
} pte_tensor_info;
#endif

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

/* What the weights of a model start with; the bytes after it are the model's own struct. */
typedef struct pte_weights_header {
    char magic[8];    /* "ptec-w1" */
    uint64_t layout;  /* hash of the struct's members: which emitted C reads these bytes */
    uint64_t bytes;   /* of all weights, with this header */
    uint32_t crc;     /* of the bytes after this header */
    uint32_t version; /* of ptec compile --weights-version, or 0 */
} pte_weights_header;

PTE_INLINE uint32_t pte_little_endian(const unsigned char *p)
{
    uint32_t n = 0;

    for (int i = 4; i-- > 0;)
        n = n << 8 | p[i];
    return n;
}

/* Reads the header of weights that may lie at any address, with its numbers in the order of this
 * machine; PTE_INVALID_DATA if there is none. Only pte_check_weights() reads what follows it. */
PTE_INLINE pte_status pte_weights_info(const void *weights, size_t bytes, pte_weights_header *info)
{
    static const char magic[8] = "ptec-w1";
    const unsigned char *p = PTE_AS_BYTES(weights);

    if (!p || bytes < sizeof *info)
        return PTE_INVALID_DATA;
    for (size_t i = 0; i < sizeof magic; i++) {
        info->magic[i] = magic[i];
        if (p[i] != magic[i])
            return PTE_INVALID_DATA;
    }
    info->layout = pte_little_endian(p + 12);
    info->layout = info->layout << 32 | pte_little_endian(p + 8);
    info->bytes = pte_little_endian(p + 20);
    info->bytes = info->bytes << 32 | pte_little_endian(p + 16);
    info->crc = pte_little_endian(p + 24);
    info->version = pte_little_endian(p + 28);
    return PTE_OK;
}

#ifdef __cplusplus
}
#endif
#endif
