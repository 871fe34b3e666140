/* SPDX-License-Identifier: 0BSD
 * What the user's compiler makes of emitted C: an object, its bytes of code and tables, calls. */
#define _POSIX_C_SOURCE 200809L
#include "tools/measure.h"
#include "base/files.h"
#include "base/progress.h"
#include "tools/exec/scratch.h"

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

static Command compiler_command(const ExecOptions *o, const char *more, bool with_calls)
{
    Command c = {0};
    command_words(&c, o->cc);
    command_word(&c, "-std=c11");
    command_words(&c, flags_of(o));
    command_words(&c, "-fno-lto -c"); /* else there is no code in the object */
    command_words(&c, more);
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

const char *compiler_text(const ExecOptions *o)
{
    return fmt_text("%s%s%s", o->cc, *flags_of(o) ? " " : "", flags_of(o));
}

/* Compiles the source; a compiler that does not know call graphs is asked again without them. */
static void compile(const ExecOptions *o, const char *more)
{
    Text messages = {0};
    Command c = compiler_command(o, more, true);
    unlink(scratch_path(object_name));
    unlink(scratch_path(graph_name)); /* removed with the folder, too */
    bool made = compiler_makes(&c, NULL, &messages);
    if (!made) {
        c = compiler_command(o, more, false);
        made = compiler_makes(&c, NULL, &messages);
    }
    progress_end();
    fputs(text_string(&messages), stderr);
    if (!made)
        fatal(NULL, "the compiler does not accept the emitted C:\n  %s", command_line(&c));
}

Compiled compile_c(const ExecOptions *o, const Text *source, const char *more)
{
    Compiled made = {0};
    progress("ptec: compiling with %s", compiler_text(o));
    scratch_write(source_name, source->data, source->size);
    compile(o, more);
    if (!exists(object_name) || !elf_read(scratch_path(object_name), &made.elf))
        fatal(NULL, "%s makes no little-endian ELF object", compiler_text(o));
    if (exists(graph_name))
        made.calls = file_read(scratch_path(graph_name));
    return made;
}

Area area_of(const ElfSection *s)
{
    return !(s->flags & ELF_ALLOC)   ? AREAS
           : s->flags & ELF_EXECUTE  ? AREA_CODE
           : !(s->flags & ELF_WRITE) ? AREA_TABLES
           : s->kind == ELF_ZEROS    ? AREA_ZEROS
                                     : AREA_DATA;
}

const Measured *measure_size(const ExecOptions *o, const Emitted *e)
{
    Measured *m = NEW(Measured, 1);
    const Compiled made = compile_c(o, e->source, "");
    int64_t bytes[AREAS + 1] = {0};
    for (int i = 0; i < made.elf.nsections; i++)
        bytes[area_of(&made.elf.section[i])] += (int64_t)made.elf.section[i].size;
    *m = (Measured){compiler_text(o), bytes[AREA_CODE],  bytes[AREA_TABLES],
                    bytes[AREA_DATA], bytes[AREA_ZEROS], NULL};
    if (made.calls.size)
        m->calls = calls_read(made.calls);
    return m;
}
