/* SPDX-License-Identifier: 0BSD
 * The memory plan that a program brings along: ExecuTorch's. */
#ifndef PTEC_TOOLS_PROGRAM_PLAN_H
#define PTEC_TOOLS_PROGRAM_PLAN_H

#include "read/program.h"

typedef struct Life { /* of a value: the instructions that mention it */
    int first, end;   /* `end` is behind the last; 0: there is none */
    bool border;      /* it is an input or an output */
} Life;

Life *value_lives(const FileMethod *m); /* by number of the value */
/* Returns the most bytes of the plan that are needed at once, inputs and outputs apart. */
uint64_t other_tensors(const FileMethod *m);
uint64_t border_bytes(const FileMethod *m,
                      bool planned); /* of inputs and outputs, all or planned */

#endif
