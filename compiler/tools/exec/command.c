/* SPDX-License-Identifier: 0BSD
 * The words of a command. */
#define _POSIX_C_SOURCE 200809L
#include "tools/exec/command.h"

#include <string.h>

void command_word(Command *c, const char *word)
{
    PUSH(c->word, c->count, fmt_text("%s", word));
}

void command_words(Command *c, const char *words)
{
    char *rest = NULL;
    for (char *w = strtok_r(fmt_text("%s", words), " ", &rest); w; w = strtok_r(NULL, " ", &rest))
        command_word(c, w);
}

const char *command_line(const Command *c)
{
    Text t = {0};
    for (int i = 0; i < c->count; i++)
        text_add(&t, "%s%s", i ? " " : "", c->word[i]);
    return t.data;
}
