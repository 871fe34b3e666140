/* SPDX-License-Identifier: 0BSD
 * What the benchmark needs of a board. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void board_start(uint32_t baud); /* the serial port, the clock, the pin */
void board_put(char c);
char board_get(void);              /* waits for a character */
uint32_t board_microseconds(void); /* since the start */
void board_pulse(void); /* the pin that the power monitor watches falls for a microsecond or more */
void board_print(const char *text);

#ifdef __cplusplus
}
#endif
#endif
