/* SPDX-License-Identifier: 0BSD
 * The operator tables: rows of operators.def and xnnpack.def, each schema parsed when it is first
 * asked for, and which of them complex.def says to take complex numbers. */
#include "operators/operators.h"

#include <stdlib.h>
#include <string.h>

static OpRow rows[] = {
#define MAP(how, text, expr)  {.schema = (text), .compute = COMPUTE_##how, .map = (expr)},
#define LOWER(function, text) {.schema = (text), .lowered = true},
#include "operators/operators.def"
#undef MAP
#undef LOWER
}; /* sort_rows() brings them in the order of their names */
enum { NROWS = sizeof rows / sizeof *rows };

static const struct {
    const char *name;
    bool parts; /* else the row's own function moves whole numbers */
} complex_rows[] = {
#define WHOLE(name)           {name, false},
#define PARTS(function, name) {name, true},
#include "operators/complex.def"
#undef WHOLE
#undef PARTS
};
enum { NCOMPLEX = sizeof complex_rows / sizeof *complex_rows };

static OpRow xnn_nodes[] = {
#define MAP(id, text, expr)       [id] = {.schema = (text), .map = (expr)},
#define LOWER(id, function, text) [id] = {.schema = (text), .lowered = true},
#include "operators/xnnpack.def"
#undef MAP
#undef LOWER
};
enum { NXNN_NODES = sizeof xnn_nodes / sizeof *xnn_nodes }; /* number 0 stands for no node */

/* Parses the schema of one of these tables, which has no fault. */
static void parse_schema(OpRow *row)
{
    const char *fault = schema_parse(row);
    if (fault)
        bug("schema %s: %s", row->schema, fault);
}

/* Compares rows by schema, which orders them by name too: '(' is less than any character of a
 * name. */
static int by_schema(const void *a, const void *b)
{
    return strcmp(((const OpRow *)a)->schema, ((const OpRow *)b)->schema);
}

static int compare_name(const void *name, const void *row)
{
    const char *schema = ((const OpRow *)row)->schema;
    size_t n = strlen(name);
    int order = strncmp(name, schema, n);
    return order ? order : '(' - schema[n];
}

static OpRow *row_of(const char *name)
{
    return bsearch(name, rows, NROWS, sizeof *rows, compare_name);
}

static void mark_complex(void)
{
    for (int i = 0; i < NCOMPLEX; i++) {
        OpRow *row = row_of(complex_rows[i].name);
        if (!row)
            bug("%s takes complex numbers, but has no row", complex_rows[i].name);
        row->whole = !complex_rows[i].parts;
        row->parts = complex_rows[i].parts;
    }
}

static void sort_rows(void)
{
    static bool sorted;
    if (sorted)
        return;
    for (int i = 0; i < NROWS; i++)
        rows[i].number = i + 1;
    qsort(rows, NROWS, sizeof *rows, by_schema);
    mark_complex();
    sorted = true;
}

static bool any_parsed;

static void forget(OpRow *row, int n)
{
    for (int i = 0; i < n; i++) {
        row[i].name = NULL;
        row[i].arg = NULL;
        row[i].nargs = 0;
    }
}

static void forget_schemas(void)
{
    forget(rows, NROWS);
    forget(xnn_nodes, NXNN_NODES);
    any_parsed = false;
}

/* Parses the row's schema when it is first asked for: a program has few of the operators, so that
 * most schemas are never parsed. */
static const OpRow *parsed(OpRow *row)
{
    if (!row || row->name)
        return row;
    if (!any_parsed)
        at_free_all(forget_schemas);
    any_parsed = true;
    parse_schema(row);
    return row;
}

const OpRow *op_rows(int *count)
{
    sort_rows();
    for (int i = 0; i < NROWS; i++)
        parsed(&rows[i]);
    *count = NROWS;
    return rows;
}

const OpRow *xnn_row(uint64_t id)
{
    if (id == 0 || id >= NXNN_NODES)
        return NULL;
    xnn_nodes[id].number = (int)id;
    return parsed(&xnn_nodes[id]);
}

const OpRow *op_find(const char *name, const char *overload)
{
    enum { MOST_NAME = 256 }; /* of a row, and more */
    char whole[MOST_NAME];
    int n = snprintf(whole, sizeof whole, "%s%s%s", name, *overload ? "." : "", overload);
    if (n >= MOST_NAME)
        return NULL;
    sort_rows();
    const OpRow *row = parsed(row_of(whole));
    return row && strcmp(row->name, whole) == 0 ? row : NULL; /* not a longer piece of a schema */
}
