/* SPDX-License-Identifier: 0BSD
 * What image.ld says about a self-test image's memory, and how it becomes as C wants it. */
#ifndef SELFTEST_MEMORY_H
#define SELFTEST_MEMORY_H

#include "selftest.h"

extern unsigned char selftest_flash[], selftest_flash_end[], selftest_ram[], selftest_ram_end[];
extern uint32_t selftest_data[], selftest_data_end[], selftest_bss[], selftest_bss_end[];
extern const uint32_t selftest_data_source[];
extern uint32_t selftest_stack[], selftest_stack_end[], selftest_fault_stack_end[];

__attribute__((always_inline)) static inline uint32_t *selftest_stack_pointer(void)
{
    uint32_t *sp;
#if defined(__riscv)
    __asm__ volatile("mv %0, sp" : "=r"(sp));
#else
    __asm__ volatile("mov %0, sp" : "=r"(sp));
#endif
    return sp;
}

static inline void selftest_set_memory(void)
{
    const volatile uint32_t *from = selftest_data_source; /* volatile: no call of memcpy yet */
    for (volatile uint32_t *p = selftest_data; p < selftest_data_end; p++)
        *p = *from++;
    for (volatile uint32_t *p = selftest_bss; p < selftest_bss_end; p++)
        *p = 0;
}

#endif
