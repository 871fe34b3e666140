/* SPDX-License-Identifier: 0BSD
 * Bytes of a memory of the program, and which value lies there. */
#ifndef PTEC_IMPORT_CALL_SEGMENTS_H
#define PTEC_IMPORT_CALL_SEGMENTS_H

#include "import/call/import.h"

int find_segment(const Memory *m, uint64_t lo);

void insert_segment(Memory *m, int at, Segment s);

void memory_write(Memory *m, uint64_t lo, uint64_t hi, Value *v);

#endif
