/* SPDX-License-Identifier: 0BSD
 * The functions of these headers that are not in examples/firmware. */
#include "stdlib.h"
#include "string.h"

int strncmp(const char *a, const char *b, size_t n)
{
    for (; n > 0; n--, a++, b++)
        if (*a != *b || !*a)
            return (unsigned char)*a - (unsigned char)*b;
    return 0;
}

char *strncpy(char *to, const char *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = *from ? *from++ : 0;
    return to;
}

char *strcat(char *to, const char *from)
{
    char *end = to;
    while (*end)
        end++;
    while ((*end++ = *from++))
        continue;
    return to;
}

static int is_one_of(char c, const char *characters)
{
    for (; *characters; characters++)
        if (*characters == c)
            return 1;
    return 0;
}

char *strtok(char *text, const char *separators)
{
    static char *rest;
    char *start = text ? text : rest;
    while (start && *start && is_one_of(*start, separators))
        start++;
    if (!start || !*start)
        return rest = NULL;
    for (rest = start; *rest && !is_one_of(*rest, separators);)
        rest++;
    if (*rest)
        *rest++ = 0;
    else
        rest = NULL;
    return start;
}

int atoi(const char *text)
{
    int number = 0;
    for (; *text >= '0' && *text <= '9'; text++)
        number = 10 * number + (*text - '0');
    return number;
}
