/* SPDX-License-Identifier: 0BSD
 * The network as the page calls it: it writes the pixels, calls guess() and reads the scores. */
#include "digits.h"

enum { PIXELS = 64, DIGITS = 10 };

static float pixel[PIXELS], score[DIGITS]; /* pixels in [0, 1] */

#define EXPORT(name) __attribute__((export_name(name)))

EXPORT("pixels") float *page_pixels(void)
{
    return pixel;
}

EXPORT("scores") const float *page_scores(void)
{
    return score;
}

EXPORT("guess") pte_status page_guess(void)
{
    return digits_forward(pixel, score);
}
