/* SPDX-License-Identifier: 0BSD
 * The section on memory: ptec's plan, and the program's own beside it. */
#include "tools/report/plan.h"
#include "base/grid.h"
#include "base/words.h"
#include "plan/memories.h"
#include "read/pte.h"
#include "tools/program_plan.h"
#include "tools/report/html.h"
#include "tools/report/plot.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BOXES = 1500 }; /* of one picture, the largest */

static void add_box(Plot *p, const Buffer *b)
{
    if (!b->bound)
        return;
    const char *title =
        fmt_text("%s: %s at %s, steps %d to %d", b->name, plural((uint64_t)b->bound, "byte"),
                 number_text(b->offset), b->first, b->last);
    PlotBox box = {b->name, title, b->first, b->last + 1, b->offset, b->bound, false};
    PUSH(p->box, p->nboxes, box);
    p->steps = box.end > p->steps ? box.end : p->steps;
}

static void add_bands(Plot *p, const Graph *g)
{
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            if (s->strip && s->strip->first == s) {
                PlotBand band = {
                    fmt_text("steps %d to %d take turns", s->index, s->strip->last->index),
                    s->index, s->strip->last->index + 1};
                PUSH(p->band, p->nbands, band);
            }
}

static void add_arena_plot(Text *t, const Graph *g)
{
    Plot p = {.label = fmt_text("memory plan of %s: %d buffers in %s", g->method->name, g->nbuffers,
                                plural((uint64_t)g->arena_bytes, "byte")),
              .steps = g->nsteps,
              .bytes = g->arena_bytes,
              .unit = "step",
              .peak = find_peak(g).step[0]};
    Buffer **buffer = NEW(Buffer *, g->nbuffers);
    for (int i = 0; i < g->nbuffers; i++)
        buffer[i] = g->buffer[i];
    sort_by_size(buffer, g->nbuffers);
    for (int i = 0; i < g->nbuffers && i < MOST_BOXES; i++)
        add_box(&p, buffer[i]);
    add_bands(&p, g);
    add_plot(t, &p);
}

static int largest_first(const void *a, const void *b)
{
    const PlotBox *x = a, *y = b;
    if (x->bytes != y->bytes)
        return x->bytes < y->bytes ? 1 : -1;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->first - y->first;
}

/* Names what the instruction runs, without the operator's namespace. */
static const char *maker_of(const FileMethod *m, int at)
{
    const FileInstr *i = &m->instr[at];
    if (i->kind == FI_DELEGATE_CALL)
        return m->delegate[i->index].id;
    if (i->kind != FI_KERNEL_CALL)
        return "value";
    const char *op = op_text(&m->op[i->index]), *name = strstr(op, "::");
    return name ? name + 2 : op;
}

/* Adds the boxes of one of the program's memories, above those before it. */
static void add_program_boxes(Plot *p, const MethodFacts *f, const Life *life, int memory)
{
    const FileMethod *m = f->g->method;
    for (int i = 0; i < m->nvalues; i++) {
        const FileTensor *x = m->value[i].tensor;
        if (!x || !x->planned || !x->bytes || x->memory != memory || !life[i].end)
            continue;
        const char *name = maker_of(f->g->method, life[i].first);
        const int step = step_of_instr(f, life[i].first);
        const char *text = step < 0 ? printable(name)
                                    : fmt_text("%s, in step %d %s", printable(name), step,
                                               f->step[step].step->name);
        PlotBox box = {name,
                       fmt_text("%s%s: %s at %s, instructions %d to %d", text,
                                life[i].border ? ", an input or output" : "",
                                plural(x->bytes, "byte"), number_text((int64_t)x->offset),
                                life[i].first, life[i].end - 1),
                       life[i].first,
                       life[i].end,
                       p->bytes + (int64_t)x->offset,
                       (int64_t)x->bytes,
                       life[i].border};
        PUSH(p->box, p->nboxes, box);
    }
    p->bytes += (int64_t)m->arena_bytes[memory];
}

static void add_program_plot(Text *t, const MethodFacts *f)
{
    const FileMethod *m = f->g->method;
    Plot p = {.label = "memory plan of ExecuTorch for the same method",
              .steps = m->ninstrs,
              .unit = "instruction",
              .peak = -1};
    const Life *life = value_lives(m);
    for (int i = 1; i < m->narenas; i++)
        add_program_boxes(&p, f, life, i);
    if (p.nboxes)
        qsort(p.box, (size_t)p.nboxes, sizeof *p.box, largest_first);
    p.nboxes = p.nboxes > MOST_BOXES ? MOST_BOXES : p.nboxes;
    add_plot(t, &p);
}

static void add_caption(Text *t, const char *whose, int64_t bytes, int steps, const char *unit)
{
    text_add(t, "<figure><figcaption>%s: %s over %s</figcaption>\n", whose,
             plural((uint64_t)bytes, "byte"), plural((uint64_t)steps, unit));
}

static void add_arenas(Text *t, const MethodFacts *f)
{
    const Options *o = f->g->model->options;
    if (!o->nmemories) {
        add_caption(t, "ptec", f->g->arena_bytes, f->g->nsteps, "step");
        add_arena_plot(t, f->g);
        text_add(t, "</figure>\n");
    }
    for (int k = 0; k < o->nmemories; k++) {
        Graph part = arena_part(f->g, k);
        if (!part.arena_bytes)
            continue;
        add_caption(t, fmt_text("ptec in %s", html(o->memory[k].name)), part.arena_bytes,
                    f->g->nsteps, "step");
        add_arena_plot(t, &part);
        text_add(t, "</figure>\n");
    }
}

/* Returns how many bytes of the arena lie in both. */
static int64_t shared_bytes(const Buffer *a, const Buffer *b)
{
    const int64_t from = max64(a->offset, b->offset);
    const int64_t to = min64(a->offset + a->bound, b->offset + b->bound);
    return a != b && a->memory == b->memory ? max64(to - from, 0) : 0;
}

/* Names the buffers of the peak that lie over this one. */
static const char *shared_text(const Peak *p, const Buffer *b)
{
    Text t = {0};
    for (int i = 0; i < p->nbuffers; i++)
        if (shared_bytes(b, p->buffer[i]))
            text_add(&t, "%s%s with %s", t.size ? ", " : "",
                     number_text(shared_bytes(b, p->buffer[i])), html(p->buffer[i]->name));
    return text_string(&t);
}

static void add_peak(Text *t, const MethodFacts *f)
{
    static const char *const heading[] = {"buffer",         "#bytes",       "#offset",
                                          "room held from", "room held to", "bytes shared"};
    const Peak *p = &f->peak;
    int64_t sum = 0;
    for (int i = 0; i < p->nbuffers; i++)
        sum += p->buffer[i]->bound;
    text_add(t, "<p>Most is live at %s: %s bytes in %s.%s</p>\n", step_link(f, p->step[0]),
             number_text(p->bytes), plural((uint64_t)p->nbuffers, "buffer"),
             p->nsteps > 1
                 ? fmt_text(" As much is at %s.", plural((uint64_t)p->nsteps - 1, "other step"))
                 : "");
    if (sum > p->bytes)
        text_add(
            t,
            "<p>Their sum is %s bytes, for buffers share some: a result is written over bytes of "
            "an operand that have been read.</p>\n",
            number_text(sum));
    text_add(t, "<p>Room is held for a buffer through all steps that take turns or repeat together "
                "with one that needs it, so that it may be another step that makes it.</p>\n");
    table_start(t, "peak-buffers", heading, 6);
    for (int i = 0; i < p->nbuffers; i++) {
        const Buffer *b = p->buffer[i];
        text_add(t, "<tr>");
        add_cell(t, html(b->name));
        add_number_cell(t, b->bound);
        add_number_cell(t, b->offset);
        add_cell(t, step_link(f, b->first));
        add_cell(t, step_link(f, b->last));
        add_cell(t, shared_text(p, b));
        text_add(t, "</tr>\n");
    }
    table_end(t);
}

static void add_method_plan(Text *t, const MethodFacts *f)
{
    const FileMethod *m = f->g->method;
    text_add(t, "<h3>Method %s</h3>\n", html(m->name));
    if (!f->g->arena_bytes) {
        text_add(t, "<p>It needs no arena: each result is an input, an output or state.</p>\n");
    } else {
        text_add(t, "<div class=\"plots\">\n");
        add_arenas(t, f);
    }
    if (f->g->executorch_bytes) {
        text_add(t, f->g->arena_bytes ? "" : "<div class=\"plots\">\n");
        add_caption(t, "ExecuTorch", f->g->executorch_bytes, m->ninstrs, "instruction");
        add_program_plot(t, f);
        text_add(t, "</figure>\n");
    }
    text_add(t, f->g->arena_bytes || f->g->executorch_bytes ? "</div>\n" : "");
    if (f->g->arena_bytes)
        add_peak(t, f);
}

static bool has_delegates(const Facts *f)
{
    bool any = false;
    for (int i = 0; i < f->nmethods; i++)
        any |= f->method[i].g->method->ndelegates > 0;
    return any;
}

void add_plan_section(Text *t, const Facts *f)
{
    text_add(t,
             "<section id=\"memory\"><h2>Memory over time</h2>\n"
             "<p>Steps go to the right, bytes upwards; each box is a buffer, and the outlined step "
             "is the one at which most is live. Boxes lie over each other "
             "where a result is written over an operand that no later step reads. %sThe two "
             "pictures have scales of "
             "their own. A box with a dashed edge is an input or output that ExecuTorch's plan has "
             "room for; ptec's callers pass theirs. %s</p>\n",
             takes_turns(f) ? "Steps that take turns are shaded: a buffer that keeps rows from one "
                              "turn to the next is held for all of them. "
                            : "",
             has_delegates(f) ? "What a delegate (a part that another library runs) would allocate "
                                "for itself is not in the program, and so not in the picture."
                              : "");
    for (int i = 0; i < f->nmethods; i++)
        add_method_plan(t, &f->method[i]);
    text_add(t, "</section>\n");
}
