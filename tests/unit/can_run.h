/* SPDX-License-Identifier: 0BSD
 * A test's main, which asks first: has this processor the instructions that the test was compiled
 * for? If not, it exits with 77. */
#ifndef CAN_RUN_H
#define CAN_RUN_H

#include <stdio.h>

#if defined(__ARM_FEATURE_DOTPROD) && defined(__linux__)
#include <sys/auxv.h>
#endif

static int can_run(void)
{
#if defined(__AVX512VNNI__)
    return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni") &&
           __builtin_cpu_supports("avx512vbmi");
#elif defined(__AVX512F__)
    return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
#elif defined(__AVX2__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#elif defined(__ARM_FEATURE_MATMUL_INT8) && defined(__linux__)
    return (getauxval(AT_HWCAP2) & HWCAP2_I8MM) != 0;
#elif defined(__ARM_FEATURE_DOTPROD) && defined(__linux__)
    return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
#else
    return 1;
#endif
}

/* Outside main: the first instructions of a function may be such already. */
__attribute__((noinline)) static int tests(int argc, char **argv);

int main(int argc, char **argv)
{
    if (can_run())
        return tests(argc, argv);
    printf("this processor has not the instructions\n");
    return 77;
}

#endif
