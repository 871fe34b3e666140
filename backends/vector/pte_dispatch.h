/* SPDX-License-Identifier: 0BSD
 * One program for every x86-64, every 64-bit Arm or every 64-bit RISC-V: with PTE_DISPATCH, each
 * source of vector kernels is compiled once for each level, and calls go to the highest level that
 * the machine has.
 *
 *     level  flags                                        symbol
 *     2      -march=x86-64-v2, or less                    pte_vec_NAME
 *     3      -march=x86-64-v3                             pte_vec_NAME_v3
 *     4      -march=x86-64-v4                             pte_vec_NAME_v4
 *     5      -march=x86-64-v4 -mavx512vnni -mavx512vbmi   pte_vec_NAME_v4_vnni
 *
 *     1      -march=armv8-a                               pte_vec_NAME
 *     2      -march=armv8.2-a+dotprod                     pte_vec_NAME_dotprod
 *     3      -march=armv8.2-a+dotprod+i8mm                pte_vec_NAME_i8mm
 *
 *     1      -march=rv64gc                                pte_vec_NAME
 *     2      -march=rv64gcv                               pte_vec_NAME_rvv
 *     3      -march=rv64gcv_zvl256b                       pte_vec_NAME_rvv256
 *
 * PTE_DISPATCH_MOST  the highest level that is called, and linked; the last one unless defined.
 *                    Systems other than Linux, Android and macOS do not say what an Arm has, others
 *                    than Linux and Android not what a RISC-V has: there it is the level, the first
 *                    one unless defined
 * PTE_FOR_BYTES      in units of levels with more instructions for bytes than the level before, and
 *                    none for floats
 * PTE_VARIANT        in units above the first level: what their symbols end in. All else is in the
 *                    unit of the first level. */
#ifndef PTE_DISPATCH_H
#define PTE_DISPATCH_H

#include "pte_rt.h"

#if !defined(PTE_DISPATCH) || !defined(__GNUC__) || defined(__TINYC__)
#define PTE_LEVELS 0 /* one, by the flags */
#elif defined(__x86_64__)
#define PTE_LEVELS      1
#define PTE_LEVEL_LEAST 2
#define PTE_LEVEL_BEST  5
#if defined(__AVX512VNNI__) && defined(__AVX512VBMI__)
#define PTE_VARIANT   "_v4_vnni"
#define PTE_FOR_BYTES 1
#elif defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__FMA__)
#define PTE_VARIANT "_v4"
#elif defined(__AVX2__) && defined(__FMA__)
#define PTE_VARIANT "_v3"
#endif
#if defined(__AVX512VNNI__) != defined(__AVX512VBMI__) || defined(__AVXVNNI__) ||                  \
    (defined(__AVX512F__) && !defined(__AVX512VL__))
#define PTE_NO_LEVEL
#endif
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define PTE_LEVELS      1
#define PTE_LEVEL_LEAST 1
#define PTE_LEVEL_BEST  3
#if !defined(__linux__) && !defined(__APPLE__) && !defined(PTE_DISPATCH_MOST)
#define PTE_DISPATCH_MOST PTE_LEVEL_LEAST
#endif
#if defined(__ARM_FEATURE_MATMUL_INT8)
#define PTE_VARIANT   "_i8mm"
#define PTE_FOR_BYTES 1
#elif defined(__ARM_FEATURE_DOTPROD)
#define PTE_VARIANT   "_dotprod"
#define PTE_FOR_BYTES 1
#endif
#if (defined(__ARM_FEATURE_MATMUL_INT8) && !defined(__ARM_FEATURE_DOTPROD)) ||                     \
    defined(__ARM_FEATURE_SVE)
#define PTE_NO_LEVEL
#endif
#elif defined(__riscv) && __riscv_xlen == 64
#define PTE_LEVELS      1
#define PTE_LEVEL_LEAST 1
#define PTE_LEVEL_BEST  3
#if !defined(__linux__) && !defined(PTE_DISPATCH_MOST)
#define PTE_DISPATCH_MOST PTE_LEVEL_LEAST
#endif
#ifdef __riscv_v_min_vlen
#if __riscv_v_min_vlen == 256
#define PTE_VARIANT "_rvv256"
#else
#define PTE_VARIANT "_rvv"
#endif
#if __riscv_v_min_vlen > 256 || defined(__riscv_v_fixed_vlen)
#define PTE_NO_LEVEL
#endif
#endif
#else
#define PTE_LEVELS 0
#endif

#if PTE_LEVELS
#ifndef PTE_DISPATCH_MOST
#define PTE_DISPATCH_MOST PTE_LEVEL_BEST
#endif
#ifdef PTE_NO_LEVEL
#error "PTE_DISPATCH: compile this file with the flags of one level that docs/guide.md lists"
#endif

/* The level of this machine and its operating system, at most PTE_DISPATCH_MOST. */
PTE_CONSTANT int pte_dispatch_level(void);
#endif

/* PTE_LABEL(name)                behind the prototype of a kernel: its symbol in this unit
 * PTE_CALL_BEST(name, (args))    at the start of a kernel: if there is a better one, calls that
 *                                instead and returns
 * PTE_BY_WIDTH                   before the prototype of a kernel that no instruction for bytes
 *                                makes faster: units of levels for bytes leave it out
 * PTE_CALL_WIDEST(name, (args))  PTE_CALL_BEST of such a kernel: the best one with floats */
#ifdef PTE_VARIANT
#define PTE_LABEL(name) __asm__(PTE_TEXT(__USER_LABEL_PREFIX__) PTE_TEXT(name) PTE_VARIANT)
#define PTE_TEXT(name)  PTE_TEXT_(name)
#define PTE_TEXT_(name) #name
#else
#define PTE_LABEL(name)
#endif
#ifdef PTE_FOR_BYTES
#define PTE_BY_WIDTH static __attribute__((unused))
#pragma GCC diagnostic ignored "-Wunused-function" /* gcc: of those that are not in the unit */
#else
#define PTE_BY_WIDTH
#endif

#if !PTE_LEVELS && defined(__riscv_v_min_vlen) &&                                                  \
    (__riscv_v_min_vlen > 128 || defined(__riscv_v_fixed_vlen))
/* Instructions for longer vectors than a machine has would silently compute a part of them; those
 * for vectors of one length alone (-mrvv-vector-bits), where it has longer ones, too many. */
PTE_INLINE void pte_check_vectors(void)
{
    unsigned long bytes;

    __asm__("csrr %0, vlenb" : "=r"(bytes));
#ifdef __riscv_v_fixed_vlen
    if (bytes != __riscv_v_fixed_vlen / 8)
        __builtin_trap();
#endif
    if (bytes < __riscv_v_min_vlen / 8)
        __builtin_trap();
}
#define PTE_CALL_BEST(name, args)   pte_check_vectors()
#define PTE_CALL_WIDEST(name, args) pte_check_vectors()
#elif !PTE_LEVELS || defined(PTE_VARIANT)
#define PTE_CALL_BEST(name, args)   ((void)0)
#define PTE_CALL_WIDEST(name, args) ((void)0)
#else
#ifdef __x86_64__
#define PTE_CALL_WIDEST(name, args)                                                                \
    do {                                                                                           \
        PTE_CALL_FROM(4, name, v4, args)                                                           \
        PTE_CALL_FROM(3, name, v3, args)                                                           \
    } while (0)
#define PTE_CALL_BEST(name, args)                                                                  \
    do {                                                                                           \
        PTE_CALL_FROM(5, name, v4_vnni, args)                                                      \
        PTE_CALL_WIDEST(name, args);                                                               \
    } while (0)
#elif defined(__riscv)
#define PTE_CALL_WIDEST(name, args)                                                                \
    do {                                                                                           \
        PTE_CALL_FROM(3, name, rvv256, args)                                                       \
        PTE_CALL_FROM(2, name, rvv, args)                                                          \
    } while (0)
#define PTE_CALL_BEST PTE_CALL_WIDEST
#else
#define PTE_CALL_WIDEST(name, args) ((void)0)
#define PTE_CALL_BEST(name, args)                                                                  \
    do {                                                                                           \
        PTE_CALL_FROM(3, name, i8mm, args)                                                         \
        PTE_CALL_FROM(2, name, dotprod, args)                                                      \
    } while (0)
#endif
/* Calls the kernel of a level if the machine has it, or a higher one. */
#define PTE_CALL_FROM(level, name, suffix, args)                                                   \
    if (PTE_DISPATCH_MOST >= level && pte_dispatch_level() >= level) {                             \
        extern __typeof__(name) name##_##suffix;                                                   \
        name##_##suffix args;                                                                      \
        return;                                                                                    \
    }
#endif

#endif
