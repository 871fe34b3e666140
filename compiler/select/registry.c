/* SPDX-License-Identifier: 0BSD
 * The registry of backends: the rows of backends.def, and what the lists of --kernels mean. */
#include "select/registry.h"
#include "base/util.h"

#include <string.h>

#define BACKEND(identifier, summary) extern const Backend identifier##_backend;
#include "select/backends.def"
#undef BACKEND

const Backend *const backends[] = {
#define BACKEND(identifier, summary) &identifier##_backend,
#include "select/backends.def"
#undef BACKEND
    NULL};
enum { COUNT = sizeof backends / sizeof *backends - 1 };

static const char *const summaries[] = {
#define BACKEND(identifier, summary) summary,
#include "select/backends.def"
#undef BACKEND
};

const char measured_name[] = "auto";

const Backend *backend_find(const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(backends[i]->name, name) == 0)
            return backends[i];
    return NULL;
}

/* The longest prefix decides. */
const Backend *backend_of(const char *symbol)
{
    const Backend *of = NULL;
    for (int i = 0; i < COUNT; i++) {
        size_t length = strlen(backends[i]->prefix);
        if (strncmp(symbol, backends[i]->prefix, length) == 0 &&
            (!of || length > strlen(of->prefix)))
            of = backends[i];
    }
    return of;
}

bool backend_is_missing(const Backend *b)
{
    bool missing = b->nkernels > 0;
    for (int i = 0; i < b->nkernels; i++)
        missing &= b->kernel[i].missing;
    return missing;
}

/* ---- lists of --kernels ---- */

const char **backend_names(void)
{
    const char **names = NULL;
    int n = 0;
    for (int i = 0; i < COUNT; i++)
        PUSH(names, n, backends[i]->name);
    PUSH(names, n, measured_name);
    PUSH(names, n, NULL);
    return names;
}

const char *kernel_names(const Options *o)
{
    Text t = {0};
    if (o->measured)
        return measured_name;
    FOR_BACKENDS(b, o)
        text_add(&t, "%s%s", t.size ? "," : "", b->name);
    return t.size ? t.data : backends[0]->name;
}

const Backend **measured_backends(void)
{
    const Backend **list = NULL;
    int n = 0;
    for (int i = COUNT; i-- > 0;)
        if (backends[i]->automatic && !backend_is_missing(backends[i]))
            PUSH(list, n, backends[i]);
    PUSH(list, n, NULL);
    return list;
}

void list_backends(Text *t)
{
    for (int i = 0; i < COUNT; i++)
        text_add(t, "    %-10s %s\n", backends[i]->name, summaries[i]);
    const Options automatic = {.backend = measured_backends()};
    text_add(t, "    %-10s", measured_name);
    FOR_BACKENDS(b, &automatic)
        text_add(t, " %s%s%s", b->name, b->refusal ? " where it was measured to be faster" : "",
                 b_at[1] ? "," : "\n");
}

bool uses_backend(const Graph *g, const Backend *backend)
{
    bool any = false;
    FOR_BACKENDS(b, g->model->options)
        any |= b == backend;
    return any;
}

bool calls_library(const Model *m, const char *library)
{
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                if (called_library(s) && strcmp(called_library(s), library) == 0)
                    return true;
    return false;
}

/* A library that has to be faster by measurement takes only some of the steps. */
bool leads(const Graph *g, const Backend *backend)
{
    FOR_BACKENDS(b, g->model->options) {
        if (b == backend)
            return true;
        if (backend->yields && b->operators && !g->model->options->measured)
            return false;
    }
    return false;
}

bool backend_asks(const Backend *b, const char *pass)
{
    const char *at = b->passes ? strstr(b->passes, pass) : NULL;
    return at && (at == b->passes || at[-1] == ' ') && at[strlen(pass)] == ' ';
}

/* A library that has to be faster by measurement is only asked where no other backend is. */
const Backend *backend_that_asks(const Graph *g, const char *pass)
{
    const Backend *measured = NULL;
    FOR_BACKENDS(b, g->model->options) {
        if (!backend_asks(b, pass) || !leads(g, b))
            continue;
        if (!b->operators || !g->model->options->measured)
            return b;
        measured = b;
    }
    return measured;
}

bool uses_lanes(const Graph *g)
{
    bool any = false;
    FOR_BACKENDS(b, g->model->options)
        any |= b->lanes;
    return any;
}

/* ---- kernels ---- */

const OperatorText *operator_text(const Step *s)
{
    return s->kernel ? s->kernel->backend->operators : NULL;
}

const OperatorText *operators_of(const Model *m)
{
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                if (operator_text(s))
                    return operator_text(s);
    return NULL;
}

const Kernel *kernel_variant(const Kernel *k, VariantUse use)
{
    for (const Variant *v = k ? k->backend->variant : NULL; v && v->symbol; v++)
        if (v->use == use && strcmp(v->symbol, k->symbol) == 0)
            return strcmp(v->kernel.symbol, k->symbol) == 0 ? k : &v->kernel;
    return NULL;
}
