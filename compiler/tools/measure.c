/* SPDX-License-Identifier: 0BSD
 * What the user's compiler makes of the emitted C: bytes of code and tables, calls. */
#define _POSIX_C_SOURCE 200809L
#include "tools/measure.h"
#include "base/files.h"
#include "base/progress.h"
#include "tools/exec/scratch.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char source_name[] = "model.c", object_name[] = "model.o", graph_name[] = "model.ci";

/* Returns the compiler's flags. --cflags comes first; else, if some stand with the compiler's name,
 * it gets no others. */
static const char *flags_of(const ExecOptions *o)
{
    bool has_flags = strstr(o->cc, " -") != NULL;
    return o->cflags ? o->cflags : has_flags ? "" : "-O2";
}

static Command compiler_command(const ExecOptions *o, bool with_calls)
{
    Command c = {0};
    command_words(&c, o->cc);
    command_word(&c, "-std=c11");
    command_words(&c, flags_of(o));
    command_words(&c, "-fno-lto -c"); /* else there is no code in the object */
    if (with_calls)
        command_word(&c, "-fcallgraph-info=su");
    command_word(&c, scratch_path(source_name));
    command_word(&c, "-o");
    command_word(&c, scratch_path(object_name));
    return c;
}

static bool exists(const char *name)
{
    return access(scratch_path(name), R_OK) == 0;
}

/* Compiles the model; a compiler that does not know call graphs is asked again without them. */
static void compile(const ExecOptions *o)
{
    Text messages = {0};
    Command c = compiler_command(o, true);
    scratch_path(graph_name); /* removed with the folder */
    bool made = compiler_makes(&c, NULL, &messages);
    if (!made) {
        c = compiler_command(o, false);
        made = compiler_makes(&c, NULL, &messages);
    }
    progress_end();
    fputs(text_string(&messages), stderr);
    if (!made)
        fatal(NULL, "--size: the compiler does not accept the emitted C:\n  %s", command_line(&c));
}

static int64_t *bytes_by_kind(Measured *m, const ElfSection *s)
{
    return !(s->flags & ELF_ALLOC)   ? NULL
           : s->flags & ELF_EXECUTE  ? &m->code
           : !(s->flags & ELF_WRITE) ? &m->tables
           : s->kind == ELF_ZEROS    ? &m->zeros
                                     : &m->data;
}

static int by_size(const void *a, const void *b)
{
    const ElfSymbol *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    return strcmp(x->name, y->name);
}

static void take_symbols(Measured *m, const Elf *e, const char *weights)
{
    for (int i = 0; i < e->nsymbols; i++) {
        const ElfSymbol *s = &e->symbol[i];
        if (s->section == 0 && *s->name && strcmp(s->name, weights) != 0)
            PUSH(m->outside, m->noutside, s->name);
        bool kept = s->section < (unsigned)e->nsections && s->size &&
                    (s->kind == ELF_FUNCTION || s->kind == ELF_OBJECT);
        if (kept && !(e->section[s->section].flags & ELF_WRITE))
            PUSH(m->symbol, m->nsymbols, *s);
    }
    if (m->nsymbols)
        qsort(m->symbol, (size_t)m->nsymbols, sizeof *m->symbol, by_size);
}

const Measured *measure_size(const ExecOptions *o, const Emitted *e)
{
    Measured *m = NEW(Measured, 1);
    m->compiler = fmt_text("%s%s%s", o->cc, *flags_of(o) ? " " : "", flags_of(o));
    progress("ptec: compiling with %s", m->compiler);
    scratch_write(source_name, e->source->data, e->source->size);
    compile(o);
    Elf elf;
    if (!exists(object_name) || !elf_read(scratch_path(object_name), &elf))
        fatal(NULL, "--size: %s makes no little-endian ELF object", m->compiler);
    for (int i = 0; i < elf.nsections; i++) {
        int64_t *bytes = bytes_by_kind(m, &elf.section[i]);
        if (bytes)
            *bytes += (int64_t)elf.section[i].size;
    }
    take_symbols(m, &elf, fmt_text("%s_weights", weights_name(e->model)));
    m->calls = exists(graph_name) ? calls_read(file_read(scratch_path(graph_name))) : NULL;
    return m;
}
