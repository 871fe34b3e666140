/* SPDX-License-Identifier: 0BSD
 * NAME.json: what this output was made of, how, and what is where; its names and offsets, one step
 * a line, are for `--names` of the next. */
#include "emit/beside/manifest.h"
#include "base/digest.h"
#include "base/json.h"
#include "emit/text/arguments.h"
#include "emit/text/folded.h"
#include "emit/text/labels.h"
#include "emit/text/match.h"
#include "emit/text/names.h"
#include "emit/text/scales.h"
#include "emit/text/sources.h"
#include "emit/text/text.h"
#include "graph/build.h"
#include "graph/cost.h"
#include "graph/foreign.h"
#include "plan/strips/bound.h"
#include "read/pte.h"
#include "select/registry.h"

#include <inttypes.h>

/* Adds the instructions that the step came from, each once, in their order, then the one whose
 * result the step's stands for, if it is not the last of these, and the numbers by which debug maps
 * of the exporter call nodes of delegates. */
static void add_sources(Text *t, const Graph *g, const Sources *sources, const Step *s)
{
    int last = -1, n = 0;
    for (const Source *next;; last = next->instr, n++) {
        next = NULL;
        for (const Source *from = &s->source; from; from = from->also)
            if (from->instr > last && (!next || from->instr < next->instr))
                next = from;
        if (!next)
            break;
        text_add(t, "%s%d", n ? ", " : ", \"instructions\": [", next->instr);
    }
    text_add(t, n ? "]" : "");
    if (result_instruction(sources, g, s) != last)
        text_add(t, ", \"result\": %d", result_instruction(sources, g, s));
    n = 0;
    for (const Source *from = &s->source; from; from = from->also)
        if (from->handle)
            text_add(t, "%s%u", n++ ? ", " : ", \"handles\": [", (unsigned)from->handle);
    text_add(t, n ? "]" : "");
}

static void add_weights(Text *t, const Step *s)
{
    Buffer **constant = NEW(Buffer *, s->nin);
    int n = step_constants(s, constant);
    for (int i = 0; i < n; i++)
        text_add(t, "%s\"%s\": \"%s\"", i ? ", " : ", \"weights\": {", constant[i]->name,
                 buffer_digest(constant[i]));
    text_add(t, n ? "}" : "");
}

static void add_arena(Text *t, const Step *s)
{
    Buffer **home = NEW(Buffer *, s->nout);
    int n = step_buffers(s, home);
    for (int i = 0; i < n; i++)
        text_add(t, "%s\"%s\": %" PRId64, i ? ", " : ", \"arena\": {", home[i]->name,
                 home[i]->offset);
    text_add(t, n ? "}" : "");
}

/* Puts the axes into the order in which they lie in memory; returns whether that is another than
 * the program's. An axis of 1 lies anywhere. */
static bool order_axes(const Value *v, int *axis)
{
    bool moved = false;
    for (int i = 0; i < v->type.rank; i++) {
        int at = i;
        for (; at > 0 && v->type.dim[i]->hi != 1 &&
               v->layout.stride[axis[at - 1]]->hi < v->layout.stride[i]->hi;
             at--) {
            axis[at] = axis[at - 1];
            moved |= v->type.dim[axis[at]]->hi != 1;
        }
        axis[at] = i;
    }
    return moved;
}

/* Adds the extents of the result, of dynamic ones the bound, and how its axes lie in memory. */
static void add_result(Text *t, const Value *v)
{
    int axis[MAX_RANK];
    text_add(t, ", \"sizes\": [");
    for (int i = 0; i < v->type.rank; i++)
        text_add(t, "%s%" PRId64, i ? ", " : "", v->type.dim[i]->hi);
    text_add(t, "]");
    if (!order_axes(v, axis))
        return;
    for (int i = 0; i < v->type.rank; i++)
        text_add(t, "%s%d", i ? ", " : ", \"dim_order\": [", axis[i]);
    text_add(t, "]");
}

static void add_kernel(Text *t, const Step *s)
{
    if (s->kernel)
        text_add(t, ", \"kernel\": \"%s\"", s->kernel->symbol);
    if (s->kernel && s->kernel->backend->time_class)
        text_add(t, ", \"class\": \"%s\"", s->kernel->backend->time_class(s->kernel, s));
    for (int i = 0; i < s->nrefusals; i++)
        text_add(t, "%s\"%s\": \"%s\"", i ? ", " : ", \"refused\": {", s->refusal[i].backend->name,
                 s->refusal[i].why);
    text_add(t, s->nrefusals ? "}" : "");
}

static void add_step(Text *t, const Graph *g, const Sources *sources, const Step *s)
{
    const char *file = layer_name(s);
    text_add(t, "{\"name\": \"%s\", \"what\": \"%s\"", s->name, step_what(s));
    if (file)
        text_add(t, ", \"file\": \"%s\"", file);
    if (s->nout && s->out[0] && !s->out[0]->scalar)
        add_result(t, s->out[0]);
    add_sources(t, g, sources, s);
    add_weights(t, s);
    add_arena(t, s);
    if (s->saved_rows)
        text_add(t, ", \"rows\": %" PRId64, s->saved_rows->buffer->offset);
    if (step_macs(s))
        text_add(t, ", \"macs\": %" PRId64, step_macs(s));
    add_kernel(t, s);
    text_add(t, "}");
}

static void add_steps(Text *t, const Graph *g)
{
    int n = 0;
    const Sources sources = find_sources(g);
    text_add(t, "\"steps\": [");
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            text_add(t, n++ ? ",\n  " : "\n  ");
            add_step(t, g, &sources, s);
        }
    text_add(t, "]");
}

/* Lists the operators without a step of their own, and the steps that do their work. */
static void add_folded_calls(Text *t, const Graph *g)
{
    int n;
    const Folded *folded = find_folded(g, &n);
    text_add(t, "\"folded\": [");
    for (int i = 0; i < n; i++) {
        text_add(t, "%s\n  {\"instruction\": %d, \"operator\": ", i ? "," : "", folded[i].instr);
        add_json_string(t, folded[i].op);
        text_add(t, ", \"steps\": [");
        for (int k = 0; k < folded[i].nsteps; k++)
            text_add(t, "%s\"%s\"", k ? ", " : "", folded[i].step[k]->name);
        text_add(t, "]}");
    }
    text_add(t, "],\n");
}

/* Lists the scales with which the program quantises. */
static void add_scales(Text *t, const Graph *g)
{
    int n;
    const Scale *scale = find_scales(g->method, &n);
    text_add(t, "\"scales\": [");
    for (int i = 0; i < n; i++) {
        const Scale *s = &scale[i];
        text_add(t, "%s\n  {\"tensor\": \"%s\", \"type\": \"%s\", \"scale\": %.9g", i ? "," : "",
                 s->tensor, s->type, s->scale);
        if (s->scales != 1)
            text_add(t, ", \"largest\": %.9g, \"count\": %" PRId64, s->largest, s->scales);
        text_add(t, ", \"zero_point\": %" PRId64 ", \"instruction\": %d}", s->zero, s->instr);
    }
    text_add(t, "],\n");
}

static void add_code(Text *t, const CodeSize *code)
{
    text_add(t, ",\n\"code\": {\"compiler\": ");
    add_json_string(t, code->compiler);
    text_add(t, ", \"code\": %" PRId64 ", \"tables\": %" PRId64 ", \"data\": %" PRId64 "}",
             code->code, code->tables, code->data);
}

static void add_place(Text *t, const Buffer *b, bool first)
{
    text_add(t, "%s\n  {\"name\": \"%s\", \"offset\": %" PRId64 ", \"bytes\": %" PRId64,
             first ? "" : ",", b->name, b->offset, b->bound);
}

static void add_arena_map(Text *t, const Graph *g)
{
    const Options *o = g->model->options;
    const char **step = step_names(g);
    text_add(t, "\"arena\": [");
    for (int i = 0; i < g->nbuffers; i++) {
        const Buffer *b = g->buffer[i];
        add_place(t, b, i == 0);
        if (o->nmemories)
            text_add(t, ", \"memory\": \"%s\"", o->memory[b->memory].name);
        text_add(t, ", \"first\": \"%s\", \"last\": \"%s\"}", step[b->first], step[b->last]);
    }
    text_add(t, "]");
}

static void add_lasting_maps(Text *t, const Model *m)
{
    text_add(t, "\"state\": [");
    for (int i = 0; i < m->nstates; i++) {
        add_place(t, m->state[i].buffer, i == 0);
        text_add(t, "}");
    }
    text_add(t, "],\n\"weights\": [");
    for (int i = 0; i < m->nweights; i++) {
        add_place(t, m->weight[i], i == 0);
        text_add(t, "}");
    }
    text_add(t, "]");
}

static void add_interface(Text *t, const Graph *g)
{
    text_add(t, "\"inputs\": ");
    add_json_arguments(t, g, g->input, g->ninputs);
    text_add(t, ",\n\"outputs\": ");
    add_json_arguments(t, g, g->output, g->noutputs);
    text_add(t, ",\n");
}

static void add_shared_names(Text *t, const SharedList *list, bool first)
{
    for (int i = 0; i < list->count; i++)
        text_add(t, "%s\n  \"%s\": \"%s\"", first && i == 0 ? "" : ",", list->item[i].name,
                 shared_digest(&list->item[i]));
}

static void add_memories(Text *t, const Model *m)
{
    text_add(t, "\"memories\": [");
    for (int i = 0; i < m->options->nmemories; i++)
        text_add(t, "%s\n  {\"name\": \"%s\", \"bytes\": %" PRId64 ", \"arena\": %" PRId64 "}",
                 i ? "," : "", m->options->memory[i].name, m->options->memory[i].bytes,
                 m->in_memory[i]);
    text_add(t, "],\n");
}

/* Holds the words of a command line. */
typedef struct Words {
    const char **word;
    int count;
} Words;

static void add_option(Words *w, const char *option, const char *value)
{
    PUSH(w->word, w->count, option);
    PUSH(w->word, w->count, value);
}

static void add_number(Words *w, const char *option, int64_t value)
{
    if (value)
        add_option(w, option, fmt_text("%" PRId64, value));
}

static void add_memory_options(Words *w, const Options *o)
{
    Text list = {0};
    for (int i = 0; i < o->nmemories; i++)
        text_add(&list, "%s%s=%" PRId64, i ? "," : "", o->memory[i].name, o->memory[i].bytes);
    if (o->nmemories)
        add_option(w, "--memory", list.data);
    for (int i = 0; i < o->nrules; i++)
        add_option(w, "--place", o->rule[i].text);
}

static const char *weights_form(const Options *o)
{
    return o->weights == WEIGHTS_C ? "c" : o->weights == WEIGHTS_BIN ? "bin" : "streamed";
}

const char **output_options(const Options *o, int *count)
{
    Words w = {0};
    PUSH(w.word, w.count, o->opt ? "-O2" : "-O0");
    add_option(&w, "--name", o->name);
    add_option(&w, "--kernels", kernel_names(o));
    add_option(&w, "--emit", o->bundle ? "bundle" : "c");
    if (o->weights != WEIGHTS_BY_FORM)
        add_option(&w, "--weights", weights_form(o));
    add_option(&w, "--target", o->big_endian ? "big-endian" : "little-endian");
    add_number(&w, "--weights-version", o->weights_version);
    if (o->shared)
        add_option(&w, "--shared", o->shared);
    if (o->bytes)
        add_option(&w, "--io", "int8");
    if (o->unchecked)
        add_option(&w, "--checks", "off");
    if (o->speed)
        add_option(&w, "--prefer", "speed");
    if (o->cpp)
        PUSH(w.word, w.count, "--cpp");
    if (o->by_steps)
        PUSH(w.word, w.count, "--by-steps");
    add_number(&w, "--max-piece", o->max_piece);
    add_number(&w, "--max-block", o->max_block);
    add_number(&w, "--threads", o->threads);
    add_number(&w, "--max-ram", o->max_ram);
    add_number(&w, "--max-flash", o->max_flash);
    add_memory_options(&w, o);
    for (int i = 0; i < o->nbinds; i++)
        add_option(&w, "--bind", o->bind[i].text);
    for (int i = 0; i < o->ncustoms; i++)
        add_option(&w, "--custom", o->custom[i].schema ? o->custom[i].schema : o->custom[i].name);
    for (int i = 0; i < o->ndelegates; i++)
        add_option(&w, "--delegate", o->delegate[i]);
    *count = w.count;
    return w.word;
}

static void add_options(Text *t, const Options *o)
{
    int n;
    const char **word = output_options(o, &n);
    text_add(t, "\"options\": [");
    for (int i = 0; i < n; i++) {
        text_add(t, i ? ", " : "");
        add_json_string(t, word[i]);
    }
    text_add(t, "]");
}

static void add_digests(Text *t, const Emit *e, Content source, const Content *weights)
{
    char hex[65];
    sha256_content(source, hex);
    text_add(t, "\"sha256\": {\"program\": \"%s\", \"source\": \"%s\"", e->digest, hex);
    if (weights) {
        sha256_content(*weights, hex);
        text_add(t, ", \"weights\": \"%s\"", hex);
    }
    text_add(t, "}");
}

static void add_operators(Text *t, const Program *p)
{
    int n;
    const char **name = program_operators(p, &n);
    text_add(t, "\"operators\": [");
    for (int i = 0; i < n; i++) {
        text_add(t, i ? ",\n  " : "\n  ");
        add_json_string(t, name[i]);
    }
    text_add(t, "]");
}

/* Lists the kernels for which the library that ptec was built with has no function. */
static void add_missing(Text *t, const Options *o)
{
    FOR_BACKENDS(b, o) {
        const char *comma = "";
        Dict seen = {0};
        if (!b->operators)
            continue;
        text_add(t, ",\n\"%s\": {\"lacks\": [", b->name);
        for (int k = 0; k < b->nkernels; k++)
            if (b->kernel[k].missing && dict_add(&seen, b->kernel[k].symbol)) {
                text_add(t, "%s\"%s\"", comma, b->kernel[k].symbol);
                comma = ", ";
            }
        text_add(t, "]}");
    }
}

static void add_longest_piece(Text *t, const Graph *g)
{
    LongestPiece longest = longest_piece(g);
    if (g->model->options->by_steps && longest.step)
        text_add(t, "\"longest_piece\": {\"step\": \"%s\", \"macs\": %" PRId64 "}, ",
                 longest.step->name, longest.macs);
}

static void add_blocks(Text *t, const Graph *g)
{
    text_add(t, "\"blocks\": [");
    for (int i = 0; i < g->nfetches; i++)
        text_add(t, "%s\n  {\"step\": \"%s\", \"offset\": %" PRId64 ", \"bytes\": %" PRId64 "}",
                 i ? "," : "", g->fetch[i]->first->name, g->fetch[i]->offset, g->fetch[i]->bytes);
    text_add(t, "],\n");
}

void add_manifest(Text *t, const Emit *e, Content source, const Content *weights)
{
    text_add(t,
             "{\n\"SPDX-License-Identifier\": \"0BSD\",\n\"ptec\": 1,\n\"version\": \"" PTEC_VERSION
             "\",\n");
    add_options(t, e->m->options);
    add_missing(t, e->m->options);
    text_add(t, ",\n");
    add_digests(t, e, source, weights);
    text_add(t,
             ",\n\"arena_bytes\": %" PRId64 ", \"state_bytes\": %" PRId64
             ", \"weights_bytes\": %" PRId64 ", \"arena_align\": %d",
             e->m->arena_bytes, e->m->state_bytes, e->m->weights_bytes, arena_align(e));
    if (e->m->code)
        add_code(t, e->m->code);
    text_add(t, ",\n\"reset\": %s, \"seed\": %s", has_reset(e->m) ? "true" : "false",
             random_state(e->m) ? "true" : "false");
    text_add(t, ",\n\"methods\": [");
    for (int i = 0; i < e->m->ngraphs; i++) {
        const Graph *g = e->m->graph[i];
        text_add(t, "%s{\"name\": \"%s\", ", i ? ",\n" : "", g->name);
        text_add(t, "\"arena_bytes\": %" PRId64 ", \"least_bytes\": %" PRId64 ", ", g->arena_bytes,
                 g->least_bytes);
        text_add(t, "\"macs\": %" PRId64 ", ", graph_macs(g));
        add_longest_piece(t, g);
        if (e->m->code && e->m->code->stack[i] >= 0)
            text_add(t, "\"stack\": %" PRId64 ", ", e->m->code->stack[i]);
        add_interface(t, g);
        add_steps(t, g);
        text_add(t, ",\n");
        add_folded_calls(t, g);
        add_scales(t, g);
        if (streams(e->m))
            add_blocks(t, g);
        add_arena_map(t, g);
        text_add(t, "}");
    }
    text_add(t, "],\n");
    if (e->m->options->nmemories)
        add_memories(t, e->m);
    add_lasting_maps(t, e->m);
    text_add(t, ",\n");
    add_operators(t, e->m->program);
    text_add(t, ",\n\"shared\": {");
    add_shared_names(t, &e->params, true);
    add_shared_names(t, &e->loops, e->params.count == 0);
    text_add(t, "}\n}\n");
}
