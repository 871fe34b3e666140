/* SPDX-License-Identifier: 0BSD
 * Two compilations of one program, `one` and `two`, called in turn: every call gives the bits of
 * the other. */
#include "two.h"
#include "one.h"

#include <stdio.h>
#include <string.h>

enum { CALLS = 4, FLOATS = ONE_FORWARD_INPUT_BYTES / sizeof(float) };

static float in[FLOATS];
static float out[2][ONE_FORWARD_OUTPUT_BYTES / sizeof(float)];

int main(void)
{
    for (int call = 0; call < CALLS; call++) {
        for (int i = 0; i < FLOATS; i++)
            in[i] = (float)((i * 37 + call * 101) % 83 - 41) / 32;
        if (one_forward(in, out[0]) != PTE_OK || two_forward(in, out[1]) != PTE_OK)
            return 1;
        if (memcmp(out[0], out[1], sizeof out[0]) != 0) {
            printf("call %d differs\n", call);
            return 1;
        }
    }
    return 0;
}
