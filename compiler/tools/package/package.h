/* SPDX-License-Identifier: 0BSD
 * The verb `package`: a model as a folder that the tool of an ecosystem takes as it is. */
#ifndef PTEC_TOOLS_PACKAGE_PACKAGE_H
#define PTEC_TOOLS_PACKAGE_PACKAGE_H

#include "tools/package/ecosystems.h"

/* Says where the model's own files go. */
const char *package_sources(const char *folder);
/* Requires that the folder is not there or empty, and that the name fits the ecosystem. */
void check_package(const Ecosystem *e, const char *folder, const char *name);
/* Stages all but the model's own files, which files_place() puts there. */
void emit_package(const Ecosystem *e, const ExecOptions *o, const Bundle *b, const Model *m,
                  const char *folder);

#endif
