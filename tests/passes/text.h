/* SPDX-License-Identifier: 0BSD
 * Texts of graphs that are compared. */
#ifndef TESTS_PASSES_TEXT_H
#define TESTS_PASSES_TEXT_H

#include "base/util.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Returns the text with its values numbered in the order in which it names them: which numbers new
 * values get depends on sizes among the operands, which have no number in the text. */
static inline const char *numbered_anew(const char *text)
{
    Text t = {0};
    int *number = NULL, known = 0, count = 0;
    for (const char *at = text; *at; at++) {
        size_t n = strncmp(at, "view", 4) == 0 ? 4 : *at == 'v' || *at == 'c' ? 1 : 0;
        bool is_first = at == text || strchr(" (", at[-1]);
        text_add(&t, "%c", *at);
        if (n == 0 || !is_first || !isdigit((unsigned char)at[n]))
            continue;
        char *end;
        int id = (int)strtol(at + n, &end, 10);
        while (known <= id)
            PUSH(number, known, -1);
        if (number[id] < 0)
            number[id] = count++;
        text_add(&t, "%.*s%d", (int)n - 1, at + 1, number[id]);
        at = end - 1;
    }
    return text_string(&t);
}

#endif
