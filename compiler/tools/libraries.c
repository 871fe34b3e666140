/* SPDX-License-Identifier: 0BSD
 * Libraries of kernels that a model calls: those that ptec was configured with are linked on this
 * machine, others the user has to name. */
#include "tools/libraries.h"
#include "base/words.h"
#include "select/registry.h"

#include <string.h>

#define WORDS(...)                                                                                 \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

static const struct {
    const char *name;
    const char *const *word; /* of the command that compiles and links the model */
} configured[] = {
#include "linked_libraries.inc"
    {NULL, NULL},
};

/* Was ptec configured with the library? Then it is linked behind the files of --link. */
static bool is_configured(ExecOptions *o, const char *library)
{
    for (int i = 0; configured[i].name && !o->target; i++)
        if (strcmp(configured[i].name, library) == 0) {
            for (const char *const *word = configured[i].word; *word; word++)
                PUSH(o->library, o->nlibraries, *word);
            o->cc = o->cc ? o->cc : "cc";
            return true;
        }
    return false;
}

void link_libraries(ExecOptions *o, const Model *m)
{
    for (int i = 0; backends[i]; i++) {
        const Backend *b = backends[i];
        if (b->operators && m->noperators && o->target)
            usage_error("--kernels %s calls the library of this machine: not with --target",
                        b->name);
        if (b->library && calls_library(m, b->library) && !is_configured(o, b->library) &&
            !o->nlinks)
            usage_error("%s calls %s: name its headers by --cflags '-O2 -IFOLDER', and its archive "
                        "by --link FILE.a",
                        printable(m->program->path), b->library);
    }
}
