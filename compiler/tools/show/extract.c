/* SPDX-License-Identifier: 0BSD
 * `show --extract`: what the delegates of a program were compiled to, each as a file. */
#include "tools/show/extract.h"
#include "base/files.h"
#include "base/identifier.h"
#include "graph/foreign.h"

/* Names a delegate's file: METHOD_INDEX_BACKEND.bin, with a number where two methods have one name
 * in C. */
static const char *name_of(Dict *taken, const FileMethod *m, int index)
{
    const char *base =
        fmt_text("%s_%d_%s", c_identifier(m->name), index, c_identifier(m->delegate[index].id));
    const char *name = base;
    for (int n = 2; !dict_add(taken, name); n++)
        name = fmt_text("%s_%d", base, n);
    return name;
}

void extract_delegates(const Program *p, const char *folder)
{
    Dict taken = {0};
    folder_make(folder);
    for (int i = 0; i < p->nmethods; i++)
        for (int k = 0; k < p->method[i].ndelegates; k++) {
            Bytes blob = p->method[i].delegate[k].blob;
            file_write(fmt_text("%s/%s.bin", folder, name_of(&taken, &p->method[i], k)), blob.data,
                       blob.size);
        }
}
