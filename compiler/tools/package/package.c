/* SPDX-License-Identifier: 0BSD
 * A package around a model: texts from templates, and its recorded calls as C. */
#define _POSIX_C_SOURCE 200809L
#include "tools/package/package.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/identifier.h"
#include "base/words.h"
#include "emit/bundle.h"
#include "emit/text/template.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

enum { MOST_HOLES = 16 };

typedef struct Package {
    const Ecosystem *ecosystem;
    const char *folder;
    Hole hole[MOST_HOLES];
    int nholes;
} Package;

const char *package_sources(const char *folder)
{
    return fmt_text("%s/src", folder);
}

void check_package(const Ecosystem *e, const char *folder, const char *name)
{
    DIR *d = opendir(folder);
    bool empty = true;
    if (!d && errno != ENOENT)
        fatal(folder, "cannot open: %s", strerror(errno));
    for (struct dirent *entry; d && (entry = readdir(d));)
        empty &= strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    if (d)
        closedir(d);
    if (!empty)
        fatal(folder, "is not empty; a package needs a folder of its own");
    if (e->most_name && strlen(name) > (size_t)e->most_name)
        usage_error("--for %s: '%s' has more than %d characters; --name gives a shorter name",
                    e->name, printable(name), e->most_name);
}

static void add_hole(Package *p, const char *key, const char *text)
{
    if (p->nholes == MOST_HOLES)
        bug("a package has more holes than expected");
    p->hole[p->nholes++] = (Hole){key, text};
}

static const char *filled(const Package *p, const char *text)
{
    Text t = {0};
    fill_text(&t, text, p->hole, p->nholes);
    return text_string(&t);
}

/* Returns the path of a template of this ecosystem. */
static const char *template_of(const Package *p, const char *name)
{
    return fmt_text("package/%s/%s", p->ecosystem->name, name);
}

static void stage(const Package *p, const char *path, const char *template)
{
    Text *t = NEW(Text, 1);
    const char *name = filled(p, path);
    const char *slash = strrchr(name, '/');
    folder_make(slash ? fmt_text("%s/%.*s", p->folder, (int)(slash - name), name) : p->folder);
    fill_template(t, template, p->hole, p->nholes);
    file_stage(fmt_text("%s/%s", p->folder, name), content_text(t));
}

/* Fills what all texts may say of the model. */
static void describe(Package *p, const Bundle *b, const Model *m, int calls)
{
    const Ecosystem *e = p->ecosystem;
    char *digest = NEW(char, 65);
    Text use = {0};
    sha256_hex(m->program->file.data, m->program->file.size, digest);
    add_hole(p, "name", m->options->name);
    add_hole(p, "NAME", upper_case(m->options->name));
    add_hole(p, "title", e->title);
    add_hole(p, "digest", digest);
    add_hole(p, "flash", grouped((uint64_t)m->weights_bytes));
    add_hole(p, "ram", grouped((uint64_t)(m->arena_bytes + m->state_bytes)));
    add_hole(p, "count", fmt_text("%d", calls));
    add_hole(p, "calls",
             has_cases(b) ? "the recorded calls of the program, compared with what was recorded"
                          : "a call of each method with inputs of ones; no call was recorded");
    add_hole(p, "binding", e->binding ? e->binding(m) : "");
    add_hole(p, "example", filled(p, e->example));
    fill_template(&use, template_of(p, "use.md.in"), p->hole, p->nholes);
    add_hole(p, "use", text_string(&use));
}

void emit_package(const Ecosystem *e, const ExecOptions *o, const Bundle *b, const Model *m,
                  const char *folder)
{
    Package p = {.ecosystem = e, .folder = folder};
    CasesOutput to = {.main = e->main, .or_ones = true};
    const Hole name = {"name", m->options->name};
    Text cases = {0};
    fill_text(&cases, e->cases, &name, 1);
    to.folder = fmt_text("%s/%s", folder, text_string(&cases));
    describe(&p, b, m, emit_cases(o, b, m, &to));
    for (const PackageFile *f = e->file; f->path; f++)
        stage(&p, f->path, template_of(&p, f->template));
    stage(&p, "README.md", "package/README.md.in");
    stage(&p, "LICENSE", "LICENSE");
}
