/* SPDX-License-Identifier: 0BSD
 * Has this processor the instructions that the test was compiled for? */
#ifndef CAN_RUN_H
#define CAN_RUN_H

static int can_run(void)
{
#if defined(__AVX512VNNI__)
    return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni") &&
           __builtin_cpu_supports("avx512vbmi");
#elif defined(__AVX512F__)
    return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
#elif defined(__AVX2__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return 1;
#endif
}

#endif
