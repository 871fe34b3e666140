/* SPDX-License-Identifier: 0BSD
 * The options that say which memories there are, and what lies in which. */
#ifndef PTEC_CLI_MEMORY_OPTIONS_H
#define PTEC_CLI_MEMORY_OPTIONS_H

#include "cli/command_line.h"

void set_memories(CommandLine *c, char *text); /* --memory */
void add_rule(CommandLine *c, char *text);     /* --place */
/* Finds the memory that each --place names, once all of --memory are known. */
void resolve_rules(Options *o);

#endif
