/* SPDX-License-Identifier: 0BSD
 * The options: one row and one function each. */
#ifndef PTEC_CLI_OPTIONS_H
#define PTEC_CLI_OPTIONS_H

#include "cli/command_line.h"

extern const CliOption cli_options[]; /* until one has no name */

#endif
