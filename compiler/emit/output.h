/* SPDX-License-Identifier: 0BSD
 * From the planned model to C. */
#ifndef PTEC_OUTPUT_H
#define PTEC_OUTPUT_H

#include "model.h"

void give_names(Model *m); /* to steps, buffers, constants */
/* Weights that models have in common become one, all of them those of each (emit/shared.c). */
void share_weights(Model **model, int count);
/* The static arena of each is one, as large as the largest (emit/shared.c). */
const Overlay *share_arena(Model **model, int count);
void emit_files(Model *m);   /* into options->out_dir, staged: files_place() follows */
void emit_weights(Model *m); /* there too, those that are shared */
/* One text, weights apart. */
void emit_bundle(Model *m, Text *source, Text *weights); /* with the kernels that it calls */
void emit_unit(Model *m, Text *source, Text *weights);   /* that links them */
void emit_header(Model *m, Text *header);                /* NAME.h as it goes with either */
const char *c_identifier(const char *s); /* letters, digits, underscores; no keyword; never empty */
bool is_c_identifier(const char *s);

/* -- of the files that travel inside ptec, by their names without a folder -- */
const char *embedded_text(const char *name); /* NULL if there is none */
typedef struct Hole {                        /* of a template: @key@ becomes the text */
    const char *key, *text;
} Hole;
void fill_template(Text *t, const char *name, const Hole *hole, int n);

#endif
