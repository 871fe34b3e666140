/* SPDX-License-Identifier: 0BSD
 * Libraries of kernels that a model calls: those that ptec was configured with are linked on this
 * machine, others the user has to name. */
#include "passes/kernel.h"
#include "tools/tools.h"

#include <string.h>

static const struct {
    const char *name, *include, *archive;
} configured[] = {
#ifdef CMSIS_NN_LIBRARY
    {"CMSIS-NN", CMSIS_NN_INCLUDE_DIR, CMSIS_NN_LIBRARY},
#endif
    {NULL, NULL, NULL},
};

static const char *library_of(const Model *m)
{
    for (int i = 0; i < m->ngraphs; i++)
        FOR_BLOCKS(b, m->graph[i])
            FOR_STEPS(s, b)
                if (called_library(s))
                    return called_library(s);
    return NULL;
}

void link_library(ExecOptions *o, const Model *m)
{
    const char *name = library_of(m);
    if (!name || o->nlinks)
        return;
    for (int i = 0; configured[i].name && !o->target; i++)
        if (strcmp(configured[i].name, name) == 0) {
            PUSH(o->link, o->nlinks, fmt_text("-I%s", configured[i].include));
            PUSH(o->link, o->nlinks, fmt_text("%s", configured[i].archive));
            o->cc = o->cc ? o->cc : "cc";
            return;
        }
    usage_error("%s calls %s: name its headers by --cflags '-O2 -IFOLDER', and its archive by "
                "--link FILE.a",
                printable(m->program->path), name);
}
