/* SPDX-License-Identifier: 0BSD
 * Layout of emitted text. */
#include "emit.h"

#include <string.h>

/* Column of the first character inside the line's opening parenthesis: where it goes on. */
static size_t hanging_indent(const char *line)
{
    const char *open = strchr(line, '(');
    size_t column = open ? (size_t)(open - line) + 1 : 4;
    return column > 60 ? 8 : column;
}

void add_wrapped(Text *t, const char *line)
{
    enum { WIDTH = 100 };
    size_t indent = hanging_indent(line), column = 0;
    while (*line) {
        const char *comma = strstr(line, ", ");
        size_t n = comma ? (size_t)(comma - line) + 1 : strlen(line);
        if (column > indent && column + n + 1 > WIDTH) {
            text_add(t, "\n%*s", (int)indent, "");
            column = indent;
            line += *line == ' ';
            n -= line[-1] == ' ';
        }
        text_bytes(t, line, n);
        column += n;
        line += n;
    }
}
