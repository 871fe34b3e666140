/* SPDX-License-Identifier: 0BSD
 * The four letters that say what a file is. */
#include "read/identifier.h"

#include <string.h>

const char *file_identifier(Bytes file)
{
    return file.size < 8 ? "" : fmt_text("%.4s", (const char *)file.data + 4);
}

void refuse_lfs_pointer(const char *path, Bytes file)
{
    static const char start[] = "version https://git-lfs.github.com/spec/";
    if (file.size >= sizeof start - 1 && memcmp(file.data, start, sizeof start - 1) == 0)
        fatal(path, "is a Git LFS pointer in the place of the file; 'git lfs pull' fetches it");
}
