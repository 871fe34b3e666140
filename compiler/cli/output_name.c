/* SPDX-License-Identifier: 0BSD
 * What an output is called unless --name says it. */
#include "cli/output_name.h"
#include "base/identifier.h"
#include "base/util.h"

#include <string.h>

/* "models/My Net.pte" -> "my net" */
static const char *stem_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = fmt_text("%s", slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot && dot != name)
        *dot = 0;
    for (char *p = name; *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
    return strcmp(path, "-") == 0 ? "model" : name;
}

/* "my net" -> "my_net", "stdint" -> "m_stdint" */
static const char *name_from_stem(const char *stem)
{
    const char *name = c_identifier(stem);
    return is_header(name) ? fmt_text("m_%s", name) : name;
}

const char *name_of_file(const char *path)
{
    return name_from_stem(stem_of(path));
}

void note_name(const char *path, const char *name)
{
    const char *stem = stem_of(path);
    if (is_header(stem))
        fprintf(stderr,
                "ptec: %s: the output is called %s, since %s.h would hide the header of that name; "
                "--name gives it another name\n",
                path, name, stem);
}
