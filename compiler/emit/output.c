/* SPDX-License-Identifier: 0BSD
 * From the planned model to files, or to one text for running it at once. */
#include "emit/output.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/identifier.h"
#include "emit/bundle.h"
#include "emit/header.h"
#include "emit/manifest.h"
#include "emit/source.h"
#include "emit/weights.h"
#include "model.h"

#include <string.h>

static Emit begin(Model *m)
{
    char *digest = NEW(char, 65);
    sha256_hex(m->program->file.data, m->program->file.size, digest);
    return (Emit){
        .m = m, .name = m->options->name, .upper = upper_case(m->options->name), .digest = digest};
}

static const char *path_of(const Options *o, const char *file)
{
    return *o->out_dir ? fmt_text("%s/%s", o->out_dir, file) : file;
}

static void write_text(const Options *o, const char *file, const Text *t)
{
    file_stage(path_of(o, file), t->data, t->size);
}

/* Are the weights a C array, and not a file of their own? */
static bool is_array(const Options *o)
{
    return o->weights == WEIGHTS_BY_FORM ? o->bundle : o->weights == WEIGHTS_C;
}

/* Writes the weights' unit, which a bundle has in it unless models share it, and their file, if
 * there is one. */
static void write_weights(const Emit *e, const Text *weights)
{
    const Options *o = e->m->options;
    Text unit = {0};
    add_weights_unit(&unit, e, is_array(o) ? weights : NULL);
    if (o->bundle)
        unit = pasted(&unit);
    if (!o->bundle || o->shared)
        write_text(o, fmt_text("%s_weights.c", weights_name(e->m)), &unit);
    if (!is_array(o))
        write_text(o, fmt_text("%s_weights.bin", weights_name(e->m)), weights);
}

void emit_files(Model *m)
{
    Emit e = begin(m);
    const Options *o = m->options;
    Text source = {0}, header = {0}, steps = {0}, unit = {0}, bundle = {0}, manifest = {0};
    Text weights = {0};
    add_model_source(&source, &e);
    add_model_header(&header, &e);
    add_steps_header(&steps, &e);
    if (!o->shared)
        add_weights_bytes(&weights, &e);
    if (o->bundle) {
        if (!o->shared)
            add_linked_weights(&unit, &e, is_array(o) ? &weights : NULL);
        add_bundle(&bundle, &e, &header, &steps, &source, &unit);
        header = pasted(&header);
        source = bundle;
    }
    add_manifest(&manifest, &e, &source, &weights);
    folder_make(o->out_dir);
    write_text(o, fmt_text("%s.c", e.name), &source);
    write_text(o, fmt_text("%s.h", e.name), &header);
    write_text(o, fmt_text("%s_steps.h", e.name), &steps);
    write_text(o, fmt_text("%s.json", e.name), &manifest);
    if (!o->shared)
        write_weights(&e, &weights);
}

void emit_weights(Model *m)
{
    Emit e = begin(m);
    Text layout = {0}, weights = {0};
    add_weights_struct(&layout, &e);
    add_weights_bytes(&weights, &e);
    write_weights(&e, &weights);
}

static void emit_text(Model *m, bool bundle, Text *source, Text *weights)
{
    Emit e = begin(m);
    Text model = {0}, header = {0}, steps = {0};
    add_model_source(&model, &e);
    add_model_header(&header, &e);
    add_steps_header(&steps, &e);
    if (bundle)
        add_bundle(source, &e, &header, &steps, &model, &(Text){0});
    else
        add_unit(source, &e, &header, &steps, &model);
    add_weights_bytes(weights, &e);
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
