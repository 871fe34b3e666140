/* SPDX-License-Identifier: 0BSD
 * A self-test (templates/target/selftest.c) on this machine, with a model that is made up: lines
 * that start with # say what is called, and what is wrong in the memory that it finds. usage:
 * selftest COUNTS    whether the processor has counters */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PTE_SELFTEST_COUNTERS
static int has_counters;
static uint32_t count_of_test[2] = {0xFFFFFFF0, 5};

static int pte_selftest_counters_start(void)
{
    return has_counters;
}

static uint32_t pte_selftest_count(int i)
{
    return count_of_test[i] += i ? 1 : 20;
}
#endif
#include "selftest.c"

/* ---- what a target has ---- */

uint32_t stack_of_test[64];
static uint64_t now = 0xFFFFFFFFFFFFFEF0;

uint64_t pte_selftest_ticks(void)
{
    return now += 16;
}

void pte_selftest_putc(char c)
{
    putchar(c);
}

_Noreturn void pte_selftest_exit(int has_failed)
{
    exit(has_failed + 10);
}

_Noreturn void pte_selftest_restart(void (*next)(void))
{
    puts("# restart");
    next();
    exit(1);
}

#ifdef CALM
enum { IS_CALM = 1 };
#else
enum { IS_CALM = 0 };
#endif

/* ---- a model with two instances; STATE is the first one's ---- */

enum { STATE = 8, OTHER = 24, PLACE = 32, RESULT = 64, SMALL = 140, PLACES = 5, LAST = 160 };

static unsigned char memory[256] __attribute__((aligned(8)));
static unsigned char ready[2];
const unsigned char pte_selftest_weights[] = {1, 2, 3, 4}, pte_selftest_inputs[] = {5};

static const pte_selftest_place place[PLACES] = {{STATE, 12, PTE_SELFTEST_KEEP},
                                                 {OTHER, 4, PTE_SELFTEST_KEEP},
                                                 {PLACE, 16, PTE_SELFTEST_FILL},
                                                 {RESULT, 70, PTE_SELFTEST_SEND},
                                                 {SMALL, 8, PTE_SELFTEST_SEND}};

static int check_weights(const void *weights, size_t bytes)
{
    printf("# weights %d %zu\n", weights == pte_selftest_weights, bytes);
    return current == 9 ? 0x24 : 0;
}

/* Is the memory between `from` and `to` what it should be? */
static void expect(int value, int from, int to)
{
    for (int i = from; i < to; i++)
        if (memory[i] != value)
            printf("# %d instead of %d at %d\n", memory[i], value, i);
}

static int instance_of(const void *ctx)
{
    const context *c = ctx;
    const int at = (int)((const unsigned char *)c->state - memory);
    if (c->arena != memory + PLACE || c->weights != pte_selftest_weights || c->threads)
        puts("# another context");
    return at == STATE ? 0 : at == OTHER ? 1 : -1;
}

static void reset_state(const void *ctx)
{
    const int i = instance_of(ctx);
    printf("# reset %d\n", i);
    expect(0x7F, (int)place[i].at, (int)(place[i].at + place[i].bytes));
    memset(memory + place[i].at, 10 + i, place[i].bytes);
}

static int init(const void *ctx)
{
    printf("# init %d\n", instance_of(ctx));
    return current == 6 ? 1 : 0;
}

static void destroy(const void *ctx)
{
    printf("# destroy %d\n", instance_of(ctx));
}

static void expect_memory(void)
{
    expect(0xC3, 0, STATE);
    expect(0xC3, STATE + 12, OTHER);
    expect(0xC3, OTHER + 4, PLACE);
    expect(0x7F, PLACE, PLACE + 16);
    expect(0xC3, PLACE + 16, RESULT);
    expect(0x7F, RESULT, RESULT + 70);
    expect(0xC3, RESULT + 70, SMALL);
    expect(0x7F, SMALL, SMALL + 8);
    expect(0xC3, SMALL + 8, LAST);
    expect(0, LAST, 256);
    expect(IS_CALM ? 0x7F : 10, STATE, STATE + 12);
    for (int i = 0; i < 60; i++)
        if (stack_of_test[i] != 0xDEADBEEF)
            printf("# the stack is not painted at %d\n", i);
    if (stack_of_test[60])
        puts("# the stack in use is painted");
}

static void write_result(int count)
{
    for (int i = 0; i < count; i++)
        memory[RESULT + i] = (unsigned char)(i + 1);
}

static void make_steps(void)
{
    pte_selftest_step(3, "12345", 5);
    pte_selftest_step(4, "", 0);
    pte_selftest_step_starts();
    pte_selftest_step_ends(31, memory + RESULT, 65);
    pte_selftest_step_starts();
    pte_selftest_step_ends(0, memory + RESULT, 32);
    pte_selftest_step_starts();
    pte_selftest_step_ends(2, NULL, 8);
}

static int run_model(const void *ctx, void *const *in, const int32_t *const *in_dims,
                     void *const *out, int32_t *const *out_dims)
{
    static const uint32_t pc = 0x89ABCDEF, address = 0;
    printf("# run %d: %d %d\n", current, instance_of(ctx),
           in == (void *)1 && in_dims == (void *)2 && out == (void *)3 && out_dims == (void *)4);
    expect_memory();
    switch (current) {
    case 0: /* all of it, with a number that is half rubbish */
        write_result(70);
        memcpy(memory + SMALL, "\1\2\3\4\177\177\177\177", 8);
        stack_of_test[50] = 0;
        break;
    case 1: /* a part of it, and what is not its own */
        write_result(33);
        memory[RESULT - 1] = 0;
        memory[LAST - 1] = 0xC4;
        memory[0] = 1;
        stack_of_test[0] = 0;
        break;
    case 2: /* all but the last byte, and nothing of the other */
        write_result(69);
        memory[PLACE] = 1;
        break;
    case 3:
        write_result(70);
        memory[RESULT + 70] = 0;
        return 0x25;
    case 4:
        if (IS_CALM)
            break;
        write_result(70);
        pte_selftest_fault("first kind", &pc, &address);
        break;
    case 5:
        if (IS_CALM)
            break;
        pte_selftest_fault("second", NULL, NULL);
        break;
    case 7:
        memory[RESULT + 3] = 9;
        make_steps();
        break;
    default:
        break;
    }
    return 0;
}

#define CALL(instance, reset)                                                                      \
    {                                                                                              \
        run_model, instance, reset, (void *)1, (void *)2, (void *)3, (void *)4, place, PLACES,     \
            LAST                                                                                   \
    }

static const pte_selftest_call calls[] = {CALL(0, 1), CALL(1, 1), CALL(0, 0), CALL(1, 0),
                                          CALL(1, 0), CALL(0, 0), CALL(1, 1), CALL(0, 1),
                                          CALL(1, 1), CALL(0, 0)};
const pte_selftest_model pte_selftest = {memory,
                                         4,
                                         2,
                                         10,
                                         calls,
                                         check_weights,
                                         IS_CALM ? NULL : reset_state,
                                         IS_CALM ? NULL : init,
                                         IS_CALM ? NULL : destroy,
                                         ready};

int main(int argc, char **argv)
{
    (void)argc;
#ifdef PTE_SELFTEST_COUNTERS
    has_counters = atoi(argv[1]);
#else
    (void)argv;
#endif
    pte_selftest_main();
}
