/* SPDX-License-Identifier: 0BSD
 * Output and exit by way of a debugger or an emulator: semihosting of Arm and of RISC-V. A board
 * whose output goes elsewhere has functions of its own for these. */
#include "pte_selftest.h"

enum { SYS_WRITE0 = 0x04, SYS_EXIT = 0x18 };
enum { APPLICATION_EXIT = 0x20026, RUN_TIME_ERROR = 0x20023 };

/* A debugger knows the RISC-V form by the two shifts, uncompressed and on one page. */
static void semihost(uintptr_t operation, uintptr_t argument)
{
#if defined(__riscv)
    register uintptr_t a0 __asm__("a0") = operation;
    register uintptr_t a1 __asm__("a1") = argument;
    __asm__ volatile(".balign 16\n"
                     ".option push\n"
                     ".option norvc\n"
                     "slli x0, x0, 0x1f\n"
                     "ebreak\n"
                     "srai x0, x0, 7\n"
                     ".option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
#else
    register uintptr_t r0 __asm__("r0") = operation;
    register uintptr_t r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
#endif
}

/* By lines, since each request stops the processor. */
__attribute__((weak)) void pte_selftest_putc(char c)
{
    static char line[128];
    static unsigned used;
    line[used++] = c;
    if (c == '\n' || used == sizeof line - 1) {
        line[used] = 0;
        used = 0;
        semihost(SYS_WRITE0, (uintptr_t)line);
    }
}

__attribute__((weak)) _Noreturn void pte_selftest_exit(int failed)
{
    for (;;)
        semihost(SYS_EXIT, failed ? RUN_TIME_ERROR : APPLICATION_EXIT);
}
