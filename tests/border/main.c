/* SPDX-License-Identifier: 0BSD
 * Calls a model with floats and the same one with bytes at its border: what the header says of
 * those makes the same outputs of them, bit by bit. BYTE: their type */
#include "bytes.h"
#include "floats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    INPUTS = FLOATS_FORWARD_INPUT_BYTES / 4,
    OUTPUTS = FLOATS_FORWARD_OUTPUT_BYTES / 4,
    LOWEST = (BYTE)-1 < 0 ? -128 : 0,
    HIGHEST = LOWEST + 255,
    CALLS = 5
};
_Static_assert(BYTES_FORWARD_INPUT_BYTES == INPUTS && BYTES_FORWARD_OUTPUT_BYTES == OUTPUTS,
               "a byte for each float");

static BYTE quantised(float x)
{
    float n = rintf(x * (1 / BYTES_FORWARD_INPUT_SCALE)) + BYTES_FORWARD_INPUT_ZERO_POINT;
    return (BYTE)fminf(fmaxf(n, LOWEST), HIGHEST);
}

int main(void)
{
    static float in[INPUTS], want[OUTPUTS];
    static BYTE byte_in[INPUTS], byte_out[OUTPUTS];
    unsigned seed = 1, differ = 0, wrong = 0;
    for (int call = 0; call < CALLS; call++) {
        for (int i = 0; i < INPUTS; i++) {
            seed = seed * 1664525u + 1013904223u;
            int n = (int)(seed >> 23) - 256; /* also beyond the bytes */
            in[i] = (float)n * 0.503f * BYTES_FORWARD_INPUT_SCALE;
            byte_in[i] = quantised(in[i]);
        }
        if (floats_forward(in, want) != PTE_OK || bytes_forward(byte_in, byte_out) != PTE_OK)
            return 1;
        for (int i = 0; i < OUTPUTS; i++) {
            float got = (float)((int)byte_out[i] - BYTES_FORWARD_OUTPUT_ZERO_POINT) *
                        BYTES_FORWARD_OUTPUT_SCALE;
            wrong += memcmp(&got, &want[i], sizeof got) != 0;
            differ += byte_out[i] != byte_out[0];
        }
    }
    printf("%u of %d outputs are wrong, %u are not like the first\n", wrong, CALLS * OUTPUTS,
           differ);
    return wrong || !differ;
}
