/* SPDX-License-Identifier: 0BSD
 * From the planned model to files, or to one text for running it at once. */
#include "emit/output.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/identifier.h"
#include "base/progress.h"
#include "emit/beside/cpp_header.h"
#include "emit/beside/manifest.h"
#include "emit/beside/sbom.h"
#include "emit/bundle.h"
#include "emit/foreign.h"
#include "emit/header.h"
#include "emit/source.h"
#include "emit/weights.h"
#include "model.h"

#include <string.h>

static void give_program(const void *of, Sink *to)
{
    enum { PART = 1 << 24 };
    const Bytes *file = of;
    for (size_t at = 0; at < file->size; at += PART) {
        progress_bytes("digest of the program", at, file->size);
        to->take(to, file->data + at, file->size - at < PART ? file->size - at : PART);
    }
}

static Emit begin(Model *m)
{
    char *digest = NEW(char, 65);
    sha256_content((Content){give_program, &m->program->file}, digest);
    return (Emit){
        .m = m, .name = m->options->name, .upper = upper_case(m->options->name), .digest = digest};
}

static const char *path_of(const Options *o, const char *file)
{
    return *o->out_dir ? fmt_text("%s/%s", o->out_dir, file) : file;
}

static void write_content(const Options *o, const char *file, Content c)
{
    file_stage(path_of(o, file), c);
}

static void write_text(const Options *o, const char *file, const Text *t)
{
    write_content(o, file, content_text(t));
}

/* Are the weights a C array, and not a file of their own? */
static bool is_array(const Options *o)
{
    return o->weights == WEIGHTS_BY_FORM ? o->bundle : o->weights == WEIGHTS_C;
}

/* Writes the weights' unit, which a bundle has in it unless models share it, and their file, if
 * there is one. */
static void write_weights(const Emit *e, Content bytes)
{
    const Options *o = e->m->options;
    if ((!o->bundle || o->shared) && !streams(e->m))
        write_content(o, fmt_text("%s_weights.c", weights_name(e->m)),
                      weights_unit(e, is_array(o) ? &bytes : NULL));
    if (!is_array(o))
        write_content(o, fmt_text("%s_weights.bin", weights_name(e->m)), bytes);
}

/* Returns what NAME.c consists of, from its own three texts. */
static Content source_file(const Emit *e, const Text *header, const Text *steps, const Text *source,
                           Content weights)
{
    const Options *o = e->m->options;
    Text *bundle = NEW(Text, 1);
    if (!o->bundle) {
        *bundle = *source;
        return content_text(bundle);
    }
    add_bundle(bundle, e, header, steps, source);
    Content end = content_bytes(BUNDLE_END, strlen(BUNDLE_END));
    return content_both(content_text(bundle),
                        o->shared || streams(e->m)
                            ? end
                            : content_both(linked_weights(e, is_array(o) ? &weights : NULL), end));
}

/* Writes bodies for the user's functions, unless the user has begun to. */
static void write_stubs(const Options *o, const Model *m)
{
    const char *file = fmt_text("%s_custom.c", o->name);
    Text stubs = {0};
    if (!has_stubs(m) || file_exists(path_of(o, file)))
        return;
    add_stubs(&stubs, m);
    write_text(o, file, &stubs);
}

void emit_files(Model *m)
{
    Emit e = begin(m);
    const Options *o = m->options;
    Text source = {0}, header = {0}, steps = {0}, manifest = {0}, cpp = {0};
    add_model_source(&source, &e);
    add_model_header(&header, &e);
    add_steps_header(&steps, &e);
    if (o->cpp)
        add_cpp_header(&cpp, &e);
    Content weights = o->shared ? (Content){0} : weights_bytes(&e);
    Content unit = source_file(&e, &header, &steps, &source, weights);
    if (o->bundle)
        header = pasted(&header);
    add_manifest(&manifest, &e, unit, o->shared ? NULL : &weights);
    folder_make(o->out_dir);
    write_content(o, fmt_text("%s.c", e.name), unit);
    write_text(o, fmt_text("%s.h", e.name), &header);
    write_text(o, fmt_text("%s_steps.h", e.name), &steps);
    if (o->cpp)
        write_text(o, fmt_text("%s.hpp", e.name), &cpp);
    write_text(o, fmt_text("%s.json", e.name), &manifest);
    if (o->sbom) {
        Text sbom = {0};
        add_sbom(&sbom, &e, unit, o->shared ? NULL : &weights);
        write_text(o, fmt_text("%s.spdx.json", e.name), &sbom);
    }
    if (!o->shared)
        write_weights(&e, weights);
    write_stubs(o, m);
}

void emit_weights(Model *m)
{
    Emit e = begin(m);
    Text layout = {0};
    add_weights_struct(&layout, &e);
    write_weights(&e, weights_bytes(&e));
}

static void emit_text(Model *m, bool bundle, Text *source, Text *weights)
{
    Emit e = begin(m);
    Text model = {0}, header = {0}, steps = {0};
    add_model_source(&model, &e);
    add_model_header(&header, &e);
    add_steps_header(&steps, &e);
    if (bundle) {
        add_bundle(source, &e, &header, &steps, &model);
        text_add(source, BUNDLE_END);
    } else {
        add_unit(source, &e, &header, &steps, &model);
    }
    text_content(weights, weights_bytes(&e));
}

void emit_bundle(Model *m, Text *source, Text *weights)
{
    emit_text(m, true, source, weights);
}

void emit_unit(Model *m, Text *source, Text *weights)
{
    emit_text(m, false, source, weights);
}

void emit_header(Model *m, Text *header)
{
    Emit e = begin(m);
    Text own = {0};
    add_model_header(&own, &e);
    *header = pasted(&own);
}

void emit_to_compare(Model *m, Text *source, Text *manifest)
{
    Emit e = begin(m);
    add_model_source(source, &e);
    add_manifest(manifest, &e, content_text(source), NULL);
}
