/* SPDX-License-Identifier: 0BSD
 * Which compiler takes the emitted C, and with which flags. */
#ifndef PTEC_TOOLS_EXEC_COMPILER_H
#define PTEC_TOOLS_EXEC_COMPILER_H

#include "tools/exec/tools.h"

const char *exec_compiler(const ExecOptions *o); /* "libtcc", "gcc -O2" */
bool is_clang(const char *cc);                   /* by the name of the program */

#endif
