/* SPDX-License-Identifier: 0BSD
 * Emitted C through the user's compiler to a shared object, in a folder that vanishes again. */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE   700
#include "tools/exec/cc.h"
#include "model.h"
#include "tools/exec/compiler.h"
#include "tools/exec/scratch.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static Command compiler_command(const ExecOptions *o, const char *object)
{
    static const char *const fixed[] = {"-shared", "-fPIC", "-o"};
    Command c = {0};
    command_words(&c, o->cc);
    command_word(&c, "-std=c11");
    command_words(&c, o->cflags ? o->cflags : "-O2");
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        command_word(&c, fixed[i]);
    command_word(&c, object);
    command_word(&c, scratch_path("model.c"));
    if (o->nlinks) /* which may include NAME.h */
        command_word(&c, fmt_text("-I%s", scratch_folder()));
    for (int i = 0; i < o->nlinks; i++)
        command_word(&c, o->link[i]);
    if (o->runtime)
        command_word(&c, o->runtime);
    for (int i = 0; i < o->nlibraries; i++)
        command_word(&c, o->library[i]);
    return c;
}

const char *build_shared_object(const ExecOptions *o, const Emitted *e)
{
    const char *name = e->model->options->name;
    Text source = {0};
    /* Calls pass the weights by ctx, so that nothing needs those that would be linked. */
    text_add(&source, "#pragma weak %s_weights\n", name);
    text_bytes(&source, e->source->data, e->source->size);
    scratch_write("model.c", source.data, source.size);
    if (o->nlinks)
        scratch_write(fmt_text("%s.h", name), e->header->data, e->header->size);
    const char *object = scratch_path("model.so");
    Command c = compiler_command(o, object);
    int error = command_start(&c, STDERR_FILENO); /* the user sees its messages as they are */
    if (error)
        fatal(NULL, "cannot start the compiler '%s': %s", c.word[0], strerror(error));
    int status = command_watch(fmt_text("compiling with %s", exec_compiler(o)));
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        fatal(NULL, "the compiler does not accept the emitted C%s:\n  %s",
              o->nlinks || o->runtime ? " and what it is linked with" : "", command_line(&c));
    return object;
}

static void *object_symbol(void *handle, const char *name)
{
    return dlsym(handle, name);
}

bool load_shared_object(Code *code, const char *path, char *error, size_t room)
{
    code->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    code->symbol = object_symbol;
    if (!code->handle)
        snprintf(error, room, "%s", dlerror());
    return code->handle != NULL;
}
