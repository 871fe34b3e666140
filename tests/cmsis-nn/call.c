/* SPDX-License-Identifier: 0BSD
 * Calls the model once and prints the status. */
#include "model.h"

#include <stdio.h>

int main(void)
{
    static float in[MODEL_FORWARD_INPUT_BYTES / sizeof(float)];
    static float out[MODEL_FORWARD_OUTPUT_BYTES / sizeof(float)];
    puts(pte_status_name(model_forward(in, out)));
    return 0;
}
