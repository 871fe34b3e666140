/* SPDX-License-Identifier: 0BSD
 * One self-contained file: the runtime and just the kernels that are called, pasted before the
 * model. Local #include lines are replaced by what they name, system headers stay. */
#include "emit/bundle.h"
#include "base/embedded.h"
#include "emit/loops/excess.h"
#include "select/registry.h"

#include <string.h>

/* Returns the length of the line in bytes, without its newline. */
static size_t line_size(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? (size_t)(end - line) : strlen(line);
}

typedef struct Paster {
    Text *t;
    const char **done; /* headers that are in already */
    int ndone;
} Paster;

static bool is_done(Paster *p, const char *name)
{
    for (int i = 0; i < p->ndone; i++)
        if (strcmp(p->done[i], name) == 0)
            return true;
    PUSH(p->done, p->ndone, name);
    return false;
}

static void paste(Paster *p, const char *name);

/* Pastes a line of `size` bytes, its newline not counted. The configuration is the user's file. */
static void paste_line(Paster *p, const char *line, size_t size)
{
    static const char include[] = "#include \"", config[] = "#include \"ptec_config.h\"";
    const size_t n = sizeof include - 1;
    const bool is_config = size == sizeof config - 1 && strncmp(line, config, size) == 0;
    if (!is_config && size > n && strncmp(line, include, n) == 0) {
        const char *name = fmt_text("%.*s", (int)strcspn(line + n, "\""), line + n);
        const char *dot = strrchr(name, '.');
        bool body = dot && strcmp(dot, ".inc") == 0; /* once for each type */
        if (body || !is_done(p, name))
            paste(p, name);
        return;
    }
    if (size > 9 && strncmp(line, "#include <", 10) == 0 &&
        is_done(p, fmt_text("%.*s", (int)size, line)))
        return;
    text_bytes(p->t, line, size);
    text_bytes(p->t, "\n", 1);
}

static void paste_text(Paster *p, const char *text)
{
    while (*text) {
        size_t n = line_size(text);
        paste_line(p, text, n);
        text += n + (text[n] == '\n');
    }
}

static void paste(Paster *p, const char *name)
{
    const char *text = embedded_text(name);
    if (!text)
        bug("no file %s to paste into the bundle", name);
    paste_text(p, text);
}

bool in_name(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool mentions(const char *text, const char *symbol)
{
    size_t n = strlen(symbol);
    for (const char *p = text; (p = strstr(p, symbol)); p += n)
        if (!in_name(p[n]) && (p == text || !in_name(p[-1])))
            return true;
    return false;
}

/* Returns the name of the next function that the source defines, and moves `*at` behind its
 * line. */
static const char *next_definition(const char **at)
{
    while (**at) {
        const char *line = *at;
        size_t size = line_size(line);
        *at += size + (line[size] == '\n');
        bool starts = (*line >= 'a' && *line <= 'z') && strncmp(line, "static", 6) != 0 &&
                      strncmp(line, "typedef", 7) != 0 && strncmp(line, "extern", 6) != 0;
        const char *open = starts ? memchr(line, '(', size) : NULL, *name = open;
        if (!open)
            continue;
        while (name > line && in_name(name[-1]))
            name--;
        return fmt_text("%.*s", (int)(open - name), name);
    }
    return NULL;
}

/* Returns the name of the next function that a source defines. If it leaves all definitions to what
 * it includes, that is one function, named like the file. `*at` is NULL at first. */
static const char *next_function(const Embedded *e, const char **at)
{
    bool first = !*at;
    *at = first ? e->data : *at;
    const char *name = next_definition(at);
    return name || !first ? name : fmt_text("%.*s", (int)strcspn(e->base, "."), e->base);
}

/* Lists which functions the runtime's sources define: a source is needed if one of them is among
 * the names that are used. */
typedef struct Definitions {
    const char **function;
    int nfunctions;
} Definitions;

static bool defines_any(const Definitions *s, Dict *used)
{
    bool any = false;
    for (int i = 0; i < s->nfunctions && !any; i++)
        any = dict_has(used, s->function[i]);
    return any;
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

/* Does the file hold code for models, and not for self-test images? */
static bool is_of_runtime(const Embedded *e)
{
    return ends_with(e->name, ".c") && strncmp(e->name, "templates/", 10) != 0;
}

/* Adds every word of the text, which is cut to pieces on the way. */
static void add_names(Dict *used, char *text)
{
    for (char *p = text; *p;) {
        char *word = p;
        while (in_name(*p))
            p++;
        bool ends = !*p;
        *p = 0;
        if (*word)
            dict_add(used, word);
        p += !ends;
    }
}

enum { MOST_INLINES = 64 };

/* Appends the names in the bodies of the shared inline functions that are used. */
static bool add_inline_bodies(Dict *used, bool *added)
{
    static const char start[] = "\nPTE_INLINE ";
    bool more = false;
    int i = 0;
    for (const char *at = embedded_text("pte_math.h"); (at = strstr(at, start)); i++) {
        if (i == MOST_INLINES)
            bug("more inline functions than expected");
        const char *open = strchr(at, '('), *name = open, *end = strstr(at, "\n}\n");
        while (in_name(name[-1]))
            name--;
        if (!added[i] && dict_has(used, fmt_text("%.*s", (int)(open - name), name))) {
            add_names(used, fmt_text("%.*s", (int)(end - open), open));
            more = added[i] = true;
        }
        at = end;
    }
    return more;
}

/* Returns header number `i` of those that declare more than a model needs; NULL at the end. */
static const char *shared_header(int i)
{
    static const char *const runtime[] = {"pte_rt.h", "pte_math.h"};
    enum { RUNTIME = sizeof runtime / sizeof *runtime };
    if (i < RUNTIME)
        return runtime[i];
    return backends[i - RUNTIME] ? backends[i - RUNTIME]->header : NULL;
}

/* Can the model use the header? Not if it is of kernels that the model may not call, or of
 * operators and the model has none. */
static bool is_used(const Emit *e, const char *header)
{
    const Graph *g = e->m->graph[0];
    for (const Backend *const *b = &backends[1]; *b; b++)
        if (strcmp((*b)->header, header) == 0)
            return (*b)->operators ? e->m->noperators > 0 : uses_backend(g, *b);
    return true;
}

/* Returns the source without comments, which name much that the code beside them does not call. */
static Text without_comments(const char *source)
{
    Text t = {0};
    for (const char *start; (start = strstr(source, "/*"));) {
        const char *end = strstr(start, "*/");
        text_bytes(&t, source, (size_t)(start - source));
        source = end ? end + 2 : "";
    }
    text_add(&t, "%s", source);
    return t;
}

/* Returns the end of the prototype that starts at `line`, or NULL. Prototypes, too, name functions
 * that nothing calls. */
static const char *end_of_prototype(const char *line)
{
    if (!in_name(*line))
        return NULL;
    const char *open = line + strcspn(line, "(=;{#\n"), *end = line + strcspn(line, "{;");
    bool typed = memchr(line, ' ', (size_t)(open - line)) && strncmp(line, "typedef", 7) != 0;
    return typed && *open == '(' && *end == ';' && end[-1] == ')' ? end + 1 : NULL;
}

static void add_code(Text *t, const char *source)
{
    Text code = without_comments(source);
    for (const char *line = text_string(&code); *line;) {
        const char *end = end_of_prototype(line);
        if (!end) {
            end = line + line_size(line);
            end += *end == '\n';
            text_bytes(t, line, (size_t)(end - line));
        }
        line = end;
    }
}

/* Adds the names in a source and in what it includes besides the shared headers. */
static void add_used(Dict *used, Paster *seen, const char *source)
{
    static const char include[] = "#include \"";
    Text code = {0};
    add_code(&code, source);
    if (code.size)
        add_names(used, code.data);
    for (const char *p = source; (p = strstr(p, include));) {
        p += sizeof include - 1;
        const char *name = fmt_text("%.*s", (int)strcspn(p, "\""), p), *text = embedded_text(name);
        if (text && !is_done(seen, name))
            add_used(used, seen, text);
    }
}

/* Says for each embedded file whether the model needs it, or a file that the model needs does. */
static bool *needed_sources(const Text *model, int n)
{
    bool *take = NEW(bool, n), *added = NEW(bool, MOST_INLINES);
    Definitions *source = NEW(Definitions, n);
    Dict used = {0};
    Paster seen = {0};
    for (int i = 0; i < n; i++) {
        const char *at = NULL;
        for (const char *name;
             is_of_runtime(&embedded[i]) && (name = next_function(&embedded[i], &at));)
            PUSH(source[i].function, source[i].nfunctions, name);
    }
    for (int i = 0; shared_header(i); i++)
        is_done(&seen, shared_header(i));
    add_used(&used, &seen, model->data);
    for (bool more = true; more;) {
        more = add_inline_bodies(&used, added);
        for (int i = 0; i < n; i++) {
            if (take[i] || !is_of_runtime(&embedded[i]))
                continue;
            take[i] = ends_with(embedded[i].name, "pte_rt.c") || defines_any(&source[i], &used);
            if (take[i])
                add_used(&used, &seen, embedded[i].data);
            more |= take[i];
        }
    }
    return take;
}

/* Gives what the runtime defines the model's prefix, so that any number of bundles link
 * together. */
static void add_prefixes(Text *t, const Emit *e, const bool *take, int n)
{
    Paster seen = {0};
    text_add(t, "#define pte_abi_1 %s_pte_abi_1\n", e->name);
    for (int i = 0; i < n; i++) {
        const char *at = NULL;
        for (const char *name; take[i] && (name = next_function(&embedded[i], &at));)
            if (!is_done(&seen, name))
                text_add(t, "#define %s %s_%s\n", name, e->name, name);
    }
}

static bool is_by_lanes(const Embedded *e)
{
    bool any = false;
    for (const Backend *const *b = backends; *b; b++) {
        const char *folder = fmt_text("backends/%s/", (*b)->name);
        any |= (*b)->lanes && strncmp(e->name, folder, strlen(folder)) == 0;
    }
    return any;
}

/* Pastes the kernels by lanes first, with all that they include; the rest is in only one unit of a
 * program (pte_dispatch.h). */
static void paste_sources(Paster *p, const bool *take, int n)
{
    for (int i = 0; i < n; i++)
        if (take[i] && is_by_lanes(&embedded[i]))
            paste_text(p, embedded[i].data);
    text_add(p->t, "\n#ifndef PTE_VARIANT\n");
    for (int i = 0; i < n; i++)
        if (take[i] && !is_by_lanes(&embedded[i]))
            paste_text(p, embedded[i].data);
}

void add_bundle(Text *t, const Emit *e, const Text *header, const Text *steps, const Text *source)
{
    Paster p = {.t = t};
    int n = 0;
    while (embedded[n].name)
        n++;
    const bool *take = needed_sources(source, n);
    text_add(t,
             "/* SPDX-License-Identifier: 0BSD\n * %s.c with its runtime and kernels: made by "
             "ptec. Do not edit. */\n",
             e->name);
    text_add(t, "/* Macros of the headers in it are for callers and for other models. */\n"
                "#if defined(__GNUC__)\n#pragma GCC diagnostic ignored \"-Wunused-macros\"\n"
                "#endif\n");
    if (e->m->options->unchecked)
        text_add(t, "#define PTE_CHECKS 0\n");
    if (e->m->options->speed)
        text_add(t, "#define PTE_PREFER_SPEED\n");
    FOR_BACKENDS(b, e->m->options)
        text_add(t, "%s", b->bundle_head ? b->bundle_head(e->m) : "");
    if (is_free_of_excess(e->m))
        text_add(t, FREE_OF_EXCESS "\n");
    add_prefixes(t, e, take, n);
    for (int i = 0; shared_header(i); i++)
        if (is_used(e, shared_header(i)) && !is_done(&p, shared_header(i)))
            paste(&p, shared_header(i));
    is_done(&p, fmt_text("%s.h", e->name));
    is_done(&p, fmt_text("%s_steps.h", e->name));
    paste_sources(&p, take, n);
    paste_text(&p, header->data);
    paste_text(&p, steps->data);
    paste_text(&p, source->data);
}

void add_unit(Text *t, const Emit *e, const Text *header, const Text *steps, const Text *source)
{
    Paster p = {.t = t};
    is_done(&p, fmt_text("%s.h", e->name));
    is_done(&p, fmt_text("%s_steps.h", e->name));
    paste_text(&p, header->data);
    paste_text(&p, steps->data);
    paste_text(&p, source->data);
}

Text pasted(const Text *t)
{
    Text all = {0};
    paste_text(&(Paster){.t = &all}, t->data);
    return all;
}

RuntimeSource *runtime_sources(const Text *code, int *count)
{
    RuntimeSource *source = NULL;
    int n = 0;
    while (embedded[n].name)
        n++;
    const bool *take = needed_sources(code, n);
    *count = 0;
    for (int i = 0; i < n; i++)
        if (take[i]) {
            Text *text = NEW(Text, 1);
            paste_text(&(Paster){.t = text}, embedded[i].data);
            PUSH(source, *count, ((RuntimeSource){embedded[i].base, text}));
        }
    return source;
}

bool runtime_mentions(const char *word)
{
    static const char folder[] = "runtime-min/";
    for (const Embedded *e = embedded; e->name; e++)
        if (strncmp(e->name, folder, sizeof folder - 1) == 0 && mentions(e->data, word))
            return true;
    return false;
}
