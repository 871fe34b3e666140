/* SPDX-License-Identifier: 0BSD
 * Steps that threads compute in parts. For each kernel or loop that is called so there is a
 * function of the same arguments: it hands the call to the threads, each of which moves the
 * arguments on to its part. */
#include "emit/parts.h"
#include "base/embedded.h"
#include "emit/bundle.h"
#include "emit/loops/loops.h"
#include "emit/text/text.h"
#include "select/registry.h"

#include <string.h>

/* Parses a prototype's arguments; `p` points behind the opening parenthesis. */
static Arguments arguments_of(const char *p)
{
    Arguments a = {.count = 0};
    while (*p != ')') {
        p += strspn(p, ", \n");
        size_t size = strcspn(p, ",)"), name = size;
        while (in_name(p[name - 1]))
            name--;
        Argument argument = {fmt_text("%.*s", (int)name, p),
                             fmt_text("%.*s", (int)(size - name), p + name)};
        PUSH(a.item, a.count, argument);
        p += size;
    }
    return a;
}

/* Says how arguments change in a call that computes a part: for a kernel as `split` says, for a
 * loop by so many elements a turn as `by` says, of which NULL stands for none. */
typedef struct Moves {
    const Split *split;
    const char *param_type; /* "pte_conv2d" */
    const char *const *by;
} Moves;

/* Writes the argument at the part's start: "whole->out + from * p.os.h". */
static const char *moved(const Argument *a, const char *by)
{
    const char *bytes = strstr(a->type, "void") ? "(pte_u8 *)" : "";
    if (*bytes && strncmp(a->type, "const", 5) == 0)
        bytes = "(const pte_u8 *)";
    const char *from = strcmp(by, "1") == 0 ? "from" : fmt_text("from * %s", by);
    return fmt_text("%swhole->%s + %s", bytes, a->name, from);
}

static const SplitMove *find_move(const SplitMove *move, const Argument *a)
{
    for (int i = 0; i < SPLIT_MOVES && move[i].operand; i++)
        if (strcmp(move[i].operand, a->name) == 0)
            return &move[i];
    return NULL;
}

static const char *kernel_argument(const Split *split, const Argument *a)
{
    const SplitMove *move = find_move(split->move, a);
    if (move)
        return moved(a, move->by);
    if (find_move(split->optional, a))
        return a->name;
    return strcmp(a->name, "p") == 0 ? "&p" : fmt_text("whole->%s", a->name);
}

static const char *loop_argument(const char *by, const Argument *a)
{
    if (by)
        return moved(a, by);
    return strcmp(a->name, "n0") == 0 ? "end - from" : fmt_text("whole->%s", a->name);
}

/* A function that is called in parts. */
typedef struct Parted {
    const char *callee, *name; /* "pte_conv2d_f32", "pte_conv2d_f32_by_oh" */
    const char *extent;        /* all parts together: "p->oh", "n0" */
    int unit;                  /* parts are multiples of it, or 0: of any size */
    Arguments arguments;
    Moves moves;
} Parted;

static void add_call_struct(Text *t, const Parted *f)
{
    text_add(t, "\nstruct %s {\n", f->name);
    for (int i = 0; i < f->arguments.count; i++)
        text_add(t, "    %s%s;\n", f->arguments.item[i].type, f->arguments.item[i].name);
    text_add(t, "    int32_t parts;\n};\n");
}

static void add_line(Text *t, const char *line)
{
    add_wrapped(t, line);
    text_add(t, "\n");
}

/* Writes the part's own parameters, and its pointers to operands that may be NULL. */
static void add_own(Text *t, const Parted *f)
{
    const Split *split = f->moves.split;
    text_add(t, "    %s p = *whole->p;\n", f->moves.param_type);
    for (int i = 0; i < f->arguments.count; i++) {
        const Argument *a = &f->arguments.item[i];
        const SplitMove *move = find_move(split->optional, a);
        if (move)
            add_line(t, fmt_text("    %sconst %s = whole->%s ? %s : NULL;", a->type, a->name,
                                 a->name, moved(a, move->by)));
    }
    text_add(t, "\n    p.%s = end - from;\n", split->extent);
    if (split->change)
        text_add(t, "    %s;\n", split->change);
}

static void add_part(Text *t, const Parted *f)
{
    const Split *split = f->moves.split;
    text_add(t, "\nstatic void %s_part(const void *call, int32_t part)\n{\n", f->name);
    text_add(t, "    const struct %s *const whole = call;\n", f->name);
    for (int i = 0; i < 2; i++)
        text_add(t, "    const int32_t %s = %s(whole->%s, %spart%s, whole->parts);\n",
                 i ? "end" : "from", f->unit ? "pte_part_start_by" : "pte_part_start", f->extent,
                 f->unit ? fmt_text("%d, ", f->unit) : "", i ? " + 1" : "");
    if (split)
        add_own(t, f);
    else
        text_add(t, "\n");
    Text call = {0};
    text_add(&call, "    %s(", f->callee);
    for (int i = 0; i < f->arguments.count; i++) {
        const Argument *a = &f->arguments.item[i];
        text_add(&call, "%s%s", i ? ", " : "",
                 split ? kernel_argument(split, a) : loop_argument(f->moves.by[i], a));
    }
    text_add(&call, ");");
    add_line(t, call.data);
    text_add(t, "}\n");
}

static void add_whole(Text *t, const Parted *f)
{
    Text head = {0}, whole = {0};
    text_add(&head, "static void %s(pte_threads *threads, int32_t parts", f->name);
    text_add(&whole, "    const struct %s whole = {", f->name);
    for (int i = 0; i < f->arguments.count; i++) {
        const Argument *a = &f->arguments.item[i];
        text_add(&head, ", %s%s", a->type, a->name);
        text_add(&whole, "%s, ", a->name);
    }
    text_add(&head, ")");
    text_add(&whole, "count};");
    text_add(t, "\n");
    add_line(t, head.data);
    const char *units = f->unit ? fmt_text("pte_units(%s, %d)", f->extent, f->unit) : f->extent;
    text_add(t, "{\n    const int32_t count = pte_parts(threads, parts, %s);\n", units);
    add_line(t, whole.data);
    text_add(t, "\n    pte_run_parts(threads, %s_part, &whole, count);\n}\n", f->name);
}

static const char *add_parted(Emit *e, const Parted *f)
{
    if (!dict_add(&e->parted, f->name))
        return f->name;
    text_add(&e->parts, "\n/* %s in parts of %s. */", f->callee, f->extent);
    add_call_struct(&e->parts, f);
    add_part(&e->parts, f);
    add_whole(&e->parts, f);
    return f->name;
}

Arguments kernel_arguments(const char *symbol)
{
    const char *start = fmt_text("void %s(", symbol);
    const char *at = strstr(embedded_text(backend_of(symbol)->header), start);
    if (!at)
        bug("%s has no prototype", symbol);
    return arguments_of(at + strlen(start));
}

/* Names the split extent: "oh", or "extent0" for "extent[0]". */
static const char *name_of(const Split *split)
{
    Text t = {0};
    const char *field = split->flat ? "positions" : split->extent;
    for (; *field; field++)
        if (in_name(*field))
            text_bytes(&t, field, 1);
    return fmt_text("%.*s", (int)t.size, t.data);
}

const char *parted_kernel(Emit *e, const Step *s, const char *symbol)
{
    Parted f = {.callee = symbol,
                .name = fmt_text("%s_by_%s", symbol, name_of(s->split)),
                .extent = fmt_text("p->%s", s->split->extent),
                .unit = split_unit(s),
                .arguments = kernel_arguments(symbol),
                .moves = {.split = s->split, .param_type = s->kernel->params->name}};
    return add_parted(e, &f);
}

const char *parted_loop(Emit *e, const Step *s, const Shared *loop)
{
    Parted f = {.callee = loop->name,
                .name = fmt_text("%s_by_n0", loop->name),
                .extent = "n0",
                .arguments = arguments_of(strchr(loop->key, '(') + 1)};
    const char **by = NEW(const char *, f.arguments.count);
    f.moves.by = by;
    for (int i = 0; i < f.arguments.count; i++)
        by[i] = outermost_step(s, i, "whole->");
    return add_parted(e, &f);
}
