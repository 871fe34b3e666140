/* SPDX-License-Identifier: 0BSD
 * Which compiler takes the emitted C, and with which flags. */
#include "tools/exec/compiler.h"
#include "base/files.h"
#include "tools/exec/command.h"

#include <string.h>

/* Returns the target's flags without those to which the user gives another value: gcc would choose
 * its libraries by both, if -mfloat-abi were there twice. */
static const char *flags_of_target(const Target *t, const char *cflags)
{
    Command own = {0};
    Text left = {0};
    command_words(&own, t->cflags);
    for (int i = 0; i < own.count; i++) {
        size_t name = strcspn(own.word[i], "=");
        if (!strstr(cflags, fmt_text("%.*s=", (int)name, own.word[i])))
            text_add(&left, " %s", own.word[i]);
    }
    return text_string(&left);
}

bool is_clang(const char *cc)
{
    const char *program = fmt_text("%.*s", (int)strcspn(cc, " "), cc);
    return strncmp(file_name(program), "clang", 5) == 0;
}

/* Returns the flag that tells clang its target, which a gcc has in its name. */
static const char *clang_target(const ExecOptions *o, const char *cflags)
{
    const char *gcc = o->target->compiler;
    if (!o->cc || !is_clang(o->cc) || strstr(o->cc, "-target") || strstr(cflags, "-target"))
        return "";
    return fmt_text(" --target=%.*s", (int)(strlen(gcc) - strlen("-gcc")), gcc);
}

const char *exec_compiler(const ExecOptions *o)
{
    const Target *t = o->target;
    const char *cflags = o->cflags ? o->cflags : "-O2";
    if (t)
        return fmt_text("%s%s%s %s", o->cc ? o->cc : t->compiler, clang_target(o, cflags),
                        flags_of_target(t, cflags), cflags);
    return o->cc ? fmt_text("%s %s", o->cc, cflags) : "libtcc";
}
