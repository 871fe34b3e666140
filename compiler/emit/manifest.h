/* SPDX-License-Identifier: 0BSD
 * NAME.json: what this output was made of, how, and what is where; its names and offsets, one
 * step a line, are for `--names` of the next. */
#ifndef PTEC_EMIT_MANIFEST_H
#define PTEC_EMIT_MANIFEST_H

#include "emit/emit.h"

/* When everything has its name; `weights`: their bytes, none if they are shared. */
void add_manifest(Text *t, const Emit *e, const Text *source, const Text *weights);

#endif
