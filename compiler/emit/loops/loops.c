/* SPDX-License-Identifier: 0BSD
 * The loops of MAP, LOOKUP, REDUCE and SCAN steps: one C function for each distinct expression,
 * element types and order of access; extents are arguments, so that steps of any size share it. */
#include "emit/loops/loops.h"
#include "base/identifier.h"
#include "emit/loops/loop_text.h"
#include "emit/loops/reductions.h"
#include "emit/text/labels.h"
#include "emit/text/text.h"
#include "select/registry.h"

static void add_parameters(Text *t, const Nest *n)
{
    for (int k = 0; k < n->nlanes; k++) {
        const Value *v = n->lane[k].v;
        if (!lane_is_argument(n, k))
            continue;
        if (v->scalar)
            text_add(t, ", %s %s", dtype_c((int)v->type.dtype), n->lane[k].name);
        else
            text_add(t, "%spte_%s *%s", k ? ", const " : "", c_suffix(v->type.dtype),
                     n->lane[k].name);
    }
    if (nest_takes_turns(n))
        text_add(t, ", int32_t from, int32_t count");
    for (int i = nest_takes_turns(n) && !finishes_sums(n->s) ? 1 : 0; i < n->rank; i++)
        text_add(t, ", int32_t n%d", i);
    for (int k = 0; k < n->nlanes; k++)
        for (int i = 0; i < n->rank; i++)
            if (takes_stride(n, k, i))
                text_add(t, ", int32_t %s_s%d", n->lane[k].name, i);
}

static void add_function(Text *t, const Nest *n)
{
    text_add(t, "static void \003(");
    add_parameters(t, n);
    text_add(t, ")\n{\n");
    if (n->s->kind == K_REDUCE || n->s->kind == K_SCAN) {
        add_reduction(t, n);
    } else {
        add_loop_heads(t, n, 0, n->rank);
        if (n->rank == 0)
            add_hoisted(t, n, 0);
        add_indent(t, n->rank + 1);
        add_loop_store(t, n, n->s->expr, NULL);
        add_loop_tails(t, n, 0, n->rank);
    }
    text_add(t, "}\n");
}

static void add_argument(Text *args, const Step *s, Size *n)
{
    if (size_is_const(n) && !n->narrow)
        fatal(s->name, "an extent or stride does not fit into 32 bits");
    text_add(args, ", ");
    add_c_int32(args, n);
}

static SizeList nest_sizes(const Nest *n)
{
    SizeList list = {0};
    for (int i = 0; i < n->rank; i++)
        PUSH(list.item, list.count, n->extent[i]);
    for (int k = 0; k < n->nlanes; k++)
        for (int i = 0; i < n->rank; i++)
            if (takes_stride(n, k, i))
                PUSH(list.item, list.count, n->lane[k].stride[i]);
    return list;
}

SizeList loop_sizes(const Step *s)
{
    Nest n = make_nest(s);
    return nest_sizes(&n);
}

Shared *loop_function(Emit *e, const Step *s, Text *args)
{
    Nest n = make_nest(s);
    Text text = {0}, body = {0}, rests = {0};
    n.lanes = uses_lanes(e->m->graph[0]);
    n.constants = e->m->options->shared ? NULL : s->in; /* other models do not know of them */
    n.rests = &rests;
    add_function(&body, &n);
    text_add(&text, "%s%s", calls_lanes(&body) ? "PTE_USES_LANES " : "", body.data);
    if (rests.size && dict_add(&e->resting, s->name))
        text_add(&e->rests, "%s %s\n", s->name, rests.data);
    SizeList sizes = nest_sizes(&n);
    for (int i = 0; i < sizes.count; i++)
        add_argument(args, s, sizes.item[i]);
    Text label = {0};
    add_op_label(&label, s);
    const char *base = fmt_text("%s_%s", c_identifier(label.data), c_suffix(s->out[0]->type.dtype));
    return share(&e->loops, text.data, base);
}

bool loop_takes(const Step *s, int operand)
{
    Nest n = make_nest(s);
    return lane_is_argument(&n, operand + 1);
}

bool moves_in_loop(const Step *s, int operand)
{
    Nest n = make_nest(s);
    return !n.lane[operand + 1].v->scalar && lane_moves(&n, operand + 1, 0);
}

const char *outermost_step(const Step *s, int argument, const char *prefix)
{
    Nest n = make_nest(s);
    int lane = 0;
    for (int before = argument; lane < n.nlanes && (!lane_is_argument(&n, lane) || before > 0);
         lane++)
        before -= lane_is_argument(&n, lane);
    if (lane >= n.nlanes || n.lane[lane].v->scalar || !lane_moves(&n, lane, 0))
        return NULL;
    return stride_text(&n, lane, 0, prefix);
}

void collect_loops(Emit *e, const Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            Text args = {0};
            if (is_loop(s))
                loop_function(e, s, &args)->callers++;
        }
}
