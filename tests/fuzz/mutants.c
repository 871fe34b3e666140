/* SPDX-License-Identifier: 0BSD
 * Makes mutants of programs that ptec accepts at both -O, and C that calls them.
 * usage: mutants FOLDER FIRST COUNT PROGRAM...
 * Writes mN_0.c and mN_2.c for COUNT mutants from number FIRST on, whose code is unlike that of all
 * earlier ones (FOLDER/seen), and lists their names on standard output. */
#include "base/digest.h"
#include "base/files.h"
#include "compile.h"
#include "describe.h"
#include "emit/output.h"
#include "graph/build.h"
#include "graph/cost.h"
#include "guard.h"
#include "mutate.h"
#include "read/bundle.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20, MOST_MACS = 1 << 24, TRIES = 40 };

typedef struct Job {
    Bytes file;
    const char *folder, *name; /* NULL: only the digest is wanted */
    int opt;
    bool portable; /* no vector kernels */
    int threads;
    char digest[65]; /* of the code */
    bool small;
} Job;

/* -- one mutant -- */

static bool is_small(const Model *m)
{
    int64_t bytes = m->arena_bytes + m->state_bytes + m->weights_bytes, macs = 0;
    for (int k = 0; k < m->ngraphs; k++) {
        const Graph *g = m->graph[k];
        FOR_BLOCKS(b, g)
            FOR_STEPS(s, b) {
                macs += step_macs(s) + (s->nout ? value_bound_bytes(s->out[0]) : 0);
                if (macs > MOST_MACS)
                    return false;
            }
        for (int i = 0; i < g->ninputs + g->noutputs; i++)
            bytes += arg_at(g, i)->given ? value_bound_bytes(arg_at(g, i)->value) : 0;
    }
    return bytes <= MOST_BYTES;
}

/* The code without what names the program. */
static void digest_code(Job *j, Model *m)
{
    Text source = {0}, weights = {0};
    emit_bundle(m, &source, &weights);
    char hex[65];
    sha256_hex(m->program->file.data, m->program->file.size, hex);
    hex[16] = 0;
    for (char *p = source.data; (p = strstr(p, hex)); p++)
        *p = '-';
    sha256_hex(source.data, source.size, j->digest);
}

static void compile_job(void *context)
{
    Job *j = context;
    Options o = {.model_path = "mutant.pte",
                 .name = "m",
                 .out_dir = "",
                 .opt = j->opt,
                 .backend = backends_alone(j->portable),
                 .threads = j->opt == 2 ? j->threads : 0};
    if (j->name) {
        o.name = fmt_text("%s_%d", j->name, j->opt);
        o.out_dir = j->folder;
    }
    Model *m = compile_model(read_model_bytes(o.model_path, j->file, NULL, 0)->program, &o);
    j->small = is_small(m);
    if (!j->small)
        return;
    if (!j->name) {
        digest_code(j, m);
        return;
    }
    write_form(m, j->name);
}

static bool run(Job *j)
{
    j->small = false;
    bool done = run_guarded(compile_job, j) && j->small;
    free_all();
    return done;
}

/* -- the programs and what was seen -- */

typedef struct Seen {
    char (*digest)[65];
    int n, room;
} Seen;

static bool remember(Seen *s, const char *digest)
{
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->digest[i], digest) == 0)
            return false;
    if (s->n == s->room) {
        s->room = 2 * s->room + 64;
        s->digest = realloc(s->digest, (size_t)s->room * sizeof *s->digest);
    }
    memcpy(s->digest[s->n++], digest, sizeof *s->digest);
    return true;
}

/* The digests of earlier runs; at first, those of the programs themselves. */
static void load_seen(Seen *s, const char *path, Bytes *program, int n)
{
    FILE *f = fopen(path, "r");
    char line[65];
    while (f && fscanf(f, "%64s", line) == 1)
        remember(s, line);
    if (f) {
        fclose(f);
        return;
    }
    for (int i = 0; i < n; i++) {
        Job j = {.file = program[i], .opt = 2};
        if (run(&j))
            remember(s, j.digest);
    }
}

static void save_seen(const Seen *s, const char *path)
{
    FILE *f = fopen(path, "w");
    for (int i = 0; f && i < s->n; i++)
        fprintf(f, "%s\n", s->digest[i]);
    if (f)
        fclose(f);
}

static bool make_mutant(Seen *seen, const char *folder, int number, uint32_t seed, Bytes program)
{
    uint8_t *copy = malloc(program.size);
    memcpy(copy, program.data, program.size);
    mutate_scalars(copy, program.size, seed);
    char name[32];
    snprintf(name, sizeof name, "m%d", number);
    Job j = {.file = {copy, program.size},
             .opt = 2,
             .portable = seed % 3 == 1,
             .threads = seed % 3 == 2 ? 3 : 0};
    bool made = run(&j) && remember(seen, j.digest);
    j.folder = folder;
    j.name = name;
    made = made && run(&j);
    j.opt = 0;
    made = made && run(&j);
    if (made) {
        file_write(fmt_text("%s/%s.pte", folder, name), copy, program.size);
        free_all();
        puts(name);
    }
    free(copy);
    return made;
}

/* A file that outlives free_all(). */
static Bytes read_program(const char *path)
{
    const Bytes file = file_read(path);
    uint8_t *copy = malloc(file.size);
    memcpy(copy, file.data, file.size);
    return (Bytes){copy, file.size};
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fputs("usage: mutants FOLDER FIRST COUNT PROGRAM...\n", stderr);
        return 2;
    }
    const char *folder = argv[1];
    char path[4096];
    snprintf(path, sizeof path, "%s/seen", folder);
    int first = atoi(argv[2]), count = atoi(argv[3]), n = argc - 4, made = 0;
    Bytes *program = calloc((size_t)n, sizeof *program);
    for (int i = 0; i < n; i++)
        program[i] = read_program(argv[4 + i]);
    free_all();
    Seen seen = {0};
    load_seen(&seen, path, program, n);
    uint32_t seed = (uint32_t)first * TRIES;
    for (int tries = 0; made < count && tries < TRIES * count; tries++, seed++)
        made += make_mutant(&seen, folder, first + made, seed,
                            program[(seed * 2654435761u >> 8) % (unsigned)n]);
    save_seen(&seen, path);
    free(seen.digest);
    for (int i = 0; i < n; i++)
        free((void *)(uintptr_t)program[i].data);
    free(program);
    return 0;
}
