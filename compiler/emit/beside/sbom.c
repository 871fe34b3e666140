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

static const char unknown[] = "NOASSERTION";

typedef struct Part {
    const char *id, *name, *version, *licence, *sha256, *comment;
} Part;

static void add_part(Json *j, const Part *p)
{
    json_object(j, NULL);
    json_text(j, "SPDXID", fmt_text("SPDXRef-%s", p->id));
    json_text(j, "name", p->name);
    if (p->version)
        json_text(j, "versionInfo", p->version);
    if (p->sha256) {
        json_array(j, "checksums");
        json_object(j, NULL);
        json_text(j, "algorithm", "SHA256");
        json_text(j, "checksumValue", p->sha256);
        json_close(j);
        json_close(j);
    }
    if (p->comment)
        json_text(j, "comment", p->comment);
    json_text(j, "downloadLocation", unknown);
    json_bool(j, "filesAnalyzed", false);
    json_text(j, "copyrightText", unknown);
    json_text(j, "licenseConcluded", p->licence);
    json_text(j, "licenseDeclared", p->licence);
    json_close(j);
}

static void add_relation(Json *j, const char *from, const char *how, const char *to)
{
    json_object(j, NULL);
    json_text(j, "spdxElementId", fmt_text("SPDXRef-%s", from));
    json_text(j, "relationshipType", how);
    json_text(j, "relatedSpdxElement", fmt_text("SPDXRef-%s", to));
    json_close(j);
}

/* Does a step call the backend's library, which is somebody else's? */
static bool is_called(const Model *m, const Backend *b)
{
    return b->library && calls_library(m, b->library);
}

static void add_parts(Json *j, const Emit *e, const char *source, const char *weights)
{
    static const char own[] = "0BSD";
    const Model *m = e->m;
    const Part program = {.id = "program",
                          .name = file_name(m->options->model_path),
                          .licence = unknown,
                          .sha256 = e->digest,
                          .comment = "the program alone, without recorded cases of a .bpte"};
    json_lines(j, "packages", '[');
    add_part(j, &(Part){"code", fmt_text("%s.c", e->name), NULL, own, source, NULL});
    add_part(j, &program);
    if (weights)
        add_part(j,
                 &(Part){"weights", fmt_text("%s weights", e->name), NULL, unknown, weights, NULL});
    add_part(j, &(Part){"ptec", "ptec", PTEC_VERSION, own, NULL, NULL});
    FOR_BACKENDS(b, m->options)
        if (is_called(m, b))
            add_part(j, &(Part){b->name, b->library, NULL, unknown, NULL, NULL});
    json_close(j);
}

static void add_relations(Json *j, const Emit *e, bool has_weights)
{
    json_lines(j, "relationships", '[');
    add_relation(j, "DOCUMENT", "DESCRIBES", "code");
    add_relation(j, "code", "GENERATED_FROM", "program");
    add_relation(j, "ptec", "BUILD_TOOL_OF", "code");
    /* Kernels and runtime are ptec's, whether a bundle has copies of them or the program links
     * them. */
    add_relation(j, "code", e->m->options->bundle ? "CONTAINS" : "DEPENDS_ON", "ptec");
    if (has_weights) {
        add_relation(j, "weights", "GENERATED_FROM", "program");
        add_relation(j, "code", "DEPENDS_ON", "weights");
    }
    FOR_BACKENDS(b, e->m->options)
        if (is_called(e->m, b))
            add_relation(j, "code", "DEPENDS_ON", b->name);
    json_close(j);
}

void add_sbom(Text *t, const Emit *e, Content source, const Content *weights)
{
    char code[65], bytes[65];
    Json json = {.text = t}, *j = &json;
    const char *const creator = "Tool: ptec-" PTEC_VERSION;
    sha256_content(source, code);
    if (weights)
        sha256_content(*weights, bytes);
    json_lines(j, NULL, '{');
    json_text(j, "spdxVersion", "SPDX-2.3");
    json_text(j, "dataLicense", "CC0-1.0");
    json_text(j, "SPDXID", "SPDXRef-DOCUMENT");
    json_text(j, "name", e->name);
    json_text(j, "documentNamespace", fmt_text("https://spdx.org/spdxdocs/%s-%s", e->name, code));
    json_object(j, "creationInfo");
    json_text(j, "created", created());
    json_texts(j, "creators", &creator, 1);
    json_close(j);
    add_parts(j, e, code, weights ? bytes : NULL);
    add_relations(j, e, weights != NULL);
    json_close(j);
}
