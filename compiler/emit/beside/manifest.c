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
static void add_sources(Json *j, const Graph *g, const Sources *sources, const Step *s)
{
    int last = -1, handles = 0;
    for (const Source *next;; last = next->instr) {
        next = NULL;
        for (const Source *from = &s->source; from; from = from->also)
            if (from->instr > last && (!next || from->instr < next->instr))
                next = from;
        if (!next)
            break;
        if (last < 0)
            json_array(j, "instructions");
        json_count(j, NULL, next->instr);
    }
    if (last >= 0)
        json_close(j);
    if (result_instruction(sources, g, s) != last)
        json_count(j, "result", result_instruction(sources, g, s));
    for (const Source *from = &s->source; from; from = from->also)
        if (from->handle) {
            if (!handles++)
                json_array(j, "handles");
            json_count(j, NULL, from->handle);
        }
    if (handles)
        json_close(j);
}

static void add_weights(Json *j, const Step *s)
{
    Buffer **constant = NEW(Buffer *, s->nin);
    const int n = step_constants(s, constant);
    if (!n)
        return;
    json_object(j, "weights");
    for (int i = 0; i < n; i++)
        json_text(j, constant[i]->name, buffer_digest(constant[i]));
    json_close(j);
}

static void add_arena(Json *j, const Step *s)
{
    Buffer **home = NEW(Buffer *, s->nout);
    const int n = step_buffers(s, home);
    if (!n)
        return;
    json_object(j, "arena");
    for (int i = 0; i < n; i++)
        json_count(j, home[i]->name, home[i]->offset);
    json_close(j);
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
static void add_result(Json *j, const Value *v)
{
    int axis[MAX_RANK];
    json_array(j, "sizes");
    for (int i = 0; i < v->type.rank; i++)
        json_count(j, NULL, v->type.dim[i]->hi);
    json_close(j);
    if (!order_axes(v, axis))
        return;
    json_array(j, "dim_order");
    for (int i = 0; i < v->type.rank; i++)
        json_count(j, NULL, axis[i]);
    json_close(j);
}

static void add_kernel(Json *j, const Step *s)
{
    if (s->kernel)
        json_text(j, "kernel", s->kernel->symbol);
    if (s->kernel && s->kernel->backend->time_class)
        json_text(j, "class", s->kernel->backend->time_class(s->kernel, s));
    if (!s->nrefusals)
        return;
    json_object(j, "refused");
    for (int i = 0; i < s->nrefusals; i++)
        json_text(j, s->refusal[i].backend->name, s->refusal[i].why);
    json_close(j);
}

static void add_step(Json *j, const Graph *g, const Sources *sources, const Step *s)
{
    const char *file = layer_name(s);
    json_object(j, NULL);
    json_text(j, "name", s->name);
    json_text(j, "what", step_what(s));
    if (file)
        json_text(j, "file", file);
    if (s->nout && s->out[0] && !s->out[0]->scalar)
        add_result(j, s->out[0]);
    add_sources(j, g, sources, s);
    add_weights(j, s);
    add_arena(j, s);
    if (s->saved_rows)
        json_count(j, "rows", s->saved_rows->buffer->offset);
    if (step_macs(s))
        json_count(j, "macs", step_macs(s));
    add_kernel(j, s);
    json_close(j);
}

static void add_steps(Json *j, const Graph *g)
{
    const Sources sources = find_sources(g);
    json_lines(j, "steps", '[');
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            add_step(j, g, &sources, s);
    json_close(j);
}

/* Lists the operators without a step of their own, and the steps that do their work. */
static void add_folded_calls(Json *j, const Graph *g)
{
    int n;
    const Folded *folded = find_folded(g, &n);
    json_lines(j, "folded", '[');
    for (int i = 0; i < n; i++) {
        json_object(j, NULL);
        json_count(j, "instruction", folded[i].instr);
        json_text(j, "operator", folded[i].op);
        json_array(j, "steps");
        for (int k = 0; k < folded[i].nsteps; k++)
            json_text(j, NULL, folded[i].step[k]->name);
        json_close(j);
        json_close(j);
    }
    json_close(j);
}

/* Lists the scales with which the program quantises. */
static void add_scales(Json *j, const Graph *g)
{
    int n;
    const Scale *scale = find_scales(g->method, &n);
    json_lines(j, "scales", '[');
    for (int i = 0; i < n; i++) {
        const Scale *s = &scale[i];
        json_object(j, NULL);
        json_text(j, "tensor", s->tensor);
        json_text(j, "type", s->type);
        json_real(j, "scale", s->scale);
        if (s->scales != 1) {
            json_real(j, "largest", s->largest);
            json_count(j, "count", s->scales);
        }
        json_count(j, "zero_point", s->zero);
        json_count(j, "instruction", s->instr);
        json_close(j);
    }
    json_close(j);
}

static void add_code(Json *j, const CodeSize *code)
{
    json_object(j, "code");
    json_text(j, "compiler", code->compiler);
    json_count(j, "code", code->code);
    json_count(j, "tables", code->tables);
    json_count(j, "data", code->data);
    json_close(j);
}

/* Opens what is said of a buffer. */
static void open_place(Json *j, const Buffer *b)
{
    json_object(j, NULL);
    json_text(j, "name", b->name);
    json_count(j, "offset", b->offset);
    json_count(j, "bytes", b->bound);
}

static void add_arena_map(Json *j, const Graph *g)
{
    const Options *o = g->model->options;
    const char **step = step_names(g);
    json_lines(j, "arena", '[');
    for (int i = 0; i < g->nbuffers; i++) {
        const Buffer *b = g->buffer[i];
        open_place(j, b);
        if (o->nmemories)
            json_text(j, "memory", o->memory[b->memory].name);
        json_text(j, "first", step[b->first]);
        json_text(j, "last", step[b->last]);
        json_close(j);
    }
    json_close(j);
}

static void add_lasting_maps(Json *j, const Model *m)
{
    json_lines(j, "state", '[');
    for (int i = 0; i < m->nstates; i++) {
        open_place(j, m->state[i].buffer);
        json_close(j);
    }
    json_close(j);
    json_lines(j, "weights", '[');
    for (int i = 0; i < m->nweights; i++) {
        open_place(j, m->weight[i]);
        json_close(j);
    }
    json_close(j);
}

static void add_shared_names(Json *j, const SharedList *list)
{
    for (int i = 0; i < list->count; i++)
        json_text(j, list->item[i].name, shared_digest(&list->item[i]));
}

static void add_memories(Json *j, const Model *m)
{
    json_lines(j, "memories", '[');
    for (int i = 0; i < m->options->nmemories; i++) {
        json_object(j, NULL);
        json_text(j, "name", m->options->memory[i].name);
        json_count(j, "bytes", m->options->memory[i].bytes);
        json_count(j, "arena", m->in_memory[i]);
        json_close(j);
    }
    json_close(j);
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

static void add_digests(Json *j, const Emit *e, Content source, const Content *weights)
{
    char hex[65];
    json_object(j, "sha256");
    json_text(j, "program", e->digest);
    sha256_content(source, hex);
    json_text(j, "source", hex);
    if (weights) {
        sha256_content(*weights, hex);
        json_text(j, "weights", hex);
    }
    json_close(j);
}

static void add_operators(Json *j, const Program *p)
{
    int n;
    const char **name = program_operators(p, &n);
    json_lines(j, "operators", '[');
    for (int i = 0; i < n; i++)
        json_text(j, NULL, name[i]);
    json_close(j);
}

/* Lists the kernels for which the library that ptec was built with has no function. */
static void add_missing(Json *j, const Options *o)
{
    FOR_BACKENDS(b, o) {
        Dict seen = {0};
        if (!b->operators)
            continue;
        json_object(j, b->name);
        json_array(j, "lacks");
        for (int k = 0; k < b->nkernels; k++)
            if (b->kernel[k].missing && dict_add(&seen, b->kernel[k].symbol))
                json_text(j, NULL, b->kernel[k].symbol);
        json_close(j);
        json_close(j);
    }
}

void json_longest_piece(Json *j, const Graph *g)
{
    const LongestPiece longest = longest_piece(g);
    if (!g->model->options->by_steps || !longest.step)
        return;
    json_object(j, "longest_piece");
    json_text(j, "step", longest.step->name);
    json_count(j, "macs", longest.macs);
    json_close(j);
}

static void add_blocks(Json *j, const Graph *g)
{
    json_lines(j, "blocks", '[');
    for (int i = 0; i < g->nfetches; i++) {
        json_object(j, NULL);
        json_text(j, "step", g->fetch[i]->first->name);
        json_count(j, "offset", g->fetch[i]->offset);
        json_count(j, "bytes", g->fetch[i]->bytes);
        json_close(j);
    }
    json_close(j);
}

/* `stack`: its bytes, or less than 0 where no compiler said them. */
static void add_method(Json *j, const Graph *g, int64_t stack)
{
    json_object(j, NULL);
    json_text(j, "name", g->name);
    json_count(j, "arena_bytes", g->arena_bytes);
    json_count(j, "least_bytes", g->least_bytes);
    json_count(j, "macs", graph_macs(g));
    json_longest_piece(j, g);
    if (stack >= 0)
        json_count(j, "stack", stack);
    json_arguments(j, "inputs", g, g->input, g->ninputs);
    json_line(j);
    json_arguments(j, "outputs", g, g->output, g->noutputs);
    json_line(j);
    add_steps(j, g);
    json_line(j);
    add_folded_calls(j, g);
    json_line(j);
    add_scales(j, g);
    json_line(j);
    if (streams(g->model)) {
        add_blocks(j, g);
        json_line(j);
    }
    add_arena_map(j, g);
    json_close(j);
}

/* Layout is part of it, since people compare it in reviews: a step, a buffer and an argument have a
 * line each, two columns in. */
void add_manifest(Text *t, const Emit *e, Content source, const Content *weights)
{
    const Model *m = e->m;
    Json json = {.text = t}, *j = &json;
    int noptions;
    const char **option = output_options(m->options, &noptions);
    json_lines(j, NULL, '{');
    json_text(j, "SPDX-License-Identifier", "0BSD");
    json_count(j, "ptec", 1);
    json_text(j, "version", PTEC_VERSION);
    json_texts(j, "options", option, noptions);
    add_missing(j, m->options);
    add_digests(j, e, source, weights);
    json_count(j, "arena_bytes", m->arena_bytes);
    json_count(j, "state_bytes", m->state_bytes);
    json_count(j, "weights_bytes", m->weights_bytes);
    json_count(j, "arena_align", arena_align(e));
    if (m->code)
        add_code(j, m->code);
    json_bool(j, "reset", has_reset(m));
    json_bool(j, "seed", random_state(m) != NULL);
    json_array(j, "methods");
    for (int i = 0; i < m->ngraphs; i++) {
        if (i)
            json_line(j);
        add_method(j, m->graph[i], m->code ? m->code->stack[i] : -1);
    }
    json_close(j);
    if (m->options->nmemories)
        add_memories(j, m);
    add_lasting_maps(j, m);
    add_operators(j, m->program);
    json_lines(j, "shared", '{');
    add_shared_names(j, &e->params);
    add_shared_names(j, &e->loops);
    json_close(j);
    json_close(j);
}
