/* SPDX-License-Identifier: 0BSD
 * `ptec diff --code` on texts that are laid out as NAME.c is: steps that move, and lines of several
 * steps. */
#include "tools/diff/code.h"
#include "unit.h"

#define PARAMS(stride) "static const pte_pool2d pool_params = {\n    .sh = " stride "};\n"
#define PLACES                                                                                     \
    "enum {\n    AT_a = 0,  /* until sum */\n    SIZE_a = 64,\n    AT_b = 64,  /* until sum */\n"  \
    "    SIZE_b = 64,\n    FORWARD_ARENA = 128,\n};\n"
#define LOOP(body) "static void add_f32(pte_f32 *out)\n{\n    " body ";\n}\n"
#define BEGIN      "pte_status net_forward_with(const float *in)\n{\n"
#define A                                                                                          \
    "    /* -> 16, from aten::max_pool2d */\n    STEP(a, AT(f32, a), 64, pool(&pool_params));\n"
#define B(size)                                                                                    \
    "    /* -> 16, from aten::avg_pool2d */\n    STEP(b, AT(f32, b), " size ", "                   \
    "pool(&pool_params));\n"
#define SUM "    STEP(sum, output, 64,\n         add_f32(AT(f32, a), AT(f32, b)));\n"
#define END "    return PTE_OK;\n}\n"

static void expect(const char *was, const char *is, CodeForm form, const char *want)
{
    Text text[2] = {{0}, {0}}, t = {0};
    text_add(&text[0], "%s", was);
    text_add(&text[1], "%s", is);
    report_code(&t, &text[0], &text[1], form);
    CHECK(strcmp(t.data, want) == 0, "got:\n%s\ninstead of:\n%s", t.data, want);
}

int main(void)
{
    const char *base = PARAMS("1") PLACES LOOP("*out = 1") BEGIN A B("64") SUM END;

    expect(base, base, CODE_TEXT, "no differences in the C of 3 steps, digests aside\n");
    expect(base, PARAMS("1") PLACES LOOP("*out = 1") BEGIN B("64") A SUM END, CODE_TEXT,
           "1 step with differences, 0 lines of C\n"
           "step a moved: now behind b\n");
    expect(base, PARAMS("1") PLACES LOOP("*out = 1") BEGIN B("32") A SUM END, CODE_TEXT,
           "2 steps with differences, 2 lines of C\n"
           "step b changed: its call\n"
           "    -     STEP(b, AT(f32, b), 64, pool(&pool_params));\n"
           "    +     STEP(b, AT(f32, b), 32, pool(&pool_params));\n"
           "step a moved: now behind b\n");
    expect(base, PARAMS("2") PLACES LOOP("*out = 2") BEGIN A B("64") SUM END, CODE_TEXT,
           "2 steps with differences, 4 lines of C\n"
           "step a changed: its parameters (of 2 steps)\n"
           "    -     .sh = 1};\n"
           "    +     .sh = 2};\n"
           "step sum changed: its loop\n"
           "    -     *out = 1;\n"
           "    +     *out = 2;\n");
    expect(base, PARAMS("1") PLACES LOOP("*out = 1") BEGIN A B("32") SUM END, CODE_MARKDOWN,
           "1 step with differences, 2 lines of C\n"
           "\nstep b changed: its call\n"
           "\n```diff\n"
           "-     STEP(b, AT(f32, b), 64, pool(&pool_params));\n"
           "+     STEP(b, AT(f32, b), 32, pool(&pool_params));\n"
           "```\n");
    expect(base, PARAMS("1") PLACES LOOP("*out = 1") BEGIN A B("32") SUM END, CODE_COLOURS,
           "1 step with differences, 2 lines of C\n"
           "\033[1mstep b changed: its call\033[0m\n"
           "    \033[31m-     STEP(b, AT(f32, b), 64, pool(&pool_params));\033[0m\n"
           "    \033[32m+     STEP(b, AT(f32, b), 32, pool(&pool_params));\033[0m\n");
    return unit_result("diff_code");
}
