/* SPDX-License-Identifier: 0BSD
 * Any board that Zephyr knows. */
#include "board.h"

#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>
#include <zephyr/task_wdt/task_wdt.h>

static int channel;

void board_start(void)
{
    task_wdt_init(NULL);
    channel = task_wdt_add(50, NULL, NULL); /* without a function: resets */
}

void board_print(const char *text)
{
    printk("%s", text);
}

uint32_t board_ticks(void)
{
    return k_cycle_get_32();
}

uint32_t board_ticks_since(uint32_t start)
{
    return k_cycle_get_32() - start;
}

void board_kick_watchdog(void)
{
    task_wdt_feed(channel);
}
