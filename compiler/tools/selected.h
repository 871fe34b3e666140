/* SPDX-License-Identifier: 0BSD
 * `ptec show --selected-operators`: which operators a program calls, on which types and orders of
 * axes, as ExecuTorch's gen_oplist says it to a selective build. */
#ifndef PTEC_TOOLS_SELECTED_H
#define PTEC_TOOLS_SELECTED_H

#include "read/program.h"

/* tools/selected.c: the operators, as ExecuTorch's selected_operators.yaml. */
void show_selected(Text *t, const Program *p);

#endif
