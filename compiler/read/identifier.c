/* SPDX-License-Identifier: 0BSD
 * The four letters that say what a file is. */
#include "read/identifier.h"

const char *file_identifier(Bytes file)
{
    return file.size < 8 ? "" : fmt_text("%.4s", (const char *)file.data + 4);
}
