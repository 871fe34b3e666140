/* SPDX-License-Identifier: 0BSD
 * What several models have in common: weights in one file, where what is the same in two of them
 * is there once, and arenas. */
#ifndef PTEC_EMIT_SHARED_H
#define PTEC_EMIT_SHARED_H

#include "model.h"

/* Weights that models have in common become one, all of them those of each (emit/shared.c). */
void share_weights(Model **model, int count);
/* The static arena of each is one, as large as the largest (emit/shared.c). */
const Overlay *share_arena(Model **model, int count);

#endif
