/* SPDX-License-Identifier: 0BSD
 * What an output is called unless --name says it. */
#include "cli/output_name.h"
#include "base/files.h"
#include "base/identifier.h"

#include <string.h>

/* "models/My Net.pte" -> "my net" */
static const char *stem_of(const char *path)
{
    char *name = fmt_text("%s", file_name(path));
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

/* Requires that no model's name makes a file of its own what another name makes one of its files.
 */
static void need_own_file(Dict *models, const char *name, const char *suffix, const char *ending)
{
    const char *both = fmt_text("%s%s", name, suffix);
    if (dict_has(models, both))
        usage_error("%s%s would be a file of %s and of %s; compile %s by itself, with --name", both,
                    ending, name, both, both);
}

void need_names(Model **model, int count, const char *shared)
{
    Dict taken = {0};
    for (int i = 0; i < count; i++)
        if (!dict_add(&taken, model[i]->options->name))
            usage_error("two models are called %s; compile them one by one, with --name",
                        model[i]->options->name);
    if (shared && dict_has(&taken, shared))
        usage_error("--shared %s is the name of a model", shared);
    for (int i = 0; i < count; i++) {
        need_own_file(&taken, model[i]->options->name, "_steps", ".h");
        need_own_file(&taken, model[i]->options->name, "_weights", ".c");
    }
    if (shared)
        need_own_file(&taken, shared, "_weights", ".c");
}
