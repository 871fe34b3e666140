/* SPDX-License-Identifier: 0BSD
 * Which chunks and weights each step uses, by its lines in NAME.c. */
#ifndef PTEC_TOOLS_SIZE_USES_H
#define PTEC_TOOLS_SIZE_USES_H

#include "tools/size/sizes.h"

void find_uses(Sizes *s);

#endif
