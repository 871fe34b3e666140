/* SPDX-License-Identifier: 0BSD
 * The AN505 board: UART 0, SysTick, the secure watchdog. */
#include "board.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define UART_DATA         REGISTER(0x50200000)
#define UART_STATE        REGISTER(0x50200004)
#define UART_CTRL         REGISTER(0x50200008)
#define UART_BAUDDIV      REGISTER(0x50200010)
#define WATCHDOG_LOAD     REGISTER(0x50081000)
#define WATCHDOG_CONTROL  REGISTER(0x50081008)
#define WATCHDOG_CLEAR    REGISTER(0x5008100C)
#define SYST_CSR          REGISTER(0xE000E010)
#define SYST_RVR          REGISTER(0xE000E014)
#define SYST_CVR          REGISTER(0xE000E018)

enum {
    CLOCK = 20000000,
    BAUD = 115200,
    TICKS = 0x1000000, /* the counter has 24 bits */
};

#ifndef WATCHDOG_PERIOD
#define WATCHDOG_PERIOD (CLOCK / 20)
#endif

void board_start(void)
{
    UART_BAUDDIV = CLOCK / BAUD;
    UART_CTRL = 1;
    SYST_RVR = TICKS - 1;
    SYST_CVR = 0;
    SYST_CSR = 5; /* the processor's clock, no interrupt */
    WATCHDOG_LOAD = WATCHDOG_PERIOD;
    WATCHDOG_CONTROL = 3; /* interrupt at 0, reset at the next one */
}

void board_print(const char *text)
{
    for (; *text; text++) {
        while (UART_STATE & 1)
            continue;
        UART_DATA = (uint32_t)(unsigned char)*text;
    }
}

uint32_t board_ticks(void)
{
    return TICKS - 1 - SYST_CVR;
}

uint32_t board_ticks_since(uint32_t start)
{
    return (board_ticks() - start) % TICKS;
}

void board_kick_watchdog(void)
{
    WATCHDOG_CLEAR = 1;
}
