/* SPDX-License-Identifier: 0BSD
 * Runs a model that is one relu, and compares. */
#include "model.h"

#include <stdio.h>

enum { COUNT = 21 };

int main(void)
{
    static float in[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = (float)(i - COUNT / 2);

    pte_status status = model_forward(in, out);
    if (status != PTE_OK) {
        fprintf(stderr, "model_forward: status %d\n", (int)status);
        return 1;
    }
    for (int i = 0; i < COUNT; i++)
        if (out[i] != (in[i] > 0 ? in[i] : 0)) {
            fprintf(stderr, "out[%d] is %g\n", i, (double)out[i]);
            return 1;
        }
    return 0;
}
