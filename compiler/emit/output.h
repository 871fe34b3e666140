/* SPDX-License-Identifier: 0BSD
 * From the planned model to C. */
#ifndef PTEC_EMIT_OUTPUT_H
#define PTEC_EMIT_OUTPUT_H

#include "graph/graph.h"

void emit_files(Model *m);   /* into options->out_dir, staged: files_place() follows */
void emit_weights(Model *m); /* there too, those that are shared */
/* One text, weights apart. */
void emit_bundle(Model *m, Text *source, Text *weights); /* with the kernels that it calls */
void emit_unit(Model *m, Text *source, Text *weights);   /* that links them */
void emit_header(Model *m, Text *header);                /* NAME.h as it goes with either */

#endif
