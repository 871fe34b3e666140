/* SPDX-License-Identifier: 0BSD
 * NAME.json: what this output was made of, how, and what is where; its names and offsets, one
 * step a line, are for `--names` of the next. */
#ifndef PTEC_EMIT_BESIDE_MANIFEST_H
#define PTEC_EMIT_BESIDE_MANIFEST_H

#include "base/content.h"
#include "base/json.h"
#include "emit/text/emit.h"
#include "model.h"

/* Writes the manifest, when everything has its name. `weights` are their bytes, NULL if models
 * share them. */
void add_manifest(Text *t, const Emit *e, Content source, const Content *weights);

/* Returns the options as words of the command line, without files, and with few of those that have
 * their default. */
const char **output_options(const Options *o, int *count);

/* Adds the step whose longest piece has most multiply-adds, of what runs by steps. */
void json_longest_piece(Json *j, const Graph *g);

#endif
