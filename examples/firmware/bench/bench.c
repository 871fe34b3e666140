/* SPDX-License-Identifier: 0BSD
 * Makes the recorded calls of a model, checks their outputs, and says what each step took. */
#include "bench.h"
#include "model_cases.h"
#include "model_steps.h"

uint32_t bench_step[MODEL_STEPS];

void bench_print(const char *text)
{
    while (*text)
        bench_putc(*text++);
}

static void print_padded(const char *text, int width)
{
    bench_print(text);
    for (; *text; text++)
        width--;
    while (width-- > 0)
        bench_putc(' ');
}

/* Decimal digits of n / 10^decimals, at least so many characters. */
static void print_number(uint64_t n, int decimals, int width)
{
    char text[24];
    int at = sizeof text - 1, digits = 0;

    text[at] = 0;
    while (n > 0 || digits <= decimals) {
        if (decimals && digits == decimals)
            text[--at] = '.';
        text[--at] = (char)('0' + n % 10);
        n /= 10;
        digits++;
    }
    while (at > (int)sizeof text - 1 - width)
        text[--at] = ' ';
    bench_print(text + at);
}

/* Ticks of one call; under qemu, its instructions. */
static uint64_t count_of(uint64_t ticks)
{
#ifdef INSTRUCTIONS_IN_1000_TICKS
    ticks = ticks * INSTRUCTIONS_IN_1000_TICKS / 1000;
#endif
    return (ticks + MODEL_CASES / 2) / MODEL_CASES;
}

static const char *unit(void)
{
#ifdef INSTRUCTIONS_IN_1000_TICKS
    return "instructions";
#else
    return bench_has_cycles() ? "cycles" : "ticks of SysTick";
#endif
}

static void print_steps(uint64_t all)
{
    static const char *const name[] = {MODEL_STEP_NAMES};

    print_padded("step", 40);
    bench_print(unit());
    bench_print("       %\n");
    for (int i = 0; i < MODEL_STEPS; i++) {
        print_padded(name[i], 40);
        print_number(count_of(bench_step[i]), 0, 12);
        print_number(all ? bench_step[i] * UINT64_C(1000) / all : 0, 1, 8);
        bench_print("\n");
    }
    print_padded("all", 40);
    print_number(count_of(all), 0, 12);
    bench_print("\n");
}

int main(void)
{
    int right = 0;
    uint64_t all = 0;

    for (int i = 0; i < MODEL_CASES; i++)
        right += model_case(i) == 0;
    for (int i = 0; i < MODEL_STEPS; i++)
        all += bench_step[i];
    bench_print(MODEL ": ");
    print_number((uint64_t)right, 0, 1);
    bench_print(" of ");
    print_number(MODEL_CASES, 0, 1);
    bench_print(" calls right\n");
    print_steps(all);
    bench_print("| " MODEL " | " SETTING " | ");
    print_number(count_of(all) / 1000, 3, 1);
    bench_print(" million ");
    bench_print(unit());
    bench_print(" |\n");
    return right != MODEL_CASES;
}
