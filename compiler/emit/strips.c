/* SPDX-License-Identifier: 0BSD
 * The loop around the steps of a strip: which rows each of them computes next. */
#include "emit/strips.h"
#include "emit/arenas.h"
#include "emit/params.h"
#include "emit/pauses.h"
#include "emit/steps.h"
#include "emit/text/arguments.h"
#include "emit/text/labels.h"
#include "emit/text/text.h"
#include "emit/turns.h"
#include "emit/value.h"
#include "graph/build.h"
#include "plan/strips/rows.h"

#include <inttypes.h>
#include <string.h>

static void add_line(Text *t, Text *line)
{
    add_wrapped(t, line->data);
    text_add(t, "\n");
}

/* Says which step's rows a step that slides over rows reads, unless they are those of the step
 * before. */
static void add_operand(Text *t, Emit *e, const Step *s)
{
    const Value *in = s->in[CONV_IN];
    if (!is_of_strip(s, in))
        text_add(t, "        t.turns = NULL;\n");
    else if (in->def != s->prev)
        text_add(t, "        t.turns = %s;\n", turns_of(e, in->def));
}

static void add_step_rows(Text *t, Emit *e, const Graph *g, const Step *s)
{
    bool slides = slides_over_rows(s);
    Text line = {0};
    if (slides) {
        const RowsText *rows = &s->kernel->params->rows;
        add_operand(t, e, s);
        text_add(&line, "        %s(&%s, ", rows->function, rows->variable);
    } else {
        text_add(&line, "        pte_rows_of(&t, ");
    }
    add_value(&line, g, s->out[0]);
    if (slides)
        text_add(&line, ", &%s", param_name(e, s, 0));
    else
        text_add(&line, ", %" PRId64, s == s->strip->last ? 0 : row_step(s, s->out[0]));
    text_add(&line, ", %s);", turns_of(e, s));
    add_line(t, &line);
}

/* Writes `call` for the rows that are kept in `place`. */
static void add_kept(Text *t, const Graph *g, const char *call, const Value *place)
{
    Text line = {0};
    text_add(&line, "        %s(&t, ", call);
    add_value(&line, g, place);
    text_add(&line, ");");
    add_line(t, &line);
}

/* Writes what computes the step's rows of this turn. */
static void add_turn(Text *t, Emit *e, const Graph *g, const Step *s)
{
    add_step_comment(t, s);
    add_step_rows(t, e, g, s);
    if (s->kept)
        add_kept(t, g, "pte_rows_bring", s->kept);
    else if (s != s->strip->last && s->turns.kept)
        text_add(t, "        pte_rows_keep(&t);\n");
    add_step_calls(t, e, g, s);
    if (s->kept)
        add_kept(t, g, "pte_rows_put", s->kept);
}

static int64_t turns_in_all(const Step *s)
{
    const Turns *t = &s->turns;
    return (height(s) * t->turns - t->start + t->rows - 1) / t->rows + 1;
}

static void add_turn_params(Text *t, const Strip *strip)
{
    const char *known = "";
    for (const Step *s = strip->first; s != strip->last->next; s = s->next) {
        if (!slides_over_rows(s))
            continue;
        const char *name = s->kernel->params->rows.variable;
        if (strstr(known, name))
            continue;
        known = fmt_text("%s%s", known, name);
        text_add(t, "        %s_turn %s;\n        %s.turn = &t;\n", s->kernel->params->name, name,
                 name);
    }
}

static void add_loop(Text *t, Emit *e, const Graph *g, const Strip *strip)
{
    Text head = {0};
    text_add(&head, "    for (pte_turn t = {0}; t.number < ");
    if (strip->parts)
        text_add(&head, "pte_turns_count(%s)", turns_of(e, strip->last));
    else
        text_add(&head, "%" PRId64, turns_in_all(strip->last));
    text_add(&head, "; t.number++) {");
    add_line(t, &head);
    add_turn_pause(t, g, strip);
    add_turn_params(t, strip);
    for (const Step *s = strip->first; s != strip->last->next; s = s->next) {
        text_add(t, "\n");
        add_turn(t, e, g, s);
    }
    text_add(t, "    }\n");
}

static bool reads_buffer(const Strip *strip, BufferKind kind, int index)
{
    for (const Step *s = strip->first; s != strip->last->next; s = s->next)
        for (int i = 0; i < s->nin + s->nout; i++) {
            Value *v = i < s->nin ? s->in[i] : s->out[i - s->nin];
            const Buffer *b = v ? value_root(v)->buffer : NULL;
            if (b && b->kind == kind && (index < 0 || b->index == index))
                return true;
        }
    return false;
}

typedef struct Named {
    const char *type, *name; /* "const float *", "input" */
} Named;

typedef struct NamedList {
    Named *item;
    int count;
} NamedList;

/* Lists the method's arguments that the strip reads or writes. */
static NamedList arguments_of(const Graph *g, const Strip *strip)
{
    NamedList list = {0};
    for (int i = 0; i < g->ninputs + g->noutputs; i++) {
        bool in = i < g->ninputs;
        const Arg *a = in ? &g->input[i] : &g->output[i - g->ninputs];
        if (!reads_buffer(strip, in ? B_INPUT : B_OUTPUT, in ? i : i - g->ninputs))
            continue;
        Named n = {fmt_text("%s%s *", in ? "const " : "", c_type_of_arg(a)), a->name};
        PUSH(list.item, list.count, n);
    }
    return list;
}

static const char *function_name(const Strip *strip)
{
    return fmt_text("%s_strips", strip->last->name);
}

static void add_struct(Text *t, const Emit *e, const Strip *strip, const NamedList *args)
{
    text_add(t, "\n/* %s to %s in turns, in parts. */", strip->first->name, strip->last->name);
    text_add(t, "\nstruct %s {\n    const %s_ctx *ctx;\n", function_name(strip), e->name);
    for (int i = 0; i < args->count; i++)
        text_add(t, "    %s%s;\n", args->item[i].type, args->item[i].name);
    text_add(t, "    int32_t parts;\n};\n");
}

/* Writes which rows each step computes for the strip's rows of one part. */
static void add_part_turns(Text *t, Emit *e, const Strip *strip)
{
    const Step *last = strip->last;
    Text line = {0};
    text_add(&line, "    const pte_turns %s = pte_turns_part(&%s, part, whole->parts);",
             part_of_turns(last), shared_turns(e, last));
    add_line(t, &line);
    for (const Step *s = last; s != strip->first; s = s->prev) {
        Text before = {0};
        text_add(&before, "    const pte_turns %s = pte_turns_before(&%s, &%s, &%s, ",
                 part_of_turns(s->prev), part_of_turns(s), shared_turns(e, s),
                 shared_turns(e, s->prev));
        text_add(&before, "%" PRId64 ", %" PRId64 ");", s->win.stride[0], s->win.pad[0]);
        add_line(t, &before);
    }
    text_add(t, "\n");
}

static void add_part(Text *t, Emit *e, const Graph *g, const Strip *strip, const NamedList *args)
{
    const char *name = function_name(strip);
    Text loop = {0};
    add_loop(&loop, e, g, strip);
    text_add(t, "\nstatic void %s_part(const void *call, int32_t part)\n{\n", name);
    text_add(t, "    const struct %s *const whole = call;\n", name);
    add_arena_pointers(t, e->m, "whole->ctx", loop.data);
    if (reads_buffer(strip, B_STATE, -1))
        text_add(t, "    unsigned char *const s = whole->ctx->state;\n");
    text_add(t, "    const %s_weights_t *const w = whole->ctx->weights;\n", e->name);
    for (int i = 0; i < args->count; i++)
        text_add(t, "    %sconst %s = whole->%s;\n", args->item[i].type, args->item[i].name,
                 args->item[i].name);
    add_part_turns(t, e, strip);
    text_add(t, "%s}\n", loop.data);
}

static void add_whole(Text *t, const Emit *e, const Strip *strip, const NamedList *args)
{
    const char *name = function_name(strip);
    text_add(t, "\nstatic void %s(const %s_ctx *ctx, int32_t parts", name, e->name);
    for (int i = 0; i < args->count; i++)
        text_add(t, ", %s%s", args->item[i].type, args->item[i].name);
    text_add(t, ")\n{\n    const int32_t count = pte_parts(ctx->threads, parts, %" PRId64 ");\n",
             size_value(strip->last->out[0]->type.dim[2]));
    text_add(t, "    const struct %s whole = {ctx, ", name);
    for (int i = 0; i < args->count; i++)
        text_add(t, "%s, ", args->item[i].name);
    text_add(t, "count};\n\n    pte_run_parts(ctx->threads, %s_part, &whole, count);\n}\n", name);
}

static void add_parted_call(Text *t, const Graph *g, const Strip *strip, const NamedList *args)
{
    const Value *out = strip->last->out[0];
    Text line = {0};
    text_add(t, "    /* %s  %s to %s */\n", shape_text(out), strip->first->name, strip->last->name);
    text_add(&line, "    STEP(%s, ", strip->last->name);
    add_value(&line, g, out);
    text_add(&line, ", %" PRId64 ", %s(ctx, %d", value_bound_bytes(out), function_name(strip),
             strip->parts);
    for (int i = 0; i < args->count; i++)
        text_add(&line, ", %s", args->item[i].name);
    text_add(&line, "));");
    add_wrapped(t, line.data);
    text_add(t, "\n");
}

void add_strip(Text *t, Emit *e, const Graph *g, const Strip *strip)
{
    if (strip->parts) {
        NamedList args = arguments_of(g, strip);
        add_struct(&e->parts, e, strip, &args);
        add_part(&e->parts, e, g, strip, &args);
        add_whole(&e->parts, e, strip, &args);
        add_parted_call(t, g, strip, &args);
        return;
    }
    text_add(t, "    /* In turns, each a few rows: */\n");
    add_loop(t, e, g, strip);
}
