/* SPDX-License-Identifier: 0BSD
 * What the compiler for NXP's Neutron makes of a part of a program: a head of bytes, and behind it,
 * at multiples of 16, microcode, weights and kernels (backends/nxp/nxp_backend.py of ExecuTorch).
 * The head counts the NPU's inputs and outputs, says for each of these whether its channels lie
 * last, and which operand or result it is, and ends with the version of the microcode. */
#include "backends/neutron/compiler/payload.h"
#include "base/align.h"
#include "read/flatbuf.h"

enum { COUNTS = 3, BLOCK_ALIGN = 16, POINTER_BYTES = 8 };
enum { MAGIC = 0x64434d6e, SCRATCH_WORD = 9, WORDS = 15 };
enum { SPECIAL_OUTPUTS = 3 }; /* the scratch, and in version 1 what profiles and debugs */

static int64_t word(const uint8_t *microcode, int i)
{
    return (int64_t)load_le(microcode + 4 * i, 4);
}

static int64_t whole_blocks(int64_t bytes)
{
    return round_up(bytes, BLOCK_ALIGN);
}

/* Returns the bytes of the arena that pte_neutron.c needs: what the microcode works in, copies
 * weights to, and leaves figures of a profile and for its authors in; and room for pointers to the
 * NPU's tensors. */
static int64_t scratch(Bytes data)
{
    if (data.size < COUNTS)
        return -1;
    const int tensors = data.data[0] + data.data[1];
    const int64_t version_at = COUNTS + 2 * tensors, microcode_at = whole_blocks(version_at + 1);
    const uint8_t *microcode = data.data + microcode_at;
    if ((int64_t)data.size < microcode_at + 4 * WORDS || word(microcode, 0) != MAGIC ||
        data.data[version_at] > 1)
        return -1;
    /* The highest bit of a size is a flag of the microcode's. */
    int64_t bytes = whole_blocks((tensors + SPECIAL_OUTPUTS) * POINTER_BYTES);
    for (int i = 0; i < (data.data[version_at] == 0 ? 2 : 4); i++)
        bytes += whole_blocks(word(microcode, SCRATCH_WORD + i) & INT32_MAX);
    return bytes;
}

static bool has_channels_last(Bytes data, bool result, int index)
{
    const int inputs = data.size < COUNTS ? 0 : data.data[0];
    const int tensors = data.size < COUNTS ? 0 : inputs + data.data[1];
    if ((int64_t)data.size < COUNTS + 2 * tensors)
        return false;
    for (int i = result ? inputs : 0; i < (result ? tensors : inputs); i++)
        if (data.data[COUNTS + tensors + i] == index)
            return data.data[COUNTS + i] != 0;
    return false;
}

const DelegateFormat neutron_format = {scratch, has_channels_last};
