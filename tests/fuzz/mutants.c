/* SPDX-License-Identifier: 0BSD
 * Makes mutants of programs that ptec accepts at both -O, and C that calls them.
 * usage: mutants FOLDER FIRST COUNT PROGRAM...
 * Writes mN_0.c and mN_2.c for COUNT mutants from number FIRST on, whose code is unlike that of all
 * earlier ones (FOLDER/seen), and lists their names on standard output. */
#include "guard.h"
#include "mutate.h"
#include "ptec.h"
#include "read/read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20, MOST_MACS = 1 << 24, TRIES = 40 };

typedef struct Job {
    Bytes file;
    const char *folder, *name; /* NULL: only the digest is wanted */
    int opt;
    char digest[65]; /* of the code */
    bool small;
} Job;

/* -- the calls -- */

static void add_arg_info(Text *t, const Arg *a)
{
    const FileTensor *f = a->file->tensor;
    text_add(t, "    {%d, %d, {", f->dtype, f->rank);
    for (int i = 0; i < f->rank; i++)
        text_add(t, "%s%" PRId64, i ? ", " : "", f->size[i]);
    text_add(t, "%s}, %s},\n", f->rank ? "" : "0", arg_is_dynamic(a) ? "true" : "false");
}

static const Arg *arg_at(const Graph *g, int i)
{
    return i < g->ninputs ? &g->input[i] : &g->output[i - g->ninputs];
}

/* One function with the same arguments for every method. */
static void add_call(Text *t, const char *name, int opt, const Graph *g)
{
    text_add(t,
             "static int %s_%d_%s_call(void *work, void *kept, void *const *arg, int32_t *const "
             "*dims)\n{\n",
             name, opt, g->name);
    text_add(t,
             "    const %s_%d_ctx ctx = {work, kept, %s_%d_weights};\n    (void)arg;\n    "
             "(void)dims;\n",
             name, opt, name, opt);
    text_add(t, "    return (int)%s_%d_%s_with(&ctx", name, opt, g->name);
    for (int i = 0, n = 0; i < g->ninputs + g->noutputs; i++) {
        const Arg *a = arg_at(g, i);
        if (!a->given)
            continue;
        text_add(t, ", arg[%d]", n);
        if (arg_is_dynamic(a))
            text_add(t, ", dims[%d]", n);
        n++;
    }
    text_add(t, ");\n}\n");
}

static int count_given(const Arg *a, int n)
{
    int given = 0;
    for (int i = 0; i < n; i++)
        given += a[i].given;
    return given;
}

static void add_methods(Text *t, const char *name, const Model *m)
{
    for (int k = 0; k < m->ngraphs; k++) {
        const Graph *g = m->graph[k];
        add_call(t, name, 0, g);
        add_call(t, name, 2, g);
        text_add(t, "static const MutantArg %s_%s_args[] = {\n", name, g->name);
        for (int i = 0; i < g->ninputs + g->noutputs; i++)
            if (arg_at(g, i)->given)
                add_arg_info(t, arg_at(g, i));
        text_add(t, "    {0}\n};\n");
    }
    text_add(t, "static const MutantMethod %s_methods[] = {\n", name);
    for (int k = 0; k < m->ngraphs; k++) {
        const Graph *g = m->graph[k];
        text_add(t, "    {\"%s\", %d, %d, %s_%s_args, {%s_0_%s_call, %s_2_%s_call}},\n", g->name,
                 count_given(g->input, g->ninputs), count_given(g->output, g->noutputs), name,
                 g->name, name, g->name, name, g->name);
    }
    text_add(t, "};\n");
}

static void add_resets(Text *t, const char *name)
{
    for (int opt = 0; opt <= 2; opt += 2)
        text_add(t,
                 "static void %s_%d_clear(void *kept)\n{\n    const %s_%d_ctx ctx = {0, kept, "
                 "%s_%d_weights};\n"
                 "    %s_%d_reset_with(&ctx);\n}\n",
                 name, opt, name, opt, name, opt, name, opt);
}

/* Behind the -O2 form: the description of both. */
static void add_description(Text *t, const char *name, const Model *m)
{
    bool state = m->state_bytes > 0;
    char *upper = fmt_text("%s", name);
    *upper = 'M';
    text_add(t, "#include \"%s_0.h\"\n#include \"mutant.h\"\n", name);
    add_methods(t, name, m);
    if (state)
        add_resets(t, name);
    text_add(t,
             "extern const Mutant %s;\nconst Mutant %s = {\"%s\", {%s_0_ARENA_BYTES, "
             "%s_2_ARENA_BYTES},\n",
             name, name, name, upper, upper);
    text_add(t, "    {%s_0_STATE_BYTES, %s_2_STATE_BYTES}, ", upper, upper);
    text_add(t, state ? "{%s_0_clear, %s_2_clear}" : "{0}", name, name);
    text_add(t, ", %s_methods, %d};\n", name, m->ngraphs);
}

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
            bytes += arg_at(g, i)->given ? (int64_t)arg_at(g, i)->file->tensor->bytes : 0;
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

static void append_file(const char *path, const Text *t)
{
    FILE *f = fopen(path, "a");
    if (!f || fwrite(t->data, 1, t->size, f) != t->size || fclose(f) != 0)
        fatal(path, "cannot be written");
}

static void compile_job(void *context)
{
    Job *j = context;
    Options o = {.model_path = "mutant.pte", .name = "m", .out_dir = "", .opt = j->opt};
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
    emit_files(m);
    Text t = {0};
    text_add(&t, "\n#include \"%s_weights.c\"\n", o.name);
    if (j->opt == 2)
        add_description(&t, j->name, m);
    append_file(fmt_text("%s/%s.c", o.out_dir, o.name), &t);
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
    Job j = {.file = {copy, program.size}, .opt = 2};
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
        program[i] = file_read(argv[4 + i]);
    Seen seen = {0};
    load_seen(&seen, path, program, n);
    uint32_t seed = (uint32_t)first * TRIES;
    for (int tries = 0; made < count && tries < TRIES * count; tries++, seed++)
        made += make_mutant(&seen, folder, first + made, seed,
                            program[(seed * 2654435761u >> 8) % (unsigned)n]);
    save_seen(&seen, path);
    free(seen.digest);
    free(program);
    return 0;
}
