/* SPDX-License-Identifier: 0BSD
 * Shows handwritten digits as text, and what the network takes them for. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "digits.h"
#include "images.h"

enum { SIDE = 8, PIXELS = SIDE * SIDE, DIGITS = 10, ACROSS = 4 };

typedef struct Guess {
    int digit;
    float share[DIGITS]; /* probabilities */
} Guess;

static pte_status guess_digit(const unsigned char *grey, Guess *guess)
{
    float pixel[PIXELS], score[DIGITS];
    for (int i = 0; i < PIXELS; i++)
        pixel[i] = (float)grey[i] / 16.0f;
    const pte_status status = digits_forward(pixel, score);
    if (status != PTE_OK)
        return status;
    guess->digit = 0;
    for (int d = 1; d < DIGITS; d++)
        if (score[d] > score[guess->digit])
            guess->digit = d;
    float sum = 0;
    for (int d = 0; d < DIGITS; d++)
        sum += guess->share[d] = expf(score[d] - score[guess->digit]);
    for (int d = 0; d < DIGITS; d++)
        guess->share[d] /= sum;
    return PTE_OK;
}

/* Two characters a pixel, since characters are twice as high as wide. */
static void put_row(const unsigned char *grey)
{
    static const char ramp[] = " .:-=+*#%@";
    for (int x = 0; x < SIDE; x++) {
        const char shade = ramp[grey[x] * 9 / 16];
        putchar(shade);
        putchar(shade);
    }
}

/* All images, some beside each other, with the guess below each; returns how many are right. */
static int show_all(const Guess *guess)
{
    int right = 0;
    for (int first = 0; first < IMAGES; first += ACROSS) {
        const int end = first + ACROSS < IMAGES ? first + ACROSS : IMAGES;
        for (int y = 0; y < SIDE; y++) {
            for (int i = first; i < end; i++) {
                fputs("  ", stdout);
                put_row(image[i].grey + y * SIDE);
            }
            putchar('\n');
        }
        for (int i = first; i < end; i++) {
            const int d = guess[i].digit, ok = d == image[i].digit;
            right += ok;
            printf("  %2d: %d %5.1f%% %-5s", i, d, 100.0 * (double)guess[i].share[d],
                   ok ? "" : "wrong");
        }
        fputs("\n\n", stdout);
    }
    return right;
}

/* One image in a frame, beside it a bar for each digit. */
static void show_one(int index, const Guess *guess)
{
    for (int d = 0; d < DIGITS; d++) {
        if (d == 0 || d == DIGITS - 1) {
            fputs("  +----------------+", stdout);
        } else {
            fputs("  |", stdout);
            put_row(image[index].grey + (d - 1) * SIDE);
            putchar('|');
        }
        printf("  %d %5.1f%% ", d, 100.0 * (double)guess->share[d]);
        for (int bar = (int)(40.0f * guess->share[d] + 0.5f); bar > 0; bar--)
            putchar('#');
        putchar('\n');
    }
    printf("  image %d: %d, guessed %d\n", index, image[index].digit, guess->digit);
}

int main(int argc, char **argv)
{
    char *rest = "";
    const long chosen = argc == 2 ? strtol(argv[1], &rest, 10) : -1;
    if (argc > 2 || (argc == 2 && (rest == argv[1] || *rest || chosen < 0 || chosen >= IMAGES))) {
        fprintf(stderr, "usage: %s [IMAGE]    IMAGE is a number from 0 to %d; all without\n",
                argc > 0 ? argv[0] : "digits", IMAGES - 1);
        return 2;
    }
    Guess guess[IMAGES];
    for (int i = 0; i < IMAGES; i++) {
        const pte_status status = guess_digit(image[i].grey, &guess[i]);
        if (status != PTE_OK) {
            fprintf(stderr, "digits_forward: %s\n", pte_status_name(status));
            return 1;
        }
    }
    if (argc == 2)
        show_one((int)chosen, &guess[chosen]);
    else
        printf("%d of %d right\n", show_all(guess), IMAGES);
    printf("weights %d bytes, RAM %d bytes\n", DIGITS_WEIGHTS_BYTES,
           DIGITS_ARENA_BYTES + DIGITS_STATE_BYTES);
    return 0;
}
