/* SPDX-License-Identifier: 0BSD
 * The loop around the steps of a strip: which rows each of them computes next. */
#include "emit.h"

#include <inttypes.h>
#include <string.h>

bool has_strips(const Graph *g, bool parted)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (s->strip && (!parted || s->strip->parts))
                return true;
    return false;
}

const char *stage_name(const Step *s)
{
    return fmt_text("%s_rows", s->name);
}

/* The residual, whose rows are those of the result. */
static bool is_added(const Step *reader, int operand)
{
    return reader->kind == K_CONV && operand == CONV_ADD;
}

/* What the steps behind `s` in its strip still read of its result; returns how many do. */
static int add_keeps(Text *t, const Step *s)
{
    int readers = 0;
    for (const Step *reader = s->next; reader != s->strip->last->next; reader = reader->next)
        for (int i = 0; i < reader->nin; i++) {
            if (reader->in[i] != s->out[0])
                continue;
            const char *name = stage_name(reader);
            bool added = is_added(reader, i);
            Text line = {0};
            text_add(&line, "        pte_stage_keep%s(&%s, %s%s%s);", added ? "_from" : "",
                     stage_name(s), added ? "" : "&", name, added ? ".from" : "");
            add_wrapped(t, line.data);
            text_add(t, "\n");
            readers++;
        }
    return readers;
}

/* Makes room for the rows that `s` computes now. */
static void add_hold(Text *t, const Graph *g, const Step *s)
{
    const Value *v = s->out[0];
    Text keeps = {0}, line = {0};
    bool one = add_keeps(&keeps, s) == 1 && s->next->in[0] == v;
    text_add(t, "%s", one ? "" : keeps.data);
    text_add(&line, "        pte_stage_%s(&%s, turn, ", one ? "feed" : "hold", stage_name(s));
    add_value(&line, g, v);
    text_add(&line, ", %" PRId64, value_memory_bytes(v) / v->held_rows);
    text_add(&line, one ? ", &%s);" : ");", stage_name(s->next));
    add_wrapped(t, line.data);
    text_add(t, "\n");
}

static void add_loop(Text *t, Emit *e, const Graph *g, const Strip *strip)
{
    const Step *last = strip->last;
    const char *name = stage_name(last);
    Text head = {0};
    text_add(&head, "    for (int32_t turn = 0; pte_stage_left(&%s); turn++) {", name);
    add_wrapped(t, head.data);
    text_add(t, "\n        pte_stage_turn(&%s, turn);\n", name);
    for (const Step *s = last; s != strip->first; s = s->prev)
        add_hold(t, g, s->prev);
    for (const Step *s = strip->first; s != last->next; s = s->next)
        add_step_lines(t, e, g, s);
    text_add(t, "    }\n");
}

/* -- in parts: a function that threads call, with what it needs of the method's arguments -- */

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

/* The method's arguments that the strip reads or writes. */
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

/* The stages at the first row of the part. */
static void add_stages(Text *t, Emit *e, const Strip *strip)
{
    const Step *last = strip->last;
    const char *params = param_name(e, last, 0);
    text_add(t, "    const pte_conv2d end = pte_rows_until(&%s, part, whole->parts);\n", params);
    text_add(t, "    const int32_t start = pte_part_start(%s.oh, part, whole->parts);\n", params);
    Text line = {0};
    text_add(&line,
             "    pte_stage %s = {.whole = &end, .rows = %" PRId64 ", .turns = 1, "
             ".start = start + %" PRId64 ", .end = start};",
             stage_name(last), last->turns.rows, last->turns.start);
    add_wrapped(t, line.data);
    text_add(t, "\n");
    for (const Step *s = last; s != strip->first; s = s->prev) {
        Text before = {0};
        text_add(&before, "    pte_stage %s = pte_stage_before(&%s, &%s);", stage_name(s->prev),
                 stage_name(s), param_name(e, s->prev, 0));
        add_wrapped(t, before.data);
        text_add(t, "\n");
    }
    text_add(t, "    pte_conv2d p;\n\n");
}

static void add_part(Text *t, Emit *e, const Graph *g, const Strip *strip, const NamedList *args)
{
    const char *name = function_name(strip);
    text_add(t, "\nstatic void %s_part(const void *call, int32_t part)\n{\n", name);
    text_add(t, "    const struct %s *const whole = call;\n", name);
    text_add(t, "    unsigned char *const a = whole->ctx->arena;\n");
    if (reads_buffer(strip, B_STATE, -1))
        text_add(t, "    unsigned char *const s = whole->ctx->state;\n");
    text_add(t, "    const %s_weights_t *const w = whole->ctx->weights;\n", e->name);
    for (int i = 0; i < args->count; i++)
        text_add(t, "    %sconst %s = whole->%s;\n", args->item[i].type, args->item[i].name,
                 args->item[i].name);
    add_stages(t, e, strip);
    add_loop(t, e, g, strip);
    text_add(t, "}\n");
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

/* What the stage knows of all rows: the kernel's parameters, or those of a step without a window.
 */
static const char *whole_of(Emit *e, const Step *s)
{
    if (s->kind == K_CONV)
        return fmt_text("&%s", param_name(e, s, 0));
    if (s->kind == K_POOL)
        return fmt_text("&(const pte_conv2d){.oh = %d, .kh = 1, .sh = 1, .dh = 1}",
                        (int)s->win.kernel[0]);
    const Value *v = s->out[0];
    int64_t rows = size_value(v->type.dim[2]);
    return fmt_text("&(const pte_conv2d){.oh = %" PRId64
                    ", .kh = 1, .sh = 1, .dh = 1, .os.h = %" PRId64 "}",
                    rows, size_value(value_numel(v)) / rows);
}

static void add_stage(Text *t, Emit *e, const Step *s)
{
    Text line = {0};
    text_add(&line,
             "    pte_stage %s = {.whole = %s, .rows = %" PRId64 ", .turns = %" PRId64
             ", .start = %" PRId64 "};",
             stage_name(s), whole_of(e, s), s->turns.rows, s->turns.turns, s->turns.start);
    add_wrapped(t, line.data);
    text_add(t, "\n");
}

/* The first one in the method itself: all have one place for a kernel's parameters. */
static const Strip *first_strip(const Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (s->strip && !s->strip->parts)
                return s->strip;
    return NULL;
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
    for (const Step *s = strip->first; s != strip->last->next; s = s->next)
        add_stage(t, e, s);
    text_add(t, strip == first_strip(g) ? "    pte_conv2d p;\n\n" : "\n");
    add_loop(t, e, g, strip);
}
