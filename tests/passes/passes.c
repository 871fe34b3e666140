/* SPDX-License-Identifier: 0BSD
 * Runs a pass on a graph that is written by hand, and compares what it makes of it (README.md). */
#define _POSIX_C_SOURCE 200809L
#include "passes.h"
#include "../unit/kernels.h"
#include "base/files.h"
#include "graph/build.h"
#include "graph/check.h"
#include "graph/dump.h"
#include "graph/parse/parse.h"
#include "text.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: passes FOLDER    compares all FOLDER/PASS/NAME.in with NAME.out\n"
    "       passes FILE.in   prints what the pass makes of it\n";

static int tests, failures;
static const char *const names[] = {
#define PASS(group, name, function, level, condition, what) #name,
#define AFTER(later, earlier)
#include "passes.def"
#undef PASS
#undef AFTER
};
enum { NPASSES = sizeof names / sizeof *names };

/* Of the pass in the list, or behind all. */
static int position(const char *name)
{
    int i = 0;
    while (i < NPASSES && strcmp(names[i], name) != 0)
        i++;
    return i;
}

/* ---- a test ---- */

typedef struct Test {
    const char *path, *pass, *first; /* first: passes that run before it, with blanks */
    Options options;
    bool absent; /* it asks for kernels that are not there */
} Test;

/* Reads the options, which comments at the start are: "# kernels vector,portable". */
static void read_options(Test *t, const char *text)
{
    Options *o = &t->options;
    for (; *text == '#'; text += strcspn(text, "\n") + 1) {
        const char *line = fmt_text("%.*s", (int)strcspn(text, "\n"), text);
        const char *value = strlen(line) > 2 ? strchr(line + 2, ' ') : NULL;
        value = value ? value + 1 : "";
        if (strncmp(line, "# kernels ", 10) == 0)
            t->absent = !add_kernels(o, value);
        else if (strncmp(line, "# threads ", 10) == 0)
            o->threads = atoi(value);
        else if (strncmp(line, "# part-work ", 12) == 0)
            o->part_work = atoi(value);
        else if (strncmp(line, "# max-piece ", 12) == 0)
            o->max_piece = atoi(value);
        else if (strncmp(line, "# max-block ", 12) == 0)
            o->max_block = atoi(value);
        else if (strncmp(line, "# first ", 8) == 0)
            t->first = value;
        else if (strcmp(line, "# bytes") == 0)
            o->bytes = true;
        else if (strcmp(line, "# streamed") == 0)
            o->weights = WEIGHTS_STREAMED;
    }
    if (!o->backend)
        add_kernels(o, "portable");
}

/* Writes the graph as a whole before kernels are chosen, and then as -d does. */
static const char *text_of(const Test *t, const Graph *g)
{
    Text text = {0};
    (position(t->pass) < position("kernels") ? dump_whole_graph : dump_graph)(&text, g);
    return text_string(&text);
}

static const char *file_text(const char *path)
{
    Bytes file = file_read(path);
    Text t = {0};
    text_bytes(&t, file.data, file.size);
    return text_string(&t);
}

/* Describes the argument as a file would, with its axes in their order. */
static void give_file(Arg *a)
{
    if (!a->value)
        return;
    FileValue *file = NEW(FileValue, 1);
    FileTensor *tensor = NEW(FileTensor, 1);
    *tensor = (FileTensor){.dtype = (int)a->value->type.dtype,
                           .rank = a->value->type.rank,
                           .bytes = (size_t)value_bound_bytes(a->value)};
    for (int i = 0; i < tensor->rank; i++)
        tensor->dim_order[i] = (uint8_t)i;
    *file = (FileValue){.kind = FV_TENSOR, .tensor = tensor};
    a->file = file;
}

typedef struct Run {
    Test *test;
    bool changed;       /* is the text another than before? */
    const char *behind; /* the text behind the pass */
} Run;

static void run_all(void *context)
{
    Run *run = context;
    Test *t = run->test;
    const char *text = file_text(t->path);
    Program program = {.path = "text"};
    Model m = {.program = &program, .options = &t->options, .savings = {.most_scratch = INT64_MAX}};
    Graph *g = graph_parse(&m, t->path, text);
    PUSH(m.graph, m.ngraphs, g);
    for (int i = 0; i < g->nstate; i++)
        PUSH(m.state, m.nstates, ((State){.buffer = g->state[i].in->buffer}));
    for (int i = 0; i < g->ninputs; i++)
        give_file(&g->input[i]);
    for (int i = 0; i < g->noutputs; i++)
        give_file(&g->output[i]);
    check(g, NULL);
    for (const char *at = t->first; *at; at += strcspn(at, " ") + (at[strcspn(at, " ")] == ' '))
        run_pass(g, fmt_text("%.*s", (int)strcspn(at, " "), at));
    const char *before = text_of(t, g);
    run_pass(g, t->pass);
    run->behind = text_of(t, g);
    run->changed = strcmp(before, run->behind) != 0;
}

/* Returns the text behind the pass, or "refused: " and why; *changed: is it another than before? */
static const char *run_test(Test *t, bool *changed)
{
    Run run = {.test = t, .changed = true};
    const char *message = message_of(run_all, &run);
    *changed = run.changed;
    return message ? fmt_text("refused: %s\n", message) : run.behind;
}

/* ---- all tests ---- */

static Test test_of(const char *path)
{
    const char *file = strrchr(path, '/'), *folder = file;
    while (folder && folder > path && folder[-1] != '/')
        folder--;
    Test t = {.path = path, .first = "", .options = {.name = "net", .out_dir = "", .opt = 2}};
    t.pass = folder ? fmt_text("%.*s", (int)(file - folder), folder) : "";
    if (position(t.pass) == NPASSES)
        fatal(path, "its folder is not called as a pass of passes.def");
    read_options(&t, file_text(path));
    return t;
}

static void fail(const char *path, const char *what)
{
    printf("FAILED: %s: %s\n", path, what);
    failures++;
}

static void compare(const char *path, const char *want, const char *got)
{
    int line = 1;
    while (*want && *want == *got) {
        line += *want++ == '\n';
        got++;
    }
    if (*want == *got)
        return;
    while (line > 1 && want[-1] != '\n') {
        want--;
        got--;
    }
    fail(path, fmt_text("line %d\n  want: %.*s\n  got:  %.*s", line, (int)strcspn(want, "\n"), want,
                        (int)strcspn(got, "\n"), got));
}

/* Each pass does something in one of its tests and nothing in another, unless one of them is left
 * out for want of its kernels. */
static void compare_pass(const char *folder, const char *pass)
{
    bool does[2] = {false, false}, all = true;
    glob_t found;
    if (glob(fmt_text("%s/%s/*.in", folder, pass), 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++) {
            const char *path = found.gl_pathv[i];
            Test t = test_of(path);
            if (t.absent) {
                printf("left out: %s\n", path);
                all = false;
                continue;
            }
            bool changed;
            const char *got = run_test(&t, &changed);
            const char *want = file_text(fmt_text("%.*s.out", (int)strlen(path) - 3, path));
            compare(path, numbered_anew(want), numbered_anew(got));
            does[changed] = true;
            tests++;
        }
    if (all && (!does[0] || !does[1]))
        fail(pass,
             does[0] ? "no test in which it does something" : "no test in which it does nothing");
    globfree(&found);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        usage_error("%s", usage);
    const char *path = argv[1];
    if (strlen(path) > 3 && strcmp(path + strlen(path) - 3, ".in") == 0) {
        Test t = test_of(path);
        if (t.absent)
            fatal(path, "it asks for kernels that are not there");
        bool changed;
        fputs(run_test(&t, &changed), stdout);
        return 0;
    }
    for (int i = 0; i < NPASSES; i++)
        compare_pass(path, names[i]);
    printf("%d tests, %d failures\n", tests, failures);
    return failures > 0;
}
