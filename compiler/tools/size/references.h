/* SPDX-License-Identifier: 0BSD
 * Which chunk refers to which, by the relocations of an object in which each has a section. */
#ifndef PTEC_TOOLS_SIZE_REFERENCES_H
#define PTEC_TOOLS_SIZE_REFERENCES_H

#include "tools/size/sizes.h"

#define SECTIONS_APART "-ffunction-sections -fdata-sections"

/* `apart` is the object, compiled with SECTIONS_APART; all objects are cut before. */
void find_references(Sizes *s, int object, const Elf *apart);
void find_roots(Sizes *s); /* once all references are found */

#endif
