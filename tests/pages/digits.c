/* SPDX-License-Identifier: 0BSD
 * Stands in for the network of examples/digits: it expects the images in their order, and gives the
 * scores that SCORES asks for. With FAILS=N, the call after N others fails. */
#include "digits.h"
#include "images.h"

#include <stdio.h>
#include <stdlib.h>

pte_status digits_forward(const float *pixel, float *score)
{
    static int calls;
    const char *fails = getenv("FAILS"), *scores = getenv("SCORES");
    for (int i = 0; i < 64; i++)
        if (pixel[i] * 16 != image[calls].grey[i])
            exit(fprintf(stderr, "image %d: pixel %d is %f\n", calls, i, (double)pixel[i]));
    for (int d = 0; d < 10; d++) {
        const float most = scores[0] == 'h' ? 1000.0f : scores[0] == 'f' ? 0.0f : 3.4011974f;
        score[d] = d == image[calls].digit ? most : 0;
    }
    calls++;
    return fails && calls > atoi(fails) ? PTE_INVALID_DATA : PTE_OK;
}
