/* SPDX-License-Identifier: 0BSD
 * Which operators ptec compiles, by the library of the reference that has them. */
#include "operators/operators.h"
#include "tools/operators.h"

#include <string.h>

typedef struct Entry {
    const char *library, *name; /* a heading, or an operator below it */
    bool compiled;
} Entry;

typedef struct Entries {
    Entry *item;
    int count;
} Entries;

static void add_heading(Entries *e, const char *library)
{
    PUSH(e->item, e->count, ((Entry){.library = library}));
}

static void add_operator(Entries *e, const char *name, bool compiled)
{
    PUSH(e->item, e->count, ((Entry){.name = name, .compiled = compiled}));
}

static void add_libraries(Entries *e)
{
    static const struct {
        const char *library, *name;
    } listed[] = {
#define LIBRARY(text)  {text, NULL},
#define OPERATOR(text) {NULL, text},
#include "tools/libraries.def"
#undef LIBRARY
#undef OPERATOR
    };
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        if (listed[i].library)
            add_heading(e, listed[i].library);
        else
            add_operator(e, listed[i].name, op_find(listed[i].name, "") != NULL);
}

static void add_nodes(Entries *e)
{
    const OpRow *row;
    add_heading(e, "XNNPACK nodes");
    for (uint64_t id = 1; (row = xnn_row(id)); id++)
        add_operator(e, row->name, row->map || row->lowered);
}

/* Adds the operators that are in no library's list. */
static void add_others(Entries *e)
{
    Dict listed = {0};
    int n;
    const OpRow *row = op_rows(&n);
    for (int i = 0; i < e->count; i++)
        if (e->item[i].name)
            *dict_number(&listed, e->item[i].name) = i;
    bool any = false;
    for (int i = 0; i < n; i++)
        if (*dict_number(&listed, row[i].name) < 0) {
            if (!any)
                add_heading(e, "others");
            any = true;
            add_operator(e, row[i].name, true);
        }
}

static Entries entries(void)
{
    Entries e = {0};
    add_libraries(&e);
    add_nodes(&e);
    add_others(&e);
    return e;
}

void list_operators(Text *out)
{
    Entries e = entries();
    for (int i = 0; i < e.count; i++)
        if (e.item[i].compiled)
            text_add(out, "%s\"%s\"", out->size ? ",\n" : "[", e.item[i].name);
    text_add(out, "]\n");
}

void show_operators(Text *out)
{
    Entries e = entries();
    text_add(out,
             "# Operators\n\n"
             "What `ptec ops` prints: the operators of ExecuTorch's kernel libraries, the nodes "
             "of its XNNPACK delegate,\nand others that exports have; which of them ptec "
             "compiles. `optimized` lists what `portable` lacks.\n\n"
             "| library | operators | compiled |\n|---|---|---|\n");
    for (int i = 0, end; i < e.count; i = end) {
        int compiled = 0;
        for (end = i + 1; end < e.count && !e.item[end].library; end++)
            compiled += e.item[end].compiled;
        text_add(out, "| %s | %d | %d |\n", e.item[i].library, end - i - 1, compiled);
    }
    for (int i = 0; i < e.count; i++)
        if (e.item[i].library)
            text_add(out, "\n## %s\n\n", e.item[i].library);
        else
            text_add(out, "- `%s`%s\n", e.item[i].name, e.item[i].compiled ? "" : ", missing");
}
