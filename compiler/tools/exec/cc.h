/* SPDX-License-Identifier: 0BSD
 * Emitted C through the user's compiler to a shared object, in a folder that vanishes again. */
#ifndef PTEC_TOOLS_EXEC_CC_H
#define PTEC_TOOLS_EXEC_CC_H

#include "tools/exec/tools.h"

/* Returns the path of a shared object that a C compiler makes in the scratch folder, one at a
 * time. */
const char *build_shared_object(const ExecOptions *o, const Emitted *e);
bool load_shared_object(Code *code, const char *path, char *error, size_t room);

#endif
