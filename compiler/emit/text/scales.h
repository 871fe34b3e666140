/* SPDX-License-Identifier: 0BSD
 * Scales and zero points as the program has them: of the operators that quantise, and of the values
 * in XNNPACK's graphs. */
#ifndef PTEC_EMIT_TEXT_SCALES_H
#define PTEC_EMIT_TEXT_SCALES_H

#include "read/program.h"

typedef struct Scale {
    const char *tensor; /* "value 12", "value 3 of delegate 0": tells tensors apart */
    const char *border; /* "input 0", "output 0", if it is quantised or dequantised from there */
    int slot;           /* of the bytes in the method; -1: in a delegate */
    int instr;          /* that makes a computed tensor, or reads a constant */
    const char *node;   /* of a delegate, which does so; or NULL */
    const char *type;
    bool constant;
    double scale, largest; /* the smallest and the largest, if there are several */
    int64_t scales, zero;
    double from, to; /* the numbers that it can hold, if it has one scale */
} Scale;

Scale *find_scales(const FileMethod *m, int *count);

#endif
