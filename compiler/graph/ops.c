/* SPDX-License-Identifier: 0BSD
 * The operator tables: rows of ops.def and xnn.def, their schemas parsed once; complex.def. */
#include "passes/call.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAP(compute, schema, expr)
#define LOWER(function, schema) void lower_##function(Call *c);
#include "graph/ops.def"
#undef MAP
#undef LOWER

static OpRow rows[] = {
#define MAP(how, text, expr)  {.schema = (text), .compute = COMPUTE_##how, .map = (expr)},
#define LOWER(function, text) {.schema = (text), .lower = lower_##function},
#include "graph/ops.def"
#undef MAP
#undef LOWER
};
enum { NROWS = sizeof rows / sizeof *rows };

#define WHOLE(name)
#define PARTS(function, name) void lower_##function(Call *c);
#include "graph/complex.def"
#undef WHOLE
#undef PARTS

static const struct {
    const char *name;
    void (*lower)(Call *c); /* NULL: the row's own, of whole numbers */
} complex_rows[] = {
#define WHOLE(name)           {name, NULL},
#define PARTS(function, name) {name, lower_##function},
#include "graph/complex.def"
#undef WHOLE
#undef PARTS
};
enum { NCOMPLEX = sizeof complex_rows / sizeof *complex_rows };

#define MAP(id, schema, expr)
#define LOWER(id, function, schema) void lower_xnn_##function(Call *c);
#define ABSENT(id, schema)
#include "graph/xnn.def"
#undef MAP
#undef LOWER
#undef ABSENT

static OpRow xnn_nodes[] = {
#define MAP(id, text, expr)       [id] = {.schema = (text), .map = (expr)},
#define LOWER(id, function, text) [id] = {.schema = (text), .lower = lower_xnn_##function},
#define ABSENT(id, text)          [id] = {.schema = (text)},
#include "graph/xnn.def"
#undef MAP
#undef LOWER
#undef ABSENT
};
enum { NXNN_NODES = sizeof xnn_nodes / sizeof *xnn_nodes }; /* number 0 stands for no node */

/* Reads "Tensor(a!)? name" and the like from `*at` up to ',' or ')'. */
static ArgType parse_type(const char **at, OpArg *arg)
{
    static const struct {
        const char *word;
        ArgType one, list;
    } types[] = {
        {"Tensor", ARG_TENSOR, ARG_TENSOR_LIST}, {"SymInt", ARG_INT, ARG_INT_LIST},
        {"int", ARG_INT, ARG_INT_LIST},          {"float", ARG_FLOAT, ARG_FLOAT_LIST},
        {"bool", ARG_BOOL, ARG_BOOL_LIST},       {"Scalar", ARG_SCALAR, ARG_FLOAT_LIST},
        {"str", ARG_STRING, ARG_STRING},         {"ScalarType", ARG_DTYPE, ARG_DTYPE},
        {"MemoryFormat", ARG_DTYPE, ARG_DTYPE},  {"Layout", ARG_DTYPE, ARG_DTYPE},
        {"Device", ARG_DTYPE, ARG_DTYPE},
    };
    size_t n = 0;
    while (isalpha((unsigned char)(*at)[n]))
        n++;
    ArgType type = ARG_TENSOR;
    bool list = false, known = false;
    const char *word = *at;
    *at += n;
    while (**at && **at != ' ') { /* (a!) ? [2] [] in any order */
        list |= **at == '[';
        arg->written |= **at == '!';
        arg->optional |= **at == '?';
        (*at)++;
    }
    for (size_t i = 0; i < sizeof types / sizeof *types && !known; i++)
        if (strlen(types[i].word) == n && strncmp(types[i].word, word, n) == 0) {
            type = list ? types[i].list : types[i].one;
            known = true;
        }
    if (!known)
        bug("schema: unknown type at '%s'", word);
    return type;
}

static void parse_schema(OpRow *row)
{
    const char *at = strchr(row->schema, '(');
    row->name = fmt_text("%.*s", (int)(at - row->schema), row->schema);
    for (at++; *at != ')';) {
        if (strncmp(at, "*, ", 3) == 0) {
            at += 3;
            continue;
        }
        OpArg arg = {0};
        arg.type = parse_type(&at, &arg);
        const char *name = ++at;
        while (isalnum((unsigned char)*at) || *at == '_')
            at++;
        arg.name = fmt_text("%.*s", (int)(at - name), name);
        PUSH(row->arg, row->nargs, arg);
        for (int depth = 0; depth > 0 || (*at != ',' && *at != ')'); at++) /* default value */
            depth += (*at == '[') - (*at == ']');
        if (*at == ',')
            at += 2;
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const OpRow *)a)->name, ((const OpRow *)b)->name);
}

static OpRow *row_of(const char *name)
{
    OpRow key = {.name = name};
    return bsearch(&key, rows, NROWS, sizeof key, by_name);
}

static void mark_complex(void)
{
    for (int i = 0; i < NCOMPLEX; i++) {
        OpRow *row = row_of(complex_rows[i].name);
        if (!row)
            bug("%s takes complex numbers, but has no row", complex_rows[i].name);
        row->whole = !complex_rows[i].lower;
        row->lower_parts = complex_rows[i].lower;
    }
}

const OpRow *op_rows(int *count)
{
    if (!rows[0].name) {
        for (int i = 0; i < NROWS; i++)
            parse_schema(&rows[i]);
        qsort(rows, NROWS, sizeof *rows, by_name);
        mark_complex();
    }
    *count = NROWS;
    return rows;
}

const OpRow *xnn_row(uint64_t id)
{
    if (!xnn_nodes[1].name)
        for (int i = 1; i < NXNN_NODES; i++)
            parse_schema(&xnn_nodes[i]);
    return id > 0 && id < NXNN_NODES ? &xnn_nodes[id] : NULL;
}

static void forget(OpRow *row, int n)
{
    for (int i = 0; i < n; i++) {
        row[i].name = NULL;
        row[i].arg = NULL;
        row[i].nargs = 0;
    }
}

void forget_ops(void)
{
    forget(rows, NROWS);
    forget(xnn_nodes, NXNN_NODES);
}

const OpRow *op_find(const char *name, const char *overload)
{
    int n;
    op_rows(&n);
    return row_of(*overload ? fmt_text("%s.%s", name, overload) : name);
}
