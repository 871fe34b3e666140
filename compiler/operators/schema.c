/* SPDX-License-Identifier: 0BSD
 * Schemas of operators, as PyTorch writes them: "aten::add.out(Tensor self, *, Tensor(a!) out) ->
 * Tensor(a!)". */
#include "operators/schema.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *word;
    ArgType one, list;
} types[] = {
    {"Tensor", ARG_TENSOR, ARG_TENSOR_LIST}, {"SymInt", ARG_INT, ARG_INT_LIST},
    {"int", ARG_INT, ARG_INT_LIST},          {"float", ARG_FLOAT, ARG_FLOAT_LIST},
    {"bool", ARG_BOOL, ARG_BOOL_LIST},       {"Scalar", ARG_SCALAR, ARG_FLOAT_LIST},
    {"str", ARG_STRING, ARG_STRING},         {"ScalarType", ARG_DTYPE, ARG_DTYPE},
    {"MemoryFormat", ARG_DTYPE, ARG_DTYPE},  {"Layout", ARG_DTYPE, ARG_DTYPE},
    {"Device", ARG_DTYPE, ARG_DTYPE},        {"Generator", ARG_DTYPE, ARG_DTYPE},
};

static size_t word_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return n;
}

/* Reads "Tensor(a!)?" and the like up to the space behind it; the marks may stand in any order.
 * False: there is no such type. */
static bool parse_type(const char **at, OpArg *arg)
{
    const char *word = *at;
    const size_t n = word_length(word);
    bool list = false;
    int depth = 0;
    for (*at += n; **at && (**at != ' ' || depth > 0); (*at)++) {
        depth += (**at == '(') - (**at == ')');
        list |= **at == '[';
        arg->written |= **at == '!';
        arg->optional |= **at == '?';
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].word) == n && strncmp(types[i].word, word, n) == 0) {
            arg->type = list ? types[i].list : types[i].one;
            return true;
        }
    return false;
}

/* Skips "=[0, 1]", "='a, b'" and the like. */
static void skip_default(const char **at)
{
    char quote = 0;
    for (int depth = 0; **at && (quote || depth > 0 || (**at != ',' && **at != ')')); (*at)++)
        if (quote || **at == '"' || **at == '\'')
            quote = !quote ? **at : **at == quote ? 0 : quote;
        else
            depth += (**at == '[') - (**at == ']');
}

static bool has_argument(const OpRow *row, const char *name)
{
    for (int i = 0; i < row->nargs; i++)
        if (strcmp(row->arg[i].name, name) == 0)
            return true;
    return false;
}

static const char *parse_argument(OpRow *row, const char **at)
{
    OpArg arg = {0};
    const char *type = *at;
    if (!parse_type(at, &arg))
        return fmt_text("'%.*s' is no type of an argument", (int)strcspn(type, " ,)"), type);
    *at += strspn(*at, " ");
    const size_t n = word_length(*at);
    arg.name = fmt_text("%.*s", (int)n, *at);
    if (n == 0)
        return fmt_text("argument %d has no name", row->nargs);
    if (has_argument(row, arg.name))
        return fmt_text("two arguments are called %s", arg.name);
    *at += n;
    skip_default(at);
    PUSH(row->arg, row->nargs, arg);
    return NULL;
}

const char *schema_parse(OpRow *row)
{
    const char *at = row->schema + strcspn(row->schema, "("), *fault = NULL;
    if (!*at)
        return "there are no arguments in brackets behind the name";
    row->name = fmt_text("%.*s", (int)(at - row->schema), row->schema);
    at++;
    while (!fault && *at && *at != ')') {
        if (*at == '*' && strspn(at + 1, ", "))
            at += 1;
        else
            fault = parse_argument(row, &at);
        at += strspn(at, ", ");
    }
    return fault || *at ? fault : "the bracket is not closed";
}
