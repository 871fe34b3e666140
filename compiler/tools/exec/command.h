/* SPDX-License-Identifier: 0BSD
 * The words of a command. */
#ifndef PTEC_TOOLS_EXEC_COMMAND_H
#define PTEC_TOOLS_EXEC_COMMAND_H

#include "base/util.h"

typedef struct Command {
    char **word; /* NULL-ended when it starts */
    int count;
} Command;

void command_word(Command *c, const char *word);
void command_words(Command *c, const char *words); /* separated by spaces */
const char *command_line(const Command *c);

#endif
