/* SPDX-License-Identifier: 0BSD
 * What an output is called unless --name says it. */
#ifndef PTEC_CLI_OUTPUT_NAME_H
#define PTEC_CLI_OUTPUT_NAME_H

#include "model.h"

const char *name_of_file(const char *path); /* "models/My Net.pte" -> "my_net" */
/* Says that the output has another name than its file, where that is a header's. */
void note_name(const char *path, const char *name);
/* Requires that models have different names, since their files and symbols are called after
 * them. */
void need_names(Model **model, int count, const char *shared);

#endif
