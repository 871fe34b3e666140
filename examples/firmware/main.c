/* SPDX-License-Identifier: 0BSD
 * Reads handwritten digits, and says what each step of the network took. */
#include "board.h"
#include "digits.h"
#include "digits_steps.h"
#include "images.h"

enum { PIXELS = 64, DIGITS = 10 };

uint32_t step_ticks[DIGITS_STEPS];

/* Decimal digits, at least so many characters. */
static void print_number(uint32_t n, int width)
{
    char text[16];
    int at = sizeof text - 1;
    text[at] = 0;
    do {
        text[--at] = (char)('0' + n % 10);
        n /= 10;
        width--;
    } while (n > 0);
    while (width-- > 0 && at > 0)
        text[--at] = ' ';
    board_print(text + at);
}

static void print_name(const char *name, int width)
{
    board_print(name);
    for (; *name; name++)
        width--;
    while (width-- > 0)
        board_print(" ");
}

/* The digit with the largest score, or -1. */
static int guess_digit(const unsigned char *grey)
{
    static float pixel[PIXELS], score[DIGITS];
    int best = 0;
    for (int i = 0; i < PIXELS; i++)
        pixel[i] = (float)grey[i] / 16.0f;
    if (digits_forward(pixel, score) != PTE_OK)
        return -1;
    for (int d = 1; d < DIGITS; d++)
        if (score[d] > score[best])
            best = d;
    return best;
}

static int print_guesses(void)
{
    int right = 0;
    for (int i = 0; i < IMAGES; i++) {
        const int guess = guess_digit(image[i].grey);
        board_print("image ");
        print_number((uint32_t)i, 2);
        board_print(guess < 0 ? ": error" : ": ");
        if (guess >= 0)
            print_number((uint32_t)guess, 1);
        board_print(guess == image[i].digit ? "\n" : " (wrong)\n");
        right += guess == image[i].digit;
#ifdef HANG
        for (volatile int forever = 1; forever;) /* nobody kicks the watchdog */
            continue;
#endif
    }
    return right;
}

static void print_steps(void)
{
    static const char *const name[] = {DIGITS_STEP_NAMES};
    uint32_t all = 0;
    board_print("ticks of an image:\n");
    for (int i = 0; i < DIGITS_STEPS; i++) {
        board_print("  ");
        print_name(name[i], 24);
        print_number(step_ticks[i] / IMAGES, 8);
        board_print("\n");
        all += step_ticks[i] / IMAGES;
    }
    print_name("  all", 26);
    print_number(all, 8);
    board_print("\n");
}

int main(void)
{
    board_start();
    if (digits_check_weights(digits_weights, DIGITS_WEIGHTS_BYTES) != PTE_OK) {
        board_print("the weights are damaged\n");
        return 1;
    }
    print_number((uint32_t)print_guesses(), 1);
    board_print(" of ");
    print_number(IMAGES, 1);
    board_print(" right\n");
    print_steps();
    return 0;
}
