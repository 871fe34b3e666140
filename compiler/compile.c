/* SPDX-License-Identifier: 0BSD
 * The pipeline: a program becomes a planned model, pass by pass. */
#include "compile.h"
#include "base/identifier.h"
#include "base/words.h"
#include "emit/text/names.h"
#include "graph/build.h"
#include "graph/check.h"
#include "graph/foreign.h"
#include "import/import.h"
#include "kernels/pack.h"
#include "passes.h"
#include "plan/lives.h"
#include "plan/memories.h"
#include "plan/peak.h"
#include "plan/plan.h"
#include "plan/strips/choose.h"
#include "select/registry.h"

#include <ctype.h>
#include <string.h>

static const char *lower_case(const char *s)
{
    char *lower = fmt_text("%s", s);
    for (char *p = lower; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    return lower;
}

/* Would one of the method's names in C, which are `name` and those that end so, be a taken one? */
static bool clashes(Dict *taken, const char *name, const char *end)
{
    int rest = (int)strlen(name) - (int)strlen(end);
    return *dict_number(taken, fmt_text("%s%s", name, end)) >= 0 ||
           (rest > 0 && strcmp(name + rest, end) == 0 &&
            *dict_number(taken, fmt_text("%.*s", rest, name)) >= 0);
}

/* Would the method's name clash in C with one that is taken? Macros of the header spell names in
 * capitals. */
static bool is_taken(Dict *taken, const char *name, bool by_steps)
{
    static const char *const ends[] = {"_with", "_start",  "_start_with",
                                       "_step", "_pieces", "_run"};
    const char *lower = lower_case(name);
    bool any = *dict_number(taken, lower) >= 0;
    for (size_t i = 0; i < (by_steps ? sizeof ends / sizeof *ends : 1); i++)
        any |= clashes(taken, lower, ends[i]);
    return any;
}

/* Adds the state that holds the delegates' handles: their number, then a pointer for each. Each
 * takes 8 bytes, whatever the size of the target's pointers. */
static void keep_handles(Model *m)
{
    if (!m->ndelegates)
        return;
    Buffer *b = NEW(Buffer, 1);
    *b = (Buffer){.kind = B_STATE, .index = m->nstates, .bound = 8 * (1 + m->ndelegates)};
    State s = {.buffer = b, .fqn = "delegates", .handles = true};
    PUSH(m->state, m->nstates, s);
}

/* Returns the first backend of the list whose kernels are operators, or NULL. */
static const Backend *makers(const Options *o)
{
    FOR_BACKENDS(b, o)
        if (b->operators)
            return b;
    return NULL;
}

/* Adds the state that holds a library's operators: a count and a pointer, 16 bytes on any target.
 * It lies last, since the library may read up to 16 bytes behind other state. */
static void keep_operators(Model *m)
{
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                m->noperators += makes_operator(s);
    if (!m->noperators)
        return;
    if (m->ndelegates)
        fatal(m->program->path,
              "with delegates there is no NAME_init for the operators of %s: leave %s out of "
              "--kernels",
              operators_of(m)->library, makers(m->options)->name);
    Buffer *b = NEW(Buffer, 1);
    *b = (Buffer){.kind = B_STATE, .index = m->nstates, .bound = 16};
    State s = {.buffer = b, .fqn = "operators", .handles = true};
    PUSH(m->state, m->nstates, s);
    m->operators = b;
}

static void name_delegates(const Model *m)
{
    for (int i = 0; i < m->ndelegates; i++) {
        Delegate *d = m->delegate[i];
        d->name = fmt_text("%s_delegate", c_identifier(d->file->id));
        for (int k = 0; k < i; k++)
            if (strcmp(m->delegate[k]->name, d->name) == 0 &&
                strcmp(m->delegate[k]->file->id, d->file->id) != 0)
                fatal(m->program->path, "delegates %s and %s are both %s in C",
                      m->delegate[k]->file->id, d->file->id, d->name);
    }
}

/* Names the user's C functions after their operators. */
static void name_functions(const Model *m, Dict *taken)
{
    size_t prefix = strlen(m->options->name);
    for (int i = 0; i < m->nforeign; i++) {
        ForeignFunction *f = m->foreign[i];
        f->name = c_identifier(f->op);
        for (int k = 0; k < i; k++)
            if (strcmp(m->foreign[k]->name, f->name) == 0)
                fatal(m->program->path, "%s and %s are both %s in C", m->foreign[k]->op, f->op,
                      f->name);
        if (strncmp(f->name, m->options->name, prefix) != 0 || f->name[prefix] != '_')
            continue;
        const char *rest = lower_case(f->name + prefix + 1);
        if (is_taken(taken, rest, m->options->by_steps))
            fatal(m->program->path,
                  "%s is %s in C, which is the model's own; --name gives it "
                  "another prefix",
                  f->op, f->name);
        *dict_number(taken, rest) = 0;
    }
}

/* Gives each method a name in C that clashes with no other. */
static void name_methods(Model *m)
{
    static const char *const ours[] = {"reset", "check_weights", "weights", "weights_t", "ctx"};
    Dict taken = {0};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        *dict_number(&taken, ours[i]) = 0;
    if (m->options->threads > 1)
        *dict_number(&taken, "set_threads") = 0;
    if (random_state(m))
        *dict_number(&taken, "seed") = 0;
    if (makers(m->options))
        *dict_number(&taken, "init") = *dict_number(&taken, "free") = 0;
    if (m->ndelegates)
        *dict_number(&taken, "init") = *dict_number(&taken, "destroy") = 0;
    static const char *const of_cpp[] = {"model",          "instance", "tensor",
                                         "dynamic_tensor", "product",  "status"};
    for (size_t i = 0; m->options->cpp && i < sizeof of_cpp / sizeof *of_cpp; i++)
        *dict_number(&taken, of_cpp[i]) = 0;
    name_functions(m, &taken);
    for (int i = 0; i < m->ngraphs; i++) {
        const char *base = c_identifier(m->graph[i]->name), *name = base;
        for (int n = 2; is_taken(&taken, name, m->options->by_steps); n++)
            name = fmt_text("%s_%d", base, n);
        *dict_number(&taken, lower_case(name)) = 0;
        m->graph[i]->name = name;
    }
}

bool parse_binding(const char *text, Binding *b)
{
    int end = 0;
    b->text = text;
    return sscanf(text, "input%9d.dim%9d=%9d%n", &b->input, &b->dim, &b->extent, &end) == 3 &&
           !text[end] && b->input >= 0 && b->dim >= 0 && b->extent >= 0;
}

static bool can_bind(const Graph *g, const Binding *b)
{
    if (b->input >= g->ninputs || arg_is_number(&g->input[b->input]))
        return false;
    const FileTensor *t = g->input[b->input].file->tensor;
    return t->dynamism != DYN_STATIC && b->dim < t->rank - t->complex;
}

static void check_bindings(const Model *m)
{
    for (int k = 0; k < m->options->nbinds; k++) {
        bool any = false;
        for (int i = 0; i < m->ngraphs; i++)
            any |= can_bind(m->graph[i], &m->options->bind[k]);
        if (!any)
            fatal(m->program->path, "--bind %s: no method has such an extent that is dynamic",
                  m->options->bind[k].text);
    }
}

static Model *compile_once(Program *p, const Options *o, Savings savings)
{
    Model *m = NEW(Model, 1);
    *m = (Model){.program = p, .options = o, .savings = savings};
    m->old = o->names ? read_manifest(o->names) : o->old;
    for (int i = 0; i < p->nmethods; i++)
        PUSH(m->graph, m->ngraphs, import_method(m, &p->method[i]));
    check_bindings(m);
    name_methods(m);
    name_delegates(m);
    keep_handles(m);
    for (int i = 0; i < m->ngraphs; i++)
        run_passes(m->graph[i]);
    keep_operators(m);
    give_names(m); /* ties in the plan break by name */
    plan(m);
    for (int i = 0; i < m->ngraphs; i++) {
        check(m->graph[i], "plan");
        dump_after(m->graph[i], "plan");
    }
    return m;
}

static const Graph *fullest_method(const Model *m)
{
    const Graph *g = m->graph[0];
    for (int i = 1; i < m->ngraphs; i++)
        g = m->graph[i]->arena_bytes > g->arena_bytes ? m->graph[i] : g;
    return g;
}

/* Lists the first buffers by name, with their bytes, for a message. */
static const char *first_names(Buffer *const *buffer, int count)
{
    enum { NAMED = 4 };
    Text t = {0};
    for (int i = 0; i < NAMED && i < count; i++)
        text_add(&t, "%s %s %s", i ? "," : "", buffer[i]->name,
                 grouped((uint64_t)buffer[i]->bound));
    return text_string(&t);
}

/* Names the largest buffers that are needed where the method's arena is fullest. */
static const char *fullest(const Graph *g)
{
    Peak peak = find_peak(g);
    return first_names(peak.buffer, peak.nbuffers);
}

static int64_t ram_of(const Model *m)
{
    return m->arena_bytes + m->state_bytes;
}

/* Returns the bytes of the largest scratch of a kernel that runs where the arena is fullest;
 * compile_small() allows only less than that next. */
static int64_t scratch_at_peak(const Model *m)
{
    const Graph *g = fullest_method(m);
    Peak peak = find_peak(g);
    int64_t most = 0;
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b) {
            /* Another kernel can be taken where a backend says its scratch before. */
            bool chosen = s->kernel && backend_of(s->kernel->symbol)->scratch;
            const Value *scratch = chosen ? step_scratch(s) : NULL;
            for (int i = 0; scratch && i < peak.nsteps; i++)
                if (lives_at(scratch->buffer, peak.step[i]) && scratch->buffer->bound > most)
                    most = scratch->buffer->bound;
        }
    return most;
}

/* Returns the first memory that is too small for its arena, or -1. */
static int full_memory(const Model *m)
{
    for (int i = 0; i < m->options->nmemories; i++)
        if (m->in_memory[i] > m->options->memory[i].bytes)
            return i;
    return -1;
}

static bool fits(const Model *m)
{
    int64_t most = m->options->max_ram;
    return full_memory(m) < 0 && (!most || ram_of(m) <= most);
}

static _Noreturn void fail_memory(const Model *m, int memory)
{
    const TargetMemory *full = &m->options->memory[memory];
    Graph most = arena_part(m->graph[0], memory);
    for (int i = 1; i < m->ngraphs; i++)
        if (m->graph[i]->in_memory[memory] > most.arena_bytes)
            most = arena_part(m->graph[i], memory);
    fatal(m->program->path,
          "the arena needs %s bytes in %s, more than its %s; largest where it is fullest:%s",
          grouped((uint64_t)m->in_memory[memory]), full->name, grouped((uint64_t)full->bytes),
          fullest(&most));
}

/* Frees the bytes of constants that ptec made: only numbers of the model are asked for then. */
static void free_constants(Model *m)
{
    for (int i = 0; i < m->ngraphs; i++) {
        const Graph *g = m->graph[i];
        for (int k = 0; k < g->nconstants; k++) {
            Buffer *b = g->constant[k]->buffer;
            if (b->owned)
                zfree(b->owned);
            b->owned = NULL;
        }
        free_packed(m->graph[i]);
    }
    m->is_sketch = true;
}

/* Compiles again; memory holds the constants of one attempt at a time. */
static Model *compile_again(Program *p, const Options *o, Savings savings, Model *before)
{
    free_constants(before);
    return compile_once(p, o, savings);
}

/* Returns the best attempt, behind which the last one's constants are in the way. */
static Model *take(Model *best, Model *last)
{
    if (best != last)
        free_constants(last);
    return best;
}

/* Compiles again with steps in turns, then with kernels of less and less scratch, until the model
 * fits or nothing is left to try. */
static Model *compile_small(Program *p, const Options *o, Model *best)
{
    Savings savings = best->savings;
    Model *last = best;
    savings.by_rows = savings.channels_last = true;
    while (!fits(best) && savings.most_scratch >= 0) {
        Model *m = compile_again(p, o, savings, last);
        best = fits(m) || ram_of(m) < ram_of(best) ? m : best;
        savings.most_scratch = scratch_at_peak(m) - 1;
        last = m;
    }
    return take(best, last);
}

static bool has_convolutions(const Model *m)
{
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                if (s->kind == K_CONV)
                    return true;
    return false;
}

/* Compiles again with channels last, so that convolutions can take turns, if the arena is large,
 * and takes the result if that halves the arena: turns cost time, and nobody has asked for them. */
static Model *compile_large(Program *p, const Options *o, Model *best)
{
    enum { LARGE = 1024 * 1024, LESS = 2 };
    if (best->arena_bytes < LARGE || !has_convolutions(best) ||
        !takes_turns_unasked(best->graph[0]))
        return best;
    Savings savings = best->savings;
    savings.channels_last = true;
    Model *m = compile_again(p, o, savings, best);
    return take(m->arena_bytes <= best->arena_bytes / LESS ? m : best, m);
}

/* Compiles for the first time, and again where the weights only fit in fewer bits. */
static Model *compile_first(Program *p, const Options *o)
{
    Savings savings = {.most_scratch = INT64_MAX};
    Model *m = compile_once(p, o, savings);
    savings.few_bits = m->wide && o->max_flash && m->weights_bytes > o->max_flash;
    return savings.few_bits ? compile_again(p, o, savings, m) : m;
}

/* Makes the model fit what the options say, by further attempts if need be. */
static Model *fit_options(Program *p, const Options *o, Model *m)
{
    m = compile_large(p, o, m);
    if (o->opt >= 2)
        m = compile_small(p, o, m);
    if (full_memory(m) >= 0)
        fail_memory(m, full_memory(m));
    if (!fits(m))
        fatal(p->path,
              "the arena needs %s bytes and the state %s, more than --max-ram %s; largest "
              "where the arena is fullest:%s",
              grouped((uint64_t)m->arena_bytes), grouped((uint64_t)m->state_bytes),
              grouped((uint64_t)o->max_ram), fullest(fullest_method(m)));
    return m->is_sketch ? compile_once(p, o, m->savings) : m;
}

Model *compile_model(Program *p, const Options *o)
{
    check_passes(o->dump_pass);
    return fit_options(p, o, compile_first(p, o));
}

Model *compile_in_few_bits(Model *m)
{
    const Savings savings = {.most_scratch = INT64_MAX, .few_bits = true};
    return fit_options(m->program, m->options, compile_again(m->program, m->options, savings, m));
}

const char *name_largest_weights(const Model *m)
{
    return m->nweights
               ? fmt_text("; largest weights:%s", first_names(largest_weights(m), m->nweights))
               : "";
}

void check_flash(const Model *m)
{
    int64_t most = m->options->max_flash;
    if (most && m->weights_bytes > most)
        fatal(m->program->path,
              "the weights, without code and tables, need %s bytes, more than --max-flash %s%s",
              grouped((uint64_t)m->weights_bytes), grouped((uint64_t)most),
              name_largest_weights(m));
}
