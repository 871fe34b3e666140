/* SPDX-License-Identifier: 0BSD
 * The pipeline: a program becomes a planned model, pass by pass. */
#include "ptec.h"

#include <string.h>
#include <strings.h>

typedef struct Pass {
    const char *name;
    void (*run)(Graph *g);
    int level; /* runs from this -O on */
} Pass;

static const Pass passes[] = {
    {"simplify", simplify, 2},
    {"fuse", fuse, 2},
    {"select", select_kernels, 0},
    {"storage", choose_storage, 0},
};
enum { NPASSES = sizeof passes / sizeof *passes };

static const char *const pass_names[] = {"import",  "simplify", "fuse", "select",
                                         "storage", "plan",     NULL};

static void dump_after(const Graph *g, const char *pass)
{
    const char *wanted = g->model->options->dump_pass;
    if (!wanted || strcmp(wanted, pass) != 0)
        return;
    Text t = {0};
    dump_graph(&t, g);
    fwrite(t.data, 1, t.size, stdout);
}

static void compile_graph(Graph *g)
{
    check(g, "import");
    dump_after(g, "import");
    for (int i = 0; i < NPASSES; i++) {
        if (g->model->options->opt < passes[i].level)
            continue;
        passes[i].run(g);
        number_steps(g);
        check(g, passes[i].name);
        dump_after(g, passes[i].name);
    }
}

static void check_dump_name(const char *name)
{
    if (!name)
        return;
    for (int i = 0; pass_names[i]; i++)
        if (strcmp(pass_names[i], name) == 0)
            return;
    const char *near = nearest_name(name, pass_names);
    usage_error("-d: there is no pass '%s'%s%s%s", printable(name), near ? "; did you mean '" : "",
                near ? near : "", near ? "'?" : "");
}

/* Macros of the header spell methods in capitals, and every method has a form NAME_with. */
static bool clash(const char *a, const char *b)
{
    return strcasecmp(a, b) == 0 || strcasecmp(a, fmt_text("%s_with", b)) == 0 ||
           strcasecmp(fmt_text("%s_with", a), b) == 0;
}

static bool is_taken(const Model *m, int before, const char *name)
{
    static const char *const ours[] = {"reset", "check_weights", "weights", "weights_t", "ctx"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (clash(name, ours[i]))
            return true;
    for (int i = 0; i < before; i++)
        if (clash(name, m->graph[i]->name))
            return true;
    return false;
}

/* Names of methods in C, without clashes. */
static void name_methods(Model *m)
{
    for (int i = 0; i < m->ngraphs; i++) {
        const char *base = c_identifier(m->graph[i]->name), *name = base;
        for (int n = 2; is_taken(m, i, name); n++)
            name = fmt_text("%s_%d", base, n);
        m->graph[i]->name = name;
    }
}

Model *compile_model(Program *p, const Options *o)
{
    check_dump_name(o->dump_pass);
    Model *m = NEW(Model, 1);
    *m = (Model){.program = p, .options = o};
    for (int i = 0; i < p->nmethods; i++) {
        Graph *g = import_method(m, &p->method[i]);
        PUSH(m->graph, m->ngraphs, g);
    }
    name_methods(m);
    for (int i = 0; i < m->ngraphs; i++)
        compile_graph(m->graph[i]);
    give_names(m); /* ties in the plan break by name */
    plan(m);
    for (int i = 0; i < m->ngraphs; i++) {
        check(m->graph[i], "plan");
        dump_after(m->graph[i], "plan");
    }
    return m;
}
