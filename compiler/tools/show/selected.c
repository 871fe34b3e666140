/* SPDX-License-Identifier: 0BSD
 * `ptec show --selected-operators`: which operators programs call, on which types and orders of
 * axes, as ExecuTorch's gen_oplist says it to a selective build. */
#include "tools/show/selected.h"
#include "read/bundle.h"
#include "read/pte.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Does YAML need no quotes for the string? Operators and paths of common characters need none. */
static bool is_plain(const char *s)
{
    const char *dot = strrchr(s, '.');
    bool typical =
        strstr(s, "::") || (dot && (strcmp(dot, ".pte") == 0 || strcmp(dot, ".bpte") == 0));
    for (const char *p = s; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr(p > s && p[1] ? "_./-:" : "_./", *p))
            return false;
    return typical;
}

static void add_scalar(Text *t, const char *s)
{
    if (is_plain(s)) {
        text_add(t, "%s", s);
        return;
    }
    text_add(t, "\"");
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c < ' ' || c == 127 || c == '"' || c == '\\')
            text_add(t, "\\x%02x", c);
        else
            text_add(t, "%c", c);
    }
    text_add(t, "\"");
}

static const FileTensor *tensor_of_value(const FileMethod *m, int value)
{
    const FileValue *v = value < 0 ? NULL : &m->value[value];
    return v && v->kind == FV_TENSOR ? v->tensor : NULL;
}

/* Returns a tensor argument, of a list its first tensor; NULL: there is none. */
static const FileTensor *tensor_of_arg(const FileMethod *m, int arg)
{
    const FileValue *v = &m->value[arg];
    if (v->kind != FV_TENSOR_LIST && v->kind != FV_OPTIONAL_TENSOR_LIST)
        return tensor_of_value(m, arg);
    const FileTensor *first = NULL;
    for (int i = 0; i < v->count && !first; i++)
        first = tensor_of_value(m, (int)v->items[i]);
    return first;
}

/* Writes type and order of each tensor among the arguments, results included: "v1/6;0,1|6;0,1". */
static const char *kernel_key(const FileMethod *m, const FileInstr *call)
{
    Text t = {0};
    text_add(&t, "v1");
    const char *before = "/";
    for (int i = 0; i < call->nargs; i++) {
        const FileTensor *x = tensor_of_arg(m, call->args[i]);
        if (!x)
            continue;
        text_add(&t, "%s%d;", before, x->dtype);
        for (int d = 0; d < x->rank; d++)
            text_add(&t, "%s%d", d ? "," : "", x->dim_order[d]);
        before = "|";
    }
    return t.data;
}

/* Holds the programs, and the operators that any of them calls, by name. */
typedef struct Selected {
    const Program **program; /* by path */
    int nprograms;
    Dict *calls; /* of each program: its operators */
    const char **op;
    int nops;
} Selected;

typedef struct Keys {
    const char **key;
    int count;
} Keys;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Collects the keys of all calls of the operator, each once. */
static void collect_keys(Keys *keys, Dict *known, const Program *p, const char *op)
{
    for (int i = 0; i < p->nmethods; i++) {
        const FileMethod *m = &p->method[i];
        bool *same = NEW(bool, m->nops);
        for (int k = 0; k < m->nops; k++)
            same[k] = strcmp(op_text(&m->op[k]), op) == 0;
        for (int k = 0; k < m->ninstrs; k++) {
            const FileInstr *call = &m->instr[k];
            if (call->kind != FI_KERNEL_CALL || !same[call->index])
                continue;
            const char *key = kernel_key(m, call);
            if (dict_add(known, key))
                PUSH(keys->key, keys->count, key);
        }
    }
}

static Keys keys_of(const Selected *s, const char *op)
{
    Keys keys = {0};
    Dict known = {0};
    for (int i = 0; i < s->nprograms; i++)
        collect_keys(&keys, &known, s->program[i], op);
    if (keys.count)
        qsort(keys.key, (size_t)keys.count, sizeof *keys.key, by_text);
    return keys;
}

static void add_metadata(Text *t, const Selected *s)
{
    bool any = false;
    text_add(t, "et_kernel_metadata:");
    for (int i = 0; i < s->nops; i++) {
        Keys keys = keys_of(s, s->op[i]);
        if (keys.count) {
            text_add(t, "\n  ");
            add_scalar(t, s->op[i]);
            text_add(t, ":");
        }
        for (int k = 0; k < keys.count; k++)
            text_add(t, "\n  - %s", keys.key[k]);
        any |= keys.count > 0;
    }
    text_add(t, any ? "\n" : " {}\n");
}

static void add_operators(Text *t, const Selected *s)
{
    text_add(t, s->nops ? "operators:\n" : "operators: {}\n");
    for (int i = 0; i < s->nops; i++) {
        text_add(t, "  ");
        add_scalar(t, s->op[i]);
        text_add(t, ":\n    debug_info:\n");
        for (int k = 0; k < s->nprograms; k++) {
            if (!dict_has(&s->calls[k], s->op[i]))
                continue;
            text_add(t, "    - ");
            add_scalar(t, s->program[k]->path);
            text_add(t, "\n");
        }
        text_add(t, "    include_all_overloads: false\n    is_root_operator: true\n"
                    "    is_used_for_training: true\n");
    }
}

static int by_path(const void *a, const void *b)
{
    return strcmp((*(const Program *const *)a)->path, (*(const Program *const *)b)->path);
}

static Selected collect_operators(const Options *o, const char *const *path, int npaths)
{
    Selected s = {.nprograms = npaths, .calls = NEW(Dict, npaths)};
    Dict known = {0};
    s.program = NEW(const Program *, npaths);
    for (int i = 0; i < npaths; i++)
        s.program[i] = read_model(path[i], o->ptd, o->nptds)->program;
    qsort(s.program, (size_t)npaths, sizeof *s.program, by_path);
    for (int i = 0; i < npaths; i++) {
        int n;
        const char **op = program_operators(s.program[i], &n);
        for (int k = 0; k < n; k++) {
            dict_add(&s.calls[i], op[k]);
            if (dict_add(&known, op[k]))
                PUSH(s.op, s.nops, op[k]);
        }
    }
    if (s.nops)
        qsort(s.op, (size_t)s.nops, sizeof *s.op, by_text);
    return s;
}

void show_selected(Text *t, const Options *o, const char *const *path, int npaths)
{
    const Selected s = collect_operators(o, path, npaths);
    text_add(t, "build_features: []\ncustom_classes: []\n");
    add_metadata(t, &s);
    text_add(t, "include_all_non_op_selectives: false\ninclude_all_operators: false\n"
                "kernel_metadata: {}\n");
    add_operators(t, &s);
}
