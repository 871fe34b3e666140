/* SPDX-License-Identifier: 0BSD
 * What image.ld says about a self-test image's memory, and how it becomes as C wants it. */
#ifndef PTE_SELFTEST_MEMORY_H
#define PTE_SELFTEST_MEMORY_H

#include "pte_selftest.h"

extern unsigned char pte_selftest_flash[], pte_selftest_flash_end[], pte_selftest_ram[],
    pte_selftest_ram_end[];
extern uint32_t pte_selftest_data[], pte_selftest_data_end[], pte_selftest_bss[],
    pte_selftest_bss_end[];
extern const uint32_t pte_selftest_data_source[];
extern uint32_t pte_selftest_stack[], pte_selftest_stack_end[], pte_selftest_fault_stack_end[];

__attribute__((always_inline)) static inline uint32_t *pte_selftest_stack_pointer(void)
{
    uint32_t *sp;
#if defined(__riscv)
    __asm__ volatile("mv %0, sp" : "=r"(sp));
#elif defined(__i386__)
    __asm__ volatile("mov %%esp, %0" : "=r"(sp));
#elif defined(__powerpc__)
    __asm__ volatile("mr %0, 1" : "=r"(sp));
#elif defined(__s390x__)
    __asm__ volatile("lgr %0, %%r15" : "=r"(sp));
#else
    __asm__ volatile("mov %0, sp" : "=r"(sp));
#endif
    return sp;
}

static inline void pte_selftest_set_memory(void)
{
    const volatile uint32_t *from = pte_selftest_data_source; /* volatile: no call of memcpy yet */
    for (volatile uint32_t *p = pte_selftest_data; p < pte_selftest_data_end; p++)
        *p = *from++;
    for (volatile uint32_t *p = pte_selftest_bss; p < pte_selftest_bss_end; p++)
        *p = 0;
}

#endif
