/* SPDX-License-Identifier: 0BSD
 * Multiples of bytes at which things lie. */
#ifndef PTEC_BASE_ALIGN_H
#define PTEC_BASE_ALIGN_H

#include <stdint.h>

enum { ARENA_ALIGN = 16 };     /* bytes, of everything in arena and state */
enum { OPERATOR_MARGIN = 16 }; /* bytes behind an operand that XNNPACK may read */
enum { CACHE_LINE = 64 };      /* bytes, of processors whose weights are streamed, at most */
enum { VECTOR_ALIGN = 64 };    /* of the arena, and of packed constants, if vector kernels run */
static inline int64_t round_up(int64_t n, int64_t to)
{
    return (n + to - 1) / to * to;
}

#endif
