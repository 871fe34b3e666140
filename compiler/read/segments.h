/* SPDX-License-Identifier: 0BSD
 * Ranges of the file that tensors and delegates take their bytes from. */
#ifndef PTEC_READ_SEGMENTS_H
#define PTEC_READ_SEGMENTS_H

#include "read/read.h"

/* These return ranges of the file's bytes. */
Bytes *read_segments(Flatbuf *fb, Vector segments, uint64_t base, Bytes file);
Bytes program_segment(const Reader *r, uint64_t index, const char *user);
/* These return the bytes of a constant, and the initial bytes of a planned tensor. */
Bytes constant_data(Reader *r, uint64_t index, uint64_t bytes, int dtype);
Bytes initial_data(Reader *r, uint64_t index, uint64_t bytes);

#endif
