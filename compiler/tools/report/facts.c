/* SPDX-License-Identifier: 0BSD
 * What the page tells of each step, computed once. */
#include "tools/report/facts.h"
#include "base/words.h"
#include "emit/text/labels.h"
#include "emit/text/match.h"
#include "graph/build.h"
#include "graph/cost.h"
#include "graph/foreign.h"
#include "plan/lives.h"
#include "plan/strips/rows.h"
#include "tools/report/html.h"
#include "tools/size.h"

#include <string.h>

const char *const numbers_text[NUMBERS_COUNT] = {[NUMBERS_OTHER] = "",
                                                 [NUMBERS_BYTES] = "bytes",
                                                 [NUMBERS_BETWEEN] = "bytes with floats in between",
                                                 [NUMBERS_CONVERT] =
                                                     "conversions of floats and bytes",
                                                 [NUMBERS_FLOATS] = "floats"};

typedef struct Contents { /* of a step's operands or results */
    bool bytes, floats;
} Contents;

static Contents contents_of(Value *const *value, int n)
{
    Contents c = {false, false};
    for (int i = 0; i < n; i++) {
        Value *v = value[i];
        if (!v || v->scalar || value_is_const(value_root(v)))
            continue;
        c.bytes |= has_8_bits(v);
        c.floats |= dtype_is_float((int)v->type.dtype);
    }
    return c;
}

static bool only_converts(const Step *s)
{
    bool all = true;
    for (const Source *from = &s->source; from; from = from->also)
        all &= converts(from) || strcmp(from->op, "xnnpack::Convert") == 0;
    return all;
}

static bool expr_has_floats(const Expr *e)
{
    bool any = e && dtype_is_float((int)e->type);
    for (int i = 0; e && !any && i < expr_info[e->op].arity; i++)
        any = expr_has_floats(e->arg[i]);
    return any;
}

static Numbers numbers_of(const Step *s)
{
    const Contents in = contents_of(s->in, s->nin), out = contents_of(s->out, s->nout ? 1 : 0);
    const bool product = s->kind == K_CONV || s->kind == K_GEMM;
    if (s->kind == K_FOREIGN || s->kind == K_SCALAR)
        return NUMBERS_OTHER;
    if (only_converts(s) && ((in.bytes && out.floats) || (in.floats && out.bytes)))
        return NUMBERS_CONVERT;
    if (in.floats || (out.floats && !(product && in.bytes)))
        return NUMBERS_FLOATS;
    if (!in.bytes && !out.bytes)
        return NUMBERS_OTHER;
    return !s->kernel && (expr_has_floats(s->expr) || expr_has_floats(s->post)) ? NUMBERS_BETWEEN
                                                                                : NUMBERS_BYTES;
}

/* Does a kernel of bytes compute with floats? Those that requantise by RQ_Q31_DOUBLE do not, except
 * for the mean of a whole pool by libraries for processors with an FPU. */
static bool has_floats_within(const Step *s)
{
    if (!s->kernel || numbers_of(s) != NUMBERS_BYTES)
        return false;
    const bool averages =
        s->kind == K_POOL && s->kernel->backend->averages_in_floats && !(s->strip && sums_rows(s));
    return s->kind == K_ATTENTION || expr_has_floats(s->expr) ||
           (s->requant != RQ_NONE && (s->requant != RQ_Q31_DOUBLE || averages));
}

static int64_t weights_of(const Step *s)
{
    Buffer **constant = NEW(Buffer *, s->nin);
    int n = step_constants(s, constant);
    int64_t bytes = 0;
    for (int i = 0; i < n; i++)
        bytes += constant[i]->bound;
    return bytes;
}

static void note_step(MethodFacts *f, const Step *s, const int64_t *live, Profile *profile)
{
    StepFacts *x = &f->step[s->index];
    *x = (StepFacts){s,
                     numbers_of(s),
                     has_floats_within(s),
                     step_macs(s),
                     weights_of(s),
                     live[s->index],
                     profile ? profile_seconds(profile, s->name) : -1};
    f->macs += x->macs;
    f->seconds += x->seconds > 0 ? x->seconds : 0;
    f->nother += is_by_other(s);
    f->nbetween += x->numbers == NUMBERS_BETWEEN;
    f->nwithin += x->floats_within;
    f->quantised |=
        (s->kind == K_CONV || s->kind == K_GEMM) && contents_of(s->in, 1).bytes && x->macs;
    if (x->numbers == NUMBERS_FLOATS && f->nfloats++ == 0)
        f->first_float = s->index;
}

/* Returns what steps that should take equally long have in common. */
static const char *likeness(const Step *s)
{
    Text t = {0};
    text_add(&t, "%s %s", s->base, step_function(s));
    for (int i = 0; i < s->nin; i++)
        if (s->in[i] && !s->in[i]->scalar)
            text_add(&t, " %s", shape_text(s->in[i]));
    if (s->nout && s->out[0])
        text_add(&t, " to %s", shape_text(s->out[0]));
    return t.data;
}

/* Finds, for each step, the fastest one that is like it; returns how many have a time and are like
 * another that has. */
static int find_fastest(const MethodFacts *f, int *fastest)
{
    Dict alike = {0};
    int *first = NEW(int, f->g->nsteps), *best = NEW(int, f->g->nsteps);
    int *timed = NEW(int, f->g->nsteps), compared = 0;
    for (int i = 0; i < f->g->nsteps; i++) {
        int *number = dict_number(&alike, likeness(f->step[i].step));
        if (*number < 0)
            best[ *number = i] = i;
        first[i] = *number;
        const StepFacts *x = &f->step[i], *y = &f->step[best[first[i]]];
        timed[first[i]] += x->seconds > 0;
        if (x->seconds > 0 && (y->seconds <= 0 || x->seconds < y->seconds))
            best[first[i]] = i;
    }
    for (int i = 0; i < f->g->nsteps; i++) {
        fastest[i] = best[first[i]];
        compared += f->step[i].seconds > 0 && timed[first[i]] > 1;
    }
    return compared;
}

static Noise find_noise(const MethodFacts *f)
{
    int *fastest = NEW(int, f->g->nsteps + 1);
    Noise worst = {.times = 2, .compared = find_fastest(f, fastest)};
    for (int i = 0; i < f->g->nsteps; i++) {
        const StepFacts *x = &f->step[i], *y = &f->step[fastest[i]];
        if (x->seconds <= 0 || y->seconds <= 0 || 100 * x->seconds < f->seconds)
            continue;
        worst.steps += x->seconds > 2 * y->seconds;
        if (x->seconds > worst.times * y->seconds)
            worst = (Noise){x->seconds / y->seconds, worst.compared, worst.steps, i, fastest[i]};
    }
    return worst;
}

static MethodFacts facts_of(Graph *g, int number, Profile *profile)
{
    MethodFacts f = {.g = g, .number = number, .first_float = -1, .peak = find_peak(g)};
    int64_t *live = NEW(int64_t, g->nsteps + 2);
    live_bytes(g, live);
    f.step = NEW(StepFacts, g->nsteps);
    f.weights = method_constants(g);
    FOR_BLOCKS(b, g)
        FOR_STEPS(s, b)
            note_step(&f, s, live, profile);
    if (profile)
        f.noise = find_noise(&f);
    return f;
}

Facts find_facts(const Model *m, Profile *profile)
{
    Facts f = {.m = m, .timed = profile, .note = profile ? text_string(&profile->note) : ""};
    f.method = NEW(MethodFacts, m->ngraphs);
    for (int i = 0; i < m->ngraphs; i++)
        if (!is_constant_method(m->graph[i])) {
            f.method[f.nmethods] = facts_of(m->graph[i], f.nmethods, profile);
            f.nmethods++;
        }
    return f;
}

const char *step_id(const MethodFacts *f, int step)
{
    return fmt_text("m%ds%d", f->number, step);
}

const char *step_link(const MethodFacts *f, int step)
{
    if (step >= f->g->nsteps)
        return "the end";
    return fmt_text("<a href=\"#%s\">%d&#160;%s</a>", step_id(f, step), step,
                    html(f->step[step].step->name));
}

const char *value_maker(const MethodFacts *f, const Value *v)
{
    const Step *def = value_root((Value *)v)->def;
    return def ? step_link(f, def->index) : NULL;
}

bool reads_operand(const Step *s, int operand)
{
    bool any = s->kind != K_MOVE;
    for (int i = 0; i < s->npieces && !any; i++)
        any = s->piece[i].src == operand;
    return any;
}

int step_of_instr(const MethodFacts *f, int instr)
{
    int step = -1;
    for (int i = 0; i < f->g->nsteps; i++)
        for (const Source *from = &f->step[i].step->source; from; from = from->also)
            if (from->instr == instr && (step < 0 || f->step[i].step->kind != K_MOVE))
                step = i;
    return step;
}

bool is_by_other(const Step *s)
{
    return s->nrefusals > 0 || is_loop(s);
}

bool takes_turns(const Facts *f)
{
    bool any = false;
    for (int i = 0; i < f->nmethods; i++)
        for (int k = 0; k < f->method[i].g->nsteps; k++)
            any |= f->method[i].step[k].step->strip != NULL;
    return any;
}

bool has_dynamic_sizes(const Facts *f)
{
    bool any = false;
    for (int i = 0; i < f->nmethods; i++)
        for (int k = 0; k < f->method[i].g->ninputs; k++)
            any |= arg_is_dynamic(&f->method[i].g->input[k]);
    return any;
}

const char *measured_at(const Facts *f)
{
    if (*f->note)
        return html_long(printable_long(f->note));
    return has_dynamic_sizes(f) ? "at sizes that the profile does not tell" : "";
}

const char *microseconds(double seconds)
{
    const double n = 1e6 * seconds;
    return n < 1000 ? fmt_text("%.3f", n) : grouped((uint64_t)(n + 0.5));
}

const char *step_function(const Step *s)
{
    if (s->kernel)
        return html(s->kernel->symbol);
    if (s->kind == K_FOREIGN)
        return fmt_text("yours: %s", html(s->foreign->delegate ? s->foreign->delegate->name
                                                               : s->foreign->function->name));
    return s->kind == K_SCALAR ? "a size" : "a loop";
}

void add_step_links(Text *t, const MethodFacts *f, const int *step, int n)
{
    enum { SHOWN = 3 };
    for (int i = 0; i < n; i++) {
        if (i == SHOWN)
            text_add(t, "<details><summary>%d more</summary>", n - SHOWN);
        text_add(t, "%s%s", i % SHOWN ? ", " : "", step_link(f, step[i]));
    }
    text_add(t, n > SHOWN ? "</details>" : "");
}
