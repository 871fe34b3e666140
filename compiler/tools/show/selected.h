/* SPDX-License-Identifier: 0BSD
 * `ptec show --selected-operators`: which operators programs call, on which types and orders of
 * axes, as ExecuTorch's gen_oplist says it to a selective build. */
#ifndef PTEC_TOOLS_SHOW_SELECTED_H
#define PTEC_TOOLS_SHOW_SELECTED_H

#include "model.h"

/* Writes one list for a build that runs all these programs, as ExecuTorch's gen_all_oplist merges
 * the lists of each. */
void show_selected(Text *t, const Options *o, const char *const *path, int npaths);

#endif
