/* SPDX-License-Identifier: 0BSD
 * The body of a method: its blocks, and what decides which of them run. */
#include "emit/flow.h"
#include "emit/pauses.h"
#include "emit/steps.h"
#include "emit/stream.h"
#include "emit/strips.h"
#include "emit/structure.h"
#include "emit/text/csize.h"
#include "emit/text/text.h"
#include "emit/value.h"
#include "graph/build.h"
#include "model.h"

/* Writes the condition of a jump: the value of a bool scalar; of a bool tensor, whether no element
 * is false. */
static void add_condition(Text *t, const Graph *g, const Value *v)
{
    if (v->scalar) {
        add_value(t, g, v);
        return;
    }
    text_add(t, "pte_all_b(");
    add_value(t, g, v);
    text_add(t, ", ");
    add_c_size(t, value_numel(v));
    text_add(t, ")");
}

static void add_block(Text *t, Emit *e, const Graph *g, const Block *b)
{
    FOR_STEPS(s, b) {
        add_first_fetch(t, s);
        add_pause(t, g, s);
        add_fetch_ahead(t, s);
        if (!s->strip)
            add_step_lines(t, e, g, s);
        else if (s == s->strip->last)
            add_strip(t, e, g, s->strip);
    }
}

static void add_flow(Text *t, Emit *e, const Graph *g, const Flow *f, int depth);

static void add_condition_of(Text *t, const Graph *g, const Block *b, bool holds)
{
    text_add(t, holds ? "(" : "(!");
    add_condition(t, g, b->cond);
    text_add(t, ")");
}

static bool only_leaves(const Flow *f)
{
    return f && f->kind == FLOW_BREAK;
}

static void add_if(Text *t, Emit *e, const Graph *g, const Flow *f, int depth)
{
    if (!f->inner[0] && !f->inner[1])
        return;
    bool holds = f->inner[0] != NULL;
    const Flow *other = holds ? f->inner[1] : NULL;
    Text line = {0};
    text_add(&line, "%*sif ", depth * 4, "");
    add_condition_of(&line, g, f->block, holds);
    bool leaves = only_leaves(f->inner[!holds]) && !other;
    text_add(&line, leaves ? "" : " {");
    add_wrapped(t, line.data);
    text_add(t, "\n");
    add_flow(t, e, g, f->inner[!holds], depth + 1);
    if (leaves)
        return;
    if (other) {
        text_add(t, "%*s} else {\n", depth * 4, "");
        add_flow(t, e, g, other, depth + 1);
    }
    text_add(t, "%*s}\n", depth * 4, "");
}

/* Does the loop end with its test, or start with it? */
static bool tests_only(const Flow *f)
{
    return f && f->kind == FLOW_IF &&
           (f->inner[0] ? only_leaves(f->inner[0]) && !f->inner[1] : only_leaves(f->inner[1]));
}

static void add_loop(Text *t, Emit *e, const Graph *g, const Flow *loop, int depth)
{
    Flow *first = loop->inner[0], **last = &first;
    while ((*last)->next)
        last = &(*last)->next;
    if (tests_only(first)) {
        text_add(t, "%*swhile ", depth * 4, "");
        add_condition_of(t, g, first->block, !first->inner[0]);
        text_add(t, " {\n");
        add_flow(t, e, g, first->next, depth + 1);
        text_add(t, "%*s}\n", depth * 4, "");
    } else if (tests_only(*last)) {
        const Flow *test = *last;
        *last = NULL;
        text_add(t, "%*sdo {\n", depth * 4, "");
        add_flow(t, e, g, first, depth + 1);
        text_add(t, "%*s} while ", depth * 4, "");
        add_condition_of(t, g, test->block, !test->inner[0]);
        text_add(t, ";\n");
    } else {
        text_add(t, "%*sfor (;;) {\n", depth * 4, "");
        add_flow(t, e, g, first, depth + 1);
        text_add(t, "%*s}\n", depth * 4, "");
    }
}

static void add_flow(Text *t, Emit *e, const Graph *g, const Flow *f, int depth)
{
    for (; f; f = f->next) {
        Text lines = {.margin = 4 * (depth - 1)};
        switch (f->kind) {
        case FLOW_STEPS:
            add_block(&lines, e, g, f->block);
            add_moved(t, &lines);
            break;
        case FLOW_IF:
            add_if(t, e, g, f, depth);
            break;
        case FLOW_LOOP:
            add_loop(t, e, g, f, depth);
            break;
        case FLOW_BREAK:
            text_add(t, "%*sbreak;\n", depth * 4, "");
            break;
        }
    }
}

static bool falls_into(const Block *b, const Block *to)
{
    return b->next == to;
}

static void add_jumps(Text *t, Emit *e, const Graph *g)
{
    bool *target = NEW(bool, g->nblocks);
    FOR_BLOCKS(b, g) {
        for (int i = 0; i < 2; i++)
            if (b->to[i] && (i == 1 || !falls_into(b, b->to[i])))
                target[b->to[i]->id] = true;
    }
    FOR_BLOCKS(b, g) {
        if (target[b->id])
            text_add(t, "block%d:;\n", b->id);
        add_block(t, e, g, b);
        if (b->end == T_BRANCH) {
            text_add(t, "    if ");
            add_condition_of(t, g, b, false);
            text_add(t, "\n        goto block%d;\n", b->to[1]->id);
        }
        if (b->end != T_RETURN && b->to[0] && !falls_into(b, b->to[0]))
            text_add(t, "    goto block%d;\n", b->to[0]->id);
    }
}

void add_method_body(Text *t, Emit *e, const Graph *g)
{
    Flow *flow = NULL;
    const bool by_steps = g->model->options->by_steps;
    Text jumps = {.margin = by_steps ? 4 : 0};
    if (by_steps)
        add_resumption(t, e);
    if (structure(g, &flow)) {
        add_flow(t, e, g, flow, by_steps ? 2 : 1);
    } else {
        add_jumps(&jumps, e, g);
        add_moved(t, &jumps);
    }
    text_add(t, by_steps ? "    }\n" : "");
}
