/* SPDX-License-Identifier: 0BSD
 * Prints the level that the model `digits` runs at, and the bits of its output. With MARK its
 * second call is what tests/bench/count.c counts. */
#include "digits.h"

#include <stdio.h>
#include <string.h>

#ifdef LEVEL
int LEVEL(void);
#else
#define LEVEL() 0
#endif

#ifdef MARK
#define AT_MARK() __asm__ volatile("orr x27, x27, x27" ::: "memory")
#else
#define AT_MARK() ((void)0)
#endif

int main(void)
{
    enum { PIXELS = DIGITS_FORWARD_INPUT_BYTES / 4, SCORES = DIGITS_FORWARD_OUTPUT_BYTES / 4 };
    float image[PIXELS], score[SCORES];

    for (int i = 0; i < PIXELS; i++)
        image[i] = (float)(i * 37 % 101) / 101;
    if (digits_forward(image, score) != PTE_OK)
        return 1;
    AT_MARK();
    if (digits_forward(image, score) != PTE_OK)
        return 1;
    AT_MARK();
    printf("%d", LEVEL());
    for (int i = 0; i < SCORES; i++) {
        uint32_t bits;

        memcpy(&bits, &score[i], sizeof bits);
        printf(" %08x", (unsigned)bits);
    }
    printf("\n");
    return 0;
}
