/* SPDX-License-Identifier: 0BSD
 * Two models, one of them with state, called in turn: each call gives the bits of a copy that has
 * an arena of its own, called with nothing in between. */
#include "picture.h"
#include "picture_alone.h"
#include "words.h"
#include "words_alone.h"

#include <stdio.h>
#include <string.h>

enum { CALLS = 4, PIXELS = 64, DIGITS = 10, WORDS = 40 };

static float pixel[CALLS][PIXELS], alone[CALLS][DIGITS], words[CALLS][WORDS];

/* The first call reads four words, each other one one. */
static int read_words(pte_status (*prompt)(const int64_t *, const int64_t *, float *),
                      pte_status (*word)(const int64_t *, const int64_t *, float *), int call,
                      float *out)
{
    const int64_t first[] = {3, 1, 4, 15}, at = call ? call + 3 : 0, next = 7 * call;
    return call ? word(&next, &at, out) != PTE_OK : prompt(first, &at, out) != PTE_OK;
}

int main(void)
{
    for (int i = 0; i < CALLS; i++)
        for (int k = 0; k < PIXELS; k++)
            pixel[i][k] = (float)((i * 101 + k * 37) % 83) / 8;
    for (int i = 0; i < CALLS; i++)
        if (picture_alone_forward(pixel[i], alone[i]) != PTE_OK)
            return 1;
    words_alone_reset();
    for (int i = 0; i < CALLS; i++)
        if (read_words(words_alone_prompt, words_alone_word, i, words[i]))
            return 1;
    words_reset();
    for (int i = 0; i < CALLS; i++) {
        float digits[DIGITS], heard[WORDS];
        if (read_words(words_prompt, words_word, i, heard) ||
            picture_forward(pixel[i], digits) != PTE_OK)
            return 1;
        if (memcmp(digits, alone[i], sizeof digits) != 0 ||
            memcmp(heard, words[i], sizeof heard) != 0) {
            printf("call %d differs\n", i);
            return 1;
        }
    }
    return 0;
}
