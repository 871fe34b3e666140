/* SPDX-License-Identifier: 0BSD
 * The values of --memory and --place. */
#ifndef PTEC_CLI_MEMORIES_H
#define PTEC_CLI_MEMORIES_H

#include "model.h"

void read_memories(Options *o, const char *text); /* "sram=64K,psram=8M" */
void read_rule(Options *o, const char *text);     /* "conv*=psram" */
/* Finds the memory that each rule of --place names, once all of --memory are known. */
void resolve_rules(Options *o);

#endif
