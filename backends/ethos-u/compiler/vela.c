/* SPDX-License-Identifier: 0BSD
 * What Vela, the compiler for Ethos-U, makes of a part of a program: blocks of a name in 16 bytes,
 * 16 bytes that begin with the size, and the data, filled up to a multiple of 16
 * (backends/arm/arm_vela.py of ExecuTorch). */
#include "backends/ethos-u/compiler/vela.h"
#include "base/align.h"
#include "read/flatbuf.h"

#include <string.h>

enum { NAME_BYTES = 16, HEAD_BYTES = 32, BLOCK_ALIGN = 16 };

/* Returns the bytes of the arena that pte_ethosu.c gives the NPU to work in, with room to begin at
 * a cache line. */
static int64_t vela_scratch(Bytes data)
{
    for (int64_t at = 0; at + HEAD_BYTES <= (int64_t)data.size;) {
        const uint8_t *block = data.data + at;
        const int64_t bytes = (int64_t)load_le(block + NAME_BYTES, 4);
        at += HEAD_BYTES + round_up(bytes, BLOCK_ALIGN);
        if (strncmp((const char *)block, "scratch_size", NAME_BYTES) != 0)
            continue;
        if (bytes != 4 || at > (int64_t)data.size)
            break;
        return round_up((int64_t)load_le(block + HEAD_BYTES, 4), CACHE_LINE) + CACHE_LINE -
               ARENA_ALIGN;
    }
    return -1;
}

const DelegateFormat vela_format = {.scratch = vela_scratch};
