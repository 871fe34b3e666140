/* SPDX-License-Identifier: 0BSD
 * Elementwise operators: the row's expression over the call's arguments. */
#ifndef PTEC_IMPORT_ATEN_MAP_H
#define PTEC_IMPORT_ATEN_MAP_H

#include "import/call/import.h"

void lower_map(Call *c);

#endif
