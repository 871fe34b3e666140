/* SPDX-License-Identifier: 0BSD
 * The text of a whole graph says all that passes read: of each case, before each pass up to the
 * choice of kernels, the graph that is read from its text has that text again, and the pass makes
 * of it what it makes of the graph itself; so do all passes behind that. All cases take 6
 * seconds. */
#include "graph/build.h"
#include "graph/dump.h"
#include "graph/parse/parse.h"
#include "import/import.h"
#include "passes.h"
#include "read/bundle.h"
#include "select/registry.h"
#include "text.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int graphs, failures;

static const char *text_of(const Graph *g)
{
    Text t = {0};
    dump_whole_graph(&t, g);
    return text_string(&t);
}

static const char *dump_of(const Graph *g)
{
    Text t = {0};
    dump_graph(&t, g);
    return text_string(&t);
}

/* Prints the first line in which the texts differ. */
static void compare(const char *name, const char *what, const char *want, const char *got)
{
    if (strcmp(want, got) == 0)
        return;
    failures++;
    while (strcspn(want, "\n") == strcspn(got, "\n") &&
           strncmp(want, got, strcspn(want, "\n")) == 0 && *want) {
        want += strcspn(want, "\n") + 1;
        got += strcspn(got, "\n") + 1;
    }
    printf("FAILED: %s, %s\n  graph: %.*s\n  text:  %.*s\n", name, what, (int)strcspn(want, "\n"),
           want, (int)strcspn(got, "\n"), got);
}

/* Returns the graph that the text says, of a method of the same file. */
static Graph *read_again(const Graph *g, const char *name, const char *text)
{
    Graph *read = graph_parse(g->model, name, text);
    for (int i = 0; i < read->ninputs; i++)
        read->input[i].file = g->input[i].file;
    for (int i = 0; i < read->noutputs; i++)
        read->output[i].file = g->output[i].file;
    return read;
}

static void try_passes(const char *name, Graph *g)
{
    static const char *const passes[] = {
#define PASS(group, name, function, level, condition, what) #name,
#define AFTER(later, earlier)
#include "passes.def"
#undef PASS
#undef AFTER
    };
    number_steps(g);
    size_t i = 0;
    Graph *read = NULL;
    for (; strcmp(passes[i], "numbers") != 0; i++) {
        const char *text = text_of(g);
        read = read_again(g, name, text);
        compare(name, fmt_text("before %s", passes[i]), text, text_of(read));
        run_pass(g, passes[i]);
        run_pass(read, passes[i]);
        if (strcmp(passes[i], "kernels") != 0)
            compare(name, fmt_text("behind %s", passes[i]), numbered_anew(text_of(g)),
                    numbered_anew(text_of(read)));
        graphs++;
    }
    for (; i < sizeof passes / sizeof *passes; i++) {
        run_pass(g, passes[i]);
        run_pass(read, passes[i]);
    }
    compare(name, "behind all passes", numbered_anew(dump_of(g)), numbered_anew(dump_of(read)));
}

static void try_program(const char *path)
{
    Options options = {.model_path = path, .name = "model", .out_dir = "", .opt = 2};
    int n = 0;
    for (int i = 1; backends[i]; i++)
        if (!backends[i]->library)
            PUSH(options.backend, n, backends[i]);
    PUSH(options.backend, n, backends[0]);
    PUSH(options.backend, n, NULL);
    Model m = {.program = read_model(path, NULL, 0)->program,
               .options = &options,
               .savings = {.most_scratch = INT64_MAX}};
    for (int i = 0; i < m.program->nmethods; i++)
        try_passes(path, import_method(&m, &m.program->method[i]));
    free_all();
}

static bool needs_options(const char *path)
{
    char args[4096];
    snprintf(args, sizeof args, "%.*s/args.compile", (int)(strrchr(path, '/') - path), path);
    return access(args, F_OK) == 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        glob_t found;
        if (glob(argv[i], 0, NULL, &found))
            fatal(argv[i], "there are no such programs");
        for (size_t k = 0; k < found.gl_pathc; k++)
            if (!needs_options(found.gl_pathv[k]))
                try_program(found.gl_pathv[k]);
        globfree(&found);
    }
    printf("%d graphs, %d failures\n", graphs, failures);
    return failures > 0 || graphs == 0;
}
