/* SPDX-License-Identifier: 0BSD
 * The level of machines that lack something, bits by the numbers of the processor's manual, or of
 * Linux on Arm; and of this one, as the compiler's own test of the processor has it, or registers
 * that say what an Arm has. */
#include "pte_dispatch.c"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *what;
    size_t word;
    int bit, level; /* without it */
} features[] = {
#define WORD(member) offsetof(pte_machine, member)
#ifdef __x86_64__
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
#else
    {"CRC32", WORD(hwcap), 7, 1},    {"LSE", WORD(hwcap), 8, 1},    {"RDM", WORD(hwcap), 12, 1},
    {"DotProd", WORD(hwcap), 20, 1}, {"I8MM", WORD(hwcap2), 13, 2},
#endif
};

static int is_level(const char *what, int got, int want)
{
    if (got != want)
        printf("FAILED: %s: level %d instead of %d\n", what, got, want);
    return got == want;
}

#ifdef __x86_64__
/* As far as __builtin_cpu_supports() of all compilers goes. */
static int level_by_others(void)
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
#else
/* ID_AA64ISAR0_EL1 and ID_AA64ISAR1_EL1 have four bits for each feature; Linux lets programs read
 * them. */
static int level_by_others(void)
{
    uint64_t isar0, isar1;

    __asm__("mrs %0, S3_0_C0_C6_0" : "=r"(isar0));
    __asm__("mrs %0, S3_0_C0_C6_1" : "=r"(isar1));
    for (int bit = 16; bit <= 44; bit += bit == 20 ? 8 : bit == 28 ? 16 : 4)
        if (!(isar0 >> bit & 15)) /* CRC32, Atomic, RDM, DP */
            return 1;
    return isar1 >> 52 & 15 ? 3 : 2; /* I8MM */
}
#endif

int main(void)
{
    pte_machine everything, nothing;

    memset(&everything, 0xff, sizeof everything);
    memset(&nothing, 0, sizeof nothing);
    int ok = is_level("all", machine_level(&everything), PTE_LEVEL_BEST);

    ok &= is_level("nothing", machine_level(&nothing), PTE_LEVEL_LEAST);
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        pte_machine m = everything;
        uint32_t *word = (uint32_t *)((char *)&m + features[i].word);

        *word &= ~(UINT32_C(1) << features[i].bit);
        ok &= is_level(features[i].what, machine_level(&m), features[i].level);
    }
    ok &= is_level("this machine", pte_dispatch_level(), level_by_others());
    return !ok;
}
