/* SPDX-License-Identifier: 0BSD
 * The option --custom: operators by name, by schema, or those of a file in ExecuTorch's form. */
#ifndef PTEC_CLI_CUSTOM_H
#define PTEC_CLI_CUSTOM_H

#include "cli/command_line.h"

void add_custom(CommandLine *c, char *text);

#endif
