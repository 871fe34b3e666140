/* SPDX-License-Identifier: 0BSD
 * Prints what compiling makes of programs, a line each: steps, bytes of arena and state, bytes of
 * weights, and blocks where there are jumps, by portable kernels, and by every other library's
 * where these differ; into how many parts four threads divide steps, if they take any work, and by
 * the vector kernels where these differ. Their C and manifests are emitted too, by portable kernels
 * and by a library in turn, but are not printed.
 *
 * usage: plans FOLDER/ ...      each with a case.bpte that needs no arguments */
#include "compile.h"
#include "emit/output.h"
#include "read/bundle.h"
#include "select/registry.h"

#include <stdio.h>
#include <string.h>

/* Compiles the program by these kernels, portable ones behind them; `o` stays the model's. */
static Model *compiled(Options *o, const char *path, const char *first)
{
    static const Backend *by[3];
    by[0] = backend_find(first);
    by[1] = backend_find("portable");
    o->model_path = path;
    o->name = "model";
    o->out_dir = "";
    o->opt = 2;
    o->backend = by + (by[0] == by[1]);
    return compile_model(read_model(path, NULL, 0)->program, o);
}

/* Returns "STEPS/ARENA+STATE/WEIGHTS", and "/BLOCKS" if methods have more than one each. */
static const char *plan_of(const char *path, const char *first, bool emitted)
{
    static char text[96];
    Options options = {0};
    Model *m = compiled(&options, path, first);
    if (emitted) {
        Text source = {0}, header = {0}, manifest = {0};
        emit_to_compare(m, &source, &manifest);
        emit_header(m, &header);
    }
    int steps = 0, blocks = 0;
    for (int i = 0; i < m->ngraphs; i++) {
        steps += m->graph[i]->nsteps;
        blocks += m->graph[i]->nblocks;
    }
    int n = snprintf(text, sizeof text, "%d/%lld+%lld/%lld", steps, (long long)m->arena_bytes,
                     (long long)m->state_bytes, (long long)(m->nweights ? m->weights_bytes : 0));
    if (blocks > m->ngraphs)
        snprintf(text + n, sizeof text - (size_t)n, "/%d", blocks);
    free_all();
    return text;
}

/* Counts the parts of steps and strips for four threads. */
static int parts_of(const char *path, const char *first)
{
    Options options = {.threads = 4, .part_work = 1};
    const Model *m = compiled(&options, path, first);
    int parts = 0;
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                parts += s->strip ? s == s->strip->last ? s->strip->parts : 0 : s->parts;
    free_all();
    return parts;
}

int main(int argc, char **argv)
{
    int others = 0;
    while (backends[1 + others])
        others++;
    for (int i = 1; i < argc; i++) {
        char path[4096], plan[96];
        snprintf(path, sizeof path, "%scase.bpte", argv[i]);
        strcpy(plan, plan_of(path, "portable", true));
        printf("%.*s %s", (int)strlen(argv[i]) - 1, argv[i], plan);
        for (int k = 0; k < others; k++) {
            const Backend *b = backends[1 + k];
            const char *other = plan_of(path, b->name, k == i % others);
            if (strcmp(other, plan) != 0)
                printf(" %s:%s", b->name, other);
        }
        const int parts = parts_of(path, "portable"), other_parts = parts_of(path, "vector");
        if (parts > 0)
            printf(" parts:%d", parts);
        if (other_parts != parts)
            printf(" vector-parts:%d", other_parts);
        printf("\n");
    }
    return 0;
}
