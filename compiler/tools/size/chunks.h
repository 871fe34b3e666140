/* SPDX-License-Identifier: 0BSD
 * An object cut into chunks, so that the sum of them and of the padding is each section's size. */
#ifndef PTEC_TOOLS_SIZE_CHUNKS_H
#define PTEC_TOOLS_SIZE_CHUNKS_H

#include "tools/size/sizes.h"

void cut_object(Sizes *s, int object);
/* Finds a chunk of the object by its symbol, or by its section if `named` is false; -1: none. */
int find_chunk(Sizes *s, int object, const char *symbol, bool named);
/* Adds one that has no bytes, for a section that only the object with sections apart has. */
int add_empty_chunk(Sizes *s, int object, const ElfSection *section);

#endif
