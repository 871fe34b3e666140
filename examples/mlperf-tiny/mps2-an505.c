/* SPDX-License-Identifier: 0BSD
 * The AN505 board: UART 0, timer 0, and LED 0 in the place of a pin. */
#include "board.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define TIMER_CTRL        REGISTER(0x50000000)
#define TIMER_VALUE       REGISTER(0x50000004)
#define TIMER_RELOAD      REGISTER(0x50000008)
#define UART_DATA         REGISTER(0x50200000)
#define UART_STATE        REGISTER(0x50200004)
#define UART_CTRL         REGISTER(0x50200008)
#define UART_BAUDDIV      REGISTER(0x50200010)
#define LEDS              REGISTER(0x50302000)

enum { CLOCK = 20000000, MHZ = CLOCK / 1000000 };
enum { UART_SENDING = 1, UART_RECEIVED = 2 };

void board_start(uint32_t baud)
{
    UART_BAUDDIV = CLOCK / baud;
    UART_CTRL = 3; /* both directions */
    TIMER_RELOAD = UINT32_MAX;
    TIMER_VALUE = UINT32_MAX;
    TIMER_CTRL = 1;
    LEDS = 1;
}

void board_put(char c)
{
    while (UART_STATE & UART_SENDING)
        continue;
    UART_DATA = (unsigned char)c;
}

char board_get(void)
{
    while (!(UART_STATE & UART_RECEIVED))
        continue;
    return (char)UART_DATA;
}

/* The timer counts down from the largest number; what it has done is added up, so that its end is
 * not seen as long as it is asked once in three minutes. */
uint32_t board_microseconds(void)
{
    static uint32_t last = UINT32_MAX;
    static uint64_t ticks;
    const uint32_t now = TIMER_VALUE;
    ticks += last - now;
    last = now;
    return (uint32_t)(ticks / MHZ);
}

void board_pulse(void)
{
    const uint32_t start = board_microseconds();
    LEDS = 0;
    while (board_microseconds() - start < 2)
        continue;
    LEDS = 1;
}

void board_print(const char *text)
{
    while (*text)
        board_put(*text++);
}
