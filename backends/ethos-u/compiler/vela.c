/* SPDX-License-Identifier: 0BSD
 * What Vela, the compiler for Ethos-U, makes of a part of a program: blocks of a name in 16 bytes,
 * 16 bytes that begin with the size, and the data, filled up to a multiple of 16
 * (backends/arm/arm_vela.py of ExecuTorch). */
#include "backends/ethos-u/compiler/vela.h"
#include "base/align.h"

#include <string.h>

enum { NAME_BYTES = 16, HEAD_BYTES = 32, BLOCK_ALIGN = 16 };

static int64_t number_at(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (int64_t)p[3] << 24;
}

int64_t vela_scratch(Bytes data)
{
    for (int64_t at = 0; at + HEAD_BYTES <= (int64_t)data.size;) {
        const uint8_t *block = data.data + at;
        const int64_t bytes = number_at(block + NAME_BYTES);
        at += HEAD_BYTES + round_up(bytes, BLOCK_ALIGN);
        if (strncmp((const char *)block, "scratch_size", NAME_BYTES) != 0)
            continue;
        if (bytes != 4 || at > (int64_t)data.size)
            break;
        return round_up(number_at(block + HEAD_BYTES), CACHE_LINE) + CACHE_LINE - ARENA_ALIGN;
    }
    return -1;
}
