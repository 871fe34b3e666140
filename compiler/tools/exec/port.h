/* SPDX-License-Identifier: 0BSD
 * A serial port that a board writes to: 115200 bits a second, 8 data bits, no parity, one stop
 * bit. */
#ifndef PTEC_TOOLS_EXEC_PORT_H
#define PTEC_TOOLS_EXEC_PORT_H

int port_open(const char *path); /* port.c: to read from without waiting */

#endif
