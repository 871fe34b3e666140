/* SPDX-License-Identifier: 0BSD
 * Reads NAME.json of an earlier output: the user may have edited it, so nothing in it is taken on
 * trust. */
#include "read/manifest.h"
#include "base/align.h"
#include "base/files.h"
#include "base/identifier.h"
#include "base/util.h"
#include "base/words.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

enum { FORMAT = 1, LONGEST_NAME = 200 };

typedef struct Reader {
    const char *path;
    Dict step; /* of all methods: they are enumerators of one file */
    bool tells_kernels;
} Reader;

static void *json_alloc(size_t size)
{
    return zalloc(size, 1);
}

static void json_free(void *data)
{
    (void)data; /* lives until the run ends, like everything else */
}

void json_lives_on(void)
{
    cJSON_InitHooks(&(cJSON_Hooks){json_alloc, json_free});
}

static cJSON *parse(const char *where, const Text *text)
{
    json_lives_on();
    const char *end = text->data;
    cJSON *root = cJSON_ParseWithLengthOpts(text->data, text->size + 1, &end, true);
    if (root && end == text->data + text->size)
        return root;
    int line = 1;
    for (const char *p = text->data; p < end; p++)
        line += *p == '\n';
    fatal(where, "line %d is not JSON", line);
}

static const cJSON *member(const Reader *r, const cJSON *of, const char *name, bool needed)
{
    const cJSON *found = NULL;
    for (const cJSON *c = of->child; c; c = c->next) {
        if (strcmp(c->string, name) != 0)
            continue;
        if (found)
            fatal(r->path, "two members of one object are called \"%s\"", name);
        found = c;
    }
    if (needed && !found)
        fatal(r->path, "\"%s\" is missing", name);
    return found;
}

static const cJSON *list_of(const Reader *r, const cJSON *of, const char *name)
{
    const cJSON *list = member(r, of, name, true);
    if (!cJSON_IsArray(list))
        fatal(r->path, "\"%s\" is not a list", name);
    for (const cJSON *c = list->child; c; c = c->next)
        if (!cJSON_IsObject(c))
            fatal(r->path, "an item of \"%s\" is not an object", name);
    return list;
}

static const char *text_of(const Reader *r, const cJSON *item, const char *what)
{
    if (!cJSON_IsString(item))
        fatal(r->path, "%s is not a text", what);
    return item->valuestring;
}

/* Checks a name, which goes into the emitted C as it is. Names that ptec makes never have two
 * underscores in a row. */
static const char *identifier(const Reader *r, const char *name)
{
    if (strlen(name) > LONGEST_NAME || !is_c_identifier(name) || strstr(name, "__"))
        fatal(r->path, "'%s' is no name that the output can use", printable(name));
    return name;
}

static const double most_exact = 9007199254740992.0; /* whole numbers up to here are exact */

static int64_t offset_of(const Reader *r, const cJSON *item, const char *of)
{
    double d = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!(d >= 0 && d <= most_exact) || fmod(d, ARENA_ALIGN) != 0)
        fatal(r->path, "the offset of '%s' is no multiple of %d from 0", printable(of),
              ARENA_ALIGN);
    return (int64_t)d;
}

/* Reads a count that an older ptec may not have written: then it is `missing`. */
static int64_t count_of(const Reader *r, const cJSON *of, const char *name, int64_t missing)
{
    const cJSON *item = member(r, of, name, false);
    double d = cJSON_IsNumber(item) ? item->valuedouble : -1;
    if (!item)
        return missing;
    if (!(d >= 0 && d <= most_exact) || fmod(d, 1) != 0)
        fatal(r->path, "\"%s\" is no whole number from 0", name);
    return (int64_t)d;
}

/* Returns the first member of the object `name`, whose keys must be names in C, each of them once;
 * NULL if there is none. */
static const cJSON *names_of(const Reader *r, const cJSON *of, const char *name)
{
    const cJSON *object = member(r, of, name, false);
    Dict seen = {0};
    if (!object)
        return NULL;
    if (!cJSON_IsObject(object))
        fatal(r->path, "\"%s\" is not an object", name);
    for (const cJSON *c = object->child; c; c = c->next)
        if (!dict_add(&seen, identifier(r, c->string)))
            fatal(r->path, "\"%s\" has '%s' twice", name, printable(c->string));
    return object->child;
}

static OldStep read_step(Reader *r, const cJSON *item)
{
    OldStep s = {.name = identifier(r, text_of(r, member(r, item, "name", true), "a \"name\""))};
    if (!dict_add(&r->step, s.name))
        fatal(r->path, "two steps are called '%s'", printable(s.name));
    s.what = text_of(r, member(r, item, "what", true), "a \"what\"");
    const cJSON *file = member(r, item, "file", false);
    s.file = file ? text_of(r, file, "a \"file\"") : NULL;
    for (const cJSON *c = names_of(r, item, "weights"); c; c = c->next) {
        int n = s.nconstants;
        PUSH(s.digest, n, text_of(r, c, "a digest"));
        PUSH(s.constant, s.nconstants, c->string);
    }
    for (const cJSON *c = names_of(r, item, "arena"); c; c = c->next) {
        int n = s.nbuffers;
        PUSH(s.offset, n, offset_of(r, c, c->string));
        PUSH(s.buffer, s.nbuffers, c->string);
    }
    const cJSON *rows = member(r, item, "rows", false);
    s.has_rows = rows;
    s.rows = rows ? offset_of(r, rows, s.name) : 0;
    const cJSON *kernel = member(r, item, "kernel", false);
    s.kernel = kernel ? text_of(r, kernel, "a \"kernel\"") : r->tells_kernels ? NULL : "?";
    s.macs = count_of(r, item, "macs", 0);
    return s;
}

static OldMethod read_method(Reader *r, const cJSON *item)
{
    OldMethod m = {.name = text_of(r, member(r, item, "name", true), "the \"name\" of a method"),
                   .macs = count_of(r, item, "macs", -1)};
    for (const cJSON *c = list_of(r, item, "steps")->child; c; c = c->next) {
        OldStep s = read_step(r, c);
        PUSH(m.step, m.nsteps, s);
    }
    return m;
}

static void check_format(const Reader *r, const cJSON *root)
{
    const cJSON *format = cJSON_IsObject(root) ? member(r, root, "ptec", false) : NULL;
    if (!cJSON_IsNumber(format))
        fatal(r->path, "is not a file of names that ptec has written");
    if (format->valuedouble != FORMAT)
        fatal(r->path, "has format %g; this ptec reads %d", format->valuedouble, FORMAT);
}

Manifest *parse_manifest(const char *where, const Text *text)
{
    Reader r = {.path = where};
    Manifest *m = NEW(Manifest, 1);
    const cJSON *root = parse(where, text);
    check_format(&r, root);
    r.tells_kernels = member(&r, root, "options", false); /* has come with them */
    for (const cJSON *c = names_of(&r, root, "shared"); c; c = c->next) {
        OldShared one = {.name = c->string, .digest = text_of(&r, c, "a digest")};
        PUSH(m->shared, m->nshared, one);
    }
    for (const cJSON *c = list_of(&r, root, "methods")->child; c; c = c->next) {
        OldMethod one = read_method(&r, c);
        PUSH(m->method, m->nmethods, one);
    }
    m->arena_bytes = count_of(&r, root, "arena_bytes", -1);
    m->state_bytes = count_of(&r, root, "state_bytes", -1);
    m->weights_bytes = count_of(&r, root, "weights_bytes", -1);
    return m;
}

bool is_manifest(const char *path)
{
    size_t n = strlen(path);
    return n > 5 && strcmp(path + n - 5, ".json") == 0;
}

Manifest *read_manifest(const char *path)
{
    Bytes file = file_read(path);
    Text text = {0}; /* the parser wants an end */
    text_bytes(&text, file.data, file.size);
    return parse_manifest(strcmp(path, "-") == 0 ? "standard input" : path, &text);
}
