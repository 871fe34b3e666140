/* SPDX-License-Identifier: 0BSD
 * What the output is made of, as an SBOM: SPDX 2.3 in JSON (https://spdx.github.io/spdx-spec/v2.3).
 * Each part is a package, since SPDX wants SHA-1 of what it calls a file. */
#include "emit/beside/sbom.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/json.h"
#include "base/words.h"
#include "model.h"
#include "select/registry.h"

#include <stdlib.h>
#include <time.h>

/* Returns the time of this output, which whoever reproduces it gives by SOURCE_DATE_EPOCH. */
static const char *created(void)
{
    char *text = NEW(char, 21), *end = "";
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    const time_t now = epoch ? (time_t)strtoll(epoch, &end, 10) : time(NULL);
    const struct tm *utc = gmtime(&now);
    if (*end || !utc || !strftime(text, 21, "%Y-%m-%dT%H:%M:%SZ", utc))
        fatal("SOURCE_DATE_EPOCH", "'%s' is no time in seconds", printable(epoch ? epoch : ""));
    return text;
}

typedef struct Part {
    const char *id, *name, *version, *licence, *sha256, *comment;
} Part;

static void add_part(Text *t, const Part *p)
{
    text_add(t, "  {\"SPDXID\": \"SPDXRef-%s\", \"name\": ", p->id);
    add_json_string(t, p->name);
    if (p->version)
        text_add(t, ", \"versionInfo\": \"%s\"", p->version);
    if (p->sha256)
        text_add(t, ",\n   \"checksums\": [{\"algorithm\": \"SHA256\", \"checksumValue\": \"%s\"}]",
                 p->sha256);
    if (p->comment)
        text_add(t, ",\n   \"comment\": \"%s\"", p->comment);
    text_add(t,
             ",\n   \"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false,\n"
             "   \"copyrightText\": \"NOASSERTION\", \"licenseConcluded\": \"%s\", "
             "\"licenseDeclared\": \"%s\"}",
             p->licence, p->licence);
}

static void add_relation(Text *t, const char *from, const char *how, const char *to)
{
    text_add(t,
             ",\n  {\"spdxElementId\": \"SPDXRef-%s\", \"relationshipType\": \"%s\", "
             "\"relatedSpdxElement\": \"SPDXRef-%s\"}",
             from, how, to);
}

static bool is_called(const Model *m, const Backend *b)
{
    bool called = false;
    for (int i = 0; i < m->ngraphs; i++)
        called |= uses_backend(m->graph[i], b);
    return called && b->library;
}

static void add_parts(Text *t, const Emit *e, const char *source, const char *weights)
{
    static const char unknown[] = "NOASSERTION", own[] = "0BSD";
    const Model *m = e->m;
    const Part program = {.id = "program",
                          .name = file_name(m->options->model_path),
                          .licence = unknown,
                          .sha256 = e->digest,
                          .comment = "the program alone, without recorded cases of a .bpte"};
    add_part(t, &(Part){"code", fmt_text("%s.c", e->name), NULL, own, source, NULL});
    text_add(t, ",\n");
    add_part(t, &program);
    if (weights) {
        text_add(t, ",\n");
        add_part(t,
                 &(Part){"weights", fmt_text("%s weights", e->name), NULL, unknown, weights, NULL});
    }
    text_add(t, ",\n");
    add_part(t, &(Part){"ptec", "ptec", PTEC_VERSION, own, NULL, NULL});
    FOR_BACKENDS(b, m->options)
        if (is_called(m, b)) {
            text_add(t, ",\n");
            add_part(t, &(Part){b->name, b->library, NULL, unknown, NULL, NULL});
        }
}

static void add_relations(Text *t, const Emit *e, bool has_weights)
{
    text_add(t, "  {\"spdxElementId\": \"SPDXRef-DOCUMENT\", \"relationshipType\": \"DESCRIBES\", "
                "\"relatedSpdxElement\": \"SPDXRef-code\"}");
    add_relation(t, "code", "GENERATED_FROM", "program");
    add_relation(t, "ptec", "BUILD_TOOL_OF", "code");
    /* Kernels and runtime are ptec's, whether a bundle has copies of them or the program links
     * them. */
    add_relation(t, "code", e->m->options->bundle ? "CONTAINS" : "DEPENDS_ON", "ptec");
    if (has_weights) {
        add_relation(t, "weights", "GENERATED_FROM", "program");
        add_relation(t, "code", "DEPENDS_ON", "weights");
    }
    FOR_BACKENDS(b, e->m->options)
        if (is_called(e->m, b))
            add_relation(t, "code", "DEPENDS_ON", b->name);
}

void add_sbom(Text *t, const Emit *e, Content source, const Content *weights)
{
    char code[65], bytes[65];
    sha256_content(source, code);
    if (weights)
        sha256_content(*weights, bytes);
    text_add(t,
             "{\"spdxVersion\": \"SPDX-2.3\", \"dataLicense\": \"CC0-1.0\", \"SPDXID\": "
             "\"SPDXRef-DOCUMENT\",\n \"name\": \"%s\",\n \"documentNamespace\": "
             "\"https://spdx.org/spdxdocs/%s-%s\",\n",
             e->name, e->name, code);
    text_add(t, " \"creationInfo\": {\"created\": \"%s\", \"creators\": [\"Tool: ptec-%s\"]},\n",
             created(), PTEC_VERSION);
    text_add(t, " \"packages\": [\n");
    add_parts(t, e, code, weights ? bytes : NULL);
    text_add(t, "],\n \"relationships\": [\n");
    add_relations(t, e, weights != NULL);
    text_add(t, "]}\n");
}
