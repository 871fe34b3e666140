/* SPDX-License-Identifier: 0BSD
 * Emitted C through the user's compiler to a shared object, in a folder that vanishes again. */
#ifndef PTEC_TOOLS_CC_H
#define PTEC_TOOLS_CC_H

#include "tools/tools.h"

/* Path of a shared object, one at a time, in the scratch folder. */
const char *build_shared_object(const ExecOptions *o, const Emitted *e);
bool load_shared_object(Code *code, const char *path, char *error, size_t room);

#endif
