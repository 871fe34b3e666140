/* SPDX-License-Identifier: 0BSD
 * The option --custom: operators by name, by schema, or those of a file in ExecuTorch's form. */
#include "cli/custom.h"
#include "base/files.h"
#include "base/words.h"
#include "cli/values.h"
#include "operators/schema.h"

#include <string.h>

/* Returns what keeps a schema from being one of the user's operators; it also stands in a comment
 * of C. */
static const char *read_schema(OpRow *row)
{
    for (const char *p = row->schema; *p; p++)
        if ((unsigned char)*p < ' ')
            return "it has a control character";
    if (strstr(row->schema, "*/") || strstr(row->schema, "/*"))
        return "it has what begins or ends a comment";
    const char *fault = schema_parse(row);
    return fault                             ? fault
           : strstr(row->name, "::") == NULL ? "its name has no library, as in mylib::scale.out"
                                             : NULL;
}

/* Takes the value of `- func: SCHEMA`, which may be in quotes. */
static void add_function(CommandLine *c, const char *path, int line, const char *value, size_t n)
{
    const char *end;
    OpRow row = {0};
    if (n && (*value == '"' || *value == '\'') && (end = memchr(value + 1, *value, n - 1))) {
        value++;
        n = (size_t)(end - value);
    }
    row.schema = fmt_text("%.*s", (int)n, value);
    const char *fault = read_schema(&row);
    if (fault)
        fatal(fmt_text("%s, line %d", printable(path), line), "%s: '%s'", fault,
              printable(row.schema));
    PUSH(c->options.custom, c->options.ncustoms, row);
}

/* Reads the operators with a schema; those without, `- op: NAME`, are of ExecuTorch's own
 * library. */
static void add_functions_of(CommandLine *c, const char *path)
{
    static const char key[] = "func:";
    const int before = c->options.ncustoms;
    const Bytes file = file_read(path);
    const char *at = (const char *)file.data, *end = at + file.size;
    for (int line = 1; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end, *word = at;
        while (word < stop && strchr("- \t", *word))
            word++;
        while (stop > word && strchr(" \t\r", stop[-1]))
            stop--;
        if ((size_t)(stop - word) >= strlen(key) && memcmp(word, key, strlen(key)) == 0) {
            word += strlen(key);
            while (word < stop && *word == ' ')
                word++;
            add_function(c, path, line, word, (size_t)(stop - word));
        }
        at = newline ? newline + 1 : end;
    }
    if (c->options.ncustoms == before)
        fatal(path, "has no line such as '- func: mylib::scale.out(Tensor self, *, Tensor(a!) out) "
                    "-> Tensor(a!)'");
}

static bool is_yaml(const char *text)
{
    const char *dot = strrchr(text, '.');
    return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

void add_custom(CommandLine *c, char *text)
{
    OpRow row = {0};
    if (is_yaml(text)) {
        add_functions_of(c, text);
        return;
    }
    if (strchr(text, '(')) {
        row.schema = text;
        const char *fault = read_schema(&row);
        if (fault)
            usage_error("--custom: %s: '%s'", fault, printable(text));
    } else {
        row.name = name_of("--custom", text, "::", "mylib::scale.out");
    }
    PUSH(c->options.custom, c->options.ncustoms, row);
}
