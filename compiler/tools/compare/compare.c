/* SPDX-License-Identifier: 0BSD
 * The verb `compare`: which step is the first that computes something else. */
#include "tools/compare/compare.h"
#include "base/files.h"
#include "base/grid.h"
#include "base/words.h"
#include "model.h"
#include "tools/compare/results.h"
#include "tools/etdump/slots.h"
#include "tools/exec/compare.h"
#include "tools/exec/tensor.h"
#include "tools/inputs.h"

#include <math.h>
#include <string.h>

/* Is a value that both sides have. */
typedef struct Pair {
    const Result *want, *got;
    Difference d;
} Pair;

typedef struct Comparison {
    const CompareSide *side;
    const Graph *graph[2]; /* NULL: of a dump */
    const FileMethod *method[2];
    Results results[2];
    Pair *pair;
    int npairs;
} Comparison;

/* Returns what the bytes mean with the other sign, whose zero points are 128 apart. */
static CaseValue with_other_sign(const CaseValue *v)
{
    CaseValue made = *v;
    uint8_t *data = NEW(uint8_t, v->tensor.data.size);
    for (size_t i = 0; i < v->tensor.data.size; i++)
        data[i] = v->tensor.data.data[i] ^ 0x80;
    made.tensor.dtype = v->tensor.dtype == U8 ? I8 : U8;
    made.tensor.data.data = data;
    return made;
}

static double largest_of(const CaseValue *v)
{
    const FileTensor t = tensor_of(v);
    double largest = 0;
    for (int64_t i = 0; i < tensor_count(&t); i++) {
        const double x = fabs(tensor_number(t.dtype, t.data.data, i));
        largest = isfinite(x) ? fmax(largest, x) : largest;
    }
    return largest;
}

/* Compares with a tolerance for the whole result, since sums in another order change an element
 * that is nearly 0 by much of itself. */
static Difference compare_results(const ExecOptions *o, const Comparison *c, const Result *got,
                                  const Result *want)
{
    const CaseValue *of[2] = {want->value, got->value};
    if (of[0]->tensor.dtype == F32 || of[1]->tensor.dtype == F32) { /* ptec dumps bytes as floats */
        of[0] = value_as_reals(c->method[0], want->slot, of[0]);
        of[1] = value_as_reals(c->method[1], got->slot, of[1]);
    }
    const Tolerance t = {
        .atol = o->atol + o->rtol * largest_of(of[0]), .steps = o->steps, .rounding = true};
    CaseValue a = *of[1];
    const int mine = a.tensor.dtype, other = of[0]->tensor.dtype;
    if (a.kind == FV_TENSOR && of[0]->kind == FV_TENSOR &&
        ((mine == U8 && other == I8) || (mine == I8 && other == U8)))
        a = with_other_sign(of[1]);
    return compare_values(&a, of[0], &t);
}

static const Result *find_result(const Results *r, int slot, int again)
{
    for (int i = 0; i < r->count; i++)
        if (r->item[i].slot == slot && r->item[i].again == again)
            return &r->item[i];
    return NULL;
}

static void pair_results(Comparison *c, const ExecOptions *o)
{
    const int *slot = pair_slots(c->method[0], c->method[1]);
    for (int i = 0; i < c->results[1].count; i++) {
        const Result *got = &c->results[1].item[i];
        const int other = got->slot < 0 ? got->slot : slot[got->slot];
        const bool known = got->slot < 0 || other != NO_SLOT;
        const Result *want = known ? find_result(&c->results[0], other, got->again) : NULL;
        if (!want)
            continue;
        const Difference d = compare_results(o, c, got, want);
        if (!d.mismatch)
            PUSH(c->pair, c->npairs, ((Pair){want, got, d}));
    }
}

/* Names the operators of a step, the instructions that they are, and their line in the model's
 * source. */
static const char *source_of(const FileMethod *m, const Step *s)
{
    Text t = {0};
    const char *line = NULL;
    for (const Source *from = &s->source; from; from = from->also) {
        text_add(&t, "%s%.*s", t.size ? ", " : "", (int)strcspn(from->op, "."), from->op);
        if (from->instr >= 0)
            text_add(&t, " (instruction %d%s)", from->instr,
                     from->handle ? fmt_text(", debug handle %u", (unsigned)from->handle) : "");
        if (from->instr >= 0 && from->instr < m->ninstrs && m->instr[from->instr].line)
            line = m->instr[from->instr].line;
    }
    return line ? fmt_text("%s, at %s", t.data, printable(line)) : text_string(&t);
}

static const Step *step_of(const Pair *p)
{
    return p->got->step ? p->got->step : p->want->step;
}

static const char *name_of(const Pair *p)
{
    return p->got->step || p->got->slot < 0 ? p->got->name : p->want->name;
}

static const char *ratio_text(const Difference *d)
{
    return d->noise > 0 && d->signal > 0 ? fmt_text("%.1f dB", 10 * log10(d->signal / d->noise))
                                         : "";
}

static void add_row(Grid *grid, const Pair *p)
{
    const Difference *d = &p->d;
    grid_add(grid, d->outside ? "*" : "");
    grid_add(grid, name_of(p));
    grid_add(grid, grouped((uint64_t)d->count));
    grid_add(grid, d->unequal ? grouped((uint64_t)d->unequal) : "equal");
    grid_add(grid, d->unequal ? fmt_text("%.3g", d->largest) : "");
    grid_add(grid, d->unequal ? fmt_text("%.3g", d->relative) : "");
    grid_add(grid, ratio_text(d));
}

static void add_first(Text *t, const Comparison *c, const Pair *p)
{
    const Difference *d = &p->d;
    const Step *s = step_of(p);
    const FileMethod *m = c->method[p->got->step ? 1 : 0];
    text_add(t, "the first that differs is %s", name_of(p));
    if (s)
        text_add(t, ", from %s", source_of(m, s));
    text_add(t,
             "\n  %s of %s elements are outside of the tolerance; the largest error is %.3g at %s"
             " (%.9g, expected %.9g)\n",
             grouped((uint64_t)d->outside), grouped((uint64_t)d->count), d->largest, d->place,
             d->got, d->want);
}

static void report(const Comparison *c)
{
    static const char *const head[] = {"",        "step",    "elements", "unequal",
                                       "max abs", "max rel", "SNR"};
    const Pair *first = NULL;
    Text t = {0};
    Grid grid = {.align = "llrrrrr"};
    int differing = 0;
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        grid_add(&grid, head[i]);
    for (int i = 0; i < c->npairs; i++) {
        add_row(&grid, &c->pair[i]);
        differing += c->pair[i].d.outside > 0;
        first = !first && c->pair[i].d.outside ? &c->pair[i] : first;
    }
    if (c->npairs)
        grid_print(&t, &grid);
    text_add(&t, "%s compared, %d differ; %d are of the first side alone, %d of the second\n",
             plural((uint64_t)c->npairs, "result"), differing, c->results[0].count - c->npairs,
             c->results[1].count - c->npairs);
    if (first)
        add_first(&t, c, first);
    print_text(&t);
}

/* Returns the method that both sides have: `forward`, else the first of the judged program. */
static void choose_methods(Comparison *c)
{
    const int program = c->side[1].emitted ? 1 : 0;
    const Graph *g = choose_method(c->side[program].emitted->model, NULL);
    for (int i = 0; i < 2; i++) {
        const Emitted *e = c->side[i].emitted;
        c->graph[i] = !e ? NULL : i == program ? g : graph_of_method(e->model, g->method->name);
        if (e && !c->graph[i])
            fatal(c->side[i].path, "has no method '%s'", printable(g->method->name));
        c->method[i] = c->graph[i] ? c->graph[i]->method : g->method;
    }
}

/* Takes the inputs of the first side that has recorded ones. */
static const CaseValue *inputs_of_both(const Comparison *c, const ExecOptions *o)
{
    const int first = c->graph[0] ? 0 : 1;
    const bool second =
        first == 0 && c->graph[1] && !has_recorded_inputs(o, c->side[0].bundle, c->graph[0]);
    const int from = second ? 1 : first;
    return make_inputs(o, c->side[from].bundle, c->graph[from]);
}

int compare_sides(const ExecOptions *o, const CompareSide side[2])
{
    Comparison c = {.side = side};
    choose_methods(&c);
    const CaseValue *input = inputs_of_both(&c, o);
    for (int i = 0; i < 2; i++) {
        if (c.graph[0] && c.graph[1] && c.graph[i]->ninputs != c.graph[0]->ninputs)
            fatal(side[i].path, "%s has %d inputs, but that of %s has %d",
                  printable(c.graph[i]->method->name), c.graph[i]->ninputs, printable(side[0].path),
                  c.graph[0]->ninputs);
        c.results[i] = c.graph[i] ? results_of_call(o, side[i].emitted, c.graph[i], input)
                                  : results_of_dump(side[i].dump, c.graph[1 - i]);
    }
    pair_results(&c, o);
    report(&c);
    for (int i = 0; i < c.npairs; i++)
        if (c.pair[i].d.outside)
            return 1;
    return 0;
}
