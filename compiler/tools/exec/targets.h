/* SPDX-License-Identifier: 0BSD
 * The table of targets. */
#ifndef PTEC_TOOLS_EXEC_TARGETS_H
#define PTEC_TOOLS_EXEC_TARGETS_H

#include "tools/exec/tools.h"

extern const Target targets[]; /* the last has no name */

#endif
