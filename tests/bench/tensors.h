/* SPDX-License-Identifier: 0BSD
 * Tensors of a recorded case, as files name0, name1, ... of a folder. */
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 16, ROOM = 128 }; /* tensors; bytes that XNNPACK may read behind one */

static void stop(const char *what)
{
    perror(what);
    exit(1);
}

/* A tensor, with what its file has. */
static void *read_tensor(const char *folder, const char *name, int i, size_t *size)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s%d", folder, name, i);
    FILE *const f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0)
        stop(path);
    *size = (size_t)ftell(f);
    rewind(f);
    void *const data = aligned_alloc(64, (*size + ROOM + 63) / 64 * 64);
    if (!data || fread(data, 1, *size, f) != *size)
        stop(path);
    fclose(f);
    return data;
}
