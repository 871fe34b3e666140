/* SPDX-License-Identifier: 0BSD
 * What the firmware needs of a board. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

void board_start(void); /* the watchdog runs from here on */
void board_print(const char *text);
uint32_t board_ticks(void);
uint32_t board_ticks_since(uint32_t start); /* also where the counter has begun anew since */
void board_kick_watchdog(void);

#endif
