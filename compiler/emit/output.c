/* SPDX-License-Identifier: 0BSD
 * From the planned model to files, or to one text for running it at once. */
#include "output.h"
#include "emit.h"

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
    file_write(path_of(o, file), t->data, t->size);
}

void emit_files(Model *m)
{
    Emit e = begin(m);
    const Options *o = m->options;
    Text source = {0}, header = {0}, steps = {0}, weights = {0}, unit = {0}, bundle = {0};
    Text manifest = {0};
    add_model_source(&source, &e);
    add_model_header(&header, &e);
    add_steps_header(&steps, &e);
    bool array = o->weights == WEIGHTS_BY_FORM ? o->bundle : o->weights == WEIGHTS_C;
    add_weights_bytes(&weights, &e);
    add_manifest(&manifest, &e);
    if (o->bundle) {
        add_linked_weights(&unit, &e, array);
        add_bundle(&bundle, &e, &header, &steps, &source, &unit);
        header = pasted(&header);
    } else {
        add_weights_unit(&unit, &e, array);
    }
    folder_make(o->out_dir);
    write_text(o, fmt_text("%s.c", e.name), o->bundle ? &bundle : &source);
    write_text(o, fmt_text("%s.h", e.name), &header);
    write_text(o, fmt_text("%s_steps.h", e.name), &steps);
    write_text(o, fmt_text("%s.json", e.name), &manifest);
    if (!o->bundle)
        write_text(o, fmt_text("%s_weights.c", e.name), &unit);
    if (!array)
        write_text(o, fmt_text("%s_weights.bin", e.name), &weights);
}

void emit_bundle(Model *m, Text *source, Text *weights)
{
    Emit e = begin(m);
    Text model = {0}, header = {0}, steps = {0};
    add_model_source(&model, &e);
    add_model_header(&header, &e);
    add_steps_header(&steps, &e);
    add_bundle(source, &e, &header, &steps, &model, &(Text){0});
    add_weights_bytes(weights, &e);
}

void emit_header(Model *m, Text *header)
{
    Emit e = begin(m);
    Text own = {0};
    add_model_header(&own, &e);
    *header = pasted(&own);
}
