/* SPDX-License-Identifier: 0BSD
 * Operators of the program that have no step of their own, and the steps that do their work. */
#include "emit/text/folded.h"
#include "read/pte.h"

#include <string.h>

/* Is a list of instructions, each once or more. */
typedef struct Mentions {
    int *instr;
    int count;
} Mentions;

typedef struct StepSet {
    const Step *step[MOST_FOLDED];
    int count;
} StepSet;

/* Holds what is known of a method while its folded calls are looked for. By slot: which
 * instructions mention it, which is the first, that writes it, or -1, and whether the method
 * returns it. By instruction: the steps that it became, the steps that read its result, those that
 * compute its operands, and whether the method returns its result. */
typedef struct Flow {
    const FileMethod *m;
    Mentions *mention;
    int *writer;
    bool *output;
    StepSet *own, *readers, *makers;
    bool *returned;
} Flow;

static void add_step_to(StepSet *set, const Step *s)
{
    for (int i = 0; i < set->count; i++)
        if (set->step[i] == s)
            return;
    if (set->count < MOST_FOLDED)
        set->step[set->count++] = s;
}

static void add_steps_to(StepSet *set, const StepSet *more)
{
    for (int i = 0; i < more->count; i++)
        add_step_to(set, more->step[i]);
}

static bool is_computed(const FileMethod *m, int slot)
{
    const FileValue *v = &m->value[slot];
    return !v->tensor || !(v->tensor->constant || v->tensor->has_data);
}

/* Calls `f` for each slot that the instruction mentions, those in lists too. */
static void for_slots(Flow *flow, int instr, void (*f)(Flow *flow, int instr, int slot))
{
    const FileMethod *m = flow->m;
    const FileInstr *in = &m->instr[instr];
    const bool call = in->kind == FI_KERNEL_CALL || in->kind == FI_DELEGATE_CALL;
    const int other[] = {in->index, in->kind == FI_MOVE_CALL ? in->to : -1};
    const int *slot = call ? in->args : other;
    const int n = call ? in->nargs : in->kind == FI_FREE_CALL ? 0 : 2;
    for (int i = 0; i < n; i++) {
        if (!is_of_file(m, slot[i]))
            continue;
        f(flow, instr, slot[i]);
        const FileValue *v = &m->value[slot[i]];
        for (int k = 0; k < v->count && v->items && v->kind != FV_BOOL_LIST; k++)
            if (is_of_file(m, (int)v->items[k]))
                f(flow, instr, (int)v->items[k]);
    }
}

/* The first to mention a slot writes it: nothing can be read before. */
static void note_mention(Flow *flow, int instr, int slot)
{
    if (!is_computed(flow->m, slot))
        return;
    if (flow->writer[slot] == -1)
        flow->writer[slot] = instr;
    Mentions *m = &flow->mention[slot];
    PUSH(m->instr, m->count, instr);
}

/* Adds those who read what the instruction writes. Of earlier ones, in a loop, only the steps that
 * they became are known yet. */
static void note_readers(Flow *flow, int instr, int slot)
{
    if (flow->writer[slot] != instr && flow->m->instr[instr].kind != FI_MOVE_CALL)
        return;
    StepSet *set = &flow->readers[instr];
    const Mentions *m = &flow->mention[slot];
    for (int i = 0; i < m->count && set->count < MOST_FOLDED; i++) {
        const int reader = m->instr[i];
        if (reader == instr)
            continue;
        add_steps_to(set, &flow->own[reader]);
        if (reader > instr && flow->own[reader].count == 0)
            add_steps_to(set, &flow->readers[reader]);
        flow->returned[instr] |= reader > instr && flow->returned[reader];
    }
    flow->returned[instr] |= flow->output[slot];
}

static void note_makers(Flow *flow, int instr, int slot)
{
    const int writer = flow->writer[slot];
    if (writer < 0 || writer >= instr)
        return;
    add_steps_to(&flow->makers[instr],
                 flow->own[writer].count ? &flow->own[writer] : &flow->makers[writer]);
}

static Flow flow_of(const Graph *g)
{
    const FileMethod *m = g->method;
    Flow flow = {m,
                 NEW(Mentions, m->nvalues),
                 NEW(int, m->nvalues),
                 NEW(bool, m->nvalues),
                 NEW(StepSet, m->ninstrs),
                 NEW(StepSet, m->ninstrs),
                 NEW(StepSet, m->ninstrs),
                 NEW(bool, m->ninstrs)};
    for (int i = 0; i < m->nvalues; i++)
        flow.writer[i] = -1;
    for (int i = 0; i < m->ninputs; i++)
        flow.writer[m->input[i]] = -2;
    for (int i = 0; i < m->noutputs; i++)
        flow.output[m->output[i]] = true;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            for (const Source *from = &s->source; from; from = from->also)
                if (from->instr >= 0 && from->instr < m->ninstrs)
                    add_step_to(&flow.own[from->instr], s);
    for (int i = 0; i < m->ninstrs; i++)
        for_slots(&flow, i, note_mention);
    for (int i = 0; i < m->ninstrs; i++)
        for_slots(&flow, i, note_makers);
    for (int i = m->ninstrs; i-- > 0;)
        for_slots(&flow, i, note_readers);
    return flow;
}

static const char *call_name(const FileMethod *m, const FileInstr *in)
{
    return in->kind == FI_KERNEL_CALL     ? op_text(&m->op[in->index])
           : in->kind == FI_DELEGATE_CALL ? m->delegate[in->index].id
                                          : NULL;
}

/* Does it change its operand? By PyTorch's convention its name ends so: "aten::copy_.out". */
static bool is_in_place(const char *op)
{
    const size_t end = strcspn(op, ".");
    return end > 0 && op[end - 1] == '_';
}

Folded *find_folded(const Graph *g, int *count)
{
    Folded *folded = NULL;
    const FileMethod *m = g->method;
    const Flow flow = flow_of(g);
    *count = 0;
    for (int i = 0; i < m->ninstrs; i++) {
        const char *op = call_name(m, &m->instr[i]);
        if (!op || flow.own[i].count)
            continue;
        const bool read = flow.readers[i].count > 0 || (!is_in_place(op) && !flow.returned[i]);
        const StepSet *set = read ? &flow.readers[i] : &flow.makers[i];
        Folded f = {.instr = i, .op = op, .nsteps = set->count};
        memcpy(f.step, set->step, sizeof f.step);
        PUSH(folded, *count, f);
    }
    return folded;
}

void add_folded(Text *t, const Graph *g)
{
    int n;
    const Folded *folded = find_folded(g, &n);
    if (!n)
        return;
    text_add(t,
             "/* Operators of %s without a step of their own, and the steps that do their work:\n",
             g->name);
    for (int i = 0; i < n; i++) {
        Text line = {0};
        text_add(&line, " * %.*s:", (int)strcspn(folded[i].op, "."), folded[i].op);
        for (int k = 0; k < folded[i].nsteps; k++)
            text_add(&line, "%s %s", k ? "," : "", folded[i].step[k]->name);
        text_add(&line, folded[i].nsteps ? "" : " none");
        text_add(t, "%s%s\n", line.data, i == n - 1 ? " */" : "");
    }
}
