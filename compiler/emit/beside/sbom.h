/* SPDX-License-Identifier: 0BSD
 * What the output is made of, as an SBOM. */
#ifndef PTEC_EMIT_BESIDE_SBOM_H
#define PTEC_EMIT_BESIDE_SBOM_H

#include "base/content.h"
#include "emit/text/emit.h"

/* Adds NAME.spdx.json; `weights` are NULL if models share them, whose file is not this model's. */
void add_sbom(Text *t, const Emit *e, Content source, const Content *weights);

#endif
