/* SPDX-License-Identifier: 0BSD
 * Runs a model that is one relu, and compares. */
#include "model.h"

#include <stdio.h>
#ifdef THREADS
#include "pte_threads_posix.h"
#endif

enum { COUNT = 21 };

int main(void)
{
    static float in[COUNT], out[COUNT];
    for (int i = 0; i < COUNT; i++)
        in[i] = (float)(i - COUNT / 2);

#ifdef THREADS
    pte_threads *threads = pte_threads_start(THREADS);
    if (!threads)
        return 1;
    model_set_threads(threads);
#endif
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
#ifdef THREADS
    pte_threads_stop(threads);
#endif
    return 0;
}
