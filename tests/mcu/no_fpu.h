/* SPDX-License-Identifier: 0BSD
 * Included before all code of an image: the FPU is switched off when the first step begins. */
#ifndef NO_FPU_H
#define NO_FPU_H

#define NO_FPU_CPACR (*(volatile unsigned *)0xE000ED88)

#define PTE_STEP(id, ptr, bytes, call)                                                             \
    do {                                                                                           \
        NO_FPU_CPACR &= ~(0xFu << 20);                                                             \
        __asm__ volatile("dsb\n\tisb" ::: "memory");                                               \
        (void)(bytes);                                                                             \
        call;                                                                                      \
    } while (0)

#endif
