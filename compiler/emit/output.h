/* SPDX-License-Identifier: 0BSD
 * From the planned model to C. */
#ifndef PTEC_EMIT_OUTPUT_H
#define PTEC_EMIT_OUTPUT_H

#include "graph/graph.h"

void emit_files(Model *m);   /* into options->out_dir, staged: files_place() follows */
void emit_weights(Model *m); /* into options->out_dir, staged: the weights that models share */
/* These emit a model as one text, with the weights apart. */
void emit_bundle(Model *m, Text *source, Text *weights); /* has the kernels in it that it calls */
void emit_unit(Model *m, Text *source, Text *weights);   /* a unit, which links the kernels */
void emit_header(Model *m, Text *header);                /* NAME.h as it goes with either */

/* Emits NAME.c and NAME.json as texts; the digest of the weights is left out. */
void emit_to_compare(Model *m, Text *source, Text *manifest);

#endif
