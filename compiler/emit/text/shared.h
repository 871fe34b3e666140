/* SPDX-License-Identifier: 0BSD
 * What several models have in common: weights in one file, where what is the same in two of them
 * is there once, and arenas. */
#ifndef PTEC_EMIT_TEXT_SHARED_H
#define PTEC_EMIT_TEXT_SHARED_H

#include "model.h"

/* Makes one struct of the models' weights, in which equal ones are one member; all of it are the
 * weights of each model (emit/text/shared.c). */
void share_weights(Model **model, int count);
/* Makes one static arena for all models, as large as the largest (emit/text/shared.c). */
const Overlay *share_arena(Model **model, int count);

#endif
