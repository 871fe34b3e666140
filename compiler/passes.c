/* SPDX-License-Identifier: 0BSD
 * Runs the passes of passes.def. */
#include "passes.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/words.h"
#include "graph/build.h"
#include "graph/check.h"
#include "graph/dump.h"
#include "plan/split.h"
#include "plan/storage.h"
#include "plan/stream.h"
#include "plan/strips/bound.h"
#include "plan/strips/choose.h"
#include "select/registry.h"
#include "select/select.h"
#include "transform/byte_sums.h"
#include "transform/epilogue.h"
#include "transform/filters.h"
#include "transform/fuse.h"
#include "transform/io_bytes.h"
#include "transform/layout.h"
#include "transform/lookups.h"
#include "transform/narrow_halves.h"
#include "transform/numbers.h"
#include "transform/paddings.h"
#include "transform/planes.h"
#include "transform/quantise/average.h"
#include "transform/quantise/quantise.h"
#include "transform/scales.h"
#include "transform/short_rows.h"
#include "transform/simplify.h"
#include "transform/transposed.h"
#include "transform/widen_halves.h"

#include <string.h>

/* ---- conditions ---- */

static bool always(const Graph *g, const char *pass)
{
    (void)g, (void)pass;
    return true;
}

static bool io_bytes(const Graph *g, const char *pass)
{
    (void)pass;
    return g->model->options->bytes;
}

static bool streamed(const Graph *g, const char *pass)
{
    (void)pass;
    return streams(g->model);
}

static bool divided(const Graph *g, const char *pass)
{
    (void)pass;
    return g->model->options->max_block > 0 || g->model->options->max_piece > 0;
}

static bool bounded(const Graph *g, const char *pass)
{
    (void)pass;
    return g->model->options->max_piece > 0;
}

/* Does it serve the kernels of a backend that the user asks for? */
static bool asked(const Graph *g, const char *pass)
{
    return backend_that_asks(g, pass) != NULL;
}

/* ---- the list ---- */

typedef struct Pass {
    const char *group, *name;
    void (*run)(Graph *g);
    int level; /* it runs from this -O on */
    bool (*condition)(const Graph *g, const char *pass);
    const char *what;
} Pass;

static const Pass passes[] = {
#define PASS(group, name, function, level, condition, what)                                        \
    {#group, #name, function, level, condition, what},
#define AFTER(later, earlier)
#include "passes.def"
#undef PASS
#undef AFTER
};
enum { NPASSES = sizeof passes / sizeof *passes };

static int position_of(const char *name)
{
    for (int i = 0; i < NPASSES; i++)
        if (strcmp(passes[i].name, name) == 0)
            return i;
    bug("passes.def: there is no pass '%s'", name);
}

/* Is each pass that a backend asks for one of the list? */
static void check_asked(void)
{
    for (const Backend *const *b = backends; *b; b++)
        for (const char *at = (*b)->passes, *end; at && (end = strchr(at, ' ')); at = end + 1)
            position_of(fmt_text("%.*s", (int)(end - at), at));
}

static void check_order(void)
{
    static const struct {
        const char *later, *earlier;
    } pairs[] = {
#define PASS(group, name, function, level, condition, what)
#define AFTER(later, earlier) {#later, #earlier},
#include "passes.def"
#undef PASS
#undef AFTER
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (position_of(pairs[i].later) < position_of(pairs[i].earlier))
            bug("passes.def: '%s' must come after '%s'", pairs[i].later, pairs[i].earlier);
}

void dump_after(const Graph *g, const char *name)
{
    const char *wanted = g->model->options->dump_pass;
    if (!wanted || strcmp(wanted, name) != 0)
        return;
    Text t = {0};
    if (g->model->savings.by_rows)
        text_add(&t, "; steps in turns\n");
    else if (g->model->savings.channels_last)
        text_add(&t, "; channels last\n");
    dump_graph(&t, g);
    print_text(&t);
}

static bool ends_group(const Pass *p)
{
    return p == &passes[NPASSES - 1] || strcmp(p->group, p[1].group) != 0;
}

/* The group runs at this level if one of its passes does. */
static bool group_runs(const Pass *last, int level)
{
    for (const Pass *p = last; p >= passes && strcmp(p->group, last->group) == 0; p--)
        if (level >= p->level)
            return true;
    return false;
}

void run_passes(Graph *g)
{
    const int level = g->model->options->opt;
    check(g, "import");
    for (const Pass *p = passes; p < passes + NPASSES; p++) {
        if (level >= p->level && p->condition(g, p->name)) {
            progress_late("ptec: %s, %s", g->name, p->name);
            p->run(g);
            number_steps(g);
        }
        if (level >= p->level && strcmp(p->name, p->group) != 0)
            dump_after(g, p->name);
        if (ends_group(p) && group_runs(p, level)) {
            check(g, p->group);
            dump_after(g, p->group);
        }
    }
}

void run_pass(Graph *g, const char *name)
{
    const Pass *p = &passes[position_of(name)];
    if (!p->condition(g, name))
        return;
    p->run(g);
    number_steps(g);
    check(g, name);
}

/* The names that -d takes: each group behind its passes, then the plan, then NULL. */
static const char **pass_names(void)
{
    const char **names = NULL;
    int n = 0;
    for (const Pass *p = passes; p < passes + NPASSES; p++) {
        PUSH(names, n, p->name);
        if (ends_group(p) && strcmp(p->name, p->group) != 0)
            PUSH(names, n, p->group);
    }
    PUSH(names, n, "plan");
    PUSH(names, n, NULL);
    return names;
}

void check_passes(const char *name)
{
    check_order();
    check_asked();
    const char **names = pass_names();
    int i = 0;
    while (name && names[i] && strcmp(names[i], name) != 0)
        i++;
    if (!name || names[i])
        return;
    const char *near = nearest_name(name, names);
    usage_error("-d: there is no pass '%s'%s%s%s", printable(name), near ? "; did you mean '" : "",
                near ? near : "", near ? "'?" : "");
}

void list_passes(Text *t)
{
    const char *members = "";
    for (const Pass *p = passes; p < passes + NPASSES; p++) {
        text_add(t, "    %-11s %s\n", p->name, p->what);
        members = fmt_text("%s%s%s", members, *members ? ", " : "", p->name);
        if (!ends_group(p))
            continue;
        if (strcmp(p->name, p->group) != 0)
            text_add(t, "    %-11s behind all of: %s\n", p->group, members);
        members = "";
    }
    text_add(t, "    %-11s where each buffer lies\n", "plan");
}
