/* SPDX-License-Identifier: 0BSD
 * What a method does: operators, delegates and instructions. */
#ifndef PTEC_READ_CALL_H
#define PTEC_READ_CALL_H

#include "read/read.h"

void read_calls(Reader *r, const Table *plan);
void read_delegates(Reader *r, const Table *plan);

#endif
