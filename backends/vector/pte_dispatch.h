/* SPDX-License-Identifier: 0BSD
 * One program for every x86-64: with PTE_DISPATCH, each source of vector kernels is compiled once
 * for each level, and calls go to the highest level that the machine has.
 *
 *     level  flags                                        symbol
 *     2      -march=x86-64-v2, or less                    pte_vec_NAME
 *     3      -march=x86-64-v3                             pte_vec_NAME_v3
 *     4      -march=x86-64-v4                             pte_vec_NAME_v4
 *     5      -march=x86-64-v4 -mavx512vnni -mavx512vbmi   pte_vec_NAME_v4_vnni
 *
 * PTE_DISPATCH_MOST  the highest level that is called, and linked; 5 unless defined
 * PTE_VARIANT        in units above level 2: what their symbols end in. All else is in level 2. */
#ifndef PTE_DISPATCH_H
#define PTE_DISPATCH_H

#include "pte_rt.h"

#if !defined(PTE_DISPATCH) || !defined(__x86_64__) || !defined(__GNUC__) || defined(__TINYC__)
#define PTE_LEVELS 0 /* one, by the flags */
#else
#define PTE_LEVELS 1
#ifndef PTE_DISPATCH_MOST
#define PTE_DISPATCH_MOST 5
#endif
#if defined(__AVX512VNNI__) && defined(__AVX512VBMI__)
#define PTE_VARIANT "_v4_vnni"
#elif defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__FMA__)
#define PTE_VARIANT "_v4"
#elif defined(__AVX2__) && defined(__FMA__)
#define PTE_VARIANT "_v3"
#endif
#if defined(__AVX512VNNI__) != defined(__AVX512VBMI__) || defined(__AVXVNNI__) ||                  \
    (defined(__AVX512F__) && !defined(__AVX512VL__))
#error "PTE_DISPATCH: compile this file with the flags of one level that docs/guide.md lists"
#endif

/* The level of this machine and its operating system, at most PTE_DISPATCH_MOST. */
PTE_CONSTANT int pte_dispatch_level(void);
#endif

/* PTE_LABEL(name)              behind the prototype of a kernel: its symbol in this unit
 * PTE_CALL_BEST(name, (args))  at the start of a kernel: if there is a better one, calls that
 *                              instead and returns */
#ifdef PTE_VARIANT
#define PTE_LABEL(name) __asm__(PTE_TEXT(__USER_LABEL_PREFIX__) PTE_TEXT(name) PTE_VARIANT)
#define PTE_TEXT(name)  PTE_TEXT_(name)
#define PTE_TEXT_(name) #name
#else
#define PTE_LABEL(name)
#endif

#if !PTE_LEVELS || defined(PTE_VARIANT)
#define PTE_CALL_BEST(name, args) ((void)0)
#else
#define PTE_CALL_BEST(name, args) PTE_CALL_BEST_(name, args)
#define PTE_CALL_BEST_(name, args)                                                                 \
    do {                                                                                           \
        PTE_CALL_AT(5, name, name##_v4_vnni, args)                                                 \
        PTE_CALL_AT(4, name, name##_v4, args)                                                      \
        PTE_CALL_AT(3, name, name##_v3, args)                                                      \
    } while (0)
#define PTE_CALL_AT(level, name, variant, args)                                                    \
    if (PTE_DISPATCH_MOST >= level && pte_dispatch_level() == level) {                             \
        extern __typeof__(name) variant;                                                           \
        variant args;                                                                              \
        return;                                                                                    \
    }
#endif

#endif
