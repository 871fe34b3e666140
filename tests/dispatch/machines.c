/* SPDX-License-Identifier: 0BSD
 * The level of machines that lack something, bits by the numbers of the processor's manual; and of
 * this one, as the compiler's own test of the processor has it. */
#include "pte_dispatch.c"

#include <stdio.h>

static const pte_machine everything = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};

static const struct {
    const char *what;
    size_t word;
    int bit, level; /* without it */
} features[] = {
#define WORD(member) offsetof(pte_machine, member)
    {"FMA", WORD(ecx1), 12, 2},
    {"MOVBE", WORD(ecx1), 22, 2},
    {"OSXSAVE", WORD(ecx1), 27, 2},
    {"AVX", WORD(ecx1), 28, 2},
    {"F16C", WORD(ecx1), 29, 2},
    {"BMI1", WORD(ebx7), 3, 2},
    {"AVX2", WORD(ebx7), 5, 2},
    {"BMI2", WORD(ebx7), 8, 2},
    {"LZCNT", WORD(ecx80000001), 5, 2},
    {"XMM saved", WORD(saved), 1, 2},
    {"YMM saved", WORD(saved), 2, 2},
    {"AVX512F", WORD(ebx7), 16, 3},
    {"AVX512DQ", WORD(ebx7), 17, 3},
    {"AVX512CD", WORD(ebx7), 28, 3},
    {"AVX512BW", WORD(ebx7), 30, 3},
    {"AVX512VL", WORD(ebx7), 31, 3},
    {"masks saved", WORD(saved), 5, 3},
    {"ZMM 0-15 saved", WORD(saved), 6, 3},
    {"ZMM 16-31 saved", WORD(saved), 7, 3},
    {"VBMI", WORD(ecx7), 1, 4},
    {"VNNI", WORD(ecx7), 11, 4},
};

static int is_level(const char *what, int got, int want)
{
    if (got != want)
        printf("FAILED: %s: level %d instead of %d\n", what, got, want);
    return got == want;
}

/* As far as __builtin_cpu_supports() of all compilers goes. */
static int level_by_compiler(void)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
        return 2;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512cd") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512vl"))
        return 3;
    return __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vnni") ? 5 : 4;
}

int main(void)
{
    const pte_machine nothing = {0};
    int ok = is_level("all", machine_level(&everything), 5);

    ok &= is_level("nothing", machine_level(&nothing), 2);
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        pte_machine m = everything;
        uint32_t *word = (uint32_t *)((char *)&m + features[i].word);

        *word &= ~(UINT32_C(1) << features[i].bit);
        ok &= is_level(features[i].what, machine_level(&m), features[i].level);
    }
    ok &= is_level("this machine", pte_dispatch_level(), level_by_compiler());
    return !ok;
}
