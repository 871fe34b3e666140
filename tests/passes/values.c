/* SPDX-License-Identifier: 0BSD
 * What expressions of numbers are, when they are computed here: each line of values.txt is
 * "EXPRESSION = NUMBER", behind the letters of what may compute it. */
#include "base/files.h"
#include "graph/build.h"
#include "graph/dump_whole.h"
#include "graph/parse/parse.h"
#include "model.h"

#include <stdio.h>
#include <string.h>

static int tests, failures;

typedef struct Line {
    const char *text;
    const Expr *expr;
} Line;

/* Reads the expression as that of a step; its type does not matter here. */
static void read_expr(void *line)
{
    static Program program = {.path = "values"};
    Line *l = line;
    Model m = {.program = &program};
    const char *graph = fmt_text(
        "method m\n block0():\n  v0: f32[] = map() %s  ; 0 op\n  return\n output 0: v0\n", l->text);
    l->expr = graph_parse(&m, "values", graph)->entry->first->expr;
}

static void fail(const char *line, const char *got)
{
    printf("FAILED: %s\n  got: %s\n", line, got);
    failures++;
}

static void try_line(const char *line)
{
    const char *equals = strstr(line, " = ");
    Line l = {.text = fmt_text("%.*s", (int)(equals ? equals - line - 3 : 0), line + 3)};
    const char *message = equals ? message_of(read_expr, &l) : "no '='";
    tests++;
    if (message) {
        fail(line, message);
        return;
    }
    if ((line[0] == 'f') != expr_foldable(l.expr))
        fail(line, "f: folded, -: not folded");
    if ((line[1] == 'e') != expr_evaluable(l.expr))
        fail(line, "e: evaluated in tables, -: not");
    Text got = {0};
    if (line[0] == 'f' || line[1] == 'e')
        dump_typed_expr(&got, expr_folded(l.expr));
    if (strcmp(text_string(&got), equals + 3) != 0)
        fail(line, text_string(&got));
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage_error("usage: values values.txt");
    Bytes file = file_read(argv[1]);
    const char *at = fmt_text("%.*s", (int)file.size, (const char *)file.data);
    for (; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n'))
        if (*at != '#' && *at != '\n')
            try_line(fmt_text("%.*s", (int)strcspn(at, "\n"), at));
    printf("%d tests, %d failures\n", tests, failures);
    return failures > 0;
}
