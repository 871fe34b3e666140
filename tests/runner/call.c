/* SPDX-License-Identifier: 0BSD
 * Calls the model once and prints the status. */
#include "model.h"

#include <stdio.h>

int main(void)
{
    static float in[1024], out[1024];
#ifdef MODEL_FORWARD_INPUT0_BYTES
    pte_status status = model_forward(in, in, out);
#else
    pte_status status = model_forward(in, out);
#endif
    puts(pte_status_name(status));
    return 0;
}
