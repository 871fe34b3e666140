/* SPDX-License-Identifier: 0BSD
 * What a board with a serial port has instead of semihosting: the first UART of Arm's MPS2 AN386.
 */
#include <stdint.h>

void pte_selftest_putc(char c);
_Noreturn void pte_selftest_exit(int failed);

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define UART(offset)      REGISTER(0x40004000u + (offset))
#define MPU_CTRL          REGISTER(0xE000ED94u)
enum { DATA = 0, STATE = 4, CONTROL = 8, DIVISOR = 16, FULL = 1, ON = 1, REST = 4 };

void pte_selftest_putc(char c)
{
    static int ready;
    if (!ready++) {
        MPU_CTRL |= REST; /* the self-test has access to flash and RAM only */
        UART(DIVISOR) = 217;
        UART(CONTROL) = ON;
    }
    while (UART(STATE) & FULL) {
    }
    UART(DATA) = (unsigned char)c;
}

_Noreturn void pte_selftest_exit(int failed)
{
    (void)failed;
    for (;;) {
    }
}
