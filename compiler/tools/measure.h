/* SPDX-License-Identifier: 0BSD
 * What the user's compiler makes of the emitted C: bytes of code and tables, calls. */
#ifndef PTEC_TOOLS_MEASURE_H
#define PTEC_TOOLS_MEASURE_H

#include "tools/exec/tools.h"
#include "tools/size.h"

/* Measures the object that the compiler makes of the emitted C, for --size (tools/measure.c). */
const Measured *measure_size(const ExecOptions *o, const Emitted *e);

#endif
