/* SPDX-License-Identifier: 0BSD
 * Prints what compiling makes of programs, a line each: steps, bytes of arena and state, bytes of
 * weights by portable kernels, and by every other library's where these differ.
 * usage: plans FOLDER/ ...      each with a case.bpte that needs no arguments */
#include "compile.h"
#include "read/bundle.h"
#include "select/registry.h"

#include <stdio.h>
#include <string.h>

/* Returns "STEPS/ARENA+STATE/WEIGHTS". */
static const char *plan_of(const char *path, const char *first)
{
    static char text[96];
    const Backend *by[] = {backend_find(first), backend_find("portable"), NULL};
    const bool alone = by[0] == by[1];
    const Options options = {
        .model_path = path, .name = "model", .out_dir = "", .opt = 2, .backend = by + alone};
    const Model *m = compile_model(read_model(path, NULL, 0)->program, &options);
    int steps = 0;
    for (int i = 0; i < m->ngraphs; i++)
        steps += m->graph[i]->nsteps;
    snprintf(text, sizeof text, "%d/%lld+%lld/%lld", steps, (long long)m->arena_bytes,
             (long long)m->state_bytes, (long long)(m->nweights ? m->weights_bytes : 0));
    free_all();
    return text;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char path[4096], plan[96];
        snprintf(path, sizeof path, "%scase.bpte", argv[i]);
        strcpy(plan, plan_of(path, "portable"));
        printf("%.*s %s", (int)strlen(argv[i]) - 1, argv[i], plan);
        for (const Backend *const *b = backends + 1; *b; b++) {
            const char *other = plan_of(path, (*b)->name);
            if (strcmp(other, plan) != 0)
                printf(" %s:%s", (*b)->name, other);
        }
        printf("\n");
    }
    return 0;
}
