/* SPDX-License-Identifier: 0BSD
 * Programs whose steps are all split among threads, however small, give the bits of those that are
 * not: with no pool, and with pools of fewer and more threads than the code was made for. */
#include "../unit/kernels.h"
#include "base/files.h"
#include "compile.h"
#include "emit/output.h"
#include "read/bundle.h"
#include "tools/exec/exec.h"

#include <stdlib.h>
#include <string.h>

enum { MADE_FOR = 3 };
static const int pools[] = {0, 1, 2, 3, 5};
static const char usage[] = "usage: bits LEVEL KERNELS [--cc CC] [--cflags FLAGS] [--link FILE] "
                            "[--runtime FILE] [--ptd FILE]...\n"
                            "            PROGRAM...\n"
                            "       bits --emit PROGRAM KERNELS FOLDER NAME THREADS\n";

static int split_steps_of(const Model *m)
{
    int n = 0;
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                n += s->strip ? s->strip->parts > 1 : s->parts > 1;
    return n;
}

static Emitted emitted(Model *m, bool linked)
{
    Text *source = NEW(Text, 1), *header = NEW(Text, 1), *weights = NEW(Text, 1);
    emit_header(m, header);
    (linked ? emit_unit : emit_bundle)(m, source, weights);
    return (Emitted){.model = m,
                     .source = source,
                     .header = header,
                     .weights = {(const uint8_t *)weights->data, weights->size}};
}

/* Of every case in turn: the status, then the bytes of all outputs. */
static Text results(ExecOptions *o, const Bundle *b, const Emitted *e, Exec *x, int pool)
{
    Text all = {0};
    o->threads = pool;
    for (int i = 0; i < b->nsuites; i++)
        for (int k = 0; k < b->suite[i].ntests; k++) {
            const TestCase *c = &b->suite[i].test[k];
            const Graph *g = graph_of_method(e->model, b->suite[i].method);
            exec_reset(x, 0);
            ExecResult r = exec_call(x, g, 0, c->input, 1);
            if (r.fault)
                fatal(b->program->path, "%d threads: %s", pool, r.fault);
            text_add(&all, "%d:", r.status);
            for (int n = 0; r.status == 0 && n < g->noutputs; n++)
                text_bytes(&all, r.output[n].tensor.data.data, r.output[n].tensor.data.size);
        }
    return all;
}

static bool is_equal(const Text *a, const Text *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* Is this program sanitized? What libtcc compiles is not, even then: without sanitizers another
 * build runs the same, so that here ptec only writes it. */
static bool is_sanitized(void)
{
#ifdef __SANITIZE_ADDRESS__
    return true;
#else
    return false;
#endif
}

/* Counts split steps. */
static int compare(ExecOptions *o, const Options *plain, const Bundle *b, bool *ok)
{
    Options split = *plain;
    split.threads = MADE_FOR;
    split.part_work = 1;
    Model *m = compile_model(b->program, &split);
    int steps = split_steps_of(m);
    if (steps == 0)
        return 0;
    Emitted parts = emitted(m, o->runtime),
            whole = emitted(compile_model(b->program, plain), o->runtime);
    if (is_sanitized() && !o->cc)
        return steps;
    Exec *x = exec_open(o, &whole, 1);
    Text want = results(o, b, &whole, x, 0);
    exec_close(x);
    x = exec_open(o, &parts, 1);
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++) {
        Text got = results(o, b, &parts, x, pools[i]);
        if (is_equal(&got, &want))
            continue;
        printf("FAILED: %s, %d threads: other bits\n", b->program->path, pools[i]);
        *ok = false;
    }
    exec_close(x);
    return steps;
}

static int emit(char **arg)
{
    Options o = {.model_path = arg[0],
                 .out_dir = arg[2],
                 .name = arg[3],
                 .opt = 2,
                 .bundle = true,
                 .threads = atoi(arg[4]),
                 .part_work = 1};
    if (!add_kernels(&o, arg[1]))
        fatal(arg[1], "there are no such kernels");
    emit_files(compile_model(read_model(arg[0], NULL, 0)->program, &o));
    files_place();
    return 0;
}

int main(int argc, char **argv)
{
    bool ok = true;
    int programs = 0, steps = 0;
    if (argc == 7 && strcmp(argv[1], "--emit") == 0)
        return emit(argv + 2);
    if (argc < 4)
        usage_error("%s", usage);
    int level = atoi(argv[1]), nptds = 0;
    const char *kernels = argv[2];
    ExecOptions exec = {.rtol = 0};
    char **ptd = calloc((size_t)argc, sizeof *ptd);
    if (!ptd)
        abort();
    for (int i = 3; i < argc; i++) {
        if (strcmp(argv[i], "--cc") == 0) {
            exec.cc = argv[++i];
        } else if (strcmp(argv[i], "--cflags") == 0) {
            exec.cflags = argv[++i];
        } else if (strcmp(argv[i], "--link") == 0) {
            exec.link = &argv[++i];
            exec.nlinks = 1;
        } else if (strcmp(argv[i], "--runtime") == 0) {
            exec.runtime = argv[++i];
        } else if (strcmp(argv[i], "--ptd") == 0) {
            ptd[nptds++] = argv[++i];
        } else {
            Options plain = {.model_path = argv[i], .name = "model", .opt = level};
            if (!add_kernels(&plain, kernels))
                fatal(kernels, "there are no such kernels");
            steps += compare(&exec, &plain, read_model(argv[i], ptd, nptds), &ok);
            programs++;
            free_all();
        }
    }
    free(ptd);
    printf("%d programs, %d split steps: %s\n", programs, steps, ok ? "passed" : "FAILED");
    return !ok;
}
